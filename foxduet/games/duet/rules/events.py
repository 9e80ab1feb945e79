"""What happened in a game, to be shown to the players.

One kind of event is private, GiftOffered: show a seat ``redact(event, seat)`` only.
"""

from __future__ import annotations

from typing import TypeAlias

from foxduet.core.common import (
    CardPlayed,
    DecreeChanged,
    DecreeKept,
    RoundDealt,
    RoundEnded,
    Seat,
    TrickWon,
)
from foxduet.core.frozen import dataclass
from foxduet.games.duet.rules.cards import Ability, Card
from foxduet.games.duet.rules.state import Outcome


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
