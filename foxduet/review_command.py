"""The review command: the report of a game, worked out with its progress told, and kept."""

from __future__ import annotations

import argparse
import errno
import json
import os
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from foxduet.i18n import _
from foxduet.review.assessment import Progress, Review
from foxduet.review.kept import Task
from foxduet.review.work import jobs_of, work_out
from foxduet.review_svg import report_svg
from foxduet.review_text import report_lines, report_object
from foxduet.simulate_command import overwrite, stop_by_signal
from foxduet.statuses import OK, STOPPED_BY_SIGNAL, UserError, one_line
from foxduet.store.files import FOR_ALL, write_safely
from foxduet.ui.look import Glyphs
from foxduet.ui.verdicts import progress_phrase

_COLUMNS = 70
_PICTURES = (b"<svg", b"<?xml")
_ENOUGH = 100
"""Bytes of a file in which a picture's first word is found."""


def report(parsed: argparse.Namespace, task: Task, glyphs: Glyphs) -> int:
    """Work a review out and print what was asked for; return the exit status.

    Raises UserError when the picture cannot be written, before anything is worked out if possible.
    """
    if parsed.svg is not None:
        _check_place(parsed.svg)
    before = signal.signal(signal.SIGTERM, stop_by_signal)
    try:
        review = _worked_out(task, jobs_of(parsed.jobs))
    except KeyboardInterrupt as stopped:
        # Ctrl-C's own, which Python raises, names no signal.
        return STOPPED_BY_SIGNAL + (stopped.args[0] if stopped.args else signal.SIGINT)
    finally:
        signal.signal(signal.SIGTERM, before)
    if parsed.svg is not None:
        _write(parsed.svg, report_svg(review))
    if parsed.json:
        print(json.dumps(report_object(review)))
    elif parsed.text or parsed.svg is None:
        print("\n".join(report_lines(review, glyphs)))
    sys.stdout.flush()
    return OK


def _worked_out(task: Task, jobs: int) -> Review:
    *_before, latest = _with_progress(work_out(task, jobs))
    assert latest.review is not None, "the last progress is that of the whole"
    if latest.trouble is not None:
        note = _("the review cannot be kept: {reason}").format(reason=latest.trouble.strerror)
        print(one_line(f"foxduet: {note}"), file=sys.stderr)
    return latest.review


def _with_progress(worked: Iterator[Progress]) -> Iterator[Progress]:
    """Pass progress on; on a terminal, tell of it at first and then once a second."""
    began = monotonic()
    told = 0
    try:
        for progress in worked:
            yield progress
            seconds = monotonic() - began
            if told <= seconds and progress.review is None and sys.stderr.isatty():
                told = int(seconds) + 1
                overwrite(progress_phrase(progress).ljust(_COLUMNS))
    finally:
        if told:
            overwrite(" " * _COLUMNS + "\r")


def _write(path: Path, text: str) -> None:
    """Put the picture into its file in one step, or into a device or pipe as it is.

    Raises UserError if that would cost another file, or cannot be.
    """
    try:
        place = _place_of(path)
        if place.exists() and not place.is_file():
            place.write_bytes(text.encode())
        else:
            write_safely(place, text.encode(), FOR_ALL)
    except OSError as error:
        raise _unwritable(path, error) from None


def _check_place(path: Path) -> None:
    """Raise UserError if it can be known already that a picture cannot be put there."""
    try:
        _place_of(path)
    except OSError as error:
        raise _unwritable(path, error) from None


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
        beginning = file.read(_ENOUGH).lstrip()
    # Of an empty file nothing is lost: a shell makes one before /dev/stdout leads there.
    if beginning and not beginning.startswith(_PICTURES):
        message = _("{path} is no picture (SVG), and would be lost; name another file")
        raise UserError(message.format(path=path))
    return Path(os.path.realpath(path))


def _unwritable(path: Path, error: OSError) -> UserError:
    message = _("the picture {path} cannot be written: {reason}")
    return UserError(message.format(path=path, reason=error.strerror))
