"""What a round's end is worth: the chance to win the game from there, and the score then.

The coefficients are in ``value.toml``; ``python -m tests.benchmarks.fit_value`` fits them again.
"""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from math import exp
from typing import TypeAlias

from foxduet.ai.search import Worth
from foxduet.games.duet.ai.bitpath import BitPath
from foxduet.games.duet.rules.board import BOARDS
from foxduet.games.duet.rules.scoring import POINTS_PER_LEVEL, POINTS_PER_TOKEN, score_items
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, Setup

POINT = 0.02
"""What a point of score is worth compared with a victory, which is worth 1."""

VALUE_FILE = "value.toml"
_MOST_SETUPS, _MOST_WORTHS = 8, 20_000
_STEEPEST = 30.0
# For boards without a fit: gems that good partners collect with a trick, and how steeply the
# chance to win falls where more are needed.
_GEMS_A_TRICK = 0.8
_SURENESS = 8.0

_Weights: TypeAlias = Mapping[str, Sequence[float]]
"""Weights of the features: ``win`` for the logit of the chance, ``score`` for a victory's score."""


def worth_of(win: float, score: float) -> Worth:
    """Return a chance to win and a mean score as partners aim at them: the win, then the score."""
    return Worth(win, score, win + POINT * score)


DEFEAT = worth_of(0.0, 0.0)


def victory(level: int, round_number: int, cards: int, reserve: int) -> Worth:
    """Return the worth of a victory with so many cards in both hands (R9.2)."""
    return worth_of(1.0, score_items(level, round_number, cards, reserve).total)


@lru_cache(_MOST_SETUPS)
def value_after(setup: Setup, round_number: int) -> Callable[[BitPath], Worth]:
    """Return what values a path at a round's end, before gems and a token are placed.

    It is learned for the printed boards, estimated for others.
    """
    if round_number == ROUNDS:
        # Out of time (R8.1).
        return lambda _path: DEFEAT
    fitted = _coefficients().get(f"level_{setup.level}_round_{round_number}")
    if fitted is None or setup.board != BOARDS[setup.level]:
        return lru_cache(_MOST_WORTHS)(partial(_estimated, setup, round_number))
    return lru_cache(_MOST_WORTHS)(partial(_learned, fitted, POINTS_PER_LEVEL * setup.level))


def features(path: BitPath) -> tuple[float, ...]:
    """Return what the learned value looks at; the first is 1."""
    counts, total = path.counts, sum(path.counts)
    spaces, piled = sum(gems > 0 for gems in counts), sum(max(0, gems - 2) for gems in counts)
    length, off_centre = path.last - path.first + 1, abs(path.at - (path.first + path.last) / 2)
    row = 1, total, total * total / 10, spaces, piled, path.reserve, length, off_centre
    return tuple(map(float, row))


def chance(weights: Sequence[float], row: Sequence[float]) -> float:
    """Return the logistic chance of a row of features."""
    logit = sum(weight * feature for weight, feature in zip(weights, row, strict=True))
    return 1 / (1 + exp(-max(-_STEEPEST, min(_STEEPEST, logit))))


@cache
def _coefficients() -> Mapping[str, _Weights]:
    text = pkgutil.get_data(__package__, VALUE_FILE)
    assert text is not None, "the coefficients are part of the package"
    return tomllib.loads(text.decode())


def _learned(weights: _Weights, least: int, path: BitPath) -> Worth:
    row = features(path)
    win = chance(weights["win"], row)
    points = sum(weight * feature for weight, feature in zip(weights["score"], row, strict=True))
    return worth_of(win, win * max(least, points))


def _estimated(setup: Setup, round_number: int, path: BitPath) -> Worth:
    """Compare the tricks left with the gems, and estimate what would be left over."""
    rounds = ROUNDS - round_number
    needed = (sum(path.counts) + rounds * len(setup.board.plus)) / _GEMS_A_TRICK
    tricks = rounds * TRICKS
    win = 1 / (1 + exp(-_SURENESS * (1 - needed / tricks) - path.reserve / 2))
    points = POINTS_PER_LEVEL * setup.level
    points += POINTS_PER_TOKEN * max(0, path.reserve - rounds)
    points += 2 * max(0, tricks - round(needed))
    return worth_of(win, win * points)
