"""Text for cards, hands and actions: one spelling per value, and each parser inverts it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.common import Deal, Exchange, Play, Seat
from foxduet.core.errors import NotationError
from foxduet.core.notation import parse_seat
from foxduet.games.duet.rules.actions import Action, Forest, Foxes, Give, Move, Resign
from foxduet.games.duet.rules.board import signed
from foxduet.games.duet.rules.cards import DECK, Card, Hand, Suit
from foxduet.games.duet.rules.engine import shuffled_deal
from foxduet.games.duet.rules.notation import (
    format_action,
    format_card,
    format_cards,
    parse_action,
    parse_card,
    parse_cards,
    parse_hand,
)
from tests.support.deals import DEAL_BY_P1
from tests.support.strategies import UNIVERSE, hands, seeds

some_cards = st.permutations(DECK).flatmap(
    lambda cards: st.integers(0, len(cards)).map(lambda count: tuple(cards[:count]))
)
seats = st.sampled_from(Seat)
deals = st.builds(lambda seat, seed: shuffled_deal(seat, Random(seed)), seats, seeds)


def test_every_card_is_read_as_it_is_written() -> None:
    texts = [format_card(card) for card in DECK]
    assert len(set(texts)) == 30
    assert [parse_card(text) for text in texts] == list(DECK)


@pytest.mark.parametrize(
    ("text", "suit", "rank"),
    [("7d", Suit.DOVES, 7), ("Tr", Suit.ROSES, 10), ("1s", Suit.STARS, 1)],
)
def test_a_card_is_rank_then_suit(text: str, suit: Suit, rank: int) -> None:
    assert parse_card(text) is Card.of(suit, rank)
    assert format_card(Card.of(suit, rank)) == text


@given(hands)
def test_every_hand_is_read_as_it_is_written(hand: Hand) -> None:
    assert parse_hand(format_cards(hand)) == hand


@given(some_cards)
def test_cards_in_any_order_are_read_as_they_are_written(cards: tuple[Card, ...]) -> None:
    assert parse_cards(format_cards(cards)) == cards


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


D7, S4 = Card.of(Suit.DOVES, 7), Card.of(Suit.STARS, 4)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("p2 play 7d", Play(Seat.P2, D7)),
        ("p1 foxes p2", Foxes(Seat.P1, Seat.P2)),
        ("p2 exchange 4s", Exchange(Seat.P2, S4)),
        ("p2 exchange -", Exchange(Seat.P2, None)),
        ("p1 give 4s", Give(Seat.P1, S4)),
        ("p1 move +3", Move(Seat.P1, 3)),
        ("p2 move -2", Move(Seat.P2, -2)),
        ("p1 move 0", Move(Seat.P1, 0)),
        ("team forest p2", Forest(Seat.P2)),
        ("team resign", Resign()),
    ],
)
def test_the_record_s_language(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert format_action(action) == text


def test_a_deal_is_written_hand_by_hand_with_the_stock_in_order() -> None:
    deal = parse_action(DEAL_BY_P1)
    assert isinstance(deal, Deal)
    assert deal.dealer is Seat.P1
    assert format_cards(deal.hands[Seat.P2]) == "1d7d3r4r5r6r8rTr2s3s9s"
    assert format_card(deal.decree) == "4d"
    assert format_cards(deal.stock) == "9d3d5s6s8s9r5d"
    assert format_action(deal) == DEAL_BY_P1


@pytest.mark.parametrize("action", [*UNIVERSE, Resign(), Move(Seat.P1, 123)])
def test_every_action_is_read_as_it_is_written(action: Action) -> None:
    assert parse_action(format_action(action)) == action


@given(deals)
def test_every_deal_is_read_as_it_is_written(deal: Deal[Card]) -> None:
    assert parse_action(format_action(deal)) == deal


def test_no_two_actions_are_written_alike() -> None:
    assert len({format_action(action) for action in UNIVERSE}) == len(UNIVERSE)


@pytest.mark.parametrize(
    "text", ["", "7", "d7", "7D", "7h", "0d", "10d", "td", " 7d", "7d ", "7d\n", "7d7d", "??", "-"]
)
def test_what_is_not_a_card(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card"):
        parse_card(text)


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


BAD_ACTIONS = [
    ("", "is not an action"),
    ("p1", "is not an action"),
    ("p1 play", "is not an action"),
    ("p1 play 7d 8d", "is not an action"),
    ("p1  play 7d", "is not an action"),
    (" p1 play 7d", "is not an action"),
    ("p1 play 7d ", "is not an action"),
    ("p1 plays 7d", "is not an action"),
    ("p1 Play 7d", "is not an action"),
    ("p1\tplay\t7d", "is not an action"),
    ("p1 resign", "is not an action"),
    ("team resign now", "is not an action"),
    ("p1 forest p2", "is not an action"),
    ("p3 play 7d", "'p3' is not a seat"),
    ("team play 7d", "'team' is not a seat"),
    ("P1 play 7d", "'P1' is not a seat"),
    ("p1 play 7x", "'7x' is not a card"),
    ("p1 play -", "'-' is not a card"),
    ("p1 play 7d\n", "is not a card"),
    ("p1 give -", "'-' is not a card"),
    ("p1 give ??", "'??' is not a card"),
    ("p1 exchange", "is not an action"),
    ("p1 exchange --", "'--' is not a card"),
    ("p1 foxes team", "'team' is not a seat"),
    ("team forest 2", "'2' is not a seat"),
    ("p1 move", "is not an action"),
    ("p1 move x", "'x' is not a move"),
    ("p1 move 1.0", "'1.0' is not a move"),
    ("p1 move +0", "should be written 'p1 move 0'"),
    ("p1 move -0", "should be written 'p1 move 0'"),
    ("p1 move 3", "should be written 'p1 move +3'"),
    ("p1 move +03", "should be written 'p1 move +3'"),
    ("p1 move +1_0", "should be written 'p1 move +10'"),
    ("p1 move \u0663", "should be written 'p1 move +3'"),
    ("p1 move " + "9" * 5000, "is not a move"),
    (DEAL_BY_P1.replace("/", " "), "is not an action"),
    (DEAL_BY_P1.replace("/", ""), "is not two hands with a / between"),
    (DEAL_BY_P1.replace("/", "//"), "is not a card"),
    (DEAL_BY_P1.replace("deal p1", "deal team"), "'team' is not a seat"),
    (DEAL_BY_P1.replace("2d6d8d", "6d2d8d"), "is not sorted"),
    (DEAL_BY_P1.replace("2d6d8d", "2d2d8d"), "2d occurs twice"),
    (DEAL_BY_P1.replace(" 4d ", " 4d5d "), "'4d5d' is not a card"),
    (DEAL_BY_P1.replace(" 4d ", " - "), "'-' is not a card"),
    (DEAL_BY_P1.replace("9d3d5s", "9d9d5s"), "9d occurs twice"),
    (DEAL_BY_P1.replace("9d3d5s6s8s9r5d", ""), "cards are missing here"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_ACTIONS)
def test_what_is_not_an_action(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_action(text)
    assert reason in str(raised.value)


def test_the_parser_accepts_illegal_actions() -> None:
    assert parse_action("deal p1 -/- 1d -") == Deal(Seat.P1, ((), ()), DECK[0], ())
    assert parse_action("p1 move +7") == Move(Seat.P1, 7)


@given(st.text(max_size=20) | st.from_regex(r"p[12] (play|give|exchange|foxes|move) \S{1,3}"))
def test_a_text_is_refused_or_is_the_spelling_of_its_action(text: str) -> None:
    try:
        action = parse_action(text)
    except NotationError:
        return
    assert format_action(action) == text
