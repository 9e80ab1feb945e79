"""The whole state of a game, hidden cards included, its actions, and its events.

What a seat has shown of its hand in a round are facts, for both to see, in order (C7.1, C7.3).
Facts are hard: they hold whatever the seat had in mind. Their order says what a later draw can
have changed.

- ``deal p1 HAND1/HAND2 DECREE STOCK``: p1 deals; the stock is the draw deck, its top card first
- ``p2 play 7b``
- ``p1 exchange 4m``, ``p1 exchange -``: with the decree after a Fox, and to keep the decree
- ``p1 discard 4k``: under the deck after a Woodcutter, whenever one was played, even where the
  drawn card is the only one of the hand; the draw itself is no action: it is the deck's top card
- ``p2 resign``

Two kinds of events are private, CardDrawn and CardDiscarded: show a seat ``redact(event, seat)``
only.
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
from foxduet.core.notation import SEAT, ActionNotation, Verb, card_notation
from foxduet.games.classic.rules.cards import DECK, RANKS, Ability, Card, Hands, Suit


@dataclass(frozen=True, slots=True)
class Discard:
    """Having drawn for a Woodcutter, put a card under the deck (C4.2)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the game, which the other seat wins (C6.4)."""

    seat: Seat


Action: TypeAlias = Deal[Card] | Play[Card] | Exchange[Card] | Discard | Resign


class Choice(cards.Choice):
    """What kind of action is due; chance decides on a deal."""

    DEAL = cards.DEAL
    PLAY = "play"
    EXCHANGE = "exchange"
    DISCARD = "discard"


Due: TypeAlias = Decision[Choice]
"""What a seat or chance must decide."""

# Actions and decisions are values: the same few are shared instead of made for each trick.
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
"""All that can be due."""


Cards: TypeAlias = tuple[Card | None, ...]
"""Cards in any order; None is a card that is hidden from the seat whose view it is."""

CARDS = card_notation(
    DECK,
    ranks="123456789TE",
    suits="bkm",
    not_a_card=N_(
        "'{text}' is not a card; a card is a rank 1-9, T or E and a suit b, k or m, like 7b"
    ),
)


def format_pair(pair: tuple[int, int]) -> str:
    """Return the numbers of p1 and p2, such as ``7-6`` for tricks."""
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
    """The seat held no card of ``suit`` above ``rank``, which is 0 for a void."""

    suit: Suit
    rank: int


@dataclass(frozen=True, slots=True)
class Played:
    """The seat played ``card``, or put it out as the decree."""

    card: Card


@dataclass(frozen=True, slots=True)
class TookDecree:
    """The seat took ``card``, the old decree, into its hand."""

    card: Card


@dataclass(frozen=True, slots=True)
class DrewCard:
    """The seat drew for a Woodcutter; what, and what it put under the deck, stays hidden."""


Fact: TypeAlias = RankLimit | Played | TookDecree | DrewCard
Facts: TypeAlias = tuple[Fact, ...]

# Facts are values: the same few are shared instead of made for each card.
PLAYED_FACTS = tuple(Played(card) for card in DECK)
TOOK = tuple(TookDecree(card) for card in DECK)
DREW = DrewCard()
_LIMITS = tuple(tuple(RankLimit(suit, rank) for rank in (0, *RANKS)) for suit in Suit)


def limit_revealed(lead: Card, follow: Card) -> RankLimit | None:
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
    """``seat`` scored ``points`` for the Treasures in the trick that it won (C5.5)."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class SwanLeads:
    """``seat`` lost the trick with a Swan and leads the next one instead (C5.4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded(cards.RoundEnded):
    """Each seat has won ``tricks``, scores ``for_tricks``, has scored ``for_treasures`` (C6.1)."""

    tricks: tuple[int, int]
    for_tricks: tuple[int, int]
    for_treasures: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; ``resigned`` is the seat that gave up, if one did (C6.2-C6.4)."""

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
