"""R10 in every game: what a seat cannot know never reaches it."""

from __future__ import annotations

from random import Random

from hypothesis import given

from foxduet.core.common import Seat
from foxduet.core.errors import IllegalActionError
from foxduet.games.duet.rules.actions import Action, Choice, Resign
from foxduet.games.duet.rules.cards import DECK
from foxduet.games.duet.rules.engine import apply
from foxduet.games.duet.rules.legality import check, legal_actions
from foxduet.games.duet.rules.notation import format_card
from foxduet.games.duet.rules.observation import observe, redact, sample, unseen_cards
from foxduet.games.duet.rules.position import format_position, view_of
from foxduet.games.duet.rules.state import GameState, Setup
from tests.support.deals import hidden_from, names_of
from tests.support.strategies import UNIVERSE, few, random_game, seeds, setups, states_of_game


@few(100)
@given(setups, seeds)
def test_a_sampled_world_looks_the_same_to_the_seat(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    for state in states_of_game(setup, seed):
        for seat in Seat:
            seen = observe(state, seat)
            assert observe(sample(seen, rng), seat) == seen


@few(50)
@given(setups, seeds)
def test_a_sampled_world_looks_the_same_after_resigning(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    for state, _, _ in random_game(setup, Random(seed)):
        for seat in Seat:
            seen = observe(apply(state, Resign()).state, seat)
            assert observe(sample(seen, rng), seat) == seen


@few(100)
@given(setups, seeds)
def test_the_unseen_cards_are_those_that_are_hidden(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        for seat in Seat:
            assert set(unseen_cards(observe(state, seat))) == set(hidden_from(state, seat))


@few(100)
@given(setups, seeds)
def test_what_the_seats_remember_of_each_other_is_true(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        offered = () if state.offer is None else (state.offer,)
        for seat in Seat:
            seen = observe(state, seat)
            partner = {*state.hands[seat.other], *offered}
            assert partner >= set(seen.partner_known)
            assert list(seen.partner_known) == sorted(set(seen.partner_known), key=DECK.index)
            assert list(seen.partner_voids) == sorted(set(seen.partner_voids))
            unknown = partner - set(seen.partner_known) - {seen.own_offer}
            assert not {card.suit for card in unknown} & set(seen.partner_voids)


@few(50)
@given(setups, seeds)
def test_no_hidden_card_is_named_to_a_seat(setup: Setup, seed: int) -> None:
    for _, _, step in random_game(setup, Random(seed)):
        for seat in Seat:
            hidden = hidden_from(step.state, seat)
            seen = observe(step.state, seat)
            shown = [redact(event, seat) for event in step.events]
            assert names_of(f"{seen!r} {shown!r}", hidden) == []
            cards = " ".join(format_position(view_of(seen)).split(" ")[1:6])
            assert [card for card in map(format_card, hidden) if card in cards] == []


def _shared_actions(state: GameState, world: GameState, seat: Seat) -> list[tuple[Action, Action]]:
    """Return pairs of actions, one in each world, that ``seat`` cannot tell apart.

    Usually the same action in both. The partner's first Gift card is hidden, so it may differ;
    its completion shows a card that may differ between the worlds, which is no secret any more.
    """
    there = legal_actions(world)
    pending = state.table.pending
    assert pending is not None
    if pending.choice is Choice.GIVE:
        if state.offer is not None and state.offer is not world.offer:
            return []
        if state.offer is None and pending.seat is seat.other:
            return list(zip(legal_actions(state), there, strict=True))
    return [(action, action) for action in legal_actions(state) if action in there]


@few(100)
@given(setups, seeds)
def test_what_a_seat_cannot_know_never_changes_what_it_sees_next(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    for state, _, _ in random_game(setup, Random(seed)):
        seat = rng.choice(tuple(Seat))
        world = sample(observe(state, seat), rng)
        for here, there in _shared_actions(state, world, seat):
            one, other = apply(state, here), apply(world, there)
            assert observe(one.state, seat) == observe(other.state, seat)
            assert [redact(event, seat) for event in one.events] == [
                redact(event, seat) for event in other.events
            ]


@few(30)
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
