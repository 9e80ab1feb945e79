"""Fit the value of round ends from scratch: ``python -m tests.tools.fit_value``.

Plays games of the steady partner with itself at each level, and fits, for the ends of rounds 1 and
2, a logistic chance to win and, over the games won, a linear score. The same games and seed make
the same file, byte for byte.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path as FilePath
from random import Random

from foxduet.ai.workers import Jobs, resolve_jobs, run_tasks
from foxduet.core.cards import RoundEnded, Seat
from foxduet.games.duet.ai import evaluator
from foxduet.games.duet.ai.evaluator import VALUE_FILE, chance, path_features
from foxduet.games.duet.ai.rollout import BitboardPath, bitboard_path
from foxduet.games.duet.ai.steady import choose_steadily
from foxduet.games.duet.rules.cards import LEVELS, ForestPath
from foxduet.games.duet.rules.engine import apply, deal_shuffled_deck, new_game, score
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import (
    ROUNDS,
    Choice,
    Event,
    GameState,
    GemCollected,
    Setup,
    SpaceCovered,
    TrackerMoved,
    TrackerReset,
)

GAMES, SEED = 4000, 1
VALUES = FilePath(evaluator.__file__).with_name(VALUE_FILE)
_SMALL = 1.0
"""Ridge penalty of the weights; the sums they are fitted to cover all games."""
_SHARE_GAMES = 20
_STEPS = 12
_MIN_GAMES = 100
_DIGITS = 3

Row = Sequence[float]


@dataclass(frozen=True, slots=True)
class Sample:
    """The end of a round, by the features of the value, and the score of its game.

    score: None if the game was lost.
    """

    round: int
    row: Row
    score: int | None


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fit_value", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games for each level")
    parser.add_argument("--seed", type=int, default=SEED, help="seed of the first game")
    parser.add_argument("--jobs", type=int, help="number of processes, one per core")
    parser.add_argument("--output", type=FilePath, default=VALUES)
    parsed = parser.parse_args()
    if parsed.games < _MIN_GAMES:
        parser.error(f"too few games for a fit; {_MIN_GAMES} at least")
    text = fitted_text(parsed.games, parsed.seed, parsed.jobs)
    parsed.output.write_text(text, "utf-8", newline="\n")


def fitted_text(games: int, seed: int, jobs: Jobs = 1) -> str:
    """Return the text of the file of coefficients, fitted to a number of games for each level."""
    parts = [
        "# The learned value of the ends of rounds 1 and 2: weights of evaluator.py's features.\n"
        f"# Fitted to {games} games of steady with steady for each level, seeds from {seed}, by\n"
        f"# python -m tests.tools.fit_value --games {games} --seed {seed}\n"
    ]
    for level in LEVELS:
        starts = range(seed, seed + games, _SHARE_GAMES)
        shares = [range(start, min(start + _SHARE_GAMES, seed + games)) for start in starts]
        played = run_tasks(partial(_samples_of, level), shares, resolve_jobs(jobs))
        samples = [*chain.from_iterable(played)]
        parts += [_table(level, number, samples) for number in range(1, ROUNDS)]
    return "\n".join(parts)


def _table(level: int, round_number: int, samples: Sequence[Sample]) -> str:
    some = [sample for sample in samples if sample.round == round_number]
    won = [(sample.row, float(sample.score)) for sample in some if sample.score is not None]
    win = fit_logistic([(sample.row, float(sample.score is not None)) for sample in some])
    points = fit_linear(won)
    return (
        f"[level_{level}_round_{round_number}]\n"
        f"win = {[round(weight, _DIGITS) for weight in win]}\n"
        f"score = {[round(weight, _DIGITS) for weight in points]}\n"
    )


def _samples_of(level: int, seeds: range) -> list[Sample]:
    return [sample for seed in seeds for sample in _samples(level, Random(seed))]


def _samples(level: int, rng: Random) -> list[Sample]:
    """Play a game of steady with itself; return the ends of its first two rounds."""
    state = new_game(Setup(level))
    dealer = rng.choice(list(Seat))
    ends: list[tuple[int, BitboardPath]] = []
    while (pending := state.table.pending) is not None:
        if pending.choice is Choice.DEAL:
            state = apply(state, deal_shuffled_deck(dealer, rng)).state
            dealer = dealer.other
            continue
        seen = observe(state, pending.decider)
        step = apply(state, choose_steadily(seen, rng).action)
        if RoundEnded(state.table.round) in step.events:
            ends.append((state.table.round, _end_of_round(state, step.events)))
        state = step.state
    points = score(state)
    total = None if points is None else points.total
    return [Sample(number, path_features(path), total) for number, path in ends if number < ROUNDS]


def _end_of_round(before: GameState, events: Sequence[Event]) -> BitboardPath:
    """Return the path after the round's last trick, before the end adds gems and a token."""
    path: ForestPath = before.table.path
    reserve = before.table.reserve
    for event in events:
        match event:
            case TrackerMoved(_, space) | TrackerReset(space):
                path = path.with_tracker(space)
            case GemCollected(space):
                path = path.with_gems(space, -1)
            case SpaceCovered(_, end):
                path = path.cover(end)
                reserve -= 1
            case RoundEnded():
                break
            case _:
                pass
    return bitboard_path(path, reserve)


def fit_linear(samples: Sequence[tuple[Row, float]]) -> list[float]:
    """Return the least-squares weights for rows and their values."""
    return _newton_step(samples, lambda _row: (0.0, 1.0), [0.0] * len(samples[0][0]))


def fit_logistic(samples: Sequence[tuple[Row, float]]) -> list[float]:
    """Return the weights of a logistic chance for rows and their outcomes (0 or 1)."""
    weights = [0.0] * len(samples[0][0])

    def slope(row: Row) -> tuple[float, float]:
        expected = chance(weights, row)
        return expected, expected * (1 - expected)

    for _ in range(_STEPS):
        step = _newton_step(samples, slope, weights)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
    return weights


def _newton_step(
    samples: Sequence[tuple[Row, float]],
    slope: Callable[[Row], tuple[float, float]],
    weights: Sequence[float],
) -> list[float]:
    """Return the step of ``weights`` toward the best fit; ``slope`` gives value and weight."""
    count = len(weights)
    gradient = [-_SMALL * weight for weight in weights]
    curvature = [[_SMALL * (i == j) for j in range(count)] for i in range(count)]
    for row, outcome in samples:
        expected, weight = slope(row)
        for i, feature in enumerate(row):
            gradient[i] += (outcome - expected) * feature
            line = curvature[i]
            for j, other in enumerate(row):
                line[j] += weight * feature * other
    return solved(curvature, gradient)


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations by elimination with pivots."""
    count = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for column in range(count):
        pivot = max(range(column, count), key=lambda at: abs(rows[at][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for at in range(count):
            if at != column:
                share = rows[at][column] / rows[column][column]
                rows[at] = [a - share * b for a, b in zip(rows[at], rows[column], strict=True)]
    return [rows[at][count] / rows[at][at] for at in range(count)]


if __name__ == "__main__":
    main()
