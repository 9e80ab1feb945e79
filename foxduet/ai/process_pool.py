"""Processes of this machine that work for another, as an executor that never waits in vain.

Python's own pool starts a thread within a thread: where the system has none left, its futures
are never done. Here whatever starts is started by ``submit``, which raises if it cannot be, and
a process that is lost takes along nothing but the task that it was given.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing, contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for_any
from pickle import dumps, loads
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from foxduet.core.frozen import dataclass
from foxduet.core.register import games_added, register_game

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

CallT = ParamSpec("CallT")
ResultT = TypeVar("ResultT")

# Not fork: it would copy threads that think or draw into a process where they stand still.
_CONTEXT = get_context("spawn")
# A signal that came while a process is being started could leave it half started.
_HELD_BACK = ("SIGINT", "SIGTERM", "SIGHUP")
# The first message of a process: it has loaded its modules, and holds its end of the pipe alone.
_READY = b"ready"


class TaskError(Exception):
    """A task failed in its process; the text says how."""


@dataclass(frozen=True, slots=True)
class _Task:
    """What is sent to a process, and where its result is awaited."""

    call: bytes
    future: Future[Any]


@dataclass(frozen=True, slots=True)
class _Member:
    """A process of a pool, and the thread that hands tasks to it."""

    process: SpawnProcess
    thread: Thread


class ProcessPool(Executor):
    """Up to ``most`` processes, each started when a task is submitted."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._members: list[_Member] = []
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        # Held while either of these changes, so that no task is queued that nobody will take.
        self._lock = Lock()
        self._alive = 0

    @property
    def alive(self) -> int:
        """How many processes there are, those aside that were lost."""
        return self._alive

    def submit(
        self, work: Callable[CallT, ResultT], /, *args: CallT.args, **kwargs: CallT.kwargs
    ) -> Future[ResultT]:
        """Have ``work`` called in a process; its future may have a BrokenExecutor, or a TaskError.

        Raises BrokenExecutor if there is no process for it, and none can be started.
        """
        future: Future[ResultT] = Future()
        task = _Task(dumps((work, args, kwargs)), future)
        with self._lock:
            if len(self._members) < self._most:
                self._start()
            if not self._alive:
                raise BrokenExecutor("there is no process left")
            self._tasks.put(task)
        return future

    def _start(self) -> None:
        """Start a process, and a thread for it; where there is none left, ask for no more."""
        try:
            ours, theirs = _CONTEXT.Pipe()
            with closing(theirs):
                process = _CONTEXT.Process(target=_serve, args=(theirs, games_added()), daemon=True)
                with _signals_held_back():
                    process.start()
        except OSError:
            self._most = len(self._members)
            return
        thread = Thread(target=self._hand_over, args=(ours, process), daemon=True)
        try:
            # Signals come to the main thread alone, which holds them back as it starts the next.
            with _signals_held_back():
                thread.start()
        except RuntimeError:
            process.kill()
            process.join()
            self._most = len(self._members)
        else:
            self._members.append(_Member(process, thread))
            self._alive += 1

    def _hand_over(self, connection: Connection, process: SpawnProcess) -> None:
        """Hand tasks to a process, one at a time, until it is lost or there are no more."""
        task = None
        try:
            with closing(connection), suppress(OSError, EOFError):
                _wait_until_ready(connection, process)
                while (task := self._tasks.get()) is not None:
                    if task.future.set_running_or_notify_cancel():
                        _ask(connection, task)
        finally:
            self._leave(task)

    def _leave(self, task: _Task | None) -> None:
        """Give up the task whose process was lost, if any, and all others if it was the last."""
        with self._lock:
            self._alive -= 1
            if not self._alive:
                self._cancel_all()
        if task is not None:
            task.future.set_exception(BrokenExecutor("the process of this task was lost"))

    def _cancel_all(self) -> None:
        with suppress(Empty):
            while True:
                task = self._tasks.get_nowait()
                if task is not None and task.future.set_running_or_notify_cancel():
                    task.future.set_exception(BrokenExecutor("there is no process left"))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes once all is done that was submitted, or that they are at now."""
        with self._lock:
            self._most = 0
            if cancel_futures:
                self._cancel_all()
            for _member in self._members:
                self._tasks.put(None)
        for member in self._members if wait else ():
            member.thread.join()
            member.process.join()

    def kill(self) -> None:
        """End the processes at once, in the middle of their work."""
        for member in self._members:
            member.process.kill()
        self.shutdown(cancel_futures=True)


def _wait_until_ready(connection: Connection, process: SpawnProcess) -> None:
    """Wait for the first message of a process; OSError or EOFError if it is lost before.

    On Windows this process holds the other end of the pipe as well, until the new one takes it: if
    that never happens, the pipe never ends. Only the process itself tells that it is gone.
    """
    if connection not in wait_for_any([connection, process.sentinel]):
        raise EOFError
    connection.recv_bytes()


def _ask(connection: Connection, task: _Task) -> None:
    """Have a process do a task; OSError or EOFError if it is lost."""
    connection.send_bytes(task.call)
    result, trouble = loads(connection.recv_bytes())
    if trouble is None:
        task.future.set_result(result)
    else:
        task.future.set_exception(TaskError(trouble))


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """Block signals, for the processes started meanwhile too; ``_serve`` lets all in but Ctrl-C.

    That reaches all processes of a terminal, and one that is still loading its modules would
    show a traceback.
    """
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - needed nowhere else

        # Nothing can hold Ctrl-C back there: it is ignored, here for a moment, and for good by the
        # processes started meanwhile.
        set_handler = ctypes.windll.kernel32.SetConsoleCtrlHandler
        set_handler(None, True)
        try:
            yield
        finally:
            set_handler(None, False)
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415 - there is none on Windows

    # Python starts it before the first process; it would unblock Ctrl-C here.
    resource_tracker.ensure_running()
    held_back = {getattr(signal, name) for name in _HELD_BACK}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held_back)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, added: Iterable[str]) -> None:
    """Do the tasks that come over a connection until it is closed; what a process runs.

    The games ``added`` are those of other packages.
    """
    _end_with_the_parent()
    for module in added:
        register_game(module)
    with suppress(EOFError, OSError):
        connection.send_bytes(_READY)
        while True:
            connection.send_bytes(_answer(connection.recv_bytes()))


def _answer(call: bytes) -> bytes:
    """Return the result of a call, or what went wrong in words: not every error can be sent."""
    try:
        work, args, kwargs = loads(call)
        return dumps((work(*args, **kwargs), None))
    except Exception as error:  # noqa: BLE001 - this process has nobody else to tell
        return dumps((None, f"{type(error).__name__}: {error}"))


def _end_with_the_parent() -> None:
    """End this process whenever the one that it works for ends, even if that is killed."""
    try:
        Thread(target=_wait_for_the_parent, daemon=True).start()
    except RuntimeError:
        # The system has no more threads: the parent notices that this process is gone.
        os._exit(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGHUP})


def _wait_for_the_parent() -> None:
    parent = parent_process()
    assert parent is not None, "this process was started by another"
    parent.join()
    os._exit(1)
