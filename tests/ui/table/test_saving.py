"""Games are saved after every action, and nothing is lost on leaving without a word."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.play.table import Stage
from foxduet.store.saved_games import load_game
from foxduet.ui.kit import keys
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.screen import TableScreen, resume
from foxduet.ui.table.state import Question
from foxduet.words import program_name
from tests.support.disks import refuse
from tests.support.tables import (
    Left,
    hanged_up,
    options_in,
    press_all,
    pressed,
    table_at,
    table_in,
    text_of,
)


def test_every_action_is_saved_before_it_is_shown(tmp_path: Path) -> None:
    screen = table_in(tmp_path)
    for key in (keys.SPACE, "1", keys.ENTER, keys.SPACE, "1", keys.ENTER):
        screen = pressed(screen, tmp_path, key)
        game, _saved = load_game(screen.saved.path)
        assert game == screen.session.game


def test_leaving_asks_first_and_says_how_to_resume(following: TableScreen, tmp_path: Path) -> None:
    question = press_all(following, tmp_path, "q")
    assert isinstance(question, AskScreen)
    assert question.question is Question.LEAVE
    assert press_all(question, tmp_path, "n") == following
    assert press_all(question, tmp_path, keys.ESCAPE) == following
    assert press_all(question, tmp_path, keys.LEFT, keys.ENTER) == following
    left = press_all(question, tmp_path, "y")
    place = program_name.quoted(str(following.saved.path))
    assert left == Left(f"The game is saved; resume it with: foxduet --resume {place}")


@pytest.mark.skipif(sys.platform == "win32", reason="no file may be called so there")
def test_the_command_that_resumes_is_quoted_for_a_shell(
    following: TableScreen, tmp_path: Path
) -> None:
    for name, quoted in (("my game.toml", "my game.toml"), ("a\x1b[2J.toml", "a?[2J.toml")):
        path = tmp_path / name
        table = replace(following, saved=replace(following.saved, path=path))
        left = hanged_up(table, options_in(tmp_path))
        assert left.farewell.endswith(f"foxduet --resume '{tmp_path / quoted}'")


def test_a_game_in_its_usual_folder_is_resumed_without_a_path(tmp_path: Path) -> None:
    left = press_all(table_in(tmp_path), tmp_path, "q", "y")
    assert left == Left("The game is saved; resume it with: foxduet --resume")


def test_leaving_the_end_of_a_game_that_cannot_be_saved_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "2.6 4d2s/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000000001# 4 2 p2:play"
    table = table_at(tmp_path, line, Seat.P2)

    monkeypatch.setattr("os.replace", refuse)
    over = pressed(table, tmp_path, "1", keys.ENTER)
    assert over.session.stage is Stage.OVER
    for script in (("q",), ("1", keys.ENTER), ("5", keys.ENTER), ("6", keys.ENTER)):
        stays = pressed(over, tmp_path, *script)
        assert "Not saved: No space left on device." in text_of(stays)
    monkeypatch.undo()
    assert press_all(over, tmp_path, "q") == Left()
    assert b'result = "victory"\nscore = 39\nfinished = ' in over.saved.path.read_bytes()


def test_leaving_an_unchanged_game_writes_nothing(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    ahead = pressed(table, tmp_path, keys.SPACE, "1", keys.ENTER)
    assert isinstance(press_all(table, tmp_path, "q", "y"), Left)
    assert [path.name for path in table.saved.path.parent.iterdir()] == [table.saved.path.name]
    assert load_game(table.saved.path)[0] == ahead.session.game


def test_a_record_with_other_spacing_counts_as_saved(tmp_path: Path) -> None:
    path = table_in(tmp_path).saved.path
    spaced = path.read_text("utf-8").replace('result = "*"', 'result   =   "*"')
    path.write_text(spaced, encoding="utf-8")
    question = press_all(resume(*load_game(path)).screen, tmp_path, "q")
    assert isinstance(question, AskScreen)
    assert "Leave the game? It is saved" in text_of(question)
    assert isinstance(press_all(question, tmp_path, "y"), Left)
    assert path.read_text("utf-8") == spaced


def test_a_full_disk_is_reported_and_the_game_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pressed(table_in(tmp_path), tmp_path, keys.SPACE, "1")

    monkeypatch.setattr("os.fsync", refuse)
    played = pressed(table, tmp_path, keys.ENTER)
    assert "Not saved: No space left on device." in text_of(played)
    assert "Press Space when only Left can see the screen." in text_of(played)
    assert load_game(played.saved.path)[0] == table.session.game
    stays = press_all(played, tmp_path, "q", "y")
    assert isinstance(stays, TableScreen)
    assert "Not saved: No space left on device." in text_of(stays)
    assert "could not be saved" in hanged_up(stays, options_in(tmp_path)).farewell
    monkeypatch.undo()
    monkeypatch.setenv("FOXDUET_HOME", str(tmp_path))
    assert "The game is saved" in hanged_up(stays, options_in(tmp_path)).farewell
    assert load_game(played.saved.path)[0] == played.session.game


def test_a_record_changed_by_another_program_is_reported(tmp_path: Path) -> None:
    table = pressed(table_in(tmp_path), tmp_path, keys.SPACE, "1")
    table.saved.path.write_text("something else")
    played = pressed(table, tmp_path, keys.ENTER)
    assert "Another program changed the save; your game continues in a file of its own." in text_of(
        played
    )
    assert table.saved.path.read_text() == "something else"
    assert load_game(played.saved.path)[0] == played.session.game
