"""The record files of games: begun, saved after each action, found again."""

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
from foxduet.store.files import read_limited, write_safely

BRANCH_KEY = "branch_of"
"""The key of a record that goes on from a moment of another one."""

_SUFFIX = ".toml"
# Replaying every game of a folder would take long; this line tells which are worth it.
_UNDER_WAY = re.compile(rb'^result\s*=\s*"\*"', re.MULTILINE)
_SECONDS_OF_A_DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A record file, and what this program has read or written there last, if anything.

    ``content`` are its bytes, ``game`` the game that they tell, however they are spaced.
    """

    path: Path
    content: bytes = b""
    game: Game | None = None


def new_record_path(folder: Path, started: datetime) -> Path:
    """Return a path in ``folder`` for a game begun at ``started``; no file has it yet."""
    stamp = started.strftime("%Y%m%d-%H%M%S")
    return folder / f"{stamp}-{os.urandom(3).hex()}{_SUFFIX}"


def save_game(saved: SavedGame, game: Game) -> SavedGame:
    """Write ``game`` into its record file; return what stands there now.

    A file that another program has changed meanwhile is left alone: the game goes on in a file
    beside it, and the result has that path. Raises OSError when it cannot be written; the file
    then holds what it held before.
    """
    content = dump_record(game).encode()
    path = saved.path
    path.parent.mkdir(parents=True, exist_ok=True)
    if _changed_elsewhere(saved):
        path = path.with_name(f"{path.stem}-{os.urandom(3).hex()}{_SUFFIX}")
    write_safely(path, content)
    return SavedGame(path, content, game)


def is_saved(saved: SavedGame, game: Game) -> bool:
    """Tell whether ``game``, this very value, was read from the file or written to it last."""
    return saved.game is game


def is_branch(game: Game) -> bool:
    """Tell whether ``game`` goes on from a moment of another one: it never counts as a score."""
    return BRANCH_KEY in game.header.further


def _changed_elsewhere(saved: SavedGame) -> bool:
    try:
        return read_limited(saved.path) != saved.content
    except FileNotFoundError:
        return False


def load_game(path: Path) -> tuple[Game, SavedGame]:
    """Read a record file.

    Raises OSError when it cannot be read, RecordError when it is not a record in order.
    """
    content = read_limited(path)
    game = load_record(decode_record(content))
    return game, SavedGame(path, content, game)


def decode_record(content: bytes) -> str:
    """Return the text of a record file, line ends made plain; other bytes than UTF-8 show as �."""
    return content.decode(errors="replace").replace("\r\n", "\n")


def record_paths(folder: Path) -> list[Path]:
    """Return the files of ``folder`` that are called as records are, in the order of names.

    Raises OSError when the folder cannot be read.
    """
    # A pipe that is called so would be waited for in vain.
    return sorted(path for path in folder.iterdir() if path.suffix == _SUFFIX and path.is_file())


def is_under_way(content: bytes) -> bool:
    """Tell by a line of it, without playing it, whether a record says that it is unfinished."""
    return _UNDER_WAY.search(content) is not None


def latest_unfinished(folder: Path) -> tuple[Game, SavedGame] | None:
    """Return the game under way that was saved last, None if there is none.

    Branches take no game's place: they are gone on with by their path. Files that are not records
    in order are passed over; OSError if the folder cannot be read.
    """
    try:
        paths = record_paths(folder)
    except FileNotFoundError:
        return None
    for path in sorted(paths, key=_saved_at, reverse=True):
        try:
            if is_under_way(read_limited(path)):
                game, saved = load_game(path)
                if not is_branch(game):
                    return game, saved
        except (OSError, RecordError):
            continue
    return None


def sweep(folder: Path) -> None:
    """Remove what programs that were killed in the middle of saving have left in ``folder``."""
    with suppress(OSError):
        for path in folder.glob(f".*{_SUFFIX}.*.tmp"):
            if time() - _saved_at(path) > _SECONDS_OF_A_DAY:
                path.unlink(missing_ok=True)


def _saved_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
