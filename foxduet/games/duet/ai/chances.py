"""What the search's figures mean in games that are really played: the chance to win, and the score.

Rollouts are weaker than partners, so the share of them that is won says too little. How much, by
level, partner and stage of the game, is in ``chances.toml``: games of steady, as which a person
counts, with each kind of partner. ``python -m tests.benchmarks.fit_chances`` fits it again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, partial
from math import exp, isfinite, log

from foxduet.ai.names import KINDS
from foxduet.ai.partner import Calibration, FiguresT
from foxduet.core.frozen import dataclass, replace, values_of
from foxduet.core.register import packaged_text
from foxduet.games.duet.ai.expert import DuetEstimate, DuetOpenHands
from foxduet.games.duet.rules.board import LEVELS
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import ROUNDS, TRICKS

CHANCES_FILE = "chances.toml"
_ENDS = ("start", "end")
_FIGURES = 4
# With 99 % of rollouts won, their score counts 85 %; with 90 % it counts 19 %.
_SETTLED = 16
_RAREST = 1e-6


@dataclass(frozen=True, slots=True)
class Curve:
    """How figures are calibrated at a stage of the game.

    The logit of the chance is ``intercept`` + ``slope`` x the logit of the share of rollouts won;
    the score is ``won`` x that chance + ``scored`` x the mean score of the rollouts, and more and
    more that mean score itself the nearer the share comes to all of them.
    """

    intercept: float
    slope: float
    won: float
    scored: float

    def win(self, share: float) -> float:
        """Return the chance to win where a share of rollouts is won; none or all is certain."""
        if not 0 < share < 1:
            return float(share >= 1)
        within = max(_RAREST, min(1 - _RAREST, share))
        logit = log(within / (1 - within))
        return 1 / (1 + exp(-self.intercept - self.slope * logit))

    def score(self, share: float, points: float) -> float:
        """Return the mean score, a defeat counting 0, where the rollouts score so much."""
        settled = trust_in_rollouts(share)
        expected = self.won * self.win(share) + self.scored * points
        return settled * points + (1 - settled) * expected


def trust_in_rollouts(share: float) -> float:
    """Return how far (0-1) the score is that of the rollouts, of which a share is won."""
    return share**_SETTLED


def curve_at(level: int, kind: str, round_number: int, tricks: int) -> Curve:
    """Return the curve with a kind of partner after a number of tricks of a round."""
    start, end = _curves()[_name(level, kind, round_number)]
    part = tricks / TRICKS
    pairs = zip(values_of(start), values_of(end), strict=True)
    return Curve(*((1 - part) * first + part * last for first, last in pairs))


def curves_in(text: str) -> Mapping[str, tuple[Curve, Curve]]:
    """Return the curves at the start and the end of each round, for each level and partner.

    Raises ValueError if anything is missing, unknown, no number, or would turn an order around.
    """
    tables = tomllib.loads(text)
    names = {
        _name(level, kind, number)
        for level in LEVELS
        for kind in KINDS
        for number in range(1, ROUNDS + 1)
    }
    if tables.keys() != names:
        raise ValueError(f"there is too much or too little: {sorted(tables.keys() ^ names)}")
    return {name: _ends(name, table) for name, table in tables.items()}


def calibration_for(observation: Observation, kind: str) -> Calibration:
    """Return how figures are calibrated from what a seat sees, with a kind of partner."""
    table = observation.table
    curve = curve_at(table.setup.level, kind, table.round, table.tricks_done)
    return partial(_calibrated, curve)


def _calibrated(curve: Curve, one: FiguresT) -> FiguresT:
    match one:
        case DuetEstimate():
            return replace(one, win=curve.win(one.win), score=curve.score(one.win, one.score))
        case DuetOpenHands():
            return replace(one, win=curve.win(one.win))
        case _:
            raise AssertionError("these are the figures of another game")


@cache
def _curves() -> Mapping[str, tuple[Curve, Curve]]:
    return curves_in(packaged_text(__package__, CHANCES_FILE))


def _name(level: int, kind: str, round_number: int) -> str:
    return f"level_{level}_{kind}_round_{round_number}"


def _ends(name: str, table: object) -> tuple[Curve, Curve]:
    if not isinstance(table, dict) or tuple(table) != _ENDS:
        raise ValueError(f"{name} has other keys than {' and '.join(_ENDS)}")
    start, end = (_curve(name, table[key]) for key in _ENDS)
    return start, end


def _curve(name: str, figures: object) -> Curve:
    if not isinstance(figures, list) or len(figures) != _FIGURES:
        raise ValueError(f"{name} needs {_FIGURES} numbers at each end")
    if not all(isinstance(one, float) and isfinite(one) for one in figures):
        raise ValueError(f"{name} has something else than numbers with a point")
    curve = Curve(*figures)
    if curve.slope <= 0 or min(curve.won, curve.scored) < 0:
        raise ValueError(f"{name} would turn the order of choices around")
    return curve
