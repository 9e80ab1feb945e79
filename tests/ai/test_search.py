"""The search: the same worlds for all, no time for what is surely behind, and a quick stop."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import NormalDist, fmean, stdev

import pytest

from foxduet.ai.partner import never_stop
from foxduet.ai.search import (
    FIRST_COMPARISON,
    NO_LIMIT,
    ArmStatistics,
    RolloutOutcome,
    SearchResult,
    StoppingRule,
    expected_regret,
    paired_mean_difference,
    search,
    successive_elimination,
)
from foxduet.core.lazy_dataclass import replace
from foxduet.games.duet.ai.evaluator import utility
from foxduet.games.duet.ai.expert import best_per_choice

WORLDS = range(256)


def worth(*row: float) -> Callable[[int], RolloutOutcome]:
    """Return a candidate that is worth so much in the worlds 0, 1, ..., and so on again."""
    return lambda world: RolloutOutcome(utility(row[world % len(row)], 0.0))


def lucky_at_first(first: float, later: float) -> Callable[[int], RolloutOutcome]:
    """Return a candidate that does well until the first look, more or less, and badly then."""
    return lambda world: RolloutOutcome(utility(first if world < FIRST_COMPARISON else later, 0.0))


def test_only_what_is_behind_for_sure_is_dropped() -> None:
    found = search([worth(0.6, 0.4), worth(0.3, 0.68), worth(0.1, 0.1)], WORLDS, never_stop)
    assert [tally.worlds for tally in found.arms] == [256, 256, FIRST_COMPARISON]
    assert (found.worlds, found.cut_short) == (256, False)
    assert found.arms[0].mean == pytest.approx(0.5)


def test_what_is_so_close_that_it_does_not_matter_is_dropped() -> None:
    found = search([worth(0.6, 0.4), worth(0.5999, 0.3999)], WORLDS, never_stop)
    assert found.arms[1].worlds == FIRST_COMPARISON
    # Much closer on average, but far from it in each world.
    found = search([worth(0.6, 0.4), worth(0.4, 0.59999)], WORLDS, never_stop)
    assert found.arms[1].worlds == 256


def test_of_those_that_are_the_same_in_all_worlds_each_may_be_chosen() -> None:
    found = search([worth(0.6, 0.4), worth(0.6, 0.4)], WORLDS, never_stop)
    assert found.survivors == [0, 1]


def test_no_more_trials_than_were_asked_for_are_spent_while_worlds_double() -> None:
    candidates = [noisy(0.5 - at / 1000, 0.5, at) for at in range(12)]
    found = search(candidates, range(1000), never_stop, max_trials=256)
    tried = [tally.worlds for tally in found.arms]
    for worlds in (32, 64, 128, 256, 500):
        beside_the_best = sum(min(each, 2 * worlds) - worlds for each in tried if each > worlds)
        assert beside_the_best <= worlds + max(256, worlds)
    # The best one and another are followed to the end, if they are close.
    assert tried.count(1000) == 2


@pytest.mark.parametrize(("behind", "error"), [(0.0, 0.02), (0.01, 0.02), (0.05, 0.02)])
def test_what_is_lost_without_a_candidate_is_how_far_it_may_be_ahead(
    behind: float, error: float
) -> None:
    ahead = NormalDist(-behind, error)
    of_each = [max(0.0, ahead.inv_cdf((at + 0.5) / 20_000)) for at in range(20_000)]
    assert expected_regret(behind, error) == pytest.approx(fmean(of_each), rel=0.01)


def test_a_difference_has_the_standard_error_of_paired_worlds() -> None:
    one, other = ArmStatistics([0.5, 0.9, 0.4, 0.8]), ArmStatistics([0.3, 0.8, 0.6])
    mean, error = paired_mean_difference(one, other)
    assert mean == pytest.approx((0.2 + 0.1 - 0.2) / 3)
    assert error == pytest.approx(stdev([0.2, 0.1, -0.2]) / 3**0.5)
    assert paired_mean_difference(one, one) == (0.0, 0.0)
    assert paired_mean_difference(one, ArmStatistics([0.1])) == (0.4, 0.0)


def test_the_last_one_in_the_running_is_not_followed_to_the_end() -> None:
    found = search([worth(0.9), worth(0.1)], WORLDS, never_stop)
    assert FIRST_COMPARISON < found.worlds < 256
    assert found.arms[1].worlds == FIRST_COMPARISON


def test_nothing_is_dropped_where_all_figures_must_be_exact() -> None:
    found = search([worth(0.9), worth(0.1)], WORLDS, never_stop, NO_LIMIT)
    assert [tally.worlds for tally in found.arms] == [256, 256]


def test_a_dropped_candidate_does_not_represent_its_choice() -> None:
    candidates = [worth(0.8), lucky_at_first(0.81, 0.5), lucky_at_first(0.1, 0.9)]
    found = search(candidates, WORLDS, never_stop)
    assert found.arms[2].worlds == FIRST_COMPARISON
    assert best_per_choice([0, 1, 1], found.arms) == [0, 1]


@pytest.mark.parametrize(("worlds", "cut_short"), [(8, False), (9, True)])
def test_a_search_is_cut_short_only_if_worlds_were_left(worlds: int, cut_short: bool) -> None:
    asked: list[None] = []

    def stop() -> bool:
        asked.append(None)
        return len(asked) == 8

    found = search([worth(1), worth(0)], range(worlds), stop)
    assert (found.worlds, found.cut_short) == (8, cut_short)


LIMITS = (0.02, 0.05, 0.15)


def course(chosen: int | None, costly: float = 1.0) -> StoppingRule:
    """Return what a race between candidates is about that are choices themselves."""

    def means(findings: SearchResult) -> list[float]:
        return [tally.mean for tally in findings.arms]

    def leaders(findings: SearchResult) -> tuple[range, int, int | None]:
        return (
            range(len(findings.arms)),
            max(findings.survivors, key=means(findings).__getitem__),
            chosen,
        )

    return StoppingRule(leaders, means, LIMITS, errors=1.0, costly_limit=costly, min_worlds=300)


def noisy(mean: float, spread: float, seed: int) -> Callable[[int], RolloutOutcome]:
    """Return a candidate that is worth so much on average, more or less, and alike each time."""
    return lambda world: RolloutOutcome(
        utility(Random(seed * 1_000_003 + world).gauss(mean, spread), 0.0)
    )


def test_a_race_ends_once_the_grade_is_settled_within_the_error() -> None:
    clear = [worth(0.9, 0.9), worth(0.79, 0.81)]
    assert successive_elimination(clear, range(1000), course(1), NO_LIMIT).worlds == 60
    # A thousandth from a limit, and looked at to the end.
    close = [noisy(0.9, 0.1, 1), noisy(0.851, 0.1, 2)]
    found = successive_elimination(close, range(1000), course(1), NO_LIMIT)
    mean, error = paired_mean_difference(*found.arms)
    assert found.worlds == 1000 or not mean - error < 0.05 < mean + error
    assert found.settled
    # The best one was chosen: nothing else may be ahead of it by much.
    assert successive_elimination(clear, range(1000), course(0), NO_LIMIT).worlds == 60
    rivals = [noisy(0.9, 0.5, 1), noisy(0.899, 0.5, 2)]
    assert successive_elimination(rivals, range(1000), course(0), NO_LIMIT).worlds > 60


def test_a_race_drops_what_is_behind_but_never_the_best_nor_the_choice_in_question() -> None:
    candidates = [noisy(0.9, 0.1, 1), noisy(0.84, 0.1, 2), noisy(0.2, 0.1, 3)]
    candidates.append(noisy(0.3, 0.1, 4))
    for chosen in (1, 2):
        found = successive_elimination(
            candidates, range(1000), course(chosen, costly=0.05), NO_LIMIT
        )
        assert found.worlds >= 300
        tried = [tally.worlds for tally in found.arms]
        assert tried[0] == tried[chosen] == found.worlds
        assert tried[3] == 60


def test_what_may_be_costly_is_looked_at_in_enough_worlds() -> None:
    candidates = [worth(0.9), worth(0.5)]
    assert successive_elimination(candidates, range(1000), course(1), NO_LIMIT).worlds == 60
    assert (
        successive_elimination(candidates, range(1000), course(1, costly=0.05), NO_LIMIT).worlds
        == 300
    )


@pytest.mark.parametrize(("cost", "goes_on"), [(0.02, False), (0.05, True)])
def test_after_the_usual_worlds_only_the_limits_of_costly_choices_are_looked_at(
    cost: float, goes_on: bool
) -> None:
    rule = replace(course(1, costly=0.05), max_fine_worlds=200)
    candidates = [worth(0.9 + cost, 0.9 + cost), worth(0.91, 0.89)]
    found = successive_elimination(candidates, range(1000), rule, NO_LIMIT)
    assert found.worlds == (1000 if goes_on else 200)
    assert found.settled


@pytest.mark.parametrize("seed", range(5))
def test_a_race_that_is_interrupted_was_the_same_so_far(seed: int) -> None:
    chance = Random(seed)
    candidates = [noisy(chance.uniform(0.4, 0.6), 0.3, number) for number in range(5)]
    whole = successive_elimination(candidates, range(1000), course(2), NO_LIMIT)
    part = successive_elimination(candidates, range(1000), course(2), 450)
    if part.settled:
        assert part == whole
    for short, long in zip(part.arms, whole.arms, strict=True):
        assert long.totals[: len(short.totals)] == short.totals
    assert successive_elimination(candidates, range(1000), course(2), NO_LIMIT) == whole
    assert whole.settled
