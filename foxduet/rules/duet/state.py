"""The whole state of a game, hidden cards included; only the engine makes new ones."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from foxduet.rules.common import Trick
from foxduet.rules.duet.actions import Decision
from foxduet.rules.duet.board import Board, Path
from foxduet.rules.duet.cards import Card, Hand, Seat, Suit

ROUNDS = 3
TRICKS = 11
HAND_SIZE = 11
STOCK_SIZE = 7

Known: TypeAlias = tuple[Hand, Hand]
Voids: TypeAlias = tuple[tuple[Suit, ...], tuple[Suit, ...]]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed on before the first deal; ``level`` (1-3) counts for the score."""

    board: Board
    level: int


class Outcome(Enum):
    """How a game ended (R9.1)."""

    VICTORY = "victory"
    LOST = "lost"
    OUT_OF_TIME = "out-of-time"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class GameState:
    """One moment of a game.

    ``round`` is 0 before the first deal, ``tricks_done`` counts those of the round (0-11).
    ``trick`` is None when none is under way, ``offer`` holds the first card of a Gift while the
    second is awaited, ``pending`` is None and ``outcome`` set once the game is over.

    The facts that the seats remember of each other within a round (R10.1):
    ``known[seat]`` are cards that the *other* seat holds (or offers) and ``seat`` gave it or saw
    it take; ``voids[seat]`` are suits of which ``seat`` has shown to hold no card but those
    that the other knows. A void, so told, lasts for the round: whatever card of the suit comes
    to the seat later is known to the other.
    """

    setup: Setup
    round: int
    tricks_done: int
    dealer: Seat | None
    hands: tuple[Hand, Hand]
    decree: Card | None
    stock: tuple[Card, ...]
    trick: Trick | None
    offer: Card | None
    path: Path
    reserve: int
    known: Known
    voids: Voids
    pending: Decision | None
    outcome: Outcome | None

    @property
    def trump(self) -> Suit:
        """The decree's suit; only between a deal and the end of the game."""
        assert self.decree is not None, "there is no trump before the first deal"
        return self.decree.suit
