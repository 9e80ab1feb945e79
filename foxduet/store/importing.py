"""Take finished records into the scores: one at the end of its game, or those of a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from sqlite3 import Connection
from time import monotonic

from foxduet.play.game import Game
from foxduet.play.record import BrokenRecordError, dump_record, load_record
from foxduet.rules.errors import N_, FoxduetError, RecordError
from foxduet.store.connection import ScoresError
from foxduet.store.entries import Entry, entry_of, in_order, is_for_the_scores
from foxduet.store.files import is_file, read_limited, write_safely
from foxduet.store.repair import with_scores
from foxduet.store.rows import path_text
from foxduet.store.saved_games import SavedGame, decode_record, is_under_way, record_paths
from foxduet.store.scores import (
    IN_MEMORY,
    enter,
    entries,
    fingerprints,
    note_taken_in,
    open_scores,
    taken_in,
)

_SECONDS_AT_THE_END = 0.2
"""For how long the end of a game may be held up by other games that are not entered yet."""

# Few enough that no other program waits long, many enough that syncing costs little.
_FILES_AT_ONCE = 20
_LONGEST_STEM = 50


@dataclass(frozen=True, slots=True)
class Intake:
    """What became of the record files of a folder.

    ``others`` counts finished records that are no scores: games that partners played by
    themselves, and branches of games. ``unreadable`` has files with what is wrong with them, and
    ``left`` counts those that there was no time for. ``trouble`` tells why the folder itself
    cannot be read.
    """

    new: int = 0
    known: int = 0
    unfinished: int = 0
    others: int = 0
    unreadable: tuple[tuple[Path, OSError | FoxduetError], ...] = ()
    left: int = 0
    trouble: OSError | None = None


@dataclass(frozen=True, slots=True)
class _Read:
    """A record file that has been read; ``entry`` is None if it is no finished game of people."""

    path: str
    mtime_ns: int
    size: int
    content: bytes
    unfinished: bool
    entry: Entry | None


def enter_game(scores: Connection, game: Game, record: Path, folder: Path) -> None:
    """Enter a game that has just ended, and what is not entered yet of the records in ``folder``.

    The latter only for a moment: what is left is taken in the next time.
    """
    if is_for_the_scores(game):
        enter(scores, [_at_its_copy(entry_of(game, record.absolute()), folder)])
    catch_up(scores, folder, _SECONDS_AT_THE_END)


def catch_up(scores: Connection, folder: Path, seconds: float | None = None) -> Intake:
    """Take in the finished records of ``folder`` that were not yet, for so many ``seconds``.

    Of a file that is what it was when it was taken in, only time and size are looked at.
    """
    before = taken_in(scores)
    until = None if seconds is None else monotonic() + seconds
    try:
        paths = record_paths(folder)
    except FileNotFoundError:
        # There are none before the first game.
        paths = []
    except OSError as error:
        return Intake(trouble=error)

    fresh = [path for path in paths if before.get(path_text(path)) != _time_and_size(path)]
    left = len(fresh)

    def in_time() -> Iterator[Path]:
        nonlocal left
        for path in fresh:
            if until is not None and monotonic() > until:
                return
            left -= 1
            yield path

    return replace(_take_in(scores, in_time()), left=left)


def take_in_folder(scores: Connection, folder: Path, records: Path) -> Intake:
    """Take in the record files of any folder, each game only once.

    The new ones are copied into the folder ``records`` before, so that all scores can be told
    from there should they be damaged. Raises OSError when the folder cannot be read.
    """
    if not _is_same(folder, records):
        catch_up(scores, records)
    known = fingerprints(scores)

    def copied(read: _Read, entry: Entry) -> Entry:
        if entry.fingerprint not in known:
            known.add(entry.fingerprint)
            _copy(read.content, entry, records)
        return _at_its_copy(entry, records)

    return _take_in(scores, iter(record_paths(folder.absolute())), copied)


def put_with_the_others(game: Game, path: Path, records: Path) -> SavedGame | None:
    """Copy a finished game, whose record is for ``path``, into ``records`` if that is elsewhere.

    Return the copy; None if there is none, or the game does not belong into the scores. A disk
    that refuses is no reason not to enter the game.
    """
    if not is_for_the_scores(game):
        return None
    entry, content = entry_of(game, path), dump_record(game).encode()
    _copy(content, entry, records)
    copy = _copy_path(entry, records)
    with suppress(OSError):
        if read_limited(copy) == content:
            return SavedGame(copy, content, game)
    return None


def _copy(content: bytes, entry: Entry, records: Path) -> None:
    if _is_same(entry.path.parent, records):
        return
    copy = _copy_path(entry, records)
    with suppress(OSError):
        records.mkdir(parents=True, exist_ok=True)
        if not copy.exists():
            write_safely(copy, content)


def _copy_path(entry: Entry, records: Path) -> Path:
    # A name has 255 bytes at most in all usual file systems, and 4 make up a sign at most.
    stem = entry.path.stem[:_LONGEST_STEM]
    return records / f"{stem}-{entry.fingerprint[:8]}{entry.path.suffix}"


def _at_its_copy(entry: Entry, records: Path) -> Entry:
    """Return ``entry`` with the path of its copy if there is one: that stays where it is."""
    copy = _copy_path(entry, records)
    return replace(entry, path=copy) if is_file(copy) else entry


def _is_same(one: Path, other: Path) -> bool:
    with suppress(OSError):
        return one.samefile(other)
    return False


@dataclass(frozen=True, slots=True)
class Reading:
    """All games there are, oldest first, and what went wrong in getting at them.

    ``trouble`` tells why the database could not be used; then the records alone have told of
    what it lacks. ``aside`` is where a damaged one is now. ``caught_up`` is what became of the
    records that were not taken in before.
    """

    games: tuple[Entry, ...]
    trouble: ScoresError | None
    aside: Path | None
    caught_up: Intake


def read_scores(path: Path, folder: Path, effort: str, seconds: float | None = None) -> Reading:
    """Catch up with the records in ``folder`` and return all games, with par by ``effort``.

    What cannot be kept is returned all the same: no score depends on the database.
    """

    def work(scores: Connection) -> tuple[list[Entry], Intake]:
        caught_up = catch_up(scores, folder, seconds)
        return entries(scores, effort), caught_up

    try:
        (games, caught_up), aside = with_scores(path, folder, work)
        return Reading(tuple(games), None, aside, caught_up)
    except ScoresError as error:
        trouble = error
    kept: list[Entry] = []
    # Whoever has waited for another program once need not do so again.
    with suppress(ScoresError), open_scores(path, patience=0.0) as scores:
        kept = entries(scores, effort)
    with open_scores(IN_MEMORY) as scores:
        games, caught_up = work(scores)
    by_fingerprint = {game.fingerprint: game for game in (*games, *kept)}
    every = in_order(by_fingerprint.values())
    return Reading(every, trouble, None, caught_up)


def _take_in(
    scores: Connection,
    paths: Iterator[Path],
    entry_for: Callable[[_Read, Entry], Entry] = lambda _read, entry: entry,
) -> Intake:
    """Take in files; ``entry_for`` says how a game that was read is entered."""
    new = known = unfinished = others = 0
    unreadable: list[tuple[Path, OSError | FoxduetError]] = []
    while some := list(islice(paths, _FILES_AT_ONCE)):
        read: list[_Read] = []
        for path in some:
            try:
                read.append(_read(path))
            except (OSError, RecordError) as error:
                unreadable.append((path, error))
        finished = [one for one in read if not one.unfinished]
        games = [entry_for(one, one.entry) for one in finished if one.entry is not None]
        entered = enter(scores, games)
        # Afterwards: of a program that ends between the two, a file is read once more.
        note_taken_in(scores, [(one.path, one.mtime_ns, one.size) for one in finished])
        new += entered
        known += len(games) - entered
        unfinished += len(read) - len(finished)
        others += len(finished) - len(games)
    return Intake(new, known, unfinished, others, tuple(unreadable))


def _read(path: Path) -> _Read:
    """Read a record file; its time is taken first, so that a later change is not missed."""
    stat = path.stat()
    content = read_limited(path)
    game = None if is_under_way(content) else _played(content)
    entry = None
    if game is not None and is_for_the_scores(game):
        entry = entry_of(game, path)
    return _Read(path_text(path), stat.st_mtime_ns, stat.st_size, content, game is None, entry)


def _played(content: bytes) -> Game | None:
    """Return the finished game of a record, None if it is under way after all."""
    try:
        game = load_record(decode_record(content))
    except BrokenRecordError as error:
        if error.good is None or error.good.state.table.outcome is not None:
            raise
        # The whole reason may tell of hands that are still being played.
        message = N_("it is not in order; foxduet replay tells where")
        raise RecordError(message) from None
    return game if game.state.table.outcome is not None else None


def _time_and_size(path: Path) -> tuple[int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size
