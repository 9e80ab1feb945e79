"""The search: the same worlds for all, no time for what is surely behind, and a quick stop."""

from __future__ import annotations

from collections.abc import Callable
from statistics import stdev

import pytest

from foxduet.ai.partner import never
from foxduet.ai.search import FIRST_LOOK, NO_LOOK, Tally, Trial, difference, search
from foxduet.games.duet.ai.expert import best_of_each
from foxduet.games.duet.ai.value import worth_of

WORLDS = range(256)


def worth(*row: float) -> Callable[[int], Trial]:
    """Return a candidate that is worth so much in the worlds 0, 1, ..., and so on again."""
    return lambda world: Trial(worth_of(row[world % len(row)], 0.0))


def lucky_at_first(first: float, later: float) -> Callable[[int], Trial]:
    """Return a candidate that does well until the first look, more or less, and badly then."""
    return lambda world: Trial(worth_of(first if world < FIRST_LOOK else later, 0.0))


def test_only_what_is_behind_for_sure_is_dropped() -> None:
    found = search([worth(0.6, 0.4), worth(0.3, 0.68), worth(0.1, 0.1)], WORLDS, never)
    assert [tally.worlds for tally in found.tallies] == [256, 256, FIRST_LOOK]
    assert (found.worlds, found.cut_short) == (256, False)
    assert found.tallies[0].mean == pytest.approx(0.5)


def test_a_difference_has_the_standard_error_of_paired_worlds() -> None:
    one, other = Tally([0.5, 0.9, 0.4, 0.8]), Tally([0.3, 0.8, 0.6])
    mean, error = difference(one, other)
    assert mean == pytest.approx((0.2 + 0.1 - 0.2) / 3)
    assert error == pytest.approx(stdev([0.2, 0.1, -0.2]) / 3**0.5)
    assert difference(one, one) == (0.0, 0.0)
    assert difference(one, Tally([0.1])) == (0.4, 0.0)


def test_the_last_one_in_the_running_is_not_followed_to_the_end() -> None:
    found = search([worth(0.9), worth(0.1)], WORLDS, never)
    assert FIRST_LOOK < found.worlds < 256
    assert found.tallies[1].worlds == FIRST_LOOK


def test_nothing_is_dropped_where_all_figures_must_be_exact() -> None:
    found = search([worth(0.9), worth(0.1)], WORLDS, never, NO_LOOK)
    assert [tally.worlds for tally in found.tallies] == [256, 256]


def test_a_dropped_candidate_does_not_represent_its_choice() -> None:
    candidates = [worth(0.8), lucky_at_first(0.81, 0.5), lucky_at_first(0.1, 0.9)]
    found = search(candidates, WORLDS, never)
    assert found.tallies[2].worlds == FIRST_LOOK
    assert best_of_each([0, 1, 1], found.tallies) == [0, 1]


@pytest.mark.parametrize(("worlds", "cut_short"), [(8, False), (9, True)])
def test_a_search_is_cut_short_only_if_worlds_were_left(worlds: int, cut_short: bool) -> None:
    asked: list[None] = []

    def stop() -> bool:
        asked.append(None)
        return len(asked) == 8

    found = search([worth(1), worth(0)], range(worlds), stop)
    assert (found.worlds, found.cut_short) == (8, cut_short)
