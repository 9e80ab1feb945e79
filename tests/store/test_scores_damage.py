"""Scores that are locked, damaged or read-only cost no game that has a record.

They are an index of the records: a damaged one is set aside once, by one program, and built again.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

from foxduet.play.record import dump_record
from foxduet.store import database
from foxduet.store.database import DamagedScoresError, ScoresError, open_scores, with_scores
from foxduet.store.entries import entry_of
from foxduet.store.scores import enter, enter_game, entries, import_folder, read_scores
from foxduet.words.i18n import explain
from tests.store.test_scores import EFFORT, path, put, read, records
from tests.support.entries import finished
from tests.support.machine import PATIENCE_SECONDS, PROJECT

__all__ = ["path", "records"]

GARBAGE = b"This was a database once. " * 99


def set_aside(path: Path) -> list[str]:
    """Return the names of the files that were set aside."""
    return [one.name for one in path.parent.glob("scores-damaged-*.sqlite3")]


def seeds(path: Path, records: Path) -> list[int | None]:
    """Return the seeds of all games, however damaged the scores are."""
    return [game.seed for game in read_scores(path, records, "duet", EFFORT).games]


def change(path: Path, *statements: str) -> None:
    """Change a database as another program may."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        for statement in statements:
            other.execute(statement)


def start(program: str, *arguments: object) -> subprocess.Popen[str]:
    """Start a program that prints one line, and waits for one."""
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=PROJECT,
        text=True,
    )


def run_at_once(programs: list[subprocess.Popen[str]]) -> list[str]:
    """Let programs continue at the same moment; return what each prints."""
    for program in programs:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
    for program in programs:
        assert program.stdin is not None
        program.stdin.write("\n")
        program.stdin.flush()
    outputs = [program.communicate(timeout=PATIENCE_SECONDS)[0] for program in programs]
    assert [program.returncode for program in programs] == [0] * len(programs)
    return outputs


ENTERING = """
import sys
from dataclasses import replace
from pathlib import Path
from foxduet.store.database import open_scores
from foxduet.store.entries import entry_of
from foxduet.store.scores import enter
from tests.support.entries import finished
entry = entry_of(finished(1), Path("game.toml"))
print("ready", flush=True)
sys.stdin.readline()
for at in range(25):
    with open_scores(Path(sys.argv[1])) as scores:
        enter(scores, [replace(entry, fingerprint=f"{sys.argv[2]}{at:063}", started=None)])
"""


def test_two_games_that_end_at_once_lose_nothing(path: Path) -> None:
    run_at_once([start(ENTERING, path, name) for name in ("a", "b")])
    with open_scores(path) as scores:
        assert len(entries(scores, "duet")) == 50


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
        assert entries(scores, "duet") == ()


READING = """
import sys
from pathlib import Path
from foxduet.store.scores import read_scores
path, records = map(Path, sys.argv[1:])
print("ready", flush=True)
sys.stdin.readline()
reading = read_scores(path, records, "duet", "expert:200")
print(reading.trouble, reading.aside is not None, *sorted(game.seed for game in reading.games))
"""


def test_six_readers_at_once_set_one_file_aside_and_lose_nothing(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    path.write_bytes(GARBAGE)
    outputs = run_at_once([start(READING, path, records) for _reader in range(6)])
    assert sorted(outputs) == ["None False 1\n"] * 5 + ["None True 1\n"]
    assert len(set_aside(path)) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no open file is renamed on Windows")
def test_a_program_that_comes_late_sets_nothing_aside(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    read(path, records)
    tries = []

    def work(scores: sqlite3.Connection) -> int:
        tries.append(len(entries(scores, "duet")))
        if len(tries) == 1:
            # Another program finds the damage first.
            path.rename(path.with_name("set-aside"))
            read(path, records)
            raise DamagedScoresError("damaged")
        return tries[-1]

    assert with_scores(path, work) == (1, None)
    assert (len(tries), set_aside(path)) == (2, [])


def test_locked_scores_are_shown_and_games_entered_later(
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
    other.close()
    assert [game.seed for game in read(path, records)] == [1]


def test_read_only_scores_are_shown_with_the_records_they_lack(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_scores(path) as scores:
        enter(scores, [entry_of(finished(1), Path("gone.toml"))])
    put(records, "game", finished(2))
    connect = sqlite3.connect

    def connect_to_read(database: object, **options: object) -> sqlite3.Connection:
        if str(database) == ":memory:":
            return connect(str(database), isolation_level=None)
        return connect(f"file:{database}?mode=ro", uri=True, isolation_level=None)

    # Even for root.
    monkeypatch.setattr(sqlite3, "connect", connect_to_read)
    reading = read_scores(path, records, "duet", EFFORT)
    assert "readonly" in str(reading.trouble)
    assert [game.seed for game in reading.games] == [1, 2]
    monkeypatch.undo()
    assert [game.seed for game in read(path, records)] == [1, 2]


def test_scores_that_can_be_neither_used_nor_replaced_are_read_from_the_records(
    path: Path, records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(records, "game", finished(1))
    (tmp_path / "file").write_text("not a folder")
    reading = read_scores(tmp_path / "file" / "scores.sqlite3", records, "duet", EFFORT)
    assert (reading.trouble is None, len(reading.games)) == (False, 1)

    def refuse(*_arguments: object) -> NoReturn:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    path.write_bytes(GARBAGE)
    monkeypatch.setattr(os, "rename", refuse)
    reading = read_scores(path, records, "duet", EFFORT)
    assert reading.trouble is not None
    assert explain(reading.trouble) == os.strerror(errno.EACCES)
    assert [game.seed for game in reading.games] == [1]
    assert path.read_bytes() == GARBAGE


def test_a_damaged_file_is_set_aside_and_rebuilt_from_the_records(
    path: Path, records: Path
) -> None:
    put(records, "game", finished(1))
    path.write_bytes(GARBAGE)
    path.with_name(f"{path.name}-journal").write_bytes(b"and this was beside it")
    reading = read_scores(path, records, "duet", EFFORT)
    assert (reading.trouble, len(reading.games)) == (None, 1)
    assert reading.aside is not None
    assert reading.aside.read_bytes() == GARBAGE
    assert len(read(path, records)) == 1
    path.write_bytes(b"Damaged again. " * 99)
    second = read_scores(path, records, "duet", EFFORT).aside
    assert second not in (None, reading.aside)
    assert reading.aside.exists()


@pytest.mark.skipif(os.name == "nt", reason="making links takes a privilege on Windows")
def test_scores_behind_a_link_are_set_aside_where_they_are(path: Path, records: Path) -> None:
    place = path.parent / "elsewhere" / "scores.sqlite3"
    place.parent.mkdir()
    place.write_bytes(GARBAGE)
    path.symlink_to(place)
    put(records, "game", finished(1))
    assert seeds(path, records) == seeds(path, records) == [1]
    assert path.is_symlink()
    assert len(set_aside(place)) == 1
    path.unlink()
    path.symlink_to("unmounted/scores.sqlite3")
    assert seeds(path, records) == [1]
    assert not (path.parent / "unmounted").exists()


@pytest.mark.parametrize("content", [b"SQLite format 3\0", b"\0" * 4096])
def test_what_is_no_database_is_never_taken_for_a_new_one(
    content: bytes, path: Path, records: Path
) -> None:
    path.write_bytes(content)
    reading = read_scores(path, records, "duet", EFFORT)
    assert reading.aside is not None
    assert reading.aside.read_bytes() == content
    assert read(path, records) == ()


@pytest.mark.parametrize("cut", [100, 1000, 4096, 5000, 8192, 9000])
@pytest.mark.parametrize("filler", [b"", b"\xa5"])
def test_no_score_is_lost_with_damage_anywhere(
    cut: int, filler: bytes, path: Path, records: Path
) -> None:
    for number in (1, 2):
        put(records, f"game-{number}", finished(number))
    read(path, records)
    whole = path.read_bytes()
    assert len(whole) > 9000
    path.write_bytes(whole[:cut] + filler * (len(whole) - cut))
    assert {*seeds(path, records)} == {1, 2}


@pytest.mark.parametrize("seed", range(30))
def test_no_score_is_lost_with_a_few_wrong_bytes(seed: int, path: Path, records: Path) -> None:
    chance = Random(seed)
    for number in (1, 2, 3):
        put(records, f"game-{number}", finished(number))
    before = read(path, records)
    content = bytearray(path.read_bytes())
    for _byte in range(chance.randint(1, 30)):
        # In the tables; most of the file is unused.
        content[chance.choice((chance.randrange(200), chance.randrange(len(content))))] ^= (
            1 << chance.randrange(8)
        )
    path.write_bytes(content)
    reading = read_scores(path, records, "duet", EFFORT)
    assert len(reading.games) >= 3
    if reading.aside is not None:
        assert reading.games == before == read(path, records)


GAME_AS_TAKEN_IN = (
    "PRAGMA writable_schema = ON",
    "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master "
    "WHERE name = 'taken_in') WHERE name = 'game'",
)


@pytest.mark.parametrize(
    "statements",
    [
        ("UPDATE game SET outcome = 'bored'",),
        ("UPDATE game SET level = 'abc'",),
        ("UPDATE game SET level = 7",),
        ("UPDATE game SET hints = -1",),
        ("UPDATE game SET p1 = x'ff'",),
        ("UPDATE game SET p1 = 'A' || char(0)",),
        ("UPDATE game SET p1 = char(27) || '[2J'",),
        ("UPDATE game SET path = CAST(x'ff00' AS TEXT)",),
        ("UPDATE game SET score = 99, outcome = 'victory'",),
        ("UPDATE game SET day = 'yesterday'",),
        ("UPDATE game SET seed = 'seven'",),
        ("ALTER TABLE game DROP COLUMN day",),
        ("ALTER TABLE game RENAME COLUMN p1 TO p3",),
        ("ALTER TABLE game RENAME TO games",),
        ("DROP TABLE game", "CREATE TABLE game (fingerprint TEXT)"),
        ("DROP TABLE taken_in",),
        ("PRAGMA user_version = 0",),
        ("PRAGMA user_version = 1",),
        ("PRAGMA user_version = 33554432",),
        ("PRAGMA user_version = -1",),
        GAME_AS_TAKEN_IN,
    ],
    ids=lambda statements: statements[0],
)
def test_scores_that_another_program_has_changed_are_set_aside_and_built_again(
    statements: tuple[str, ...], path: Path, records: Path
) -> None:
    put(records, "game", finished(1))
    before = read(path, records)
    change(path, *statements)
    reading = read_scores(path, records, "duet", EFFORT)
    assert (reading.trouble, reading.imported.unreadable) == (None, ())
    assert reading.aside is not None
    assert reading.games == before == read(path, records)
    assert len(set_aside(path)) == 1


@pytest.mark.parametrize("where", ["", " WHERE seed = '1'"])
def test_a_game_that_another_program_has_removed_is_read_again(
    where: str, path: Path, records: Path
) -> None:
    for number in (1, 2):
        put(records, f"game-{number}", finished(number))
    before = read(path, records)
    change(path, f"DELETE FROM game{where}")
    assert read(path, records) == before


def test_a_schema_with_names_that_are_not_text_is_set_aside(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    read(path, records)
    content = path.read_bytes()
    at = content.index(b"gamegame")
    path.write_bytes(content[:at] + b"\xd2" + content[at + 1 :])
    reading = read_scores(path, records, "duet", EFFORT)
    assert reading.aside is not None
    assert [game.seed for game in reading.games] == [1]


def test_a_column_of_a_later_version_is_no_damage(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    read(path, records)
    change(path, "ALTER TABLE game ADD COLUMN mood TEXT", "UPDATE game SET mood = 'good'")
    change(path, "ALTER TABLE taken_in ADD COLUMN mood TEXT")
    put(records, "second", finished(2))
    assert len(read(path, records)) == 2


def test_scores_whose_record_is_gone_stay_as_long_as_the_database_is_sound(
    path: Path, records: Path
) -> None:
    gone = put(records, "gone", finished(1))
    read(path, records)
    gone.unlink()
    put(records, "game", finished(2))
    assert [game.seed for game in read(path, records)] == [1, 2]
    path.write_bytes(path.read_bytes()[:5000])
    assert seeds(path, records) == [2]


def test_a_record_with_a_bad_name_does_not_get_into_the_scores(path: Path, records: Path) -> None:
    friend = records.parent / "friend"
    friend.mkdir()
    text = dump_record(finished(1))
    (friend / "poison.toml").write_text(text.replace("Left", r"A\u0000"))
    (records / "poison.toml").write_text(text.replace("Left", r"\u3164"))
    put(friend, "good", finished(2))
    report, _aside = with_scores(path, lambda scores: import_folder(scores, friend, records))
    assert (report.new, len(report.unreadable)) == (1, 1)
    reading = read_scores(path, records, "duet", EFFORT)
    assert (reading.trouble, reading.aside) == (None, None)
    assert [game.seed for game in reading.games] == [2]
    ((_path, error),) = reading.imported.unreadable
    assert "a name is a text of 1 to 60 visible characters" in str(error)


def test_something_else_in_place_of_the_scores_is_not_touched(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    path.mkdir()
    assert seeds(path, records) == [1]
    assert path.is_dir()
    path.rmdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(path)
        reading = read_scores(path, records, "duet", EFFORT)
        assert "not a file" in str(reading.trouble)
        assert [game.seed for game in reading.games] == [1]
        assert path.is_fifo()
