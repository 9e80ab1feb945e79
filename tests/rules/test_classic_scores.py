"""C6: points for tricks, the end of a game, ties, resigning; and what holds of whole matches."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from foxduet.core.cards import Deal, Result, Seat
from foxduet.core.errors import RecordError
from foxduet.core.registry import card_game
from foxduet.games.classic.rules import RULES
from foxduet.games.classic.rules.engine import (
    Band,
    RoundScore,
    Summary,
    band_of,
    from_row,
    new_game,
    points_for_tricks,
    points_of,
    to_row,
)
from foxduet.games.classic.rules.observation import observe
from foxduet.games.classic.rules.state import (
    TARGETS,
    Choice,
    GameEnded,
    GameState,
    Outcome,
    RoundEnded,
    Setup,
    TreasuresScored,
)
from tests.contract.classic import CLASSIC
from tests.contract.contract import Contract
from tests.contract.every import on_random_games
from tests.support.classic import (
    DEAL_BY_P1,
    DEAL_BY_P2,
    after,
    at,
    choices,
    fields,
    parse_hand,
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


PLAYED_OUT = Summary(
    target=16,
    outcome=Outcome.P2,
    resigned=None,
    points=(13, 17),
    round=3,
    rounds=(
        RoundScore((3, 10), (1, 2)),
        RoundScore((4, 9), (0, 3)),
        RoundScore((5, 8), (3, 0)),
    ),
)
RESIGNED = Summary(
    target=21,
    outcome=Outcome.P1,
    resigned=Seat.P2,
    points=(8, 3),
    round=2,
    rounds=(RoundScore((7, 6), (1, 0)),),
)


@pytest.mark.parametrize("target", TARGETS)
def test_the_setup_is_the_target_in_a_record(target: int) -> None:
    setup = RULES.setup_from({"target": target, "players": ["A", "B"]})
    assert setup == Setup(target)
    assert RULES.header_keys(setup) == RULES.setup_key(setup) == {"target": target}
    assert RULES.day_label(setup) == f"target {target}"


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({}, "target: None is not a whole number"),
        ({"target": "21"}, "target: 21 is not a whole number"),
        ({"target": 20}, "target: 20; the choices are 16, 21 and 35"),
        ({"level": 2}, "target: None is not a whole number"),
    ],
)
def test_a_record_with_another_target_is_refused(keys: dict[str, object], reason: str) -> None:
    with pytest.raises(RecordError) as raised:
        RULES.setup_from(keys)
    assert str(raised.value) == reason


def test_progress_counts_rounds_and_tricks_from_1() -> None:
    table = new_game(Setup())
    assert RULES.progress(table) == (0, 0)
    dealt = after(table, DEAL_BY_P1)
    assert RULES.progress(dealt) == (1, 1)
    assert RULES.progress(after(dealt, "p2 play 2k", "p1 play Tk")) == (1, 2)


def test_the_results_in_records() -> None:
    assert RULES.results == ("p1", "p2", "draw")


def test_the_other_hand_has_known_cards_and_others() -> None:
    dealt = after(new_game(Setup()), DEAL_BY_P1, "p2 play 3m", "p2 exchange 6m")
    assert RULES.other_hand(observe(dealt, Seat.P1)) == (parse_hand("7b"), 11)
    assert RULES.other_hand(observe(dealt, Seat.P2)) == ((), 13)


def _row(summary: Summary) -> dict[str, object]:
    """Return a summary as its values by column."""
    names = [column.name for column in RULES.summary_columns]
    return dict(zip(names, to_row(summary), strict=True))


def test_a_row_has_the_rounds_as_pairs() -> None:
    assert _row(PLAYED_OUT) == {
        "target": 16,
        "result": "p2",
        "resigned": "",
        "points_p1": 13,
        "points_p2": 17,
        "round": 3,
        "tricks": "3-10 4-9 5-8",
        "treasures": "1-2 0-3 3-0",
    }
    assert PLAYED_OUT.result == Result("p2", (False, True), (13, 17))


@pytest.mark.parametrize("summary", [PLAYED_OUT, RESIGNED])
def test_a_summary_is_read_from_its_row(summary: Summary) -> None:
    assert from_row(_row(summary)) == summary


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"target": 20}, "there is no such game"),
        ({"target": None}, "target: None is not a whole number"),
        ({"target": 21}, "the rounds do not add up"),
        ({"result": "p1"}, "the rounds do not add up"),
        ({"result": "draw"}, "the rounds do not add up"),
        ({"result": "lost"}, "'lost' is not a valid Outcome"),
        ({"resigned": "p1"}, "the rounds do not add up"),
        ({"resigned": "team"}, "there is no such game"),
        ({"resigned": None}, "resigned: None is not text"),
        ({"points_p1": 12}, "the rounds do not add up"),
        ({"points_p1": -13}, "points_p1: -13 is less than 0"),
        ({"points_p1": 2**63}, "points_p1: 9223372036854775808 is too large"),
        ({"round": 2}, "the rounds do not add up"),
        ({"tricks": "3-10 4-9"}, "there is no such game"),
        ({"tricks": "3-10 4-9 5-7"}, "the rounds do not add up"),
        ({"tricks": "3-10 4-9 -5-18"}, "invalid literal|too many values"),
        ({"tricks": "3-10 4-9 58"}, "not enough values"),
        ({"tricks": "", "treasures": ""}, "the rounds do not add up"),
        ({"treasures": "1-2 0-3"}, "there is no such game"),
        ({"treasures": "1-2 0-3 2-1"}, "the rounds do not add up"),
        ({"treasures": "1-2 0-3 x-0"}, "invalid literal"),
    ],
)
def test_a_row_that_is_no_game_is_refused(wrong: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        from_row({**_row(PLAYED_OUT), **wrong})


@pytest.mark.parametrize(
    "wrong",
    [
        replace(RESIGNED, outcome=Outcome.P2),
        replace(RESIGNED, points=(6, 3)),
        replace(RESIGNED, round=3),
        replace(RESIGNED, rounds=(RoundScore((7, 6), (15, 0)),), points=(21, 3)),
    ],
)
def test_a_row_of_a_game_that_was_resigned_must_add_up_too(wrong: Summary) -> None:
    with pytest.raises(ValueError, match="do not add up"):
        from_row(_row(wrong))


def test_what_is_counted_of_a_match_is_that_of_its_complete_rounds() -> None:
    assert RULES.counts(PLAYED_OUT) == {
        "rounds": (3, 3),
        "tricks": (12, 27),
        "treasures": (4, 5),
        "humble": (1, 0),
        "defeated": (2, 0),
        "victorious": (0, 2),
        "greedy": (0, 1),
    }
    early = replace(RESIGNED, rounds=())
    assert set(RULES.counts(early)) == set(RULES.counts(PLAYED_OUT))
    assert {*RULES.counts(early).values()} == {(0, 0)}
