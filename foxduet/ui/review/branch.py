"""Trying another choice in a review: the game branches there."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.ai.names import ResumeError, check_people_play
from foxduet.analysis.branches import PlayOut, branch
from foxduet.analysis.review import Review
from foxduet.analysis.review_file import Task
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, field, replace
from foxduet.play.game import Game, PartnerNames
from foxduet.ui.kit import keys
from foxduet.ui.kit.answers import Answered, GameStarted, StartFailed
from foxduet.ui.kit.canvas import WIDTH, Canvas, Style, draw_buttons, draw_clearing
from foxduet.ui.kit.choices import ChoiceScreen, draw_choices
from foxduet.ui.kit.effects import OpenBranch, OpenReplay, StartGame
from foxduet.ui.kit.screen import Binding, Context, Next, Pop, Screen, failed_start
from foxduet.ui.review.parts import bar_and_rough_figure
from foxduet.words.common import table_words
from foxduet.words.glyphs import bar, progress_dots
from foxduet.words.i18n import _, explain
from foxduet.words.text import wrapped

if TYPE_CHECKING:
    from foxduet.ai.partner import Estimate
    from foxduet.ai.workers import Job
    from foxduet.analysis.review import Assessment
    from foxduet.store.saved_games import SavedGame
    from foxduet.ui.kit.answers import Event

EXPERTS: PartnerNames = ("expert", "expert")
_LABEL, _BAR_OF_A_CHOICE = 32, 16


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """Experts have played a branch to its end; ``notice`` says where it is saved."""

    notice: str


def branch_notice(branch: SavedGame) -> str:
    """Return the notice for a review that a branch of it is saved."""
    return _("The branch is saved as {name}.").format(name=branch.path.name)


class Continuation(Enum):
    """Who continues a branch."""

    PLAYERS = "the players of the game"
    EXPERTS = "experts at both ends"


@dataclass(frozen=True, slots=True)
class BranchScreen(ChoiceScreen):
    """Another choice to be tried after ``at`` actions, among all that there are."""

    task: Task
    review: Review
    at: int
    cursor: int = field(default=0, kw_only=True)
    by: Continuation = Continuation.PLAYERS

    @property
    def assessment(self) -> Assessment:
        """The decision, with each of its choices."""
        due = self.review.of_action(self.at + 1)
        assert due is not None, "there is a choice to be tried"
        return due

    @property
    def choices(self) -> Sequence[Estimate]:
        return self.assessment.estimates

    def draw(self, canvas: Canvas) -> None:
        """Draw the choices of a decision, and who may play on from another."""
        one, size, glyphs = self.assessment, canvas.size, canvas.glyphs
        header = self.review.game.header
        names, words = header.players, table_words(header.game)
        left, top = (size.columns - WIDTH) // 2, (size.rows - 23) // 2
        title = _("What would have come instead of {choice}?").format(
            choice=words.choices.choice_phrase(one.chosen, names)
        )
        canvas.put_centred(top + 1, title, Style.PROMPT)
        labels = [words.choices.option_phrase(estimate.action, names) for estimate in self.choices]
        draw_choices(canvas, top + 3, left, labels, self.cursor, WIDTH)
        for row, estimate in enumerate(self.choices, top + 3):
            filled, figure = bar_and_rough_figure(estimate, one)
            share = bar(filled, _BAR_OF_A_CHOICE, glyphs)
            played = _("as played") if estimate.action == one.chosen else ""
            canvas.put(row, left + _LABEL, f"{share} {figure}  {played}")
        canvas.put(top + 16, left, _("Who plays on from there?"), Style.STRONG)
        players = [_("The players"), _("Two experts")]
        draw_buttons(canvas, top + 17, players, "12", [*Continuation].index(self.by), left)
        note = _("A branch is a game of its own, with a record of its own, and never a score.")
        for row, line in enumerate(wrapped(self.notice or note, WIDTH)):
            canvas.put(top + 19 + row, left, line, Style.ALERT if self.notice else Style.DIM)
        canvas.put_centred(top + 22, self.footer, Style.DIM)

    def receive(self, event: Event, context: Context) -> Next:
        """Open the table of the branch that was saved."""
        match event:
            case GameStarted(game, saved):
                return Next(self, (Pop(), OpenBranch(game, saved)))
            case _:
                return Screen.receive(self, event, context)

    def _choose_who(self, key: str, _context: Context) -> Next:
        players = key == "1" if key.isdigit() else self.by is Continuation.EXPERTS
        return Next(replace(self, by=Continuation.PLAYERS if players else Continuation.EXPERTS))

    def do(self, choice: Estimate) -> Next:
        action = choice.action
        if action == self.assessment.chosen:
            return Next(replace(self, notice=_("That is what was played; choose another.")))
        if self.by is Continuation.EXPERTS:
            game = branch(self.task, self.at, action, EXPERTS)
            return Next(PlayOutScreen(game, game, self.at))
        game = branch(self.task, self.at, action, self.review.game.header.ai)
        try:
            # Before it is saved: a game that nobody can play is not started.
            check_people_play(game.header.game, game.header.ai)
        except ResumeError as error:
            notice = _("The players cannot play on: {reason}.").format(reason=explain(error))
            return Next(replace(self, notice=notice))
        return Next(self, (StartGame(game),))

    BINDINGS: ClassVar = (
        Binding((*keys.UPWARD, *keys.DOWNWARD), ChoiceScreen.move, (N_("up, down"), N_("choose"))),
        Binding(
            (*keys.BACKWARD, *keys.FORWARD, "1", "2"), _choose_who, (N_("left, right"), N_("who"))
        ),
        Binding(keys.DECIDE, ChoiceScreen.choose, (N_("Enter"), N_("continue"))),
        Binding(keys.LEAVE, Screen.go_back, (N_("q"), N_("back"))),
    )


@dataclass(frozen=True, slots=True)
class PlayOutScreen(Screen):
    """A branch that experts play to its end, after ``at`` actions of the game under review."""

    start: Game
    game: Game
    at: int

    @property
    def awaits_job(self) -> bool:
        return True

    def draw(self, canvas: Canvas) -> None:
        """Draw how far the experts are."""
        game, words = self.game, table_words(self.game.header.game)
        top = draw_clearing(canvas, 12)
        trail = progress_dots(self.ticks, canvas.glyphs)
        playing = _("Two experts play on {trail}").format(trail=trail)
        canvas.put_centred(top + 3, playing, Style.STRONG)
        canvas.put_centred(top + 5, words.progress(game.state))
        canvas.put_centred(top + 6, words.standing(game.state, canvas.glyphs))
        canvas.put_centred(top + 8, _("q back; the branch is then dropped"), Style.DIM)

    def receive(self, event: Event, context: Context) -> Next:
        """Show how far the experts are, and the game once it is saved."""
        match event:
            case Answered(answer=Game() as game):
                commands = () if game.result is None else (StartGame(game),)
                return Next(replace(self, game=game), commands)
            case GameStarted(game, saved):
                return self._finished(game, branch_notice(saved), "")
            case StartFailed():
                notice = failed_start(event)
                return self._finished(self.game, notice, notice)
            case _:
                return Next(self)

    def _finished(self, game: Game, notice: str, trouble: str) -> Next:
        return Next(self, (Pop(PlayedOut(notice)), OpenReplay(game, self.at + 1, trouble)))

    def job(self, context: Context) -> Job[Any] | None:
        return PlayOut(self.start, context.options.limit)

    BINDINGS: ClassVar = (Binding(keys.LEAVE, Screen.go_back),)
