"""The chance to win the match: by hand for simple rounds, and against the rules."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from foxduet.core.common import Seat
from foxduet.games.classic.ai.match import (
    chance_to_win,
    chances_by,
    chances_of,
    learned_chances,
    rewards_of,
)
from foxduet.games.classic.rules.state import TARGETS, Setup
from tests.support.classic.strategies import random_game, setups
from tests.support.strategies import few, seeds


def test_who_scores_by_turns_reaches_the_target_by_turns() -> None:
    # Whoever leads first scores one point; then the other leads.
    chances = chances_by({(1, 0): 5}, target=2)
    assert chances[0][0] == 1
    assert chances[0][1] == 0
    assert chances[1] == (1, 1)


def test_C6_3_of_equal_points_those_of_the_last_round_decide() -> None:
    assert chances_by({(1, 1): 1}, target=2)[1][1] == 0.5
    # 2-2: the leader scored one point, the dealer two.
    assert chances_by({(1, 2): 1}, target=2)[1][0] == 0


def test_rounds_count_as_often_as_they_were_seen() -> None:
    assert chances_by({(2, 0): 3, (0, 2): 1}, target=2)[0][0] == 0.75


@pytest.mark.parametrize("target", TARGETS)
def test_more_points_are_never_worse(target: int) -> None:
    chances = learned_chances()(target)
    for own in range(target):
        for other in range(target):
            assert 0 <= chances[own][other] <= 1
            if own:
                assert chances[own][other] >= chances[own - 1][other] - 1e-9
            if other:
                assert chances[own][other] <= chances[own][other - 1] + 1e-9


@pytest.mark.parametrize("leader", Seat)
def test_one_of_both_wins(leader: Seat) -> None:
    chances = chance_to_win(learned_chances(), 21, (13, 15), leader)
    assert sum(chances) == 1
    swapped = chance_to_win(learned_chances(), 21, (15, 13), leader.other)
    assert chances == pytest.approx((swapped[1], swapped[0]))
    assert chances[0] < 0.5


@few(30)
@given(setups, seeds)
def test_C6_every_end_of_a_round_is_worth_what_it_leads_to(setup: Setup, seed: int) -> None:
    chances = learned_chances()
    for state, _action, step in random_game(setup, Random(seed)):
        ended = step.state.table
        if state.table.trick is None or ended.trick is not None:
            continue
        for seat in Seat:
            own, other = ended.scored[seat], ended.scored[seat.other]
            reward = rewards_of(chances, state.table, seat)[own][other]
            if ended.outcome is None:
                assert ended.dealer is not None
                # The dealer of the round that ended leads in the next.
                expected = chance_to_win(chances, setup.target, ended.points, ended.dealer)[seat]
                assert reward == pytest.approx(expected)
            else:
                draw = ended.outcome.value == "draw"
                assert reward == (0.5 if draw else float(ended.outcome.value == str(seat)))


def test_each_target_is_worked_out_once() -> None:
    chances = chances_of({(1, 0): 1})
    assert chances(16) is chances(16)
