"""The database of the scores: how it is opened, what may be wrong with it, and its tables.

The first game's tables have the names from when there was no other game; those of each other game
begin with its name, and are created when they are first needed. The table of checksums is younger:
it has one for each row about a game or par, but for those that former versions have written.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import (
    AbstractContextManager,
    ExitStack,
    closing,
    contextmanager,
    suppress,
)
from pathlib import Path

from foxduet.rules.errors import N_, FoxduetError
from foxduet.rules.games import games, rule_set
from foxduet.rules.ruleset import Column
from foxduet.store.files import LARGEST_FILE, real_path

IN_MEMORY = Path(":memory:")
"""The path of scores that are lost when they are closed."""

BUSY_SECONDS = 2.0
"""How long a program waits by default for another one that writes scores."""

_SECONDS_TO_REPAIR = 30.0
"""How long a program waits for another one that repairs or uses the same scores."""

VERSION = 2
"""The version of the tables, as ``PRAGMA user_version`` has it."""

_NO_VERSION = 1000
"""A number of this size was never a version: the file is damaged."""

_LONGEST_ROW = 2 * LARGEST_FILE
"""Bytes; a damaged length must not cost all memory."""

# What SQLite opens with a database, where it is there: opening a pipe would wait for its other end.
_OPENED_WITH_IT = ("-journal", "-wal")

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
_CHECKSUMS = "checksum"
_FINGERPRINT = "fingerprint TEXT PRIMARY KEY"
_DAY = Column("day", str, optional=True)
_BEFORE_THE_SUMMARY = (
    Column("started", str, optional=True),
    Column("finished", str, optional=True),
    Column("p1", str),
    Column("p2", str),
    Column("ai_p1", str, optional=True),
    Column("ai_p2", str, optional=True),
)
_BEHIND_THE_SUMMARY = (
    Column("hints", int),
    # A text, since it may be larger than SQLite's integers.
    Column("seed", str, optional=True),
    Column("path", str),
)
_PAR_KEY = (Column("seed", str), Column("effort", str))
_PAR = (Column("outcome", str), Column("score", int, optional=True))


class ScoresError(FoxduetError):
    """The scores cannot be read or written now."""


class DamagedScoresError(ScoresError):
    """The file of the scores is no database, or a broken one."""


@contextmanager
def connection(path: Path, patience: float | None = None) -> Iterator[sqlite3.Connection]:
    """Open the database at ``path``, or an empty one if there is none.

    While another program writes, wait for it for ``patience`` seconds. Raises ScoresError for
    whatever goes wrong, in the block as well: DamagedScoresError if the file is damaged.
    """
    if path != IN_MEMORY:
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
    """Create the folder of a database; raises ScoresError where SQLite would open no file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise ScoresError(N_("it is a folder, a pipe, a device or a socket, not a file"))
    except OSError as error:
        raise ScoresError(N_("{reason}"), reason=error) from None
    place = real_path(path)
    for suffix in _OPENED_WITH_IT:
        name = f"{place.name}{suffix}"
        if _is_no_file(place.with_name(name)):
            template = N_("{name} beside it is a folder, a pipe, a device or a socket, not a file")
            raise ScoresError(template, name=name)


def _is_no_file(path: Path) -> bool:
    """Return whether something is there but no file, by one look: a journal comes and goes."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return False


@contextmanager
def in_use(path: Path) -> Iterator[None]:
    """Let no other program replace the scores at ``path`` meanwhile; wait while one does so.

    Where no lock can be written, nobody replaces them. Raises ScoresError.
    """
    with ExitStack() as opened:
        try:
            lock = opened.enter_context(_lock_of(path))
            lock.execute("BEGIN")
            lock.execute("SELECT 1 FROM sqlite_master").fetchall()
        except (ScoresError, sqlite3.Error) as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                raise ScoresError(N_("another program repairs them")) from None
        yield


@contextmanager
def in_nobodys_use(path: Path) -> Iterator[None]:
    """Wait until no other program uses the scores at ``path``, and let none; raises ScoresError."""
    with _lock_of(path) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def _lock_of(path: Path) -> AbstractContextManager[sqlite3.Connection]:
    """Open the lock of a database: an empty one that SQLite locks for us, on any system."""
    place = real_path(path)
    if place != path and not os.path.isdir(place.parent):
        raise ScoresError(N_("the link leads nowhere"))
    lock = place.with_name(f"{place.name}.lock")
    with suppress(OSError):
        if lock.stat().st_size:
            # Something has been written into it, by no version of this program.
            lock.unlink()
    return connection(lock, _SECONDS_TO_REPAIR)


@contextmanager
def transaction(scores: sqlite3.Connection, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """Write all that the block writes, or nothing, while other programs wait.

    With "BEGIN" nothing is written, and other programs only wait to write.
    """
    scores.execute(begin)
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


def par_table(game: str) -> str:
    """Return the name of the table of the par of a game's deals."""
    return "par" if game == games()[0] else f"{game}_par"


def migrate(
    scores: sqlite3.Connection,
    path: Path,
    fill: Callable[[sqlite3.Connection], None] | None = None,
) -> None:
    """Bring the tables to the newest version, in one transaction, in which new ones are filled.

    ``path`` is where the scores are: SQLite itself tells only names that are UTF-8. Raises
    ScoresError, changing nothing, for tables of a version that is not known yet.
    """
    if _version(scores) < VERSION or not _columns(scores, _CHECKSUMS):
        with transaction(scores):
            # Another program may have been quicker.
            before = _version(scores)
            if before == 0 and _has_content(path):
                raise DamagedScoresError(N_("they have lost their version"))
            for statement in _statements_from(before, games()[0]):
                scores.execute(statement)
            if not _columns(scores, _CHECKSUMS):
                scores.execute(f"CREATE TABLE {_CHECKSUMS} (checksum TEXT PRIMARY KEY)")
                # Their records tell whether rows without a checksum are right.
                scores.execute("DELETE FROM taken_in")
            _create_others(scores)
            if before == 0 and fill is not None:
                fill(scores)
            scores.execute(f"PRAGMA user_version = {VERSION}")
    _create_others(scores)


def _has_content(path: Path) -> bool:
    """Return whether there are bytes in a file, be it too few for SQLite to care."""
    with suppress(FileNotFoundError):
        return path != IN_MEMORY and path.stat().st_size > 0
    return False


def _create_others(scores: sqlite3.Connection) -> None:
    """Create the tables of other games than the first, which scores of any version may lack."""
    for game in games()[1:]:
        scores.execute(_create_games(game, _DAY))
        scores.execute(_create_par(game))


def _statements_from(version: int, game: str) -> Iterator[str]:
    """Yield what leads from a version to the newest; what was ever released never changes."""
    if version < 1:
        yield _create_games(game)
        # The files that need not be read again until they change.
        yield (
            "CREATE TABLE taken_in "
            "(path TEXT PRIMARY KEY, mtime_ns INTEGER NOT NULL, size INTEGER NOT NULL)"
        )
    if version < 2:
        yield _create_par(game)
        yield f"ALTER TABLE {game_table(game)} ADD COLUMN {_declared([_DAY])}"
        # Only their records say which games have the deals of a day.
        yield "DELETE FROM taken_in"


def _create_games(game: str, *added: Column) -> str:
    """Return a statement for a table as version 1 had it, with added columns."""
    columns = (*_BEFORE_THE_SUMMARY, *rule_set(game).summary_columns, *_BEHIND_THE_SUMMARY, *added)
    return f"CREATE TABLE IF NOT EXISTS {game_table(game)} ({_FINGERPRINT}, {_declared(columns)})"


def _create_par(game: str) -> str:
    key = (*rule_set(game).setup_columns, *_PAR_KEY)
    names = ", ".join(column.name for column in key)
    columns = _declared((*key, *_PAR))
    return f"CREATE TABLE IF NOT EXISTS {par_table(game)} ({columns}, PRIMARY KEY ({names}))"


def _declared(columns: Iterable[Column]) -> str:
    return ", ".join(
        f"{column.name} {'INTEGER' if column.type is int else 'TEXT'}"
        f"{'' if column.optional else ' NOT NULL'}"
        for column in columns
    )


def _version(scores: sqlite3.Connection) -> int:
    """Return the version of the tables, 0 if there are none; raises ScoresError for a newer one."""
    version = int(scores.execute("PRAGMA user_version").fetchone()[0])
    if not 0 <= version < _NO_VERSION:
        raise DamagedScoresError(N_("their version is no number of a version"))
    if version > VERSION:
        raise ScoresError(N_("a newer foxduet has written the scores"))
    return version


def check_structure(scores: sqlite3.Connection) -> dict[str, str]:
    """Return the tables about games and par, and the columns that this version knows, in SQL.

    Raises DamagedScoresError if pages or indexes are damaged, or tables are not as they were.
    Columns that another version has added are no damage.
    """
    (answer,) = scores.execute("PRAGMA integrity_check(1)").fetchone()
    if answer != "ok":
        raise DamagedScoresError(N_("{reason}"), reason=answer)
    right = _right_tables()
    for table, columns in right.items():
        found = _columns(scores, table)
        if any(found.get(name) != properties for name, properties in columns.items()):
            raise DamagedScoresError(N_("the table {table} is missing or altered"), table=table)
    tables = [table(game) for game in games() for table in (game_table, par_table)]
    return {table: ", ".join(right[table]) for table in tables}


def _right_tables() -> dict[str, dict[str, tuple[object, ...]]]:
    """Return the columns of all tables, as new scores have them."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as new:
        migrate(new, IN_MEMORY)
        tables = [name for (name,) in new.execute("SELECT name FROM sqlite_master")]
        return {table: columns for table in tables if (columns := _columns(new, table))}


def _columns(scores: sqlite3.Connection, table: str) -> dict[str, tuple[object, ...]]:
    """Return type, need of a value and place in the key of each column; none for no table."""
    rows = scores.execute(f"PRAGMA table_info({table})")
    return {name: (kind, needed, key) for _at, name, kind, needed, _default, key in rows}
