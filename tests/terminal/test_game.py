"""The game in a real terminal, inside tmux: whole games, records and reviews."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

from foxduet.store.saved_games import latest_unfinished, load_game
from tests.support.paned_games import (
    HANDED_OVER,
    key_for,
    look,
    play_first_card,
    saved_position,
)
from tests.support.panes import Pane
from tests.support.places import RECORDS
from tests.support.tables import cards_in


def test_a_whole_game_is_played_by_both_seats(pane: Pane) -> None:
    pane.start("--level 1 --seed 5 --no-animation")
    text = pane.wait_for_change("")
    for _ in range(400):
        if "Play again" in text:
            break
        text = pane.press_until_change(key_for(text), text)
    assert "Play again" in text
    pane.press("q")
    assert "status 0." in pane.wait_for_status()
    records = list((pane.home / "records").iterdir())
    assert len(records) == 1
    assert load_game(records[0])[0].state.table.outcome is not None


def test_the_title_screen_starts_a_game(pane: Pane) -> None:
    pane.start("")
    pane.wait_for("New game")
    # Somebody new is offered to learn first.
    pane.press("Down", "Enter")
    pane.wait_for("Deal the cards")
    pane.press("Down", "Down", "Down", "A", "n", "n", *["Down"] * 4)
    pane.wait_for("▸ Deal the cards")
    pane.press("Enter")
    text = pane.wait_for(HANDED_OVER)
    assert "Ann" in text


def test_a_killed_game_continues_where_it_was(pane: Pane) -> None:
    pane.start("--level 3 --seed 2 --no-animation")
    for _ in range(2):
        look(pane)
        play_first_card(pane)
    # The second card is Foxes.
    pane.wait_for("who may swap the decree?")
    before = saved_position(pane)
    os.kill(pane.game_process(), signal.SIGKILL)
    pane.wait_for_status()
    # A kill leaves the terminal as it was; another one is as good.
    pane.new_window()
    pane.start("--resume")
    text = pane.wait_for(HANDED_OVER)
    assert saved_position(pane) == before
    assert len(cards_in(text)) <= 3


def test_a_record_is_replayed(pane: Pane) -> None:
    pane.start(f"replay {RECORDS / 'level2-victory.toml'}")
    pane.wait_for("After action 0 of")
    pane.press("End")
    assert "You have won!" in pane.wait_for("After action 102 of 102")
    pane.press("q")
    assert "status 0." in pane.wait_for_status()


def test_an_unfinished_game_is_replayed_only_after_a_question(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    pane.wait_for(HANDED_OVER)
    pane.press("C-c")
    pane.wait_for_status()
    latest = latest_unfinished(pane.home / "records")
    assert latest is not None
    pane.start(f"replay {latest[1].path}")
    pane.wait_for("Continue? [y/N]")
    pane.press("n", "Enter")
    pane.wait_for_status(programs=2)
    assert len(cards_in(pane.text_with_scrollback())) <= 1


def test_a_broken_record_is_replayed_up_to_its_error(pane: Pane, tmp_path: Path) -> None:
    text = (RECORDS / "level2-lost.toml").read_text("utf-8")
    record = tmp_path / "broken.toml"
    record.write_text(text.replace("\n]", '\n  "team resign",\n]'))
    pane.start(f"replay {record}")
    assert "From here on" not in pane.wait_for("After action 0 of")
    pane.press("End")
    pane.wait_for("The record is not valid from here on.")
    pane.press("q")
    output = " ".join(pane.wait_for_status().split())
    assert "the game is over" in output
    assert "status 1." in output


def test_a_review_is_left_half_done_and_opens_at_once_when_it_is_done(
    pane: Pane, tmp_path: Path
) -> None:
    record = tmp_path / "game.toml"
    shutil.copy(RECORDS / "level1-victory.toml", record)
    pane.start(f"review {record} --worlds 3000")
    pane.wait_for("decisions, about")
    pane.press("q")
    assert "status 0." in pane.wait_for_status()
    saved = tmp_path / "game.toml.review-3000.json"
    assert saved.exists()
    pane.new_window()
    pane.start(f"review {record} --worlds 20 --jobs 2")
    pane.wait_for("what would have been better")
    pane.press("q")
    pane.wait_for("n learn")
    pane.press("e", "e")
    pane.wait_for("Both hands open")
    pane.press("o")
    pane.wait_for("With open hands")
    pane.press("o", "t")
    pane.wait_for("Who plays on from there?")
    pane.press("Enter")
    pane.wait_for(HANDED_OVER)
    assert len(list((pane.home / "records").iterdir())) == 1
    pane.press("q")
    pane.wait_for("Leave the branch?")
    pane.press("y")
    pane.wait_for("The branch is saved as")
    pane.press("q")
    assert "status 0." in pane.wait_for_status()
