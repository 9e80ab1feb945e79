"""What makes a property of some choices a reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.partner import Estimate
from foxduet.analysis.reasons import (
    Compared,
    Measure,
    Property,
    Reason,
    cuts_between,
    separates,
)

WORTHS = st.lists(st.floats(0, 2), min_size=2, max_size=11)


@pytest.mark.parametrize(
    ("has", "expected"),
    [
        # The best one has it, what was chosen has not.
        ((True, True, False, False), True),
        ((True, False, False, False), False),
        ((False, False, True, True), False),
        # The worst of all has it, too: it is no reason.
        ((True, True, False, True), False),
        # All have it, or none.
        ((True, True, True, True), False),
        ((False, False, False, False), False),
    ],
)
def test_a_property_is_a_reason_if_the_good_choices_have_it_and_the_bad_ones_do_not(
    has: tuple[bool, ...], expected: bool
) -> None:
    assert separates(has, (1.0, 0.95, 0.5, 0.4), 1.0, 0.5) is expected


@given(WORTHS, st.data())
def test_choices_with_a_reason_are_better_by_most_of_the_cost(
    worths: list[float], data: st.DataObject
) -> None:
    has = data.draw(st.lists(st.booleans(), min_size=len(worths), max_size=len(worths)))
    high, low = max(worths), data.draw(st.sampled_from(worths))
    if low < high and separates(has, worths, high, low):
        with_it = [worth for worth, one in zip(worths, has, strict=True) if one]
        without = [worth for worth, one in zip(worths, has, strict=True) if not one]
        assert fmean(with_it) - fmean(without) >= (high - low) / 2
        assert high in with_it
        assert low in without
        assert min(with_it) > low
        assert max(without) < high


@dataclass(frozen=True)
class Worthy(Estimate):
    """A choice with a figure."""

    POINT = 0.0

    figure: float


class Kind(Enum):
    """What the reason is about."""

    FIGURE = auto()


CHOICES = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=11)


@given(CHOICES, st.booleans(), st.data())
def test_what_has_nearly_as_much_as_the_best_and_is_nearly_as_bad_as_the_chosen_forbids_a_reason(
    choices: list[tuple[float, float]], lower: bool, data: st.DataObject
) -> None:
    estimates = [Worthy(at, win, 0.0, figure) for at, (win, figure) in enumerate(choices)]
    best = max(estimates, key=lambda one: one.win)
    chosen = data.draw(st.sampled_from(estimates))
    compared = Compared(estimates, best, [chosen])
    measure = Measure(Kind.FIGURE, lambda one: one.figure, 0.1, lower=lower)
    for _reason in compared.separating(compared.measured(measure)):
        quarter, apart = (best.win - chosen.win) / 4, (best.figure - chosen.figure) / 4
        for one in estimates:
            has_as_much = (best.figure - one.figure) / apart <= 1
            is_as_bad = one.win - chosen.win < quarter
            assert not (has_as_much and is_as_bad)


def test_cuts_keep_a_quarter_away_from_both_ends_the_one_in_the_middle_first() -> None:
    assert cuts_between([0.0, 0.1, 0.2, 0.45, 0.7, 0.8, 1.0], 1.0, 0.0) == [0.575, 0.35, 0.725]
    assert cuts_between([0.0, 1.0], 1.0, 0.0) == [0.5]


@pytest.mark.parametrize(
    ("has", "separates_all", "holds_for_some"),
    [
        ((True, True, False, False), True, True),
        # Another choice is as good without it.
        ((True, False, False, False), False, True),
        # What the best one lacks is no reason, however good those are that have it.
        ((False, True, False, False), False, False),
        # One that has it is as bad as the chosen one.
        ((True, False, False, True), False, False),
    ],
)
def test_a_reason_that_others_may_do_without_is_still_had_by_the_best_and_by_nothing_bad(
    has: tuple[bool, ...], separates_all: bool, holds_for_some: bool
) -> None:
    estimates = [Estimate(at, win, 0.0) for at, win in enumerate((1.0, 0.98, 0.5, 0.45))]
    compared = Compared(estimates, estimates[0], [estimates[2]])
    found = Property("kind", has)
    assert [*compared.separating([found])] == [Reason(found, tuple(estimates))] * separates_all
    assert [*compared.holding([found])] == [Reason(found, tuple(estimates))] * holds_for_some
