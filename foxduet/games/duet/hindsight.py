"""Hindsight in Duet: choices judged with open hands, and the kinds of its puzzles."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random

from foxduet.ai.partner import never_stop, parse_partner_or_none
from foxduet.ai.search import NO_LIMIT, ArmStatistics, search
from foxduet.analysis.review import DecisionPoint
from foxduet.core.cards import Play
from foxduet.games.duet.ai import is_expert
from foxduet.games.duet.ai.belief import LAST_TRICKS, Determinization
from foxduet.games.duet.ai.candidates import GEM, OVERRUN, advice_expectations, rollout_plans
from foxduet.games.duet.ai.expert import DuetDoubleDummy
from foxduet.games.duet.ai.rollout import NO_NOISE, bitmask
from foxduet.games.duet.rules.cards import Ability, board_to_table
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import TRICKS, Action, Give, Setup

# Orders in which the rule draws cards, and worlds in which a seat plans what it cannot see.
_ORDERS, _PLANNING_WORLDS = 24, 60


def setup_identity(setup: Setup) -> tuple[object, ...]:
    """Return what identifies a setup in the fingerprint of a review: the whole board, too."""
    return setup.level, board_to_table(setup.board)


def double_dummy_values(moment: DecisionPoint, chance: Random) -> tuple[DuetDoubleDummy, ...]:
    """Return what each choice at ``moment`` would have led to, in their order.

    The hands are as they were, but nobody acts on cards that it cannot see: not the seat that
    chooses, in what it does right after, nor a partner that gives a card.
    """
    expected = advice_expectations(expert=is_expert(parse_partner_or_none(moment.partner_name)))
    attempts = rollout_plans(moment.observation, chance, _PLANNING_WORLDS, expected)
    tallies = search(attempts, _worlds(moment, chance), never_stop, NO_LIMIT).arms
    return tuple(map(_double_dummy_value, moment.observation.choices, tallies))


def _worlds(moment: DecisionPoint, chance: Random) -> list[Determinization]:
    """Return the hands in orders of their cards, which chance draws.

    Where a Gift may decide the trick, each card of a seat meets each of the other's equally
    often. A card that is offered for a Gift is in its hand still, and is the one that is drawn.
    """
    state, seat = moment.state, moment.seat
    own, partner = ([card.index for card in state.hands[one]] for one in (seat, seat.other))
    offered = () if state.offer is None else (state.offer.index,)
    masks = bitmask(own), bitmask((*partner, *offered))
    if max(len(own), len(partner)) <= LAST_TRICKS:
        pairs = [*product(permutations(own), permutations(partner))]
    elif _may_give_in_trick(moment.observation):
        pairs = [
            *product(_orders_by_first_card(own, chance), _orders_by_first_card(partner, chance))
        ]
    else:
        pairs = [
            (tuple(chance.sample(own, len(own))), tuple(chance.sample(partner, len(partner))))
            for _ in range(_ORDERS)
        ]
    calm = max(len(own), len(partner)) <= LAST_TRICKS
    return [
        Determinization(
            *masks, mine, (*offered, *others), NO_NOISE if calm else chance.randbytes(TRICKS)
        )
        for mine, others in pairs
    ]


def _may_give_in_trick(observation: Observation) -> bool:
    """Return whether a card may be given before the trick is decided."""
    return any(
        isinstance(choice, Give)
        or (isinstance(choice, Play) and choice.card.ability is Ability.GIFT)
        for choice in observation.choices
    )


def _orders_by_first_card(cards: list[int], chance: Random) -> list[tuple[int, ...]]:
    """Return orders of which each card is the first of one."""
    shuffled = chance.sample(cards, len(cards))
    return [(*shuffled[first:], *shuffled[:first]) for first in range(len(cards))]


def _double_dummy_value(action: Action, tally: ArmStatistics) -> DuetDoubleDummy:
    spaces: Counter[int] = Counter()
    for seen, count in tally.seen.items():
        spaces[int(seen[GEM])] += count
    del spaces[0]
    return DuetDoubleDummy(
        action,
        win=tally.win / tally.worlds,
        gem=tally.observed_rate(GEM),
        overrun=tally.observed_rate(OVERRUN),
        space=min(spaces, key=lambda space: (-spaces[space], space)) if spaces else None,
    )


KINDS = ("gem", "ends", "token", "finish", "trump", "give", "lead", "move", "card")
"""What the puzzles of ``puzzles.txt`` are about; ``python -m tests.tools.puzzles`` makes it."""
