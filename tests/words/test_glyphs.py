"""Bars and other pictures made of special characters."""

from __future__ import annotations

import pytest

from foxduet.words.glyphs import ASCII, UNICODE, bar


@pytest.mark.parametrize(
    ("share", "drawn", "ascii_drawn"),
    [
        (0.0, "     ", "....."),
        (1.0, "█████", "====="),
        (0.5, "██▌  ", "==..."),
        (0.99, "█████", "====="),
        (0.03, "▏    ", "....."),
    ],
)
def test_bars_are_as_long_as_the_chance(share: float, drawn: str, ascii_drawn: str) -> None:
    assert bar(share, 5, UNICODE) == drawn
    assert bar(share, 5, ASCII) == ascii_drawn
