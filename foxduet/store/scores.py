"""The scores: finished games and the par of their deals, entered into the database and found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from sqlite3 import Connection

from foxduet.play.game import Header
from foxduet.rules.games import games
from foxduet.rules.values import LARGEST_COUNT
from foxduet.store.database import (
    IN_MEMORY,
    connection,
    game_table,
    in_use,
    migrate,
    par_table,
    transaction,
)
from foxduet.store.entries import Entry, Par, in_order
from foxduet.store.files import is_file
from foxduet.store.par_file import append_par, known_par, par_file
from foxduet.store.reading import read_record_file
from foxduet.store.rows import (
    Row,
    checksum,
    entry_from,
    entry_row,
    par_from,
    par_key,
    par_row,
)


@contextmanager
def open_scores(path: Path, patience: float | None = None) -> Iterator[Connection]:
    """Open the scores at ``path`` with the tables of this version, or new ones with all known par.

    Waits and raises as ``connection`` does. Meanwhile no other program can replace the file.
    """
    lock = nullcontext() if path == IN_MEMORY else in_use(path)
    with lock, open_alone(path, patience) as scores:
        yield scores


@contextmanager
def open_alone(path: Path, patience: float | None = None) -> Iterator[Connection]:
    """Open scores, as ``open_scores`` does, that no other program can have to do with."""
    with connection(path, patience) as scores:
        migrate(scores, path, None if path == IN_MEMORY else partial(restore_par, path=path))
        yield scores


def enter(scores: Connection, entries: Iterable[Entry]) -> int:
    """Enter games, each only once; return how many are new.

    What is known of a game stays, except the day, and the path of a file that is gone.
    """
    new = 0
    with transaction(scores):
        for entry in entries:
            table, row = game_table(entry.game), entry_row(entry)
            known = _known(scores, table, row, ("fingerprint",))
            if known is not None:
                path = known["path"] if is_file(known["path"]) else row["path"]
                row = {**known, "day": row["day"], "path": path}
            else:
                new += not _remove_damaged(scores, table, row, entry)
            _write(scores, table, row, known)
    return new


def _remove_damaged(scores: Connection, table: str, row: Row, entry: Entry) -> bool:
    """Remove the row of the same game whose fingerprint was damaged; return whether there is one.

    It says the same of everything else, or was read from the same record at the same moments; and
    its record does not confirm the fingerprint.
    """
    same = [name for name in row if name not in ("fingerprint", "day", "path")]
    twin = None if entry.started is None else _known(scores, table, row, same)
    if twin is None and entry.finished is not None and is_file(row["path"]):
        twin = _known(scores, table, row, ("started", "finished", "path"))
    if twin is None:
        return False
    with suppress(OSError, ValueError):
        recorded = read_record_file(Path(str(twin["path"]))).entry
        if recorded is not None and recorded.fingerprint == twin["fingerprint"]:
            return False
    scores.execute(f"DELETE FROM {table} WHERE fingerprint = :fingerprint", twin)
    _remove_checksum(scores, table, twin)
    return True


def _known(scores: Connection, table: str, row: Row, key: Iterable[str]) -> Row | None:
    """Return the row that has the same key, as this version writes rows; None if there is none."""
    same_key = " AND ".join(f"{name} IS :{name}" for name in key)
    query = f"SELECT {', '.join(row)} FROM {table} WHERE {same_key}"
    known = scores.execute(query, row).fetchone()
    return None if known is None else dict(known)


def _write(scores: Connection, table: str, row: Row, known: Row | None) -> None:
    """Write a row, and its checksum, in place of the one with its key, within a transaction."""
    if row == known:
        return
    if known is not None:
        _remove_checksum(scores, table, known)
    names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
    scores.execute(f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({values})", row)
    write_checksums(scores, [(table, row)])


def _remove_checksum(scores: Connection, table: str, row: Row) -> None:
    scores.execute("DELETE FROM checksum WHERE checksum = ?", (checksum(table, row),))


def write_checksums(scores: Connection, rows: Iterable[tuple[str, Row]]) -> None:
    """Write the checksums of rows, each with its table."""
    checksums = [(checksum(table, row),) for table, row in rows]
    scores.executemany("INSERT OR IGNORE INTO checksum VALUES (?)", checksums)


def checksums(scores: Connection) -> set[str]:
    """Return the checksums of all rows as they were written."""
    return {value for (value,) in scores.execute("SELECT checksum FROM checksum")}


def entries(scores: Connection, game: str, effort: str) -> list[Entry]:
    """Return all entries of a game, oldest first, with their par by experts of ``effort``."""
    deals = [name for name in par_key(game) if name != "effort"]
    par = {
        tuple(map(row.get, deals)): par
        for row, par in all_par(scores, game)
        if par.effort == effort
    }
    found = (
        replace(entry, par=par.get(tuple(map(row.get, deals))))
        for row, entry in legible_entries(scores, game)
    )
    return list(in_order(found))


def count_entries(scores: Connection) -> dict[str, int]:
    """Return how many entries each game has, of those that have any."""
    query = "SELECT count(*) FROM {table}"
    counted = {
        game: scores.execute(query.format(table=game_table(game))).fetchone()[0] for game in games()
    }
    return {game: count for game, count in counted.items() if count}


def legible_entries(scores: Connection, game: str, order: str = "") -> Iterator[tuple[Row, Entry]]:
    """Yield rows and their games, without par; a row that cannot be read costs only itself."""
    for found in scores.execute(f"SELECT * FROM {game_table(game)} {order}"):
        with suppress(ValueError):
            row = dict(found)
            yield row, entry_from(game, row)


def all_par(scores: Connection, game: str, order: str = "") -> Iterator[tuple[Row, Par]]:
    """Yield the par of a game's deals that can be read, each with its row."""
    for row in scores.execute(f"SELECT * FROM {par_table(game)} {order}"):
        with suppress(ValueError):
            yield par_from(game, dict(row))


def fingerprints(scores: Connection) -> set[str]:
    """Return the fingerprints of all games that are entered."""
    tables = map(game_table, games())
    rows = [row for table in tables for row in scores.execute(f"SELECT fingerprint FROM {table}")]
    return {fingerprint for (fingerprint,) in rows}


def save_par(scores: Connection, path: Path, header: Header, par: Par) -> None:
    """Save the par of a game's deals, in the database and beside its file at ``path``."""
    row = par_row(header, par)
    with transaction(scores):
        write_par(scores, header.game, row)
    # What is not saved twice can be worked out again.
    with suppress(OSError):
        if path != IN_MEMORY:
            append_par(par_file(path), [(header.game, row)])


def restore_par(scores: Connection, path: Path) -> None:
    """Enter all par that is saved beside the scores at ``path``, within a transaction."""
    for game, row in known_par(path):
        write_par(scores, game, row)


def write_par(scores: Connection, game: str, row: Row) -> None:
    """Write a row of par, within a transaction."""
    _write(scores, par_table(game), row, _known(scores, par_table(game), row, par_key(game)))


def par_of(scores: Connection, header: Header, effort: str) -> Par | None:
    """Return the par of a game's deals, None if it is not known."""
    row = par_row(header, Par(effort, "", None))
    known = _known(scores, par_table(header.game), row, par_key(header.game))
    with suppress(ValueError):
        return None if known is None else par_from(header.game, known)[1]
    return None


def imported_files(scores: Connection) -> dict[str, tuple[int, int]]:
    """Return time and size of the files that were imported, by the texts of their paths."""
    rows = scores.execute("SELECT path, mtime_ns, size FROM taken_in")
    return {path: (mtime, size) for path, mtime, size in rows}


def note_imported(scores: Connection, files: Iterable[tuple[str, int, int]]) -> None:
    """Remember path, time and size of files that need not be read again.

    A file with a time beyond SQLite's numbers is read again each time.
    """
    known = [file for file in files if abs(file[1]) <= LARGEST_COUNT]
    with transaction(scores):
        scores.executemany("INSERT OR REPLACE INTO taken_in VALUES (?, ?, ?)", known)
