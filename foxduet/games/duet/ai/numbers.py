"""A round in plain numbers, for the rollout: cards are numbers 0-29, hands integers of 30 bits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from foxduet.core.common import Seat, follow_wins
from foxduet.games.duet.rules.board import ForestPath, possible_moves
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


class BitPath(NamedTuple):
    """A path; spaces are numbered from 0, from p1's end.

    ``gems`` has five bits for each space, ``mask`` a bit for each space where gems lie; the
    tracker stands ``at`` a space from ``first`` to ``last``; ``reserve`` counts forest tokens.
    """

    gems: int
    mask: int
    at: int
    first: int
    last: int
    start: int
    reserve: int

    @property
    def counts(self) -> list[int]:
        """The gems on each space from ``first`` to ``last``."""
        return [self.gems >> 5 * space & 31 for space in range(self.first, self.last + 1)]


def bit_path_of(path: ForestPath, reserve: int) -> BitPath:
    """Return ``path`` in plain numbers."""
    return BitPath(
        gems=sum(count << 5 * space for space, count in enumerate(path.gems)),
        mask=sum(1 << space for space, count in enumerate(path.gems) if count),
        at=path.tracker - 1,
        first=path.first - 1,
        last=path.last - 1,
        start=path.start - 1,
        reserve=reserve,
    )


def move_fox(path: BitPath, steps: int) -> BitPath | None:
    """Move the tracker (R7.5, R7.6); None if that loses the game."""
    at = path.at + steps
    if at < path.first or at > path.last:
        if not path.reserve:
            return None
        end = Seat.P1 if at < path.first else Seat.P2
        return cover_end(path._replace(at=path.start), end)
    if not path.mask >> at & 1:
        return path._replace(at=at)
    gems = path.gems - (1 << 5 * at)
    mask = path.mask if gems >> 5 * at & 31 else path.mask ^ 1 << at
    return path._replace(gems=gems, mask=mask, at=at)


def cover_end(path: BitPath, end: Seat) -> BitPath:
    """Cover the last space of ``end``; its gems go one space toward the start (R7.8)."""
    space, to = (path.first, path.first + 1) if end is Seat.P1 else (path.last, path.last - 1)
    slid = path.gems >> 5 * space & 31
    return path._replace(
        gems=path.gems + (slid << 5 * to) - (slid << 5 * space),
        mask=path.mask & ~(1 << space) | (1 << to if slid else 0),
        first=to if end is Seat.P1 else path.first,
        last=to if end is Seat.P2 else path.last,
        reserve=path.reserve - 1,
    )
