"""Work shared with processes: the same results in the same order, whatever becomes of them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field, replace
from itertools import count
from multiprocessing import active_children, connection
from pathlib import Path
from pickle import PicklingError
from random import Random
from threading import Thread
from threading import enumerate as all_threads
from typing import Any

import pytest

from foxduet.ai import workers
from foxduet.ai import workers as thinking
from foxduet.ai.partner import (
    KINDS,
    Partner,
    Stop,
    Thought,
    get_adviser,
    get_partner,
    never_stop,
)
from foxduet.ai.workers import (
    Cluster,
    JobRunner,
    ProcessPool,
    ThinkPurpose,
    resolve_jobs,
    run_tasks,
)
from foxduet.analysis.review_file import ReviewTask
from foxduet.analysis.review_job import complete_review
from foxduet.analysis.simulation import PlayedGame, Series, play_series
from foxduet.core.cards import Result, Seat
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.rules.state import Choice, Setup
from foxduet.play.game import Game
from foxduet.play.table_session import TableSession
from foxduet.ui.kit.screen import DEFAULT_PACE, Context, RunOptions
from foxduet.ui.table.advice import partner_job
from tests.support.players import VICTORY, beginning_of, duet, fewer
from tests.support.processes import (
    DONE_HERE,
    FATAL,
    GARBAGE,
    GREETING,
    LOST_HELPERS,
    NO_THREADS,
    PATIENCE_SECONDS,
    PROJECT,
    SHORT_OF,
    SILENCE,
    STUCK_HELPERS,
    TELLING_HELPERS,
    WEB,
    LocalCluster,
    address_of_worker,
    blocked_signals,
    in_a_group,
    leave_only,
    lines_of,
    listening,
    needs,
    run_at_the_start,
    run_out_of_time,
    square,
    square_and_note,
    square_and_process,
    square_at_home,
    square_of_the_first,
    square_or_die,
    until,
)
from tests.support.tables import PARTNER, PLAYER, SOLO, STILL, WINDOW, at_table, turns_before

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
    assert [resolve_jobs(jobs) for jobs in (1, 2, 7, None)] == [0, 2, 7, 4]
    assert resolve_jobs(Cluster("host", 8786)) == Cluster("host", 8786)
    monkeypatch.setattr("os.cpu_count", lambda: None)
    assert resolve_jobs(None) == 0


def test_this_process_is_no_helper() -> None:
    assert not workers.is_worker_process()


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
    assert [pool.worker_count for pool in pools] == [0]
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
        "from tests.support.processes import square_of_the_first\n"
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
        assert pool.worker_count == 2
    assert active_children() == []


def test_a_process_is_started_for_each_task_up_to_the_most() -> None:
    with ProcessPool(3) as pool:
        for alive in (1, 2, 3, 3):
            assert pool.submit(square_and_process, 1).result()[1] != os.getpid()
            assert pool.worker_count == alive


def test_an_error_of_a_task_is_told_in_words() -> None:
    with ProcessPool(1) as pool:
        failed = pool.submit(run_out_of_time, 1)
        assert str(failed.exception()) == "TimeoutError: too late"
        assert isinstance(failed.exception(), workers.TaskError)
        assert pool.submit(square, 3).result() == 9


def test_what_cannot_be_sent_is_an_error_of_its_task_or_of_the_caller() -> None:
    with ProcessPool(1) as pool:
        # Which it is depends on the version of Python.
        with pytest.raises((AttributeError, TypeError, PicklingError)):
            pool.submit(lambda: 1)
        assert isinstance(pool.submit(open, os.devnull).exception(), workers.TaskError)
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
        yield from run_tasks(square, [self.number], self.helpers, stop)


@pytest.mark.usefixtures("_held_pipes")
def test_a_worker_does_the_next_job_after_one_that_was_left_while_its_process_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_at_the_start(STUCK_HELPERS, tmp_path, monkeypatch)
    monkeypatch.setenv("STUCK_AT", str(tmp_path / "stuck"))
    worker = JobRunner[int]()
    worker.start(Squaring(2, helpers=1))
    until((tmp_path / "stuck").exists)
    worker.start(Squaring(3, helpers=0))
    until(lambda: worker.take_answer() == 9)
    assert active_children() == []


def thought_on(
    seat: Seat = PARTNER, purpose: ThinkPurpose = ThinkPurpose.CHOICE, limit: float = 1000
) -> workers.ThinkJob:
    """Return a thought on the fixed game's first decision of a seat."""
    game = beginning_of(SOLO, turns_before(Choice.PLAY, seat))
    return workers.ThinkJob(purpose, "novice", game, seat, limit)


def answer_of(worker: JobRunner[Any]) -> Any:
    """Wait for the next answer."""
    answers: list[Any] = []

    def has_answer() -> bool:
        answers.append(worker.take_answer())
        return answers[-1] is not None

    until(has_answer)
    return answers[-1]


def answer_to(job: workers.Job[Any]) -> Any:
    """Have a job done in the background; return its next answer."""
    worker = JobRunner[Any]()
    worker.start(job)
    return answer_of(worker)


def tireless(observation: Observation, rng: Random, stop: Stop = never_stop) -> Thought:
    """Think until stopped."""
    while not stop():
        threading.Event().wait(0.005)
    return Thought(observation.choices[0], cut_short=True)


def use_partner(monkeypatch: pytest.MonkeyPatch, partner: Partner) -> None:
    for name in ("get_partner", "get_adviser"):
        monkeypatch.setattr(thinking, name, lambda _game, _name, _opposite: partner)


@pytest.fixture
def _tireless(monkeypatch: pytest.MonkeyPatch) -> None:
    use_partner(monkeypatch, tireless)


def threads() -> int:
    """Count the threads that do jobs."""
    return sum(one.name.startswith("ThreadPoolExecutor") for one in threading.enumerate())


def test_a_thought_comes_from_a_thread() -> None:
    worker = JobRunner[Thought]()
    assert worker.take_answer() is None
    worker.start(thought_on())
    assert answer_of(worker).action in thought_on().observation.choices
    worker.stop()
    assert worker.take_answer() is None


def test_each_answer_is_given_once() -> None:
    worker = JobRunner[Thought]()
    worker.start(thought_on())
    answer_of(worker)
    until(lambda: threads() == 0)
    assert worker.take_answer() is None


def test_stopping_waits_for_no_thought_and_ends_the_thread_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_thinking, may_end = threading.Event(), threading.Event()

    def deaf(observation: Observation, rng: Random, stop: Stop = never_stop) -> Thought:
        is_thinking.set()
        assert may_end.wait(PATIENCE_SECONDS)
        return Thought(observation.choices[0])

    use_partner(monkeypatch, deaf)
    worker = JobRunner[Thought]()
    worker.start(thought_on())
    assert is_thinking.wait(PATIENCE_SECONDS)
    assert worker.take_answer() is None
    worker.stop()
    assert threads() == 1
    may_end.set()
    until(lambda: threads() == 0)
    assert worker.take_answer() is None


@pytest.mark.usefixtures("_tireless")
def test_a_new_job_stops_the_one_before() -> None:
    worker = JobRunner[Thought]()
    worker.start(thought_on())
    worker.start(thought_on(PLAYER))
    until(lambda: threads() == 1)
    assert worker.take_answer() is None
    worker.stop()
    until(lambda: threads() == 0)


@pytest.mark.usefixtures("_tireless")
def test_the_time_limit_ends_a_thought() -> None:
    assert answer_to(thought_on(limit=0.05)).cut_short


def test_an_error_in_a_thought_is_raised_where_the_answer_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(observation: Observation, rng: Random, stop: Stop = never_stop) -> Thought:
        raise KeyError("no idea")

    use_partner(monkeypatch, fail)
    worker = JobRunner[Thought]()
    worker.start(thought_on())
    until(lambda: threads() == 0)
    with pytest.raises(KeyError, match="no idea"):
        worker.take_answer()


def test_a_partner_sees_no_more_than_its_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Observation] = []

    def listen(observation: Observation, rng: Random, stop: Stop = never_stop) -> Thought:
        seen.append(observation)
        return Thought(observation.choices[0])

    use_partner(monkeypatch, listen)
    for one in (thought_on(), thought_on(PLAYER, ThinkPurpose.HINT)):
        answer_to(one)
        assert seen.pop() == observe(one.game.state, one.seat)


@pytest.mark.parametrize("purpose", ThinkPurpose)
def test_the_partner_that_advises_people_compares_all_choices(
    purpose: ThinkPurpose, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def remembering(
        name: str, partner: Callable[[str, str], Partner]
    ) -> Callable[[str, str, str | None], Partner]:
        def named(game: str, of: str, opposite: str | None) -> Partner:
            asked.append(name)
            return partner(game, of)

        return named

    for name, partner in (("get_partner", get_partner), ("get_adviser", get_adviser)):
        monkeypatch.setattr(thinking, name, remembering(name, partner))
    answer_to(thought_on(purpose=purpose))
    assert asked == ["get_partner" if purpose is ThinkPurpose.CHOICE else "get_adviser"]


@pytest.mark.parametrize("purpose", ThinkPurpose)
def test_people_are_told_chances_beside_the_partner_at_the_table(purpose: ThinkPurpose) -> None:
    """The partner's own choice is nobody's figure."""
    by_kind = {}
    for kind in KINDS:
        job = thought_on(PLAYER, purpose)
        header = replace(job.game.header, ai=(None, kind))
        game = replace(job.game, header=header)
        thought = answer_to(replace(job, partner="expert:20", game=game))
        assert bool(thought.raw) is (purpose is not ThinkPurpose.CHOICE)
        by_kind[kind] = thought.estimates[0].win
    order = [by_kind[kind] for kind in KINDS]
    assert order == sorted(order)
    assert len(set(order)) == (1 if purpose is ThinkPurpose.CHOICE else len(KINDS))


def test_equal_thoughts_have_equal_generators_and_hints_have_others() -> None:
    equal = (thought_on(), thought_on(), thought_on(purpose=ThinkPurpose.ADVICE))
    drawn = [one.rng.random() for one in equal]
    assert len(set(drawn)) == 1
    assert thought_on(purpose=ThinkPurpose.HINT).rng.random() != drawn[0]


def test_without_a_seed_the_system_provides_randomness() -> None:
    game = Game(duet(1, ("a", "b")), SOLO.initial_state, SOLO.turns[:1])
    drawn = {
        workers.ThinkJob(ThinkPurpose.CHOICE, "novice", game, PARTNER, 1).rng.random()
        for _ in range(3)
    }
    assert len(drawn) == 3


@dataclass
class Counting:
    """A job that counts, a number each time it may continue, and logs when it starts and ends."""

    last: int
    may_continue: threading.Semaphore = field(default_factory=threading.Semaphore)
    log: list[str] = field(default_factory=list)
    may_end: threading.Semaphore = field(default_factory=threading.Semaphore)

    def run(self, stop: Stop) -> Generator[int | None, None, None]:
        """Yield the numbers from 1 on, and nothing between them."""
        self.log.append("started")
        try:
            for number in range(1, self.last + 1):
                while not self.may_continue.acquire(timeout=0.005):
                    if stop():
                        return
                yield number
                yield None
        finally:
            self.may_end.acquire()
            self.log.append("ended")


def test_the_newest_of_several_answers_is_given() -> None:
    job = Counting(3)
    worker = JobRunner[int]()
    worker.start(job)
    assert answer_of(worker) == 1
    job.may_continue.release(2)
    until(lambda: threads() == 0)
    assert worker.take_answer() == 3
    assert worker.take_answer() is None


def test_a_job_starts_once_the_one_before_has_ended() -> None:
    log: list[str] = []
    before, after = Counting(2, log=log), Counting(1, log=log)
    worker = JobRunner[int]()
    worker.start(before)
    assert answer_of(worker) == 1
    worker.start(after)
    assert answer_of(worker) == 1
    until(lambda: threads() == 0)
    assert log == ["started", "ended", "started", "ended"]


def test_a_job_that_was_stopped_before_it_started_never_starts() -> None:
    before, after = Counting(2, may_end=threading.Semaphore(0)), Counting(1)
    worker = JobRunner[int]()
    worker.start(before)
    assert answer_of(worker) == 1
    worker.start(after)
    worker.stop()
    before.may_end.release()
    until(lambda: threads() == 0)
    assert (before.log, after.log) == (["started", "ended"], [])


@pytest.fixture
def _no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_only(0, "threads", monkeypatch)


@pytest.mark.usefixtures("_no_threads")
def test_without_a_thread_each_call_does_a_piece_of_the_work() -> None:
    job = Counting(2)
    worker = JobRunner[int]()
    worker.start(job)
    assert job.log == []
    assert worker.take_answer() == 1
    job.may_continue.release()
    assert [worker.take_answer() for _ in range(4)] == [None, 2, None, None]
    assert job.log == ["started", "ended"]
    worker.stop()
    assert worker.take_answer() is None


@pytest.mark.usefixtures("_no_threads")
def test_work_that_is_stopped_without_a_thread_ends_at_once() -> None:
    job = Counting(2)
    worker = JobRunner[int]()
    worker.start(job)
    assert worker.take_answer() == 1
    worker.stop()
    assert job.log == ["started", "ended"]


@pytest.mark.usefixtures("_no_threads")
def test_without_a_thread_a_partner_still_thinks() -> None:
    worker = JobRunner[Thought]()
    worker.start(thought_on())
    thought = worker.take_answer()
    assert thought is not None
    assert thought.action in thought_on().observation.choices


@pytest.mark.parametrize("effort", [0.0, 0.1, 0.45])
def test_a_choice_takes_equally_long_however_hard_it_was(
    effort: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]

    def spend(seconds: float) -> None:
        now[0] += seconds

    def partner(observation: Observation, rng: Random, stop: Stop = never_stop) -> Thought:
        spend(effort)
        return Thought(observation.choices[0])

    use_partner(monkeypatch, partner)
    monkeypatch.setattr("foxduet.ai.partner.monotonic", lambda: now[0])
    monkeypatch.setattr(thinking, "sleep", spend)
    assert list(replace(thought_on(), pace=0.5).run(never_stop))
    assert now[0] == pytest.approx(0.5, abs=0.03)


def test_a_thought_that_is_done_ends_at_once_when_it_is_stopped() -> None:
    worker = JobRunner[Any]()
    worker.start(replace(thought_on(), pace=1000))
    worker.stop()
    until(lambda: threads() == 0)


def test_the_partner_at_the_table_keeps_its_pace_and_hints_do_not() -> None:
    table = at_table(TableSession(beginning_of(SOLO, turns_before(Choice.PLAY, PARTNER))))
    context = Context(RunOptions(STILL, "duet"), WINDOW)
    short = Context(RunOptions(STILL, "duet", limit=0.1), WINDOW)
    for purpose, of_the_run, pace in (
        (ThinkPurpose.CHOICE, context, DEFAULT_PACE),
        (ThinkPurpose.ADVICE, context, 0),
        (ThinkPurpose.CHOICE, short, 0.1),
    ):
        job = partner_job(table.session, purpose, of_the_run)
        assert job is not None
        assert job.pace == pace


@pytest.mark.parametrize("seat", [PLAYER, PARTNER], ids=["of a person", "of a partner"])
def test_a_thought_in_a_game_with_a_person_expects_no_expert(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []

    def named(game: str, name: str, other: str | None) -> Partner:
        asked.append(other)
        return get_partner(game, name, other)

    monkeypatch.setattr(thinking, "get_partner", named)
    answer_to(thought_on(seat))
    assert asked == [None]


needs_distributed = needs("distributed", "cluster")
NO_SCHEDULER = "'{cluster}' is not a scheduler's address, such as tcp://host:8786"
SERIES = Series("duet", Setup(2), 16, ("steady", "random"), 11)


@pytest.mark.parametrize(
    ("text", "cluster"),
    [
        ("tcp://host:8786", Cluster("host", 8786)),
        ("tcp://10.0.0.7:1", Cluster("10.0.0.7", 1)),
        ("tcp://a_b.org.:80", Cluster("a_b.org.", 80)),
        ("tcp://[::1]:65535", Cluster("[::1]", 65535)),
    ],
)
def test_a_cluster_is_named_by_the_address_of_its_scheduler(text: str, cluster: Cluster) -> None:
    assert workers.parse_cluster(text) == cluster
    assert str(cluster) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "host", "host:8786", "tcp://host", "tcp://:8786", "tcp://host:0", "tcp://host:65536"),
        *("tcp://host:x", "http://host:8786", "tcp://a b:8786", "tcp://host:8786/"),
        *("tcp://::1:8786", "tcp://.:1", "tcp://a..b:80", "tcp://[.a]:80"),
        f"tcp://{'a' * 64}.org:80",
    ],
)
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(
        workers.ClusterError, match="is not a scheduler's address, such as tcp://host"
    ):
        workers.parse_cluster(text)


def test_without_the_extra_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(workers.ClusterError, match=r"pip install 'foxduet\[cluster\]'"):
        workers.ClusterPool(Cluster("127.0.0.1", 8786))


@needs_distributed
def test_a_scheduler_that_is_not_there_is_one_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(workers.ClusterError, match=r"cannot reach|does not answer"):
        next(run_tasks(square, range(50), Cluster("127.0.0.1", port)))


@needs_distributed
@pytest.mark.parametrize(
    ("says", "seconds", "error"),
    [
        (SILENCE, 0.5, "the cluster {cluster} does not answer"),
        (GREETING, 0.5, "the cluster {cluster} does not answer"),
        (WEB, PATIENCE_SECONDS, NO_SCHEDULER),
        (GARBAGE, PATIENCE_SECONDS, NO_SCHEDULER),
        (GREETING * 3, PATIENCE_SECONDS, NO_SCHEDULER),
    ],
    ids=["silence", "a greeting only", "a web server", "garbage", "a greeting for an answer"],
)
def test_what_is_no_scheduler_is_one_error_and_leaves_no_thread_behind(
    says: bytes,
    seconds: float,
    error: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("foxduet.ai.workers._TIMEOUT_SECONDS", seconds)
    with listening(says) as listener:
        with pytest.raises(workers.ClusterError) as refused:
            workers.ClusterPool(listener.cluster)
        assert str(refused.value) == error.format(cluster=listener.cluster)
        assert not [one for one in all_threads() if one.name.startswith("IO loop")]
    assert capfd.readouterr() == ("", "")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[LocalCluster]:
    """Return a cluster of two workers."""
    local = LocalCluster(tmp_path / "cluster", workers=2)
    try:
        pool = workers.ClusterPool(local.cluster)
        until(lambda: pool.worker_count == 2)
        pool.shutdown()
        yield local
    finally:
        local.end()


def plain(played: list[PlayedGame]) -> list[tuple[Result, list[int]]]:
    """Return what does not depend on the clock."""
    return [(game.result, [*map(len, game.seconds)]) for game in played]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# A cluster takes long to start: one is there for all.
@needs_distributed
@pytest.mark.usefixtures("_quick_reviews")
def test_all_is_the_same_though_workers_are_killed_and_a_lost_scheduler_is_one_error(
    cluster: LocalCluster, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    done_by = {pid for _square, pid in run_tasks(square_and_process, range(50), cluster.cluster)}
    assert done_by == {worker.pid for worker in cluster.workers}

    alone, shared = (replace(SERIES, records=tmp_path / name) for name in ("alone", "shared"))
    games = play_series(shared, cluster.cluster)
    played = [next(games) for _ in range(3)]
    cluster.workers[0].kill()
    played += games
    assert plain(played) == plain(list(play_series(alone, 1)))
    assert contents(tmp_path / "shared") == contents(tmp_path / "alone")

    game = beginning_of(VICTORY, 12)
    one, two = (ReviewTask(game, tmp_path / name, "expert:20") for name in ("one.toml", "two.toml"))
    *_before, last = complete_review(one, cluster.cluster)
    *_before, last_alone = complete_review(two, 1)
    assert last.review == last_alone.review is not None

    assert list(run_tasks(square_at_home, range(50), cluster.cluster)) == SQUARES
    (address,) = run_tasks(address_of_worker, [0], cluster.cluster)
    with pytest.raises(workers.ClusterError, match=f"'{address}' is not a scheduler's address"):
        workers.ClusterPool(workers.parse_cluster(address))
    results = run_tasks(square, range(50), cluster.cluster)
    assert [next(results) for _ in range(3)] == SQUARES[:3]
    for worker in cluster.workers:
        worker.kill()
    assert list(results) == SQUARES[3:]
    assert list(run_tasks(square, range(50), cluster.cluster)) == SQUARES

    results = run_tasks(square, range(50), cluster.cluster)
    assert next(results) == 0
    cluster.scheduler.kill()
    with pytest.raises(
        workers.ClusterError, match=f"the cluster {cluster.cluster} does not answer"
    ):
        list(results)
    assert capfd.readouterr() == ("", "")
