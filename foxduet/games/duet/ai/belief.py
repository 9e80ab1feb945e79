"""What a seat can believe about the cards it does not see: hard facts, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from math import comb, factorial
from random import Random
from typing import NamedTuple

from foxduet.core.lazy_dataclass import dataclass
from foxduet.games.duet.ai.rollout import BIT, CARDS, GIFTS, NO_NOISE, Order, bitmask, mask_of
from foxduet.games.duet.rules.observation import Observation, unseen_cards
from foxduet.games.duet.rules.state import TRICKS, Choice

# This many hands, or worlds, can be listed quickly.
_MAX_ENUMERATED_HANDS = 2000
LAST_TRICKS = 3
"""How many tricks are left at the most where the worlds are few enough to look at each."""

# Orders of all cards, of which each world takes two.
_SHUFFLES = tuple(
    bytes(Random(f"foxduet order {number}").sample(range(CARDS), CARDS)) for number in range(256)
)


@dataclass(frozen=True, slots=True)
class Belief:
    """The partner's hand: all of ``known``, and ``drawn`` cards of ``possible``, equally likely.

    Cards are numbers, 0-29, ascending. A card that the partner has offered for a Gift counts as
    in its hand until the second card is offered.
    """

    known: tuple[int, ...]
    possible: tuple[int, ...]
    drawn: int

    @property
    def hands(self) -> int:
        """How many hands the partner may hold."""
        return comb(len(self.possible), self.drawn)


def partner_belief(observation: Observation) -> Belief:
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


class Determinization(NamedTuple):
    """One way the hands may lie, the orders in which chance draws their cards, and a noise.

    A seat acts on what it sees, its own order and the noise of its moment, never on the other
    hand or its order.
    """

    own: int
    partner: int
    own_order: Order
    partner_order: Order
    noise: bytes = NO_NOISE


def sample_worlds(observation: Observation, rng: Random, most: int) -> Iterator[Determinization]:
    """Yield up to ``most`` worlds: each possible hand as often as any other, or hands drawn.

    The same few hands come again and again, with other orders and another noise.
    """
    belief = partner_belief(observation)
    known, possible, drawn = belief.known, belief.possible, belief.drawn
    own, surely = mask_of(observation.hand), bitmask(known)

    def world(partner: Sequence[int]) -> Determinization:
        chance = rng.randbytes(TRICKS + 2)
        mine, others = _SHUFFLES[chance[-2]], _SHUFFLES[chance[-1]]
        return Determinization(own, surely | bitmask(partner), mine, others, chance)

    if belief.hands > min(most, _MAX_ENUMERATED_HANDS):
        for _ in range(most):
            yield world(rng.sample(possible, drawn))
        return
    hands = list(combinations(possible, drawn))
    for _ in range(most // len(hands)):
        rng.shuffle(hands)
        for hand in hands:
            yield world(hand)


def enumerate_worlds(
    observation: Observation, rng: Random, most: int
) -> list[Determinization] | None:
    """Return all worlds of the last tricks, equally likely, so that nothing is left to chance.

    Seats are not noisy there. Only Gifts draw cards: while a 7 can still be played, each hand
    comes with all orders of its cards, otherwise once. ``rng`` only shuffles them. None earlier
    in a round, or if there are more than ``most`` hands or too many worlds.
    """
    belief = partner_belief(observation)
    if TRICKS - observation.table.tricks_done > LAST_TRICKS or belief.hands > min(
        most, _MAX_ENUMERATED_HANDS
    ):
        return None
    own, cards = mask_of(observation.hand), tuple(card.index for card in observation.hand)
    hands = [(*belief.known, *hand) for hand in combinations(belief.possible, belief.drawn)]
    gifts = [gift_is_possible(observation, bitmask(hand)) for hand in hands]
    orders = 1
    if any(gifts):
        orders = factorial(len(cards)) * factorial(len(belief.known) + belief.drawn)
    if orders * len(hands) > _MAX_ENUMERATED_HANDS:
        return None
    worlds = []
    for hand, gives in zip(hands, gifts, strict=True):
        partner = bitmask(hand)
        if gives:
            drawn = product(permutations(cards), permutations(hand))
            worlds += [Determinization(own, partner, *one) for one in drawn]
        else:
            worlds += [Determinization(own, partner, cards, hand)] * orders
    rng.shuffle(worlds)
    return worlds


def gift_is_possible(observation: Observation, partner: int) -> bool:
    """Return whether a Gift may still be completed in the last tricks, beside a partner's hand.

    The last trick has none (R5.2); in the trick before it only a card still to be played can be
    one. A 7 that is the decree may come into a hand.
    """
    table = observation.table
    (trick, decree), pending = table.in_trick, table.pending
    if pending is not None and pending.choice is Choice.GIVE:
        return True
    left = TRICKS - table.tricks_done
    if left == 1 or (left == 2 and trick.follow is not None):
        return False
    held = mask_of(observation.hand) | partner
    if left == 2 and trick.lead is not None:
        held = partner if trick.leader is observation.seat else mask_of(observation.hand)
    return bool((held | BIT[decree.index]) & GIFTS)
