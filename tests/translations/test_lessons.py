"""All that lessons and menus say, in every language: in rows that are there, and to its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("babel")

from foxduet.store.config import NOTHING, Config
from foxduet.ui.kit import keys
from foxduet.ui.kit.screen import Screen
from foxduet.ui.learn.lesson import LessonScreen
from foxduet.ui.learn.tutor import Judged, Saying
from foxduet.ui.loop import draw
from foxduet.ui.menu.form import FormScreen, new_form
from foxduet.ui.table.layout import MESSAGE_ROWS, SMALLEST
from foxduet.ui.table.moves import options
from foxduet.ui.table.state import Choosing, RoundEnd
from foxduet.words import i18n
from foxduet.words.text import wrapped
from tests.support.entries import TODAY
from tests.support.learning import choosing, is_choosing, is_done, lesson_on, lessons_on, shown
from tests.support.screens import open_first_title
from tests.support.tables import STILL, WINDOW, Desk, of_kind, options_in, press_keys
from tests.ui.learn.test_lessons import OF_ALL_GAMES
from tests.ui.menu.test_title import LISTED

_WIDTH_OF_A_VERDICT, _ROWS_OF_A_VERDICT = 70, 3


@pytest.fixture(params=i18n.languages())
def _language(request: pytest.FixtureRequest) -> None:
    i18n.use_language(request.param)


def screens_of_a_lesson(desk: Desk, number: int, *, two: bool) -> Iterator[LessonScreen]:
    """Return all that is said and asked in a lesson, with every option and every wrong choice."""
    screen = lesson_on(desk, number, two=two)
    while not is_done(screen):
        yield screen
        if is_choosing(screen):
            for kind in screen.now.wrong:
                yield choosing(screen, desk, kind.choices[0])
            for at in range(len(options(screen))):
                assert isinstance(screen.shows, Choosing | RoundEnd)
                yield replace(screen, shows=replace(screen.shows, cursor=at))
            screen = choosing(screen, desk, screen.now.right[0])
        else:
            following = of_kind(LessonScreen, press_keys(screen, desk, keys.SPACE))
            screen = following
    yield screen


def check_whole(screen: LessonScreen) -> None:
    """Check that what is said has rows enough, and that the title is whole at the top."""
    top, *_others = draw(screen, WINDOW, STILL).lines
    title = i18n._(screen.lesson.title)
    assert title in top or is_done(screen), top
    match shown(screen):
        case Saying(at):
            rows = wrapped(screen.sentences[at], SMALLEST.columns - 4)
            assert len(rows) <= MESSAGE_ROWS, rows
        case Judged(text=text):
            rows = wrapped(text, _WIDTH_OF_A_VERDICT)
            assert len(rows) <= _ROWS_OF_A_VERDICT, rows
        case _:
            pass


@pytest.mark.usefixtures("_language", "_inside")
@pytest.mark.parametrize("two", [False, True], ids=["one", "two"])
@pytest.mark.parametrize(("game", "number"), OF_ALL_GAMES)
def test_nothing_that_a_lesson_says_is_cut_off(
    tmp_path: Path, game: str, number: int, two: bool
) -> None:
    desk = replace(options_in(tmp_path), game=game)
    for screen in screens_of_a_lesson(desk, number, two=two):
        check_whole(screen)


def screens_of_menus(desk: Desk) -> Iterator[Screen]:
    """Return the title, the form of a new game in each of its rows, and lists."""
    title = open_first_title(desk)
    for newcomer in (True, False):
        yield replace(title, newcomer=newcomer)
    for own in (desk, replace(desk, game="classic"), replace(desk, daily=TODAY)):
        for config in (NOTHING, Config({"partner": "expert", "practice": True}, {})):
            form = new_form(own, config).screen
            assert isinstance(form, FormScreen)
            for row in range(len(form.rows)):
                yield replace(form, row=row)
            yield replace(form, has_house_rule=True, memory=True)
        for two in (False, True):
            yield lessons_on(own, two=two)
    yield LISTED


@pytest.mark.usefixtures("_language", "_inside")
def test_nothing_of_a_menu_is_cut_off(tmp_path: Path) -> None:
    for screen in screens_of_menus(options_in(tmp_path)):
        draw(screen, WINDOW, STILL)
