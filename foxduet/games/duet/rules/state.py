"""The whole state of a game, hidden cards included, its actions, and its events.

Each value has one spelling: a parser refuses what its formatter would not have written.

One kind of event is private, GiftOffered: show a seat ``redact(event, seat)`` only.
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
from foxduet.core.notation import SEAT, ActionNotation, Verb, Word, card_notation
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
    named: Seat


@dataclass(frozen=True, slots=True)
class Give:
    """Choose the card to give for a Gift (R5.2)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Move:
    """Choose among the possible moves of the tracker; + is toward p2's end (R7.4)."""

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
    """What kind of action is due; the team together decides on the forest, chance on a deal."""

    DEAL = cards.DEAL
    PLAY = "play"
    FOXES = "foxes"
    EXCHANGE = "exchange"
    GIVE = "give"
    MOVE = "move"
    FOREST = "forest"


Due: TypeAlias = Decision[Choice]
"""What a seat, the team or chance must decide."""

# Actions and decisions are values: the same few are shared instead of made for each trick.
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
"""All that can be due."""


Cards: TypeAlias = tuple[Card | None, ...]
"""Cards in any order; None is a card that is hidden from the seat whose view it is."""

CARDS = card_notation(
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
    """What is agreed on before the first deal.

    ``level`` (1-3) counts for the score; ``own_board`` is a custom board, None for the level's.
    """

    level: int
    own_board: Board | None = None

    @property
    def board(self) -> Board:
        """The board to play on."""
        return self.own_board or BOARDS[self.level]


class Outcome(Enum):
    """How a game ended (R9.1)."""

    VICTORY = "victory"
    LOST = "lost"
    OUT_OF_TIME = "out-of-time"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Table:
    """What both seats know (R10.1).

    ``round`` is 0 before the first deal, ``tricks_done`` counts those of the round (0-11).
    ``trick`` is None when none is under way, ``pending`` is None and ``outcome`` set when the
    game is over.

    Within a round both remember: ``known[seat]`` are cards that the *other* seat holds (or
    offers) and ``seat`` gave it or saw it take; ``voids[seat]`` are suits of which ``seat`` has
    shown to hold no card but those that the other knows. Such a void lasts for the round: any
    card of the suit that comes to the seat later is known to the other.
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
        """The decree's suit, after the first deal only."""
        assert self.decree is not None, "there is no trump before the first deal"
        return self.decree.suit

    @property
    def in_trick(self) -> tuple[Trick[Card], Card]:
        """The trick under way and the decree, which there are wherever a seat decides."""
        assert self.trick is not None, "a trick is under way"
        assert self.decree is not None, "a round is under way"
        return self.trick, self.decree

    @property
    def lead(self) -> Card | None:
        """The card that was led to the trick under way, None if there is none."""
        return self.trick.lead if self.trick is not None else None


@dataclass(frozen=True, slots=True)
class GameState:
    """One moment of a game: what lies open, and what does not.

    ``offer`` is the first card of a Gift while the second is awaited.
    """

    table: Table
    hands: Hands = ((), ())
    stock: tuple[Card, ...] = ()
    offer: Card | None = None


@dataclass(frozen=True, slots=True)
class AbilityLapsed:
    """``seat`` played Foxes or a Gift, to which the hands have too few cards left (R5)."""

    seat: Seat
    ability: Ability


@dataclass(frozen=True, slots=True)
class SeatNamed:
    """``seat`` played Foxes and named ``named``, which cannot exchange if ``hand_empty``."""

    seat: Seat
    named: Seat
    hand_empty: bool


@dataclass(frozen=True, slots=True)
class GiftOffered:
    """``seat`` chose its card for a Gift; ``card`` is None to the other seat (R5.2)."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class GiftsExchanged:
    """Each seat got the other's card; ``given[seat]`` is what ``seat`` gave (R5.2)."""

    given: tuple[Card, Card]


@dataclass(frozen=True, slots=True)
class MoveChanged:
    """``winner`` moves toward the other end, by a Musician, or leaves paws out, by a Gazelle (R7).

    Only of a move that is not that of all paws toward the winner.
    """

    winner: Seat
    turned: bool
    left_out: int


@dataclass(frozen=True, slots=True)
class TrackerMoved:
    """The tracker moved from space ``start`` to ``end``, maybe the same (R7.1)."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PathOverrun:
    """From ``start`` the tracker would have moved ``steps``, beyond the path at ``end`` (R7.5)."""

    start: int
    steps: int
    end: Seat


@dataclass(frozen=True, slots=True)
class TrackerReset:
    """The tracker was put back on the start, ``space`` (R7.5)."""

    space: int


@dataclass(frozen=True, slots=True)
class SpaceCovered:
    """A forest token covers ``space``, the last one of ``end``; ``gems`` of it slid to ``to``.

    ``forced`` is a token between rounds that could go to this end only (R7.8, R8.3).
    """

    space: int
    end: Seat
    gems: int
    to: int
    forced: bool = False


@dataclass(frozen=True, slots=True)
class GemCollected:
    """A gem was taken from ``space``; ``left`` gems remain on the path (R7.6)."""

    space: int
    left: int


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
