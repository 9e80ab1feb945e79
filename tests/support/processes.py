"""Processes that tests start, their peers, and calls of the program within a test."""

from __future__ import annotations

import ast
import errno
import json
import os
import signal
import ssl
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from functools import cache
from importlib.util import find_spec
from itertools import count
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import pytest

from foxduet.__main__ import main
from foxduet.ai.workers import Cluster, is_worker_process, parse_cluster
from foxduet.cli import help as grammar
from foxduet.cli.arguments import parse_arguments
from foxduet.ui.kit.keys import ESCAPE
from foxduet.ui.kit.screen import Screen, Transition
from foxduet.ui.loop import ScreenLoop

if TYPE_CHECKING:
    from tests.support.tables import Desk

PROJECT = Path(__file__).parents[2]
GOLDEN = PROJECT / "tests" / "golden"
RECORDS = GOLDEN / "records"


def lacking(extra: str) -> str:
    """Return the reason to skip a test that needs an extra of ``pyproject.toml``."""
    return f"needs the extra '{extra}': pip install -e '.[{extra}]'"


def needs(module: str, extra: str) -> pytest.MarkDecorator:
    """Skip a test if a module of an extra is not installed."""
    return pytest.mark.skipif(find_spec(module) is None, reason=lacking(extra))


with_shared_keys = pytest.mark.skipif(
    not getattr(ssl, "HAS_PSK", False), reason="needs Python 3.13 or later, with OpenSSL"
)


def refuse(*_arguments: object) -> NoReturn:
    """Fail as a write does on a full disk."""
    raise OSError(28, "No space left on device")


PATIENCE_SECONDS = 300.0
"""Longest wait before a test counts as hanging; no test depends on the machine's speed."""

FOR_EVER = 10 * PATIENCE_SECONDS
"""Seconds that no test waits."""

PATIENCE_STEPS = 5000
"""Most steps of a loop that must end; a whole match takes about three hundred."""

_LOOK_SECONDS = 0.01


def until(done: Callable[[], object], waiting_for: str = "") -> None:
    deadline, pause = monotonic() + PATIENCE_SECONDS, Event()
    while not done():
        assert monotonic() < deadline, f"waited in vain {waiting_for}"
        pause.wait(_LOOK_SECONDS)


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a file; cached for the tests that share it."""
    return ast.parse(path.read_bytes())


def patience() -> Iterator[int]:
    """Count the steps of a loop that must end."""
    yield from range(PATIENCE_STEPS)
    raise AssertionError("this goes on for ever")


SHORT_OF: dict[str, tuple[object, str, Exception]] = {
    "pipes": (connection, "Pipe", OSError(errno.EMFILE, os.strerror(errno.EMFILE))),
    "processes": (BaseProcess, "start", BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))),
    "threads": (Thread, "start", RuntimeError("can't start new thread")),
}
"""Scarce resources of a system: the owner and name of the function that takes one, and its error.
"""


def leave_only(left: int, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let ``left`` more requests for a resource succeed, then let each request fail."""
    owner, name, error = SHORT_OF[kind]
    get, requests = getattr(owner, name), count()

    def get_or_fail(*arguments: Any, **keywords: Any) -> object:
        if next(requests) >= left:
            raise error
        return get(*arguments, **keywords)

    monkeypatch.setattr(owner, name, get_or_fail)


NO_THREADS = """
import threading

def refuse(thread):
    raise RuntimeError("can't start new thread")

threading.Thread.start = refuse
"""
"""A program that simulates a system without free threads."""

FAR_FUTURE = """
import time

def overflow():
    raise OverflowError("timestamp too large to convert to C _PyTime_t")

time.time = time.time_ns = overflow
"""
"""A program that simulates a clock beyond the year 2262."""

ENDLESS_PAR = """
from foxduet.analysis import simulation as par
from tests.support.processes import square_of_the_first

par.compute_par = square_of_the_first
"""
"""A program in which computing par never ends."""

_FOR_HELPERS = """
import os, sys, threading

if "--multiprocessing-fork" in sys.orig_argv:
    {action}
"""
TELLING_HELPERS = _FOR_HELPERS.format(action='os.write(1, b"helper\\n")')
"""A program that prints a line for each worker process."""

LOST_HELPERS = _FOR_HELPERS.format(action="os._exit(1)")
STUCK_HELPERS = _FOR_HELPERS.format(
    action="os.mkdir(os.environ['STUCK_AT']); threading.Event().wait()"
)
"""A program whose workers make a folder and then never reach the pipe that they are given."""


def path_for(program: str, folder: Path) -> str:
    """Return a PYTHONPATH with which Python processes run ``program`` when they start."""
    start = folder / "start"
    start.mkdir()
    (start / "sitecustomize.py").write_text(program, "utf-8")
    paths = [str(start), str(PROJECT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.pathsep.join(paths)


def run_at_the_start(program: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run ``program`` at the start of all Python processes from now on."""
    monkeypatch.setenv("PYTHONPATH", path_for(program, folder))


@contextmanager
def in_a_group(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run Python in a process group that ends with the block; its errors are part of the output."""
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
"""The first bytes that each process of dask sends."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A program at an address; ``heard`` is set once it received anything."""

    cluster: Cluster
    heard: Event


@contextmanager
def listening(says: bytes) -> Iterator[Listener]:
    """Send ``says`` to every connection, then nothing until the peer leaves."""
    heard = Event()

    class Handler(BaseRequestHandler):
        def handle(self) -> None:
            self.request.settimeout(PATIENCE_SECONDS)
            with suppress(OSError):
                self.request.sendall(says)
                while self.request.recv(4096):
                    heard.set()

    with ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        # Do not wait for peers that stay connected.
        server.daemon_threads, server.block_on_close = True, False
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield Listener(Cluster("127.0.0.1", server.server_address[1]), heard)
        finally:
            server.shutdown()


FATAL = 5
"""The task that kills its process."""

DONE_HERE: list[int] = []
"""The numbers that ``square_and_note`` received in this process."""


def square(number: int) -> int:
    return number * number


def square_and_process(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def square_and_note(number: int) -> int:
    """Return the square of a number; add the number to DONE_HERE."""
    DONE_HERE.append(number)
    return number * number


def square_or_die(number: int) -> int:
    """Return the square of a number; FATAL kills a worker, as a system without memory does."""
    if number == FATAL and is_worker_process():
        # Windows lacks SIGKILL, but any signal kills there.
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    return number * number


def address_of_worker(_number: int) -> str:
    from distributed import get_worker

    address: str = get_worker().address
    return address


def square_at_home(number: int) -> int:
    """Return the square of a number; a worker fails, as without file handles."""
    if is_worker_process():
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
    return number * number


def square_of_the_first(number: int) -> int:
    """Return the square of 0; other numbers take far too long."""
    if number:
        Event().wait(FOR_EVER)
    return number * number


def run_out_of_time(_number: int) -> NoReturn:
    raise TimeoutError("too late")


def blocked_signals(_number: int) -> set[int]:
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))


_CLUSTER_LOOK_SECONDS = 0.05


class LocalCluster:
    """A scheduler and its workers."""

    def __init__(self, folder: Path, workers: int) -> None:
        folder.mkdir()
        self._folder = folder
        place = folder / "scheduler.json"
        common = ("--scheduler-file", str(place), "--host", "127.0.0.1", "--no-dashboard")
        self.scheduler = self._start("scheduler", *common, "--port", "0")
        while not place.exists() or not place.read_text():
            self._wait()
        self.cluster: Cluster = parse_cluster(json.loads(place.read_text())["address"])
        arguments = (str(self.cluster), "--nthreads", "1", "--no-nanny", "--no-dashboard")
        folders = ("--local-directory", str(folder))
        self.workers = [self._start("worker", *arguments, *folders) for _ in range(workers)]

    def _start(self, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self._folder / f"{kind}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=PROJECT,
            )

    def _wait(self) -> None:
        log = self._folder / "scheduler.log"
        assert self.scheduler.poll() is None, f"it has ended:\n{log.read_text()}"
        Event().wait(_CLUSTER_LOOK_SECONDS)

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


Call: TypeAlias = Callable[[str], tuple[int, str, str]]
"""Runs a command line in this process; returns status, output and errors."""


STILL_WORKING = "foxduet: still working; this may take a while\n"


def beside_waiting(errors: str | bytes) -> str:
    """Return a program's standard error without the notice that a busy machine takes long."""
    text = errors if isinstance(errors, str) else errors.decode(errors="replace")
    return text.replace(STILL_WORKING, "")


def status_of(line: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run the program in this process; return its exit status."""
    monkeypatch.setattr("sys.argv", ["foxduet", *line.split()])
    on_ctrl_c = signal.getsignal(signal.SIGINT)
    try:
        return main()
    finally:
        signal.signal(signal.SIGINT, on_ctrl_c)


def called(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, str, str]:
    """Run the program in this process, without a terminal; return status, output and errors."""
    status = status_of(line, monkeypatch)
    out, err = capsys.readouterr()
    return status, out, err


def options_in(line: str) -> Any:
    return parse_arguments(line.split())[1]


@dataclass(frozen=True, slots=True)
class NoTerminal:
    """Replaces a terminal that no screen uses."""

    ended_by: int | None = None
    is_coloured: bool = True

    def measure(self, _text: str) -> int | None:
        return None


def opened(
    line: str, monkeypatch: pytest.MonkeyPatch, answer: Sequence[str] = (ESCAPE,)
) -> tuple[Screen, Desk]:
    """Return the screen that a command line opens, and the desk of the run.

    The keys of ``answer`` answer the question who is playing; by default, one person.
    """
    from foxduet.ui.players import PlayersScreen
    from tests.support.tables import Desk, press_keys, settled

    shown: list[tuple[Screen, Desk]] = []

    @contextmanager
    def open_terminal(*, coloured: bool, mouse: bool) -> Iterator[NoTerminal]:
        yield NoTerminal()

    def run_loop(_terminal: NoTerminal, loop: ScreenLoop, first: Transition) -> tuple[str, ...]:
        options, folders = loop.options, loop.folders
        values = {field.name: getattr(options, field.name) for field in fields(options)}
        desk = Desk(**values, records=folders.records, scores=folders.scores, config=folders.config)
        screen = settled(first, desk)
        if isinstance(screen, PlayersScreen):
            screen = press_keys(screen, desk, *answer)
        assert isinstance(screen, Screen)
        shown.append((screen, desk))
        return ()

    monkeypatch.setattr("foxduet.ui.kit.terminal.check_terminal", lambda: None)
    monkeypatch.setattr("foxduet.ui.kit.terminal.open_terminal", open_terminal)
    monkeypatch.setattr("foxduet.ui.loop.run_loop", run_loop)
    run_command, options = parse_arguments(line.split())
    assert run_command(options) == 0
    (only,) = shown
    return only


def unread(*arguments: str) -> tuple[int, str]:
    """Run the program in a child process with its output closed; return status and errors."""
    with subprocess.Popen(
        [sys.executable, "-m", "foxduet", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=PROJECT,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read()
        return process.wait(PATIENCE_SECONDS), errors


@cache
def commands(language: str = "en") -> dict[str, ArgumentParser]:
    """Return every command's parser by its words, such as "scores import".

    ``language`` must be in use: the parsers contain its texts.
    """
    return {words: parser for words, _purpose, parser in grammar.iter_commands()}


def long_options(parser: ArgumentParser) -> set[str]:
    names = {name for option in grammar.list_options(parser) for name in option.option_strings}
    return {name for name in names if name.startswith("--")}
