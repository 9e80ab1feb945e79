"""C1 and C2: the cards, and how a round is dealt and played."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from foxduet.core.common import Deal, RoundDealt, Seat, TrickWon, hand_of
from foxduet.games.classic.rules.actions import parse_action
from foxduet.games.classic.rules.cards import DECK, Ability, Card, Suit
from foxduet.games.classic.rules.engine import apply, deal, new_game
from foxduet.games.classic.rules.events import RoundEnded
from foxduet.games.classic.rules.legality import legal_actions
from foxduet.games.classic.rules.observation import observe
from foxduet.games.classic.rules.position import format_position, view_of
from foxduet.games.classic.rules.state import Setup
from tests.support.classic.deals import (
    DEAL_BY_P1,
    DEAL_BY_P2,
    DECREE,
    P1_HAND,
    P2_HAND,
    STOCK,
    after,
    at,
    choices,
    fields,
    format_card,
    format_cards,
    line_of,
    parse_card,
    play,
    random_game,
    refusal,
    turn,
)

ABILITIES = {
    1: Ability.SWAN,
    3: Ability.FOX,
    5: Ability.WOODCUTTER,
    7: Ability.TREASURE,
    9: Ability.WITCH,
    11: Ability.MONARCH,
}


def test_C1_thirty_three_cards_three_suits_of_ranks_1_to_11() -> None:
    assert len(DECK) == 33
    assert {(card.suit, card.rank) for card in DECK} == {
        (suit, rank) for suit in (Suit.BELLS, Suit.KEYS, Suit.MOONS) for rank in range(1, 12)
    }


def test_C1_abilities_on_odd_ranks_only() -> None:
    expected = {card: ABILITIES.get(card.rank) for card in DECK}
    assert {card: card.ability for card in DECK} == expected


@pytest.mark.parametrize(
    ("text", "suit", "rank"),
    [
        ("7b", Suit.BELLS, 7),
        ("Ek", Suit.KEYS, 11),
        ("Tm", Suit.MOONS, 10),
        ("1m", Suit.MOONS, 1),
    ],
)
def test_C1_a_card_is_written_rank_then_suit(text: str, suit: Suit, rank: int) -> None:
    assert parse_card(text) is Card.of(suit, rank)
    assert format_card(Card.of(suit, rank)) == text


def test_C1_a_hand_is_sorted_by_suit_then_rank() -> None:
    cards = tuple(map(parse_card, ("Em", "2k", "Eb", "Tb", "1m")))
    assert hand_of(cards) == tuple(map(parse_card, ("Tb", "Eb", "2k", "1m", "Em")))


LAST_TRICK = "1.12 4b/6b 1k 2k3k4k5k6k8k p1:- 8-4 0-0 p1:play"


@pytest.mark.parametrize(("dealt_by", "leader"), [(DEAL_BY_P1, "p2"), (DEAL_BY_P2, "p1")])
def test_C2_1_either_seat_may_deal_round_1(dealt_by: str, leader: str) -> None:
    dealt = after(new_game(Setup()), dealt_by)
    assert dealt.table.round == 1
    assert turn(dealt) == f"{leader}:play"


def test_C2_1_chance_chooses_the_first_dealer_where_nobody_else_has() -> None:
    dealers = {deal(new_game(Setup()), Random(seed)).dealer for seed in range(20)}
    assert dealers == {*Seat}
    for seat in Seat:
        assert deal(new_game(Setup()), Random(1), seat).dealer is seat


def test_C2_1_the_other_seat_deals_each_later_round() -> None:
    for seed in range(20):
        game = random_game(Setup(35), Random(seed))
        dealers = [action.dealer for _, action, _ in game if isinstance(action, Deal)]
        assert len(dealers) > 2
        assert all(one is other.other for one, other in pairwise(dealers))


def test_C2_1_the_same_seat_cannot_deal_twice_running() -> None:
    state = after(new_game(Setup()), DEAL_BY_P1)
    while turn(state) != "deal":
        state = apply(state, legal_actions(state)[0]).state
    assert refusal(state, DEAL_BY_P1) == "p2 deals this round"
    assert turn(after(state, DEAL_BY_P2)) == "p1:play"


def test_C2_2_a_deal_puts_every_card_in_its_place() -> None:
    step = play(new_game(Setup()), DEAL_BY_P1)
    assert line_of(step.state) == (f"1.0 {P1_HAND}/{P2_HAND} {DECREE} {STOCK} p2:- 0-0 0-0 p2:play")
    assert step.events == (RoundDealt(1, Seat.P1, parse_card(DECREE)),)


def test_C2_2_shuffling_deals_the_cards_as_thirteen_thirteen_one_and_six() -> None:
    deals = [deal(new_game(Setup()), Random(seed)) for seed in range(50)]
    for one in deals:
        assert [len(one.hands[0]), len(one.hands[1]), len(one.stock)] == [13, 13, 6]
        assert hand_of((*one.hands[0], *one.hands[1], one.decree, *one.stock)) == DECK
        apply(new_game(Setup()), one)
    assert len(set(deals)) == len(deals)
    assert deals[3] == deal(new_game(Setup()), Random(3))


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (f"{P1_HAND[:-2]}/{P2_HAND} {DECREE} {STOCK}Em", "cards dealt to p1: 12 instead of 13"),
        (f"{P1_HAND}/{P2_HAND}Em 7b {STOCK[:-2]}", "cards dealt to p2: 14 instead of 13"),
        (f"{P1_HAND}/{P2_HAND} {DECREE} {STOCK[:-2]}", "cards in the stock: 5 instead of 6"),
        (f"{P1_HAND}/{P2_HAND} {DECREE} {STOCK}Tm", "cards in the stock: 7 instead of 6"),
        (f"{P1_HAND}/{P2_HAND} 9b {STOCK}", "the deal is not the thirty-three cards"),
        (f"{P1_HAND}/{P2_HAND.replace('Tm', 'Em')} 7b {STOCK}", "not the thirty-three cards"),
        (f"{P1_HAND}/{P2_HAND} 7b {STOCK.replace('9b', '2b')}", "not the thirty-three cards"),
    ],
)
def test_C2_2_a_wrong_deal_is_refused(wrong: str, reason: str) -> None:
    assert reason in refusal(new_game(Setup()), f"deal p1 {wrong}")


def test_C2_2_an_unsorted_hand_is_refused() -> None:
    dealt = parse_action(DEAL_BY_P1)
    assert isinstance(dealt, Deal)
    unsorted = Deal(dealt.dealer, (dealt.hands[0][::-1], dealt.hands[1]), dealt.decree, dealt.stock)
    with pytest.raises(ValueError, match="the hand of p1 is not sorted"):
        apply(new_game(Setup()), unsorted)


def test_C2_2_only_a_deal_is_allowed_before_the_deal() -> None:
    table = new_game(Setup())
    assert choices(table) == []
    assert refusal(table, "p1 play 7b") == "the next round must be dealt first"


def test_C2_2_no_deal_within_a_round() -> None:
    dealt = after(new_game(Setup()), DEAL_BY_P1)
    assert refusal(dealt, DEAL_BY_P2) == "it is p2's turn to play a card"


def test_C2_2_the_decree_s_suit_is_trump() -> None:
    dealt = after(new_game(Setup()), DEAL_BY_P1)
    assert dealt.table.trump is parse_card(DECREE).suit


def test_C2_3_the_seat_that_did_not_deal_leads() -> None:
    dealt = after(new_game(Setup()), DEAL_BY_P2)
    assert refusal(dealt, "p2 play 1b") == "it is p1's turn to play a card"
    assert len(choices(dealt)) == 13


def test_C2_3_a_round_has_thirteen_tricks() -> None:
    steps = [step for _, _, step in random_game(Setup(16), Random(1))]
    events = [event for step in steps for event in step.events]
    rounds = sum(isinstance(event, RoundEnded) for event in events)
    assert sum(isinstance(event, TrickWon) for event in events) == 13 * rounds
    assert turn(after(at(LAST_TRICK), "p1 play 4b", "p2 play 6b")) == "deal"


def test_C2_3_a_round_does_not_end_before_trick_13() -> None:
    state = at("1.11 4b6k/6b8k 1k 2k3k4k5k7k9k p1:- 8-3 0-0 p1:play")
    assert turn(after(state, "p1 play 4b", "p2 play 6b")) == "p2:play"


def test_C2_4_the_tricks_of_each_seat_are_open() -> None:
    state = at("1.11 4b6k/6b8k 1k 2k3k4k5k7k9k p1:- 8-3 0-0 p1:play")
    won = after(state, "p1 play 4b", "p2 play 6b")
    for seat in Seat:
        assert observe(won, seat).table.tricks == (8, 4)


def test_C2_4_tricks_are_kept_until_the_next_deal() -> None:
    ended = after(at(LAST_TRICK), "p1 play 4b", "p2 play 6b")
    assert fields(ended, "PROGRESS", "HANDS", "STOCK", "TRICK", "TRICKS") == (
        "1.13 -/- 2k3k4k5k6k8k - 8-5"
    )
    assert fields(after(ended, DEAL_BY_P1), "PROGRESS", "TRICKS") == "2.0 0-0"


def test_C2_4_a_view_never_lists_the_cards_of_earlier_tricks() -> None:
    state = at("1.11 4b6k/6b8k 1k 2k3k4k5k7k9k p1:- 8-3 0-0 p1:play")
    won = after(state, "p1 play 4b", "p2 play 6b")
    assert format_position(view_of(observe(won, Seat.P1))) == (
        "1.12 6k/?? 1k ???????????? p2:- 8-4 0-0 p2:play"
    )


def test_C2_4_a_good_memory_has_the_cards_of_earlier_tricks() -> None:
    dealt = after(new_game(Setup()), DEAL_BY_P1)
    assert observe(dealt, Seat.P1).out == ()
    # p2 has the two Keys, trump is Bells.
    played = after(dealt, "p2 play 2k", "p1 play Tk")
    for seat in Seat:
        assert observe(played, seat).out == (parse_card("2k"), parse_card("Tk"))


def test_a_deal_is_written_hand_by_hand_with_the_top_of_the_deck_first() -> None:
    dealt = parse_action(DEAL_BY_P1)
    assert isinstance(dealt, Deal)
    assert dealt.dealer is Seat.P1
    assert format_cards(dealt.hands[Seat.P2]) == P2_HAND
    assert format_card(dealt.decree) == DECREE
    assert format_cards(dealt.stock) == STOCK
