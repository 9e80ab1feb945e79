"""The thirty-three cards (C1), their abilities, and the cards that may follow."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, IntEnum
from typing import TypeAlias

from foxduet.core.lazy_dataclass import dataclass


class Suit(IntEnum):
    """One of the three suits; hands are sorted in this order."""

    BELLS = 0
    KEYS = 1
    MOONS = 2


class Ability(Enum):
    """The ability of a card of odd rank; the value is that rank (C3.3, C4, C5)."""

    SWAN = 1
    FOX = 3
    WOODCUTTER = 5
    TREASURE = 7
    WITCH = 9
    MONARCH = 11


RANKS = range(1, 12)
_ABILITY_BY_RANK = {ability.value: ability for ability in Ability}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One of the thirty-three cards; ``index`` is its position in DECK, from 0.

    Each card is one object: compare with ``is``, and never create another.
    """

    suit: Suit
    rank: int
    index: int
    ability: Ability | None

    def __repr__(self) -> str:
        return f"<{self.suit.name} {self.rank}>"

    def __reduce__(self) -> tuple[Callable[[Suit, int], Card], tuple[Suit, int]]:
        """Copy and pickle by suit and rank, so that a card stays one object."""
        return Card.of, (self.suit, self.rank)

    @classmethod
    def of(cls, suit: Suit, rank: int) -> Card:
        """Return the card of ``suit`` and ``rank`` (1-11)."""
        return DECK[suit * len(RANKS) + rank - 1]


Hand: TypeAlias = tuple[Card, ...]
"""Cards in DECK order, each at most once."""

Hands: TypeAlias = tuple[Hand, Hand]
"""A hand for each seat."""

DECK: Hand = tuple(
    Card(suit, rank, suit * len(RANKS) + rank - 1, _ABILITY_BY_RANK.get(rank))
    for suit in Suit
    for rank in RANKS
)


def cards_to_follow(hand: Hand, lead: Card) -> Hand:
    """Return the cards of ``hand`` that may follow ``lead`` (C3.2, C3.3, C3.4)."""
    suit = lead.suit
    same = tuple([card for card in hand if card.suit is suit])
    if not same:
        return hand
    if lead.ability is Ability.MONARCH and len(same) > 1:
        return (same[0], same[-1]) if same[0].ability is Ability.SWAN else same[-1:]
    return same


def effective_cards(lead: Card, follow: Card, trump: Suit) -> tuple[Card, Card]:
    """Return the two cards of a trick, with a lone Witch turned into a trump (C5.2).

    The two stay different: a lone Witch never meets the trump's own Witch.
    """
    if lead.ability is Ability.WITCH:
        if follow.ability is not Ability.WITCH:
            return Card.of(trump, lead.rank), follow
    elif follow.ability is Ability.WITCH:
        return lead, Card.of(trump, follow.rank)
    return lead, follow
