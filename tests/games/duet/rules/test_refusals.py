"""Why the rules do not allow an action: each decision refuses another kind of action, and says so.

The reasons of R3.2, R4.2, R5 and R7.4 are tested with those clauses.
"""

from __future__ import annotations

import pytest

from foxduet.core.errors import IllegalActionError
from foxduet.games.duet.rules.engine import apply, new_game
from foxduet.games.duet.rules.notation import parse_action
from tests.support.deals import DEAL_BY_P1, after, at, refusal, setup_of, with_table

FOXES = "1.8 4d3r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
GIFT = "1.8 4d7r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
GAZELLE = "1.9 5d6s/Td4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
BETWEEN = "1.11 -/- 1d 3s4s5s7s8s9sTs - - 11211011211 6 4 team:forest"

ONE_OF_EACH = (
    DEAL_BY_P1,
    "p1 play 4d",
    "p2 play 8r",
    "p1 foxes p1",
    "p2 foxes p1",
    "p1 exchange -",
    "p2 exchange -",
    "p1 give 6s",
    "p2 give 8r",
    "p1 move 0",
    "p2 move +1",
    "team forest p1",
)


# What is due: the position, the actions that lead there, and how the expected actions start.
DUE = {
    "it is p1's turn to play a card": (FOXES, (), "p1 play"),
    "it is p2's turn to play a card": (FOXES, ("p1 play 6s",), "p2 play"),
    "p1 played Foxes and must first name a seat": (FOXES, ("p1 play 3r",), "p1 foxes"),
    "p2 must first exchange the decree or keep it": (
        FOXES,
        ("p1 play 3r", "p1 foxes p2"),
        "p2 exchange",
    ),
    "p1 must first choose a card to give": (GIFT, ("p1 play 7r",), "p1 give"),
    "p2 must first choose a card to give": (GIFT, ("p1 play 7r", "p1 give 4d"), "p2 give"),
    "p2 won the trick and must first choose a move": (
        GAZELLE,
        ("p1 play 5d", "p2 play Td"),
        "p2 move",
    ),
    "the team must first choose an end for the forest token": (BETWEEN, (), "team forest"),
    "the next round must be dealt first": (BETWEEN, ("team forest p2",), "deal"),
}


@pytest.mark.parametrize("reason", DUE)
def test_a_refusal_names_the_decision_that_is_due(reason: str) -> None:
    line, actions, due = DUE[reason]
    state = after(at(line), *actions)
    refused = [action for action in ONE_OF_EACH if not action.startswith(due)]
    assert {refusal(state, action) for action in refused} == {reason}


def test_a_refusal_names_the_seat_that_does_not_hold_the_card() -> None:
    assert refusal(at(FOXES), "p1 play 8r") == "p1 does not hold that card"


def test_a_refusal_names_the_seat_that_deals() -> None:
    dealt = after(new_game(setup_of(1)), DEAL_BY_P1)
    last = with_table(
        at("1.10 9d/7d 1s 4s5s6s7s8s9sTs p1:- - 11211011211 6 0 p1:play"), dealer=dealt.table.dealer
    )
    ended = after(last, "p1 play 9d", "p2 play 7d")
    assert refusal(ended, DEAL_BY_P1) == "p2 deals this round"


def test_a_wrong_deal_names_the_seat_with_the_wrong_number_of_cards() -> None:
    hands = "2d6d8dTd1r2r7r1s4s7sTs/1d7d3r4r5r6r8rTr2s3s"
    deal = f"deal p1 {hands} 4d 9d3d5s6s8s9r5d"
    assert refusal(new_game(setup_of(1)), deal) == "cards dealt to p2: 10 instead of 11"


def test_a_refused_action_leaves_the_state_as_it_was() -> None:
    state = at(FOXES)
    before = repr(state)
    for action in ONE_OF_EACH:
        if action != "p1 play 4d":
            refusal(state, action)
    assert repr(state) == before


def test_a_refusal_is_a_value_error_with_its_parts_for_translation() -> None:
    with pytest.raises(ValueError, match="turn") as raised:
        apply(at(FOXES), parse_action("p2 play 8r"))
    assert isinstance(raised.value, IllegalActionError)
    assert "{seat}" in raised.value.template
