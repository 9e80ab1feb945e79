"""C6: points for tricks, the end of a game, ties, resigning; and what holds of whole matches."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from foxduet.core.common import Deal, Result, Seat
from foxduet.core.register import card_game
from foxduet.games.classic.rules.actions import Choice
from foxduet.games.classic.rules.engine import new_game
from foxduet.games.classic.rules.events import GameEnded, RoundEnded, TreasuresScored
from foxduet.games.classic.rules.ruleset import RULES
from foxduet.games.classic.rules.scoring import Band, band_of, points_for_tricks, points_of
from foxduet.games.classic.rules.state import GameState, Outcome, Setup
from tests.games.classic.contract import CLASSIC
from tests.games.contract import Contract
from tests.games.every import on_random_games
from tests.support.classic.deals import (
    DEAL_BY_P1,
    DEAL_BY_P2,
    after,
    at,
    choices,
    fields,
    play,
    random_game,
    refusal,
    states_of_game,
    turn,
)

P1, P2 = Seat.P1, Seat.P2
BANDS = (
    *((tricks, 6, Band.HUMBLE) for tricks in range(4)),
    *((4, 1, Band.DEFEATED), (5, 2, Band.DEFEATED), (6, 3, Band.DEFEATED)),
    *((tricks, 6, Band.VICTORIOUS) for tricks in (7, 8, 9)),
    *((tricks, 0, Band.GREEDY) for tricks in range(10, 14)),
)


def last_trick(tricks: str, points: str, round_number: int = 4, target: int = 21) -> GameState:
    """Return the last trick of a round, before p2 wins it with 6b."""
    line = f"{round_number}.12 4b/6b 3k 1k2k5k6k9kTk p1:- {tricks} {points} p1:play"
    return at(line, target)


def ended(tricks: str, points: str, round_number: int = 4, target: int = 21) -> GameState:
    return after(last_trick(tricks, points, round_number, target), "p1 play 4b", "p2 play 6b")


@pytest.mark.parametrize(("tricks", "points", "band"), BANDS)
def test_C6_1_points_and_band_of_the_tricks_of_a_round(
    tricks: int, points: int, band: Band
) -> None:
    assert points_of(tricks) == points
    assert band_of(tricks) is band


@pytest.mark.parametrize("p1", range(13))
def test_C6_1_each_seat_scores_by_its_tricks(p1: int) -> None:
    state = ended(f"{p1}-{12 - p1}", "3-2")
    mine, other = points_of(p1), points_of(13 - p1)
    assert fields(state, "TRICKS", "POINTS") == f"{p1}-{13 - p1} {3 + mine}-{2 + other}"


def test_C6_1_the_event_has_the_reckoning_item_by_item() -> None:
    state = at("1.12 7b/8b 3k 1k2k5k6k9kTk p1:- 5-7 1-1 p1:play")
    step = play(state, "p1 play 7b", "p2 play 8b")
    assert step.events[-1] == RoundEnded(1, (5, 8), (2, 6), (1, 2))
    assert step.state.table.points == step.state.table.scored == (3, 8)


@pytest.mark.parametrize("target", [16, 21, 35])
def test_C6_2_rounds_are_played_until_a_seat_has_the_target(target: int) -> None:
    below = ended("3-9", f"{target - 7}-0", target=target)
    assert fields(below, "POINTS", "TURN") == f"{target - 1}-0 deal"
    reached = ended("3-9", f"{target - 6}-0", target=target)
    assert fields(reached, "POINTS", "TURN") == f"{target}-0 over:p1"


def test_C6_2_the_usual_target_is_21() -> None:
    assert Setup().target == 21
    assert card_game("classic").options[0].name == "target"
    assert card_game("classic").options[0].values == (21, 16, 35)


def test_C6_2_ruling_reaching_the_target_in_mid_round_does_not_stop_play() -> None:
    state = at("4.11 7b8k/6b2k 4k 1k3k5k6k9kTk p1:- 8-3 20-12 p1:play")
    won = after(state, "p1 play 7b", "p2 play 6b")
    assert fields(won, "POINTS", "TURN") == "21-12 p1:play"
    # The tenth trick of p1 scores nothing, p2's three score six.
    assert fields(after(won, "p1 play 8k", "p2 play 2k"), "POINTS", "TURN") == "21-18 over:p1"


@pytest.mark.parametrize(
    ("tricks", "points", "result"),
    [("3-9", "20-18", "over:p1"), ("9-3", "18-15", "over:p1"), ("9-3", "14-20", "over:p2")],
)
def test_C6_3_most_points_win(tricks: str, points: str, result: str) -> None:
    assert turn(ended(tricks, points)) == result


@pytest.mark.parametrize(
    ("tricks", "points", "result"),
    [
        # p1 scores six for eight tricks, p2 two for five.
        ("8-4", "15-19", "over:p1"),
        # p1 scores one for four tricks, p2 six for nine.
        ("4-8", "20-15", "over:p2"),
    ],
)
def test_C6_3_a_tie_goes_to_who_scored_more_in_the_last_round(
    tricks: str, points: str, result: str
) -> None:
    state = ended(tricks, points)
    assert state.table.points == (21, 21)
    assert turn(state) == result


@pytest.mark.parametrize(("scored", "result"), [((2, 0), "over:draw"), ((1, 0), "over:p2")])
def test_C6_3_treasures_count_in_what_was_scored_in_the_last_round(
    scored: tuple[int, int], result: str
) -> None:
    # Six tricks score three, and a Treasure one; seven tricks score six.
    start = at("4.12 7b/6b 4k 1k3k5k6k9kTk p1:- 5-7 17-15 p1:play")
    start = replace(start, table=replace(start.table, scored=scored))
    state = after(start, "p1 play 7b", "p2 play 6b")
    assert state.table.points == (21, 21)
    assert turn(state) == result


def test_C6_3_ruling_still_equal_is_a_shared_victory() -> None:
    # Before the round it was 10 to 10; six tricks and three Treasures score as seven tricks.
    start = last_trick("6-6", "13-10", target=16)
    start = replace(start, table=replace(start.table, scored=(3, 0)))
    state = after(start, "p1 play 4b", "p2 play 6b")
    assert state.table.points == (16, 16)
    assert state.table.scored == (6, 6)
    assert turn(state) == "over:draw"
    assert RULES.result(state) == Result("draw", (False, False), (16, 16))


MOMENTS = {
    "the first deal": (new_game(Setup()), ()),
    "a lead": (at("1.11 3b5k/6b2k 4k 1k6k7k8k9kTk p1:- 8-3 0-0 p1:play"), ()),
    "a follow": (at("1.11 3b5k/6b2k 4k 1k6k7k8k9kTk p1:- 8-3 0-0 p1:play"), ("p1 play 3b",)),
    "a discard": (at("1.11 3b5k/6b2k 4k 1k6k7k8k9kTk p1:- 8-3 0-0 p1:play"), ("p1 play 5k",)),
    "the next deal": (last_trick("8-4", "0-0"), ("p1 play 4b", "p2 play 6b")),
}


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("moment", MOMENTS)
def test_C6_4_a_seat_may_resign_at_any_time_and_the_other_wins(moment: str, seat: Seat) -> None:
    start, actions = MOMENTS[moment]
    state = after(start, *actions)
    step = play(state, f"{seat} resign")
    assert turn(step.state) == f"over:{seat.other}"
    assert step.state.table.resigned is seat
    won = Outcome(str(seat.other))
    assert step.events == (GameEnded(won, state.table.points, resigned=seat),)
    result = RULES.result(step.state)
    assert result is not None
    assert (result.name, result.won[seat], result.won[seat.other]) == (won.value, False, True)


@pytest.mark.parametrize("over", ["over:p1", "over:p2", "over:draw"])
@pytest.mark.parametrize(
    "action",
    [
        "p1 play 4b",
        "p1 exchange -",
        "p1 discard 4b",
        "p1 resign",
        "p2 resign",
        DEAL_BY_P1,
        DEAL_BY_P2,
    ],
)
def test_C6_nothing_is_allowed_after_the_end(over: str, action: str) -> None:
    state = at(f"4.13 -/- 3k 1k2k5k6k9kTk - 7-6 22-22 {over}")
    assert choices(state) == []
    assert refusal(state, action) == "the game is over"


def test_C6_a_record_says_the_points_of_a_game_that_was_played_out_only() -> None:
    over = ended("3-9", "15-10")
    assert RULES.result_keys(over) == {"resigned": None, "points": [21, 10]}
    under_way = last_trick("3-9", "15-10")
    assert RULES.result_keys(under_way) == {"resigned": None, "points": None}
    assert RULES.result_keys(after(under_way, "p2 resign")) == {"resigned": "p2", "points": None}


@on_random_games(100, CLASSIC)
def test_the_deck_gives_a_card_for_each_draw_and_gets_one_back(
    game: Contract, setup: Setup, seed: int
) -> None:
    for state in states_of_game(setup, seed):
        if state.table.round:
            due = state.table.pending is not None and state.table.pending.choice is Choice.DISCARD
            assert (state.drawn is not None) is due
            assert len(state.draws) + due <= 3
            assert len(state.deck) == 6 - len(state.draws) - due
            assert len(state.stock) == 6 - due


@on_random_games(100, CLASSIC)
def test_points_are_those_of_tricks_and_treasures(game: Contract, setup: Setup, seed: int) -> None:
    points, scored = [0, 0], [0, 0]
    for _, action, step in random_game(setup, Random(seed)):
        if isinstance(action, Deal):
            scored = [0, 0]
        for event in step.events:
            match event:
                case TreasuresScored(seat, more):
                    points[seat] += more
                    scored[seat] += more
                case RoundEnded(_, tricks, for_tricks, for_treasures):
                    assert sum(tricks) == 13
                    assert for_tricks == points_for_tricks(tricks)
                    assert for_treasures == tuple(scored)
                    points = [one + more for one, more in zip(points, for_tricks, strict=True)]
                    scored = [one + more for one, more in zip(scored, for_tricks, strict=True)]
        assert step.state.table.points == tuple(points)
        assert step.state.table.scored == tuple(scored)


@on_random_games(100, CLASSIC)
def test_a_match_ends_once_the_target_is_reached(game: Contract, setup: Setup, seed: int) -> None:
    steps = [step for _, _, step in random_game(setup, Random(seed))]
    last = steps[-1].state.table
    assert last.outcome is not None
    assert steps[-1].events[-1] == GameEnded(last.outcome, last.points)
    assert max(last.points) >= setup.target
    dealt = [step.state.table for step in steps if step.state.table.tricks_done == 0]
    assert all(max(table.points) < setup.target for table in dealt)


def test_random_games_end_in_every_way_and_at_every_length() -> None:
    last = [states_of_game(Setup(16), seed)[-1].table for seed in range(60)]
    assert {Outcome.P1, Outcome.P2} <= {table.outcome for table in last}
    assert {table.round for table in last} >= {2, 3, 4}
