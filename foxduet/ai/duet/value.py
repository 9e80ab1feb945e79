"""What a round's end is worth: the chance to win the game from there, and the score then.

The coefficients are in ``value.toml``; ``python -m tests.benchmarks.fit_value`` fits them again.
"""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from math import exp
from typing import TypeAlias

from foxduet.ai.duet.bitpath import Trail
from foxduet.rules.duet.levels import board_of_level
from foxduet.rules.duet.scoring import POINTS_PER_LEVEL, POINTS_PER_TOKEN, score_items
from foxduet.rules.duet.state import ROUNDS, TRICKS, Setup

POINT = 0.02
"""What a point of score is worth beside a victory, which is worth 1."""

VALUE_FILE = "value.toml"
_MOST_SETUPS, _MOST_WORTHS = 8, 20_000
_STEEPEST = 30.0
# For boards without a fit: gems that good partners collect with a trick, and how steeply the
# chance to win falls where more are needed.
_GEMS_A_TRICK = 0.8
_SURENESS = 8.0


@dataclass(frozen=True, slots=True)
class Worth:
    """The chance to win (0-1), the mean score with a defeat counting 0, and both in one."""

    win: float
    score: float
    total: float


def worth_of(win: float, score: float) -> Worth:
    """Return a chance to win and a mean score as what partners aim at: the win, then the score."""
    return Worth(win, score, win + POINT * score)


DEFEAT = worth_of(0.0, 0.0)


def victory(level: int, round_number: int, cards: int, reserve: int) -> Worth:
    """Return the worth of a victory with so many cards in both hands (R9.2)."""
    return worth_of(1.0, score_items(level, round_number, cards, reserve).total)


RoundValue: TypeAlias = Callable[[Trail], Worth]
"""Says what it is worth to end a round so, before gems are added and a token is placed."""


@lru_cache(_MOST_SETUPS)
def value_after(setup: Setup, round_number: int) -> RoundValue:
    """Return the value of the ends of a round: learned for printed boards, else estimated."""
    if round_number == ROUNDS:
        return _nothing_more
    fitted = _coefficients().get(f"level_{setup.level}_round_{round_number}")
    if fitted is None or setup.board != board_of_level(setup.level):
        return lru_cache(_MOST_WORTHS)(partial(_estimated, setup, round_number))
    return lru_cache(_MOST_WORTHS)(partial(_learned, fitted, POINTS_PER_LEVEL * setup.level))


def _nothing_more(_trail: Trail) -> Worth:
    """Say what the end of the last round is worth: the time is out (R8.1)."""
    return DEFEAT


def features(trail: Trail) -> tuple[float, ...]:
    """Return what the learned value looks at, the first being 1."""
    spaces = piled = total = 0
    for space in range(trail.first, trail.last + 1):
        gems = trail.gems >> 5 * space & 31
        spaces += gems > 0
        piled += max(0, gems - 2)
        total += gems
    middle = (trail.first + trail.last) / 2
    return (
        1.0,
        float(total),
        total * total / 10,
        float(spaces),
        float(piled),
        float(trail.reserve),
        float(trail.last - trail.first + 1),
        abs(trail.at - middle),
    )


def chance(weights: Sequence[float], row: Sequence[float]) -> float:
    """Return the logistic chance of a row of features."""
    logit = sum(weight * feature for weight, feature in zip(weights, row, strict=True))
    return 1 / (1 + exp(-max(-_STEEPEST, min(_STEEPEST, logit))))


@dataclass(frozen=True, slots=True)
class _Fitted:
    """Weights of the features: for the logit of the chance to win, and for a victory's score."""

    win: tuple[float, ...]
    score: tuple[float, ...]


@cache
def _coefficients() -> Mapping[str, _Fitted]:
    text = pkgutil.get_data(__package__, VALUE_FILE)
    assert text is not None, "the coefficients are part of the package"
    return {
        name: _Fitted(tuple(table["win"]), tuple(table["score"]))
        for name, table in tomllib.loads(text.decode()).items()
    }


def _learned(fitted: _Fitted, least: int, trail: Trail) -> Worth:
    row = features(trail)
    win = chance(fitted.win, row)
    points = sum(weight * feature for weight, feature in zip(fitted.score, row, strict=True))
    return worth_of(win, win * max(least, points))


def _estimated(setup: Setup, round_number: int, trail: Trail) -> Worth:
    """Estimate by hand: how the tricks left compare with the gems, and what would be left over."""
    rounds = ROUNDS - round_number
    gems = trail.gems_left + rounds * len(setup.board.plus)
    needed = gems / _GEMS_A_TRICK
    tricks = rounds * TRICKS
    win = 1 / (1 + exp(-_SURENESS * (1 - needed / tricks) - trail.reserve / 2))
    points = POINTS_PER_LEVEL * setup.level
    points += POINTS_PER_TOKEN * max(0, trail.reserve - rounds)
    points += 2 * max(0, tricks - round(needed))
    return worth_of(win, win * points)
