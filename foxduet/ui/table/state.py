"""A game at the table, the mode of its screen, and the drawings that each game provides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, TypeVar

from foxduet.core.cards import Exchange, Play, Seat
from foxduet.core.engine import AnyRuleSet
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import DRAWING, load_part
from foxduet.play.game import Game, Names, Turn
from foxduet.play.table_session import Stage, TableSession, observe_game, play_last_cards
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit.canvas import Canvas, Style
from foxduet.ui.kit.effects import SaveGame
from foxduet.ui.kit.pages import ScreenWithHelp
from foxduet.ui.kit.screen import TICK_SECONDS, Context, Effects, Transition
from foxduet.words.game_words import table_words
from foxduet.words.i18n import _
from foxduet.words.text import Glyphs

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought
    from foxduet.analysis.standings import Goal
    from foxduet.store.score_entries import Par, ScoreEntry
    from foxduet.ui.kit.screen import Effect


def is_team_choosing(screen: TableState) -> bool:
    """True if the team must choose between rounds."""
    return isinstance(screen.mode, RoundEnd) and screen.session.stage is Stage.TEAM


def can_close_hands(screen: TableState) -> bool:
    """True if a round with open hands is over, and only the next deal is due."""
    session = screen.session
    is_due = isinstance(screen.mode, RoundEnd) and session.stage is Stage.BETWEEN_ROUNDS
    return is_due and session.has_open_hands and session.game.round > 0


def ready_to_deal(screen: TableState) -> str:
    """Say which key deals the next round."""
    if not screen.session.game.round:
        return _("Press Space to deal the cards.")
    return _("Press Space to deal the next round.")


def table_options(screen: TableState) -> tuple[Any, ...]:
    """Return the options that the cursor visits at a decision, or after a game."""
    session = screen.session
    if isinstance(screen.mode, GameOver):
        return tuple(screen.end_actions)
    rules = session.game.rules
    if isinstance(screen.mode, OpenChoice) and session.actor is not None:
        return cursor_options(observe_game(session.game, session.actor))
    if session.visible_seat is None:
        return tuple(rules.legal_actions(session.state))
    seen = observe_game(session.game, session.visible_seat)
    return options_with_shortcuts(rules, seen) if screen.allows_shortcuts else cursor_options(seen)


HOUSE_KEY, HOUSE_MEMORY = "house", "memory"
"""Key and value in records of the house rule that lists the played cards."""


def table_drawing(game: str) -> TableDrawing:
    """Return the drawings of a game by its name."""
    art: TableDrawing = load_part(game, DRAWING)
    return art


class TableDrawing(Protocol):
    """The drawings that a game provides in its module ``table``."""

    def draw_board(self, canvas: Canvas, moment: Any, names: Names, marks: Marks) -> None:
        """Draw the board of a state or an observation, with marks."""

    def marks(
        self, observation: Any, options: tuple[Any, ...], chosen: Any, glyphs: Glyphs
    ) -> Marks:
        """Mark where the chosen option of an observation could lead."""

    def reach_marks(self, observation: Any, chosen: Any, glyphs: Glyphs) -> Marks:
        """Mark where the leader's chosen card could lead, whatever follows; empty for others."""

    def team_marks(self, state: Any, chosen: Any, glyphs: Glyphs) -> Marks:
        """Mark the changes that a choice of the team would make in a state."""

    def animation_of(self, before: Any, turn: Turn) -> Animation | None:
        """Return the animation of a turn from a state, None if nothing moved."""

    def draw_animation_step(self, canvas: Canvas, game: Game, walk: Any, step: int) -> None:
        """Draw header, board and trick at a step of a walk, from 0."""

    # Only games with words for an interlude have these two.
    def interlude_pictures(self, game: Game, moment: Moment) -> Sequence[Any]:
        """Return the pictures that lead to the board of a game between rounds; may be empty."""

    def draw_interlude(self, canvas: Canvas, game: Game, mode: RoundEnd, chosen: Any) -> None:
        """Draw header and board between rounds, with the chosen option of the team or None."""

    def count_ending_pictures(self, game: Game) -> int:
        """Return the number of pictures in the scene that ends a game, 1 without animation."""

    def draw_ending(self, canvas: Canvas, game: Game, row: int, left: int, picture: int) -> int:
        """Draw a picture of the scene, from 1, in 80 columns; return its rows."""


Marks: TypeAlias = Mapping[int, tuple[str, Style]]
"""Short labels at places of the board, with their styles."""


class Animation(Protocol):
    """A movement on the board after a trick, step by step."""

    @property
    def steps(self) -> int:
        """The number of pictures; the last one stays for a moment."""


def options_with_shortcuts(rules: AnyRuleSet, observation: Any) -> tuple[Any, ...]:
    """Return the options of a player, with the shortcuts for several actions in a row.

    A shortcut for a single action replaces it.
    """
    shortcuts = rules.shortcuts(observation)
    replaced = shortcuts.values()
    options = [option for option in cursor_options(observation) if (option,) not in replaced]
    return (*options, *shortcuts)


def cursor_options(observation: Any) -> tuple[Any, ...]:
    """Return the options that the cursor visits: distinct legal actions, or all cards of a hand.

    Cards that may not be played are included so that the table can explain why not.
    """
    if isinstance(observation.choices[0], Play):
        return tuple(Play(observation.seat, card) for card in observation.hand)
    return tuple(observation.distinct_choices)


def keeps_decree(option: Any) -> bool:
    """True if an option keeps the decree, which has its own key."""
    return isinstance(option, Exchange) and option.card is None


MAX_HINT_STEPS = 3
STEP_SECONDS = 0.16
STEP_SECONDS_FOR_TWO, END_SECONDS_FOR_TWO = 0.26, 0.8
LOOK_SECONDS, WATCH_SECONDS = 0.7, 4.0
"""Time that two people have to look at a trick, at least, and until pieces move ``soon``."""
PAUSE_SECONDS = 1.0
MAX_GAMES_WITH_REACH = 3
PICTURE_SECONDS, TALK_SECONDS = 0.3, 1.0
"""Time of a picture between rounds, and until a key ends the talk of two people."""
FRESH_SECONDS = 0.4


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for the player who chooses: its first ``steps`` of three, once it has a thought.

    patience: how many times the usual limit the search may take.
    """

    thought: Thought | None = None
    steps: int = 1
    patience: int = 1


@dataclass(frozen=True, slots=True)
class Advice:
    """The partner's advice for a team decision; ``thought`` is None until it comes."""

    thought: Thought | None = None


class Exit(Enum):
    """Where leaving a table leads; depends on whether a command or a screen opened it."""

    PROGRAM = "the end of the program"
    TITLE = "the title"
    REVIEW = "the review that it is a branch of"


@dataclass(frozen=True, slots=True)
class BranchClosed:
    """A branch of a reviewed game was left, or is finished."""

    saved: SavedGame
    is_unfinished: bool


@dataclass(frozen=True, slots=True)
class ReviewClosed:
    """The review of a game was left; ``insight`` is its main sentence, "" if unknown."""

    insight: str


class Question(Enum):
    """Questions before irrevocable steps."""

    LEAVE = "leave the game"
    RESIGN = "resign"
    HOPELESS = "resign, for the game cannot be won"
    LOSES = "do what surely loses the game"
    PRACTICE = "take back in a game that becomes one for practice"
    CLOSE_HANDS = "play on with closed hands"


@dataclass(frozen=True, slots=True)
class Handoff:
    """No hand is visible; ``seat`` must act next.

    is_fresh: for a moment after Space led here, as a bounce would open the hand.
    """

    seat: Seat
    is_fresh: bool = False


@dataclass(frozen=True, slots=True)
class Choosing:
    """The visible seat must choose.

    cursor: index of the selected option; None if none is selected. An only option is selected from
        the start, or once ``is_fresh`` ends.
    is_fresh: for a moment after Enter led here, as a bounce would play the only option.
    typed: the typed beginning of a card; None unless the player types.
    shows_reach: the player opened the help, so the board shows where the selected card could lead.
    """

    cursor: int | None = None
    hint: Hint | None = None
    is_fresh: bool = False
    typed: str | None = None
    shows_reach: bool = False


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """One of two people must choose among options that both see; no hand is visible.

    cursor: as in ``Choosing``.
    was_visible: the hand of the player was visible until now; in plain mode it stays so.
    """

    cursor: int | None = None
    was_visible: bool = False


@dataclass(frozen=True, slots=True)
class LastCards:
    """Two people hold one card each, and no choice is left; no hand is visible.

    is_fresh: for a moment, as a bounce of Space would play both cards.
    """

    is_fresh: bool = True


@dataclass(frozen=True, slots=True)
class Thinking:
    """The partner must choose; the person's hand is visible."""


@dataclass(frozen=True, slots=True)
class Animating:
    """An animation on the board after a trick, at ``step`` (from 0).

    At step -1, both cards have just appeared.
    """

    walk: Animation
    step: int = 0

    @property
    def is_finished(self) -> bool:
        return self.step == self.walk.steps - 1

    @property
    def at_last_step(self) -> Animating:
        return replace(self, step=self.walk.steps - 1)


@dataclass(frozen=True, slots=True)
class Paused:
    """A moment to see a partner's action, before its animation or anything else follows."""

    walking: Animating | None = None


@dataclass(frozen=True, slots=True)
class Together:
    """Two people look at a whole trick after one has looked away; no hand is visible.

    walking: the animation that follows.
    is_fresh: for a moment after the card, as Space pressed from habit would start the animation.
    soon: the animation starts without a key after a while.
    """

    walking: Animating
    is_fresh: bool = True
    soon: bool = False


class Moment(Enum):
    """The moments between two rounds, in order."""

    SUPPLY = "the round adds pieces to the board"
    CHANGE = "the team, or the rules alone, change the board"
    TALK = "the players may talk until the deal"


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """Between rounds: the team must choose, as in ``Choosing``, or the next round must be dealt.

    scene: number of pictures of the moment that are still to come.
    is_fresh: for a moment after Space led here, as a bounce would deal.
    advice: the partner's, once the player asks for it.
    figures: show the results of the round, item by item.
    """

    moment: Moment = Moment.TALK
    cursor: int | None = None
    hint: Hint | None = None
    is_fresh: bool = False
    advice: Advice | None = None
    scene: int = 0
    figures: bool = False


@dataclass(frozen=True, slots=True)
class GameOver:
    """The game is over; ``cursor`` selects an end action, as in ``Choosing``.

    entered: the scores have the game.
    scene: number of pictures of the scene that are still to come.
    more: show the rarer end actions, and the seed.
    seeks_par, par: two experts are playing the deals; their score.
    counting: for daily deals, the game that counts for the day.
    insight: the review's most important sentence, once a review was read.
    goals: goals reached for the first time.
    missing_wins: wins still needed at this rung before the next rung is proposed.
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
    missing_wins: int = 0


TableMode: TypeAlias = (
    Handoff
    | Choosing
    | OpenChoice
    | LastCards
    | Thinking
    | Animating
    | Paused
    | Together
    | RoundEnd
    | GameOver
)

EndAction: TypeAlias = tuple[str, Callable[[Any, Context], Transition]]
"""An action after a game: the label of its button, and its handler."""


@dataclass(frozen=True, slots=True)
class TableState(ScreenWithHelp):
    """A game at a table and the mode of its screen, in play or with a tutor."""

    has_table: ClassVar = True

    session: TableSession
    mode: TableMode

    @property
    def game_name(self) -> str:
        return self.session.game.header.game

    @property
    def saving(self) -> Effects:
        """The effects that save the game."""
        raise AssertionError("every table says what is saved")

    @property
    def end_actions(self) -> Sequence[EndAction]:
        """The actions after a game, in the order of the buttons."""
        raise AssertionError("every table has an end")

    def agreement(self, glyphs: Glyphs) -> str:
        """Describe the players' proposals at two terminals between rounds; "" at one table."""
        return ""

    @property
    def is_ready(self) -> bool:
        """True if the next round waits only for the other player."""
        return False

    @property
    def has_text_to_read(self) -> bool:
        """True if the player must first read a text over the table."""
        return False

    @property
    def shows_reach(self) -> bool:
        """True if the board shows where the leader's selected card could lead."""
        return False

    @property
    def shows_outlook(self) -> bool:
        """True if the table shows the effect of the selected option."""
        return True

    @property
    def has_interlude(self) -> bool:
        """True if scenes on the board lead from one round to the next."""
        return False

    @property
    def allows_shortcuts(self) -> bool:
        """True if an option may combine several actions in a row."""
        return True

    def play(self, option: Any, context: Context) -> Transition:
        """Play a legal option."""
        raise AssertionError("something can be played at every table")

    def on_settled(self) -> Transition:
        """Return the table after a change, with a due question over it."""
        raise AssertionError("something follows at every table")

    @property
    def is_waiting(self) -> bool:
        """True if the table needs a job, now or once nothing moves."""
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
        """True if the program chooses for the other seat, not a person elsewhere."""
        return self.session.partner is not None

    @property
    def awaits_job(self) -> bool:
        """True if the table needs a job and can show its answer: no text, pause or animation."""
        is_watched = self.has_text_to_read or isinstance(self.mode, Animating | Paused)
        return self.is_waiting and not is_watched

    @property
    def awaits_partner(self) -> bool:
        return isinstance(self.mode, Thinking)

    @property
    def shows_news(self) -> bool:
        """True if the space above the hand shows the news."""
        return True

    @property
    def timeout(self) -> float | None:
        match self.mode:
            case _ if self.has_text_to_read:
                return None
            case Paused():
                return PAUSE_SECONDS
            case Animating(step=-1):
                return LOOK_SECONDS
            case Animating() as walking if not walking.is_finished:
                return STEP_SECONDS if self.session.person is not None else STEP_SECONDS_FOR_TWO
            case Animating() if self.is_skippable:
                return END_SECONDS_FOR_TWO
            case Together(is_fresh=True):
                return LOOK_SECONDS
            case Together(soon=True):
                return WATCH_SECONDS
            case RoundEnd(scene=pictures) if pictures:
                return PICTURE_SECONDS
            case RoundEnd(Moment.TALK, is_fresh=True) if self.has_talk:
                return TALK_SECONDS
            case GameOver(entered=False):
                # After the end is drawn, since entering the score may take long.
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
        """Changes with the mode, and with each action."""
        turns = len(self.session.game.turns)
        return type(self.mode), self.is_skippable, self.is_just_shown, self.session.stage, turns

    @property
    def is_just_shown(self) -> bool:
        """True for a moment after a key led here that does something else here."""
        return (
            isinstance(self.mode, Handoff | Choosing | LastCards | Together | RoundEnd)
            and self.mode.is_fresh
        )

    @property
    def is_skippable(self) -> bool:
        """True during a scene or an animation, or the pause after a partner's card.

        The end of an animation stays until a key in solo play, and for two people after the last
        trick of a round; after other tricks, two people see it again at the hand-off.
        """
        match self.mode:
            case _ if self.has_text_to_read:
                return False
            case Animating() as walking:
                return not walking.is_finished or not self.stays_until_key
            case RoundEnd(scene=pictures) | GameOver(scene=pictures):
                return pictures > 0
            case shows:
                return isinstance(shows, Paused)

    @property
    def nothing_at_stake(self) -> bool:
        """True before the end if no key opens a hand, and while two people watch or talk."""
        match self.mode:
            case _ if self.is_just_shown:
                return False
            case Together() | RoundEnd() | Animating(is_finished=True):
                return True
            case mode:
                return not self.session.uses_handoffs and not isinstance(mode, GameOver)

    @property
    def has_talk(self) -> bool:
        """True if two people may talk between rounds on a screen of its own."""
        return self.has_interlude and self.session.person is None

    @property
    def stays_until_key(self) -> bool:
        """True if the end of an animation stays until a key: in solo play, or after a round."""
        return self.session.person is not None or self.session.actor is None

    @property
    def turns_pages(self) -> bool:
        return self.has_text_to_read or (isinstance(self.mode, Animating) and not self.is_skippable)


@dataclass(frozen=True, slots=True)
class SavedTable(TableState):
    """A game at the table that is saved after each action.

    warned: the players know that they can no longer win.
    after_saving: the effect to perform once the game is saved.
    pair_games: number of games that the two people had finished; None if unknown, or solo.
    """

    saved: SavedGame
    warned: bool = False
    after_saving: Effect | None = None
    leads_to: Exit = Exit.PROGRAM
    pair_games: int | None = None

    @property
    def saving(self) -> Effects:
        return (SaveGame(self.session.game, self.saved),)

    @property
    def has_interlude(self) -> bool:
        """True if scenes on the board lead to the next round; not at two terminals."""
        is_shown = self.session.own_seat is None and self.session.game.round > 0
        return is_shown and table_words(self.game_name).interlude is not None

    @property
    def is_saved(self) -> bool:
        """True if this very game value was last read from its file or written to it."""
        return self.saved.game is self.session.game

    @property
    def is_leading(self) -> bool:
        is_card = isinstance(self.mode, Choosing) and isinstance(table_options(self)[0], Play)
        return is_card and self.session.state.table.trick.lead is None

    @property
    def shows_reach(self) -> bool:
        if isinstance(self.mode, Choosing) and self.mode.shows_reach:
            return True
        is_new_pair = self.pair_games is not None and self.pair_games < MAX_GAMES_WITH_REACH
        return is_new_pair or self.session.game.header.is_practice

    @property
    def command(self) -> str:
        """The command that resumes the game; "" for the default."""
        return ""


TableStateT = TypeVar("TableStateT", bound=TableState)


def mode_for(session: TableSession) -> TableMode:
    """Return the mode of a table while nothing moves."""
    pending, viewer = session.game.pending, session.visible_seat
    if pending is None:
        return GameOver()
    if pending.seat is None:
        return RoundEnd(Moment.TALK if pending.choice.is_deal else Moment.CHANGE)
    if viewer is None:
        return _mode_between_people(session) or Handoff(pending.seat)
    return Choosing(only_option_index(session)) if pending.seat is viewer else Thinking()


def _mode_between_people(session: TableSession) -> OpenChoice | LastCards | None:
    """Return the mode of two people who need no hand now; None if a hand must be opened."""
    pending = session.game.pending
    if not session.uses_handoffs or pending is None:
        return None
    if pending.choice.is_open:
        return OpenChoice()
    return None if play_last_cards(session) is None else LastCards()


def play_moment(session: TableSession, moment: Moment) -> RoundEnd:
    """Return the first picture of a moment between rounds, or its end if it has no pictures."""
    pictures = table_drawing(session.game.header.game).interlude_pictures(session.game, moment)
    if not pictures:
        return end_moment(session, moment)
    return RoundEnd(moment, is_fresh=True, scene=len(pictures))


def end_moment(session: TableSession, moment: Moment) -> RoundEnd:
    """Return the end of a moment between rounds if it stays until a key, or else the next moment.

    A change that the players did not choose stays for two people, who have not read why.
    """
    match moment:
        case Moment.SUPPLY:
            return play_moment(session, Moment.CHANGE)
        case Moment.CHANGE if session.stage is Stage.TEAM or not (
            session.person is not None or was_chosen_by_team(session)
        ):
            return RoundEnd(moment, is_fresh=True)
        case _:
            return RoundEnd(is_fresh=True)


def was_chosen_by_team(session: TableSession) -> bool:
    """True if the team chose the last action together."""
    return getattr(session.game.turns[-1].action, "seat", None) is None


def only_option_index(session: TableSession) -> int | None:
    """Return the index of the visible seat's only option; None if it has several."""
    if session.visible_seat is None:
        return None
    seen = observe_game(session.game, session.visible_seat)
    choices = seen.distinct_choices
    if len(choices) > 1:
        return None
    return options_with_shortcuts(session.game.rules, seen).index(choices[0])


def guard_after_enter(shows: TableMode) -> TableMode:
    """Return a mode with nothing selected, as Enter may bounce or skip something."""
    match shows:
        case Choosing(cursor=int()):
            return Choosing(is_fresh=True)
        case _:
            return shows


def guard_after_space(shows: TableMode) -> TableMode:
    """Return a mode that is fresh for a moment, as Space may bounce."""
    match shows:
        case Handoff() | RoundEnd():
            return replace(shows, is_fresh=True)
        case _:
            return shows
