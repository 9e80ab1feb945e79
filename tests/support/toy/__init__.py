"""A third game, as another package would add it: the higher card wins the trick."""

from __future__ import annotations

from foxduet.core.register import CardGame
from tests.support.toy.rules import RULES
from tests.support.toy.words import TABLE

GAME = CardGame("toy", rules=lambda: RULES, words=lambda: TABLE)
