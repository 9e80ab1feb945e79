"""C4.1: a Fox lets its player exchange the decree, at once."""

from __future__ import annotations

import pytest

from foxduet.core.common import CardPlayed, DecreeChanged, DecreeKept, Seat, WinReason
from foxduet.games.classic.rules.actions import parse_card
from foxduet.games.classic.rules.cards import Suit
from foxduet.games.classic.rules.events import RoundEnded, TrickWon
from tests.support.classic.deals import after, at, choices, fields, play, refusal, turn

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
