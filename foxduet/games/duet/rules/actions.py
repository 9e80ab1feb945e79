"""Everything that can be done in a game; each choice is one action."""

from __future__ import annotations

from typing import TypeAlias

from foxduet.core import common
from foxduet.core.common import Deal, Decision, Exchange, Play, Seat
from foxduet.core.frozen import dataclass
from foxduet.games.duet.rules.cards import DECK, Card


@dataclass(frozen=True, slots=True)
class Foxes:
    """Having played Foxes, name the seat that may exchange the decree (R5.1)."""

    seat: Seat
    named: Seat


@dataclass(frozen=True, slots=True)
class Give:
    """Choose the card to give for a Gift (R5.2)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Move:
    """Choose among the possible moves of the tracker; + is toward p2's end (R7.4)."""

    seat: Seat
    steps: int


@dataclass(frozen=True, slots=True)
class Forest:
    """Together, choose the end whose last space the forest token covers (R8.3)."""

    end: Seat


@dataclass(frozen=True, slots=True)
class Resign:
    """Together, give up the game (R9.1)."""


Action: TypeAlias = Deal[Card] | Play[Card] | Foxes | Exchange[Card] | Give | Move | Forest | Resign


class Choice(common.Choice):
    """What kind of action is due; the team together decides on the forest, chance on a deal."""

    DEAL = common.DEAL
    PLAY = "play"
    FOXES = "foxes"
    EXCHANGE = "exchange"
    GIVE = "give"
    MOVE = "move"
    FOREST = "forest"


Due: TypeAlias = Decision[Choice]
"""What a seat, the team or chance must decide."""

# Actions and decisions are values: the same few are shared instead of made for each trick.
PLAYS = tuple(tuple(Play(seat, card) for card in DECK) for seat in Seat)
GIVES = tuple(tuple(Give(seat, card) for card in DECK) for seat in Seat)
EXCHANGES = tuple(tuple(Exchange(seat, card) for card in DECK) for seat in Seat)
KEEPS: tuple[Exchange[Card], ...] = tuple(Exchange(seat, None) for seat in Seat)
NAMINGS = tuple(tuple(Foxes(seat, named) for named in Seat) for seat in Seat)
FORESTS = tuple(Forest(end) for end in Seat)

DEAL_DUE = Decision(Choice.DEAL)
FOREST_DUE = Decision(Choice.FOREST)
PLAY_DUE = tuple(Decision(Choice.PLAY, seat) for seat in Seat)
FOXES_DUE = tuple(Decision(Choice.FOXES, seat) for seat in Seat)
EXCHANGE_DUE = tuple(Decision(Choice.EXCHANGE, seat) for seat in Seat)
GIVE_DUE = tuple(Decision(Choice.GIVE, seat) for seat in Seat)
MOVE_DUE = tuple(Decision(Choice.MOVE, seat) for seat in Seat)

DECISIONS: tuple[Due, ...] = (
    DEAL_DUE,
    FOREST_DUE,
    *(due for pair in (PLAY_DUE, FOXES_DUE, EXCHANGE_DUE, GIVE_DUE, MOVE_DUE) for due in pair),
)
"""All that can be due."""
