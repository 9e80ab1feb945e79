"""What a seat can believe about the cards it does not see: hard facts, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from foxduet.ai.duet.tables import bits_of, mask_of
from foxduet.rules.duet.observation import Observation, unseen_cards
from foxduet.rules.duet.state import TRICKS

if TYPE_CHECKING:
    from random import Random

_FEW = 2000
"""So many hands can be listed in no time."""

_TRICKS_WITHOUT_CHANCE = 3


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
    """Yield up to ``most`` worlds: each possible hand as often as any other, or hands drawn.

    While chance still has a say in how a world goes on, few hands are gone through again and
    again, their cards in other orders; in the last tricks once is enough.
    """
    belief = belief_of(observation)
    known, possible, drawn = belief.known, belief.possible, belief.drawn
    own = mask_of(observation.hand)
    cards = [card.index for card in observation.hand]

    def world(partner: Sequence[int]) -> World:
        orders = rng.sample(cards, len(cards)), rng.sample(partner, len(partner))
        return World(own, bits_of(partner), *orders)

    if belief.hands > min(most, _FEW):
        for _ in range(most):
            yield world([*known, *rng.sample(possible, drawn)])
        return
    hands = list(combinations(possible, drawn))
    for _ in range(1 if is_settled(observation) else most // len(hands)):
        rng.shuffle(hands)
        for hand in hands:
            yield world([*known, *hand])


def is_settled(observation: Observation) -> bool:
    """Tell whether chance has no say any more in how a round goes on once the hands are known.

    With three cards or fewer a seat that leads holds the two that it draws, whatever their order.
    """
    return TRICKS - observation.table.tricks_done <= _TRICKS_WITHOUT_CHANCE
