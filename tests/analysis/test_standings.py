"""What entries add up to, and the statistics of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.analysis.standings import (
    Rung,
    best_games,
    daily_games,
    daily_record,
    histogram,
    is_new_best,
    latency_percentiles,
    list_teams,
    newly_reached_goals,
    next_rung,
    paired_difference,
    partner_kinds,
    player_counts,
    reached_goals,
    scored_games,
    standings,
    wilson_interval,
)
from foxduet.core.cards import Seat
from foxduet.games.classic.rules.engine import RoundScore, outcome_of
from foxduet.games.classic.rules.engine import Summary as MatchSummary
from foxduet.games.classic.rules.state import Outcome as MatchOutcome
from foxduet.games.duet.rules.engine import Score
from foxduet.store.score_entries import SOLO, TWO_PEOPLE, ScoreEntry, Selection, select_entries
from foxduet.words.game_words import guide_words
from foxduet.words.lessons import lesson_plan
from tests.support.classic import entry as match_entry
from tests.support.classic import some_entries as some_matches
from tests.support.entries import TODAY, entry, some_entries

results = st.lists(st.one_of(st.none(), st.integers(31, 60)), min_size=1, max_size=30)


def on_custom_board(game: ScoreEntry) -> ScoreEntry:
    """Return ``game`` as if it had been played on a custom board."""
    return replace(game, summary=replace(game.summary, board="a board"))


def test_streaks_count_the_wins_in_a_row_and_those_since_the_last_defeat() -> None:
    games = [entry(at, 40 if won else None) for at, won in enumerate([1, 1, 1, 0, 1, 1])]
    (standing,) = standings(games)
    assert (standing.games, standing.wins, standing.losses, standing.draws) == (6, 5, 1, 0)
    assert (standing.streak, standing.longest) == (2, 3)
    (lost,) = standings([*games, entry(9)])
    assert (lost.streak, lost.longest) == (0, 3)


@given(results)
def test_standings_add_up(scores: list[int | None]) -> None:
    games = [entry(at, points, level=1 + at % 2) for at, points in enumerate(scores)]
    found = standings(games)
    assert sum(standing.games for standing in found) == len(games)
    assert sum(standing.wins for standing in found) == sum(game.won for game in games)
    for standing in found:
        assert standing.interval == wilson_interval(standing.wins, standing.games)
        assert standing.streak <= standing.longest <= standing.wins
        assert (standing.best is None) == (standing.wins == 0)
        assert standing.mean <= (standing.best or 0)
    assert sum(count for _low, count in histogram(games)) == sum(game.won for game in games)


def test_levels_and_kinds_of_partner_are_separate() -> None:
    games = some_entries()
    rows = [(standing.category[0], standing.kind) for standing in standings(games)]
    assert rows == [
        *((1, TWO_PEOPLE), (1, "steady"), (1, "expert")),
        *((2, TWO_PEOPLE), (2, "steady"), (2, "expert")),
    ]
    assert partner_kinds([entry(1, partner="random"), entry(2)]) == [TWO_PEOPLE, "random"]


def test_custom_boards_are_separate() -> None:
    games = [entry(1, 40), on_custom_board(entry(2, 60)), entry(3)]
    rows = [(each.category, each.games, each.best) for each in standings(games)]
    assert rows == [((2, False), 2, 40), ((2, True), 1, 60)]


def test_games_are_chosen_by_level_partner_and_names() -> None:
    games = some_entries()
    solo, two = (
        select_entries(games, Selection(kind=SOLO)),
        select_entries(games, Selection(kind=TWO_PEOPLE)),
    )
    assert len(solo) + len(two) == len(games)
    assert {game.kind for game in solo} == {"steady", "expert"}
    assert select_entries(games, Selection(names=("Left",))) == two
    assert select_entries(games, Selection(names=("right", "LEFT"))) == two
    assert select_entries(games, Selection(names=("Left", "Expert"))) == ()
    level_2 = select_entries(games, Selection((("level", 2),)))
    assert {game.summary.level for game in level_2} == {2}
    assert len(level_2) == sum(game.summary.level == 2 for game in games)


def test_the_best_comes_first_and_of_equals_the_earlier() -> None:
    games = [entry(1, 40), entry(2), entry(3, 44), entry(4, 40)]
    own_board = on_custom_board(entry(5, 99))
    assert [game.seed for game in best_games([own_board, *games])] == [3, 1, 4, 5]


def test_ranges_without_a_score_are_there_too() -> None:
    assert histogram([entry(1, 31), entry(2, 44), entry(3, 44)]) == [(30, 1), (35, 0), (40, 2)]
    assert histogram([entry(1)]) == []


def test_only_the_first_game_of_a_day_and_level_counts_for_a_team() -> None:
    games = [entry(1, None, day=TODAY), entry(2, 44, day=TODAY), entry(3, 50, 3, day=TODAY)]
    others = replace(games[1], players=("Ann", "Bob"))
    assert daily_games([*games, others]) == (games[0], others, games[2])
    later = replace(games[0], day=TODAY + timedelta(days=1))
    assert daily_games([later, games[2]]) == (games[2], later)
    assert daily_games([replace(others, players=("Bob", "Ann")), others])[0].players[0] == "Bob"
    alone = replace(others, ai=(None, "steady"))
    assert alone.people == {"Ann"}
    assert len(daily_games([others, alone, replace(alone, ai=(None, "expert"))])) == 2


@given(st.sets(st.integers(0, 40)))
def test_days_in_a_row_end_today_or_yesterday(ago: set[int]) -> None:
    games = [entry(at, 40, day=TODAY - timedelta(days=at)) for at in sorted(ago, reverse=True)]
    days = daily_record(games, TODAY)
    first = 0 if 0 in ago else 1
    in_a_row = next(at for at in range(first, 50) if at not in ago) - first
    assert days.streak == in_a_row
    assert days.longest_streak >= days.streak
    assert (days.longest_streak == 0) == (not ago)


@pytest.mark.parametrize(
    ("ago", "streak", "longest"),
    [
        ((2, 1, 0), 3, 3),
        ((3, 2, 1), 3, 3),
        ((4, 3, 2), 0, 3),
        ((8, 7, 6, 5, 2, 1, 0), 3, 4),
        ((6, 5, 3, 2, 1, 0), 4, 4),
    ],
)
def test_each_day_of_a_row_is_counted(ago: tuple[int, ...], streak: int, longest: int) -> None:
    games = [entry(at, 40, day=TODAY - timedelta(days=at)) for at in ago]
    days = daily_record(games, TODAY)
    assert (days.streak, days.longest_streak) == (streak, longest)


def test_a_row_of_days_is_found_across_months() -> None:
    games = [entry(at, 40, day=date(2026, 10, 30) + timedelta(days=at)) for at in range(4)]
    assert daily_record(games, TODAY).longest_streak == 4
    assert daily_record(games, TODAY).streak == 0


def test_a_new_best_has_more_points_than_all_before_it_of_its_kind() -> None:
    before = [entry(1, 38), entry(2), entry(3, 41)]
    assert is_new_best(entry(9, 42), before)
    for own in (entry(9, 41), entry(9, 40), entry(9)):
        assert not is_new_best(own, before)
    # It may be among them already.
    assert is_new_best(entry(9, 42), [*before, entry(9, 42)])


def test_the_first_victory_and_those_of_others_are_no_best() -> None:
    own = entry(9, 60)
    alone, other_level = entry(1, 38, partner="expert"), entry(2, 38, level=1)
    others = replace(entry(3, 38), players=("Ann", "Bob"))
    board = on_custom_board(entry(4, 38))
    for before in ([], [entry(5)], [alone, other_level, others, board]):
        assert not is_new_best(own, before)
    assert is_new_best(own, [alone, other_level, others, board, entry(6, 38)])
    assert is_new_best(replace(own, players=own.players[::-1]), [entry(6, 38)])


def test_a_game_with_deals_that_were_known_is_neither_a_best_nor_one_to_beat() -> None:
    again = replace(entry(9, 60), deals_known=True)
    assert not is_new_best(again, [entry(1, 38)])
    assert is_new_best(entry(10, 40), [entry(1, 38), again])
    assert scored_games([entry(1, 38), again]) == [entry(1, 38)]


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
    assert latency_percentiles(range(1, 101)) == {
        "p50": 50500,
        "p95": 95050,
        "p99": 99010,
        "max": 100_000,
    }
    assert latency_percentiles(range(101)) == {
        "p50": 50000,
        "p95": 95000,
        "p99": 99000,
        "max": 100_000,
    }
    assert latency_percentiles([1, 2])["p95"] == 1950
    assert latency_percentiles([7]) == {"p50": 7000, "p95": 7000, "p99": 7000, "max": 7000}


def test_times_are_milliseconds_in_any_order() -> None:
    assert latency_percentiles([0.25, 0.125, 0.5]) == {
        "p50": 250,
        "p95": 475,
        "p99": 495,
        "max": 500,
    }


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


DUET, CLASSIC = guide_words("duet"), guide_words("classic")


def victory(round_: int, tokens: int, level: int = 1, **changes: Any) -> ScoreEntry:
    """Return a victory in a round with so many tokens left."""
    won = entry(round_, 30, level=level)
    points = Score(10 * level, 0, 10 if round_ == 2 else 0, 3 * tokens)
    return replace(won, summary=replace(won.summary, round=round_, score=points), **changes)


def match(p1: int, p2: int, *tricks: int, hints: int = 0) -> ScoreEntry:
    """Return a match of a person at p1 who won so many tricks in each round."""
    played = match_entry(1, players=("Player", "Novice"), ai=(None, "novice"))
    outcome = MatchOutcome.P1 if p1 > p2 else MatchOutcome.P2
    rounds = tuple(RoundScore((own, 13 - own), (0, 0)) for own in tricks)
    summary = MatchSummary(21, outcome, None, (p1, p2), len(rounds), rounds)
    return replace(played, summary=summary, hints=hints)


def names(goals: Any) -> list[str]:
    return [goal.name for goal in goals]


# Level 1 has 4 tokens, the others 3; between two rounds the forest takes one by itself.
@pytest.mark.parametrize(
    ("game", "reached"),
    [
        (victory(2, 3), ["win", "early", "tokens", "no_hint"]),
        (victory(3, 2), ["win", "tokens", "no_hint"]),
        (victory(3, 1), ["win", "no_hint"]),
        (victory(2, 2, level=2), ["win", "early", "tokens", "no_hint"]),
        (victory(2, 1, level=3, hints=1), ["win", "early"]),
        (entry(1, None), []),
        (victory(2, 3, deals_known=True), []),
    ],
)
def test_goals_of_duet_are_reached_by_winning(game: ScoreEntry, reached: list[str]) -> None:
    assert names(newly_reached_goals(DUET.goals, game, [])) == reached


@pytest.mark.parametrize(
    ("game", "reached"),
    [
        (match(21, 11, 8, 2), ["win", "lead", "bands", "no_hint"]),
        (match(21, 12, 8, 2, hints=2), ["win", "bands"]),
        (match(22, 12, 8, 7, 9), ["win", "lead", "no_hint"]),
        (match(22, 12, 3, 0, 4), ["win", "lead", "no_hint"]),
        (match(11, 21, 8, 2), []),
    ],
)
def test_goals_of_the_original_game_are_those_of_the_person(
    game: ScoreEntry, reached: list[str]
) -> None:
    assert names(newly_reached_goals(CLASSIC.goals, game, [])) == reached


@pytest.mark.parametrize(
    ("own", "reached"),
    [(None, []), (Seat.P1, ["win", "lead", "bands", "no_hint"]), (Seat.P2, [])],
    ids=["at one keyboard", "of the winner", "of the loser"],
)
def test_goals_of_two_opponents_are_those_of_whose_scores_they_are(
    own: Seat | None, reached: list[str]
) -> None:
    game = replace(match(21, 11, 8, 2), ai=(None, None), owner=own)
    assert names(newly_reached_goals(CLASSIC.goals, game, [])) == reached
    assert game.won is (own is not Seat.P2)


@pytest.mark.parametrize("own", [None, *Seat])
def test_both_of_a_team_reach_its_goals(own: Seat | None) -> None:
    reached = newly_reached_goals(DUET.goals, victory(3, 1, owner=own), [])
    assert names(reached) == ["win", "no_hint"]


def test_a_goal_is_reached_for_the_first_time_only_once_in_each_kind_of_game() -> None:
    first = victory(3, 1, fingerprint="1")
    better = victory(2, 3, fingerprint="2")
    assert names(newly_reached_goals(DUET.goals, better, [first])) == ["early", "tokens"]
    assert newly_reached_goals(DUET.goals, better, [first, better]) == ()
    assert names(
        newly_reached_goals(DUET.goals, replace(better, hints=3), [victory(2, 2, level=2)])
    ) == [
        "win",
        "early",
        "tokens",
    ]
    reached = reached_goals(DUET.goals, [victory(2, 2, level=2), first, better])
    assert [(category, names(own)) for category, own in reached.items()] == [
        ((1, False), ["win", "early", "tokens", "no_hint"]),
        ((2, False), ["win", "early", "tokens", "no_hint"]),
    ]


def test_a_board_of_ones_own_reaches_no_goal_and_is_at_no_rung() -> None:
    own = victory(2, 3)
    own = replace(own, summary=replace(own.summary, board="0123456789ab"), ai=(None, "steady"))
    assert newly_reached_goals(DUET.goals, own, []) == ()
    assert next_rung(DUET.ladder, [own, own]) is None


def played(*games: tuple[int, str | None, bool]) -> list[ScoreEntry]:
    """Return games at levels beside partners, won or not, oldest first."""
    return [
        entry(at, 30 if won else None, level=level, partner=partner)
        for at, (level, partner, won) in enumerate(games)
    ]


WIN, LOSS, HARDER = (1, "steady", True), (1, "steady", False), (2, "steady", True)


@pytest.mark.parametrize(
    ("games", "proposed"),
    [
        ((), None),
        ((WIN,), None),
        ((WIN, WIN), 2),
        ((LOSS, WIN, WIN), 2),
        # No loss and no game elsewhere takes a win away, and the ladder never leads back down.
        ((WIN, LOSS, WIN), 2),
        ((WIN, (2, "expert", False), WIN), 2),
        ((WIN, WIN, LOSS), None),
        ((LOSS, (2, "steady", False), WIN, WIN), None),
        # Whoever stays and wins again is not asked again.
        ((WIN, WIN, WIN), None),
        ((WIN, WIN, LOSS, WIN, WIN), None),
        ((WIN, WIN, HARDER), None),
        ((WIN, WIN, HARDER, HARDER), 3),
        ((WIN, WIN, (1, "expert", True)), 2),
        (((1, "expert", True), (1, "expert", True)), None),
        (((1, None, True), (1, None, True)), None),
        (((3, "steady", True), (3, "steady", True)), None),
    ],
)
def test_after_two_wins_the_next_step_is_proposed_once(
    games: tuple[tuple[int, str | None, bool], ...], proposed: int | None
) -> None:
    found = next_rung(DUET.ladder, played(*games))
    assert (found and found[1].options["level"]) == proposed


def test_the_ramp_of_the_original_game_leads_to_stronger_opponents() -> None:
    won = match(21, 11, 8, 2)
    found = next_rung(CLASSIC.ladder, [won, replace(won, fingerprint="2")])
    assert found is not None
    assert [rung.partner for rung in found] == ["novice", "steady"]
    assert next_rung(CLASSIC.ladder, [won, match(2, 21, 1)]) is None


def test_deals_that_were_known_are_no_wins_in_a_row() -> None:
    known = [replace(game, deals_known=True) for game in played(WIN)]
    assert next_rung(DUET.ladder, [*played(WIN), *known]) is None


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_the_ramp_begins_where_the_guided_round_was(game: str) -> None:
    first: Rung = guide_words(game).ladder[0]
    course = lesson_plan(game)
    assert first.partner == course.guided_round.partner
    assert first.options.items() <= course.setup.items()


AT_THE_LEFT = {"players": ("Ann", "Expert"), "ai": (None, "expert")}
AT_THE_RIGHT = {"players": ("Expert", "Ann"), "ai": ("expert", None)}


def with_points(game: ScoreEntry, p1: int, p2: int) -> ScoreEntry:
    """Return a match as if it had ended with these points; equal points are a draw."""
    outcome = outcome_of((p1, p2), (0, 0))
    return replace(game, summary=replace(game.summary, points=(p1, p2), outcome=outcome))


def test_two_people_have_a_row_each_whoever_sat_where() -> None:
    games = [
        with_points(match_entry(1), 21, 10),
        with_points(match_entry(2, players=("Bob", "Ann")), 12, 22),
        with_points(match_entry(3), 20, 20),
        with_points(match_entry(4), 9, 23),
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
        with_points(match_entry(1, **AT_THE_LEFT), 21, 10),
        with_points(match_entry(2, **AT_THE_RIGHT), 21, 10),
        with_points(match_entry(3, **steady), 21, 10),
        with_points(match_entry(4, target=16, **AT_THE_LEFT), 3, 16),
    ]
    rows = [(one.category, one.player, one.kind, one.wins, one.losses) for one in standings(games)]
    assert rows == [
        ((16,), "Ann", "expert", 0, 1),
        ((21,), "Ann", "steady", 1, 0),
        ((21,), "Ann", "expert", 1, 1),
    ]
    renamed = match_entry(5, players=("Ann", "Experte"), ai=(None, "expert"))
    assert [one.opponent for one in standings([*games, renamed])][-1] == "Experte"


def test_people_are_in_the_order_of_their_names_whatever_capitals_and_accents_they_have() -> None:
    names = ("zoé", "Émile", "Zoé", "anna", "Élodie", "Eric")
    pairs = list(pairwise(names))
    games = [with_points(match_entry(at, players=pair), 21, 10) for at, pair in enumerate(pairs, 1)]
    ordered = ["anna", "Élodie", "Émile", "Eric", "Zoé", "zoé"]
    assert [one.player for one in player_counts(games) if one.player] == ordered
    first = [one.player for one in standings(games)][::2]
    assert first == sorted(first, key=ordered.index)
    teams = [("anna", "Élodie"), ("anna", "Zoé"), ("Élodie", "Eric"), ("Émile", "Zoé")]
    assert list_teams(games) == teams


def test_a_streak_ends_with_a_draw() -> None:
    games = [with_points(match_entry(at), p1, 20) for at, p1 in enumerate((21, 22, 20, 23))]
    ann, _bob = standings(games)
    assert (ann.streak, ann.longest) == (1, 2)
    drawn, _bob = standings(games[:3])
    assert (drawn.streak, drawn.longest, drawn.draws) == (0, 2, 1)


def test_standings_of_made_up_games_add_up() -> None:
    games = some_matches()
    people = [seat for game in games for seat in game.seats_of_people]
    assert sum(one.games for one in standings(games)) == len(people)
    for one in standings(games):
        assert one.wins + one.losses + one.draws == one.games
        assert one.streak <= one.longest <= one.wins
        low, high = one.interval
        assert low <= one.wins / one.games <= high


def test_how_rounds_ended_is_counted_for_people_and_for_kinds_of_partner() -> None:
    summary = match_entry(1).summary
    rounds = (RoundScore((7, 6), (1, 0)), RoundScore((3, 10), (0, 2)))
    game = replace(match_entry(1, **AT_THE_LEFT), summary=replace(summary, rounds=rounds))
    turned = replace(match_entry(2, **AT_THE_RIGHT), summary=replace(summary, rounds=rounds))
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
    games = some_matches()
    rounds = sum(len(summary_of(game).rounds) for game in games)
    counted = player_counts(games)
    assert sum(one.counts["rounds"] for one in counted) == 2 * rounds
    assert sum(one.counts["tricks"] for one in counted) == 13 * rounds


def summary_of(game: ScoreEntry) -> MatchSummary:
    summary: MatchSummary = game.summary
    return summary


def test_the_clearest_win_comes_first_and_no_match_that_no_person_won() -> None:
    games = [
        with_points(match_entry(1), 21, 20),
        with_points(match_entry(2, **AT_THE_LEFT), 3, 21),
        with_points(match_entry(3), 10, 23),
        with_points(match_entry(4), 20, 20),
        with_points(match_entry(5, **AT_THE_LEFT), 24, 11),
    ]
    assert [game.seed for game in best_games(games)] == [5, 3, 1]


def test_a_match_is_won_if_one_of_the_people_won() -> None:
    for game, won, points in (
        (with_points(match_entry(1), 10, 23), True, 23),
        (with_points(match_entry(1, **AT_THE_LEFT), 10, 23), False, 10),
        (with_points(match_entry(1, **AT_THE_RIGHT), 10, 23), True, 23),
        (with_points(match_entry(1), 20, 20), False, 20),
    ):
        assert (game.won, game.points) == (won, points)
        assert not is_new_best(game, [with_points(match_entry(9), 1, 2)])


def test_the_first_match_of_a_day_and_target_counts() -> None:
    day = {"day": TODAY}
    games = [match_entry(1, **day), match_entry(2, **day), match_entry(3, target=16, **day)]
    assert daily_games(games) == (games[2], games[0])
    assert games[0].seats_of_people == (Seat.P1, Seat.P2)
