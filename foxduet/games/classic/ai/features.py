"""What the learned value looks at when a trick begins, all cards open.

``own`` are the cards of the seat that leads, ``other`` those of the seat that follows. The
features of a suit are those of either hand, and those between the hands, so that sums over them
can be kept. Witches count as trumps, which they are unless two meet (C5.2).
"""

from __future__ import annotations

from typing import TypeAlias

from foxduet.games.classic.ai.bit_position import (
    FOX,
    LOWER,
    MONARCH,
    OF_RANK,
    OF_SUIT,
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
FEATURES = 44

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
    for hands in plain_suits:
        _add(row, BETWEEN_PLAIN, between(hands, hands) if all(hands) else (0.0,) * 6)
        for seat in (0, 1):
            _add(row, PLAIN_IN_HAND[seat], of_plain_suit(hands[seat], hands[1 - seat]))
    return tuple(row)


def _add(row: list[float], places: slice, more: Row) -> None:
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


def of_trumps(trumps: int, witches: int) -> Row:
    """Return the features of the trumps in a hand with a number of plain Witches."""
    return (
        float(trumps.bit_count() + witches),
        float(witches),
        float((trumps & _TREASURES).bit_count()),
    )


def of_plain_suit(cards: int, rivals: int) -> Row:
    """Return the features of a plain suit in a hand: the second if the other hand has none."""
    return float(cards.bit_count()), 0.0 if rivals else float(cards.bit_count())


def of_abilities(cards: int) -> Row:
    """Return how many cards of a hand have each ability, Witches aside."""
    return tuple([float((cards & rank).bit_count()) for rank in _COUNTED])


def between(hands: Hands, tops: Hands) -> Row:
    """Return how the cards of a suit compare; ``tops`` are ``hands`` with Witches as trumps."""
    own, other = hands
    own_tops, other_tops = tops
    return (
        *(float(_above(own_tops, other_tops)), float(_above(other_tops, own_tops))),
        *(float(_below(own, other_tops)), float(_below(other, own_tops))),
        *(_strength(own_tops, other_tops), _strength(other_tops, own_tops)),
    )


def _above(cards: int, rivals: int) -> int:
    """Return how many cards are higher than all their rivals."""
    return (cards >> rivals.bit_length()).bit_count()


def _below(cards: int, rivals: int) -> int:
    """Return how many cards are lower than all their rivals, none if there are no rivals."""
    return (cards & (rivals & -rivals) - 1).bit_count() if rivals else 0


def _strength(cards: int, rivals: int) -> float:
    """Return for how many tricks the cards count: for each the share of rivals that are lower."""
    if not rivals:
        return 0.0
    lower = sum([(rivals & LOWER[card]).bit_count() for card in cards_in(cards)])
    return lower / rivals.bit_count()
