"""Leaf evaluation with all cards open, and the chance to win the match from there.

The current trick is finished at random. At the start of the next trick, the network predicts how
the round ends, and the match equity table gives the chance to win after each end.

The table is computed from the ends of rounds between partners, which ``python -m
tests.tools.fit_classic`` counts in ``rounds.toml``.
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
from foxduet.core.registry import read_resource
from foxduet.games.classic.ai.bit_position import (
    NO_CARD,
    OVER,
    PLAY,
    POINTS,
    SUIT,
    BitPosition,
    cards_in,
)
from foxduet.games.classic.ai.network import (
    ENDS,
    Network,
    Row,
    packaged_network,
)
from foxduet.games.classic.rules.engine import outcome_of
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.state import TRICKS, WINS, Table

if TYPE_CHECKING:
    from random import Random


ROUNDS_FILE = "rounds.toml"

MAX_POINTS = 9
"""Maximum points in a round: six for tricks, and three Treasures."""

_MAX_CACHED_ROUNDS = 16

RoundEndCounts: TypeAlias = Mapping[tuple[int, int], int]
"""Number of rounds by the points of the seat that led first, and of the dealer."""
Chances: TypeAlias = tuple[tuple[float, ...], ...]
"""Chances to win by the points of the next round's first leader, then of its dealer."""
ChancesByTarget: TypeAlias = Callable[[int], Chances]
"""Returns the chances to win for a target."""
Rewards: TypeAlias = tuple[tuple[float, ...], ...]
"""Chances to win the match by the points of a seat in the round, then of the other seat."""


def win_chance_table(ends: RoundEndCounts, target: int) -> Chances:
    """Return the chances to win from all scores below ``target``, if rounds end like ``ends``."""
    total = sum(ends.values())
    shares = [(points, count / total) for points, count in ends.items()]
    chances = [[0.0] * target for _ in range(target)]

    def find_chance(leader: int, dealer: int, gains: tuple[int, int]) -> float:
        leader, dealer = leader + gains[0], dealer + gains[1]
        if max(leader, dealer) >= target:
            return _share_of_win((leader, dealer), gains)
        # The leader deals the next round.
        return 1 - chances[dealer][leader]

    for points in reversed(range(2 * target - 1)):
        for leader in range(max(0, points - target + 1), min(points, target - 1) + 1):
            dealer = points - leader
            chances[leader][dealer] = fsum(
                [share * find_chance(leader, dealer, gains) for gains, share in shares]
            )
    return tuple(map(tuple, chances))


def _share_of_win(points: tuple[int, int], gains: tuple[int, int]) -> float:
    outcome = outcome_of(points, gains)
    return 0.5 if outcome not in WINS else float(outcome is WINS[0])


def win_chances(ends: RoundEndCounts) -> ChancesByTarget:
    """Return a function that computes the chances for a target, and caches them."""
    return cache(partial(win_chance_table, ends))


@cache
def packaged_win_chances() -> ChancesByTarget:
    """Return the chances to win by the packaged counts of rounds."""
    return win_chances(parse_round_ends(read_resource(__package__, ROUNDS_FILE)))


def parse_round_ends(text: str) -> RoundEndCounts:
    """Parse the counts of round ends in a TOML file."""
    return {(leader, dealer): count for leader, dealer, count in tomllib.loads(text)["ends"]}


def chance_to_win(
    chances: ChancesByTarget, target: int, points: tuple[int, int], leader: Seat
) -> tuple[float, float]:
    """Return each seat's chance to win before a round that ``leader`` leads."""
    chance = chances(target)[points[leader]][points[leader.other]]
    return (chance, 1 - chance) if leader is Seat.P1 else (1 - chance, chance)


def match_equity(chances: ChancesByTarget, table: Table, seat: Seat) -> Rewards:
    """Return the rewards of ``seat`` for the ends of the current round."""
    own_points, other_points = (table.points[s] - table.round_points[s] for s in (seat, seat.other))
    # The dealer leads the next round, but a position line does not contain the dealer.
    leaders = tuple(Seat) if table.dealer is None else (table.dealer,)
    return _rewards(chances, table.setup.target, (own_points, other_points), seat, leaders)


@lru_cache(_MAX_CACHED_ROUNDS)
def _rewards(
    chances: ChancesByTarget,
    target: int,
    points_before: tuple[int, int],
    seat: Seat,
    leaders: tuple[Seat, ...],
) -> Rewards:
    """Return the rewards of ``seat``, whose points come first in ``points_before``.

    Each of ``leaders`` is equally likely to lead the next round.
    """

    def reward(own_gain: int, other_gain: int) -> float:
        mine, theirs = points_before[0] + own_gain, points_before[1] + other_gain
        if max(mine, theirs) >= target:
            return _share_of_win((mine, theirs), (own_gain, other_gain))
        points = (mine, theirs) if seat is Seat.P1 else (theirs, mine)
        return fmean(chance_to_win(chances, target, points, leader)[seat] for leader in leaders)

    span = range(MAX_POINTS + 1)
    return tuple(tuple(reward(own_gain, other_gain) for other_gain in span) for own_gain in span)


_POINTS_BY_END = (
    tuple(POINTS[tricks] for tricks in ENDS),
    tuple(POINTS[TRICKS - tricks] for tricks in ENDS),
)
"""Points for each of ENDS: of the leader, then of the other seat."""


class LeafEvaluator:
    """Evaluates starts of tricks for ``seat``, by the ``rewards`` of round ends."""

    def __init__(self, network: Network, rewards: Rewards, seat: int) -> None:
        self._network = network
        self._rewards = rewards
        self._seat = seat
        self._worth_cache: dict[tuple[int, int, bool], Row] = {}

    def worth(self, position: BitPosition) -> float:
        """Return the worth of a position in which a trick starts."""
        leader = position.leader
        (p1, p2), (t1, t2), (g1, g2) = position.hands, position.tricks, position.gains
        if leader:
            p1, p2, t1, t2, g1, g2 = p2, p1, t2, t1, g2, g1
        start, shares, leader_treasures, other_treasures = self._network(
            p1, p2, SUIT[position.decree], t1, t2
        )
        worth = 0.0
        for gain, weight in _neighbouring_integers(leader_treasures):
            for other_gain, other_weight in _neighbouring_integers(other_treasures):
                worths = self._get_worths(g1 + gain, g2 + other_gain, is_own=leader == self._seat)
                worth += weight * other_weight * fsum(map(mul, shares, worths[start:]))
        return worth / fsum(shares)

    def _get_worths(self, leader_treasures: int, other_treasures: int, *, is_own: bool) -> Row:
        """Return the worth of each of ENDS, given the Treasure points of leader and other seat."""
        worths = self._worth_cache.get((leader_treasures, other_treasures, is_own))
        if worths is None:
            points = [min(leader_treasures + POINTS[tricks], MAX_POINTS) for tricks in ENDS]
            other_points = [
                min(other_treasures + POINTS[TRICKS - tricks], MAX_POINTS) for tricks in ENDS
            ]
            own, other = (points, other_points) if is_own else (other_points, points)
            worths = tuple(self._rewards[a][b] for a, b in zip(own, other, strict=True))
            self._worth_cache[leader_treasures, other_treasures, is_own] = worths
        return worths


def _neighbouring_integers(points: float) -> tuple[tuple[int, float], ...]:
    """Return the integers around ``points`` with their interpolation weights (0-1)."""
    integer = int(points)
    part = points - integer
    return ((integer, 1 - part), (integer + 1, part)) if part else ((integer, 1.0),)


def normalize_rewards(
    rewards: Rewards, gains: Sequence[int], seat: int
) -> tuple[Rewards, float, float]:
    """Scale rewards to 0-1 over the ends with at most one more Treasure; others are clamped.

    ``gains`` are the points so far. Also returns the lowest reward and the span. Rewards differ
    less early in a match than late in it, but a search must explore as much.
    """
    own_gain, rival_gain = gains[seat], gains[1 - seat]
    end_rewards = [
        rewards[min(own_gain + POINTS[tricks] + gain, MAX_POINTS)][
            min(rival_gain + POINTS[TRICKS - tricks] + other_gain, MAX_POINTS)
        ]
        for tricks in ENDS
        for gain, other_gain in ((0, 0), (1, 0), (0, 1))
    ]
    min_reward, span = min(end_rewards), max(end_rewards) - min(end_rewards)
    if not span:
        return rewards, 0.0, 1.0
    return (
        tuple(tuple(min(max((x - min_reward) / span, 0.0), 1.0) for x in row) for row in rewards),
        min_reward,
        span,
    )


@dataclass(frozen=True, slots=True)
class ModelWeights:
    """Weights fitted to games between partners.

    chances: chances to win the match, between rounds.
    network: how a round ends, at the start of a trick.
    """

    chances: ChancesByTarget
    network: Network


def packaged_weights() -> ModelWeights:
    return ModelWeights(packaged_win_chances(), packaged_network())


class RoundEvaluator:
    """Evaluates positions of the round in ``observation`` for its seat.

    Worths range from the worst (0) to the best (1) end of the round, so that a search explores as
    much early in a match as late in it.
    """

    def __init__(self, observation: Observation, weights: ModelWeights, rng: Random) -> None:
        table, seat = observation.table, observation.seat
        rewards = match_equity(weights.chances, table, seat)
        self._rewards, self._min_reward, self._span = normalize_rewards(
            rewards, table.round_points, seat
        )
        self._leaf = LeafEvaluator(weights.network, self._rewards, seat)
        self._network = weights.network
        self._seat = int(seat)
        self._start_points = table.round_points[seat]
        self._random = rng.random

    def evaluate(self, position: BitPosition) -> float:
        """Finish the trick at random, changing ``position``, and return its worth (0-1)."""
        random = self._random
        while position.due != PLAY or position.lead != NO_CARD:
            if position.due == OVER:
                gains = position.gains
                return self._rewards[gains[self._seat]][gains[1 - self._seat]]
            choices = cards_in(position.legal_choices())
            position.do(choices[int(random() * len(choices))])
        return self._leaf.worth(position)

    def expected_points(self, position: BitPosition) -> float:
        """Return the seat's expected points from the observation to the end of the round.

        ``position`` must have been evaluated.
        """
        seat = self._seat
        points = float(position.gains[seat] - self._start_points)
        if position.due == OVER:
            return points
        (p1, p2), (t1, t2), leader = position.hands, position.tricks, position.leader
        if leader:
            p1, p2, t1, t2 = p2, p1, t2, t1
        start, weights, *treasures = self._network(p1, p2, SUIT[position.decree], t1, t2)
        side = leader != seat
        trick_points = fsum(map(mul, weights, _POINTS_BY_END[side][start:])) / fsum(weights)
        return points + trick_points + treasures[side]

    def chance(self, worth: float) -> float:
        """Convert a worth into the chance to win the match (0-1)."""
        return min(max(self._min_reward + self._span * worth, 0.0), 1.0)
