"""What a seat can believe, and what it can do in worlds that fit."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from statistics import fmean

import pytest
from hypothesis import given

from foxduet.core.common import Seat, hand_of
from foxduet.games.duet.ai.belief import Belief, World, belief_of, worlds_of
from foxduet.games.duet.ai.candidates import (
    Candidate,
    candidates_of,
    decision_point_of,
    follow_candidate,
)
from foxduet.games.duet.ai.landing import PRICES, shape_of
from foxduet.games.duet.ai.numbers import BOUND, TRICKS, bit_path_of, bits_of, cards_in, mask_of
from foxduet.games.duet.ai.rollout import Fate, RolloutEnd, drawn_from
from foxduet.games.duet.ai.steady import reply_worth
from foxduet.games.duet.rules.board import path_at_setup
from foxduet.games.duet.rules.cards import DECK, Suit
from foxduet.games.duet.rules.observation import Observation, observe, sample
from foxduet.games.duet.rules.state import TRICKS as TRICKS_OF_ROUND
from foxduet.games.duet.rules.state import GameState, Outcome, Setup
from tests.support.deals import after, at, parse_hand, setup_of
from tests.support.players import few, random_game, seeds, setups
from tests.support.rollout_by_engine import EXPERTS, Manner, Orders, as_played, by_engine


@few(60)
@given(setups, seeds)
def test_R10_1_the_true_hand_is_always_among_the_possible_ones(setup: Setup, seed: int) -> None:
    for state, _action, _step in random_game(setup, Random(seed)):
        pending = state.table.pending
        if pending is None or pending.seat is None:
            continue
        seen = observe(state, pending.seat)
        belief = belief_of(seen)
        hand = {card.index for card in state.hands[pending.seat.other]}
        if seen.partner_offered and state.offer is not None:
            hand.add(state.offer.index)
        assert set(belief.known) <= hand <= {*belief.known, *belief.possible}
        assert len(hand) == len(belief.known) + belief.drawn


def test_R10_1_when_few_hands_are_possible_each_is_looked_at_once() -> None:
    state = at("1.9 4d6s/6d8r 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    seen = observe(state, Seat.P1)
    worlds = list(worlds_of(seen, Random(1), 36))
    unseen = {card.index for card in parse_hand("6d8r3s4s5s7s8s9sTs")}
    assert {world.partner for world in worlds} == {
        bits_of(pair) for pair in combinations(unseen, 2)
    }
    assert len(worlds) == 36
    assert {world.own for world in worlds} == {mask_of(seen.hand)}
    for world in worlds:
        assert sorted(world.own_order) == sorted(world.partner_order) == list(range(len(DECK)))
        assert len(world.noise) >= TRICKS_OF_ROUND


def test_few_hands_are_repeated_while_the_order_of_cards_matters() -> None:
    line = "1.7 4d7d7r6s/6d8r2s8s 1d 1s3s4s5s7s9sTs p1:- - 11211011211 6 4 p1:play"
    seen = observe(at(line), Seat.P1)
    worlds = list(worlds_of(seen, Random(1), 700))
    assert Counter(Counter(world.partner for world in worlds).values()) == {2: 330}
    for orders in ([one.own_order for one in worlds], [one.partner_order for one in worlds]):
        # Each card of the hand is drawn first about as often as any other.
        firsts = Counter(drawn_from(worlds[0].own, order) for order in orders)
        assert len(firsts) == 4
        assert min(firsts.values()) > len(orders) / 8
    assert len({one.noise for one in worlds}) > len(worlds) / 2


def test_R10_1_drawn_worlds_agree_with_samples_of_the_observation() -> None:
    line = "1.7 4d7d7r6s/6d8r2s8s 1d 1s3s4s5s7s9sTs p1:- - 11211011211 6 4 p1:play"
    state = after(at(line), "p1 play 7d", "p1 give 6s", "p2 give 8s", "p2 play 6d")
    seen = observe(state, Seat.P1)
    rng = Random(3)
    drawn = {world.partner for world in worlds_of(seen, rng, 20)}
    sampled = {mask_of(sample(seen, rng).hands[Seat.P2]) for _ in range(2000)}
    assert len(drawn) > 1
    assert drawn <= sampled


def test_R10_1_voids_are_believed() -> None:
    line = "1.8 4d3r6s/6r8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
    state = after(at(line), "p1 play 4d", "p2 play 2s")
    seen = observe(state, Seat.P1)
    assert seen.partner_voids == (Suit.DOVES,)
    assert all(DECK[card].suit is not Suit.DOVES for card in belief_of(seen).possible)


@pytest.mark.parametrize(
    "belief",
    [
        Belief((), (0, 3, 9, 12, 17, 21, 26), 3),
        Belief((5, 24), (0, 3, 9, 12, 17, 21, 26), 2),
        Belief((14,), (3, 9, 12, 17), 1),
        Belief((), (12, 17, 21), 3),
        Belief((1,), (), 0),
    ],
)
def test_the_mean_worth_of_the_reply_is_that_over_all_hands(belief: Belief) -> None:
    setup = setup_of(2)
    shape = shape_of(bit_path_of(path_at_setup(setup.board, 2), 3))
    for lead in (4, 8, 15, 18, 29):
        row = TRICKS[Seat.P1][Suit.ROSES][lead]
        replies = []
        for drawn in combinations(belief.possible, belief.drawn):
            hand = bits_of((*belief.known, *drawn))
            bound = hand & BOUND[lead] or hand
            replies.append(max(shape.best[row[card]] - PRICES[card] for card in cards_in(bound)))
        assert reply_worth(belief, shape, row, lead) == pytest.approx(fmean(replies))


def test_hands_are_bits_and_back() -> None:
    assert cards_in(mask_of(DECK)) == tuple(range(30))
    hand = parse_hand("1d9d3r7rTs")
    assert hand_of([DECK[card] for card in cards_in(mask_of(hand))]) == hand


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
