"""Whether the answer hangs on how the other plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean
from typing import Any

from foxduet.ai.partner import partner_named
from foxduet.analysis.puzzles import Puzzle
from foxduet.core.register import rule_set
from foxduet.games.classic.ai.match import learned_chances, rewards_of

STYLES = ("steady", "expert:30")
"""Opponents of the original game against whom the rest of the round is played out."""
_OWN = "expert:30"


def shares_against(
    puzzle: Puzzle, actions: tuple[Any, ...], style: str, hands: range
) -> list[float]:
    """Return the chance to win the match after each of some actions, against an opponent.

    The tree of the original game's search knows no style: so the round is played out with hands
    that fit what the seat sees, the same for each action, by their numbers.
    """
    moment, rules = puzzle.moment, rule_set(puzzle.game)
    seat, rewards = moment.seat, rewards_of(learned_chances(), moment.state.table, moment.seat)
    partners = [partner_named(puzzle.game, style), partner_named(puzzle.game, _OWN)]
    if not seat:
        partners.reverse()

    def ends(action: Any) -> Iterator[float]:
        for number in hands:
            rng = Random(f"foxduet puzzle {puzzle.position} {style} {number}")
            state = rules.apply(rules.sample(moment.observation, rng), action).state
            scored = _round_played(rules, state, partners, rng).table.scored
            yield rewards[scored[seat]][scored[seat.other]]

    return [fmean(ends(action)) for action in actions]


def _round_played(rules: Any, state: Any, partners: list[Callable[..., Any]], rng: Random) -> Any:
    """Return the state at the end of the round."""
    while (due := rules.pending(state)) is not None and not due.choice.is_deal:
        seen = rules.observe(state, due.seat)
        state = rules.apply(state, partners[due.seat](seen, rng).action).state
    return state
