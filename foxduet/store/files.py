"""Write files so that a crash at any moment leaves the old text or the new, never half of it."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

FOR_ITS_OWNER, FOR_ALL = 0o600, 0o666
"""Permissions: records may hold hands that are still being played, pictures are for showing."""

LARGEST_FILE = 1_000_000
"""Bytes; a record of a whole game has about 4,000."""


def write_safely(path: Path, content: bytes, mode: int = FOR_ITS_OWNER) -> None:
    """Put ``content`` into ``path`` in one step: temporary file, sync, rename.

    ``mode`` are the permissions of a file of its own, less what the process withholds. Raises
    OSError, leaving what was in ``path`` as it was, when the disk refuses.
    """
    temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp")
    try:
        with open(temporary, "xb", opener=partial(os.open, mode=mode)) as file:
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


def is_file(path: object) -> bool:
    """Tell whether there is a file at ``path``, whatever that may be that somebody has written."""
    with suppress(OSError, ValueError):
        return isinstance(path, str | Path) and Path(path).is_file()
    return False


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
