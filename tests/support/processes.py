"""Other Python processes: what happens as they start, and that none of them outlives a test."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.support.places import PROJECT

NO_THREADS = """
import threading

def refuse(thread):
    raise RuntimeError("can't start new thread")

threading.Thread.start = refuse
"""
"""What a system does that has no thread left."""

ENDLESS_PAR = """
from foxduet.analysis import par
from tests.support.tasks import square_of_the_first

par.work_out_par = square_of_the_first
"""
"""Par that is never found."""

_FOR_HELPERS = """
import os, sys, threading

if "--multiprocessing-fork" in sys.orig_argv:
    {action}
"""
TELLING_HELPERS = _FOR_HELPERS.format(action='os.write(1, b"helper\\n")')
"""A line on the output for each process that shares the work of another."""

LOST_HELPERS = _FOR_HELPERS.format(action="os._exit(1)")
STUCK_HELPERS = _FOR_HELPERS.format(
    action="os.mkdir(os.environ['STUCK_AT']); threading.Event().wait()"
)
"""Such processes never get as far as to the pipe that they are given; they make a folder first."""


def path_for(program: str, folder: Path) -> str:
    """Return the PYTHONPATH with which Python processes run a program at their start."""
    place = folder / "start"
    place.mkdir()
    (place / "sitecustomize.py").write_text(program, "utf-8")
    paths = [str(place), str(PROJECT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.pathsep.join(paths)


def run_at_the_start(program: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a program run at the start of all Python processes from now on."""
    monkeypatch.setenv("PYTHONPATH", path_for(program, folder))


@contextmanager
def in_a_group(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run Python in a group of processes that ends with the block; its errors are output, too."""
    with subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        cwd=PROJECT,
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def lines_of(process: subprocess.Popen[bytes], count: int) -> list[bytes]:
    """Return the next lines that a process prints."""
    assert process.stdout is not None
    return [process.stdout.readline() for _ in range(count)]
