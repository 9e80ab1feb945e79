"""R8: the end of a round, plus gems and the forest token between rounds."""

from __future__ import annotations

import pytest

from foxduet.core.common import RoundEnded, Seat
from foxduet.games.duet.rules.board import GEM_TOKENS, Board
from foxduet.games.duet.rules.events import GameEnded, GemsAdded, SpaceCovered, TrackerMoved
from foxduet.games.duet.rules.state import GameState, Outcome, Setup
from tests.support.deals import (
    DEAL_BY_P1,
    DEAL_BY_P2,
    after,
    at,
    choices,
    path,
    play,
    refusal,
    turn,
)

STAYS = ("p1 play 9d", "p2 play 7d")


def _last_trick(where: str, round_number: int = 1, setup: Setup | None = None) -> GameState:
    """Return the last trick of a round; 9d and 7d leave the tracker in its place."""
    return at(
        f"{round_number}.10 9d/7d 1s 4s5s6s7s8s9sTs p1:- - {where} p1:play",
        setup,
    )


def _ended(where: str, round_number: int = 1, setup: Setup | None = None) -> GameState:
    return after(_last_trick(where, round_number, setup), *STAYS)


def test_R8_1_out_of_time_after_trick_11_of_round_3() -> None:
    step = play(_last_trick("11211011211 6 2", 3), *STAYS)
    assert step.state.table.outcome is Outcome.OUT_OF_TIME
    assert turn(step.state) == "over:out-of-time"
    assert step.events[-2:] == (RoundEnded(3), GameEnded(Outcome.OUT_OF_TIME, None))


def test_R8_1_after_round_3_no_gem_is_added_and_nothing_is_covered() -> None:
    assert path(_ended("11211011211 6 2", 3)) == "11211011211 6 2"


def test_R8_1_lost_on_the_last_trick_is_not_out_of_time() -> None:
    state = at("3.10 4d/6d 1s 4s5s6s7s8s9sTs p1:- - 11211011211 9 0 p1:play")
    assert turn(after(state, "p1 play 4d", "p2 play 6d")) == "over:lost"


def test_R8_1_a_round_does_not_end_before_trick_11() -> None:
    state = at("3.9 9d6s/8d4s 1s 2s3s5s7s8s9sTs p1:- - 11211011211 6 2 p1:play")
    assert turn(after(state, "p1 play 9d", "p2 play 8d")) == "p1:play"


@pytest.mark.parametrize("round_number", [1, 2])
def test_R8_2_each_plus_space_gets_one_gem(round_number: int) -> None:
    step = play(_last_trick("11211011211 6 0", round_number), *STAYS)
    assert path(step.state) == "12222021311 6 0"
    assert step.events[-3:] == (
        TrackerMoved(6, 6),
        RoundEnded(round_number),
        # Nearest the start (6) first, the lower number first.
        GemsAdded((5, 7, 4, 9, 2)),
    )


def test_R8_2_plus_spaces_of_side_b() -> None:
    side_b = at("1.10 9d/7d 1s 4s5s6s7s8s9sTs p1:- - 1212101212 6 0 p1:play", _side_b())
    assert path(after(side_b, *STAYS)) == "1223202222 6 0"


def _side_b() -> Setup:
    return Setup(2, Board((1, 2, 1, 2, 1, 0, 1, 2, 1, 2), (3, 4, 5, 7, 9), 6, 3))


@pytest.mark.parametrize(
    ("gems", "served"),
    [
        ("22222022222", (5, 7)),
        ("22222022223", (5,)),
        ("22222022224", ()),
        ("22222022221", (5, 7, 4)),
        ("22222022220", (5, 7, 4, 9)),
        ("22222022210", (5, 7, 4, 9, 2)),
    ],
)
def test_R8_2_ruling_a_short_supply_serves_the_spaces_nearest_the_start(
    gems: str, served: tuple[int, ...]
) -> None:
    step = play(_last_trick(f"{gems} 6 0"), *STAYS)
    assert step.events[-1] == GemsAdded(served)
    assert step.state.table.path.gems_left == min(GEM_TOKENS, sum(map(int, gems)) + 5)


def test_R8_2_ruling_of_two_equally_near_spaces_the_lower_is_served() -> None:
    assert path(_ended("22222022223 6 0")) == "22223022223 6 0"


@pytest.mark.parametrize(
    ("before", "after_round", "spaces"),
    [
        ("##321011211 6 0", "##432021311", (5, 7, 4, 9, 3)),
        ("11211013### 6 0", "12222024###", (5, 7, 4, 8, 2)),
        ("####5011211 6 0", "####8021311", (5, 7, 5, 9, 5)),
    ],
)
def test_R8_2_ruling_a_gem_for_a_covered_space_goes_to_the_nearest_toward_the_start(
    before: str, after_round: str, spaces: tuple[int, ...]
) -> None:
    step = play(_last_trick(before), *STAYS)
    assert path(step.state) == f"{after_round} 6 0"
    assert step.events[-1] == GemsAdded(spaces)


def test_R8_2_ruling_the_printed_distance_counts_also_for_covered_spaces() -> None:
    # Two gems are left for 5 7 4 9 2, though the gem of space 4 would go to 5.
    assert path(_ended("####b090000 6 0")) == "####c0a0000 6 0"


def test_R8_2_a_gem_taken_on_the_last_trick_is_back_in_the_supply() -> None:
    # 22 on the board, one of them on the tracker's space.
    assert path(_ended("22222222222 6 0")) == "22223122222 6 0"


def test_R8_2_gems_come_before_the_forest_token() -> None:
    state = _ended("11211011211 6 4")
    assert path(state) == "12222021311 6 4"
    assert turn(state) == "team:forest"


def test_R8_2_the_gem_just_added_slides_when_its_space_is_covered() -> None:
    state = _ended("#1211011211 6 3")
    assert path(after(state, "team forest p1")) == "##422021311 6 2"


def test_R8_3_the_team_chooses_the_end() -> None:
    state = _ended("11211011211 6 4")
    assert choices(state) == ["team forest p1", "team forest p2"]
    p1_end = play(state, "team forest p1")
    assert path(p1_end.state) == "#3222021311 6 3"
    assert p1_end.events == (SpaceCovered(1, Seat.P1, gems=1, to=2),)
    p2_end = play(state, "team forest p2")
    assert path(p2_end.state) == "1222202132# 6 3"
    assert p2_end.events == (SpaceCovered(11, Seat.P2, gems=1, to=10),)


def test_R8_3_the_token_is_placed_before_the_deal() -> None:
    state = _ended("11211011211 6 4")
    assert "must first choose an end for the forest token" in refusal(state, DEAL_BY_P1)
    assert turn(after(state, "team forest p1")) == "deal"


def test_R8_3_nothing_is_chosen_about_the_forest_at_other_times() -> None:
    assert "turn to play a card" in refusal(_last_trick("11211011211 6 4"), "team forest p1")


@pytest.mark.parametrize(
    ("before", "after_round", "covered"),
    [
        ("01211011211 1 4", "0222202132# 1 3", SpaceCovered(11, Seat.P2, 1, 10, forced=True)),
        ("11211011210 11 4", "#3222021310 11 3", SpaceCovered(1, Seat.P1, 1, 2, forced=True)),
        ("##011011211 3 2", "##12202132# 3 1", SpaceCovered(11, Seat.P2, 1, 10, forced=True)),
        ("1121101120# 10 3", "#322202130# 10 2", SpaceCovered(1, Seat.P1, 1, 2, forced=True)),
    ],
)
def test_R8_3_forced_to_the_other_end_when_the_tracker_stands_on_an_end(
    before: str, after_round: str, covered: SpaceCovered
) -> None:
    step = play(_last_trick(before), *STAYS)
    assert path(step.state) == after_round
    assert step.events[-1] == covered
    assert turn(step.state) == "deal"


def test_R8_3_an_overrun_on_the_last_trick_leaves_the_choice() -> None:
    state = at("1.10 4d/6d 1s 4s5s6s7s8s9sTs p1:- - 11211011211 9 2 p1:play")
    ended = after(state, "p1 play 4d", "p2 play 6d")
    assert path(ended) == "1222202132# 6 1"
    assert turn(ended) == "team:forest"
    assert path(after(ended, "team forest p2")) == "122220215## 6 0"


@pytest.mark.parametrize("tracker", [1, 6, 11])
def test_R8_3_with_none_in_reserve_nothing_happens(tracker: int) -> None:
    state = _ended(f"01211011210 {tracker} 0")
    assert turn(state) == "deal"
    assert path(state) == f"02222021310 {tracker} 0"


def test_R8_4_the_next_round_is_dealt() -> None:
    for ended in (_ended("11211011211 6 0"), after(_ended("11211011211 6 1"), "team forest p1")):
        assert choices(ended) == []
        dealt = after(ended, DEAL_BY_P2)
        assert (dealt.table.round, dealt.table.tricks_done) == (2, 0)
        assert turn(dealt) == "p1:play"
        assert [len(hand) for hand in dealt.hands] == [11, 11]


def test_R8_4_the_path_stays_as_it_is_for_the_next_round() -> None:
    ended = after(_ended("11211011211 6 4"), "team forest p2")
    assert path(after(ended, DEAL_BY_P2)) == path(ended)
