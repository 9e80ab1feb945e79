"""Text for cards, hands and actions: one spelling per value, and each parser inverts it."""

from __future__ import annotations

import pytest

from foxduet.core.common import Deal, Seat
from foxduet.core.errors import NotationError
from foxduet.core.notation import parse_seat
from foxduet.games.duet.rules.actions import (
    Move,
    format_action,
    format_card,
    format_cards,
    parse_action,
    parse_card,
    parse_cards,
    parse_hand,
)
from foxduet.games.duet.rules.board import signed
from foxduet.games.duet.rules.cards import DECK, Card, Suit
from tests.support.deals import DEAL_BY_P1


@pytest.mark.parametrize(
    ("text", "suit", "rank"),
    [("7d", Suit.DOVES, 7), ("Tr", Suit.ROSES, 10), ("1s", Suit.STARS, 1)],
)
def test_a_card_is_rank_then_suit(text: str, suit: Suit, rank: int) -> None:
    assert parse_card(text) is Card.of(suit, rank)
    assert format_card(Card.of(suit, rank)) == text


def test_no_cards_are_a_dash() -> None:
    assert format_cards(()) == "-"
    assert parse_hand("-") == parse_cards("-") == ()


@pytest.mark.parametrize(("seat", "text"), [(Seat.P1, "p1"), (Seat.P2, "p2")])
def test_seats(seat: Seat, text: str) -> None:
    assert str(seat) == text
    assert parse_seat(text) is seat


@pytest.mark.parametrize(("steps", "text"), [(3, "+3"), (-2, "-2"), (0, "0"), (10, "+10")])
def test_steps_have_a_sign_unless_zero(steps: int, text: str) -> None:
    assert signed(steps) == text


def test_a_deal_is_written_hand_by_hand_with_the_stock_in_order() -> None:
    deal = parse_action(DEAL_BY_P1)
    assert isinstance(deal, Deal)
    assert deal.dealer is Seat.P1
    assert format_cards(deal.hands[Seat.P2]) == "1d7d3r4r5r6r8rTr2s3s9s"
    assert format_card(deal.decree) == "4d"
    assert format_cards(deal.stock) == "9d3d5s6s8s9r5d"
    assert format_action(deal) == DEAL_BY_P1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "write '-' for none"),
        ("7d7", "'7' is not a card"),
        ("7d 8d", "' 8' is not a card"),
        ("7d-", "'-' is not a card"),
        ("--", "'--' is not a card"),
        ("7d??", "is not a card"),
        ("7d7d", "7d occurs twice in 7d7d"),
        ("7d8d7d", "7d occurs twice"),
        ("8d7d", "not sorted; it should be 7d8d"),
        ("1r7d", "not sorted; it should be 7d1r"),
        ("Td9d", "not sorted; it should be 9dTd"),
        ("1sTr", "not sorted; it should be Tr1s"),
    ],
)
def test_what_is_not_a_hand(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_hand(text)
    assert reason in str(raised.value)


@pytest.mark.parametrize("text", ["p3", "P1", "1", "", "team", "p1 "])
def test_what_is_not_a_seat(text: str) -> None:
    with pytest.raises(NotationError, match="is not a seat"):
        parse_seat(text)


def test_the_parser_accepts_illegal_actions() -> None:
    assert parse_action("deal p1 -/- 1d -") == Deal(Seat.P1, ((), ()), DECK[0], ())
    assert parse_action("p1 move +7") == Move(Seat.P1, 7)
