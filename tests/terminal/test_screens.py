"""The lessons in a real terminal, from the title of somebody new."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from foxduet.store.score_entries import PAR_PARTNER
from foxduet.store.scores import read_scores
from foxduet.store.settings import load_config
from foxduet.ui.kit.canvas import PALETTES, Theme
from tests.support.panes import HANDED_OVER, Pane, look
from tests.support.processes import ENDLESS_PAR, path_for, until
from tests.support.tables import cards_in


def test_somebody_new_learns_from_the_title_and_continues_the_next_time(pane: Pane) -> None:
    pane.start("")
    pane.follow(
        "=> Who is playing?",
        "Enter => ► Lessons",
        "Enter => ►  1  The path and the fox",
        "Enter => This row of spaces is a path",
        "S => Lesson 2: ",
        "q => ►  2  Leading and following",
        "q => ► Lessons",
    )
    pane.press("q")
    pane.wait_for_status()


def resign(pane: Pane) -> None:
    """Resign from the first screen."""
    pane.follow(f"=> {HANDED_OVER}", "R => Do you both resign?", "y => You called it a day.")


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


def test_the_next_game_begins_as_the_last_one_and_both_are_continued(pane: Pane) -> None:
    pane.start("--no-animation")
    pane.follow(
        "=> Who is playing?",
        "2 Enter => type names",
        "A n n => Ann_",
        "Enter Enter => ◄  Ann and Right  ►",
        # Lessons come first for somebody who has never finished a game.
        "1 Enter => Deal the cards",
        f"3 Enter => {HANDED_OVER}",
        "q => Leave the game?",
        "y => Ann and Right, level 3, round 1",
    )
    pane.press("q")
    assert "resume it" not in pane.wait_for_status()
    config = load_config(pane.home / "config.toml")
    assert config.values == {"players": "two", "pairs": [["Ann", ""]]}
    pane.new_window()
    pane.start("--level 1")
    pane.follow(f"=> {HANDED_OVER}", "q => Leave the game?")
    pane.press("y")
    shown = pane.wait_for_status()
    assert f"To resume it: {sys.executable} -m foxduet --resume" in shown
    pane.new_window()
    pane.start("")
    pane.follow(
        "=> and other games",
        "Enter => level 3, round 1, trick 1",
        f"Down Enter => {HANDED_OVER}",
    )
    assert "Ann" in pane.text()
    assert "Level 3" in look(pane)


def test_a_broken_file_is_said_on_the_title_and_in_the_shell(pane: Pane) -> None:
    pane.home.mkdir(parents=True)
    (pane.home / "config.toml").write_text("bell = 3")
    pane.start("")
    pane.wait_for("Who is playing?")
    assert "ignored in the settings: bell: 3 is neither true nor false" in pane.text()
    pane.follow("Escape => New game")
    pane.press("q")
    assert "neither true nor false" in pane.wait_for_status()
    assert "\nbell = 3\n" in (pane.home / "config.toml").read_text()


NIGHT = f"48;5;{PALETTES[Theme.NIGHT].background_256}"


def grounds(pane: Pane) -> set[str]:
    """Return the colours behind the text in the window."""
    return set(re.findall(r"\x1b\[(?:[0-9;]*;)?(48;5;\d+|4[0-7])m", pane.text_with_escapes()))


@pytest.mark.parametrize(
    ("before", "arguments", "expected"),
    [
        ("TERM=tmux-256color", "--theme night", {NIGHT}),
        ("TERM=tmux-256color", "", set()),
        ("TERM=xterm", "--theme night", {"40"}),
        ("TERM=xterm", "--theme forest", {"47"}),
        ("TERM=tmux-256color NO_COLOR=1", "--theme night", set()),
        ("TERM=tmux-256color", "--theme night --no-color", set()),
    ],
)
def test_a_theme_has_the_ground_that_the_terminal_can_show(
    before: str, arguments: str, expected: set[str], pane: Pane
) -> None:
    pane.start(f"--level 2 --seed 7 {arguments}", before)
    pane.wait_for(HANDED_OVER)
    assert grounds(pane) == expected


def test_no_ground_is_left_behind(pane: Pane) -> None:
    pane.without_alternate_screen()
    pane.start("--level 2 --seed 7 --theme night", "TERM=tmux-256color")
    pane.wait_for(HANDED_OVER)
    pane.press("C-c")
    pane.wait_for_status()
    assert grounds(pane) == set()


def test_the_form_changes_the_theme_at_once(pane: Pane) -> None:
    pane.start("--solo", "TERM=tmux-256color")
    pane.wait_for("Deal the cards")
    pane.press("m", "Up", "Up", "Right", "Right")
    pane.wait_for("night")
    assert grounds(pane) == {NIGHT}


CHOSEN = "┏━"
CARD = (15, 40)
"""A cell on one of the cards in a full hand."""


def test_a_click_chooses_a_card_and_another_one_plays_it(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    hand = look(pane)
    assert pane.reports_mouse()
    chosen = pane.click_until_change(*CARD, hand)
    assert CHOSEN in chosen
    assert HANDED_OVER in pane.click_until_change(*CARD, chosen)


def test_only_a_click_on_the_line_that_says_so_opens_a_hand(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    handoff = pane.wait_for(HANDED_OVER)
    lines = handoff.splitlines()
    line = next(row for row, text in enumerate(lines) if HANDED_OVER in text)
    column = lines[line].index(HANDED_OVER)
    for row in range(0, 24, 5):
        if row != line:
            pane.click(row, column)
    # Escape, and then what is left of a press of the mouse, in which there is a Space; its release.
    for piece in (b"\x1b", b"[M 00", b"\x1b[M#00"):
        pane.send(piece)
    help_page = pane.press_until_change("?", handoff)
    assert not cards_in(help_page)
    pane.press("?")
    pane.wait_until(lambda text: text == handoff, "the handoff again")
    assert len(cards_in(handoff)) == 1
    assert len(cards_in(pane.click_until_change(line, column, handoff))) > 1


def test_the_mouse_is_left_alone_where_it_is_not_wanted_and_in_the_end(pane: Pane) -> None:
    pane.start("--level 2 --seed 7 --no-mouse")
    pane.wait_for(HANDED_OVER)
    assert not pane.reports_mouse()
    pane.press("C-c")
    pane.wait_for_status()
    pane.start("--level 2 --seed 8 --mouse")
    pane.wait_for(HANDED_OVER)
    assert pane.reports_mouse()
    pane.press("C-c")
    pane.wait_for_status(2)
    assert not pane.reports_mouse()
