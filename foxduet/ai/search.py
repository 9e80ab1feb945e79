"""Best-arm identification with common random numbers: choices are tried in the same worlds.

``search`` finds the best choice for a player whose turn it is. ``successive_elimination`` measures,
for a review, how much worse a choice was than the best one, and stops once that is certain enough.
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

# Candidates are compared after this number of worlds, and again whenever there are half as many
# more: so comparing takes a small part of the time, however many worlds there are.
FIRST_COMPARISON, NO_LIMIT = 32, maxsize
_COMPARISON_GROWTH = 1.5
# Where only one candidate is left, it is still tried in this many worlds: its worth is shown.
_MIN_SINGLE_WORLDS = 64
# A candidate is dropped when that costs no more than this on average: it is surely behind, or so
# close to the best one that it hardly matters which of the two is chosen. Tuned on the trials of
# experts' decisions: it takes half the time, and the choices are worth as much.
_REGRET_THRESHOLD = 0.0002
# A single world says nothing of how sure a difference is.
_MIN_WORLDS = 2


@dataclass(frozen=True, slots=True)
class Utility:
    """The chance to win (0-1), the mean score with a defeat counting 0, and both in one."""

    win: float
    score: float
    total: float


class RolloutOutcome(NamedTuple):
    """What came of a choice in one world; ``seen`` is what players could see, 0 for no."""

    worth: Utility
    observed: tuple[float, ...] = ()


@dataclass(slots=True)
class ArmStatistics:
    """The trials of one candidate, added up; ``totals`` has the worth of each."""

    totals: list[float] = field(default_factory=list)
    win: float = 0.0
    score: float = 0.0
    seen: Counter[tuple[float, ...]] = field(default_factory=Counter)

    def add(self, trial: RolloutOutcome) -> None:
        """Count a trial."""
        worth, seen = trial
        self.totals.append(worth.total)
        self.win += worth.win
        self.score += worth.score
        self.seen[seen] += 1

    def observed_rate(self, at: int) -> float:
        """Return the share of worlds (0-1) in which what ``seen`` has at a place happened."""
        return sum(count for seen, count in self.seen.items() if seen[at]) / self.worlds

    def mean_observed(self, at: int) -> float:
        """Return the mean of the numbers that ``seen`` has at a place."""
        return fsum(count * seen[at] for seen, count in self.seen.items()) / self.worlds

    @property
    def worlds(self) -> int:
        """How many worlds it was tried in."""
        return len(self.totals)

    @property
    def mean(self) -> float:
        """The mean worth."""
        return fsum(self.totals) / len(self.totals)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The tally of each candidate, until it was dropped, and how many worlds there were.

    The means are ``exact`` if these were all worlds that there can be. More worlds may still be
    looked at unless they are ``settled``.
    """

    arms: Sequence[ArmStatistics]
    worlds: int
    cut_short: bool
    exact: bool = False
    settled: bool = True

    @property
    def survivors(self) -> list[int]:
        """The candidates that were not dropped."""
        return [at for at, tally in enumerate(self.arms) if tally.worlds == self.worlds]


def search(
    candidates: Sequence[Callable[[WorldT], RolloutOutcome]],
    worlds: Iterable[WorldT],
    stop: Stop,
    first_look: int = FIRST_COMPARISON,
    trials: float = inf,
) -> SearchResult:
    """Find the best candidate; sequential halving (Karnin, Koren and Somekh, 2013), adapted.

    After ``first_look`` worlds, and at each later comparison, those are dropped that can hardly be
    better than the best one. Until the number of worlds has doubled, the others may take this many
    ``trials`` between them: if that is not enough for all, only the best go on, but at least one.
    ``stop`` is called after each world, so that each candidate is tried at least once. The result
    has the statistics of ``candidates`` in their order.
    """
    tallies = [ArmStatistics() for _ in candidates]
    live = list(range(len(candidates)))
    count, next_look = 0, first_look
    source = iter(worlds)
    for world in source:
        for at in live:
            tallies[at].add(candidates[at](world))
        count += 1
        if stop():
            return SearchResult(tallies, count, cut_short=next(source, None) is not None)
        if count >= next_look:
            next_look = int(next_look * _COMPARISON_GROWTH)
            live = _surviving_candidates(tallies, live, trials / count)
        if len(live) == 1 and count >= _MIN_SINGLE_WORLDS and next_look < NO_LIMIT:
            break
    return SearchResult(tallies, count, cut_short=False)


def _surviving_candidates(
    tallies: Sequence[ArmStatistics], live: Sequence[int], others: float
) -> list[int]:
    """Return which candidates to try in more worlds: the best one, and those that may be better.

    Of the latter at most ``others``, those with the highest means, but at least one.
    """
    best, *behind = sorted(live, key=lambda at: tallies[at].mean, reverse=True)
    close = [
        at
        for at in behind
        if _exceeds_regret_threshold(*paired_mean_difference(tallies[best], tallies[at]))
    ]
    return sorted([best, *islice(close, max(1, int(min(others, len(live)))))])


def _exceeds_regret_threshold(behind: float, error: float) -> bool:
    # Without any difference both may be equal in all worlds: in the end the simpler one is chosen.
    return not behind or expected_regret(behind, error) > _REGRET_THRESHOLD


def expected_regret(behind: float, error: float) -> float:
    """Return the expected loss if a candidate is dropped that trails by ``behind``.

    All three are in units of worth. It may be ahead after all, as the distance has a standard
    ``error``, and then that much is lost: the normal linear loss (Raiffa and Schlaifer, 1961).
    """
    if not error:
        return max(0.0, -behind)
    errors = behind / error
    density, chance = exp(-errors * errors / 2) / sqrt(2 * pi), erfc(errors / sqrt(2)) / 2
    return error * (density - errors * chance)


def paired_mean_difference(one: ArmStatistics, other: ArmStatistics) -> tuple[float, float]:
    """Return by how much one mean exceeds another, and the standard error, by worlds of both."""
    apart = [a - b for a, b in zip(one.totals, other.totals, strict=False)]
    mean = fsum(apart) / len(apart)
    if len(apart) < _MIN_WORLDS:
        return mean, 0.0
    squares = fsum([(each - mean) ** 2 for each in apart])
    return mean, sqrt(squares / (len(apart) * (len(apart) - 1)))


def _is_significantly_better(best: ArmStatistics, tally: ArmStatistics, errors: float) -> bool:
    mean, error = paired_mean_difference(best, tally)
    return mean > errors * error


# After these numbers of worlds candidates are compared, and later whenever there are half more.
_COMPARISON_SCHEDULE = (60, 90, 135, 200, 300, 450, 675)
# A candidate is eliminated when it is behind by this number of standard errors.
_ELIMINATION_ERRORS = 2.0
# Where the means of two candidates are this close, their ratio says nothing.
_INDIFFERENCE_ZONE = 0.001


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """What is compared, and when it is settled how much worse one choice is than the best one.

    ``leaders`` returns the candidate that stands for each choice, then which choice is the best,
    and which is the one in question, None if it is none of them. ``worths`` returns what each
    choice is worth, as players are told. ``limits`` are costs, the least first: it is settled
    once the cost, with ``errors`` standard errors more or less, lies between the same two of them.
    But a choice that may cost as much as ``costly`` is looked at in ``enough`` worlds, and after
    the ``usual`` number of worlds no limit counts that is less. ``compare`` returns how far one
    candidate is ahead of another, and the standard error.
    """

    leaders: Callable[[SearchResult], tuple[Sequence[int], int, int | None]]
    worths: Callable[[SearchResult], Sequence[float]]
    limits: Sequence[float]
    errors: float
    costly: float
    min_worlds: int
    usual: float = inf
    compare: Callable[[ArmStatistics, ArmStatistics], tuple[float, float]] = paired_mean_difference


def successive_elimination(
    candidates: Sequence[Callable[[WorldT], RolloutOutcome]],
    worlds: Iterable[WorldT],
    rule: StoppingRule,
    most: int,
) -> SearchResult:
    """Measure how much worse one choice is (successive elimination: Even-Dar et al., 2006).

    Those that fall behind by two paired standard errors are dropped, but never the best choice
    and the one in question. After ``most`` worlds it ends in any case; with more allowed it begins
    in just the same way. The result has the statistics of ``candidates`` in their order.
    """
    tallies = [ArmStatistics() for _ in candidates]
    result = SearchResult(tallies, 0, cut_short=False, settled=False)
    source = iter(worlds)
    while result.worlds < most:
        count, live = result.worlds, result.survivors
        if count:
            live = _surviving_arms(result, rule)
        look = min(_next_comparison(count), most)
        for world in islice(source, look - count):
            for at in live:
                tallies[at].add(candidates[at](world))
            count += 1
        result = replace(result, worlds=count)
        if count < look or _is_settled(result, rule):
            return replace(result, settled=True)
    return result


def _next_comparison(count: int) -> int:
    return next((look for look in _COMPARISON_SCHEDULE if look > count), count + count // 2)


def _surviving_arms(result: SearchResult, rule: StoppingRule) -> list[int]:
    """Return the candidates that are not behind, and those that are always looked at."""
    of_choices, best, chosen = rule.leaders(result)
    needed = {of_choices[best], *(() if chosen is None else (of_choices[chosen],))}
    ahead = result.arms[of_choices[best]]
    return [
        at
        for at in result.survivors
        if at in needed or not _is_significantly_better(ahead, result.arms[at], _ELIMINATION_ERRORS)
    ]


def _is_settled(result: SearchResult, rule: StoppingRule) -> bool:
    of_choices, best, chosen = rule.leaders(result)
    worths, tallies, live = rule.worths(result), result.arms, result.survivors
    least_limit = 0.0 if result.worlds < rule.usual else rule.costly
    limits = [limit for limit in rule.limits if limit >= least_limit]

    def behind(ahead: int, choice: int) -> tuple[float, float]:
        """Return what a choice costs against another one at least, and at most."""
        one, other = tallies[of_choices[ahead]], tallies[of_choices[choice]]
        cost = worths[ahead] - worths[choice]
        error = rule.errors * display_error(cost, *rule.compare(one, other))
        return cost - error, cost + error

    if chosen is None:
        return True
    if chosen == best:
        rivals = [at for at, one in enumerate(of_choices) if one in live and at != best]
        return all(behind(rival, best)[1] < limits[0] for rival in rivals)
    least, greatest = behind(best, chosen)
    if greatest >= rule.costly and result.worlds < rule.min_worlds:
        return False
    return bisect_right(limits, least) == bisect_right(limits, greatest)


def display_error(cost: float, apart: float, error: float) -> float:
    """Return the error of a cost as players see it, where means are ``apart`` with an error."""
    return error * abs(cost / apart) if abs(apart) > _INDIFFERENCE_ZONE else error
