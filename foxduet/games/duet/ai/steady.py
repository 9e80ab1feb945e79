"""The steady partner: it picks the best landing for the current trick, by fixed rules.

As follower it plays the greedy reply; as leader the card with the best mean reply over all hands
that the partner may hold, computed exactly.
"""

from __future__ import annotations

from math import comb
from typing import assert_never

from foxduet.ai.partner import greedy_policy
from foxduet.core.cards import Deal, Exchange, Play
from foxduet.games.duet.ai.belief import Belief, partner_belief
from foxduet.games.duet.ai.rollout import (
    BIT,
    BOUND,
    EXCHANGE_PRICE,
    PRICES,
    TRICK_CLASSES,
    MoveValues,
    bitboard_path,
    cards_in,
    landing_worth,
    mask_of,
    pattern_for,
)
from foxduet.games.duet.rules.cards import Ability, Card, Suit
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import Action, Forest, Foxes, Give, Move, Resign


def estimate_worths(observation: Observation) -> list[float]:
    """Return the worth of each choice by the steady rules; a gem is worth 1."""
    return [_worth(observation, choice) for choice in observation.choices]


choose_steadily = greedy_policy(estimate_worths)


def _worth(observation: Observation, choice: Action) -> float:
    match choice:
        case Play(_, card):
            worth = _card_worth(observation, card, observation.table.trump)
            if card.ability is Ability.FOXES:
                for suit in {other.suit for other in observation.hand if other is not card}:
                    new_worth = _card_worth(observation, card, suit) - EXCHANGE_PRICE
                    worth = max(worth, new_worth)
            return worth
        case Foxes(seat, swapper) if swapper is seat:
            # With nothing to exchange, it does not matter which seat is named.
            keep_worth = _exchange_worth(observation, None)
            gains = [_exchange_worth(observation, card) - keep_worth for card in observation.hand]
            return max([0.0, *gains])
        case Foxes():
            return 0.0
        case Exchange(_, new):
            return _exchange_worth(observation, new)
        case Give(_, card):
            return -PRICES[card.index] + card.rank / 1000
        case Move(_, steps):
            path = bitboard_path(observation.table.path, observation.table.reserve)
            landing = path.fox + steps
            return landing_worth(path.mask, landing, path.first, path.last, path.reserve)
        case Forest(end):
            # The end that the fox is further from has spaces to spare.
            return abs(observation.table.path.tracker - observation.table.path.end_space(end))
        case Deal() | Resign():
            raise AssertionError("no seat chooses among deals, or has to resign")
        case _:
            assert_never(choice)


def _card_worth(observation: Observation, card: Card, trump: Suit) -> float:
    (trick, _decree), pattern = observation.table.in_trick, _pattern(observation)
    lead = card if trick.lead is None else trick.lead
    row = TRICK_CLASSES[trick.leader][trump][lead.index]
    if trick.lead is None:
        worth = reply_worth(partner_belief(observation), pattern, row, card.index)
    else:
        worth = pattern.best[row[card.index]]
    return worth - PRICES[card.index]


def _pattern(observation: Observation) -> MoveValues:
    return pattern_for(bitboard_path(observation.table.path, observation.table.reserve))


def _exchange_worth(observation: Observation, card: Card | None) -> float:
    trick, decree = observation.table.in_trick
    assert trick.lead is not None, "Foxes are in the trick"
    lead, trump, price = trick.lead.index, decree.suit, 0.0
    if card is not None:
        trump, price = card.suit, EXCHANGE_PRICE + PRICES[card.index] - card.rank / 1000
    row, pattern = TRICK_CLASSES[trick.leader][trump][lead], _pattern(observation)
    if trick.follow is not None:
        return pattern.best[row[trick.follow.index]] - price
    if trick.leader is observation.seat:
        return reply_worth(partner_belief(observation), pattern, row, lead) - price
    hand = mask_of(observation.hand)
    if card is not None:
        hand ^= BIT[card.index] | BIT[decree.index]
    replies = cards_in(hand & BOUND[lead] or hand)
    return max(pattern.best[row[reply]] - PRICES[reply] for reply in replies) - price


def reply_worth(belief: Belief, pattern: MoveValues, row: bytes, lead: int) -> float:
    """Return the mean worth of the partner's greedy reply to ``lead`` over all its possible hands.

    ``row`` has the class of the trick for each reply. The mean is exact: a card is the reply of
    the hands that have it and no better card, and these hands can be counted.
    """
    bound_cards: list[tuple[float, bool]] = []
    free_cards: list[tuple[float, bool]] = []
    for cards, is_sure in ((belief.possible, False), (belief.known, True)):
        for card in cards:
            group = bound_cards if BOUND[lead] >> card & 1 else free_cards
            group.append((pattern.best[row[card]] - PRICES[card], is_sure))
    unseen_count = len(belief.possible)
    worth, void_chance = _expected_best(bound_cards, unseen_count, belief.drawn)
    if void_chance and free_cards:
        free_count = unseen_count - sum(not is_sure for _, is_sure in bound_cards)
        worth += void_chance * _expected_best(free_cards, free_count, belief.drawn)[0]
    return worth


def _expected_best(cards: list[tuple[float, bool]], pool: int, drawn: int) -> tuple[float, float]:
    """Return the expected worth of the best held card (0 for none), and the chance to hold none.

    cards: pairs of a worth and whether the card is surely held.
    pool: number of cards that are not surely held; ``drawn`` of them are held.
    """
    total, none_chance, hand_count = 0.0, 1.0, comb(pool, drawn)
    for count, (worth, is_sure) in enumerate(sorted(cards, reverse=True), 1):
        if is_sure:
            return total + none_chance * worth, 0.0
        next_chance = comb(pool - count, drawn) / hand_count
        total += (none_chance - next_chance) * worth
        none_chance = next_chance
    return total, none_chance
