"""Damaged scores: noticed, set aside, and replaced by new ones with all that is still known."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from glob import escape
from pathlib import Path
from sqlite3 import Connection, OperationalError
from typing import TypeVar

from foxduet.rules.errors import N_
from foxduet.rules.games import games
from foxduet.store.database import (
    DamagedScoresError,
    ScoresError,
    check_structure,
    game_table,
    in_nobodys_use,
    par_table,
    transaction,
)
from foxduet.store.files import is_file, real_path, replace_file, temporary_beside
from foxduet.store.par_file import append_par, par_file
from foxduet.store.rows import Row, checksum, entry_from, par_from
from foxduet.store.salvage import copy_known
from foxduet.store.scores import checksums, open_alone, open_scores, write_checksums

# What SQLite would take for a part of the new file.
_BESIDE_IT = ("-journal", "-wal", "-shm")

Result = TypeVar("Result")


def with_scores(
    path: Path, records: Path, work: Callable[[Connection], Result]
) -> tuple[Result, Path | None]:
    """Do ``work`` with the scores at ``path``; return its result, and the path of a damaged file.

    A damaged file is set aside, by one program only, and the work is done with a new one. That
    has all that can still be read, and of damaged rows what their records say, if these are in
    the folder ``records`` or where they were. Raises ScoresError when the scores cannot be used.
    """
    before = _identity(path)
    try:
        with open_scores(path) as scores:
            _adopt(scores, path)
            return work(scores), None
    except DamagedScoresError:
        if before is None:
            raise
    with in_nobodys_use(path):
        # Another program may have set it aside by now: then there is a good one already.
        aside = _rebuild(real_path(path), records) if _identity(path) == before else None
    with open_scores(path) as scores:
        return work(scores), aside


def check(scores: Connection) -> None:
    """Check that every row is what was written, and none is missing; else DamagedScoresError."""
    # Meanwhile no other program writes.
    with transaction(scores, "BEGIN"):
        _rows_without_checksum(scores)


def _rows_without_checksum(scores: Connection) -> list[tuple[str, Row]]:
    """Return the rows that a former version has written, each with the name of its table.

    Raises DamagedScoresError, as ``check`` does. To be called within a transaction.
    """
    tables, left, without = check_structure(scores), checksums(scores), list[tuple[str, Row]]()
    for table, columns in tables.items():
        for row in map(dict, scores.execute(f"SELECT {columns} FROM {table}")):
            right = checksum(table, row)
            if right not in left:
                without.append((table, row))
            left.discard(right)
    if any(one.partition(" ")[0] in tables for one in left):
        raise DamagedScoresError(N_("rows were changed or removed by another program"))
    for table, row in without:
        if not _is_legible(table, row):
            raise DamagedScoresError(N_("another program has written into the scores"))
    return without


def _is_legible(table: str, row: Row) -> bool:
    with suppress(ValueError):
        for game in games():
            if table == game_table(game):
                entry_from(game, row)
            if table == par_table(game):
                par_from(game, row)
        return True
    return False


def _adopt(scores: Connection, path: Path) -> None:
    """Check the scores, and do for the rows of a former version what this one does for its own.

    That stays undone where nothing can be written.
    """
    with transaction(scores, "BEGIN"):
        if not _rows_without_checksum(scores):
            return
    with suppress(OSError, OperationalError), transaction(scores):
        # Another program may have been quicker.
        rows = _rows_without_checksum(scores)
        write_checksums(scores, rows)
        tables = {par_table(game): game for game in games()}
        append_par(par_file(path), [(tables[one], row) for one, row in rows if one in tables])


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what identifies a file whatever its name, None if there is none."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


def _rebuild(path: Path, records: Path) -> Path:
    """Replace damaged scores by new ones; return the new name of the damaged file.

    There is a file at ``path`` all the time. Raises ScoresError, with the old file in its place.
    """
    aside = path.with_name(f"{path.stem}-damaged-{os.urandom(3).hex()}{path.suffix}")
    new = temporary_beside(path)
    try:
        _tidy(path)
        with open_alone(new) as scores:
            copy_known(path, records, scores)
            # Whatever cannot be read back must not be set aside again and again.
            check(scores)
        for beside in _BESIDE_IT:
            with suppress(FileNotFoundError):
                os.rename(f"{path}{beside}", f"{aside}{beside}")
        _add_name(path, aside)
        replace_file(new, path)
    except OSError as error:
        aside.unlink(missing_ok=True)
        raise ScoresError(N_("{reason}"), reason=error) from None
    finally:
        new.unlink(missing_ok=True)
    return aside


def _tidy(path: Path) -> None:
    """Remove what a program left that was killed while it did the same."""
    names = path.parent.glob(f"{escape(path.stem)}-damaged-*{escape(path.suffix)}")
    same = [name for name in names if is_file(name) and name.samefile(path)]
    for left in (*path.parent.glob(f".{escape(path.name)}.*"), *same):
        # What somebody else has put there stays.
        with suppress(OSError):
            left.unlink()


def _add_name(path: Path, name: Path) -> None:
    """Give a file a second name, or its copy where a file has only one."""
    try:
        os.link(path, name)
    except OSError:
        shutil.copyfile(path, name)
