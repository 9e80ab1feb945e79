"""A round with all cards open as numbers and bits: the rules once more, for speed alone.

A test compares every position with those of the rules.
"""

from __future__ import annotations

from foxduet.games.classic.ai.tables import (
    BIT,
    FOX,
    KEEP,
    POINTS,
    RANK,
    SUIT,
    SWAN,
    TREASURE,
    WINS,
    WOODCUTTER,
    replies_in,
)
from foxduet.games.classic.rules.state import TRICKS

PLAY, EXCHANGE, DISCARD, OVER = range(4)
"""What is due; over is the round."""

NONE = -1
"""No card."""


class Position:
    """A moment of a round, from the first trick on; ``do`` changes it.

    ``hands`` are bits, by seat; ``deck`` has at least the cards still to be drawn, ``drawn`` of
    which are drawn. ``seat`` must do what is ``due``. ``gains`` is what the seats have scored in
    this round, for their tricks only when it is over. Cards under the deck never come back, so
    they are nowhere here.
    """

    __slots__ = (
        *("deck", "decree", "drawn", "due", "follow", "gains", "hands"),
        *("lead", "leader", "seat", "tricks", "winners"),
    )

    def __init__(self, hands: list[int], deck: tuple[int, ...], decree: int, leader: int) -> None:
        """Begin a round that ``leader`` leads."""
        self.hands = hands
        self.deck = deck
        self.drawn = 0
        self.decree = decree
        self.leader = self.seat = leader
        self.lead = self.follow = NONE
        self.tricks = [0, 0]
        self.gains = [0, 0]
        self.due = PLAY
        self.winners = 1

    def copy(self) -> Position:
        """Return another position that is the same."""
        copy = Position.__new__(Position)
        copy.hands = self.hands[:]
        copy.deck = self.deck
        copy.drawn = self.drawn
        copy.decree = self.decree
        copy.leader = self.leader
        copy.seat = self.seat
        copy.lead = self.lead
        copy.follow = self.follow
        copy.tricks = self.tricks[:]
        copy.gains = self.gains[:]
        copy.due = self.due
        copy.winners = self.winners
        return copy

    def first_winner(self) -> int:
        """Return who won the first trick finished since the position was made; there is one."""
        return self.winners >> self.winners.bit_length() - 2 & 1

    def legal(self) -> int:
        """Return the bits of the choices, that of KEEP among them."""
        hand = self.hands[self.seat]
        if self.due == PLAY:
            return hand if self.lead == NONE else replies_in(hand, self.lead)
        return hand | BIT[KEEP] if self.due == EXCHANGE else hand

    def do(self, choice: int) -> None:
        """Make a legal choice: a card, or KEEP."""
        hands, seat = self.hands, self.seat
        if self.due == PLAY:
            hands[seat] ^= BIT[choice]
            if self.lead == NONE:
                self.lead = choice
            else:
                self.follow = choice
            rank = RANK[choice]
            if rank == FOX and hands[seat]:
                self.due = EXCHANGE
                return
            if rank == WOODCUTTER:
                hands[seat] |= BIT[self.deck[self.drawn]]
                self.drawn += 1
                self.due = DISCARD
                return
        elif choice != KEEP:
            hands[seat] ^= BIT[choice]
            if self.due == EXCHANGE:
                hands[seat] |= BIT[self.decree]
                self.decree = choice
        if self.follow == NONE:
            self.due = PLAY
            self.seat = 1 - self.leader
        else:
            self._finish_trick()

    def _finish_trick(self) -> None:
        lead, follow, winner = self.lead, self.follow, self.leader
        beaten = follow
        if WINS[SUIT[self.decree]][lead] >> follow & 1:
            winner = 1 - winner
            beaten = lead
        self.tricks[winner] += 1
        self.winners = self.winners << 1 | winner
        self.gains[winner] += (RANK[lead] == TREASURE) + (RANK[follow] == TREASURE)
        self.lead = self.follow = NONE
        self.leader = self.seat = 1 - winner if RANK[beaten] == SWAN else winner
        self.due = PLAY
        p1, p2 = self.tricks
        if p1 + p2 == TRICKS:
            self.gains[0] += POINTS[p1]
            self.gains[1] += POINTS[p2]
            self.due = OVER
