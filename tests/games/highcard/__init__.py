"""A third game, complete and tiny, as another package would add it: the higher card wins.

Fifteen cards, two hands of six; any card may follow. The higher card of the led suit wins, or the
decree's suit, which is trump; most tricks win. It has neither lessons nor topics nor reviews.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from foxduet.core.register import CardGame, Option

if TYPE_CHECKING:
    from foxduet.ai.partner import Partners
    from foxduet.core.ruleset import AnyRuleSet
    from foxduet.words.common import GuideWords, TableWords


def _rules() -> AnyRuleSet:
    from tests.games.highcard.rules import RULES

    return RULES


def _partners() -> Partners:
    from tests.games.highcard.ai import PARTNERS

    return PARTNERS


def _words() -> TableWords:
    from tests.games.highcard.words import TABLE

    return TABLE


def _guide() -> GuideWords:
    from tests.games.highcard.words import GUIDE

    return GUIDE


def _table() -> ModuleType:
    from tests.games.highcard import table

    return table


GAME = CardGame(
    "highcard", _rules, (Option("deals", (1, 2), usual=1),), _partners, _words, _guide, _table
)
