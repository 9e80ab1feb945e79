"""Working reviews out and keeping them: at once the next time, and on from an interruption."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import replace
from itertools import pairwise
from multiprocessing import active_children
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import NoReturn

import pytest

from foxduet.ai.names import REVIEWER
from foxduet.ai.partner import Stop, Thought, never
from foxduet.analysis import review_job as work
from foxduet.analysis.review import Progress, Review, moments_of
from foxduet.analysis.review_file import SUFFIX, Task, fingerprint, keep, load_kept, places_of
from foxduet.analysis.review_job import BackgroundReviewer, Work, work_out
from foxduet.play.game import Game
from foxduet.rules.duet.observation import Observation
from tests.support.entries import resigned
from tests.support.players import DEFEAT, VICTORY, beginning_of
from tests.support.reviews import quick_hindsight, quick_partner, review_of, task_in


class Counting:
    """A partner that counts its thoughts, and may be interrupted at one of them."""

    def __init__(self, interrupted_at: int = 0) -> None:
        self.thoughts = 0
        self.interrupted_at = interrupted_at

    def __call__(self, observation: Observation, rng: Random, stop: Stop = never) -> Thought:
        self.thoughts += 1
        if self.thoughts == self.interrupted_at:
            raise KeyboardInterrupt
        return quick_partner(observation, rng, stop)


def use(monkeypatch: pytest.MonkeyPatch, partner: Counting) -> Counting:
    monkeypatch.setattr(work, "adviser_named", lambda _name: partner)
    monkeypatch.setattr(work, "with_open_hands", quick_hindsight)
    return partner


def done(task: Task) -> Review:
    """Work a review out in this process."""
    *_before, last = work_out(task, 1)
    assert last.review is not None
    return last.review


def test_a_finished_review_opens_at_once_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = use(monkeypatch, Counting())
    review = done(task_in(tmp_path))
    assert first.thoughts == len(moments_of(VICTORY))
    assert (tmp_path / f"game.toml{SUFFIX}").exists()
    second = use(monkeypatch, Counting())
    assert done(task_in(tmp_path)) == review
    assert second.thoughts == 0
    reviewer = BackgroundReviewer(2)
    reviewer.start(task_in(tmp_path))
    assert reviewer.progress().review == review
    assert active_children() == []


def test_an_interrupted_review_goes_on_from_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting(interrupted_at=31))
    with pytest.raises(KeyboardInterrupt):
        done(task_in(tmp_path))
    assert len(load_kept(task_in(tmp_path))) == 30
    later = use(monkeypatch, Counting())
    resumed = done(task_in(tmp_path))
    assert later.thoughts == len(moments_of(VICTORY)) - 30
    (tmp_path / f"game.toml{SUFFIX}").unlink()
    assert done(task_in(tmp_path)) == resumed


def test_a_review_is_put_on_file_while_it_is_worked_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting())
    monkeypatch.setattr(work, "_SECONDS_BETWEEN_SAVES", 0.0)
    under_way = work_out(task_in(tmp_path), 1)
    for _ in range(7):
        next(under_way)
    assert len(load_kept(task_in(tmp_path))) == 7
    under_way.close()


@pytest.mark.parametrize(
    "other",
    [
        replace(task_in(Path()), game=DEFEAT),
        replace(task_in(Path()), partner="expert:501"),
        replace(task_in(Path()), game=replace(VICTORY, turns=VICTORY.turns[:-1])),
    ],
    ids=["game", "strength", "actions"],
)
def test_a_review_of_something_else_is_not_taken(tmp_path: Path, other: Task) -> None:
    task, other = task_in(tmp_path), replace(other, path=tmp_path / "game.toml")
    keep(task, {one.number: one for one in review_of(VICTORY).assessments})
    assert load_kept(task)
    # Even where it has the name of the other's.
    places_of(task)[0].replace(places_of(other)[0])
    assert load_kept(other) == {}


def test_each_strength_has_a_file_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting())
    quick, thorough = (
        replace(task_in(tmp_path), partner=partner) for partner in (REVIEWER, "expert:2000")
    )
    review = done(quick)
    use(monkeypatch, Counting(interrupted_at=31))
    with pytest.raises(KeyboardInterrupt):
        done(thorough)
    later = use(monkeypatch, Counting())
    assert done(quick) == review
    assert later.thoughts == 0
    assert len(load_kept(thorough)) == 30
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"game.toml.review.json", "game.toml.review-2000.json"}


def test_a_review_by_another_version_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(task_in(tmp_path), {one.number: one for one in review_of(VICTORY).assessments})
    monkeypatch.setattr("foxduet.analysis.review_file.__version__", "99")
    assert load_kept(task_in(tmp_path)) == {}


def test_names_dates_and_hints_make_no_other_game() -> None:
    header = replace(VICTORY.header, players=("A", "B"), hints=(3,), seed=None)
    assert fingerprint(replace(VICTORY, header=header)) == fingerprint(VICTORY)


def _broken(text: str) -> Iterator[str]:
    table = json.loads(text)
    yield ""
    yield text[: len(text) // 2]
    yield "[" * 100_000
    yield "null"
    yield json.dumps({**table, "decisions": 3})
    for key, value in (
        ("action", 1),
        ("action", True),
        ("action", 100_000),
        ("best", "p1 play 7d p"),
        ("best", "team resign"),
        ("worlds", "many"),
        ("choices", [{}]),
        ("choices", table["decisions"][5]["choices"]),
        ("open_hands", [[]]),
    ):
        yield json.dumps({**table, "decisions": [{**table["decisions"][0], key: value}]})
    for key, value in (
        ("win", 2),
        ("win", "1"),
        ("score", float("nan")),
        ("score", 10**400),
        ("gem", None),
    ):
        first = table["decisions"][0]
        choices = [{**choice, key: value} for choice in first["choices"]]
        yield json.dumps({**table, "decisions": [{**first, "choices": choices}]})
    between = next(one for one in table["decisions"] if one["choices"] and not one["open_hands"])
    opened = table["decisions"][0]["open_hands"][0]
    for one, key, value in (
        (table["decisions"][0], "choices", []),
        (table["decisions"][0], "open_hands", []),
        (between, "open_hands", [opened | {"choice": one["choice"]} for one in between["choices"]]),
    ):
        yield json.dumps({**table, "decisions": [{**one, key: value}]})
    only = next(one for one in table["decisions"] if not one["choices"])
    estimate = {**table["decisions"][0]["choices"][0], "choice": only["best"]}
    yield json.dumps({**table, "decisions": [{**only, "choices": [estimate]}]})


@pytest.mark.parametrize(
    "game",
    [VICTORY, resigned(VICTORY, 30), resigned(VICTORY, 31)],
    ids=["won", "resigned", "resigned-later"],
)
def test_all_that_is_worked_out_is_in_order_when_it_is_read_again(
    tmp_path: Path, game: Game
) -> None:
    task = replace(task_in(tmp_path, game), partner="expert:2")
    review = done(task)
    assert tuple(load_kept(task).values()) == review.assessments


def test_a_review_that_is_not_in_order_is_worked_out_anew(tmp_path: Path) -> None:
    task = task_in(tmp_path)
    keep(task, {one.number: one for one in review_of(VICTORY).assessments})
    place = places_of(task)[0]
    text = place.read_text()
    assert load_kept(task) == {one.number: one for one in review_of(VICTORY).assessments}
    for broken in _broken(text):
        place.write_text(broken)
        assert load_kept(task) == {}


def test_where_the_record_cannot_have_company_its_review_is_kept_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting())
    task = replace(task_in(tmp_path), path=tmp_path / "no such folder" / "game.toml")
    review = done(task)
    assert places_of(task)[1].parent == tmp_path / "home" / "reviews"
    assert places_of(task)[1].exists()
    assert Work(task).progress().review == review


def test_a_review_that_can_be_kept_nowhere_is_there_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting())
    (tmp_path / "home").write_text("no folder")
    task = replace(task_in(tmp_path), path=tmp_path / "home" / "game.toml")
    *_before, last = work_out(task, 1)
    assert last.review is not None
    assert last.trouble is not None


def test_progress_tells_the_time_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Counting())
    told = list(work_out(task_in(tmp_path), 1))
    total = len(moments_of(VICTORY))
    assert [one.done for one in told] == [*range(1, total + 1), total]
    assert all(one.total == total for one in told)
    assert all(one.seconds_left is not None for one in told)
    assert Work(task_in(tmp_path, DEFEAT)).progress().seconds_left is None


def test_all_cores_lead_to_the_same_review(tmp_path: Path) -> None:
    game = beginning_of(VICTORY, 12)
    alone, shared = (
        replace(task_in(tmp_path, game), path=tmp_path / name, partner="expert:20")
        for name in ("one.toml", "two.toml")
    )
    *_before, last = work_out(shared, 2)
    assert last.review == done(alone)


def waited(reviewer: BackgroundReviewer) -> Progress:
    """Return the last progress of a review in the background."""
    end = monotonic() + 30
    while monotonic() < end:
        progress = reviewer.progress()
        if progress.review is not None:
            return progress
        sleep(0.01)
    raise AssertionError("it does not end")


def test_a_review_in_the_background_ends_is_kept_and_leaves_no_process(tmp_path: Path) -> None:
    game = beginning_of(VICTORY, 12)
    task = replace(task_in(tmp_path, game), partner="expert:20")
    reviewer = BackgroundReviewer(2)
    reviewer.start(task)
    assert waited(reviewer).review == done(replace(task, path=tmp_path / "other.toml"))
    assert len(load_kept(task)) == len(moments_of(game))
    reviewer.stop()
    assert active_children() == []


@pytest.fixture
def pools(monkeypatch: pytest.MonkeyPatch) -> list[Executor]:
    """Return the pools of processes that are started from now on."""
    started: list[Executor] = []
    start = work._processes

    def noted(jobs: int) -> Executor:
        started.append(start(jobs))
        return started[-1]

    monkeypatch.setattr(work, "_processes", noted)
    return started


def kill_a_process() -> None:
    """Kill one of the processes that share the work, as a system without memory does."""
    active_children()[0].kill()


def test_what_a_killed_process_leaves_is_worked_out_without_others(
    tmp_path: Path, pools: list[Executor]
) -> None:
    task = replace(task_in(tmp_path, beginning_of(VICTORY, 60)), partner="expert:20")
    under_way = work_out(task, 2)
    next(under_way)
    kill_a_process()
    *_before, last = under_way
    assert last.review == done(replace(task, path=tmp_path / "other.toml"))
    assert len(pools) == 1
    assert active_children() == []


def test_a_process_that_is_killed_in_the_background_ends_nothing_but_itself(
    tmp_path: Path, pools: list[Executor]
) -> None:
    task = replace(task_in(tmp_path, beginning_of(VICTORY, 60)), partner="expert:20")
    reviewer = BackgroundReviewer(2)
    reviewer.start(task)
    kill_a_process()
    assert waited(reviewer).review == done(replace(task, path=tmp_path / "other.toml"))
    assert len(load_kept(task)) == len(moments_of(task.game))
    assert len(pools) == 1
    assert active_children() == []


def _no_semaphores(_jobs: int) -> Executor:
    raise OSError(errno.EMFILE, "Too many open files")


class _NoProcesses(Executor):
    """A pool for which the system starts no process."""

    def submit(self, *_args: object, **_keywords: object) -> NoReturn:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")


def _no_thread(*_arguments: object) -> NoReturn:
    raise RuntimeError("can't start new thread")


@pytest.fixture(params=["killed", "no semaphores", "no processes", "no threads"])
def _no_others(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no other process share any work."""
    start = work._processes

    def broken(jobs: int) -> Executor:
        pool = start(jobs)
        assert isinstance(pool.submit(os._exit, 1).exception(), BrokenExecutor)
        return pool

    if request.param == "no threads":
        monkeypatch.setattr("threading.Thread.start", _no_thread)
    pools: dict[str, Callable[[int], Executor]] = {
        "no threads": start,
        "killed": broken,
        "no semaphores": _no_semaphores,
        "no processes": lambda _jobs: _NoProcesses(),
    }
    monkeypatch.setattr(work, "_processes", pools[request.param])


@pytest.mark.usefixtures("_no_others")
def test_without_other_processes_a_decision_is_worked_out_between_any_two_keys(
    tmp_path: Path,
) -> None:
    task = replace(task_in(tmp_path, beginning_of(VICTORY, 12)), partner="expert:20")
    alone = done(replace(task, path=tmp_path / "alone.toml"))
    *_before, last = work_out(replace(task, path=tmp_path / "two.toml"), 2)
    assert last.review == alone
    reviewer = BackgroundReviewer(2)
    reviewer.start(task)
    total = len(moments_of(task.game))
    told = [reviewer.progress() for _ in range(total + 1)]
    steps = [after.done - before.done for before, after in pairwise(told)]
    assert (told[0].done <= 1, set(steps) <= {0, 1}, told[-1].done) == (True, True, total)
    assert told[-1].review == alone
    assert active_children() == []


def test_a_review_in_the_background_is_given_up_at_once_and_gone_on_with(tmp_path: Path) -> None:
    task = replace(task_in(tmp_path), partner="expert:60")
    reviewer = BackgroundReviewer(2)
    reviewer.start(task)
    end = monotonic() + 30
    while reviewer.progress().done < 5 and monotonic() < end:
        sleep(0.01)
    began = monotonic()
    reviewer.stop()
    assert monotonic() - began < 1
    assert active_children() == []
    assert 5 <= len(load_kept(task)) < len(moments_of(VICTORY))
    again = Work(task)
    assert again.progress().done == len(load_kept(task))
