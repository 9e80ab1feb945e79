"""What the learned value looks at when a trick begins, all cards open.

``own`` are the cards of the seat that leads, ``other`` those of the seat that follows. The
features of a suit are those of either hand, and those between the hands, so that sums over them
can be kept. Witches count as trumps, which they are unless two meet (C5.2).

Some are amounts. The others are marks, 1 or 0, which say by their place what there is: a rank in a
hand, how many cards of a suit both hands have, and whose its highest and lowest cards are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

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
_MOST_PLAIN, _MOST_TRUMPS, _LOOKED_AT = 4, 5, 3

Hands: TypeAlias = tuple[int, int]
"""Cards of the seat that leads, and of the other."""


def features(own: int, other: int, trump: int, tricks: tuple[int, int]) -> Row:
    """Return all features of a trick's begin; ``tricks`` are those of the leader first."""
    row = [0.0] * FEATURES
    row[TRICKS_SO_FAR] = of_tricks(*tricks)
    witches, trumps, tops, plain_suits = split(own, other, trump)
    row[BETWEEN_TRUMPS] = between(trumps, tops)
    for seat in (0, 1):
        row[TRUMPS_IN_HAND[seat]] = of_trumps(trumps[seat], witches[seat])
        row[ABILITIES_IN_HAND[seat]] = of_abilities((own, other)[seat])
        for place in marks_of_trumps(seat, trumps[seat], witches[seat]):
            row[place] += 1
    for place in marks_between_trumps(trumps, tops, witches):
        row[place] += 1
    for hands in plain_suits:
        for place in marks_between_plain(hands):
            row[place] += 1
        _add(row, BETWEEN_PLAIN, between(hands, hands) if all(hands) else (0.0,) * 6)
        for seat in (0, 1):
            _add(row, PLAIN_IN_HAND[seat], of_plain_suit(hands[seat], hands[1 - seat]))
            for place in marks_of_plain(seat, hands[seat]):
                row[place] += 1
    return tuple(row)


def _add(row: list[float], places: slice, more: Sequence[float]) -> None:
    row[places] = [a + b for a, b in zip(row[places], more, strict=True)]


def split(own: int, other: int, trump: int) -> tuple[Hands, Hands, Hands, tuple[Hands, Hands]]:
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


def of_tricks(own: int, other: int) -> Row:
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


def of_trumps(trumps: int, witches: int) -> tuple[int, int, int]:
    """Return the features of the trumps in a hand with a number of plain Witches."""
    return trumps.bit_count() + witches, witches, (trumps & _TREASURES).bit_count()


def of_plain_suit(cards: int, rivals: int) -> tuple[int, int]:
    """Return the features of a plain suit in a hand: the second if the other hand has none."""
    return cards.bit_count(), 0 if rivals else cards.bit_count()


def of_abilities(cards: int) -> list[int]:
    """Return how many cards of a hand have each ability, Witches aside."""
    return [(cards & rank).bit_count() for rank in _COUNTED]


def between(hands: Hands, tops: Hands) -> tuple[int, int, int, int, float, float]:
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


def marks_of_trumps(seat: int, trumps: int, witches: int) -> list[int]:
    """Return the places of the ranks of the trumps in a hand, and of its plain Witches."""
    first = RANKS_OF_TRUMPS[seat].start - 1
    plain_witch = RANKS_OF_PLAIN[seat].start - 1 + WITCH
    return [*(first + RANK[card] for card in cards_in(trumps)), *[plain_witch] * witches]


def marks_of_plain(seat: int, cards: int) -> list[int]:
    """Return the places of the ranks of a plain suit's cards in a hand, Witches aside."""
    first = RANKS_OF_PLAIN[seat].start - 1
    return [first + RANK[card] for card in cards_in(cards)]


def marks_between_trumps(trumps: Hands, tops: Hands, witches: Hands) -> tuple[int, int, int]:
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


def marks_between_plain(hands: Hands) -> tuple[int, int, int]:
    """Return the places of how many cards of a plain suit both have, and of whose the ends are."""
    own, other = hands
    counts = min(own.bit_count(), _MOST_PLAIN), min(other.bit_count(), _MOST_PLAIN)
    return (
        COUNTS_OF_PLAIN.start + counts[0] * (_MOST_PLAIN + 1) + counts[1],
        HIGHEST_PLAIN.start + _holders_of_highest(own, other),
        LOWEST_PLAIN.start + _holders_of_lowest(own, other),
    )


def _holders_of_highest(own: int, other: int) -> int:
    """Return a number for whose the highest cards are, the leader's if both have one."""
    cards, holders = own | other, 1
    for _ in range(_LOOKED_AT):
        if not cards:
            break
        highest = 1 << cards.bit_length() - 1
        cards ^= highest
        holders = 2 * holders + (not own & highest)
    return holders - 1


def _holders_of_lowest(own: int, other: int) -> int:
    """Return a number for whose the lowest cards are."""
    cards, holders = own | other, 1
    for _ in range(_LOOKED_AT):
        if not cards:
            break
        lowest = cards & -cards
        cards ^= lowest
        holders = 2 * holders + (not own & lowest)
    return holders - 1
