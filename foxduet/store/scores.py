"""The scores: finished games entered into the database, found in it, and imported from records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, takewhile
from math import inf
from pathlib import Path
from sqlite3 import Connection
from time import monotonic

from foxduet.core.errors import N_, FoxduetError, RecordError
from foxduet.core.frozen import dataclass, replace
from foxduet.core.register import rule_set
from foxduet.core.values import LARGEST_COUNT, is_name
from foxduet.play.game import Game
from foxduet.play.record import BrokenRecordError, dump_record
from foxduet.store.database import (
    DamagedScoresError,
    ScoresError,
    game_tables,
    open_scores,
    scores_in_memory,
    table_to_write,
    transaction,
    with_scores,
)
from foxduet.store.entries import (
    Entry,
    columns,
    entry_from,
    entry_of,
    entry_row,
    is_for_the_scores,
)
from foxduet.store.files import is_file, make_folder, path_text, read_limited, write_safely
from foxduet.store.par import PlayedPar, load_par
from foxduet.store.saved_games import (
    DamagedSave,
    DamagedSaveError,
    KnownFiles,
    RecordFile,
    SavedGame,
    files_in,
    is_under_way,
    record_files,
    save_in,
)

# How long other games that are not entered yet may delay the end of a game.
_SECONDS_AT_THE_END = 0.2
# They are written at once: few enough that little is lost if the program is stopped.
_FILES_AT_A_TIME = 100
_LONGEST_STEM = 50
_KNOWN = "path, mtime_ns, size, fingerprint"
_NO_PAR: PlayedPar = {}
_ENDED = "coalesce(finished, started, ''), fingerprint"
_PEOPLE = (
    "CASE WHEN ai_p1 IS NOT NULL THEN p2 WHEN ai_p2 IS NOT NULL THEN p1 "
    "ELSE min(p1, p2) || char(0) || max(p1, p2) END"
)

Watch = Callable[[Sequence[Path]], Iterator[Path]]
"""Yields paths as they are imported; who waits may be shown how many there are."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What became of the record files of a folder.

    ``others`` counts finished records that are no scores: games of partners alone, and branches.
    ``unreadable`` has files with their errors, and ``left`` counts those that there was no time
    for. ``trouble`` is why the folder itself cannot be read.
    """

    new: int = 0
    known: int = 0
    unfinished: int = 0
    others: int = 0
    unreadable: tuple[tuple[Path, OSError | FoxduetError], ...] = ()
    left: int = 0
    trouble: OSError | None = None


@dataclass(frozen=True, slots=True)
class ScoresRead:
    """All entries of a game, oldest first, and what went wrong in reading them.

    ``others`` are the numbers of entries that other games have. ``trouble`` is why the database
    could not be used; then what it lacks comes from the records alone. ``rebuilt`` says that a
    damaged one was made anew. ``imported`` is about the new records.
    """

    games: tuple[Entry, ...]
    others: Mapping[str, int]
    trouble: ScoresError | None
    imported: ImportReport
    rebuilt: bool = False


def read_scores(
    path: Path,
    folder: Path,
    game: str,
    effort: str,
    seconds: float | None = None,
    watch: Watch = iter,
) -> ScoresRead:
    """Import new records in ``folder`` and return a game's entries, with par by ``effort``.

    What cannot be saved is returned too: no score depends on the database.
    """
    par = load_par(path, game, effort)

    def work(scores: Connection) -> ScoresRead:
        imported = import_new(scores, folder, seconds, watch)
        found = entries(scores, game, par=par)
        others = {name: count for name, count in count_entries(scores).items() if name != game}
        return ScoresRead(found, others, None, imported)

    try:
        read, rebuilt = with_scores(path, work)
        return replace(read, rebuilt=rebuilt)
    except ScoresError as error:
        trouble = error
    # It has waited for another program once already.
    with suppress(ScoresError), scores_in_memory(path) as scores:
        return replace(work(scores), trouble=trouble)
    with scores_in_memory() as scores:
        return replace(work(scores), trouble=trouble)


def read_days(
    path: Path, files: Iterable[RecordFile], game: str, seconds: float
) -> tuple[Entry, ...]:
    """Return a game's entries with the deals of days, new ones in ``files`` imported.

    There are none where the scores cannot be used; who is shown them is told why.
    """
    with suppress(ScoresError), open_scores(path) as scores:
        import_files(scores, files, seconds)
        return entries(scores, game, "WHERE day IS NOT NULL")
    return ()


def entries(
    scores: Connection, game: str, where: str = "", par: PlayedPar = _NO_PAR
) -> tuple[Entry, ...]:
    """Return the entries of a game, in the order in which they ended, those without a time first.

    Those that do not count, since the same people knew the deals, are marked. A row that is none
    is damage.
    """
    if game not in (tables := game_tables(scores)):
        return ()
    names = [column.name for column in columns(game)]
    setup = [column.name for column in rule_set(game).setup_columns]
    query = (
        f"SELECT * FROM (SELECT {', '.join(names)}, seed IS NOT NULL AND row_number() OVER "
        f"(PARTITION BY {', '.join(setup)}, seed, {_PEOPLE} ORDER BY {_ENDED}) > 1 "
        f"FROM {tables[game]}) {where} ORDER BY {_ENDED}"
    )
    found = []
    try:
        for *values, again in scores.execute(query):
            row = dict(zip(names, values, strict=True))
            key = (*((name, row[name]) for name in setup), ("seed", str(row["seed"])))
            found.append(entry_from(game, row, par.get(key), again=bool(again)))
    except ValueError:
        raise DamagedScoresError(N_("another program has written into the scores")) from None
    # Few names are in many games; a damaged one may command a terminal.
    found_names = {name for one in found for name in (*one.players, *one.ai)}
    if not all(map(is_name, found_names - {None})):
        raise DamagedScoresError(N_("another program has written into the scores"))
    return tuple(found)


def count_entries(scores: Connection) -> dict[str, int]:
    """Return how many entries each game has, of those that have any."""
    counted = {
        game: scores.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for game, table in game_tables(scores).items()
    }
    return {game: count for game, count in counted.items() if count}


def imported_files(scores: Connection) -> KnownFiles:
    """Return time and size of the finished records that are imported, by the texts of their paths.

    One whose game is missing in the scores is to be read again.
    """
    tables = game_tables(scores).values()
    known = " UNION ALL ".join(f"SELECT fingerprint FROM {table}" for table in tables)
    rows = scores.execute(
        "SELECT path, mtime_ns, size FROM taken_in "
        f"WHERE fingerprint IS NULL OR fingerprint IN ({known})"
    )
    return {path: (mtime, size) for path, mtime, size in rows}


def known_files(path: Path) -> KnownFiles:
    """Return ``imported_files`` of the scores at ``path``; none where these cannot be used."""
    # They would be made anew only to be empty.
    if is_file(path):
        with suppress(ScoresError), open_scores(path) as scores:
            return imported_files(scores)
    return {}


def enter(scores: Connection, some: Iterable[Entry]) -> int:
    """Enter games, each only once; return how many are new."""
    with transaction(scores):
        return _enter(scores, some)


def _enter(scores: Connection, some: Iterable[Entry]) -> int:
    new = 0
    for entry in some:
        table, row = table_to_write(scores, entry.game), entry_row(entry)
        query = f"SELECT path, own FROM {table} WHERE fingerprint = ?"
        known = scores.execute(query, (entry.fingerprint,)).fetchone()
        if known is not None:
            path, own = known
            # The path of a file that is still there is as good as that of its copy.
            row["path"] = path if is_file(path) else row["path"]
            # Two who play at two terminals of one account have the same scores.
            row["own"] = own if own == row["own"] else None
        new += known is None
        scores.execute(f"DELETE FROM {table} WHERE fingerprint = ?", (entry.fingerprint,))
        names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
        scores.execute(f"INSERT INTO {table} ({names}) VALUES ({values})", row)
    return new


def enter_game(scores: Connection, game: Game, record: Path, folder: Path) -> None:
    """Enter a game that has just ended, and for a moment other records in ``folder``.

    The rest is imported the next time.
    """
    if is_for_the_scores(game):
        enter(scores, [_at_its_copy(entry_of(game, record.absolute()), folder)])
    import_new(scores, folder, _SECONDS_AT_THE_END)


def import_new(
    scores: Connection, folder: Path, seconds: float | None = None, watch: Watch = iter
) -> ImportReport:
    """Import the finished records of ``folder`` as ``import_files`` does."""
    try:
        files = files_in(folder)
    except OSError as error:
        return ImportReport(trouble=error)
    return import_files(scores, files, seconds, watch)


def import_files(
    scores: Connection,
    files: Iterable[RecordFile],
    seconds: float | None = None,
    watch: Watch = iter,
) -> ImportReport:
    """Import the finished records that are new or changed, for up to ``seconds``."""
    before = imported_files(scores)
    until = inf if seconds is None else monotonic() + seconds
    fresh = [file.path for file in files if not file.is_in(before)]
    report = _import(scores, takewhile(lambda _path: monotonic() <= until, watch(fresh)))
    done = report.new + report.known + report.unfinished + report.others + len(report.unreadable)
    return replace(report, left=len(fresh) - done)


def import_folder(
    scores: Connection, folder: Path, records: Path, watch: Watch = iter
) -> ImportReport:
    """Import the record files of any folder, each game only once.

    New ones are copied into the folder ``records``, from which all scores can be read again if
    they are damaged. Raises OSError when the folder cannot be read.
    """
    if not _is_same(folder, records):
        import_new(scores, records)
    tables = game_tables(scores).values()
    rows = [row for table in tables for row in scores.execute(f"SELECT fingerprint FROM {table}")]
    known = {fingerprint for (fingerprint,) in rows}

    def copied(read: _Record, entry: Entry) -> Entry:
        if entry.fingerprint not in known:
            known.add(entry.fingerprint)
            _copy(read.content, entry, records)
        return _at_its_copy(entry, records)

    paths = [file.path for file in record_files(folder.absolute())]
    return _import(scores, watch(paths), copied)


def _import(
    scores: Connection,
    paths: Iterator[Path],
    entry_for: Callable[[_Record, Entry], Entry] = lambda _read, entry: entry,
) -> ImportReport:
    """Import files; ``entry_for`` returns the entry of a game that was read."""
    new = known = unfinished = others = 0
    unreadable: list[tuple[Path, OSError | FoxduetError]] = []
    while some := list(islice(paths, _FILES_AT_A_TIME)):
        read: list[_Record] = []
        for path in some:
            try:
                read.append(_read_record(path))
            except (OSError, RecordError) as error:
                unreadable.append((path, error))
        finished = [one for one in read if not one.unfinished]
        found = [entry_for(one, one.entry) for one in finished if one.entry is not None]
        # A file with a time beyond SQLite's numbers is read again each time.
        known_files = [
            (file.name, file.mtime_ns, file.size, entry and entry.fingerprint)
            for file, entry in ((one.file, one.entry) for one in finished)
            if abs(file.mtime_ns) <= LARGEST_COUNT
        ]
        with transaction(scores):
            entered = _enter(scores, found)
            statement = f"INSERT OR REPLACE INTO taken_in ({_KNOWN}) VALUES (?, ?, ?, ?)"
            scores.executemany(statement, known_files)
        new += entered
        known += len(found) - entered
        unfinished += len(read) - len(finished)
        others += len(finished) - len(found)
    return ImportReport(new, known, unfinished, others, tuple(unreadable))


@dataclass(frozen=True, slots=True)
class _Record:
    """A record file; without an ``entry`` it is no score, or not yet.

    That is a game under way, one of partners alone, or a branch.
    """

    file: RecordFile
    content: bytes
    unfinished: bool
    entry: Entry | None


def _read_record(path: Path) -> _Record:
    """Read a record file; raises OSError or RecordError."""
    # The time first, so that a later change is not missed.
    stat = path.stat()
    content = read_limited(path)
    try:
        save = save_in(path, content)
    except BrokenRecordError as error:
        if is_under_way(content) or (error.good is not None and error.good.result is None):
            # The whole reason may show hands that are still being played.
            message = N_("it is not valid; foxduet replay shows where")
            raise RecordError(message) from None
        raise
    if isinstance(save, DamagedSave):
        raise DamagedSaveError
    game, _saved = save
    file = RecordFile(path_text(path), stat.st_mtime_ns, stat.st_size)
    is_score = game.result is not None and is_for_the_scores(game)
    entry = entry_of(game, path) if is_score else None
    return _Record(file, content, game.result is None, entry)


def copy_to_records(game: Game, path: Path, records: Path) -> SavedGame | None:
    """Copy a finished game, with its record at ``path``, into ``records`` if that is elsewhere.

    Return the copy, None if the disk refuses it or the game is not for the scores.
    """
    if not is_for_the_scores(game):
        return None
    content = dump_record(game).encode()
    copy = _copy(content, entry_of(game, path), records)
    with suppress(OSError):
        if read_limited(copy) == content:
            return SavedGame(copy, content, game)
    return None


def _copy(content: bytes, entry: Entry, records: Path) -> Path:
    copy = _copy_path(entry, records)
    with suppress(OSError):
        if not _is_same(entry.path.parent, records):
            make_folder(records)
            if not copy.exists():
                write_safely(copy, content)
    return copy


def _copy_path(entry: Entry, records: Path) -> Path:
    # File systems usually allow names of 255 bytes, and a character has at most 4.
    stem = entry.path.stem[:_LONGEST_STEM]
    return records / f"{stem}-{entry.fingerprint[:8]}{entry.path.suffix}"


def _at_its_copy(entry: Entry, records: Path) -> Entry:
    """Return ``entry`` with the path of its copy, if any: a copy is not moved."""
    copy = _copy_path(entry, records)
    return replace(entry, path=copy) if is_file(copy) else entry


def _is_same(one: Path, other: Path) -> bool:
    with suppress(OSError):
        return one.samefile(other)
    return False
