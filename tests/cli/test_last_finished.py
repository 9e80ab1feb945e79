"""Review and replay without a file take the game that ended last."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.play.game import Game
from foxduet.store.files import records_folder
from foxduet.store.saved_games import SavedGame, latest_finished, save_game
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.review.screen import ReviewWaitScreen
from tests.support.calls import called, opened
from tests.support.entries import finished
from tests.support.players import VICTORY, beginning_of


def save(name: str, game: Game, at: int = 0) -> Path:
    """Save a record among the others, as if that had been at a time."""
    folder = records_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = save_game(SavedGame(folder / f"{name}.toml"), game).path
    os.utime(path, (at, at))
    return path


def test_the_game_that_ended_last_counts_whenever_its_file_was_copied() -> None:
    save("first", finished(1), at=9)
    latest = save("second", finished(2), at=5)
    save("under way", beginning_of(VICTORY, 20), at=10**10)
    branch = replace(finished(3).header, further={"branch_of": "x"})
    save("branch", replace(finished(3), header=branch), at=10**10)
    (records_folder() / "broken.toml").write_text('finished = 2099-01-01\nresult = "lost"')
    found = latest_finished(records_folder())
    assert found is not None
    assert (found[0], found[1].path) == (finished(2), latest)


def test_games_without_a_time_count_by_their_files() -> None:
    untimed = replace(VICTORY, header=replace(VICTORY.header, started=None, finished=None))
    save("old", untimed, at=1)
    latest = save("new", untimed, at=2)
    found = latest_finished(records_folder())
    assert found is not None
    assert found[1].path == latest


def test_a_replay_shows_the_last_finished_game(monkeypatch: pytest.MonkeyPatch) -> None:
    save("one", finished(1))
    save("other", finished(2))
    screen, _desk = opened("replay", monkeypatch)
    assert screen == ReplayScreen(finished(2))


def test_a_review_is_about_the_last_finished_game(monkeypatch: pytest.MonkeyPatch) -> None:
    save("one", finished(1))
    path = save("other", finished(2))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    screen, _desk = opened("review", monkeypatch)
    assert isinstance(screen, ReviewWaitScreen)
    assert (screen.task.game, screen.task.path) == (finished(2), path)


def test_positions_are_those_of_the_last_finished_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save("one", finished(1))
    save("under way", beginning_of(VICTORY, 20), at=10**10)
    _status, without, _err = called("replay --positions", capsys, monkeypatch)
    _status, named, _err = called(f"replay --positions {path}", capsys, monkeypatch)
    assert without == named != ""


@pytest.mark.parametrize("line", ["replay --positions", "review --text", "review --json"])
def test_without_a_finished_game_one_line_says_so(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        status, out, err = called(line, capsys, monkeypatch)
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert f"there is no finished game in {records_folder()}" in err
        save("under way", beginning_of(VICTORY, 20))


def test_a_folder_that_cannot_be_read_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    records_folder().parent.mkdir(parents=True)
    records_folder().write_text("not a folder")
    status, _out, err = called("review --text", capsys, monkeypatch)
    assert (status, err.count("\n")) == (1, 1)
    assert f"the games in {records_folder()} cannot be read: " in err
