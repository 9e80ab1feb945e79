"""The network that tells from the begin of a trick how the round will end, all cards open.

It has one hidden layer, and tells how likely each number of tricks is that the leader ends with,
and how many Treasures each seat will still score. The weights are in ``leaf.toml``; the command
``python -m tests.benchmarks.fit_classic`` fits them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from math import exp
from operator import mul
from struct import Struct
from typing import TypeAlias, TypeVar

from foxduet.core.frozen import dataclass
from foxduet.core.register import packaged_text
from foxduet.games.classic.ai.bit_position import OF_RANK, TREASURE
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
from foxduet.games.classic.rules.state import TRICKS

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
_TREASURES = OF_RANK[TREASURE]
OF_END = tuple(min(max(tricks, FEWEST), MOST) - FEWEST for tricks in range(TRICKS + 1))
"""By the tricks of the leader: the place in ENDS."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the network.

    ``hidden`` has a row for each feature, and at its end that of the constant; ``outputs`` a row
    for each output, its constant last.
    """

    hidden: tuple[Row, ...]
    outputs: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class _Fixed:
    """How fixed-point numbers stand in a long one: in how many bits, in which parts, from where.

    Adding long numbers adds all that stands in them at once, and gives the same on every machine.
    """

    bits: int
    scale: float
    zero: int


# No sum of a unit comes near 2,000, for which there is room on either side of the zero.
_UNIT = _Fixed(32, 200_000.0, 1 << 29)
_OUTPUT = _Fixed(64, 1_000_000.0, 1 << 62)

# Added to a share and taken away again, it leaves 32 bits of it: the last digits of exp are not the
# same on every machine.
_COARSE = float(1 << 20)


Network: TypeAlias = Callable[[int, int, int, int, int], tuple[int, list[float], float, float]]
"""Tells by the leader's hand, the other's, trump, and the tricks of both: the place in ENDS of the
first possible one, how likely it and the next are beside the likeliest (1), and the Treasures to
come for both."""


def network(weights: Weights) -> Network:
    """Return the network with some weights."""
    layer = _hidden_layer(weights)
    *rows, constants = (_packed(of_unit, _OUTPUT) for of_unit in zip(*weights.outputs, strict=True))
    unit = _OUTPUT.scale * _UNIT.scale
    constants = constants * int(_UNIT.scale) + _zeros(OUTPUTS, _OUTPUT)
    unpack = Struct(f"<{OUTPUTS}Q").unpack
    size = OUTPUTS * _OUTPUT.bits // 8
    zero = _OUTPUT.zero

    def tell(
        own: int, other: int, trump: int, own_tricks: int, other_tricks: int
    ) -> tuple[int, list[float], float, float]:
        hidden = layer(own, other, trump, own_tricks, other_tricks)
        sums = sum(map(mul, rows, hidden), constants)
        *ends, to_own, to_other = unpack(sums.to_bytes(size, "little"))
        first, last = OF_END[own_tricks], OF_END[TRICKS - other_tricks]
        possible = ends[first : last + 1]
        likeliest = max(possible)
        shares = [exp((x - likeliest) / unit) + _COARSE - _COARSE for x in possible]
        if not (own | other) & _TREASURES:
            return first, shares, 0.0, 0.0
        return first, shares, max(to_own - zero, 0) / unit, max(to_other - zero, 0) / unit

    return tell


def _hidden_layer(weights: Weights) -> Callable[[int, int, int, int, int], list[int]]:
    """Return what works out the hidden layer by the arguments of a network, in parts of a unit.

    The sums of a suit are kept, since the same cards of it meet again and again, and so are those
    of either hand in it. A row is one long number, so that adding rows adds all units at once.
    """
    rows = [_packed(row, _UNIT) for row in weights.hidden[:FEATURES]]
    units = len(weights.hidden[0])
    constants = _packed(weights.hidden[FEATURES], _UNIT) + _zeros(units, _UNIT)
    unpack = Struct(f"<{units}I").unpack
    size = units * _UNIT.bits // 8
    zero = _UNIT.zero

    def summed(places: slice, counts: Sequence[int]) -> int:
        return sum(map(mul, rows[places], counts))

    @cache
    def share(place: int, amount: float) -> int:
        return _packed([amount * weight for weight in weights.hidden[place]], _UNIT)

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
        return constants + sum(share(place, amount) for place, amount in amounts)

    # Dictionaries, since each look at an lru_cache would take twice as long, with PyPy much longer.
    kept_of_trump: dict[tuple[Hands, Hands], int] = {}
    kept_of_suit: dict[Hands, int] = {}

    def layer(own: int, other: int, trump: int, own_tricks: int, other_tricks: int) -> list[int]:
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
        return [x - zero if x > zero else 0 for x in of_units]

    return layer


def _packed(row: Iterable[float], fixed: _Fixed) -> int:
    """Return one number that has those of a row, one after the other."""
    return sum(round(x * fixed.scale) << at * fixed.bits for at, x in enumerate(row))


def _zeros(count: int, fixed: _Fixed) -> int:
    """Return a row of zeros, on which there is room for negative numbers."""
    return sum(fixed.zero << at * fixed.bits for at in range(count))


def _keep(kept: dict[KeyT, int], key: KeyT, sums: int) -> int:
    """Keep the sums of a key, alone once there are too many; return them."""
    if len(kept) >= _KEPT:
        kept.clear()
    kept[key] = sums
    return sums


@cache
def learned_network() -> Network:
    """Return the network with the weights of the package."""
    return network(weights_in(packaged_text(__package__, WEIGHTS_FILE)))


def weights_in(text: str) -> Weights:
    """Return the weights in the text of a file."""
    table = tomllib.loads(text)
    return Weights(tuple(map(tuple, table["hidden"])), tuple(map(tuple, table["outputs"])))
