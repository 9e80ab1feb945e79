"""The record files of games: saved after each action, and found again."""

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
# Replaying every game of a folder would take long; this line shows which are unfinished.
_UNFINISHED_PATTERN = re.compile(rb'^(?:\xef\xbb\xbf)?result\s*=\s*"\*"', re.MULTILINE)
_FINISHED_PATTERN = re.compile(rb'^(?:\xef\xbb\xbf)?result\s*=\s*"[a-z]', re.MULTILINE)
_FINISHED = re.compile(rb"^finished\s*=\s*(\S+)", re.MULTILINE)
_SECONDS_OF_A_DAY = 24 * 60 * 60

_MAX_SORTED = 100
"""As few records as these are soon read, and need no index."""

KnownFiles: TypeAlias = Mapping[str, tuple[int, int]]
"""Time in nanoseconds and size of record files that need not be read, by the texts of paths."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A record file, and the bytes and the game that this program last read or wrote there."""

    path: Path
    content: bytes = b""
    game: Game | None = None


@dataclass(frozen=True, slots=True)
class DamagedSave:
    """A record file of an unfinished game, and the part of that before the damage."""

    path: Path
    content: bytes
    good: Game


class DamagedSaveError(RecordError):
    """A record is a damaged save of an unfinished game, which can be resumed before the damage."""

    def __init__(self) -> None:
        super().__init__(N_("it is a damaged save of an unfinished game"))


def new_record_path(folder: Path, started: datetime) -> Path:
    """Return a new path in ``folder`` for a game started at ``started``."""
    stamp = started.strftime("%Y%m%d-%H%M%S")
    return folder / f"{stamp}-{os.urandom(3).hex()}{_SUFFIX}"


def save_game(saved: SavedGame, game: Game) -> SavedGame:
    """Write ``game`` into its record file; return that file as it is now.

    A file that another program has changed is not touched: the game continues in a file beside
    it, and the result has that path. Raises OSError, with the old content still in the file, when
    it cannot be written.
    """
    content = dump_record(game).encode()
    return SavedGame(write_record(saved, content), content, game)


def write_record(saved: SavedGame, content: bytes) -> Path:
    """Write the content of a record as ``save_game`` does; return the file that it is in."""
    path = saved.path
    make_folder(path.parent)
    if _has_changed_on_disk(saved):
        path = path.with_name(f"{path.stem}-{os.urandom(3).hex()}{_SUFFIX}")
    write_safely(path, content)
    return path


def _has_changed_on_disk(saved: SavedGame) -> bool:
    try:
        return read_file(saved.path, bytes) != saved.content
    except MissingFileError:
        return False
    except FileError:
        return True


def load_game(path: Path) -> tuple[Game, SavedGame]:
    """Read a record file; raises FileError or RecordError."""

    def parse(content: bytes) -> tuple[Game, SavedGame]:
        game = load_record(decode_record(content))
        return game, SavedGame(path, content, game)

    return read_file(path, parse)


def decode_record(content: bytes) -> str:
    """Return the text of a record file with line feeds only, and � for what is not UTF-8."""
    return decode(content, errors="replace").replace("\r\n", "\n")


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A file with the name of a record, and what tells whether it has changed."""

    name: str
    mtime_ns: int
    size: int

    @property
    def path(self) -> Path:
        """The path of the file."""
        return Path(self.name)

    def is_unchanged_in(self, known: KnownFiles) -> bool:
        """Return whether a file is known, and as it was."""
        return known.get(path_text(self.name)) == (self.mtime_ns, self.size)


def record_files(folder: Path) -> list[RecordFile]:
    """Return all in ``folder`` that has the name of a record, by name; raises OSError."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            # A link may lead nowhere.
            with suppress(FileNotFoundError):
                if entry.name[1:].endswith(_SUFFIX):
                    found.append(_record_file(entry))
    return sorted(found, key=attrgetter("name"))


def _record_file(entry: os.DirEntry[str]) -> RecordFile:
    try:
        stat = entry.stat()
    except FileNotFoundError:
        raise
    except OSError:
        # Whoever reads it reports why.
        return RecordFile(entry.path, 0, 0)
    return RecordFile(entry.path, stat.st_mtime_ns, stat.st_size)


def says_unfinished(content: bytes) -> bool:
    """Return whether a line of a record says that it is unfinished, without replaying it."""
    return _UNFINISHED_PATTERN.search(content) is not None


def _resumable_part(error: BrokenRecordError, content: bytes) -> Game | None:
    """Return the part before the damage of an unfinished game; None if it was over, or too short.

    What else the file says of later actions is left out.
    """
    good = error.good
    if (
        good is None
        or not good.turns
        or good.result is not None
        or _FINISHED_PATTERN.search(content)
    ):
        return None
    header, count = good.header, len(good.turns)
    hints = tuple(number for number in header.hints if number <= count + 1)
    cut_short = tuple(number for number in header.cut_short if number <= count)
    return replace(good, header=replace(header, hints=hints, cut_short=cut_short))


def restore_save(save: DamagedSave) -> tuple[SavedGame, Path]:
    """Save the good part of a damaged game in its file; return it, and where the damaged one is.

    Raises OSError.
    """
    aside = save.path.with_name(f"{save.path.name}-damaged-{os.urandom(3).hex()}")
    write_safely(aside, save.content)
    return save_game(SavedGame(save.path, save.content), save.good), aside


@dataclass(frozen=True, slots=True)
class Saves:
    """The games under way in some record files, the damaged saves, and why others are unreadable.

    Those that were saved last come first.
    """

    games: tuple[tuple[Game, SavedGame], ...]
    damaged: tuple[DamagedSave, ...]
    unreadable: tuple[FileError, ...]


def sorted_saves(
    files: Sequence[RecordFile],
    most: int | None = None,
    finished: Callable[[], KnownFiles] = dict,
    parts: Iterable[Part] = TABLE_PARTS,
) -> Saves:
    """Return the saves in ``files``, up to the game under way with the number ``most``.

    Branches, which are resumed by their path, invalid records, and games without some ``parts``
    are ignored. ``finished`` is asked for records that need not be read if there are many.
    """
    games: list[tuple[Game, SavedGame]] = []
    damaged: list[DamagedSave] = []
    unreadable: list[FileError] = []
    for save in iter_saves(files, finished, parts):
        match save:
            case DamagedSave():
                damaged.append(save)
            case FileError():
                unreadable.append(save)
            case _:
                games.append(save)
        if len(games) == most:
            break
    return Saves(tuple(games), tuple(damaged), tuple(unreadable))


def iter_saves(
    files: Sequence[RecordFile],
    finished: Callable[[], KnownFiles] = dict,
    parts: Iterable[Part] = TABLE_PARTS,
) -> Iterator[tuple[Game, SavedGame] | DamagedSave | FileError]:
    """Yield what ``sorted_saves`` returns, one by one."""
    known = finished() if len(files) > _MAX_SORTED else {}
    for file in sorted(files, key=attrgetter("mtime_ns"), reverse=True):
        if file.is_unchanged_in(known):
            continue
        try:
            content = read_file(file.path, bytes)
        except MissingFileError:
            continue
        except FileError as error:
            yield error
            continue
        with suppress(RecordError):
            if says_unfinished(content) or not _FINISHED_PATTERN.search(content):
                save = parse_save(file.path, content)
                game = save.good if isinstance(save, DamagedSave) else save[0]
                if not has_parts(game.header.game, *parts):
                    continue
                if game.result is None and not game.header.is_branch:
                    yield save


def parse_save(path: Path, content: bytes) -> tuple[Game, SavedGame] | DamagedSave:
    """Return the game in the content of a file, be it damaged; raises RecordError if there is none.

    Of a damaged save that is the part before the damage.
    """
    try:
        game = load_record(decode_record(content))
    except BrokenRecordError as error:
        good = _resumable_part(error, content)
        if good is None:
            raise
        return DamagedSave(path, content, good)
    return game, SavedGame(path, content, game)


def latest_finished(folder: Path) -> tuple[Game, SavedGame] | None:
    """Return the game that ended last, None if there is none.

    Branches and invalid records are ignored. Raises OSError if the folder cannot be read, and
    FileError if there is none but a record cannot be read.
    """
    paths, unreadable = [file.path for file in list_record_files(folder)], list[FileError]()
    for path in sorted(paths, key=_ended_at, reverse=True):
        try:
            if not says_unfinished(read_file(path, bytes)):
                game, saved = load_game(path)
                if game.result is not None and not game.header.is_branch:
                    return game, saved
        except (MissingFileError, RecordError):
            continue
        except FileError as error:
            unreadable.append(error)
    if unreadable:
        raise unreadable[0]
    return None


def list_record_files(folder: Path) -> list[RecordFile]:
    """Return the ``record_files`` of a folder; there are none before the first game."""
    try:
        return record_files(folder)
    except FileNotFoundError:
        return []


def _ended_at(path: Path) -> float:
    """Return when the game of a record ended, by itself, or when it was saved if it says nothing.

    Files that were copied have other times than their games.
    """
    with suppress(OSError, ValueError, OverflowError):
        said = _FINISHED.search(read_file(path, bytes))
        if said is not None:
            return datetime.fromisoformat(said[1].decode()).timestamp()
    return _saved_at(path)


def has_finished_game(files: Iterable[RecordFile]) -> bool:
    """True if a record is of a game that is over, or may be, since it cannot be read."""
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
    """Remove what programs left in ``folder`` that were killed while they saved a game."""
    with suppress(OSError):
        for path in folder.glob(f".*{_SUFFIX}.*.tmp"):
            with suppress(OSError):
                if time() - _saved_at(path) > _SECONDS_OF_A_DAY:
                    path.unlink(missing_ok=True)


def _saved_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
