"""Players for tests that see all cards: good enough to bring games to every kind of end."""

from __future__ import annotations

from random import Random
from typing import Any

from foxduet.games.duet.rules.actions import Action, Choice
from foxduet.games.duet.rules.board import Board
from foxduet.games.duet.rules.engine import apply
from foxduet.games.duet.rules.legality import legal_actions
from foxduet.games.duet.rules.state import GameState, Outcome, Setup
from foxduet.play.game import Game, Header, Names, act, next_deal, open_game


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
    while game.state.table.pending is not None:
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
