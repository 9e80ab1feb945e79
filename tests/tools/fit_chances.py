"""Fit the chances that players see: ``python -m tests.tools.fit_chances``.

First it plays games at each level with each kind of partner, in which steady stands in for the
person, and writes some decisions of each game, with the expert's estimate and the result of the
game, to a file; then it fits the curves to that file. With the expert nearly all games are won, so
it adds games that careless seats bring into trouble. ``--from FILE`` only fits. Levels and partners
that were not played keep their curves. The same games and seed make the same file, byte for byte.
Playing needs no extra and runs under PyPy with ``--play-only``; fitting needs the extra ``fit``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.ai.partner import KINDS
from foxduet.ai.workers import Jobs
from foxduet.games.duet.ai import expert
from foxduet.games.duet.ai.expert import CHANCES_FILE, Curve, parse_curves, rollout_weight
from foxduet.games.duet.rules.cards import LEVELS
from foxduet.games.duet.rules.state import ROUNDS, TRICKS
from tests.tools.calibration import Drawn, Games, Row, read_rows, rows_of, write_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[Any]

SEED = 500_001
"""Seeds from 1 on were used to tune steady, which wins more of those games than of others."""

GAMES = {"novice": (1200, 1200, 1200), "steady": (1200, 1200, 1200), "expert": (144, 144, 300)}
"""Number of games at each level; only the expert takes long."""

WORLDS = 200
"""Number of worlds for each choice: more games are worth more than more worlds."""

TROUBLED = "expert"
"""The partner whose games hardly ever get into trouble."""

TROUBLE_SEED = 600_001

TRIES = (5200, 1802, 1000)
"""Number of games with this partner that careless seats begin at each level; not all get into
trouble.
"""

CURVES = Path(expert.__file__).with_name(CHANCES_FILE)
ROWS = Path("chance-rows.csv")
# Curves with other partners are pulled toward steady's, which is pulled toward the rollouts. If all
# games are won, hardly anything holds the intercept.
_HOLD_INTERCEPT, _HOLD_SLOPE, _HOLD_SCORE = 0.1, 10.0, 1.0
_STEPS, _CLIPPED, _MIN_SLOPE, _DIGITS = 30, 0.001, 0.2, 3


def main() -> None:
    """Play, write the decisions, and fit the curves to them."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fit_chances", description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED, help="seed of the first game")
    parser.add_argument("--share", type=float, default=1.0, help="of the usual number of games")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--rows", type=Path, default=ROWS, help="the file of decisions to write")
    parser.add_argument(
        "--partners", nargs="+", choices=KINDS, default=KINDS, help="play with these only"
    )
    parser.add_argument("--levels", type=int, nargs="+", choices=LEVELS, default=LEVELS)
    parser.add_argument(
        "--from", type=Path, nargs="+", dest="sources", help="fit to these files, play nothing"
    )
    parser.add_argument("--play-only", action="store_true", help="only write the decisions")
    parser.add_argument("--output", type=Path, default=CURVES)
    parsed = parser.parse_args()
    if parsed.sources is None:
        rows = play(parsed.seed, parsed.share, parsed.levels, parsed.partners, parsed.jobs)
        write_rows(parsed.rows, rows)
    if not parsed.play_only:
        sources = parsed.sources or [parsed.rows]
        rows = [*chain.from_iterable(read_rows(source, Row) for source in sources)]
        text = fitted_text(rows, CURVES.read_text("utf-8"))
        parsed.output.write_text(text, "utf-8", newline="\n")


def play(
    seed: int, share: float, levels: Sequence[int], kinds: Sequence[str], jobs: Jobs
) -> list[Row]:
    """Return the decisions of a share of the default games, starting at a seed."""

    def seeds(first: int, games: int) -> range:
        return range(first, first + max(1, round(share * games)))

    series = [
        Games(level, kind, seeds(seed, GAMES[kind][level - 1]), worlds=WORLDS)
        for kind in kinds
        for level in levels
    ]
    if TROUBLED in kinds:
        series += [
            Games(level, TROUBLED, seeds(TROUBLE_SEED, TRIES[level - 1]), Drawn.IN_TROUBLE, WORLDS)
            for level in levels
        ]
    return [*chain.from_iterable(rows_of(games, jobs) for games in series)]


def fitted_text(rows: Sequence[Row], before: str = "") -> str:
    """Return the text of the file of curves, fitted to decisions of games.

    Levels and partners without a decision keep their curves in the old text ``before``.
    """
    kept = parse_curves(before) if before else {}
    # When the forest closes in, rollouts already play the next round.
    late = [
        replace(row, round=row.round + 1, tricks=0) if row.tricks == TRICKS else row for row in rows
    ]
    parts = [
        "# What the expert's figures mean in games that are really played; see expert.py. The\n"
        "# logit of the chance to win is a + b x that of the share of rollouts won, and the score\n"
        "# c x the chance + d x the rollouts' mean score: a, b, c, d at start and end of a round\n"
        "# (more of the latter where nearly all rollouts are won).\n"
        "# Fitted by python -m tests.tools.fit_chances to decisions of games of steady:\n"
        + "".join(
            line for level in LEVELS for kind in KINDS for line in _games(level, kind, rows, before)
        )
    ]
    for level in LEVELS:
        for number in range(1, ROUNDS + 1):
            held = _FLAT
            for kind in ("steady", *(kind for kind in KINDS if kind != "steady")):
                name = f"level_{level}_{kind}_round_{number}"
                some = [
                    row
                    for row in late
                    if (row.level, row.partner, row.round) == (level, kind, number)
                ]
                curves = fitted(some, held) if some or name not in kept else kept[name]
                held = curves if kind == "steady" else held
                parts.append(_table(name, curves))
    return "\n".join(parts)


def _games(level: int, kind: str, rows: Sequence[Row], before: str) -> Iterator[str]:
    """Yield comment lines with the number of games at a level with a kind, and their seeds."""
    title = f"# level {level} with {kind}"
    own = [row for row in rows if (row.level, row.partner) == (level, kind)]
    if not own:
        yield from (line for line in before.splitlines(keepends=True) if line.startswith(title))
    for name, in_trouble in ((title, False), (f"{title}, in trouble", True)):
        seeds = sorted({row.seed for row in own if row.in_trouble == in_trouble})
        if seeds:
            yield f"{name}: {len(seeds)} games, seeds {seeds[0]} - {seeds[-1]}\n"


_Curves: TypeAlias = tuple[Curve, Curve]
_FLAT = (Curve(0.0, 1.0, 0.0, 1.0), Curve(0.0, 1.0, 0.0, 1.0))


def _table(name: str, curves: _Curves) -> str:
    lines = [f"[{name}]"]
    for key, curve in zip(("start", "end"), curves, strict=True):
        figures = (curve.intercept, curve.slope, curve.win_factor, curve.score_factor)
        lines.append(f"{key} = {[round(figure, _DIGITS) for figure in figures]}")
    return "\n".join([*lines, ""])


def fitted(rows: Sequence[Row], held: _Curves) -> _Curves:
    """Return the curves at both ends of a round, pulled toward the curves ``held``."""
    import numpy as np

    if not rows:
        return held
    late = np.array([row.tricks / TRICKS for row in rows])
    share = np.array([row.win for row in rows]).clip(_CLIPPED, 1 - _CLIPPED)
    logit = np.log(share / (1 - share))
    won = np.array([float(row.score > 0) for row in rows])
    ends = np.stack([1 - late, late])
    features = np.concatenate([ends, ends * logit]).T
    usual = np.array([getattr(curve, name) for name in ("intercept", "slope") for curve in held])
    hold = np.array([_HOLD_INTERCEPT] * 2 + [_HOLD_SLOPE] * 2)
    weights = _logistic(features, won, usual, hold)
    a, b = weights[:2], weights[2:].clip(_MIN_SLOPE)
    chance = 1 / (1 + np.exp(-features @ np.concatenate([a, b])))
    points = np.array([row.points for row in rows])
    score = np.array([float(row.score) for row in rows])
    settled = np.array([rollout_weight(row.win) for row in rows])
    features = ((1 - settled) * np.concatenate([ends * chance, ends * points / _POINTS])).T
    usual = np.array([getattr(curve, name) for name in ("won", "scored") for curve in held])
    usual[2:] *= _POINTS
    c, d = np.split(_positive(features, score - settled * points, usual), 2)
    return tuple(  # type: ignore[return-value]
        Curve(*map(float, (a[end], b[end], c[end], d[end] / _POINTS))) for end in range(2)
    )


_POINTS = 30.0


def _logistic(features: Floats, outcome: Floats, usual: Floats, hold: Floats) -> Floats:
    """Return logistic weights by Newton's method, each pulled toward its usual value."""
    import numpy as np

    weights = usual.copy()
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-(features @ weights).clip(-30, 30)))
        gradient = features.T @ (outcome - chance) - hold * (weights - usual)
        curvature = (features.T * (chance * (1 - chance))) @ features + np.diag(hold)
        weights = weights + np.linalg.solve(curvature, gradient).clip(-1, 1)
    return weights


def _positive(features: Floats, outcome: Floats, usual: Floats) -> Floats:
    """Return non-negative least-squares weights, pulled toward their usual values."""
    import numpy as np

    free: Floats = np.ones(len(usual), bool)
    while True:
        some, weights = features[:, free], np.zeros(len(usual))
        weights[free] = np.linalg.solve(
            some.T @ some + _HOLD_SCORE * np.eye(int(free.sum())),
            some.T @ outcome + _HOLD_SCORE * usual[free],
        )
        if (weights >= 0).all():
            return weights
        free &= weights > 0


if __name__ == "__main__":
    main()
