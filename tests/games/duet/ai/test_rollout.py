"""The rollout and the engine are one set of rules."""

from __future__ import annotations

from random import Random

from hypothesis import given

from foxduet.core.common import Seat, follow_wins
from foxduet.games.duet.ai.numbers import MOVES, TRICKS
from foxduet.games.duet.rules.board import possible_moves
from foxduet.games.duet.rules.cards import DECK, Suit
from foxduet.games.duet.rules.state import Setup
from tests.support.deals import setup_of
from tests.support.rollout_by_engine import assert_same_path, compare_a_game
from tests.support.strategies import few, random_game, seeds, setups


@few(60)
@given(setups, seeds)
def test_the_rollout_and_the_engine_play_the_same_on_any_board(setup: Setup, seed: int) -> None:
    assert compare_a_game(setup, Random(seed))


def test_the_rollout_and_the_engine_play_the_same_on_the_printed_boards() -> None:
    for level in (1, 2, 3):
        for seed in range(20):
            assert compare_a_game(setup_of(level), Random(seed))


def test_R6_R7_each_trick_has_its_winner_and_its_moves() -> None:
    for leader in Seat:
        for trump in Suit:
            for lead in DECK:
                for follow in DECK:
                    if follow is lead:
                        continue
                    kind = TRICKS[leader][trump][lead.index][follow.index]
                    wins = follow_wins(lead, follow, trump)
                    winner = leader.other if wins else leader
                    assert MOVES[kind] == possible_moves(lead, follow, winner)
                    assert kind % 2 == wins


@few(60)
@given(setups, seeds)
def test_R7_5_R7_8_paths_change_alike_in_any_game(setup: Setup, seed: int) -> None:
    for state, action, step in random_game(setup, Random(seed)):
        assert_same_path(state, action, step)
