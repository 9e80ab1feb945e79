"""Scores of older and newer versions: all games in them outlive a new schema."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.play.game import Game
from foxduet.store.database import VERSION, open_scores
from foxduet.store.entries import Par, entry_of
from foxduet.store.scores import enter, entries, imported_files, read_scores
from tests.store.test_scores import EFFORT, put, read
from tests.support.classic.entries import some_entries as some_matches
from tests.support.entries import finished, resigned

# As the first version with scores created them; see ``VERSION``.
TABLES_1 = (
    """
    CREATE TABLE game (
        fingerprint TEXT PRIMARY KEY,
        started TEXT,
        finished TEXT,
        level INTEGER NOT NULL,
        board TEXT NOT NULL,
        p1 TEXT NOT NULL,
        p2 TEXT NOT NULL,
        ai_p1 TEXT,
        ai_p2 TEXT,
        outcome TEXT NOT NULL,
        score_level INTEGER,
        score_cards INTEGER,
        score_early INTEGER,
        score_tokens INTEGER,
        score INTEGER,
        round INTEGER NOT NULL,
        tricks INTEGER NOT NULL,
        gems_left INTEGER NOT NULL,
        found TEXT NOT NULL,
        hints INTEGER NOT NULL,
        seed TEXT,
        path TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE taken_in (
        path TEXT PRIMARY KEY,
        mtime_ns INTEGER NOT NULL,
        size INTEGER NOT NULL
    )
    """,
    "PRAGMA user_version = 1",
)
# What the next version added.
TABLES_2 = (
    """
    CREATE TABLE par (
        level INTEGER NOT NULL,
        board TEXT NOT NULL,
        seed TEXT NOT NULL,
        effort TEXT NOT NULL,
        outcome TEXT NOT NULL,
        score INTEGER,
        PRIMARY KEY (level, board, seed, effort)
    )
    """,
    "ALTER TABLE game ADD COLUMN day TEXT",
    "DELETE FROM taken_in",
    "PRAGMA user_version = 2",
)
SOLO = replace(finished(2), header=replace(finished(2).header, ai=(None, "steady"), hints=(3, 9)))
OLD_GAMES = (finished(1), SOLO, resigned(finished(3), 30))
# Each game as the first version wrote it.
ROWS_1 = """
    INSERT INTO game (
        fingerprint, started, finished, level, board, p1, p2, ai_p1, ai_p2, outcome, score_level,
        score_cards, score_early, score_tokens, score, round, tricks, gems_left, found, hints,
        seed, path
    ) VALUES (
        :fingerprint, :started, :finished, 2, '', 'Left', 'Right', NULL, :partner, :outcome,
        :level, :cards, :early, :tokens, :total, :round, :tricks, :left, :found, :hints, :seed,
        :path
    )
"""


def old_row(game: Game, path: Path) -> dict[str, object]:
    """Return a game as the first version wrote it."""
    entry = entry_of(game, path)
    summary, header = entry.summary, game.header
    points = summary.score
    assert header.started is not None
    assert header.finished is not None
    row: dict[str, object] = dict.fromkeys(("level", "cards", "early", "tokens", "total"))
    if points is not None:
        row = {"level": points.level, "cards": points.cards, "early": points.early}
        row |= {"tokens": points.tokens, "total": points.total}
    return row | {
        "fingerprint": entry.fingerprint,
        "started": header.started.isoformat(timespec="seconds"),
        "finished": header.finished.isoformat(timespec="seconds"),
        "partner": header.ai[1],
        "outcome": summary.outcome.value,
        "round": summary.round,
        "tricks": summary.tricks,
        "left": summary.gems_left,
        "found": " ".join(map(str, summary.found)),
        "hints": len(header.hints),
        "seed": str(header.seed),
        "path": str(path),
    }


def old_scores(path: Path, games: Sequence[tuple[Game, Path]], version: int) -> None:
    """Write a database of scores as an earlier version did."""
    old = sqlite3.connect(path, isolation_level=None)
    for statement in TABLES_1:
        old.execute(statement)
    for game, record in games:
        old.execute(ROWS_1, old_row(game, record))
        old.execute("INSERT INTO taken_in VALUES (?, 1, 1)", (str(record),))
    if version == 2:
        for statement in TABLES_2:
            old.execute(statement)
        old.execute("INSERT INTO par VALUES (2, '', '1', ?, 'victory', 41)", (EFFORT,))
    old.close()


def rows(path: Path, table: str) -> list[tuple[object, ...]]:
    """Return a table as it is in the file."""
    with closing(sqlite3.connect(path)) as opened:
        return opened.execute(f"SELECT * FROM {table}").fetchall()


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_schema_is_brought_up_to_date_with_all_its_games(
    version: int, path: Path, records: Path
) -> None:
    games = [(game, put(records, f"game-{at}", game)) for at, game in enumerate(OLD_GAMES)]
    old_scores(path, games, version)
    par = Par(EFFORT, "victory", 41) if version == 2 else None
    expected = [entry_of(game, record) for game, record in games]
    with open_scores(path) as scores:
        assert scores.execute("PRAGMA user_version").fetchone()[0] == VERSION == 3
        assert sorted(entries(scores, "duet"), key=lambda one: one.path) == expected
        # Records that earlier versions had read are read again: which game they have is new.
        assert imported_files(scores) == {}
    expected[0] = replace(expected[0], par=par)
    assert sorted(read(path, records), key=lambda one: one.path) == expected
    before = rows(path, "game")
    # Matches have a table of their own: an older version still finds its games.
    with open_scores(path) as scores:
        enter(scores, some_matches())
        assert entries(scores, "classic") == some_matches()
    assert rows(path, "game") == before


def test_games_without_records_outlive_a_new_schema(path: Path, records: Path) -> None:
    gone = [(game, records / f"gone-{at}.toml") for at, game in enumerate(OLD_GAMES)]
    old_scores(path, gone, 1)
    expected = [entry_of(game, record) for game, record in gone]
    assert sorted(read(path, records), key=lambda one: one.path) == expected


def test_the_tables_of_checksums_and_par_go_and_par_stays(path: Path, records: Path) -> None:
    old_scores(path, [(finished(1), put(records, "game", finished(1)))], 2)
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.execute("CREATE TABLE checksum (checksum TEXT PRIMARY KEY)")
        old.execute("INSERT INTO checksum VALUES ('game 0123456789abcdef')")
    line = {"checksum": "duet 0123", "game": "duet", "level": 2, "board": "", "seed": "1"}
    line |= {"effort": EFFORT, "outcome": "victory", "score": 41}
    path.with_name("par.jsonl").write_text(f"\n{json.dumps(line)}")
    for _again in range(2):
        assert [game.par for game in read(path, records)] == [Par(EFFORT, "victory", 41)]
    assert not {row[1] for row in rows(path, "sqlite_master")} & {"checksum", "par", "classic_par"}


def test_par_of_a_former_version_that_cannot_be_saved_stays_where_it_is(
    path: Path, records: Path
) -> None:
    old_scores(path, [(finished(1), put(records, "game", finished(1)))], 2)
    path.with_name("par.jsonl").mkdir()
    reading = read_scores(path, records, "duet", EFFORT)
    assert (reading.trouble is None, len(reading.games)) == (False, 1)
    path.with_name("par.jsonl").rmdir()
    assert len(read(path, records)) == 1
    assert [game.par for game in read(path, records)] == [Par(EFFORT, "victory", 41)]


def test_a_newer_schema_is_refused_in_one_line_and_not_touched(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    new = sqlite3.connect(path, isolation_level=None)
    new.execute("CREATE TABLE game (everything TEXT)")
    new.execute("PRAGMA user_version = 99")
    new.close()
    before = path.read_bytes()
    reading = read_scores(path, records, "duet", EFFORT)
    assert str(reading.trouble) == "a newer foxduet has written the scores"
    assert len(reading.games) == 1
    assert path.read_bytes() == before
