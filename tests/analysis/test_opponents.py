"""What matches add up to: by pair, by opponent, and how rounds ended."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from foxduet.analysis.standings import (
    best_games,
    first_of_days,
    is_new_best,
    player_counts,
    standings,
    teams_of,
)
from foxduet.core.common import Seat
from foxduet.games.classic.rules.scoring import RoundScore, Summary, outcome_of
from foxduet.store.entries import TWO_PEOPLE, Entry
from tests.support.classic.entries import TODAY, entry, some_entries

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
