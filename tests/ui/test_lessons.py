"""Lessons: what is said and chosen in them, and how they look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.ai.workers import ThinkJob
from foxduet.core.cards import card_in_action
from foxduet.core.registry import games
from foxduet.store.journals import LessonPlace, learning_file, load_progress
from foxduet.ui.guided import Feedback, TutoredTable, TutorLine
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.effects import JobAnswered
from foxduet.ui.kit.screen import Screen
from foxduet.ui.lessons import LessonScreen, LessonsScreen
from foxduet.ui.loop import draw_screen
from foxduet.ui.table.state import Choosing
from foxduet.words.game_words import table_words
from foxduet.words.lessons import Lesson, has_lessons, lesson_plan
from foxduet.words.text import ASCII
from tests.support import entries, tables
from tests.support.entries import choosing, is_done, lesson_on, lessons_on, played_through, reading
from tests.support.tables import STILL, WINDOW, Desk, Left, of_kind, press_keys, settled, text_of
from tests.tools.strategy import choice_of_expert, position_of

NUMBERS = range(len(lesson_plan("duet").lessons))
OF_ALL_GAMES = [
    pytest.param(game, number, id=f"{game}-{lesson.name}")
    for game in games()
    if has_lessons(game)
    for number, lesson in enumerate(lesson_plan(game).parts)
    if isinstance(lesson, Lesson)
]


def _judged(screen: LessonScreen) -> tuple[bool, str]:
    """Return what is said of a choice."""
    assert isinstance(screen.page, Feedback)
    return screen.page.right, screen.page.text


def saved(desk: Desk) -> object:
    return load_progress(learning_file(desk.records), "duet")


@pytest.mark.parametrize("two", [False, True], ids=["one", "two"])
@pytest.mark.parametrize(("game", "number"), OF_ALL_GAMES)
@pytest.mark.usefixtures("strict_canvas")
def test_each_lesson_can_be_played_to_its_end_by_keys(
    desk: Desk, game: str, number: int, two: bool
) -> None:
    desk = replace(desk, game=game)
    done = played_through(lesson_on(desk, number, two=two), desk)
    assert is_done(done)
    assert load_progress(learning_file(desk.records), game).done == (done.lesson.name,)
    assert text_of(done)


@pytest.mark.parametrize(("game", "number"), OF_ALL_GAMES)
@pytest.mark.usefixtures("strict_canvas")
def test_every_wrong_choice_is_played_out_explained_and_taken_back(
    desk: Desk, game: str, number: int
) -> None:
    desk = replace(desk, game=game)
    screen = reading(lesson_on(desk, number), desk)
    while not is_done(screen):
        for kind in screen.current_step.wrong_choices:
            for choice in kind.choices:
                judged = choosing(screen, desk, choice)
                right, text = _judged(judged)
                assert (right, text.startswith(kind.reason)) == (False, True)
                assert judged.session.game.turns
                assert "Not quite." in text_of(judged)
                assert press_keys(judged, desk, keys.SPACE) == screen
        judged = choosing(screen, desk, screen.current_step.right_choices[0])
        right, text = _judged(judged)
        assert (right, text.startswith(screen.current_step.praise)) == (True, True)
        screen = reading(judged, desk)


def test_a_choice_is_watched_before_it_is_judged(tmp_path: Path) -> None:
    desk = tables.options_in(tmp_path, Look())
    screen = reading(lesson_on(desk, 0), desk)
    watching = press_keys(screen, desk, "1", keys.ENTER)
    assert isinstance(watching, LessonScreen)
    spaces = []
    while watching.is_skippable:
        assert watching.timeout
        board = next(row for row in text_of(watching).splitlines() if "^.^" in row)
        spaces.append(board.index("^.^") // 7 + 1)
        following = tables.later(watching, desk)
        assert isinstance(following, LessonScreen)
        watching = following
    assert spaces == [6, 5, 4, 3]
    assert isinstance(entries.shown(watching), Feedback)
    assert "(^.^)··( 4 )" in text_of(watching)


def test_one_person_never_sees_the_other_hand(desk: Desk) -> None:
    for number, part in enumerate(lesson_plan("duet").parts):
        if not isinstance(part, Lesson):
            continue
        screen = reading(lesson_on(desk, number), desk)
        while not is_done(screen):
            assert "holds:" not in text_of(screen)
            screen = reading(choosing(screen, desk, screen.current_step.right_choices[0]), desk)


def test_players_of_the_other_game_get_shorter_lessons(desk: Desk) -> None:
    menu = press_keys(lessons_on(desk), desk, "o")
    assert isinstance(menu, LessonsScreen)
    assert "original game: yes" in text_of(menu)
    assert lessons_on(desk).progress.knows_relative
    short = sum(len(lesson_on(desk, number).steps) for number in NUMBERS)
    assert short < sum(len(lesson.steps) for lesson in lesson_plan("duet").lessons)
    for number in NUMBERS:
        assert is_done(played_through(lesson_on(desk, number), desk))


def test_a_place_that_a_lesson_does_not_have_starts_it_over(desk: Desk) -> None:
    menu = lessons_on(desk)
    menu = replace(menu, progress=menu.progress.with_place("path", LessonPlace(99)))
    screen = settled(menu.open(0), desk)
    assert isinstance(screen, LessonScreen)
    assert screen.step == 0


def test_progress_that_cannot_be_saved_is_no_end_of_the_lesson(desk: Desk) -> None:
    screen = reading(lesson_on(desk, 0), desk)
    learning_file(desk.records).mkdir()
    after = press_keys(
        choosing(screen, desk, screen.current_step.right_choices[0]), desk, keys.SPACE
    )
    assert entries.is_choosing(after)
    assert "Your progress was not saved: " in text_of(after)


def test_the_score_in_the_last_lesson_is_the_rules_own(desk: Desk) -> None:
    screen = reading(lesson_on(desk, NUMBERS[-1]), desk)
    screen = reading(choosing(screen, desk, screen.current_step.right_choices[0]), desk)
    won = choosing(screen, desk, screen.current_step.right_choices[0])
    assert won.session.game.result is not None
    assert f"{won.session.game.result.points[0]} in all" in text_of(won)


def test_a_card_is_typed_and_clicked_in_a_lesson_as_at_the_table(desk: Desk) -> None:
    for two in (False, True):
        screen = reading(lesson_on(desk, 0, two=two), desk)
        typing = press_keys(screen, desk, "c")
        assert "rank, then " in text_of(typing)
        assert entries.shown(press_keys(typing, desk, "1", "0", "d")) == Choosing(1)
        assert "choose 8d" in text_of(press_keys(typing, desk, "8", "d"))
        # Not even the letters that skip what is to be chosen.
        for letter in "sS":
            assert f"cannot choose 2{letter}" in text_of(press_keys(typing, desk, "2", letter))
        row, column = next(
            (row, line.index("10 ▼"))
            for row, line in enumerate(text_of(screen).splitlines())
            if "10 ▼" in line and row > 12
        )
        frame = draw_screen(screen, WINDOW, STILL)
        area = frame.area_at(row, column)
        assert area is not None
        clicked = press_keys(screen, desk, *area.keys)
        assert entries.shown(clicked) == Choosing(1)
        again = draw_screen(clicked, WINDOW, STILL).area_at(row, column)  # type: ignore[arg-type]
        assert again is not None
        assert again.is_chosen


def test_no_card_can_be_clicked_while_something_is_read(desk: Desk) -> None:
    saying = lesson_on(desk, 0)
    judged = choosing(reading(saying, desk), desk, "p1 play 6d")
    for screen in (saying, judged):
        areas = draw_screen(screen, WINDOW, STILL).areas
        assert {key for area in areas for key in area.keys} == {keys.SPACE}


@pytest.mark.parametrize("number", [0, len(NUMBERS)], ids=["lesson", "guided"])
def test_nothing_of_a_lesson_is_a_game_that_is_saved(desk: Desk, number: int) -> None:
    menu = lessons_on(desk)
    screen = settled(menu.open(number), desk, tables.stack_of(menu))
    while not entries.is_choosing(screen):
        following = press_keys(screen, desk, keys.SPACE)
        assert isinstance(following, TutoredTable)
        job = following.background_job(desk.context)
        if following.awaits_job and isinstance(job, ThinkJob):
            screen = tables.received(following, JobAnswered(job, tables.first_choice_of(job)), desk)
        else:
            screen = following
    for key in (keys.RIGHT, keys.ENTER, keys.SPACE, keys.SPACE):
        screen = press_keys(screen, desk, key)
    assert tables.hanged_up(screen, desk) == Left("")
    assert not desk.records.exists()


STRATEGY = len(lesson_plan("duet").lessons) + 1
"""The place of the first lesson on strategy."""


def test_the_list_begins_where_a_lesson_was_left_last_or_after_the_last_one_done(
    desk: Desk,
) -> None:
    for number in (0, STRATEGY):
        screen = reading(lesson_on(desk, number), desk)
        second = press_keys(
            choosing(screen, desk, screen.current_step.right_choices[0]), desk, keys.SPACE
        )
        assert of_kind(LessonsScreen, press_keys(second, desk, "q")).cursor == number
        assert lessons_on(desk).cursor == number
    played_through(lesson_on(desk, 0), desk)
    assert lessons_on(desk).cursor == STRATEGY
    played_through(lesson_on(desk, STRATEGY), desk)
    assert lessons_on(desk).cursor == STRATEGY + 1


def test_damaged_progress_starts_over_with_one_line(desk: Desk) -> None:
    path = learning_file(desk.records)
    path.write_text("{")
    menu = lessons_on(desk)
    assert "Your progress file was damaged; lessons start again from the beginning." in text_of(
        menu
    )
    screen = reading(settled(menu.open(0), desk), desk)
    press_keys(choosing(screen, desk, screen.current_step.right_choices[0]), desk, keys.SPACE)
    assert load_progress(path, "duet").places == {"path": LessonPlace(1)}


def test_two_terminals_in_the_lessons_lose_no_progress(desk: Desk) -> None:
    menus = [lessons_on(desk), lessons_on(desk)]
    for number, menu in enumerate(menus):
        played_through(of_kind(LessonScreen, settled(menu.open(number), desk)), desk)
    press_keys(menus[0], desk, "o")
    saved = load_progress(learning_file(desk.records), "duet")
    assert (saved.done, saved.knows_relative) == (tuple(menus[0].names[:2]), True)


ASCII_LOOK = Look(ASCII, animated=False)
SIZES = [Size(24, 80), Size(30, 100), Size(45, 140)]


SCREENS: dict[str, Callable[[Desk], Screen | Left]] = {
    "lessons": lessons_on,
    "lesson-saying": lambda desk: lesson_on(desk, 0),
    "lesson-choosing": lambda desk: press_keys(_first(desk), desk, "1"),
    "lesson-wrong": lambda desk: choosing(_first(desk), desk, "p1 play Td"),
    "lesson-right": lambda desk: choosing(_first(desk), desk, "p1 play 6d"),
    "lesson-two": lambda desk: reading(lesson_on(desk, 5, two=True), desk),
    "lesson-team": lambda desk: press_keys(reading(lesson_on(desk, 7), desk), desk, keys.RIGHT),
    "lesson-done": lambda desk: played_through(lesson_on(desk, 0), desk),
    "lesson-keys": lambda desk: press_keys(lesson_on(desk, 0), desk, "?"),
    "lesson-guided": lambda desk: settled(lessons_on(desk).open(8), desk),
}


def _first(desk: Desk) -> LessonScreen:
    return reading(lesson_on(desk, 0), desk)


@pytest.mark.parametrize("two", [False, True], ids=["one", "two"])
@pytest.mark.parametrize(("game", "number"), OF_ALL_GAMES)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_of_a_lesson_is_cut_off(tmp_path: Path, game: str, number: int, two: bool) -> None:
    desk = replace(tables.options_in(tmp_path), game=game)
    screen = lesson_on(desk, number, two=two)
    while not is_done(screen):
        for size in SIZES:
            draw_screen(screen, size, STILL)
        assert text_of(screen, look=ASCII_LOOK).isascii()
        if entries.is_choosing(screen):
            for kind in screen.current_step.wrong_choices:
                draw_screen(choosing(screen, desk, kind.choices[0]), SIZES[0], STILL)
            screen = choosing(screen, desk, screen.current_step.right_choices[0])
        else:
            following = press_keys(screen, desk, keys.SPACE)
            assert isinstance(following, LessonScreen)
            screen = following


MOST_PRESSES = {"duet": 46, "classic": 23}
"""Half of what there were once, with the same choices."""


def presses_of(screen: Screen | Left, desk: Desk) -> int:
    """Play a lesson to its end; return how often Space is pressed, and check what lies between."""
    presses = pages = choices = 0
    while not is_done(screen):
        assert isinstance(screen, LessonScreen)
        if entries.is_choosing(screen):
            step, rules = screen.current_step, screen.session.game.rules
            legal = {*map(rules.format_action, rules.legal_actions(screen.session.state))}
            explained = {
                *step.right_choices,
                *(choice for kind in step.wrong_choices for choice in kind.choices),
            }
            assert len(legal) > 1
            assert legal <= explained
            assert step.worth is None or {*step.worth.values} == explained
            screen, pages, choices = choosing(screen, desk, step.right_choices[0]), 0, choices + 1
        else:
            pages += isinstance(screen.page, TutorLine)
            assert pages <= 2
            screen, presses = press_keys(screen, desk, keys.SPACE), presses + 1
    assert choices
    return presses


@pytest.mark.parametrize("two", [False, True], ids=["one", "two"])
@pytest.mark.parametrize("game", MOST_PRESSES)
def test_lessons_are_more_choices_than_pages(desk: Desk, game: str, two: bool) -> None:
    desk, course = replace(desk, game=game), lesson_plan(game)
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
            if card_in_action(option) is None:
                label = table_words(game).option_label_of(state, option, screen.names, ASCII)
                marks[rules.format_action(option) in screen.current_step.right_choices].append(
                    "$" in label
                )
        wrong, right = marks
        assert {*right} <= {*wrong}
        screen = reading(choosing(screen, desk, screen.current_step.right_choices[0]), desk)


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("duet", "path following trump ends musician foxes gift rounds guided"),
        ("classic", "tricks bands monarch witch swan woodcutter treasure guided"),
    ],
)
def test_progress_of_earlier_versions_means_the_same_lessons(game: str, names: str) -> None:
    rules, course = names.split(), lesson_plan(game)
    every = [part.name for part in course.parts]
    assert every[: len(rules)] == rules
    assert len({*every}) == len(rules) + len(course.strategy)


@pytest.mark.parametrize("game", MOST_PRESSES)
def test_the_expert_chooses_what_strategy_lessons_teach(game: str) -> None:
    """What it is worth is measured by python -m tests.tools.strategy."""
    for lesson in lesson_plan(game).strategy:
        for step in lesson.steps:
            assert choice_of_expert(position_of(game, step), 100, "steady", 5) in step.right_choices
