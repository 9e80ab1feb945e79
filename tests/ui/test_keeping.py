"""Games are kept on file, and left so that nothing is lost unsaid."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.play.table import Stage
from foxduet.rules.common import Seat
from foxduet.store.saved_games import load_game
from foxduet.ui.kit import keys
from foxduet.ui.screens import (
    AskScreen,
    Leave,
    Question,
    TableScreen,
)
from foxduet.ui.table.keeping import farewell, resume
from tests.support.disks import refuse
from tests.support.tables import (
    options_in,
    press_all,
    pressed,
    table_at,
    table_in,
    text_of,
)


def test_every_action_is_on_file_before_it_is_seen(tmp_path: Path) -> None:
    screen = table_in(tmp_path)
    for key in (keys.ENTER, keys.ENTER, keys.ENTER, keys.ENTER):
        screen = pressed(screen, tmp_path, key)
        game, _saved = load_game(screen.saved.path)
        assert game == screen.session.game


def test_leaving_is_asked_and_tells_how_to_go_on(following: TableScreen, tmp_path: Path) -> None:
    question = press_all(following, tmp_path, "q")
    assert isinstance(question, AskScreen)
    assert question.question is Question.LEAVE
    assert press_all(question, tmp_path, "n") == following
    assert press_all(question, tmp_path, keys.ESCAPE) == following
    left = press_all(question, tmp_path, keys.ENTER)
    elsewhere = following.saved.path
    quoted = f'"{elsewhere}"' if sys.platform == "win32" else elsewhere
    assert left == Leave(f"The game is saved; go on with: foxduet --resume {quoted}")


@pytest.mark.skipif(sys.platform == "win32", reason="no file may be called so there")
def test_the_command_to_go_on_with_can_be_given_to_a_shell(
    following: TableScreen, tmp_path: Path
) -> None:
    for name, quoted in (("my game.toml", "my game.toml"), ("a\x1b[2J.toml", "a?[2J.toml")):
        path = tmp_path / name
        left = farewell(
            replace(following, saved=replace(following.saved, path=path)), options_in(tmp_path)
        )
        assert left.farewell.endswith(f"foxduet --resume '{tmp_path / quoted}'")


def test_a_game_in_its_usual_place_is_gone_on_with_by_no_name(tmp_path: Path) -> None:
    left = press_all(table_in(tmp_path), tmp_path, "q", keys.ENTER)
    assert left == Leave("The game is saved; go on with: foxduet --resume")


def test_the_end_of_a_game_that_cannot_be_saved_is_not_left_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "2.6 4d2s/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000000001# 4 2 p2:play"
    table = table_at(tmp_path, line, Seat.P2)

    monkeypatch.setattr("os.replace", refuse)
    over = pressed(table, tmp_path, keys.ENTER)
    assert over.session.stage is Stage.OVER
    for script in (("q",), ("4", "4"), ("1", "1")):
        stays = pressed(over, tmp_path, *script)
        assert "Not saved: No space left on device." in text_of(stays)
    monkeypatch.undo()
    assert press_all(over, tmp_path, "q") == Leave()
    assert b'result = "victory"\nscore = 39\nfinished = ' in over.saved.path.read_bytes()


def test_a_game_that_nothing_was_done_in_is_not_written_on_leaving(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    ahead = pressed(table, tmp_path, keys.ENTER, keys.ENTER)
    assert isinstance(press_all(table, tmp_path, "q", "y"), Leave)
    assert [path.name for path in table.saved.path.parent.iterdir()] == [table.saved.path.name]
    assert load_game(table.saved.path)[0] == ahead.session.game


def test_a_save_spaced_in_another_way_is_not_taken_for_unsaved(tmp_path: Path) -> None:
    path = table_in(tmp_path).saved.path
    spaced = path.read_text("utf-8").replace('result = "*"', 'result   =   "*"')
    path.write_text(spaced, encoding="utf-8")
    question = press_all(resume(*load_game(path)), tmp_path, "q")
    assert isinstance(question, AskScreen)
    assert "Leave the game? It is saved" in text_of(question)
    assert isinstance(press_all(question, tmp_path, "y"), Leave)
    assert path.read_text("utf-8") == spaced


def test_a_disk_that_refuses_is_told_of_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pressed(table_in(tmp_path), tmp_path, keys.ENTER)

    monkeypatch.setattr("os.fsync", refuse)
    played = pressed(table, tmp_path, keys.ENTER)
    assert "Not saved: No space left on device." in text_of(played)
    assert "Press Enter when only Left can see the screen." in text_of(played)
    assert load_game(played.saved.path)[0] == table.session.game
    stays = press_all(played, tmp_path, "q", keys.ENTER)
    assert isinstance(stays, TableScreen)
    assert "Not saved: No space left on device." in text_of(stays)
    assert "could not be saved" in farewell(stays, options_in(tmp_path)).farewell
    monkeypatch.undo()
    monkeypatch.setenv("FOXDUET_HOME", str(tmp_path))
    assert "The game is saved" in farewell(stays, options_in(tmp_path)).farewell
    assert load_game(played.saved.path)[0] == played.session.game


def test_a_record_changed_elsewhere_is_told_of(tmp_path: Path) -> None:
    table = pressed(table_in(tmp_path), tmp_path, keys.ENTER)
    table.saved.path.write_text("something else")
    played = pressed(table, tmp_path, keys.ENTER)
    assert "Another program changed the save; your game goes on in a file of its own." in text_of(
        played
    )
    assert table.saved.path.read_text() == "something else"
    assert load_game(played.saved.path)[0] == played.session.game
