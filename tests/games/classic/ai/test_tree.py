"""The tree search as its paper has it: availability counts, and the best choice most often."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from foxduet.core.common import Seat
from foxduet.games.classic.ai.expert import Node, Tree
from foxduet.games.classic.ai.position import OVER, Position, cards_in
from foxduet.games.classic.ai.worlds import positions_of
from foxduet.games.classic.rules.observation import observe
from tests.support.classic.deals import after, at

# p2 leads; one of the worlds has p2 without Bells, another not.
LINE = "1.9 2b4b6b8m/1k3k8k2m 5k 7b9b4k6k7kTm p2:- 5-4 0-0 p2:play"
ITERATIONS = 400


def tricks_of_p1(position: Position) -> float:
    """Play on with the lowest cards; return p1's share of the tricks."""
    while position.due != OVER:
        position.do(cards_in(position.legal())[0])
    return position.tricks[0] / 13


def searched() -> Tree:
    seen = observe(after(at(LINE), "p2 play 3k", "p2 exchange -"), Seat.P1)
    tree = Tree(Seat.P1, 0.7, tricks_of_p1, Random(2))
    for position in islice(positions_of(seen, Random(1)), ITERATIONS):
        tree.grow(position)
    return tree


def nodes_of(root: Node) -> list[Node]:
    return [root, *(node for child in root.children for node in nodes_of(child))]


def test_each_iteration_visits_one_choice_and_adds_at_most_one_node() -> None:
    root = searched().root
    assert sum(child.visits for child in root.children) == ITERATIONS
    assert len(nodes_of(root)) <= ITERATIONS + 1
    assert root.children
    for node in nodes_of(root)[1:]:
        assert sum(child.visits for child in node.children) < node.visits


def test_a_choice_is_available_at_least_as_often_as_it_is_visited() -> None:
    nodes = nodes_of(searched().root)[1:]
    assert all(node.visits <= node.available for node in nodes)
    # Some replies are possible in some worlds only.
    assert any(child.available < node.visits / 2 for node in nodes for child in node.children)


def test_each_node_has_every_choice_once_and_its_mean() -> None:
    for node in nodes_of(searched().root)[1:]:
        bits = [child.bit for child in node.children]
        assert sum(bits) == node.tried
        assert len({*bits}) == len(bits)
        assert node.mean == node.total / node.visits
        assert 0 <= node.mean <= 1


def test_both_seats_choose_what_is_best_for_themselves() -> None:
    tree = searched()
    children = tree.root.children
    assert all(child.is_own for child in children)
    assert tree.most_visited().visits == max(child.visits for child in children)
    # What p2 answers is worth to p2 what it is not worth to p1.
    for child in children:
        for reply in child.children:
            assert not reply.is_own
        assert child.mean == pytest.approx(_mean_below(child), abs=0.15)


def _mean_below(node: Node) -> float:
    """Return what a node's children were worth to the seat of the node."""
    visits = sum(child.visits for child in node.children)
    return sum(child.visits - child.total for child in node.children) / visits


def test_a_search_is_decided_when_the_rest_cannot_change_it() -> None:
    tree = searched()
    first, second = sorted((child.visits for child in tree.root.children), reverse=True)[:2]
    assert tree.is_decided(first - second - 1)
    assert not tree.is_decided(first - second)
