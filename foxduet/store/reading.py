"""Record files as entries of the scores."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from foxduet.play.game import Game
from foxduet.play.record import BrokenRecordError, load_record
from foxduet.rules.errors import N_, RecordError
from foxduet.store.entries import Entry, entry_of, is_for_the_scores
from foxduet.store.files import path_text, read_limited
from foxduet.store.saved_games import decode_record, is_under_way


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record file, with its path, time and size; without an ``entry`` it is no score, or not yet.

    That is a game under way, one of partners alone, or a branch.
    """

    file: tuple[str, int, int]
    content: bytes
    unfinished: bool
    entry: Entry | None


def read_record_file(path: Path) -> ReadRecord:
    """Read a record file; raises OSError or RecordError."""
    # The time first, so that a later change is not missed.
    stat = path.stat()
    content = read_limited(path)
    game = None if is_under_way(content) else _finished_game(content)
    entry = entry_of(game, path) if game is not None and is_for_the_scores(game) else None
    file = path_text(path), stat.st_mtime_ns, stat.st_size
    return ReadRecord(file, content, game is None, entry)


def _finished_game(content: bytes) -> Game | None:
    """Return the game of a record, None if it is under way after all."""
    try:
        game = load_record(decode_record(content))
    except BrokenRecordError as error:
        if error.good is None or error.good.result is not None:
            raise
        # The whole reason may show hands that are still being played.
        message = N_("it is not valid; foxduet replay shows where")
        raise RecordError(message) from None
    return game if game.result is not None else None
