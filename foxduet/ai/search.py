"""Compare choices over the same worlds, and spend no more on those that fall behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from typing import NamedTuple, TypeVar

from foxduet.ai.thought import Stop
from foxduet.ai.value import Worth

WorldT = TypeVar("WorldT")

_BATCHES = 16
_SMALLEST_BATCH, _LARGEST_BATCH = 16, 64
_ENOUGH_FOR_ONE = 64
# A choice is dropped when the best so far is ahead by so many standard errors of their difference.
_SURE = 2.5


class Trial(NamedTuple):
    """What came of a choice in one world; the last three tell of the trick under way."""

    worth: Worth
    taken: bool = False
    gem: bool = False
    overrun: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """The trials of each candidate, as far as it was followed, and how many worlds there were."""

    trials: Sequence[Sequence[Trial]]
    worlds: int
    cut_short: bool

    def mean(self, candidate: int) -> float:
        """Return the mean worth of a candidate, by its place."""
        trials = self.trials[candidate]
        return sum([trial.worth.total for trial in trials]) / len(trials)


def search(
    candidates: Sequence[Callable[[WorldT], Trial]], worlds: Iterable[WorldT], most: int, stop: Stop
) -> Findings:
    """Try candidates in up to ``most`` worlds, the same for each of them.

    After each batch of worlds those that are behind for sure are dropped. ``stop`` is asked
    between worlds, but not before each candidate has been tried once.
    """
    trials: list[list[Trial]] = [[] for _ in candidates]
    live = list(range(len(candidates)))
    batch = min(max(_SMALLEST_BATCH, most // _BATCHES), _LARGEST_BATCH)
    source = iter(worlds)
    count = 0
    while some := list(islice(source, batch)):
        for world in some:
            for at in live:
                trials[at].append(candidates[at](world))
            count += 1
            if stop():
                return Findings(trials, count, cut_short=count < most)
        live = _still_in_it(live, trials)
        if len(live) == 1 and count >= _ENOUGH_FOR_ONE:
            break
    return Findings(trials, count, cut_short=False)


def _still_in_it(live: list[int], trials: Sequence[Sequence[Trial]]) -> list[int]:
    """Return those of ``live`` that are not surely behind the best of them."""
    count = len(trials[live[0]])
    totals = {at: [trial.worth.total for trial in trials[at]] for at in live}
    best = max(live, key=lambda at: sum(totals[at]))
    kept = []
    for at in live:
        behind = [a - b for a, b in zip(totals[best], totals[at], strict=True)]
        mean = sum(behind) / count
        spread = sum([(one - mean) ** 2 for one in behind])
        if mean <= _SURE * sqrt(spread / (count * max(1, count - 1))):
            kept.append(at)
    return kept
