"""C4: the Fox and the Woodcutter."""

from __future__ import annotations

from random import Random

import pytest

from foxduet.core.common import CardPlayed, DecreeChanged, DecreeKept, Seat, TrickWon, WinReason
from foxduet.games.classic.rules.cards import Suit
from foxduet.games.classic.rules.events import CardDiscarded, CardDrawn, RoundEnded
from foxduet.games.classic.rules.observation import observe, redact
from foxduet.games.classic.rules.state import Draw, Setup
from tests.support.classic.deals import (
    after,
    at,
    choices,
    fields,
    names_of,
    parse_card,
    play,
    random_game,
    refusal,
    turn,
)

LEAD = "1.10 3b4k6m/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 0-0 p1:play"


def test_C4_1_the_player_of_a_fox_chooses_among_its_cards_and_keeping() -> None:
    led = after(at(LEAD), "p1 play 3b")
    assert turn(led) == "p1:exchange"
    assert choices(led) == ["p1 exchange 4k", "p1 exchange 6m", "p1 exchange -"]


def test_C4_1_a_fox_takes_effect_before_the_other_card() -> None:
    led = after(at(LEAD), "p1 play 3b")
    reason = "p1 played a Fox and must first exchange the decree or keep it"
    assert refusal(led, "p2 play 6b") == reason
    assert turn(after(led, "p1 exchange -")) == "p2:play"


def test_C4_1_only_the_player_of_the_fox_exchanges() -> None:
    led = after(at(LEAD), "p1 play 3b")
    for action in ("p2 exchange 6b", "p2 exchange -"):
        assert "p1 played a Fox" in refusal(led, action)


def test_C4_1_the_old_decree_goes_to_the_hand_openly() -> None:
    step = play(at(LEAD), "p1 play 3b", "p1 exchange 6m")
    assert fields(step.state, "HANDS", "DECREE") == "1b4k/6b8k2m 6m"
    assert step.state.table.trump is Suit.MOONS
    assert step.events == (
        CardPlayed(Seat.P1, parse_card("3b"), leads=True),
        DecreeChanged(Seat.P1, parse_card("1b"), parse_card("6m")),
    )


def test_C4_1_the_decree_may_be_kept() -> None:
    step = play(at(LEAD), "p1 play 3b", "p1 exchange -")
    assert fields(step.state, "HANDS", "DECREE") == "4k6m/6b8k2m 1b"
    assert step.events[-1] == DecreeKept(Seat.P1)


@pytest.mark.parametrize("card", ["3b", "1b", "6b", "2k"])
def test_C4_1_a_card_not_held_cannot_be_put_out(card: str) -> None:
    led = after(at(LEAD), "p1 play 3b")
    assert refusal(led, f"p1 exchange {card}") == "p1 does not hold that card"


def test_C4_1_the_follower_s_fox_asks_before_the_winner_is_known() -> None:
    state = at("1.10 6b4k6m/3b8k2m 1k 2k3k5k6k7kTk p1:- 5-5 0-0 p1:play")
    followed = after(state, "p1 play 6b", "p2 play 3b")
    assert fields(followed, "TRICK", "TRICKS", "TURN") == "p1:6b3b 5-5 p2:exchange"
    assert choices(followed) == ["p2 exchange 8k", "p2 exchange 2m", "p2 exchange -"]


@pytest.mark.parametrize(
    ("exchange", "winner", "reason"),
    [
        ("p2 exchange -", "p2", WinReason.ONLY_TRUMP),
        ("p2 exchange 2m", "p1", WinReason.ONLY_OF_LED_SUIT),
    ],
)
def test_C4_1_the_new_trump_decides_this_trick(
    exchange: str, winner: str, reason: WinReason
) -> None:
    state = at("1.10 6b4k6m/3k8k2m 1k 2k4m5k6k7kTk p1:- 5-5 0-0 p1:play")
    step = play(state, "p1 play 6b", "p2 play 3k", exchange)
    won = next(event for event in step.events if isinstance(event, TrickWon))
    assert (won.winner, won.reason) == (Seat[winner.upper()], reason)
    assert turn(step.state) == f"{winner}:play"


@pytest.mark.parametrize(
    ("exchange", "reason"),
    [
        # Among Keys the Witch of Moons counts as the 9 of them, among Bells as theirs.
        ("p1 exchange -", WinReason.HIGHER_TRUMP),
        ("p1 exchange 2b", WinReason.ONLY_TRUMP),
    ],
)
def test_C4_1_a_witch_counts_as_the_new_trump(exchange: str, reason: WinReason) -> None:
    state = at("1.9 2b4b6b3k/6k8kTk9m 1k 2k4k4m5k6m7k p2:- 5-4 0-0 p2:play")
    step = play(state, "p2 play 9m", "p1 play 3k", exchange)
    won = next(event for event in step.events if isinstance(event, TrickWon))
    assert (won.winner, won.reason) == (Seat.P2, reason)


def test_C4_1_the_new_trump_lasts_beyond_the_trick() -> None:
    played = after(at(LEAD), "p1 play 3b", "p1 exchange 6m", "p2 play 6b")
    assert played.table.tricks_done == 11
    assert played.table.trump is Suit.MOONS


def test_C4_1_the_old_decree_must_be_followed_with() -> None:
    # The leader's only Bell comes to it as the old decree.
    state = at("1.10 3k4k6m/6b8k2m 1b 2k5b5k6k7kTk p1:- 5-5 0-0 p1:play")
    played = after(state, "p1 play 3k", "p1 exchange 6m", "p2 play 8k", "p2 play 6b")
    assert choices(played) == ["p1 play 1b"]


def test_C4_1_ruling_any_card_may_be_put_out_of_the_same_suit_too() -> None:
    state = at("1.10 3b4b6m/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 0-0 p1:play")
    led = after(state, "p1 play 3b", "p1 exchange 4b")
    assert fields(led, "HANDS", "DECREE") == "1b6m/6b8k2m 4b"


def test_C4_1_ruling_with_an_empty_hand_nothing_is_asked_of_the_leader() -> None:
    state = at("1.12 3b/6b 1k 2k3k5k6k7kTk p1:- 8-4 0-0 p1:play")
    led = play(state, "p1 play 3b")
    assert turn(led.state) == "p2:play"
    assert led.events == (CardPlayed(Seat.P1, parse_card("3b"), leads=True),)


def test_C4_1_ruling_with_an_empty_hand_nothing_is_asked_of_the_follower() -> None:
    state = at("1.12 6b/3b 1k 2k3k5k6k7kTk p1:- 8-4 0-0 p1:play")
    step = play(state, "p1 play 6b", "p2 play 3b")
    assert isinstance(step.events[-1], RoundEnded)
    assert not any(isinstance(event, DecreeKept | DecreeChanged) for event in step.events)


P1, P2 = Seat.P1, Seat.P2
WOODCUTTER_LEAD = "1.10 5b4k6m/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 0-0 p1:play"


def test_C4_2_the_top_card_of_the_deck_comes_to_the_hand() -> None:
    led = play(at(WOODCUTTER_LEAD), "p1 play 5b")
    assert fields(led.state, "HANDS", "STOCK", "TURN") == "2k4k6m/6b8k2m 3k5k6k7kTk p1:discard"
    assert led.events == (
        CardPlayed(P1, parse_card("5b"), leads=True),
        CardDrawn(P1, parse_card("2k")),
    )


def test_C4_2_any_card_of_the_hand_may_go_under_the_drawn_one_too() -> None:
    led = after(at(WOODCUTTER_LEAD), "p1 play 5b")
    assert choices(led) == ["p1 discard 2k", "p1 discard 4k", "p1 discard 6m"]


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("2k", "4k6m/6b8k2m 3k5k6k7kTk2k"),
        ("4k", "2k6m/6b8k2m 3k5k6k7kTk4k"),
        ("6m", "2k4k/6b8k2m 3k5k6k7kTk6m"),
    ],
)
def test_C4_2_the_card_goes_under_the_deck(card: str, expected: str) -> None:
    step = play(at(WOODCUTTER_LEAD), "p1 play 5b", f"p1 discard {card}")
    assert fields(step.state, "HANDS", "STOCK") == expected
    assert step.events[-1] == CardDiscarded(P1, parse_card(card))


def test_C4_2_is_mandatory_and_takes_effect_before_the_other_card() -> None:
    led = after(at(WOODCUTTER_LEAD), "p1 play 5b")
    reason = "p1 played a Woodcutter and must first put a card under the deck"
    for action in ("p2 play 6b", "p1 play 4k", "p1 exchange -", "p2 discard 6b"):
        assert refusal(led, action) == reason
    assert turn(after(led, "p1 discard 6m")) == "p2:play"


@pytest.mark.parametrize("card", ["5b", "6b", "1b", "3k"])
def test_C4_2_a_card_not_held_cannot_be_put_under(card: str) -> None:
    led = after(at(WOODCUTTER_LEAD), "p1 play 5b")
    assert refusal(led, f"p1 discard {card}") == "p1 does not hold that card"


def test_C4_2_the_follower_s_woodcutter_draws_before_the_winner_is_known() -> None:
    state = at("1.10 6b4k6m/5b8k2m 1k 2k3k5k6k7kTk p1:- 5-5 0-0 p1:play")
    followed = after(state, "p1 play 6b", "p2 play 5b")
    assert fields(followed, "TRICK", "TRICKS", "TURN") == "p1:6b5b 5-5 p2:discard"
    assert turn(after(followed, "p2 discard 2m")) == "p1:play"


def test_C4_2_the_drawn_card_may_be_one_to_follow_with() -> None:
    # p2 draws the only Key of its hand; a Key is led next.
    state = at("1.10 6bTk6m/5b8b2m 1m 2k3k4k6k7k8k p1:- 5-5 0-0 p1:play")
    played = after(state, "p1 play 6b", "p2 play 5b", "p2 discard 2m", "p1 play Tk")
    assert choices(played) == ["p2 play 2k"]


def test_C4_2_the_next_draw_is_the_next_card_of_the_deck() -> None:
    state = at("1.10 4k5k6m/5b8k2m 1k 2k3k4m6k7kTk p2:- 5-5 0-0 p2:play")
    drawn = after(state, "p2 play 5b", "p2 discard 2m", "p1 play 4k")
    assert fields(drawn, "HANDS", "STOCK") == "5k6m/2k8k 3k4m6k7kTk2m"
    again = after(drawn, "p1 play 5k")
    assert fields(again, "HANDS", "STOCK") == "3k6m/2k8k 4m6k7kTk2m"
    put = after(again, "p1 discard 6m")
    assert fields(put, "HANDS", "STOCK") == "3k/2k8k 4m6k7kTk2m6m"
    assert put.draws == (
        Draw(P2, parse_card("2k"), parse_card("2m")),
        Draw(P1, parse_card("3k"), parse_card("6m")),
    )


def test_C4_2_the_other_seat_sees_neither_card() -> None:
    step = play(at(WOODCUTTER_LEAD), "p1 play 5b", "p1 discard 6m")
    drew, put = step.events[1:]
    assert (redact(drew, P1), redact(put, P1)) == (drew, put)
    assert redact(drew, P2) == CardDrawn(P1, None)
    assert redact(put, P2) == CardDiscarded(P1, None)
    seen = observe(step.state, P2)
    assert seen.draws == (Draw(P1, None, None),)
    assert names_of(repr(seen), (parse_card("2k"), parse_card("6m"))) == []


def test_C4_2_while_the_discard_is_due_the_other_seat_does_not_see_the_drawn_card() -> None:
    led = after(at(WOODCUTTER_LEAD), "p1 play 5b")
    assert observe(led, P1).drawn is parse_card("2k")
    seen = observe(led, P2)
    assert seen.drawn is None
    assert (seen.other_cards, seen.deck_cards) == (3, 5)
    assert names_of(repr(seen), led.hands[P1]) == []


def test_C4_2_at_most_three_draws_a_round_so_the_deck_never_runs_out() -> None:
    draws = {len(state.draws): state for state, _, _ in random_game(Setup(35), Random(5))}
    assert max(draws) == 3
    assert len(draws[3].deck) == 3


@pytest.mark.parametrize("cards", ["5b/6b", "6b/5b"])
def test_C4_2_as_the_last_card_of_a_hand_the_drawn_card_goes_under_the_deck(cards: str) -> None:
    state = at(f"1.12 {cards} 1k 2k3k5k6k7kTk p1:- 8-4 0-0 p1:play")
    seat = "p1" if cards.startswith("5b") else "p2"
    lead, follow = cards.split("/")
    played = after(state, f"p1 play {lead}")
    played = after(played, f"p2 play {follow}") if seat == "p2" else played
    assert choices(played) == [f"{seat} discard 2k"]
    put = play(played, f"{seat} discard 2k")
    assert fields(put.state, "STOCK") == "3k5k6k7kTk2k"
    if seat == "p1":
        assert turn(put.state) == "p2:play"
    else:
        assert isinstance(put.events[-1], RoundEnded)


def test_C4_2_a_woodcutter_that_is_drawn_is_played_like_another() -> None:
    state = at("1.10 5b4k6m/6b8k2m 1k 5k3k2k6k7kTk p1:- 5-5 0-0 p1:play")
    drawn = after(state, "p1 play 5b", "p1 discard 6m", "p2 play 6b", "p2 play 8k", "p1 play 5k")
    assert fields(drawn, "HANDS", "TURN") == "3k4k/2m p1:discard"


def test_C4_2_a_woodcutter_put_out_as_the_decree_draws_nothing() -> None:
    state = at("1.10 3b4k5m/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 0-0 p1:play")
    exchanged = after(state, "p1 play 3b", "p1 exchange 5m")
    assert fields(exchanged, "STOCK", "TURN") == "2k3k5k6k7kTk p2:play"
    assert exchanged.draws == ()
