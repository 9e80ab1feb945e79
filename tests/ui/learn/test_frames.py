"""How lessons look, and that nothing of them is cut off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.screen import Screen
from foxduet.ui.learn.lesson import LessonScreen
from foxduet.ui.loop import draw
from foxduet.words.glyphs import ASCII
from tests.support.learning import (
    choosing,
    is_choosing,
    is_done,
    lesson_on,
    lessons_on,
    played_through,
    reading,
)
from tests.support.tables import STILL, Desk, Left, options_in, press_keys, settled, text_of
from tests.ui.learn.test_lessons import OF_ALL_GAMES

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


@pytest.mark.parametrize("name", SCREENS)
def test_lessons_look_as_they_did(
    name: str, tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    screen = SCREENS[name](options_in(tmp_path))
    golden(f"frames/{name}.txt", text_of(screen) + "\n")


@pytest.mark.parametrize("name", ["lessons", "lesson-choosing", "lesson-wrong", "lesson-team"])
def test_seven_bit_lessons_look_as_they_did(
    name: str, tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    screen = SCREENS[name](options_in(tmp_path))
    golden(f"frames/{name}-ascii.txt", text_of(screen, look=ASCII_LOOK) + "\n")


@pytest.mark.parametrize("two", [False, True], ids=["one", "two"])
@pytest.mark.parametrize(("game", "number"), OF_ALL_GAMES)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_of_a_lesson_is_cut_off(tmp_path: Path, game: str, number: int, two: bool) -> None:
    desk = replace(options_in(tmp_path), game=game)
    screen = lesson_on(desk, number, two=two)
    while not is_done(screen):
        for size in SIZES:
            draw(screen, size, STILL)
        assert text_of(screen, look=ASCII_LOOK).isascii()
        if is_choosing(screen):
            for kind in screen.now.wrong:
                draw(choosing(screen, desk, kind.choices[0]), SIZES[0], STILL)
            screen = choosing(screen, desk, screen.now.right[0])
        else:
            following = press_keys(screen, desk, keys.SPACE)
            assert isinstance(following, LessonScreen)
            screen = following
