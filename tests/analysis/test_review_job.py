"""Reviews worked out: quick first, then settled, saved at once, and found again."""

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

from foxduet.ai.partner import REVIEWER, ReviewQuery, Thought, never_stop
from foxduet.ai.workers import JobRunner
from foxduet.analysis import review_file, review_job
from foxduet.analysis import review_job as work
from foxduet.analysis.review import (
    ChoiceGrade,
    DecisionPoint,
    Review,
    ReviewProgress,
    costly_assessments,
    decision_points,
    grade_choice,
)
from foxduet.analysis.review_file import (
    REVIEW_SUFFIX,
    SavedReview,
    load_review,
    review_paths,
    save_review,
)
from foxduet.analysis.review_job import (
    HindsightJob,
    ReviewExtra,
    ReviewGameJob,
    ReviewRun,
    complete_review,
)
from foxduet.games.duet.ai.expert import DuetDoubleDummy
from foxduet.games.duet.rules.observation import Observation
from foxduet.play.game import Game, Header
from tests.support import reviews
from tests.support.entries import resigned
from tests.support.players import DEFEAT, VICTORY, beginning_of
from tests.support.processes import PATIENCE_SECONDS, leave_only, until
from tests.support.reviews import Counting, done, finished_by, saved_review, shown, task_in, use


def bare(task: review_file.ReviewTask) -> Review:
    """Work a review out in this process, without what is added when it is asked for."""
    return done(task, ReviewExtra.NOTHING)


def test_a_finished_review_opens_at_once_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = use(monkeypatch, Counting())
    review = done(task_in(tmp_path))
    assert first.thoughts == len(decision_points(VICTORY))
    assert (tmp_path / f"game.toml{REVIEW_SUFFIX}").exists()
    second = use(monkeypatch, Counting())
    assert done(task_in(tmp_path)) == review
    assert second.thoughts == 0
    worker = JobRunner[ReviewProgress]()
    worker.start(ReviewGameJob(task_in(tmp_path), 2))
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
    assert later.thoughts == len(decision_points(VICTORY)) - 30
    (tmp_path / f"game.toml{REVIEW_SUFFIX}").unlink()
    assert done(task_in(tmp_path)) == resumed


def test_a_review_is_saved_while_it_is_worked_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting())
    monkeypatch.setattr(work, "_SAVE_SECONDS", 0.0)
    under_way = complete_review(task_in(tmp_path), 1)
    for _ in range(7):
        next(under_way)
    assert len(load_review(task_in(tmp_path)).assessments) == 7
    under_way.close()


@pytest.mark.usefixtures("_quick_reviews")
def test_a_review_in_the_background_first_reports_how_far_it_was(tmp_path: Path) -> None:
    task = replace(task_in(tmp_path), partner="expert:4")
    job = ReviewGameJob(task, 1).run(lambda: False)
    assert [next(job).done for _ in range(3)] == [0, 1, 2]
    job.close()
    assert next(ReviewGameJob(task, 1).run(lambda: False)).done == 2


def test_progress_includes_the_time_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Counting())
    first, *steps = complete_review(task_in(tmp_path), 1, ReviewExtra.NOTHING)
    total = len(decision_points(VICTORY))
    assert [one.done for one in steps] == [*range(2, total + 1), total]
    assert all(one.total == total for one in steps)
    # Nobody knows it before there is a second decision to measure.
    assert first.seconds_left is None
    assert all(one.seconds_left is not None for one in steps)
    assert ReviewRun(task_in(tmp_path, DEFEAT)).progress().seconds_left is None


def test_the_time_left_does_not_count_how_long_it_took_to_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    partner = use(monkeypatch, Counting())
    # A hundred seconds until there is a first thought, and a second for each.
    monkeypatch.setattr(
        work, "monotonic", lambda: partner.thoughts + 100.0 * bool(partner.thoughts)
    )
    efforts = [work._relative_effort(moment) for moment in decision_points(VICTORY)]
    _first, *steps = complete_review(task_in(tmp_path), 1, ReviewExtra.NOTHING)
    assert min(efforts) == 1 < max(efforts)
    for step in steps:
        a_unit = (step.done - 1) / sum(efforts[1 : step.done])
        assert step.seconds_left == pytest.approx(a_unit * sum(efforts[step.done :]))


@pytest.mark.usefixtures("_quick_reviews")
def test_all_cores_lead_to_the_same_review(tmp_path: Path) -> None:
    game = beginning_of(VICTORY, 12)
    alone, shared = (
        replace(task_in(tmp_path, game), path=tmp_path / name, partner="expert:4")
        for name in ("one.toml", "two.toml")
    )
    *_before, last = complete_review(shared, 2)
    assert last.review == done(alone)


@pytest.mark.usefixtures("_quick_reviews")
def test_a_review_in_the_background_ends_is_saved_and_leaves_no_process(
    tmp_path: Path, nothing_is_left: Callable[[], bool]
) -> None:
    game = beginning_of(VICTORY, 12)
    task = replace(task_in(tmp_path, game), partner="expert:4")
    worker = JobRunner[ReviewProgress]()
    worker.start(ReviewGameJob(task, 2))
    assert finished_by(worker).review == bare(replace(task, path=tmp_path / "other.toml"))
    assert len(load_review(task).assessments) == len(decision_points(game))
    until(nothing_is_left)


def kill_a_process() -> None:
    """Kill one of the processes that share the work, as a system without memory does."""
    until(active_children)
    active_children()[0].kill()


@pytest.mark.usefixtures("_quick_reviews")
def test_what_a_killed_process_leaves_is_worked_out_by_others(tmp_path: Path) -> None:
    task = replace(task_in(tmp_path, beginning_of(VICTORY, 16)), partner="expert:4")
    under_way = complete_review(task, 2, ReviewExtra.NOTHING)
    next(under_way)
    kill_a_process()
    *_before, last = under_way
    assert last.review == bare(replace(task, path=tmp_path / "other.toml"))
    assert active_children() == []


@pytest.mark.usefixtures("_quick_reviews")
def test_a_process_that_is_killed_in_the_background_ends_nothing_but_itself(
    tmp_path: Path, nothing_is_left: Callable[[], bool]
) -> None:
    task = replace(task_in(tmp_path, beginning_of(VICTORY, 16)), partner="expert:4")
    worker = JobRunner[ReviewProgress]()
    worker.start(ReviewGameJob(task, 2))
    kill_a_process()
    assert finished_by(worker).review == bare(replace(task, path=tmp_path / "other.toml"))
    assert len(load_review(task).assessments) == len(decision_points(task.game))
    until(nothing_is_left)


@pytest.mark.usefixtures("_quick_reviews")
def test_without_other_processes_a_review_is_still_worked_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing_is_left: Callable[[], bool]
) -> None:
    task = replace(task_in(tmp_path, beginning_of(VICTORY, 12)), partner="expert:4")
    alone = bare(replace(task, path=tmp_path / "alone.toml"))
    leave_only(0, "processes", monkeypatch)
    worker = JobRunner[ReviewProgress]()
    worker.start(ReviewGameJob(task, 2))
    assert finished_by(worker).review == alone
    until(nothing_is_left)


@pytest.mark.usefixtures("_quick_reviews")
def test_without_threads_a_decision_is_worked_out_between_any_two_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = replace(task_in(tmp_path, beginning_of(VICTORY, 12)), partner="expert:4")
    alone = bare(replace(task, path=tmp_path / "alone.toml"))
    leave_only(0, "threads", monkeypatch)
    *_before, last = complete_review(
        replace(task, path=tmp_path / "two.toml"), 2, ReviewExtra.NOTHING
    )
    assert last.review == alone
    worker = JobRunner[ReviewProgress]()
    worker.start(ReviewGameJob(task, 2))
    total = len(decision_points(task.game))
    # None done, each of them, and again when all is saved.
    found = [progress for _ in range(total + 2) if (progress := worker.take_answer()) is not None]
    steps = [after.done - before.done for before, after in pairwise(found)]
    assert (found[0].done, set(steps), found[-1].done) == (0, {0, 1}, total)
    assert found[-1].review == alone
    assert worker.take_answer() is None
    assert active_children() == []


def test_a_review_in_the_background_stops_in_the_middle_and_is_resumed(
    tmp_path: Path, nothing_is_left: Callable[[], bool]
) -> None:
    task = replace(task_in(tmp_path), partner="expert:60")
    worker = JobRunner[ReviewProgress]()
    worker.start(ReviewGameJob(task, 2))
    until(active_children)
    worker.stop()
    until(nothing_is_left)
    assert ReviewRun(task).progress().done == len(load_review(task).assessments)


class Halting(Counting):
    """A reviewer that stops and thinks at one of its thoughts until it may continue."""

    def __init__(self, halt_at: int) -> None:
        super().__init__()
        self.halt_at, self.has_halted, self.may_continue = halt_at, Event(), Event()

    def __call__(self, observation: Observation, rng: Random, question: ReviewQuery) -> Thought:
        thought = super().__call__(observation, rng, question)
        if self.thoughts == self.halt_at:
            self.has_halted.set()
            assert self.may_continue.wait(PATIENCE_SECONDS)
        return thought


def test_a_review_that_is_opened_again_at_once_continues_from_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing_is_left: Callable[[], bool]
) -> None:
    task, partner, worker = task_in(tmp_path), Halting(31), JobRunner[ReviewProgress]()
    use(monkeypatch, partner)
    worker.start(ReviewGameJob(task, 1))
    assert partner.has_halted.wait(PATIENCE_SECONDS)
    worker.stop()
    worker.start(ReviewGameJob(task, 1))
    partner.may_continue.set()
    review = finished_by(worker).review
    until(nothing_is_left)
    assert partner.thoughts == len(decision_points(VICTORY))
    use(monkeypatch, Counting())
    assert review == bare(replace(task, path=tmp_path / "other.toml"))


@pytest.fixture
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a quick look take so few worlds that many decisions are not settled by it."""
    monkeypatch.setattr(work, "QUICK_PASS_WORLDS", 60)


@pytest.mark.usefixtures("_quick_reviews", "quick_looks")
def test_a_quick_pass_shows_every_choice_and_the_end_is_the_same_whatever_the_order(
    tmp_path: Path,
) -> None:
    task = replace(task_in(tmp_path, beginning_of(VICTORY, 4)), partner="expert:100")
    steps = [*ReviewRun(task).run(1, never_stop)]
    total = len(decision_points(task.game))
    first, last = next(one for one in steps if one.review is not None), steps[-1]
    assert (first.done, last.settled, last.is_settled) == (total, total, True)
    assert first.settled < total
    assert first.review is not None
    assert last.review is not None
    # Progress never goes back, and what is settled stays as it is.
    for before, after in pairwise(steps):
        assert (before.done, before.settled) <= (after.done, after.settled)
    settled = [one for one in first.review.assessments if one.settled]
    assert all(one == last.review.assessment_at(one.number) for one in settled)
    # Refined from the costliest on, or each at once: it leads to the same.
    assert last.review == bare(replace(task, path=tmp_path / "text.toml"))
    grades = [*ChoiceGrade]
    for one, end in zip(first.review.assessments, last.review.assessments, strict=True):
        assert (
            abs(grades.index(grade_choice(one)) - grades.index(grade_choice(end))) < len(grades) - 1
        )
        assert end.worlds >= one.worlds


@pytest.mark.usefixtures("_quick_reviews", "quick_looks")
def test_a_review_that_was_left_after_the_quick_pass_opens_with_it_and_is_refined(
    tmp_path: Path,
) -> None:
    task = replace(task_in(tmp_path, beginning_of(VICTORY, 4)), partner="expert:100")
    under_way = ReviewRun(task).run(1, never_stop)
    first = next(one for one in under_way if one.review is not None)
    under_way.close()
    again = ReviewRun(task)
    assert again.progress().review == first.review
    *_before, last = again.run(1, never_stop)
    assert last.review == bare(replace(task, path=tmp_path / "text.toml"))


def test_hindsight_and_par_are_not_worked_out_until_they_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting())
    asked: list[str] = []

    def counted(moment: DecisionPoint, chance: Random) -> tuple[DuetDoubleDummy, ...]:
        asked.append("hindsight")
        return reviews.quick_hindsight(moment, chance)

    def played(header: Header) -> tuple[str, ...]:
        asked.append("par")
        return reviews.quick_par(header)

    monkeypatch.setattr("foxduet.games.duet.hindsight.double_dummy_values", counted)
    monkeypatch.setattr(work, "compute_par_moves", played)
    task = task_in(tmp_path)
    *_before, last = ReviewRun(task).run(1, never_stop)
    assert last.is_settled
    assert asked == []
    assert last.review is not None
    some = last.review.assessments[0]
    (found,) = HindsightJob(task, some.number).run(never_stop)
    assert found.values
    assert asked == ["hindsight"]
    (par,) = review_job.PlayParJob(task, 1).run(never_stop)
    assert asked == ["hindsight", "par"]
    report = done(task, ReviewExtra.REPORT)
    assert report.par == par.par
    looked_back = [one for one in report.assessments if one.hindsight]
    assert {one.number for one in looked_back} <= {one.number for one in costly_assessments(report)}
    assert len(asked) == 2 + len(looked_back)
    whole = done(task)
    assert all(one.hindsight for one in whole.assessments if has_hindsight(task, one.number))
    by_number = {one.number: one.hindsight for one in whole.assessments}
    assert by_number[some.number] == found.values
    assert asked.count("par") == 1


def has_hindsight(task: review_file.ReviewTask, number: int) -> bool:
    """Return whether there is hindsight at a decision."""
    moment = next(one for one in decision_points(task.game) if one.number == number)
    return moment.has_hindsight


@pytest.mark.parametrize(
    "other",
    [
        replace(task_in(Path()), game=DEFEAT),
        replace(task_in(Path()), partner="expert:501"),
        replace(task_in(Path()), game=replace(VICTORY, turns=VICTORY.turns[:-1])),
    ],
    ids=["game", "strength", "actions"],
)
def test_a_review_of_something_else_is_ignored(
    tmp_path: Path, other: review_file.ReviewTask
) -> None:
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
    names = {path.name for path in tmp_path.glob("*game*")}
    assert names == {"game.toml.review.json", "game.toml.review-2000.json"}


def test_a_review_by_another_version_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_review(task_in(tmp_path), saved_review())
    monkeypatch.setattr("foxduet.analysis.review_file.__version__", "99")
    assert load_review(task_in(tmp_path)) == SavedReview({})


def test_names_dates_and_hints_do_not_change_a_fingerprint() -> None:
    header = replace(VICTORY.header, players=("A", "B"), hints=(3,), seed=None)
    assert review_file.game_fingerprint(
        replace(VICTORY, header=header)
    ) == review_file.game_fingerprint(VICTORY)


def test_fingerprints_are_those_of_earlier_versions() -> None:
    # They fix the randomness of a review, and stand in the records of branches.
    assert review_file.game_fingerprint(VICTORY) == "1fd6e6acadbc42f82a8edd584a9ad960"


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
        ("errors", [0.1]),
        ("errors", ["0.1"] * len(table["decisions"][0]["choices"])),
        ("tried", [3]),
        ("settled", 1),
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
@pytest.mark.usefixtures("_quick_reviews")
def test_a_saved_review_is_valid_when_it_is_loaded(tmp_path: Path, game: Game) -> None:
    task = replace(task_in(tmp_path, game), partner="expert:2")
    review = done(task)
    assert shown(task.game, load_review(task).assessments.values()) == review.assessments


def test_a_review_that_was_saved_with_the_search_s_own_figures_opens_with_chances(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that were saved so far have them, and so have those that are saved now."""
    thinking = use(monkeypatch, Counting())
    task, saved = task_in(tmp_path), saved_review()
    save_review(task, saved)
    written = review_paths(task)[0].read_bytes()
    review = done(task)
    assert thinking.thoughts == 0
    assert [one.search_estimates for one in review.assessments] == [
        one.estimates for one in saved.assessments.values()
    ]
    assert review.assessments[0].estimates != review.assessments[0].search_estimates
    save_review(task, load_review(task))
    assert review_paths(task)[0].read_bytes() == written


def test_what_two_programs_find_of_a_review_is_saved_together(tmp_path: Path) -> None:
    task = task_in(tmp_path)
    opened, other = [one for one in saved_review().assessments.values() if one.hindsight][:2]
    rough, plain = replace(opened, settled=False), replace(opened, hindsight=())
    for found in ((rough, other), (plain,), (rough, replace(other, settled=False))):
        save_review(task, SavedReview({one.number: one for one in found}))
    assert [*load_review(task).assessments.values()] == [opened, other]


def test_an_invalid_review_is_worked_out_again(tmp_path: Path) -> None:
    task = task_in(tmp_path)
    save_review(task, saved_review())
    place = review_paths(task)[0]
    text = place.read_text()
    assert load_review(task) == saved_review()
    for broken in _broken(text):
        place.write_text(broken, "utf-8")
        assert load_review(task) == SavedReview({})


def test_a_review_is_saved_at_home_if_it_cannot_be_beside_its_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting())
    task = replace(task_in(tmp_path), path=tmp_path / "no such folder" / "game.toml")
    review = done(task)
    assert review_paths(task)[1].parent == tmp_path / "home" / "reviews"
    assert review_paths(task)[1].exists()
    assert ReviewRun(task).progress().review == review


def test_a_review_that_cannot_be_saved_is_still_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting())
    (tmp_path / "home").write_text("no folder")
    task = replace(task_in(tmp_path), path=tmp_path / "home" / "game.toml")
    *_before, last = complete_review(task, 1)
    assert last.review is not None
    assert last.save_error is not None


def test_a_complete_review_is_saved_before_it_is_shown_or_says_why_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, Counting())
    task = task_in(tmp_path)
    complete = next(one for one in complete_review(task, 1) if one.review is not None)
    assert complete.review is not None
    found = load_review(task).assessments
    assert shown(task.game, found.values()) == complete.review.assessments
    (tmp_path / "home").write_text("no folder")
    nowhere = replace(task, path=tmp_path / "home" / "game.toml")
    assert (
        next(one for one in complete_review(nowhere, 1) if one.review is not None).save_error
        is not None
    )
