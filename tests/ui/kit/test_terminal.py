"""What curses of each system is given to draw, and which keys come from it."""

from __future__ import annotations

import curses
import sys

import pytest

from foxduet.ui.kit import keys, terminal

KEYPAD = {
    "PADENTER": keys.ENTER,
    "PADMINUS": "-",
    "PADPLUS": "+",
    "PADSTOP": keys.BACKSPACE,
    "KEY_A1": keys.HOME,
    "KEY_A2": keys.UP,
    "KEY_A3": keys.PAGE_UP,
    "KEY_B1": keys.LEFT,
    "KEY_B3": keys.RIGHT,
    "KEY_C1": keys.END,
    "KEY_C2": keys.DOWN,
    "KEY_C3": keys.PAGE_DOWN,
}


@pytest.mark.parametrize("name", [name for name in KEYPAD if hasattr(curses, name)])
def test_the_keypad_does_what_is_printed_on_it(name: str) -> None:
    assert terminal._key_name(getattr(curses, name)) == KEYPAD[name]


def test_windows_draws_what_its_code_page_has_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert terminal._drawable("♣ é", "cp437") == "? é"
    monkeypatch.setattr(sys, "platform", "win32")
    assert terminal._drawable("♣ é", "cp437") == "♣ é"
