"""The steady opponent does what its rules say."""

from __future__ import annotations

from random import Random

import pytest

from foxduet.core.common import Seat
from foxduet.games.classic.ai.position import mask_of
from foxduet.games.classic.ai.steady import Aim, aim_of, choose_steadily, strength
from foxduet.games.classic.rules.actions import format_action, parse_card
from foxduet.games.classic.rules.cards import Suit
from foxduet.games.classic.rules.observation import observe
from tests.support.classic.deals import after, at

MANY, FEW = 8.0, 3.0


@pytest.mark.parametrize(
    ("own", "other", "expected", "aim"),
    [
        (0, 0, MANY, Aim.WIN),
        (0, 0, FEW, Aim.LOSE),
        (3, 6, MANY, Aim.WIN),
        (3, 6, FEW, Aim.LOSE),
        (4, 6, FEW, Aim.WIN),
        (3, 7, MANY, Aim.LOSE),
        (2, 10, MANY, Aim.FREE),
        (7, 3, MANY, Aim.LOSE),
        (7, 4, FEW, Aim.WIN),
        (10, 1, FEW, Aim.FREE),
    ],
)
def test_C6_1_the_aim_follows_from_the_tricks_so_far(
    own: int, other: int, expected: float, aim: Aim
) -> None:
    assert aim_of(own, other, expected) is aim


def test_C5_2_a_witch_counts_as_a_trump() -> None:
    witch, trump_eight = parse_card("9b").index, parse_card("8k").index
    unseen = mask_of([parse_card("7k"), parse_card("Tk"), parse_card("2b")])
    assert strength(witch, unseen, Suit.KEYS) == strength(trump_eight, unseen, Suit.KEYS) == 0.75


def chosen(line: str, *actions: str) -> str:
    """Return what the steady opponent chooses as p1."""
    seen = observe(after(at(line), *actions), Seat.P1)
    return format_action(choose_steadily(seen, Random(1)).action)


def test_a_trick_is_won_as_cheaply_as_possible() -> None:
    line = "1.10 2b7bTb/2k3m 9k 8m9m1k4k5m6m p2:5b 6-4 0-0 p1:play"
    # A Treasure is worth the higher card.
    assert chosen(line) == "p1 play 7b"
    assert chosen(line.replace("7b", "8b")) == "p1 play 8b"


def test_a_trick_is_lost_with_the_highest_card_that_loses() -> None:
    line = "1.10 2b4bTb/2k3m 9k 3b8b1k4k5m6m p2:5b 3-7 0-0 p1:play"
    assert chosen(line) == "p1 play 4b"


def test_C4_1_the_decree_is_exchanged_where_it_wins_the_trick() -> None:
    line = "1.10 3k6k2m/2k3m 9m 8b9b1k4k5m6m p2:5b 6-4 0-0 p1:play"
    assert chosen(line, "p1 play 3k") == "p1 exchange 6k"


def test_C4_2_the_least_useful_card_goes_under_the_deck() -> None:
    line = "1.10 5b9b2m/2k3m4m 9k 8k8m1k4k6m7m p1:- 6-4 0-0 p1:play"
    assert chosen(line, "p1 play 5b") == "p1 discard 2m"
