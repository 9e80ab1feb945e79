"""Terminals of many kinds and sizes, with many colours, few or none."""

from __future__ import annotations

import curses
import re

import pytest

from foxduet.ui.kit.keys import Interruption
from foxduet.ui.kit.signals import Signals
from foxduet.ui.kit.terminal import CursesTerminal
from tests.support.panes import HANDED_OVER, Pane, look, wait_for_one_card
from tests.support.tables import cards_in
from tests.terminal.test_closed import Window


def colours(pane: Pane) -> set[str]:
    """Return the colours of letters in the window, as the terminal received them."""
    return set(re.findall(r"\x1b\[(?:[01];)*(38;5;\d+|3[1-7])m", pane.text_with_escapes()))


@pytest.mark.parametrize(
    ("before", "arguments", "expected"),
    [
        ("TERM=tmux-256color", "", "38;5;"),
        ("TERM=xterm", "", "3"),
        ("NO_COLOR=1", "", None),
        ("", "--no-color", None),
    ],
)
def test_colours_are_as_many_as_wanted_and_letters_stand_for_suits_where_there_are_none(
    pane: Pane, before: str, arguments: str, expected: str | None
) -> None:
    pane.start(f"--level 2 --seed 7 {arguments}", before)
    look(pane)
    used = colours(pane)
    letters = re.findall(r"(?:10|[1-9] )[▼¤*]([drs])", pane.text())
    if expected is None:
        assert used == set()
        assert {*letters} == {"d", "r", "s"}
    else:
        assert letters == []
        assert len(used) >= 4
        assert all(colour.startswith(expected) for colour in used)


def test_a_resize_in_any_direction_is_followed(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    pane.wait_for(HANDED_OVER)
    pane.resize(60, 20)
    pane.wait_for("foxduet needs 80x24, this is 60x20")
    pane.resize(130, 45)
    text = pane.wait_for(HANDED_OVER)
    assert len(cards_in(text)) == 1
    assert "both swap one" in look(pane)
    pane.resize(10, 3)
    pane.wait_until(lambda text: not cards_in(text), "the hand to go")
    pane.resize(80, 24)
    wait_for_one_card(pane, HANDED_OVER)
    look(pane)
    pane.resize(100, 30)
    wait_for_one_card(pane, HANDED_OVER)


def test_each_size_is_told_once_whether_or_not_anything_is_shown_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = Window("get_wch")
    for function in ("noecho", "cbreak", "curs_set", "set_escdelay"):
        monkeypatch.setattr(curses, function, getattr(window, function))
    terminal = CursesTerminal(window, Signals(), coloured=False, mouse=False)  # type: ignore[arg-type]
    monkeypatch.setattr(window, "getmaxyx", lambda: (30, 100), raising=False)
    assert [terminal.wait(0), terminal.wait(0)] == [Interruption.RESIZED, Interruption.TIME_UP]


@pytest.mark.parametrize(
    ("before", "arguments"),
    [
        ("env -u TERM", ""),
        ("TERM=", ""),
        ("TERM=no-such-terminal", ""),
        ("TERM=vt100", ""),
        ("NO_COLOR=1", ""),
        ("TERM=xterm", "--no-color"),
        ("LINES=5 COLUMNS=5", ""),
    ],
)
def test_many_kinds_of_terminal_work(pane: Pane, before: str, arguments: str) -> None:
    pane.start(f"--level 2 --seed 7 {arguments}", before)
    assert "Heir" in look(pane)
    pane.press("C-c")
    assert "status 130." in pane.wait_for_status()


@pytest.mark.parametrize(
    ("before", "arguments"), [("LC_ALL=C", ""), ("TERM=linux", ""), ("", "--ascii")]
)
def test_seven_bits_where_wanted_or_needed(pane: Pane, before: str, arguments: str) -> None:
    pane.start(f"--level 2 --seed 7 {arguments}", before)
    assert look(pane).isascii()
    assert re.search(r"\b[1-9] +[v@*][drs]", pane.text())


def test_a_terminal_that_cannot_move_its_cursor_is_refused(pane: Pane) -> None:
    pane.start("--level 2", "TERM=dumb")
    text = pane.wait_for_status()
    said = "this terminal (TERM=dumb) cannot move its cursor; play in words: foxduet --plain"
    assert said in " ".join(text.split())
    assert "status 2." in text
