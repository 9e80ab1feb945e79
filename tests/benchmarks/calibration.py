"""Compare the chances that players are told with games won: tests.benchmarks.calibration.

Plays games that the curves were not fitted to, of steady, as which a person counts, with each kind
of partner at each level, and takes DECISIONS decisions of each: those of one game are no
independent cases, so that a tenth of few games strays by some points. Prints for each tenth of the
chances with at least 50 decisions their mean, the share of games won and the difference, with the
standard error that comes from the games; then the Brier score, and that of always saying the share
of all games won.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean

from foxduet.ai.names import KINDS
from foxduet.games.duet.ai.chances import curve_at
from foxduet.games.duet.rules.board import LEVELS
from tests.benchmarks.chance_rows import DECISIONS, Games, Row, read_rows, rows_of, write_rows

GAMES, SEED = 500, 1_500_001
FEWEST, TENTHS = 50, 10


@dataclass(frozen=True, slots=True)
class Tenth:
    """The decisions of a tenth of the chances: their mean, the share won, and its error."""

    decisions: int
    games: int
    told: float
    won: float
    error: float


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.calibration", description=__doc__
    )
    parser.add_argument("--games", type=int, default=GAMES, help="for each level and partner")
    parser.add_argument("--seed", type=int, default=SEED, help="seed of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="processes to share the games")
    parser.add_argument("--rows", type=Path, help="write the decisions to this file, too")
    parser.add_argument("--from", type=Path, dest="source", help="take those of a file instead")
    parser.add_argument("--raw", action="store_true", help="compare the shares of rollouts won")
    parsed = parser.parse_args()
    every = [] if parsed.source is None else read_rows(parsed.source)
    seeds = range(parsed.seed, parsed.seed + parsed.games)
    for level in LEVELS:
        for kind in KINDS:
            if parsed.source is None:
                every += rows_of(Games(level, kind, seeds), parsed.jobs)
            rows = [row for row in every if (row.level, row.partner) == (level, kind)]
            for line in lines_of(rows, raw=parsed.raw):
                print(line, flush=True)
    if parsed.rows is not None:
        write_rows(parsed.rows, every)


def lines_of(rows: Sequence[Row], *, raw: bool = False) -> Iterator[str]:
    """Yield the lines about the decisions of a level beside a partner."""
    first, games = rows[0], len({row.seed for row in rows})
    told = [row.win if raw else told_of(row) for row in rows]
    won = [float(row.score > 0) for row in rows]
    base = fmean(won)
    brier = fmean((chance - one) ** 2 for chance, one in zip(told, won, strict=True))
    tenths = [*tenths_of(rows, told)]
    largest = max((abs(one.told - one.won) for one in tenths), default=0.0)
    yield (
        f"level {first.level} beside {first.partner}: {games} games, {len(rows)} decisions "
        f"({DECISIONS} a game), won {base:.1%}; Brier {brier:.4f}, base rate "
        f"{base * (1 - base):.4f}; largest difference {100 * largest:.1f} points"
    )
    for one in tenths:
        yield (
            f"  told {one.told:6.1%}  won {one.won:6.1%}  {100 * (one.won - one.told):+5.1f} "
            f"± {100 * one.error:.1f}  ({one.decisions} decisions of {one.games} games)"
        )


def told_of(row: Row) -> float:
    """Return the chance to win that players are told of a decision."""
    return curve_at(row.level, row.partner, row.round, row.tricks).win(row.win)


def tenths_of(rows: Sequence[Row], told: Sequence[float]) -> Iterator[Tenth]:
    """Yield the tenths of the chances with enough decisions."""
    for tenth in range(TENTHS):
        some = [
            (row, chance)
            for row, chance in zip(rows, told, strict=True)
            if min(int(chance * TENTHS), TENTHS - 1) == tenth
        ]
        if len(some) < FEWEST:
            continue
        mean, won = fmean(chance for _row, chance in some), fmean(row.score > 0 for row, _ in some)
        # The decisions of a game are won or lost together.
        apart: dict[int, float] = {}
        for row, _chance in some:
            apart[row.seed] = apart.get(row.seed, 0.0) + (row.score > 0) - won
        error = sqrt(sum(one * one for one in apart.values())) / len(some)
        yield Tenth(len(some), len(apart), mean, won, error)


if __name__ == "__main__":
    main()
