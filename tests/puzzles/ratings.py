"""How hard puzzles are: measured by which partners solve them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from random import Random
from typing import TypeAlias

from foxduet.ai.partner import partner_named
from foxduet.analysis.puzzles import Puzzle

SOLVERS: Mapping[str, int] = {
    "novice": 20,
    "steady": 1,
    "expert:5": 6,
    "expert:20": 6,
    "expert:60": 4,
    "expert:200": 3,
}
"""Who tries each puzzle, and how often."""
PLAIN = ("novice", "steady")
"""Those who play by plain rules."""

Solved: TypeAlias = Mapping[str, int]
"""How often each of SOLVERS chose the answer."""

MEAN, DEVIATION = 1500, 250
"""The mean of all ratings of a game, and how far they spread before anything was measured."""
LEAST, MOST = 800, 2200

_SCALE = 400 / log(10)
_ROUNDS = 60


def solved_by(puzzle: Puzzle, name: str) -> int:
    """Return how often a solver chooses the answer, each time with a generator of its own."""
    moment, think = puzzle.moment, partner_named(puzzle.game, name)
    tries = (
        think(moment.observation, Random(f"foxduet puzzle {puzzle.position} {name} {at}")).action
        for at in range(SOLVERS[name])
    )
    return sum(action == moment.chosen for action in tries)


def ratings_of(every: Sequence[Solved]) -> list[int]:
    """Return the ratings of the puzzles that were solved as often as this.

    Rasch's model on the scale of Elo and Glicko: a solver of strength ``s`` solves a puzzle of
    rating ``d`` with the chance 1 / (1 + 10^((d - s) / 400)). Strengths and ratings are the most
    likely ones, by turns, where ratings are normal around MEAN with DEVIATION: what nobody, or
    everybody, solves has a rating, too. Each partner counts as several tries, see SOLVERS.
    """
    strengths = dict.fromkeys(SOLVERS, float(MEAN))
    ratings = [float(MEAN)] * len(every)
    for _ in range(_ROUNDS):
        for name, tries in SOLVERS.items():
            right = sum(solved[name] for solved in every)
            strengths[name] += _step(right, [strengths[name] - one for one in ratings], tries)
        for at, solved in enumerate(every):
            ratings[at] -= _step(
                sum(solved.values()),
                [strengths[name] - ratings[at] for name in SOLVERS],
                [*SOLVERS.values()],
                (ratings[at] - MEAN) / DEVIATION**2 * _SCALE,
                _SCALE**2 / DEVIATION**2,
            )
        shift = MEAN - sum(ratings) / len(ratings)
        ratings = [one + shift for one in ratings]
    return [round(min(max(one, LEAST), MOST)) for one in ratings]


def _step(
    right: float,
    leads: Sequence[float],
    tries: int | Sequence[int],
    pull: float = 0.0,
    weight: float = 1e-3,
) -> float:
    """Return Newton's next step, at most 200, to where as much is right as was expected.

    ``leads`` are by how much the strengths exceed the ratings, each for a number of tries.
    """
    counts = [tries] * len(leads) if isinstance(tries, int) else tries
    chances = [1 / (1 + 10 ** (-lead / 400)) for lead in leads]
    expected = sum(count * one for count, one in zip(counts, chances, strict=True))
    slope = sum(count * one * (1 - one) for count, one in zip(counts, chances, strict=True))
    step = (right - expected + pull) / (slope + weight) * _SCALE
    return min(max(step, -200.0), 200.0)
