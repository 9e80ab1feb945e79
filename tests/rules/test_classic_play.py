"""C1 and C2: the cards, and how a round is dealt and played."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given

from foxduet.core.cards import (
    CardPlayed,
    Deal,
    DecreeChanged,
    DecreeKept,
    RoundDealt,
    Seat,
    TrickWon,
    WinReason,
    follow_wins,
    hand_of,
)
from foxduet.games.classic.rules.cards import (
    DECK,
    Ability,
    Card,
    Hand,
    Suit,
    cards_to_follow,
    counted,
)
from foxduet.games.classic.rules.engine import apply, deal, legal_actions, new_game
from foxduet.games.classic.rules.notation import format_position, view_of
from foxduet.games.classic.rules.observation import observe, redact
from foxduet.games.classic.rules.state import (
    CardDiscarded,
    CardDrawn,
    Draw,
    Event,
    RoundEnded,
    Setup,
    SwanLeads,
    TreasuresScored,
    parse_action,
)
from tests.support.classic import (
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
    hands,
    line_of,
    names_of,
    parse_card,
    play,
    random_game,
    refusal,
    turn,
)
from tests.support.players import few

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
    assert refusal(state, DEAL_BY_P1) == "it is p2's turn to deal"
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
        (f"{P1_HAND[:-2]}/{P2_HAND} {DECREE} {STOCK}Em", "12 cards dealt to p1; it should be 13"),
        (f"{P1_HAND}/{P2_HAND}Em 7b {STOCK[:-2]}", "14 cards dealt to p2; it should be 13"),
        (f"{P1_HAND}/{P2_HAND} {DECREE} {STOCK[:-2]}", "5 cards in the stock; it should be 6"),
        (f"{P1_HAND}/{P2_HAND} {DECREE} {STOCK}Tm", "7 cards in the stock; it should be 6"),
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


ABILITIES_LEAD = "1.10 3b4k6m/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 0-0 p1:play"


def test_C4_1_the_player_of_a_fox_chooses_among_its_cards_and_keeping() -> None:
    led = after(at(ABILITIES_LEAD), "p1 play 3b")
    assert turn(led) == "p1:exchange"
    assert choices(led) == ["p1 exchange 4k", "p1 exchange 6m", "p1 exchange -"]


def test_C4_1_a_fox_takes_effect_before_the_other_card() -> None:
    led = after(at(ABILITIES_LEAD), "p1 play 3b")
    reason = "p1 played a Fox and must first swap the decree or keep it"
    assert refusal(led, "p2 play 6b") == reason
    assert turn(after(led, "p1 exchange -")) == "p2:play"


def test_C4_1_only_the_player_of_the_fox_exchanges() -> None:
    led = after(at(ABILITIES_LEAD), "p1 play 3b")
    for action in ("p2 exchange 6b", "p2 exchange -"):
        assert "p1 played a Fox" in refusal(led, action)


def test_C4_1_the_old_decree_goes_to_the_hand_openly() -> None:
    step = play(at(ABILITIES_LEAD), "p1 play 3b", "p1 exchange 6m")
    assert fields(step.state, "HANDS", "DECREE") == "1b4k/6b8k2m 6m"
    assert step.state.table.trump is Suit.MOONS
    assert step.events == (
        CardPlayed(Seat.P1, parse_card("3b"), leads=True),
        DecreeChanged(Seat.P1, parse_card("1b"), parse_card("6m")),
    )


def test_C4_1_the_decree_may_be_kept() -> None:
    step = play(at(ABILITIES_LEAD), "p1 play 3b", "p1 exchange -")
    assert fields(step.state, "HANDS", "DECREE") == "4k6m/6b8k2m 1b"
    assert step.events[-1] == DecreeKept(Seat.P1)


@pytest.mark.parametrize("card", ["3b", "1b", "6b", "2k"])
def test_C4_1_a_card_not_held_cannot_be_put_out(card: str) -> None:
    led = after(at(ABILITIES_LEAD), "p1 play 3b")
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
    played = after(at(ABILITIES_LEAD), "p1 play 3b", "p1 exchange 6m", "p2 play 6b")
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
