"""The Fox in the Forest: all that knows this game, and its parts for all other rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.core.errors import N_
from foxduet.core.register import CardGame, Option

if TYPE_CHECKING:
    from foxduet.ai.partner import Partners
    from foxduet.analysis.review import Measures
    from foxduet.core.ruleset import AnyRuleSet
    from foxduet.ui.table.parts import TableArt
    from foxduet.words.common import GuideWords, TableWords
    from foxduet.words.lessons import Course
    from foxduet.words.topics.topic import Topic


def _rules() -> AnyRuleSet:
    from foxduet.games.classic.rules.ruleset import RULES

    return RULES


def _partners() -> Partners:
    from foxduet.games.classic.ai import PARTNERS

    return PARTNERS


def _words() -> TableWords:
    from foxduet.games.classic.words.table import TABLE

    return TABLE


def _guide() -> GuideWords:
    from foxduet.games.classic.words.guide import GUIDE

    return GUIDE


def _table() -> TableArt:
    from foxduet.games.classic import table

    return table


def _lessons() -> Course:
    from foxduet.games.classic.words.lessons import COURSE

    return COURSE


def _topics() -> tuple[Topic, ...]:
    from foxduet.games.classic.words.topics import TOPICS

    return TOPICS


def _review() -> Measures:
    from foxduet.games.classic import review

    return review


GAME = CardGame(
    "classic",
    _rules,
    (Option(N_("target"), (21, 16, 35), usual=21),),
    _partners,
    _words,
    _guide,
    _table,
    _lessons,
    _topics,
    _review,
)
