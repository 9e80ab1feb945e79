"""Opponents compared on the same deals, each played twice with seats changed."""

from __future__ import annotations

from array import array
from dataclasses import replace
from itertools import pairwise

import pytest

from foxduet.analysis.simulation import (
    Comparison,
    Contest,
    PlayedGame,
    Series,
    comparison,
    contest_of,
    play_in_turn,
    play_series,
    summary,
)
from foxduet.analysis.standings import (
    best_games,
    first_of_days,
    is_new_best,
    player_counts,
    standings,
    teams_of,
)
from foxduet.cli.simulate import contest_lines, report_lines
from foxduet.core.cards import Seat
from foxduet.games.classic.rules.engine import RoundScore, Summary, outcome_of, result_of
from foxduet.games.classic.rules.state import TRICKS, Setup
from foxduet.store.results import TWO_PEOPLE, Entry
from tests.support.classic import TODAY, entry, some_entries

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
        "A: won 2 (50.0%; 95% interval 15.0% to 85.0%), 1 drawn",
        "A: 19.25 points a game   Rounds: 16   Tricks: 6.50   Treasures: 1.50   Humble: 25%   "
        "Defeated: 25%   Victorious: 38%   Greedy: 12%",
    ]
    assert "B: won 1 (25.0%; 95% interval 4.6% to 69.9%), 1 drawn" in lines
    assert "Deals where A won more games: 1; B: 1" in lines
    assert lines[-1] == "No significant difference between steady and novice."


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
    assert "p1 steady: won 1 (33.3%; 95% interval 6.1% to 79.2%), 1 drawn" in lines
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


SOLO = {"players": ("Ann", "Expert"), "ai": (None, "expert")}
AT_THE_RIGHT = {"players": ("Expert", "Ann"), "ai": ("expert", None)}


def with_points(game: Entry, p1: int, p2: int) -> Entry:
    """Return a match as if it had ended with these points; equal points are a draw."""
    outcome = outcome_of((p1, p2), (0, 0))
    return replace(game, summary=replace(game.summary, points=(p1, p2), outcome=outcome))


def test_two_people_have_a_row_each_whoever_sat_where() -> None:
    games = [
        with_points(entry(1), 21, 10),
        with_points(entry(2, players=("Bob", "Ann")), 12, 22),
        with_points(entry(3), 20, 20),
        with_points(entry(4), 9, 23),
    ]
    ann, bob = standings(games)
    assert (ann.player, ann.opponent, ann.kind) == ("Ann", "Bob", TWO_PEOPLE)
    assert (bob.player, bob.opponent) == ("Bob", "Ann")
    assert (ann.games, ann.wins, ann.losses, ann.draws) == (4, 2, 1, 1)
    assert (bob.games, bob.wins, bob.losses, bob.draws) == (4, 1, 2, 1)
    assert (ann.streak, ann.longest, bob.streak, bob.longest) == (0, 2, 1, 1)
    assert (ann.mean, ann.mean_against) == (72 / 4, 65 / 4)
    assert (bob.mean, bob.mean_against) == (ann.mean_against, ann.mean)


def test_a_person_has_a_row_for_each_kind_of_opponent_and_target() -> None:
    steady = {"players": ("Ann", "Steady"), "ai": (None, "steady")}
    games = [
        with_points(entry(1, **SOLO), 21, 10),
        with_points(entry(2, **AT_THE_RIGHT), 21, 10),
        with_points(entry(3, **steady), 21, 10),
        with_points(entry(4, target=16, **SOLO), 3, 16),
    ]
    rows = [(one.category, one.player, one.kind, one.wins, one.losses) for one in standings(games)]
    assert rows == [
        ((16,), "Ann", "expert", 0, 1),
        ((21,), "Ann", "steady", 1, 0),
        ((21,), "Ann", "expert", 1, 1),
    ]


def test_people_are_in_the_order_of_their_names_whatever_capitals_and_accents_they_have() -> None:
    names = ("zoé", "Émile", "Zoé", "anna", "Élodie", "Eric")
    pairs = list(pairwise(names))
    games = [with_points(entry(at, players=pair), 21, 10) for at, pair in enumerate(pairs, 1)]
    ordered = ["anna", "Élodie", "Émile", "Eric", "Zoé", "zoé"]
    assert [one.player for one in player_counts(games) if one.player] == ordered
    first = [one.player for one in standings(games)][::2]
    assert first == sorted(first, key=ordered.index)
    teams = [("anna", "Élodie"), ("anna", "Zoé"), ("Élodie", "Eric"), ("Émile", "Zoé")]
    assert teams_of(games) == [*teams, ("Émile", "zoé")]


def test_a_streak_ends_with_a_draw() -> None:
    games = [with_points(entry(at), p1, 20) for at, p1 in enumerate((21, 22, 20, 23))]
    ann, _bob = standings(games)
    assert (ann.streak, ann.longest) == (1, 2)
    drawn, _bob = standings(games[:3])
    assert (drawn.streak, drawn.longest, drawn.draws) == (0, 2, 1)


def test_standings_of_made_up_games_add_up() -> None:
    games = some_entries()
    people = [seat for game in games for seat in game.seats_of_people]
    assert sum(one.games for one in standings(games)) == len(people)
    for one in standings(games):
        assert one.wins + one.losses + one.draws == one.games
        assert one.streak <= one.longest <= one.wins
        low, high = one.interval
        assert low <= one.wins / one.games <= high


def test_how_rounds_ended_is_counted_for_people_and_for_kinds_of_partner() -> None:
    summary = entry(1).summary
    rounds = (RoundScore((7, 6), (1, 0)), RoundScore((3, 10), (0, 2)))
    game = replace(entry(1, **SOLO), summary=replace(summary, rounds=rounds))
    turned = replace(entry(2, **AT_THE_RIGHT), summary=replace(summary, rounds=rounds))
    ann, expert = player_counts([game, turned])
    assert (ann.player, ann.partner, expert.player, expert.partner) == ("Ann", None, None, "expert")
    assert (
        ann.counts
        == expert.counts
        == {
            "rounds": 4,
            "tricks": 26,
            "treasures": 3,
            "humble": 1,
            "defeated": 1,
            "victorious": 1,
            "greedy": 1,
        }
    )


def test_every_game_counts_in_the_rounds_of_both_its_players() -> None:
    games = some_entries()
    rounds = sum(len(summary_of(game).rounds) for game in games)
    counted = player_counts(games)
    assert sum(one.counts["rounds"] for one in counted) == 2 * rounds
    assert sum(one.counts["tricks"] for one in counted) == 13 * rounds


def summary_of(game: Entry) -> Summary:
    """Return the summary of a match."""
    summary: Summary = game.summary
    return summary


def test_the_clearest_win_comes_first_and_no_match_that_no_person_won() -> None:
    games = [
        with_points(entry(1), 21, 20),
        with_points(entry(2, **SOLO), 3, 21),
        with_points(entry(3), 10, 23),
        with_points(entry(4), 20, 20),
        with_points(entry(5, **SOLO), 24, 11),
    ]
    assert [game.seed for game in best_games(games)] == [5, 3, 1]


def test_a_match_is_won_if_one_of_the_people_won() -> None:
    for game, won, points in (
        (with_points(entry(1), 10, 23), True, 23),
        (with_points(entry(1, **SOLO), 10, 23), False, 10),
        (with_points(entry(1, **AT_THE_RIGHT), 10, 23), True, 23),
        (with_points(entry(1), 20, 20), False, 20),
    ):
        assert (game.won, game.points) == (won, points)
        assert not is_new_best(game, [with_points(entry(9), 1, 2)])


def test_the_first_match_of_a_day_and_target_counts() -> None:
    day = {"day": TODAY}
    games = [entry(1, **day), entry(2, **day), entry(3, target=16, **day)]
    assert first_of_days(games) == (games[2], games[0])
    assert games[0].seats_of_people == (Seat.P1, Seat.P2)
