"""Two people in two real terminals, from the title on; the guest's program is killed meanwhile."""

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


@pytest.fixture
def other_pane(pane: Pane, tmp_path: Path) -> Iterator[Pane]:
    """Return a second terminal, on a server and with a home of its own."""
    other = Pane(f"{pane._server}-2", tmp_path / "other-home")
    yield other
    other.close()


def test_two_terminals_play_and_a_guest_that_is_killed_comes_back(
    pane: Pane, other_pane: Pane
) -> None:
    with TemporaryDirectory(dir="/tmp") as folder:
        place = shlex.quote(f"{folder}/table")
        pane.start(f"host --level 1 --seed 5 --no-animation --socket {place}")
        pane.wait_for("the other player types:")
        other_pane.start(f"join {place} --name Zoe --no-animation")
        pane.follow("=> would like to come in", "y => Round 1")
        other_pane.wait_for("Round 1")
        play_cards(pane, other_pane, CARDS)
        before = saved_position(pane)
        os.kill(other_pane.game_process(), signal.SIGKILL)
        pane.wait_for("Zoe is not at the table.")
        other_pane.new_window()
        other_pane.start(f"join {place} --name Zoe --no-animation")
        pane.follow("=> would like to come in", "y => Round 1")
        other_pane.wait_for("Round 1")
        assert saved_position(pane) == before
        play_cards(pane, other_pane, CARDS)
        pane.follow("q => Leave the table?")
        pane.press("y")
        assert "foxduet host --resume" in pane.wait_for_status()
        assert "The host has left" in other_pane.wait_for_status()
