"""The chance to win the match from any score: what all searching aims at.

Worked out from how rounds of partners ended, counted in ``rounds.toml``; the command
``python -m tests.benchmarks.fit_classic`` counts again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from math import fsum
from statistics import fmean
from typing import TypeAlias

from foxduet.core.common import Seat
from foxduet.core.register import packaged_text
from foxduet.games.classic.rules.scoring import outcome_of
from foxduet.games.classic.rules.state import WON_BY, Table

ROUNDS_FILE = "rounds.toml"

MOST_POINTS = 9
"""The most points in a round: six for tricks, and three Treasures."""

_ROUNDS_KEPT = 16

Ends: TypeAlias = Mapping[tuple[int, int], int]
"""How often rounds ended with these points for the seat that led first, and for the dealer."""
Chances: TypeAlias = tuple[tuple[float, ...], ...]
"""The chance to win by the points of the seat that leads the next round, then of its dealer."""
ChancesOf: TypeAlias = Callable[[int], Chances]
"""Returns the chances to win by the target."""
Rewards: TypeAlias = tuple[tuple[float, ...], ...]
"""The chance to win the match by the points that a seat, then the other, scores in a round."""


def chances_by(ends: Ends, target: int) -> Chances:
    """Return the chance to win from every score below ``target``, if rounds end like ``ends``."""
    total = sum(ends.values())
    shares = [(points, count / total) for points, count in ends.items()]
    chances = [[0.0] * target for _ in range(target)]

    def after(leader: int, dealer: int, scored: tuple[int, int]) -> float:
        leader, dealer = leader + scored[0], dealer + scored[1]
        if max(leader, dealer) >= target:
            return _won((leader, dealer), scored)
        # Now the leader deals.
        return 1 - chances[dealer][leader]

    for points in reversed(range(2 * target - 1)):
        for leader in range(max(0, points - target + 1), min(points, target - 1) + 1):
            dealer = points - leader
            chances[leader][dealer] = fsum(
                [share * after(leader, dealer, scored) for scored, share in shares]
            )
    return tuple(map(tuple, chances))


def _won(points: tuple[int, int], scored: tuple[int, int]) -> float:
    """Return 1 if the first seat has won a match that is over, half for a draw (C6.3)."""
    outcome = outcome_of(points, scored)
    return 0.5 if outcome not in WON_BY else float(outcome is WON_BY[0])


def chances_of(ends: Ends) -> ChancesOf:
    """Return the chances to win to every target; each target is worked out once."""
    return cache(partial(chances_by, ends))


@cache
def learned_chances() -> ChancesOf:
    """Return the chances by the rounds that the package has counted."""
    return chances_of(ends_in(packaged_text(__package__, ROUNDS_FILE)))


def ends_in(text: str) -> Ends:
    """Return the ends of rounds in the text of a file."""
    return {(leader, dealer): count for leader, dealer, count in tomllib.loads(text)["ends"]}


def chance_to_win(
    chances: ChancesOf, target: int, points: tuple[int, int], leader: Seat
) -> tuple[float, float]:
    """Return the chance of each seat to win, before a round in which ``leader`` leads first."""
    chance = chances(target)[points[leader]][points[leader.other]]
    return (chance, 1 - chance) if leader is Seat.P1 else (1 - chance, chance)


def rewards_of(chances: ChancesOf, table: Table, seat: Seat) -> Rewards:
    """Return what the end of the round under way is worth to ``seat``."""
    own, other = (table.points[one] - table.scored[one] for one in (seat, seat.other))
    # Who deals now leads next; in a position from a line of text that may be either.
    leaders = tuple(Seat) if table.dealer is None else (table.dealer,)
    return _rewards(chances, table.setup.target, (own, other), seat, leaders)


@lru_cache(_ROUNDS_KEPT)
def _rewards(
    chances: ChancesOf,
    target: int,
    before: tuple[int, int],
    seat: Seat,
    leaders: tuple[Seat, ...],
) -> Rewards:
    """Return the rewards of ``seat``, which comes first in ``before``; who leads next is open."""

    def reward(own: int, other: int) -> float:
        mine, theirs = before[0] + own, before[1] + other
        if max(mine, theirs) >= target:
            return _won((mine, theirs), (own, other))
        points = (mine, theirs) if seat is Seat.P1 else (theirs, mine)
        return fmean(chance_to_win(chances, target, points, leader)[seat] for leader in leaders)

    span = range(MOST_POINTS + 1)
    return tuple(tuple(reward(own, other) for other in span) for own in span)
