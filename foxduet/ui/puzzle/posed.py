"""Puzzles as they are posed: which one comes, its table, and what follows its answer."""

from __future__ import annotations

from collections.abc import Generator
from datetime import date
from random import Random
from typing import TYPE_CHECKING, Any

from foxduet.ai.partner import Stop, Thought, partner_named, partners_of
from foxduet.analysis.puzzles import (
    Puzzle,
    PuzzleChoice,
    parse_puzzle,
    puzzle_thought,
    puzzles_of,
)
from foxduet.analysis.review import FELT
from foxduet.analysis.training import Training, next_puzzle, puzzle_of_the_day, training_of
from foxduet.core.common import Seat
from foxduet.core.errors import FoxduetError
from foxduet.core.frozen import dataclass, replace
from foxduet.core.register import rule_set
from foxduet.play.game import Game, Names, PartnerNames, act
from foxduet.ui.kit.effects import PuzzleRow
from foxduet.words.common import companion_label
from foxduet.words.i18n import _

if TYPE_CHECKING:
    from foxduet.store.puzzles import Journal


_STEADY = "steady"
"""Who plays beside the player, and what follows."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A puzzle that is posed to a player.

    ``name`` is its number, or the name of a mistake, in the journal. ``row`` is where it comes
    from, None if it was asked for by its number. ``daily`` is the day whose puzzle it is, and
    ``found`` that on which a mistake was found. It ``counts`` for the rating if it was never met.
    """

    puzzle: Puzzle
    name: str
    row: PuzzleRow | None = None
    daily: date | None = None
    found: date | None = None
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """All puzzles of a game that a player may meet, as the journal stands ``today``."""

    game: str
    journal: Journal
    today: date
    training: Training

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles that are shipped."""
        return puzzles_of(self.game)

    def by_number(
        self, number: int, row: PuzzleRow | None = None, daily: date | None = None
    ) -> Posed | None:
        """Return a puzzle that is shipped, None if there is none with that number."""
        found = next((one for one in self.puzzles if one.number == number), None)
        if found is None:
            return None
        is_known = any(attempt.puzzle == str(number) for attempt in self.journal.attempts)
        return Posed(found, str(number), row, daily, counts=not is_known)

    def of_day(self, day: date) -> Posed | None:
        """Return the puzzle of a day, None if there are no puzzles."""
        if not self.puzzles:
            return None
        number = puzzle_of_the_day(self.puzzles, self.game, day).number
        return self.by_number(number, PuzzleRow.DAY, day)

    def due(self) -> Posed | None:
        """Return what comes back, own mistakes first, None if nothing does by now."""
        for name in self.training.mistakes_due:
            mistake = next(one for one in self.journal.mistakes if one.name == name)
            try:
                puzzle = parse_puzzle(self.game, mistake.line)
                _check(puzzle)
            except (ValueError, FoxduetError):
                # Another program, or version, has written it.
                continue
            return Posed(puzzle, name, PuzzleRow.DUE, found=mistake.found)
        numbers = (int(name) for name in self.training.again_due if name.isdecimal())
        found = (self.by_number(number, PuzzleRow.DUE) for number in numbers)
        return next((one for one in found if one is not None), None)

    def new(self) -> Posed | None:
        """Return a puzzle near the player's rating that was never met, None if all were."""
        rating = self.training.rating
        puzzle = next_puzzle(self.puzzles, self.journal, rating, self.today, self.game)
        return None if puzzle is None else self.by_number(puzzle.number, PuzzleRow.NEW)

    def after(self, row: PuzzleRow) -> Posed | None:
        """Return what comes after a puzzle of a row: what is due, unless new ones were chosen."""
        return (None if row is PuzzleRow.NEW else self.due()) or self.new()


def book_of(game: str, journal: Journal, today: date) -> Book:
    """Return the puzzles of a game."""
    return Book(game, journal, today, training_of(journal, today))


def _check(puzzle: Puzzle) -> None:
    """Raise ValueError or FoxduetError unless the choices of a puzzle are those of its position."""
    seen, rules = puzzle.moment.observation, rule_set(puzzle.game)
    if [one.text for one in puzzle.choices] != [*map(rules.format_action, seen.choices)]:
        raise ValueError("these are other choices")


def game_of(puzzle: Puzzle) -> Game:
    """Return the game at the position of a puzzle, of a person and a steady partner."""
    names: Names = (_("Player"), companion_label(puzzle.game))
    ai: PartnerNames = (None, _STEADY)
    if puzzle.seat is Seat.P2:
        names, ai = (names[1], names[0]), (ai[1], ai[0])
    game = puzzle.begun(names)
    return replace(game, header=replace(game.header, ai=ai, seed=puzzle.number))


@dataclass(frozen=True, slots=True)
class JudgePuzzle:
    """A job: what reviews think of all choices of a puzzle."""

    puzzle: Puzzle

    def run(self, _stop: Stop) -> Generator[Thought, None, None]:
        """Yield the thought; it takes a second or two."""
        yield puzzle_thought(self.puzzle)


def is_right(puzzle: Puzzle, at: int) -> bool:
    """Return whether a choice, by its place, is the best one, or as good."""
    point = partners_of(puzzle.game).estimate.POINT

    def worth(choice: PuzzleChoice) -> float:
        return choice.win + point * choice.score

    return at == puzzle.best or worth(puzzle.answer) - worth(puzzle.choices[at]) < FELT


def what_follows(game: Game, action: Any) -> Game:
    """Return the round played to its end after an action, by steady players at both ends."""
    game, chance = act(game, action), Random(game.header.seed)
    steady = partner_named(game.header.game, _STEADY)
    while (pending := game.pending) is not None and pending.seat is not None:
        observation = game.rules.observe(game.state, pending.seat)
        game = act(game, steady(observation, chance).action)
    return game
