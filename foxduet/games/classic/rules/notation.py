"""Text for cards, hands and actions, as in records; each parser inverts its formatter.

- ``deal p1 HAND1/HAND2 DECREE STOCK``: p1 deals; the stock is the draw deck, its top card first
- ``p2 play 7b``
- ``p1 exchange 4m``, ``p1 exchange -``: with the decree after a Fox, and to keep the decree
- ``p1 discard 4k``: under the deck after a Woodcutter, whenever one was played, even where the
  drawn card is the only one of the hand; the draw itself is no action
- ``p2 resign``

Each value has one spelling: a parser refuses what its formatter would not have written.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias, assert_never

from foxduet.core.common import Deal, Exchange, Play
from foxduet.core.errors import N_, NotationError
from foxduet.core.notation import NOTHING, card_notation, check_spelling, parse_seat
from foxduet.games.classic.rules.actions import Action, Discard, Resign
from foxduet.games.classic.rules.cards import DECK, Card

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
format_card, parse_card = CARDS.format_card, CARDS.parse_card
format_cards, parse_cards = CARDS.format_cards, CARDS.parse_cards
parse_hand = CARDS.parse_hand


def format_pair(pair: tuple[int, int]) -> str:
    """Return the numbers of p1 and p2, such as ``7-6`` for tricks."""
    return f"{pair[0]}-{pair[1]}"


def format_action(action: Action) -> str:
    """Return the line of a record for ``action``."""
    match action:
        case Deal():
            return CARDS.format_deal(action)
        case Play(seat, card):
            return f"{seat} play {format_card(card)}"
        case Exchange(seat, new):
            return f"{seat} exchange {NOTHING if new is None else format_card(new)}"
        case Discard(seat, card):
            return f"{seat} discard {format_card(card)}"
        case Resign(seat):
            return f"{seat} resign"
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
        case [seat, "play", card]:
            return Play(parse_seat(seat), parse_card(card))
        case [seat, "exchange", card]:
            return Exchange(parse_seat(seat), None if card == NOTHING else parse_card(card))
        case [seat, "discard", card]:
            return Discard(parse_seat(seat), parse_card(card))
        case [seat, "resign"]:
            return Resign(parse_seat(seat))
        case _:
            template = N_(
                "'{text}' is not an action; actions are deal, play, exchange, discard and resign, "
                "like 'p1 play 7b'"
            )
            raise NotationError(template, text=text)
