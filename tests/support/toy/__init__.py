"""A third game, as another package would add it: the higher card wins the trick."""

from __future__ import annotations

from foxduet.core.register import CardGame, Option
from tests.support.toy.rules import RULES
from tests.support.toy.words import TABLE

GAME = CardGame("toy", lambda: RULES, (Option("cards", (6, 4)),), words=lambda: TABLE)
