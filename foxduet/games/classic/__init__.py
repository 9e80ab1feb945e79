"""The Fox in the Forest as one ``CardGame``, whose parts load on demand."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.core.registry import CardGame, Option, lazy_loader

_TOPICS = ("classic", "matches")

GAME = CardGame(
    "classic",
    rules=lazy_loader("foxduet.games.classic.rules", "RULES"),
    options=(Option(N_("target"), (21, 16, 35), usual=21),),
    partners=lazy_loader("foxduet.games.classic.ai", "PARTNERS"),
    words=lazy_loader("foxduet.games.classic.words", "TABLE"),
    guide=lazy_loader("foxduet.games.classic.words.guide", "GUIDE"),
    table=lazy_loader("foxduet.games.classic.table"),
    lessons=lazy_loader("foxduet.games.classic.words.lessons", "COURSE"),
    topics=lambda: dict.fromkeys(_TOPICS, __name__),
    review=lazy_loader("foxduet.games.classic.hindsight"),
    reasons=lazy_loader("foxduet.games.classic.lines"),
    puzzles=lazy_loader("foxduet.games.classic.hindsight"),
    spoken=lazy_loader("foxduet.games.classic.words.story", "SPOKEN"),
)
