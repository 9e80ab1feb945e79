"""The most points that a match can have come to, by its rounds, tricks and Treasures."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from foxduet.games.classic.rules.cards import DECK, Ability
from foxduet.games.classic.rules.scoring import points_for_tricks
from foxduet.games.classic.rules.state import TRICKS

Points: TypeAlias = tuple[int, int]
"""The points of both seats."""

TREASURES = sum(card.ability is Ability.TREASURE for card in DECK)


def round_points(tricks: tuple[int, int], treasures: int) -> set[Points]:
    """Return what both seats can have scored in a round so far (C5.5, C6.1).

    At most ``treasures`` were in the tricks won so far, two of them in a trick.
    """
    scored = {
        (p1, p2)
        for p1 in range(min(treasures, 2 * tricks[0]) + 1)
        for p2 in range(min(treasures - p1, 2 * tricks[1]) + 1)
    }
    if sum(tricks) < TRICKS:
        return scored
    more, less = points_for_tricks(tricks)
    return {(p1 + more, p2 + less) for p1, p2 in scored}


@cache
def match_points(rounds: int, target: int) -> frozenset[Points]:
    """Return the points with which a match can be under way after so many rounds (C6.2)."""
    points = frozenset({(0, 0)})
    for _round in range(rounds):
        if not points:
            break
        points = frozenset(
            (p1 + more, p2 + less)
            for p1, p2 in points
            for more, less in _WHOLE_ROUND
            if max(p1 + more, p2 + less) < target
        )
    return points


_WHOLE_ROUND = {
    points for won in range(TRICKS + 1) for points in round_points((won, TRICKS - won), TREASURES)
}
"""What both seats can score in a whole round."""
