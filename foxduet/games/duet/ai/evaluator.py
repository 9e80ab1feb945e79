"""What a round's end is worth: the chance to win the game from there, and the score then.

The coefficients are in ``value.toml``; ``python -m tests.tools.fit_value`` fits them again.

The end of a rollout is judged by them, too, but chosen by the stage of the round in which it began.
A rollout is not played as well as the game will be: early in a round its end says less than late,
and gems that it leaves may yet be found. So each stage has its own values, fitted to how games of
two experts ended. They are in ``stages.toml``; ``python -m tests.tools.fit_expert`` fits them
again. Chances and scores are those of the end as it is.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from math import exp, fsum
from typing import TypeAlias

from foxduet.ai.search import Utility
from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.registry import packaged_text
from foxduet.games.duet.ai.rollout import BitboardPath, RolloutEnd, WorldOutcome
from foxduet.games.duet.rules.cards import BOARDS
from foxduet.games.duet.rules.engine import POINTS_PER_LEVEL, POINTS_PER_TOKEN, score_items
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, Setup

POINT = 0.02
"""What a point of score is worth compared with a victory, which is worth 1."""

VALUE_FILE = "value.toml"
# An attribute of an enum costs more than a name of the module, in each trial.
_WON, _LOST = WorldOutcome.WON, WorldOutcome.LOST
_MOST_SETUPS, _MOST_WORTHS = 8, 20_000
_MAX_LOGIT = 30.0
# For boards without a fit: gems that good partners collect with a trick, and how steeply the
# chance to win falls where more are needed.
_GEMS_A_TRICK = 0.8
_LOGIT_SCALE = 8.0

_Weights: TypeAlias = Mapping[str, Sequence[float]]
"""Weights of the features: ``win`` for the logit of the chance, ``score`` for a victory's score."""


def utility(win: float, score: float) -> Utility:
    """Return a chance to win and a mean score as partners aim at them: the win, then the score."""
    return Utility(win, score, win + POINT * score)


DEFEAT = utility(0.0, 0.0)


@cache
def victory_utility(level: int, round_number: int, cards: int, reserve: int) -> Utility:
    """Return the worth of a victory with a number of ``cards`` in both hands (R9.2)."""
    return utility(1.0, score_items(level, round_number, cards, reserve).total)


@lru_cache(_MOST_SETUPS)
def make_value_function(setup: Setup, round_number: int) -> Callable[[BitboardPath], Utility]:
    """Return what values a path at a round's end, before gems and a token are placed.

    It is learned for the printed boards, estimated for others.
    """
    if round_number == ROUNDS:
        # Out of time (R8.1).
        return lambda _path: DEFEAT
    fitted = _coefficients().get(f"level_{setup.level}_round_{round_number}")
    if fitted is None or setup.board != BOARDS[setup.level]:
        return lru_cache(_MOST_WORTHS)(partial(_heuristic_value, setup, round_number))
    return lru_cache(_MOST_WORTHS)(partial(_learned_value, fitted, POINTS_PER_LEVEL * setup.level))


def features(path: BitboardPath) -> tuple[float, ...]:
    """Return what the learned value looks at; the first is 1."""
    counts, total = path.counts, sum(path.counts)
    spaces, piled = sum(gems > 0 for gems in counts), sum(max(0, gems - 2) for gems in counts)
    length, off_centre = path.last - path.first + 1, abs(path.at - (path.first + path.last) / 2)
    row = 1, total, total * total / 10, spaces, piled, path.reserve, length, off_centre
    return tuple(map(float, row))


def chance(weights: Sequence[float], row: Sequence[float]) -> float:
    """Return the logistic chance of a row of features."""
    logit = fsum(weight * feature for weight, feature in zip(weights, row, strict=True))
    return 1 / (1 + exp(-max(-_MAX_LOGIT, min(_MAX_LOGIT, logit))))


@cache
def _coefficients() -> Mapping[str, _Weights]:
    return tomllib.loads(packaged_text(__package__, VALUE_FILE))


def _learned_value(weights: _Weights, least: int, path: BitboardPath) -> Utility:
    row = features(path)
    win = chance(weights["win"], row)
    points = fsum(weight * feature for weight, feature in zip(weights["score"], row, strict=True))
    return utility(win, win * max(least, points))


def _heuristic_value(setup: Setup, round_number: int, path: BitboardPath) -> Utility:
    """Compare the tricks left with the gems, and estimate what would be left over."""
    rounds = ROUNDS - round_number
    needed = (sum(path.counts) + rounds * len(setup.board.plus)) / _GEMS_A_TRICK
    tricks = rounds * TRICKS
    win = 1 / (1 + exp(-_LOGIT_SCALE * (1 - needed / tricks) - path.reserve / 2))
    points = POINTS_PER_LEVEL * setup.level
    points += POINTS_PER_TOKEN * max(0, path.reserve - rounds)
    points += 2 * max(0, tricks - round(needed))
    return utility(win, win * points)


STAGES_FILE = "stages.toml"
STAGES = (range(3), range(3, 6), range(6, 9), range(9, TRICKS))
"""The tricks of a round, from 0, in which a decision has the same values."""

_MOST_JUDGES = 64

Evaluator: TypeAlias = Callable[[RolloutEnd], Utility]
"""Returns what the end of a round, or of the game in it, is worth."""


@dataclass(frozen=True, slots=True)
class LeafValues:
    """Points by which ends of rollouts differ from a round that ends with one gem left.

    That is a game ``lost`` or ``won``; and what each further ``gem`` left adds, each ``token`` in
    reserve, and each ``card`` in hand after a victory.
    """

    lost: float
    won: float
    gem: float
    token: float
    card: float

    def of(self, end: RolloutEnd) -> float:
        """Return the value of an end."""
        if end.outcome is _LOST:
            return self.lost
        tokens = self.token * end.path.reserve
        if end.outcome is _WON:
            cards = end.hand.bit_count() + end.other.bit_count()
            return self.won + self.card * cards + tokens
        return self.gem * (count_gems(end.path.gems) - 1) + tokens


def count_gems(gems: int) -> int:
    """Return the number of gems of a ``BitboardPath``: the sum of its digits to the base 32."""
    # All together are fewer than 31.
    return gems % 31


@lru_cache(_MOST_JUDGES)
def evaluator(text: str, setup: Setup, round_number: int, tricks_done: int) -> Evaluator:
    """Return what judges the ends of rollouts that begin after ``tricks_done`` of a round.

    ``text`` is that of a file of values. The last round ends in victory or defeat, and on boards
    of one's own ends are judged as they are.
    """
    judge, fitted = (
        make_end_evaluator(setup, round_number),
        _parsed(text).get(f"round_{round_number}"),
    )
    if fitted is None or setup.board != BOARDS[setup.level]:
        return judge
    stage = next(at for at, tricks in enumerate(STAGES) if tricks_done in tricks)
    values = LeafValues(*fitted["stages"][stage])

    def judge_by_stage(end: RolloutEnd) -> Utility:
        worth = judge(end)
        return Utility(worth.win, worth.score, POINT * values.of(end))

    return judge_by_stage


@cache
def _parsed(text: str) -> Mapping[str, Mapping[str, Sequence[Sequence[float]]]]:
    return tomllib.loads(text)


def make_end_evaluator(setup: Setup, round_number: int, _tricks_done: int = 0) -> Evaluator:
    """Return what judges ends as they are, whenever the rollout began."""
    value = make_value_function(setup, round_number)

    def judge(end: RolloutEnd) -> Utility:
        if end.outcome is _WON:
            cards = end.hand.bit_count() + end.other.bit_count()
            return victory_utility(setup.level, round_number, cards, end.path.reserve)
        return DEFEAT if end.outcome is _LOST else value(end.path)

    return judge
