"""R7.1-R7.4: how far the tracker may go, and when the winner is asked."""

from __future__ import annotations

import pytest

from foxduet.core.common import Seat
from foxduet.games.duet.rules.actions import parse_card
from foxduet.games.duet.rules.board import possible_moves
from foxduet.games.duet.rules.cards import DECK, Card
from foxduet.games.duet.rules.events import GemCollected, TrackerMoved
from tests.support.deals import after, at, choices, path, play, refusal, turn


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
