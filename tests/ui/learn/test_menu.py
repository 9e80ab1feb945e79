"""The list of lessons: its cursor, numbers that are typed, progress, and the other game."""

from __future__ import annotations

from foxduet.store.learning import Place, learning_file, load_progress
from foxduet.ui.kit import keys
from foxduet.ui.learn.lesson import LessonScreen
from foxduet.ui.learn.menu import LessonsScreen
from foxduet.ui.menu.title import TitleScreen
from foxduet.words.lessons import course_of
from tests.support.learning import choosing, lesson_on, lessons_on, played_through, reading
from tests.support.tables import Desk, later, of_kind, press_keys, settled, text_of

STRATEGY = len(course_of("duet").lessons) + 1
"""The place of the first lesson on strategy."""


def test_the_list_begins_at_the_first_lesson_that_is_not_done(desk: Desk) -> None:
    played_through(lesson_on(desk, 0), desk)
    assert lessons_on(desk).cursor == 1


def test_the_list_begins_where_a_lesson_was_left_last_or_after_the_last_one_done(
    desk: Desk,
) -> None:
    for number in (0, STRATEGY):
        screen = reading(lesson_on(desk, number), desk)
        second = press_keys(choosing(screen, desk, screen.now.right[0]), desk, keys.SPACE)
        assert of_kind(LessonsScreen, press_keys(second, desk, "q")).cursor == number
        assert lessons_on(desk).cursor == number
    played_through(lesson_on(desk, 0), desk)
    assert lessons_on(desk).cursor == STRATEGY
    played_through(lesson_on(desk, STRATEGY), desk)
    assert lessons_on(desk).cursor == STRATEGY + 1


def test_a_number_of_two_digits_is_typed_at_once(desk: Desk) -> None:
    menu = lessons_on(desk)
    eleven = of_kind(LessonsScreen, press_keys(menu, desk, "1", "1"))
    assert eleven.cursor == 10
    assert of_kind(LessonScreen, press_keys(eleven, desk, keys.ENTER)).number == 10
    # No lesson has these numbers.
    for typed, cursor in (("22", 1), ("111", 0), ("10", 9), ("0", 9)):
        assert of_kind(LessonsScreen, press_keys(menu, desk, *typed)).cursor == cursor
    # A digit that comes later is a number of its own, and so is one after another key.
    one = of_kind(LessonsScreen, press_keys(menu, desk, "1"))
    assert one.seconds
    waited = of_kind(LessonsScreen, later(one, desk))
    assert (waited.cursor, waited.seconds) == (0, None)
    for screen in (waited, press_keys(one, desk, keys.DOWN)):
        assert of_kind(LessonsScreen, press_keys(screen, desk, "2")).cursor == 1


def test_damaged_progress_starts_over_with_one_line(desk: Desk) -> None:
    path = learning_file(desk.records)
    path.write_text("{")
    menu = lessons_on(desk)
    assert "The file of your progress was damaged; the lessons start over." in text_of(menu)
    screen = reading(settled(menu.open(0), desk), desk)
    press_keys(choosing(screen, desk, screen.now.right[0]), desk, keys.SPACE)
    assert load_progress(path, "duet").places == {"path": Place(1)}


def test_two_terminals_in_the_lessons_lose_no_progress(desk: Desk) -> None:
    menus = [lessons_on(desk), lessons_on(desk)]
    for number, menu in enumerate(menus):
        played_through(of_kind(LessonScreen, settled(menu.open(number), desk)), desk)
    press_keys(menus[0], desk, "o")
    saved = load_progress(learning_file(desk.records), "duet")
    assert (saved.done, saved.knows_relative) == (tuple(menus[0].names[:2]), True)


def test_the_list_leads_back_to_the_title(desk: Desk) -> None:
    assert isinstance(press_keys(lessons_on(desk), desk, "q"), TitleScreen)


def test_the_list_of_lessons_changes_the_game(desk: Desk) -> None:
    menu = lessons_on(desk, two=True)
    assert "Game ◄ The Fox in the Forest Duet ►" in text_of(menu)
    assert "g game" in text_of(menu)
    for key in ("g", keys.LEFT, keys.RIGHT):
        other = press_keys(menu, desk, key)
        assert isinstance(other, LessonsScreen)
        assert (other.game_name, other.two) == ("classic", True)
        assert "Game ◄ The Fox in the Forest ►" in text_of(other)
        back = press_keys(other, desk, key)
        assert isinstance(back, LessonsScreen)
        assert back == menu
    assert isinstance(press_keys(menu, desk, "g", "g", keys.ESCAPE), TitleScreen)


def test_progress_in_one_game_is_kept_while_the_other_is_looked_at(desk: Desk) -> None:
    menu = press_keys(played_through(lesson_on(desk, 0), desk), desk, "q")
    assert isinstance(menu, LessonsScreen)
    back = press_keys(menu, desk, "g", "g")
    assert isinstance(back, LessonsScreen)
    assert back.progress.done == ("path",)
