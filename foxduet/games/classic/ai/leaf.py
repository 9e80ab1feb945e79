"""The learned value of a position, all cards open: how the round will end from there.

The trick under way is finished at random. From the begin of the next, the network tells how the
round may end; the match table makes of that the chance to win.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from operator import mul
from typing import TYPE_CHECKING

from foxduet.core.frozen import dataclass
from foxduet.games.classic.ai.bit_position import (
    NONE,
    OVER,
    PLAY,
    POINTS,
    SUIT,
    BitPosition,
    cards_in,
)
from foxduet.games.classic.ai.features import Row
from foxduet.games.classic.ai.match import (
    MOST_POINTS,
    ChancesOf,
    Rewards,
    learned_chances,
    rewards_of,
)
from foxduet.games.classic.ai.network import (
    ENDS,
    FEWEST,
    MOST,
    OF_END,
    Network,
    learned_network,
)
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.state import TRICKS

if TYPE_CHECKING:
    from random import Random

_OF_THE_OTHER = tuple(OF_END[TRICKS - tricks] for tricks in ENDS)
_SURE_ENDS = tuple(
    tuple(float(end == at) for at in OF_END[FEWEST : MOST + 1]) for end in range(len(ENDS))
)


class Leaf:
    """What the begin of a trick is worth to ``seat``, if the ends of the round have ``rewards``."""

    def __init__(self, tell: Network, rewards: Rewards, seat: int) -> None:
        self._tell = tell
        self._rewards = rewards
        self._seat = seat
        self._by_gains: dict[tuple[int, int, bool], Row] = {}

    def worth(self, position: BitPosition) -> float:
        """Return the worth of a position in which a trick begins."""
        leader = position.leader
        (p1, p2), (t1, t2), (g1, g2) = position.hands, position.tricks, position.gains
        if leader:
            p1, p2, t1, t2, g1, g2 = p2, p1, t2, t1, g2, g1
        first, shares, to_leader, to_other = self._tell(p1, p2, SUIT[position.decree], t1, t2)
        worth = 0.0
        for more, weight in _sides(to_leader):
            for less, other_weight in _sides(to_other):
                worths = self._worths(g1 + more, g2 + less, is_own=leader == self._seat)
                worth += weight * other_weight * fsum(map(mul, shares, worths[first:]))
        return worth / fsum(shares)

    def _worths(self, to_leader: int, to_other: int, *, is_own: bool) -> Row:
        """Return the worth of each of ENDS, with the points for Treasures of leader and other."""
        worths = self._by_gains.get((to_leader, to_other, is_own))
        if worths is None:
            worths = self._by_gains[to_leader, to_other, is_own] = tuple(
                self._worth_of(
                    to_leader + POINTS[tricks], to_other + POINTS[TRICKS - tricks], is_own=is_own
                )
                for tricks in ENDS
            )
        return worths

    def _worth_of(self, to_leader: int, to_other: int, *, is_own: bool) -> float:
        points, others = min(to_leader, MOST_POINTS), min(to_other, MOST_POINTS)
        return self._rewards[points][others] if is_own else self._rewards[others][points]


def _sides(points: float) -> tuple[tuple[int, float], ...]:
    """Return the whole numbers on either side of ``points``, and how much each counts (0-1)."""
    below = int(points)
    part = points - below
    return ((below, 1 - part), (below + 1, part)) if part else ((below, 1.0),)


def normalized(rewards: Rewards, gains: Sequence[int], seat: int) -> tuple[Rewards, float, float]:
    """Return rewards from 0 to 1 over the ends that a round of ``seat`` can have after ``gains``.

    With them are returned the least of before, and the span: less differs at the begin of a match
    than at its end, but searching needs as much of it.
    """
    own, other = gains[seat], gains[1 - seat]
    ends = [
        rewards[min(own + POINTS[tricks] + more, MOST_POINTS)][
            min(other + POINTS[TRICKS - tricks] + less, MOST_POINTS)
        ]
        for tricks in ENDS
        for more, less in ((0, 0), (1, 0), (0, 1))
    ]
    least, span = min(ends), max(ends) - min(ends)
    if not span:
        return rewards, 0.0, 1.0
    return (
        tuple(tuple(min(max((x - least) / span, 0.0), 1.0) for x in row) for row in rewards),
        least,
        span,
    )


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What opponents have learned: the chances to win the match, and how rounds end.

    The chances are those between rounds, the network tells of the begin of a trick.
    """

    chances: ChancesOf
    tell: Network


def learned() -> Knowledge:
    """Return what the package contains."""
    return Knowledge(learned_chances(), learned_network())


class Judge:
    """Judges positions of the round that ``observation`` shows, for its seat.

    Worths span from the worst (0) to the best (1) end of the round, so that a search explores as
    much at the begin of a match as at its end.
    """

    def __init__(self, observation: Observation, knowledge: Knowledge, rng: Random) -> None:
        table, seat = observation.table, observation.seat
        rewards = rewards_of(knowledge.chances, table, seat)
        self._rewards, self._least, self._span = normalized(rewards, table.scored, seat)
        self._leaf = Leaf(knowledge.tell, self._rewards, seat)
        self._tell = knowledge.tell
        self._seat = int(seat)
        self._scored = table.scored[seat]
        self._random = rng.random

    def evaluate(self, position: BitPosition) -> float:
        """Finish the trick of ``position``, and return its worth (0-1)."""
        random = self._random
        while position.due != PLAY or position.lead != NONE:
            if position.due == OVER:
                gains = position.gains
                return self._rewards[gains[self._seat]][gains[1 - self._seat]]
            choices = cards_in(position.legal())
            position.do(choices[int(random() * len(choices))])
        return self._leaf.worth(position)

    def ending(self, position: BitPosition) -> tuple[Sequence[float], float]:
        """Return how likely each of ENDS is for the seat after a position that was evaluated.

        With it goes how many points it is to score for Treasures, from the observation on.
        """
        seat = self._seat
        treasures = float(position.gains[seat] - self._scored)
        if position.due == OVER:
            own = position.tricks[seat]
            return _SURE_ENDS[OF_END[own]], treasures - POINTS[own]
        (p1, p2), (t1, t2), leader = position.hands, position.tricks, position.leader
        if leader:
            p1, p2, t1, t2 = p2, p1, t2, t1
        first, found, to_leader, to_other = self._tell(p1, p2, SUIT[position.decree], t1, t2)
        total = fsum(found)
        shares = [0.0] * len(ENDS)
        for at, share in enumerate(found, first):
            shares[at] = share / total
        if leader == seat:
            return shares, treasures + to_leader
        return [shares[at] for at in _OF_THE_OTHER], treasures + to_other

    def chance(self, worth: float) -> float:
        """Return the chance to win the match (0-1) that a worth stands for."""
        return min(max(self._least + self._span * worth, 0.0), 1.0)
