"""Text for cards, hands and actions, as in records; each parser inverts its formatter.

Each value has one spelling: a parser refuses what its formatter would not have written.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from foxduet.core.common import Exchange, Play
from foxduet.core.errors import N_, NotationError
from foxduet.core.notation import SEAT, ActionNotation, Verb, Word, card_notation
from foxduet.games.duet.rules.actions import Action, Forest, Foxes, Give, Move, Resign
from foxduet.games.duet.rules.board import signed
from foxduet.games.duet.rules.cards import DECK, Card

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
format_card, parse_card = CARDS.format_card, CARDS.parse_card
format_cards, parse_cards = CARDS.format_cards, CARDS.parse_cards
parse_hand = CARDS.parse_hand


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
