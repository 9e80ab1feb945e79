"""The statistics of series of games, against cases worked out by hand."""

from __future__ import annotations

import pytest

from foxduet.analysis.statistics import paired_difference, times_of, wilson_interval


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # From the closed formula of Wilson's score interval, worked out by hand.
    [
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (95, 100, 0.8882, 0.9785),
    ],
)
def test_wilson_intervals(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_wilson_intervals_end_at_0_and_1_where_all_games_end_alike() -> None:
    for games in range(1, 50):
        assert wilson_interval(0, games)[0] == 0
        assert wilson_interval(games, games)[1] == 1


def test_percentiles_are_interpolated_between_the_times_next_to_them() -> None:
    assert times_of(range(1, 101)) == {"p50": 50500, "p95": 95050, "p99": 99010, "max": 100_000}
    assert times_of(range(101)) == {"p50": 50000, "p95": 95000, "p99": 99000, "max": 100_000}
    assert times_of([7]) == {"p50": 7000, "p95": 7000, "p99": 7000, "max": 7000}


def test_times_are_milliseconds_in_any_order() -> None:
    assert times_of([0.25, 0.125, 0.5]) == {"p50": 250, "p95": 475, "p99": 495, "max": 500}


@pytest.mark.parametrize(
    ("a", "b", "mean", "margin"),
    [
        # Differences 1 0 0 0: the variance is 3/4 / 3, its root 1/2; 1.96 * 1/2 / 2.
        ([0, 1, 0, 1], [1, 1, 0, 1], 0.25, 0.49),
        # Differences 3 0 6: the variance is 18 / 2, its root 3; 1.96 * 3 / sqrt(3).
        ([10, 20, 30], [13, 20, 36], 3.0, 3.3948),
        ([13, 20, 36], [10, 20, 30], -3.0, 3.3948),
        ([4, 5], [6, 7], 2.0, 0.0),
    ],
)
def test_differences_are_taken_pair_by_pair(
    a: list[int], b: list[int], mean: float, margin: float
) -> None:
    difference = paired_difference(a, b)
    assert difference["mean"] == mean
    assert difference["interval95"] == pytest.approx([mean - margin, mean + margin], abs=1e-4)


def test_a_single_pair_has_no_interval() -> None:
    assert paired_difference([1], [4]) == {"mean": 3, "interval95": None}
