"""The yardstick: the tree search of the paper with random playouts, judged by the match table."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from foxduet.ai.partner import Partner, Stop, Thought, never
from foxduet.games.classic.ai.choices import choice_with
from foxduet.games.classic.ai.match import Rewards, learned_chances, rewards_of
from foxduet.games.classic.ai.position import OVER, Position
from foxduet.games.classic.ai.tables import cards_in
from foxduet.games.classic.ai.tree import Evaluate, Tree
from foxduet.games.classic.ai.worlds import positions_of
from foxduet.games.classic.rules.observation import Observation

if TYPE_CHECKING:
    from random import Random

_EXPLORATION = 0.7


def ismcts(iterations: int) -> Partner:
    """Return the opponent that searches with so many iterations."""
    return partial(_choose, iterations=iterations)


def _choose(
    observation: Observation, rng: Random, stop: Stop = never, *, iterations: int
) -> Thought:
    if len(observation.choices) == 1:
        return Thought(observation.choices[0])
    seat = int(observation.seat)
    rewards = rewards_of(learned_chances(), observation.table, observation.seat)
    tree = Tree(seat, _EXPLORATION, _playing_out(rewards, seat, rng), rng)
    worlds = 0
    for position in islice(positions_of(observation, rng), iterations):
        tree.grow(position)
        worlds += 1
        if stop():
            break
    action = choice_with(observation, tree.most_visited().choice)
    return Thought(action, worlds=worlds, cut_short=worlds < iterations)


def _playing_out(rewards: Rewards, seat: int, rng: Random) -> Evaluate:
    """Return what plays a round out at random, and looks at what came of it."""
    random = rng.random

    def play_out(position: Position) -> float:
        legal, do = position.legal, position.do
        while position.due != OVER:
            choices = cards_in(legal())
            do(choices[int(random() * len(choices))])
        return rewards[position.gains[seat]][position.gains[1 - seat]]

    return play_out
