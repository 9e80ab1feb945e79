"""The list of the lessons in words, and how they are given."""

from __future__ import annotations

from collections.abc import Sequence

from foxduet.core.errors import N_, NC_
from foxduet.ui.kit.keys import ENTER
from foxduet.ui.kit.screen import Context
from foxduet.ui.learn.menu import TOGETHER, LessonsScreen
from foxduet.ui.plain.voice import (
    CARDS,
    RULES,
    Reply,
    Voice,
    beginning_form,
    choose,
    enter_form,
    leaving,
    number_form,
    numbered,
    press_key,
    pressed,
)
from foxduet.words.common import game_title
from foxduet.words.i18n import _
from foxduet.words.lessons import course_of, lesson_names


def _labels(screen: LessonsScreen) -> list[str]:
    """Return the lessons with their numbers, and what was done of them."""
    names = zip(lesson_names(course_of(screen.game_name)), screen.names, strict=True)
    return numbered([", ".join(filter(None, (title, screen.mark(name)))) for title, name in names])


def _tell_list(
    screen: LessonsScreen, before: LessonsScreen | None, _context: Context
) -> Sequence[str]:
    """Tell all lessons, or what has changed of them, and of how they are given."""
    labels = _labels(screen)
    if before is not None and before.game_name == screen.game_name:
        known = {choice for _key, choice in before.settings} | {*_labels(before)}
        settings = [f"{choice}." for _key, choice in screen.settings if choice not in known]
        return (*settings, *[label for label in labels if label not in known])
    rules = len(labels) - len(course_of(screen.game_name).strategy)
    heading = (_("Strategy") + ".",) if labels[rules:] else ()
    return (
        _("Learn to play") + f". {game_title(screen.game_name)}.",
        *([_(TOGETHER)] if screen.two else []),
        *labels[:rules],
        *heading,
        *labels[rules:],
    )


def _ask_list(screen: LessonsScreen, _context: Context) -> str:
    sentence = _("Which lesson? Say its number, or press Enter for {number}: {title}.")
    title = lesson_names(course_of(screen.game_name))[screen.cursor]
    return sentence.format(number=screen.cursor + 1, title=title)


def _answer_list(screen: LessonsScreen, said: str, context: Context) -> Reply | None:
    return choose(screen, said, context) if said else pressed(screen, ENTER, context)


_TWO = press_key(NC_("command", "two"), N_("for one person, or for two with open hands"), "t")
_KNOWN = press_key(
    NC_("command", "known"), N_("leave out what players of the other game know"), "o"
)
_OTHER_GAME = press_key(NC_("command", "game"), N_("the lessons of the other game"), "g")

LESSONS = Voice(
    _tell_list,
    _ask_list,
    lambda _screen: (_TWO, _KNOWN, _OTHER_GAME, CARDS, RULES, leaving("q")),
    _answer_list,
    goes_on=True,
    labels=lambda screen, _context: lesson_names(course_of(screen.game_name)),
    forms=lambda _screen: (number_form(), beginning_form(), enter_form()),
)
"""The voice of the list of the lessons."""
