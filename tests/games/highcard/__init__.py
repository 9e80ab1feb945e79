"""A third game, complete and tiny, as another package would add it: the higher card wins.

Fifteen cards, two hands of six; any card may follow. The higher card of the led suit wins, or the
decree's suit, which is trump; most tricks win. It has neither lessons nor topics nor reviews.
"""

from __future__ import annotations

from foxduet.core.register import CardGame, Option, loader

GAME = CardGame(
    "highcard",
    rules=loader("tests.games.highcard.rules", "RULES"),
    options=(Option("deals", (1, 2), usual=1),),
    partners=loader("tests.games.highcard.ai", "PARTNERS"),
    words=loader("tests.games.highcard.words", "TABLE"),
    guide=loader("tests.games.highcard.words", "GUIDE"),
    table=loader("tests.games.highcard.table"),
)
