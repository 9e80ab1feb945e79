"""Tables by which the lean kernel plays: cards are numbers 0-29, hands are 30-bit integers."""

from __future__ import annotations

from collections.abc import Iterable

from foxduet.rules.cards import DECK, Ability, Card, Hand, Seat, Suit
from foxduet.rules.movement import possible_moves
from foxduet.rules.trick import follow_wins

CARDS = len(DECK)
SUITS = len(Suit)
BIT = tuple(1 << index for index in range(CARDS))
SUIT_OF = tuple(card.suit.value for card in DECK)
PAWS = tuple(card.paws for card in DECK)
ALL = (1 << CARDS) - 1
SUIT_CARDS = tuple(sum(BIT[card.index] for card in DECK if card.suit is suit) for suit in Suit)
FOXES = sum(BIT[card.index] for card in DECK if card.ability is Ability.FOXES)
GIFTS = sum(BIT[card.index] for card in DECK if card.ability is Ability.GIFT)
ACTING = FOXES | GIFTS
"""The cards that do something as soon as they are played."""

BOUND = tuple(ALL if card.ability is Ability.ROYAL_HEIR else SUIT_CARDS[card.suit] for card in DECK)
"""For each led card the cards that its follower must play if it holds one of them (R4)."""


def mask_of(hand: Hand) -> int:
    """Return ``hand`` as bits."""
    return bits_of(card.index for card in hand)


def bits_of(cards: Iterable[int]) -> int:
    """Return cards by number as a hand of bits."""
    return sum([BIT[card] for card in cards])


def cards_in(mask: int) -> tuple[int, ...]:
    """Return the cards of a hand of bits, ascending."""
    return DOVES[mask & 1023] + ROSES[mask >> 10 & 1023] + STARS[mask >> 20]


def _subsets(suit: Suit) -> tuple[tuple[int, ...], ...]:
    first = 10 * suit.value
    return tuple(
        tuple(first + at for at in range(10) if subset >> at & 1) for subset in range(1024)
    )


DOVES, ROSES, STARS = (_subsets(suit) for suit in Suit)


def _classes() -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[tuple[bytes, ...], ...], ...]]:
    """Sort all tricks by what they lead to: the moves to choose among, and who wins.

    A class has an odd number if the follower wins.
    """
    moves: list[tuple[int, ...]] = []
    numbers: dict[tuple[tuple[int, ...], bool], int] = {}
    rows = tuple(
        tuple(
            tuple(
                bytes(_class_of(lead, follow, suit, leader, numbers, moves) for follow in DECK)
                for lead in DECK
            )
            for suit in Suit
        )
        for leader in Seat
    )
    return tuple(moves), rows


def _class_of(
    lead: Card,
    follow: Card,
    trump: Suit,
    leader: Seat,
    numbers: dict[tuple[tuple[int, ...], bool], int],
    moves: list[tuple[int, ...]],
) -> int:
    wins = follow_wins(lead, follow, trump)
    possible = possible_moves(lead, follow, leader.other if wins else leader)
    if (possible, wins) not in numbers:
        numbers[possible, wins] = len(moves) + wins
        numbers[possible, not wins] = len(moves) + (not wins)
        moves += [possible, possible]
    return numbers[possible, wins]


MOVES, TRICKS = _classes()
"""``MOVES[class]`` are the possible moves; ``TRICKS[leader][trump][lead][follow]`` the classes."""
