"""Long work on the command line: showing how far it is, and ending it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import NoReturn, TypeVar

StepT = TypeVar("StepT")


class Stopped(KeyboardInterrupt):
    """A signal ends long work as Ctrl-C does; ``number`` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let SIGTERM end the work of the block as Ctrl-C does, its processes included."""
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    raise Stopped(number)


def with_progress(
    steps: Iterator[StepT], progress: Callable[[StepT, int, float], str]
) -> Iterator[StepT]:
    """Pass steps on; on a terminal, show the progress of the first one and then once a second.

    ``progress`` describes it, by a step, its number, and the seconds so far.
    """
    began, due, widest = monotonic(), 0, 0
    try:
        for number, step in enumerate(steps, 1):
            yield step
            seconds = monotonic() - began
            # Every slow step is shown, quick ones not more often than can be read.
            if due <= seconds and sys.stderr.isatty():
                due = int(seconds) + 1
                text = progress(step, number, seconds)
                widest = max(widest, len(text))
                overwrite_line(text.ljust(widest))
    finally:
        if due:
            overwrite_line(" " * widest + "\r")


def overwrite_line(text: str) -> None:
    """Write ``text`` over the last line of standard error, where progress is shown."""
    print("\r" + text, end="", file=sys.stderr, flush=True)
