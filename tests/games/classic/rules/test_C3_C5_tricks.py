"""C3 and C5: following, and who wins a trick."""

from __future__ import annotations

import pytest
from hypothesis import given

from foxduet.core.common import Seat, TrickWon, WinReason, follow_wins
from foxduet.games.classic.rules.cards import (
    DECK,
    Ability,
    Card,
    Hand,
    Suit,
    cards_to_follow,
    counted,
)
from foxduet.games.classic.rules.events import Event, SwanLeads, TreasuresScored
from tests.support.classic.deals import (
    DEAL_BY_P1,
    after,
    at,
    choices,
    fields,
    format_card,
    hands,
    parse_card,
    play,
    refusal,
    turn,
)
from tests.support.players import few

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


P1, P2 = Seat.P1, Seat.P2

TRICKS = [
    # lead, follow, decree, winner, reason
    ("4b", "8b", "2b", "p2", WinReason.HIGHER_TRUMP),
    ("Tb", "8b", "2b", "p1", WinReason.HIGHER_TRUMP),
    ("2b", "Tm", "4b", "p1", WinReason.ONLY_TRUMP),
    ("Tm", "2b", "4b", "p2", WinReason.ONLY_TRUMP),
    ("Tb", "8b", "2k", "p1", WinReason.HIGHER_OF_LED_SUIT),
    ("4b", "8b", "2k", "p2", WinReason.HIGHER_OF_LED_SUIT),
    ("2b", "Tm", "2k", "p1", WinReason.ONLY_OF_LED_SUIT),
    ("Tb", "Eb", "2k", "p2", WinReason.HIGHER_OF_LED_SUIT),
]

WITCHES = [
    # One Witch: a trump of rank 9, led or not.
    ("9b", "Tb", "2k", "p1", WinReason.ONLY_TRUMP),
    ("9b", "8k", "2k", "p1", WinReason.HIGHER_TRUMP),
    ("9b", "Tk", "2k", "p2", WinReason.HIGHER_TRUMP),
    ("Eb", "9b", "2k", "p2", WinReason.ONLY_TRUMP),
    ("8k", "9b", "2k", "p2", WinReason.HIGHER_TRUMP),
    ("Tk", "9b", "2k", "p1", WinReason.HIGHER_TRUMP),
    ("2b", "9m", "2k", "p2", WinReason.ONLY_TRUMP),
    ("9k", "8k", "2k", "p1", WinReason.HIGHER_TRUMP),
    ("Tk", "9k", "2k", "p1", WinReason.HIGHER_TRUMP),
    # Two: neither counts as trump; the trump one wins, else the led one.
    ("9b", "9k", "2k", "p2", WinReason.ONLY_TRUMP),
    ("9k", "9b", "2k", "p1", WinReason.ONLY_TRUMP),
    ("9b", "9m", "2k", "p1", WinReason.ONLY_OF_LED_SUIT),
    ("9m", "9b", "2k", "p1", WinReason.ONLY_OF_LED_SUIT),
]


def events_of(lead: str, follow: str, decree: str) -> tuple[Event, ...]:
    """Return what happens in the last trick of a round, which p1 leads."""
    others = [text for text in map(format_card, DECK) if text not in (lead, follow, decree)]
    line = f"1.12 {lead}/{follow} {decree} {''.join(others[:6])} p1:- 8-4 0-0 p1:play"
    return play(at(line), f"p1 play {lead}", f"p2 play {follow}").events


@pytest.mark.parametrize(("lead", "follow", "decree", "winner", "reason"), TRICKS + WITCHES)
def test_C5_1_the_winner_and_the_reason(
    lead: str, follow: str, decree: str, winner: str, reason: WinReason
) -> None:
    (won,) = (one for one in events_of(lead, follow, decree) if isinstance(one, TrickWon))
    card = parse_card(lead if winner == "p1" else follow)
    counts = reason in (WinReason.ONLY_TRUMP, WinReason.HIGHER_TRUMP)
    as_trump = counts and card.suit is not parse_card(decree).suit
    assert won == TrickWon(Seat[winner.upper()], card, reason, as_trump)


def _strength(card: Card, led: Suit, trump: Suit, *, is_lone_witch: bool) -> int:
    """Order all cards of a trick at once: trumps, then the led suit, then the rest."""
    if card.suit is trump or is_lone_witch:
        return 200 + card.rank
    return 100 * (card.suit is led) + card.rank


@pytest.mark.parametrize("trump", Suit)
def test_C5_1_highest_trump_then_highest_of_the_led_suit_wins_whatever_is_played(
    trump: Suit,
) -> None:
    for lead in DECK:
        for follow in DECK:
            if lead is follow:
                continue
            one = [lead.rank, follow.rank].count(9) == 1
            strengths = [
                _strength(card, lead.suit, trump, is_lone_witch=one and card.rank == 9)
                for card in (lead, follow)
            ]
            beats = strengths[1] > strengths[0]
            assert follow_wins(*counted(lead, follow, trump), trump) is beats


@pytest.mark.parametrize("trump", Suit)
def test_C5_2_exactly_one_witch_counts_as_the_trump_of_rank_9(trump: Suit) -> None:
    for lead in DECK:
        for follow in DECK:
            if lead is follow:
                continue
            as_played = counted(lead, follow, trump)
            assert as_played[0] is not as_played[1]
            witches = [card for card in (lead, follow) if card.ability is Ability.WITCH]
            for card, other in zip((lead, follow), as_played, strict=True):
                is_lone = witches == [card]
                assert other is (Card.of(trump, 9) if is_lone else card)


def test_C5_2_the_event_shows_the_witch_as_it_was_played() -> None:
    (won,) = (one for one in events_of("9b", "8k", "2k") if isinstance(one, TrickWon))
    assert won.card == parse_card("9b")


def test_C5_3_the_winner_leads_the_next_trick() -> None:
    state = at("1.11 4b8k/6b2k 3k 1k5k6k7k9kTk p1:- 8-3 0-0 p1:play")
    assert turn(after(state, "p1 play 4b", "p2 play 6b")) == "p2:play"
    assert turn(after(state, "p1 play 8k", "p2 play 2k")) == "p1:play"


def test_C5_3_the_winner_leads_also_when_p2_led() -> None:
    state = at("1.11 6b8k/4b2k 3k 1k5k6k7k9kTk p2:- 8-3 0-0 p2:play")
    assert turn(after(state, "p2 play 4b", "p1 play 6b")) == "p1:play"


SWANS = [
    # hands, leader, plays, who leads next
    ("1b8k/6b2k", "p1", ("p1 play 1b", "p2 play 6b"), "p1"),
    ("6b8k/1b2k", "p1", ("p1 play 6b", "p2 play 1b"), "p2"),
    ("6b8k/1b2k", "p2", ("p2 play 1b", "p1 play 6b"), "p2"),
    # A Swan that wins: its player leads anyway.
    ("8b1k/2b6m", "p1", ("p1 play 1k", "p2 play 6m"), "p1"),
    # Two Swans: the loser leads.
    ("1b8k/2k1m", "p1", ("p1 play 1b", "p2 play 1m"), "p2"),
    ("1b8m/1k2m", "p1", ("p1 play 1b", "p2 play 1k"), "p1"),
]


@pytest.mark.parametrize(("hands", "leader", "plays", "leads"), SWANS)
def test_C5_4_who_loses_with_a_swan_leads_the_next_trick(
    hands: str, leader: str, plays: tuple[str, str], leads: str
) -> None:
    state = at(f"1.11 {hands} 3k 4k5k6k7k9kTk {leader}:- 8-3 0-0 {leader}:play")
    step = play(state, *plays)
    assert turn(step.state) == f"{leads}:play"
    (won,) = (event for event in step.events if isinstance(event, TrickWon))
    passed = SwanLeads(Seat[leads.upper()])
    assert (passed in step.events) is (won.winner is not passed.seat)


def test_C5_4_the_trick_is_still_won_by_the_other() -> None:
    state = at("1.11 1b8k/6b2k 3k 4k5k6k7k9kTk p1:- 8-3 0-0 p1:play")
    step = play(state, "p1 play 1b", "p2 play 6b")
    assert fields(step.state, "TRICKS") == "8-4"
    assert step.events[-1] == SwanLeads(P1)


@pytest.mark.parametrize(("cards", "leader"), [("1b/6b", "p1"), ("6b/1b", "p2")])
def test_C5_4_ruling_in_trick_13_a_swan_changes_no_lead(cards: str, leader: str) -> None:
    state = at(f"1.12 {cards} 3k 4k5k6k7k9kTk {leader}:- 8-4 0-0 {leader}:play")
    lead, follow = cards.split("/") if leader == "p1" else cards.split("/")[::-1]
    other = "p2" if leader == "p1" else "p1"
    step = play(state, f"{leader} play {lead}", f"{other} play {follow}")
    assert not any(isinstance(event, SwanLeads) for event in step.events)
    # The seat that does not deal leads round 2.
    assert turn(after(step.state, DEAL_BY_P1)) == "p2:play"


@pytest.mark.parametrize(
    ("hands", "plays", "points", "scored"),
    [
        ("7b8k/6b2k", ("p1 play 7b", "p2 play 6b"), "2-1", (P1, 1)),
        ("7b8k/8b2k", ("p1 play 7b", "p2 play 8b"), "1-2", (P2, 1)),
        ("7b8k/2m7m", ("p1 play 7b", "p2 play 7m"), "3-1", (P1, 2)),
        ("7b8k/7k8m", ("p1 play 7b", "p2 play 7k"), "1-3", (P2, 2)),
        ("4b8k/7b2k", ("p1 play 4b", "p2 play 7b"), "1-2", (P2, 1)),
    ],
)
def test_C5_5_the_winner_scores_a_point_at_once_for_each_treasure(
    hands: str, plays: tuple[str, str], points: str, scored: tuple[Seat, int]
) -> None:
    state = at(f"2.11 {hands} 3k 4k5k6k1k9kTk p1:- 8-3 1-1 p1:play")
    step = play(state, *plays)
    assert fields(step.state, "POINTS") == points
    assert TreasuresScored(*scored) in step.events


def test_C5_5_a_trick_without_a_treasure_scores_nothing() -> None:
    state = at("1.11 4b8k/6b2k 3k 1k5k6k7k9kTk p1:- 8-3 1-1 p1:play")
    step = play(state, "p1 play 4b", "p2 play 6b")
    assert fields(step.state, "POINTS") == "1-1"
    assert not any(isinstance(event, TreasuresScored) for event in step.events)


def test_C5_5_treasures_count_as_scored_in_the_round() -> None:
    state = at("3.11 7b8k/6b2k 3k 1k4k5k6k9kTk p1:- 8-3 9-7 p1:play")
    won = after(state, "p1 play 7b", "p2 play 6b")
    assert (won.table.points, won.table.scored) == ((10, 7), (1, 0))
