"""Picture files (SVG): the last line identifies the game, so that no other file is overwritten."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from foxduet.store.files import check_is_file


def marked(picture: str, fingerprint: str) -> bytes:
    """Return the file content for a picture of the game with this fingerprint."""
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


def free_place(record: Path, fingerprint: str) -> Path:
    """Return the first file name for a record's picture, in this folder, that is free to use."""
    number, path = 1, Path(f"foxduet-{record.stem}.svg")
    while os.path.lexists(path):
        with suppress(OSError):
            check_is_file(path)
            if may_replace(path, fingerprint):
                break
        number += 1
        path = Path(f"foxduet-{record.stem}-{number}.svg")
    return path
