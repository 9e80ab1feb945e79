"""Import finished records into the scores: one at the end of its game, or those of a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from math import inf
from pathlib import Path
from sqlite3 import Connection
from time import monotonic

from foxduet.play.game import Game
from foxduet.play.record import dump_record
from foxduet.rules.errors import FoxduetError, RecordError
from foxduet.store.database import IN_MEMORY, ScoresError
from foxduet.store.entries import Entry, entry_of, is_for_the_scores
from foxduet.store.files import is_file, path_text, read_limited, write_safely
from foxduet.store.reading import ReadRecord, read_record_file
from foxduet.store.repair import with_scores
from foxduet.store.salvage import copy_known
from foxduet.store.saved_games import SavedGame, record_paths
from foxduet.store.scores import (
    count_entries,
    enter,
    entries,
    fingerprints,
    imported_files,
    note_imported,
    open_alone,
)

# How long other games that are not entered yet may delay the end of a game.
_SECONDS_AT_THE_END = 0.2
# Few enough that no other program waits long, many enough that syncing costs little.
_FILES_AT_A_TIME = 20
_LONGEST_STEM = 50


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


def enter_game(scores: Connection, game: Game, record: Path, folder: Path) -> None:
    """Enter a game that has just ended, and for a moment other records in ``folder``.

    The rest is imported the next time.
    """
    if is_for_the_scores(game):
        enter(scores, [_at_its_copy(entry_of(game, record.absolute()), folder)])
    import_new(scores, folder, _SECONDS_AT_THE_END)


def import_new(scores: Connection, folder: Path, seconds: float | None = None) -> ImportReport:
    """Import the finished records of ``folder`` that are new or changed, for up to ``seconds``.

    Of the others only time and size are read.
    """
    before = imported_files(scores)
    until = inf if seconds is None else monotonic() + seconds
    try:
        paths = record_paths(folder)
    except FileNotFoundError:
        # There are none before the first game.
        paths = []
    except OSError as error:
        return ImportReport(trouble=error)
    fresh = [path for path in paths if before.get(path_text(path)) != _time_and_size(path)]
    report = _import(scores, takewhile(lambda _path: monotonic() <= until, fresh))
    done = report.new + report.known + report.unfinished + report.others + len(report.unreadable)
    return replace(report, left=len(fresh) - done)


def import_folder(scores: Connection, folder: Path, records: Path) -> ImportReport:
    """Import the record files of any folder, each game only once.

    New ones are copied into the folder ``records``, from which all scores can be read again if
    they are damaged. Raises OSError when the folder cannot be read.
    """
    if not _is_same(folder, records):
        import_new(scores, records)
    known = fingerprints(scores)

    def copied(read: ReadRecord, entry: Entry) -> Entry:
        if entry.fingerprint not in known:
            known.add(entry.fingerprint)
            _copy(read.content, entry, records)
        return _at_its_copy(entry, records)

    return _import(scores, iter(record_paths(folder.absolute())), copied)


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
            records.mkdir(parents=True, exist_ok=True)
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


@dataclass(frozen=True, slots=True)
class ScoresRead:
    """All entries of a game, oldest first, and what went wrong in reading them.

    ``others`` are the numbers of entries that other games have. ``trouble`` is why the database
    could not be used; then what it lacks comes from the records alone. ``aside`` is where a damaged
    one is now. ``imported`` is about the new records.
    """

    games: tuple[Entry, ...]
    others: Mapping[str, int]
    trouble: ScoresError | None
    aside: Path | None
    imported: ImportReport


def read_scores(
    path: Path, folder: Path, game: str, effort: str, seconds: float | None = None
) -> ScoresRead:
    """Import new records in ``folder`` and return a game's entries, with par by ``effort``.

    What cannot be saved is returned too: no score depends on the database.
    """

    def work(scores: Connection) -> tuple[list[Entry], dict[str, int], ImportReport]:
        imported = import_new(scores, folder, seconds)
        others = {name: count for name, count in count_entries(scores).items() if name != game}
        return entries(scores, game, effort), others, imported

    try:
        (games, others, imported), aside = with_scores(path, folder, work)
        return ScoresRead(tuple(games), others, None, aside, imported)
    except ScoresError as error:
        trouble = error
    with open_alone(IN_MEMORY) as scores:
        # It has waited for another program once already.
        with suppress(ScoresError):
            copy_known(path, folder, scores, patience=0.0)
        games, others, imported = work(scores)
    return ScoresRead(tuple(games), others, trouble, None, imported)


def _import(
    scores: Connection,
    paths: Iterator[Path],
    entry_for: Callable[[ReadRecord, Entry], Entry] = lambda _read, entry: entry,
) -> ImportReport:
    """Import files; ``entry_for`` returns the entry of a game that was read."""
    new = known = unfinished = others = 0
    unreadable: list[tuple[Path, OSError | FoxduetError]] = []
    while some := list(islice(paths, _FILES_AT_A_TIME)):
        read: list[ReadRecord] = []
        for path in some:
            try:
                read.append(read_record_file(path))
            except (OSError, RecordError) as error:
                unreadable.append((path, error))
        finished = [one for one in read if not one.unfinished]
        games = [entry_for(one, one.entry) for one in finished if one.entry is not None]
        entered = enter(scores, games)
        # Afterwards: if the program ends between the two, the files are read again.
        note_imported(scores, [one.file for one in finished])
        new += entered
        known += len(games) - entered
        unfinished += len(read) - len(finished)
        others += len(finished) - len(games)
    return ImportReport(new, known, unfinished, others, tuple(unreadable))


def _time_and_size(path: Path) -> tuple[int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size
