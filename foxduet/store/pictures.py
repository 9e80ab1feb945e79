"""Picture files (SVG): the last line identifies the game, so that no other file is overwritten."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from foxduet.store.files import check_is_file


def add_mark(picture: str, fingerprint: str) -> bytes:
    """Return the content of the file for a picture of the game with this fingerprint."""
    return picture.encode() + _format_mark(fingerprint)


def _format_mark(fingerprint: str) -> bytes:
    return f"<!-- foxduet {fingerprint} -->\n".encode()


def may_replace(path: Path, fingerprint: str) -> bool:
    """True if a file is empty or a marked picture of the same game; raises OSError."""
    mark = _format_mark(fingerprint)
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - len(mark)))
        return file.read() in (b"", mark)


def find_picture_path(record: Path, fingerprint: str) -> Path:
    """Return the first path in the current folder that is free or holds a picture of the game."""
    number, path = 1, Path(f"foxduet-{record.stem}.svg")
    while os.path.lexists(path):
        with suppress(OSError):
            check_is_file(path)
            if may_replace(path, fingerprint):
                break
        number += 1
        path = Path(f"foxduet-{record.stem}-{number}.svg")
    return path
