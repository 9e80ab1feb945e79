"""The Fox in the Forest Duet: all that knows this game, and its parts for all other rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.core.errors import N_
from foxduet.core.register import CardGame, FileOption, Option

if TYPE_CHECKING:
    from foxduet.ai.partner import Partners
    from foxduet.analysis.review import Measures
    from foxduet.core.ruleset import AnyRuleSet
    from foxduet.ui.table.parts import TableArt
    from foxduet.words.common import GuideWords, TableWords
    from foxduet.words.lessons import Course
    from foxduet.words.topics.topic import Topic


def _rules() -> AnyRuleSet:
    from foxduet.games.duet.rules.ruleset import RULES

    return RULES


def _board(text: str) -> object:
    from foxduet.games.duet.rules.board import board_to_table, parse_board

    return board_to_table(parse_board(text))


def _partners() -> Partners:
    from foxduet.games.duet.ai import PARTNERS

    return PARTNERS


def _words() -> TableWords:
    from foxduet.games.duet.words.table import TABLE

    return TABLE


def _guide() -> GuideWords:
    from foxduet.games.duet.words.guide import GUIDE

    return GUIDE


def _table() -> TableArt:
    from foxduet.games.duet import table

    return table


def _lessons() -> Course:
    from foxduet.games.duet.words.lessons import COURSE

    return COURSE


def _topics() -> tuple[Topic, ...]:
    from foxduet.games.duet.words.topics import TOPICS

    return TOPICS


def _review() -> Measures:
    from foxduet.games.duet import review

    return review


GAME = CardGame(
    "duet",
    _rules,
    (Option(N_("level"), (1, 2, 3)),),
    _partners,
    _words,
    _guide,
    _table,
    _lessons,
    _topics,
    _review,
    (FileOption(N_("board"), _board),),
)
