"""A game at the table, what of it the screen shows, and what each game draws of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, TypeVar

from foxduet.core.cards import Exchange, Play, Seat
from foxduet.core.engine import AnyRuleSet
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import DRAWING, load_part
from foxduet.play.game import Game, Names, Turn
from foxduet.play.table_session import Stage, TableSession, observe_game
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit.canvas import Canvas, Style
from foxduet.ui.kit.effects import SaveGame
from foxduet.ui.kit.pages import ScreenWithHelp
from foxduet.ui.kit.screen import TICK_SECONDS, Context, Effects, Transition
from foxduet.words.i18n import _
from foxduet.words.text import Glyphs

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought
    from foxduet.analysis.standings import Goal
    from foxduet.store.score_entries import Par, ScoreEntry
    from foxduet.ui.kit.screen import Effect


def is_team_choosing(screen: TableState) -> bool:
    """Return whether the team must choose between rounds."""
    return isinstance(screen.mode, RoundEnd) and screen.session.stage is Stage.TEAM


def ready_to_deal(screen: TableState) -> str:
    """Say what deals the round that is due."""
    if not screen.session.game.round:
        return _("Press Space to deal the cards.")
    return _("Press Space to deal the next round.")


def table_options(screen: TableState) -> tuple[Any, ...]:
    """Return what the cursor goes through at a decision, or after a game."""
    session = screen.session
    if isinstance(screen.mode, GameOver):
        return tuple(screen.end_actions)
    rules = session.game.rules
    if session.visible_seat is None:
        return tuple(rules.legal_actions(session.state))
    seen = observe_game(session.game, session.visible_seat)
    return options_with_shortcuts(rules, seen) if screen.allows_shortcuts else cursor_options(seen)


HOUSE_KEY, HOUSE_MEMORY = "house", "memory"
"""The key and value of a record whose players look at the cards that are out."""


def table_drawing(game: str) -> TableDrawing:
    """Return what a game draws of its own, by its name."""
    art: TableDrawing = load_part(game, DRAWING)
    return art


class TableDrawing(Protocol):
    """What a game draws of its own: its module ``table``."""

    def draw_board(self, canvas: Canvas, moment: Any, names: Names, marks: Marks) -> None:
        """Draw the board of a state, or of an observation, with marks."""

    def marks(
        self, observation: Any, options: tuple[Any, ...], chosen: Any, glyphs: Glyphs
    ) -> Marks:
        """Mark where the chosen one among the options of an observation could lead."""

    def team_marks(self, state: Any, chosen: Any, glyphs: Glyphs) -> Marks:
        """Mark what a choice of the team would change in a state."""

    def animation_of(self, before: Any, turn: Turn) -> Animation | None:
        """Return what moved in a turn from a state, None if nothing did."""

    def draw_animation_step(self, canvas: Canvas, game: Game, walk: Any, step: int) -> None:
        """Draw header, board and trick at one of the steps of a walk, from 0."""

    def count_ending_pictures(self, game: Game) -> int:
        """Return how many pictures the scene at the end of a game has, 1 if nothing moves."""

    def draw_ending(self, canvas: Canvas, game: Game, row: int, left: int, picture: int) -> int:
        """Draw a picture, from 1, of how a game went, in 80 columns; return its rows."""


Marks: TypeAlias = Mapping[int, tuple[str, Style]]
"""Short labels at places of the board, with their styles."""


class Animation(Protocol):
    """Something that is seen moving on the board after a trick, step by step."""

    @property
    def steps(self) -> int:
        """The number of pictures, of which the last stays for a moment."""


def options_with_shortcuts(rules: AnyRuleSet, observation: Any) -> tuple[Any, ...]:
    """Return what a player chooses from: the options, with shortcuts for several in a row.

    A shortcut for a single one takes its place.
    """
    shortcuts = rules.shortcuts(observation)
    instead = shortcuts.values()
    return (*[one for one in cursor_options(observation) if (one,) not in instead], *shortcuts)


def cursor_options(observation: Any) -> tuple[Any, ...]:
    """Return what the cursor goes through: legal actions, or all cards of a hand to be played.

    Cards that may not be played are among them so that trying one can be answered; of actions that
    lead to the same there is one.
    """
    if isinstance(observation.choices[0], Play):
        return tuple(Play(observation.seat, card) for card in observation.hand)
    return tuple(observation.distinct_choices)


def keeps_decree(option: Any) -> bool:
    """Return whether an option is to keep the decree, which has a key of its own."""
    return isinstance(option, Exchange) and option.card is None


MAX_HINT_STEPS = 3
STEP_SECONDS, END_SECONDS = 0.16, 0.6
PAUSE_SECONDS = 1.0
FRESH_SECONDS = 0.4


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint to the player who chooses: the first ``steps`` of three, once there is a thought."""

    thought: Thought | None = None
    steps: int = 1


@dataclass(frozen=True, slots=True)
class Advice:
    """What the partner would do at a decision of the team; ``thought`` is None at first."""

    thought: Thought | None = None


class Exit(Enum):
    """Where leaving a table leads: a game was begun by a command, on a screen, or from a review."""

    PROGRAM = "the end of the program"
    TITLE = "the title"
    REVIEW = "the review that it is a branch of"


@dataclass(frozen=True, slots=True)
class BranchClosed:
    """A branch of a game under review was left, or is over."""

    saved: SavedGame
    is_unfinished: bool


@dataclass(frozen=True, slots=True)
class ReviewClosed:
    """The review of a game was left; ``insight`` says what cost most, if that is known."""

    insight: str


class Question(Enum):
    """What is asked before something that cannot be taken back."""

    LEAVE = "leave the game"
    RESIGN = "resign"
    HOPELESS = "resign, for the game cannot be won"
    LOSES = "do what surely loses the game"
    PRACTICE = "take back in a game that becomes one for practice"


@dataclass(frozen=True, slots=True)
class Handoff:
    """No hand is in sight; ``seat`` must act next.

    It is ``is_fresh`` for a moment where Space led to it, which would open the hand.
    """

    seat: Seat
    is_fresh: bool = False


@dataclass(frozen=True, slots=True)
class Choosing:
    """The player who looks must choose: ``cursor`` counts the options, from 0.

    It is None as long as nothing is chosen. The only card that may be played is chosen from the
    start, or once the table is not ``is_fresh`` any more where Enter may bounce or skip something.
    ``typed`` is the beginning of a card that is typed, None while none is.
    """

    cursor: int | None = None
    hint: Hint | None = None
    is_fresh: bool = False
    typed: str | None = None


@dataclass(frozen=True, slots=True)
class Thinking:
    """The partner must choose; the person's hand is in sight."""


@dataclass(frozen=True, slots=True)
class Animating:
    """Something moves on the board after a trick, and has come to one of its steps, from 0."""

    walk: Animation
    step: int = 0

    @property
    def is_finished(self) -> bool:
        """Whether the last step is shown."""
        return self.step == self.walk.steps - 1

    @property
    def at_last_step(self) -> Animating:
        """The last step."""
        return replace(self, step=self.walk.steps - 1)


@dataclass(frozen=True, slots=True)
class Paused:
    """A moment to see what a partner has done, before something moves or anything else happens."""

    walking: Animating | None = None


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """Between rounds: the team must choose, as in ``Choosing``, or the next round is to be dealt.

    ``advice`` is the partner's, once it was asked for. It is ``is_fresh`` for a moment where Space led
    to it, which deals.
    """

    cursor: int | None = None
    hint: Hint | None = None
    is_fresh: bool = False
    advice: Advice | None = None


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over: ``cursor`` counts what can be done next, as in ``Choosing``.

    ``entered`` says that the scores have the game. ``seeks_par`` says that two experts are
    playing its deals, and ``par`` is their score. ``counting`` is the game that counts
    for its day, if the deals were a day's. ``insight`` says what cost most, once a review was
    looked at. ``goals`` are those reached for the first time. ``scene`` counts the pictures
    that are still to be shown. ``more`` shows what is rarely done next, and the deals.
    """

    cursor: int | None = None
    entered: bool = False
    is_best: bool = False
    scene: int = 0
    more: bool = False
    seeks_par: bool = False
    par: Par | None = None
    counting: ScoreEntry | None = None
    insight: str = ""
    goals: tuple[Goal, ...] = ()


TableMode: TypeAlias = Handoff | Choosing | Thinking | Animating | Paused | RoundEnd | GameOver

EndAction: TypeAlias = tuple[str, Callable[[Any, Context], Transition]]
"""Something that can be done in the end: what its button says, and what it does."""


@dataclass(frozen=True, slots=True)
class TableState(ScreenWithHelp):
    """A game at a table, and what of it the screen shows: as it is played, or with a tutor."""

    has_table: ClassVar = True

    session: TableSession
    mode: TableMode

    @property
    def game_name(self) -> str:
        return self.session.game.header.game

    @property
    def saving(self) -> Effects:
        """What saves the game as it stands."""
        raise AssertionError("every table says what is saved")

    @property
    def end_actions(self) -> Sequence[EndAction]:
        """What can be done in the end, in the order of the buttons."""
        raise AssertionError("every table has an end")

    def agreement(self, glyphs: Glyphs) -> str:
        """Say what is proposed between rounds, where two people have a table each."""
        return ""

    @property
    def is_ready(self) -> bool:
        """Whether only the other player is waited for before the next round is dealt."""
        return False

    @property
    def has_text_to_read(self) -> bool:
        """Whether something over the table is to be read first."""
        return False

    @property
    def shows_outlook(self) -> bool:
        """Whether the table shows what the chosen option would do."""
        return True

    @property
    def allows_shortcuts(self) -> bool:
        """Whether one option may stand for several actions in a row."""
        return True

    def play(self, option: Any, context: Context) -> Transition:
        """Do what was chosen, and may be done."""
        raise AssertionError("something can be played at every table")

    def on_settled(self) -> Transition:
        """Return the table after a change, and what opens over it once nothing moves."""
        raise AssertionError("something follows at every table")

    @property
    def is_waiting(self) -> bool:
        """Whether something is being worked out for the table, now or once nothing moves."""
        match self.mode:
            case Thinking():
                return self.awaits_computer
            case GameOver(seeks_par=True):
                return True
            case Choosing(hint=Hint(thought=None)) | RoundEnd(hint=Hint(thought=None)):
                return True
            case RoundEnd(advice=Advice(thought=None)):
                return True
            case Paused() | Animating():
                return self.session.stage is Stage.PARTNER and self.awaits_computer
            case _:
                return False

    @property
    def awaits_computer(self) -> bool:
        """Whether it is the program that chooses for the other seat, and no person elsewhere."""
        return self.session.partner is not None

    @property
    def awaits_job(self) -> bool:
        """Whether an answer can be shown now: not while the last card or trick is looked at."""
        is_looked_at = self.has_text_to_read or isinstance(self.mode, Animating | Paused)
        return self.is_waiting and not is_looked_at

    @property
    def awaits_partner(self) -> bool:
        return isinstance(self.mode, Thinking)

    @property
    def shows_news(self) -> bool:
        """Whether what has happened is told above the hand, where nothing else is said."""
        return True

    @property
    def timeout(self) -> float | None:
        """After how many seconds something moves, or the table looks for an answer."""
        match self.mode:
            case _ if self.has_text_to_read:
                return None
            case Paused():
                return PAUSE_SECONDS
            case Animating() as walking if not walking.is_finished:
                return STEP_SECONDS
            case Animating() if self.is_skippable:
                return END_SECONDS
            case GameOver(entered=False):
                # Once its end can be seen: the scores may have to be waited for.
                return 0
            case GameOver(scene=pictures) if pictures:
                return STEP_SECONDS
            case GameOver(cursor=None):
                return FRESH_SECONDS
            case _ if self.is_just_shown:
                return FRESH_SECONDS
            case _:
                return TICK_SECONDS if self.awaits_job else None

    @property
    def decision_id(self) -> object:
        """What is shown, looked at, chosen or dealt: another one for each action."""
        turns = len(self.session.game.turns)
        return type(self.mode), self.is_skippable, self.is_just_shown, self.session.stage, turns

    @property
    def is_just_shown(self) -> bool:
        """Whether what is shown came up a moment ago by a key that does something else here."""
        return isinstance(self.mode, Handoff | Choosing | RoundEnd) and self.mode.is_fresh

    @property
    def is_skippable(self) -> bool:
        """Whether something moves, or a partner's card is shown.

        Beside a partner, what came of a trick stays until a key; two people have it before them
        while the keyboard changes hands.
        """
        match self.mode:
            case _ if self.has_text_to_read:
                return False
            case Animating() as walking:
                return not walking.is_finished or self.session.person is None
            case GameOver(scene=pictures):
                return pictures > 0
            case shows:
                return isinstance(shows, Paused)

    @property
    def nothing_at_stake(self) -> bool:
        """True in solo play, and where two people see no hand; the end of a game is to be seen."""
        is_solo = self.session.person is not None and not isinstance(self.mode, GameOver)
        return not self.is_just_shown and (is_solo or isinstance(self.mode, RoundEnd))

    @property
    def turns_pages(self) -> bool:
        return self.has_text_to_read or (isinstance(self.mode, Animating) and not self.is_skippable)


@dataclass(frozen=True, slots=True)
class SavedTable(TableState):
    """A game at the table that is saved as it is played.

    ``warned`` says that the players have been shown that the game cannot be won any more.
    ``after_saving`` is what a player wants to do that needs the game to be saved. ``leads_to`` is
    where leaving it leads.
    """

    saved: SavedGame
    warned: bool = False
    after_saving: Effect | None = None
    leads_to: Exit = Exit.PROGRAM

    @property
    def saving(self) -> Effects:
        return (SaveGame(self.session.game, self.saved),)

    @property
    def is_saved(self) -> bool:
        """Whether the game, this very value, was read from its file or written to it last."""
        return self.saved.game is self.session.game

    @property
    def command(self) -> str:
        """The command that resumes the game; "" is the usual one."""
        return ""


TableStateT = TypeVar("TableStateT", bound=TableState)


def mode_for(session: TableSession) -> TableMode:
    """Return what a table shows while nothing moves."""
    pending, viewer = session.game.pending, session.visible_seat
    if pending is None:
        return GameOver()
    if pending.seat is None:
        return RoundEnd()
    if viewer is None:
        return Handoff(pending.seat)
    return Choosing(only_option_index(session)) if pending.seat is viewer else Thinking()


def only_option_index(session: TableSession) -> int | None:
    """Return the number of the one option that the seat that looks has; None if it has several."""
    if session.visible_seat is None:
        return None
    seen = observe_game(session.game, session.visible_seat)
    choices = seen.distinct_choices
    if len(choices) > 1:
        return None
    return options_with_shortcuts(session.game.rules, seen).index(choices[0])


def deselected_after_enter(shows: TableMode) -> TableMode:
    """Return what a table shows where Enter may bounce, or skip something: nothing is chosen."""
    match shows:
        case Choosing(cursor=int()):
            return Choosing(is_fresh=True)
        case _:
            return shows


def deselected_after_space(shows: TableMode) -> TableMode:
    """Return what a table shows after Space, which may bounce."""
    match shows:
        case Handoff() | RoundEnd():
            return replace(shows, is_fresh=True)
        case _:
            return shows
