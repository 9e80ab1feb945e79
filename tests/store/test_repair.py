"""Damaged scores are set aside once, by one program, and cost no game and no par that is known."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.play.record import dump_record
from foxduet.store import database, repair
from foxduet.store.entries import Par, entry_of
from foxduet.store.importing import import_folder, read_scores
from foxduet.store.repair import with_scores
from foxduet.store.scores import enter, entries, open_scores, save_par
from foxduet.words.i18n import explain
from tests.store.test_scores import EFFORT, path, put, read, records
from tests.store.test_scores_versions import old_scores
from tests.support.entries import finished
from tests.support.places import PROJECT

__all__ = ["path", "records"]

GARBAGE = b"This was a database once. " * 99
PAR = Par(EFFORT, "victory", 41)


def set_aside(path: Path) -> list[str]:
    """Return the names of the files that were set aside."""
    return [one.name for one in path.parent.glob("*-damaged-*")]


def seeds(path: Path, records: Path) -> list[int | None]:
    """Return the seeds of all games, however damaged the scores are."""
    return [game.seed for game in read_scores(path, records, "duet", EFFORT).games]


def test_a_record_with_a_bad_name_does_not_get_into_the_scores(path: Path, records: Path) -> None:
    friend = records.parent / "friend"
    friend.mkdir()
    text = dump_record(finished(1))
    (friend / "poison.toml").write_text(text.replace("Left", r"A\u0000"), "utf-8")
    (records / "poison.toml").write_text(text.replace("Left", r"\u3164"), "utf-8")
    put(friend, "good", finished(2))
    report, _aside = with_scores(
        path, records, lambda scores: import_folder(scores, friend, records)
    )
    assert (report.new, len(report.unreadable)) == (1, 1)
    reading = read_scores(path, records, "duet", EFFORT)
    assert (reading.trouble, reading.aside) == (None, None)
    assert [game.seed for game in reading.games] == [2]
    ((_path, error),) = reading.imported.unreadable
    assert "a name is a text of 1 to 60 visible characters" in str(error)


@pytest.mark.parametrize("name", ["A\0", "\u3164", "\x1b[2J", "", "A" * 100])
def test_a_poisoned_row_of_a_former_version_costs_only_itself(
    name: str, path: Path, records: Path
) -> None:
    gone = [(finished(number), records / f"gone-{number}.toml") for number in (1, 2, 3)]
    old_scores(path, gone, 2)
    old = sqlite3.connect(path, isolation_level=None)
    old.execute("UPDATE game SET p1 = ? WHERE seed = '2'", (name,))
    old.close()
    reading = read_scores(path, records, "duet", EFFORT)
    assert reading.trouble is None
    assert [game.seed for game in reading.games] == [1, 3]
    assert [one.seed for one in read(path, records)] == [1, 3]
    assert len(set_aside(path)) == 1


def test_a_poisoned_row_costs_only_itself_where_nothing_can_be_repaired(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_scores(path) as scores:
        enter(scores, [entry_of(finished(seed), records / "gone.toml") for seed in (1, 2)])
        scores.execute("UPDATE game SET p1 = 'A' || char(0) WHERE seed = '2'")

    def refuse(*_arguments: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(repair, "replace_file", refuse)
    reading = read_scores(path, records, "duet", EFFORT)
    assert reading.trouble is not None
    assert explain(reading.trouble) == os.strerror(errno.EACCES)
    assert [game.seed for game in reading.games] == [1]
    assert set_aside(path) == []
    assert [one.name for one in path.parent.glob(".*")] == []


def test_what_cannot_be_read_back_is_not_set_aside_again_and_again(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(records, "game", finished(1))
    with open_scores(path) as scores:
        enter(scores, [entry_of(finished(2), records / "gone.toml")])
    # As if this version wrote what it cannot read.
    monkeypatch.setattr(repair, "checksum", lambda table, _row: f"{table} of another kind")
    for _again in range(2):
        reading = read_scores(path, records, "duet", EFFORT)
        assert reading.trouble is not None
        assert [game.seed for game in reading.games] == [1, 2]
    assert set_aside(path) == []


READING = """
import sys
from pathlib import Path
from foxduet.store.importing import read_scores
path, records = map(Path, sys.argv[1:])
print("ready", flush=True)
sys.stdin.readline()
reading = read_scores(path, records, "duet", "expert:200")
print(reading.trouble, reading.aside is not None, *sorted(game.seed for game in reading.games))
"""


def test_six_readers_at_once_set_one_file_aside_and_lose_nothing(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    with open_scores(path) as scores:
        enter(scores, [entry_of(finished(seed), records / "gone.toml") for seed in (2, 3)])
        scores.execute("UPDATE game SET hints = -1 WHERE seed = '2'")
    readers = [
        subprocess.Popen(
            [sys.executable, "-c", READING, str(path), str(records)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=PROJECT,
            text=True,
        )
        for _reader in range(6)
    ]
    for reader in readers:
        assert reader.stdout is not None
        assert reader.stdout.readline() == "ready\n"
    for reader in readers:
        assert reader.stdin is not None
        reader.stdin.write("\n")
        reader.stdin.flush()
    outputs = sorted(reader.communicate()[0] for reader in readers)
    assert outputs == ["None False 1 3\n"] * 5 + ["None True 1 3\n"]
    assert len(set_aside(path)) == 1


def test_a_program_that_comes_late_sets_nothing_aside(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(records, "game", finished(1))
    path.write_bytes(GARBAGE)
    first = database.in_nobodys_use

    def second(path: Path) -> object:
        # While this one waits for the lock, another repairs the file.
        monkeypatch.setattr(repair, "in_nobodys_use", first)
        assert read_scores(path, records, "duet", EFFORT).aside is not None
        return first(path)

    monkeypatch.setattr(repair, "in_nobodys_use", second)
    reading = read_scores(path, records, "duet", EFFORT)
    assert (reading.trouble, reading.aside) == (None, None)
    assert len(reading.games) == len(set_aside(path)) == 1


def test_what_a_killed_repair_left_is_cleared(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    path.write_bytes(GARBAGE)
    path.with_name(f".{path.name}.0123.tmp").write_bytes(b"half a file")
    os.link(path, path.with_name(f"{path.stem}-damaged-012345{path.suffix}"))
    assert seeds(path, records) == [1]
    assert len(set_aside(path)) == 1
    assert [one.name for one in path.parent.glob(".*")] == []


@pytest.mark.skipif(os.name == "nt", reason="making links takes a privilege on Windows")
def test_scores_behind_a_link_are_repaired_where_they_are(path: Path, records: Path) -> None:
    place = path.parent / "elsewhere" / "scores.sqlite3"
    place.parent.mkdir()
    place.write_bytes(GARBAGE)
    path.symlink_to(place)
    put(records, "game", finished(1))
    assert seeds(path, records) == seeds(path, records) == [1]
    assert path.is_symlink()
    assert len(set_aside(place)) == 1


@pytest.mark.skipif(os.name == "nt", reason="making links takes a privilege on Windows")
def test_scores_behind_a_link_that_leads_nowhere_are_not_made_anew(
    path: Path, records: Path
) -> None:
    put(records, "game", finished(1))
    path.symlink_to("unmounted/scores.sqlite3")
    reading = read_scores(path, records, "duet", EFFORT)
    assert reading.trouble is not None
    assert [game.seed for game in reading.games] == [1]
    assert not (path.parent / "unmounted").exists()


def flip_everywhere(path: Path, fingerprint: str) -> None:
    """Change a fingerprint wherever it stands in a file, as if it had always been another."""
    wrong = fingerprint[:40] + "0123456789abcdef"[int(fingerprint[40], 16) - 1] + fingerprint[41:]
    content = path.read_bytes()
    assert content.count(fingerprint.encode()) == 2
    path.write_bytes(content.replace(fingerprint.encode(), wrong.encode()))


@pytest.mark.parametrize("is_old", [False, True])
@pytest.mark.parametrize("is_moved", [False, True])
def test_a_flipped_fingerprint_counts_no_game_twice(
    is_moved: bool, is_old: bool, path: Path, records: Path
) -> None:
    record = put(records, "game", finished(1))
    entry = entry_of(finished(1), record)
    if is_old:
        old_scores(path, [(finished(1), record)], 2)
        # Its index tells, as no checksum does.
        content = bytearray(path.read_bytes())
        content[content.rindex(entry.fingerprint.encode())] ^= 1
        path.write_bytes(content)
    else:
        read(path, records)
        flip_everywhere(path, entry.fingerprint)
    if is_moved:
        record = record.rename(records / "moved.toml")
    os.utime(record, (1, 1))
    for _again in range(2):
        reading = read_scores(path, records, "duet", EFFORT)
        assert [(one.fingerprint, one.path) for one in reading.games] == [
            (entry.fingerprint, record)
        ]
    assert len(set_aside(path)) == 1


def test_another_damaged_value_beside_the_fingerprint_counts_no_game_twice(
    path: Path, records: Path
) -> None:
    """In scores of a former version no checksum tells."""
    record = put(records, "game", finished(1))
    entry = entry_of(finished(1), record)
    read(path, records)
    with closing(sqlite3.connect(path)) as scores, scores:
        scores.execute("UPDATE game SET seed = '-1'")
        scores.execute("DROP TABLE checksum")
    flip_everywhere(path, entry.fingerprint)
    os.utime(record, (1, 1))
    reading = read_scores(path, records, "duet", EFFORT)
    assert [(one.fingerprint, one.seed) for one in reading.games] == [(entry.fingerprint, 1)]


@pytest.mark.parametrize("column", ["p1", "level", "round", "finished", "found", "path", "day"])
def test_a_changed_row_is_again_what_its_record_says(
    column: str, path: Path, records: Path
) -> None:
    put(records, "game", finished(1))
    with open_scores(path) as scores:
        enter(scores, [entry_of(finished(2), records / "gone.toml")])
    before = read(path, records)
    changed = {"p1": "Lift", "level": 3, "round": 1, "finished": before[1].finished}
    changed |= {"found": "1", "path": str(records / "new.toml"), "day": "2026-11-21"}
    with open_scores(path) as scores:
        scores.execute(f"UPDATE game SET {column} = ? WHERE seed = '1'", (str(changed[column]),))
    assert read_scores(path, records, "duet", EFFORT).games == before
    assert read(path, records) == before


GAME_AS_PAR = (
    "PRAGMA writable_schema = ON",
    "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'par') "
    "WHERE name = 'game'",
)


@pytest.mark.parametrize(
    "statements",
    [
        ("DELETE FROM game",),
        ("DELETE FROM game WHERE seed = '1'",),
        ("DROP TABLE game",),
        ("ALTER TABLE game RENAME TO games",),
        ("ALTER TABLE game RENAME COLUMN p1 TO p3",),
        ("ALTER TABLE game RENAME COLUMN day TO night",),
        ("CREATE TABLE other AS SELECT * FROM game", "DROP TABLE game"),
        ("DROP TABLE game", "CREATE TABLE game (fingerprint TEXT)"),
        ("DROP TABLE par", "CREATE TABLE par (level, board, seed, effort, outcome, score)"),
        ("DROP TABLE taken_in", "CREATE TABLE taken_in (path TEXT, mtime_ns, size)"),
        ("PRAGMA user_version = 1",),
        ("PRAGMA user_version = 33554432",),
        ("PRAGMA user_version = -1",),
        GAME_AS_PAR,
    ],
    ids=lambda statements: statements[0],
)
def test_a_damaged_schema_is_noticed_and_repaired(
    statements: tuple[str, ...], path: Path, records: Path
) -> None:
    put(records, "game", finished(1))
    with open_scores(path) as scores:
        save_par(scores, path, finished(1).header, PAR)
    before = read(path, records)
    assert before[0].par == PAR
    other = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        other.execute(statement)
    other.close()
    reading = read_scores(path, records, "duet", EFFORT)
    assert reading.aside is not None
    assert reading.games == before
    assert read(path, records) == before


@pytest.mark.parametrize("content", [b"x", b"SQLite format 3\0", b"\0" * 4096, GARBAGE])
def test_what_is_no_database_is_never_taken_for_a_new_one(
    content: bytes, path: Path, records: Path
) -> None:
    path.write_bytes(content)
    reading = read_scores(path, records, "duet", EFFORT)
    assert reading.aside is not None
    assert reading.aside.read_bytes() == content
    assert read(path, records) == ()


def test_a_column_of_a_later_version_is_no_damage(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    read(path, records)
    with open_scores(path) as scores:
        scores.execute("ALTER TABLE game ADD COLUMN mood TEXT")
        scores.execute("UPDATE game SET mood = 'good'")
    put(records, "second", finished(2))
    assert len(read(path, records)) == 2


def test_games_before_and_after_a_damaged_page_are_known(path: Path, records: Path) -> None:
    entry = entry_of(finished(1), records / "gone.toml")
    with open_scores(path) as scores:
        enter(scores, [replace(entry, fingerprint=f"{at:064}", seed=at) for at in range(60)])
    content = bytearray(path.read_bytes())
    # Each version of SQLite lays out the pages in its own way; an index has no paths.
    found = (one.start() for one in re.finditer(b"0" * 62 + b"30", content))
    pages = (at - at % 4096 for at in found)
    page = next(page for page in pages if b"gone.toml" in content[page : page + 4096])
    content[page : page + 4096] = b"\xa5" * 4096
    path.write_bytes(content)
    known = seeds(path, records)
    assert {0, 59} <= {*known}
    assert 40 < len(known) < 60
    with open_scores(path) as scores:
        assert len(entries(scores, "duet", EFFORT)) == len(known)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_as_the_scores_is_refused_and_left_there(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    os.mkfifo(path)
    reading = read_scores(path, records, "duet", EFFORT)
    assert "not a file" in str(reading.trouble)
    assert [game.seed for game in reading.games] == [1]
    assert path.is_fifo()
