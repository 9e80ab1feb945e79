"""Work done elsewhere: jobs in the background, and tasks that processes share, always in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager, suppress
from enum import Enum, auto
from multiprocessing import parent_process
from queue import Empty, SimpleQueue
from random import Random
from threading import Event
from time import sleep
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, assert_never

from foxduet.ai.cluster import Cluster, ClusterPool
from foxduet.ai.names import partner_kind, partner_opposite
from foxduet.ai.partner import (
    Stop,
    Thought,
    adviser_named,
    calibrated_thought,
    never,
    partner_named,
    stop_after,
)
from foxduet.ai.process_pool import ProcessPool
from foxduet.core.common import Seat
from foxduet.core.frozen import dataclass
from foxduet.play.game import Game, chance_of, chance_of_hint

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")

Jobs: TypeAlias = int | Cluster | None
"""How many processes share some work, None for one a core; or the cluster that does it."""

Pool: TypeAlias = ProcessPool | ClusterPool
"""An executor that knows how many tasks it can do at a time, which may be none any more."""

# Enough to keep all of them busy while the oldest task, whose result comes first, takes long.
_TASKS_AHEAD = 8
_SECONDS_BETWEEN_LOOKS = 0.05
# More processes than this, or than there are cores, only take memory.
_MOST_PROCESSES = 61


def helpers(jobs: Jobs) -> int | Cluster:
    """Return who helps with the work of ``jobs``: how many other processes, or a cluster.

    One job needs no other process.
    """
    if isinstance(jobs, Cluster):
        return jobs
    jobs = jobs or os.cpu_count() or 1
    return 0 if jobs == 1 else jobs


def is_helper() -> bool:
    """Return whether this process was started to share the work of another."""
    return parent_process() is not None


def run_tasks(
    work: Callable[[TaskT], ResultT],
    tasks: Iterable[TaskT],
    helpers: int | Cluster,
    stop: Stop = never,
) -> Generator[ResultT, None, None]:
    """Yield ``work(task)`` for each of ``tasks``, in their order, until ``stop()`` is true.

    ``helpers`` other processes, or a cluster, do the tasks; with none this one does them all. A
    task is done here, too, if nobody else can do it, or fails to. If this ends early, processes
    end at once, in the middle of their work. Raises ClusterError if a cluster cannot be used.
    """
    with _opened(helpers) as pool:
        under_way: deque[tuple[TaskT, Future[ResultT] | None]] = deque()
        for task in tasks:
            under_way.append((task, _submitted(pool, work, task)))
            if len(under_way) >= max(1, _TASKS_AHEAD * _alive(pool)):
                if stop():
                    return
                yield from _result(pool, work, *under_way.popleft(), stop)
        while under_way and not stop():
            yield from _result(pool, work, *under_way.popleft(), stop)


@contextmanager
def _opened(helpers: int | Cluster) -> Iterator[Pool | None]:
    pool: Pool
    match helpers:
        case 0:
            yield None
            return
        case Cluster():
            pool = ClusterPool(helpers)
        case int():
            pool = ProcessPool(min(helpers, max(_MOST_PROCESSES, os.cpu_count() or 1)))
        case _:
            assert_never(helpers)
    try:
        yield pool
    finally:
        pool.kill()


def _alive(pool: Pool | None) -> int:
    return 0 if pool is None else pool.alive


def _submitted(
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
        if wait([future], _SECONDS_BETWEEN_LOOKS).done:
            # An error is met again here, where it can be handled, or was only that process's.
            if future.cancelled() or future.exception() is not None:
                break
            result = future.result()
            yield pool.checked(work, result) if isinstance(pool, ClusterPool) else result
            return
        if not _alive(pool):
            future.cancel()
            break
    if not stop():
        yield work(task)


# How often a thought that is done looks whether it may be shown, or is wanted no more.
_SECONDS_UNTIL_SHOWN = 0.02

AnswerT = TypeVar("AnswerT")
AnswerT_co = TypeVar("AnswerT_co", covariant=True)


class Job(Protocol[AnswerT_co]):
    """Something to be worked out in the background; equal jobs have equal answers."""

    def run(self, stop: Stop) -> Generator[AnswerT_co | None, None, None]:
        """Yield answers, each further than the last, and None where there is nothing new yet.

        Once ``stop()`` is true, end soon.
        """


class Purpose(Enum):
    """What a thought is for."""

    CHOICE = auto()
    ADVICE = auto()
    HINT = auto()


@dataclass(frozen=True, slots=True)
class Think:
    """A partner's thought on the pending decision of ``game``, as ``seat`` sees it.

    The partner has the name ``partner``, and up to ``limit`` seconds. Its answer comes after
    ``pace`` seconds even if it was done before: how long a choice took would tell what is in its
    hand.
    """

    purpose: Purpose
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
            return chance_of(self.game, pending.asked)
        chance = chance_of_hint if self.purpose is Purpose.HINT else chance_of
        return chance(self.game, self.seat)

    def run(self, stop: Stop) -> Generator[Thought, None, None]:
        """Yield the thought."""
        named = partner_named if self.purpose is Purpose.CHOICE else adviser_named
        header = self.game.header
        think = named(header.game, self.partner, partner_opposite(header.ai, self.seat))
        time_is_up = stop_after(self.limit)
        pace_is_kept = stop_after(self.pace)
        seen = self.observation
        thought = think(seen, self.chance, lambda: stop() or time_is_up())
        if self.purpose is not Purpose.CHOICE:
            thought = calibrated_thought(header.game, seen, partner_kind(header.ai), thought)
        while not (stop() or pace_is_kept()):
            sleep(_SECONDS_UNTIL_SHOWN)
        yield thought


class Worker(Generic[AnswerT]):
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

    def answer(self) -> AnswerT | None:
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
