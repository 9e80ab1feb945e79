"""Text for cards, hands and actions (the record's language); each parser inverts its formatter.

One spelling per value: a parser refuses whatever its formatter would not have written.
"""

from __future__ import annotations

from typing import assert_never

from foxduet.rules.common import Deal, Exchange, Play, Seat, hand_of
from foxduet.rules.duet.actions import Action, Forest, Foxes, Give, Move, Resign
from foxduet.rules.duet.board import signed
from foxduet.rules.duet.cards import DECK, Card, Hand
from foxduet.rules.errors import N_, NotationError

NOTHING = "-"
_RANKS, _SUITS = "123456789T", "drs"
_TEXTS = tuple(_RANKS[card.rank - 1] + _SUITS[card.suit] for card in DECK)
_CARDS = dict(zip(_TEXTS, DECK, strict=True))
_SEATS = {"p1": Seat.P1, "p2": Seat.P2}


def format_card(card: Card) -> str:
    """Return two letters: the rank ``1``-``9`` or ``T``, then the suit ``d``, ``r`` or ``s``."""
    return _TEXTS[card.index]


def parse_card(text: str) -> Card:
    """Return the card of two letters; NotationError if there is none."""
    card = _CARDS.get(text)
    if card is None:
        raise NotationError(
            N_("'{text}' is not a card; a card is a rank 1-9 or T and a suit d, r or s, like 7d"),
            text=text,
        )
    return card


def format_cards(cards: tuple[Card, ...]) -> str:
    """Return cards run together in the order given, ``-`` if there is none."""
    return "".join(map(format_card, cards)) or NOTHING


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards that are run together in ``text``, ``()`` for ``-``.

    Raises NotationError for anything that is not a card, and for a card that stands twice.
    """
    if text == NOTHING:
        return ()
    cards = tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))
    if not cards:
        raise NotationError(N_("no cards where some are due; write '-' for none"))
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise NotationError(
                N_("{card} stands twice in {text}"), card=_TEXTS[card.index], text=text
            )
    return cards


def parse_hand(text: str) -> Hand:
    """Return the hand in ``text``; NotationError also when it is not sorted (d r s, then rank)."""
    hand = parse_cards(text)
    if hand != hand_of(hand):
        raise NotationError(
            N_("the hand {text} is not sorted; it should be {right}"),
            text=text,
            right=format_cards(hand_of(hand)),
        )
    return hand


def format_seat(seat: Seat) -> str:
    """Return ``p1`` or ``p2``."""
    return str(seat)


def parse_seat(text: str) -> Seat:
    """Return the seat; NotationError if ``text`` is neither ``p1`` nor ``p2``."""
    seat = _SEATS.get(text)
    if seat is None:
        raise NotationError(N_("'{text}' is not a seat; the seats are p1 and p2"), text=text)
    return seat


def format_action(action: Action) -> str:
    """Return the line of a record for ``action``."""
    match action:
        case Deal(dealer, (p1_hand, p2_hand), decree, stock):
            hands = f"{format_cards(p1_hand)}/{format_cards(p2_hand)}"
            cards = f"{hands} {format_card(decree)} {format_cards(stock)}"
            return f"deal {format_seat(dealer)} {cards}"
        case Play(seat, card):
            return f"{format_seat(seat)} play {format_card(card)}"
        case Foxes(seat, named):
            return f"{format_seat(seat)} foxes {format_seat(named)}"
        case Exchange(seat, card_or_none):
            text = NOTHING if card_or_none is None else format_card(card_or_none)
            return f"{format_seat(seat)} exchange {text}"
        case Give(seat, card):
            return f"{format_seat(seat)} give {format_card(card)}"
        case Move(seat, steps):
            return f"{format_seat(seat)} move {signed(steps)}"
        case Forest(end):
            return f"team forest {format_seat(end)}"
        case Resign():
            return "team resign"
        case _:
            assert_never(action)


def parse_action(text: str) -> Action:
    """Return the action of a record's line.

    Raises NotationError, which says what is wrong with the text; whether the rules allow the
    action is for the engine to say.
    """
    action = _parse_action(text)
    if format_action(action) != text:
        raise NotationError(
            N_("'{text}' should be written '{right}'"), text=text, right=format_action(action)
        )
    return action


def _parse_action(text: str) -> Action:
    match text.split(" "):
        case ["deal", dealer, hands, decree, stock]:
            p1_hand, slash, p2_hand = hands.partition("/")
            if not slash:
                raise NotationError(N_("'{text}' is not two hands with a / between"), text=hands)
            return Deal(
                parse_seat(dealer),
                (parse_hand(p1_hand), parse_hand(p2_hand)),
                parse_card(decree),
                parse_cards(stock),
            )
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
            raise NotationError(
                N_(
                    "'{text}' is not an action; actions are deal, play, foxes, exchange, give, "
                    "move, forest and resign, like 'p1 play 7d'"
                ),
                text=text,
            )


def _parse_steps(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise NotationError(
            N_("'{text}' is not a move; a move is like +3, -2 or 0"), text=text
        ) from None
