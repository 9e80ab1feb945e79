"""Work shared with others: the same results in the same order, whoever there is to do it."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, wait
from contextlib import contextmanager
from multiprocessing import parent_process
from typing import TypeAlias, TypeVar, assert_never

from foxduet.ai.cluster import Cluster, ClusterPool
from foxduet.ai.partner import Stop, never
from foxduet.ai.process_pool import ProcessPool

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

    So many other processes, or a cluster, do the tasks; with none this process does them all. A
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
            yield future.result()
            return
        if not _alive(pool):
            future.cancel()
            break
    if not stop():
        yield work(task)
