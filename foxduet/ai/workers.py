"""Work done elsewhere: jobs in the background, processes, and the workers of a cluster.

Python's own pool starts a thread within a thread: where the system has none left, its futures
are never done. Here whatever starts is started by ``submit``, which raises if it cannot be, and
a process that is lost takes along nothing but the task that it was given.

Its client has an executor of its own, but that never finishes a future whose result was lost with
a worker and cannot be worked out again.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from concurrent.futures import wait as wait_for
from contextlib import closing, contextmanager, suppress
from enum import Enum, auto
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for_any
from pickle import dumps, loads
from queue import Empty, SimpleQueue
from random import Random
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypeVar,
    assert_never,
    get_args,
    get_origin,
    get_type_hints,
)
from weakref import WeakSet

from foxduet.ai.partner import (
    Stop,
    Thought,
    calibrate_thought,
    get_adviser,
    get_partner,
    never_stop,
    opposite_partner,
    stop_at_deadline,
)
from foxduet.core import __version__
from foxduet.core.cards import Seat
from foxduet.core.errors import N_, FoxduetError
from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.registry import register_game, registered_modules
from foxduet.play.game import Game, hint_rng, partner_rng

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess


CallT = ParamSpec("CallT")

# Not fork: it would copy threads that think or draw into a process where they stand still.
_CONTEXT = get_context("spawn")
# A signal that came while a process is being started could leave it half started.
_BLOCKED_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
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
class _PoolProcess:
    """A process of a pool, and the thread that hands tasks to it."""

    process: SpawnProcess
    thread: Thread


class ProcessPool(Executor):
    """Up to ``most`` processes, each started when a task is submitted."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._members: list[_PoolProcess] = []
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
                process = _CONTEXT.Process(
                    target=_process_main, args=(theirs, registered_modules()), daemon=True
                )
                with _blocked_signals():
                    process.start()
        except OSError:
            self._most = len(self._members)
            return
        thread = Thread(target=self._feed, args=(ours, process), daemon=True)
        try:
            # Signals come to the main thread alone, which holds them back as it starts the next.
            with _blocked_signals():
                thread.start()
        except RuntimeError:
            process.kill()
            process.join()
            self._most = len(self._members)
        else:
            self._members.append(_PoolProcess(process, thread))
            self._alive += 1

    def _feed(self, connection: Connection, process: SpawnProcess) -> None:
        """Hand tasks to a process, one at a time, until it is lost or there are no more."""
        task = None
        try:
            with closing(connection), suppress(OSError, EOFError):
                _wait_until_ready(connection, process)
                while (task := self._tasks.get()) is not None:
                    if task.future.set_running_or_notify_cancel():
                        _run_remotely(connection, task)
        finally:
            self._abandon(task)

    def _abandon(self, task: _Task | None) -> None:
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


def _run_remotely(connection: Connection, task: _Task) -> None:
    """Have a process do a task; OSError or EOFError if it is lost."""
    connection.send_bytes(task.call)
    result, trouble = loads(connection.recv_bytes())
    if trouble is None:
        task.future.set_result(result)
    else:
        task.future.set_exception(TaskError(trouble))


@contextmanager
def _blocked_signals() -> Iterator[None]:
    """Block signals, for the processes started meanwhile too; ``_process_main`` lets all in but Ctrl-C.

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
    held_back = {getattr(signal, name) for name in _BLOCKED_SIGNALS}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held_back)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _process_main(connection: Connection, added: Iterable[str]) -> None:
    """Do the tasks that come over a connection until it is closed; what a process runs.

    The games ``added`` are those of other packages.
    """
    _exit_with_parent()
    for module in added:
        register_game(module)
    with suppress(EOFError, OSError):
        connection.send_bytes(_READY)
        while True:
            connection.send_bytes(_execute(connection.recv_bytes()))


def _execute(call: bytes) -> bytes:
    """Return the result of a call, or what went wrong in words: not every error can be sent."""
    try:
        work, args, kwargs = loads(call)
        return dumps((work(*args, **kwargs), None))
    except Exception as error:  # noqa: BLE001 - this process has nobody else to tell
        return dumps((None, f"{type(error).__name__}: {error}"))


def _exit_with_parent() -> None:
    """End this process whenever the one that it works for ends, even if that is killed."""
    try:
        Thread(target=_watch_parent, daemon=True).start()
    except RuntimeError:
        # The system has no more threads: the parent notices that this process is gone.
        os._exit(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGHUP})


def _watch_parent() -> None:
    parent = parent_process()
    assert parent is not None, "this process was started by another"
    parent.join()
    os._exit(1)


_ADDRESS = re.compile(r"tcp://(?P<host>[\w.-]+|\[[0-9a-f:.]+\]):(?P<port>[0-9]{1,5})", re.ASCII)
_LAST_PORT = 65_535
_TIMEOUT_SECONDS = 10.0
_WORKER_COUNT_SECONDS = 1.0
# They tell at length of what is handled here.
_NOISY_LOGGERS = ("asyncio", "distributed", "distributed.client", "tornado.application")


class ClusterError(FoxduetError):
    """A cluster cannot be used, or is lost."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster, by the host and the port of its scheduler."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"tcp://{self.host}:{self.port}"


def parse_cluster(text: str) -> Cluster:
    """Read an address such as ``tcp://host:8786``; ClusterError says what would be right."""
    match = _ADDRESS.fullmatch(text)
    if match is None or not 0 < int(match["port"]) <= _LAST_PORT or not _is_name(match["host"]):
        raise _bad_address_error(text)
    return Cluster(match["host"], int(match["port"]))


def _is_name(host: str) -> bool:
    try:
        host.strip("[]").encode("idna")
    except UnicodeError:
        return False
    return True


def _bad_address_error(text: str) -> ClusterError:
    template = N_("'{text}' is not a scheduler's address, such as tcp://host:8786")
    return ClusterError(template, text=text)


class ClusterPool(Executor):
    """The workers of a cluster, as many as there are at any time."""

    def __init__(self, cluster: Cluster) -> None:
        """Connect; ClusterError if the cluster cannot be used."""
        self._cluster = cluster
        self._client = _connect(cluster)
        self._counted_at, self._threads = 0.0, 0
        self._futures = WeakSet[Future[Any]]()
        try:
            self._check_versions()
        except BaseException:
            # A client that is not closed here closes itself when it is collected, which takes long,
            # and prints a traceback.
            self.kill()
            raise

    @property
    def alive(self) -> int:
        """How many tasks the workers do at a time; ClusterError if the scheduler is lost."""
        if self._client.status != "running":
            raise _lost_error(self._cluster)
        now = monotonic()
        if now - self._counted_at >= _WORKER_COUNT_SECONDS:
            try:
                threads = self._client.nthreads(callback_timeout=_TIMEOUT_SECONDS)
            except OSError:
                raise _lost_error(self._cluster) from None
            self._counted_at, self._threads = now, sum(threads.values())
        return self._threads

    def submit(
        self, work: Callable[CallT, ResultT], /, *args: CallT.args, **kwargs: CallT.kwargs
    ) -> Future[ResultT]:
        """Have ``work`` called by a worker; its future has whatever error comes of that.

        Raises ClusterError if the scheduler is lost.
        """
        if self._client.status != "running":
            raise _lost_error(self._cluster)
        future: Future[ResultT] = Future()
        # As bytes, since dask would look into arguments for tasks of its own. Equal tasks are
        # worked out twice, since each has its own times.
        call = __version__, registered_modules(), dumps((work, args, kwargs))
        task = self._client.submit(_execute_on_worker, *call, pure=False)
        task.add_done_callback(partial(_copy_result, future))
        self._futures.add(future)
        return future

    def checked(self, work: Callable[..., ResultT], result: ResultT) -> ResultT:
        """Return a result of ``work`` by a worker; ClusterError for what is none."""
        while isinstance(work, partial):
            work = work.func
        if not _matches_type_hint(result, get_type_hints(work)["return"]):
            template = N_(
                "a worker of the cluster {cluster} has sent back something that is not a result"
            )
            raise ClusterError(template, cluster=self._cluster)
        return result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, once all is done that was submitted if ``wait``."""
        if wait and not cancel_futures:
            wait_for(self._futures)
        self.kill()

    def kill(self) -> None:
        """Leave the cluster at once; it drops the tasks that no worker has begun with."""
        _close(self._client)

    def _check_versions(self) -> None:
        """Raise ClusterError if a worker has another version, whose results may differ, or none."""
        try:
            found = self._client.run(_version, on_error="return", callback_timeout=_TIMEOUT_SECONDS)
        except OSError:
            raise _lost_error(self._cluster) from None
        if any(version != __version__ for version in found.values()):
            template = N_("each worker of the cluster {cluster} needs foxduet {version}")
            raise ClusterError(template, cluster=self._cluster, version=__version__)


def _matches_type_hint(value: object, hint: Any) -> bool:
    """Return whether a value is of the type of a hint; all in tuples and lists is looked at."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if not isinstance(value, kind):
        return False
    if not inner or not isinstance(value, list | tuple):
        return True
    if kind is list or inner[-1] is ...:
        return all(_matches_type_hint(one, inner[0]) for one in value)
    return len(value) == len(inner) and all(map(_matches_type_hint, value, inner))


def _connect(cluster: Cluster) -> Any:
    import logging  # noqa: PLC0415 - only a cluster needs it
    import socket  # noqa: PLC0415 - the same

    try:
        from distributed import Client  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        template = N_("Python's {module} module is not installed; pip install 'foxduet[cluster]'")
        raise ClusterError(template, module=error.name) from None
    for name in _NOISY_LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)

    class PromptClient(Client):  # type: ignore[misc]
        """A client whose start has a time limit, and which is closed if that fails."""

        def start(self, **given: Any) -> None:
            try:
                super().start(**given, callback_timeout=_TIMEOUT_SECONDS)
            except BaseException:
                _close(self)
                raise

    try:
        # The client would try again and again, and not say what is wrong.
        place = cluster.host.strip("[]"), cluster.port
        socket.create_connection(place, _TIMEOUT_SECONDS).close()
    except OSError as error:
        raise _unreachable_error(cluster, error) from None
    try:
        return PromptClient(str(cluster), timeout=_TIMEOUT_SECONDS, set_as_default=False)
    except OSError:
        raise _lost_error(cluster) from None
    except ImportError as error:
        # So it says that the scheduler has another version of what both need.
        raise _unreachable_error(cluster, error) from None
    except Exception:  # noqa: BLE001 - garbage can raise anything in dask
        raise _bad_address_error(str(cluster)) from None


def _close(client: Any) -> None:
    with suppress(OSError):
        client.close(timeout=_TIMEOUT_SECONDS)


def _unreachable_error(cluster: Cluster, reason: object) -> ClusterError:
    template = N_("cannot reach the cluster {cluster}: {reason}")
    return ClusterError(template, cluster=cluster, reason=reason)


def _lost_error(cluster: Cluster) -> ClusterError:
    return ClusterError(N_("the cluster {cluster} does not answer"), cluster=cluster)


def _copy_result(future: Future[Any], task: Any) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = task.result(_TIMEOUT_SECONDS)
    except Exception as error:  # noqa: BLE001 - whatever it is, it belongs to the future
        future.set_exception(error)
    else:
        future.set_result(result)


def _version() -> str:
    return __version__


def _execute_on_worker(version: str, added: Iterable[str], call: bytes) -> Any:
    """Do a task on a worker; RuntimeError if that came later, and has another version."""
    if version != __version__:
        raise RuntimeError(f"foxduet {version} is needed, this is {__version__}")
    for module in added:
        register_game(module)
    work, args, kwargs = loads(call)
    return work(*args, **kwargs)


TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")

Jobs: TypeAlias = int | Cluster | None
"""How many processes share some work, None for one a core; or the cluster that does it."""

Pool: TypeAlias = ProcessPool | ClusterPool
"""An executor that knows how many tasks it can do at a time, which may be none any more."""

# Enough to keep all of them busy while the oldest task, whose result comes first, takes long.
_TASKS_AHEAD = 8
_POLL_SECONDS = 0.05
# More processes than this, or than there are cores, only take memory.
_MAX_PROCESSES = 61


def resolve_jobs(jobs: Jobs) -> int | Cluster:
    """Return who helps with the work of ``jobs``: how many other processes, or a cluster.

    One job needs no other process.
    """
    if isinstance(jobs, Cluster):
        return jobs
    jobs = jobs or os.cpu_count() or 1
    return 0 if jobs == 1 else jobs


def is_worker_process() -> bool:
    """Return whether this process was started to share the work of another."""
    return parent_process() is not None


def run_tasks(
    work: Callable[[TaskT], ResultT],
    tasks: Iterable[TaskT],
    helpers: int | Cluster,
    stop: Stop = never_stop,
) -> Generator[ResultT, None, None]:
    """Yield ``work(task)`` for each of ``tasks``, in their order, until ``stop()`` is true.

    ``resolve_jobs`` other processes, or a cluster, do the tasks; with none this one does them all. A
    task is done here, too, if nobody else can do it, or fails to. If this ends early, processes
    end at once, in the middle of their work. Raises ClusterError if a cluster cannot be used.
    """
    with _open_pool(helpers) as pool:
        under_way: deque[tuple[TaskT, Future[ResultT] | None]] = deque()
        for task in tasks:
            under_way.append((task, _submit(pool, work, task)))
            if len(under_way) >= max(1, _TASKS_AHEAD * _worker_count(pool)):
                if stop():
                    return
                yield from _result(pool, work, *under_way.popleft(), stop)
        while under_way and not stop():
            yield from _result(pool, work, *under_way.popleft(), stop)


@contextmanager
def _open_pool(helpers: int | Cluster) -> Iterator[Pool | None]:
    pool: Pool
    match helpers:
        case 0:
            yield None
            return
        case Cluster():
            pool = ClusterPool(helpers)
        case int():
            pool = ProcessPool(min(helpers, max(_MAX_PROCESSES, os.cpu_count() or 1)))
        case _:
            assert_never(helpers)
    try:
        yield pool
    finally:
        pool.kill()


def _worker_count(pool: Pool | None) -> int:
    return 0 if pool is None else pool.alive


def _submit(
    pool: Pool | None, work: Callable[[TaskT], ResultT], task: TaskT
) -> Future[ResultT] | None:
    """Return the future of a task, None if nobody else can do it."""
    try:
        return None if pool is None else pool.submit(work, task)
    except BrokenExecutor:
        return None


def _result(
    pool: Pool | None,
    work: Callable[[TaskT], ResultT],
    task: TaskT,
    future: Future[ResultT] | None,
    stop: Stop,
) -> Iterator[ResultT]:
    """Yield the result of a task, worked out here if nobody else does it; none once stopped."""
    while future is not None and not stop():
        if wait([future], _POLL_SECONDS).done:
            # An error is met again here, where it can be handled, or was only that process's.
            if future.cancelled() or future.exception() is not None:
                break
            result = future.result()
            yield pool.checked(work, result) if isinstance(pool, ClusterPool) else result
            return
        if not _worker_count(pool):
            future.cancel()
            break
    if not stop():
        yield work(task)


# How often a thought that is done looks whether it may be shown, or is wanted no more.
_DISPLAY_SECONDS = 0.02

AnswerT = TypeVar("AnswerT")
AnswerT_co = TypeVar("AnswerT_co", covariant=True)


class Job(Protocol[AnswerT_co]):
    """Something to be worked out in the background; equal jobs have equal answers."""

    def run(self, stop: Stop) -> Generator[AnswerT_co | None, None, None]:
        """Yield answers, each further than the last, and None where there is nothing new yet.

        Once ``stop()`` is true, end soon.
        """


class ThinkPurpose(Enum):
    """What a thought is for."""

    CHOICE = auto()
    ADVICE = auto()
    HINT = auto()


@dataclass(frozen=True, slots=True)
class ThinkJob:
    """A partner's thought on the pending decision of ``game``, as ``seat`` sees it.

    The partner has the name ``partner``, and up to ``limit`` seconds. Its answer comes after
    ``pace`` seconds even if it was done before: how long a choice took would tell what is in its
    hand.
    """

    purpose: ThinkPurpose
    partner: str
    game: Game
    seat: Seat
    limit: float
    pace: float = 0.0

    @property
    def observation(self) -> Any:
        """All that the partner may know."""
        return self.game.rules.observe(self.game.state, self.seat)

    @property
    def chance(self) -> Random:
        """A fresh generator, the same for equal thoughts on a game with a seed.

        For a choice of the team it is the same for both seats: so are their answers.
        """
        pending = self.game.pending
        if pending is not None and pending.seat is None:
            return partner_rng(self.game, pending.asked)
        chance = hint_rng if self.purpose is ThinkPurpose.HINT else partner_rng
        return chance(self.game, self.seat)

    def run(self, stop: Stop) -> Generator[Thought, None, None]:
        """Yield the thought."""
        named = get_partner if self.purpose is ThinkPurpose.CHOICE else get_adviser
        header = self.game.header
        think = named(header.game, self.partner, opposite_partner(header.ai, self.seat))
        time_is_up = stop_at_deadline(self.limit)
        pace_is_kept = stop_at_deadline(self.pace)
        seen = self.observation
        thought = think(seen, self.chance, lambda: stop() or time_is_up())
        if self.purpose is not ThinkPurpose.CHOICE:
            thought = calibrate_thought(header.game, seen, header.ai, thought)
        while not (stop() or pace_is_kept()):
            sleep(_DISPLAY_SECONDS)
        yield thought


class JobRunner(Generic[AnswerT]):
    """Works on one job at a time; the caller never waits for it.

    A job starts once the one before has ended, so that it can continue from what that one saved.
    If the system has no thread left, each call of ``answer`` does a piece of the work.
    """

    def __init__(self) -> None:
        self._stopped = Event()
        self._answers: SimpleQueue[AnswerT] = SimpleQueue()
        self._last: Future[None] | None = None
        self._pieces: Generator[AnswerT | None, None, None] | None = None

    def start(self, job: Job[AnswerT]) -> None:
        """Stop the job before, if any, and start ``job``."""
        self.stop()
        before, stopped, answers = self._last, Event(), SimpleQueue[AnswerT]()
        self._stopped, self._answers = stopped, answers
        pieces, thread = job.run(stopped.is_set), ThreadPoolExecutor(1)

        def work() -> None:
            if before is not None:
                wait([before])
            with closing(pieces):
                if stopped.is_set():
                    return
                for answer in pieces:
                    if answer is not None:
                        answers.put(answer)
                    if stopped.is_set():
                        break

        try:
            self._last = thread.submit(work)
        except RuntimeError:
            self._pieces = pieces
        # The thread ends when the work is done or stopped.
        thread.shutdown(wait=False)

    def take_answer(self) -> AnswerT | None:
        """Return the newest answer, once; None if there is no new one.

        Raises whatever the job raised.
        """
        if self._pieces is not None:
            return next(self._pieces, None)
        if self._last is not None and self._last.done() and not self._stopped.is_set():
            self._last.result()
        newest = None
        with suppress(Empty):
            while True:
                newest = self._answers.get_nowait()
        return newest

    def stop(self) -> None:
        """Stop the job, if any; its thread ends by itself in a moment."""
        self._stopped.set()
        if self._pieces is not None:
            self._pieces.close()
        self._answers, self._pieces = SimpleQueue(), None
