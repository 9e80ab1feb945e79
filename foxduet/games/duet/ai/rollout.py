"""Rounds played out in plain numbers: the rules again, without events, for a search.

Both seats play by a ``Policy``: the leader the best of its cards by what they are worth on any
hand behind them, their price and some noise; the follower sees the lead and plays the greedy
reply. A test plays the same by the engine, and compares every position.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from foxduet.games.duet.ai.landing import EXCHANGE_PRICE, Shape, leads_in, shape_in, shapes_of
from foxduet.games.duet.ai.numbers import (
    ACTING,
    BIT,
    BOUND,
    DOVES,
    FOXES,
    GIFTS,
    ROSES,
    STARS,
    SUIT_CARDS,
    SUIT_OF,
    TRICKS,
    BitPath,
    cards_in,
)
from foxduet.games.duet.ai.policy import Policy

NO_CARD = -1
_NOTHING = -1000.0

Order = Sequence[int]
"""Cards of a hand in the order in which chance draws them."""


class Fate(IntEnum):
    """How a game stands after some tricks."""

    PLAYING = 0
    WON = 1
    LOST = 2


class RolloutEnd(NamedTuple):
    """What tricks led to; ``leader`` (a seat's number) has won the last one and leads the next.

    ``hand`` is the leader's, ``other`` that of the other seat.
    """

    fate: Fate
    leader: int
    hand: int
    other: int
    decree: int
    path: BitPath


# An attribute of an enum costs more than a name of the module, once for each rollout.
_PLAYING, _WON, _LOST = Fate
_DOVES, _ROSES, _STARS = SUIT_CARDS


def play_tricks(
    tricks: range,
    path: BitPath,
    decree: int,
    leader: int,
    hands: tuple[int, int],
    orders: tuple[Order, Order],
    policy: Policy,
    noise: bytes,
    lead: int = NO_CARD,
    follow: int = NO_CARD,
    *,
    lead_acts: bool = False,
) -> RolloutEnd:
    """Play up to all of ``tricks``, by their numbers from 0, as ``policy`` says.

    ``hands`` and ``orders`` are those of the leader and of the follower; ``noise`` has a row of
    the policy's noise for each trick of the round. A ``lead`` and a ``follow`` that lie on the
    table already are no longer in the hands; if ``lead_acts``, the ability of such a lead is
    still to come: the follower is named for Foxes.
    """
    gems, mask, at, first, last, start, reserve = path
    a, b = hands
    order_a, order_b = orders
    prices_of_leads, prices_of_replies = policy.leads, policy.replies
    shapes = shapes_of(first, last, reserve)
    trump = SUIT_OF[decree]
    fate = _PLAYING
    for trick in tricks:
        shape = shapes.get(mask << 5 | at)
        if shape is None:
            shape = shape_in(shapes, mask, at, first, last, reserve)
        best, steps, leads = shape
        # The lead; three loops rather than one over a tuple made for it.
        if lead < 0:
            worths = (leads[leader] or leads_in(shape, leader))[trump]
            extras = prices_of_leads[trick][trump][noise[trick]]
            highest = _NOTHING
            for card in DOVES[a & 1023]:
                worth = worths[card] + extras[card]
                if worth > highest:
                    highest = worth
                    lead = card
            for card in ROSES[a >> 10 & 1023]:
                worth = worths[card] + extras[card]
                if worth > highest:
                    highest = worth
                    lead = card
            for card in STARS[a >> 20]:
                worth = worths[card] + extras[card]
                if worth > highest:
                    highest = worth
                    lead = card
            a ^= BIT[lead]
            lead_acts = True
        if follow < 0:
            # What the lead does at once.
            if lead_acts and ACTING >> lead & 1 and b:
                if FOXES >> lead & 1:
                    new = exchange_for_reply(
                        leader, b, lead, decree, best, prices_of_replies[trick]
                    )
                    if new != decree:
                        b ^= BIT[new] | BIT[decree]
                        decree = new
                        trump = SUIT_OF[decree]
                elif a:
                    gifts = BIT[drawn_from(a, order_a)] | BIT[drawn_from(b, order_b)]
                    a ^= gifts
                    b ^= gifts
            row = TRICKS[leader][trump][lead]
            # The greedy reply.
            prices = prices_of_replies[trick][trump][lead]
            replies = b & BOUND[lead] or b
            highest = _NOTHING
            for card in DOVES[replies & 1023]:
                worth = best[row[card]] - prices[card]
                if worth > highest:
                    highest = worth
                    follow = card
            for card in ROSES[replies >> 10 & 1023]:
                worth = best[row[card]] - prices[card]
                if worth > highest:
                    highest = worth
                    follow = card
            for card in STARS[replies >> 20]:
                worth = best[row[card]] - prices[card]
                if worth > highest:
                    highest = worth
                    follow = card
            new = decree
            foxes = replies & FOXES
            if foxes:
                for card in cards_in(foxes):
                    for swap in exchanges(b ^ BIT[card], trump):
                        suit = SUIT_OF[swap]
                        worth = best[TRICKS[leader][suit][lead][card]] - EXCHANGE_PRICE
                        worth -= prices_of_replies[trick][suit][lead][card]
                        if worth > highest:
                            highest = worth
                            follow = card
                            new = swap
            # What the reply does at once.
            b ^= BIT[follow]
            if new != decree:
                b ^= BIT[new] | BIT[decree]
                decree = new
                trump = SUIT_OF[decree]
                row = TRICKS[leader][trump][lead]
            elif GIFTS >> follow & 1 and a and b:
                gifts = BIT[drawn_from(a, order_a)] | BIT[drawn_from(b, order_b)]
                a ^= gifts
                b ^= gifts
            kind = row[follow]
        else:
            kind = TRICKS[leader][trump][lead][follow]
        # The fox walks, and the winner leads.
        at += steps[kind]
        if kind & 1:
            leader ^= 1
            a, b = b, a
            order_a, order_b = order_b, order_a
        if first <= at <= last:
            if mask >> at & 1:
                gems -= 1 << 5 * at
                if not gems >> 5 * at & 31:
                    mask ^= 1 << at
                    if not mask:
                        fate = _WON
                        break
        elif not reserve:
            fate = _LOST
            break
        else:
            reserve -= 1
            if at < first:
                space = first
                first = to = first + 1
            else:
                space = last
                last = to = last - 1
            at = start
            slid = gems >> 5 * space & 31
            if slid:
                gems += (slid << 5 * to) - (slid << 5 * space)
                mask = mask & ~(1 << space) | 1 << to
            shapes = shapes_of(first, last, reserve)
        lead = follow = NO_CARD
    path = BitPath(gems, mask, at, first, last, start, reserve)
    return RolloutEnd(fate, leader, a, b, decree, path)


def drawn_from(hand: int, order: Order) -> int:
    """Return the first card of ``order`` that is in ``hand``, else its highest: a card drawn."""
    for card in order:
        if hand >> card & 1:
            return card
    return hand.bit_length() - 1


def exchanges(hand: int, trump: int) -> list[int]:
    """Return for each suit but trump the highest card of ``hand``: what the rule exchanges."""
    doves, roses, stars = hand & _DOVES, hand & _ROSES, hand & _STARS
    highest = []
    if doves and trump != 0:
        highest.append(doves.bit_length() - 1)
    if roses and trump != 1:
        highest.append(roses.bit_length() - 1)
    if stars and trump != 2:
        highest.append(stars.bit_length() - 1)
    return highest


def exchange_for_reply(
    leader: int,
    hand: int,
    lead: int,
    decree: int,
    best: Sequence[float],
    prices: Sequence[Sequence[Sequence[float]]],
) -> int:
    """Return the best decree for the follower of ``lead``, which may exchange it.

    ``best`` is a shape's, and ``prices`` are those of replies by trump and lead.
    """
    choice, highest = decree, _NOTHING
    for new in (decree, *exchanges(hand, SUIT_OF[decree])):
        held = hand if new == decree else hand ^ BIT[new] | BIT[decree]
        trump = SUIT_OF[new]
        row, costs = TRICKS[leader][trump][lead], prices[trump][lead]
        price = 0.0 if new == decree else EXCHANGE_PRICE
        for card in cards_in(held & BOUND[lead] or held):
            worth = best[row[card]] - costs[card] - price
            if worth > highest:
                choice, highest = new, worth
    return choice


def exchange_for_trick(
    leader: int, hand: int, lead: int, follow: int, decree: int, shape: Shape
) -> int:
    """Return the best decree for a trick of two cards, of those that ``hand`` allows."""

    def worth(new: int) -> float:
        price = 0.0 if new == decree else EXCHANGE_PRICE
        return shape.best[TRICKS[leader][SUIT_OF[new]][lead][follow]] - price

    return max((decree, *exchanges(hand, SUIT_OF[decree])), key=worth)
