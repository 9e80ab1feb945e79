"""A reason separates the good choices from the bad ones, or it is none."""

from __future__ import annotations

from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.analysis.review import cuts_between, separates

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


@given(WORTHS)
def test_cuts_lie_between_the_values_the_one_in_the_middle_first(values: list[float]) -> None:
    high, low = max(values), min(values)
    cuts = cuts_between(values, high, low)
    assert len(cuts) == len(set(values)) - 1
    assert all(low <= cut <= high for cut in cuts)
    middle = (high + low) / 2
    assert cuts == sorted(cuts, key=lambda cut: abs(cut - middle))
