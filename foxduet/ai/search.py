"""Best-arm identification with common random numbers: all choices are tried in the same worlds.

``search`` finds the best choice for the player to act. ``successive_elimination`` measures, for a
review, how much worse a choice was than the best one, and stops once that is certain enough.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from math import erfc, exp, fsum, inf, pi, sqrt
from sys import maxsize
from typing import NamedTuple, TypeVar

from foxduet.ai.partner import Stop
from foxduet.core.lazy_dataclass import dataclass, field, replace

WorldT = TypeVar("WorldT")

# Candidates are compared after this number of worlds, and again each time the number has grown by
# half, so comparing takes a small part of the time, however many worlds there are. A search whose
# first comparison is after NO_LIMIT worlds drops no candidate.
FIRST_COMPARISON, NO_LIMIT = 32, maxsize
_COMPARISON_GROWTH = 1.5
# The last candidate is still tried in this many worlds, since players see its worth.
_MIN_SINGLE_WORLDS = 64
# A candidate is dropped if that costs no more than this on average: it is surely behind, or so
# close to the best candidate that either will do. Tuned on decisions of experts: half the time,
# equal worth.
_REGRET_THRESHOLD = 0.0002


@dataclass(frozen=True, slots=True)
class Utility:
    """The chance to win (0-1), the mean score (0 for a defeat), and both combined."""

    win: float
    score: float
    total: float


class RolloutOutcome(NamedTuple):
    """The outcome of a choice in one world; ``observed`` has facts of its rollout, 0 for false."""

    worth: Utility
    observed: tuple[float, ...] = ()


@dataclass(slots=True)
class ArmStatistics:
    """The trials of one candidate, added up.

    totals: the worth of each trial.
    win, score: sums over all trials.
    counts: how often each tuple ``observed`` occurred.
    """

    totals: list[float] = field(default_factory=list)
    win: float = 0.0
    score: float = 0.0
    counts: Counter[tuple[float, ...]] = field(default_factory=Counter)

    def add(self, trial: RolloutOutcome) -> None:
        worth, observed = trial
        self.totals.append(worth.total)
        self.win += worth.win
        self.score += worth.score
        self.counts[observed] += 1

    def observed_rate(self, index: int) -> float:
        """Return the share of worlds (0-1) in which the observed event at ``index`` happened."""
        return sum(count for facts, count in self.counts.items() if facts[index]) / self.worlds

    @property
    def worlds(self) -> int:
        """Number of worlds in which the candidate was tried."""
        return len(self.totals)

    @property
    def mean(self) -> float:
        return fsum(self.totals) / len(self.totals)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The statistics of each candidate until it was dropped, and the number of worlds tried.

    cut_short: whether ``stop`` ended the search before the last world.
    exact: whether these were all possible worlds.
    settled: false if the search may go on with more worlds.
    """

    arms: Sequence[ArmStatistics]
    worlds: int
    cut_short: bool
    exact: bool = False
    settled: bool = True

    @property
    def survivors(self) -> list[int]:
        """Indices of the candidates that were not dropped."""
        return [index for index, arm in enumerate(self.arms) if arm.worlds == self.worlds]


def search(
    candidates: Sequence[Callable[[WorldT], RolloutOutcome]],
    worlds: Iterable[WorldT],
    stop: Stop,
    first_comparison: int = FIRST_COMPARISON,
    max_trials: float = inf,
) -> SearchResult:
    """Find the best candidate; sequential halving (Karnin, Koren and Somekh, 2013), adapted.

    After ``first_comparison`` worlds, and at each later comparison, candidates are dropped that can
    hardly be better than the best one. Until the number of worlds has doubled, its rivals may have
    ``max_trials`` in all: if these are too few, only the best rivals go on, but at least one.
    ``stop`` is called after each world, so each candidate is tried at least once. The statistics
    are in the order of ``candidates``.
    """
    arms = [ArmStatistics() for _ in candidates]
    survivors = list(range(len(candidates)))
    count, next_comparison = 0, first_comparison
    source = iter(worlds)
    for world in source:
        for index in survivors:
            arms[index].add(candidates[index](world))
        count += 1
        if stop():
            return SearchResult(arms, count, cut_short=next(source, None) is not None)
        if count >= next_comparison:
            next_comparison = int(next_comparison * _COMPARISON_GROWTH)
            survivors = _surviving_candidates(arms, survivors, max_trials / count)
        if len(survivors) == 1 and count >= _MIN_SINGLE_WORLDS and next_comparison < NO_LIMIT:
            break
    return SearchResult(arms, count, cut_short=False)


def _surviving_candidates(
    arms: Sequence[ArmStatistics], survivors: Sequence[int], max_rivals: float
) -> list[int]:
    """Return the candidates to try in more worlds: the best one, and rivals that may be better.

    At most ``max_rivals`` rivals, but at least one, with the highest means.
    """
    best, *rivals = sorted(survivors, key=lambda index: arms[index].mean, reverse=True)
    close_rivals = []
    for index in rivals:
        distance, error = paired_mean_difference(arms[best], arms[index])
        # A candidate equal in all worlds so far is kept: the caller may prefer it as simpler.
        if not distance or expected_regret(distance, error) > _REGRET_THRESHOLD:
            close_rivals.append(index)
    return sorted([best, *islice(close_rivals, max(1, int(min(max_rivals, len(survivors)))))])


def expected_regret(distance: float, error: float) -> float:
    """Return the expected loss if a candidate is dropped that trails by ``distance``.

    The distance has a standard ``error``. If the candidate is ahead after all, its lead is lost:
    the normal linear loss (Raiffa and Schlaifer, 1961). All three are in units of worth.
    """
    if not error:
        return max(0.0, -distance)
    errors = distance / error
    density, chance = exp(-errors * errors / 2) / sqrt(2 * pi), erfc(errors / sqrt(2)) / 2
    return error * (density - errors * chance)


def paired_mean_difference(leader: ArmStatistics, arm: ArmStatistics) -> tuple[float, float]:
    """Return the difference of means in common worlds, and its standard error (0 in one world)."""
    differences = [a - b for a, b in zip(leader.totals, arm.totals, strict=False)]
    count = len(differences)
    mean = fsum(differences) / count
    if count == 1:
        return mean, 0.0
    squares = fsum([(difference - mean) ** 2 for difference in differences])
    return mean, sqrt(squares / (count * (count - 1)))


# Candidates are compared after these numbers of worlds, then each time the number has grown by
# half.
_COMPARISON_SCHEDULE = (60, 90, 135, 200, 300, 450, 675)
# A candidate is eliminated when it is behind by this number of standard errors.
_ELIMINATION_ERRORS = 2.0
# A difference of means this small is no basis for a ratio.
_INDIFFERENCE_ZONE = 0.001


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """Decides when it is settled how much worse one choice is than the best one.

    leaders: returns the candidate for each choice, the best choice, and the choice in question
        (None if missing).
    worths: returns the worth of each choice, as players see it.
    limits: costs, ascending. The cost is settled once it is between the same two limits, give or
        take ``errors`` standard errors.
    costly_limit: a choice that may cost as much gets ``min_worlds`` worlds.
    max_fine_worlds: from this number of worlds on, limits below ``costly_limit`` are ignored.
    compare: returns how far one candidate is ahead of another, and the standard error.
    """

    leaders: Callable[[SearchResult], tuple[Sequence[int], int, int | None]]
    worths: Callable[[SearchResult], Sequence[float]]
    limits: Sequence[float]
    errors: float
    costly_limit: float
    min_worlds: int
    max_fine_worlds: float = inf
    compare: Callable[[ArmStatistics, ArmStatistics], tuple[float, float]] = paired_mean_difference


def successive_elimination(
    candidates: Sequence[Callable[[WorldT], RolloutOutcome]],
    worlds: Iterable[WorldT],
    rule: StoppingRule,
    max_worlds: int,
) -> SearchResult:
    """Measure how much worse one choice is (successive elimination: Even-Dar et al., 2006).

    Candidates that are behind by two paired standard errors are dropped, except the best choice and
    the choice in question. A larger ``max_worlds`` changes only the end. The statistics are in the
    order of ``candidates``.
    """
    arms = [ArmStatistics() for _ in candidates]
    result = SearchResult(arms, 0, cut_short=False, settled=False)
    source = iter(worlds)
    while result.worlds < max_worlds:
        count = result.worlds
        survivors = _surviving_arms(result, rule) if count else result.survivors
        next_count = next((n for n in _COMPARISON_SCHEDULE if n > count), count + count // 2)
        next_count = min(next_count, max_worlds)
        for world in islice(source, next_count - count):
            for index in survivors:
                arms[index].add(candidates[index](world))
            count += 1
        result = replace(result, worlds=count)
        if count < next_count or _is_settled(result, rule):
            return replace(result, settled=True)
    return result


def _surviving_arms(result: SearchResult, rule: StoppingRule) -> list[int]:
    """Return the candidates still to compare: of the choices in question, and close rivals."""
    leaders, best, chosen = rule.leaders(result)
    required = {leaders[best], leaders[best if chosen is None else chosen]}

    def is_close(index: int) -> bool:
        distance, error = paired_mean_difference(result.arms[leaders[best]], result.arms[index])
        return distance <= _ELIMINATION_ERRORS * error

    return [index for index in result.survivors if index in required or is_close(index)]


def _is_settled(result: SearchResult, rule: StoppingRule) -> bool:
    leaders, best, chosen = rule.leaders(result)
    worths, arms, survivors = rule.worths(result), result.arms, result.survivors
    min_limit = 0.0 if result.worlds < rule.max_fine_worlds else rule.costly_limit
    limits = [limit for limit in rule.limits if limit >= min_limit]

    def cost_range(better: int, choice: int) -> tuple[float, float]:
        """Return the least and the greatest likely cost of ``choice`` against a ``better`` one."""
        distance, error = rule.compare(arms[leaders[better]], arms[leaders[choice]])
        cost = worths[better] - worths[choice]
        error = rule.errors * display_error(cost, distance, error)
        return cost - error, cost + error

    if chosen is None:
        return True
    if chosen == best:
        rivals = [i for i, leader in enumerate(leaders) if leader in survivors and i != best]
        return all(cost_range(rival, best)[1] < limits[0] for rival in rivals)
    least_cost, greatest_cost = cost_range(best, chosen)
    if greatest_cost >= rule.costly_limit and result.worlds < rule.min_worlds:
        return False
    return bisect_right(limits, least_cost) == bisect_right(limits, greatest_cost)


def display_error(cost: float, distance: float, error: float) -> float:
    """Return the standard error of a ``cost`` that players see.

    The means of the search differ by ``distance``; its standard ``error`` is scaled like the cost.
    """
    return error * abs(cost / distance) if abs(distance) > _INDIFFERENCE_ZONE else error
