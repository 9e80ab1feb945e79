"""A system that is short of processes, threads or file handles, for the tests of shared work."""

from __future__ import annotations

import errno
import os
from itertools import count
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any

import pytest

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
