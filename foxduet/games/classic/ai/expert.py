"""The expert: a tree search whose iterations end where a trick begins, by a learned value."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from foxduet.ai.partner import Partner, Stop, Thought, never
from foxduet.games.classic.ai.choices import choice_with
from foxduet.games.classic.ai.judge import Judge
from foxduet.games.classic.ai.knowledge import Knowledge, learned
from foxduet.games.classic.ai.tree import Tree
from foxduet.games.classic.ai.worlds import positions_of
from foxduet.games.classic.rules.observation import Observation

if TYPE_CHECKING:
    from random import Random

DEFAULT_ITERATIONS = 4000
EXPLORATION = 0.2

# How often it is looked at whether the most visited choice can still be overtaken.
_LOOK = 32


def expert(iterations: int, knowledge: Knowledge | None = None) -> Partner:
    """Return the expert that searches with so many iterations, by default with what it learned.

    It ends sooner once no other choice could become the most visited one.
    """
    return partial(_choose, iterations=iterations, knowledge=knowledge)


def _choose(
    observation: Observation,
    rng: Random,
    stop: Stop = never,
    *,
    iterations: int,
    knowledge: Knowledge | None,
) -> Thought:
    if len(observation.choices) == 1:
        return Thought(observation.choices[0])
    judge = Judge(observation, knowledge or learned(), rng)
    tree = Tree(int(observation.seat), EXPLORATION, judge.evaluate, rng)
    worlds, stopped = 0, False
    for position in islice(positions_of(observation, rng), iterations):
        tree.grow(position)
        worlds += 1
        stopped = stop()
        if stopped or (not worlds % _LOOK and tree.is_decided(iterations - worlds)):
            break
    action = choice_with(observation, tree.most_visited().choice)
    return Thought(action, worlds=worlds, cut_short=stopped and worlds < iterations)
