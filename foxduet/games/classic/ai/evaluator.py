"""What a position is worth with all cards open, and the chance to win the match from there.

The trick under way is finished at random. From the begin of the next, the network tells how the
round may end; the match table makes of that the chance to win.

Worked out from how rounds of partners ended, counted in ``rounds.toml``; the command
``python -m tests.tools.fit_classic`` counts again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from math import fsum
from operator import mul
from statistics import fmean
from typing import TYPE_CHECKING, TypeAlias

from foxduet.core.cards import Seat
from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.registry import packaged_text
from foxduet.games.classic.ai.bit_position import (
    NONE,
    OVER,
    PLAY,
    POINTS,
    SUIT,
    BitPosition,
    cards_in,
)
from foxduet.games.classic.ai.network import (
    ENDS,
    FEWEST,
    MOST,
    OF_END,
    Network,
    Row,
    packaged_network,
)
from foxduet.games.classic.rules.engine import outcome_of
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.state import TRICKS, WON_BY, Table

if TYPE_CHECKING:
    from random import Random


ROUNDS_FILE = "rounds.toml"

MOST_POINTS = 9
"""The most points in a round: six for tricks, and three Treasures."""

_ROUNDS_KEPT = 16

RoundEndCounts: TypeAlias = Mapping[tuple[int, int], int]
"""How often rounds ended with these points for the seat that led first, and for the dealer."""
Chances: TypeAlias = tuple[tuple[float, ...], ...]
"""The chance to win by the points of the seat that leads the next round, then of its dealer."""
ChancesOf: TypeAlias = Callable[[int], Chances]
"""Returns the chances to win by the target."""
Rewards: TypeAlias = tuple[tuple[float, ...], ...]
"""The chance to win the match by the points that a seat, then the other, scores in a round."""


def win_chance_table(ends: RoundEndCounts, target: int) -> Chances:
    """Return the chance to win from every score below ``target``, if rounds end like ``ends``."""
    total = sum(ends.values())
    shares = [(points, count / total) for points, count in ends.items()]
    chances = [[0.0] * target for _ in range(target)]

    def after(leader: int, dealer: int, scored: tuple[int, int]) -> float:
        leader, dealer = leader + scored[0], dealer + scored[1]
        if max(leader, dealer) >= target:
            return _share_of_win((leader, dealer), scored)
        # Now the leader deals.
        return 1 - chances[dealer][leader]

    for points in reversed(range(2 * target - 1)):
        for leader in range(max(0, points - target + 1), min(points, target - 1) + 1):
            dealer = points - leader
            chances[leader][dealer] = fsum(
                [share * after(leader, dealer, scored) for scored, share in shares]
            )
    return tuple(map(tuple, chances))


def _share_of_win(points: tuple[int, int], scored: tuple[int, int]) -> float:
    outcome = outcome_of(points, scored)
    return 0.5 if outcome not in WON_BY else float(outcome is WON_BY[0])


def win_chances(ends: RoundEndCounts) -> ChancesOf:
    """Return the chances to win to every target; each target is worked out once."""
    return cache(partial(win_chance_table, ends))


@cache
def packaged_win_chances() -> ChancesOf:
    """Return the chances by the rounds that the package has counted."""
    return win_chances(parse_round_ends(packaged_text(__package__, ROUNDS_FILE)))


def parse_round_ends(text: str) -> RoundEndCounts:
    """Return the ends of rounds in the text of a file."""
    return {(leader, dealer): count for leader, dealer, count in tomllib.loads(text)["ends"]}


def chance_to_win(
    chances: ChancesOf, target: int, points: tuple[int, int], leader: Seat
) -> tuple[float, float]:
    """Return the chance of each seat to win, before a round in which ``leader`` leads first."""
    chance = chances(target)[points[leader]][points[leader.other]]
    return (chance, 1 - chance) if leader is Seat.P1 else (1 - chance, chance)


def match_equity(chances: ChancesOf, table: Table, seat: Seat) -> Rewards:
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
            return _share_of_win((mine, theirs), (own, other))
        points = (mine, theirs) if seat is Seat.P1 else (theirs, mine)
        return fmean(chance_to_win(chances, target, points, leader)[seat] for leader in leaders)

    span = range(MOST_POINTS + 1)
    return tuple(tuple(reward(own, other) for other in span) for own in span)


_OF_THE_OTHER = tuple(OF_END[TRICKS - tricks] for tricks in ENDS)
_SURE_ENDS = tuple(
    tuple(float(end == at) for at in OF_END[FEWEST : MOST + 1]) for end in range(len(ENDS))
)


class LeafEvaluator:
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
        for more, weight in _neighbouring_integers(to_leader):
            for less, other_weight in _neighbouring_integers(to_other):
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


def _neighbouring_integers(points: float) -> tuple[tuple[int, float], ...]:
    """Return the whole numbers on either side of ``points``, and how much each counts (0-1)."""
    below = int(points)
    part = points - below
    return ((below, 1 - part), (below + 1, part)) if part else ((below, 1.0),)


def normalize_rewards(
    rewards: Rewards, gains: Sequence[int], seat: int
) -> tuple[Rewards, float, float]:
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
class ModelWeights:
    """What opponents have learned: the chances to win the match, and how rounds end.

    The chances are those between rounds, the network tells of the begin of a trick.
    """

    chances: ChancesOf
    network: Network


def packaged_weights() -> ModelWeights:
    """Return what the package contains."""
    return ModelWeights(packaged_win_chances(), packaged_network())


class RoundEvaluator:
    """Judges positions of the round that ``observation`` shows, for its seat.

    Worths span from the worst (0) to the best (1) end of the round, so that a search explores as
    much at the begin of a match as at its end.
    """

    def __init__(self, observation: Observation, knowledge: ModelWeights, rng: Random) -> None:
        table, seat = observation.table, observation.seat
        rewards = match_equity(knowledge.chances, table, seat)
        self._rewards, self._least, self._span = normalize_rewards(rewards, table.scored, seat)
        self._leaf = LeafEvaluator(knowledge.network, self._rewards, seat)
        self._tell = knowledge.network
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

    def end_distribution(self, position: BitPosition) -> tuple[Sequence[float], float]:
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
