"""One trick: who may follow with what (R4), who wins it (R6), and why.

Nothing here knows of paths and gems: it is what trick-taking games share.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from foxduet.rules.duet.cards import Ability, Card, Hand, Seat, Suit, has_suit


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards of a trick under way; a card is None until it is played."""

    leader: Seat
    lead: Card | None = None
    follow: Card | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards played so far, the lead first."""
        if self.lead is None:
            return ()
        if self.follow is None:
            return (self.lead,)
        return (self.lead, self.follow)

    @property
    def to_play(self) -> Seat:
        """The seat whose card comes next."""
        return self.leader if self.lead is None else self.leader.other


def trick_number(tricks_done: int, trick: Trick | None) -> int:
    """Return which trick of the round is under way, from 1; between tricks, which was the last."""
    return tricks_done + (trick is not None)


class WinReason(Enum):
    """Why a card took the trick (R6)."""

    ONLY_TRUMP = "only trump"
    HIGHER_TRUMP = "higher trump"
    HIGHER_OF_LED_SUIT = "higher of the led suit"
    ONLY_OF_LED_SUIT = "only card of the led suit"


def must_follow(hand: Hand, lead: Card) -> bool:
    """Tell whether the follower is bound to the led suit (R4.2, R4.3, R4.4)."""
    return lead.ability is not Ability.ROYAL_HEIR and has_suit(hand, lead.suit)


def follow_wins(lead: Card, follow: Card, trump: Suit) -> bool:
    """Tell whether the second card takes the trick (R6)."""
    if follow.suit is lead.suit:
        return follow.rank > lead.rank
    return follow.suit is trump


def win_reason(lead: Card, follow: Card, trump: Suit) -> WinReason:
    """Say why the winning card of ``lead`` and ``follow`` won (R6)."""
    if follow.suit is lead.suit:
        return WinReason.HIGHER_TRUMP if lead.suit is trump else WinReason.HIGHER_OF_LED_SUIT
    if trump in (lead.suit, follow.suit):
        return WinReason.ONLY_TRUMP
    return WinReason.ONLY_OF_LED_SUIT
