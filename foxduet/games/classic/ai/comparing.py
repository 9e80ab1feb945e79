"""The expert that advises people: every choice in the same worlds, each with a tree of its own."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from foxduet.ai.partner import Partner, Stop, Thought, never
from foxduet.games.classic.ai.choices import number_of
from foxduet.games.classic.ai.estimates import ClassicEstimate
from foxduet.games.classic.ai.expert import EXPLORATION
from foxduet.games.classic.ai.judge import Judge
from foxduet.games.classic.ai.knowledge import learned
from foxduet.games.classic.ai.position import Position
from foxduet.games.classic.ai.tree import Tree
from foxduet.games.classic.ai.worlds import positions_of
from foxduet.games.classic.rules.observation import Observation

if TYPE_CHECKING:
    from random import Random

DEFAULT_WORLDS = 200


def comparing_expert(worlds: int) -> Partner:
    """Return the expert that tries each choice in so many worlds."""
    return partial(_choose, most=worlds)


def _choose(observation: Observation, rng: Random, stop: Stop = never, *, most: int) -> Thought:
    if len(observation.choices) == 1:
        return Thought(observation.choices[0])
    judge = Judge(observation, learned(), rng)
    trials = [_Trials(choice, observation, judge, rng) for choice in observation.choices]
    worlds, stopped = 0, False
    for position in islice(positions_of(observation, rng), most):
        for one in trials:
            one.add(position)
        worlds += 1
        stopped = stop()
        if stopped:
            break
    estimates = tuple(one.estimate(worlds) for one in trials)
    best = max(estimates, key=lambda estimate: estimate.win)
    return Thought(best.action, estimates, worlds, cut_short=stopped and worlds < most)


class _Trials:
    """What came of one choice in the worlds so far."""

    def __init__(self, choice: Any, observation: Observation, judge: Judge, rng: Random) -> None:
        self._choice = choice
        self._number = number_of(choice)
        self._seat = int(observation.seat)
        self._judge = judge
        self._tree = Tree(self._seat, EXPLORATION, judge.evaluate, rng)
        self._worth = self._points = 0.0
        self._taken = 0

    def add(self, world: Position) -> None:
        """Try the choice in a world."""
        position = world.copy()
        position.do(self._number)
        self._worth += self._tree.grow(position)
        self._points += self._judge.points(position)
        self._taken += position.first_winner() == self._seat

    def estimate(self, worlds: int) -> ClassicEstimate:
        """Return the means over the worlds."""
        return ClassicEstimate(
            self._choice,
            win=self._judge.chance(self._worth / worlds),
            score=self._points / worlds,
            taken=self._taken / worlds,
        )
