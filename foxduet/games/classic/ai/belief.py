"""Sampling of worlds for the search, with the probabilities of the rules (C7.3).

A decision takes thousands of samples, and ``sample`` of the rules is too slow for that. A test
compares both.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from foxduet.games.classic.ai.bit_position import (
    BIT,
    CARD_COUNT,
    DISCARD,
    EXCHANGE,
    NO_CARD,
    PLAY,
    BitPosition,
    mask_of,
)
from foxduet.games.classic.rules.observation import (
    DrawHistory,
    DrawSource,
    Observation,
    Origin,
    Pile,
    Worlds,
    find_worlds,
)
from foxduet.games.classic.rules.state import Choice

if TYPE_CHECKING:
    from random import Random

_DUE_CODES = {Choice.PLAY: PLAY, Choice.EXCHANGE: EXCHANGE, Choice.DISCARD: DISCARD}


def sample_positions(observation: Observation, rng: Random) -> Iterator[BitPosition]:
    """Yield positions of sampled worlds endlessly; the seat must have a decision."""
    root, seat = known_position(observation), observation.seat
    worlds = find_worlds(observation)
    has_drawn = any(history.draws for history in worlds.histories)
    draw = (_history_sampler if has_drawn else _uniform_sampler)(worlds, rng)
    while True:
        position = root.copy()
        position.hands[seat.other], position.deck = draw()
        yield position


def known_position(observation: Observation) -> BitPosition:
    """Return the position as the seat sees it: the other hand and the deck are empty."""
    table, seat = observation.table, observation.seat
    trick, decree = table.in_trick
    assert table.pending is not None, "the seat must decide"
    hands = [0, 0]
    hands[seat] = mask_of(observation.hand)
    position = BitPosition(hands, (), decree.index, int(trick.leader))
    position.seat, position.due = int(seat), _DUE_CODES[table.pending.choice]
    position.lead = NO_CARD if trick.lead is None else trick.lead.index
    position.follow = NO_CARD if trick.follow is None else trick.follow.index
    position.tricks, position.gains = [*table.tricks], [*table.round_points]
    return position


# Number of cards in the hand from piles that are in it as a whole or not at all.
_KEPT_COUNTS = {Origin.TAKEN: CARD_COUNT, Origin.UNSEEN: 0, Origin.SHOWN: 0}

_Sampler = Callable[[], tuple[int, tuple[int, ...]]]
"""Samples the other hand, as bits, and the deck."""


def _uniform_sampler(worlds: Worlds, rng: Random) -> _Sampler:
    """Return the sampler for rounds in which the other seat has not drawn."""
    dealt_count, random = worlds.histories[0].dealt_count, rng.random
    taken_cards, pool, barred_cards = 0, list[int](), list[int]()
    for pile in worlds.piles:
        if pile.origin is Origin.TAKEN:
            taken_cards |= mask_of(pile.cards)
        elif pile.origin is Origin.UNSEEN:
            (pool if pile.can_be_held else barred_cards).extend(card.index for card in pile.cards)

    def draw() -> tuple[int, tuple[int, ...]]:
        cards = sorted(pool, key=lambda _card: random())
        hand = taken_cards
        for card in cards[:dealt_count]:
            hand |= BIT[card]
        deck = cards[dealt_count:]
        if barred_cards:
            deck = sorted(deck + barred_cards, key=lambda _card: random())
        return hand, tuple(deck)

    return draw


def _history_sampler(worlds: Worlds, rng: Random) -> _Sampler:
    """Return the sampler that first chooses a history of the other seat's draws and discards."""
    piles, histories, totals, count = worlds.piles, worlds.histories, worlds.totals, worlds.count
    indices = {pile: index for index, pile in enumerate(piles)}
    pile_cards = [[card.index for card in pile.cards] for pile in piles]
    can_hold = [pile.origin is Origin.UNSEEN and pile.can_be_held for pile in piles]
    random = rng.random

    def shuffle(cards: list[int]) -> list[int]:
        return sorted(cards, key=lambda _card: random())

    def draw() -> tuple[int, tuple[int, ...]]:
        history = histories[bisect_right(totals, int(random() * count))]
        cards_left = list(map(shuffle, pile_cards))
        hand = 0
        for card in _remove_known_draws(history, cards_left, indices):
            hand |= BIT[card]
        deck = list[int]()
        for pile, cards, can_be_held in zip(piles, cards_left, can_hold, strict=True):
            # There is only one pile of unseen cards that the hand may hold.
            kept_count = history.dealt_count if can_be_held else _KEPT_COUNTS[pile.origin]
            for card in cards[:kept_count]:
                hand |= BIT[card]
            if pile.origin is Origin.UNSEEN:
                deck += cards[kept_count:]
        return hand, tuple(shuffle(deck))

    return draw


def _remove_known_draws(
    history: DrawHistory, cards_left: list[list[int]], indices: dict[Pile, int]
) -> list[int]:
    """Remove drawn and discarded cards from ``cards_left``; return the unseen draws still in hand.

    ``cards_left`` has the shuffled cards of each pile, by its index.
    """
    drawn_cards = [cards_left[indices[pile]].pop() for pile in history.draws]
    kept_cards = {
        draw: card
        for draw, (pile, card) in enumerate(zip(history.draws, drawn_cards, strict=True), 1)
        if pile.origin is Origin.UNSEEN
    }
    for source in history.discards:
        if isinstance(source, DrawSource):
            del kept_cards[source.draw]
        else:
            cards_left[indices[source]].pop()
    return [*kept_cards.values()]
