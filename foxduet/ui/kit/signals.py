"""Signals that come while screens are shown: noted, and attended to by whoever waits for keys."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from foxduet.ui.kit.keys import Interruption

_HANDLED = ("SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGBREAK", "SIGTSTP", "SIGCONT")
_HANG_UP = 1
"""SIGHUP, which Windows does not have."""


class Signals:
    """What came since the program took the terminal over."""

    def __init__(self) -> None:
        self._interruption: Interruption | None = None
        self.ended_by: int | None = None

    @contextmanager
    def handled(self) -> Iterator[None]:
        """Note signals while the block runs, instead of what they did before."""
        numbers = [getattr(signal, name) for name in _HANDLED if hasattr(signal, name)]
        before = {number: signal.signal(number, self._note) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if number == getattr(signal, "SIGTSTP", None):
            self._interruption = Interruption.SUSPENDED
        elif number == getattr(signal, "SIGCONT", None):
            self._interruption = self._interruption or Interruption.CONTINUED
        else:
            self.ended_by = number

    def hang_up(self) -> None:
        """Note that the terminal was closed, as the signal says that need not come."""
        self.ended_by = self.ended_by or _HANG_UP

    def next(self) -> Interruption | None:
        """Return what came since the last time; an end of the program each time from then on."""
        if self.ended_by is not None:
            return Interruption.ENDED
        interruption, self._interruption = self._interruption, None
        return interruption

    def stop(self) -> None:
        """Stop the program until the shell continues it."""
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._note)
