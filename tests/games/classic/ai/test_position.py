"""The quick round and the rules are one: compared position by position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import given

from foxduet.core.common import Deal
from foxduet.games.classic.ai.expert import number_of
from foxduet.games.classic.ai.position import (
    CARDS,
    DISCARD,
    EXCHANGE,
    NONE,
    OVER,
    PLAY,
    Position,
    cards_in,
    mask_of,
)
from foxduet.games.classic.rules.actions import Action, Choice
from foxduet.games.classic.rules.legality import legal_actions
from foxduet.games.classic.rules.state import GameState, Setup
from tests.support.classic.strategies import random_game, setups
from tests.support.strategies import few, seeds

DUE = {Choice.PLAY: PLAY, Choice.EXCHANGE: EXCHANGE, Choice.DISCARD: DISCARD}


def dealt(state: GameState) -> Position:
    """Return the quick position of a state just dealt."""
    table = state.table
    assert table.decree is not None
    assert table.trick is not None
    hands = [mask_of(hand) for hand in state.hands]
    deck = tuple(card.index for card in state.deck)
    return Position(hands, deck, table.decree.index, table.trick.leader)


def rounds_played(setup: Setup, seed: int) -> Iterator[tuple[GameState, Action, Position]]:
    """Play a random match; yield what each action led to, and the quick position likewise."""
    position: Position | None = None
    for _state, action, step in random_game(setup, Random(seed)):
        if isinstance(action, Deal):
            position = dealt(step.state)
        else:
            assert position is not None
            position.do(number_of(action))
        yield step.state, action, position


def assert_same(state: GameState, position: Position) -> None:
    """Compare all that a position has with the state."""
    table = state.table
    assert tuple(position.gains) == table.scored
    assert tuple(position.tricks) == table.tricks
    assert table.decree is not None
    assert position.decree == table.decree.index
    assert position.hands == [mask_of(hand) for hand in state.hands]
    if table.trick is None:
        assert position.due == OVER
        return
    assert table.pending is not None
    assert table.pending.seat is not None
    assert (position.seat, position.due) == (table.pending.seat, DUE[table.pending.choice])
    assert position.leader == table.trick.leader
    cards = [card for card in (position.lead, position.follow) if card != NONE]
    assert cards == [card.index for card in table.trick.cards]
    left = position.deck[position.drawn :]
    assert left == tuple(card.index for card in state.deck)
    assert cards_in(position.legal()) == tuple(map(number_of, legal_actions(state)))


@few(120)
@given(setups, seeds)
def test_every_position_is_that_of_the_rules(setup: Setup, seed: int) -> None:
    for state, _action, position in rounds_played(setup, seed):
        assert_same(state, position)


@few(10)
@given(setups, seeds)
def test_what_is_done_to_a_copy_leaves_the_original_as_it_was(setup: Setup, seed: int) -> None:
    for state, _action, position in rounds_played(setup, seed):
        if position.due != OVER:
            copy = position.copy()
            assert_same(state, copy)
            for choice in cards_in(position.legal())[:3]:
                position.copy().do(choice)
            assert_same(state, position)


def test_bits_and_numbers_of_cards() -> None:
    rng = Random(1)
    for _ in range(300):
        cards = tuple(sorted(rng.sample(range(CARDS + 1), rng.randrange(20))))
        assert cards_in(sum(1 << card for card in cards)) == cards
