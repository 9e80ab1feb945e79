"""A player's own mistakes as puzzles: the costly choices of people in games that are reviewed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path

from foxduet.ai.names import REVIEWER
from foxduet.analysis.puzzles import OWN, Puzzle, PuzzleChoice, format_puzzle
from foxduet.analysis.review import Assessment, Review, costly
from foxduet.analysis.review_file import SUFFIX, Task, fingerprint
from foxduet.analysis.review_job import Work
from foxduet.core.errors import FoxduetError
from foxduet.core.register import card_game
from foxduet.play.game import Game
from foxduet.store.puzzles import Mistake, ReviewRead
from foxduet.store.saved_games import KnownFiles, RecordFile, load_game, record_files

_RATING = 1500
"""The line of a puzzle needs a rating; that of a mistake is never used."""


def new_reviews(records: Path, known: KnownFiles, today: date) -> Iterator[ReviewRead]:
    """Yield the reviews of records that are not ``known`` as they are, with their mistakes.

    A review counts once no grade in it can change any more.
    """
    files: list[RecordFile] = []
    with suppress(OSError):
        files = record_files(records)
    for record in files:
        with suppress(OSError, FoxduetError):
            path = record.path.with_name(f"{record.path.name}{SUFFIX}")
            stat = path.stat()
            if known.get(path.name) == (stat.st_mtime_ns, stat.st_size):
                continue
            game, _saved = load_game(record.path)
            found = Work(Task(game, record.path, REVIEWER)).progress()
            if found.review is not None and found.is_settled:
                mistakes = mistakes_in(found.review, today)
                name = game.header.game
                yield ReviewRead(name, path.name, stat.st_mtime_ns, stat.st_size, mistakes)


def mistakes_in(review: Review, found: date) -> tuple[Mistake, ...]:
    """Return the costly choices of a game's owners in a review as puzzles, the costliest first.

    What a team chose together is left out, as no seat has chosen it, and so are resignations.
    """
    game, mistakes = review.game, []
    setup = _setup_of(game)
    for one in costly(review):
        seat = getattr(one.chosen, "seat", None)
        is_own = seat in game.header.own_seats and one.of_chosen is not None
        if setup is not None and is_own:
            name = f"{fingerprint(game)[:16]}:{one.number}"
            mistakes.append(Mistake(name, found, format_puzzle(_puzzle(game, one, setup))))
    return tuple(mistakes)


def _setup_of(game: Game) -> tuple[str, int] | None:
    """Return the option of a game that a puzzle has; None if that is not all of its setup."""
    rules, (option, *_others) = game.rules, card_game(game.header.game).options
    value = rules.setup_key(game.header.setup).get(option.name)
    if isinstance(value, int) and rules.setup_from({option.name: value}) == game.header.setup:
        return option.name, value
    return None


def _puzzle(game: Game, one: Assessment, setup: tuple[str, int]) -> Puzzle:
    rules, compared = game.rules, one.compared
    choices = tuple(
        PuzzleChoice(rules.format_action(each.action), each.win, each.score) for each in compared
    )
    best = [each.action for each in compared].index(one.best)
    position = rules.format_position(game.states[one.number - 1])
    return Puzzle(game.header.game, one.number, OWN, _RATING, setup, position, choices, best)
