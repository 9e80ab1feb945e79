"""Compare choices over the same worlds, and spend no more on those that fall behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import compress
from math import sqrt
from sys import maxsize
from typing import NamedTuple, TypeVar

from foxduet.ai.duet.value import Worth
from foxduet.ai.partner import Stop

WorldT = TypeVar("WorldT")

# Candidates are compared after so many worlds, and again whenever there are half as many more:
# the cost of comparing grows no faster than that of the worlds.
FIRST_LOOK, NO_LOOK = 32, maxsize
_NEXT_LOOK = 1.5
# One that is left alone is followed for so many, to know what it is worth.
_ENOUGH_FOR_ONE = 64
# A candidate is dropped when the best is ahead by so many standard errors of their difference.
_SURE = 2.5


class Trial(NamedTuple):
    """What came of a choice in one world; the last three tell of the trick under way."""

    worth: Worth
    taken: bool = False
    gem: bool = False
    overrun: bool = False


@dataclass(slots=True)
class Tally:
    """The trials of one candidate, added up; ``totals`` has the worth of each."""

    totals: list[float] = field(default_factory=list)
    win: float = 0.0
    score: float = 0.0
    taken: int = 0
    gem: int = 0
    overrun: int = 0

    def add(self, trial: Trial) -> None:
        """Count a trial."""
        worth, taken, gem, overrun = trial
        self.totals.append(worth.total)
        self.win += worth.win
        self.score += worth.score
        self.taken += taken
        self.gem += gem
        self.overrun += overrun

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
    """The tally of each candidate, as far as it was followed, and how many worlds there were."""

    tallies: Sequence[Tally]
    worlds: int
    cut_short: bool


def search(
    candidates: Sequence[Callable[[WorldT], Trial]],
    worlds: Iterable[WorldT],
    stop: Stop,
    first_look: int = FIRST_LOOK,
) -> Findings:
    """Try candidates in the same worlds, and return what was found.

    After ``first_look`` worlds, and now and then from there on, those that are behind for sure
    are dropped. ``stop`` is asked after each world, so that each is tried once at least.
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
            live = list(compress(live, _in_the_running([tallies[at] for at in live])))
        if len(live) == 1 and count >= _ENOUGH_FOR_ONE and next_look < NO_LOOK:
            break
    return Findings(tallies, count, cut_short=False)


def _in_the_running(tallies: Sequence[Tally]) -> list[bool]:
    """Tell which of several that were tried in the same worlds are not surely behind the best."""
    best = max(tallies, key=lambda tally: tally.mean)
    return [_lead_is_unsure(best, tally) for tally in tallies]


def _lead_is_unsure(best: Tally, tally: Tally) -> bool:
    ahead = [a - b for a, b in zip(best.totals, tally.totals, strict=True)]
    mean = sum(ahead) / len(ahead)
    squares = sum([(one - mean) ** 2 for one in ahead])
    return mean <= _SURE * sqrt(squares / (len(ahead) * (len(ahead) - 1)))
