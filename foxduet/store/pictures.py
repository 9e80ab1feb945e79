"""Files of pictures (SVG): the last line names the game, so that nothing else is replaced."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

from foxduet.store.files import check_is_file


def marked(picture: str, fingerprint: str) -> bytes:
    """Return the content of the file for the picture of a game with this fingerprint."""
    return picture.encode() + _mark(fingerprint)


def _mark(fingerprint: str) -> bytes:
    return f"<!-- foxduet {fingerprint} -->\n".encode()


def may_replace(path: Path, fingerprint: str) -> bool:
    """True if a file is empty or has a marked picture of the same game; raises OSError."""
    mark = _mark(fingerprint)
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - len(mark)))
        return file.read() in (b"", mark)


def free_place(record: Path, fingerprint: str) -> Path:
    """Return the first name for the picture of a record, in this folder, that replaces no other."""
    return next(path for path in _places(record.stem) if _is_free(path, fingerprint))


def _places(stem: str) -> Iterator[Path]:
    yield Path(f"foxduet-{stem}.svg")
    yield from (Path(f"foxduet-{stem}-{number}.svg") for number in count(2))


def _is_free(path: Path, fingerprint: str) -> bool:
    if not os.path.lexists(path):
        return True
    with suppress(OSError):
        check_is_file(path)
        return may_replace(path, fingerprint)
    return False
