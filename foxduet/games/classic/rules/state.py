"""The state of a game, including hidden cards, its actions, and its events.

A fact is certain knowledge about a hand that its seat has revealed in this round, to both seats
(C7.1, C7.3). The order of facts shows which of them a later draw may have outdated.

Actions in record notation:

- ``deal p1 HAND1/HAND2 DECREE STOCK``: p1 deals; the stock is the draw deck, its top card first
- ``p2 play 7b``
- ``p1 exchange 4m``, ``p1 exchange -``: after a Fox, swap the decree, or keep it
- ``p1 discard 4k``: after a Woodcutter, put a card under the deck, even if the hand has only the
  drawn card; the draw itself is no action, since it takes the top card
- ``p2 resign``

CardDrawn and CardDiscarded are private events: show a seat only ``redact(event, seat)``.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import TypeAlias

from foxduet.core import cards
from foxduet.core.cards import (
    CardPlayed,
    Deal,
    Decision,
    DecreeChanged,
    DecreeKept,
    Exchange,
    Play,
    RoundDealt,
    Seat,
    Trick,
    TrickWon,
)
from foxduet.core.errors import N_
from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.notation import SEAT, ActionNotation, Verb, make_card_notation
from foxduet.games.classic.rules.cards import DECK, RANKS, Ability, Card, Hands, Suit


@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card under the deck, having drawn for a Woodcutter (C4.2)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the game; the other seat wins (C6.4)."""

    seat: Seat


Action: TypeAlias = Deal[Card] | Play[Card] | Exchange[Card] | Discard | Resign


class Choice(cards.Choice):
    """The kind of action that is due; chance decides on a deal."""

    DEAL = cards.DEAL
    PLAY = "play"
    EXCHANGE = "exchange"
    DISCARD = "discard"


Due: TypeAlias = Decision[Choice]
"""A decision that a seat or chance must make."""

# Actions and decisions are shared, to save creating them in each trick.
PLAYS = tuple(tuple(Play(seat, card) for card in DECK) for seat in Seat)
EXCHANGES = tuple(tuple(Exchange(seat, card) for card in DECK) for seat in Seat)
KEEPS: tuple[Exchange[Card], ...] = tuple(Exchange(seat, None) for seat in Seat)
DISCARDS = tuple(tuple(Discard(seat, card) for card in DECK) for seat in Seat)
RESIGNATIONS = tuple(Resign(seat) for seat in Seat)

DEAL_DUE = Decision(Choice.DEAL)
PLAY_DUE = tuple(Decision(Choice.PLAY, seat) for seat in Seat)
EXCHANGE_DUE = tuple(Decision(Choice.EXCHANGE, seat) for seat in Seat)
DISCARD_DUE = tuple(Decision(Choice.DISCARD, seat) for seat in Seat)

DECISIONS: tuple[Due, ...] = (DEAL_DUE, *PLAY_DUE, *EXCHANGE_DUE, *DISCARD_DUE)


Cards: TypeAlias = tuple[Card | None, ...]
"""Cards in any order; None for a hidden card."""

CARDS = make_card_notation(
    DECK,
    ranks="123456789TE",
    suits="bkm",
    not_a_card=N_(
        "'{text}' is not a card; a card is a rank 1-9, T or E and a suit b, k or m, like 7b"
    ),
)


def format_pair(pair: tuple[int, int]) -> str:
    """Format the numbers of p1 and p2, such as ``7-6`` for tricks."""
    return f"{pair[0]}-{pair[1]}"


ACTIONS: ActionNotation[Card, Action] = ActionNotation(
    CARDS,
    verbs=(
        Verb("play", Play, (SEAT, CARDS.card)),
        Verb("exchange", Exchange, (SEAT, CARDS.card_or_none)),
        Verb("discard", Discard, (SEAT, CARDS.card)),
        Verb("resign", Resign, (SEAT,)),
    ),
    not_an_action=N_(
        "'{text}' is not an action; actions are deal, play, exchange, discard and resign, "
        "like 'p1 play 7b'"
    ),
)
format_action = ACTIONS.format
# Records repeat the same few actions.
parse_action = lru_cache(maxsize=512)(ACTIONS.parse)


@dataclass(frozen=True, slots=True)
class RankLimit:
    """The seat held no card of ``suit`` above ``rank``; 0 means a void."""

    suit: Suit
    rank: int


@dataclass(frozen=True, slots=True)
class Played:
    """The seat played ``card``, or made it the decree."""

    card: Card


@dataclass(frozen=True, slots=True)
class TookDecree:
    """The seat took ``card``, the old decree, into its hand."""

    card: Card


@dataclass(frozen=True, slots=True)
class DrewCard:
    """The seat drew for a Woodcutter; the cards drawn and discarded stay hidden."""


Fact: TypeAlias = RankLimit | Played | TookDecree | DrewCard
Facts: TypeAlias = tuple[Fact, ...]

# Facts are shared, to save creating them for each card.
PLAYED_FACTS = tuple(Played(card) for card in DECK)
TOOK_FACTS = tuple(TookDecree(card) for card in DECK)
DREW_FACT = DrewCard()
_LIMITS = tuple(tuple(RankLimit(suit, rank) for rank in (0, *RANKS)) for suit in Suit)


def infer_rank_limit(lead: Card, follow: Card) -> RankLimit | None:
    """Return the limit that ``follow`` reveals about its hand (C7.3); None if it reveals none.

    A card of another suit reveals a void. Under a Monarch, any card but the Swan is the highest.
    """
    if follow.suit is not lead.suit:
        return _LIMITS[lead.suit][0]
    if lead.ability is Ability.MONARCH and follow.ability is not Ability.SWAN:
        return _LIMITS[lead.suit][follow.rank]
    return None


TARGETS = (21, 16, 35)
"""Points that end a game (C6.2), the default first."""

TRICKS = 13
HAND_SIZE = 13
STOCK_SIZE = 6


@dataclass(frozen=True, slots=True)
class Setup:
    """The options of a game: the points that end it."""

    target: int = TARGETS[0]


class Outcome(Enum):
    """The winner, or a draw (C6.3)."""

    P1 = "p1"
    P2 = "p2"
    DRAW = "draw"


WINS = (Outcome.P1, Outcome.P2)
"""Outcomes by the seat that won."""


@dataclass(frozen=True, slots=True)
class Table:
    """The public part of a state, with the public facts that a seat may remember (C7.1).

    pending, outcome: ``pending`` is None once the game is over, ``outcome`` until then.
    round: from 1; 0 before the first deal.
    tricks, round_points: tricks and points of each seat in this round.
    points: points of each seat in the game, including Treasures of this round.
    facts: facts about the hand of each seat in this round.
    trick: the current trick; None if no round is in progress.
    resigned: the seat that gave up, or None.
    """

    setup: Setup
    pending: Due | None
    round: int = 0
    tricks: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    round_points: tuple[int, int] = (0, 0)
    dealer: Seat | None = None
    decree: Card | None = None
    trick: Trick[Card] | None = None
    facts: tuple[Facts, Facts] = ((), ())
    outcome: Outcome | None = None
    resigned: Seat | None = None

    @property
    def tricks_done(self) -> int:
        """Number of complete tricks in this round (0-13)."""
        return self.tricks[0] + self.tricks[1]

    @property
    def trump(self) -> Suit:
        """Suit of the decree; an error before the first deal."""
        assert self.decree is not None, "there is no trump before the first deal"
        return self.decree.suit

    @property
    def in_trick(self) -> tuple[Trick[Card], Card]:
        """The current trick and the decree; an error unless a round is in progress."""
        assert self.trick is not None, "a trick is under way"
        assert self.decree is not None, "a round is under way"
        return self.trick, self.decree

    @property
    def lead(self) -> Card | None:
        """The card led to the current trick, or None."""
        return self.trick.lead if self.trick is not None else None


@dataclass(frozen=True, slots=True)
class Draw:
    """A complete draw for a Woodcutter: the card drawn, and the card put under the deck (C4.2).

    Both are None to the other seat. ``drawn`` is also None if a position line restored the game
    between draw and discard.
    """

    seat: Seat
    drawn: Card | None
    discarded: Card | None


@dataclass(frozen=True, slots=True)
class GameState:
    """A moment of a game, with the hidden cards.

    deck: rest of the draw deck, top first; the discards of ``draws`` are under it.
    draws: complete draws of this round, in order.
    drawn: the card just drawn, until its seat discards; else None.
    """

    table: Table
    hands: Hands = ((), ())
    deck: tuple[Card, ...] = ()
    draws: tuple[Draw, ...] = ()
    drawn: Card | None = None

    @property
    def stock(self) -> tuple[Card, ...]:
        """All face-down cards, top first."""
        return (*self.deck, *(draw.discarded for draw in self.draws if draw.discarded))


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """``seat`` drew for a Woodcutter; ``card`` is None to the other seat (C4.2)."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """``seat`` put a card under the deck; ``card`` is None to the other seat (C4.2)."""

    seat: Seat
    card: Card | None


@dataclass(frozen=True, slots=True)
class TreasuresScored:
    """``seat`` scored ``points`` for the Treasures in the trick it won (C5.5)."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class SwanLeads:
    """``seat`` lost the trick with a Swan and leads the next one (C5.4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded(cards.RoundEnded):
    """A round is complete: each seat's tricks, points for them, and points for Treasures (C6.1)."""

    tricks: tuple[int, int]
    trick_points: tuple[int, int]
    treasure_points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; ``resigned`` is the seat that gave up, or None (C6.2-C6.4)."""

    outcome: Outcome
    points: tuple[int, int]
    resigned: Seat | None = None


Event: TypeAlias = (
    RoundDealt[Card]
    | CardPlayed[Card]
    | DecreeChanged[Card]
    | DecreeKept
    | CardDrawn
    | CardDiscarded
    | TrickWon[Card]
    | TreasuresScored
    | SwanLeads
    | RoundEnded
    | GameEnded
)
