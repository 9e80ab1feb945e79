"""R4 and R6: following, and who wins a trick."""

from __future__ import annotations

import pytest

from foxduet.core.cards import (
    CardPlayed,
    DecreeChanged,
    DecreeKept,
    Seat,
    TrickWon,
    WinReason,
    follow_wins,
    win_reason,
)
from foxduet.games.duet.rules.cards import DECK, Ability, Card, Suit, possible_moves
from foxduet.games.duet.rules.engine import apply
from foxduet.games.duet.rules.observation import observe, redact
from foxduet.games.duet.rules.state import (
    AbilityLapsed,
    GameEnded,
    GameState,
    GemCollected,
    GiftOffered,
    GiftsExchanged,
    Outcome,
    PathOverrun,
    SeatNamed,
    SpaceCovered,
    TrackerMoved,
    TrackerReset,
)
from tests.support.games import (
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


ABILITIES_LEAD = "1.8 3d4r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"


def test_R5_1_the_player_of_foxes_names_either_seat() -> None:
    led = after(at(ABILITIES_LEAD), "p1 play 3d")
    assert turn(led) == "p1:foxes"
    assert choices(led) == ["p1 foxes p1", "p1 foxes p2"]


def test_R5_1_foxes_take_effect_before_the_other_card() -> None:
    led = after(at(ABILITIES_LEAD), "p1 play 3d")
    assert "must first choose who may swap" in refusal(led, "p2 play 6d")
    named = after(led, "p1 foxes p2")
    assert "must first swap the decree or keep it" in refusal(named, "p2 play 6d")
    assert turn(after(named, "p2 exchange -")) == "p2:play"


def test_R5_1_only_the_player_of_foxes_names_a_seat() -> None:
    assert "must first choose who may swap" in refusal(
        after(at(ABILITIES_LEAD), "p1 play 3d"), "p2 foxes p2"
    )


@pytest.mark.parametrize("named", ["p1", "p2"])
def test_R5_1_the_named_seat_chooses_among_its_cards_and_keeping(named: str) -> None:
    cards = {"p1": ["4r", "6s"], "p2": ["6d", "8r", "2s"]}[named]
    state = after(at(ABILITIES_LEAD), "p1 play 3d", f"p1 foxes {named}")
    assert choices(state) == [f"{named} exchange {card}" for card in [*cards, "-"]]


def test_R5_1_naming_oneself_and_exchanging() -> None:
    step = play(at(ABILITIES_LEAD), "p1 play 3d", "p1 foxes p1", "p1 exchange 6s")
    assert hands(step.state) == "1d4r/6d8r2s"
    assert step.state.table.decree is parse_card("6s")
    assert step.state.table.trump is Suit.STARS
    assert step.events == (
        CardPlayed(Seat.P1, parse_card("3d"), leads=True),
        SeatNamed(Seat.P1, Seat.P1, hand_empty=False),
        DecreeChanged(Seat.P1, parse_card("1d"), parse_card("6s")),
    )


def test_R5_1_naming_the_partner_who_exchanges() -> None:
    state = after(at(ABILITIES_LEAD), "p1 play 3d", "p1 foxes p2", "p2 exchange 8r")
    assert hands(state) == "4r6s/1d6d2s"
    assert state.table.trump is Suit.ROSES
    assert choices(state) == ["p2 play 1d", "p2 play 6d"]


def test_R5_1_a_card_of_the_same_suit_may_be_exchanged() -> None:
    state = after(at(ABILITIES_LEAD), "p1 play 3d", "p1 foxes p2", "p2 exchange 6d")
    assert hands(state) == "4r6s/1d8r2s"
    assert state.table.trump is Suit.DOVES


@pytest.mark.parametrize("named", ["p1", "p2"])
def test_R5_1_the_named_seat_may_keep_the_decree(named: str) -> None:
    step = play(at(ABILITIES_LEAD), "p1 play 3d", f"p1 foxes {named}", f"{named} exchange -")
    assert hands(step.state) == "4r6s/6d8r2s"
    assert step.state.table.decree is parse_card("1d")
    assert step.events[-1] == DecreeKept(Seat[named.upper()])


def test_R5_1_the_seat_not_named_exchanges_nothing() -> None:
    state = after(at(ABILITIES_LEAD), "p1 play 3d", "p1 foxes p2")
    assert "must first swap" in refusal(state, "p1 exchange 4r")
    assert "must first swap" in refusal(state, "p1 exchange -")


def test_R5_1_a_card_not_held_cannot_be_exchanged() -> None:
    state = after(at(ABILITIES_LEAD), "p1 play 3d", "p1 foxes p2")
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


@pytest.mark.parametrize(
    ("p1_card", "p2_card", "space"),
    [("6d", "4d", 3), ("4d", "6d", 9), ("8d", "6d", 2), ("9d", "7d", 6), ("4d", "Td", 10)],
)
def test_R7_1_both_paws_toward_the_winner_s_own_end(p1_card: str, p2_card: str, space: int) -> None:
    state = at(f"1.10 {p1_card}/{p2_card} 1s 3s4s5s6s7s8s9s p1:- - 11211011211 6 0 p1:play")
    step = play(state, f"p1 play {p1_card}", f"p2 play {p2_card}")
    assert TrackerMoved(6, space) in step.events
    assert step.state.table.path.tracker == space


def test_R7_1_the_leader_does_not_matter_for_the_direction() -> None:
    state = at("1.9 6d6s/4d4s 1s 2s3s5s7s8s9sTs p2:- - 11211011211 6 4 p2:play")
    assert path(play(state, "p2 play 4d", "p1 play 6d").state) == "11111011211 3 4"


MOVES = [
    # lead, follow, moves if p2 wins
    ("6d", "4d", (3,)),
    ("9d", "7d", (0,)),
    ("1d", "6d", (-2, 2)),
    ("6d", "1d", (-2, 2)),
    ("1d", "2d", (-3, 3)),
    ("1d", "7d", (0,)),
    ("1d", "9d", (0,)),
    ("1d", "1r", (0,)),
    ("5d", "Td", (1, 3, 4)),
    ("Td", "5d", (1, 3, 4)),
    ("5d", "6d", (1, 2, 3)),
    ("5d", "4d", (1, 2)),
    ("5d", "7d", (0, 1)),
    ("9d", "5d", (0, 1)),
    ("5d", "5r", (0, 1, 2)),
    ("1d", "5d", (-1, 0, 1)),
    ("5d", "1d", (-1, 0, 1)),
]


@pytest.mark.parametrize(("lead", "follow", "moves"), MOVES)
def test_R7_4_ruling_the_moves_are_distinct_and_signed(
    lead: str, follow: str, moves: tuple[int, ...]
) -> None:
    cards = (parse_card(lead), parse_card(follow))
    assert possible_moves(*cards, Seat.P2) == moves
    assert possible_moves(*cards, Seat.P1) == tuple(sorted(-move for move in moves))


def _every_way(lead: Card, follow: Card, winner: Seat) -> set[int]:
    """Leave out each set of cards that the Gazelles allow, in each allowed direction."""
    toward = 1 if winner is Seat.P2 else -1
    gazelles = (lead.rank, follow.rank).count(5)
    ways = [(lead.paws, follow.paws)]
    ways += [(lead.paws, 0), (0, follow.paws)] if gazelles >= 1 else []
    ways += [(0, 0)] if gazelles == 2 else []
    directions = (toward, -toward) if 1 in (lead.rank, follow.rank) else (toward,)
    return {direction * sum(way) for way in ways for direction in directions}


@pytest.mark.parametrize("winner", Seat)
def test_R7_the_moves_of_every_trick(winner: Seat) -> None:
    for lead in DECK:
        for follow in DECK:
            if lead is not follow:
                moves = possible_moves(lead, follow, winner)
                assert moves == tuple(sorted(_every_way(lead, follow, winner)))


def test_R7_2_the_winner_with_a_musician_in_the_trick_chooses_the_direction() -> None:
    state = at("1.9 1d6s/6d4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    won = after(state, "p1 play 1d", "p2 play 6d")
    assert turn(won) == "p2:move"
    assert choices(won) == ["p2 move -2", "p2 move +2"]
    assert path(after(won, "p2 move -2")) == "11201011211 4 4"
    assert path(after(won, "p2 move +2")) == "11211010211 8 4"


def test_R7_2_a_musician_of_the_loser_works_as_well() -> None:
    state = at("1.9 8d6s/1d4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    assert choices(after(state, "p1 play 8d", "p2 play 1d")) == ["p1 move -2", "p1 move +2"]


@pytest.mark.parametrize("card", ["7d", "9d"])
def test_R7_2_ruling_a_musician_with_no_paws_asks_nothing(card: str) -> None:
    state = at(f"1.10 1d/{card} 2s 3s4s5s6s7s8s9s p1:- - 11211111211 6 0 p1:play")
    step = play(state, "p1 play 1d", f"p2 play {card}")
    assert turn(step.state) == "deal"
    assert TrackerMoved(6, 6) in step.events
    assert GemCollected(6, 12) in step.events


def test_R7_3_the_winner_may_leave_out_the_paws_of_either_card_or_none() -> None:
    state = at("1.9 5d6s/Td4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    won = after(state, "p1 play 5d", "p2 play Td")
    assert choices(won) == ["p2 move +1", "p2 move +3", "p2 move +4"]
    assert [path(after(won, choice)) for choice in choices(won)] == [
        "11211001211 7 4",
        "11211011111 9 4",
        "11211011201 10 4",
    ]


def test_R7_3_one_gazelle_does_not_leave_out_both_cards() -> None:
    state = at("1.9 5d6s/Td4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    won = after(state, "p1 play 5d", "p2 play Td")
    assert "cannot move 0" in refusal(won, "p2 move 0")


def test_R7_3_two_gazelles_leave_out_one_none_or_both() -> None:
    state = at("1.9 5d6s/5r8r 2r 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    won = after(state, "p1 play 5d", "p2 play 5r")
    assert choices(won) == ["p2 move 0", "p2 move +1", "p2 move +2"]


def test_R7_3_a_gazelle_always_leaves_a_choice() -> None:
    # Its own paw can be left out or not, whatever the other card is.
    for card in DECK:
        if card.rank != 5:
            assert len(possible_moves(parse_card("5d"), card, Seat.P1)) > 1


def test_R7_4_gazelle_and_musician_apply_together() -> None:
    state = at("1.9 1d6s/5d8r 2r 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    won = after(state, "p1 play 1d", "p2 play 5d")
    assert choices(won) == ["p2 move -1", "p2 move 0", "p2 move +1"]
    assert path(after(won, "p2 move 0")) == "11211011211 6 4"


def test_R7_4_only_the_winner_chooses_and_only_a_possible_move() -> None:
    state = at("1.9 1d6s/6d4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    won = after(state, "p1 play 1d", "p2 play 6d")
    assert "must first choose a move" in refusal(won, "p1 move -2")
    assert "cannot move +1 after this trick; possible: -2, +2" in refusal(won, "p2 move +1")
    assert "must first choose a move" in refusal(won, "p2 play 4s")


def test_R7_4_a_move_may_be_chosen_that_runs_beyond_the_path() -> None:
    state = at("1.9 1d6s/2d4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 10 4 p1:play")
    won = after(state, "p1 play 1d", "p2 play 2d")
    assert choices(won) == ["p2 move -3", "p2 move +3"]
    assert path(after(won, "p2 move +3")) == "1121101122# 6 3"


def test_R7_4_no_move_is_due_before_the_trick_is_won() -> None:
    state = at("1.9 1d6s/6d4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    assert "turn to play a card" in refusal(after(state, "p1 play 1d"), "p2 move +2")


# p2 wins with 6d, 1 + 2 paws; p1 wins with 8d, 1 + 2 paws.
TO_P2, TO_P1 = ("p1 play 4d", "p2 play 6d"), ("p1 play 8d", "p2 play 6d")


def _with_path(where: str) -> GameState:
    return at(f"1.8 4d8d5s/6d4s6s 1s 2r3r4r5r6r8rTr p1:- - {where} p1:play")


def test_R7_5_passing_the_last_space_sends_the_tracker_to_the_start() -> None:
    step = play(_with_path("11211011211 9 4"), *TO_P2)
    assert path(step.state) == "1121101122# 6 3"
    assert step.events[3:] == (
        PathOverrun(9, 3, Seat.P2),
        TrackerReset(6),
        SpaceCovered(11, Seat.P2, gems=1, to=10),
    )


def test_R7_5_the_same_at_p1_s_end() -> None:
    step = play(_with_path("11211011211 3 4"), *TO_P1)
    assert path(step.state) == "#2211011211 6 3"
    assert step.events[3:] == (
        PathOverrun(3, -4, Seat.P1),
        TrackerReset(6),
        SpaceCovered(1, Seat.P1, gems=1, to=2),
    )


def test_R7_5_the_last_space_itself_is_not_beyond_the_path() -> None:
    assert path(after(_with_path("11211011211 8 4"), *TO_P2)) == "11211011210 11 4"


def test_R7_5_the_end_is_the_last_uncovered_space() -> None:
    assert path(after(_with_path("1121101122# 7 3"), *TO_P2)) == "1121101121# 10 3"
    assert path(after(_with_path("1121101122# 8 3"), *TO_P2)) == "112110114## 6 2"


def test_R7_5_the_tracker_goes_to_the_start_wherever_the_middle_is_by_now() -> None:
    step = play(_with_path("112110112## 7 2"), *TO_P2)
    assert path(step.state) == "11211013### 6 1"
    assert TrackerReset(6) in step.events


def test_R7_5_overrun_collects_no_gem_even_on_a_start_with_gems() -> None:
    step = play(_with_path("11211511211 9 4"), *TO_P2)
    assert path(step.state) == "1121151122# 6 3"
    assert not any(isinstance(event, GemCollected) for event in step.events)


def test_R7_5_the_last_token_in_reserve_still_saves_the_team() -> None:
    state = after(_with_path("11211011211 9 1"), *TO_P2)
    assert path(state) == "1121101122# 6 0"
    assert turn(state) == "p2:play"


def test_R7_5_overrun_without_reserve_loses() -> None:
    step = play(_with_path("##22112211# 8 0"), *TO_P2)
    assert step.state.table.outcome is Outcome.LOST
    assert turn(step.state) == "over:lost"
    assert step.events[3:] == (PathOverrun(8, 3, Seat.P2), GameEnded(Outcome.LOST, None))


def test_R7_5_the_winner_of_an_overrun_trick_leads_the_next() -> None:
    assert turn(after(_with_path("11211011211 9 4"), *TO_P2)) == "p2:play"


def test_R7_6_exactly_one_gem_is_collected() -> None:
    step = play(_with_path("11211011511 6 4"), *TO_P2)
    assert path(step.state) == "11211011411 9 4"
    assert step.events[3:] == (TrackerMoved(6, 9), GemCollected(9, 14))


def test_R7_6_spaces_passed_over_keep_their_gems() -> None:
    assert path(after(_with_path("11211099111 6 4"), *TO_P2)) == "11211099011 9 4"


def test_R7_6_an_empty_space_gives_nothing() -> None:
    step = play(_with_path("11211011011 6 4"), *TO_P2)
    assert path(step.state) == "11211011011 9 4"
    assert step.events[-1] == TrackerMoved(6, 9)


def test_R7_6_a_gem_is_collected_when_the_tracker_does_not_move() -> None:
    state = at("1.9 9d6s/7d4s 1s 2s3s5s7s8s9sTs p1:- - 11211211211 6 4 p1:play")
    followed = after(state, "p1 play 9d", "p2 play 7d", "p2 give 4s")
    step = play(followed, "p1 give 6s")
    assert path(step.state) == "11211111211 6 4"
    assert GemCollected(6, 13) in step.events


def test_R7_7_the_last_gem_wins_in_mid_round() -> None:
    step = play(_with_path("00000000100 6 2"), *TO_P2)
    assert step.state.table.outcome is Outcome.VICTORY
    assert step.state.table.tricks_done == 9
    assert step.events[3:] == (
        TrackerMoved(6, 9),
        GemCollected(9, 0),
        # Level 1: 10, four cards in hands, two tokens.
        GameEnded(Outcome.VICTORY, 20),
    )
    assert line_of(step.state) == (
        "1.9 8d5s/4s6s 1s 2r3r4r5r6r8rTr - - 00000000000 9 2 over:victory:20"
    )


def test_R7_7_the_last_gem_wins_on_the_last_trick_of_a_round() -> None:
    state = at("2.10 4d/6d 1s 4s5s6s7s8s9sTs p1:- - 00000000100 6 2 p1:play")
    # 10, nothing in hand, round 2, two tokens; no plus gems come any more.
    assert line_of(after(state, "p1 play 4d", "p2 play 6d")).endswith(
        " - - 00000000000 9 2 over:victory:26"
    )


def test_R7_7_the_last_gem_wins_on_the_last_trick_of_all() -> None:
    state = at("3.10 4d/6d 1s 4s5s6s7s8s9sTs p1:- - 00000000100 6 0 p1:play")
    assert turn(after(state, "p1 play 4d", "p2 play 6d")) == "over:victory:10"


def test_R7_7_one_gem_too_many_is_no_victory() -> None:
    assert turn(after(_with_path("00000000200 6 2"), *TO_P2)) == "p2:play"


@pytest.mark.parametrize(
    ("before", "covered"),
    [
        ("11211011215 9 4", "1121101126# 6 3"),
        ("11211011210 9 4", "1121101121# 6 3"),
        ("1121101120# 9 3", "112110112## 6 2"),
        ("112110117## 9 2", "11211018### 6 1"),
        ("11211018### 8 1", "1121109#### 6 0"),
    ],
)
def test_R7_8_covering_moves_all_gems_one_space_toward_the_start(before: str, covered: str) -> None:
    assert path(after(_with_path(before), *TO_P2)) == covered


def test_R7_8_covering_at_p1_s_end_moves_gems_up() -> None:
    assert path(after(_with_path("##321011211 3 2"), *TO_P1)) == "###51011211 6 1"


def test_R7_8_the_gems_of_a_covered_space_are_collected_beside_it() -> None:
    # The overrun slides the gem of space 11 to 10; Ts and 5s then go 3 + 1 from the start.
    state = at("1.8 4d8r5s/6d4sTs 1s Tr2s3s6s7s8s9s p1:- - 00000000001 9 4 p1:play")
    overrun = after(state, *TO_P2)
    assert path(overrun) == "0000000001# 6 3"
    assert choices(overrun) == ["p2 play 4s", "p2 play Ts"]
    won = after(overrun, "p2 play Ts", "p1 play 5s", "p2 move +4")
    assert turn(won) == "over:victory:21"
