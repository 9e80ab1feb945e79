"""The statistics of series of games: intervals, percentiles, and how pairs differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import NormalDist, fmean, quantiles, stdev
from typing import TypedDict

# Rounded, so that the last bit is the same on all systems.
_Z_95 = round(NormalDist().inv_cdf(0.975), 15)


class Times(TypedDict):
    """Percentiles of the milliseconds of decisions, and the longest."""

    p50: float
    p95: float
    p99: float
    max: float


class Difference(TypedDict):
    """The mean of paired differences; a single pair has no ``interval95``."""

    mean: float
    interval95: list[float] | None


def wilson_interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a win rate, (0, 1) without games."""
    if not games:
        return 0.0, 1.0
    rate, z2 = wins / games, _Z_95 * _Z_95
    centre = rate + z2 / (2 * games)
    margin = _Z_95 * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    whole = 1 + z2 / games
    # At the ends the formula gives 0 and 1, but floats do not.
    low = (centre - margin) / whole if wins else 0.0
    high = (centre + margin) / whole if wins < games else 1.0
    return low, high


def times_of(seconds: Iterable[float]) -> Times:
    """Sum up how long decisions took, of which there is at least one.

    Percentiles are interpolated between the two times next to them.
    """
    times = [1000 * second for second in seconds]
    # Before Python 3.13 one value has no quantiles.
    cuts = quantiles(times if len(times) > 1 else 2 * times, n=100, method="inclusive")
    return {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "max": max(times)}


def paired_difference(a: Sequence[float], b: Sequence[float]) -> Difference:
    """Return by how much ``b`` exceeds ``a``, pair by pair, with a normal 95 % interval."""
    differences = [of_b - of_a for of_a, of_b in zip(a, b, strict=True)]
    mean = fmean(differences)
    if len(differences) == 1:
        return {"mean": mean, "interval95": None}
    margin = _Z_95 * stdev(differences, mean) / sqrt(len(differences))
    return {"mean": mean, "interval95": [mean - margin, mean + margin]}
