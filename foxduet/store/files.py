"""Write files so that a crash at any moment leaves the old text or the new, never half of it."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

LARGEST_FILE = 1_000_000
"""Bytes; a record of a whole game has about 4,000."""


def write_safely(path: Path, content: bytes) -> None:
    """Put ``content`` into ``path`` in one step: temporary file, sync, rename.

    Raises OSError, leaving what was in ``path`` as it was, when the disk refuses.
    """
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    _sync_folder(path.parent)


def read_limited(path: Path) -> bytes:
    """Return what a file holds.

    Raises OSError when it cannot be read, or is far larger than anything foxduet writes.
    """
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def _sync_folder(folder: Path) -> None:
    """Make a rename last through a power cut, where folders can be synced.

    Windows cannot, nor some network file systems; the file itself is in its place all the same.
    """
    if sys.platform == "win32":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
