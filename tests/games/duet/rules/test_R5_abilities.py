"""R5: the Foxes and the Gift."""

from __future__ import annotations

import pytest

from foxduet.core.common import CardPlayed, DecreeChanged, DecreeKept, Seat, TrickWon, WinReason
from foxduet.games.duet.rules.cards import Ability, Suit
from foxduet.games.duet.rules.engine import apply
from foxduet.games.duet.rules.events import (
    AbilityLapsed,
    GiftOffered,
    GiftsExchanged,
    SeatNamed,
    TrackerMoved,
)
from foxduet.games.duet.rules.observation import observe, redact
from tests.support.deals import (
    after,
    at,
    choices,
    hands,
    line_of,
    parse_card,
    path,
    play,
    refusal,
    turn,
)

LEAD = "1.8 3d4r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"


def test_R5_1_the_player_of_foxes_names_either_seat() -> None:
    led = after(at(LEAD), "p1 play 3d")
    assert turn(led) == "p1:foxes"
    assert choices(led) == ["p1 foxes p1", "p1 foxes p2"]


def test_R5_1_foxes_take_effect_before_the_other_card() -> None:
    led = after(at(LEAD), "p1 play 3d")
    assert "must first name a seat" in refusal(led, "p2 play 6d")
    named = after(led, "p1 foxes p2")
    assert "must first exchange the decree or keep it" in refusal(named, "p2 play 6d")
    assert turn(after(named, "p2 exchange -")) == "p2:play"


def test_R5_1_only_the_player_of_foxes_names_a_seat() -> None:
    assert "must first name a seat" in refusal(after(at(LEAD), "p1 play 3d"), "p2 foxes p2")


@pytest.mark.parametrize("named", ["p1", "p2"])
def test_R5_1_the_named_seat_chooses_among_its_cards_and_keeping(named: str) -> None:
    cards = {"p1": ["4r", "6s"], "p2": ["6d", "8r", "2s"]}[named]
    state = after(at(LEAD), "p1 play 3d", f"p1 foxes {named}")
    assert choices(state) == [f"{named} exchange {card}" for card in [*cards, "-"]]


def test_R5_1_naming_oneself_and_exchanging() -> None:
    step = play(at(LEAD), "p1 play 3d", "p1 foxes p1", "p1 exchange 6s")
    assert hands(step.state) == "1d4r/6d8r2s"
    assert step.state.table.decree is parse_card("6s")
    assert step.state.table.trump is Suit.STARS
    assert step.events == (
        CardPlayed(Seat.P1, parse_card("3d"), leads=True),
        SeatNamed(Seat.P1, Seat.P1, hand_empty=False),
        DecreeChanged(Seat.P1, parse_card("1d"), parse_card("6s")),
    )


def test_R5_1_naming_the_partner_who_exchanges() -> None:
    state = after(at(LEAD), "p1 play 3d", "p1 foxes p2", "p2 exchange 8r")
    assert hands(state) == "4r6s/1d6d2s"
    assert state.table.trump is Suit.ROSES
    assert choices(state) == ["p2 play 1d", "p2 play 6d"]


def test_R5_1_a_card_of_the_same_suit_may_be_exchanged() -> None:
    state = after(at(LEAD), "p1 play 3d", "p1 foxes p2", "p2 exchange 6d")
    assert hands(state) == "4r6s/1d8r2s"
    assert state.table.trump is Suit.DOVES


@pytest.mark.parametrize("named", ["p1", "p2"])
def test_R5_1_the_named_seat_may_keep_the_decree(named: str) -> None:
    step = play(at(LEAD), "p1 play 3d", f"p1 foxes {named}", f"{named} exchange -")
    assert hands(step.state) == "4r6s/6d8r2s"
    assert step.state.table.decree is parse_card("1d")
    assert step.events[-1] == DecreeKept(Seat[named.upper()])


def test_R5_1_the_seat_not_named_exchanges_nothing() -> None:
    state = after(at(LEAD), "p1 play 3d", "p1 foxes p2")
    assert "must first exchange" in refusal(state, "p1 exchange 4r")
    assert "must first exchange" in refusal(state, "p1 exchange -")


def test_R5_1_a_card_not_held_cannot_be_exchanged() -> None:
    state = after(at(LEAD), "p1 play 3d", "p1 foxes p2")
    for card in ("4r", "3d", "1d"):
        assert "does not hold that card" in refusal(state, f"p2 exchange {card}")


def test_R5_1_foxes_of_the_follower_ask_too() -> None:
    state = at("1.8 5d4r6s/3d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    followed = after(state, "p1 play 5d", "p2 play 3d")
    assert choices(followed) == ["p2 foxes p1", "p2 foxes p2"]
    named = after(followed, "p2 foxes p1")
    assert choices(named) == ["p1 exchange 4r", "p1 exchange 6s", "p1 exchange -"]


@pytest.mark.parametrize(
    ("exchange", "winner", "reason"),
    [
        ("p2 exchange -", "p2", WinReason.ONLY_TRUMP),
        ("p2 exchange 2s", "p1", WinReason.ONLY_OF_LED_SUIT),
    ],
)
def test_R5_1_the_new_trump_decides_this_trick(
    exchange: str, winner: str, reason: WinReason
) -> None:
    # 3r is trump when it is played; without Roses as trump it is merely off suit.
    state = at("1.8 6d4r6s/3r8r2s 1r 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    step = play(state, "p1 play 6d", "p2 play 3r", "p2 foxes p2", exchange)
    won = next(event for event in step.events if isinstance(event, TrickWon))
    assert (won.winner, won.reason) == (Seat[winner.upper()], reason)
    assert turn(step.state) == f"{winner}:play"


def test_R5_1_the_led_suit_may_become_trump_against_a_trump_played_second() -> None:
    state = at("1.8 4r2s6s/6d3r8r 1r 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    step = play(state, "p1 play 2s", "p2 play 3r", "p2 foxes p1", "p1 exchange 6s")
    won = next(event for event in step.events if isinstance(event, TrickWon))
    assert (won.winner, won.reason) == (Seat.P1, WinReason.ONLY_TRUMP)
    # 3 + 2 paws toward p1's end, and the gem of space 1.
    assert TrackerMoved(6, 1) in step.events
    assert path(step.state) == "01211011211 1 4"


def test_R5_1_the_new_trump_lasts_beyond_the_trick() -> None:
    state = at("1.8 3d4r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    played = after(state, "p1 play 3d", "p1 foxes p1", "p1 exchange 6s", "p2 play 6d")
    assert played.table.tricks_done == 9
    assert played.table.trump is Suit.STARS


LAST_LEAD = "1.10 3d/4d 1s 4s5s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play"


def test_R5_1_ruling_both_seats_can_be_named_while_one_hand_holds_a_card() -> None:
    led = after(at(LAST_LEAD), "p1 play 3d")
    assert hands(led) == "-/4d"
    assert choices(led) == ["p1 foxes p1", "p1 foxes p2"]


def test_R5_1_ruling_named_seat_with_an_empty_hand_cannot_exchange() -> None:
    step = play(at(LAST_LEAD), "p1 play 3d", "p1 foxes p1")
    assert step.events[-1] == SeatNamed(Seat.P1, Seat.P1, hand_empty=True)
    assert step.state.table.decree is parse_card("1s")
    assert choices(step.state) == ["p2 play 4d"]


def test_R5_1_ruling_the_seat_with_a_card_may_exchange_it() -> None:
    named = after(at(LAST_LEAD), "p1 play 3d", "p1 foxes p2")
    assert choices(named) == ["p2 exchange 4d", "p2 exchange -"]
    exchanged = after(named, "p2 exchange 4d")
    assert hands(exchanged) == "-/1s"
    # 1s need not follow and does not beat 3d, now that Doves are trump: 2 + 0 paws.
    assert choices(exchanged) == ["p2 play 1s"]
    assert choices(after(exchanged, "p2 play 1s")) == ["p1 move -2", "p1 move +2"]


def test_R5_1_ruling_with_both_hands_empty_nothing_is_asked() -> None:
    state = at("1.10 4d/3d 1s 4s5s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    step = play(state, "p1 play 4d", "p2 play 3d")
    assert not any(isinstance(event, SeatNamed) for event in step.events)
    # 4d wins, 1 + 2 paws, gem collected; then the round ends with plus gems on 2 4 5 7 9.
    assert line_of(step.state).startswith("1.11 -/- 1s ")
    assert path(step.state) == "12122021311 3 4"


GIFT_LEAD = "1.8 7d4r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"


def test_R5_2_the_player_of_a_led_gift_chooses_first() -> None:
    led = after(at(GIFT_LEAD), "p1 play 7d")
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
    step = play(at(GIFT_LEAD), "p1 play 7d", "p1 give 6s", "p2 give 8r")
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
    led = after(at(GIFT_LEAD), "p1 play 7d")
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
    led = after(at(GIFT_LEAD), "p1 play 7d")
    assert len(choices(led)) == len(led.hands[0])
    assert "must first choose a card to give" in refusal(led, "p1 exchange -")


@pytest.mark.parametrize("card", ["7d", "1d", "8r"])
def test_R5_2_only_a_card_in_hand_can_be_given(card: str) -> None:
    led = after(at(GIFT_LEAD), "p1 play 7d")
    assert "does not hold that card" in refusal(led, f"p1 give {card}")


def test_R5_2_the_offered_card_is_in_no_hand_until_both_have_chosen() -> None:
    offered = after(at(GIFT_LEAD), "p1 play 7d", "p1 give 6s")
    assert hands(offered) == "4r/6d8r2s"
    assert offered.offer is parse_card("6s")
    assert "does not hold that card" in refusal(offered, "p2 give 6s")


def test_R5_2_the_choice_stays_hidden_until_both_are_made() -> None:
    state = after(at(GIFT_LEAD), "p1 play 7d")
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
