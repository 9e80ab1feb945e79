"""Lines of play: what a choice does at once, and the rest of the round, are the engine's."""

from __future__ import annotations

from random import Random

from hypothesis import given

from foxduet.ai.duet.belief import World
from foxduet.ai.duet.bitpath import trail_of
from foxduet.ai.duet.candidates import Line, follow_line, lines_of, spot_of
from foxduet.ai.duet.rollout import Fate, Order, Played, drawn_from, exchange_for_trick
from foxduet.ai.duet.tables import bits_of, mask_of
from foxduet.rules.common import Exchange, Seat
from foxduet.rules.duet.actions import Action, Choice, Foxes, Give
from foxduet.rules.duet.cards import DECK, Card
from foxduet.rules.duet.engine import apply
from foxduet.rules.duet.observation import Observation, observe
from foxduet.rules.duet.state import GameState, Outcome, Setup
from tests.support.deals import at, setup_of
from tests.support.rollout_by_engine import Orders, as_played, rule_choice, shape_at
from tests.support.strategies import few, random_game, seeds, setups


def world_of(state: GameState, seen: Observation, rng: Random) -> World:
    """Return the true hands as a world; a card on offer is the first that chance draws."""
    own = [card.index for card in seen.hand]
    partner = [card.index for card in state.hands[seen.seat.other]]
    partner_order = rng.sample(partner, len(partner))
    if seen.partner_offered and state.offer is not None:
        partner_order.insert(0, state.offer.index)
    return World(bits_of(own), bits_of(partner_order), rng.sample(own, len(own)), partner_order)


def what_the_line_does(
    state: GameState, seat: Seat, line: Line, orders: tuple[Order, Order]
) -> Action | None:
    """Return what follows at once from a line of ``seat``; None where the rule goes on."""
    pending, trick, decree = state.table.pending, state.table.trick, state.table.decree
    assert pending is not None
    assert pending.seat is not None
    assert trick is not None
    assert trick.lead is not None
    assert decree is not None
    match pending.choice:
        case Choice.FOXES if pending.seat is seat:
            return Foxes(seat, seat.other if line.names_partner else seat)
        case Choice.EXCHANGE if pending.seat is seat:
            return Exchange(seat, None if line.exchange < 0 else DECK[line.exchange])
        case Choice.EXCHANGE if trick.follow is not None:
            new = exchange_for_trick(
                trick.leader,
                mask_of(state.hands[pending.seat]),
                trick.lead.index,
                trick.follow.index,
                decree.index,
                shape_at(state),
            )
            return Exchange(pending.seat, None if new == decree.index else DECK[new])
        case Choice.GIVE:
            hand = mask_of(state.hands[pending.seat])
            return Give(pending.seat, DECK[drawn_from(hand, orders[pending.seat])])
        case _:
            return None


def by_engine(
    state: GameState, seat: Seat, choice: Action, line: Line, orders: Orders
) -> tuple[GameState, GameState]:
    """Return the end of the trick and of the round that a line leads to."""
    number = state.table.round, state.table.tricks_done
    exchanged: Card | None = None
    state = trick = apply(state, choice).state
    scripted = True
    while (
        state.table.trick is not None
        and state.table.outcome is None
        and state.table.round == number[0]
    ):
        assert state.table.pending is not None
        same_trick = (state.table.round, state.table.tricks_done) == number
        scripted = scripted and same_trick and state.table.pending.choice is not Choice.PLAY
        action = what_the_line_does(state, seat, line, orders) if scripted else None
        if action is None:
            action, exchanged = rule_choice(state, orders, exchanged)
        state = apply(state, action).state
        if same_trick:
            trick = state
    return trick, state


def assert_alike(played: Played, state: GameState) -> None:
    """Compare what the kernel says with the engine's state."""
    if state.table.outcome is Outcome.LOST:
        assert played.fate is Fate.LOST
        return
    assert (played.fate is Fate.WON) == (state.table.outcome is Outcome.VICTORY)
    # At the end of a round gems have been added since, and a token placed.
    ended = state.table.trick is None and state.table.outcome in (None, Outcome.OUT_OF_TIME)
    trail = played.trail if ended else trail_of(state.table.path, state.table.reserve)
    winner = Seat(played.leader) if state.table.trick is None else state.table.trick.leader
    assert played == as_played(state, trail, winner)


def compare_lines(setup: Setup, seed: int) -> None:
    """Follow every line of every decision of a random game, by kernel and by engine."""
    rng = Random(seed)
    for state, _action, _step in random_game(setup, Random(seed)):
        pending = state.table.pending
        if pending is None or pending.seat is None:
            continue
        seat = pending.seat
        seen = observe(state, seat)
        spot, world = spot_of(seen), world_of(state, seen, rng)
        orders: Orders = (world.own_order, world.partner_order)
        if seat is Seat.P2:
            orders = (orders[1], orders[0])
        lines = lines_of(seen, spot)
        assert sorted({line.choice for line in lines}) == list(range(len(seen.choices)))
        for line in lines:
            course = follow_line(spot, line, world)
            trick, end = by_engine(state, seat, seen.choices[line.choice], line, orders)
            assert_alike(course.trick, trick)
            assert_alike(course.end, end)


@few(20)
@given(setups, seeds)
def test_every_line_goes_by_the_rules_on_any_board(setup: Setup, seed: int) -> None:
    compare_lines(setup, seed)


def test_every_line_goes_by_the_rules_on_the_printed_boards() -> None:
    for level in (1, 2, 3):
        for seed in range(3):
            compare_lines(setup_of(level), seed)


def test_R5_1_foxes_that_are_led_are_tried_with_each_trump_and_left_to_the_partner() -> None:
    seen = observe(
        at("1.8 3d4d6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"), Seat.P1
    )
    lines = [line for line in lines_of(seen, spot_of(seen)) if line.choice == 0]
    assert lines == [
        Line(0, play=2),
        Line(0, play=2, exchange=25),
        Line(0, play=2, names_partner=True),
    ]
