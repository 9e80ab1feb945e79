"""Jobs in a background thread: started, stopped, limited, and thoughts on observations only."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from foxduet.ai import workers as thinking
from foxduet.ai.names import KINDS
from foxduet.ai.partner import Partner, Stop, Thought, adviser_named, never, partner_named
from foxduet.ai.workers import Job, Purpose, Think, Worker
from foxduet.core.common import Seat
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.play.game import Game
from foxduet.play.table import Session
from foxduet.ui.kit.screen import SECONDS_OF_A_THOUGHT, Context, Options
from foxduet.ui.table.background import partner_job
from tests.support.machine import PATIENCE_SECONDS, leave_only, until
from tests.support.players import beginning_of, duet
from tests.support.solo import PARTNER, PLAYER, SOLO, turns_before
from tests.support.tables import STILL, WINDOW, at_table


def thought_on(
    seat: Seat = PARTNER, purpose: Purpose = Purpose.CHOICE, limit: float = 1000
) -> Think:
    """Return a thought on the fixed game's first decision of a seat."""
    game = beginning_of(SOLO, turns_before(Choice.PLAY, seat))
    return Think(purpose, "novice", game, seat, limit)


def answer_of(worker: Worker[Any]) -> Any:
    """Wait for the next answer."""
    answers: list[Any] = []

    def has_answer() -> bool:
        answers.append(worker.answer())
        return answers[-1] is not None

    until(has_answer)
    return answers[-1]


def answer_to(job: Job[Any]) -> Any:
    """Have a job done in the background; return its next answer."""
    worker = Worker[Any]()
    worker.start(job)
    return answer_of(worker)


def tireless(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
    """Think until stopped."""
    while not stop():
        threading.Event().wait(0.005)
    return Thought(observation.choices[0], cut_short=True)


def use_partner(monkeypatch: pytest.MonkeyPatch, partner: Partner) -> None:
    """Let ``partner`` think under any name."""
    for name in ("partner_named", "adviser_named"):
        monkeypatch.setattr(thinking, name, lambda _game, _name, _opposite: partner)


@pytest.fixture
def _tireless(monkeypatch: pytest.MonkeyPatch) -> None:
    use_partner(monkeypatch, tireless)


def threads() -> int:
    """Count the threads that do jobs."""
    return sum(one.name.startswith("ThreadPoolExecutor") for one in threading.enumerate())


def test_a_thought_comes_from_a_thread() -> None:
    worker = Worker[Thought]()
    assert worker.answer() is None
    worker.start(thought_on())
    assert answer_of(worker).action in thought_on().observation.choices
    worker.stop()
    assert worker.answer() is None


def test_each_answer_is_given_once() -> None:
    worker = Worker[Thought]()
    worker.start(thought_on())
    answer_of(worker)
    until(lambda: threads() == 0)
    assert worker.answer() is None


def test_stopping_waits_for_no_thought_and_ends_the_thread_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_thinking, may_end = threading.Event(), threading.Event()

    def deaf(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
        is_thinking.set()
        assert may_end.wait(PATIENCE_SECONDS)
        return Thought(observation.choices[0])

    use_partner(monkeypatch, deaf)
    worker = Worker[Thought]()
    worker.start(thought_on())
    assert is_thinking.wait(PATIENCE_SECONDS)
    assert worker.answer() is None
    worker.stop()
    assert threads() == 1
    may_end.set()
    until(lambda: threads() == 0)
    assert worker.answer() is None


@pytest.mark.usefixtures("_tireless")
def test_a_new_job_stops_the_one_before() -> None:
    worker = Worker[Thought]()
    worker.start(thought_on())
    worker.start(thought_on(PLAYER))
    until(lambda: threads() == 1)
    assert worker.answer() is None
    worker.stop()
    until(lambda: threads() == 0)


@pytest.mark.usefixtures("_tireless")
def test_the_time_limit_ends_a_thought() -> None:
    assert answer_to(thought_on(limit=0.05)).cut_short


def test_an_error_in_a_thought_is_raised_where_the_answer_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
        raise KeyError("no idea")

    use_partner(monkeypatch, fail)
    worker = Worker[Thought]()
    worker.start(thought_on())
    until(lambda: threads() == 0)
    with pytest.raises(KeyError, match="no idea"):
        worker.answer()


def test_a_partner_sees_no_more_than_its_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Observation] = []

    def listen(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
        seen.append(observation)
        return Thought(observation.choices[0])

    use_partner(monkeypatch, listen)
    for one in (thought_on(), thought_on(PLAYER, Purpose.HINT)):
        answer_to(one)
        assert seen.pop() == observe(one.game.state, one.seat)


@pytest.mark.parametrize("purpose", Purpose)
def test_the_partner_that_advises_people_compares_all_choices(
    purpose: Purpose, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def remembering(
        name: str, partner: Callable[[str, str], Partner]
    ) -> Callable[[str, str, str | None], Partner]:
        def named(game: str, of: str, opposite: str | None) -> Partner:
            asked.append(name)
            return partner(game, of)

        return named

    for name, partner in (("partner_named", partner_named), ("adviser_named", adviser_named)):
        monkeypatch.setattr(thinking, name, remembering(name, partner))
    answer_to(thought_on(purpose=purpose))
    assert asked == ["partner_named" if purpose is Purpose.CHOICE else "adviser_named"]


@pytest.mark.parametrize("purpose", Purpose)
def test_people_are_told_chances_beside_the_partner_at_the_table(purpose: Purpose) -> None:
    """The partner's own choice is nobody's figure."""
    by_kind = {}
    for kind in KINDS:
        job = thought_on(PLAYER, purpose)
        header = replace(job.game.header, ai=(None, kind))
        game = replace(job.game, header=header)
        thought = answer_to(replace(job, partner="expert:20", game=game))
        assert bool(thought.raw) is (purpose is not Purpose.CHOICE)
        by_kind[kind] = thought.estimates[0].win
    order = [by_kind[kind] for kind in KINDS]
    assert order == sorted(order)
    assert len(set(order)) == (1 if purpose is Purpose.CHOICE else len(KINDS))


def test_equal_thoughts_have_equal_generators_and_hints_have_others() -> None:
    equal = (thought_on(), thought_on(), thought_on(purpose=Purpose.ADVICE))
    drawn = [one.chance.random() for one in equal]
    assert len(set(drawn)) == 1
    assert thought_on(purpose=Purpose.HINT).chance.random() != drawn[0]


def test_without_a_seed_the_system_provides_randomness() -> None:
    game = Game(duet(1, ("a", "b")), SOLO.first, SOLO.turns[:1])
    drawn = {Think(Purpose.CHOICE, "novice", game, PARTNER, 1).chance.random() for _ in range(3)}
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
    worker = Worker[int]()
    worker.start(job)
    assert answer_of(worker) == 1
    job.may_continue.release(2)
    until(lambda: threads() == 0)
    assert worker.answer() == 3
    assert worker.answer() is None


def test_a_job_starts_once_the_one_before_has_ended() -> None:
    log: list[str] = []
    before, after = Counting(2, log=log), Counting(1, log=log)
    worker = Worker[int]()
    worker.start(before)
    assert answer_of(worker) == 1
    worker.start(after)
    assert answer_of(worker) == 1
    until(lambda: threads() == 0)
    assert log == ["started", "ended", "started", "ended"]


def test_a_job_that_was_stopped_before_it_started_never_starts() -> None:
    before, after = Counting(2, may_end=threading.Semaphore(0)), Counting(1)
    worker = Worker[int]()
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
    worker = Worker[int]()
    worker.start(job)
    assert job.log == []
    assert worker.answer() == 1
    job.may_continue.release()
    assert [worker.answer() for _ in range(4)] == [None, 2, None, None]
    assert job.log == ["started", "ended"]
    worker.stop()
    assert worker.answer() is None


@pytest.mark.usefixtures("_no_threads")
def test_work_that_is_stopped_without_a_thread_ends_at_once() -> None:
    job = Counting(2)
    worker = Worker[int]()
    worker.start(job)
    assert worker.answer() == 1
    worker.stop()
    assert job.log == ["started", "ended"]


@pytest.mark.usefixtures("_no_threads")
def test_without_a_thread_a_partner_still_thinks() -> None:
    worker = Worker[Thought]()
    worker.start(thought_on())
    thought = worker.answer()
    assert thought is not None
    assert thought.action in thought_on().observation.choices


@pytest.mark.parametrize("effort", [0.0, 0.1, 0.45])
def test_a_choice_takes_equally_long_however_hard_it_was(
    effort: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]

    def spend(seconds: float) -> None:
        now[0] += seconds

    def partner(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
        spend(effort)
        return Thought(observation.choices[0])

    use_partner(monkeypatch, partner)
    monkeypatch.setattr("foxduet.ai.partner.monotonic", lambda: now[0])
    monkeypatch.setattr(thinking, "sleep", spend)
    assert list(replace(thought_on(), pace=0.5).run(never))
    assert now[0] == pytest.approx(0.5, abs=0.03)


def test_a_thought_that_is_done_ends_at_once_when_it_is_stopped() -> None:
    worker = Worker[Any]()
    worker.start(replace(thought_on(), pace=1000))
    worker.stop()
    until(lambda: threads() == 0)


def test_the_partner_at_the_table_keeps_its_pace_and_hints_do_not() -> None:
    table = at_table(Session(beginning_of(SOLO, turns_before(Choice.PLAY, PARTNER))))
    context = Context(Options(STILL, "duet"), WINDOW)
    short = Context(Options(STILL, "duet", limit=0.1), WINDOW)
    for purpose, of_the_run, pace in (
        (Purpose.CHOICE, context, SECONDS_OF_A_THOUGHT),
        (Purpose.ADVICE, context, 0),
        (Purpose.CHOICE, short, 0.1),
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
        return partner_named(game, name, other)

    monkeypatch.setattr(thinking, "partner_named", named)
    answer_to(thought_on(seat))
    assert asked == [None]
