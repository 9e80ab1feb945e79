"""Record files of games: saving after each action, and finding saves."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from time import time
from typing import TypeAlias

from foxduet.core.errors import N_, RecordError
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import TABLE_PARTS, Part, has_parts
from foxduet.play.game import Game
from foxduet.play.record import BrokenRecordError, dump_record, load_record
from foxduet.store.files import (
    FileError,
    MissingFileError,
    decode,
    make_folder,
    path_text,
    read_file,
    write_safely,
)

_SUFFIX = ".toml"
# Replaying every game of a folder would be slow; these lines show which games are unfinished.
_UNFINISHED_LINE = rb'(?m)^(?:\xef\xbb\xbf)?result\s*=\s*"\*"'
_FINISHED_LINE = rb'(?m)^(?:\xef\xbb\xbf)?result\s*=\s*"[a-z]'
_END_TIME_LINE = rb"(?m)^finished\s*=\s*(\S+)"
_DAY_SECONDS = 24 * 60 * 60

_MAX_UNINDEXED = 100
"""Up to this number of files, all are read; of more, only those not in ``load_finished()``."""

KnownFiles: TypeAlias = Mapping[str, tuple[int, int]]
"""Time (in nanoseconds) and size of record files that need not be read again, by path text."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A record file, and the bytes and game that this program last read or wrote there."""

    path: Path
    content: bytes = b""
    game: Game | None = None


@dataclass(frozen=True, slots=True)
class DamagedSave:
    """A record file of an unfinished game, and the game before the damage."""

    path: Path
    content: bytes
    intact_game: Game


class DamagedSaveError(RecordError):
    """A record is a damaged save of an unfinished game; its undamaged part can be resumed."""

    def __init__(self) -> None:
        super().__init__(N_("it is a damaged save of an unfinished game"))


def new_record_path(folder: Path, start_time: datetime) -> Path:
    """Return a new path in ``folder`` for a game started at ``start_time``."""
    stamp = start_time.strftime("%Y%m%d-%H%M%S")
    return folder / f"{stamp}-{os.urandom(3).hex()}{_SUFFIX}"


def save_game(save: SavedGame, game: Game) -> SavedGame:
    """Write ``game`` to its record file and return the file's new state.

    If another program has changed the file, the game continues in a new file next to it, whose path
    the result has. Raises OSError if the game cannot be written; the old content is then intact.
    """
    content = dump_record(game).encode()
    return SavedGame(write_record(save, content), content, game)


def write_record(save: SavedGame, content: bytes) -> Path:
    """Write the content of a record as ``save_game`` does; return the path of the file."""
    path = save.path
    make_folder(path.parent)
    try:
        has_changed = read_file(path, bytes) != save.content
    except FileError as error:
        has_changed = not isinstance(error, MissingFileError)
    if has_changed:
        path = path.with_name(f"{path.stem}-{os.urandom(3).hex()}{_SUFFIX}")
    write_safely(path, content)
    return path


def load_game(path: Path) -> tuple[Game, SavedGame]:
    """Read a record file; raises FileError or RecordError."""

    def parse(content: bytes) -> tuple[Game, SavedGame]:
        game = load_record(decode_record(content))
        return game, SavedGame(path, content, game)

    return read_file(path, parse)


def decode_record(content: bytes) -> str:
    """Return the text of a record file with line feeds only, and � for invalid UTF-8."""
    return decode(content, errors="replace").replace("\r\n", "\n")


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A file named like a record; time and size tell whether it has changed."""

    name: str
    mtime_ns: int
    size: int

    @property
    def path(self) -> Path:
        return Path(self.name)

    def is_unchanged_in(self, known_files: KnownFiles) -> bool:
        """True if ``known_files`` has the file in this version."""
        return known_files.get(path_text(self.name)) == (self.mtime_ns, self.size)


def scan_record_files(folder: Path) -> list[RecordFile]:
    """Return the files in ``folder`` that are named like records, by name; raises OSError."""
    files = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.name[1:].endswith(_SUFFIX):
                continue
            try:
                stat = entry.stat()
            except FileNotFoundError:
                # The entry is a broken link.
                continue
            except OSError:
                # Reading the file will report the reason.
                files.append(RecordFile(entry.path, 0, 0))
            else:
                files.append(RecordFile(entry.path, stat.st_mtime_ns, stat.st_size))
    return sorted(files, key=attrgetter("name"))


def says_unfinished(content: bytes) -> bool:
    """True if the text of a record says that its game is unfinished; the game is not replayed."""
    return re.search(_UNFINISHED_LINE, content) is not None


def restore_save(save: DamagedSave) -> tuple[SavedGame, Path]:
    """Copy a damaged file, then save its undamaged game over it; return the save and the copy.

    Raises OSError.
    """
    copy = save.path.with_name(f"{save.path.name}-damaged-{os.urandom(3).hex()}")
    write_safely(copy, save.content)
    return save_game(SavedGame(save.path, save.content), save.intact_game), copy


@dataclass(frozen=True, slots=True)
class Saves:
    """The unfinished games in a folder, the damaged saves, and errors of unreadable records.

    The latest saves come first.
    """

    games: tuple[tuple[Game, SavedGame], ...]
    damaged: tuple[DamagedSave, ...]
    unreadable: tuple[FileError, ...]


def collect_saves(
    files: Sequence[RecordFile],
    max_games: int | None = None,
    load_finished: Callable[[], KnownFiles] = dict,
    parts: Iterable[Part] = TABLE_PARTS,
) -> Saves:
    """Return the saves in ``files``, up to ``max_games`` undamaged games.

    Branches (which are resumed by path), invalid records, and games without all ``parts`` are
    ignored. If there are many files, those in ``load_finished()`` are not read.
    """
    games: list[tuple[Game, SavedGame]] = []
    damaged: list[DamagedSave] = []
    unreadable: list[FileError] = []
    for save in iter_saves(files, load_finished, parts):
        match save:
            case DamagedSave():
                damaged.append(save)
            case FileError():
                unreadable.append(save)
            case _:
                games.append(save)
        if len(games) == max_games:
            break
    return Saves(tuple(games), tuple(damaged), tuple(unreadable))


def iter_saves(
    files: Sequence[RecordFile],
    load_finished: Callable[[], KnownFiles] = dict,
    parts: Iterable[Part] = TABLE_PARTS,
) -> Iterator[tuple[Game, SavedGame] | DamagedSave | FileError]:
    """Yield the saves and errors of ``collect_saves`` one by one."""
    known_files = load_finished() if len(files) > _MAX_UNINDEXED else {}
    for file in sorted(files, key=attrgetter("mtime_ns"), reverse=True):
        if file.is_unchanged_in(known_files):
            continue
        try:
            content = read_file(file.path, bytes)
        except MissingFileError:
            continue
        except FileError as error:
            yield error
            continue
        with suppress(RecordError):
            if says_unfinished(content) or not re.search(_FINISHED_LINE, content):
                save = parse_save(file.path, content)
                game = save.intact_game if isinstance(save, DamagedSave) else save[0]
                if not has_parts(game.header.game, *parts):
                    continue
                if game.result is None and not game.header.is_branch:
                    yield save


def parse_save(path: Path, content: bytes) -> tuple[Game, SavedGame] | DamagedSave:
    """Return the game in the content of a record file, or the part before its damage.

    Raises RecordError if the damaged game was over, or has no action before the damage.
    """
    try:
        game = load_record(decode_record(content))
    except BrokenRecordError as error:
        part = error.intact_game
        is_over = part is None or part.result is not None or re.search(_FINISHED_LINE, content)
        if part is None or is_over or not part.turns:
            raise
        header, count = part.header, len(part.turns)
        # The lost actions' numbers would refer to the actions that replace them.
        hints = tuple(number for number in header.hints if number <= count + 1)
        cut_short = tuple(number for number in header.cut_short if number <= count)
        header = replace(header, hints=hints, cut_short=cut_short)
        return DamagedSave(path, content, replace(part, header=header))
    return game, SavedGame(path, content, game)


def latest_finished(folder: Path) -> tuple[Game, SavedGame] | None:
    """Return the game that ended last, or None.

    Branches and invalid records are ignored. Raises OSError if the folder cannot be read, and
    FileError if no game is found but a record cannot be read.
    """

    def find_end_time(path: Path) -> float:
        # The time in a record is more reliable than the time of its file, which a copy changes.
        with suppress(OSError, ValueError, OverflowError):
            match = re.search(_END_TIME_LINE, read_file(path, bytes))
            if match is not None:
                return datetime.fromisoformat(match[1].decode()).timestamp()
        return _get_modification_time(path)

    paths, unreadable = [file.path for file in list_record_files(folder)], list[FileError]()
    for path in sorted(paths, key=find_end_time, reverse=True):
        try:
            if not says_unfinished(read_file(path, bytes)):
                game, save = load_game(path)
                if game.result is not None and not game.header.is_branch:
                    return game, save
        except (MissingFileError, RecordError):
            continue
        except FileError as error:
            unreadable.append(error)
    if unreadable:
        raise unreadable[0]
    return None


def list_record_files(folder: Path) -> list[RecordFile]:
    """Return the ``scan_record_files`` of a folder; empty if it does not exist yet."""
    try:
        return scan_record_files(folder)
    except FileNotFoundError:
        return []


def has_finished_game(files: Iterable[RecordFile]) -> bool:
    """True if a record does not say that its game is unfinished, or cannot be read."""
    for file in files:
        try:
            if not read_file(file.path, says_unfinished):
                return True
        except MissingFileError:
            continue
        except FileError:
            return True
    return False


def remove_stale_files(folder: Path) -> None:
    """Remove temporary files in ``folder`` from programs that were killed while saving."""
    with suppress(OSError):
        for path in folder.glob(f".*{_SUFFIX}.*.tmp"):
            with suppress(OSError):
                if time() - _get_modification_time(path) > _DAY_SECONDS:
                    path.unlink(missing_ok=True)


def _get_modification_time(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
