"""Saved reviews: which are loaded again, and what is ignored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.ai.partner import REVIEWER
from foxduet.analysis.review_file import (
    SavedReview,
    Task,
    fingerprint,
    load_review,
    review_paths,
    save_review,
)
from foxduet.analysis.review_job import ReviewJob, work_out
from foxduet.play.game import Game
from tests.support.entries import resigned
from tests.support.players import DEFEAT, VICTORY
from tests.support.reviews import Counting, done, saved_review, shown, task_in, use


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
    assert [one.compared for one in review.assessments] == [
        one.estimates for one in saved.assessments.values()
    ]
    assert review.assessments[0].estimates != review.assessments[0].compared
    save_review(task, load_review(task))
    assert review_paths(task)[0].read_bytes() == written


def test_what_two_programs_find_of_a_review_is_saved_together(tmp_path: Path) -> None:
    task = task_in(tmp_path)
    opened, other = [one for one in saved_review().assessments.values() if one.open_hands][:2]
    rough, plain = replace(opened, settled=False), replace(opened, open_hands=())
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
    assert ReviewJob(task).progress().review == review


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
    found = load_review(task).assessments
    assert shown(task.game, found.values()) == complete.review.assessments
    (tmp_path / "home").write_text("no folder")
    nowhere = replace(task, path=tmp_path / "home" / "game.toml")
    assert next(one for one in work_out(nowhere, 1) if one.review is not None).trouble is not None
