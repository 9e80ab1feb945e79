"""The tables of the scores, and the steps that lead from any older schema to this one."""

from __future__ import annotations

from sqlite3 import Connection

from foxduet.rules.errors import N_
from foxduet.store.connection import ScoresError, transaction

_GAMES = (
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
    # The files that need not be read again while they are what they were.
    """
    CREATE TABLE taken_in (
        path TEXT PRIMARY KEY,
        mtime_ns INTEGER NOT NULL,
        size INTEGER NOT NULL
    )
    """,
)
_PAR_AND_DAYS = (
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
    # Whose games may be those of a day is for their records to say.
    "DELETE FROM taken_in",
)
STEPS: tuple[tuple[str, ...], ...] = (_GAMES, _PAR_AND_DAYS)
"""Statements, by the version that they lead from; a step that was ever released never changes."""


def migrate(scores: Connection) -> None:
    """Bring the tables to the newest version, in one transaction.

    Raises ScoresError, changing nothing, for tables of a version that is not known yet.
    """
    if _version(scores) == len(STEPS):
        return
    with transaction(scores):
        # Another program may have been quicker.
        for step in STEPS[_version(scores) :]:
            for statement in step:
                scores.execute(statement)
        scores.execute(f"PRAGMA user_version = {len(STEPS)}")


def _version(scores: Connection) -> int:
    """Return the version of the tables; ScoresError if it is not known yet."""
    version = int(scores.execute("PRAGMA user_version").fetchone()[0])
    if not 0 <= version <= len(STEPS):
        raise ScoresError(N_("a newer foxduet has written the scores"))
    return version
