"""Hindsight in the original game: choices judged with open hands, and the kinds of its puzzles."""

from __future__ import annotations

from random import Random
from statistics import fmean

from foxduet.analysis.review import DecisionPoint
from foxduet.core.cards import Seat
from foxduet.games.classic.ai.bit_position import BitPosition, mask_of
from foxduet.games.classic.ai.evaluator import (
    LeafEvaluator,
    Rewards,
    match_equity,
    packaged_weights,
)
from foxduet.games.classic.ai.expert import ClassicDoubleDummy, ismcts_expert
from foxduet.games.classic.rules.engine import apply
from foxduet.games.classic.rules.observation import observe
from foxduet.games.classic.rules.state import Action, GameState, Setup

# How often a trick is finished after each choice, and the iterations for each decision in it.
_ROLLOUTS, _ITERATIONS = 4, 60


def setup_identity(setup: Setup) -> tuple[object, ...]:
    """Return what identifies a setup in the fingerprint of a review."""
    return (setup.target,)


def double_dummy_values(moment: DecisionPoint, chance: Random) -> tuple[ClassicDoubleDummy, ...]:
    """Return what each choice at ``moment`` would have led to, in their order.

    Hands and deck are as they were, but nobody acts on cards that it cannot see: whoever chooses
    in the rest of the trick is a small expert with its seat's observation. The begin of the next
    trick is judged with all cards open.
    """
    state, seat = moment.state, moment.seat
    rewards = match_equity(packaged_weights().chances, state.table, seat)
    judge = LeafEvaluator(packaged_weights().network, rewards, seat)
    return tuple(
        _double_dummy_value(state, choice, seat, judge, rewards, chance)
        for choice in moment.observation.choices
    )


def _double_dummy_value(
    state: GameState,
    choice: Action,
    seat: Seat,
    judge: LeafEvaluator,
    rewards: Rewards,
    chance: Random,
) -> ClassicDoubleDummy:
    before = state.table.tricks
    after = apply(state, choice).state
    # Where the choice ends the trick there is one way only.
    times = 1 if _is_between_tricks(after) else _ROLLOUTS
    ends = [finish_trick(after, chance) for _ in range(times)]
    return ClassicDoubleDummy(
        choice,
        win=fmean(_position_value(end, seat, judge, rewards) for end in ends),
        taken=fmean(end.table.tricks[seat] > before[seat] for end in ends),
    )


def _is_between_tricks(state: GameState) -> bool:
    return state.table.trick is None or not state.table.trick.cards


def finish_trick(state: GameState, chance: Random) -> GameState:
    """Return the state after the trick under way, each decision made by what its seat sees."""
    think = ismcts_expert(_ITERATIONS)
    while not _is_between_tricks(state):
        pending = state.table.pending
        assert pending is not None, "a trick under way has a decision"
        action = think(observe(state, pending.asked), chance).action
        state = apply(state, action).state
    return state


def _position_value(state: GameState, seat: Seat, judge: LeafEvaluator, rewards: Rewards) -> float:
    table = state.table
    if table.trick is None:
        # The round is over, and maybe the match.
        return rewards[table.scored[seat]][table.scored[seat.other]]
    assert table.decree is not None, "a round is under way"
    hands = [mask_of(hand) for hand in state.hands]
    position = BitPosition(hands, (), table.decree.index, int(table.trick.leader))
    position.tricks, position.gains = [*table.tricks], [*table.scored]
    return min(max(judge.worth(position), 0.0), 1.0)


KINDS = (
    *("humble", "greed", "victorious", "trick", "match-end"),
    *("swan", "fox", "woodcutter", "treasures", "witch", "monarch"),
)
"""What the puzzles of ``puzzles.txt`` are about; ``python -m tests.tools.puzzles`` makes it."""
