"""The game in a real terminal, inside tmux: whole games, records and reviews."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
from pathlib import Path

from foxduet.core.common import Play, Seat
from foxduet.store.saved_games import SavedGame, load_game, save_game
from tests.support.entries import latest_unfinished
from tests.support.machine import RECORDS
from tests.support.panes import (
    HANDED_OVER,
    Pane,
    key_for,
    look,
    play_first_card,
    saved_position,
)
from tests.support.players import VICTORY, beginning_of
from tests.support.processes import path_for
from tests.support.quick_reviews import AT_THE_START
from tests.support.tables import cards_in

SHORT_BOARD = """
gems = [1, 0, 0, 1, 0, 0, 1]
plus = []
start = 4
forest_tokens = 1
"""


def test_a_whole_game_is_played_by_both_seats(pane: Pane, tmp_path: Path) -> None:
    # As many tricks as a game needs that both play in, and not a minute's worth of them.
    board = tmp_path / "board.toml"
    board.write_text(SHORT_BOARD, "utf-8")
    pane.start(f"--level 1 --board {board} --seed 5 --no-animation")
    text = pane.wait_for_change("")
    pane.play_until("Play again", text, key_for, 200)
    pane.press("q")
    assert "status 0." in pane.wait_for_status()
    records = list((pane.home / "records").iterdir())
    assert len(records) == 1
    game = load_game(records[0])[0]
    assert game.state.table.outcome is not None
    assert {turn.action.seat for turn in game.turns if isinstance(turn.action, Play)} == {*Seat}


def test_a_round_ends_and_the_next_one_is_dealt(pane: Pane) -> None:
    turns = next(at for at, state in enumerate(VICTORY.states) if state.table.tricks_done == 10)
    folder = pane.home / "records"
    folder.mkdir(parents=True)
    save_game(SavedGame(folder / "game.toml"), beginning_of(VICTORY, turns))
    pane.start("--resume --no-animation")
    text = pane.wait_for(HANDED_OVER)
    pane.play_until("Round 2", text, key_for, 40)
    pane.press("C-c")
    pane.wait_for_status()
    assert load_game(folder / "game.toml")[0].state.table.round == 2


def test_the_title_screen_starts_a_game(pane: Pane) -> None:
    pane.start("")
    # Somebody new is offered to learn first.
    pane.follow("=> New game", "Down Enter => Deal the cards")
    # With another person instead of the partner that is proposed.
    pane.press("Down", "Down", "Left", "Left", "Down", "A", "n", "n", *["Down"] * 4)
    pane.follow("=> ► Deal the cards", f"Enter => {HANDED_OVER}")
    assert "Ann" in pane.text()


def test_a_killed_game_continues_where_it_was(pane: Pane) -> None:
    pane.start("--level 3 --seed 2 --no-animation")
    for _ in range(2):
        look(pane)
        play_first_card(pane)
    # The second card is Foxes.
    pane.wait_for("Who may swap?")
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
    record.write_text(text.replace("\n]", '\n  "team resign",\n]'), "utf-8")
    pane.start(f"replay {record}")
    assert "From here on" not in pane.wait_for("After action 0 of")
    pane.press("End")
    pane.wait_for("The record is not valid from here on.")
    pane.press("q")
    output = " ".join(pane.wait_for_status().split())
    assert "the game is over" in output
    assert "status 1." in output


def test_a_review_is_left_while_it_is_refined_and_opens_at_once_when_it_is_done(
    pane: Pane, tmp_path: Path
) -> None:
    record = tmp_path / "game.toml"
    shutil.copy(RECORDS / "glade.toml", record)
    quickly = f"PYTHONPATH={shlex.quote(path_for(AT_THE_START, tmp_path))}"
    pane.start(f"review {record} --worlds 100000 --jobs 2", quickly)
    pane.follow("=> what would have been better", "q => n learn")
    pane.press("q")
    assert "status 0." in pane.wait_for_status()
    saved = tmp_path / "game.toml.review-100000.json"
    assert saved.exists()
    pane.new_window()
    pane.start(f"review {record} --worlds 2 --jobs 2", quickly)
    pane.follow(
        "=> what would have been better",
        "q => n learn",
        "e e => Both hands open",
        "o => With open hands",
        "o t => Who plays on from there?",
        f"Enter => {HANDED_OVER}",
    )
    assert len(list((pane.home / "records").iterdir())) == 1
    pane.follow("q => Leave the branch?", "y => The branch is saved as")
    pane.press("q")
    assert "status 0." in pane.wait_for_status()
