"""The whole state of a game, hidden cards included; only the engine makes new ones."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from foxduet.rules.common import Seat, Trick
from foxduet.rules.duet.actions import Due
from foxduet.rules.duet.board import Board, ForestPath
from foxduet.rules.duet.cards import Card, Hand, Suit
from foxduet.rules.duet.levels import board_of_level

ROUNDS = 3
TRICKS = 11
HAND_SIZE = 11
STOCK_SIZE = 7

Known: TypeAlias = tuple[Hand, Hand]
Voids: TypeAlias = tuple[tuple[Suit, ...], tuple[Suit, ...]]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed on before the first deal.

    ``level`` (1-3) counts for the score; ``own_board`` is a board of the players' own, None for
    the level's.
    """

    level: int
    own_board: Board | None = None

    @property
    def board(self) -> Board:
        """The board to play on."""
        return self.own_board or board_of_level(self.level)


class Outcome(Enum):
    """How a game ended (R9.1)."""

    VICTORY = "victory"
    LOST = "lost"
    OUT_OF_TIME = "out-of-time"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open to both seats (R10.1).

    ``round`` is 0 before the first deal, ``tricks_done`` counts those of the round (0-11).
    ``trick`` is None when none is under way, ``pending`` is None and ``outcome`` set once the
    game is over.
    """

    setup: Setup
    round: int
    tricks_done: int
    dealer: Seat | None
    decree: Card | None
    trick: Trick[Card] | None
    path: ForestPath
    reserve: int
    pending: Due | None
    outcome: Outcome | None

    @property
    def trump(self) -> Suit:
        """The decree's suit; only between a deal and the end of the game."""
        assert self.decree is not None, "there is no trump before the first deal"
        return self.decree.suit

    @property
    def lead(self) -> Card | None:
        """The card that was led to the trick under way, None if there is none."""
        return self.trick.lead if self.trick is not None else None


@dataclass(frozen=True, slots=True)
class GameState:
    """One moment of a game: what lies open, and what does not.

    ``offer`` holds the first card of a Gift while the second is awaited.

    The facts that the seats remember of each other within a round (R10.1):
    ``known[seat]`` are cards that the *other* seat holds (or offers) and ``seat`` gave it or saw
    it take; ``voids[seat]`` are suits of which ``seat`` has shown to hold no card but those
    that the other knows. Such a void lasts for the round: whatever card of the suit comes to the
    seat later is known to the other.
    """

    table: Table
    hands: tuple[Hand, Hand]
    stock: tuple[Card, ...]
    offer: Card | None
    known: Known
    voids: Voids
