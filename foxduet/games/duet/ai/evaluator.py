"""The worth of a round's end: the chance to win the game from there, and the score.

The coefficients are in ``value.toml``; ``python -m tests.tools.fit_value`` fits them.

To rank choices, ends of rollouts also have a value that depends on the stage of the round in which
the rollout began. A rollout is played less well than the game will be: early in a round its end
says less than late, and the gems that it leaves may still be found. The values of each stage are
fitted to the results of games between two experts. They are in ``stages.toml``; ``python -m
tests.tools.fit_expert`` fits them. Chances and scores are for the end itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from math import exp, fsum
from typing import TypeAlias

from foxduet.ai.search import Utility
from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.registry import read_resource
from foxduet.games.duet.ai.rollout import BitboardPath, RolloutEnd, WorldOutcome
from foxduet.games.duet.rules.cards import BOARDS
from foxduet.games.duet.rules.engine import POINTS_PER_LEVEL, POINTS_PER_TOKEN, score_items
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, Setup

POINT = 0.02
"""Worth of a point of score; a victory is worth 1."""

VALUE_FILE = "value.toml"
# Cached at module level: enum attribute access is slow in the inner loop.
_WON, _LOST = WorldOutcome.WON, WorldOutcome.LOST
_MAX_SETUPS, _MAX_VALUES = 8, 20_000
_MAX_LOGIT = 30.0
_parse_toml = cache(tomllib.loads)
# On boards without a fit, good partners collect this many gems per trick, and the chance to win
# falls this steeply if they need more.
_GEMS_PER_TRICK = 0.8
_LOGIT_SCALE = 8.0


def utility(win: float, score: float) -> Utility:
    """Combine a chance to win and a mean score into the utility that partners maximize."""
    return Utility(win, score, win + POINT * score)


DEFEAT = utility(0.0, 0.0)


@cache
def victory_utility(level: int, round_number: int, cards: int, reserve: int) -> Utility:
    """Return the utility of a victory with a number of ``cards`` left in both hands (R9.2)."""
    return utility(1.0, score_items(level, round_number, cards, reserve).total)


@lru_cache(_MAX_SETUPS)
def make_value_function(setup: Setup, round_number: int) -> Callable[[BitboardPath], Utility]:
    """Return a function that values a path at a round's end, before gems and a token are placed.

    Its weights are learned for the printed boards; for other boards it is a heuristic.
    """
    if round_number == ROUNDS:
        # The game is out of time (R8.1).
        return lambda _path: DEFEAT
    weights = _parse_toml(read_resource(__package__, VALUE_FILE)).get(
        f"level_{setup.level}_round_{round_number}"
    )
    if weights is None or setup.board != BOARDS[setup.level]:
        return lru_cache(_MAX_VALUES)(partial(_heuristic_value, setup, round_number))
    win_weights, score_weights = weights["win"], weights["score"]
    min_points = POINTS_PER_LEVEL * setup.level

    @lru_cache(_MAX_VALUES)
    def learned_value(path: BitboardPath) -> Utility:
        row = path_features(path)
        win = chance(win_weights, row)
        points = fsum(weight * feature for weight, feature in zip(score_weights, row, strict=True))
        return utility(win, win * max(min_points, points))

    return learned_value


def path_features(path: BitboardPath) -> tuple[float, ...]:
    """Return the features of a path for the learned value; the first is the constant 1."""
    counts, total = path.counts, sum(path.counts)
    spaces, surplus = sum(gems > 0 for gems in counts), sum(max(0, gems - 2) for gems in counts)
    length, off_center = path.last - path.first + 1, abs(path.fox - (path.first + path.last) / 2)
    row = 1, total, total * total / 10, spaces, surplus, path.reserve, length, off_center
    return tuple(map(float, row))


def chance(weights: Sequence[float], row: Sequence[float]) -> float:
    """Return the logistic chance (0-1) of a row of features."""
    logit = fsum(weight * feature for weight, feature in zip(weights, row, strict=True))
    return 1 / (1 + exp(-max(-_MAX_LOGIT, min(_MAX_LOGIT, logit))))


def _heuristic_value(setup: Setup, round_number: int, path: BitboardPath) -> Utility:
    """Estimate the value from the gems needed and the tricks left."""
    rounds = ROUNDS - round_number
    tricks_needed = (sum(path.counts) + rounds * len(setup.board.plus)) / _GEMS_PER_TRICK
    tricks = rounds * TRICKS
    win = 1 / (1 + exp(-_LOGIT_SCALE * (1 - tricks_needed / tricks) - path.reserve / 2))
    points = POINTS_PER_LEVEL * setup.level
    points += POINTS_PER_TOKEN * max(0, path.reserve - rounds)
    points += 2 * max(0, tricks - round(tricks_needed))
    return utility(win, win * points)


STAGES_FILE = "stages.toml"
STAGES = (range(3), range(3, 6), range(6, 9), range(9, TRICKS))
"""The tricks of a round, from 0, in each stage."""

_MAX_EVALUATORS = 64

Evaluator: TypeAlias = Callable[[RolloutEnd], Utility]
"""Returns the utility of the end of a round, or of the game."""


@dataclass(frozen=True, slots=True)
class LeafValues:
    """Points by which the end of a rollout differs from a round that ends with one gem left.

    defeat, victory: the game is over.
    gem: for each further gem left.
    token: for each token in reserve.
    card: for each card in hand after a victory.
    """

    defeat: float
    victory: float
    gem: float
    token: float
    card: float

    def points(self, end: RolloutEnd) -> float:
        if end.outcome is _LOST:
            return self.defeat
        tokens = self.token * end.path.reserve
        if end.outcome is _WON:
            cards = end.hand.bit_count() + end.other_hand.bit_count()
            return self.victory + self.card * cards + tokens
        return self.gem * (count_gems(end.path.gems) - 1) + tokens


def count_gems(gems: int) -> int:
    """Return the number of gems of a ``BitboardPath``: the sum of its digits to the base 32."""
    # A path has fewer than 31 gems, so that the remainder is the sum itself.
    return gems % 31


@lru_cache(_MAX_EVALUATORS)
def make_evaluator(text: str, setup: Setup, round_number: int, tricks_done: int) -> Evaluator:
    """Return the evaluator of rollouts that begin after ``tricks_done`` tricks of a round.

    ``text`` is a file of stage values. Without values (in the last round, and on custom boards) it
    judges ends as ``make_end_evaluator`` does.
    """
    evaluate_end = make_end_evaluator(setup, round_number)
    stages = _parse_toml(text).get(f"round_{round_number}")
    if stages is None or setup.board != BOARDS[setup.level]:
        return evaluate_end
    stage = next(index for index, tricks in enumerate(STAGES) if tricks_done in tricks)
    values = LeafValues(*stages["stages"][stage])

    def evaluate(end: RolloutEnd) -> Utility:
        worth = evaluate_end(end)
        return Utility(worth.win, worth.score, POINT * values.points(end))

    return evaluate


def make_end_evaluator(setup: Setup, round_number: int, _tricks_done: int = 0) -> Evaluator:
    """Return an evaluator that judges the end alone, not the stage at which the rollout began."""
    value = make_value_function(setup, round_number)

    def evaluate(end: RolloutEnd) -> Utility:
        if end.outcome is _WON:
            cards = end.hand.bit_count() + end.other_hand.bit_count()
            return victory_utility(setup.level, round_number, cards, end.path.reserve)
        return DEFEAT if end.outcome is _LOST else value(end.path)

    return evaluate
