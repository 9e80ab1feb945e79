"""The record files of games: saved after each action, and found again."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import time

from foxduet.play.game import Game
from foxduet.play.record import dump_record, load_record
from foxduet.rules.errors import RecordError
from foxduet.rules.games import FOR_A_TABLE, has_parts
from foxduet.store.files import is_file, read_limited, write_safely

_SUFFIX = ".toml"
# Replaying every game of a folder would take long; this line shows which are unfinished.
_UNDER_WAY = re.compile(rb'^result\s*=\s*"\*"', re.MULTILINE)
_FINISHED = re.compile(rb"^finished\s*=\s*(\S+)", re.MULTILINE)
_SECONDS_OF_A_DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A record file, and the bytes and the game that this program last read or wrote there."""

    path: Path
    content: bytes = b""
    game: Game | None = None


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
    path.parent.mkdir(parents=True, exist_ok=True)
    if _changed_elsewhere(saved):
        path = path.with_name(f"{path.stem}-{os.urandom(3).hex()}{_SUFFIX}")
    write_safely(path, content)
    return path


def _changed_elsewhere(saved: SavedGame) -> bool:
    try:
        return read_limited(saved.path) != saved.content
    except FileNotFoundError:
        return False


def load_game(path: Path) -> tuple[Game, SavedGame]:
    """Read a record file; raises OSError or RecordError."""
    content = read_limited(path)
    game = load_record(decode_record(content))
    return game, SavedGame(path, content, game)


def decode_record(content: bytes) -> str:
    """Return the text of a record file with line feeds only, and � for what is not UTF-8."""
    return content.decode(errors="replace").replace("\r\n", "\n")


def record_paths(folder: Path) -> list[Path]:
    """Return the files of ``folder`` with the names of records, sorted; raises OSError."""
    # Reading a pipe with such a name would never end.
    return sorted(path for path in folder.iterdir() if path.suffix == _SUFFIX and is_file(path))


def is_under_way(content: bytes) -> bool:
    """Return whether a line of a record says that it is unfinished, without replaying it."""
    return _UNDER_WAY.search(content) is not None


def latest_unfinished(folder: Path) -> tuple[Game, SavedGame] | None:
    """Return the game under way that was saved last, None if there is none; see ``unfinished``."""
    return next(iter(unfinished(folder, most=1)), None)


def unfinished(folder: Path, most: int | None = None) -> tuple[tuple[Game, SavedGame], ...]:
    """Return the games under way, those that were saved last first, at most so many.

    Branches, which are resumed by their path, invalid records, and games without a table are
    ignored. Raises OSError if the folder cannot be read.
    """
    found: list[tuple[Game, SavedGame]] = []
    for path in sorted(_records_in(folder), key=_saved_at, reverse=True):
        if len(found) == most:
            break
        with suppress(OSError, RecordError):
            if is_under_way(read_limited(path)):
                game, saved = load_game(path)
                if not has_parts(game.header.game, *FOR_A_TABLE):
                    continue
                if game.result is None and not game.header.is_branch:
                    found.append((game, saved))
    return tuple(found)


def latest_finished(folder: Path) -> tuple[Game, SavedGame] | None:
    """Return the game that ended last, None if there is none.

    Branches and invalid records are ignored. Raises OSError if the folder cannot be read.
    """
    for path in sorted(_records_in(folder), key=_ended_at, reverse=True):
        with suppress(OSError, RecordError):
            if not is_under_way(read_limited(path)):
                game, saved = load_game(path)
                if game.result is not None and not game.header.is_branch:
                    return game, saved
    return None


def _records_in(folder: Path) -> list[Path]:
    """Return the files with the names of records; there are none before the first game."""
    try:
        return record_paths(folder)
    except FileNotFoundError:
        return []


def _ended_at(path: Path) -> float:
    """Return when the game of a record ended, by itself, or when it was saved if it says nothing.

    Files that were copied have other times than their games.
    """
    with suppress(OSError, ValueError, OverflowError):
        said = _FINISHED.search(read_limited(path))
        if said is not None:
            return datetime.fromisoformat(said[1].decode()).timestamp()
    return _saved_at(path)


def has_finished_game(folder: Path) -> bool:
    """Return whether a record in ``folder`` is of a game that is over; False if unreadable."""
    with suppress(OSError):
        for path in record_paths(folder):
            with suppress(OSError):
                if not is_under_way(read_limited(path)):
                    return True
    return False


def sweep(folder: Path) -> None:
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
