"""Files with a value in JSON on each line: lines are only ever added, each at once and whole.

So a crash loses no line that was there, and a damaged one is ignored and loses no other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from foxduet.store.files import FOR_ITS_OWNER, check_is_file, locked, make_folder, read_limited

FoundT = TypeVar("FoundT")

_LARGEST_FILE = 20_000_000
"""Bytes; a line has about 150 to 300."""


def append_values(path: Path, values: Iterable[Mapping[str, object]]) -> None:
    """Add a line for each value to a file in one step; raises OSError.

    A line that an earlier crash cut off stays apart. Dates are written as ISO 8601 has them.
    """
    lines = [json.dumps(value, default=str).encode() for value in values]
    if not lines:
        return
    make_folder(path.parent)
    with locked(path):
        with suppress(FileNotFoundError):
            check_is_file(path)
        with open(path, "ab", opener=partial(os.open, mode=FOR_ITS_OWNER)) as file:
            file.write(b"".join(b"\n" + line for line in lines))
            file.flush()
            os.fsync(file.fileno())


def read_values(path: Path, parse: Callable[[Any], FoundT | None]) -> Iterator[FoundT]:
    """Yield what ``parse`` finds in each line of a file, none where there is no readable file.

    Lines in which it finds None are left out, and damaged ones, for which it raises an exception.
    """
    content = b""
    with suppress(OSError):
        content = read_limited(path, _LARGEST_FILE)
    for line in content.splitlines():
        found = None
        with suppress(ValueError, LookupError, TypeError, AttributeError, RecursionError):
            found = parse(json.loads(line))
        if found is not None:
            yield found
