"""A round with all cards open, in numbers and bits: a second, faster implementation of the rules.

Cards are numbers 0-32, and hands are bits; tables replace the functions of the rules. A test plays
games with both and compares every position.
"""

from __future__ import annotations

from collections.abc import Iterable

from foxduet.core.cards import follow_wins
from foxduet.games.classic.rules.cards import DECK, RANKS, Ability, Card, Suit, effective_cards
from foxduet.games.classic.rules.engine import points_of
from foxduet.games.classic.rules.state import TRICKS

SWAN, FOX, WOODCUTTER, TREASURE, WITCH, MONARCH = (ability.value for ability in Ability)
"""The ranks with abilities."""

CARD_COUNT = len(DECK)
SUIT = tuple(int(card.suit) for card in DECK)
RANK = tuple(card.rank for card in DECK)
KEEP = CARD_COUNT
"""Number of the choice to keep the decree."""
BIT = tuple(1 << card for card in range(CARD_COUNT + 1))


def mask_of(cards: Iterable[Card]) -> int:
    """Return the bits of ``cards``."""
    return sum(BIT[card.index] for card in cards)


def cards_in(mask: int) -> tuple[int, ...]:
    """Return the numbers of the bits in ``mask``, ascending: cards, then KEEP."""
    return _BELLS[mask & 0x7FF] + _KEYS[mask >> 11 & 0x7FF] + _MOONS_AND_KEEP[mask >> 22]


def _subsets(start: int, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(start + bit for bit in range(count) if bits >> bit & 1) for bits in range(1 << count)
    )


_BELLS, _KEYS, _MOONS_AND_KEEP = _subsets(0, 11), _subsets(11, 11), _subsets(22, 12)

SUIT_CARDS = tuple(mask_of(card for card in DECK if card.suit is suit) for suit in Suit)
RANK_CARDS = tuple(mask_of(card for card in DECK if card.rank == rank) for rank in (0, *RANKS))
SAME_SUIT = tuple(SUIT_CARDS[suit] for suit in SUIT)
"""By card: the cards of its suit."""
SWAN_REPLIES = tuple(
    RANK_CARDS[SWAN] & SAME_SUIT[card] if RANK[card] == MONARCH else 0 for card in range(CARD_COUNT)
)
"""By card led: the Swan that may follow a Monarch; 0 under other cards (C3.3)."""
LOWER = tuple((BIT[card] - 1) & SAME_SUIT[card] for card in range(CARD_COUNT))
HIGHER = tuple(SAME_SUIT[card] & ~LOWER[card] & ~BIT[card] for card in range(CARD_COUNT))
"""By card: the higher cards of its suit."""


WINNING_REPLIES = tuple(
    tuple(
        mask_of(
            follow
            for follow in DECK
            if follow is not lead and follow_wins(*effective_cards(lead, follow, trump), trump)
        )
        for lead in DECK
    )
    for trump in Suit
)
"""By trump and card led: the following cards that win the trick (C5)."""

POINTS = tuple(points_of(tricks) for tricks in range(TRICKS + 1))
"""Points by the tricks of a seat (C6.1)."""


PLAY, EXCHANGE, DISCARD, OVER = range(4)
"""Values of ``due``; OVER ends the round."""

NO_CARD = -1


class BitPosition:
    """A moment of a round, from the first trick on; ``do`` changes it.

    hands: bits by seat.
    deck: ``drawn_count`` cards already drawn, then at least the cards still to be drawn.
    seat, due: the seat that must decide, and the kind of its decision.
    gains: points of each seat in this round; points for tricks are added at the end.

    Cards under the deck never come back, so they are left out.
    """

    __slots__ = (
        *("deck", "decree", "drawn_count", "due", "follow", "gains", "hands"),
        *("lead", "leader", "seat", "tricks"),
    )

    def __init__(self, hands: list[int], deck: tuple[int, ...], decree: int, leader: int) -> None:
        self.hands = hands
        self.deck = deck
        self.drawn_count = 0
        self.decree = decree
        self.leader = self.seat = leader
        self.lead = self.follow = NO_CARD
        self.tricks = [0, 0]
        self.gains = [0, 0]
        self.due = PLAY

    def copy(self) -> BitPosition:
        copy = BitPosition.__new__(BitPosition)
        copy.hands = self.hands[:]
        copy.deck = self.deck
        copy.drawn_count = self.drawn_count
        copy.decree = self.decree
        copy.leader = self.leader
        copy.seat = self.seat
        copy.lead = self.lead
        copy.follow = self.follow
        copy.tricks = self.tricks[:]
        copy.gains = self.gains[:]
        copy.due = self.due
        return copy

    def legal_choices(self) -> int:
        """Return the bits of the legal choices, including KEEP (C3.2, C3.3)."""
        hand, lead = self.hands[self.seat], self.lead
        if self.due != PLAY:
            return hand | BIT[KEEP] if self.due == EXCHANGE else hand
        if lead == NO_CARD or not (replies := hand & SAME_SUIT[lead]):
            return hand
        if RANK[lead] == MONARCH:
            return 1 << replies.bit_length() - 1 | replies & SWAN_REPLIES[lead]
        return replies

    def do(self, choice: int) -> None:
        """Make a legal choice: a card, or KEEP."""
        hands, seat = self.hands, self.seat
        if self.due == PLAY:
            hands[seat] ^= BIT[choice]
            if self.lead == NO_CARD:
                self.lead = choice
            else:
                self.follow = choice
            rank = RANK[choice]
            if rank == FOX and hands[seat]:
                self.due = EXCHANGE
                return
            if rank == WOODCUTTER:
                hands[seat] |= BIT[self.deck[self.drawn_count]]
                self.drawn_count += 1
                self.due = DISCARD
                return
        elif choice != KEEP:
            hands[seat] ^= BIT[choice]
            if self.due == EXCHANGE:
                hands[seat] |= BIT[self.decree]
                self.decree = choice
        if self.follow == NO_CARD:
            self.due = PLAY
            self.seat = 1 - self.leader
        else:
            self._finish_trick()

    def _finish_trick(self) -> None:
        lead, follow, winner = self.lead, self.follow, self.leader
        losing_card = follow
        if WINNING_REPLIES[SUIT[self.decree]][lead] >> follow & 1:
            winner = 1 - winner
            losing_card = lead
        self.tricks[winner] += 1
        self.gains[winner] += (RANK[lead] == TREASURE) + (RANK[follow] == TREASURE)
        self.lead = self.follow = NO_CARD
        self.leader = self.seat = 1 - winner if RANK[losing_card] == SWAN else winner
        self.due = PLAY
        p1, p2 = self.tricks
        if p1 + p2 == TRICKS:
            self.gains[0] += POINTS[p1]
            self.gains[1] += POINTS[p2]
            self.due = OVER
