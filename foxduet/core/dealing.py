"""Dealing as all games do it: who deals, the shuffled cards, and what is wrong with a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.core.common import CardT, Deal, Seat, hand_of
from foxduet.core.errors import N_, IllegalActionError

if TYPE_CHECKING:
    from random import Random


def next_dealer(last: Seat | None, first: Seat | None, rng: Random) -> Seat:
    """Return who deals: the seat that did not deal the ``last`` round (R3.1, C2.1).

    The first round is dealt by ``first``, or by the seat that ``rng`` chooses.
    """
    if last is not None:
        return last.other
    return rng.choice(list(Seat)) if first is None else first


def shuffled(deck: tuple[CardT, ...], hand_size: int, dealer: Seat, rng: Random) -> Deal[CardT]:
    """Shuffle ``deck`` with ``rng`` and deal it (R3.2, C2.2)."""
    cards = list(deck)
    rng.shuffle(cards)
    hands = (hand_of(cards[:hand_size]), hand_of(cards[hand_size : 2 * hand_size]))
    return Deal(dealer, hands, cards[2 * hand_size], tuple(cards[2 * hand_size + 1 :]))


def check_deal(
    deal: Deal[CardT], last: Seat | None, deck: tuple[CardT, ...], hand_size: int, not_the_deck: str
) -> None:
    """Raise IllegalActionError if a round cannot be dealt like this (R3.1, R3.2, C2.1, C2.2).

    ``last`` dealt the round before, if any. ``not_the_deck`` is the sentence about a deal with a
    card twice and another missing.
    """
    if last is not None and deal.dealer is last:
        raise IllegalActionError(N_("{seat} deals this round"), seat=last.other)
    for seat, hand in zip(Seat, deal.hands, strict=True):
        if len(hand) != hand_size:
            template = N_("cards dealt to {seat}: {count} instead of {size}")
            raise IllegalActionError(template, seat=seat, count=len(hand), size=hand_size)
        if hand != hand_of(hand):
            raise IllegalActionError(N_("the hand of {seat} is not sorted"), seat=seat)
    stock_size = len(deck) - 2 * hand_size - 1
    if len(deal.stock) != stock_size:
        template = N_("cards in the stock: {count} instead of {size}")
        raise IllegalActionError(template, count=len(deal.stock), size=stock_size)
    if hand_of((*deal.hands[0], *deal.hands[1], deal.decree, *deal.stock)) != deck:
        raise IllegalActionError(not_the_deck)
