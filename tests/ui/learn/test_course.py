"""The course of lessons: how long it is, in which order, and what it teaches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foxduet.core.common import card_of
from foxduet.ui.kit import keys
from foxduet.ui.kit.screen import Screen
from foxduet.ui.learn.lesson import LessonScreen
from foxduet.ui.learn.menu import LessonsScreen
from foxduet.ui.learn.tutor import Saying
from foxduet.words.common import table_words
from foxduet.words.glyphs import ASCII
from foxduet.words.lessons import Lesson, course_of
from tests.strategy import choice_of_expert, position_of
from tests.support.learning import (
    choosing,
    is_choosing,
    is_done,
    lesson_on,
    lessons_on,
    played_through,
    reading,
)
from tests.support.tables import Desk, Left, press_keys, text_of
from tests.ui.learn.test_lessons import NUMBERS, OF_ALL_GAMES

MOST_PRESSES = {"duet": 46, "classic": 23}
"""Half of what there were once, with the same choices."""


def presses_of(screen: Screen | Left, desk: Desk) -> int:
    """Play a lesson to its end; return how often Space is pressed, and check what lies between."""
    presses = pages = choices = 0
    while not is_done(screen):
        assert isinstance(screen, LessonScreen)
        if is_choosing(screen):
            step, rules = screen.now, screen.session.game.rules
            legal = {*map(rules.format_action, rules.legal_actions(screen.session.state))}
            explained = {*step.right, *(choice for kind in step.wrong for choice in kind.choices)}
            assert len(legal) > 1
            assert legal <= explained
            assert step.measured is None or {*step.measured.each} == explained
            screen, pages, choices = choosing(screen, desk, step.right[0]), 0, choices + 1
        else:
            pages += isinstance(screen.page, Saying)
            assert pages <= 2
            screen, presses = press_keys(screen, desk, keys.SPACE), presses + 1
    assert choices
    return presses


@pytest.mark.parametrize("two", [False, True], ids=["one", "two"])
@pytest.mark.parametrize("game", MOST_PRESSES)
def test_lessons_are_more_choices_than_pages(desk: Desk, game: str, two: bool) -> None:
    desk, course = replace(desk, game=game), course_of(game)
    presses = [
        presses_of(lesson_on(desk, number, two=two), desk)
        for number, part in enumerate(course.parts)
        if isinstance(part, Lesson)
    ]
    assert sum(presses[: len(course.lessons)]) <= MOST_PRESSES[game]


@pytest.mark.parametrize(("game", "number"), OF_ALL_GAMES)
def test_no_option_is_marked_as_the_right_one(desk: Desk, game: str, number: int) -> None:
    desk = replace(desk, game=game)
    screen = reading(lesson_on(desk, number), desk)
    while not is_done(screen):
        rules, state = screen.session.game.rules, screen.session.state
        marks: tuple[list[bool], list[bool]] = ([], [])
        for option in rules.legal_actions(state):
            if card_of(option) is None:
                label = table_words(game).option_label_of(state, option, screen.names, ASCII)
                marks[rules.format_action(option) in screen.now.right].append("$" in label)
        wrong, right = marks
        assert {*right} <= {*wrong}
        screen = reading(choosing(screen, desk, screen.now.right[0]), desk)


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("duet", "path following trump ends musician foxes gift rounds guided"),
        ("classic", "tricks bands monarch witch swan woodcutter treasure guided"),
    ],
)
def test_progress_of_earlier_versions_means_the_same_lessons(game: str, names: str) -> None:
    rules, course = names.split(), course_of(game)
    every = [part.name for part in course.parts]
    assert every[: len(rules)] == rules
    assert len({*every}) == len(rules) + len(course.strategy)


def test_strategy_lessons_come_after_the_guided_round_and_lead_from_one_to_the_next(
    desk: Desk,
) -> None:
    menu, course = lessons_on(desk), course_of("duet")
    first = NUMBERS[-1] + 2
    assert "Strategy" in text_of(menu)
    assert f"{first + 1}  {course.strategy[0].title}" in text_of(menu)
    done = played_through(lesson_on(desk, first), desk)
    assert done.lesson is course.strategy[0]
    following = press_keys(done, desk, keys.SPACE)
    assert isinstance(following, LessonScreen)
    assert following.lesson is course.strategy[1]
    last = press_keys(
        played_through(lesson_on(desk, len(course.parts) - 1), desk), desk, keys.SPACE
    )
    assert isinstance(last, LessonsScreen)
    assert last.cursor == len(course.parts) - 1


@pytest.mark.parametrize("game", MOST_PRESSES)
def test_the_expert_chooses_what_strategy_lessons_teach(game: str) -> None:
    """What it is worth is measured by python -m tests.strategy."""
    for lesson in course_of(game).strategy:
        for step in lesson.steps:
            assert choice_of_expert(position_of(game, step), 100, "steady", 5) in step.right
