"""The whole state of a game, hidden cards included; only the engine makes new ones."""

from __future__ import annotations

from enum import Enum

from foxduet.core.common import Seat, Trick
from foxduet.core.frozen import dataclass
from foxduet.games.duet.rules.actions import Due
from foxduet.games.duet.rules.board import BOARDS, Board, ForestPath
from foxduet.games.duet.rules.cards import Card, Hands, Suit

ROUNDS = 3
TRICKS = 11
HAND_SIZE = 11


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
