"""Par beside the database of the scores, a line each: it takes long to work out again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from foxduet.rules.games import games
from foxduet.store.files import append_lines, read_limited, real_path
from foxduet.store.rows import Row, checksum, par_from

_NAME = "par.jsonl"

_LARGEST_FILE = 20_000_000
"""Bytes; a line has about 150."""

_LONGEST_LINE = 10_000
"""Bytes; a seed has up to 1,000 digits."""


def par_file(scores: Path) -> Path:
    """Return the file of par beside the database at ``scores``, or beside where a link leads."""
    return real_path(scores).with_name(_NAME)


def append_par(path: Path, rows: Iterable[tuple[str, Row]]) -> None:
    """Add rows of par to the file, each with the name of its game; raises OSError."""
    lines = [{"checksum": checksum(game, row), "game": game, **row} for game, row in rows]
    if lines:
        append_lines(path, (json.dumps(line).encode() for line in lines))


def known_par(scores: Path) -> Iterator[tuple[str, Row]]:
    """Yield what ``load_par`` does, of the database at ``scores``.

    If that is a link, what was saved beside it before it was one comes first.
    """
    for file in dict.fromkeys((scores.with_name(_NAME), par_file(scores))):
        yield from load_par(file)


def load_par(path: Path) -> Iterator[tuple[str, Row]]:
    """Yield the rows of par in the file, each with the name of its game.

    Lines that are damaged, or about games that are not known, are ignored.
    """
    content = b""
    with suppress(OSError):
        content = read_limited(path, _LARGEST_FILE)
    for line in (one for one in content.splitlines() if len(one) <= _LONGEST_LINE):
        with suppress(ValueError, RecursionError):
            found = json.loads(line)
            if isinstance(found, dict) and (game := found.get("game")) in games():
                row, _par = par_from(game, found)
                if found.get("checksum") == checksum(game, row):
                    yield game, row
