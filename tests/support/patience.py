"""Waiting for something, however busy the machine is."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from time import monotonic

PATIENCE_SECONDS = 300.0
"""What takes longer hangs: no test depends on how fast the machine is."""

FOR_EVER = 10 * PATIENCE_SECONDS
"""Seconds that nobody waits for."""

_SECONDS_BETWEEN_LOOKS = 0.01


def until(done: Callable[[], object], waiting_for: str = "") -> None:
    """Wait until ``done()`` is true."""
    deadline, pause = monotonic() + PATIENCE_SECONDS, Event()
    while not done():
        assert monotonic() < deadline, f"waited in vain {waiting_for}"
        pause.wait(_SECONDS_BETWEEN_LOOKS)
