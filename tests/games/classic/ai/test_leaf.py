"""The learned value: quick sums give what the plain network gives, and both seats agree."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import exp
from pathlib import Path

import pytest
from hypothesis import given

from foxduet.core.common import Seat
from foxduet.games.classic.ai import leaf
from foxduet.games.classic.ai.features import FEATURES, features
from foxduet.games.classic.ai.leaf import ENDS, OF_END, Leaf, Weights, normalized, weights_in
from foxduet.games.classic.ai.match import MOST_POINTS, Rewards, learned_chances, rewards_of
from foxduet.games.classic.ai.position import OF_RANK, PLAY, POINTS, SUIT, TREASURE, Position
from foxduet.games.classic.rules.state import TRICKS, GameState, Setup
from tests.games.classic.ai.test_position import rounds_played
from tests.support.classic.strategies import setups
from tests.support.strategies import few, seeds


@cache
def learned_weights() -> Weights:
    folder = Path(leaf.__file__).parent
    return weights_in((folder / leaf.WEIGHTS_FILE).read_text("utf-8"))


def tricks_begun(setup: Setup, seed: int) -> Iterator[tuple[GameState, Position]]:
    """Yield the states of a random match in which a trick begins, but for the first ones."""
    for state, _action, position in rounds_played(setup, seed):
        if position.due == PLAY and state.table.lead is None and state.table.tricks_done:
            yield state, position


def plainly(weights: Weights, row: tuple[float, ...]) -> list[float]:
    """Return the outputs of the network for a row of features."""
    with_constant = [*row, 1.0]
    hidden = [
        max(0.0, sum(x * one[unit] for x, one in zip(with_constant, weights.hidden, strict=True)))
        for unit in range(len(weights.hidden[0]))
    ]
    return [
        sum(x * weight for x, weight in zip([*hidden, 1.0], output, strict=True))
        for output in weights.outputs
    ]


@few(8)
@given(setups, seeds)
def test_quick_sums_are_those_of_the_plain_network(setup: Setup, seed: int) -> None:
    weights, tell = learned_weights(), leaf.learned_network()
    assert len(weights.hidden) == FEATURES + 1
    for _state, position in tricks_begun(setup, seed):
        leader = position.leader
        own, other = position.hands[leader], position.hands[1 - leader]
        tricks = position.tricks[leader], position.tricks[1 - leader]
        trump = SUIT[position.decree]
        outputs = plainly(weights, features(own, other, trump, tricks))
        first, shares, to_own, to_other = tell(own, other, trump, *tricks)
        expected = [exp(logit) for logit in outputs[first : first + len(shares)]]
        assert shares == pytest.approx(expected)
        treasures = bool((own | other) & OF_RANK[TREASURE])
        assert to_own == pytest.approx(max(0.0, outputs[-2]) * treasures)
        assert to_other == pytest.approx(max(0.0, outputs[-1]) * treasures)


@few(20)
@given(setups, seeds)
def test_only_possible_ends_have_shares(setup: Setup, seed: int) -> None:
    tell = leaf.learned_network()
    for _state, position in tricks_begun(setup, seed):
        leader = position.leader
        own, other = position.tricks[leader], position.tricks[1 - leader]
        hands = position.hands[leader], position.hands[1 - leader]
        first, shares, _to_own, _to_other = tell(*hands, SUIT[position.decree], own, other)
        possible = {OF_END[tricks] for tricks in range(own, 14 - other)}
        assert {*range(first, first + len(shares))} == possible


def opposite(rewards: Rewards) -> Rewards:
    """Return the rewards of the other seat."""
    span = range(MOST_POINTS + 1)
    return tuple(tuple(1 - rewards[other][own] for other in span) for own in span)


@few(10)
@given(setups, seeds)
def test_what_one_seat_hopes_for_the_other_fears(setup: Setup, seed: int) -> None:
    tell = leaf.learned_network()
    for state, position in tricks_begun(setup, seed):
        rewards = rewards_of(learned_chances(), state.table, Seat.P1)
        of_p1 = Leaf(tell, rewards, Seat.P1).worth(position)
        of_p2 = Leaf(tell, opposite(rewards), Seat.P2).worth(position)
        assert of_p1 + of_p2 == pytest.approx(1)


def test_a_trick_that_leads_to_victory_is_hoped_for() -> None:
    rewards = tuple(tuple(float(own > other) for other in range(10)) for own in range(10))
    worth = Leaf(leaf.learned_network(), rewards, 0).worth
    # Two tricks are left, of which the leader needs one more: with the highest trumps, or lowest.
    high, low = 0b11 << 9, 0b11
    of_hands = []
    for hands in ([high, low], [low, high]):
        position = Position(hands, (30, 31, 32), decree=5, leader=0)
        position.tricks = [6, 5]
        of_hands.append(worth(position))
    assert of_hands[0] > of_hands[1] + 0.1


@pytest.mark.parametrize("seat", [0, 1])
def test_worths_span_from_the_worst_to_the_best_end(seat: int) -> None:
    span = range(MOST_POINTS + 1)
    rewards = tuple(tuple(0.4 + (own - other) / 100 for other in span) for own in span)
    scaled, least, width = normalized(rewards, (1, 0), seat)
    assert 0 <= min(map(min, scaled)) < max(map(max, scaled)) <= 1
    own, other = 1 - seat, seat
    for tricks in ENDS:
        mine, theirs = own + POINTS[tricks], other + POINTS[TRICKS - tricks]
        assert least + width * scaled[mine][theirs] == pytest.approx(rewards[mine][theirs])


def test_rewards_that_are_all_the_same_stay_so() -> None:
    rewards = ((0.7,) * (MOST_POINTS + 1),) * (MOST_POINTS + 1)
    assert normalized(rewards, (0, 0), 0) == (rewards, 0.0, 1.0)
