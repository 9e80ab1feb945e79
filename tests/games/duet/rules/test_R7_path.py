"""R7.5-R7.8: running beyond the path, gems, victory, and covered spaces."""

from __future__ import annotations

import pytest

from foxduet.core.common import Seat
from foxduet.games.duet.rules.events import (
    GameEnded,
    GemCollected,
    PathOverrun,
    SpaceCovered,
    TrackerMoved,
    TrackerReset,
)
from foxduet.games.duet.rules.state import GameState, Outcome
from tests.support.deals import after, at, choices, line_of, path, play, turn

# p2 wins with 6d, 1 + 2 paws; p1 wins with 8d, 1 + 2 paws.
TO_P2, TO_P1 = ("p1 play 4d", "p2 play 6d"), ("p1 play 8d", "p2 play 6d")


def _with_path(where: str) -> GameState:
    return at(f"1.8 4d8d5s/6d4s6s 1s 2r3r4r5r6r8rTr p1:- - {where} p1:play")


def test_R7_5_passing_the_last_space_sends_the_tracker_to_the_start() -> None:
    step = play(_with_path("11211011211 9 4"), *TO_P2)
    assert path(step.state) == "1121101122# 6 3"
    assert step.events[3:] == (
        PathOverrun(9, 3, Seat.P2),
        TrackerReset(6),
        SpaceCovered(11, Seat.P2, gems=1, to=10),
    )


def test_R7_5_the_same_at_p1_s_end() -> None:
    step = play(_with_path("11211011211 3 4"), *TO_P1)
    assert path(step.state) == "#2211011211 6 3"
    assert step.events[3:] == (
        PathOverrun(3, -4, Seat.P1),
        TrackerReset(6),
        SpaceCovered(1, Seat.P1, gems=1, to=2),
    )


def test_R7_5_the_last_space_itself_is_not_beyond_the_path() -> None:
    assert path(after(_with_path("11211011211 8 4"), *TO_P2)) == "11211011210 11 4"


def test_R7_5_the_end_is_the_last_uncovered_space() -> None:
    assert path(after(_with_path("1121101122# 7 3"), *TO_P2)) == "1121101121# 10 3"
    assert path(after(_with_path("1121101122# 8 3"), *TO_P2)) == "112110114## 6 2"


def test_R7_5_overrun_collects_no_gem_even_on_a_start_with_gems() -> None:
    step = play(_with_path("11211511211 9 4"), *TO_P2)
    assert path(step.state) == "1121151122# 6 3"
    assert not any(isinstance(event, GemCollected) for event in step.events)


def test_R7_5_the_last_token_in_reserve_still_saves_the_team() -> None:
    state = after(_with_path("11211011211 9 1"), *TO_P2)
    assert path(state) == "1121101122# 6 0"
    assert turn(state) == "p2:play"


def test_R7_5_overrun_without_reserve_loses() -> None:
    step = play(_with_path("##22112211# 8 0"), *TO_P2)
    assert step.state.table.outcome is Outcome.LOST
    assert turn(step.state) == "over:lost"
    assert step.events[3:] == (PathOverrun(8, 3, Seat.P2), GameEnded(Outcome.LOST, None))


def test_R7_5_the_winner_of_an_overrun_trick_leads_the_next() -> None:
    assert turn(after(_with_path("11211011211 9 4"), *TO_P2)) == "p2:play"


def test_R7_6_exactly_one_gem_is_collected() -> None:
    step = play(_with_path("11211011511 6 4"), *TO_P2)
    assert path(step.state) == "11211011411 9 4"
    assert step.events[3:] == (TrackerMoved(6, 9), GemCollected(9, 14))


def test_R7_6_spaces_passed_over_keep_their_gems() -> None:
    assert path(after(_with_path("11211099111 6 4"), *TO_P2)) == "11211099011 9 4"


def test_R7_6_an_empty_space_gives_nothing() -> None:
    step = play(_with_path("11211011011 6 4"), *TO_P2)
    assert path(step.state) == "11211011011 9 4"
    assert step.events[-1] == TrackerMoved(6, 9)


def test_R7_6_a_gem_is_collected_when_the_tracker_does_not_move() -> None:
    state = at("1.9 9d6s/7d4s 1s 2s3s5s7s8s9sTs p1:- - 11211211211 6 4 p1:play")
    followed = after(state, "p1 play 9d", "p2 play 7d", "p2 give 4s")
    step = play(followed, "p1 give 6s")
    assert path(step.state) == "11211111211 6 4"
    assert GemCollected(6, 13) in step.events


def test_R7_7_the_last_gem_wins_in_mid_round() -> None:
    step = play(_with_path("00000000100 6 2"), *TO_P2)
    assert step.state.table.outcome is Outcome.VICTORY
    assert step.state.table.tricks_done == 9
    assert step.events[3:] == (
        TrackerMoved(6, 9),
        GemCollected(9, 0),
        # Level 1: 10, four cards in hands, two tokens.
        GameEnded(Outcome.VICTORY, 20),
    )
    assert line_of(step.state) == (
        "1.9 8d5s/4s6s 1s 2r3r4r5r6r8rTr - - 00000000000 9 2 over:victory:20"
    )


def test_R7_7_the_last_gem_wins_on_the_last_trick_of_a_round() -> None:
    state = at("2.10 4d/6d 1s 4s5s6s7s8s9sTs p1:- - 00000000100 6 2 p1:play")
    # 10, nothing in hand, round 2, two tokens; no plus gems come any more.
    assert line_of(after(state, "p1 play 4d", "p2 play 6d")).endswith(
        " - - 00000000000 9 2 over:victory:26"
    )


def test_R7_7_the_last_gem_wins_on_the_last_trick_of_all() -> None:
    state = at("3.10 4d/6d 1s 4s5s6s7s8s9sTs p1:- - 00000000100 6 0 p1:play")
    assert turn(after(state, "p1 play 4d", "p2 play 6d")) == "over:victory:10"


def test_R7_7_one_gem_too_many_is_no_victory() -> None:
    assert turn(after(_with_path("00000000200 6 2"), *TO_P2)) == "p2:play"


@pytest.mark.parametrize(
    ("before", "covered"),
    [
        ("11211011215 9 4", "1121101126# 6 3"),
        ("11211011210 9 4", "1121101121# 6 3"),
        ("1121101120# 9 3", "112110112## 6 2"),
        ("112110117## 9 2", "11211018### 6 1"),
        ("11211018### 8 1", "1121109#### 6 0"),
    ],
)
def test_R7_8_covering_moves_all_gems_one_space_toward_the_start(before: str, covered: str) -> None:
    assert path(after(_with_path(before), *TO_P2)) == covered


def test_R7_8_covering_at_p1_s_end_moves_gems_up() -> None:
    assert path(after(_with_path("##321011211 3 2"), *TO_P1)) == "###51011211 6 1"


def test_R7_8_the_gems_of_a_covered_space_are_collected_beside_it() -> None:
    # The overrun slides the gem of space 11 to 10; Ts and 5s then go 3 + 1 from the start.
    state = at("1.8 4d8r5s/6d4sTs 1s Tr2s3s6s7s8s9s p1:- - 00000000001 9 4 p1:play")
    overrun = after(state, *TO_P2)
    assert path(overrun) == "0000000001# 6 3"
    assert choices(overrun) == ["p2 play 4s", "p2 play Ts"]
    won = after(overrun, "p2 play Ts", "p1 play 5s", "p2 move +4")
    assert turn(won) == "over:victory:21"
