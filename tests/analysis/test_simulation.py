"""Games that partners play by themselves, repeatable and compared; par on the deals of a game."""

from __future__ import annotations

import re
import sys
import tomllib
from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from multiprocessing import active_children
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest

from foxduet.ai import partner
from foxduet.ai.partner import Partner, Stop, Thought, choose_at_random, never_stop
from foxduet.ai.workers import JobRunner
from foxduet.analysis import simulation
from foxduet.analysis.review_file import PlayOutJob, create_branch
from foxduet.analysis.simulation import ParResult, Series, compute_par, play_series, series_report
from foxduet.cli.simulate import comparison_lines, contest_lines, series_lines
from foxduet.core.cards import Deal, Result, Seat
from foxduet.games.classic.rules.engine import outcome_of
from foxduet.games.classic.rules.engine import result_of as match_result
from foxduet.games.classic.rules.state import TRICKS
from foxduet.games.classic.rules.state import Setup as Match
from foxduet.games.duet.rules.engine import result_of
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.rules.state import Outcome, Setup
from foxduet.play.game import Game, Header, partner_rng
from foxduet.play.record import load_record
from foxduet.store.score_entries import PAR_PARTNER
from tests.support import processes
from tests.support.entries import SMALL, header_at
from tests.support.players import VICTORY, beginning_of
from tests.support.reviews import NOWHERE, quick_partner, task_in

BOTH_RANDOM = ("random", "random")


def series_of(
    games: int,
    seats: tuple[str, str] = BOTH_RANDOM,
    seed: int = 5,
    level: int = 2,
    records: Path | None = None,
) -> Series:
    return Series("duet", Setup(level), games, seats, seed, records)


SERIES = series_of(40, seed=11)


def plain(played: list[simulation.PlayedGame]) -> list[tuple[Result, list[int]]]:
    """Return what does not depend on the clock."""
    return [(game.result, [*map(len, game.seconds)]) for game in played]


def choose_first(observation: Observation, rng: Random, stop: Stop = never_stop) -> Thought:
    """Choose the first legal action, as if time had run out."""
    return Thought(observation.choices[0], cut_short=True)


def use_partners(monkeypatch: pytest.MonkeyPatch, **partners: Partner) -> None:
    """Let these partners, by their names, play in this process."""
    monkeypatch.setattr(
        "foxduet.analysis.simulation.get_partner", lambda _game, name, _opposite: partners[name]
    )


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_jobs() -> None:
    alone = list(play_series(SERIES, jobs=1))
    assert plain(alone) == plain(list(play_series(SERIES, jobs=2)))
    assert plain(alone) == plain(list(play_series(SERIES, jobs=1)))


def test_each_partner_knows_the_one_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def named(_game: str, name: str, beside: str) -> Partner:
        asked.append((name, beside))
        return choose_first

    monkeypatch.setattr("foxduet.analysis.simulation.get_partner", named)
    list(play_series(replace(SERIES, games=1, seats=("expert", "steady")), jobs=1))
    assert asked == [("expert", "steady"), ("steady", "expert")]


def test_each_game_has_its_own_seed() -> None:
    later = series_of(39, seed=12)
    assert plain(list(play_series(SERIES, 1)))[1:] == plain(list(play_series(later, 1)))


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_in_turn_are_those_of_both_series(jobs: int) -> None:
    other = series_of(40, seed=11, level=3)
    in_turn = plain(list(simulation.play_interleaved((SERIES, other), jobs)))
    assert in_turn[0::2] == plain(list(play_series(SERIES, 1)))
    assert in_turn[1::2] == plain(list(play_series(other, 1)))


def test_records_of_a_series_lead_to_its_results(tmp_path: Path) -> None:
    series = series_of(12, records=tmp_path / "new")
    played = list(play_series(series, jobs=1))
    paths = sorted((tmp_path / "new").iterdir())
    assert [path.name for path in paths][:2] == ["game-01.toml", "game-02.toml"]
    games = [load_record(path.read_text("utf-8")) for path in paths]
    assert [game.result for game in games] == [one.result for one in played]
    assert [game.header.seed for game in games] == list(range(5, 17))


def test_a_game_that_is_played_again_overwrites_its_own_record_and_no_other(tmp_path: Path) -> None:
    series = series_of(2, records=tmp_path)
    list(play_series(series, jobs=1))
    (tmp_path / "game-2.toml").write_text("something else")
    list(play_series(series, jobs=1))
    first, beside, other = sorted(tmp_path.iterdir())
    assert (first.name, other.name) == ("game-1.toml", "game-2.toml")
    assert beside.name.startswith("game-2-")
    assert other.read_text() == "something else"


def test_a_record_has_the_names_of_the_partners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_partners(monkeypatch, first=choose_first, random=choose_at_random)
    list(play_series(series_of(1, ("first", "random"), level=1, records=tmp_path), jobs=1))
    table = tomllib.loads((tmp_path / "game-1.toml").read_text("utf-8"))
    assert table["ai"] == {"p1": "first", "p2": "random"}


def test_a_choice_can_be_repeated_from_the_record_alone(tmp_path: Path) -> None:
    list(play_series(series_of(1, records=tmp_path), jobs=1))
    game = load_record((tmp_path / "game-1.toml").read_text("utf-8"))
    for at, turn in enumerate(game.turns):
        before = beginning_of(game, at)
        pending = before.state.table.pending
        assert pending is not None
        if not isinstance(turn.action, Deal):
            seat = Seat.P1 if pending.seat is None else pending.seat
            seen = observe(before.state, seat)
            assert choose_at_random(seen, partner_rng(before, seat)).action == turn.action


def test_decisions_cut_short_are_counted_and_timed_for_each_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_partners(monkeypatch, first=choose_first, random=choose_at_random)
    (game,) = play_series(series_of(1, ("first", "random")), jobs=1)
    assert game.cut_short == len(game.seconds[Seat.P1])
    assert len(game.seconds[Seat.P2]) > 0


def test_no_more_processes_are_started_than_there_are_games() -> None:
    games = play_series(series_of(3), jobs=400)
    next(games)
    assert len(active_children()) == 3
    games.close()


def test_a_record_that_cannot_be_written_is_an_error_that_names_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(simulation.RecordsError, match=re.escape(f"to {tmp_path / 'file'}: ")):
        list(play_series(series_of(2, records=tmp_path / "file"), jobs=1))


@pytest.mark.parametrize("killed", [1, 2])
def test_games_are_the_same_whatever_processes_are_killed(killed: int, tmp_path: Path) -> None:
    alone, shared = (replace(SERIES, records=tmp_path / name) for name in ("alone", "shared"))
    games = play_series(shared, jobs=2)
    played = [next(games)]
    for process in active_children()[:killed]:
        process.kill()
    played += games
    assert plain(played) == plain(list(play_series(alone, jobs=1)))
    assert contents(tmp_path / "shared") == contents(tmp_path / "alone")
    assert active_children() == []


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_closing_a_series_leaves_no_process() -> None:
    games = play_series(series_of(10_000), jobs=2)
    next(games)
    assert active_children() != []
    games.close()
    assert active_children() == []


def game_of(
    score: int,
    seconds: tuple[Sequence[float], Sequence[float]] = ([0.25], [0.5]),
    cut_short: int = 0,
) -> simulation.PlayedGame:
    """Return a game that was won with ``score``, or lost if that is 0."""
    outcome = Outcome.VICTORY if score else Outcome.LOST
    result = result_of(outcome, score)
    return simulation.PlayedGame(
        result, (array("d", seconds[0]), array("d", seconds[1])), cut_short
    )


def short_series(seats: tuple[str, str], games: int = 1, level: int = 2, seed: int = 11) -> Series:
    return Series("duet", Setup(level), games, seats, seed)


def sides_of(
    games: int, names: tuple[str, str], beside: str | None = None
) -> tuple[Series, Series]:
    """Return the two series in which partners are compared, each beside another or itself."""
    a, b = (short_series((name, beside or name), games, level=3, seed=7) for name in names)
    return a, b


def compared(
    a: Sequence[int], b: Sequence[int], names: tuple[str, str] = ("novice", "expert")
) -> simulation.Comparison:
    """Compare partners that reached these scores, each with itself."""
    played = [game_of(score) for scores in zip(a, b, strict=True) for score in scores]
    return simulation.comparison_report(
        simulation.make_contest(sides_of(len(a), names), None), played, 1.5
    )


def report_rows(report: simulation.Comparison) -> list[str]:
    """Return a comparison as people read it."""
    return comparison_lines(report, sides_of(1, ("novice", "expert"))[0])


def test_a_defeat_counts_nothing_in_the_mean_score() -> None:
    played = [game_of(30, ([0.1], [])), game_of(0, ([0.3], [0.2]))]
    report = series_report(short_series(("random", "random"), 2), played, 1.5)
    assert (report["wins"], report["win_rate"], report["mean_score"]) == (1, 0.5, 15)
    assert report["outcomes"] == {"victory": 1, "lost": 1, "out-of-time": 0, "resigned": 0}
    assert report["decisions"] == 3
    assert report["ms_per_decision"] == {"p50": 200, "p95": 290, "p99": 298, "max": 300}


def test_different_partners_have_separate_times() -> None:
    played = [game_of(30), game_of(20)]
    both_random = short_series(("random", "random"), 2)
    alike = series_report(short_series(("random", "random"), 2), played, 1.5)
    assert "ms_per_decision_by_seat" not in alike
    assert not any(line.startswith("ms per choice of") for line in series_lines(alike, both_random))
    steady_first = short_series(("steady", "random"), 2)
    unlike = series_report(steady_first, played, 1.5)
    assert [times["max"] for times in unlike["ms_per_decision_by_seat"]] == [250, 500]
    assert unlike["ms_per_decision"] == alike["ms_per_decision"]
    lines = series_lines(unlike, steady_first)
    own = [line for line in lines if line.startswith("ms per choice of")]
    assert own == [
        "ms per choice of steady: median 250.000, 95% 250.000, 99% 250.000, max 250.000",
        "ms per choice of random: median 500.000, 95% 500.000, 99% 500.000, max 500.000",
    ]


def test_a_partner_limited_by_the_clock_is_named_once() -> None:
    name = "expert:50ms"
    series = short_series((name, name))
    report = series_report(series, [game_of(0, cut_short=4)], 1.5)
    assert (report["repeatable"], report["cut_short"]) == (False, 4)
    lines = series_lines(report, series)
    assert lines.count("not repeatable: expert:50ms is limited by time") == 1
    assert "Choices cut short: 4" in lines
    assert not compared([1], [2], ("novice", name))["repeatable"]
    series = short_series(("random", "random"))
    repeatable = series_report(series, [game_of(0)], 1.5)
    assert (repeatable["repeatable"], repeatable["cut_short"]) == (True, 0)
    lines = series_lines(repeatable, series)
    assert not any("repeatable" in line or "cut" in line for line in lines)


def test_the_report_for_people() -> None:
    series = short_series(("random", "random"), 4)
    assert series_lines(series_report(series, [game_of(30)] * 4, 1.5), series) == [
        "Level 2, 4 games, random + random, seeds from 11",
        "Won 4 (100.0%; 95% interval 51.0% to 100.0%)",
        "Average score 30.00, counting a loss as 0",
        "0 lost in the forest, 0 out of time, 0 resigned",
        "8 choices; ms each: median 375.000, 95% 500.000, 99% 500.000, max 500.000",
        "1.5 seconds",
    ]


def test_a_comparison_pairs_the_games_of_the_same_deal() -> None:
    report = compared([0, 20, 0, 30], [24, 20, 0, 30])
    assert report["level"] == 3  # type: ignore[typeddict-item]
    assert (report["games"], report["seed"]) == (4, 7)
    assert (report["compare"], report["beside"]) == (["novice", "expert"], None)
    assert (report["a"]["wins"], report["b"]["wins"]) == (2, 3)
    assert (report["a"]["mean_score"], report["b"]["mean_score"]) == (12.5, 18.5)
    # Differences 1 0 0 0, of the scores 24 0 0 0: 24 times as much.
    assert report["difference"]["win_rate"]["mean"] == 0.25
    assert report["difference"]["win_rate"]["interval95"] == pytest.approx([-0.24, 0.74], abs=1e-4)
    assert report["difference"]["mean_score"]["interval95"] == pytest.approx(
        [-5.76, 17.76], abs=1e-3
    )
    assert report["won_only_by"] == {"a": 0, "b": 1}
    assert (report["verdict"], report["verdict_by"]) == ("no difference shown", None)


def test_a_comparison_for_people() -> None:
    assert report_rows(compared([0, 20, 0, 30], [24, 20, 0, 30])) == [
        "Level 3, 4 deals, seeds from 7",
        "A: novice + novice",
        "A: Won 2 (50.0%; 95% interval 15.0% to 85.0%)",
        "A: Average score 12.50, counting a loss as 0",
        "A: ms per choice: median 375.000, 95% 500.000, 99% 500.000, max 500.000",
        "B: expert + expert",
        "B: Won 3 (75.0%; 95% interval 30.1% to 95.4%)",
        "B: Average score 18.50, counting a loss as 0",
        "B: ms per choice: median 375.000, 95% 500.000, 99% 500.000, max 500.000",
        "B - A: win rate +25.0% (95% interval -24.0% to +74.0%)",
        "B - A: average score +6.00 (95% interval -5.76 to +17.76)",
        "Deals won only by A: 0; only by B: 1",
        "1.5 seconds",
        "No significant difference between novice and expert.",
    ]


@pytest.mark.parametrize(
    ("a", "b", "verdict", "by", "sentence"),
    [
        # Wins come first, even against the score; in 5 deals each.
        (
            [0, 0, 0, 0, 90],
            [10, 10, 10, 10, 10],
            "better",
            "win_rate",
            "expert is better than novice: it wins more often.",
        ),
        (
            [10, 10, 10, 10, 10],
            [0, 0, 0, 0, 90],
            "worse",
            "win_rate",
            "expert is worse than novice: it wins less often.",
        ),
        (
            [20, 21, 22],
            [30, 31, 33],
            "better",
            "mean_score",
            "expert is better than novice: its average score is higher.",
        ),
        (
            [30, 31, 33],
            [20, 21, 22],
            "worse",
            "mean_score",
            "expert is worse than novice: its average score is lower.",
        ),
        (
            [30, 30],
            [30, 30],
            "no difference shown",
            None,
            "No significant difference between novice and expert.",
        ),
    ],
)
def test_there_is_a_verdict_only_if_an_interval_excludes_zero(
    a: list[int],
    b: list[int],
    verdict: simulation.Verdict,
    by: simulation.Measure | None,
    sentence: str,
) -> None:
    report = compared(a, b)
    assert (report["verdict"], report["verdict_by"]) == (verdict, by)
    assert report_rows(report)[-1] == sentence


def test_a_single_deal_shows_no_difference() -> None:
    report = compared([0], [40])
    assert report["difference"]["mean_score"] == {"mean": 40, "interval95": None}
    assert report["verdict"] == "no difference shown"
    lines = report_rows(report)
    assert "B - A: win rate +100.0% (95% interval -)" in lines
    assert "B - A: average score +40.00 (95% interval -)" in lines


def test_beside_another_partner_each_side_has_the_times_of_both() -> None:
    sides = sides_of(1, ("novice", "expert"), beside="steady")
    report = simulation.comparison_report(
        simulation.make_contest(sides, "steady"), [game_of(0), game_of(0)], 1.5
    )
    assert (report["compare"], report["beside"]) == (["novice", "expert"], "steady")
    assert [times["max"] for times in report["b"]["ms_per_decision_by_seat"]] == [250, 500]
    lines = report_rows(report)
    assert "B: expert + steady" in lines
    assert [line[: line.index(":", 2)] for line in lines if "ms per" in line] == [
        "A: ms per choice of novice",
        "A: ms per choice of steady",
        "B: ms per choice of expert",
        "B: ms per choice of steady",
    ]


COUNTS = {
    "rounds": (4, 4),
    "tricks": (30, 22),
    "treasures": (5, 7),
    "humble": (1, 1),
    "defeated": (1, 1),
    "victorious": (2, 1),
    "greedy": (0, 1),
}


def matches_of(*seats: str, games: int = 2, seed: int = 7) -> Series:
    first, second = seats
    return Series("classic", Match(21), games, (first, second), seed)


def contest(a: str, b: str, against: str | None = None, games: int = 2) -> simulation.Contest:
    """Return a contest of two opponents."""
    sides = tuple(matches_of(one, against or one, games=games) for one in (a, b))
    return simulation.make_contest((sides[0], sides[1]), against)


def match_of(p1: int, p2: int) -> simulation.PlayedGame:
    """Return a match that ended with these points; equal points are a draw."""
    result = match_result(outcome_of((p1, p2), (0, 0)), (p1, p2))
    return simulation.PlayedGame(result, (array("d", [0.25]), array("d", [0.5])), 1, COUNTS)


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


def report_of(*points: tuple[int, int]) -> simulation.Comparison:
    """Return the report of matches whose points are those of p1 and p2, two for each deal."""
    both = contest("steady", "novice", games=len(points) // 2)
    return simulation.comparison_report(both, [match_of(*one) for one in points], 1.5)


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


def test_a_contest_has_a_verdict_only_if_an_interval_excludes_zero() -> None:
    clear = report_of(*[(21, 10), (12, 22)] * 3)
    assert (clear["verdict"], clear["verdict_by"]) == ("worse", "win_rate")
    open_one = report_of((21, 10), (22, 12), (11, 21), (13, 23))
    assert (open_one["verdict"], open_one["verdict_by"]) == ("no difference shown", None)


def test_the_report_of_a_contest_for_people() -> None:
    report = report_of((21, 10), (12, 22), (20, 20), (21, 14))
    lines = contest_lines(report, matches_of("steady", "novice"))
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
    report = simulation.comparison_report(four, played, 1.5)
    assert (report["compare"], report["beside"]) == (["steady", "novice"], "random")
    assert (report["a"]["wins"], report["b"]["wins"]) == (2, 1)
    assert report["won_more_by"] == {"a": 1, "b": 0}
    assert "Both play against random" in contest_lines(report, four.series[0])


def test_a_series_has_the_sums_of_each_seat() -> None:
    series = matches_of("steady", "random", games=3)
    report = series_report(series, [match_of(21, 10), match_of(9, 22), match_of(20, 20)], 1.5)
    p1, p2 = report["by_seat"]
    assert (p1["wins"], p1["draws"], p2["wins"], p2["draws"]) == (1, 1, 1, 1)
    assert (p1["counts"]["tricks"], p2["counts"]["tricks"]) == (90, 66)
    assert (report["wins"], report["outcomes"]) == (1, {"p1": 1, "p2": 1, "draw": 1})
    lines = series_lines(report, series)
    assert lines[0] == "To 21, 3 games, steady against random, seeds from 7"
    assert "p1 steady: won 1 (33.3%; 95% interval 6.1% to 79.2%), 1 drawn" in lines
    assert "p1 won 1, p2 won 1, 1 drawn" in lines


def test_what_is_counted_of_played_matches_adds_up() -> None:
    series = matches_of("steady", "novice", games=3)
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
    in_turn = list(simulation.play_interleaved(both.series, jobs=1))
    assert [one.result for one in in_turn] == [
        game.result for deal in zip(*alone, strict=True) for game in deal
    ]


QUICK = "steady"


@pytest.mark.parametrize("level", [1, 2, 3])
def test_par_is_what_partners_score_on_the_same_deals(level: int) -> None:
    par = compute_par(header_at(5, level), QUICK)
    (played,) = play_series(Series("duet", Setup(level), 1, (QUICK, QUICK), 5), 1)
    assert (par.outcome, par.score or 0) == (played.result.name, played.result.points[0])
    assert par.effort == QUICK
    others = replace(header_at(9, level, (None, "novice")), seed=5)
    assert compute_par(others, QUICK) == par


def test_par_is_that_of_two_experts_who_know_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def named(game: str, name: str, opposite: str) -> Partner:
        asked.append((name, opposite))
        return partner.get_partner(game, QUICK)

    monkeypatch.setattr("foxduet.analysis.simulation.get_partner", named)
    compute_par(header_at(5, 1))
    assert asked == [(PAR_PARTNER, PAR_PARTNER)]


def test_par_is_the_same_whenever_it_is_worked_out() -> None:
    assert partner.is_repeatable(PAR_PARTNER)


def looking_for(header: Header) -> JobRunner[ParResult]:
    """Start looking for the par of a game's deals."""
    worker = JobRunner[ParResult]()
    worker.start(simulation.FindParJob(header))
    return worker


def found_by(worker: JobRunner[ParResult]) -> ParResult:
    """Wait for what a worker finds."""
    found: list[ParResult] = []

    def is_found() -> bool:
        answer = worker.take_answer()
        found.extend([] if answer is None else [answer])
        return bool(found)

    processes.until(is_found)
    worker.stop()
    return found[0]


def small_header() -> Header:
    """Return a header with deals that are quickly played."""
    return replace(header_at(5), setup=Setup(2, SMALL))


def test_par_is_found_in_the_background(nothing_is_left: Callable[[], bool]) -> None:
    assert found_by(looking_for(small_header())) == ParResult(compute_par(small_header()))
    processes.until(nothing_is_left)


def test_par_is_worked_out_by_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    right = ParResult(compute_par(small_header()))

    def refuse(*_arguments: object) -> NoReturn:
        raise AssertionError("this process would slow down the game")

    monkeypatch.setattr("foxduet.analysis.simulation.compute_par", refuse)
    assert found_by(looking_for(small_header())) == right


def test_deals_have_the_same_par_for_all_players() -> None:
    others = replace(small_header(), players=("Ann", "Expert"), ai=(None, "expert"), hints=(3,))
    assert found_by(looking_for(others)) == found_by(looking_for(small_header()))


@pytest.fixture
def _endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let other processes look for par for ever."""
    processes.run_at_the_start(processes.ENDLESS_PAR, tmp_path, monkeypatch)


@pytest.mark.usefixtures("_endless")
def test_looking_for_par_stops_at_once(nothing_is_left: Callable[[], bool]) -> None:
    worker = looking_for(header_at(5))
    processes.until(active_children)
    worker.stop()
    assert worker.take_answer() is None
    processes.until(nothing_is_left)
    assert worker.take_answer() is None


@pytest.mark.usefixtures("_endless")
def test_a_process_that_ends_early_finds_nothing(nothing_is_left: Callable[[], bool]) -> None:
    worker = looking_for(header_at(5))
    processes.until(active_children)
    for process in active_children():
        process.kill()
    assert found_by(worker) == ParResult(None)
    processes.until(nothing_is_left)


@pytest.mark.parametrize("kind", processes.SHORT_OF)
def test_where_no_process_can_be_started_there_is_no_par(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes.leave_only(0, kind, monkeypatch)
    assert found_by(looking_for(header_at(5))) == ParResult(None)
    assert active_children() == []


def test_the_par_of_several_deals_is_the_same_whoever_shares_the_work() -> None:
    deals = [replace(small_header(), seed=seed) for seed in (5, 6, 7)]
    pars = [compute_par(header) for header in deals]
    assert (
        list(simulation.compute_pars(deals, 1)) == list(simulation.compute_pars(deals, 2)) == pars
    )
    assert list(simulation.compute_pars([], None)) == []


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are of POSIX")
@pytest.mark.usefixtures("_endless")
def test_the_process_ends_with_the_program_that_started_it() -> None:
    program = (
        "from multiprocessing import active_children\n"
        "from foxduet.ai.workers import JobRunner\n"
        "from foxduet.analysis.simulation import FindParJob\n"
        "from tests.support.entries import header_at\n"
        "worker = JobRunner()\n"
        "worker.start(FindParJob(header_at(5)))\n"
        "while not active_children():\n"
        "    pass\n"
        "print(len(active_children()), flush=True)\n"
        "while worker.take_answer() is None:\n"
        "    pass\n"
    )
    with processes.in_a_group("-c", program) as process:
        assert processes.lines_of(process, 1) == [b"1\n"]
        process.kill()
        # A process that is still running would keep the pipe open.
        assert process.communicate(timeout=processes.PATIENCE_SECONDS)[0] == b""


AT = 20


def branched() -> Game:
    """Return a branch of a fixed game in its first round, with experts at both ends."""
    chosen = VICTORY.turns[AT].action
    rules = VICTORY.rules
    other = next(one for one in rules.legal_actions(VICTORY.states[AT]) if one != chosen)
    return create_branch(task_in(NOWHERE), AT, other, ("expert", "expert"))


def hasty_partner(observation: Observation, rng: Random, stop: Stop = never_stop) -> Thought:
    """Think as ``quick_partner`` does, always cut short."""
    return replace(quick_partner(observation, rng, stop), cut_short=True)


def test_a_branch_is_played_to_its_end_decision_by_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "foxduet.analysis.review_file.get_partner", lambda _game, _name, _opposite: quick_partner
    )
    start = branched()
    games = list(PlayOutJob(start, 1.0).run(never_stop))
    assert [game.result is not None for game in games] == [False] * (len(games) - 1) + [True]
    for before, after in pairwise(games):
        new = after.turns[len(before.turns) :]
        assert not isinstance(new[0].action, Deal)
        # The deal that is due is dealt at once.
        assert [type(turn.action) for turn in new[1:]] in ([], [Deal])
        assert after.turns[: len(before.turns)] == before.turns
    assert any(isinstance(turn.action, Deal) for turn in games[-1].turns[AT:])
    assert games[-1].turns[: AT + 1] == start.turns
    assert not games[-1].header.cut_short


def test_each_thought_that_was_cut_short_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "foxduet.analysis.review_file.get_partner", lambda _game, _name, _opposite: hasty_partner
    )
    *_before, last = PlayOutJob(branched(), 1.0).run(never_stop)
    decisions = [
        number for number, turn in enumerate(last.turns, 1) if not isinstance(turn.action, Deal)
    ]
    assert last.header.cut_short == tuple(number for number in decisions if number > AT + 1)
