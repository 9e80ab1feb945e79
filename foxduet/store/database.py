"""The database of the scores, an index of the records: how it is opened, and set aside if damaged.

The first game's table has the name from when there was no other game; that of each other game
begins with its name, and is created when it is first needed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from foxduet.core.errors import N_, FoxduetError
from foxduet.core.register import games
from foxduet.core.ruleset import Column
from foxduet.store.entries import columns
from foxduet.store.files import (
    FOR_ITS_OWNER,
    LARGEST_FILE,
    check_is_file,
    make_folder,
    real_path,
)
from foxduet.store.json_lines import append_values
from foxduet.store.par import par_file

BUSY_SECONDS = 2.0
"""How long a program waits for another one that writes scores."""

_SECONDS_TO_SET_ASIDE = 30.0
"""How long a program waits for another one that sets the same scores aside."""

VERSION = 3
"""The version of the tables, as ``PRAGMA user_version`` has it."""

_IN_MEMORY = Path(":memory:")

_NO_VERSION = 1000
"""A number of this size was never a version: the file is damaged."""

_LONGEST_ROW = 2 * LARGEST_FILE
"""Bytes; a damaged length must not cost all memory."""

# What SQLite opens with a database, where it is there: opening a pipe would wait for its other end.
_OPENED_WITH_IT = ("-journal", "-wal")
# What it would take for a part of a new file.
_FILES_WITH_IT = (*_OPENED_WITH_IT, "-shm")

# With these the file is damaged: a plain error is a table or column that is not what it was.
_DAMAGED = (
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_TOOBIG,
)

Result = TypeVar("Result")


class ScoresError(FoxduetError):
    """The scores cannot be read or written now."""


class DamagedScoresError(ScoresError):
    """The file of the scores is no database, or a broken one."""


def with_scores(
    path: Path, work: Callable[[sqlite3.Connection], Result]
) -> tuple[Result, Path | None]:
    """Do ``work`` with the scores at ``path``; return its result, and the path of a damaged file.

    A damaged file is set aside, by one program only, and the work is done with a new one. Raises
    ScoresError when the scores cannot be used.
    """
    before = _identity(path)
    try:
        with open_scores(path) as scores:
            return work(scores), None
    except DamagedScoresError:
        if before is None:
            raise
    place = real_path(path)
    # An empty database, which SQLite locks for us on any system.
    with _connection(place.with_name(f"{place.name}.lock"), _SECONDS_TO_SET_ASIDE) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        # Another program may have set it aside by now: then there is a good one already.
        aside = _set_aside(place) if _identity(path) == before else None
    with open_scores(path) as scores:
        return work(scores), aside


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what identifies a file whatever its name, None if there is none."""
    with suppress(OSError):
        stat = path.stat()
        return stat.st_dev, stat.st_ino
    return None


def _set_aside(path: Path) -> Path:
    """Rename damaged scores; return their new name."""
    aside = path.with_name(f"{path.stem}-damaged-{os.urandom(3).hex()}{path.suffix}")
    try:
        for suffix in _FILES_WITH_IT:
            with suppress(FileNotFoundError):
                os.rename(f"{path}{suffix}", f"{aside}{suffix}")
        os.rename(path, aside)
    except OSError as error:
        raise _refused(error) from None
    return aside


def _refused(error: OSError) -> ScoresError:
    return ScoresError(N_("{reason}"), reason=error)


@contextmanager
def open_scores(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the scores at ``path`` with the tables of this version, or new ones, and check them.

    Raises ScoresError, as ``_connection`` does.
    """
    with _connection(path) as scores:
        _migrate(scores, path)
        (answer,) = scores.execute("PRAGMA integrity_check(1)").fetchone()
        if answer != "ok":
            raise DamagedScoresError(N_("{reason}"), reason=answer)
        yield scores


@contextmanager
def scores_in_memory(source: Path | None = None) -> Iterator[sqlite3.Connection]:
    """Open scores that are lost when they are closed: new ones, or a copy of those at ``source``.

    Raises ScoresError if they cannot be read at once.
    """
    with _connection(_IN_MEMORY) as scores:
        if source is not None:
            with _connection(source, patience=0.0) as saved:
                # With a lock for reading the copy waits for nobody.
                saved.execute("BEGIN")
                saved.execute("SELECT 1 FROM sqlite_master").fetchall()
                saved.backup(scores)
        _migrate(scores, _IN_MEMORY)
        yield scores


@contextmanager
def _connection(path: Path, patience: float | None = None) -> Iterator[sqlite3.Connection]:
    """Open the database at ``path``, or an empty one if there is none.

    While another program writes, wait for it for ``patience`` seconds. Raises ScoresError for
    whatever goes wrong, in the block as well: DamagedScoresError if the file is damaged.
    """
    if path != _IN_MEMORY:
        _prepare(path)
    try:
        timeout = BUSY_SECONDS if patience is None else patience
        opened = sqlite3.connect(path, timeout=timeout, isolation_level=None)
        # A damaged text is read, and found wrong where it is used.
        opened.text_factory = lambda text: text.decode(errors="replace")
        opened.row_factory = sqlite3.Row
        opened.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_ROW)
        with closing(opened):
            yield opened
    except UnicodeDecodeError:
        # Names of tables and columns are read by Python's own module, which trusts them.
        raise DamagedScoresError(N_("the names in it are not text")) from None
    except sqlite3.Error as error:
        # Errors of Python's own module, like one for a wrong type, have no code.
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        kind = DamagedScoresError if code in _DAMAGED else ScoresError
        raise kind(N_("{reason}"), reason=str(error)) from None


def _prepare(path: Path) -> None:
    """Create the folder and the file of a database, for their owner alone.

    Raises ScoresError where SQLite would open no file, but perhaps wait for a pipe's other end.
    """
    place = real_path(path)
    try:
        make_folder(path.parent)
        with suppress(FileNotFoundError):
            check_is_file(path)
    except OSError as error:
        raise _refused(error) from None
    for name in (f"{place.name}{suffix}" for suffix in _OPENED_WITH_IT):
        try:
            check_is_file(place.with_name(name))
        except FileNotFoundError:
            continue
        except OSError as error:
            raise ScoresError(N_("{name}: {reason}"), name=name, reason=error) from None
    # What cannot be created is reported by SQLite.
    with suppress(OSError):
        os.close(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FOR_ITS_OWNER))


@contextmanager
def transaction(scores: sqlite3.Connection) -> Iterator[None]:
    """Write all that the block writes, or nothing, while other programs wait."""
    scores.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):
            scores.execute("ROLLBACK")
        raise
    scores.execute("COMMIT")


def game_table(game: str) -> str:
    """Return the name of the table of a game's finished games."""
    return "game" if game == games()[0] else f"{game}_game"


def game_tables(scores: sqlite3.Connection) -> dict[str, str]:
    """Return the names of these tables by game: of the first one, and of all ever entered."""
    rows = scores.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    there = {game_table(games()[0]), *(name for (name,) in rows)}
    return {game: game_table(game) for game in games() if game_table(game) in there}


def table_to_write(scores: sqlite3.Connection, game: str) -> str:
    """Return the name of a game's table, which is created if there is none."""
    if game not in game_tables(scores):
        scores.execute(_create_games(game))
    return game_table(game)


def _migrate(scores: sqlite3.Connection, path: Path) -> None:
    """Bring the tables to the newest version, in one transaction.

    Raises ScoresError, changing nothing, for tables of a version that is not known yet.
    """
    if _version(scores) < VERSION:
        with transaction(scores):
            # Another program may have been quicker.
            before = _version(scores)
            if before == 2:
                _save_old_par(scores, path)
            for statement in _statements_from(before):
                scores.execute(statement)
            scores.execute(f"PRAGMA user_version = {VERSION}")


def _statements_from(version: int) -> Iterator[str]:
    """Yield what leads from a version to the newest; what was ever released never changes."""
    if version == VERSION:
        return
    first = games()[0]
    if version == 0:
        # Where there are such tables already they have lost their version, and SQLite refuses.
        yield _create_games(first)
        yield (
            "CREATE TABLE taken_in (path TEXT PRIMARY KEY, mtime_ns INTEGER NOT NULL, "
            "size INTEGER NOT NULL, fingerprint TEXT)"
        )
        return
    if version == 1:
        yield f"ALTER TABLE {game_table(first)} ADD COLUMN day TEXT"
    yield from (f"DROP TABLE IF EXISTS {name}" for name in ("par", "classic_par", "checksum"))
    # That of its game, so that a game which is missing is read again; all are read once.
    yield "ALTER TABLE taken_in ADD COLUMN fingerprint TEXT"
    yield "DELETE FROM taken_in"


def _save_old_par(scores: sqlite3.Connection, path: Path) -> None:
    """Copy the par of version 2, which was in the database, into its own file."""
    rows = scores.execute("SELECT * FROM par").fetchall()
    try:
        if path != _IN_MEMORY:
            append_values(par_file(path), [{"game": games()[0], **dict(row)} for row in rows])
    except OSError as error:
        raise _refused(error) from None


def _create_games(game: str) -> str:
    declared = ", ".join(map(_declared, columns(game)))
    return f"CREATE TABLE {game_table(game)} ({declared}, PRIMARY KEY (fingerprint))"


def _declared(column: Column) -> str:
    kind = "INTEGER" if column.type is int else "TEXT"
    return f"{column.name} {kind}{'' if column.optional else ' NOT NULL'}"


def _version(scores: sqlite3.Connection) -> int:
    """Return the version of the tables, 0 if there are none; raises ScoresError for a newer one."""
    version = int(scores.execute("PRAGMA user_version").fetchone()[0])
    if not 0 <= version < _NO_VERSION:
        raise DamagedScoresError(N_("their version is no number of a version"))
    if version > VERSION:
        raise ScoresError(N_("a newer foxduet has written the scores"))
    return version
