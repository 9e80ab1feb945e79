"""What a seat has shown of its hand in a round, for both to see, in order (C7.1, C7.3).

Facts are hard: they hold whatever the seat had in mind. Their order says what a later draw can
have changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from foxduet.games.classic.rules.cards import DECK, RANKS, Ability, Card, Suit


@dataclass(frozen=True, slots=True)
class Limit:
    """The seat held no card of ``suit`` above ``rank``, which is 0 for a void."""

    suit: Suit
    rank: int


@dataclass(frozen=True, slots=True)
class Left:
    """The seat played ``card``, or put it out as the decree."""

    card: Card


@dataclass(frozen=True, slots=True)
class Took:
    """The seat took ``card``, the old decree, into its hand."""

    card: Card


@dataclass(frozen=True, slots=True)
class Drew:
    """The seat drew for a Woodcutter; what, and what it put under the deck, stays hidden."""


Fact: TypeAlias = Limit | Left | Took | Drew
Facts: TypeAlias = tuple[Fact, ...]

# Facts are values: the same few are shared instead of made for each card.
LEFT = tuple(Left(card) for card in DECK)
TOOK = tuple(Took(card) for card in DECK)
DREW = Drew()
_LIMITS = tuple(tuple(Limit(suit, rank) for rank in (0, *RANKS)) for suit in Suit)


def limit_shown(lead: Card, follow: Card) -> Limit | None:
    """Return what ``follow`` shows of the hand that it was chosen from, if anything (C7.3).

    Off suit it shows a void. Under a Monarch it is the highest card, unless it is the Swan.
    """
    if follow.suit is not lead.suit:
        return _LIMITS[lead.suit][0]
    if lead.ability is Ability.MONARCH and follow.ability is not Ability.SWAN:
        return _LIMITS[lead.suit][follow.rank]
    return None
