"""C7.3: worlds are drawn quickly, but none other and no more often than by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given

from foxduet.core.common import Deal, Seat
from foxduet.games.classic.ai.position import mask_of
from foxduet.games.classic.ai.worlds import position_of, positions_of
from foxduet.games.classic.rules.observation import Observation, observe
from foxduet.games.classic.rules.state import GameState, Setup
from foxduet.games.classic.rules.worlds import draw_world, worlds_of
from tests.games.classic.ai.test_position import assert_same
from tests.support.classic.deals import after, at
from tests.support.classic.strategies import random_game, setups
from tests.support.strategies import few, seeds


def decisions(setup: Setup, seed: int) -> Iterator[tuple[GameState, Observation]]:
    """Yield the states of a random match in which a seat must choose."""
    for state, action, _step in random_game(setup, Random(seed)):
        if not isinstance(action, Deal):
            pending = state.table.pending
            assert pending is not None
            assert pending.seat is not None
            yield state, observe(state, pending.seat)


@few(20)
@given(setups, seeds)
def test_what_the_seat_sees_is_as_it_is(setup: Setup, seed: int) -> None:
    for state, seen in decisions(setup, seed):
        position = position_of(seen)
        assert position.hands[seen.seat.other] == 0
        position.hands[seen.seat.other] = mask_of(state.hands[seen.seat.other])
        position.deck = tuple(card.index for card in state.deck)
        assert_same(state, position)


@few(20)
@given(setups, seeds)
def test_every_world_drawn_deals_all_unseen_cards_as_many_as_there_are(
    setup: Setup, seed: int
) -> None:
    for state, seen in decisions(setup, seed):
        hidden = mask_of(state.hands[seen.seat.other]) | mask_of(
            card for card in state.stock if card not in {draw.discarded for draw in seen.draws}
        )
        for position in islice(positions_of(seen, Random(seed)), 3):
            hand = position.hands[seen.seat.other]
            deck = sum(1 << card for card in position.deck)
            assert hand.bit_count() == seen.other_cards
            assert len(position.deck) == deck.bit_count() >= seen.deck_cards
            assert hand & deck == 0
            assert (hand | deck) & ~hidden == 0
            assert position.hands[seen.seat] == mask_of(seen.hand)


# In the eyes of p1: p2 has shown a void, drawn for a Woodcutter, or taken an old decree.
NOTHING = "1.9 2b4b6b8m/1k3k8k2m 5k 7b9b4k6k7kTm p1:- 5-4 0-0 p1:play"
CUTTER = "1.9 2b4b6b8m/1k3k8k5m 4k 7b9b6k7kTk2m p1:- 5-4 0-0 p1:play"
SITUATIONS = {
    "nothing is known": (NOTHING, ()),
    "a void": (NOTHING, ("p1 play 2b", "p2 play 2m")),
    "a draw after a void": (CUTTER, ("p1 play 2b", "p2 play 5m", "p2 discard 7b")),
    "an old decree": (NOTHING, ("p1 play 2b", "p2 play 3k", "p2 exchange 8k")),
}
DRAWN = 6000


@pytest.mark.parametrize("situation", SITUATIONS)
def test_hands_are_drawn_as_often_as_by_the_rules(situation: str) -> None:
    line, actions = SITUATIONS[situation]
    seen = observe(after(at(line), *actions), Seat.P1)
    worlds, rng = worlds_of(seen), Random(1)
    by_rules = Counter(mask_of(draw_world(worlds, rng).hands[Seat.P2]) for _ in range(DRAWN))
    quick = Counter(
        position.hands[Seat.P2] for position in islice(positions_of(seen, Random(2)), DRAWN)
    )
    assert quick.keys() == by_rules.keys()
    for hand, count in by_rules.items():
        # Five standard errors of the difference of two counts.
        assert abs(count - quick[hand]) <= 5 * (count + quick[hand]) ** 0.5


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_next_card_of_the_deck_is_drawn_as_often_as_by_the_rules(situation: str) -> None:
    line, actions = SITUATIONS[situation]
    seen = observe(after(at(line), *actions), Seat.P1)
    worlds, rng = worlds_of(seen), Random(3)
    by_rules = Counter(draw_world(worlds, rng).deck[0].index for _ in range(DRAWN))
    quick = Counter(position.deck[0] for position in islice(positions_of(seen, Random(4)), DRAWN))
    assert quick.keys() == by_rules.keys()
    for card, count in by_rules.items():
        assert abs(count - quick[card]) <= 5 * (count + quick[card]) ** 0.5
