"""A game as it was played: how it was set up, and every action with what came of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from random import Random
from typing import TypeAlias

from foxduet.rules.common import Deal, Seat, Step
from foxduet.rules.duet.actions import Action
from foxduet.rules.duet.board import Board
from foxduet.rules.duet.cards import Card
from foxduet.rules.duet.engine import apply, new_game, shuffled_deal
from foxduet.rules.duet.events import Event
from foxduet.rules.duet.state import GameState, Setup

Partners: TypeAlias = tuple[str | None, str | None]
"""The name of the partner at each seat, p1 first; None for a person."""

NO_PARTNERS: Partners = (None, None)


@dataclass(frozen=True, slots=True)
class Header:
    """What a record tells beside the actions.

    ``board`` is a board of the players' own, None for the level's; ``seed`` fixes the deals of
    all rounds, None where they were dealt otherwise. ``ai`` names the partner at each seat, None
    for a person. ``hints`` and ``cut_short`` are numbers of actions, from 1 and rising: those
    before which a person looked at a hint, and those whose partner was stopped by its time
    limit. ``further`` are keys of other programs.
    """

    level: int
    players: tuple[str, str]
    board: Board | None = None
    seed: int | None = None
    started: datetime | None = None
    finished: datetime | None = None
    ai: Partners = NO_PARTNERS
    hints: tuple[int, ...] = ()
    cut_short: tuple[int, ...] = ()
    further: Mapping[str, object] = field(default_factory=dict)

    @property
    def setup(self) -> Setup:
        """The board and level to play with."""
        return Setup(self.level, self.board)


@dataclass(frozen=True, slots=True)
class Turn:
    """One action, and the step that it led to."""

    action: Action
    step: Step[GameState, Event]


@dataclass(frozen=True, slots=True)
class Game:
    """A header, the state before anything, and the turns so far."""

    header: Header
    first: GameState
    turns: tuple[Turn, ...] = ()

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self.turns[-1].step.state if self.turns else self.first

    @property
    def states(self) -> tuple[GameState, ...]:
        """Every state, from before the first action to now."""
        return (self.first, *(turn.step.state for turn in self.turns))


def open_game(header: Header) -> Game:
    """Return a game in which nothing has been done yet."""
    return Game(header, new_game(header.setup))


def act(game: Game, action: Action) -> Game:
    """Return ``game`` after ``action``; IllegalActionError if the rules forbid it."""
    turn = Turn(action, apply(game.state, action))
    return replace(game, turns=(*game.turns, turn))


def fresh_seed() -> int:
    """Return a seed that nobody has chosen, short enough to be told to friends."""
    return int.from_bytes(os.urandom(4))


def next_deal(game: Game) -> Deal[Card]:
    """Return the deal that is due, as the game's seed has it.

    The seed fixes the dealer and each round's cards by generators of their own, whatever is
    played in between. Without a seed the cards are shuffled by the system's randomness.
    """
    seed, state = game.header.seed, game.state
    rng = Random() if seed is None else Random(f"foxduet {seed} round {state.table.round + 1}")
    if state.table.dealer is not None:
        return shuffled_deal(state.table.dealer.other, rng)
    chooser = rng if seed is None else Random(f"foxduet {seed} dealer")
    return shuffled_deal(chooser.choice(list(Seat)), rng)


def chance_of(game: Game, seat: Seat) -> Random:
    """Return the generator for what the partner at ``seat`` chooses now.

    The game's seed, the seat and the number of turns so far fix it, so that equal choices of a
    person lead to equal games, resumed or not. Without a seed it is the system's randomness.
    """
    return _chance(game, f"{seat}")


def chance_of_hint(game: Game, seat: Seat) -> Random:
    """Return the generator for a hint to ``seat``, fixed like a partner's but not the same."""
    return _chance(game, f"hint {seat}")


def _chance(game: Game, use: str) -> Random:
    seed = game.header.seed
    return Random() if seed is None else Random(f"foxduet {seed} {use} {len(game.turns)}")
