"""Waiting for a review to be worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.ai.names import REVIEWER
from foxduet.analysis.review import Progress
from foxduet.analysis.review_job import ReviewGame, Task
from foxduet.core.frozen import dataclass, replace
from foxduet.ui.kit.canvas import WIDTH, Canvas, Style, draw_clearing
from foxduet.ui.kit.effects import Answered
from foxduet.ui.kit.keys import LEAVE
from foxduet.ui.kit.screen import Binding, Context, Next, Screen
from foxduet.ui.review.screen import ReviewScreen, opened
from foxduet.words.common import progress_phrase
from foxduet.words.glyphs import bar
from foxduet.words.i18n import _, reason_of
from foxduet.words.text import clipped

if TYPE_CHECKING:
    from pathlib import Path

    from foxduet.ai.workers import Job
    from foxduet.play.game import Game
    from foxduet.ui.kit.effects import Event

_BAR = 40


@dataclass(frozen=True, slots=True)
class ReviewWaitScreen(Screen):
    """A review that is being worked out, as far as ``progress`` says."""

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
        notice = ""
        if progress.trouble is not None:
            notice = _("The review cannot be saved: {reason}.")
            notice = notice.format(reason=reason_of(progress.trouble))
        return opened(ReviewScreen(self.task, progress.review, notice=notice))

    def job(self, context: Context) -> Job[Any] | None:
        return ReviewGame(self.task, context.options.jobs)

    BINDINGS: ClassVar = (Binding(LEAVE, Screen.go_back),)


def wait_for_review(game: Game, path: Path) -> ReviewWaitScreen:
    """Return the screen on which the review of a game is waited for; its record is at ``path``."""
    return ReviewWaitScreen(Task(game, path, REVIEWER))
