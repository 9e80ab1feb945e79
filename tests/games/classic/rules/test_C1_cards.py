"""C1: thirty-three cards and their abilities."""

from __future__ import annotations

import copy
import pickle

import pytest

from foxduet.core.common import hand_of
from foxduet.games.classic.rules.actions import format_card, parse_card
from foxduet.games.classic.rules.cards import DECK, Ability, Card, Suit

ABILITIES = {
    1: Ability.SWAN,
    3: Ability.FOX,
    5: Ability.WOODCUTTER,
    7: Ability.TREASURE,
    9: Ability.WITCH,
    11: Ability.MONARCH,
}


def test_C1_thirty_three_cards_three_suits_of_ranks_1_to_11() -> None:
    assert len(DECK) == 33
    assert {(card.suit, card.rank) for card in DECK} == {
        (suit, rank) for suit in (Suit.BELLS, Suit.KEYS, Suit.MOONS) for rank in range(1, 12)
    }


@pytest.mark.parametrize("suit", Suit)
@pytest.mark.parametrize("rank", range(1, 12))
def test_C1_abilities_on_odd_ranks_only(suit: Suit, rank: int) -> None:
    assert Card.of(suit, rank).ability is ABILITIES.get(rank)


@pytest.mark.parametrize(
    ("text", "suit", "rank"),
    [
        ("7b", Suit.BELLS, 7),
        ("Ek", Suit.KEYS, 11),
        ("Tm", Suit.MOONS, 10),
        ("1m", Suit.MOONS, 1),
    ],
)
def test_C1_a_card_is_written_rank_then_suit(text: str, suit: Suit, rank: int) -> None:
    assert parse_card(text) is Card.of(suit, rank)
    assert format_card(Card.of(suit, rank)) == text


def test_C1_a_card_is_found_by_suit_and_rank_and_by_index() -> None:
    for at, card in enumerate(DECK):
        assert Card.of(card.suit, card.rank) is card
        assert card.index == at


def test_C1_a_card_is_one_object_however_it_is_copied() -> None:
    for card in DECK:
        assert pickle.loads(pickle.dumps(card)) is card
        assert copy.deepcopy(card) is card
    assert len({repr(card) for card in DECK}) == 33


def test_C1_a_hand_is_sorted_by_suit_then_rank() -> None:
    cards = tuple(map(parse_card, ("Em", "2k", "Eb", "Tb", "1m")))
    assert hand_of(cards) == tuple(map(parse_card, ("Tb", "Eb", "2k", "1m", "Em")))
