"""The machine that tests run on: where the project lies, how long it may take, what it lacks."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from itertools import count
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    # Processes that share work load this, too.
    import pytest

PROJECT = Path(__file__).parents[2]
GOLDEN = PROJECT / "tests" / "golden"
RECORDS = GOLDEN / "records"


def refuse(*_arguments: object) -> NoReturn:
    """Do what a function that writes does where no space is left."""
    raise OSError(28, "No space left on device")


PATIENCE_SECONDS = 300.0
"""What takes longer hangs: no test depends on how fast the machine is."""

FOR_EVER = 10 * PATIENCE_SECONDS
"""Seconds that nobody waits for."""

PATIENCE_STEPS = 5000
"""What takes more goes on for ever: a whole match takes some three hundred."""

_SECONDS_BETWEEN_LOOKS = 0.01


def until(done: Callable[[], object], waiting_for: str = "") -> None:
    """Wait until ``done()`` is true."""
    deadline, pause = monotonic() + PATIENCE_SECONDS, Event()
    while not done():
        assert monotonic() < deadline, f"waited in vain {waiting_for}"
        pause.wait(_SECONDS_BETWEEN_LOOKS)


def patience() -> Iterator[int]:
    """Count the steps of what must end."""
    yield from range(PATIENCE_STEPS)
    raise AssertionError("this goes on for ever")


SHORT_OF: dict[str, tuple[object, str, Exception]] = {
    "pipes": (connection, "Pipe", OSError(errno.EMFILE, os.strerror(errno.EMFILE))),
    "processes": (BaseProcess, "start", BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))),
    "threads": (Thread, "start", RuntimeError("can't start new thread")),
}
"""What a system may be short of: what asks for one more of it, and how that fails."""


def leave_only(left: int, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system have so many of something left, and then none."""
    owner, name, error = SHORT_OF[kind]
    get, asked = getattr(owner, name), count()

    def get_or_fail(*arguments: Any, **keywords: Any) -> object:
        if next(asked) >= left:
            raise error
        return get(*arguments, **keywords)

    monkeypatch.setattr(owner, name, get_or_fail)
