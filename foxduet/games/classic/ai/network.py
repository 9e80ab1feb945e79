"""The network that tells how a round will end, and the features that it looks at.

It has one hidden layer, and tells how likely each number of tricks is that the leader ends with,
and how many Treasures each seat will still score. The weights are in ``leaf.toml``; the command
``python -m tests.tools.fit_classic`` fits them.

``own`` are the cards of the seat that leads, ``other`` those of the seat that follows. The
features of a suit are those of either hand, and those between the hands, so that sums over them
can be kept. Witches count as trumps, which they are unless two meet (C5.2).

Some are amounts. The others are marks, 1 or 0, which say by their place what there is: a rank in a
hand, how many cards of a suit both hands have, and whose its highest and lowest cards are.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from math import exp
from operator import mul
from struct import Struct
from typing import TypeAlias, TypeVar

from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.registry import packaged_text
from foxduet.games.classic.ai.bit_position import (
    FOX,
    LOWER,
    MONARCH,
    OF_RANK,
    OF_SUIT,
    RANK,
    SWAN,
    TREASURE,
    WITCH,
    WOODCUTTER,
    cards_in,
)
from foxduet.games.classic.rules.cards import Suit
from foxduet.games.classic.rules.state import TRICKS

Row: TypeAlias = tuple[float, ...]

_COUNTED = tuple(OF_RANK[rank] for rank in (SWAN, FOX, WOODCUTTER, TREASURE, MONARCH))
_TREASURES, _WITCHES = OF_RANK[TREASURE], OF_RANK[WITCH]
_PLAIN_WITCHES = tuple(_WITCHES & ~OF_SUIT[suit] for suit in Suit)
_PLAIN_SUITS = tuple(
    tuple(OF_SUIT[suit] & ~_WITCHES for suit in Suit if suit is not trump) for trump in Suit
)
_TRUMP_WITCH = tuple(_WITCHES & OF_SUIT[suit] for suit in Suit)

# The places of the features; those of both plain suits are added up, and abilities in all suits.
TRICKS_SO_FAR = slice(0, 12)
TRUMPS_IN_HAND = slice(12, 15), slice(15, 18)
BETWEEN_TRUMPS = slice(18, 24)
PLAIN_IN_HAND = slice(24, 26), slice(26, 28)
BETWEEN_PLAIN = slice(28, 34)
ABILITIES_IN_HAND = slice(34, 39), slice(39, 44)
RANKS_OF_PLAIN = slice(44, 55), slice(55, 66)
RANKS_OF_TRUMPS = slice(66, 77), slice(77, 88)
COUNTS_OF_PLAIN, COUNTS_OF_TRUMPS = slice(88, 113), slice(113, 149)
HIGHEST_PLAIN, LOWEST_PLAIN = slice(149, 164), slice(164, 179)
HIGHEST_TRUMPS, LOWEST_TRUMPS = slice(179, 194), slice(194, 209)
FEATURES = 209

# More cards of a suit than these are counted as these; of the ends of a suit so many are looked at.
_MOST_PLAIN, _MOST_TRUMPS, _TOP_CARDS = 4, 5, 3

Hands: TypeAlias = tuple[int, int]
"""Cards of the seat that leads, and of the other."""


def features(own: int, other: int, trump: int, tricks: tuple[int, int]) -> Row:
    """Return all features of a trick's begin; ``tricks`` are those of the leader first."""
    row = [0.0] * FEATURES
    row[TRICKS_SO_FAR] = trick_count_features(*tricks)
    witches, trumps, tops, plain_suits = split_by_suit(own, other, trump)
    row[BETWEEN_TRUMPS] = compare_suit(trumps, tops)
    for seat in (0, 1):
        row[TRUMPS_IN_HAND[seat]] = trump_hand_features(trumps[seat], witches[seat])
        row[ABILITIES_IN_HAND[seat]] = ability_features((own, other)[seat])
        for place in trump_indices(seat, trumps[seat], witches[seat]):
            row[place] += 1
    for place in trump_comparison_indices(trumps, tops, witches):
        row[place] += 1
    for hands in plain_suits:
        for place in plain_comparison_indices(hands):
            row[place] += 1
        _add(row, BETWEEN_PLAIN, compare_suit(hands, hands) if all(hands) else (0.0,) * 6)
        for seat in (0, 1):
            _add(row, PLAIN_IN_HAND[seat], plain_suit_features(hands[seat], hands[1 - seat]))
            for place in plain_indices(seat, hands[seat]):
                row[place] += 1
    return tuple(row)


def _add(row: list[float], places: slice, more: Sequence[float]) -> None:
    row[places] = [a + b for a, b in zip(row[places], more, strict=True)]


def split_by_suit(
    own: int, other: int, trump: int
) -> tuple[Hands, Hands, Hands, tuple[Hands, Hands]]:
    """Return of both hands the numbers of plain Witches, the trumps, and the cards by suit.

    The third are the trumps once more, with the trump's own Witch for those of other suits.
    """
    witches, trumps = _PLAIN_WITCHES[trump], OF_SUIT[trump]
    first, second = _PLAIN_SUITS[trump]
    own_witches, other_witches = own & witches, other & witches
    own_trumps, other_trumps = own & trumps, other & trumps
    witch = _TRUMP_WITCH[trump]
    return (
        (own_witches.bit_count(), other_witches.bit_count()),
        (own_trumps, other_trumps),
        (
            own_trumps | witch if own_witches else own_trumps,
            other_trumps | witch if other_witches else other_trumps,
        ),
        ((own & first, other & first), (own & second, other & second)),
    )


def trick_count_features(own: int, other: int) -> Row:
    """Return the features of the tricks so far, and of the way to the next band."""
    left = TRICKS - own - other
    return (
        own / 4,
        other / 4,
        left / 6,
        float(own <= 3),
        float(other <= 3),
        float(own >= 7),
        float(other >= 7),
        float(max(own, other) >= 10),
        (3 - own) / left if own <= 3 else -0.5,
        (3 - other) / left if other <= 3 else -0.5,
        (7 - own) / left if own < 7 else -0.3,
        (7 - other) / left if other < 7 else -0.3,
    )


def trump_hand_features(trumps: int, witches: int) -> tuple[int, int, int]:
    """Return the features of the trumps in a hand with a number of plain Witches."""
    return trumps.bit_count() + witches, witches, (trumps & _TREASURES).bit_count()


def plain_suit_features(cards: int, rivals: int) -> tuple[int, int]:
    """Return the features of a plain suit in a hand: the second if the other hand has none."""
    return cards.bit_count(), 0 if rivals else cards.bit_count()


def ability_features(cards: int) -> list[int]:
    """Return how many cards of a hand have each ability, Witches aside."""
    return [(cards & rank).bit_count() for rank in _COUNTED]


def compare_suit(hands: Hands, tops: Hands) -> tuple[int, int, int, int, float, float]:
    """Return how the cards of a suit compare; ``tops`` are ``hands`` with Witches as trumps.

    For either hand: how many of its cards are higher than all rivals, how many lower, and for how
    many tricks they count, each for the share of its rivals that are lower.
    """
    own, other = hands
    own_tops, other_tops = tops
    many, rivals = own_tops.bit_count(), other_tops.bit_count()
    lower = sum([(other_tops & LOWER[card]).bit_count() for card in cards_in(own_tops)])
    # Of two cards one is the lower, but for the trump's own Witch, for which both may have one.
    higher = many * rivals - lower - (own_tops & other_tops).bit_count()
    return (
        (own_tops >> other_tops.bit_length()).bit_count(),
        (other_tops >> own_tops.bit_length()).bit_count(),
        (own & (other_tops & -other_tops) - 1).bit_count() if rivals else 0,
        (other & (own_tops & -own_tops) - 1).bit_count() if many else 0,
        lower / rivals if rivals else 0.0,
        higher / many if many else 0.0,
    )


def trump_indices(seat: int, trumps: int, witches: int) -> list[int]:
    """Return the places of the ranks of the trumps in a hand, and of its plain Witches."""
    first = RANKS_OF_TRUMPS[seat].start - 1
    plain_witch = RANKS_OF_PLAIN[seat].start - 1 + WITCH
    return [*(first + RANK[card] for card in cards_in(trumps)), *[plain_witch] * witches]


def plain_indices(seat: int, cards: int) -> list[int]:
    """Return the places of the ranks of a plain suit's cards in a hand, Witches aside."""
    first = RANKS_OF_PLAIN[seat].start - 1
    return [first + RANK[card] for card in cards_in(cards)]


def trump_comparison_indices(trumps: Hands, tops: Hands, witches: Hands) -> tuple[int, int, int]:
    """Return the places of how many trumps both hands have, and of whose the ends are.

    Plain Witches are counted, and are the trump's own Witch where the highest are looked at.
    """
    counts = [
        min(cards.bit_count() + more, _MOST_TRUMPS)
        for cards, more in zip(trumps, witches, strict=True)
    ]
    return (
        COUNTS_OF_TRUMPS.start + counts[0] * (_MOST_TRUMPS + 1) + counts[1],
        HIGHEST_TRUMPS.start + _holders_of_highest(*tops),
        LOWEST_TRUMPS.start + _holders_of_lowest(*trumps),
    )


def plain_comparison_indices(hands: Hands) -> tuple[int, int, int]:
    """Return the places of how many cards of a plain suit both have, and of whose the ends are."""
    own, other = hands
    counts = min(own.bit_count(), _MOST_PLAIN), min(other.bit_count(), _MOST_PLAIN)
    return (
        COUNTS_OF_PLAIN.start + counts[0] * (_MOST_PLAIN + 1) + counts[1],
        HIGHEST_PLAIN.start + _holders_of_highest(own, other),
        LOWEST_PLAIN.start + _holders_of_lowest(own, other),
    )


def _holders_of_highest(own: int, other: int) -> int:
    cards, holders = own | other, 1
    for _ in range(_TOP_CARDS):
        if not cards:
            break
        highest = 1 << cards.bit_length() - 1
        cards ^= highest
        holders = 2 * holders + (not own & highest)
    return holders - 1


def _holders_of_lowest(own: int, other: int) -> int:
    cards, holders = own | other, 1
    for _ in range(_TOP_CARDS):
        if not cards:
            break
        lowest = cards & -cards
        cards ^= lowest
        holders = 2 * holders + (not own & lowest)
    return holders - 1


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
class _FixedPoint:
    """How fixed-point numbers stand in a long one: in how many bits, in which parts, from where.

    Adding long numbers adds all that stands in them at once, and gives the same on every machine.
    """

    bits: int
    scale: float
    zero: int


# No sum of a unit comes near 2,000, for which there is room on either side of the zero.
_UNIT = _FixedPoint(32, 200_000.0, 1 << 29)
_OUTPUT = _FixedPoint(64, 1_000_000.0, 1 << 62)

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
    *rows, constants = (_pack(of_unit, _OUTPUT) for of_unit in zip(*weights.outputs, strict=True))
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
    rows = [_pack(row, _UNIT) for row in weights.hidden[:FEATURES]]
    units = len(weights.hidden[0])
    constants = _pack(weights.hidden[FEATURES], _UNIT) + _zeros(units, _UNIT)
    unpack = Struct(f"<{units}I").unpack
    size = units * _UNIT.bits // 8
    zero = _UNIT.zero

    def summed(places: slice, counts: Sequence[int]) -> int:
        return sum(map(mul, rows[places], counts))

    @cache
    def share(place: int, amount: float) -> int:
        return _pack([amount * weight for weight in weights.hidden[place]], _UNIT)

    @lru_cache(_KEPT_OF_HANDS)
    def trumps_in_hand(seat: int, cards: int, witches: int) -> int:
        return (
            summed(ABILITIES_IN_HAND[seat], ability_features(cards))
            + summed(TRUMPS_IN_HAND[seat], trump_hand_features(cards, witches))
            + sum(rows[place] for place in trump_indices(seat, cards, witches))
        )

    @lru_cache(_KEPT_OF_HANDS)
    def plain_suit_in_hand(seat: int, cards: int, is_alone: bool) -> int:
        return (
            summed(ABILITIES_IN_HAND[seat], ability_features(cards))
            + summed(PLAIN_IN_HAND[seat], plain_suit_features(cards, 0 if is_alone else cards))
            + sum(rows[place] for place in plain_indices(seat, cards))
        )

    def compared(place: int, hands: Hands, tops: Hands) -> int:
        a, b, c, d, of_own, of_other = compare_suit(hands, tops)
        return (
            a * rows[place]
            + b * rows[place + 1]
            + c * rows[place + 2]
            + d * rows[place + 3]
            + share(place + 4, of_own)
            + share(place + 5, of_other)
        )

    def of_trump(witches: Hands, hands: Hands, tops: Hands) -> int:
        counts, highest, lowest = trump_comparison_indices(hands, tops, witches)
        return (
            trumps_in_hand(0, hands[0], witches[0])
            + trumps_in_hand(1, hands[1], witches[1])
            + compared(BETWEEN_TRUMPS.start, hands, tops)
            + (rows[counts] + rows[highest] + rows[lowest])
        )

    def of_suit(hands: Hands) -> int:
        own, other = hands
        counts, highest, lowest = plain_comparison_indices(hands)
        return (
            plain_suit_in_hand(0, own, not other)
            + plain_suit_in_hand(1, other, not own)
            + (compared(BETWEEN_PLAIN.start, hands, hands) if own and other else 0)
            + (rows[counts] + rows[highest] + rows[lowest])
        )

    @cache
    def of_tricks_so_far(own: int, other: int) -> int:
        amounts = enumerate(trick_count_features(own, other), TRICKS_SO_FAR.start)
        return constants + sum(share(place, amount) for place, amount in amounts)

    # Dictionaries, since each look at an lru_cache would take twice as long, with PyPy much longer.
    kept_of_trump: dict[tuple[Hands, Hands], int] = {}
    kept_of_suit: dict[Hands, int] = {}

    def layer(own: int, other: int, trump: int, own_tricks: int, other_tricks: int) -> list[int]:
        witches, trumps, tops, (first, second) = split_by_suit(own, other, trump)
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


def _pack(row: Iterable[float], fixed: _FixedPoint) -> int:
    """Return one number that has those of a row, one after the other."""
    return sum(round(x * fixed.scale) << at * fixed.bits for at, x in enumerate(row))


def _zeros(count: int, fixed: _FixedPoint) -> int:
    return sum(fixed.zero << at * fixed.bits for at in range(count))


def _keep(kept: dict[KeyT, int], key: KeyT, sums: int) -> int:
    if len(kept) >= _KEPT:
        kept.clear()
    kept[key] = sums
    return sums


@cache
def packaged_network() -> Network:
    """Return the network with the weights of the package."""
    return network(parse_weights(packaged_text(__package__, WEIGHTS_FILE)))


def parse_weights(text: str) -> Weights:
    """Return the weights in the text of a file."""
    table = tomllib.loads(text)
    return Weights(tuple(map(tuple, table["hidden"])), tuple(map(tuple, table["outputs"])))
