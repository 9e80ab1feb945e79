"""Working reviews out and saving them: shown at once the next time, resumed if interrupted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from multiprocessing import active_children
from pathlib import Path
from random import Random
from threading import Event

import pytest

from foxduet.ai.jobs import Worker
from foxduet.ai.names import REVIEWER
from foxduet.ai.partner import Stop, Thought, never
from foxduet.analysis import review_job as work
from foxduet.analysis.review import Progress, Review, moments_of
from foxduet.analysis.review_file import (
    SUFFIX,
    SavedReview,
    Task,
    fingerprint,
    load_review,
    review_paths,
    save_review,
)
from foxduet.analysis.review_job import ReviewGame, Work, work_out
from foxduet.play.game import Game
from foxduet.rules.duet.observation import Observation
from tests.support.entries import resigned
from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.players import DEFEAT, VICTORY, beginning_of
from tests.support.reviews import (
    quick_hindsight,
    quick_par,
    quick_partner,
    saved_review,
    task_in,
)
from tests.support.shortages import leave_only


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
    """Let ``partner`` judge the games that are reviewed in this process."""
    monkeypatch.setattr(work, "adviser_named", lambda _game, _name: partner)
    monkeypatch.setattr("foxduet.analysis.duet.with_open_hands", quick_hindsight)
    monkeypatch.setattr(work, "par_moves", quick_par)
    return partner


def done(task: Task) -> Review:
    """Work a review out in this process."""
    *_before, last = work_out(task, 1)
    assert last.review is not None
    return last.review


def finished_by(worker: Worker[Progress]) -> Progress:
    """Wait for the last progress of a review in the background."""
    found: list[Progress] = []

    def is_found() -> bool:
        progress = worker.answer()
        found.extend([] if progress is None or progress.review is None else [progress])
        return bool(found)

    until(is_found)
    return found[0]


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
    worker = Worker[Progress]()
    worker.start(ReviewGame(task_in(tmp_path), 2))
    assert finished_by(worker).review == review
    assert active_children() == []


def test_an_interrupted_review_continues_from_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting(interrupted_at=31))
    with pytest.raises(KeyboardInterrupt):
        done(task_in(tmp_path))
    assert len(load_review(task_in(tmp_path)).assessments) == 30
    later = use(monkeypatch, Counting())
    resumed = done(task_in(tmp_path))
    assert later.thoughts == len(moments_of(VICTORY)) - 30
    (tmp_path / f"game.toml{SUFFIX}").unlink()
    assert done(task_in(tmp_path)) == resumed


def test_a_review_is_saved_while_it_is_worked_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting())
    monkeypatch.setattr(work, "_SECONDS_BETWEEN_SAVES", 0.0)
    under_way = work_out(task_in(tmp_path), 1)
    for _ in range(7):
        next(under_way)
    assert len(load_review(task_in(tmp_path)).assessments) == 7
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
def test_a_review_of_something_else_is_ignored(tmp_path: Path, other: Task) -> None:
    task, other = task_in(tmp_path), replace(other, path=tmp_path / "game.toml")
    save_review(task, saved_review())
    assert load_review(task).assessments
    # Even where it has the name of the other's.
    review_paths(task)[0].replace(review_paths(other)[0])
    assert load_review(other) == SavedReview({})


def test_each_strength_has_its_own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert len(load_review(thorough).assessments) == 30
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"game.toml.review.json", "game.toml.review-2000.json"}


def test_a_review_by_another_version_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_review(task_in(tmp_path), saved_review())
    monkeypatch.setattr("foxduet.analysis.review_file.__version__", "99")
    assert load_review(task_in(tmp_path)) == SavedReview({})


def test_names_dates_and_hints_do_not_change_a_fingerprint() -> None:
    header = replace(VICTORY.header, players=("A", "B"), hints=(3,), seed=None)
    assert fingerprint(replace(VICTORY, header=header)) == fingerprint(VICTORY)


def test_fingerprints_are_those_of_earlier_versions() -> None:
    # They fix the randomness of a review, and stand in the records of branches.
    assert fingerprint(VICTORY) == "1fd6e6acadbc42f82a8edd584a9ad960"


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
def test_a_saved_review_is_valid_when_it_is_loaded(tmp_path: Path, game: Game) -> None:
    task = replace(task_in(tmp_path, game), partner="expert:2")
    review = done(task)
    assert tuple(load_review(task).assessments.values()) == review.assessments


def test_an_invalid_review_is_worked_out_again(tmp_path: Path) -> None:
    task = task_in(tmp_path)
    save_review(task, saved_review())
    place = review_paths(task)[0]
    text = place.read_text()
    assert load_review(task) == saved_review()
    for broken in _broken(text):
        place.write_text(broken)
        assert load_review(task) == SavedReview({})


def test_a_review_is_saved_at_home_if_it_cannot_be_beside_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting())
    task = replace(task_in(tmp_path), path=tmp_path / "no such folder" / "game.toml")
    review = done(task)
    assert review_paths(task)[1].parent == tmp_path / "home" / "reviews"
    assert review_paths(task)[1].exists()
    assert Work(task).progress().review == review


def test_a_review_that_cannot_be_saved_is_still_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting())
    (tmp_path / "home").write_text("no folder")
    task = replace(task_in(tmp_path), path=tmp_path / "home" / "game.toml")
    *_before, last = work_out(task, 1)
    assert last.review is not None
    assert last.trouble is not None


def test_a_complete_review_is_saved_before_it_is_shown_or_says_why_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting())
    task = task_in(tmp_path)
    complete = next(one for one in work_out(task, 1) if one.review is not None)
    assert complete.review is not None
    assert tuple(load_review(task).assessments.values()) == complete.review.assessments
    (tmp_path / "home").write_text("no folder")
    nowhere = replace(task, path=tmp_path / "home" / "game.toml")
    assert next(one for one in work_out(nowhere, 1) if one.review is not None).trouble is not None


def test_a_review_in_the_background_first_reports_how_far_it_was(tmp_path: Path) -> None:
    task = replace(task_in(tmp_path), partner="expert:20")
    job = ReviewGame(task, 1).run(lambda: False)
    assert [next(job).done for _ in range(3)] == [0, 1, 2]
    job.close()
    assert next(ReviewGame(task, 1).run(lambda: False)).done == 2


def test_progress_includes_the_time_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Counting())
    steps = list(work_out(task_in(tmp_path), 1))
    total = len(moments_of(VICTORY))
    assert [one.done for one in steps] == [*range(1, total + 1), total]
    assert all(one.total == total for one in steps)
    assert all(one.seconds_left is not None for one in steps)
    assert Work(task_in(tmp_path, DEFEAT)).progress().seconds_left is None


def test_all_cores_lead_to_the_same_review(tmp_path: Path) -> None:
    game = beginning_of(VICTORY, 12)
    alone, shared = (
        replace(task_in(tmp_path, game), path=tmp_path / name, partner="expert:20")
        for name in ("one.toml", "two.toml")
    )
    *_before, last = work_out(shared, 2)
    assert last.review == done(alone)


def test_a_review_in_the_background_ends_is_saved_and_leaves_no_process(
    tmp_path: Path, nothing_is_left: Callable[[], bool]
) -> None:
    game = beginning_of(VICTORY, 12)
    task = replace(task_in(tmp_path, game), partner="expert:20")
    worker = Worker[Progress]()
    worker.start(ReviewGame(task, 2))
    assert finished_by(worker).review == done(replace(task, path=tmp_path / "other.toml"))
    assert len(load_review(task).assessments) == len(moments_of(game))
    until(nothing_is_left)


def kill_a_process() -> None:
    """Kill one of the processes that share the work, as a system without memory does."""
    until(active_children)
    active_children()[0].kill()


def test_what_a_killed_process_leaves_is_worked_out_by_others(tmp_path: Path) -> None:
    task = replace(task_in(tmp_path, beginning_of(VICTORY, 60)), partner="expert:20")
    under_way = work_out(task, 2)
    next(under_way)
    kill_a_process()
    *_before, last = under_way
    assert last.review == done(replace(task, path=tmp_path / "other.toml"))
    assert active_children() == []


def test_a_process_that_is_killed_in_the_background_ends_nothing_but_itself(
    tmp_path: Path, nothing_is_left: Callable[[], bool]
) -> None:
    task = replace(task_in(tmp_path, beginning_of(VICTORY, 60)), partner="expert:20")
    worker = Worker[Progress]()
    worker.start(ReviewGame(task, 2))
    kill_a_process()
    assert finished_by(worker).review == done(replace(task, path=tmp_path / "other.toml"))
    assert len(load_review(task).assessments) == len(moments_of(task.game))
    until(nothing_is_left)


def test_without_other_processes_a_review_is_still_worked_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing_is_left: Callable[[], bool]
) -> None:
    task = replace(task_in(tmp_path, beginning_of(VICTORY, 12)), partner="expert:20")
    alone = done(replace(task, path=tmp_path / "alone.toml"))
    leave_only(0, "processes", monkeypatch)
    worker = Worker[Progress]()
    worker.start(ReviewGame(task, 2))
    assert finished_by(worker).review == alone
    until(nothing_is_left)


def test_without_threads_a_decision_is_worked_out_between_any_two_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = replace(task_in(tmp_path, beginning_of(VICTORY, 12)), partner="expert:20")
    alone = done(replace(task, path=tmp_path / "alone.toml"))
    leave_only(0, "threads", monkeypatch)
    *_before, last = work_out(replace(task, path=tmp_path / "two.toml"), 2)
    assert last.review == alone
    worker = Worker[Progress]()
    worker.start(ReviewGame(task, 2))
    total = len(moments_of(task.game))
    # None done, each of them, and again when all is saved.
    found = [progress for _ in range(total + 2) if (progress := worker.answer()) is not None]
    steps = [after.done - before.done for before, after in pairwise(found)]
    assert (found[0].done, set(steps), found[-1].done) == (0, {0, 1}, total)
    assert found[-1].review == alone
    assert worker.answer() is None
    assert active_children() == []


def test_a_review_in_the_background_stops_in_the_middle_and_is_resumed(
    tmp_path: Path, nothing_is_left: Callable[[], bool]
) -> None:
    task = replace(task_in(tmp_path), partner="expert:60")
    worker = Worker[Progress]()
    worker.start(ReviewGame(task, 2))
    until(active_children)
    worker.stop()
    until(nothing_is_left)
    assert Work(task).progress().done == len(load_review(task).assessments)


class Halting(Counting):
    """A partner that stops and thinks at one of its thoughts until it may continue."""

    def __init__(self, halt_at: int) -> None:
        super().__init__()
        self.halt_at, self.has_halted, self.may_continue = halt_at, Event(), Event()

    def __call__(self, observation: Observation, rng: Random, stop: Stop = never) -> Thought:
        thought = super().__call__(observation, rng, stop)
        if self.thoughts == self.halt_at:
            self.has_halted.set()
            assert self.may_continue.wait(PATIENCE_SECONDS)
        return thought


def test_a_review_that_is_opened_again_at_once_continues_from_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing_is_left: Callable[[], bool]
) -> None:
    task, partner, worker = task_in(tmp_path), Halting(31), Worker[Progress]()
    use(monkeypatch, partner)
    worker.start(ReviewGame(task, 1))
    assert partner.has_halted.wait(PATIENCE_SECONDS)
    worker.stop()
    worker.start(ReviewGame(task, 1))
    partner.may_continue.set()
    review = finished_by(worker).review
    until(nothing_is_left)
    assert partner.thoughts == len(moments_of(VICTORY))
    use(monkeypatch, Counting())
    assert review == done(replace(task, path=tmp_path / "other.toml"))
