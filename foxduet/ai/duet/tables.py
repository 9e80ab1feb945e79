"""Tables by which the lean kernel plays: cards are numbers 0-29, hands are 30-bit integers."""

from __future__ import annotations

from collections.abc import Iterable

from foxduet.rules.common import Seat, follow_wins
from foxduet.rules.duet.board import possible_moves
from foxduet.rules.duet.cards import DECK, RANKS, Ability, Hand, Suit

CARDS = len(DECK)
SUITS = len(Suit)
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
    first = 10 * suit.value
    return tuple(
        tuple(first + at for at in range(10) if subset >> at & 1) for subset in range(1024)
    )


DOVES, ROSES, STARS = (_subsets(suit) for suit in Suit)


def _sorted_tricks() -> tuple[tuple[tuple[int, ...], ...], list[list[list[bytes]]]]:
    """Sort all tricks by what they lead to: the moves to choose among, and who wins.

    A class has an odd number if the follower wins.
    """
    numbers: dict[tuple[int, ...], int] = {}

    def classes(leader: Seat, *, follower_wins: bool) -> list[list[int]]:
        """Return the classes by the ranks of lead and follow, on which alone the moves depend."""
        winner = leader.other if follower_wins else leader
        rows = []
        for lead in DECK[: len(RANKS)]:
            moves = [possible_moves(lead, follow, winner) for follow in DECK[: len(RANKS)]]
            rows.append([2 * numbers.setdefault(m, len(numbers)) + follower_wins for m in moves])
        return rows

    tricks = []
    for leader in Seat:
        by_winner = [classes(leader, follower_wins=wins) for wins in (False, True)]
        tricks.append(
            [
                [
                    bytes(
                        by_winner[follow_wins(lead, follow, trump)][lead.rank - 1][follow.rank - 1]
                        for follow in DECK
                    )
                    for lead in DECK
                ]
                for trump in Suit
            ]
        )
    return tuple(moves for moves in numbers for _ in (False, True)), tricks


MOVES, TRICKS = _sorted_tricks()
"""``MOVES[class]`` are the possible moves; ``TRICKS[leader][trump][lead][follow]`` the classes."""
