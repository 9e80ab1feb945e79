"""What lies ahead of a choice by what lies open: who would win the trick, and what that pays."""

from __future__ import annotations

from dataclasses import dataclass

from foxduet.core.common import Seat, follow_wins
from foxduet.games.classic.rules.cards import Ability, Card, Suit, counted
from foxduet.games.classic.rules.state import TRICKS, Table


@dataclass(frozen=True, slots=True)
class TrickOutlook:
    """How a trick would end: ``tricks`` the winner has won in the round by then.

    ``treasures`` are the points for it, and ``leader`` leads the next trick; None after the last.
    """

    winner: Seat
    tricks: int
    treasures: int
    leader: Seat | None


def trick_outlook(table: Table, follow: Card, trump: Suit) -> TrickOutlook:
    """Return how the trick under way ends with ``follow`` and a trump (C5).

    A card must have been led.
    """
    assert table.trick is not None, "a card was led"
    lead, leader = table.trick.lead, table.trick.leader
    assert lead is not None, "a card was led"
    wins = follow_wins(*counted(lead, follow, trump), trump)
    winner, beaten = (leader.other, lead) if wins else (leader, follow)
    next_leader = winner.other if beaten.ability is Ability.SWAN else winner
    return TrickOutlook(
        winner,
        tricks=table.tricks[winner] + 1,
        treasures=sum(card.ability is Ability.TREASURE for card in (lead, follow)),
        leader=None if table.tricks_done + 1 == TRICKS else next_leader,
    )


def follow_outlook(table: Table, follow: Card) -> TrickOutlook:
    """Return how the trick would end with ``follow``, as trump stands."""
    return trick_outlook(table, follow, table.trump)


def exchange_outlook(table: Table, new: Card | None) -> TrickOutlook | None:
    """Return what comes of the trick if ``new``, or the old card, is the decree (C4.1).

    None as long as nobody has followed.
    """
    if table.trick is None or table.trick.follow is None:
        return None
    return trick_outlook(table, table.trick.follow, table.trump if new is None else new.suit)
