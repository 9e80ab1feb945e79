"""The Fox in the Forest: all that knows this game, and its parts for all other rooms."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.core.register import CardGame, Option, late

GAME = CardGame(
    "classic",
    rules=late("foxduet.games.classic.rules.ruleset", "RULES"),
    options=(Option(N_("target"), (21, 16, 35), usual=21),),
    partners=late("foxduet.games.classic.ai", "PARTNERS"),
    words=late("foxduet.games.classic.words.table", "TABLE"),
    guide=late("foxduet.games.classic.words.guide", "GUIDE"),
    table=late("foxduet.games.classic.table"),
    lessons=late("foxduet.games.classic.words.lessons", "COURSE"),
    topics=late("foxduet.games.classic.words.topics", "TOPICS"),
    review=late("foxduet.games.classic.review"),
)
