"""Damaged scores: set aside, and begun anew with what can still be read of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from sqlite3 import Connection, Row
from typing import TypeVar

from foxduet.rules.errors import N_
from foxduet.store.connection import DamagedScoresError, ScoresError, connection
from foxduet.store.entries import Entry
from foxduet.store.files import is_file
from foxduet.store.rows import UNFIT, entry_in
from foxduet.store.scores import enter, open_scores

# What SQLite would take for a part of the file that comes in its place.
_BESIDE_IT = ("-journal", "-wal", "-shm")

Result = TypeVar("Result")


def with_scores(
    path: Path, records: Path, work: Callable[[Connection], Result]
) -> tuple[Result, Path | None]:
    """Do ``work`` with the scores at ``path``; return its result.

    A damaged file is set aside, and the work is done with a new one. That has what could still be
    read of the games whose record is not in the folder ``records``: those can be taken in anew.
    Where the damaged file is now comes second, otherwise None. Raises ScoresError when the scores
    cannot be used.
    """
    before = _identity(path)
    try:
        with open_scores(path) as scores:
            return work(scores), None
    except DamagedScoresError:
        # Another program may have set it aside by now: then there is a good one already.
        aside = _set_aside(path) if _identity(path) == before else None
    with open_scores(path) as scores:
        if aside is not None:
            legible = _legible_entries(aside)
            enter(scores, [one for one in legible if not _is_in(records, one.path)])
        return work(scores), aside


def _is_in(records: Path, path: Path) -> bool:
    return path.parent == records and is_file(path)


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from another of the same name, None if there is none."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def _set_aside(path: Path) -> Path:
    """Give a damaged file another name, which is returned; nothing is overwritten."""
    aside = path.with_name(f"{path.stem}-damaged-{os.urandom(3).hex()}{path.suffix}")
    try:
        for beside in _BESIDE_IT:
            with suppress(FileNotFoundError):
                os.rename(f"{path}{beside}", f"{aside}{beside}")
        os.rename(path, aside)
    except OSError as error:
        raise ScoresError(N_("{reason}"), reason=error.strerror) from None
    return aside


def _legible_entries(path: Path) -> list[Entry]:
    """Return the games that can still be read in a damaged file, without their par."""
    found: list[Entry] = []
    with suppress(ScoresError), connection(path) as scores:
        scores.row_factory = Row
        for row in scores.execute("SELECT * FROM game"):
            with suppress(*UNFIT):
                found.append(entry_in(row))
    return found
