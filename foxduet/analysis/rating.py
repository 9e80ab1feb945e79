"""A player's rating by the puzzles that were answered: Glicko, with puzzles as the opponents.

By Mark Glickman, "Parameter estimation in large dynamic paired comparison experiments", Applied
Statistics 48 (1999), 377-394, and his summary "The Glicko system". A puzzle's rating is fixed; one
that is solved has lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, pi, sqrt
from typing import TypeAlias

from foxduet.core.frozen import dataclass

LEAST, MOST = 100.0, 3000.0
"""No rating goes beyond these."""

SUREST, UNKNOWN = 50.0, 350.0
"""The least deviation, after many puzzles of late, and that before the first puzzle."""

OF_A_PUZZLE = 50.0
"""The deviation of a puzzle, whose rating was measured."""

OF_A_DAY = 10.0
"""The deviation that a day without puzzles adds: the squares of deviations add up."""

_Q = log(10) / 400


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, and by how much that may be wrong: a standard deviation."""

    value: float = 1500.0
    deviation: float = UNKNOWN


Answer: TypeAlias = tuple[Rating, float]
"""The rating of an opponent, and what was scored: 1 for a puzzle that was solved, else 0."""


def puzzle_rating(value: float) -> Rating:
    """Return the rating of a puzzle."""
    return Rating(value, OF_A_PUZZLE)


def after_days(rating: Rating, days: int) -> Rating:
    """Return a rating after some days without puzzles, less sure than before."""
    deviation = sqrt(rating.deviation**2 + OF_A_DAY**2 * max(0, days))
    return Rating(rating.value, min(deviation, UNKNOWN))


def expected(rating: Rating, opponent: Rating) -> float:
    """Return the share that a player is expected to score: the chance to solve a puzzle (0-1)."""
    against = _weight(opponent.deviation) * (rating.value - opponent.value)
    return float(1 / (1 + 10 ** (-against / 400)))


def after_answers(rating: Rating, answers: Sequence[Answer]) -> Rating:
    """Return the rating after what was scored in one period."""
    if not answers:
        return rating
    known, moved = 0.0, 0.0
    for opponent, score in answers:
        chance, weight = expected(rating, opponent), _weight(opponent.deviation)
        known += (_Q * weight) ** 2 * chance * (1 - chance)
        moved += weight * (score - chance)
    precision = 1 / rating.deviation**2 + known
    value = rating.value + _Q / precision * moved
    return Rating(min(max(value, LEAST), MOST), max(sqrt(1 / precision), SUREST))


def _weight(deviation: float) -> float:
    """Return how much a result counts against an opponent whose rating is not sure (0-1)."""
    return 1 / sqrt(1 + 3 * (_Q * deviation / pi) ** 2)
