"""The Fox in the Forest: all that knows this game, and its parts for all other rooms."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.core.registry import CardGame, Option, loader

_TOPICS = ("classic", "matches")

GAME = CardGame(
    "classic",
    rules=loader("foxduet.games.classic.rules", "RULES"),
    options=(Option(N_("target"), (21, 16, 35), usual=21),),
    partners=loader("foxduet.games.classic.ai", "PARTNERS"),
    words=loader("foxduet.games.classic.words", "TABLE"),
    guide=loader("foxduet.games.classic.words.guide", "GUIDE"),
    table=loader("foxduet.games.classic.table"),
    lessons=loader("foxduet.games.classic.words.lessons", "COURSE"),
    topics=lambda: dict.fromkeys(_TOPICS, __name__),
    review=loader("foxduet.games.classic.hindsight"),
    puzzles=loader("foxduet.games.classic.hindsight"),
    spoken=loader("foxduet.games.classic.words.story", "SPOKEN"),
)
