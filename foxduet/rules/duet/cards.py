"""The thirty cards (R1), what is on them, and the two seats."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TypeAlias


class Seat(IntEnum):
    """One of the two teammates; its value indexes every pair ``(of p1, of p2)``."""

    P1 = 0
    P2 = 1

    @property
    def other(self) -> Seat:
        """The teammate."""
        return _OTHER[self]

    def __str__(self) -> str:
        """Return ``p1`` or ``p2``."""
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        """Format the name; IntEnum would format the number."""
        return format(str(self), spec)


_OTHER = (Seat.P2, Seat.P1)


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


def hand_of(cards: tuple[Card, ...] | list[Card]) -> Hand:
    """Return ``cards`` as a hand: sorted by suit, then rank."""
    return tuple(sorted(cards, key=_index))


def _index(card: Card) -> int:
    return card.index


def without(hand: Hand, card: Card) -> Hand:
    """Return ``hand`` less ``card``, which it may or may not hold."""
    return tuple(held for held in hand if held is not card)


def has_suit(hand: Hand, suit: Suit) -> bool:
    """Tell whether ``hand`` holds a card of ``suit``."""
    for card in hand:  # noqa: SIM110 - a generator would cost more than the loop
        if card.suit is suit:
            return True
    return False
