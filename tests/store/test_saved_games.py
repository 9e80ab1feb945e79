"""Files that survive: written in one step, found again, never overwritten by something else."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from stat import S_ISDIR

import pytest

from foxduet.play.game import Game
from foxduet.play.record import dump_record
from foxduet.store.files import config_file, home_folder, write_safely
from foxduet.store.saved_games import (
    SavedGame,
    load_game,
    new_record_path,
    remove_stale_files,
    save_game,
)
from tests.support.entries import latest_unfinished
from tests.support.players import DEFEAT, beginning_of
from tests.support.processes import refuse


def after(turns: int) -> Game:
    """Return the beginning of a fixed game."""
    return beginning_of(DEFEAT, turns)


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_disk_that_refuses_leaves_the_old_file(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    write_safely(path, b"old")

    monkeypatch.setattr(f"os.{step}", refuse)
    with pytest.raises(OSError, match="No space left"):
        write_safely(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.toml"]


def test_the_file_is_synced_before_it_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    fsync, replace = os.fsync, os.replace

    def noted_fsync(number: int) -> None:
        calls.append("sync")
        fsync(number)

    def noted_replace(old: str, new: Path) -> None:
        calls.append("rename")
        replace(old, new)

    monkeypatch.setattr("os.fsync", noted_fsync)
    monkeypatch.setattr("os.replace", noted_replace)
    write_safely(tmp_path / "game.toml", b"text")
    # The folder is synced after that, where there is such a thing.
    assert calls == ["sync", "rename"] + ["sync"] * (sys.platform != "win32")


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    saved = save_game(SavedGame(tmp_path / "records" / "game.toml"), after(5))
    assert load_game(saved.path) == (after(5), saved)


def test_a_record_that_another_program_has_changed_is_not_touched(tmp_path: Path) -> None:
    ours = save_game(SavedGame(tmp_path / "game.toml"), after(5))
    theirs = save_game(ours, after(9))
    aside = save_game(ours, after(6))
    assert load_game(theirs.path)[0] == after(9)
    assert aside.path != ours.path
    assert load_game(aside.path)[0] == after(6)
    assert save_game(aside, after(7)).path == aside.path


def test_a_new_record_does_not_replace_another_file(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(b"something else")
    saved = save_game(SavedGame(path), after(5))
    assert path.read_bytes() == b"something else"
    assert saved.path != path


def test_a_record_that_was_deleted_is_written_again(tmp_path: Path) -> None:
    saved = save_game(SavedGame(tmp_path / "game.toml"), after(5))
    saved.path.unlink()
    assert save_game(saved, after(6)).path == saved.path


def test_records_have_different_names(tmp_path: Path) -> None:
    moment = datetime(2026, 11, 21, 4, 32, 7, tzinfo=UTC)
    names = {new_record_path(tmp_path, moment).name for _ in range(20)}
    assert len(names) == 20
    assert all(name.startswith("20261121-043207-") and name.endswith(".toml") for name in names)


def test_the_game_to_resume_is_the_unfinished_one_saved_last(tmp_path: Path) -> None:
    assert latest_unfinished(tmp_path / "nothing") is None
    assert latest_unfinished(tmp_path) is None
    for at, (name, game) in enumerate(
        [("old", after(3)), ("later", after(5)), ("over", DEFEAT)], start=1
    ):
        saved = save_game(SavedGame(tmp_path / f"{name}.toml"), game)
        os.utime(saved.path, (at, at))
    (tmp_path / "broken.toml").write_text('result = "*"\nnot a record')
    (tmp_path / "notes.txt").write_text('result = "*"\n')
    (tmp_path / "folder.toml").mkdir()
    latest = latest_unfinished(tmp_path)
    assert latest is not None
    assert (latest[0], latest[1].path) == (after(5), tmp_path / "later.toml")


def test_a_save_with_other_spaces_is_found(tmp_path: Path) -> None:
    text = dump_record(after(3)).replace('result = "*"', 'result   = "*"  # so far')
    (tmp_path / "game.toml").write_bytes(text.replace("\n", "\r\n").encode())
    latest = latest_unfinished(tmp_path)
    assert latest is not None
    assert latest[0] == after(3)


def test_a_folder_that_cannot_be_synced_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fsync = os.fsync

    def only_files(number: int) -> None:
        if S_ISDIR(os.fstat(number).st_mode):
            raise OSError(22, "Invalid argument")
        fsync(number)

    monkeypatch.setattr("os.fsync", only_files)
    saved = save_game(SavedGame(tmp_path / "game.toml"), after(3))
    assert save_game(saved, after(4)).path == saved.path


def test_files_of_a_killed_program_are_removed_after_a_day(tmp_path: Path) -> None:
    old, new = tmp_path / ".game.toml.abc.tmp", tmp_path / ".game.toml.xyz.tmp"
    for path in (old, new, tmp_path / "game.toml"):
        path.write_text("half a game")
    os.utime(old, (0, 0))
    os.utime(tmp_path / "game.toml", (0, 0))
    remove_stale_files(tmp_path)
    remove_stale_files(tmp_path / "nothing")
    assert sorted(path.name for path in tmp_path.iterdir()) == [new.name, "game.toml"]


@pytest.mark.parametrize(
    ("platform", "environment", "games", "settings"),
    [
        ("linux", {"FOXDUET_HOME": "/a/b", "XDG_DATA_HOME": "/x"}, "/a/b", "/a/b"),
        ("linux", {"FOXDUET_HOME": "/a/b", "XDG_CONFIG_HOME": "/x"}, "/a/b", "/a/b"),
        ("linux", {"XDG_DATA_HOME": "/x"}, "/x/foxduet", "~/.config/foxduet"),
        ("linux", {"XDG_CONFIG_HOME": "/x"}, "~/.local/share/foxduet", "/x/foxduet"),
        (
            "linux",
            {"XDG_DATA_HOME": "x", "XDG_CONFIG_HOME": "x"},
            "~/.local/share/foxduet",
            "~/.config/foxduet",
        ),
        ("darwin", {}, *["~/Library/Application Support/foxduet"] * 2),
        ("win32", {"LOCALAPPDATA": "/a", "APPDATA": "/b"}, "/a/foxduet", "/b/foxduet"),
        ("win32", {}, "~/AppData/Local/foxduet", "~/AppData/Roaming/foxduet"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="the paths are written as on POSIX")
def test_games_and_settings_are_where_the_platform_has_such_files(
    platform: str,
    environment: dict[str, str],
    games: str,
    settings: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    variables = ("FOXDUET_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA")
    for name in variables:
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/me", "USERPROFILE": "/home/me", **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    assert home_folder() == Path(games.replace("~", "/home/me"))
    assert config_file() == Path(settings.replace("~", "/home/me")) / "config.toml"
