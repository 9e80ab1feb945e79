"""A line on standard error while long work goes on without a screen."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from foxduet.words.i18n import _

if TYPE_CHECKING:
    from threading import Timer

SILENT_SECONDS = 2.0
"""Seconds of work before the line."""


def announce() -> None:
    """Print on standard error that the program is still working."""
    line = _("still working; this may take a while")
    print(f"foxduet: {line}", file=sys.stderr, flush=True)


@contextmanager
def announced() -> Iterator[Timer]:
    """Announce that the program is still working if the block takes longer than SILENT_SECONDS.

    The caller cancels the timer before it prints anything else. A thread prints the line, so the
    block need not check the time.
    """
    from threading import Timer  # noqa: PLC0415 - most commands do without

    from foxduet.ai.signals import blocked_signals  # noqa: PLC0415 - the same

    timer = Timer(SILENT_SECONDS, announce)
    timer.daemon = True
    # A system may have no threads, or none left.
    with suppress(RuntimeError), blocked_signals():
        timer.start()
    try:
        yield timer
    finally:
        timer.cancel()
        # Nothing may be printed once a screen opens.
        with suppress(RuntimeError):
            timer.join()
