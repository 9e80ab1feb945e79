"""Where the picture of a review is put, without costing any other file."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from pathlib import Path
from tempfile import TemporaryFile

from foxduet.cli.exit_status import UserError
from foxduet.store.files import FOR_ALL, write_safely
from foxduet.words.i18n import _

# Possessive, so that no other file, however odd, takes long to refuse.
_PICTURE = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s|(?><\?xml.*?\?>)|(?><!--.*?-->)|(?><!DOCTYPE.*?>))*+<svg", re.DOTALL
)
_ENOUGH = 4000
"""Bytes of a file in which a picture's first element is found."""


def check_place(path: Path) -> None:
    """Raise UserError if it can be known already that a picture cannot be put there."""
    try:
        place = _place_of(path)
        if place.is_file() or not place.exists():
            with TemporaryFile(dir=place.parent):
                pass
        elif not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise _unwritable(path, error) from None


def write_picture(path: Path, text: str) -> None:
    """Put a picture into its file in one step, or into a device or pipe as it is.

    Raises UserError if that would cost another file, or cannot be.
    """
    try:
        place = _place_of(path)
        if _is_output(place):
            # Whatever else is printed stands in the same file, in the signs of the locale.
            sys.stdout.flush()
            sys.stdout.buffer.write(text.encode())
        elif place.exists() and not place.is_file():
            place.write_bytes(text.encode())
        else:
            write_safely(place, text.encode(), FOR_ALL)
    except OSError as error:
        raise _unwritable(path, error) from None


def _is_output(place: Path) -> bool:
    """Tell whether a place is where this program prints."""
    try:
        return os.path.samestat(place.stat(), os.fstat(sys.stdout.fileno()))
    except OSError:
        # There is nothing at the place yet, or no file behind what is printed.
        return False


def _place_of(path: Path) -> Path:
    """Return where a picture called ``path`` goes: a file is replaced where links lead to.

    Raises OSError where there can be no file, and UserError where there is one that is no picture.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        place = Path(os.path.realpath(path))
        place.parent.stat()
        return place
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        # A link to a pipe, such as /dev/stdout may be, leads to no name.
        return path
    with path.open("rb") as file:
        beginning = file.read(_ENOUGH)
    # Of an empty file nothing is lost: a shell makes one before /dev/stdout leads there.
    if beginning and not _PICTURE.match(beginning):
        message = _("{path} is no picture (SVG), and would be lost; name another file")
        raise UserError(message.format(path=path))
    return Path(os.path.realpath(path))


def _unwritable(path: Path, error: OSError) -> UserError:
    message = _("the picture {path} cannot be written: {reason}")
    return UserError(message.format(path=path, reason=error.strerror))
