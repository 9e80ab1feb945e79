"""C7 in every match: what a seat cannot know never reaches it."""

from __future__ import annotations

from random import Random

from hypothesis import given

from foxduet.core.common import Seat
from foxduet.core.errors import IllegalActionError
from foxduet.games.classic.rules.actions import Action, Choice, Resign
from foxduet.games.classic.rules.engine import apply
from foxduet.games.classic.rules.legality import check, legal_actions
from foxduet.games.classic.rules.notation import format_card
from foxduet.games.classic.rules.observation import known_cards, observe, redact, unseen_cards
from foxduet.games.classic.rules.position import format_position, position_of, restore, view_of
from foxduet.games.classic.rules.state import GameState, Setup
from foxduet.games.classic.rules.worlds import sample
from tests.support.classic.deals import assert_cards_accounted_for, hidden_from, names_of
from tests.support.classic.strategies import UNIVERSE, random_game, setups, states_of_game
from tests.support.strategies import few, seeds


@few(40)
@given(setups, seeds)
def test_a_sampled_world_looks_the_same_to_the_seat(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    for state in states_of_game(setup, seed):
        for seat in Seat:
            seen = observe(state, seat)
            world = sample(seen, rng)
            assert_cards_accounted_for(world)
            assert observe(world, seat) == seen


@few(20)
@given(setups, seeds)
def test_a_sampled_world_looks_the_same_after_resigning(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    for state, _, _ in random_game(setup, Random(seed)):
        for seat in Seat:
            seen = observe(apply(state, Resign(seat)).state, seat)
            assert observe(sample(seen, rng), seat) == seen


@few(20)
@given(setups, seeds)
def test_a_sampled_world_looks_the_same_where_a_line_was_restored(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    states = states_of_game(setup, seed)
    state = restore(position_of(states[rng.randrange(len(states))]), setup)
    while state.table.pending is not None and state.table.pending.seat is not None:
        for seat in Seat:
            seen = observe(state, seat)
            assert observe(sample(seen, rng), seat) == seen
        state = apply(state, rng.choice(legal_actions(state))).state


@few(60)
@given(setups, seeds)
def test_the_unseen_cards_are_those_that_are_hidden(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        for seat in Seat:
            assert set(unseen_cards(observe(state, seat))) == set(hidden_from(state, seat))


@few(60)
@given(setups, seeds)
def test_known_cards_are_held(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        for seat in Seat:
            assert set(known_cards(observe(state, seat))) <= set(state.hands[seat.other])


@few(30)
@given(setups, seeds)
def test_no_hidden_card_is_named_to_a_seat(setup: Setup, seed: int) -> None:
    for _, _, step in random_game(setup, Random(seed)):
        for seat in Seat:
            # Old decrees in the other hand have been open.
            open_once = {*known_cards(observe(step.state, seat))}
            hidden = tuple(card for card in hidden_from(step.state, seat) if card not in open_once)
            seen = observe(step.state, seat)
            cards = " ".join(format_position(view_of(seen)).split(" ")[1:5])
            assert [card for card in map(format_card, hidden) if card in cards] == []
            shown = [redact(event, seat) for event in step.events]
            taken = {fact.card for fact in seen.table.facts[seat.other] if hasattr(fact, "card")}
            never_open = tuple(card for card in hidden if card not in taken)
            assert names_of(f"{seen!r} {shown!r}", never_open) == []


def _shared_actions(state: GameState, world: GameState, seat: Seat) -> list[tuple[Action, Action]]:
    """Return pairs of actions, one in each world, that ``seat`` cannot tell apart.

    Usually the same action in both. What the other puts under the deck is hidden, so it may
    differ; what it draws may do so anyway.
    """
    there = legal_actions(world)
    pending = state.table.pending
    assert pending is not None
    if pending.choice is Choice.DISCARD and pending.seat is seat.other:
        return list(zip(legal_actions(state), there, strict=True))
    return [(action, action) for action in legal_actions(state) if action in there]


@few(40)
@given(setups, seeds)
def test_what_a_seat_cannot_know_never_changes_what_it_sees_next(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    for state, _, _ in random_game(setup, Random(seed)):
        seat = rng.choice(tuple(Seat))
        world = sample(observe(state, seat), rng)
        for here, there in _shared_actions(state, world, seat):
            one, other = apply(state, here), apply(world, there)
            if one.state.drawn in one.state.hands[seat]:
                # The card that the seat draws itself is no secret any more.
                continue
            assert observe(one.state, seat) == observe(other.state, seat)
            assert [redact(event, seat) for event in one.events] == [
                redact(event, seat) for event in other.events
            ]


@few(20)
@given(setups, seeds)
def test_refusals_are_the_same_in_all_worlds_that_the_seat_cannot_tell_apart(
    setup: Setup, seed: int
) -> None:
    rng = Random(seed)
    for state in states_of_game(setup, seed)[::3]:
        for seat in Seat:
            world = sample(observe(state, seat), rng)
            for action in UNIVERSE:
                if getattr(action, "seat", seat) is seat:
                    assert _reason(state, action) == _reason(world, action)


def _reason(state: GameState, action: Action) -> str | None:
    try:
        check(state, action)
    except IllegalActionError as error:
        return str(error)
    return None
