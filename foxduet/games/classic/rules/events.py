"""What happened in a game, to be shown to the players.

Two kinds of events are private, CardDrawn and CardDiscarded: show a seat ``redact(event, seat)``
only.
"""

from __future__ import annotations

from typing import TypeAlias

from foxduet.core import common
from foxduet.core.common import CardPlayed, DecreeChanged, DecreeKept, RoundDealt, Seat, TrickWon
from foxduet.core.frozen import dataclass
from foxduet.games.classic.rules.cards import Card
from foxduet.games.classic.rules.state import Outcome


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """``seat`` drew for a Woodcutter; ``card`` is None to the other seat (C4.2)."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """``seat`` put a card under the deck; ``card`` is None to the other seat (C4.2)."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class TreasuresScored:
    """``seat`` scored ``points`` for the Treasures in the trick that it won (C5.5)."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class SwanLeads:
    """``seat`` lost the trick with a Swan and leads the next one instead (C5.4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded(common.RoundEnded):
    """Each seat has won ``tricks``, scores ``for_tricks``, has scored ``for_treasures`` (C6.1)."""

    tricks: tuple[int, int]
    for_tricks: tuple[int, int]
    for_treasures: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; ``resigned`` is the seat that gave up, if one did (C6.2-C6.4)."""

    outcome: Outcome
    points: tuple[int, int]
    resigned: Seat | None = None


Event: TypeAlias = (
    RoundDealt[Card]
    | CardPlayed[Card]
    | DecreeChanged[Card]
    | DecreeKept
    | CardDrawn
    | CardDiscarded
    | TrickWon[Card]
    | TreasuresScored
    | SwanLeads
    | RoundEnded
    | GameEnded
)
