"""Two people in two real terminals, of which one is killed, stopped, or has another size."""

from __future__ import annotations

import os
import shlex
import signal
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support.panes import Pane, play_cards, saved_position

CARDS = 4
"""How many are played at a time: two tricks."""
SIZES = ((100, 30), (60, 20), (130, 45), (80, 12), (80, 24))
"""Columns and rows; in the third and the last there is room for screens again."""


@pytest.fixture
def other_pane(pane: Pane, tmp_path: Path) -> Iterator[Pane]:
    """Return a second terminal, on a server and with a home of its own."""
    other = Pane(f"{pane._server}-2", tmp_path / "other-home")
    yield other
    other.close()


def deal(host: Pane, guest: Pane) -> None:
    """Deal the first round: both have talked, if they wanted to."""
    guest.wait_for("Before the first deal")
    host.follow("Space => Zoe is still to press Space.")
    guest.follow("Space => Round 1")
    host.wait_for("Round 1")


@pytest.fixture
def join(pane: Pane) -> Iterator[str]:
    """Host a game in the first window; return the command of a guest."""
    with TemporaryDirectory(dir="/tmp") as folder:
        place = shlex.quote(f"{folder}/table")
        pane.start(f"host --level 1 --seed 5 --no-animation --socket {place}")
        pane.wait_for("the other player types:")
        yield f"join {place} --name Zoe --no-animation"


def test_two_terminals_play_and_a_guest_that_is_killed_comes_back(
    pane: Pane, other_pane: Pane, join: str
) -> None:
    other_pane.start(join)
    pane.follow("=> Let them in?", "y => Before the first deal")
    deal(pane, other_pane)
    play_cards(pane, other_pane, CARDS)
    before = saved_position(pane)
    os.kill(other_pane.game_process(), signal.SIGKILL)
    pane.wait_for("Zoe is not at the table.")
    other_pane.new_window()
    other_pane.start(join)
    pane.follow("=> Let them in?", "y => Round 1")
    other_pane.wait_for("Round 1")
    assert saved_position(pane) == before
    play_cards(pane, other_pane, CARDS)
    pane.follow("q => Leave the table?")
    pane.press("y")
    assert "foxduet host --resume" in pane.wait_for_status()
    assert "The host has left" in other_pane.wait_for_status()


def test_the_seat_of_a_guest_that_is_stopped_is_taken_over_from_another_terminal(
    pane: Pane, other_pane: Pane, join: str
) -> None:
    # The shell goes on waiting for a program that is stopped.
    other_pane.type_command("set +m")
    other_pane.start(join)
    pane.follow("=> Let them in?", "y => Before the first deal")
    deal(pane, other_pane)
    stopped = other_pane.game_process()
    os.kill(stopped, signal.SIGSTOP)
    other_pane.new_window()
    other_pane.start(f"{join} --plain")
    other_pane.wait_for("Left is choosing ...")
    os.kill(stopped, signal.SIGCONT)
    other_pane._tmux("last-window")
    assert "Your seat has moved to another terminal." in other_pane.wait_for_status()


def resize_in_all_directions(pane: Pane, shown: str) -> None:
    """Make a window larger and smaller, also too small for screens, and as it was."""
    for columns, rows in SIZES:
        pane.resize(columns, rows)
        is_small = columns < 80 or rows < 24
        pane.wait_for(f"this is {columns}x{rows}" if is_small else shown)


@pytest.mark.parametrize("resized", ["host", "guest"])
def test_the_window_of_either_may_have_any_size_at_any_moment(
    pane: Pane, other_pane: Pane, join: str, resized: str
) -> None:
    one = pane if resized == "host" else other_pane
    other_pane.start(join)
    other_pane.wait_for("The host is asked")
    pane.wait_for("Let them in?")
    if resized == "host":
        resize_in_all_directions(one, "Let them in?")
    else:
        one.resize(*SIZES[0])
    pane.follow("y => Before the first deal")
    deal(pane, other_pane)
    resize_in_all_directions(one, "Round 1")
    one.follow("q => Leave the table?")
    resize_in_all_directions(one, "Leave the table?")
    one.follow("n => Round 1")
    play_cards(pane, other_pane, CARDS)


def test_the_window_of_a_guest_in_words_may_have_any_size(
    pane: Pane, other_pane: Pane, join: str
) -> None:
    other_pane.start(f"{join} --plain")
    pane.follow("=> Let them in?", "y => Before the first deal", "Space => still to press")
    other_pane.wait_until(lambda text: text.rstrip().endswith(">"), "a prompt")
    other_pane.type_command("")
    other_pane.wait_for("is choosing")
    for columns, rows in SIZES:
        other_pane.resize(columns, rows)
    other_pane.type_command("decree")
    other_pane.wait_until(lambda text: text.count("The decree is the") == 2, "an answer")
