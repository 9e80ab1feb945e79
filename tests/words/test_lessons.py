"""The lessons as data: every choice that the rules allow is praised, or explained, and true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from foxduet.core.register import games, rule_set
from foxduet.words.lessons import Course, Lesson, Step, course_of, has_lessons
from foxduet.words.text import wrapped

WITH_LESSONS = [game for game in games() if has_lessons(game)]
LESSONS = [(game, lesson) for game in WITH_LESSONS for lesson in course_of(game).lessons]
STEPS = [
    pytest.param(game, step, id=f"{game}-{lesson.name}-{at}")
    for game, lesson in LESSONS
    for at, step in enumerate(lesson.steps)
]


def start_of(game: str, step: Step) -> Any:
    """Return the state that a step is about."""
    rules = rule_set(game)
    return rules.parse_position(step.position, rules.setup_from(course_of(game).setup))


def after(game: str, step: Step, choice: str) -> Any:
    """Return the state after a choice and the replies to it."""
    rules = rule_set(game)
    state = rules.apply(start_of(game, step), rules.parse_action(choice)).state
    progress = rules.progress(start_of(game, step))
    while rules.progress(state) == progress:
        reply = next(_allowed(game, state, step.replies), None)
        if reply is None:
            break
        state = rules.apply(state, reply).state
    return state


def _allowed(game: str, state: Any, replies: tuple[str, ...]) -> Iterator[Any]:
    rules = rule_set(game)
    for reply in replies:
        action = rules.parse_action(reply)
        if action in rules.legal_actions(state):
            yield action


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_every_legal_choice_is_either_praised_or_explained_once(game: str, step: Step) -> None:
    rules, state = rule_set(game), start_of(game, step)
    legal = [rules.format_action(action) for action in rules.legal_actions(state)]
    wrong = [choice for kind in step.wrong for choice in kind.choices]
    if not step.right:
        assert (step.ask, step.praise, wrong) == ("", "", [])
        return
    assert sorted([*step.right, *wrong]) == sorted(legal)
    assert step.praise
    assert step.ask


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_kind_of_wrong_choice_has_a_reason_of_its_own(game: str, lesson: Lesson) -> None:
    for step in lesson.steps:
        said = [step.praise, *(kind.why for kind in step.wrong)]
        assert len({*said}) == len(said)
        assert all(kind.choices and kind.why for kind in step.wrong)


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_right_choice_comes_to_something_else_than_any_wrong_one(game: str, step: Step) -> None:
    rules = rule_set(game)
    right = {rules.format_position(after(game, step, choice)) for choice in step.right}
    for kind in step.wrong:
        for choice in kind.choices:
            assert rules.format_position(after(game, step, choice)) not in right


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_what_is_said_fits_into_the_rows_above_the_hand(game: str, step: Step) -> None:
    for text in (*step.says, step.ask, step.praise, *(kind.why for kind in step.wrong)):
        assert len(wrapped(text, 76)) <= 3


@pytest.mark.parametrize("game", WITH_LESSONS)
def test_lessons_have_names_of_their_own(game: str) -> None:
    course: Course = course_of(game)
    names = [*(lesson.name for lesson in course.lessons), course.guided.name]
    assert len({*names}) == len(names)


def test_duet_has_eight_lessons_for_both_seats() -> None:
    course = course_of("duet")
    assert len(course.lessons) == 8
    seats = [line.position.rpartition(" ")[2] for one in course.lessons for line in one.steps]
    assert {"p1:play", "p2:play", "p1:move", "p1:foxes", "p1:exchange", "p1:give"} <= {*seats}
    assert "team:forest" in seats
