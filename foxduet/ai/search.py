"""Comparing choices over the same worlds, with no more time for those that fall behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from sys import maxsize
from typing import NamedTuple, TypeVar

from foxduet.ai.partner import Stop
from foxduet.core.frozen import dataclass, field

WorldT = TypeVar("WorldT")

# Candidates are compared after so many worlds, and again whenever there are half as many more:
# the cost of comparing grows no faster than that of the worlds.
FIRST_LOOK, NO_LOOK = 32, maxsize
_NEXT_LOOK = 1.5
# The last candidate left is tried in this many worlds, to know what it is worth.
_ENOUGH_FOR_ONE = 64
# A candidate is dropped when the best is ahead by so many standard errors of their difference.
_SURE = 2.5
# A single world says nothing of how sure a difference is.
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class Worth:
    """The chance to win (0-1), the mean score with a defeat counting 0, and both in one."""

    win: float
    score: float
    total: float


class Trial(NamedTuple):
    """What came of a choice in one world; ``seen`` is what players could see, 0 for no."""

    worth: Worth
    seen: tuple[int, ...] = ()


@dataclass(slots=True)
class Tally:
    """The trials of one candidate, added up; ``totals`` has the worth of each."""

    totals: list[float] = field(default_factory=list)
    win: float = 0.0
    score: float = 0.0
    seen: Counter[tuple[int, ...]] = field(default_factory=Counter)

    def add(self, trial: Trial) -> None:
        """Count a trial."""
        worth, seen = trial
        self.totals.append(worth.total)
        self.win += worth.win
        self.score += worth.score
        self.seen[seen] += 1

    def share(self, at: int) -> float:
        """Return the share of worlds (0-1) in which what ``seen`` has at a place happened."""
        return sum(count for seen, count in self.seen.items() if seen[at]) / self.worlds

    def mean_of(self, at: int) -> float:
        """Return the mean of the numbers that ``seen`` has at a place."""
        return sum(count * seen[at] for seen, count in self.seen.items()) / self.worlds

    @property
    def worlds(self) -> int:
        """How many worlds it was tried in."""
        return len(self.totals)

    @property
    def mean(self) -> float:
        """The mean worth."""
        return sum(self.totals) / len(self.totals)


@dataclass(frozen=True, slots=True)
class Findings:
    """The tally of each candidate, until it was dropped, and how many worlds there were.

    The means are ``exact`` if these were all worlds that there can be.
    """

    tallies: Sequence[Tally]
    worlds: int
    cut_short: bool
    exact: bool = False


def search(
    candidates: Sequence[Callable[[WorldT], Trial]],
    worlds: Iterable[WorldT],
    stop: Stop,
    first_look: int = FIRST_LOOK,
) -> Findings:
    """Try candidates in the same worlds.

    Those that are clearly behind are dropped, after ``first_look`` worlds and at each later
    comparison. ``stop`` is called after each world, so that each is tried at least once.
    """
    tallies = [Tally() for _ in candidates]
    live = list(range(len(candidates)))
    count, next_look = 0, first_look
    source = iter(worlds)
    for world in source:
        for at in live:
            tallies[at].add(candidates[at](world))
        count += 1
        if stop():
            return Findings(tallies, count, cut_short=next(source, None) is not None)
        if count >= next_look:
            next_look = int(next_look * _NEXT_LOOK)
            best = max((tallies[at] for at in live), key=lambda tally: tally.mean)
            live = [at for at in live if not _is_surely_ahead(best, tallies[at])]
        if len(live) == 1 and count >= _ENOUGH_FOR_ONE and next_look < NO_LOOK:
            break
    return Findings(tallies, count, cut_short=False)


def difference(one: Tally, other: Tally) -> tuple[float, float]:
    """Return by how much one mean exceeds another, and the standard error, by worlds of both."""
    apart = [a - b for a, b in zip(one.totals, other.totals, strict=False)]
    mean = sum(apart) / len(apart)
    if len(apart) < _FEWEST:
        return mean, 0.0
    squares = sum([(each - mean) ** 2 for each in apart])
    return mean, sqrt(squares / (len(apart) * (len(apart) - 1)))


def _is_surely_ahead(best: Tally, tally: Tally) -> bool:
    mean, error = difference(best, tally)
    return mean > _SURE * error
