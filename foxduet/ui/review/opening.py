"""How a review opens: a quick pass is waited for, and the first lesson lies over the review."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.ai.names import REVIEWER
from foxduet.analysis.review import Progress
from foxduet.analysis.review_file import Task
from foxduet.analysis.review_job import ReviewGame
from foxduet.core.frozen import dataclass, replace
from foxduet.play.game import Game
from foxduet.ui.kit.answers import Answered
from foxduet.ui.kit.canvas import WIDTH, Canvas, Style, draw_clearing
from foxduet.ui.kit.keys import LEAVE
from foxduet.ui.kit.screen import Binding, Context, Next, Push, Screen
from foxduet.ui.review.lesson import lesson_from
from foxduet.ui.review.screen import ReviewScreen, unsaved_notice
from foxduet.words.common import progress_phrase
from foxduet.words.glyphs import SPOKEN, bar
from foxduet.words.i18n import _, reason_of
from foxduet.words.text import clipped

if TYPE_CHECKING:
    from pathlib import Path

    from foxduet.ai.workers import Job
    from foxduet.ui.kit.answers import Event

_BAR = 40


@dataclass(frozen=True, slots=True)
class ReviewWaitScreen(Screen):
    """A review in its quick pass, as far as ``progress`` says."""

    task: Task
    progress: Progress | None = None

    @property
    def awaits_job(self) -> bool:
        return True

    def draw(self, canvas: Canvas) -> None:
        """Draw how far the review is."""
        progress, top = self.progress, draw_clearing(canvas, 12)
        canvas.put_centred(top + 3, _("Each choice of the game is being looked at."), Style.STRONG)
        if progress is not None:
            share = progress.done / max(1, progress.total)
            canvas.put_centred(top + 5, bar(share, _BAR, canvas.glyphs))
            canvas.put_centred(top + 6, progress_phrase(progress))
            if progress.trouble is not None:
                reason = _("It cannot be saved: {reason}")
                reason = reason.format(reason=reason_of(progress.trouble))
                canvas.put_centred(top + 7, clipped(reason, WIDTH), Style.ALERT)
        keys = _("q back; what is done is saved, and the next time continues from it")
        canvas.put_centred(top + 8, keys, Style.DIM)

    def receive(self, event: Event, context: Context) -> Next:
        """Show how far the review is, and open it once it is complete."""
        if not (isinstance(event, Answered) and isinstance(event.answer, Progress)):
            return Next(self)
        progress = event.answer
        if progress.review is None:
            return Next(replace(self, progress=progress))
        notice = "" if progress.trouble is None else unsaved_notice(progress.trouble)
        screen = ReviewScreen(self.task, progress.review, notice=notice, progress=progress)
        # In words a review begins with its glance; lessons are there for who asks.
        return Next(screen) if context.options.look.glyphs is SPOKEN else opened(screen)

    def job(self, context: Context) -> Job[Any] | None:
        return ReviewGame(self.task, context.options.jobs)

    BINDINGS: ClassVar = (Binding(LEAVE, Screen.go_back),)


def opened(review: ReviewScreen) -> Next:
    """Return how a review opens: with the first lesson of the players over it, if there is any."""
    lesson = lesson_from(review.review, -1, "n")
    if lesson is None:
        return Next(review)
    lesson = replace(lesson, notice=review.notice)
    return Next(replace(review, at=lesson.at, view=lesson.view, notice=""), (Push(lesson),))


def wait_for_review(game: Game, path: Path) -> ReviewWaitScreen:
    """Return the screen on which the review of a game is waited for; its record is at ``path``."""
    return ReviewWaitScreen(Task(game, path, REVIEWER))
