"""A third game, complete and tiny, as another package would add it: the higher card wins.

Fifteen cards, two hands of six; any card may follow. The higher card of the led suit wins, or the
decree's suit, which is trump; most tricks win. It has neither lessons nor topics nor reviews.
"""

from __future__ import annotations

from foxduet.core.register import CardGame, Option, late

GAME = CardGame(
    "highcard",
    rules=late("tests.games.highcard.rules", "RULES"),
    options=(Option("deals", (1, 2), usual=1),),
    partners=late("tests.games.highcard.ai", "PARTNERS"),
    words=late("tests.games.highcard.words", "TABLE"),
    guide=late("tests.games.highcard.words", "GUIDE"),
    table=late("tests.games.highcard.table"),
)
