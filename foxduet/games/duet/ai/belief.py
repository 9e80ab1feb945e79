"""The hands that the partner may hold, by hard facts alone, and worlds sampled from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from math import comb, factorial
from random import Random
from typing import NamedTuple

from foxduet.core.lazy_dataclass import dataclass
from foxduet.games.duet.ai.rollout import BIT, CARD_COUNT, GIFTS, NO_NOISE, Order, bitmask, mask_of
from foxduet.games.duet.rules.observation import Observation, unseen_cards
from foxduet.games.duet.rules.state import TRICKS, Choice

# More hands, or worlds, take too long to enumerate.
_MAX_ENUMERATED_HANDS = 2000
LAST_TRICKS = 3
"""With at most this many tricks left, the worlds are few enough to enumerate."""

# Orders of all cards; each world takes two.
_SHUFFLES = tuple(
    bytes(Random(f"foxduet order {number}").sample(range(CARD_COUNT), CARD_COUNT))
    for number in range(256)
)


@dataclass(frozen=True, slots=True)
class Belief:
    """The partner's hand: all of ``known``, and ``drawn`` cards of ``possible``, equally likely.

    Cards are indices (0-29), ascending. A card offered for a Gift counts as in the hand until the
    second card is offered.
    """

    known: tuple[int, ...]
    possible: tuple[int, ...]
    drawn: int

    @property
    def hand_count(self) -> int:
        """Number of hands that the partner may hold."""
        return comb(len(self.possible), self.drawn)


def partner_belief(observation: Observation) -> Belief:
    """Return the belief that the facts of ``observation`` allow (R10.1): known cards and voids."""
    voids = observation.partner_voids
    possible = [card for card in unseen_cards(observation) if card.suit not in voids]
    known = observation.partner_known
    card_count = observation.partner_cards + observation.partner_offered
    return Belief(
        tuple(card.index for card in known),
        tuple(card.index for card in possible),
        card_count - len(known),
    )


class Determinization(NamedTuple):
    """Possible hands (bit masks), the orders in which Gifts draw cards, and a playout's noise.

    A seat acts on the cards that it sees, its own order and the noise of the trick, never on the
    other hand or its order.
    """

    own_hand: int
    partner_hand: int
    own_order: Order
    partner_order: Order
    noise: bytes = NO_NOISE


def sample_worlds(
    observation: Observation, rng: Random, max_worlds: int
) -> Iterator[Determinization]:
    """Yield up to ``max_worlds`` worlds: sampled hands or, if they are few, each equally often.

    If a hand repeats, its orders and its noise differ.
    """
    belief = partner_belief(observation)
    known, possible, drawn = belief.known, belief.possible, belief.drawn
    own_hand, known_mask = mask_of(observation.hand), bitmask(known)

    def make_world(drawn_cards: Sequence[int]) -> Determinization:
        noise = rng.randbytes(TRICKS + 2)
        orders = _SHUFFLES[noise[-2]], _SHUFFLES[noise[-1]]
        return Determinization(own_hand, known_mask | bitmask(drawn_cards), *orders, noise)

    if belief.hand_count > min(max_worlds, _MAX_ENUMERATED_HANDS):
        for _ in range(max_worlds):
            yield make_world(rng.sample(possible, drawn))
        return
    hands = list(combinations(possible, drawn))
    for _ in range(max_worlds // len(hands)):
        rng.shuffle(hands)
        for hand in hands:
            yield make_world(hand)


def enumerate_worlds(
    observation: Observation, rng: Random, max_worlds: int
) -> list[Determinization] | None:
    """Return all worlds of the last tricks, shuffled; None before these, or if too many.

    They are equally likely and without noise, so that means over them are exact. Only Gifts draw
    cards: a hand comes with all orders of the cards if a 7 can still be played.
    """
    belief = partner_belief(observation)
    tricks_left = TRICKS - observation.table.tricks_done
    if tricks_left > LAST_TRICKS or belief.hand_count > min(max_worlds, _MAX_ENUMERATED_HANDS):
        return None
    own_hand, cards = mask_of(observation.hand), tuple(card.index for card in observation.hand)
    hands = [(*belief.known, *hand) for hand in combinations(belief.possible, belief.drawn)]
    gifts = [_is_gift_possible(observation, bitmask(hand)) for hand in hands]
    repeats = 1
    if any(gifts):
        repeats = factorial(len(cards)) * factorial(len(belief.known) + belief.drawn)
    if repeats * len(hands) > _MAX_ENUMERATED_HANDS:
        return None
    worlds = []
    for hand, is_possible in zip(hands, gifts, strict=True):
        partner_hand = bitmask(hand)
        if is_possible:
            orders = product(permutations(cards), permutations(hand))
            worlds += [Determinization(own_hand, partner_hand, *pair) for pair in orders]
        else:
            worlds += [Determinization(own_hand, partner_hand, cards, hand)] * repeats
    rng.shuffle(worlds)
    return worlds


def _is_gift_possible(observation: Observation, partner_hand: int) -> bool:
    """True if a Gift may still be completed in the last tricks, given the partner's hand.

    The last trick has no Gift (R5.2); in the trick before it, only the unplayed card can be
    a Gift. A 7 that is the decree may come into a hand.
    """
    table = observation.table
    (trick, decree), pending = table.in_trick, table.pending
    if pending is not None and pending.choice is Choice.GIVE:
        return True
    tricks_left = TRICKS - table.tricks_done
    if tricks_left == 1 or (tricks_left == 2 and trick.follow is not None):
        return False
    cards = mask_of(observation.hand) | partner_hand
    if tricks_left == 2 and trick.lead is not None:
        cards = partner_hand if trick.leader is observation.seat else mask_of(observation.hand)
    return bool((cards | BIT[decree.index]) & GIFTS)
