"""No hand is left behind in a real terminal, however the game is left, stopped or covered."""

from __future__ import annotations

import os
import signal
from contextlib import suppress

import pytest

from tests.support.panes import (
    HANDED_OVER,
    LEAVING,
    Pane,
    leave,
    look,
    saved_position,
    wait_for_one_card,
)
from tests.support.tables import cards_in


@pytest.mark.parametrize("alternate", ["alternate screen", "one screen"])
@pytest.mark.parametrize("way", LEAVING)
def test_no_hand_is_left_behind(pane: Pane, way: str, alternate: str) -> None:
    if alternate == "one screen":
        pane.without_alternate_screen()
    pane.start("--level 2 --seed 7")
    hand = cards_in(look(pane))
    assert len(hand) >= 11
    before = saved_position(pane)
    leave(pane, way)
    text = pane.wait_for_status()
    _kind, _what, status = LEAVING[way]
    assert f"status {status}." in text
    assert "-m foxduet --resume" in text
    # The decree lay open; no more than that may be found.
    assert len(cards_in(pane.text_with_scrollback())) <= 1
    assert saved_position(pane) == before


def is_running(process: int) -> bool:
    """Return whether a process has not ended yet."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_second_signal_on_the_way_out_leaves_nothing_either(pane: Pane) -> None:
    pane.without_alternate_screen()
    pane.start("--level 2 --seed 7")
    look(pane)
    process = pane.game_process()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        with suppress(ProcessLookupError):
            os.kill(process, number)
    # The shell shows no status of a program that a signal has ended in the middle of its list.
    pane.wait_until(lambda _text: not is_running(process), "the end")
    assert len(cards_in(pane.text_with_scrollback())) <= 1


def test_a_larger_window_leaves_no_hand_in_the_scrollback(pane: Pane) -> None:
    pane.without_alternate_screen()
    pane.start("--level 2 --seed 7")
    look(pane)
    pane.resize(130, 45)
    wait_for_one_card(pane, HANDED_OVER)
    assert "both swap one" in look(pane)
    pane.press("b")
    pane.wait_for(HANDED_OVER)
    assert len(cards_in(pane.text_with_scrollback())) <= 1


def test_a_game_stopped_from_outside_comes_back_blank(pane: Pane) -> None:
    # A shell with job control might notice, or not, and take the terminal back.
    pane.start("--level 2 --seed 7", before="set +m;")
    look(pane)
    process = pane.game_process()
    os.kill(process, signal.SIGSTOP)
    os.kill(process, signal.SIGCONT)
    wait_for_one_card(pane, HANDED_OVER)


@pytest.mark.parametrize("alternate", ["alternate screen", "one screen"])
def test_a_suspended_game_shows_no_hand_and_comes_back_blank(pane: Pane, alternate: str) -> None:
    if alternate == "one screen":
        pane.without_alternate_screen()
    pane.start("--level 2 --seed 7")
    look(pane)
    pane.press("C-z")
    pane.wait_for("Stopped", "suspended")
    assert len(cards_in(pane.text_with_scrollback())) <= 1
    pane.type_command("fg")
    wait_for_one_card(pane, HANDED_OVER)
    assert "10 ▼" not in pane.text()
    look(pane)


def test_keys_typed_ahead_open_no_hand(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    look(pane)
    pane.press("1", "Enter", "Enter", "Space", "Space", "Enter", "Space")
    text = pane.wait_for("Left can see the screen.")
    assert "it is your turn to follow" in text
    # All that was typed has been read by the time that a later key is answered.
    pane.press("?")
    pane.wait_for("keys and rules")
    pane.press("Escape")
    assert len(cards_in(pane.wait_for("Left can see the screen."))) == 2


FAILING = """
import sys
from foxduet.ui import loop
from foxduet.__main__ import main
press = loop.press
def failing(screen, key, *rest):
    return press(screen, key, *rest) if key != "x" else {}["7 of Doves"]
loop.press = failing
sys.argv = ["foxduet", "--level", "2", "--seed", "7"]
sys.exit(main())
"""


@pytest.mark.parametrize("alternate", ["alternate screen", "one screen"])
def test_an_error_of_the_program_leaves_one_line_and_no_hand(pane: Pane, alternate: str) -> None:
    if alternate == "one screen":
        pane.without_alternate_screen()
    pane.start_program(FAILING)
    assert len(cards_in(look(pane))) >= 11
    before = saved_position(pane)
    pane.press("x")
    text = " ".join(pane.wait_for_status().split())
    assert "internal error (KeyError in " in text
    assert "foxduet --resume continues it status 1." in text
    assert "Traceback" not in text
    assert len(cards_in(pane.text_with_scrollback())) <= 1
    assert saved_position(pane) == before
