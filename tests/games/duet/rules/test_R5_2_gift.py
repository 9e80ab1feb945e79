"""R5.2: a Gift makes each seat give the other a card, at once."""

from __future__ import annotations

import pytest

from foxduet.core.common import CardPlayed, Seat
from foxduet.games.duet.rules.actions import parse_card
from foxduet.games.duet.rules.cards import Ability
from foxduet.games.duet.rules.engine import apply
from foxduet.games.duet.rules.events import AbilityLapsed, GiftOffered, GiftsExchanged
from foxduet.games.duet.rules.observation import observe, redact
from tests.support.deals import after, at, choices, hands, play, refusal, turn

LEAD = "1.8 7d4r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"


def test_R5_2_the_player_of_a_led_gift_chooses_first() -> None:
    led = after(at(LEAD), "p1 play 7d")
    assert choices(led) == ["p1 give 4r", "p1 give 6s"]
    assert "must first choose a card to give" in refusal(led, "p2 give 6d")
    offered = after(led, "p1 give 6s")
    assert choices(offered) == ["p2 give 6d", "p2 give 8r", "p2 give 2s"]


def test_R5_2_the_follower_s_gift_is_chosen_by_the_follower_first() -> None:
    state = at("1.8 6d4r6s/7d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    followed = after(state, "p1 play 6d", "p2 play 7d")
    assert choices(followed) == ["p2 give 8r", "p2 give 2s"]
    assert choices(after(followed, "p2 give 2s")) == ["p1 give 4r", "p1 give 6s"]


def test_R5_2_the_cards_are_exchanged_together() -> None:
    step = play(at(LEAD), "p1 play 7d", "p1 give 6s", "p2 give 8r")
    assert hands(step.state) == "4r8r/6d2s6s"
    assert step.events == (
        CardPlayed(Seat.P1, parse_card("7d"), leads=True),
        GiftOffered(Seat.P1, parse_card("6s")),
        GiftOffered(Seat.P2, parse_card("8r")),
        GiftsExchanged((parse_card("6s"), parse_card("8r"))),
    )


def test_R5_2_the_event_has_what_each_seat_gave_when_p2_played_the_gift() -> None:
    state = at("1.8 7d4r6s/7r8r2s 1d 3s4s5s7s8s9sTs p2:- - 11211011211 6 4 p2:play")
    step = play(state, "p2 play 7r", "p2 give 2s", "p1 give 7d")
    assert hands(step.state) == "4r2s6s/7d8r"
    assert step.events[-1] == GiftsExchanged((parse_card("7d"), parse_card("2s")))


def test_R5_2_the_gift_takes_effect_before_the_other_card() -> None:
    led = after(at(LEAD), "p1 play 7d")
    assert "must first choose a card to give" in refusal(led, "p2 play 6d")
    offered = after(led, "p1 give 6s")
    assert "must first choose a card to give" in refusal(offered, "p2 play 6d")
    assert turn(after(offered, "p2 give 2s")) == "p2:play"


def test_R5_2_the_follower_s_gift_takes_effect_before_the_winner_is_known() -> None:
    state = at("1.8 6d4r6s/7d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    followed = after(state, "p1 play 6d", "p2 play 7d", "p2 give 2s")
    assert followed.table.tricks_done == 8
    given = after(followed, "p1 give 4r")
    assert given.table.tricks_done == 9
    assert hands(given) == "2s6s/4r8r"
    assert turn(given) == "p2:play"


def test_R5_2_a_gift_cannot_be_declined() -> None:
    led = after(at(LEAD), "p1 play 7d")
    assert len(choices(led)) == len(led.hands[0])
    assert "must first choose a card to give" in refusal(led, "p1 exchange -")


@pytest.mark.parametrize("card", ["7d", "1d", "8r"])
def test_R5_2_only_a_card_in_hand_can_be_given(card: str) -> None:
    led = after(at(LEAD), "p1 play 7d")
    assert "does not hold that card" in refusal(led, f"p1 give {card}")


def test_R5_2_the_offered_card_is_in_no_hand_until_both_have_chosen() -> None:
    offered = after(at(LEAD), "p1 play 7d", "p1 give 6s")
    assert hands(offered) == "4r/6d8r2s"
    assert offered.offer is parse_card("6s")
    assert "does not hold that card" in refusal(offered, "p2 give 6s")


def test_R5_2_the_choice_stays_hidden_until_both_are_made() -> None:
    state = after(at(LEAD), "p1 play 7d")
    offers = [apply(state, choice) for choice in observe(state, Seat.P1).choices]
    views = {observe(step.state, Seat.P2) for step in offers}
    events = {tuple(redact(event, Seat.P2) for event in step.events) for step in offers}
    assert len(offers) == 2
    assert len(views) == 1
    assert events == {(GiftOffered(Seat.P1, None),)}


def test_R5_2_after_a_led_gift_the_follower_follows_from_its_new_hand() -> None:
    state = at("1.8 4d7d6s/8r9r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    given = after(state, "p1 play 7d", "p1 give 4d", "p2 give 8r")
    # The Dove that came as a gift must follow.
    assert choices(given) == ["p2 play 4d"]


def test_R5_2_a_follower_that_gave_its_last_card_of_the_suit_need_not_follow() -> None:
    state = at("1.8 7d4r6s/8d9r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    given = after(state, "p1 play 7d", "p1 give 4r", "p2 give 8d")
    assert choices(given) == ["p2 play 4r", "p2 play 9r", "p2 play 2s"]


def test_R5_2_no_exchange_when_the_leader_s_hand_is_empty() -> None:
    state = at("1.10 7d/4d 1s 4s5s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    step = play(state, "p1 play 7d")
    assert step.events == (
        CardPlayed(Seat.P1, parse_card("7d"), leads=True),
        AbilityLapsed(Seat.P1, Ability.GIFT),
    )
    assert choices(step.state) == ["p2 play 4d"]


def test_R5_2_no_exchange_when_both_hands_are_empty() -> None:
    state = at("1.10 4d/7d 1s 4s5s6s7s8s9sTs p1:- - 11211011211 6 0 p1:play")
    # 7d wins: 1 + 0 paws.
    ended = after(state, "p1 play 4d", "p2 play 7d")
    assert turn(ended) == "deal"
    assert ended.table.path.tracker == 7


def test_R5_2_the_last_cards_but_one_are_still_exchanged() -> None:
    state = at("1.9 4d6s/7d2s 1s 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    followed = after(state, "p1 play 4d", "p2 play 7d")
    assert hands(followed) == "6s/2s"
    assert hands(after(followed, "p2 give 2s", "p1 give 6s")) == "2s/6s"
