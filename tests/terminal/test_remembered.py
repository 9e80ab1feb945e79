"""What is remembered in a real terminal: a game is agreed on, left, listed and continued."""

from __future__ import annotations

import sys

from foxduet.store.config import load_config
from tests.support.panes import HANDED_OVER, Pane, look


def test_the_next_game_begins_as_the_last_one_and_both_are_continued(pane: Pane) -> None:
    pane.start("--no-animation")
    pane.follow(
        "=> New game",
        # Lessons come first for somebody who has never finished a game.
        "Down Enter => Deal the cards",
        "Down 3 Down Left Left Down => type a name",
        "A n n => Ann_  3 of 12",
        "Down Down Down Down => ► Deal the cards",
        f"Enter => {HANDED_OVER}",
        "q => Leave the game?",
        "y => Resume: Ann and Right, level 3, round 1",
    )
    pane.press("q")
    assert "resume it with" not in pane.wait_for_status()
    config = load_config(pane.home / "config.toml")
    assert config.values == {"names": ["Ann", ""], "animation": False}
    pane.new_window()
    pane.start("--level 1")
    pane.follow(f"=> {HANDED_OVER}", "q => Leave the game?")
    pane.press("y")
    shown = pane.wait_for_status()
    assert f"resume it with: {sys.executable} -m foxduet --resume" in shown
    pane.new_window()
    pane.start("")
    pane.follow(
        "=> Continue one of your games",
        "Enter => level 3, round 1, trick 1",
        f"Down Enter => {HANDED_OVER}",
    )
    assert "Ann" in pane.text()
    assert "Level 3" in look(pane)


def test_a_broken_file_is_said_on_the_title_and_in_the_shell(pane: Pane) -> None:
    pane.home.mkdir(parents=True)
    (pane.home / "config.toml").write_text("bell = 3")
    pane.start("")
    pane.wait_for("New game")
    assert "ignored in the settings: bell: 3 is neither true nor false" in pane.text()
    pane.press("q")
    assert "neither true nor false" in pane.wait_for_status()
    assert (pane.home / "config.toml").read_text() == "bell = 3"
