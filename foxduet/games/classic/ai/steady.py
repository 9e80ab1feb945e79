"""The steady opponent: it sets a target by the tricks so far, and plays for it by rules of thumb.

It uses only its seat's observation, and no randomness.
"""

from __future__ import annotations

from enum import Enum, auto
from math import fsum
from typing import NamedTuple, assert_never

from foxduet.ai.partner import greedy_policy
from foxduet.core.cards import Deal, Exchange, Play
from foxduet.games.classic.ai.bit_position import (
    BIT,
    HIGHER,
    LOWER,
    RANK,
    RANK_CARDS,
    SUIT,
    SUIT_CARDS,
    TREASURE,
    WINNING_REPLIES,
    WITCH,
    cards_in,
    mask_of,
)
from foxduet.games.classic.rules.observation import Observation, unseen_cards
from foxduet.games.classic.rules.state import Action, Discard, Resign

# A trump counts as _TRUMP tricks, and up to _TRUMP_RANK more; another card as up to _PLAIN_RANK.
_TRUMP_WORTH, _TRUMP_RANK_WORTH, _PLAIN_RANK_WORTH = 0.5, 0.5, 0.7
# From this number of expected tricks on, including tricks won, aiming to win pays.
_MIN_WIN_TRICKS = 6.4
# Worth of a Treasure in the trick, by the aim added or subtracted.
_TREASURE_WORTH = 0.35
# Each unseen higher card multiplies the chance of a led card to win by this factor.
_ONE_HIGHER_FACTOR = 0.62
_LEAD_PRICE, _SHORT_SUIT_BONUS = 0.3, 0.15
_FREE_PRICE = 0.1
# The decree is exchanged only for more than this.
_KEEP_BONUS = 0.05


class BandTarget(Enum):
    """The aim of a seat for the remaining tricks."""

    WIN = auto()
    LOSE = auto()
    FREE = auto()
    """Only Treasures matter."""


class SeatView(NamedTuple):
    """The observation as bits and card numbers, with the target for the rest of the round."""

    hand: int
    unseen: int
    decree: int
    lead: int | None
    follow: int | None
    own_tricks: int
    target: BandTarget


def estimate_worths(observation: Observation) -> list[float]:
    """Return the worth of each choice by rules of thumb; a trick is worth about 1."""
    table, seat = observation.table, observation.seat
    trick, decree = table.in_trick
    hand, unseen = mask_of(observation.hand), mask_of(unseen_cards(observation))
    own_tricks, other_tricks = table.tricks[seat], table.tricks[seat.other]
    final_tricks = own_tricks + expected_tricks(hand, unseen, decree.suit)
    view = SeatView(
        hand,
        unseen,
        decree.index,
        None if trick.lead is None else trick.lead.index,
        None if trick.follow is None else trick.follow.index,
        own_tricks,
        target_band(own_tricks, other_tricks, final_tricks),
    )
    return [_worth(view, choice) for choice in observation.choices]


choose_steadily = greedy_policy(estimate_worths)


def target_band(own_tricks: int, other_tricks: int, final_tricks: float) -> BandTarget:
    """Return the target by both seats' tricks so far, and the seat's expected tricks at the end."""
    if own_tricks >= 10:
        return BandTarget.FREE
    if own_tricks >= 7:
        # The seat is victorious, and can become greedy only while the other stays humble.
        return BandTarget.WIN if other_tricks >= 4 else BandTarget.LOSE
    if own_tricks >= 4:
        return BandTarget.WIN
    if other_tricks >= 10:
        return BandTarget.FREE
    if other_tricks >= 7:
        return BandTarget.LOSE
    return BandTarget.WIN if final_tricks >= _MIN_WIN_TRICKS else BandTarget.LOSE


def expected_tricks(hand: int, unseen: int, trump: int) -> float:
    """Return the number of tricks that ``hand`` is expected to win."""
    return fsum([trick_strength(card, unseen, trump) for card in cards_in(hand)])


def trick_strength(card: int, unseen: int, trump: int) -> float:
    """Return the share of a trick (0-1) that a card is worth, by the unseen cards below it."""
    counts_as = _as_trump(card, trump)
    rivals = unseen & SUIT_CARDS[SUIT[counts_as]]
    share = (rivals & LOWER[counts_as]).bit_count() / rivals.bit_count() if rivals else 1.0
    if SUIT[counts_as] == trump:
        return _TRUMP_WORTH + _TRUMP_RANK_WORTH * share
    return _PLAIN_RANK_WORTH * share


def _as_trump(card: int, trump: int) -> int:
    return (RANK_CARDS[WITCH] & SUIT_CARDS[trump]).bit_length() - 1 if RANK[card] == WITCH else card


def _worth(view: SeatView, choice: Action) -> float:
    match choice:
        case Play(_, card):
            return _play_worth(view, card.index)
        case Exchange(_, new):
            return _exchange_worth(view, None if new is None else new.index)
        case Discard(_, card):
            return _discard_worth(view, card.index)
        case Deal() | Resign():
            raise AssertionError("no seat chooses among deals, or has to resign")
        case _:
            assert_never(choice)


def _play_worth(view: SeatView, card: int) -> float:
    return _lead_worth(view, card) if view.lead is None else _reply_worth(view, view.lead, card)


def _discard_worth(view: SeatView, card: int) -> float:
    price = trick_strength(card, view.unseen, SUIT[view.decree])
    is_treasure = RANK[card] == TREASURE
    if view.target is BandTarget.LOSE:
        return price + 0.3 * is_treasure
    return -price - 0.4 * is_treasure


def _lead_worth(view: SeatView, card: int) -> float:
    trump = SUIT[view.decree]
    price = trick_strength(card, view.unseen, trump)
    is_treasure = RANK[card] == TREASURE
    treasure_worth = is_treasure * _TREASURE_WORTH
    wins = _ONE_HIGHER_FACTOR ** (view.unseen & HIGHER[_as_trump(card, trump)]).bit_count()
    match view.target:
        case BandTarget.WIN:
            bonus = 0.0
            if SUIT[card] != trump:
                bonus = _SHORT_SUIT_BONUS / (view.hand & SUIT_CARDS[SUIT[card]]).bit_count()
            return wins - _LEAD_PRICE * price + bonus - treasure_worth * (1 - 2 * wins)
        case BandTarget.LOSE:
            return _LEAD_PRICE * price - wins - treasure_worth * (1 - wins)
        case BandTarget.FREE:
            return is_treasure * (2 * wins - 1) - _FREE_PRICE * price
        case _:
            assert_never(view.target)


def _reply_worth(view: SeatView, lead: int, card: int) -> float:
    trump = SUIT[view.decree]
    price = trick_strength(card, view.unseen, trump)
    wins = bool(WINNING_REPLIES[trump][lead] & BIT[card])
    treasures = (RANK[card] == TREASURE) + (RANK[lead] == TREASURE)
    worth = (_TREASURE_WORTH if wins else -_TREASURE_WORTH) * treasures
    match view.target:
        case BandTarget.WIN:
            return worth + wins - price
        case BandTarget.LOSE:
            # Up to three tricks score the same.
            if wins and treasures and view.own_tricks < 3:
                worth += 0.5
            return worth - wins + price
        case BandTarget.FREE:
            return worth - _FREE_PRICE * price
        case _:
            assert_never(view.target)


def _exchange_worth(view: SeatView, new: int | None) -> float:
    """Return the worth of the hand after an exchange, and of the trick if it is complete."""
    hand, decree, worth = view.hand, view.decree, _KEEP_BONUS
    if new is not None:
        hand, decree, worth = hand ^ BIT[new] | BIT[decree], new, 0.0
    trump, treasures = SUIT[decree], (hand & RANK_CARDS[TREASURE]).bit_count()
    match view.target:
        case BandTarget.WIN:
            worth += expected_tricks(hand, view.unseen, trump) + 0.2 * treasures
            trick_worth = 0.5
        case BandTarget.LOSE:
            worth -= expected_tricks(hand, view.unseen, trump) - 0.15 * treasures
            trick_worth = -0.5
        case BandTarget.FREE:
            trick_worth = 0.0
        case _:
            assert_never(view.target)
    if view.lead is not None and view.follow is not None:
        trick = BIT[view.lead] | BIT[view.follow]
        trick_worth += _TREASURE_WORTH * (trick & RANK_CARDS[TREASURE]).bit_count()
        worth += (
            trick_worth if WINNING_REPLIES[trump][view.lead] & BIT[view.follow] else -trick_worth
        )
    return worth
