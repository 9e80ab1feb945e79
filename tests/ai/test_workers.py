"""Work shared with processes: the same results in the same order, whatever becomes of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from itertools import count
from multiprocessing import active_children, connection
from pathlib import Path
from pickle import PicklingError
from threading import Thread

import pytest

from foxduet.ai import workers
from foxduet.ai.cluster import Cluster
from foxduet.ai.partner import Stop
from foxduet.ai.process_pool import ProcessPool, TaskError
from foxduet.ai.workers import Worker, helpers, is_helper, run_tasks
from tests.support.machine import PATIENCE_SECONDS, PROJECT, SHORT_OF, leave_only, until
from tests.support.players import fewer
from tests.support.processes import (
    LOST_HELPERS,
    NO_THREADS,
    STUCK_HELPERS,
    TELLING_HELPERS,
    in_a_group,
    lines_of,
    run_at_the_start,
)
from tests.support.tasks import (
    DONE_HERE,
    FATAL,
    blocked_signals,
    run_out_of_time,
    square,
    square_and_note,
    square_and_process,
    square_at_home,
    square_of_the_first,
    square_or_die,
)

SQUARES = [number * number for number in range(50)]


@pytest.mark.parametrize("processes", fewer([0, 2, 1, 3], 2))
def test_results_come_in_the_order_of_their_tasks_with_any_number_of_processes(
    processes: int,
) -> None:
    assert list(run_tasks(square, range(50), processes)) == SQUARES
    assert active_children() == []


@pytest.mark.parametrize("processes", [0, 1, 2])
def test_without_tasks_there_are_no_results(processes: int) -> None:
    assert list(run_tasks(square, [], processes)) == []


def test_other_processes_do_the_work_where_there_are_any() -> None:
    pids = {pid for _square, pid in run_tasks(square_and_process, range(50), 2)}
    assert os.getpid() not in pids
    assert len(pids) <= 2
    assert {pid for _square, pid in run_tasks(square_and_process, range(5), 0)} == {os.getpid()}


def test_one_job_needs_no_other_process_and_by_default_there_is_one_a_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    assert [helpers(jobs) for jobs in (1, 2, 7, None)] == [0, 2, 7, 4]
    assert helpers(Cluster("host", 8786)) == Cluster("host", 8786)
    monkeypatch.setattr("os.cpu_count", lambda: None)
    assert helpers(None) == 0


def test_this_process_is_no_helper() -> None:
    assert not is_helper()


@pytest.mark.parametrize(("processes", "ahead"), [(0, 1), (1, 8), (2, 16)])
def test_tasks_are_taken_when_they_are_needed(processes: int, ahead: int) -> None:
    taken = count()
    results = run_tasks(square, taken, processes)
    for number in range(30):
        assert next(results) == number * number
    results.close()
    assert next(taken) == 29 + ahead


@pytest.fixture
def pools(monkeypatch: pytest.MonkeyPatch) -> list[ProcessPool]:
    """Return the pools of processes that are started from now on."""
    started: list[ProcessPool] = []

    def noted(most: int) -> ProcessPool:
        started.append(ProcessPool(most))
        return started[-1]

    monkeypatch.setattr(workers, "ProcessPool", noted)
    return started


def test_a_task_that_is_lost_with_its_process_is_done_here(pools: list[ProcessPool]) -> None:
    assert FATAL in range(50)
    assert list(run_tasks(square_or_die, range(50), 2)) == SQUARES
    assert [pool.alive for pool in pools] == [0]
    assert active_children() == []


@pytest.mark.parametrize("killed", [1, 2])
def test_processes_that_are_killed_end_nothing_but_themselves(
    killed: int, pools: list[ProcessPool]
) -> None:
    results = run_tasks(square, range(50), 2)
    assert [next(results) for _ in range(3)] == SQUARES[:3]
    for process in active_children()[:killed]:
        process.kill()
    assert list(results) == SQUARES[3:]
    assert len(pools) == 1
    assert active_children() == []


def test_a_task_that_fails_in_another_process_alone_is_done_here() -> None:
    assert list(run_tasks(square_at_home, range(50), 2)) == SQUARES


@pytest.mark.parametrize("kind", SHORT_OF)
@pytest.mark.parametrize("left", fewer([0, 1, 2], 2))
def test_where_the_system_is_short_of_something_the_work_is_done_without_a_word(
    left: int, kind: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    leave_only(left, kind, monkeypatch)
    pids = set()
    for number, (result, pid) in enumerate(run_tasks(square_and_process, range(50), 3)):
        assert result == number * number
        pids.add(pid)
    assert (os.getpid() in pids) == (left == 0)
    assert len(pids) <= max(1, left)
    assert active_children() == []
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("kind", SHORT_OF)
def test_without_other_processes_the_work_is_done_piece_by_piece(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_only(0, kind, monkeypatch)
    DONE_HERE.clear()
    results = run_tasks(square_and_note, range(50), 2)
    for number in range(50):
        assert next(results) == number * number
        assert len(DONE_HERE) == number + 1
    assert list(results) == []


def test_a_process_that_cannot_watch_over_its_parent_ends_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    run_at_the_start(NO_THREADS, tmp_path, monkeypatch)
    assert list(run_tasks(square, range(50), 2)) == SQUARES
    assert capfd.readouterr() == ("", "")


def test_closing_the_results_leaves_no_process() -> None:
    results = run_tasks(square_of_the_first, range(50), 2)
    assert next(results) == 0
    assert active_children() != []
    results.close()
    assert active_children() == []


def test_stopping_while_a_result_is_awaited_ends_the_work_at_once() -> None:
    asked = count()
    results = run_tasks(square_of_the_first, range(50), 2, lambda: next(asked) >= 5)
    assert list(results) in ([], [0])
    assert next(asked) < 10
    assert active_children() == []


@pytest.mark.parametrize("processes", [0, 2])
def test_nothing_is_done_once_it_is_stopped(processes: int) -> None:
    stopped = False
    results = run_tasks(square, range(50), processes, lambda: stopped)
    assert [next(results) for _ in range(3)] == SQUARES[:3]
    stopped = True
    assert list(results) == []
    assert active_children() == []


@pytest.mark.parametrize("processes", [0, 2])
def test_an_error_in_a_task_is_raised(processes: int) -> None:
    with pytest.raises(TimeoutError, match="too late"):
        list(run_tasks(run_out_of_time, range(5), processes))
    assert active_children() == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals of the terminal are of POSIX")
def test_ctrl_c_reaches_only_the_process_that_shares_its_work() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    for blocked in run_tasks(blocked_signals, range(4), 2):
        assert signal.SIGINT in blocked
        assert signal.SIGTERM not in blocked
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


IN_A_CONSOLE = """
import ctypes, os, signal, subprocess, sys

# Whatever has started the tests may ignore Ctrl-C, and so would all of these.
ctypes.windll.kernel32.SetConsoleCtrlHandler(None, False)
signal.signal(signal.SIGINT, lambda *_: None)
command = [sys.executable, "-m", "foxduet", *sys.argv[1:]]
with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
    print(process.stdout.readline())
    os.kill(0, signal.CTRL_C_EVENT)
    print(*process.communicate(), process.returncode)
"""
"""What the shell of a console of Windows does where Ctrl-C is pressed as helpers appear."""


@pytest.mark.skipif(sys.platform != "win32", reason="there are no such consoles elsewhere")
def test_ctrl_c_in_a_console_ends_processes_that_load_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_at_the_start(TELLING_HELPERS, tmp_path, monkeypatch)
    command = "simulate --level 1 --games 999999 --seats steady,steady --jobs 2"
    shell = subprocess.run(
        [sys.executable, "-c", IN_A_CONSOLE, *command.split()],
        capture_output=True,
        text=True,
        check=True,
        cwd=PROJECT,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        timeout=PATIENCE_SECONDS,
    )
    first, rest = shell.stdout.splitlines()
    output, _errors, status = rest.rsplit(maxsplit=2)
    assert first == r"b'helper\n'"
    assert output in ("b''", first)
    assert int(status) == 130, shell.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are of POSIX")
def test_no_process_outlives_the_one_that_shares_its_work() -> None:
    program = (
        "from foxduet.ai.workers import run_tasks\n"
        "from tests.support.tasks import square_of_the_first\n"
        "for square in run_tasks(square_of_the_first, range(50), 2):\n"
        "    print(square, flush=True)\n"
    )
    with in_a_group("-c", program) as process:
        assert lines_of(process, 1) == [b"0\n"]
        process.kill()
        # A process that is still running would keep the pipe open.
        assert process.communicate(timeout=PATIENCE_SECONDS)[0] == b""


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
        # Which it is depends on the version of Python.
        with pytest.raises((AttributeError, TypeError, PicklingError)):
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
