"""R6: who wins a trick, and why."""

from __future__ import annotations

import pytest

from foxduet.core.common import Seat, WinReason, follow_wins, win_reason
from foxduet.games.duet.rules.actions import parse_card
from foxduet.games.duet.rules.cards import DECK, Card, Suit
from foxduet.games.duet.rules.events import TrickWon
from tests.support.deals import at, play, turn

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
