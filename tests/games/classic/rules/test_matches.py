"""Whole matches: what always holds."""

from __future__ import annotations

from random import Random

from foxduet.core.common import Deal
from foxduet.games.classic.rules.actions import Choice
from foxduet.games.classic.rules.events import GameEnded, RoundEnded, TreasuresScored
from foxduet.games.classic.rules.scoring import points_for_tricks
from foxduet.games.classic.rules.state import Outcome, Setup
from tests.games.classic.contract import CLASSIC
from tests.games.contract import Contract
from tests.games.every import on_random_games
from tests.support.classic.deals import (
    random_game,
    states_of_game,
)


@on_random_games(100, CLASSIC)
def test_the_deck_gives_a_card_for_each_draw_and_gets_one_back(
    game: Contract, setup: Setup, seed: int
) -> None:
    for state in states_of_game(setup, seed):
        if state.table.round:
            due = state.table.pending is not None and state.table.pending.choice is Choice.DISCARD
            assert (state.drawn is not None) is due
            assert len(state.draws) + due <= 3
            assert len(state.deck) == 6 - len(state.draws) - due
            assert len(state.stock) == 6 - due


@on_random_games(100, CLASSIC)
def test_points_are_those_of_tricks_and_treasures(game: Contract, setup: Setup, seed: int) -> None:
    points, scored = [0, 0], [0, 0]
    for _, action, step in random_game(setup, Random(seed)):
        if isinstance(action, Deal):
            scored = [0, 0]
        for event in step.events:
            match event:
                case TreasuresScored(seat, more):
                    points[seat] += more
                    scored[seat] += more
                case RoundEnded(_, tricks, for_tricks, for_treasures):
                    assert sum(tricks) == 13
                    assert for_tricks == points_for_tricks(tricks)
                    assert for_treasures == tuple(scored)
                    points = [one + more for one, more in zip(points, for_tricks, strict=True)]
                    scored = [one + more for one, more in zip(scored, for_tricks, strict=True)]
        assert step.state.table.points == tuple(points)
        assert step.state.table.scored == tuple(scored)


@on_random_games(100, CLASSIC)
def test_a_match_ends_once_the_target_is_reached(game: Contract, setup: Setup, seed: int) -> None:
    steps = [step for _, _, step in random_game(setup, Random(seed))]
    last = steps[-1].state.table
    assert last.outcome is not None
    assert steps[-1].events[-1] == GameEnded(last.outcome, last.points)
    assert max(last.points) >= setup.target
    dealt = [step.state.table for step in steps if step.state.table.tricks_done == 0]
    assert all(max(table.points) < setup.target for table in dealt)


def test_random_games_end_in_every_way_and_at_every_length() -> None:
    last = [states_of_game(Setup(16), seed)[-1].table for seed in range(60)]
    assert {Outcome.P1, Outcome.P2} <= {table.outcome for table in last}
    assert {table.round for table in last} >= {2, 3, 4}
