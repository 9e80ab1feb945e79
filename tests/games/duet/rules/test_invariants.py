"""Whole games: what always holds."""

from __future__ import annotations

from random import Random

from foxduet.core.common import Seat
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.board import GEM_TOKENS, Board
from foxduet.games.duet.rules.cards import DECK
from foxduet.games.duet.rules.events import GameEnded, GemCollected, GemsAdded
from foxduet.games.duet.rules.legality import legal_actions
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.scoring import can_be_won, score
from foxduet.games.duet.rules.state import Outcome, Setup
from tests.games.contract import Contract
from tests.games.duet.contract import DUET
from tests.games.every import on_random_games
from tests.support.players import random_game, states_of_game


@on_random_games(150, DUET)
def test_gems_are_conserved(game: Contract, setup: Setup, seed: int) -> None:
    left = states_of_game(setup, seed)[0].table.path.gems_left
    for _, _, step in random_game(setup, Random(seed)):
        for event in step.events:
            if isinstance(event, GemCollected):
                left -= 1
            elif isinstance(event, GemsAdded):
                left += len(event.spaces)
        assert step.state.table.path.gems_left == left
        assert 0 <= left <= GEM_TOKENS
        assert min(step.state.table.path.gems) >= 0


@on_random_games(150, DUET)
def test_tracker_and_start_are_uncovered_and_covered_spaces_are_bare(
    game: Contract, setup: Setup, seed: int
) -> None:
    for state in states_of_game(setup, seed):
        path = state.table.path
        spaces = range(1, len(path.gems) + 1)
        covered = [space for space in spaces if path.is_covered(space)]
        assert path.tracker not in covered
        assert setup.board.start not in covered
        assert not any(path.gems[space - 1] for space in covered)
        assert len(covered) + state.table.reserve == setup.board.forest_tokens
        assert [*range(path.first, path.last + 1)] == [
            space for space in spaces if space not in covered
        ]


@on_random_games(150, DUET)
def test_a_move_and_an_end_are_asked_for_only_where_there_is_a_choice(
    game: Contract, setup: Setup, seed: int
) -> None:
    for state in states_of_game(setup, seed):
        if state.table.pending and state.table.pending.choice in (Choice.MOVE, Choice.FOREST):
            assert len(legal_actions(state)) > 1


@on_random_games(150, DUET)
def test_the_end_of_a_game_has_its_score_and_a_victory_leaves_no_gem(
    game: Contract, setup: Setup, seed: int
) -> None:
    *_steps, (_before, _action, last) = random_game(setup, Random(seed))
    table, points = last.state.table, score(last.state)
    assert table.outcome is not None
    assert last.events[-1] == GameEnded(table.outcome, points.total if points else None)
    assert (table.outcome is Outcome.VICTORY) is (table.path.gems_left == 0)


@on_random_games(150, DUET)
def test_a_game_that_cannot_be_won_is_not_won(game: Contract, setup: Setup, seed: int) -> None:
    states = states_of_game(setup, seed)
    winnable = [can_be_won(state.table) for state in states]
    assert winnable == sorted(winnable, reverse=True)
    assert winnable[-1] is (states[-1].table.outcome is Outcome.VICTORY)


def test_random_games_end_in_every_way_in_every_round() -> None:
    board = Board((0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0), (5, 6, 7), 6, 4)
    last = [states_of_game(Setup(1, board), seed)[-1] for seed in range(60)]
    assert {state.table.outcome for state in last} == {*Outcome} - {Outcome.RESIGNED}
    assert {state.table.round for state in last} == {1, 2, 3}


@on_random_games(100, DUET)
def test_what_the_seats_remember_of_each_other_is_true(
    game: Contract, setup: Setup, seed: int
) -> None:
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
