"""Clicks become keys by what a frame shows where they fall, and double clicks decide nothing."""

from __future__ import annotations

import pytest

from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Area, Canvas, Size
from foxduet.ui.kit.keys import KeyGuard, moved, scrolled, steps_to
from tests.support.tables import STILL


def test_a_cell_chooses_the_first_area_drawn_there() -> None:
    canvas = Canvas(Size(10, 20), STILL)
    canvas.put_area(2, 3, Size(2, 4), "1")
    canvas.put_area(0, 0, Size(10, 20), "2", chosen=True)
    frame = canvas.frame()
    first, second = (Area(2, 3, Size(2, 4), ("1",), False), Area(0, 0, Size(10, 20), ("2",), True))
    for row in range(10):
        for column in range(20):
            is_first = row in (2, 3) and column in (3, 4, 5, 6)
            assert frame.area_at(row, column) == (first if is_first else second)
    assert frame.area_at(10, 0) is None
    assert frame.area_at(0, 20) is None


@pytest.mark.parametrize("gap", [0.02, 0.06, 0.1, 0.2, 0.3, 0.4])
def test_the_second_half_of_a_double_click_decides_nothing(gap: float) -> None:
    guard, counts = KeyGuard().after_click(10, decides=False)
    assert counts
    guard, counts = guard.after_click(10 + gap, decides=True)
    assert not counts
    # The quiet time starts anew with each click.
    assert not guard.after_click(10 + 2 * gap, decides=True)[1]
    assert guard.after_click(10 + gap + 0.5, decides=True)[1]


@pytest.mark.parametrize("decides", [False, True])
def test_a_click_on_a_new_screen_counts_once_the_last_one_was_let_go(decides: bool) -> None:
    guard = KeyGuard("", 10, is_up=False).after_click(10, decides=True)[0]
    guard = KeyGuard(guard.last, 10.1, is_up=True)
    assert not guard.after_click(10.3, decides=decides)[1]
    assert guard.after_click(10.6, decides=decides)[1]


def test_a_key_and_a_click_guard_each_other() -> None:
    guard, _counts = KeyGuard().after(keys.ENTER, 10)
    assert not guard.after_click(10.05, decides=True)[1]
    assert guard.after_click(10.2, decides=True)[1]
    clicked = KeyGuard(is_up=True).after_click(10, decides=False)[0]
    assert clicked.after(keys.ENTER, 10.2)[1]


def test_the_wheel_scrolls_texts_and_moves_in_lists() -> None:
    assert scrolled(0, keys.WHEEL_DOWN, page=20, count=100) == 3
    assert scrolled(2, keys.WHEEL_UP, page=20, count=100) == 0
    assert moved(None, keys.WHEEL_DOWN, 4) == 0
    assert moved(1, keys.WHEEL_UP, 4) == 0


def test_steps_lead_to_an_option() -> None:
    for cursor in range(5):
        for at in range(5):
            place = cursor
            for key in steps_to(at, cursor, keys.UP, keys.DOWN):
                place = moved(place, key, 5)
            assert place == at
