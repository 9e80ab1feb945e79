"""Everything that can be done in a game; each choice is one action, and has a text in records.

Each value has one spelling: a parser refuses what its formatter would not have written.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from foxduet.core import common
from foxduet.core.common import Deal, Decision, Exchange, Play, Seat
from foxduet.core.errors import N_, NotationError
from foxduet.core.frozen import dataclass
from foxduet.core.notation import SEAT, ActionNotation, Verb, Word, card_notation
from foxduet.games.duet.rules.board import signed
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


Cards: TypeAlias = tuple[Card | None, ...]
"""Cards in any order; None is a card that is hidden from the seat whose view it is."""

CARDS = card_notation(
    DECK,
    ranks="123456789T",
    suits="drs",
    not_a_card=N_(
        "'{text}' is not a card; a card is a rank 1-9 or T and a suit d, r or s, like 7d"
    ),
)


def _parse_steps(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        template = N_("'{text}' is not a move; a move is like +3, -2 or 0")
        raise NotationError(template, text=text) from None


ACTIONS: ActionNotation[Card, Action] = ActionNotation(
    CARDS,
    verbs=(
        Verb("play", Play, (SEAT, CARDS.card)),
        Verb("foxes", Foxes, (SEAT, SEAT)),
        Verb("exchange", Exchange, (SEAT, CARDS.card_or_none)),
        Verb("give", Give, (SEAT, CARDS.card)),
        Verb("move", Move, (SEAT, Word(_parse_steps, signed))),
        Verb("forest", Forest, (SEAT,), is_of_team=True),
        Verb("resign", Resign, (), is_of_team=True),
    ),
    not_an_action=N_(
        "'{text}' is not an action; actions are deal, play, foxes, exchange, give, "
        "move, forest and resign, like 'p1 play 7d'"
    ),
)
format_action = ACTIONS.format
# Records repeat the same few actions.
parse_action = lru_cache(maxsize=512)(ACTIONS.parse)
