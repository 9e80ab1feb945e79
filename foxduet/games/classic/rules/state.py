"""The whole state of a game, hidden cards included; only the engine makes new ones.

What a seat has shown of its hand in a round are facts, for both to see, in order (C7.1, C7.3).
Facts are hard: they hold whatever the seat had in mind. Their order says what a later draw can
have changed.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from foxduet.core.common import Seat, Trick
from foxduet.core.frozen import dataclass
from foxduet.games.classic.rules.actions import Due
from foxduet.games.classic.rules.cards import DECK, RANKS, Ability, Card, Hands, Suit


@dataclass(frozen=True, slots=True)
class Limit:
    """The seat held no card of ``suit`` above ``rank``, which is 0 for a void."""

    suit: Suit
    rank: int


@dataclass(frozen=True, slots=True)
class Left:
    """The seat played ``card``, or put it out as the decree."""

    card: Card


@dataclass(frozen=True, slots=True)
class Took:
    """The seat took ``card``, the old decree, into its hand."""

    card: Card


@dataclass(frozen=True, slots=True)
class Drew:
    """The seat drew for a Woodcutter; what, and what it put under the deck, stays hidden."""


Fact: TypeAlias = Limit | Left | Took | Drew
Facts: TypeAlias = tuple[Fact, ...]

# Facts are values: the same few are shared instead of made for each card.
LEFT = tuple(Left(card) for card in DECK)
TOOK = tuple(Took(card) for card in DECK)
DREW = Drew()
_LIMITS = tuple(tuple(Limit(suit, rank) for rank in (0, *RANKS)) for suit in Suit)


def limit_shown(lead: Card, follow: Card) -> Limit | None:
    """Return what ``follow`` shows of the hand that it was chosen from, if anything (C7.3).

    Off suit it shows a void. Under a Monarch it is the highest card, unless it is the Swan.
    """
    if follow.suit is not lead.suit:
        return _LIMITS[lead.suit][0]
    if lead.ability is Ability.MONARCH and follow.ability is not Ability.SWAN:
        return _LIMITS[lead.suit][follow.rank]
    return None


TARGETS = (21, 16, 35)
"""The points that end a game (C6.2), those of the usual game first."""

TRICKS = 13
HAND_SIZE = 13
DECK_SIZE = 6


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed on before the first deal: the points that end the game."""

    target: int = TARGETS[0]


class Outcome(Enum):
    """Who won, or that both did (C6.3)."""

    P1 = "p1"
    P2 = "p2"
    DRAW = "draw"


WON_BY = (Outcome.P1, Outcome.P2)
"""The outcome by the seat that won."""


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open to both seats, and what a good memory has of it (C7.1).

    ``round`` is 0 before the first deal. ``tricks`` has how many of this round each seat has won,
    ``scored`` what it has scored in this round, ``points`` in the whole game, Treasures so far
    included. ``facts`` has what each seat has shown of its hand in this round. ``trick`` is None
    when none is under way, ``pending`` is None and ``outcome`` set when the game is over;
    ``resigned`` is the seat that gave up, if one did.
    """

    setup: Setup
    pending: Due | None
    round: int = 0
    tricks: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    scored: tuple[int, int] = (0, 0)
    dealer: Seat | None = None
    decree: Card | None = None
    trick: Trick[Card] | None = None
    facts: tuple[Facts, Facts] = ((), ())
    outcome: Outcome | None = None
    resigned: Seat | None = None

    @property
    def tricks_done(self) -> int:
        """The number of tricks of this round that are complete (0-13)."""
        return self.tricks[0] + self.tricks[1]

    @property
    def trump(self) -> Suit:
        """The decree's suit, after the first deal only."""
        assert self.decree is not None, "there is no trump before the first deal"
        return self.decree.suit

    @property
    def in_trick(self) -> tuple[Trick[Card], Card]:
        """The trick under way and the decree, which there are wherever a seat decides."""
        assert self.trick is not None, "a trick is under way"
        assert self.decree is not None, "a round is under way"
        return self.trick, self.decree

    @property
    def lead(self) -> Card | None:
        """The card that was led to the trick under way, None if there is none."""
        return self.trick.lead if self.trick is not None else None


@dataclass(frozen=True, slots=True)
class Draw:
    """What a Woodcutter did: the card drawn, and the one put under the deck (C4.2).

    Both are None to the other seat. ``drawn`` is None, too, where the game was restored from a
    position line in between.
    """

    seat: Seat
    drawn: Card | None
    discarded: Card | None


@dataclass(frozen=True, slots=True)
class GameState:
    """One moment of a game: what lies open, and what does not.

    ``deck`` is what is left of the draw deck, top first; under it lie the discarded cards of
    ``draws``, the complete draws of this round in order. ``drawn`` is the card of a hand that was
    just drawn, until the discard is chosen.
    """

    table: Table
    hands: Hands = ((), ())
    deck: tuple[Card, ...] = ()
    draws: tuple[Draw, ...] = ()
    drawn: Card | None = None

    @property
    def stock(self) -> tuple[Card, ...]:
        """All cards face down, top first."""
        return (*self.deck, *(draw.discarded for draw in self.draws if draw.discarded))
