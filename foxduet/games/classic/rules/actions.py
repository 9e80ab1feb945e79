"""Everything that can be done in a game; each choice is one action, and has a text in records.

- ``deal p1 HAND1/HAND2 DECREE STOCK``: p1 deals; the stock is the draw deck, its top card first
- ``p2 play 7b``
- ``p1 exchange 4m``, ``p1 exchange -``: with the decree after a Fox, and to keep the decree
- ``p1 discard 4k``: under the deck after a Woodcutter, whenever one was played, even where the
  drawn card is the only one of the hand; the draw itself is no action: it is the deck's top card
- ``p2 resign``

"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from foxduet.core import common
from foxduet.core.common import Deal, Decision, Exchange, Play, Seat
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.core.notation import SEAT, ActionNotation, Verb, card_notation
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
