"""Scores of older and newer versions: all games in them outlive a new schema."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.play.game import Game
from foxduet.store.database import VERSION
from foxduet.store.entries import Par, entry_of
from foxduet.store.importing import read_scores
from foxduet.store.scores import entries, imported_files, open_scores, par_of, save_par
from tests.store.test_scores import EFFORT, path, put, read, records
from tests.support.entries import finished, resigned

__all__ = ["path", "records"]

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


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_schema_is_brought_up_to_date_with_all_its_games(
    version: int, path: Path, records: Path
) -> None:
    games = [(game, put(records, f"game-{at}", game)) for at, game in enumerate(OLD_GAMES)]
    old_scores(path, games, version)
    par = Par(EFFORT, "victory", 41) if version == 2 else None
    expected = [entry_of(game, record) for game, record in games]
    expected[0] = replace(expected[0], par=par)
    with open_scores(path) as scores:
        assert scores.execute("PRAGMA user_version").fetchone()[0] == VERSION == 2
        assert sorted(entries(scores, "duet", EFFORT), key=lambda one: one.path) == expected
        # Records that version 1 had read must be read again for their days.
        assert imported_files(scores) == {}
        lost = Par(EFFORT, "lost", None)
        save_par(scores, path, finished(3).header, lost)
        assert par_of(scores, finished(3).header, EFFORT) == lost
    expected[2] = replace(expected[2], par=lost)
    assert sorted(read(path, records), key=lambda one: one.path) == expected


def test_games_without_records_outlive_a_new_schema(path: Path, records: Path) -> None:
    gone = [(game, records / f"gone-{at}.toml") for at, game in enumerate(OLD_GAMES)]
    old_scores(path, gone, 1)
    expected = [entry_of(game, record) for game, record in gone]
    assert sorted(read(path, records), key=lambda one: one.path) == expected


def columns_in(path: Path, table: str) -> dict[str, list[object]]:
    """Return type, need of a value, default and place in the key of each column of a table."""
    opened = sqlite3.connect(path)
    rows = opened.execute(f"PRAGMA table_info({table})").fetchall()
    opened.close()
    return {name: properties for _at, name, *properties in rows}


@pytest.mark.parametrize("table", ["game", "par", "taken_in"])
def test_new_scores_have_the_tables_that_former_versions_read(table: str, tmp_path: Path) -> None:
    old, new = tmp_path / "old.sqlite3", tmp_path / "new.sqlite3"
    old_scores(old, (), 2)
    with open_scores(new):
        pass
    assert columns_in(new, table) == columns_in(old, table)


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
