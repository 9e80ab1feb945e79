"""The network that predicts how a round ends, and its features.

It has one hidden layer. It predicts how likely the leader ends with each number of tricks, and
how many Treasures each seat will still score. ``python -m tests.tools.fit_classic`` fits the
weights in ``leaf.toml``.

``own`` are the cards of the seat that leads, ``other`` the cards of the seat that follows. The
features of a suit describe one hand or compare both hands, so that sums over them can be cached.
Witches count as trumps, which they are unless two meet (C5.2).

Some features are amounts. The others are indicators (1 or 0) of a rank in a hand, of the number of
cards of a suit in both hands, and of the holders of its highest and lowest cards.
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
from foxduet.core.registry import read_resource
from foxduet.games.classic.ai.bit_position import (
    FOX,
    LOWER,
    MONARCH,
    RANK,
    RANK_CARDS,
    SUIT_CARDS,
    SWAN,
    TREASURE,
    WITCH,
    WOODCUTTER,
    cards_in,
)
from foxduet.games.classic.rules.cards import Suit
from foxduet.games.classic.rules.state import TRICKS

Row: TypeAlias = tuple[float, ...]

_ABILITY_CARDS = tuple(RANK_CARDS[rank] for rank in (SWAN, FOX, WOODCUTTER, TREASURE, MONARCH))
_TREASURES, _WITCHES = RANK_CARDS[TREASURE], RANK_CARDS[WITCH]
_PLAIN_WITCHES = tuple(_WITCHES & ~SUIT_CARDS[suit] for suit in Suit)
_PLAIN_SUITS = tuple(
    tuple(SUIT_CARDS[suit] & ~_WITCHES for suit in Suit if suit is not trump) for trump in Suit
)
_TRUMP_WITCH = tuple(_WITCHES & SUIT_CARDS[suit] for suit in Suit)

# Indices of the features. Both plain suits are added up, and so are abilities in all suits.
TRICKS_SO_FAR = slice(0, 12)
TRUMPS_IN_HAND = slice(12, 15), slice(15, 18)
TRUMP_COMPARISON = slice(18, 24)
PLAIN_IN_HAND = slice(24, 26), slice(26, 28)
PLAIN_COMPARISON = slice(28, 34)
ABILITIES_IN_HAND = slice(34, 39), slice(39, 44)
PLAIN_RANKS = slice(44, 55), slice(55, 66)
TRUMP_RANKS = slice(66, 77), slice(77, 88)
PLAIN_COUNTS, TRUMP_COUNTS = slice(88, 113), slice(113, 149)
HIGHEST_PLAIN, LOWEST_PLAIN = slice(149, 164), slice(164, 179)
HIGHEST_TRUMPS, LOWEST_TRUMPS = slice(179, 194), slice(194, 209)
FEATURES = 209

# Counts of a suit are capped; the highest and lowest _TOP_CARDS cards have indicators.
_MAX_PLAIN, _MAX_TRUMPS, _TOP_CARDS = 4, 5, 3

Hands: TypeAlias = tuple[int, int]
"""Cards of the seat that leads, and of the other seat."""


def features(own: int, other: int, trump: int, tricks: tuple[int, int]) -> Row:
    """Return all features at the start of a trick; ``tricks`` begins with the leader's."""
    row = [0.0] * FEATURES
    row[TRICKS_SO_FAR] = trick_count_features(*tricks)
    witches, trumps, tops, plain_suits = split_by_suit(own, other, trump)
    row[TRUMP_COMPARISON] = compare_suit(trumps, tops)
    for seat in (0, 1):
        row[TRUMPS_IN_HAND[seat]] = trump_hand_features(trumps[seat], witches[seat])
        row[ABILITIES_IN_HAND[seat]] = ability_features((own, other)[seat])
        for index in trump_indices(seat, trumps[seat], witches[seat]):
            row[index] += 1
    for index in trump_comparison_indices(trumps, tops, witches):
        row[index] += 1
    for hands in plain_suits:
        for index in plain_comparison_indices(hands):
            row[index] += 1
        _add(row, PLAIN_COMPARISON, compare_suit(hands, hands) if all(hands) else (0.0,) * 6)
        for seat in (0, 1):
            _add(row, PLAIN_IN_HAND[seat], plain_suit_features(hands[seat], hands[1 - seat]))
            for index in plain_indices(seat, hands[seat]):
                row[index] += 1
    return tuple(row)


def _add(row: list[float], indices: slice, amounts: Sequence[float]) -> None:
    row[indices] = [a + b for a, b in zip(row[indices], amounts, strict=True)]


def split_by_suit(
    own: int, other: int, trump: int
) -> tuple[Hands, Hands, Hands, tuple[Hands, Hands]]:
    """Return both hands' number of plain Witches, trumps, trumps with Witches, and plain suits.

    The third pair has the trump's own Witch in place of plain Witches.
    """
    witches, trumps = _PLAIN_WITCHES[trump], SUIT_CARDS[trump]
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
    """Return the features of the tricks so far, and of the distance to other scores (C6.1)."""
    tricks_left = TRICKS - own - other
    return (
        own / 4,
        other / 4,
        tricks_left / 6,
        float(own <= 3),
        float(other <= 3),
        float(own >= 7),
        float(other >= 7),
        float(max(own, other) >= 10),
        (3 - own) / tricks_left if own <= 3 else -0.5,
        (3 - other) / tricks_left if other <= 3 else -0.5,
        (7 - own) / tricks_left if own < 7 else -0.3,
        (7 - other) / tricks_left if other < 7 else -0.3,
    )


def trump_hand_features(trumps: int, witches: int) -> tuple[int, int, int]:
    """Return the features of a hand's trumps and its number of plain Witches."""
    return trumps.bit_count() + witches, witches, (trumps & _TREASURES).bit_count()


def plain_suit_features(cards: int, rivals: int) -> tuple[int, int]:
    """Return the features of a hand's plain suit; the second is 0 unless the other hand is void."""
    return cards.bit_count(), 0 if rivals else cards.bit_count()


def ability_features(cards: int) -> list[int]:
    """Return the number of cards of a hand with each ability, except Witches."""
    return [(cards & rank).bit_count() for rank in _ABILITY_CARDS]


def compare_suit(hands: Hands, tops: Hands) -> tuple[int, int, int, int, float, float]:
    """Return the features that compare both hands in a suit; ``tops`` has Witches as trumps.

    For either hand: number of cards above all rivals, number of cards below all rivals, and number
    of tricks they count as, each card for the share of its rivals that are lower.
    """
    own, other = hands
    own_tops, other_tops = tops
    count, rivals = own_tops.bit_count(), other_tops.bit_count()
    lower = sum([(other_tops & LOWER[card]).bit_count() for card in cards_in(own_tops)])
    # Any two cards differ in rank, except that both hands may count the trump's own Witch.
    higher = count * rivals - lower - (own_tops & other_tops).bit_count()
    return (
        (own_tops >> other_tops.bit_length()).bit_count(),
        (other_tops >> own_tops.bit_length()).bit_count(),
        (own & (other_tops & -other_tops) - 1).bit_count() if rivals else 0,
        (other & (own_tops & -own_tops) - 1).bit_count() if count else 0,
        lower / rivals if rivals else 0.0,
        higher / count if count else 0.0,
    )


def trump_indices(seat: int, trumps: int, witches: int) -> list[int]:
    """Return the indices of the ranks of a hand's trumps, and of its plain Witches."""
    offset = TRUMP_RANKS[seat].start - 1
    plain_witch = PLAIN_RANKS[seat].start - 1 + WITCH
    return [*(offset + RANK[card] for card in cards_in(trumps)), *[plain_witch] * witches]


def plain_indices(seat: int, cards: int) -> list[int]:
    """Return the indices of the ranks of a hand's plain suit, except Witches."""
    offset = PLAIN_RANKS[seat].start - 1
    return [offset + RANK[card] for card in cards_in(cards)]


def trump_comparison_indices(trumps: Hands, tops: Hands, witches: Hands) -> tuple[int, int, int]:
    """Return the indices of both hands' trump counts and of the highest and lowest trumps' holders.

    Plain Witches count as trumps; among the highest they take the place of the trump's own Witch.
    """
    counts = [
        min(cards.bit_count() + extra, _MAX_TRUMPS)
        for cards, extra in zip(trumps, witches, strict=True)
    ]
    return (
        TRUMP_COUNTS.start + counts[0] * (_MAX_TRUMPS + 1) + counts[1],
        HIGHEST_TRUMPS.start + _encode_highest_holders(*tops),
        LOWEST_TRUMPS.start + _encode_lowest_holders(*trumps),
    )


def plain_comparison_indices(hands: Hands) -> tuple[int, int, int]:
    """Return the indices of a plain suit's counts and of its highest and lowest cards' holders."""
    own, other = hands
    counts = min(own.bit_count(), _MAX_PLAIN), min(other.bit_count(), _MAX_PLAIN)
    return (
        PLAIN_COUNTS.start + counts[0] * (_MAX_PLAIN + 1) + counts[1],
        HIGHEST_PLAIN.start + _encode_highest_holders(own, other),
        LOWEST_PLAIN.start + _encode_lowest_holders(own, other),
    )


def _encode_highest_holders(own: int, other: int) -> int:
    """Return a number for which hand holds each of the (at most _TOP_CARDS) highest cards."""
    cards, holders = own | other, 1
    for _ in range(_TOP_CARDS):
        if not cards:
            break
        highest = 1 << cards.bit_length() - 1
        cards ^= highest
        holders = 2 * holders + (not own & highest)
    return holders - 1


def _encode_lowest_holders(own: int, other: int) -> int:
    """Return a number for which hand holds each of the (at most _TOP_CARDS) lowest cards."""
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

MIN_END, MAX_END = 3, 10
"""Fewer or more tricks at the end of a round score the same as these (C6.1)."""
ENDS = range(MIN_END, MAX_END + 1)
"""The leader's final numbers of tricks that the network distinguishes."""
OUTPUTS = len(ENDS) + 2
"""A logit for each of ENDS, then the Treasures that leader and other seat will score."""

# Maximum numbers of cached sums of the hidden layer: of both hands in a suit, and of one hand.
_MAX_CACHED_SUITS, _MAX_CACHED_HANDS = 1 << 14, 1 << 12
END_INDEX = tuple(min(max(tricks, MIN_END), MAX_END) - MIN_END for tricks in range(TRICKS + 1))
"""Index into ENDS by the leader's final number of tricks."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the network.

    hidden: a row for each feature, then a row of constants.
    outputs: a row for each output, its constant last.
    """

    hidden: tuple[Row, ...]
    outputs: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class _FixedPoint:
    """The layout of fixed-point numbers packed into one long integer.

    bits: width of each number.
    scale: representation of 1.
    zero: offset that leaves room for negative numbers.

    Adding long integers adds all their numbers at once, with the same result on every machine.
    """

    bits: int
    scale: float
    zero: int


# Sums of a unit stay far below 2,000, for which there is room on either side of zero.
_UNIT = _FixedPoint(32, 200_000.0, 1 << 29)
_OUTPUT = _FixedPoint(64, 1_000_000.0, 1 << 62)

# Adding and subtracting this rounds a share to 32 bits: the last digits of exp differ between
# machines.
_ROUNDING_TERM = float(1 << 20)


Network: TypeAlias = Callable[[int, int, int, int, int], tuple[int, list[float], float, float]]
"""Predicts the end of a round by the leader's hand, the other hand, the trump, and the tricks of
both. Returns the index into ENDS of the first possible end, the weights of this end and the next
ones (the likeliest has 1), and the Treasures to come for both.
"""


def make_network(weights: Weights) -> Network:
    """Return the network with these weights."""
    layer = _hidden_layer(weights)
    *rows, constants = (_pack(row, _OUTPUT) for row in zip(*weights.outputs, strict=True))
    scale = _OUTPUT.scale * _UNIT.scale
    constants = constants * int(_UNIT.scale) + _zeros(OUTPUTS, _OUTPUT)
    unpack = Struct(f"<{OUTPUTS}Q").unpack
    size = OUTPUTS * _OUTPUT.bits // 8
    zero = _OUTPUT.zero

    def predict(
        own: int, other: int, trump: int, own_tricks: int, other_tricks: int
    ) -> tuple[int, list[float], float, float]:
        hidden = layer(own, other, trump, own_tricks, other_tricks)
        sums = sum(map(mul, rows, hidden), constants)
        *ends, own_treasures, other_treasures = unpack(sums.to_bytes(size, "little"))
        start, last = END_INDEX[own_tricks], END_INDEX[TRICKS - other_tricks]
        logits = ends[start : last + 1]
        highest = max(logits)
        shares = [exp((x - highest) / scale) + _ROUNDING_TERM - _ROUNDING_TERM for x in logits]
        if not (own | other) & _TREASURES:
            return start, shares, 0.0, 0.0
        return (
            start,
            shares,
            max(own_treasures - zero, 0) / scale,
            max(other_treasures - zero, 0) / scale,
        )

    return predict


def _hidden_layer(weights: Weights) -> Callable[[int, int, int, int, int], list[int]]:
    """Return the function that computes the hidden layer, with the arguments of a network.

    The sums of a suit, and of either hand in it, are cached, since the same cards meet again and
    again. A row is one long integer, so that adding rows adds all units at once.
    """
    rows = [_pack(row, _UNIT) for row in weights.hidden[:FEATURES]]
    units = len(weights.hidden[0])
    constants = _pack(weights.hidden[FEATURES], _UNIT) + _zeros(units, _UNIT)
    unpack = Struct(f"<{units}I").unpack
    size = units * _UNIT.bits // 8
    zero = _UNIT.zero

    def dot(indices: slice, counts: Sequence[int]) -> int:
        return sum(map(mul, rows[indices], counts))

    @cache
    def scaled_row(index: int, amount: float) -> int:
        return _pack([amount * weight for weight in weights.hidden[index]], _UNIT)

    @lru_cache(_MAX_CACHED_HANDS)
    def trumps_in_hand(seat: int, cards: int, witches: int) -> int:
        return (
            dot(ABILITIES_IN_HAND[seat], ability_features(cards))
            + dot(TRUMPS_IN_HAND[seat], trump_hand_features(cards, witches))
            + sum(rows[index] for index in trump_indices(seat, cards, witches))
        )

    @lru_cache(_MAX_CACHED_HANDS)
    def plain_suit_in_hand(seat: int, cards: int, is_alone: bool) -> int:
        return (
            dot(ABILITIES_IN_HAND[seat], ability_features(cards))
            + dot(PLAIN_IN_HAND[seat], plain_suit_features(cards, 0 if is_alone else cards))
            + sum(rows[index] for index in plain_indices(seat, cards))
        )

    def comparison_sum(index: int, hands: Hands, tops: Hands) -> int:
        a, b, c, d, own_tricks, other_tricks = compare_suit(hands, tops)
        return (
            a * rows[index]
            + b * rows[index + 1]
            + c * rows[index + 2]
            + d * rows[index + 3]
            + scaled_row(index + 4, own_tricks)
            + scaled_row(index + 5, other_tricks)
        )

    def trump_sum(witches: Hands, hands: Hands, tops: Hands) -> int:
        counts, highest, lowest = trump_comparison_indices(hands, tops, witches)
        return (
            trumps_in_hand(0, hands[0], witches[0])
            + trumps_in_hand(1, hands[1], witches[1])
            + comparison_sum(TRUMP_COMPARISON.start, hands, tops)
            + (rows[counts] + rows[highest] + rows[lowest])
        )

    def suit_sum(hands: Hands) -> int:
        own, other = hands
        counts, highest, lowest = plain_comparison_indices(hands)
        return (
            plain_suit_in_hand(0, own, not other)
            + plain_suit_in_hand(1, other, not own)
            + (comparison_sum(PLAIN_COMPARISON.start, hands, hands) if own and other else 0)
            + (rows[counts] + rows[highest] + rows[lowest])
        )

    @cache
    def trick_count_sum(own: int, other: int) -> int:
        amounts = enumerate(trick_count_features(own, other), TRICKS_SO_FAR.start)
        return constants + sum(scaled_row(index, amount) for index, amount in amounts)

    # Dictionaries, since a lookup in an lru_cache takes twice as long, and much longer with PyPy.
    cached_trumps: dict[tuple[Hands, Hands], int] = {}
    cached_suits: dict[Hands, int] = {}

    def layer(own: int, other: int, trump: int, own_tricks: int, other_tricks: int) -> list[int]:
        witches, trumps, tops, (first, second) = split_by_suit(own, other, trump)
        trump_sums = cached_trumps.get((witches, trumps))
        if trump_sums is None:
            trump_sums = _store(cached_trumps, (witches, trumps), trump_sum(witches, trumps, tops))
        first_sums = cached_suits.get(first)
        if first_sums is None:
            first_sums = _store(cached_suits, first, suit_sum(first))
        second_sums = cached_suits.get(second)
        if second_sums is None:
            second_sums = _store(cached_suits, second, suit_sum(second))
        sums = trick_count_sum(own_tricks, other_tricks) + trump_sums + first_sums + second_sums
        return [x - zero if x > zero else 0 for x in unpack(sums.to_bytes(size, "little"))]

    return layer


def _pack(row: Iterable[float], layout: _FixedPoint) -> int:
    return sum(round(x * layout.scale) << index * layout.bits for index, x in enumerate(row))


def _zeros(count: int, layout: _FixedPoint) -> int:
    return sum(layout.zero << index * layout.bits for index in range(count))


def _store(cached_sums: dict[KeyT, int], key: KeyT, sums: int) -> int:
    if len(cached_sums) >= _MAX_CACHED_SUITS:
        cached_sums.clear()
    cached_sums[key] = sums
    return sums


@cache
def packaged_network() -> Network:
    """Return the network with the packaged weights."""
    return make_network(parse_weights(read_resource(__package__, WEIGHTS_FILE)))


def parse_weights(text: str) -> Weights:
    """Parse the weights in a TOML file."""
    table = tomllib.loads(text)
    return Weights(tuple(map(tuple, table["hidden"])), tuple(map(tuple, table["outputs"])))
