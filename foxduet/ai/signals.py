"""Signals that end the program, kept from the threads and processes that it starts."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


@contextmanager
def blocked_signals() -> Iterator[None]:
    """Block signals here, and for good in the threads and processes started in the block.

    A thread that receives a signal interrupts the main thread at once, even where that has blocked
    the signal to finish its work first. Windows has no signals to block.
    """
    if sys.platform == "win32":
        yield
        return
    blocked = {getattr(signal, name) for name in _SIGNALS}
    old_mask = signal.pthread_sigmask(signal.SIG_BLOCK, blocked)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old_mask)
