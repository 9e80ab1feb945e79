"""Hindsight: double-dummy values of choices, and the kinds of puzzles."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random

from foxduet.ai.partner import never_stop, parse_partner_or_none
from foxduet.ai.search import NO_LIMIT, search
from foxduet.analysis.review import DecisionPoint
from foxduet.core.cards import Play
from foxduet.games.duet.ai import is_expert
from foxduet.games.duet.ai.belief import LAST_TRICKS, Determinization
from foxduet.games.duet.ai.candidates import GEM, OVERRUN, advice_expectations, rollout_plans
from foxduet.games.duet.ai.expert import DuetDoubleDummy
from foxduet.games.duet.ai.rollout import NO_NOISE, bitmask
from foxduet.games.duet.rules.cards import Ability, board_to_table
from foxduet.games.duet.rules.state import TRICKS, Give, Setup

# Random orders in which later Gifts draw cards, and sampled worlds over which a seat plans.
_ORDERS, _PLANNING_WORLDS = 24, 60


def setup_identity(setup: Setup) -> tuple[object, ...]:
    """Return the values that identify a setup in the fingerprint of a review: the whole board."""
    return setup.level, board_to_table(setup.board)


def double_dummy_values(decision: DecisionPoint, rng: Random) -> tuple[DuetDoubleDummy, ...]:
    """Return the double-dummy value of each choice at ``decision``, in order.

    The hands are the real ones, but no seat acts on cards that it cannot see: neither the deciding
    seat in its follow-up choices, nor a partner that gives a card.
    """
    partner = parse_partner_or_none(decision.partner_name)
    expectations = advice_expectations(expert=is_expert(partner))
    plans = rollout_plans(decision.observation, rng, _PLANNING_WORLDS, expectations)
    arms = search(plans, _make_worlds(decision, rng), never_stop, NO_LIMIT).arms
    values = []
    for choice, arm in zip(decision.observation.choices, arms, strict=True):
        spaces: Counter[int] = Counter()
        for observed, count in arm.counts.items():
            spaces[int(observed[GEM])] += count
        # 0 counts the worlds in which the trick finds no gem.
        del spaces[0]
        value = DuetDoubleDummy(
            choice,
            win=arm.win / arm.worlds,
            gem=arm.observed_rate(GEM),
            overrun=arm.observed_rate(OVERRUN),
            space=min(spaces, key=lambda space: (-spaces[space], space)) if spaces else None,
        )
        values.append(value)
    return tuple(values)


def _make_worlds(decision: DecisionPoint, rng: Random) -> list[Determinization]:
    """Return worlds with the real hands that differ in the orders in which Gifts draw cards.

    If a Gift may affect the trick, each card of a seat meets each of the other's equally often. A
    card already offered counts as in the hand and is drawn first.
    """
    state, seat = decision.state, decision.seat
    hand, partner_hand = ([card.index for card in state.hands[side]] for side in (seat, seat.other))
    offered_cards = () if state.offer is None else (state.offer.index,)
    masks = bitmask(hand), bitmask((*partner_hand, *offered_cards))
    is_noisy = max(len(hand), len(partner_hand)) > LAST_TRICKS
    if not is_noisy:
        pairs = [*product(permutations(hand), permutations(partner_hand))]
    elif any(
        isinstance(choice, Give)
        or (isinstance(choice, Play) and choice.card.ability is Ability.GIFT)
        for choice in decision.observation.choices
    ):
        pairs = [*product(_shuffled_rotations(hand, rng), _shuffled_rotations(partner_hand, rng))]
    else:
        pairs = [
            (tuple(rng.sample(hand, len(hand))), tuple(rng.sample(partner_hand, len(partner_hand))))
            for _ in range(_ORDERS)
        ]
    return [
        Determinization(
            *masks,
            order,
            (*offered_cards, *partner_order),
            rng.randbytes(TRICKS) if is_noisy else NO_NOISE,
        )
        for order, partner_order in pairs
    ]


def _shuffled_rotations(cards: list[int], rng: Random) -> list[tuple[int, ...]]:
    order = rng.sample(cards, len(cards))
    return [(*order[start:], *order[:start]) for start in range(len(cards))]


KINDS = ("gem", "ends", "token", "finish", "trump", "give", "move", "card")
"""Kinds of puzzles in ``puzzles.txt``, which ``python -m tests.tools.puzzles`` writes."""
