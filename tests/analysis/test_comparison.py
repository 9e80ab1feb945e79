"""What series of games add up to, and how it is told, from games made up for it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import pytest

from foxduet.analysis.comparison import Comparison, Measure, Verdict, comparison, summary
from foxduet.analysis.simulate import Played, Series
from foxduet.rules.duet.state import Outcome
from foxduet.words.simulate_text import comparison_lines, report_lines


def game_of(
    score: int,
    seconds: tuple[Sequence[float], Sequence[float]] = ([0.25], [0.5]),
    cut_short: int = 0,
) -> Played:
    """Return a game that was won with ``score``, or lost if that is 0."""
    outcome = Outcome.VICTORY if score else Outcome.LOST
    return Played(outcome, score, (array("d", seconds[0]), array("d", seconds[1])), cut_short)


def compared(
    a: Sequence[int], b: Sequence[int], names: tuple[str, str] = ("novice", "expert")
) -> Comparison:
    """Compare partners that reached these scores, each with itself."""
    sides = [Series(3, len(a), (name, name), 7) for name in names]
    played = [[game_of(score) for score in scores] for scores in (a, b)]
    return comparison((sides[0], sides[1]), (played[0], played[1]), 1.5)


def test_a_defeat_counts_nothing_in_the_mean_score() -> None:
    played = [game_of(30, ([0.1], [])), game_of(0, ([0.3], [0.2]))]
    report = summary(Series(2, 2, ("random", "random"), 11), played, 1.5)
    assert (report["wins"], report["win_rate"], report["mean_score"]) == (1, 0.5, 15)
    assert report["outcomes"] == {"victory": 1, "lost": 1, "out-of-time": 0, "resigned": 0}
    assert report["decisions"] == 3
    assert report["ms_per_decision"] == {"p50": 200, "p95": 300, "p99": 300, "max": 300}


def test_partners_that_differ_have_times_of_their_own() -> None:
    played = [game_of(30), game_of(20)]
    alike = summary(Series(2, 2, ("random", "random"), 11), played, 1.5)
    assert "ms_per_decision_by_seat" not in alike
    assert not any(line.startswith("ms per decision of") for line in report_lines(alike))
    unlike = summary(Series(2, 2, ("steady", "random"), 11), played, 1.5)
    assert [times["max"] for times in unlike["ms_per_decision_by_seat"]] == [250, 500]
    assert unlike["ms_per_decision"] == alike["ms_per_decision"]
    own = [line for line in report_lines(unlike) if line.startswith("ms per decision of")]
    assert own == [
        "ms per decision of steady: median 250.000, 95 % 250.000, 99 % 250.000, max 250.000",
        "ms per decision of random: median 500.000, 95 % 500.000, 99 % 500.000, max 500.000",
    ]


def test_a_partner_judged_by_the_clock_is_told_of_once() -> None:
    name = "expert:50ms"
    report = summary(Series(2, 1, (name, name), 11), [game_of(0, cut_short=4)], 1.5)
    assert (report["repeatable"], report["cut_short"]) == (False, 4)
    lines = report_lines(report)
    assert lines.count("not repeatable: expert:50ms is limited by the clock") == 1
    assert "Decisions cut short: 4" in lines
    assert not compared([1], [2], ("novice", name))["repeatable"]
    repeatable = summary(Series(2, 1, ("random", "random"), 11), [game_of(0)], 1.5)
    assert (repeatable["repeatable"], repeatable["cut_short"]) == (True, 0)
    assert not any("repeatable" in line or "cut" in line for line in report_lines(repeatable))


def test_the_report_for_people() -> None:
    report = summary(Series(2, 4, ("random", "random"), 11), [game_of(30)] * 4, 1.5)
    assert report_lines(report) == [
        "Level 2, 4 games, random + random, seeds from 11",
        "Won 4 (100.0%; 95 % interval 51.0% to 100.0%)",
        "Mean score 30.00, a defeat counting 0",
        "0 lost in the forest, 0 out of time, 0 resigned",
        "8 decisions; ms each: median 250.000, 95 % 500.000, 99 % 500.000, max 500.000",
        "1.5 seconds",
    ]


def test_a_comparison_pairs_the_games_of_the_same_deal() -> None:
    report = compared([0, 20, 0, 30], [24, 20, 0, 30])
    assert (report["level"], report["games"], report["seed"]) == (3, 4, 7)
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
    assert comparison_lines(compared([0, 20, 0, 30], [24, 20, 0, 30])) == [
        "Level 3, 4 deals, seeds from 7",
        "A: novice + novice",
        "A: Won 2 (50.0%; 95 % interval 15.0% to 85.0%)",
        "A: Mean score 12.50, a defeat counting 0",
        "A: ms per decision: median 250.000, 95 % 500.000, 99 % 500.000, max 500.000",
        "B: expert + expert",
        "B: Won 3 (75.0%; 95 % interval 30.1% to 95.4%)",
        "B: Mean score 18.50, a defeat counting 0",
        "B: ms per decision: median 250.000, 95 % 500.000, 99 % 500.000, max 500.000",
        "B - A: win rate +25.0% (95 % interval -24.0% to +74.0%)",
        "B - A: mean score +6.00 (95 % interval -5.76 to +17.76)",
        "Deals won by A alone: 0; by B alone: 1",
        "1.5 seconds",
        "No difference between novice and expert is shown.",
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
            "expert is better than novice: its mean score is higher.",
        ),
        (
            [30, 31, 33],
            [20, 21, 22],
            "worse",
            "mean_score",
            "expert is worse than novice: its mean score is lower.",
        ),
        (
            [30, 30],
            [30, 30],
            "no difference shown",
            None,
            "No difference between novice and expert is shown.",
        ),
    ],
)
def test_a_verdict_is_passed_only_where_an_interval_leaves_zero_out(
    a: list[int], b: list[int], verdict: Verdict, by: Measure | None, sentence: str
) -> None:
    report = compared(a, b)
    assert (report["verdict"], report["verdict_by"]) == (verdict, by)
    assert comparison_lines(report)[-1] == sentence


def test_a_single_deal_shows_no_difference() -> None:
    report = compared([0], [40])
    assert report["difference"]["mean_score"] == {"mean": 40, "interval95": None}
    assert report["verdict"] == "no difference shown"
    lines = comparison_lines(report)
    assert "B - A: win rate +100.0% (95 % interval -)" in lines
    assert "B - A: mean score +40.00 (95 % interval -)" in lines


def test_beside_another_partner_each_side_tells_whose_times_are_whose() -> None:
    a, b = (Series(3, 1, (name, "steady"), 7) for name in ("novice", "expert"))
    report = comparison((a, b), ([game_of(0)], [game_of(0)]), 1.5)
    assert (report["compare"], report["beside"]) == (["novice", "expert"], "steady")
    assert [times["max"] for times in report["b"]["ms_per_decision_by_seat"]] == [250, 500]
    lines = comparison_lines(report)
    assert "B: expert + steady" in lines
    assert [line[: line.index(":", 2)] for line in lines if "ms per" in line] == [
        "A: ms per decision of novice",
        "A: ms per decision of steady",
        "B: ms per decision of expert",
        "B: ms per decision of steady",
    ]
