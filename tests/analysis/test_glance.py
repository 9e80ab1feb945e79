"""Reviews in a glance, and the reasons why a choice is better than another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.partner import Estimate
from foxduet.analysis.review import (
    COSTLY,
    LIMITS,
    Assessment,
    Grade,
    Review,
    accuracy_of,
    glances_of,
    grade_of,
    moments_of,
    points_left,
)
from foxduet.analysis.review_job import calibrated_assessment
from foxduet.core.common import Play, Seat
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.rules.cards import DECK
from foxduet.words.glance import glance_notes, glance_object, glance_rows, par_sentence
from tests.support.players import DEFEAT, VICTORY
from tests.support.reviews import review_of

COSTS = st.floats(0, 1.5)


def costing(cost: float, seat: Seat = Seat.P1) -> Assessment:
    """Return a choice of a cost."""
    chosen, best = Play(seat, DECK[0]), Play(seat, DECK[1])
    estimates = tuple(
        DuetEstimate(action, win, 0.0, 0.0, 0.0, 0.0)
        for action, win in ((chosen, 0.9 - cost), (best, 0.9))
    )
    return Assessment(2, seat, chosen, best, estimates)


@given(COSTS, COSTS)
def test_a_choice_that_costs_more_is_never_more_accurate(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 1 == accuracy_of(0) >= accuracy_of(low) >= accuracy_of(high) > 0
    if high - low > 1e-6:
        assert accuracy_of(low) > accuracy_of(high)


@pytest.mark.parametrize(
    ("cost", "grade"),
    [
        (0.0, Grade.GOOD),
        (0.019, Grade.GOOD),
        (0.021, Grade.INACCURACY),
        (0.049, Grade.INACCURACY),
        (0.051, Grade.MISTAKE),
        (0.149, Grade.MISTAKE),
        (0.151, Grade.BLUNDER),
    ],
)
def test_the_cost_alone_makes_a_grade(cost: float, grade: Grade) -> None:
    assert grade_of(costing(cost)) is grade
    assert [*LIMITS.values()] == sorted(LIMITS.values())


def test_a_grade_is_the_milder_one_within_the_standard_error() -> None:
    one = replace(costing(0.06), errors=(0.009, 0.0))
    assert grade_of(one) is Grade.MISTAKE
    assert one.is_costly
    milder = replace(one, errors=(0.011, 0.0))
    assert grade_of(milder) is Grade.INACCURACY
    assert not milder.is_costly
    assert grade_of(replace(one, errors=(0.1, 0.0))) is Grade.GOOD


def test_where_the_win_is_sure_with_every_choice_only_points_make_a_grade() -> None:
    one = costing(0.0)
    chosen, best = one.estimates
    points = Grade.GOOD, Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER
    for behind, grade in zip((0.9, 1.1, 2.6, 7.6), points, strict=True):
        sure = (
            replace(chosen, win=0.981, score=30 - behind),
            replace(best, win=1.0, score=30.0),
        )
        judged = replace(one, estimates=sure)
        assert judged.in_points
        assert grade_of(judged) is grade


def test_where_the_win_is_sure_with_every_choice_the_best_has_the_most_points() -> None:
    moment = next(one for one in moments_of(VICTORY) if len(one.observation.choices) > 3)
    estimates = tuple(
        DuetEstimate(action, 1.0, 30.0 + at, 0.0, 0.0, 0.0)
        for at, action in enumerate(moment.observation.choices)
    )
    first, *_others, last = (one.action for one in estimates)
    judged = Assessment(2, moment.seat, moment.chosen, first, estimates, 1000)
    shown = calibrated_assessment(moment, judged)
    assert shown.in_points
    assert shown.best == last
    # What was dropped has no firm figure.
    tried = tuple(60 if one.action == last else 1000 for one in estimates)
    rough = calibrated_assessment(moment, replace(judged, tried=tried))
    assert rough.best == estimates[-2].action


def test_where_points_make_another_choice_the_best_the_error_is_that_against_it() -> None:
    moment = next(one for one in moments_of(VICTORY) if len(one.observation.choices) > 3)
    first, second, *_others = moment.observation.choices
    estimates = tuple(
        DuetEstimate(action, 0.99, 33.0 if action == second else 30.0, 0.0, 0.0, 0.0)
        for action in moment.observation.choices
    )
    errors = (0.0, 0.04, *(0.001 for _other in _others))
    judged = Assessment(2, moment.seat, first, first, estimates, 1000, errors=errors)
    shown = calibrated_assessment(moment, judged)
    assert shown.best == second
    # The one that was found best had no error of its own, and is as unsure as the one shown best.
    assert shown.cost.worth > COSTLY
    assert shown.least_cost < COSTLY


def test_every_choice_with_an_alternative_is_counted_for_whoever_made_it() -> None:
    for game in (VICTORY, DEFEAT):
        review = review_of(game)
        glances = glances_of(review)
        assert [one.seat for one in glances][:2] == [*Seat]
        assert sum(one.choices for one in glances) == sum(
            bool(one.estimates) for one in review.assessments
        )
        for one in glances:
            bad = one.inaccuracies + one.mistakes + one.blunders
            assert one.as_expert + bad <= one.choices
            assert one.accuracy is not None
            assert 0 < one.accuracy <= 1
            assert one.costliest is not None
            assert getattr(one.costliest.chosen, "seat", None) is one.seat


def test_who_always_chooses_the_best_is_accurate_and_has_no_dearest_choice() -> None:
    review = review_of(VICTORY)
    best = tuple(replace(one, chosen=one.best) for one in review.assessments)
    for one in glances_of(replace(review, assessments=best)):
        assert one.accuracy == 1
        assert one.as_expert == one.choices
        assert one.costliest is None
        assert one.points == 0


def test_points_left_are_those_that_two_experts_scored_and_the_players_did_not() -> None:
    won, lost = review_of(VICTORY), review_of(DEFEAT)
    assert VICTORY.result is not None
    score = max(VICTORY.result.points)
    assert points_left(replace(won, par=VICTORY)) == 0
    assert points_left(replace(won, par=DEFEAT)) == -score
    assert points_left(replace(lost, par=VICTORY)) == score
    assert points_left(replace(won, par=None)) is None
    assert par_sentence(replace(won, par=None)) == ""
    assert f"left {score} points on the table" in par_sentence(replace(lost, par=VICTORY))
    assert "as you did" in par_sentence(replace(won, par=VICTORY))
    assert "did not win" in par_sentence(replace(won, par=DEFEAT))


def test_without_choices_there_is_no_accuracy() -> None:
    shown = glance_object(Review(VICTORY, "expert:10", ()))
    rows = shown["glance"]
    assert isinstance(rows, list)
    assert [row["accuracy"] for row in rows] == [None, None]
    assert shown["par"] is None


def test_where_points_count_for_nothing_nothing_is_said_of_them() -> None:
    one = costing(0.2)
    plain = tuple(Estimate(each.action, each.win, 9.0) for each in one.estimates)
    review = Review(VICTORY, "expert:10", (replace(one, estimates=plain),))
    assert not any("Points" in row for row in glance_rows(review))
    assert not any("point" in note for note in glance_notes(review))
    assert any("Points" in row for row in glance_rows(review_of(VICTORY)))
    assert any(
        "a point of score counting like 2 %" in note for note in glance_notes(review_of(VICTORY))
    )
