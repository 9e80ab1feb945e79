"""Text for cards, hands and actions: one spelling per value, and each parser inverts it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.common import Deal, Exchange, Play, Seat
from foxduet.core.errors import NotationError
from foxduet.games.classic.rules.actions import Action, Discard, Resign
from foxduet.games.classic.rules.cards import DECK, Card, Hand, Suit
from foxduet.games.classic.rules.engine import deal, new_game
from foxduet.games.classic.rules.notation import (
    format_action,
    format_card,
    format_cards,
    parse_action,
    parse_card,
    parse_cards,
    parse_hand,
)
from foxduet.games.classic.rules.state import Setup
from tests.support.classic.deals import DEAL_BY_P1, DECREE, P2_HAND, STOCK
from tests.support.classic.strategies import UNIVERSE, hands
from tests.support.strategies import seeds

some_cards = st.permutations(DECK).flatmap(
    lambda cards: st.integers(0, len(cards)).map(lambda count: tuple(cards[:count]))
)
seats = st.sampled_from(Seat)
deals = st.builds(lambda seat, seed: deal(new_game(Setup()), Random(seed), seat), seats, seeds)


def test_every_card_is_read_as_it_is_written() -> None:
    texts = [format_card(card) for card in DECK]
    assert len(set(texts)) == 33
    assert [parse_card(text) for text in texts] == list(DECK)


@given(hands)
def test_every_hand_is_read_as_it_is_written(hand: Hand) -> None:
    assert parse_hand(format_cards(hand)) == hand


@given(some_cards)
def test_cards_in_any_order_are_read_as_they_are_written(cards: tuple[Card, ...]) -> None:
    assert parse_cards(format_cards(cards)) == cards


B7, K4, M4 = Card.of(Suit.BELLS, 7), Card.of(Suit.KEYS, 4), Card.of(Suit.MOONS, 4)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("p2 play 7b", Play(Seat.P2, B7)),
        ("p1 exchange 4m", Exchange(Seat.P1, M4)),
        ("p1 exchange -", Exchange(Seat.P1, None)),
        ("p1 discard 4k", Discard(Seat.P1, K4)),
        ("p2 resign", Resign(Seat.P2)),
        ("p1 resign", Resign(Seat.P1)),
    ],
)
def test_the_record_s_language(text: str, action: Action) -> None:
    assert parse_action(text) == action
    assert format_action(action) == text


def test_a_deal_is_written_hand_by_hand_with_the_top_of_the_deck_first() -> None:
    dealt = parse_action(DEAL_BY_P1)
    assert isinstance(dealt, Deal)
    assert dealt.dealer is Seat.P1
    assert format_cards(dealt.hands[Seat.P2]) == P2_HAND
    assert format_card(dealt.decree) == DECREE
    assert format_cards(dealt.stock) == STOCK
    assert format_action(dealt) == DEAL_BY_P1


@pytest.mark.parametrize("action", [*UNIVERSE, Resign(Seat.P1), Resign(Seat.P2)])
def test_every_action_is_read_as_it_is_written(action: Action) -> None:
    assert parse_action(format_action(action)) == action


@given(deals)
def test_every_deal_is_read_as_it_is_written(dealt: Deal[Card]) -> None:
    assert parse_action(format_action(dealt)) == dealt


def test_no_two_actions_are_written_alike() -> None:
    assert len({format_action(action) for action in UNIVERSE}) == len(UNIVERSE)


@pytest.mark.parametrize(
    "text", ["", "7", "b7", "7B", "7d", "0b", "11b", "tb", "eb", " 7b", "7b ", "7b7b", "??", "-"]
)
def test_what_is_not_a_card(text: str) -> None:
    with pytest.raises(NotationError, match="a rank 1-9, T or E and a suit b, k or m, like 7b"):
        parse_card(text)


BAD_ACTIONS = [
    ("", "actions are deal, play, exchange, discard and resign, like 'p1 play 7b'"),
    ("p1 play", "is not an action"),
    ("p1 play 7b 8b", "is not an action"),
    ("p1  play 7b", "is not an action"),
    ("p1 play 7b ", "is not an action"),
    ("p1 foxes p2", "is not an action"),
    ("p1 give 7b", "is not an action"),
    ("p1 draw 7b", "is not an action"),
    ("p1 move 0", "is not an action"),
    ("team forest p1", "is not an action"),
    ("team resign", "'team' is not a seat"),
    ("p3 resign", "'p3' is not a seat"),
    ("P1 play 7b", "'P1' is not a seat"),
    ("p1 resign now", "is not an action"),
    ("p1 play 7d", "'7d' is not a card"),
    ("p1 play -", "'-' is not a card"),
    ("p1 play 7b\n", "is not a card"),
    ("p1 discard -", "'-' is not a card"),
    ("p1 discard ??", "'??' is not a card"),
    ("p1 exchange", "is not an action"),
    ("p1 exchange --", "'--' is not a card"),
    (DEAL_BY_P1.replace("/", " "), "is not an action"),
    (DEAL_BY_P1.replace("/", ""), "is not two hands with a / between"),
    (DEAL_BY_P1.replace("deal p1", "deal team"), "'team' is not a seat"),
    (DEAL_BY_P1.replace("2b5b6b", "5b2b6b"), "is not sorted; it should be 2b5b6b"),
    (DEAL_BY_P1.replace("2b5b6b", "2b2b6b"), "2b occurs twice"),
    (DEAL_BY_P1.replace(" 7b ", " - "), "'-' is not a card"),
    (DEAL_BY_P1.replace("5k3b4m", "5k5k4m"), "5k occurs twice"),
    (DEAL_BY_P1.replace(STOCK, ""), "cards are missing here"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_ACTIONS)
def test_what_is_not_an_action(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_action(text)
    assert reason in str(raised.value)


def test_the_parser_accepts_illegal_actions() -> None:
    assert parse_action("deal p1 -/- 1b -") == Deal(Seat.P1, ((), ()), DECK[0], ())


@given(st.text(max_size=20) | st.from_regex(r"p[12] (play|exchange|discard|resign) ?\S{0,3}"))
def test_a_text_is_refused_or_is_the_spelling_of_its_action(text: str) -> None:
    try:
        action = parse_action(text)
    except NotationError:
        return
    assert format_action(action) == text
