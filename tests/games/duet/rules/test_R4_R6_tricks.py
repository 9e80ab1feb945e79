"""R4 and R6: following, and who wins a trick."""

from __future__ import annotations

import pytest

from foxduet.core.common import Seat, TrickWon, WinReason, follow_wins, win_reason
from foxduet.games.duet.rules.cards import DECK, Card, Suit
from tests.support.deals import after, at, choices, hands, parse_card, path, play, refusal, turn

LEAD = "1.8 2d9r4s/1d6d2s 5r 3s5s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play"


def test_R4_1_the_leader_may_play_any_card() -> None:
    assert choices(at(LEAD)) == ["p1 play 2d", "p1 play 9r", "p1 play 4s"]


def test_R4_1_the_leader_plays_a_card_of_its_own_hand() -> None:
    assert "does not hold that card" in refusal(at(LEAD), "p1 play 6d")


def test_R4_1_only_the_leader_may_lead() -> None:
    assert "turn to play a card" in refusal(at(LEAD), "p2 play 6d")


def test_R4_2_the_follower_must_play_the_led_suit_if_it_can() -> None:
    led = after(at(LEAD), "p1 play 2d")
    assert choices(led) == ["p2 play 1d", "p2 play 6d"]
    assert "a Dove was led" in refusal(led, "p2 play 2s")


@pytest.mark.parametrize(
    ("lead", "off_suit", "named"),
    [("2d", "6s", "Dove"), ("4r", "6s", "Rose"), ("8s", "6d", "Star")],
)
def test_R4_2_the_refusal_names_the_led_suit(lead: str, off_suit: str, named: str) -> None:
    state = at("1.8 2d4r8s/6d5r6s 1r 2s3s4s5s7s9sTs p1:- - 11211011211 6 4 p1:play")
    led = after(state, f"p1 play {lead}")
    assert f"a {named} was led" in refusal(led, f"p2 play {off_suit}")


def test_R4_2_a_follower_without_the_led_suit_may_play_any_card() -> None:
    state = at("1.8 2d9r4s/1r6r2s 5r 3s5s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    assert choices(after(state, "p1 play 2d")) == ["p2 play 1r", "p2 play 6r", "p2 play 2s"]


def test_R4_2_only_the_follower_may_follow() -> None:
    assert "turn to play a card" in refusal(after(at(LEAD), "p1 play 2d"), "p1 play 9r")


def test_R4_3_a_led_royal_heir_lets_the_follower_play_any_card() -> None:
    state = at("1.8 2d9d4s/1d6d2s 5r 3s5s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    led = after(state, "p1 play 9d")
    assert choices(led) == ["p2 play 1d", "p2 play 6d", "p2 play 2s"]


def test_R4_3_the_follower_may_still_follow_a_royal_heir() -> None:
    state = at("1.8 2d9d4s/6dTd2s 5r 3s5s6s7s8s9sTs p1:- - 11211011211 3 4 p1:play")
    # Td takes the led Doves: 0 + 3 paws from space 3.
    assert path(after(state, "p1 play 9d", "p2 play Td")) == "11211011211 6 4"


def test_R4_3_the_led_royal_heir_wins_against_a_card_off_suit() -> None:
    state = at("1.8 2d9d4s/6dTd2s 5r 3s5s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    assert turn(after(state, "p1 play 9d", "p2 play 2s")) == "p1:play"


def test_R4_3_a_royal_heir_played_second_must_follow_suit() -> None:
    state = at("1.8 2d4d4s/6d9r2s 5r 3s5s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    led = after(state, "p1 play 2d")
    assert choices(led) == ["p2 play 6d"]
    assert "a Dove was led" in refusal(led, "p2 play 9r")


def test_R4_3_a_royal_heir_played_second_does_nothing() -> None:
    state = at("1.8 4d8d4s/9d1r2s 5r 3s5s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    # 9d wins, 1 + 0 paws; then the new follower must follow suit as ever.
    won = after(state, "p1 play 4d", "p2 play 9d")
    assert turn(won) == "p2:play"
    assert path(won) == "11211001211 7 4"
    assert choices(after(won, "p2 play 2s")) == ["p1 play 4s"]


def test_R4_4_the_led_suit_is_the_led_card_s_not_trump() -> None:
    state = at("1.8 2d9r4s/6d8rTr 5r 3s5s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    led = after(state, "p1 play 2d")
    assert choices(led) == ["p2 play 6d"]
    assert "a Dove was led" in refusal(led, "p2 play Tr")


def test_R4_4_trump_led_must_be_followed_with_trump() -> None:
    state = at("1.8 2d9d4r/6dTd8r 5r 4s5s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    assert choices(after(state, "p1 play 4r")) == ["p2 play 8r"]


def test_R4_4_a_new_trump_within_the_trick_leaves_the_led_suit() -> None:
    state = at("1.8 3d9d4r/6dTd8r 5s 3s4s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    led = after(state, "p1 play 3d", "p1 foxes p1", "p1 exchange 4r")
    assert led.table.trump is Suit.ROSES
    assert choices(led) == ["p2 play 6d", "p2 play Td"]


def test_R4_4_the_decree_taken_to_hand_must_follow() -> None:
    # The follower's only Dove comes to it as the old decree.
    state = at("1.8 3d9r4s/6r8rTs 5d 2s3s5s6s7s8s9s p1:- - 11211011211 6 4 p1:play")
    led = after(state, "p1 play 3d", "p1 foxes p2", "p2 exchange 6r")
    assert hands(led) == "9r4s/5d8rTs"
    assert choices(led) == ["p2 play 5d"]


TRICKS = [
    # lead, follow, decree, winner, reason
    ("4d", "8d", "1d", "p2", WinReason.HIGHER_TRUMP),
    ("Td", "8d", "1d", "p1", WinReason.HIGHER_TRUMP),
    ("2d", "Ts", "1d", "p1", WinReason.ONLY_TRUMP),
    ("Ts", "2d", "1d", "p2", WinReason.ONLY_TRUMP),
    ("Td", "8d", "1r", "p1", WinReason.HIGHER_OF_LED_SUIT),
    ("4d", "8d", "1r", "p2", WinReason.HIGHER_OF_LED_SUIT),
    ("2d", "Ts", "1r", "p1", WinReason.ONLY_OF_LED_SUIT),
    ("9d", "Ts", "1r", "p1", WinReason.ONLY_OF_LED_SUIT),
    ("9d", "Td", "1r", "p2", WinReason.HIGHER_OF_LED_SUIT),
    ("9d", "2r", "1r", "p2", WinReason.ONLY_TRUMP),
]


@pytest.mark.parametrize(("lead", "follow", "decree", "winner", "reason"), TRICKS)
def test_R6_the_winner_and_the_reason(
    lead: str, follow: str, decree: str, winner: str, reason: WinReason
) -> None:
    state = at(f"1.10 {lead}/{follow} {decree} 3s4s5s6s7s8s9s p1:- - 11211011211 6 4 p1:play")
    (won,) = (
        event
        for event in play(state, f"p1 play {lead}", f"p2 play {follow}").events
        if isinstance(event, TrickWon)
    )
    card = parse_card(lead if winner == "p1" else follow)
    assert won == TrickWon(Seat[winner.upper()], card, reason)


def test_R6_the_winner_leads_also_when_p2_led() -> None:
    state = at("1.9 6d6s/4d4s 1s 2s3s5s7s8s9sTs p2:- - 11211011211 6 4 p2:play")
    assert turn(play(state, "p2 play 4d", "p1 play 6d").state) == "p1:play"


def test_R6_a_follower_off_suit_and_off_trump_loses() -> None:
    for trump in Suit:
        for lead in DECK:
            for follow in DECK:
                if follow.suit not in (lead.suit, trump):
                    assert not follow_wins(lead, follow, trump)


def _strength(card: Card, led: Suit, trump: Suit) -> int:
    """Order all cards of a trick at once: trumps, then the led suit, then the rest."""
    return card.rank + 100 * (card.suit is trump) + 50 * (card.suit is led)


@pytest.mark.parametrize("trump", Suit)
def test_R6_highest_trump_then_highest_of_the_led_suit_wins_whatever_is_played(trump: Suit) -> None:
    for lead in DECK:
        for follow in DECK:
            if lead is not follow:
                beats = _strength(follow, lead.suit, trump) > _strength(lead, lead.suit, trump)
                assert follow_wins(lead, follow, trump) is beats


@pytest.mark.parametrize("trump", Suit)
def test_R6_the_reason_fits_the_two_suits(trump: Suit) -> None:
    for lead in DECK:
        for follow in DECK:
            if lead is follow:
                continue
            trumps = (lead.suit is trump) + (follow.suit is trump)
            same = lead.suit is follow.suit
            expected = {
                2: WinReason.HIGHER_TRUMP,
                1: WinReason.ONLY_TRUMP,
                0: WinReason.HIGHER_OF_LED_SUIT if same else WinReason.ONLY_OF_LED_SUIT,
            }[trumps]
            assert win_reason(lead, follow, trump) is expected
