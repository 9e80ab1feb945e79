"""The file of a review's picture, which never replaces anything but a picture."""

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
from foxduet.words.i18n import _, reason_of

# Possessive, so that no other file, however odd, takes long to refuse.
_PICTURE = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s|(?><\?xml.*?\?>)|(?><!--.*?-->)|(?><!DOCTYPE.*?>))*+<svg", re.DOTALL
)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)
_ENOUGH = 4000
"""Bytes of a file in which a picture's first element is found."""


def check_place(path: Path) -> None:
    """Raise UserError if it is clear already that a picture cannot be written there."""
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
    """Write a picture, into a file in one step, into a device or pipe directly.

    Raises UserError if that fails, or would replace a file that is no picture.
    """
    try:
        place = _place_of(path)
        to_output = _is_output(place)
    except OSError as error:
        raise _unwritable(path, error) from None
    if to_output:
        # Other text that is printed goes to the same place, through this buffer.
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        return
    try:
        if place.exists() and not place.is_file():
            with open(place, "wb", opener=_open_at_once) as file:
                file.write(text.encode())
        else:
            write_safely(place, text.encode(), FOR_ALL)
    except OSError as error:
        raise _unwritable(path, error) from None


def _open_at_once(path: str, flags: int) -> int:
    """Open a device, or a pipe; BrokenPipeError if nobody reads it, who might never come."""
    try:
        place = os.open(path, flags | _AT_ONCE)
    except OSError as error:
        if error.errno == errno.ENXIO and Path(path).is_fifo():
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from None
        raise
    if _AT_ONCE:
        # What reads may take its time.
        os.set_blocking(place, True)
    return place


def _is_output(place: Path) -> bool:
    """Return whether a place is where this program prints."""
    try:
        return os.path.samestat(place.stat(), os.fstat(sys.stdout.fileno()))
    except OSError:
        # Nothing is there yet, or the output is no file.
        return False


def _place_of(path: Path) -> Path:
    """Return where a picture called ``path`` goes: for a link to a file, to that file.

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
        # A link to a pipe, such as /dev/stdout may be, cannot be resolved to a name.
        return path
    with path.open("rb") as file:
        beginning = file.read(_ENOUGH)
    # An empty file may be replaced: a shell creates one before /dev/stdout points to it.
    if beginning and not _PICTURE.match(beginning):
        message = _("{path} is no picture (SVG), and would be lost; name another file")
        raise UserError(message.format(path=path))
    return Path(os.path.realpath(path))


def _unwritable(path: Path, error: OSError) -> UserError:
    message = _("the picture {path} cannot be written: {reason}")
    return UserError(message.format(path=path, reason=reason_of(error)))
