"""The scores: a database of finished games, rebuilt from their records if it is damaged.

The table of a game is created when it is first needed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import islice, takewhile
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from foxduet.core.errors import MAX_COUNT, N_, FoxduetError, RecordError, is_name
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import games, rule_set
from foxduet.play.game import Game
from foxduet.play.record import BrokenRecordError, dump_record
from foxduet.store import saved_games
from foxduet.store.files import (
    LOCK_SECONDS,
    MAX_FILE_BYTES,
    PRIVATE_MODE,
    FileError,
    is_file,
    make_folder,
    path_text,
    read_file,
    write_safely,
)
from foxduet.store.journals import ParByDeals, load_par
from foxduet.store.score_entries import (
    ScoreEntry,
    counts_as_score,
    entry_from_row,
    entry_row,
    list_columns,
    make_entry,
)

VERSION = 6
"""The supported ``PRAGMA user_version``; other versions count as damaged."""

_MEMORY_PATH = Path(":memory:")

_MAX_ROW_BYTES = 2 * MAX_FILE_BYTES
"""Limit for SQLite, so that a damaged length cannot use up the memory."""

_SQLITE_HEADER = b"SQLite format 3\0"
# Files that SQLite opens with a database if they exist: opening a pipe would block.
_SQLITE_SUFFIXES = ("", "-journal", "-wal", "-shm")

if TYPE_CHECKING:
    from sqlite3 import Connection

ResultT = TypeVar("ResultT")


class ScoresError(FoxduetError):
    """The scores cannot be read or written at present."""


class NoDatabaseError(ScoresError):
    """This Python has no SQLite."""


class DamagedScoresError(ScoresError):
    """The scores are a damaged database, or of another version."""


def with_scores(path: Path, work: Callable[[Connection], ResultT]) -> tuple[ResultT, bool]:
    """Call ``work`` with the scores at ``path``; return its result, and whether they were rebuilt.

    A damaged file is removed, under a lock that keeps other programs out, and ``work`` is called
    again with a new database. Raises ScoresError if the scores cannot be used.
    """
    with suppress(DamagedScoresError), open_database(path) as scores:
        return work(scores), False
    with _connect(_lock_path(path)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        # Another program may have rebuilt the scores by now.
        with suppress(DamagedScoresError), _open_and_check(path) as scores:
            return work(scores), False
        try:
            for suffix in reversed(_SQLITE_SUFFIXES):
                path.with_name(f"{path.name}{suffix}").unlink(missing_ok=True)
        except OSError as error:
            raise ScoresError(N_("{reason}"), reason=error) from None
        with _open_and_check(path) as scores:
            return work(scores), True


@contextmanager
def open_database(path: Path) -> Iterator[Connection]:
    """Open the scores at ``path``, or new ones, and check them; raises ScoresError."""
    with _hold_shared_lock(path), _open_and_check(path) as scores:
        yield scores


@contextmanager
def _hold_shared_lock(path: Path, patience: float | None = None) -> Iterator[None]:
    """Keep other programs from removing the scores at ``path`` during the block.

    SQLite finds a journal by name: a program with a removed file still open would mistake the new
    file's journal for its own.
    """
    _prepare_file(path)
    with ExitStack() as stack:
        try:
            lock = stack.enter_context(_connect(_lock_path(path), patience))
            lock.execute("BEGIN")
            lock.execute("SELECT 1 FROM sqlite_master").fetchall()
        except ScoresError:
            # If no file can be created, no program can remove the scores.
            if is_file(_lock_path(path)):
                raise
        yield


def _lock_path(path: Path) -> Path:
    """Return the path of an empty database next to the scores: SQLite can lock it on any system."""
    return path.with_name(f"{path.name}.lock")


@contextmanager
def _open_and_check(path: Path) -> Iterator[Connection]:
    with _connect(path) as scores:
        _create_tables(scores)
        (answer,) = scores.execute("PRAGMA integrity_check(1)").fetchone()
        if answer != "ok":
            raise DamagedScoresError(N_("{reason}"), reason=answer)
        yield scores


@contextmanager
def open_temporary_scores(source: Path | None = None) -> Iterator[Connection]:
    """Open temporary scores: new ones, or a copy of the scores at ``source``.

    Raises ScoresError if ``source`` cannot be read immediately.
    """
    with _connect(_MEMORY_PATH) as scores:
        if source is not None:
            with _hold_shared_lock(source, 0.0), _connect(source, 0.0) as source_scores:
                # Under a read lock the backup need not wait for other programs.
                source_scores.execute("BEGIN")
                source_scores.execute("SELECT 1 FROM sqlite_master").fetchall()
                source_scores.backup(scores)
        _create_tables(scores)
        yield scores


@contextmanager
def _connect(path: Path, patience: float | None = None) -> Iterator[Connection]:
    """Open the database at ``path``, creating an empty one if it does not exist.

    Waits up to ``patience`` seconds for another writer. Raises ScoresError for any error, also in
    the block, and DamagedScoresError if the file is damaged.
    """
    try:
        # FreeBSD packages _sqlite3 apart from Python.
        import sqlite3  # noqa: PLC0415
    except ImportError as error:
        message = N_("this Python has no module {name}")
        raise NoDatabaseError(message, name=error.name) from None
    if path != _MEMORY_PATH:
        _prepare_file(path)
    try:
        timeout = LOCK_SECONDS if patience is None else patience
        connection = sqlite3.connect(path, timeout=timeout, isolation_level=None)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MAX_ROW_BYTES)
        with closing(connection):
            yield connection
    except UnicodeDecodeError:
        # Python's sqlite3 decodes names of tables and columns without handling errors.
        raise DamagedScoresError(N_("its names are not text")) from None
    except sqlite3.Error as error:
        # Python's sqlite3 sets no code if it cannot decode a text.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_FORMAT) & 0xFF
        is_damaged = code in (
            sqlite3.SQLITE_CORRUPT,
            sqlite3.SQLITE_NOTADB,
            # A table or column has changed.
            sqlite3.SQLITE_ERROR,
            sqlite3.SQLITE_FORMAT,
            sqlite3.SQLITE_MISMATCH,
            sqlite3.SQLITE_CONSTRAINT,
            sqlite3.SQLITE_TOOBIG,
        )
        kind = DamagedScoresError if is_damaged else ScoresError
        raise kind(N_("{reason}"), reason=str(error)) from None


def _prepare_file(path: Path) -> None:
    """Create the folder and file of a database, for their owner only.

    Raises ScoresError if a file is a symbolic link, or no database: this program did not make it.
    """
    try:
        make_folder(path.parent)
        for suffix in _SQLITE_SUFFIXES:
            file = path.with_name(f"{path.name}{suffix}")
            with suppress(FileNotFoundError):
                mode = os.lstat(file).st_mode
                if stat.S_ISLNK(mode):
                    raise ScoresError(N_("{name} is a link; move it away"), name=file.name)
                if not stat.S_ISREG(mode) or not (suffix or _is_empty_or_database(file)):
                    raise ScoresError(N_("{name} is not a database; move it away"), name=file.name)
    except OSError as error:
        raise ScoresError(N_("{reason}"), reason=error) from None
    # SQLite reports a file that cannot be created.
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_MODE))


def _is_empty_or_database(path: Path) -> bool:
    # An empty file is not opened: closing it would drop all POSIX locks that the process has on it.
    if not path.stat().st_size:
        return True
    with path.open("rb") as file:
        return file.read(len(_SQLITE_HEADER)) == _SQLITE_HEADER


@contextmanager
def transaction(scores: Connection) -> Iterator[None]:
    """Run the block as a transaction; other writers wait."""
    import sqlite3  # noqa: PLC0415 - whoever has a connection has the module

    scores.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):
            scores.execute("ROLLBACK")
        raise
    scores.execute("COMMIT")


def game_table(game: str) -> str:
    return f"{game}_game"


def list_game_tables(scores: Connection) -> dict[str, str]:
    """Return the existing tables by game."""
    rows = scores.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    tables = {name for (name,) in rows}
    return {game: game_table(game) for game in games() if game_table(game) in tables}


def ensure_table(scores: Connection, game: str) -> str:
    """Return the name of a game's table, creating it if necessary."""
    if game not in list_game_tables(scores):
        declarations = []
        for column in list_columns(game):
            # SQLite does not enforce the type of a column, so a CHECK does.
            kind = "INTEGER" if column.type is int else "TEXT"
            null = ", 'null'" if column.optional else ""
            check = f"typeof({column.name}) IN ('{kind.lower()}'{null})"
            if column.type is int:
                check += f" AND {column.name} >= 0"
            declarations.append(f"{column.name} {kind} CHECK ({check})")
        content = ", ".join([*declarations, "PRIMARY KEY (fingerprint)"])
        scores.execute(f"CREATE TABLE {game_table(game)} ({content})")
    return game_table(game)


def _create_tables(scores: Connection) -> None:
    if _version(scores) == VERSION:
        return
    with transaction(scores):
        # Another program may have created the tables in the meantime.
        if _version(scores) == VERSION:
            return
        if scores.execute("SELECT 1 FROM sqlite_master").fetchone() or _version(scores):
            raise DamagedScoresError(N_("another version has written the scores"))
        scores.execute(
            "CREATE TABLE taken_in (path TEXT PRIMARY KEY, mtime_ns INTEGER NOT NULL, "
            "size INTEGER NOT NULL, fingerprint TEXT)"
        )
        scores.execute(f"PRAGMA user_version = {VERSION}")


def _version(scores: Connection) -> int:
    return int(scores.execute("PRAGMA user_version").fetchone()[0])


# How long the import of other games may delay the end of a game.
_END_IMPORT_SECONDS = 0.2
# Files per transaction: few enough that little is lost if the program is stopped.
_BATCH_FILES = 100
_MAX_STEM_LENGTH = 50
_FILE_COLUMNS = "path, mtime_ns, size, fingerprint"
_EMPTY_PAR: ParByDeals = {}
_END_ORDER = "coalesce(finished, started, ''), fingerprint"
_PEOPLE_KEY = (
    "CASE WHEN ai_p1 IS NOT NULL THEN p2 WHEN ai_p2 IS NOT NULL THEN p1 "
    "ELSE min(p1, p2) || char(0) || max(p1, p2) END"
)

ProgressWatch = Callable[[Sequence[Path]], Iterator[Path]]
"""Yields the paths to import, unchanged; may show progress between them."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """Counts of the record files of a folder.

    unscored: finished records that do not count: games without people, practice, and branches.
    unreadable: files with their errors.
    remaining: files left when the time was up.
    trouble: why the folder cannot be read; None if it can.
    """

    new: int = 0
    known: int = 0
    unfinished: int = 0
    unscored: int = 0
    unreadable: tuple[tuple[Path, FoxduetError], ...] = ()
    remaining: int = 0
    trouble: OSError | None = None


@dataclass(frozen=True, slots=True)
class ScoresRead:
    """All entries of a game, oldest first, and the problems met while reading.

    other_counts: number of entries of other games that have any.
    trouble: why the database cannot be used; entries may then come from the records alone.
    imported: report about the new records.
    rebuilt: a damaged database was rebuilt.
    """

    games: tuple[ScoreEntry, ...]
    other_counts: Mapping[str, int]
    trouble: ScoresError | None
    imported: ImportReport
    rebuilt: bool = False

    @property
    def unreadable(self) -> list[FileError]:
        """Errors of unreadable records."""
        return [error for _path, error in self.imported.unreadable if isinstance(error, FileError)]

    @property
    def lacks_readable_games(self) -> bool:
        """True if games may exist although none was read."""
        trouble = self.trouble or self.imported.trouble or self.unreadable
        return not self.games and bool(trouble)


def read_scores(
    path: Path,
    folder: Path,
    game: str,
    effort: str,
    seconds: float | None = None,
    watch: ProgressWatch = iter,
) -> ScoresRead:
    """Import new records in ``folder`` and return a game's entries, with par by ``effort``.

    Entries that cannot be saved are returned as well. Without SQLite it returns no entries.
    """
    par = load_par(path, game, effort)

    def work(scores: Connection) -> ScoresRead:
        report = import_new(scores, folder, seconds, watch)
        counts = {
            other: scores.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for other, table in list_game_tables(scores).items()
            if other != game
        }
        other_counts = {other: count for other, count in counts.items() if count}
        return ScoresRead(load_entries(scores, game, par=par), other_counts, None, report)

    try:
        reading, is_rebuilt = with_scores(path, work)
        return replace(reading, rebuilt=is_rebuilt)
    except ScoresError as error:
        trouble = error
    # The database may be locked: copy it, or else build a temporary one from the records.
    for source in (path, None):
        with suppress(ScoresError), open_temporary_scores(source) as scores:
            return replace(work(scores), trouble=trouble)
    return ScoresRead((), {}, trouble, ImportReport())


DAILY = "day IS NOT NULL"
BETWEEN_PEOPLE = "ai_p1 IS NULL AND ai_p2 IS NULL"
"""Conditions for entries."""


def read_entries(
    path: Path,
    files: Iterable[saved_games.RecordFile],
    conditions: Mapping[str, str],
    seconds: float,
) -> tuple[ScoreEntry, ...]:
    """Import ``files`` and return the entries of each game that fulfil its condition.

    Empty if the scores cannot be used; the score screens report the reason.
    """
    with suppress(ScoresError), open_database(path) as scores:
        import_files(scores, files, seconds)
        return tuple(
            entry
            for game, condition in conditions.items()
            for entry in load_entries(scores, game, f"WHERE {condition}")
        )
    return ()


def load_entries(
    scores: Connection, game: str, where: str = "", par: ParByDeals = _EMPTY_PAR
) -> tuple[ScoreEntry, ...]:
    """Return a game's entries in order of their ends; entries without a time come first.

    Entries whose deals the same people knew are marked. Raises DamagedScoresError for an invalid
    row.
    """
    if game not in (tables := list_game_tables(scores)):
        return ()
    names = [column.name for column in list_columns(game)]
    setup = [column.name for column in rule_set(game).setup_columns]
    query = (
        f"SELECT * FROM (SELECT {', '.join(names)}, seed IS NOT NULL AND row_number() OVER "
        f"(PARTITION BY {', '.join(setup)}, seed, {_PEOPLE_KEY} ORDER BY {_END_ORDER}) > 1 "
        f"FROM {tables[game]}) {where} ORDER BY {_END_ORDER}"
    )
    setup_index, seed_index = names.index(setup[0]), names.index("seed")
    loaded = []
    try:
        for *row, is_known in scores.execute(query):
            deals = (*zip(setup, row[setup_index:], strict=False), ("seed", str(row[seed_index])))
            loaded.append(entry_from_row(game, row, par.get(deals), deals_known=bool(is_known)))
    except ValueError:
        raise DamagedScoresError(N_("another program has changed the scores")) from None
    # Names repeat, so a set is quick to check; a damaged name may contain escape sequences.
    used_names = {name for entry in loaded for name in (*entry.players, *entry.ai)}
    if not all(map(is_name, used_names - {None})):
        raise DamagedScoresError(N_("another program has changed the scores"))
    return tuple(loaded)


def load_imported_files(scores: Connection) -> saved_games.KnownFiles:
    """Return time and size of the imported records by path text.

    Records whose entry is missing are left out, so that they are read again.
    """
    tables = list_game_tables(scores).values()
    fingerprints = " UNION ALL ".join(f"SELECT fingerprint FROM {table}" for table in tables)
    rows = scores.execute(
        "SELECT path, mtime_ns, size FROM taken_in "
        f"WHERE fingerprint IS NULL OR fingerprint IN ({fingerprints})"
    )
    return {path: (mtime, size) for path, mtime, size in rows}


def load_known_files(path: Path) -> saved_games.KnownFiles:
    """Return ``load_imported_files`` of the scores at ``path``; empty if missing or unusable."""
    # Opening missing scores would create an empty file.
    if is_file(path):
        with suppress(ScoresError), open_database(path) as scores:
            return load_imported_files(scores)
    return {}


def insert_entries(scores: Connection, games: Iterable[ScoreEntry]) -> int:
    """Enter games, each only once; return the number of new ones."""
    with transaction(scores):
        return _insert_entries(scores, games)


def _insert_entries(scores: Connection, games: Iterable[ScoreEntry]) -> int:
    new_count = 0
    for entry in games:
        table, row = ensure_table(scores, entry.game), entry_row(entry)
        query = f"SELECT path, own FROM {table} WHERE fingerprint = ?"
        existing = scores.execute(query, (entry.fingerprint,)).fetchone()
        if existing is not None:
            path, owner = existing
            # An existing file is as good as its copy.
            row["path"] = path if is_file(path) else row["path"]
            # Two people at two terminals of one account share the scores.
            row["own"] = owner if owner == row["own"] else None
        new_count += existing is None
        scores.execute(f"DELETE FROM {table} WHERE fingerprint = ?", (entry.fingerprint,))
        names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
        scores.execute(f"INSERT INTO {table} ({names}) VALUES ({values})", row)
    return new_count


def insert_finished_game(scores: Connection, game: Game, record: Path, folder: Path) -> None:
    """Enter a game that just ended, and for a moment import other records in ``folder``."""
    if counts_as_score(game):
        insert_entries(scores, [_prefer_copied_path(make_entry(game, record.absolute()), folder)])
    import_new(scores, folder, _END_IMPORT_SECONDS)


def import_new(
    scores: Connection, folder: Path, seconds: float | None = None, watch: ProgressWatch = iter
) -> ImportReport:
    """Import the finished records of ``folder`` as ``import_files`` does."""
    try:
        files = saved_games.list_record_files(folder)
    except OSError as error:
        return ImportReport(trouble=error)
    return import_files(scores, files, seconds, watch)


def import_files(
    scores: Connection,
    files: Iterable[saved_games.RecordFile],
    seconds: float | None = None,
    watch: ProgressWatch = iter,
) -> ImportReport:
    """Import new and changed finished records for up to ``seconds``."""
    known_files = load_imported_files(scores)
    deadline = inf if seconds is None else monotonic() + seconds
    paths = [file.path for file in files if not file.is_unchanged_in(known_files)]
    report = _import_paths(scores, takewhile(lambda _path: monotonic() <= deadline, watch(paths)))
    count = report.new + report.known + report.unfinished + report.unscored + len(report.unreadable)
    return replace(report, remaining=len(paths) - count)


def import_folder(
    scores: Connection, folder: Path, records: Path, watch: ProgressWatch = iter
) -> ImportReport:
    """Import the record files of any folder, each game only once.

    New games are copied into ``records``, from which damaged scores can be rebuilt. Raises OSError
    if the folder cannot be read.
    """
    if not _is_same_folder(folder, records):
        import_new(scores, records)
    tables = list_game_tables(scores).values()
    rows = [row for table in tables for row in scores.execute(f"SELECT fingerprint FROM {table}")]
    fingerprints = {fingerprint for (fingerprint,) in rows}

    def copy_new(record: _Record, entry: ScoreEntry) -> ScoreEntry:
        if entry.fingerprint not in fingerprints:
            fingerprints.add(entry.fingerprint)
            _copy_record(record.content, entry, records)
        return _prefer_copied_path(entry, records)

    paths = [file.path for file in saved_games.scan_record_files(folder.absolute())]
    return _import_paths(scores, watch(paths), copy_new)


def _import_paths(
    scores: Connection,
    paths: Iterator[Path],
    entry_for: Callable[[_Record, ScoreEntry], ScoreEntry] = lambda _read, entry: entry,
) -> ImportReport:
    new = known = unfinished = unscored = 0
    unreadable: list[tuple[Path, FoxduetError]] = []
    while batch := list(islice(paths, _BATCH_FILES)):
        records: list[_Record] = []
        for path in batch:
            try:
                records.append(_read_record(path))
            except (FileError, RecordError) as error:
                unreadable.append((path, error))
        finished = [record for record in records if not record.is_unfinished]
        scored = [entry_for(record, entry) for record in finished if (entry := record.entry)]
        # A file whose time exceeds SQLite's integers is read again each time.
        rows = [
            (file.name, file.mtime_ns, file.size, entry and entry.fingerprint)
            for file, entry in ((record.file, record.entry) for record in finished)
            if abs(file.mtime_ns) <= MAX_COUNT
        ]
        with transaction(scores):
            entered = _insert_entries(scores, scored)
            statement = f"INSERT OR REPLACE INTO taken_in ({_FILE_COLUMNS}) VALUES (?, ?, ?, ?)"
            scores.executemany(statement, rows)
        new += entered
        known += len(scored) - entered
        unfinished += len(records) - len(finished)
        unscored += len(finished) - len(scored)
    return ImportReport(new, known, unfinished, unscored, tuple(unreadable))


@dataclass(frozen=True, slots=True)
class _Record:
    """A record file; ``entry`` is None if its game is unfinished or not scored."""

    file: saved_games.RecordFile
    content: bytes
    is_unfinished: bool
    entry: ScoreEntry | None


def _read_record(path: Path) -> _Record:
    try:
        # Get the time before reading, so that a later change is noticed.
        stat = path.stat()
    except OSError as error:
        raise FileError(path, error) from None
    content = read_file(path, bytes)
    try:
        save = saved_games.parse_save(path, content)
    except BrokenRecordError as error:
        if saved_games.says_unfinished(content) or (
            error.intact_game and error.intact_game.result is None
        ):
            # The full reason may reveal hidden hands.
            raise RecordError(N_("it is not valid; foxduet replay shows where")) from None
        raise
    if isinstance(save, saved_games.DamagedSave):
        raise saved_games.DamagedSaveError
    game, _saved = save
    file = saved_games.RecordFile(path_text(path), stat.st_mtime_ns, stat.st_size)
    is_score = game.result is not None and counts_as_score(game)
    entry = make_entry(game, path) if is_score else None
    return _Record(file, content, game.result is None, entry)


def copy_to_records(game: Game, path: Path, records: Path) -> saved_games.SavedGame | None:
    """Copy a finished game into ``records`` if its record at ``path`` is elsewhere.

    Return the copy; None if the record is there already, cannot be copied, or is not scored.
    """
    if not counts_as_score(game):
        return None
    content = dump_record(game).encode()
    copy = _copy_record(content, make_entry(game, path), records)
    with suppress(FileError):
        if read_file(copy, bytes) == content:
            return saved_games.SavedGame(copy, content, game)
    return None


def _copy_record(content: bytes, entry: ScoreEntry, records: Path) -> Path:
    copy = _copy_path(entry, records)
    with suppress(OSError):
        if not _is_same_folder(entry.path.parent, records):
            make_folder(records)
            if not copy.exists():
                write_safely(copy, content)
    return copy


def _copy_path(entry: ScoreEntry, records: Path) -> Path:
    # File systems usually allow names of 255 bytes, and a character has at most 4.
    stem = entry.path.stem[:_MAX_STEM_LENGTH]
    return records / f"{stem}-{entry.fingerprint[:8]}{entry.path.suffix}"


def _prefer_copied_path(entry: ScoreEntry, records: Path) -> ScoreEntry:
    """Prefer the path of the copy if it exists: players do not move copies."""
    copy = _copy_path(entry, records)
    return replace(entry, path=copy) if is_file(copy) else entry


def _is_same_folder(folder: Path, other: Path) -> bool:
    with suppress(OSError):
        return folder.samefile(other)
    return False
