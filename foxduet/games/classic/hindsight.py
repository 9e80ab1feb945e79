"""Hindsight: double-dummy values of choices, and the kinds of puzzles."""

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
from foxduet.games.classic.rules.state import GameState, Setup

# Number of playouts of the trick after each choice, and of iterations for each decision in them.
_ROLLOUTS, _ITERATIONS = 4, 60


def setup_identity(setup: Setup) -> tuple[object, ...]:
    """Return the values that identify a setup in the fingerprint of a review."""
    return (setup.target,)


def double_dummy_values(decision: DecisionPoint, rng: Random) -> tuple[ClassicDoubleDummy, ...]:
    """Return the double-dummy value of each choice at ``decision``, in order.

    Hands and deck are the real ones, but no seat uses cards that it cannot see: in the rest of the
    trick, a small expert makes each decision with its seat's observation. The start of the
    next trick is evaluated with all cards open.
    """
    state, seat = decision.state, decision.seat
    rewards = match_equity(packaged_weights().chances, state.table, seat)
    evaluator = LeafEvaluator(packaged_weights().network, rewards, seat)
    values = []
    for choice in decision.observation.choices:
        next_state = apply(state, choice).state
        # A choice that ends the trick leaves nothing to play out.
        rollouts = 1 if _is_between_tricks(next_state) else _ROLLOUTS
        ends = [finish_trick(next_state, rng) for _ in range(rollouts)]
        win = fmean(_end_value(end, seat, evaluator, rewards) for end in ends)
        taken = fmean(end.table.tricks[seat] > state.table.tricks[seat] for end in ends)
        values.append(ClassicDoubleDummy(choice, win=win, taken=taken))
    return tuple(values)


def _is_between_tricks(state: GameState) -> bool:
    return state.table.trick is None or not state.table.trick.cards


def finish_trick(state: GameState, rng: Random) -> GameState:
    """Play out the trick, each seat deciding from its own observation, and return the state."""
    think = ismcts_expert(_ITERATIONS)
    while not _is_between_tricks(state):
        pending = state.table.pending
        assert pending is not None, "a trick under way has a decision"
        action = think(observe(state, pending.decider), rng).action
        state = apply(state, action).state
    return state


def _end_value(state: GameState, seat: Seat, evaluator: LeafEvaluator, rewards: Rewards) -> float:
    table = state.table
    if table.trick is None:
        # The round is over, and maybe the match.
        return rewards[table.round_points[seat]][table.round_points[seat.other]]
    assert table.decree is not None, "a round is under way"
    hands = [mask_of(hand) for hand in state.hands]
    position = BitPosition(hands, (), table.decree.index, int(table.trick.leader))
    position.tricks, position.gains = [*table.tricks], [*table.round_points]
    return min(max(evaluator.worth(position), 0.0), 1.0)


KINDS = (
    *("humble", "greed", "victorious", "trick", "match-end"),
    *("swan", "fox", "woodcutter", "treasures", "witch", "monarch"),
)
"""Kinds of puzzles in ``puzzles.txt``, which ``python -m tests.tools.puzzles`` writes."""
