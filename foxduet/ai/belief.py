"""What a seat can believe about the cards it does not see: hard facts, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from foxduet.ai.tables import bits_of, mask_of
from foxduet.rules.observation import Observation, unseen_cards

if TYPE_CHECKING:
    from random import Random

_FEW = 2000
"""So many hands can be listed in no time."""


@dataclass(frozen=True, slots=True)
class Belief:
    """The partner's hand: all of ``known``, and ``drawn`` cards of ``possible``, any as likely.

    Cards are numbers, 0-29, ascending. A card that the partner has offered for a Gift that is
    half done counts as in its hand.
    """

    known: tuple[int, ...]
    possible: tuple[int, ...]
    drawn: int

    @property
    def hands(self) -> int:
        """How many hands the partner may hold."""
        return comb(len(self.possible), self.drawn)


def belief_of(observation: Observation) -> Belief:
    """Return what ``observation`` says of the partner's hand (R10.1): cards and voids."""
    voids = observation.partner_voids
    possible = [card for card in unseen_cards(observation) if card.suit not in voids]
    known = observation.partner_known
    held = observation.partner_cards + observation.partner_offered
    return Belief(
        tuple(card.index for card in known),
        tuple(card.index for card in possible),
        held - len(known),
    )


class World(NamedTuple):
    """One way the hands may lie, and the orders in which chance draws their cards."""

    own: int
    partner: int
    own_order: list[int]
    partner_order: list[int]


def worlds_of(observation: Observation, rng: Random, most: int) -> Iterator[World]:
    """Yield worlds that fit what the seat knows: ``most`` at most.

    Where there are so few, each comes once, else they are drawn, all as likely.
    """
    belief = belief_of(observation)
    known, possible, drawn = belief.known, belief.possible, belief.drawn
    own = mask_of(observation.hand)
    cards = [card.index for card in observation.hand]
    hands: Iterable[tuple[int, ...]]
    if belief.hands <= min(most, _FEW):
        hands = rng.sample(list(combinations(possible, drawn)), belief.hands)
    else:
        hands = (tuple(rng.sample(possible, drawn)) for _ in range(most))
    for hand in hands:
        partner = [*known, *hand]
        yield World(
            own,
            bits_of(partner),
            rng.sample(cards, len(cards)),
            rng.sample(partner, len(partner)),
        )
