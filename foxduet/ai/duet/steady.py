"""The steady partner: the best landing for the trick at hand, by rules alone, always the same.

Following, it takes the greedy reply; leading, the card with the best reply on average over all
hands that the partner may hold, worked out exactly.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, assert_never

from foxduet.ai.duet.belief import Belief, belief_of
from foxduet.ai.duet.bitpath import trail_of
from foxduet.ai.duet.landing import EXCHANGE_PRICE, PRICES, Shape, landing_worth, shape_of
from foxduet.ai.duet.tables import BIT, BOUND, TRICKS, cards_in, mask_of
from foxduet.ai.partner import Stop, Thought, never
from foxduet.rules.common import Deal, Exchange, Play
from foxduet.rules.duet.actions import Action, Forest, Foxes, Give, Move, Resign
from foxduet.rules.duet.cards import Ability, Card, Suit
from foxduet.rules.duet.observation import Observation

if TYPE_CHECKING:
    from random import Random


def choose_steadily(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
    """Choose what looks best for the trick at hand; the first of several that are as good."""
    worths = plain_worths(observation)
    return Thought(observation.choices[worths.index(max(worths))])


def plain_worths(observation: Observation) -> list[float]:
    """Return what the rule gives for each choice of ``observation``; 1 is a gem collected."""
    return [_worth(observation, choice) for choice in observation.choices]


def _worth(observation: Observation, choice: Action) -> float:
    trail = trail_of(observation.table.path, observation.table.reserve)
    match choice:
        case Play(_, card):
            return _play_worth(observation, card)
        case Foxes(seat, named):
            return _best_exchange(observation) if named is seat else 0.0
        case Exchange(_, exchanged):
            return _exchange_worth(observation, exchanged)
        case Give(_, card):
            return -PRICES[card.index] + card.rank / 1000
        case Move(_, steps):
            at = trail.at + steps
            return landing_worth(trail.mask, at, trail.first, trail.last, trail.reserve)
        case Forest(end):
            # The end that the fox is further from has spaces to spare.
            return abs(observation.table.path.tracker - observation.table.path.end_space(end))
        case Deal() | Resign():
            raise AssertionError("no seat chooses among deals, or has to resign")
        case _:
            assert_never(choice)


def _trump(observation: Observation) -> Suit:
    assert observation.table.decree is not None, "there is a decree while a round is under way"
    return observation.table.decree.suit


def _play_worth(observation: Observation, card: Card) -> float:
    worth = _card_worth(observation, card, _trump(observation))
    if card.ability is Ability.FOXES:
        for suit in {held.suit for held in observation.hand if held is not card}:
            worth = max(worth, _card_worth(observation, card, suit) - EXCHANGE_PRICE)
    return worth


def _card_worth(observation: Observation, card: Card, trump: Suit) -> float:
    """Return what it is worth to play ``card`` if ``trump`` is the trump of the trick."""
    trick = observation.table.trick
    assert trick is not None, "a trick is under way when a card is due"
    shape = shape_of(trail_of(observation.table.path, observation.table.reserve))
    if trick.lead is None:
        row = TRICKS[trick.leader][trump][card.index]
        return reply_worth(belief_of(observation), shape, row, card.index) - PRICES[card.index]
    row = TRICKS[trick.leader][trump][trick.lead.index]
    return shape[row[card.index]] - PRICES[card.index]


def _best_exchange(observation: Observation) -> float:
    """Return how much the best exchange with the decree betters the trick, at least 0.

    Naming oneself is as good as naming the partner where nothing is to be exchanged.
    """
    keep = _exchange_worth(observation, None)
    return max([0.0, *(_exchange_worth(observation, card) - keep for card in observation.hand)])


def _exchange_worth(observation: Observation, card: Card | None) -> float:
    """Return what the trick under way is worth once ``card`` is the decree, or it is kept."""
    trick, decree = observation.table.trick, observation.table.decree
    assert trick is not None, "Foxes lie in a trick"
    assert trick.lead is not None, "Foxes lie in a trick"
    assert decree is not None, "Foxes are about the decree"
    lead = trick.lead.index
    trump = decree.suit if card is None else card.suit
    price = 0.0 if card is None else EXCHANGE_PRICE + PRICES[card.index] - card.rank / 1000
    row = TRICKS[trick.leader][trump][lead]
    shape = shape_of(trail_of(observation.table.path, observation.table.reserve))
    if trick.follow is not None:
        return shape[row[trick.follow.index]] - price
    if trick.leader is observation.seat:
        return reply_worth(belief_of(observation), shape, row, lead) - price
    hand = mask_of(observation.hand)
    if card is not None:
        hand ^= BIT[card.index] | BIT[decree.index]
    replies = cards_in(hand & BOUND[lead] or hand)
    return max(shape[row[reply]] - PRICES[reply] for reply in replies) - price


def reply_worth(belief: Belief, shape: Shape, row: bytes, lead: int) -> float:
    """Return the mean worth of the partner's greedy reply to ``lead``, over all its hands.

    ``row`` has the classes of the trick by the reply. Exact: a card is the reply if it is held
    and no better one is, and so many hands hold none of so many cards.
    """
    bound = BOUND[lead]
    inside: list[tuple[float, bool]] = []
    outside: list[tuple[float, bool]] = []
    for card in belief.possible:
        (inside if bound >> card & 1 else outside).append((shape[row[card]] - PRICES[card], False))
    for card in belief.known:
        (inside if bound >> card & 1 else outside).append((shape[row[card]] - PRICES[card], True))
    seen = len(belief.possible)
    worth, none = _best_held(inside, seen, belief.drawn)
    if none and outside:
        unbound = seen - sum(not sure for _, sure in inside)
        worth += none * _best_held(outside, unbound, belief.drawn)[0]
    return worth


def _best_held(cards: list[tuple[float, bool]], seen: int, drawn: int) -> tuple[float, float]:
    """Return the mean worth of the best card held, times the chance of any; and that of none.

    ``cards`` have their worth, and whether they are held for sure; of ``seen`` cards ``drawn``
    are held.
    """
    total, none = 0.0, 1.0
    hands = comb(seen, drawn)
    for count, (worth, sure) in enumerate(sorted(cards, reverse=True), 1):
        if sure:
            return total + none * worth, 0.0
        left = comb(seen - count, drawn) / hands
        total += (none - left) * worth
        none = left
    return total, none
