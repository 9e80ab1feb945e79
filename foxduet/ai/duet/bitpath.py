"""A path in plain numbers, for the lean kernel: where the fox stands and what it may collect."""

from __future__ import annotations

from typing import NamedTuple

from foxduet.rules.common import Seat
from foxduet.rules.duet.board import ForestPath


class Trail(NamedTuple):
    """A path; spaces are numbered from 0, from p1's end.

    ``gems`` has five bits for each space, ``mask`` a bit for each space where gems lie; the
    tracker stands ``at`` a space from ``first`` to ``last``; ``reserve`` counts forest tokens.
    """

    gems: int
    mask: int
    at: int
    first: int
    last: int
    start: int
    reserve: int

    @property
    def gems_left(self) -> int:
        """All gems on the path."""
        return sum(self.gems >> 5 * space & 31 for space in range(self.first, self.last + 1))


def trail_of(path: ForestPath, reserve: int) -> Trail:
    """Return ``path`` in plain numbers."""
    return Trail(
        gems=sum(count << 5 * space for space, count in enumerate(path.gems)),
        mask=sum(1 << space for space, count in enumerate(path.gems) if count),
        at=path.tracker - 1,
        first=path.first - 1,
        last=path.last - 1,
        start=path.start - 1,
        reserve=reserve,
    )


def walked(trail: Trail, steps: int) -> Trail | None:
    """Move the tracker as the rules have it (R7.5, R7.6); None if the game is lost by it."""
    at = trail.at + steps
    if at < trail.first or at > trail.last:
        if not trail.reserve:
            return None
        end = Seat.P1 if at < trail.first else Seat.P2
        return covered(trail._replace(at=trail.start), end)
    if not trail.mask >> at & 1:
        return trail._replace(at=at)
    gems = trail.gems - (1 << 5 * at)
    mask = trail.mask if gems >> 5 * at & 31 else trail.mask ^ 1 << at
    return trail._replace(gems=gems, mask=mask, at=at)


def covered(trail: Trail, end: Seat) -> Trail:
    """Cover the last space of ``end``; its gems go one space toward the start (R7.8)."""
    space, to = (trail.first, trail.first + 1) if end is Seat.P1 else (trail.last, trail.last - 1)
    slid = trail.gems >> 5 * space & 31
    return trail._replace(
        gems=trail.gems + (slid << 5 * to) - (slid << 5 * space),
        mask=trail.mask & ~(1 << space) | (1 << to if slid else 0),
        first=to if end is Seat.P1 else trail.first,
        last=to if end is Seat.P2 else trail.last,
        reserve=trail.reserve - 1,
    )
