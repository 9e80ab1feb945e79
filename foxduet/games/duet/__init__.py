"""The Fox in the Forest Duet as one ``CardGame``, whose parts load on demand."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.core.registry import CardGame, FileOption, Option, lazy_loader


def _parse_board_option(text: str) -> object:
    from foxduet.games.duet.rules.cards import board_to_table, parse_board

    return board_to_table(parse_board(text))


_TOPICS = ("rules", "play", "solo", "hints", "boards", "scores", "days", "review", "simulate")

GAME = CardGame(
    "duet",
    rules=lazy_loader("foxduet.games.duet.rules", "RULES"),
    options=(Option(N_("level"), (1, 2, 3)),),
    file_options=(FileOption(N_("board"), _parse_board_option),),
    partners=lazy_loader("foxduet.games.duet.ai", "PARTNERS"),
    words=lazy_loader("foxduet.games.duet.words", "TABLE"),
    guide=lazy_loader("foxduet.games.duet.words.guide", "GUIDE"),
    table=lazy_loader("foxduet.games.duet.table"),
    lessons=lazy_loader("foxduet.games.duet.words.lessons", "COURSE"),
    topics=lambda: dict.fromkeys(_TOPICS, __name__),
    review=lazy_loader("foxduet.games.duet.hindsight"),
    reasons=lazy_loader("foxduet.games.duet.lines"),
    puzzles=lazy_loader("foxduet.games.duet.hindsight"),
    spoken=lazy_loader("foxduet.games.duet.words.story", "SPOKEN"),
)
