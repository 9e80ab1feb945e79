"""The state of a game, including hidden cards, its actions, and its events.

Each action has one spelling: ``parse_action`` rejects text that ``format_action`` does not return.

GiftOffered is a private event: show a seat only ``redact(event, seat)``.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import TypeAlias

from foxduet.core import cards
from foxduet.core.cards import (
    CardPlayed,
    Deal,
    Decision,
    DecreeChanged,
    DecreeKept,
    Exchange,
    Play,
    RoundDealt,
    RoundEnded,
    Seat,
    Trick,
    TrickWon,
)
from foxduet.core.errors import N_, NotationError
from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.notation import SEAT, ActionNotation, Verb, Word, make_card_notation
from foxduet.games.duet.rules.cards import (
    BOARDS,
    DECK,
    Ability,
    Board,
    Card,
    ForestPath,
    Hands,
    Suit,
    format_move,
)


@dataclass(frozen=True, slots=True)
class Foxes:
    """Having played Foxes, name the seat that may exchange the decree (R5.1)."""

    seat: Seat
    swapper: Seat


@dataclass(frozen=True, slots=True)
class Give:
    """Choose a card to give for a Gift (R5.2)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Move:
    """Choose a possible move of the tracker; + is toward p2's end (R7.4)."""

    seat: Seat
    steps: int


@dataclass(frozen=True, slots=True)
class Forest:
    """Together, choose the end whose last space the forest token covers (R8.3)."""

    end: Seat


@dataclass(frozen=True, slots=True)
class Resign:
    """Together, give up the game (R9.1)."""


Action: TypeAlias = Deal[Card] | Play[Card] | Foxes | Exchange[Card] | Give | Move | Forest | Resign


class Choice(cards.Choice):
    """The kind of action that is due; the team decides on the forest, chance on a deal."""

    DEAL = cards.DEAL
    PLAY = "play"
    FOXES = "foxes"
    EXCHANGE = "exchange"
    GIVE = "give"
    MOVE = "move"
    FOREST = "forest"

    @property
    def is_open(self) -> bool:
        return self is Choice.MOVE


Due: TypeAlias = Decision[Choice]
"""A decision that a seat, the team or chance must make."""

# Actions and decisions are shared, to save creating them in each trick.
PLAYS = tuple(tuple(Play(seat, card) for card in DECK) for seat in Seat)
GIVES = tuple(tuple(Give(seat, card) for card in DECK) for seat in Seat)
EXCHANGES = tuple(tuple(Exchange(seat, card) for card in DECK) for seat in Seat)
KEEPS: tuple[Exchange[Card], ...] = tuple(Exchange(seat, None) for seat in Seat)
NAMINGS = tuple(tuple(Foxes(seat, named) for named in Seat) for seat in Seat)
FORESTS = tuple(Forest(end) for end in Seat)

DEAL_DUE = Decision(Choice.DEAL)
FOREST_DUE = Decision(Choice.FOREST)
PLAY_DUE = tuple(Decision(Choice.PLAY, seat) for seat in Seat)
FOXES_DUE = tuple(Decision(Choice.FOXES, seat) for seat in Seat)
EXCHANGE_DUE = tuple(Decision(Choice.EXCHANGE, seat) for seat in Seat)
GIVE_DUE = tuple(Decision(Choice.GIVE, seat) for seat in Seat)
MOVE_DUE = tuple(Decision(Choice.MOVE, seat) for seat in Seat)

DECISIONS: tuple[Due, ...] = (
    DEAL_DUE,
    FOREST_DUE,
    *(due for pair in (PLAY_DUE, FOXES_DUE, EXCHANGE_DUE, GIVE_DUE, MOVE_DUE) for due in pair),
)
"""All possible decisions."""


Cards: TypeAlias = tuple[Card | None, ...]
"""Cards in any order; None for a hidden card."""

CARDS = make_card_notation(
    DECK,
    ranks="123456789T",
    suits="drs",
    not_a_card=N_(
        "'{text}' is not a card; a card is a rank 1-9 or T and a suit d, r or s, like 7d"
    ),
)


def _parse_steps(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        template = N_("'{text}' is not a move; a move is like +3, -2 or 0")
        raise NotationError(template, text=text) from None


ACTIONS: ActionNotation[Card, Action] = ActionNotation(
    CARDS,
    verbs=(
        Verb("play", Play, (SEAT, CARDS.card)),
        Verb("foxes", Foxes, (SEAT, SEAT)),
        Verb("exchange", Exchange, (SEAT, CARDS.card_or_none)),
        Verb("give", Give, (SEAT, CARDS.card)),
        Verb("move", Move, (SEAT, Word(_parse_steps, format_move))),
        Verb("forest", Forest, (SEAT,), is_team=True),
        Verb("resign", Resign, (), is_team=True),
    ),
    not_an_action=N_(
        "'{text}' is not an action; actions are deal, play, foxes, exchange, give, "
        "move, forest and resign, like 'p1 play 7d'"
    ),
)
format_action = ACTIONS.format
# Records repeat the same few actions.
parse_action = lru_cache(maxsize=512)(ACTIONS.parse)


ROUNDS = 3
TRICKS = 11
HAND_SIZE = 11
STOCK_SIZE = 7


@dataclass(frozen=True, slots=True)
class Setup:
    """The options of a game.

    level: 1-3; counts for the score even on a custom board.
    own_board: a custom board; None for the board of the level.
    """

    level: int
    own_board: Board | None = None

    @property
    def board(self) -> Board:
        return self.own_board or BOARDS[self.level]


class Outcome(Enum):
    """How a game ended (R9.1)."""

    VICTORY = "victory"
    LOST = "lost"
    OUT_OF_TIME = "out-of-time"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Table:
    """The public part of a state, with the public facts that a seat may remember (R10.1).

    pending, outcome: ``pending`` is None once the game is over, ``outcome`` until then.
    round: from 1; 0 before the first deal.
    trick: the current trick; None if no round is in progress.
    known: for each seat, cards of the other seat that it gave or saw taken, even if offered.
    voids: for each seat, suits in which it has shown to hold only cards that the other seat knows.
        A void lasts for the round: the other seat knows any card of the suit that comes later.
    """

    setup: Setup
    path: ForestPath
    reserve: int
    pending: Due | None
    round: int = 0
    tricks_done: int = 0
    dealer: Seat | None = None
    decree: Card | None = None
    trick: Trick[Card] | None = None
    outcome: Outcome | None = None
    known: Hands = ((), ())
    voids: tuple[tuple[Suit, ...], tuple[Suit, ...]] = ((), ())

    @property
    def trump(self) -> Suit:
        """Suit of the decree; an error before the first deal."""
        assert self.decree is not None, "there is no trump before the first deal"
        return self.decree.suit

    @property
    def in_trick(self) -> tuple[Trick[Card], Card]:
        """The current trick and the decree; an error unless a round is in progress."""
        assert self.trick is not None, "a trick is under way"
        assert self.decree is not None, "a round is under way"
        return self.trick, self.decree

    @property
    def lead(self) -> Card | None:
        """The card led to the current trick, or None."""
        return self.trick.lead if self.trick is not None else None


@dataclass(frozen=True, slots=True)
class GameState:
    """A moment of a game, with the hidden cards.

    offer: the first card of a Gift while the second is awaited; it is in no hand.
    """

    table: Table
    hands: Hands = ((), ())
    stock: tuple[Card, ...] = ()
    offer: Card | None = None


@dataclass(frozen=True, slots=True)
class AbilityLapsed:
    """``seat`` played Foxes or a Gift, but the hands have too few cards left for it (R5)."""

    seat: Seat
    ability: Ability


@dataclass(frozen=True, slots=True)
class SeatNamed:
    """``seat`` played Foxes and named ``swapper``, which cannot exchange if ``hand_empty``."""

    seat: Seat
    swapper: Seat
    hand_empty: bool


@dataclass(frozen=True, slots=True)
class GiftOffered:
    """``seat`` chose its card for a Gift; ``card`` is None to the other seat (R5.2)."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class GiftsExchanged:
    """The seats exchanged cards; ``given[seat]`` is the card from ``seat`` (R5.2)."""

    gifts: tuple[Card, Card]


@dataclass(frozen=True, slots=True)
class MoveChanged:
    """``winner`` turned the fox around, by a Musician, or left out paws, by a Gazelle (R7).

    There is no such event if the fox walks all paws toward the winner.
    """

    winner: Seat
    turned: bool
    skipped_paws: int


@dataclass(frozen=True, slots=True)
class TrackerMoved:
    """The tracker moved from space ``start`` to ``end``, possibly the same (R7.1)."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PathOverrun:
    """The tracker would have moved ``steps`` from ``start``, beyond the path at ``end`` (R7.5)."""

    start: int
    steps: int
    end: Seat


@dataclass(frozen=True, slots=True)
class TrackerReset:
    """The tracker went back to the start, ``space`` (R7.5)."""

    space: int


@dataclass(frozen=True, slots=True)
class SpaceCovered:
    """A forest token covered ``space``, the last of ``end``; its ``gems`` slid to ``target``.

    forced: a token between rounds that could go to this end only (R7.8, R8.3).
    """

    space: int
    end: Seat
    gems: int
    target: int
    forced: bool = False


@dataclass(frozen=True, slots=True)
class GemCollected:
    """The team took a gem from ``space``; ``gems_left`` gems remain on the path (R7.6)."""

    space: int
    gems_left: int


@dataclass(frozen=True, slots=True)
class GemsAdded:
    """Each of ``spaces`` got a gem, in this order (R8.2)."""

    spaces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; ``score`` is set after a victory (R9)."""

    outcome: Outcome
    score: int | None


Event: TypeAlias = (
    RoundDealt[Card]
    | CardPlayed[Card]
    | AbilityLapsed
    | SeatNamed
    | DecreeChanged[Card]
    | DecreeKept
    | GiftOffered
    | GiftsExchanged
    | TrickWon[Card]
    | MoveChanged
    | TrackerMoved
    | PathOverrun
    | TrackerReset
    | SpaceCovered
    | GemCollected
    | RoundEnded
    | GemsAdded
    | GameEnded
)
