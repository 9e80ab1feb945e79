"""The learned value of a position, all cards open: how the round will end from there.

The trick under way is finished at random. From the begin of the next, a network with one hidden
layer tells how likely each number of tricks is that the leader ends with, and how many Treasures
each seat will still score; the match table makes of these the chance to win. The weights are in
``leaf.toml``; ``python -m tests.benchmarks.fit_classic`` fits them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from math import exp
from operator import mul
from struct import Struct
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from foxduet.ai.partner import fitted_text
from foxduet.core.frozen import dataclass
from foxduet.games.classic.ai.bit_position import (
    NONE,
    OF_RANK,
    OVER,
    PLAY,
    POINTS,
    SUIT,
    TREASURE,
    BitPosition,
    cards_in,
)
from foxduet.games.classic.ai.features import (
    ABILITIES_IN_HAND,
    BETWEEN_PLAIN,
    BETWEEN_TRUMPS,
    FEATURES,
    PLAIN_IN_HAND,
    TRICKS_SO_FAR,
    TRUMPS_IN_HAND,
    Hands,
    Row,
    between,
    marks_between_plain,
    marks_between_trumps,
    marks_of_plain,
    marks_of_trumps,
    of_abilities,
    of_plain_suit,
    of_tricks,
    of_trumps,
    split,
)
from foxduet.games.classic.ai.match import (
    MOST_POINTS,
    ChancesOf,
    Rewards,
    learned_chances,
    rewards_of,
)
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.state import TRICKS

if TYPE_CHECKING:
    from random import Random


KeyT = TypeVar("KeyT")

WEIGHTS_FILE = "leaf.toml"

FEWEST, MOST = 3, 10
"""Numbers of tricks at the end of a round outside of these pay what these pay (C6.1)."""
ENDS = range(FEWEST, MOST + 1)
"""The tricks that the leader may end with, as the network tells them apart."""
OUTPUTS = len(ENDS) + 2
"""A logit for each of ENDS, then the Treasures that the leader and the other will score."""

# Sums of the first layer that are kept: of both hands in a suit, and of one.
_KEPT, _KEPT_OF_HANDS = 1 << 14, 1 << 12
# In a long number each unit has 32 bits. No sum comes near 2,000, for which there is room on either
# side of the zero.
_BITS, _SCALE, _ZERO = 32, 200_000.0, 1 << 29
_TREASURES = OF_RANK[TREASURE]
OF_END = tuple(min(max(tricks, FEWEST), MOST) - FEWEST for tricks in range(TRICKS + 1))
"""By the tricks of the leader: the place in ENDS."""
_OF_THE_OTHER = tuple(OF_END[TRICKS - tricks] for tricks in ENDS)
_SURE_ENDS = tuple(
    tuple(float(end == at) for at in OF_END[FEWEST : MOST + 1]) for end in range(len(ENDS))
)


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the network.

    ``hidden`` has a row for each feature, and at its end that of the constant; ``outputs`` a row
    for each output, its constant last.
    """

    hidden: tuple[Row, ...]
    outputs: tuple[Row, ...]


Network: TypeAlias = Callable[[int, int, int, int, int], tuple[int, list[float], float, float]]
"""Tells by the leader's hand, the other's, trump, and the tricks of both: the place in ENDS of the
first possible one, how likely it and the next are, and the Treasures to come for both."""


def network(weights: Weights) -> Network:
    """Return the network with some weights."""
    layer = _hidden_layer(weights)
    ends = [(row[:-1], row[-1]) for row in weights.outputs[: len(ENDS)]]
    (own_row, own_constant), (other_row, other_constant) = (
        (row[:-1], row[-1]) for row in weights.outputs[len(ENDS) :]
    )

    @cache
    def possible_ends(own: int, other: int) -> tuple[int, list[tuple[Row, float]]]:
        first, last = OF_END[own], OF_END[TRICKS - other]
        return first, ends[first : last + 1]

    def tell(
        own: int, other: int, trump: int, own_tricks: int, other_tricks: int
    ) -> tuple[int, list[float], float, float]:
        hidden = layer(own, other, trump, own_tricks, other_tricks)
        first, possible = possible_ends(own_tricks, other_tricks)
        shares = [exp(sum(map(mul, row, hidden)) + constant) for row, constant in possible]
        if not (own | other) & _TREASURES:
            return first, shares, 0.0, 0.0
        to_own = sum(map(mul, own_row, hidden)) + own_constant
        to_other = sum(map(mul, other_row, hidden)) + other_constant
        return first, shares, max(to_own, 0.0), max(to_other, 0.0)

    return tell


def _hidden_layer(weights: Weights) -> Callable[[int, int, int, int, int], list[float]]:
    """Return what works out the hidden layer by the arguments of a network.

    The sums of a suit are kept, since the same cards of it meet again and again, and so are those
    of either hand in it. A row is one long number, so that adding rows adds all units at once.
    """
    rows = [_packed(row) for row in weights.hidden[:FEATURES]]
    units = len(weights.hidden[0])
    zeros = _packed([_ZERO / _SCALE] * units)
    unpack = Struct(f"<{units}I").unpack
    size = units * _BITS // 8

    def summed(places: slice, counts: Sequence[int]) -> int:
        return sum(map(mul, rows[places], counts))

    @cache
    def share(place: int, amount: float) -> int:
        return _packed([amount * weight for weight in weights.hidden[place]])

    @lru_cache(_KEPT_OF_HANDS)
    def trumps_in_hand(seat: int, cards: int, witches: int) -> int:
        return (
            summed(ABILITIES_IN_HAND[seat], of_abilities(cards))
            + summed(TRUMPS_IN_HAND[seat], of_trumps(cards, witches))
            + sum(rows[place] for place in marks_of_trumps(seat, cards, witches))
        )

    @lru_cache(_KEPT_OF_HANDS)
    def plain_suit_in_hand(seat: int, cards: int, is_alone: bool) -> int:
        return (
            summed(ABILITIES_IN_HAND[seat], of_abilities(cards))
            + summed(PLAIN_IN_HAND[seat], of_plain_suit(cards, 0 if is_alone else cards))
            + sum(rows[place] for place in marks_of_plain(seat, cards))
        )

    def compared(place: int, hands: Hands, tops: Hands) -> int:
        a, b, c, d, of_own, of_other = between(hands, tops)
        return (
            a * rows[place]
            + b * rows[place + 1]
            + c * rows[place + 2]
            + d * rows[place + 3]
            + share(place + 4, of_own)
            + share(place + 5, of_other)
        )

    def of_trump(witches: Hands, hands: Hands, tops: Hands) -> int:
        counts, highest, lowest = marks_between_trumps(hands, tops, witches)
        return (
            trumps_in_hand(0, hands[0], witches[0])
            + trumps_in_hand(1, hands[1], witches[1])
            + compared(BETWEEN_TRUMPS.start, hands, tops)
            + (rows[counts] + rows[highest] + rows[lowest])
        )

    def of_suit(hands: Hands) -> int:
        own, other = hands
        counts, highest, lowest = marks_between_plain(hands)
        return (
            plain_suit_in_hand(0, own, not other)
            + plain_suit_in_hand(1, other, not own)
            + (compared(BETWEEN_PLAIN.start, hands, hands) if own and other else 0)
            + (rows[counts] + rows[highest] + rows[lowest])
        )

    @cache
    def of_tricks_so_far(own: int, other: int) -> int:
        amounts = enumerate(of_tricks(own, other), TRICKS_SO_FAR.start)
        constants = zeros + _packed(weights.hidden[FEATURES])
        return constants + sum(share(place, amount) for place, amount in amounts)

    # Dictionaries, since each look at an lru_cache would take twice as long, with PyPy much longer.
    kept_of_trump: dict[tuple[Hands, Hands], int] = {}
    kept_of_suit: dict[Hands, int] = {}

    def layer(own: int, other: int, trump: int, own_tricks: int, other_tricks: int) -> list[float]:
        witches, trumps, tops, (first, second) = split(own, other, trump)
        trump_sums = kept_of_trump.get((witches, trumps))
        if trump_sums is None:
            trump_sums = _keep(kept_of_trump, (witches, trumps), of_trump(witches, trumps, tops))
        first_sums = kept_of_suit.get(first)
        if first_sums is None:
            first_sums = _keep(kept_of_suit, first, of_suit(first))
        second_sums = kept_of_suit.get(second)
        if second_sums is None:
            second_sums = _keep(kept_of_suit, second, of_suit(second))
        sums = of_tricks_so_far(own_tricks, other_tricks) + trump_sums + first_sums + second_sums
        of_units = unpack(sums.to_bytes(size, "little"))
        return [(x - _ZERO) / _SCALE if x > _ZERO else 0.0 for x in of_units]

    return layer


def _packed(row: Iterable[float]) -> int:
    """Return a number that has those of a row, as fixed-point ones, one after the other."""
    return sum(round(x * _SCALE) << at * _BITS for at, x in enumerate(row))


def _keep(kept: dict[KeyT, int], key: KeyT, sums: int) -> int:
    """Keep the sums of a key, alone once there are too many; return them."""
    if len(kept) >= _KEPT:
        kept.clear()
    kept[key] = sums
    return sums


@cache
def learned_network() -> Network:
    """Return the network with the weights of the package."""
    return network(weights_in(fitted_text(__package__, WEIGHTS_FILE)))


def weights_in(text: str) -> Weights:
    """Return the weights in the text of a file."""
    table = tomllib.loads(text)
    return Weights(tuple(map(tuple, table["hidden"])), tuple(map(tuple, table["outputs"])))


class Leaf:
    """What the begin of a trick is worth to ``seat``, if the ends of the round have ``rewards``."""

    def __init__(self, tell: Network, rewards: Rewards, seat: int) -> None:
        self._tell = tell
        self._rewards = rewards
        self._seat = seat
        self._by_gains: dict[tuple[int, int, bool], tuple[Row, Row, Row]] = {}

    def worth(self, position: BitPosition) -> float:
        """Return the worth of a position in which a trick begins."""
        leader = position.leader
        (p1, p2), (t1, t2), (g1, g2) = position.hands, position.tricks, position.gains
        if leader:
            p1, p2, t1, t2, g1, g2 = p2, p1, t2, t1, g2, g1
        first, shares, to_leader, to_other = self._tell(p1, p2, SUIT[position.decree], t1, t2)
        worths = self._by_gains.get((g1, g2, leader == self._seat))
        if worths is None:
            worths = self._worths(g1, g2, is_own=leader == self._seat)
            self._by_gains[g1, g2, leader == self._seat] = worths
        bare, more, less = worths
        worth: float = sum(map(mul, shares, bare[first:]))
        if to_leader or to_other:
            worth += to_leader * sum(map(mul, shares, more[first:]))
            worth += to_other * sum(map(mul, shares, less[first:]))
        return worth / sum(shares)

    def _worths(self, to_leader: int, to_other: int, *, is_own: bool) -> tuple[Row, Row, Row]:
        """Return for each of ENDS its worth, and what a Treasure adds to it, for either seat."""

        def worth(own: int, other: int) -> float:
            own, other = min(own, MOST_POINTS), min(other, MOST_POINTS)
            return self._rewards[own][other] if is_own else self._rewards[other][own]

        scores = [
            (to_leader + POINTS[tricks], to_other + POINTS[TRICKS - tricks]) for tricks in ENDS
        ]
        bare = tuple(worth(own, other) for own, other in scores)
        more = tuple(
            worth(own + 1, other) - one for (own, other), one in zip(scores, bare, strict=True)
        )
        less = tuple(
            worth(own, other + 1) - one for (own, other), one in zip(scores, bare, strict=True)
        )
        return bare, more, less


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
        total = sum(found)
        shares = [0.0] * len(ENDS)
        for at, share in enumerate(found, first):
            shares[at] = share / total
        if leader == seat:
            return shares, treasures + to_leader
        return [shares[at] for at in _OF_THE_OTHER], treasures + to_other

    def chance(self, worth: float) -> float:
        """Return the chance to win the match (0-1) that a worth stands for."""
        return min(max(self._least + self._span * worth, 0.0), 1.0)
