"""The end of a game in a real terminal: its score, par in the background, and leaving at once."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
from pathlib import Path

import pytest

from foxduet.analysis.par import PAR_PARTNER
from foxduet.store.scores import read_scores
from tests.support.machine import until
from tests.support.panes import HANDED_OVER, Pane
from tests.support.processes import ENDLESS_PAR, path_for


def resign(pane: Pane) -> None:
    """Resign from the first screen."""
    pane.follow(f"=> {HANDED_OVER}", "R => Do you both want to resign?", "y => You have resigned.")


def helpers_of(process: int) -> list[int]:
    """Return the processes that share the work of a process."""
    command = ["pgrep", "-P", str(process), "-f", "multiprocessing-fork"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)
    return [int(line) for line in listed.stdout.split()]


def test_par_comes_while_the_end_answers_keys_and_is_there_the_next_time(
    pane: Pane, tmp_path: Path
) -> None:
    # Par is soon worked out on the shortest board.
    board = tmp_path / "board.toml"
    board.write_text("gems = [1, 0, 1]\nplus = []\nstart = 2\nforest_tokens = 0\n")
    pane.start(f"--level 1 --board {board} --seed 5 --no-animation")
    resign(pane)
    pane.press("Right")
    pane.wait_for("[1: Play again]")
    pane.wait_for("Par: ")
    pane.wait_until(lambda text: "are playing these deals" not in text, "par")
    pane.press("q")
    pane.wait_for_status()
    pane.start("scores")
    assert "1 game, 0 won" in pane.wait_for_status(programs=2)
    (game,) = read_scores(
        pane.home / "scores.sqlite3", pane.home / "records", "duet", PAR_PARTNER
    ).games
    assert game.par is not None


@pytest.mark.parametrize("way", ["quit", "terminated", "killed"])
def test_leaving_ends_the_search_for_par_at_once(pane: Pane, way: str, tmp_path: Path) -> None:
    path = shlex.quote(path_for(ENDLESS_PAR, tmp_path))
    pane.start("--level 3 --seed 5 --no-animation", f"PYTHONPATH={path}")
    resign(pane)
    process = pane.game_process()
    until(lambda: helpers_of(process), "for a process that looks for par")
    (helper,) = helpers_of(process)
    if way == "quit":
        pane.press("q")
    else:
        os.kill(process, signal.SIGTERM if way == "terminated" else signal.SIGKILL)
    pane.wait_for_status()
    until(lambda: not is_running(helper), "for the end of the search")
    games = read_scores(
        pane.home / "scores.sqlite3", pane.home / "records", "duet", PAR_PARTNER
    ).games
    assert [game.seed for game in games] == [5]


def is_running(process: int) -> bool:
    """Return whether a process has not ended; one that has ended has no command any more."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes() != b""
    except OSError:
        return False


def test_a_day_leaves_its_two_lines_in_the_shell(pane: Pane) -> None:
    pane.start("--daily --level 2 --no-animation")
    resign(pane)
    pane.press("q")
    text = pane.wait_for_status()
    assert re.search(
        r"^foxduet daily \d{4}-\d\d-\d\d level 2: resigned in round 1", text, re.MULTILINE
    )
    pane.start("--daily --level 2")
    assert "Already played: resigned in round 1" in pane.wait_for("Deal the cards")
