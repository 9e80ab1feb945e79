"""What random tests of the original game draw from: hands, actions, matches."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from foxduet.core.common import Step, hand_of
from foxduet.games.classic.rules.actions import DISCARDS, EXCHANGES, KEEPS, PLAYS, Action
from foxduet.games.classic.rules.cards import DECK, Hand
from foxduet.games.classic.rules.engine import apply, deal, new_game
from foxduet.games.classic.rules.events import Event
from foxduet.games.classic.rules.legality import legal_actions
from foxduet.games.classic.rules.state import TARGETS, GameState, Setup

UNIVERSE: tuple[Action, ...] = (
    *(play for plays in PLAYS for play in plays),
    *(exchange for exchanges in EXCHANGES for exchange in exchanges),
    *KEEPS,
    *(discard for discards in DISCARDS for discard in discards),
)
"""Every action but deals and resigning."""

setups = st.sampled_from(TARGETS).map(Setup)
hands: st.SearchStrategy[Hand] = st.sets(st.sampled_from(DECK)).map(lambda some: hand_of([*some]))


def random_game(
    setup: Setup, rng: Random
) -> Iterator[tuple[GameState, Action, Step[GameState, Event]]]:
    """Play a match to its end; yield each state, what was done in it, and what came of it."""
    state = new_game(setup)
    while state.table.outcome is None:
        legal = legal_actions(state)
        action: Action = rng.choice(legal) if legal else deal(state, rng)
        step = apply(state, action)
        yield state, action, step
        state = step.state


def states_of_game(setup: Setup, seed: int) -> list[GameState]:
    """Return all states of a random match, from the empty table to the end."""
    states = [new_game(setup)]
    states += [step.state for _, _, step in random_game(setup, Random(seed))]
    return states
