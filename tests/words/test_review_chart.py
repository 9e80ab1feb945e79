"""The line of a game marks bad choices as the glance grades them, in text, picture and report."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from foxduet.ai.names import REVIEWER
from foxduet.analysis.review import LIMITS, Grade, Review, glances_of, grade_of
from foxduet.words.glyphs import UNICODE
from foxduet.words.review_chart import bad_choices, column_of, mark_row, report_svg
from foxduet.words.review_report import report_lines
from tests.support.players import VICTORY
from tests.support.reviews import review_of, sure_review

REVIEW = review_of(VICTORY)
COUNT = len(VICTORY.turns)
MARKS = {grade.value: grade for grade in LIMITS}


def with_only(*numbers: int) -> Review:
    """Return the review with the assessments of some actions, all others without a cost."""
    return replace(
        REVIEW,
        assessments=tuple(
            one if one.number in numbers else replace(one, chosen=one.best)
            for one in REVIEW.assessments
        ),
    )


def one_of(grade: Grade) -> int:
    """Return the number of a choice of a grade."""
    return next(one.number for one in REVIEW.assessments if grade_of(one) is grade)


@pytest.mark.parametrize("grade", LIMITS)
def test_each_bad_choice_has_the_mark_of_its_grade_where_it_was_made(grade: Grade) -> None:
    number = one_of(grade)
    row = mark_row(with_only(number), COUNT * 4)
    marks = [(found.start(), found.group()) for found in re.finditer(r"[?!]+", row)]
    assert marks == [(column_of(number, COUNT, COUNT * 4), grade.value)]


def test_as_many_are_marked_as_the_glance_counts() -> None:
    glances = glances_of(REVIEW)
    counted = sum(one.inaccuracies + one.mistakes + one.blunders for one in glances)
    assert len(bad_choices(REVIEW)) == counted
    # All have room in a row that is wide enough.
    assert len(re.findall(r"[?!]+", mark_row(REVIEW, COUNT * 4))) == counted


@pytest.mark.parametrize("width", [1, 7, 30, 70, 120])
def test_in_a_crowd_the_worst_have_their_marks_and_none_runs_into_another(width: int) -> None:
    row = mark_row(REVIEW, width)
    assert len(row) == width
    shown = [MARKS[found] for found in re.findall(r"[?!]+", row)]
    if width >= 70:
        assert shown.count(Grade.BLUNDER) == [grade_of(one) for one in bad_choices(REVIEW)].count(
            Grade.BLUNDER
        )
    for digit in "123":
        assert row.count(digit) <= 1


def test_the_picture_has_a_dot_for_each_and_the_mark_of_the_worst() -> None:
    text = report_svg(REVIEW)
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    dots = root.findall(f"{space}circle")
    expected = sorted(grade_of(one).name.lower() for one in bad_choices(REVIEW))
    assert sorted(str(dot.get("class")) for dot in dots) == expected
    marks = [
        str(one.text) for one in root.findall(f"{space}text") if "mark" in str(one.get("class"))
    ]
    assert {*marks} <= {*MARKS}
    assert marks[0] == grade_of(bad_choices(REVIEW)[0]).value
    for dot in dots:
        title = dot.find(f"{space}title")
        assert title is not None
        assert str(title.text).startswith(f"{Grade[str(dot.get('class')).upper()].value} ")


def test_the_report_explains_the_marks_and_has_them_beside_what_cost_most() -> None:
    lines = report_lines(REVIEW, UNICODE)
    assert any("?!, ?, ??: an inaccuracy, a mistake, a blunder" in line for line in lines)
    first = lines[lines.index("What cost most") + 1]
    assert first.startswith(f"  {grade_of(bad_choices(REVIEW)[0]).value} ")


def test_where_the_win_is_sure_at_every_choice_the_line_speaks_in_points() -> None:
    sure = sure_review()
    text = report_svg(sure)
    root = ElementTree.fromstring(text)
    assert "the points to expect" in str(root[0].text)
    assert "points were to be expected" in str(root[1].text)
    lines = report_lines(sure, UNICODE)
    heading = lines.index(f"The points to expect after each choice, as {REVIEWER} sees it")
    chart = lines[heading + 1 : heading + 7]
    scores = [one.of_chosen.score for one in sure.assessments if one.of_chosen is not None]
    assert sure.game.result is not None
    scores[-1:] = [max(sure.game.result.points)]
    top, bottom = (int(chart[at].split()[0]) for at in (0, -1))
    assert chart[0].split()[1] == chart[-1].split()[1] == "pts"
    assert 0 <= max(scores) - top + 1 <= 1
    assert bottom <= min(scores)
    for shown in (text, *chart):
        assert "%" not in re.sub("<title>.*?</title>", "", shown)
    # It rises and falls with the points: chances that were all 99 % would be a flat line.
    assert len({*chart[0][8:]}) > 1


def test_a_single_choice_that_was_not_sure_keeps_the_line_in_chances() -> None:
    sure = sure_review()
    first = next(one for one in sure.assessments if one.estimates)
    doubtful = replace(
        first, estimates=(replace(first.estimates[0], win=0.9), *first.estimates[1:])
    )
    every = tuple(doubtful if one is first else one for one in sure.assessments)
    assert "the chance to win" in report_svg(replace(sure, assessments=every))
