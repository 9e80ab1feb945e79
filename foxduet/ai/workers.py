"""Work done elsewhere: background jobs, processes, and the workers of a cluster.

Python's own pool starts a thread within a thread: if the system cannot start it, its futures are
never done. Here ``submit`` starts processes and threads and raises if it cannot, and a lost process
fails only its current task.

A dask client has an executor of its own, but that never finishes a future whose result was lost
with a worker and cannot be computed again.
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
from itertools import product
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
    rank_choices,
    stop_at_deadline,
)
from foxduet.ai.reasons import ReasonQuery, find_reasons
from foxduet.ai.signals import blocked_signals
from foxduet.core import __version__
from foxduet.core.cards import Seat
from foxduet.core.errors import N_, FoxduetError
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import register_game, registered_modules
from foxduet.play.game import Game, hint_rng, partner_rng

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess


CallT = ParamSpec("CallT")

# Fork would copy the locks of threads that think or draw, but not the threads.
_CONTEXT = get_context("spawn")
# First message of a process: its modules are loaded, and only it holds its end of the pipe.
_READY = b"ready"


class TaskError(Exception):
    """A task failed in its process; the text has the reason."""


@dataclass(frozen=True, slots=True)
class _Task:
    """A pickled call for a process, and the future of its result."""

    call: bytes
    future: Future[Any]


@dataclass(frozen=True, slots=True)
class _PoolProcess:
    """A process of a pool, and the thread that hands tasks to it."""

    process: SpawnProcess
    thread: Thread


class ProcessPool(Executor):
    """Up to ``limit`` processes, each started when a task is submitted.

    worker_count: number of processes that were not lost.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._members: list[_PoolProcess] = []
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        # Held while tasks or processes change, so that each queued task has a process.
        self._lock = Lock()
        self.worker_count = 0

    def submit(
        self, work: Callable[CallT, ResultT], /, *args: CallT.args, **kwargs: CallT.kwargs
    ) -> Future[ResultT]:
        """Call ``work`` in a process; its future may have a BrokenExecutor or a TaskError.

        Raises BrokenExecutor if no process is left and none can be started.
        """
        future: Future[ResultT] = Future()
        task = _Task(dumps((work, args, kwargs)), future)
        with self._lock:
            if len(self._members) < self._limit:
                self._start()
            if not self.worker_count:
                raise BrokenExecutor("there is no process left")
            self._tasks.put(task)
        return future

    def _start(self) -> None:
        """Start a process and its thread; if the system cannot, the pool keeps its present size."""
        try:
            parent_end, child_end = _CONTEXT.Pipe()
            with closing(child_end):
                process = _CONTEXT.Process(
                    target=_process_main, args=(child_end, registered_modules()), daemon=True
                )
                with _unsignaled_start():
                    process.start()
        except OSError:
            self._limit = len(self._members)
            return
        thread = Thread(target=self._feed, args=(parent_end, process), daemon=True)
        try:
            with blocked_signals():
                thread.start()
        except RuntimeError:
            process.kill()
            process.join()
            self._limit = len(self._members)
        else:
            self._members.append(_PoolProcess(process, thread))
            self.worker_count += 1

    def _feed(self, connection: Connection, process: SpawnProcess) -> None:
        """Hand tasks to a process, one at a time, until it is lost or no more come."""
        task = None
        try:
            with closing(connection), suppress(OSError, EOFError):
                # On Windows this process holds both ends of the pipe until the new one takes its
                # end, so only the sentinel tells that a process is gone before that.
                if connection not in wait_for_any([connection, process.sentinel]):
                    return
                connection.recv_bytes()
                while (task := self._tasks.get()) is not None:
                    if not task.future.set_running_or_notify_cancel():
                        continue
                    connection.send_bytes(task.call)
                    result, error = loads(connection.recv_bytes())
                    if error is None:
                        task.future.set_result(result)
                    else:
                        task.future.set_exception(TaskError(error))
        finally:
            with self._lock:
                self.worker_count -= 1
                if not self.worker_count:
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
        """End the processes after all submitted tasks, or after their current ones."""
        with self._lock:
            self._limit = 0
            if cancel_futures:
                self._cancel_all()
            for _ in self._members:
                self._tasks.put(None)
        for member in self._members if wait else ():
            member.thread.join()
            member.process.join()

    def kill(self) -> None:
        """End the processes at once, in the middle of their work."""
        for member in self._members:
            member.process.kill()
        self.shutdown(cancel_futures=True)


@contextmanager
def _unsignaled_start() -> Iterator[None]:
    """Start a process that no signal leaves half started; it has signals blocked.

    ``_process_main`` admits all except Ctrl-C, which reaches all processes of a terminal; a process
    that loads modules would show a traceback.
    """
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - needed nowhere else

        # Windows cannot block Ctrl-C: it is ignored, here for a moment, and in the new processes
        # for good.
        set_handler = ctypes.windll.kernel32.SetConsoleCtrlHandler
        set_handler(None, True)
        try:
            yield
        finally:
            set_handler(None, False)
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415 - there is none on Windows

    # Python would start it before the first process, and it unblocks Ctrl-C here.
    resource_tracker.ensure_running()
    with blocked_signals():
        yield


def _process_main(connection: Connection, modules: Iterable[str]) -> None:
    """Perform the tasks that a connection brings until it is closed; runs in each process.

    ``modules`` are the modules of games of other packages.
    """
    _exit_with_parent()
    for module in modules:
        register_game(module)
    with suppress(EOFError, OSError):
        connection.send_bytes(_READY)
        while True:
            call = connection.recv_bytes()
            try:
                work, args, kwargs = loads(call)
                answer = dumps((work(*args, **kwargs), None))
            except Exception as error:  # noqa: BLE001 - this process has nobody else to tell
                # As text, because not every error can be pickled.
                answer = dumps((None, f"{type(error).__name__}: {error}"))
            connection.send_bytes(answer)


def _exit_with_parent() -> None:
    """End this process whenever its parent ends, even if the parent is killed."""
    parent = parent_process()
    assert parent is not None, "this process was started by another"

    def watch() -> None:
        parent.join()
        os._exit(1)

    try:
        Thread(target=watch, daemon=True).start()
    except RuntimeError:
        # The system has no more threads: the parent notices that this process is gone.
        os._exit(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGHUP})


_ADDRESS = re.compile(r"tcp://(?P<host>[\w.-]+|\[[0-9a-f:.]+\]):(?P<port>[0-9]{1,5})", re.ASCII)
_MAX_PORT = 65_535
_TIMEOUT_SECONDS = 10.0
_WORKER_COUNT_SECONDS = 1.0
# These loggers report errors at length that are handled here.
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
    """Parse an address such as ``tcp://host:8786``; raises ClusterError."""
    match = _ADDRESS.fullmatch(text)
    if match is not None and 0 < int(match["port"]) <= _MAX_PORT:
        # An invalid host name cannot be encoded.
        with suppress(UnicodeError):
            match["host"].strip("[]").encode("idna")
            return Cluster(match["host"], int(match["port"]))
    raise _bad_address_error(text)


def _bad_address_error(text: str) -> ClusterError:
    template = N_("'{text}' is not a scheduler's address, such as tcp://host:8786")
    return ClusterError(template, text=text)


class ClusterPool(Executor):
    """The workers of a cluster, as many as there are at any time."""

    def __init__(self, cluster: Cluster) -> None:
        """Connect to ``cluster``; raises ClusterError if it cannot be used."""
        self._cluster = cluster
        self._client = _connect(cluster)
        self._count_time, self._threads = 0.0, 0
        self._futures = WeakSet[Future[Any]]()
        try:
            self._check_versions()
        except BaseException:
            # A client that is not closed here closes itself when it is collected, which takes long,
            # and prints a traceback.
            self.kill()
            raise

    @property
    def worker_count(self) -> int:
        """Number of tasks done at a time; raises ClusterError if the scheduler is lost."""
        if self._client.status != "running":
            raise _lost_error(self._cluster)
        now = monotonic()
        if now - self._count_time >= _WORKER_COUNT_SECONDS:
            try:
                threads = self._client.nthreads(callback_timeout=_TIMEOUT_SECONDS)
            except OSError:
                raise _lost_error(self._cluster) from None
            self._count_time, self._threads = now, sum(threads.values())
        return self._threads

    def submit(
        self, work: Callable[CallT, ResultT], /, *args: CallT.args, **kwargs: CallT.kwargs
    ) -> Future[ResultT]:
        """Have a worker call ``work``; its future has any error of the call.

        Raises ClusterError if the scheduler is lost.
        """
        if self._client.status != "running":
            raise _lost_error(self._cluster)
        future: Future[ResultT] = Future()
        # As bytes, since dask would search arguments for its own tasks. Not pure: equal tasks must
        # all run, because each measures its own time.
        call = __version__, registered_modules(), dumps((work, args, kwargs))
        task = self._client.submit(_execute_on_worker, *call, pure=False)
        task.add_done_callback(partial(_copy_result, future))
        self._futures.add(future)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; if ``wait``, after all submitted tasks."""
        if wait and not cancel_futures:
            wait_for(self._futures)
        self.kill()

    def kill(self) -> None:
        """Leave the cluster at once; it drops the tasks that no worker has started."""
        _close(self._client)

    def _check_versions(self) -> None:
        """Raise ClusterError unless every worker runs this version of foxduet."""
        try:
            versions = self._client.run(
                _get_version, on_error="return", callback_timeout=_TIMEOUT_SECONDS
            )
        except OSError:
            raise _lost_error(self._cluster) from None
        if any(version != __version__ for version in versions.values()):
            template = N_("each worker of the cluster {cluster} needs foxduet {version}")
            raise ClusterError(template, cluster=self._cluster, version=__version__)


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

        def start(self, **kwargs: Any) -> None:
            try:
                super().start(**kwargs, callback_timeout=_TIMEOUT_SECONDS)
            except BaseException:
                _close(self)
                raise

    try:
        # The client would retry without giving the reason.
        address = cluster.host.strip("[]"), cluster.port
        socket.create_connection(address, _TIMEOUT_SECONDS).close()
    except OSError as error:
        raise _unreachable_error(cluster, error) from None
    try:
        return PromptClient(str(cluster), timeout=_TIMEOUT_SECONDS, set_as_default=False)
    except OSError:
        raise _lost_error(cluster) from None
    except ImportError as error:
        # The client raises this if the scheduler has another version of a package that both need.
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


def _get_version() -> str:
    return __version__


def _execute_on_worker(version: str, modules: Iterable[str], call: bytes) -> Any:
    """Perform a task on a worker; raises RuntimeError if the worker has another version.

    A worker may join after ``_check_versions``.
    """
    if version != __version__:
        raise RuntimeError(f"foxduet {version} is needed, this is {__version__}")
    for module in modules:
        register_game(module)
    work, args, kwargs = loads(call)
    return work(*args, **kwargs)


TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")

Jobs: TypeAlias = int | Cluster | None
"""The number of processes that share work, None for one a core; or a cluster."""

Pool: TypeAlias = ProcessPool | ClusterPool
"""An executor with a number of workers, which may drop to 0."""

# Enough for each worker to stay busy while the oldest task, whose result comes first, takes long.
_TASKS_AHEAD = 8
_POLL_SECONDS = 0.05
# More processes than this, or than cores, only take memory.
_MAX_PROCESSES = 61


def resolve_jobs(jobs: Jobs) -> int | Cluster:
    """Return the number of other processes for ``jobs``, or the cluster; 0 for a single job."""
    if isinstance(jobs, Cluster):
        return jobs
    jobs = jobs or os.cpu_count() or 1
    return 0 if jobs == 1 else jobs


def is_worker_process() -> bool:
    """True if this process was started to share the work of another."""
    return parent_process() is not None


def run_tasks(
    work: Callable[[TaskT], ResultT],
    tasks: Iterable[TaskT],
    helpers: int | Cluster,
    stop: Stop = never_stop,
) -> Generator[ResultT, None, None]:
    """Yield ``work(task)`` for each of ``tasks``, in order, until ``stop()`` is true.

    ``helpers``, from ``resolve_jobs``, do the tasks; this process does the tasks that no helper can
    do, or that fail there. If the generator is closed early, processes end at once. Raises
    ClusterError if a cluster cannot be used.
    """
    with _open_pool(helpers) as pool:
        submitted: deque[tuple[TaskT, Future[ResultT] | None]] = deque()
        for task in tasks:
            future = None
            with suppress(BrokenExecutor):
                future = None if pool is None else pool.submit(work, task)
            submitted.append((task, future))
            if len(submitted) >= max(1, _TASKS_AHEAD * (0 if pool is None else pool.worker_count)):
                if stop():
                    return
                yield from _iter_result(pool, work, *submitted.popleft(), stop)
        while submitted and not stop():
            yield from _iter_result(pool, work, *submitted.popleft(), stop)


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


def _iter_result(
    pool: Pool | None,
    work: Callable[[TaskT], ResultT],
    task: TaskT,
    future: Future[ResultT] | None,
    stop: Stop,
) -> Iterator[ResultT]:
    """Yield the result of a task, computed here if no helper returns it; empty once stopped."""
    while future is not None and not stop():
        if wait([future], _POLL_SECONDS).done:
            # Done again here, the task raises its error where callers can handle it, or succeeds.
            if future.cancelled() or future.exception() is not None:
                break
            yield future.result()
            return
        if pool is None or not pool.worker_count:
            future.cancel()
            break
    if not stop():
        yield work(task)


# A worse choice is behind by more than this many standard errors.
_ERRORS_OF_HINTS, _ERRORS_OF_LESSONS = 2.0, 1.0
# Interval at which the job of a finished thought checks its pace and the stop signal.
_PACE_CHECK_SECONDS = 0.02

AnswerT = TypeVar("AnswerT")
AnswerT_co = TypeVar("AnswerT_co", covariant=True)


class Job(Protocol[AnswerT_co]):
    """Work to do in the background; equal jobs give equal answers."""

    def run(self, stop: Stop) -> Generator[AnswerT_co | None, None, None]:
        """Yield answers, each more complete than the last, and None while there is no new answer.

        Once ``stop()`` is true, end soon.
        """


class ThinkPurpose(Enum):
    """The purpose of a thought."""

    CHOICE = auto()
    ADVICE = auto()
    HINT = auto()
    LESSON = auto()


@dataclass(frozen=True, slots=True)
class ThinkJob:
    """A partner's thought on the pending decision of ``game``, as ``seat`` sees it.

    limit: maximum seconds for ``partner`` to think.
    pace: minimum seconds until the answer, since the time of a choice could reveal the hand.
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
    def rng(self) -> Random:
        """A fresh generator, the same for equal thoughts on a game with a seed.

        For a choice of the team both seats have the same generator, and so the same answer.
        """
        pending = self.game.pending
        if pending is not None and pending.seat is None:
            return partner_rng(self.game, pending.decider)
        is_hint = self.purpose in (ThinkPurpose.HINT, ThinkPurpose.LESSON)
        derive = hint_rng if is_hint else partner_rng
        return derive(self.game, self.seat)

    def run(self, stop: Stop) -> Generator[Thought, None, None]:
        find_partner = get_partner if self.purpose is ThinkPurpose.CHOICE else get_adviser
        header = self.game.header
        think = find_partner(header.game, self.partner, opposite_partner(header.ai, self.seat))
        is_time_up = stop_at_deadline(self.limit)
        is_pace_kept = stop_at_deadline(self.pace)
        observation = self.observation
        thought = think(observation, self.rng, lambda: stop() or is_time_up())
        if self.purpose is not ThinkPurpose.CHOICE:
            thought = calibrate_thought(header.game, observation, header.ai, thought)
        if (query := self._reason_query(observation, thought)) is not None:
            has_no_time = stop_at_deadline(self.limit / 2)
            reasons = find_reasons(query, self.rng, lambda: stop() or has_no_time())
            thought = replace(thought, reasons=reasons)
        while not (stop() or is_pace_kept()):
            sleep(_PACE_CHECK_SECONDS)
        yield thought

    def _reason_query(self, observation: Any, thought: Thought) -> ReasonQuery | None:
        """Ask for the reasons that are needed: of one pair for a hint, of all pairs in a lesson."""
        match self.purpose:
            case ThinkPurpose.CHOICE | ThinkPurpose.ADVICE:
                return None
            case ThinkPurpose.HINT:
                equals, worse = rank_choices(thought, _ERRORS_OF_HINTS)
                pairs = [*zip(equals, worse, strict=False)][:1]
            case ThinkPurpose.LESSON:
                equals, worse = rank_choices(thought, _ERRORS_OF_LESSONS)
                pairs = [*product(equals, worse)]
            case _:
                assert_never(self.purpose)
        header = self.game.header
        opposite = opposite_partner(header.ai, self.seat)
        return ReasonQuery(header.game, observation, opposite, pairs, equals) if pairs else None


class JobRunner(Generic[AnswerT]):
    """Works on one job at a time; the caller never waits for it.

    A job starts once the previous one has ended, so it can continue from saved results. If the
    system has no thread left, each call of ``take_answer`` does a piece of the work.
    """

    def __init__(self) -> None:
        self._stop_event = Event()
        self._answers: SimpleQueue[AnswerT] = SimpleQueue()
        self._future: Future[None] | None = None
        self._pieces: Generator[AnswerT | None, None, None] | None = None

    def start(self, job: Job[AnswerT]) -> None:
        """Stop the previous job and start ``job``."""
        self.stop()
        previous, stop_event, answers = self._future, Event(), SimpleQueue[AnswerT]()
        self._stop_event, self._answers = stop_event, answers
        pieces, thread = job.run(stop_event.is_set), ThreadPoolExecutor(1)

        def work() -> None:
            if previous is not None:
                wait([previous])
            with closing(pieces):
                if stop_event.is_set():
                    return
                for answer in pieces:
                    if answer is not None:
                        answers.put(answer)
                    if stop_event.is_set():
                        break

        try:
            self._future = thread.submit(work)
        except RuntimeError:
            self._pieces = pieces
        # The thread ends by itself when the work ends or stops.
        thread.shutdown(wait=False)

    def take_answer(self) -> AnswerT | None:
        """Return the newest answer, once; None before a new one. Raises errors of the job."""
        if self._pieces is not None:
            return next(self._pieces, None)
        if self._future is not None and self._future.done() and not self._stop_event.is_set():
            self._future.result()
        answer = None
        with suppress(Empty):
            while True:
                answer = self._answers.get_nowait()
        return answer

    def stop(self) -> None:
        """Stop the job; its thread ends by itself in a moment."""
        self._stop_event.set()
        if self._pieces is not None:
            self._pieces.close()
        self._answers, self._pieces = SimpleQueue(), None
