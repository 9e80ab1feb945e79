"""A pool of processes, used as any executor."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from multiprocessing import active_children, connection
from pathlib import Path
from threading import Thread

import pytest

from foxduet.ai.partner import Stop
from foxduet.ai.process_pool import ProcessPool, TaskError
from foxduet.ai.workers import Worker, run_tasks
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.processes import LOST_HELPERS, STUCK_HELPERS, run_at_the_start
from tests.support.tasks import run_out_of_time, square, square_and_process, square_of_the_first


def test_it_is_an_executor_that_ends_with_its_block() -> None:
    with ProcessPool(2) as pool:
        assert list(pool.map(square, range(50))) == [number * number for number in range(50)]
        assert pool.alive == 2
    assert active_children() == []


def test_a_process_is_started_for_each_task_up_to_the_most() -> None:
    with ProcessPool(3) as pool:
        for alive in (1, 2, 3, 3):
            assert pool.submit(square_and_process, 1).result()[1] != os.getpid()
            assert pool.alive == alive


def test_an_error_of_a_task_is_told_in_words() -> None:
    with ProcessPool(1) as pool:
        failed = pool.submit(run_out_of_time, 1)
        assert str(failed.exception()) == "TimeoutError: too late"
        assert isinstance(failed.exception(), TaskError)
        assert pool.submit(square, 3).result() == 9


def test_what_cannot_be_sent_is_an_error_of_its_task_or_of_the_caller() -> None:
    with ProcessPool(1) as pool:
        with pytest.raises((AttributeError, TypeError)):
            pool.submit(lambda: 1)
        assert isinstance(pool.submit(open, os.devnull).exception(), TaskError)
        assert pool.submit(square, 3).result() == 9


def test_no_task_waits_for_processes_that_are_lost() -> None:
    pool = ProcessPool(1)
    gate = pool.submit(square_of_the_first, 1)
    waiting = pool.submit(square, 3)
    until(gate.running)
    for process in active_children():
        process.kill()
    assert isinstance(gate.exception(), BrokenExecutor)
    assert isinstance(waiting.exception(), BrokenExecutor)
    with pytest.raises(BrokenExecutor):
        pool.submit(square, 3)
    pool.shutdown()
    assert active_children() == []


def test_killing_it_ends_tasks_in_the_middle_and_gives_up_the_others() -> None:
    pool = ProcessPool(1)
    assert pool.submit(square_of_the_first, 0).result() == 0
    under_way, waiting = (pool.submit(square_of_the_first, 1) for _ in range(2))
    pool.kill()
    assert active_children() == []
    for task in (under_way, waiting):
        assert isinstance(task.exception(), BrokenExecutor)


@pytest.fixture
def _held_pipes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hold the other end of each pipe, as Windows does until a process takes it; it never ends."""
    make, held = connection.Pipe, list[int]()

    def make_and_hold(duplex: bool) -> tuple[object, object]:
        ours, theirs = make(duplex)
        if sys.platform != "win32":
            held.append(os.dup(theirs.fileno()))
        return ours, theirs

    monkeypatch.setattr(connection, "Pipe", make_and_hold)
    yield
    for end in held:
        os.close(end)


@pytest.mark.usefixtures("_held_pipes")
def test_a_process_that_is_lost_while_it_starts_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_at_the_start(LOST_HELPERS, tmp_path, monkeypatch)
    pool = ProcessPool(1)
    lost = pool.submit(square, 3)
    assert isinstance(lost.exception(PATIENCE_SECONDS), BrokenExecutor)
    pool.shutdown()
    assert active_children() == []


@pytest.mark.usefixtures("_held_pipes")
def test_killing_it_ends_processes_that_are_still_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_at_the_start(STUCK_HELPERS, tmp_path, monkeypatch)
    monkeypatch.setenv("STUCK_AT", str(tmp_path / "stuck"))
    pool = ProcessPool(1)
    stuck = [pool.submit(square, number) for number in range(2)]
    until((tmp_path / "stuck").exists)
    killing = Thread(target=pool.kill, daemon=True)
    killing.start()
    killing.join(PATIENCE_SECONDS)
    assert not killing.is_alive()
    assert active_children() == []
    for task in stuck:
        assert isinstance(task.exception(), BrokenExecutor)


@dataclass(frozen=True)
class Squaring:
    """The job of finding a square, with the help of some other processes."""

    number: int
    helpers: int

    def run(self, stop: Stop) -> Generator[int, None, None]:
        """Yield the square."""
        yield from run_tasks(square, [self.number], self.helpers, stop)


@pytest.mark.usefixtures("_held_pipes")
def test_a_worker_does_the_next_job_after_one_that_was_left_while_its_process_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_at_the_start(STUCK_HELPERS, tmp_path, monkeypatch)
    monkeypatch.setenv("STUCK_AT", str(tmp_path / "stuck"))
    worker = Worker[int]()
    worker.start(Squaring(2, helpers=1))
    until((tmp_path / "stuck").exists)
    worker.start(Squaring(3, helpers=0))
    until(lambda: worker.answer() == 9)
    assert active_children() == []
