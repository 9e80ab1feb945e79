"""Nobody acts on what it cannot see: the last tricks, enumerated whole by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations, product
from random import Random
from statistics import fmean

import pytest

from foxduet.ai.partner import adviser_named, partner_named
from foxduet.core.common import Seat, hand_of
from foxduet.games.duet.ai.belief import every_world
from foxduet.games.duet.ai.candidates import Candidate, candidates_of, decision_point_of
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.ai.policy import plain_policy
from foxduet.games.duet.rules.actions import Action, Move
from foxduet.games.duet.rules.cards import Hand
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import GameState, Outcome, Setup
from tests.support.deals import parse_card, position
from tests.support.players import fewer
from tests.support.rollout_by_engine import Manner, Orders, by_engine

# In round 3 a game that is not won is lost: the chance to win needs no learned value.
POSITIONS = [
    # A Gift may be led with two tricks left, from either end.
    "3.9 4d7d/8d2s 1r * p1:- - 00100001000 6 1 p1:play",
    "3.9 7d2r/8dTr 1s * p1:- - 00100000000 1 1 p1:play",
    "3.9 8d9d/7d7r 1s * p2:- - 00000000100 9 0 p2:play",
    "3.9 7d7r/7s9s 2d * p2:- - 00001000000 6 0 p2:play",
    "3.9 6d7r/9d7s 8d * p1:- - 00001000000 5 0 p1:play",
    # A Gift may follow, with two tricks left and with three.
    "3.9 7d9d/2s 1r * p2:4d - 00000100000 6 1 p1:play",
    "3.9 5r7s/2s 1r * p2:9d - 00010000000 6 1 p1:play",
    "3.9 8r/3r7r 1d * p1:9s - 00000000010 6 0 p2:play",
    "3.8 4r7s8s/3r7r 1d * p2:9s - 00010010010 6 1 p1:play",
    # The cards of a Gift are due: the first one, and the second beside one that is hidden.
    "3.8 4r8r/3r9r9s 1d * p1:7r - 00100000010 6 0 p1:give",
    "3.9 -/3r9r 1d * p1:7r 8r 00100000010 6 0 p2:give",
    "3.8 8r/5d3r9r 1d * p1:7r 4s 00100010010 6 0 p2:give",
    # The decree is a 7 that Foxes may bring into a hand.
    "3.9 3r8s/2s5s 7d * p1:- - 00000000100 6 0 p1:play",
    "3.9 8s9s/5s 7d * p2:3r - 00000100000 6 0 p1:play",
    "3.9 8s/5s9s 7d * p1:3r - 00000000100 6 0 p1:foxes",
    "3.9 8s/5s9s 7d * p1:3r - 00000000100 6 0 p2:exchange",
    # A move before the last trick, and the last trick.
    "3.9 8s/9s 7d * p1:4s5s - 00000010000 6 0 p2:move",
    "3.10 8s/9s 7d * p1:- - 00000001000 6 0 p1:play",
    # The only 7 that may be left comes in the last trick.
    "3.9 4d8d/7s 9r * p2:6d - 00000001000 6 1 p1:play",
]
# A Gift may follow with three tricks left, from either end; this one has more worlds.
MANY_WORLDS = ["3.8 8r9s/3r5r7r 1d * p1:2s - 00010000010 6 1 p2:play"]


def hands_of_partner(state: GameState, seat: Seat) -> Iterator[GameState]:
    """Yield the states that ``seat`` cannot tell from ``state``: no card is known in these."""
    hidden = [*state.hands[seat.other], *state.stock]
    seen = observe(state, seat)
    if seen.partner_offered and state.offer is not None:
        hidden.append(state.offer)
    size = len(state.hands[seat.other]) + seen.partner_offered
    for cards in combinations(hidden, size):
        for offer in cards if seen.partner_offered else (state.offer,):
            held = hand_of([card for card in cards if card is not offer])
            stock = tuple(card for card in hidden if card not in cards)
            hands = (state.hands[0], held) if seat is Seat.P1 else (held, state.hands[1])
            yield replace(state, hands=hands, stock=stock, offer=offer)


def orders_of(hand: Hand, offered: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return all orders in which cards of a hand can be drawn."""
    rest = [card.index for card in hand if card.index not in offered]
    return [(*offered, *order) for order in permutations(rest)]


class Enumeration:
    """What a candidate leads to in all worlds, and what each seat did at each thing it saw."""

    def __init__(self, state: GameState, seat: Seat) -> None:
        self.seat, self.seen = seat, observe(state, seat)
        self.states = list(hands_of_partner(state, seat))
        assert {observe(one, seat) for one in self.states} == {self.seen}
        self.actions: dict[object, set[Action]] = {}
        self.policy = plain_policy()

    def follow(self, candidate: Candidate) -> tuple[float, float]:
        """Return how often it wins, and how often the trick finds a gem."""
        wins, gems = [], []
        for state in self.states:
            for orders in self._orders(state):
                trick, end = self._played(state, candidate, orders)
                wins.append(end.table.outcome is Outcome.VICTORY)
                gems.append(trick.table.path.gems_left < state.table.path.gems_left)
        return fmean(wins), fmean(gems)

    def _orders(self, state: GameState) -> Iterator[Orders]:
        offered: tuple[int, ...] = ()
        if self.seen.partner_offered and state.offer is not None:
            offered = (state.offer.index,)
        own, other = state.hands[self.seat], state.hands[self.seat.other]
        for mine, others in product(orders_of(own), orders_of(other)):
            pair = mine, (*offered, *others)
            yield pair if self.seat is Seat.P1 else (pair[1], pair[0])

    def _played(
        self, state: GameState, candidate: Candidate, orders: Orders
    ) -> tuple[GameState, GameState]:
        def note(before: GameState, action: Action) -> None:
            pending = before.table.pending
            assert pending is not None
            assert pending.seat is not None
            information = observe(before, pending.seat), orders[pending.seat], candidate
            self.actions.setdefault(information, set()).add(action)

        choice = self.seen.choices[candidate.choice]
        return by_engine(state, self.seat, choice, candidate, Manner(orders, self.policy), note)


@pytest.mark.parametrize("line", [*POSITIONS, *fewer(MANY_WORLDS, 0)])
def test_the_last_tricks_are_as_enumerated_over_all_that_nobody_can_tell_apart(line: str) -> None:
    state = position(line)
    assert state.table.pending is not None
    seat = state.table.pending.seat
    assert seat is not None
    every = Enumeration(state, seat)
    best: dict[int, tuple[float, float]] = {}
    for candidate in candidates_of(every.seen, decision_point_of(every.seen)):
        found = every.follow(candidate)
        best[candidate.choice] = max(best.get(candidate.choice, found), found)
    thoughts = [adviser_named("duet", "expert")(every.seen, Random(seed)) for seed in range(2)]
    for thought in thoughts:
        for number, one in enumerate(thought.estimates):
            assert isinstance(one, DuetEstimate)
            assert (one.win, one.gem) == pytest.approx(best[number])
    assert thoughts[0].action == thoughts[1].action
    # Equal information leads to equal actions, whatever the other cards are.
    assert all(len(actions) == 1 for actions in every.actions.values())


def test_hands_come_in_all_orders_only_while_a_Gift_can_still_be_played() -> None:
    worlds = {}
    for line in POSITIONS:
        state = position(line)
        assert state.table.pending is not None
        assert state.table.pending.seat is not None
        every = every_world(observe(state, state.table.pending.seat), Random(1), 200)
        assert every is not None
        worlds[line] = len(every) / len({world.partner for world in every})
    assert worlds[POSITIONS[0]] == 4
    assert worlds[POSITIONS[8]] == 12
    assert [worlds[line] for line in POSITIONS[-3:]] == [1, 1, 1]


def test_a_sure_gem_is_taken_while_a_Gift_may_still_come() -> None:
    # Action 66 of a game that once let chance draw a single Gift, and stayed where it was.
    line = "2.8 4s5s/7s9s Ts 8r1d5r6s4d8s2s p1:5d7d - ##00101001 9 1 p2:move"
    state = position(line, Setup(3))
    known = (hand_of([parse_card("9s")]), hand_of([parse_card("4s")]))
    state = replace(state, table=replace(state.table, known=known))
    seen = observe(state, Seat.P2)
    choices = {partner_named("duet", "expert")(seen, Random(seed)).action for seed in range(10)}
    assert choices == {Move(Seat.P2, 1)}
