"""The database of the scores, an index of the records: opened, checked, or made anew.

The first game's table has the name from when there was no other game; that of each other game
begins with its name, and is created when it is first needed.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from foxduet.core.errors import N_, FoxduetError
from foxduet.core.register import games
from foxduet.core.ruleset import Column
from foxduet.store.entries import columns
from foxduet.store.files import FOR_ITS_OWNER, LARGEST_FILE, is_file, make_folder

BUSY_SECONDS = 2.0
"""How long a program waits for another one that writes scores."""

_SECONDS_TO_BUILD = 30.0
"""How long a program waits for another one that builds the same scores again, or uses them."""

VERSION = 4
"""The one version of the tables that is read, as ``PRAGMA user_version`` has it."""

_IN_MEMORY = Path(":memory:")

_LONGEST_ROW = 2 * LARGEST_FILE
"""Bytes; a damaged length must not cost all memory."""

_HEAD = b"SQLite format 3\0"
# What SQLite opens with a database, where it is there: opening a pipe would wait for its other end.
_OPENED_WITH_IT = ("", "-journal", "-wal", "-shm")

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
    """The file of the scores is a broken database, or one of another version."""


def with_scores(path: Path, work: Callable[[sqlite3.Connection], Result]) -> tuple[Result, bool]:
    """Do ``work`` with the scores at ``path``; return its result, and whether they are new ones.

    A damaged file is removed, by one program only and while no other one uses it, and the work is
    done with a new one: so it may be done more than once. Raises ScoresError when the scores cannot
    be used.
    """
    with suppress(DamagedScoresError), open_scores(path) as scores:
        return work(scores), False
    with _lock(path) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        # Another program may have built them again by now.
        with suppress(DamagedScoresError), _checked(path) as scores:
            return work(scores), False
        try:
            for suffix in reversed(_OPENED_WITH_IT):
                path.with_name(f"{path.name}{suffix}").unlink(missing_ok=True)
        except OSError as error:
            raise _refused(error) from None
        with _checked(path) as scores:
            return work(scores), True


def _refused(error: OSError) -> ScoresError:
    return ScoresError(N_("{reason}"), reason=error)


@contextmanager
def open_scores(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the scores at ``path``, or new ones, and check them.

    Raises ScoresError, as ``_connection`` does.
    """
    with _in_use(path), _checked(path) as scores:
        yield scores


@contextmanager
def _in_use(path: Path, patience: float | None = None) -> Iterator[None]:
    """Let no program remove the scores at ``path`` in the block.

    SQLite finds a journal by its name: who has still opened a file that is removed would take that
    of the new one for its own.
    """
    _prepare(path)
    with ExitStack() as stack:
        try:
            lock = stack.enter_context(_lock(path, patience))
            lock.execute("BEGIN")
            lock.execute("SELECT 1 FROM sqlite_master").fetchall()
        except ScoresError:
            # Where no file can be created, none is removed.
            if is_file(_lock_path(path)):
                raise
        yield


def _lock(path: Path, patience: float | None = None) -> AbstractContextManager[sqlite3.Connection]:
    """Open an empty database beside the scores, which SQLite locks for us on any system."""
    return _connection(_lock_path(path), _SECONDS_TO_BUILD if patience is None else patience)


def _lock_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


@contextmanager
def _checked(path: Path) -> Iterator[sqlite3.Connection]:
    with _connection(path) as scores:
        _create_tables(scores)
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
            with _in_use(source, 0.0), _connection(source, 0.0) as saved:
                # With a lock for reading the copy waits for nobody.
                saved.execute("BEGIN")
                saved.execute("SELECT 1 FROM sqlite_master").fetchall()
                saved.backup(scores)
        _create_tables(scores)
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
        opened.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_ROW)
        with closing(opened):
            yield opened
    except UnicodeDecodeError:
        # Names of tables and columns are read by Python's own module, which trusts them.
        raise DamagedScoresError(N_("the names in it are not text")) from None
    except sqlite3.Error as error:
        # Python's own module gives no code for a text that is none.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_FORMAT) & 0xFF
        kind = DamagedScoresError if code in _DAMAGED else ScoresError
        raise kind(N_("{reason}"), reason=str(error)) from None


def _prepare(path: Path) -> None:
    """Create the folder and the file of a database, for their owner alone.

    Raises ScoresError for what is reached through a link, or is no database: that is not ours.
    """
    try:
        make_folder(path.parent)
        for suffix in _OPENED_WITH_IT:
            beside = path.with_name(f"{path.name}{suffix}")
            with suppress(FileNotFoundError):
                mode = os.lstat(beside).st_mode
                if stat.S_ISLNK(mode):
                    raise ScoresError(N_("{name} is a link; move it away"), name=beside.name)
                if not stat.S_ISREG(mode) or not (suffix or _begins_as_database(beside)):
                    raise ScoresError(N_("{name} is no database; move it away"), name=beside.name)
    except OSError as error:
        raise _refused(error) from None
    # What cannot be created is reported by SQLite.
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FOR_ITS_OWNER))


def _begins_as_database(path: Path) -> bool:
    """Return whether a file begins as SQLite's do; an empty one may become one."""
    # POSIX drops all locks that a program has on a file when it closes that file once.
    if not path.stat().st_size:
        return True
    with path.open("rb") as file:
        return file.read(len(_HEAD)) == _HEAD


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


def _create_tables(scores: sqlite3.Connection) -> None:
    """Create the tables in an empty database, in one transaction."""
    if _version(scores) == VERSION:
        return
    with transaction(scores):
        # Another program may have been quicker.
        if _version(scores) == VERSION:
            return
        if scores.execute("SELECT 1 FROM sqlite_master").fetchone() or _version(scores):
            raise DamagedScoresError(N_("another version has written the scores"))
        scores.execute(_create_games(games()[0]))
        scores.execute(
            "CREATE TABLE taken_in (path TEXT PRIMARY KEY, mtime_ns INTEGER NOT NULL, "
            "size INTEGER NOT NULL, fingerprint TEXT)"
        )
        scores.execute(f"PRAGMA user_version = {VERSION}")


def _create_games(game: str) -> str:
    declared = ", ".join(map(_declared, columns(game)))
    return f"CREATE TABLE {game_table(game)} ({declared}, PRIMARY KEY (fingerprint))"


def _declared(column: Column) -> str:
    """Return a column that has values of its type, and of no other as SQLite would let it."""
    kind = "INTEGER" if column.type is int else "TEXT"
    others = ", 'null'" if column.optional else ""
    return f"{column.name} {kind} CHECK (typeof({column.name}) IN ('{kind.lower()}'{others}))"


def _version(scores: sqlite3.Connection) -> int:
    return int(scores.execute("PRAGMA user_version").fetchone()[0])
