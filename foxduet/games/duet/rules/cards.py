"""The thirty cards (R1), and what is on them."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, IntEnum
from typing import TypeAlias

from foxduet.core.common import has_suit
from foxduet.core.frozen import dataclass


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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One of the thirty cards; ``index`` is its place in DECK, from 0.

    Each card is one object: compare with ``is``, and never make another.
    """

    suit: Suit
    rank: int
    index: int
    paws: int
    ability: Ability | None

    def __repr__(self) -> str:
        return f"<{self.suit.name} {self.rank}>"

    def __reduce__(self) -> tuple[Callable[[Suit, int], Card], tuple[Suit, int]]:
        """Copy and pickle by suit and rank, so that a card stays one object."""
        return Card.of, (self.suit, self.rank)

    @classmethod
    def of(cls, suit: Suit, rank: int) -> Card:
        """Return the card of ``suit`` and ``rank`` (1-10)."""
        return DECK[suit * len(RANKS) + rank - 1]


Hand: TypeAlias = tuple[Card, ...]
"""Cards in the order of DECK, each at most once."""

Hands: TypeAlias = tuple[Hand, Hand]
"""A hand for each seat."""

DECK: Hand = tuple(
    Card(suit, rank, suit * len(RANKS) + rank - 1, paws, Ability(rank) if rank % 2 else None)
    for suit in Suit
    for rank, paws in zip(RANKS, _PAWS_BY_RANK, strict=True)
)


def must_follow(hand: Hand, lead: Card) -> bool:
    """Return whether the follower must play the led suit (R4.2, R4.3, R4.4)."""
    return lead.ability is not Ability.ROYAL_HEIR and has_suit(hand, lead.suit)
