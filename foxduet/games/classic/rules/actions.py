"""Everything that can be done in a game; each choice is one action.

The draw for a Woodcutter is no action: it is the deck's top card.
"""

from __future__ import annotations

from typing import TypeAlias

from foxduet.core import common
from foxduet.core.common import Deal, Decision, Exchange, Play, Seat
from foxduet.core.frozen import dataclass
from foxduet.games.classic.rules.cards import DECK, Card


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


class Choice(common.Choice):
    """What kind of action is due; chance decides on a deal."""

    DEAL = common.DEAL
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
