"""Tables of the rollout: cards are numbers 0-29, hands are integers of 30 bits."""

from __future__ import annotations

from collections.abc import Iterable

from foxduet.core.common import Seat, follow_wins
from foxduet.games.duet.rules.board import possible_moves
from foxduet.games.duet.rules.cards import DECK, Ability, Card, Hand, Suit

CARDS = len(DECK)
SUITS = len(Suit)
RANKS = CARDS // SUITS
BIT = tuple(1 << index for index in range(CARDS))
SUIT_OF = tuple(card.suit.value for card in DECK)
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
    subsets: list[tuple[int, ...]] = [()]
    for card in range(10 * suit, 10 * suit + 10):
        subsets += [(*subset, card) for subset in subsets]
    return tuple(subsets)


DOVES, ROSES, STARS = (_subsets(suit) for suit in Suit)

_classes: dict[tuple[int, ...], int] = {}


def _class_of(leader: Seat, trump: Suit, lead: Card, follow: Card) -> int:
    follower_wins = follow_wins(lead, follow, trump)
    winner = leader.other if follower_wins else leader
    # By ranks, on which alone the moves depend.
    moves = possible_moves(DECK[lead.rank - 1], DECK[follow.rank - 1], winner)
    return 2 * _classes.setdefault(moves, len(_classes)) + follower_wins


TRICKS = tuple(
    tuple(
        tuple(bytes(_class_of(leader, trump, lead, follow) for follow in DECK) for lead in DECK)
        for trump in Suit
    )
    for leader in Seat
)
"""``TRICKS[leader][trump][lead][follow]`` is the class of a trick; odd if the follower wins."""

MOVES = tuple(moves for moves in _classes for _ in (False, True))
"""The possible moves of the tracker after a trick, by its class."""
