"""Keys that bounce or are held down, told from those that were meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ui.kit import keys
from foxduet.ui.kit.keys import DECIDE, KeyGuard, moved
from tests.support.timed import DELAYS, RATES, held

times = st.floats(0.5, 60, allow_nan=False)
names = st.sampled_from([keys.ENTER, keys.SPACE, "u", "y", "n", "q", "1", keys.LEFT, keys.ESCAPE])


@given(st.builds(KeyGuard, names, st.floats(0, 1), st.booleans()), names, times)
def test_a_key_counts_half_a_second_after_the_last_one(
    guard: KeyGuard, key: str, gap: float
) -> None:
    after, counts = guard.after(key, guard.at + gap)
    assert counts
    assert (after.last, after.is_up) == (key, False)


@given(names, st.floats(0, 0.44), st.booleans())
def test_a_key_that_comes_again_after_a_change_of_screen_decides_nothing(
    key: str, gap: float, is_up: bool
) -> None:
    guard = KeyGuard(key, 5.0, is_up=True)
    moves_a_cursor = key in ("1", keys.LEFT)
    assert guard.after(key, 5.0 + gap)[1] == moves_a_cursor
    # Nor does it by coming again and again.
    for at in range(1, 20):
        guard, counts = guard.after(key, 5.0 + gap * at)
        assert counts == moves_a_cursor


@given(names, names, st.floats(0, 0.119))
def test_another_key_right_after_a_change_of_screen_decides_nothing(
    last: str, key: str, gap: float
) -> None:
    _guard, counts = KeyGuard(last, 5.0, is_up=True).after(key, 5.0 + gap)
    assert counts == (key in ("1", keys.LEFT))


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("delay", DELAYS)
@pytest.mark.parametrize("key", DECIDE)
def test_a_key_that_decides_does_so_only_once_while_it_repeats(
    key: str, delay: float, rate: int
) -> None:
    guard, counted = KeyGuard(), 0
    for at, _key in held(key, 1.0, delay, rate)[1:]:
        guard, counts = guard.after(key, at)
        counted += counts
    assert counted == 1


def test_moving_a_cursor_repeats_as_fast_as_the_keyboard() -> None:
    guard = KeyGuard(keys.ENTER, 1.0, is_up=True)
    for at, _key in held(keys.RIGHT, 1.01, 0.25, 40):
        guard, counts = guard.after(keys.RIGHT, at)
        assert counts


@given(st.integers(1, 12), st.sampled_from(keys.ARROWS))
def test_the_first_arrow_chooses_an_option_at_one_end(count: int, key: str) -> None:
    forth = key in keys.FORWARD + keys.DOWNWARD
    assert moved(None, key, count) == (0 if forth else count - 1)
