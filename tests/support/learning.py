"""Lessons played by keys."""

from __future__ import annotations

from dataclasses import replace

from foxduet.ui.kit import keys
from foxduet.ui.kit.effects import OpenLessons
from foxduet.ui.kit.screen import Next, Screen
from foxduet.ui.learn.lesson import LessonScreen
from foxduet.ui.learn.menu import LessonsScreen
from foxduet.ui.learn.tutor import Judged, Saying, TutoredTable
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.table.moves import options
from foxduet.ui.table.parts import option_keys
from foxduet.ui.table.state import Choosing, GameOver, RoundEnd
from tests.support.machine import patience
from tests.support.tables import Desk, Left, laid_over, of_kind, press_keys, settled, stack_of


def lessons_on(desk: Desk, *, two: bool = False) -> LessonsScreen:
    """Return the list of the lessons, as it is opened from the title."""
    title = TitleScreen(desk.game)
    screen = of_kind(LessonsScreen, settled(Next(title, (OpenLessons(desk.game),)), desk))
    return laid_over(replace(screen, two=two), title)


def lesson_on(desk: Desk, number: int, *, two: bool = False) -> LessonScreen:
    """Return a lesson, by its number from 0, where it was left."""
    menu = lessons_on(desk, two=two)
    return of_kind(LessonScreen, settled(menu.open(number), desk, stack_of(menu)))


def shown(screen: Screen | Left) -> object:
    """Return what is to be read at a table with a tutor, or else what the table shows."""
    assert isinstance(screen, TutoredTable)
    return screen.page or screen.shows


def is_choosing(screen: Screen | Left) -> bool:
    """Return whether the player, or the team, is to choose at a table with a tutor."""
    return isinstance(shown(screen), Choosing | RoundEnd)


def is_done(screen: Screen | Left) -> bool:
    """Return whether a lesson or a guided round is over."""
    return isinstance(shown(screen), GameOver)


def reading(screen: Screen | Left, desk: Desk) -> LessonScreen:
    """Read on with Space until something is to be chosen, or the lesson is over."""
    steps = patience()
    while isinstance(shown(screen), Saying | Judged):
        next(steps)
        screen = press_keys(screen, desk, keys.SPACE)
    assert isinstance(screen, LessonScreen)
    return screen


def choosing(screen: LessonScreen, desk: Desk, choice: str) -> LessonScreen:
    """Make a choice, as records write it, and skip what is watched."""
    assert is_choosing(screen)
    rules, every = screen.session.game.rules, options(screen)
    at = [rules.format_action(option) for option in every].index(choice)
    after = of_kind(LessonScreen, press_keys(screen, desk, option_keys(every)[at], keys.ENTER))
    steps = patience()
    while after.is_watched:
        next(steps)
        after = of_kind(LessonScreen, press_keys(after, desk, keys.SPACE))
    return after


def played_through(screen: LessonScreen, desk: Desk) -> LessonScreen:
    """Play a lesson to its end, always choosing what is right."""
    screen = reading(screen, desk)
    steps = patience()
    while not is_done(screen):
        next(steps)
        screen = reading(choosing(screen, desk, screen.now.right[0]), desk)
    return screen
