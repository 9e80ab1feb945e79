"""Processes that tests start, and who listens to them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Thread

import pytest

from foxduet.ai.cluster import Cluster
from tests.support.machine import PATIENCE_SECONDS, PROJECT

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


SILENCE = b""
WEB = b"HTTP/1.1 400 Bad Request\r\n\r\n"
GARBAGE = b"\x14".ljust(8, b"\0") + b"\x99" * 28
GREETING = b"".join(
    (
        *(number.to_bytes(8, "little") for number in (58, 1, 42)),
        b"\x83\xabcompression\xc0\xa6python\x93\x03\x0b\x07\xafpickle-protocol\x05",
    )
)
"""What each part of dask says first."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A program at an address; ``heard`` is set once it was told anything."""

    cluster: Cluster
    heard: Event


@contextmanager
def listening(says: bytes) -> Iterator[Listener]:
    """Say something to everybody who connects, and then nothing until they leave."""
    heard = Event()

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            self.request.settimeout(PATIENCE_SECONDS)
            with suppress(OSError):
                self.request.sendall(says)
                while self.request.recv(4096):
                    heard.set()

    with ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        # Whoever stays is not waited for.
        server.daemon_threads, server.block_on_close = True, False
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield Listener(Cluster("127.0.0.1", server.server_address[1]), heard)
        finally:
            server.shutdown()
