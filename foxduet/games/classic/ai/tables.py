"""Cards as numbers 0-32 and hands as bits, and what the rules say of them, worked out once.

Partners think about many thousands of tricks for a decision: here looking up takes the place of
asking the rules, from which every table is made.
"""

from __future__ import annotations

from collections.abc import Iterable

from foxduet.core.common import follow_wins
from foxduet.games.classic.rules.cards import DECK, RANKS, Ability, Card, Suit, counted
from foxduet.games.classic.rules.scoring import points_of
from foxduet.games.classic.rules.state import TRICKS

SWAN, FOX, WOODCUTTER, TREASURE, WITCH, MONARCH = (ability.value for ability in Ability)
"""The ranks with abilities."""

CARDS = len(DECK)
SUIT = tuple(int(card.suit) for card in DECK)
RANK = tuple(card.rank for card in DECK)
KEEP = CARDS
"""The number that stands for keeping the decree, where cards to exchange have theirs."""
BIT = tuple(1 << card for card in range(CARDS + 1))
ALL = (1 << CARDS) - 1


def mask_of(cards: Iterable[Card]) -> int:
    """Return the bits of ``cards``."""
    return sum(BIT[card.index] for card in cards)


def cards_in(mask: int) -> tuple[int, ...]:
    """Return the numbers of the bits in ``mask``, ascending: cards, and after them KEEP."""
    return _BELLS[mask & 0x7FF] + _KEYS[mask >> 11 & 0x7FF] + _MOONS_AND_KEEP[mask >> 22]


def _subsets(first: int, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(first + at for at in range(count) if bits >> at & 1) for bits in range(1 << count)
    )


_BELLS, _KEYS, _MOONS_AND_KEEP = _subsets(0, 11), _subsets(11, 11), _subsets(22, 12)

OF_SUIT = tuple(mask_of(card for card in DECK if card.suit is suit) for suit in Suit)
OF_RANK = tuple(mask_of(card for card in DECK if card.rank == rank) for rank in (0, *RANKS))
SAME_SUIT = tuple(OF_SUIT[suit] for suit in SUIT)
"""By a card: the cards of its suit."""
SWAN_UNDER = tuple(
    OF_RANK[SWAN] & SAME_SUIT[card.index] if card.ability is Ability.MONARCH else 0 for card in DECK
)
"""By the card led: if it is a Monarch, the Swan that may follow it; else nothing (C3.3)."""
LOWER = tuple((BIT[card] - 1) & SAME_SUIT[card] for card in range(CARDS))
HIGHER = tuple(SAME_SUIT[card] & ~LOWER[card] & ~BIT[card] for card in range(CARDS))
"""By a card: the cards of its suit above it."""


def _beats(lead: Card, follow: Card, trump: Suit) -> bool:
    if lead is follow:
        return False
    return follow_wins(*counted(lead, follow, trump), trump)


WINS = tuple(
    tuple(mask_of(follow for follow in DECK if _beats(lead, follow, trump)) for lead in DECK)
    for trump in Suit
)
"""By trump and the card led: the cards that win the trick against it (C5)."""

POINTS = tuple(points_of(tricks) for tricks in range(TRICKS + 1))
"""What a seat scores for its tricks (C6.1)."""


def replies_in(hand: int, lead: int) -> int:
    """Return the cards of ``hand`` that may follow ``lead`` (C3.2, C3.3)."""
    same = hand & SAME_SUIT[lead]
    if not same:
        return hand
    if RANK[lead] == MONARCH:
        return 1 << same.bit_length() - 1 | same & SWAN_UNDER[lead]
    return same
