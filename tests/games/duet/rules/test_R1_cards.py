"""R1: thirty cards, their paws and their abilities."""

from __future__ import annotations

import copy
import pickle

import pytest

from foxduet.core.common import Seat, hand_of, has_suit, without
from foxduet.games.duet.rules.actions import parse_card
from foxduet.games.duet.rules.cards import DECK, Ability, Card, Suit

PAWS = {1: 0, 2: 3, 3: 2, 4: 1, 5: 1, 6: 2, 7: 0, 8: 2, 9: 0, 10: 3}
ABILITIES = {
    1: Ability.MUSICIAN,
    3: Ability.FOXES,
    5: Ability.GAZELLE,
    7: Ability.GIFT,
    9: Ability.ROYAL_HEIR,
}


def test_R1_thirty_cards_three_suits_of_ranks_1_to_10() -> None:
    assert len(DECK) == 30
    assert {(card.suit, card.rank) for card in DECK} == {
        (suit, rank) for suit in (Suit.DOVES, Suit.ROSES, Suit.STARS) for rank in range(1, 11)
    }


@pytest.mark.parametrize("suit", Suit)
@pytest.mark.parametrize("rank", PAWS)
def test_R1_paws_by_rank_in_every_suit(suit: Suit, rank: int) -> None:
    assert Card.of(suit, rank).paws == PAWS[rank]


@pytest.mark.parametrize("suit", Suit)
@pytest.mark.parametrize("rank", PAWS)
def test_R1_abilities_on_odd_ranks_only(suit: Suit, rank: int) -> None:
    assert Card.of(suit, rank).ability is ABILITIES.get(rank)


def test_R1_a_card_is_found_by_suit_and_rank_and_by_index() -> None:
    for at, card in enumerate(DECK):
        assert Card.of(card.suit, card.rank) is card
        assert DECK[card.index] is card
        assert card.index == at


def test_R1_a_card_is_one_object_however_it_is_copied() -> None:
    for card in DECK:
        assert pickle.loads(pickle.dumps(card)) is card
        assert copy.deepcopy(card) is card
    assert len({repr(card) for card in DECK}) == 30


def test_R1_a_hand_is_sorted_by_suit_then_rank() -> None:
    cards = tuple(map(parse_card, ("Ts", "2r", "Td", "9d", "1s")))
    assert hand_of(cards) == tuple(map(parse_card, ("9d", "Td", "2r", "1s", "Ts")))


def test_R1_a_hand_without_a_card_keeps_the_others() -> None:
    ten, two = parse_card("Td"), parse_card("2r")
    assert without((ten, two), two) == (ten,)
    assert without((ten,), two) == (ten,)


def test_R1_a_hand_has_the_suits_of_its_cards() -> None:
    hand = (parse_card("Td"), parse_card("2r"))
    assert [suit for suit in Suit if has_suit(hand, suit)] == [Suit.DOVES, Suit.ROSES]


def test_R1_two_seats_are_teammates_of_each_other() -> None:
    assert Seat.P1.other is Seat.P2
    assert Seat.P2.other is Seat.P1
