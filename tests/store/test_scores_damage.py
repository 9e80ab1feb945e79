"""Scores that are locked, damaged or read-only cost no game that has a record.

They are an index of the records: a damaged one, or one of another version, is removed once, by one
program, and built again. What is not theirs is never touched.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from foxduet.play.record import dump_record
from foxduet.store import scores as database
from foxduet.store.score_entries import ScoreEntry, make_entry
from foxduet.store.scores import (
    VERSION,
    ScoresError,
    ScoresRead,
    import_folder,
    insert_entries,
    insert_finished_game,
    load_entries,
    open_scores,
    read_scores,
    with_scores,
)
from foxduet.words.i18n import explain
from tests.store.test_scores import EFFORT, put, read
from tests.support.entries import finished
from tests.support.processes import PATIENCE_SECONDS, PROJECT

FOREIGN = b"This is not a database. " * 99
BROKEN = b"SQLite format 3\0" + FOREIGN


def reading_of(path: Path, records: Path) -> ScoresRead:
    """Return the scores, however damaged they are."""
    return read_scores(path, records, "duet", EFFORT)


def seeds(games: Iterable[ScoreEntry]) -> list[int | None]:
    return [game.seed for game in games]


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
from foxduet.store.scores import open_scores
from foxduet.store.score_entries import make_entry
from foxduet.store.scores import insert_entries
from tests.support.entries import finished
entry = make_entry(finished(1), Path("game.toml"))
print("ready", flush=True)
sys.stdin.readline()
for at in range(9):
    with open_scores(Path(sys.argv[1])) as scores:
        insert_entries(scores, [replace(entry, fingerprint=f"{sys.argv[2]}{at:063}", started=None)])
"""


def test_two_games_that_end_at_once_lose_nothing(path: Path) -> None:
    run_at_once([start(ENTERING, path, name) for name in ("a", "b")])
    with open_scores(path) as scores:
        assert len(load_entries(scores, "duet")) == 18


READING = """
import sys
from pathlib import Path
from foxduet.store import scores
from foxduet.store.scores import read_scores
# Four programs at once may take long on a busy machine.
scores.LOCK_SECONDS = 60.0
path, records = map(Path, sys.argv[1:])
print("ready", flush=True)
sys.stdin.readline()
reading = read_scores(path, records, "duet", "expert:200")
print(reading.trouble, reading.rebuilt, *sorted(game.seed for game in reading.games))
"""


def test_readers_at_once_build_one_file_again_and_lose_nothing(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    path.write_bytes(BROKEN)
    outputs = run_at_once([start(READING, path, records) for _reader in range(4)])
    assert sorted(outputs) == ["None False 1\n"] * 3 + ["None True 1\n"]


def test_locked_scores_are_shown_and_games_entered_later(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "LOCK_SECONDS", 0.01)
    with open_scores(path):
        pass
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    put(records, "game", finished(1))
    with pytest.raises(ScoresError, match="database is locked"), open_scores(path) as scores:
        insert_finished_game(scores, finished(1), records / "game.toml", records)
    reading = reading_of(path, records)
    assert str(reading.trouble) == "database is locked"
    assert seeds(reading.games) == [1]
    other.close()
    assert seeds(read(path, records)) == [1]


def test_read_only_scores_are_shown(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_scores(path) as scores:
        insert_entries(scores, [make_entry(finished(1), Path("gone.toml"))])
    put(records, "game", finished(2))
    connect = sqlite3.connect

    def connect_to_read(database: object, **options: object) -> sqlite3.Connection:
        return connect(f"file:{database}?mode=ro", uri=True, isolation_level=None)

    # Even for root.
    monkeypatch.setattr(sqlite3, "connect", connect_to_read)
    reading = reading_of(path, records)
    assert "readonly" in str(reading.trouble)
    assert seeds(reading.games) == [1]
    monkeypatch.undo()
    assert seeds(read(path, records)) == [1, 2]


def test_scores_that_can_be_neither_used_nor_replaced_are_read_from_the_records(
    path: Path, records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(records, "game", finished(1))
    (tmp_path / "file").write_text("not a folder")
    reading = reading_of(tmp_path / "file" / "scores.sqlite3", records)
    assert (reading.trouble is None, len(reading.games)) == (False, 1)

    def refuse(*_arguments: object, **_options: object) -> NoReturn:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    path.write_bytes(BROKEN)
    monkeypatch.setattr(Path, "unlink", refuse)
    reading = reading_of(path, records)
    assert reading.trouble is not None
    assert explain(reading.trouble) == os.strerror(errno.EACCES)
    assert seeds(reading.games) == [1]
    assert path.read_bytes() == BROKEN


@pytest.mark.skipif(os.name == "nt", reason="making links takes a privilege there")
def test_scores_that_are_a_link_or_a_folder_cost_nobody_a_file(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    other = path.with_name("other")
    other.write_bytes(FOREIGN)
    path.symlink_to(other)
    reading = reading_of(path, records)
    assert (seeds(reading.games), reading.rebuilt, other.read_bytes()) == ([1], True, FOREIGN)
    path.unlink()
    path.mkdir()
    reading = reading_of(path, records)
    assert (str(reading.trouble), seeds(reading.games)) == ("unable to open database file", [1])


@pytest.mark.parametrize(
    "damage",
    [
        lambda _whole: FOREIGN,
        lambda whole: whole[:4096],
        lambda whole: whole[:5000] + b"\xa5" * (len(whole) - 5000),
        "UPDATE duet_game SET outcome = 'bored'",
        "UPDATE duet_game SET path = NULL",
        "UPDATE duet_game SET p1 = CAST(x'ff' AS TEXT)",
        "DROP TABLE taken_in",
        *(f"PRAGMA user_version = {version}" for version in (0, 1, VERSION + 1)),
    ],
    ids=[
        "foreign",
        "cut",
        "filled",
        "outcome",
        "path",
        "text",
        "table",
        "version 0",
        "version 1",
        "next version",
    ],
)
def test_damaged_scores_are_removed_and_built_again_from_the_records(
    damage: str | Callable[[bytes], bytes], path: Path, records: Path
) -> None:
    for number in (1, 2):
        put(records, f"game-{number}", finished(number))
    before = read(path, records)
    if isinstance(damage, str):
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute(damage)
    else:
        path.write_bytes(damage(path.read_bytes()))
        path.with_name(f"{path.name}-journal").write_bytes(b"and this was beside it")
    reading = reading_of(path, records)
    assert (reading.trouble, reading.imported.unreadable) == (None, ())
    assert reading.rebuilt
    assert reading.games == before == read(path, records)
    assert not path.with_name(f"{path.name}-journal").exists()


def test_scores_whose_record_is_gone_stay_as_long_as_the_database_is_sound(
    path: Path, records: Path
) -> None:
    gone = put(records, "gone", finished(1))
    read(path, records)
    gone.unlink()
    put(records, "game", finished(2))
    assert seeds(read(path, records)) == [1, 2]
    path.write_bytes(path.read_bytes()[:5000])
    assert seeds(reading_of(path, records).games) == [2]


def test_a_record_with_a_bad_name_does_not_get_into_the_scores(path: Path, records: Path) -> None:
    friend = records.parent / "friend"
    friend.mkdir()
    text = dump_record(finished(1))
    (friend / "poison.toml").write_text(text.replace("Left", r"A\u0000"))
    (records / "poison.toml").write_text(text.replace("Left", r"\u3164"))
    put(friend, "good", finished(2))
    report, _rebuilt = with_scores(path, lambda scores: import_folder(scores, friend, records))
    assert (report.new, len(report.unreadable)) == (1, 1)
    reading = reading_of(path, records)
    assert (reading.trouble, reading.rebuilt) == (None, False)
    assert seeds(reading.games) == [2]
    ((_path, error),) = reading.imported.unreadable
    assert "a name must have 1 to 60 visible characters" in str(error)


WITHOUT_SQLITE = """
import sys
sys.modules["_sqlite3"] = None
from foxduet.__main__ import main
sys.argv = ["foxduet", *sys.argv[1:]]
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("line", "typed", "said"),
    [
        ("--plain", "", "Which number?"),
        ("--plain", "scores\n", "The scores cannot be saved: {reason}."),
        ("--plain puzzle", "", "Solve a puzzle"),
        ("--plain --level 1 --solo novice", "resign\nyes\n", "next time: {reason}."),
        ("scores", "", "1 game,"),
        ("scores import .", "", "scores.sqlite3: {reason}\n"),
        ("progress", "", "scores.sqlite3: {reason}\n"),
    ],
)
def test_python_without_sqlite_costs_one_line(line: str, typed: str, said: str, home: Path) -> None:
    put(home / "records", "game", finished(1))
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT_SQLITE, *line.split()],
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        cwd=PROJECT,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    assert said.format(reason="this Python has no module _sqlite3") in ended.stdout
    assert "internal error" not in ended.stdout
