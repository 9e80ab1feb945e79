"""C3: which cards may be led, and which may follow."""

from __future__ import annotations

import pytest
from hypothesis import given

from foxduet.games.classic.rules.actions import parse_card
from foxduet.games.classic.rules.cards import DECK, Ability, Hand, cards_to_follow
from tests.support.classic.deals import after, at, choices, refusal, turn
from tests.support.classic.strategies import hands
from tests.support.strategies import few

LEAD = "1.10 4bEk9m/2b6b8m 6k 1k2k3k4k5k7k p1:- 5-5 0-0 p1:play"
VOID = "1.10 4b6bEb/2k6m8m Tk 1k3k4k5k7k9k p1:- 5-5 0-0 p1:play"
MONARCH = "1.9 4bEbTk8m/{hand} 6k 1k2k3k4k5k7k p1:- 5-4 0-0 p1:play"


def test_C3_1_the_leader_may_play_any_card() -> None:
    assert choices(at(LEAD)) == ["p1 play 4b", "p1 play Ek", "p1 play 9m"]


def test_C3_1_the_leader_plays_a_card_of_its_own_hand() -> None:
    assert refusal(at(LEAD), "p1 play 6b") == "p1 does not hold that card"


def test_C3_1_only_the_leader_may_lead() -> None:
    assert refusal(at(LEAD), "p2 play 6b") == "it is p1's turn to play a card"


def test_C3_2_the_follower_must_follow_the_led_suit_if_it_can() -> None:
    led = after(at(LEAD), "p1 play 4b")
    assert choices(led) == ["p2 play 2b", "p2 play 6b"]
    reason = "a Bell was led and the hand holds Bells, so a Bell must be played"
    assert refusal(led, "p2 play 8m") == reason


@pytest.mark.parametrize(
    ("lead", "off_suit", "sentence"),
    [
        ("2b", "6m", "a Bell was led and the hand holds Bells, so a Bell must be played"),
        ("4k", "6m", "a Key was led and the hand holds Keys, so a Key must be played"),
        ("8m", "6b", "a Moon was led and the hand holds Moons, so a Moon must be played"),
    ],
)
def test_C3_2_the_refusal_names_the_led_suit(lead: str, off_suit: str, sentence: str) -> None:
    state = at("1.10 2b4k8m/6b5k6m 1k 2m3m4m5m7m9m p1:- 5-5 0-0 p1:play")
    assert refusal(after(state, f"p1 play {lead}"), f"p2 play {off_suit}") == sentence


def test_C3_2_a_follower_without_the_led_suit_may_play_any_card() -> None:
    assert choices(after(at(VOID), "p1 play 4b")) == ["p2 play 2k", "p2 play 6m", "p2 play 8m"]


def test_C3_2_only_the_follower_may_follow() -> None:
    led = after(at(LEAD), "p1 play 4b")
    assert refusal(led, "p1 play Ek") == "it is p2's turn to play a card"


def test_C3_2_the_led_suit_is_the_led_card_s_not_trump() -> None:
    state = at("1.10 4bEk9m/6b8k9k Tk 1k2k3k4k5k7k p1:- 5-5 0-0 p1:play")
    assert choices(after(state, "p1 play 4b")) == ["p2 play 6b"]


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        ("2b6b9b8k", ["9b"]),
        ("2b6bTb8k", ["Tb"]),
        ("1b6bTb8k", ["1b", "Tb"]),
        ("1b2b8k9m", ["1b", "2b"]),
        ("1b8k9k9m", ["1b"]),
        ("5b8k9k9m", ["5b"]),
        ("8k9k2m9m", ["8k", "9k", "2m", "9m"]),
    ],
)
def test_C3_3_a_led_monarch_is_followed_with_the_highest_or_the_1(
    hand: str, allowed: list[str]
) -> None:
    led = after(at(MONARCH.format(hand=hand)), "p1 play Eb")
    assert choices(led) == [f"p2 play {card}" for card in allowed]


@pytest.mark.parametrize(
    ("lead", "card", "sentence"),
    [
        (
            "Eb",
            "2b",
            "the Monarch of Bells was led and the hand holds Bells, "
            "so the highest Bell or the Swan of Bells must be played",
        ),
        (
            "Ek",
            "8m",
            "the Monarch of Keys was led and the hand holds Keys, "
            "so the highest Key or the Swan of Keys must be played",
        ),
        (
            "Em",
            "2m",
            "the Monarch of Moons was led and the hand holds Moons, "
            "so the highest Moon or the Swan of Moons must be played",
        ),
    ],
)
def test_C3_3_the_refusal_names_the_monarch(lead: str, card: str, sentence: str) -> None:
    state = at("1.8 Eb6k8kEkEm/2b4b2k2m8m 7k 1k3k4k5k9kTk p1:- 4-4 0-0 p1:play")
    assert refusal(after(state, f"p1 play {lead}"), f"p2 play {card}") == sentence


def test_C3_3_the_highest_is_by_printed_rank_whatever_the_trump() -> None:
    # Were the Witch a trump already, 9b would be higher than Tb.
    led = after(at(MONARCH.format(hand="2b9bTb8k")), "p1 play Eb")
    assert choices(led) == ["p2 play Tb"]


def test_C3_3_a_card_not_held_is_refused_as_such_under_a_monarch_too() -> None:
    led = after(at(MONARCH.format(hand="2b9bTb8k")), "p1 play Eb")
    assert refusal(led, "p2 play 1b") == "p2 does not hold that card"


def test_C3_3_a_monarch_played_second_does_nothing() -> None:
    state = at("1.10 4b6b2m/Eb6k8m Tk 1k2k3k4k5k7k p1:- 5-5 0-0 p1:play")
    led = after(state, "p1 play 4b")
    assert choices(led) == ["p2 play Eb"]
    won = after(led, "p2 play Eb")
    assert turn(won) == "p2:play"
    # The next lead is followed as ever.
    assert choices(after(won, "p2 play 8m")) == ["p1 play 2m"]


def test_C3_3_a_monarch_of_the_trump_binds_the_follower_too() -> None:
    state = at("1.10 4bEk9m/2b6k8k Tk 1k2k3k4k5k7k p1:- 5-5 0-0 p1:play")
    assert choices(after(state, "p1 play Ek")) == ["p2 play 8k"]


def test_C3_4_a_led_witch_is_followed_by_its_printed_suit() -> None:
    state = at("1.10 4bEk9m/2b6k8m Tk 1k2k3k4k5k7k p1:- 5-5 0-0 p1:play")
    assert choices(after(state, "p1 play 9m")) == ["p2 play 8m"]


def test_C3_4_a_witch_does_not_count_as_trump_for_following() -> None:
    # Trump is led; the follower's Witch of Moons is no trump, its 6k is.
    state = at("1.10 4b8k9k/2b6k9m Tk 1k2k3k4k5k7k p1:- 5-5 0-0 p1:play")
    assert choices(after(state, "p1 play 8k")) == ["p2 play 6k"]


def test_C3_4_a_witch_must_follow_its_printed_suit() -> None:
    state = at("1.10 4b8k2m/2b6k9m Tk 1k2k3k4k5k7k p1:- 5-5 0-0 p1:play")
    assert choices(after(state, "p1 play 2m")) == ["p2 play 9m"]


@few(300)
@given(hands)
def test_C3_following_keeps_the_order_of_the_hand_and_leaves_a_choice(
    hand: Hand,
) -> None:
    for lead in DECK:
        held = tuple(card for card in hand if card is not lead)
        may = cards_to_follow(held, lead)
        assert list(may) == [card for card in held if card in may]
        assert bool(may) is bool(held)
        if lead.ability is Ability.MONARCH and may != held:
            assert len(may) <= 2


def test_C3_following_is_by_suit_rank_and_monarch_alone() -> None:
    hand = tuple(map(parse_card, ("1k", "5k", "Tk")))
    assert cards_to_follow(hand, parse_card("9k")) == hand
    assert cards_to_follow(hand, parse_card("Ek")) == (hand[0], hand[2])
    assert cards_to_follow(hand, parse_card("Eb")) == hand
