"""Information set Monte Carlo tree search with one tree (Cowling, Powley, Whitehouse 2012).

A world is drawn for each iteration, and only its legal choices count in it. Of those the one with
the highest upper confidence bound is followed; how often a choice was available takes the place
of the visits to its parent.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import TYPE_CHECKING, TypeAlias

from foxduet.games.classic.ai.position import OVER, Position
from foxduet.games.classic.ai.tables import BIT, cards_in

if TYPE_CHECKING:
    from random import Random

Evaluate: TypeAlias = Callable[[Position], float]
"""Returns what a position is worth to the seat that searches (0-1); it may change the position."""


class Node:
    """A choice, with what came of it; ``total`` is what it was worth to the seat that makes it.

    ``mean`` and ``narrowness``, one over the root of ``visits``, are worked out once for each
    visit, since choosing looks at them much more often. ``tried`` has the bits of the children.
    """

    __slots__ = (
        *("available", "bit", "children", "choice", "is_own", "mean", "narrowness"),
        *("total", "tried", "visits"),
    )

    def __init__(self, choice: int, *, is_own: bool) -> None:
        self.choice = choice
        self.bit = BIT[choice]
        self.is_own = is_own
        self.available = 1
        self.visits = 0
        self.total = 0.0
        self.mean = 0.0
        self.narrowness = 1.0
        self.tried = 0
        self.children: list[Node] = []


class Tree:
    """The tree of a search for ``seat``, which judges where an iteration ends with ``evaluate``."""

    def __init__(self, seat: int, exploration: float, evaluate: Evaluate, rng: Random) -> None:
        self.root = Node(0, is_own=False)
        self._seat = seat
        self._exploration = exploration
        self._evaluate = evaluate
        self._rng = rng
        # The roots of the logarithms of 1, 2, …: a choice is available in each iteration at most.
        self._roots = [0.0, 0.0]

    def grow(self, position: Position) -> float:
        """Do one iteration from ``position``, which is changed; return its worth to the seat."""
        node, roots, exploration = self.root, self._roots, self._exploration
        roots.append(sqrt(log(len(roots))))
        path: list[Node] = []
        while position.due != OVER:
            legal = position.legal()
            untried = legal & ~node.tried
            if untried:
                for child in node.children:
                    if legal & child.bit:
                        child.available += 1
                node = self._expand(node, untried, is_own=position.seat == self._seat)
                path.append(node)
                position.do(node.choice)
                break
            highest = -1.0
            for child in node.children:
                if legal & child.bit:
                    available = child.available = child.available + 1
                    bound = child.mean + exploration * child.narrowness * roots[available]
                    if bound > highest:
                        highest, node = bound, child
            path.append(node)
            position.do(node.choice)
        worth = self._evaluate(position)
        for node in path:
            node.visits += 1
            node.total += worth if node.is_own else 1 - worth
            node.mean = node.total / node.visits
            node.narrowness = 1 / sqrt(node.visits)
        return worth

    def _expand(self, node: Node, untried: int, *, is_own: bool) -> Node:
        choices = cards_in(untried)
        child = Node(choices[int(self._rng.random() * len(choices))], is_own=is_own)
        node.children.append(child)
        node.tried |= child.bit
        return child

    def most_visited(self) -> Node:
        """Return the choice that was followed most often."""
        return max(self.root.children, key=lambda child: child.visits)

    def is_decided(self, left: int) -> bool:
        """Return whether no choice can become the most visited in the iterations ``left``."""
        visits = sorted([child.visits for child in self.root.children], reverse=True)
        return len(visits) == 1 or visits[0] - visits[1] > left
