"""The scores: finished games and the par of their deals, in an SQLite database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from sqlite3 import Connection, Row

from foxduet.play.game import Header
from foxduet.rules.errors import N_
from foxduet.store.connection import (
    DamagedScoresError,
    connection,
    transaction,
)
from foxduet.store.entries import Entry, Par, board_digest
from foxduet.store.files import is_file
from foxduet.store.rows import COLUMNS, UNFIT, entry_in, par_in, path_text, row_of
from foxduet.store.schema import migrate

IN_MEMORY = Path(":memory:")
"""The path of scores that are gone when they are closed."""

_LARGEST_NUMBER = 2**63
_ENTER = f"""
    INSERT INTO game ({", ".join(COLUMNS)}) VALUES ({", ".join("?" * len(COLUMNS))})
    ON CONFLICT (fingerprint) DO NOTHING
"""
# An entry of before there were days, or whose record has been moved.
_AMEND = "UPDATE game SET day = ?, path = ? WHERE fingerprint = ?"
_PATH = "SELECT path FROM game WHERE fingerprint = ?"
_ALL = """
    SELECT game.*, par.outcome AS par_outcome, par.score AS par_score, par.effort
    FROM game
    LEFT JOIN par ON (par.level, par.board, par.seed) = (game.level, game.board, game.seed)
        AND par.effort = ?
    ORDER BY coalesce(finished, started, ''), fingerprint
"""


@contextmanager
def open_scores(path: Path, patience: float | None = None) -> Iterator[Connection]:
    """Open the scores at ``path``, as this version has them, or new ones if there are none.

    Where another program writes, wait for it for ``patience`` seconds.
    Raises ScoresError for whatever goes wrong, in the block as well: DamagedScoresError if the
    file is at fault.
    """
    with connection(path, patience) as scores:
        scores.row_factory = Row
        migrate(scores)
        yield scores


def enter(scores: Connection, entries: Iterable[Entry]) -> int:
    """Enter games, each only once; return how many are new.

    What is known of a game stays, but for the path if there is no file any more, and for the day.
    """
    new = 0
    with transaction(scores):
        for entry in entries:
            if scores.execute(_ENTER, row_of(entry)).rowcount:
                new += 1
            else:
                _amend(scores, entry)
    return new


def _amend(scores: Connection, entry: Entry) -> None:
    known = scores.execute(_PATH, (entry.fingerprint,)).fetchone()["path"]
    path = known if is_file(known) else path_text(entry.path)
    day = None if entry.day is None else entry.day.isoformat()
    scores.execute(_AMEND, (day, path, entry.fingerprint))


def entries(scores: Connection, effort: str) -> list[Entry]:
    """Return all games, oldest first, with their par by experts of ``effort`` if it is known.

    Raises DamagedScoresError if something else than this program has written there.
    """
    try:
        rows = scores.execute(_ALL, (effort,))
        return [replace(entry_in(row), par=par_in(row)) for row in rows]
    except UNFIT:
        raise DamagedScoresError(N_("another program has written into the scores")) from None


def fingerprints(scores: Connection) -> set[str]:
    """Return what all games that are entered are known by."""
    return {fingerprint for (fingerprint,) in scores.execute("SELECT fingerprint FROM game")}


def keep_par(scores: Connection, header: Header, par: Par) -> None:
    """Keep the par of a game's deals."""
    with transaction(scores):
        scores.execute(
            "INSERT OR REPLACE INTO par (level, board, seed, effort, outcome, score) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (*_deals(header), par.effort, par.outcome.value, par.score),
        )


def par_of(scores: Connection, header: Header, effort: str) -> Par | None:
    """Return the par of a game's deals, None if it is not known.

    Raises DamagedScoresError if something else than this program has written there.
    """
    row = scores.execute(
        "SELECT outcome AS par_outcome, score AS par_score, effort FROM par "
        "WHERE (level, board, seed, effort) = (?, ?, ?, ?)",
        (*_deals(header), effort),
    ).fetchone()
    try:
        return None if row is None else par_in(row)
    except UNFIT:
        raise DamagedScoresError(N_("another program has written into the scores")) from None


def taken_in(scores: Connection) -> dict[str, tuple[int, int]]:
    """Return time and size of the files that were taken in, by the texts of their paths."""
    rows = scores.execute("SELECT path, mtime_ns, size FROM taken_in")
    return {path: (mtime, size) for path, mtime, size in rows}


def note_taken_in(scores: Connection, files: Iterable[tuple[str, int, int]]) -> None:
    """Remember path, time and size of files that need not be read again.

    One with a time past all calendars is read again each time: SQLite has no numbers for it.
    """
    known = [file for file in files if abs(file[1]) < _LARGEST_NUMBER]
    with transaction(scores):
        scores.executemany("INSERT OR REPLACE INTO taken_in VALUES (?, ?, ?)", known)


def _deals(header: Header) -> tuple[int, str, str]:
    """Return what fixes the deals of a game with a seed, and what they are played on."""
    return header.level, board_digest(header.board), str(header.seed)
