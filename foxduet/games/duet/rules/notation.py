"""Text for cards, hands and actions, as in records; each parser inverts its formatter.

Each value has one spelling: a parser refuses what its formatter would not have written.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias, assert_never

from foxduet.core.common import Deal, Exchange, Play
from foxduet.core.errors import N_, NotationError
from foxduet.core.notation import NOTHING, card_notation, check_spelling, parse_seat
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


def format_action(action: Action) -> str:
    """Return the line of a record for ``action``."""
    match action:
        case Deal():
            return CARDS.format_deal(action)
        case Play(seat, card):
            return f"{seat} play {format_card(card)}"
        case Foxes(seat, named):
            return f"{seat} foxes {named}"
        case Exchange(seat, new):
            return f"{seat} exchange {NOTHING if new is None else format_card(new)}"
        case Give(seat, card):
            return f"{seat} give {format_card(card)}"
        case Move(seat, steps):
            return f"{seat} move {signed(steps)}"
        case Forest(end):
            return f"team forest {end}"
        case Resign():
            return "team resign"
        case _:
            assert_never(action)


# Records repeat the same few actions.
@lru_cache(maxsize=512)
def parse_action(text: str) -> Action:
    """Return the action of a record's line, legal or not; NotationError says what is wrong."""
    action = _parse_action(text)
    check_spelling(text, format_action(action))
    return action


def _parse_action(text: str) -> Action:
    match text.split(" "):
        case ["deal", dealer, hands, decree, stock]:
            return CARDS.parse_deal(dealer, hands, decree, stock)
        case ["team", "forest", end]:
            return Forest(parse_seat(end))
        case ["team", "resign"]:
            return Resign()
        case [seat, "play", card]:
            return Play(parse_seat(seat), parse_card(card))
        case [seat, "foxes", named]:
            return Foxes(parse_seat(seat), parse_seat(named))
        case [seat, "exchange", card]:
            return Exchange(parse_seat(seat), None if card == NOTHING else parse_card(card))
        case [seat, "give", card]:
            return Give(parse_seat(seat), parse_card(card))
        case [seat, "move", steps]:
            return Move(parse_seat(seat), _parse_steps(steps))
        case _:
            template = N_(
                "'{text}' is not an action; actions are deal, play, foxes, exchange, give, "
                "move, forest and resign, like 'p1 play 7d'"
            )
            raise NotationError(template, text=text)


def _parse_steps(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        template = N_("'{text}' is not a move; a move is like +3, -2 or 0")
        raise NotationError(template, text=text) from None
