"""A path in plain numbers, for the rollout: where the fox stands and what it may collect."""

from __future__ import annotations

from typing import NamedTuple

from foxduet.core.common import Seat
from foxduet.games.duet.rules.board import ForestPath


class BitPath(NamedTuple):
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
    def counts(self) -> list[int]:
        """The gems on each space from ``first`` to ``last``."""
        return [self.gems >> 5 * space & 31 for space in range(self.first, self.last + 1)]


def bit_path_of(path: ForestPath, reserve: int) -> BitPath:
    """Return ``path`` in plain numbers."""
    return BitPath(
        gems=sum(count << 5 * space for space, count in enumerate(path.gems)),
        mask=sum(1 << space for space, count in enumerate(path.gems) if count),
        at=path.tracker - 1,
        first=path.first - 1,
        last=path.last - 1,
        start=path.start - 1,
        reserve=reserve,
    )


def move_fox(path: BitPath, steps: int) -> BitPath | None:
    """Move the tracker (R7.5, R7.6); None if that loses the game."""
    at = path.at + steps
    if at < path.first or at > path.last:
        if not path.reserve:
            return None
        end = Seat.P1 if at < path.first else Seat.P2
        return cover_end(path._replace(at=path.start), end)
    if not path.mask >> at & 1:
        return path._replace(at=at)
    gems = path.gems - (1 << 5 * at)
    mask = path.mask if gems >> 5 * at & 31 else path.mask ^ 1 << at
    return path._replace(gems=gems, mask=mask, at=at)


def cover_end(path: BitPath, end: Seat) -> BitPath:
    """Cover the last space of ``end``; its gems go one space toward the start (R7.8)."""
    space, to = (path.first, path.first + 1) if end is Seat.P1 else (path.last, path.last - 1)
    slid = path.gems >> 5 * space & 31
    return path._replace(
        gems=path.gems + (slid << 5 * to) - (slid << 5 * space),
        mask=path.mask & ~(1 << space) | (1 << to if slid else 0),
        first=to if end is Seat.P1 else path.first,
        last=to if end is Seat.P2 else path.last,
        reserve=path.reserve - 1,
    )
