"""The review command: the report of a game, worked out with its progress told, and kept."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from time import monotonic

from foxduet.analysis.review import Progress, Review
from foxduet.analysis.review_file import Task
from foxduet.analysis.review_job import jobs_of, work_out
from foxduet.cli.exit_status import OK, STOPPED_BY_SIGNAL, one_line
from foxduet.cli.picture_file import check_place, write_picture
from foxduet.cli.simulate import overwrite, stop_by_signal
from foxduet.ui.kit.look import Glyphs
from foxduet.words.duet.verdicts import progress_phrase
from foxduet.words.i18n import _
from foxduet.words.reports import report_lines, report_object
from foxduet.words.review_svg import report_svg

_COLUMNS = 70


def report(parsed: argparse.Namespace, task: Task, glyphs: Glyphs) -> int:
    """Work a review out and print what was asked for; return the exit status.

    Raises UserError when the picture cannot be written, before anything is worked out if possible.
    """
    if parsed.svg is not None:
        check_place(parsed.svg)
    before = signal.signal(signal.SIGTERM, stop_by_signal)
    try:
        review = _worked_out(task, jobs_of(parsed.jobs))
    except KeyboardInterrupt as stopped:
        # Ctrl-C's own, which Python raises, names no signal.
        return STOPPED_BY_SIGNAL + (stopped.args[0] if stopped.args else signal.SIGINT)
    finally:
        signal.signal(signal.SIGTERM, before)
    if parsed.svg is not None:
        write_picture(parsed.svg, report_svg(review))
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
