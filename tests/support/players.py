"""Who plays in tests: scripted players, and games that hypothesis draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from foxduet.core.common import Seat, Step, hand_of
from foxduet.games.duet.rules.actions import (
    EXCHANGES,
    FORESTS,
    GIVES,
    KEEPS,
    NAMINGS,
    PLAYS,
    Action,
    Choice,
    Move,
)
from foxduet.games.duet.rules.board import GEM_TOKENS, LONGEST, MOST_FOREST_TOKENS, SHORTEST, Board
from foxduet.games.duet.rules.cards import DECK, Hand
from foxduet.games.duet.rules.engine import apply, new_game, shuffled_deal
from foxduet.games.duet.rules.events import Event
from foxduet.games.duet.rules.legality import legal_actions
from foxduet.games.duet.rules.state import GameState, Outcome, Setup
from foxduet.play.game import Game, Header, Names, act, next_deal, open_game
from tests.support.deals import setup_of
from tests.support.machine import patience


def worth(state: GameState) -> float:
    """Say how a state looks to a cautious team: gems first, then tokens, then the middle."""
    if state.table.outcome is not None:
        return 1000.0 if state.table.outcome is Outcome.VICTORY else -1000.0
    path = state.table.path
    middle = (path.first + path.last) / 2
    return -10 * path.gems_left + 12 * state.table.reserve - abs(path.tracker - middle)


def careful_choice(state: GameState, rng: Random) -> Action:
    """Choose what looks best once the trick under way is over."""
    scored = [
        (_looking_ahead(apply(state, action).state, state), rng.random(), action)
        for action in legal_actions(state)
    ]
    return max(scored, key=lambda one: one[:2])[2]


def _looking_ahead(state: GameState, since: GameState) -> float:
    pending = state.table.pending
    done = pending is None or (state.table.round, state.table.tricks_done) != (
        since.table.round,
        since.table.tricks_done,
    )
    if done or pending is None or pending.choice in (Choice.EXCHANGE, Choice.GIVE):
        return worth(state)
    return max(
        (_looking_ahead(apply(state, action).state, state) for action in legal_actions(state)),
        default=worth(state),
    )


def random_choice(state: GameState, rng: Random) -> Action:
    """Choose any legal action."""
    return rng.choice(legal_actions(state))


def played_game(header: Header, *, careful: bool = True) -> Game:
    """Play a game with the header's seed to its end."""
    choose = careful_choice if careful else random_choice
    rng = Random(header.seed)
    game = open_game(header)
    steps = patience()
    while game.state.table.pending is not None:
        next(steps)
        due = game.state.table.pending.choice is Choice.DEAL
        game = act(game, next_deal(game) if due else choose(game.state, rng))
    return game


def duet(
    level: int = 2,
    players: Names = ("Left", "Right"),
    board: Board | None = None,
    **keys: Any,
) -> Header:
    """Return the header of a game of Duet."""
    return Header("duet", Setup(level, board), players, **keys)


def header_of(level: int = 2, seed: int = 1) -> Header:
    """Return a header with the default names."""
    return duet(level, seed=seed)


VICTORY = played_game(header_of(level=1, seed=0))
DEFEAT = played_game(header_of(level=2, seed=0))


def beginning_of(game: Game, turns: int) -> Game:
    """Return the first ``turns`` actions of ``game``."""
    return Game(game.header, game.first, game.turns[:turns])


UNIVERSE: tuple[Action, ...] = (
    *(play for plays in PLAYS for play in plays),
    *(give for gives in GIVES for give in gives),
    *(exchange for exchanges in EXCHANGES for exchange in exchanges),
    *KEEPS,
    *(naming for namings in NAMINGS for naming in namings),
    *(Move(seat, steps) for seat in Seat for steps in range(-7, 8)),
    *FORESTS,
)
"""Every action but deals and resigning; moves one step beyond the longest as well."""


THOROUGH = 100
"""How many examples the thorough profile asks for."""


def few(examples: int) -> settings:
    """Return settings for a number of every hundred examples that a profile asks for."""
    # The first one is always the simplest; at least one more is any.
    return settings(max_examples=max(2, examples * settings().max_examples // 100))


CasesT = TypeVar("CasesT", bound=Sequence[Any])


def some_of(cases: CasesT, turn: int) -> CasesT:
    """Return every third of some cases, from another one each turn; all in the thorough profile."""
    return cases if settings().max_examples >= THOROUGH else cases[turn % 3 :: 3]  # type: ignore[return-value]


StepT = TypeVar("StepT")


def fewer(cases: CasesT, most: int) -> CasesT:
    """Return the first of some cases that take long; all of them in the thorough profile."""
    # A part of a list is a list.
    return cases if settings().max_examples >= THOROUGH else cases[:most]  # type: ignore[return-value]


def at_first(steps: Iterable[StepT], most: int) -> Iterator[StepT]:
    """Return the first steps of what takes long; all of them in the thorough profile."""
    return islice(steps, None if settings().max_examples >= THOROUGH else most)


seeds = st.integers(0, 2**32 - 1)
hands: st.SearchStrategy[Hand] = st.sets(st.sampled_from(DECK)).map(lambda some: hand_of([*some]))


names = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), max_size=20).map(
    lambda some: f"{some}A"
)
"""Names of players and partners, in any language."""


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draw any board on which the game can be played, odd ones too."""
    spaces = draw(st.integers(SHORTEST, LONGEST))
    start = draw(st.integers(1, spaces))
    most_tokens = min(MOST_FOREST_TOKENS, start - 1, spaces - start)
    anywhere = st.integers(1, spaces)
    gems = draw(st.lists(anywhere, min_size=1, max_size=GEM_TOKENS))
    at_setup = draw(st.integers(1, len(gems)))
    return Board(
        gems=tuple(gems[:at_setup].count(space) for space in range(1, spaces + 1)),
        plus=tuple(sorted(draw(st.sets(anywhere)))),
        start=start,
        forest_tokens=draw(st.integers(0, most_tokens)),
        extra_gems=tuple(gems[at_setup:].count(space) for space in range(1, spaces + 1))
        if draw(st.booleans()) or at_setup < len(gems)
        else (),
    )


setups: st.SearchStrategy[Setup] = st.integers(1, 3).map(setup_of) | st.builds(
    Setup, st.integers(1, 3), boards()
)


def random_game(
    setup: Setup, rng: Random
) -> Iterator[tuple[GameState, Action, Step[GameState, Event]]]:
    """Play a game to its end; yield each state, what was done in it, and what came of it.

    Of some actions drawn the best is done: careless games are lost early, careful ones see the
    third round or a victory.
    """
    state = new_game(setup)
    care = rng.choice((1, 4, 16))
    dealer = rng.choice(tuple(Seat))
    steps = patience()
    while state.table.outcome is None:
        next(steps)
        action: Action
        if state.table.pending is not None and state.table.pending.choice is Choice.DEAL:
            action = shuffled_deal(dealer, rng)
            dealer = dealer.other
        else:
            action = min(
                rng.choices(legal_actions(state), k=care),
                key=partial(_loss, state),
            )
        step = apply(state, action)
        yield state, action, step
        state = step.state


def _loss(before: GameState, action: Action) -> int:
    state = apply(before, action).state
    if state.table.outcome is Outcome.LOST:
        return 1000
    path = state.table.path
    off_centre = abs(2 * path.tracker - path.first - path.last)
    return 4 * path.gems_left + off_centre - 20 * state.table.reserve


def states_of_game(setup: Setup, seed: int) -> list[GameState]:
    """Return all states of a random game, from the empty table to the end."""
    states = [new_game(setup)]
    states += [step.state for _, _, step in random_game(setup, Random(seed))]
    return states
