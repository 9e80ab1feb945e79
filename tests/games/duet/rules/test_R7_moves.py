"""R7: moves of the tracker, and the path as it becomes."""

from __future__ import annotations

import pytest

from foxduet.core.common import Seat
from foxduet.games.duet.rules.board import possible_moves
from foxduet.games.duet.rules.cards import DECK, Card
from foxduet.games.duet.rules.events import (
    GameEnded,
    GemCollected,
    PathOverrun,
    SpaceCovered,
    TrackerMoved,
    TrackerReset,
)
from foxduet.games.duet.rules.state import GameState, Outcome
from tests.support.deals import after, at, choices, line_of, parse_card, path, play, refusal, turn


@pytest.mark.parametrize(
    ("p1_card", "p2_card", "space"),
    [("6d", "4d", 3), ("4d", "6d", 9), ("8d", "6d", 2), ("9d", "7d", 6), ("4d", "Td", 10)],
)
def test_R7_1_both_paws_toward_the_winner_s_own_end(p1_card: str, p2_card: str, space: int) -> None:
    state = at(f"1.10 {p1_card}/{p2_card} 1s 3s4s5s6s7s8s9s p1:- - 11211011211 6 0 p1:play")
    step = play(state, f"p1 play {p1_card}", f"p2 play {p2_card}")
    assert TrackerMoved(6, space) in step.events
    assert step.state.table.path.tracker == space


def test_R7_1_the_leader_does_not_matter_for_the_direction() -> None:
    state = at("1.9 6d6s/4d4s 1s 2s3s5s7s8s9sTs p2:- - 11211011211 6 4 p2:play")
    assert path(play(state, "p2 play 4d", "p1 play 6d").state) == "11111011211 3 4"


MOVES = [
    # lead, follow, moves if p2 wins
    ("6d", "4d", (3,)),
    ("9d", "7d", (0,)),
    ("1d", "6d", (-2, 2)),
    ("6d", "1d", (-2, 2)),
    ("1d", "2d", (-3, 3)),
    ("1d", "7d", (0,)),
    ("1d", "9d", (0,)),
    ("1d", "1r", (0,)),
    ("5d", "Td", (1, 3, 4)),
    ("Td", "5d", (1, 3, 4)),
    ("5d", "6d", (1, 2, 3)),
    ("5d", "4d", (1, 2)),
    ("5d", "7d", (0, 1)),
    ("9d", "5d", (0, 1)),
    ("5d", "5r", (0, 1, 2)),
    ("1d", "5d", (-1, 0, 1)),
    ("5d", "1d", (-1, 0, 1)),
]


@pytest.mark.parametrize(("lead", "follow", "moves"), MOVES)
def test_R7_4_ruling_the_moves_are_distinct_and_signed(
    lead: str, follow: str, moves: tuple[int, ...]
) -> None:
    cards = (parse_card(lead), parse_card(follow))
    assert possible_moves(*cards, Seat.P2) == moves
    assert possible_moves(*cards, Seat.P1) == tuple(sorted(-move for move in moves))


def _every_way(lead: Card, follow: Card, winner: Seat) -> set[int]:
    """Leave out each set of cards that the Gazelles allow, in each allowed direction."""
    toward = 1 if winner is Seat.P2 else -1
    gazelles = (lead.rank, follow.rank).count(5)
    ways = [(lead.paws, follow.paws)]
    ways += [(lead.paws, 0), (0, follow.paws)] if gazelles >= 1 else []
    ways += [(0, 0)] if gazelles == 2 else []
    directions = (toward, -toward) if 1 in (lead.rank, follow.rank) else (toward,)
    return {direction * sum(way) for way in ways for direction in directions}


@pytest.mark.parametrize("winner", Seat)
def test_R7_the_moves_of_every_trick(winner: Seat) -> None:
    for lead in DECK:
        for follow in DECK:
            if lead is not follow:
                moves = possible_moves(lead, follow, winner)
                assert moves == tuple(sorted(_every_way(lead, follow, winner)))


def test_R7_2_the_winner_with_a_musician_in_the_trick_chooses_the_direction() -> None:
    state = at("1.9 1d6s/6d4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    won = after(state, "p1 play 1d", "p2 play 6d")
    assert turn(won) == "p2:move"
    assert choices(won) == ["p2 move -2", "p2 move +2"]
    assert path(after(won, "p2 move -2")) == "11201011211 4 4"
    assert path(after(won, "p2 move +2")) == "11211010211 8 4"


def test_R7_2_a_musician_of_the_loser_works_as_well() -> None:
    state = at("1.9 8d6s/1d4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    assert choices(after(state, "p1 play 8d", "p2 play 1d")) == ["p1 move -2", "p1 move +2"]


@pytest.mark.parametrize("card", ["7d", "9d"])
def test_R7_2_ruling_a_musician_with_no_paws_asks_nothing(card: str) -> None:
    state = at(f"1.10 1d/{card} 2s 3s4s5s6s7s8s9s p1:- - 11211111211 6 0 p1:play")
    step = play(state, "p1 play 1d", f"p2 play {card}")
    assert turn(step.state) == "deal"
    assert TrackerMoved(6, 6) in step.events
    assert GemCollected(6, 12) in step.events


def test_R7_3_the_winner_may_leave_out_the_paws_of_either_card_or_none() -> None:
    state = at("1.9 5d6s/Td4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    won = after(state, "p1 play 5d", "p2 play Td")
    assert choices(won) == ["p2 move +1", "p2 move +3", "p2 move +4"]
    assert [path(after(won, choice)) for choice in choices(won)] == [
        "11211001211 7 4",
        "11211011111 9 4",
        "11211011201 10 4",
    ]


def test_R7_3_one_gazelle_does_not_leave_out_both_cards() -> None:
    state = at("1.9 5d6s/Td4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    won = after(state, "p1 play 5d", "p2 play Td")
    assert "cannot move 0" in refusal(won, "p2 move 0")


def test_R7_3_two_gazelles_leave_out_one_none_or_both() -> None:
    state = at("1.9 5d6s/5r8r 2r 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    won = after(state, "p1 play 5d", "p2 play 5r")
    assert choices(won) == ["p2 move 0", "p2 move +1", "p2 move +2"]


def test_R7_3_a_gazelle_always_leaves_a_choice() -> None:
    # Its own paw can be left out or not, whatever the other card is.
    for card in DECK:
        if card.rank != 5:
            assert len(possible_moves(parse_card("5d"), card, Seat.P1)) > 1


def test_R7_4_gazelle_and_musician_apply_together() -> None:
    state = at("1.9 1d6s/5d8r 2r 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    won = after(state, "p1 play 1d", "p2 play 5d")
    assert choices(won) == ["p2 move -1", "p2 move 0", "p2 move +1"]
    assert path(after(won, "p2 move 0")) == "11211011211 6 4"


def test_R7_4_only_the_winner_chooses_and_only_a_possible_move() -> None:
    state = at("1.9 1d6s/6d4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    won = after(state, "p1 play 1d", "p2 play 6d")
    assert "must first choose a move" in refusal(won, "p1 move -2")
    assert "cannot move +1 after this trick; possible: -2, +2" in refusal(won, "p2 move +1")
    assert "must first choose a move" in refusal(won, "p2 play 4s")


def test_R7_4_a_move_may_be_chosen_that_runs_beyond_the_path() -> None:
    state = at("1.9 1d6s/2d4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 10 4 p1:play")
    won = after(state, "p1 play 1d", "p2 play 2d")
    assert choices(won) == ["p2 move -3", "p2 move +3"]
    assert path(after(won, "p2 move +3")) == "1121101122# 6 3"


def test_R7_4_no_move_is_due_before_the_trick_is_won() -> None:
    state = at("1.9 1d6s/6d4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    assert "turn to play a card" in refusal(after(state, "p1 play 1d"), "p2 move +2")


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


def test_R7_5_the_tracker_goes_to_the_start_wherever_the_middle_is_by_now() -> None:
    step = play(_with_path("112110112## 7 2"), *TO_P2)
    assert path(step.state) == "11211013### 6 1"
    assert TrackerReset(6) in step.events


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
