"""Candidates: what a choice does at once, and the rest of the round, are as the engine has them."""

from __future__ import annotations

from random import Random

from hypothesis import given

from foxduet.core.common import Seat
from foxduet.games.duet.ai.belief import World
from foxduet.games.duet.ai.candidates import (
    Candidate,
    candidates_of,
    decision_point_of,
    follow_candidate,
)
from foxduet.games.duet.ai.numbers import bit_path_of, bits_of
from foxduet.games.duet.ai.rollout import Fate, RolloutEnd
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.rules.state import GameState, Outcome, Setup
from tests.support.deals import at, setup_of
from tests.support.rollout_by_engine import EXPERTS, Manner, Orders, as_played, by_engine
from tests.support.strategies import few, random_game, seeds, setups


def world_of(state: GameState, seen: Observation, rng: Random) -> World:
    """Return the true hands as a world; a card on offer is the first that chance draws."""
    own = [card.index for card in seen.hand]
    partner = [card.index for card in state.hands[seen.seat.other]]
    partner_order = rng.sample(partner, len(partner))
    if seen.partner_offered and state.offer is not None:
        partner_order.insert(0, state.offer.index)
    own_order, noise = rng.sample(own, len(own)), rng.randbytes(11)
    return World(bits_of(own), bits_of(partner_order), own_order, partner_order, noise)


def assert_alike(played: RolloutEnd, state: GameState) -> None:
    """Compare what the rollout says with the engine's state."""
    if state.table.outcome is Outcome.LOST:
        assert played.fate is Fate.LOST
        return
    assert (played.fate is Fate.WON) == (state.table.outcome is Outcome.VICTORY)
    # At the end of a round gems have been added since, and a token placed.
    ended = state.table.trick is None and state.table.outcome in (None, Outcome.OUT_OF_TIME)
    path = played.path if ended else bit_path_of(state.table.path, state.table.reserve)
    winner = Seat(played.leader) if state.table.trick is None else state.table.trick.leader
    assert played == as_played(state, path, winner)


def compare_candidates(setup: Setup, seed: int) -> None:
    """Follow every candidate of every decision of a random game, by rollout and by engine."""
    rng = Random(seed)
    for state, _action, _step in random_game(setup, Random(seed)):
        pending = state.table.pending
        if pending is None or pending.seat is None:
            continue
        seat = pending.seat
        seen = observe(state, seat)
        point, world = decision_point_of(seen), world_of(state, seen, rng)
        orders: Orders = (world.own_order, world.partner_order)
        if seat is Seat.P2:
            orders = (orders[1], orders[0])
        manner = Manner(orders, EXPERTS, world.noise)
        candidates = [*candidates_of(seen, point)]
        assert sorted({candidate.choice for candidate in candidates}) == list(
            range(len(seen.choices))
        )
        for candidate in candidates:
            played = follow_candidate(point, candidate, world, EXPERTS)
            expected = by_engine(state, seat, seen.choices[candidate.choice], candidate, manner)
            for one, other in zip(played, expected, strict=True):
                assert_alike(one, other)


@few(10)
@given(setups, seeds)
def test_every_candidate_follows_the_rules_on_any_board(setup: Setup, seed: int) -> None:
    compare_candidates(setup, seed)


def test_every_candidate_follows_the_rules_on_the_printed_boards() -> None:
    for level in (1, 2, 3):
        compare_candidates(setup_of(level), seed=level)


def test_R5_1_foxes_that_are_led_are_tried_with_each_trump_and_left_to_the_partner() -> None:
    seen = observe(
        at("1.8 3d4d6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"), Seat.P1
    )
    candidates = [
        candidate
        for candidate in candidates_of(seen, decision_point_of(seen))
        if candidate.choice == 0
    ]
    assert candidates == [
        Candidate(0, play=2),
        Candidate(0, play=2, exchange=25),
        Candidate(0, play=2, names_partner=True),
    ]
