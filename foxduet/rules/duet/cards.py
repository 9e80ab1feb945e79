"""The thirty cards (R1), and what is on them."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TypeAlias

from foxduet.rules.common import has_suit


class Suit(IntEnum):
    """One of the three suits, in the order in which hands are sorted."""

    DOVES = 0
    ROSES = 1
    STARS = 2


class Ability(Enum):
    """What a card of odd rank does; the value is that rank (R4.3, R5, R7.2, R7.3)."""

    MUSICIAN = 1
    FOXES = 3
    GAZELLE = 5
    GIFT = 7
    ROYAL_HEIR = 9


RANKS = range(1, 11)
_PAWS_BY_RANK = (0, 3, 2, 1, 1, 2, 0, 2, 0, 3)
_ABILITY_BY_RANK = {ability.value: ability for ability in Ability}


class Card(Enum):
    """One of the thirty cards, in the order of a sorted hand.

    A closed set of singletons: compare with ``is``, and index tables by ``card.index`` (0-29).
    """

    DOVE_1 = (Suit.DOVES, 1)
    DOVE_2 = (Suit.DOVES, 2)
    DOVE_3 = (Suit.DOVES, 3)
    DOVE_4 = (Suit.DOVES, 4)
    DOVE_5 = (Suit.DOVES, 5)
    DOVE_6 = (Suit.DOVES, 6)
    DOVE_7 = (Suit.DOVES, 7)
    DOVE_8 = (Suit.DOVES, 8)
    DOVE_9 = (Suit.DOVES, 9)
    DOVE_10 = (Suit.DOVES, 10)
    ROSE_1 = (Suit.ROSES, 1)
    ROSE_2 = (Suit.ROSES, 2)
    ROSE_3 = (Suit.ROSES, 3)
    ROSE_4 = (Suit.ROSES, 4)
    ROSE_5 = (Suit.ROSES, 5)
    ROSE_6 = (Suit.ROSES, 6)
    ROSE_7 = (Suit.ROSES, 7)
    ROSE_8 = (Suit.ROSES, 8)
    ROSE_9 = (Suit.ROSES, 9)
    ROSE_10 = (Suit.ROSES, 10)
    STAR_1 = (Suit.STARS, 1)
    STAR_2 = (Suit.STARS, 2)
    STAR_3 = (Suit.STARS, 3)
    STAR_4 = (Suit.STARS, 4)
    STAR_5 = (Suit.STARS, 5)
    STAR_6 = (Suit.STARS, 6)
    STAR_7 = (Suit.STARS, 7)
    STAR_8 = (Suit.STARS, 8)
    STAR_9 = (Suit.STARS, 9)
    STAR_10 = (Suit.STARS, 10)

    def __init__(self, suit: Suit, rank: int) -> None:
        self.suit = suit
        self.rank = rank
        self.index = suit * len(RANKS) + rank - 1
        self.paws = _PAWS_BY_RANK[rank - 1]
        self.ability = _ABILITY_BY_RANK.get(rank)

    @classmethod
    def of(cls, suit: Suit, rank: int) -> Card:
        """Return the card of ``suit`` and ``rank`` (1-10)."""
        return DECK[suit * len(RANKS) + rank - 1]


DECK: tuple[Card, ...] = tuple(Card)

Hand: TypeAlias = tuple[Card, ...]
"""Cards in the order of DECK, each at most once."""


def must_follow(hand: Hand, lead: Card) -> bool:
    """Tell whether the follower must play the led suit (R4.2, R4.3, R4.4)."""
    return lead.ability is not Ability.ROYAL_HEIR and has_suit(hand, lead.suit)
