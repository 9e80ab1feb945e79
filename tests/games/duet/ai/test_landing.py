"""What landings, leads and exchanges are worth to greedy players."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from foxduet.core.common import Seat
from foxduet.games.duet.ai import landing
from foxduet.games.duet.ai.landing import LOST, OVERRUN, lead_worth, leads_in, shape_of
from foxduet.games.duet.ai.numbers import CARDS, BitPath, bit_path_of, bits_of
from foxduet.games.duet.ai.rollout import exchange_for_trick
from foxduet.games.duet.rules.board import path_at_setup
from foxduet.games.duet.rules.cards import Card, Suit
from tests.support.deals import setup_of


def path_with(*gems: int, reserve: int = 1) -> BitPath:
    """Return the path of level 1, its tracker on the start, with gems on these spaces."""
    path = path_at_setup(setup_of(1).board, 1)
    spaces = range(1, len(path.gems) + 1)
    return bit_path_of(replace(path, gems=tuple(int(space in gems) for space in spaces)), reserve)


def test_R7_5_without_a_token_an_overrun_is_far_worse() -> None:
    for reserve in (1, 0, 1):
        shape = shape_of(path_with(1, reserve=reserve)._replace(at=0))
        assert min(shape.best) == (OVERRUN if reserve else LOST)


def test_the_worths_of_leads_are_those_of_the_cards_one_by_one() -> None:
    shape = shape_of(path_with(1, 4, 9))
    for leader, trump in product(Seat, Suit):
        assert (shape.leads[leader] or leads_in(shape, leader))[trump] == [
            lead_worth(shape, leader, trump, card) for card in range(CARDS)
        ]


def test_it_is_worth_more_to_lead_where_the_best_reply_finds_a_gem() -> None:
    # The 2 of Roses is beaten by one card of Roses or another: to p2's end, by two spaces or more.
    lead = Card.of(Suit.ROSES, 2).index
    near, far = (shape_of(path_with(space)) for space in (8, 1))
    worths = [lead_worth(shape, Seat.P1, Suit.DOVES, lead) for shape in (near, far)]
    assert worths[0] > worths[1]


@pytest.mark.parametrize(("gem", "new"), [(8, Card.of(Suit.ROSES, 6)), (4, Card.of(Suit.DOVES, 1))])
def test_R5_1_the_decree_is_exchanged_where_that_leads_to_a_gem(gem: int, new: Card) -> None:
    # p1 leads the 4 of Doves, the 4 of Roses follows: two paws, to the right if Roses are trump.
    hand = bits_of((Card.of(Suit.ROSES, 6).index, Card.of(Suit.STARS, 6).index))
    choice = exchange_for_trick(
        Seat.P1,
        hand,
        Card.of(Suit.DOVES, 4).index,
        Card.of(Suit.ROSES, 4).index,
        Card.of(Suit.DOVES, 1).index,
        shape_of(path_with(gem)),
    )
    assert choice == new.index


def test_the_number_of_remembered_shapes_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landing, "_MOST_SHAPES", 600)
    for gems in range(1, 1500):
        shape_of(BitPath(gems, gems, 5, 0, 10, 5, 1))
    known = landing.shapes_of(0, 10, 1)
    assert len(known) < 1200
