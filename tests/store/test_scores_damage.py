"""Scores that are locked, damaged, read-only, old or new: none of that costs a game."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foxduet.store import database
from foxduet.store.database import DamagedScoresError, ScoresError
from foxduet.store.entries import entry_of
from foxduet.store.importing import enter_game, read_scores
from foxduet.store.repair import with_scores
from foxduet.store.scores import (
    enter,
    entries,
    open_scores,
)
from tests.store.test_scores import EFFORT, path, put, read, records
from tests.support.entries import finished
from tests.support.patience import PATIENCE_SECONDS
from tests.support.places import PROJECT

__all__ = ["path", "records"]


ENTERING = """
import sys
from dataclasses import replace
from pathlib import Path
from foxduet.store.entries import entry_of
from foxduet.store.scores import enter, open_scores
from tests.support.entries import finished
entry = entry_of(finished(1), Path("game.toml"))
print("ready", flush=True)
sys.stdin.readline()
for at in range(25):
    with open_scores(Path(sys.argv[1])) as scores:
        enter(scores, [replace(entry, fingerprint=f"{sys.argv[2]}{at:063}", started=None)])
"""


def test_two_games_that_end_at_once_lose_nothing(path: Path) -> None:
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", ENTERING, str(path), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=PROJECT,
        )
        for name in ("a", "b")
    ]
    for program in programs:
        assert program.stdout is not None
        assert program.stdout.readline().rstrip() == b"ready"
    for program in programs:
        assert program.stdin is not None
        program.stdin.write(b"\n")
        program.stdin.flush()
    for program in programs:
        program.communicate(timeout=PATIENCE_SECONDS)
        assert program.returncode == 0
    with open_scores(path) as scores:
        assert len(entries(scores, "duet", EFFORT)) == 50


def test_a_journal_that_another_program_has_just_removed_is_no_trouble(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, look, looks = f"{path}-journal", os.stat, count()

    def look_once(asked: Any, **how: Any) -> os.stat_result:
        if str(asked) != journal:
            return look(asked, **how)
        if next(looks):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return look(path)

    with open_scores(path):
        pass
    monkeypatch.setattr(os, "stat", look_once)
    with open_scores(path) as scores:
        assert entries(scores, "duet", EFFORT) == []


def test_locked_scores_are_reported_and_the_games_entered_later(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.01)
    with open_scores(path):
        pass
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    put(records, "game", finished(1))
    with pytest.raises(ScoresError, match="database is locked"), open_scores(path) as scores:
        enter_game(scores, finished(1), records / "game.toml", records)
    reading = read_scores(path, records, "duet", EFFORT)
    assert str(reading.trouble) == "database is locked"
    assert [game.seed for game in reading.games] == [1]
    other.execute("ROLLBACK")
    other.close()
    assert [game.seed for game in read(path, records)] == [1]


def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all databases read-only, even for root."""
    connect = sqlite3.connect

    def connect_to_read(database: object, **options: object) -> sqlite3.Connection:
        if str(database) == ":memory:":
            return connect(str(database), isolation_level=None)
        return connect(f"file:{database}?mode=ro", uri=True, isolation_level=None)

    monkeypatch.setattr(sqlite3, "connect", connect_to_read)


def test_read_only_scores_are_shown_with_the_records_they_lack(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_scores(path) as scores:
        enter(scores, [entry_of(finished(1), Path("gone.toml"))])
    put(records, "game", finished(2))
    read_only(monkeypatch)
    reading = read_scores(path, records, "duet", EFFORT)
    assert "readonly" in str(reading.trouble)
    assert [game.seed for game in reading.games] == [1, 2]
    monkeypatch.undo()
    assert [game.seed for game in read(path, records)] == [1, 2]


def test_no_score_is_lost_if_the_home_folder_cannot_be_written(
    tmp_path: Path, records: Path
) -> None:
    put(records, "game", finished(1))
    (tmp_path / "file").write_text("not a folder")
    reading = read_scores(tmp_path / "file" / "scores.sqlite3", records, "duet", EFFORT)
    assert reading.trouble is not None
    assert len(reading.games) == 1


def test_a_damaged_file_is_set_aside_and_rebuilt_from_the_records(
    path: Path, records: Path
) -> None:
    put(records, "game", finished(1))
    path.write_bytes(b"This was a database once. " * 99)
    path.with_name(f"{path.name}-journal").write_bytes(b"and this was beside it")
    reading = read_scores(path, records, "duet", EFFORT)
    assert (reading.trouble, len(reading.games)) == (None, 1)
    assert reading.aside is not None
    assert reading.aside.read_bytes() == b"This was a database once. " * 99
    assert len(read(path, records)) == 1
    path.write_bytes(b"Damaged again. " * 99)
    second = read_scores(path, records, "duet", EFFORT).aside
    assert second not in (None, reading.aside)
    assert reading.aside.exists()


@pytest.mark.parametrize("cut", [100, 1000, 4096, 5000, 8192, 9000])
@pytest.mark.parametrize("filler", [b"", b"\xa5"])
def test_no_score_is_lost_with_damage_anywhere(
    cut: int, filler: bytes, path: Path, records: Path
) -> None:
    games = [finished(number) for number in (1, 2)]
    for at, game in enumerate(games):
        put(records, f"game-{at}", game)
    read(path, records)
    whole = path.read_bytes()
    assert len(whole) > 9000
    path.write_bytes(whole[:cut] + filler * (len(whole) - cut))
    reading = read_scores(path, records, "duet", EFFORT)
    assert {game.seed for game in reading.games} == {1, 2}


@pytest.mark.parametrize("seed", range(60))
def test_no_score_is_lost_with_a_few_wrong_bytes(seed: int, path: Path, records: Path) -> None:
    chance = Random(seed)
    for number in (1, 2, 3):
        put(records, f"game-{number}", finished(number))
    read(path, records)
    content = bytearray(path.read_bytes())
    for _byte in range(chance.randint(1, 30)):
        # In the tables; most of the file is unused.
        content[chance.choice((chance.randrange(200), chance.randrange(len(content))))] ^= (
            1 << chance.randrange(8)
        )
    path.write_bytes(content)
    reading = read_scores(path, records, "duet", EFFORT)
    assert {1, 2, 3} <= {game.seed for game in reading.games}
    if reading.aside is not None:
        assert read(path, records)


WRONG = (
    "UPDATE game SET outcome = 'bored'",
    "UPDATE game SET level = 'abc'",
    "UPDATE game SET level = 7",
    "UPDATE game SET hints = -1",
    "UPDATE game SET ai_p2 = x'01'",
    "UPDATE game SET p1 = x'ff'",
    "UPDATE game SET path = CAST(x'ff00' AS TEXT)",
    "UPDATE game SET score = 99, outcome = 'victory'",
    "UPDATE game SET day = 'yesterday'",
    "UPDATE game SET seed = 'seven'",
    "UPDATE game SET fingerprint = 'thumb'",
    "ALTER TABLE game DROP COLUMN day",
    "DROP TABLE taken_in",
    "DROP TABLE par",
    "PRAGMA user_version = 0",
)


def test_a_schema_with_names_that_are_not_text_is_set_aside(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    read(path, records)
    content = path.read_bytes()
    at = content.index(b"gamegame")
    path.write_bytes(content[:at] + b"\xd2" + content[at + 1 :])
    reading = read_scores(path, records, "duet", EFFORT)
    assert reading.aside is not None
    assert [game.seed for game in reading.games] == [1]


def test_a_legible_row_with_an_impossible_path_is_saved(path: Path, records: Path) -> None:
    with open_scores(path) as scores:
        enter(scores, [entry_of(finished(seed), records / "gone.toml") for seed in (1, 2)])
        scores.execute("UPDATE game SET path = ? WHERE seed = 1", (str(records / ("a" * 300)),))
        scores.execute("UPDATE game SET level = 7 WHERE seed = 2")
    assert {game.seed for game in read_scores(path, records, "duet", EFFORT).games} == {1}


@pytest.mark.parametrize("statement", WRONG)
def test_scores_that_another_program_has_changed_are_set_aside(
    statement: str, path: Path, records: Path
) -> None:
    put(records, "game", finished(1))
    with open_scores(path) as scores:
        enter(scores, [entry_of(finished(2), Path("gone.toml"))])
    read(path, records)
    with open_scores(path) as scores:
        scores.execute(f"{statement}{' WHERE seed = 1' if 'UPDATE' in statement else ''}")
    reading = read_scores(path, records, "duet", EFFORT)
    assert (reading.trouble, reading.imported.unreadable) == (None, ())
    assert reading.aside is not None
    # What has no record any more is still read, since its row is unchanged.
    assert {game.seed for game in reading.games} == {1, 2}
    assert {game.seed for game in read(path, records)} == {1, 2}


@pytest.mark.skipif(sys.platform == "win32", reason="no open file is renamed on Windows")
def test_scores_that_another_program_has_set_aside_are_not_set_aside_twice(
    path: Path, records: Path
) -> None:
    put(records, "game", finished(1))
    read(path, records)
    tries = []

    def work(scores: sqlite3.Connection) -> int:
        tries.append(len(entries(scores, "duet", EFFORT)))
        if len(tries) == 1:
            path.rename(path.with_name("set-aside"))
            read(path, records)
            raise DamagedScoresError("damaged")
        return tries[-1]

    assert with_scores(path, records, work) == (1, None)
    assert len(tries) == 2


def test_something_else_in_place_of_the_scores_is_not_touched(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    path.mkdir()
    reading = read_scores(path, records, "duet", EFFORT)
    assert reading.trouble is not None
    assert len(reading.games) == 1
    assert path.is_dir()
