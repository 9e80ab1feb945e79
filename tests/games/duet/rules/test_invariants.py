"""What holds at every moment of every game, on printed boards and on odd ones."""

from __future__ import annotations

from random import Random

from hypothesis import given

from foxduet.core.common import Deal, Seat
from foxduet.games.duet.rules.actions import Choice, format_action
from foxduet.games.duet.rules.board import GEM_TOKENS, Board
from foxduet.games.duet.rules.cards import DECK
from foxduet.games.duet.rules.engine import apply
from foxduet.games.duet.rules.events import GameEnded, GemCollected, GemsAdded
from foxduet.games.duet.rules.legality import legal_actions
from foxduet.games.duet.rules.observation import cards_out, observe
from foxduet.games.duet.rules.scoring import can_be_won, score
from foxduet.games.duet.rules.state import Outcome, Setup
from tests.support.deals import assert_cards_accounted_for, line_of
from tests.support.duet_by_hand import Sheet, successors
from tests.support.strategies import few, random_game, seeds, setups, states_of_game


@few(150)
@given(setups, seeds)
def test_thirty_cards_are_accounted_for(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        assert_cards_accounted_for(state)
        assert len(cards_out(state)) == 2 * state.table.tricks_done


@few(150)
@given(setups, seeds)
def test_hands_are_sorted_and_shrink_with_the_tricks(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        for hand in state.hands:
            assert list(hand) == sorted(hand, key=DECK.index)
        if state.table.round:
            played = len(state.table.trick.cards) if state.table.trick else 0
            offered = state.offer is not None
            in_hands = len(state.hands[0]) + len(state.hands[1])
            assert in_hands == 22 - 2 * state.table.tricks_done - played - offered


@few(150)
@given(setups, seeds)
def test_gems_are_conserved(setup: Setup, seed: int) -> None:
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


@few(150)
@given(setups, seeds)
def test_tracker_and_start_are_uncovered_and_covered_spaces_are_bare(
    setup: Setup, seed: int
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


@few(150)
@given(setups, seeds)
def test_there_is_a_choice_until_a_deal_is_due_or_the_game_is_over(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        assert (state.table.pending is None) is (state.table.outcome is not None)
        dealing = state.table.pending is not None and state.table.pending.choice is Choice.DEAL
        assert bool(legal_actions(state)) is (state.table.pending is not None and not dealing)
        if state.table.pending is not None and state.table.pending.choice in (
            Choice.MOVE,
            Choice.FOREST,
        ):
            assert len(legal_actions(state)) > 1


@few(150)
@given(setups, seeds)
def test_a_game_ends_once_and_says_so_last(setup: Setup, seed: int) -> None:
    steps = [step for _, _, step in random_game(setup, Random(seed))]
    ends = [event for step in steps for event in step.events if isinstance(event, GameEnded)]
    assert ends == [steps[-1].events[-1]]
    last = steps[-1].state
    assert last.table.outcome is not None
    points = score(last)
    assert ends[0] == GameEnded(last.table.outcome, points.total if points else None)
    assert (last.table.outcome is Outcome.VICTORY) is (last.table.path.gems_left == 0)


@few(150)
@given(setups, seeds)
def test_a_game_that_cannot_be_won_is_not_won(setup: Setup, seed: int) -> None:
    states = states_of_game(setup, seed)
    winnable = [can_be_won(state.table) for state in states]
    assert winnable == sorted(winnable, reverse=True)
    assert winnable[-1] is (states[-1].table.outcome is Outcome.VICTORY)


@few(60)
@given(setups, seeds)
def test_the_engine_plays_by_the_reference(setup: Setup, seed: int) -> None:
    sheet = Sheet(setup.board.start, setup.board.plus, setup.level)
    for state, action, _ in random_game(setup, Random(seed)):
        if not isinstance(action, Deal):
            legal = legal_actions(state)
            assert successors(line_of(state), sheet) == {
                format_action(choice): line_of(apply(state, choice).state) for choice in legal
            }


def test_random_games_end_in_every_way_in_every_round() -> None:
    board = Board((0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0), (5, 6, 7), 6, 4)
    last = [states_of_game(Setup(1, board), seed)[-1] for seed in range(60)]
    assert {state.table.outcome for state in last} == {*Outcome} - {Outcome.RESIGNED}
    assert {state.table.round for state in last} == {1, 2, 3}


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
