"""The scores: a database of finished games, an index that is built from their records.

If the file is damaged, or of another version, it is deleted and built again, never repaired.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import islice, takewhile
from math import inf
from operator import attrgetter
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from foxduet.core.errors import N_, FoxduetError, RecordError
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import games, rule_set
from foxduet.play.game import Game
from foxduet.play.record import BrokenRecordError, dump_record
from foxduet.store import saved_games
from foxduet.store.files import (
    DAMAGE,
    LOCK_SECONDS,
    PRIVATE_MODE,
    FileError,
    is_file,
    locked,
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
"""The ``PRAGMA user_version``; scores of other versions are built again."""

if TYPE_CHECKING:
    from sqlite3 import Connection

ResultT = TypeVar("ResultT")


class ScoresError(FoxduetError):
    """The scores cannot be read or written at present."""


class DamagedScoresError(ScoresError):
    """The scores are damaged, or of another version."""


def with_scores(path: Path, work: Callable[[Connection], ResultT]) -> tuple[ResultT, bool]:
    """Call ``work`` with the scores at ``path``; return its result, and whether they were rebuilt.

    Damaged scores are deleted, and ``work`` is called again with new ones. Raises ScoresError if
    the scores cannot be used.
    """
    with suppress(DamagedScoresError), open_scores(path) as scores:
        return work(scores), False
    try:
        with locked(path):
            # Another program may have built the scores again by now.
            with suppress(DamagedScoresError), open_scores(path) as scores:
                return work(scores), False
            for suffix in ("-journal", ""):
                path.with_name(f"{path.name}{suffix}").unlink(missing_ok=True)
    except OSError as error:
        raise ScoresError(N_("{reason}"), reason=error) from None
    with open_scores(path) as scores:
        return work(scores), True


@contextmanager
def open_scores(path: Path) -> Iterator[Connection]:
    """Open the scores at ``path``, or new ones.

    Raises ScoresError if they cannot be used, also in the block; DamagedScoresError if they are
    damaged, or of another version.
    """
    try:
        make_folder(path.parent)
    except OSError as error:
        raise ScoresError(N_("{reason}"), reason=error) from None
    # SQLite would let others read a new file; it reports a file that cannot be created.
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_MODE))
    with _scores_errors():
        from sqlite3 import connect  # noqa: PLC0415 - not needed at the start

        with closing(connect(path, timeout=LOCK_SECONDS, isolation_level=None)) as scores:
            if _version(scores) != VERSION:
                create_tables(scores)
            yield scores


@contextmanager
def _scores_errors() -> Iterator[None]:
    """Turn errors of SQLite in the block into ScoresError or DamagedScoresError."""
    try:
        # FreeBSD packages _sqlite3 apart from Python.
        import sqlite3  # noqa: PLC0415
    except ImportError as error:
        message = N_("this Python has no module {name}")
        raise ScoresError(message, name=error.name) from None
    try:
        yield
    except sqlite3.Error as error:
        # SQLITE_ERROR is a missing table or column; Python has no code if it cannot decode a text.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        is_usable = isinstance(error, sqlite3.OperationalError) and code != sqlite3.SQLITE_ERROR
        kind = ScoresError if is_usable else DamagedScoresError
        raise kind(N_("{reason}"), reason=str(error)) from None


def create_tables(scores: Connection) -> None:
    """Create the tables of an empty database; the table of a game comes with its first entry.

    Raises DamagedScoresError if it has tables of another version.
    """
    with _transaction(scores):
        # Another program may have created the tables in the meantime.
        if _version(scores) == VERSION:
            return
        if scores.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise DamagedScoresError(N_("another version has written the scores"))
        scores.execute(
            "CREATE TABLE taken_in (path TEXT PRIMARY KEY, mtime_ns INTEGER NOT NULL, "
            "size INTEGER NOT NULL, fingerprint TEXT)"
        )
        scores.execute(f"PRAGMA user_version = {VERSION}")


def _version(scores: Connection) -> int:
    return int(scores.execute("PRAGMA user_version").fetchone()[0])


@contextmanager
def _transaction(scores: Connection) -> Iterator[None]:
    """Run the block as a transaction; other writers wait."""
    scores.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        # A full disk has ended the transaction.
        if scores.in_transaction:
            scores.execute("ROLLBACK")
        raise
    scores.execute("COMMIT")


def _list_tables(scores: Connection) -> dict[str, str]:
    """Return the existing tables by game."""
    rows = scores.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    tables = {name for (name,) in rows}
    return {game: _table(game) for game in games() if _table(game) in tables}


def _table(game: str) -> str:
    return f"{game}_game"


# How long the import of other games may delay the end of a game.
_END_IMPORT_SECONDS = 0.2
# Files per transaction: few enough that little is lost if the program is stopped.
_BATCH_FILES = 100
_MAX_STEM_LENGTH = 50
_EMPTY_PAR: ParByDeals = {}

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
    trouble: why the database cannot be used; then entries come from the records alone.
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

    If the database cannot be written, its entries are returned as they are; if it cannot be read
    either, the entries of the records.
    """
    par = load_par(path, game, effort)

    def work(scores: Connection) -> ScoresRead:
        trouble, report = None, ImportReport()
        try:
            with _scores_errors():
                report = import_new(scores, folder, seconds, watch)
        except DamagedScoresError:
            raise
        except ScoresError as error:
            trouble = error
        counts = {
            other: scores.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for other, table in _list_tables(scores).items()
            if other != game
        }
        other_counts = {other: count for other, count in counts.items() if count}
        return ScoresRead(load_entries(scores, game, par=par), other_counts, trouble, report)

    try:
        reading, is_rebuilt = with_scores(path, work)
        return replace(reading, rebuilt=is_rebuilt)
    except ScoresError as error:
        trouble = error
    try:
        files = saved_games.list_record_files(folder)
    except OSError as error:
        return ScoresRead((), {}, trouble, ImportReport(trouble=error))
    paths = [file.path for file in files]
    records, unreadable = _read_records(_take_in_time(watch(paths), seconds))
    remaining = len(paths) - len(records) - len(unreadable)
    rows = {
        entry.fingerprint: [*entry_row(entry).values()]
        for record in records
        if (entry := record.entry) and entry.game == game
    }
    report = ImportReport(unreadable=tuple(unreadable), remaining=remaining)
    return ScoresRead(_sort_entries(game, rows.values(), par), {}, trouble, report)


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
    with suppress(ScoresError), open_scores(path) as scores:
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

    Entries are marked if the same people knew their deals from an earlier one. Raises
    DamagedScoresError for an invalid row.
    """
    if game not in (tables := _list_tables(scores)):
        return ()
    names = ", ".join(column.name for column in list_columns(game))
    rows = scores.execute(f"SELECT {names} FROM {tables[game]} {where}")
    try:
        return _sort_entries(game, rows, par)
    except DAMAGE:
        raise DamagedScoresError(N_("another program has changed the scores")) from None


def _sort_entries(
    game: str, rows: Iterable[Sequence[Any]], par: ParByDeals
) -> tuple[ScoreEntry, ...]:
    """Return the entries with ``rows`` of ``list_columns``, as ``load_entries`` does."""
    names = [column.name for column in list_columns(game)]
    setup = [column.name for column in rule_set(game).setup_columns]
    setup_index, seed_index = names.index(setup[0]), names.index("seed")
    known: set[tuple[object, ...]] = set()
    entries = []
    for row in sorted(rows, key=lambda row: (row[2] or row[1] or "", row[0])):
        deals = (*zip(setup, row[setup_index:], strict=False), ("seed", str(row[seed_index])))
        entry = entry_from_row(game, row, par.get(deals))
        is_known = entry.seed is not None and (deals, entry.people) in known
        known.add((deals, entry.people))
        entries.append(replace(entry, deals_known=True) if is_known else entry)
    return tuple(entries)


def load_imported_files(scores: Connection) -> saved_games.KnownFiles:
    """Return time and size of the imported records by path text."""
    rows = scores.execute("SELECT path, mtime_ns, size FROM taken_in")
    return {path: (mtime, size) for path, mtime, size in rows}


def load_known_files(path: Path) -> saved_games.KnownFiles:
    """Return ``load_imported_files`` of the scores at ``path``; empty if missing or unusable."""
    # Opening missing scores would create an empty file.
    if is_file(path):
        with suppress(ScoresError), open_scores(path) as scores:
            return load_imported_files(scores)
    return {}


def insert_entries(scores: Connection, games: Iterable[ScoreEntry]) -> int:
    """Enter games, each only once; return the number of new ones."""
    with _transaction(scores):
        return _insert_entries(scores, games)


def _insert_entries(scores: Connection, games: Iterable[ScoreEntry]) -> int:
    new_count = 0
    for entry in games:
        table, row = _table(entry.game), entry_row(entry)
        columns = (
            f"{column.name} {'INTEGER' if column.type is int else 'TEXT'}"
            for column in list_columns(entry.game)
        )
        scores.execute(
            f"CREATE TABLE IF NOT EXISTS {table} ({', '.join(columns)}, PRIMARY KEY (fingerprint))"
        )
        query = f"SELECT path, own FROM {table} WHERE fingerprint = ?"
        existing = scores.execute(query, (entry.fingerprint,)).fetchone()
        if existing is None:
            new_count += 1
        else:
            path, owner = existing
            # An existing file is as good as its copy.
            row["path"] = path if is_file(path) else row["path"]
            # Two people at two terminals of one account share the scores.
            row["own"] = owner if owner == row["own"] else None
        names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
        scores.execute(f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({values})", row)
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
    """Import new and changed finished records for up to ``seconds``, the newest first."""
    known_files = load_imported_files(scores)
    changed = [file for file in files if not file.is_unchanged_in(known_files)]
    paths = [file.path for file in sorted(changed, key=attrgetter("mtime_ns"), reverse=True)]
    report = _import_paths(scores, _take_in_time(watch(paths), seconds))
    count = report.new + report.known + report.unfinished + report.unscored + len(report.unreadable)
    return replace(report, remaining=len(paths) - count)


def _take_in_time(paths: Iterator[Path], seconds: float | None) -> Iterator[Path]:
    deadline = inf if seconds is None else monotonic() + seconds
    return takewhile(lambda _path: monotonic() <= deadline, paths)


def import_folder(
    scores: Connection, folder: Path, records: Path, watch: ProgressWatch = iter
) -> ImportReport:
    """Import the record files of any folder, each game only once.

    New games are copied into ``records``, from which damaged scores can be rebuilt. Raises OSError
    if the folder cannot be read.
    """
    if not _is_same_folder(folder, records):
        import_new(scores, records)
    tables = _list_tables(scores).values()
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
    all_unreadable: list[tuple[Path, FoxduetError]] = []
    # Paths come lazily, so that a batch ends once the time is up.
    while any(batch := _read_records(islice(paths, _BATCH_FILES))):
        records, unreadable = batch
        all_unreadable += unreadable
        finished = [record for record in records if not record.is_unfinished]
        scored = [entry_for(record, entry) for record in finished if (entry := record.entry)]
        # Times as text, since they may exceed SQLite's integers.
        rows = [
            (file.name, str(file.mtime_ns), file.size, entry and entry.fingerprint)
            for file, entry in ((record.file, record.entry) for record in finished)
        ]
        with _transaction(scores):
            entered = _insert_entries(scores, scored)
            scores.executemany("INSERT OR REPLACE INTO taken_in VALUES (?, ?, ?, ?)", rows)
        new += entered
        known += len(scored) - entered
        unfinished += len(records) - len(finished)
        unscored += len(finished) - len(scored)
    return ImportReport(new, known, unfinished, unscored, tuple(all_unreadable))


@dataclass(frozen=True, slots=True)
class _Record:
    """A record file; ``entry`` is None if its game is unfinished or not scored."""

    file: saved_games.RecordFile
    content: bytes
    is_unfinished: bool
    entry: ScoreEntry | None


def _read_records(
    paths: Iterable[Path],
) -> tuple[list[_Record], list[tuple[Path, FoxduetError]]]:
    records: list[_Record] = []
    unreadable: list[tuple[Path, FoxduetError]] = []
    for path in paths:
        try:
            records.append(_read_record(path))
        except (FileError, RecordError) as error:
            unreadable.append((path, error))
    return records, unreadable


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
