"""Opponents compared on the same deals, each played twice with seats changed."""

from __future__ import annotations

from array import array

import pytest

from foxduet.analysis.comparison import Comparison, Contest, comparison, contest_of, summary
from foxduet.analysis.simulate import PlayedGame, Series, play_in_turn, play_series
from foxduet.core.common import Seat
from foxduet.games.classic.rules.scoring import outcome_of, result_of
from foxduet.games.classic.rules.state import TRICKS, Setup
from foxduet.words.simulation import contest_lines, report_lines

COUNTS = {
    "rounds": (4, 4),
    "tricks": (30, 22),
    "treasures": (5, 7),
    "humble": (1, 1),
    "defeated": (1, 1),
    "victorious": (2, 1),
    "greedy": (0, 1),
}


def series_of(*seats: str, games: int = 2, seed: int = 7) -> Series:
    """Return a series of matches to 21."""
    first, second = seats
    return Series("classic", Setup(21), games, (first, second), seed)


def contest(a: str, b: str, against: str | None = None, games: int = 2) -> Contest:
    """Return a contest of two opponents."""
    sides = tuple(series_of(one, against or one, games=games) for one in (a, b))
    return contest_of((sides[0], sides[1]), against)


def match_of(p1: int, p2: int) -> PlayedGame:
    """Return a match that ended with these points; equal points are a draw."""
    result = result_of(outcome_of((p1, p2), (0, 0)), (p1, p2))
    return PlayedGame(result, (array("d", [0.25]), array("d", [0.5])), 1, COUNTS)


def test_each_deal_is_played_twice_with_seats_changed() -> None:
    both = contest("steady", "novice")
    assert [one.seats for one in both.series] == [("steady", "novice"), ("novice", "steady")]
    assert {(one.seed, one.games) for one in both.series} == {(7, 2)}
    for places, name in zip(both.places, both.partners, strict=True):
        assert [both.series[at].seats[seat] for at, seat in places] == [name, name]
        assert [seat for _at, seat in places] in ([Seat.P1, Seat.P2], [Seat.P2, Seat.P1])


def test_against_another_both_play_each_deal_twice() -> None:
    four = contest("steady", "novice", "random")
    assert len(four.series) == 4
    for places, name in zip(four.places, four.partners, strict=True):
        seats = [
            (four.series[at].seats[seat], four.series[at].seats[seat.other], seat)
            for at, seat in places
        ]
        assert seats == [(name, "random", Seat.P1), (name, "random", Seat.P2)]


def report_of(*points: tuple[int, int]) -> Comparison:
    """Return the report of matches whose points are those of p1 and p2, two for each deal."""
    both = contest("steady", "novice", games=len(points) // 2)
    return comparison(both, [match_of(*one) for one in points], 1.5)


def test_a_comparison_pairs_both_games_of_a_deal() -> None:
    # The first game of each deal has A at the left, the second B.
    report = report_of((21, 10), (12, 22), (21, 11), (21, 14), (20, 20), (8, 23))
    a, b = report["a"], report["b"]
    assert (a["partner"], a["wins"], a["draws"]) == ("steady", 4, 1)
    assert (b["partner"], b["wins"], b["draws"]) == ("novice", 1, 1)
    assert a["mean_score"] == pytest.approx((21 + 22 + 21 + 14 + 20 + 23) / 6)
    assert b["mean_score"] == pytest.approx((10 + 12 + 11 + 21 + 20 + 8) / 6)
    # The shares that A won of each deal: all, half, three quarters.
    difference = report["difference"]["win_rate"]
    assert difference["mean"] == pytest.approx((-1 + 0 - 0.5) / 3)
    assert report["won_more_by"] == {"a": 2, "b": 0}
    assert report["cut_short"] == 6
    # A has sat at the left three times, at the right three times.
    assert a["counts"]["tricks"] == b["counts"]["tricks"] == 3 * (30 + 22)
    assert (a["counts"]["greedy"], a["decisions"]) == (3, 6)


def test_there_is_a_verdict_only_if_an_interval_excludes_zero() -> None:
    clear = report_of(*[(21, 10), (12, 22)] * 3)
    assert (clear["verdict"], clear["verdict_by"]) == ("worse", "win_rate")
    open_one = report_of((21, 10), (22, 12), (11, 21), (13, 23))
    assert (open_one["verdict"], open_one["verdict_by"]) == ("no difference shown", None)


def test_the_report_of_a_contest_for_people() -> None:
    report = report_of((21, 10), (12, 22), (20, 20), (21, 14))
    lines = contest_lines(report, series_of("steady", "novice"))
    assert lines[:4] == [
        "To 21, 2 deals, each played twice with seats changed, seeds from 7",
        "A: steady",
        "A: won 2 (50.0%; 95 % interval 15.0% to 85.0%), 1 drawn",
        "A: 19.25 points a game   Rounds: 16   Tricks: 6.50   Treasures: 1.50   Humble: 25 %   "
        "Defeated: 25 %   Victorious: 38 %   Greedy: 12 %",
    ]
    assert "B: won 1 (25.0%; 95 % interval 4.6% to 69.9%), 1 drawn" in lines
    assert "Deals of which A won more games: 1; B: 1" in lines
    assert lines[-1] == "No difference between steady and novice is shown."


def test_a_contest_against_another_names_it() -> None:
    four = contest("steady", "novice", "random", games=1)
    played = [match_of(21, 3), match_of(4, 21), match_of(21, 8), match_of(21, 20)]
    report = comparison(four, played, 1.5)
    assert (report["compare"], report["beside"]) == (["steady", "novice"], "random")
    assert (report["a"]["wins"], report["b"]["wins"]) == (2, 1)
    assert report["won_more_by"] == {"a": 1, "b": 0}
    assert "Both play against random" in contest_lines(report, four.series[0])


def test_a_series_has_the_sums_of_each_seat() -> None:
    series = series_of("steady", "random", games=3)
    report = summary(series, [match_of(21, 10), match_of(9, 22), match_of(20, 20)], 1.5)
    p1, p2 = report["by_seat"]
    assert (p1["wins"], p1["draws"], p2["wins"], p2["draws"]) == (1, 1, 1, 1)
    assert (p1["counts"]["tricks"], p2["counts"]["tricks"]) == (90, 66)
    assert (report["wins"], report["outcomes"]) == (1, {"p1": 1, "p2": 1, "draw": 1})
    lines = report_lines(report, series)
    assert lines[0] == "To 21, 3 games, steady against random, seeds from 7"
    assert "p1 steady: won 1 (33.3%; 95 % interval 6.1% to 79.2%), 1 drawn" in lines
    assert "p1 won 1, p2 won 1, 1 drawn" in lines


def test_what_is_counted_of_played_matches_adds_up() -> None:
    series = series_of("steady", "novice", games=3)
    for game in play_series(series, jobs=1):
        counts = game.counts
        rounds = counts["rounds"][0]
        assert sum(counts["tricks"]) == TRICKS * rounds
        for seat in Seat:
            bands = ("humble", "defeated", "victorious", "greedy")
            assert sum(counts[band][seat] for band in bands) == rounds == counts["rounds"][seat]
        assert max(game.result.points) >= 21


def test_the_games_of_a_contest_have_the_same_deals() -> None:
    both = contest("random", "steady", games=2)
    alone = [list(play_series(one, jobs=1)) for one in both.series]
    in_turn = list(play_in_turn(both.series, jobs=1))
    assert [one.result for one in in_turn] == [
        game.result for deal in zip(*alone, strict=True) for game in deal
    ]
