"""What holds at every moment of every match of the original game."""

from __future__ import annotations

from random import Random

from hypothesis import given

from foxduet.core.common import Deal, Seat
from foxduet.games.classic.rules.actions import Choice, format_action
from foxduet.games.classic.rules.cards import DECK
from foxduet.games.classic.rules.engine import apply
from foxduet.games.classic.rules.events import GameEnded, RoundEnded, TreasuresScored
from foxduet.games.classic.rules.legality import legal_actions
from foxduet.games.classic.rules.observation import cards_out
from foxduet.games.classic.rules.scoring import points_for_tricks
from foxduet.games.classic.rules.state import Outcome, Setup
from tests.support.classic.by_hand import Sheet, successors
from tests.support.classic.deals import assert_cards_accounted_for, line_of
from tests.support.classic.strategies import random_game, setups, states_of_game
from tests.support.strategies import few, seeds


@few(100)
@given(setups, seeds)
def test_thirty_three_cards_are_accounted_for(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        assert_cards_accounted_for(state)
        assert len(cards_out(state)) == 2 * state.table.tricks_done


@few(100)
@given(setups, seeds)
def test_hands_are_sorted_and_shrink_with_the_tricks(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        for hand in state.hands:
            assert list(hand) == sorted(hand, key=DECK.index)
        if state.table.round:
            played = len(state.table.trick.cards) if state.table.trick else 0
            drawn = state.drawn is not None
            in_hands = len(state.hands[0]) + len(state.hands[1])
            assert in_hands == 26 - 2 * state.table.tricks_done - played + drawn


@few(100)
@given(setups, seeds)
def test_the_deck_gives_a_card_for_each_draw_and_gets_one_back(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        if state.table.round:
            due = state.table.pending is not None and state.table.pending.choice is Choice.DISCARD
            assert (state.drawn is not None) is due
            assert len(state.draws) + due <= 3
            assert len(state.deck) == 6 - len(state.draws) - due
            assert len(state.stock) == 6 - due


@few(100)
@given(setups, seeds)
def test_points_are_those_of_tricks_and_treasures(setup: Setup, seed: int) -> None:
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


@few(100)
@given(setups, seeds)
def test_a_game_ends_once_with_the_target_reached_and_says_so_last(setup: Setup, seed: int) -> None:
    steps = [step for _, _, step in random_game(setup, Random(seed))]
    ends = [event for step in steps for event in step.events if isinstance(event, GameEnded)]
    last = steps[-1].state.table
    assert last.outcome is not None
    assert ends == [steps[-1].events[-1]] == [GameEnded(last.outcome, last.points)]
    assert max(last.points) >= setup.target
    dealt = [step.state.table for step in steps if step.state.table.tricks_done == 0]
    assert all(max(table.points) < setup.target for table in dealt)


@few(60)
@given(setups, seeds)
def test_the_engine_plays_by_the_reference(setup: Setup, seed: int) -> None:
    for state, action, _ in random_game(setup, Random(seed)):
        table = state.table
        p1, p2 = (table.points[seat] - table.scored[seat] for seat in Seat)
        if not isinstance(action, Deal):
            assert successors(line_of(state), Sheet(setup.target, (p1, p2))) == {
                format_action(choice): line_of(apply(state, choice).state)
                for choice in legal_actions(state)
            }


def test_random_games_end_in_every_way_and_at_every_length() -> None:
    last = [states_of_game(Setup(16), seed)[-1].table for seed in range(60)]
    assert {Outcome.P1, Outcome.P2} <= {table.outcome for table in last}
    assert {table.round for table in last} >= {2, 3, 4}
