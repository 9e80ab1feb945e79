"""R3: the deal, the first lead, and what a new round leaves in place."""

from __future__ import annotations

from random import Random

import pytest

from foxduet.core.common import Deal, RoundDealt, RoundEnded, Seat, TrickWon, hand_of
from foxduet.games.duet.rules.actions import Choice, parse_action
from foxduet.games.duet.rules.cards import DECK
from foxduet.games.duet.rules.engine import apply, new_game, shuffled_deal
from foxduet.games.duet.rules.legality import legal_actions
from tests.support.deals import (
    DEAL_BY_P1,
    DEAL_BY_P2,
    after,
    at,
    choices,
    hands,
    line_of,
    path,
    play,
    refusal,
    setup_of,
    turn,
    with_table,
)
from tests.support.players import random_game

P1_HAND, P2_HAND = "2d6d8dTd1r2r7r1s4s7sTs", "1d7d3r4r5r6r8rTr2s3s9s"
DECREE, STOCK = "4d", "9d3d5s6s8s9r5d"
LAST_TRICK = "1.10 4d/6d 1s 4s5s6s7s8s9sTs p1:- - 11211011211 5 0 p1:play"


@pytest.mark.parametrize(("deal", "leader"), [(DEAL_BY_P1, "p2"), (DEAL_BY_P2, "p1")])
def test_R3_1_either_seat_may_deal_round_1(deal: str, leader: str) -> None:
    dealt = after(new_game(setup_of(1)), deal)
    assert dealt.table.round == 1
    assert turn(dealt) == f"{leader}:play"


def test_R3_1_the_other_seat_deals_each_later_round() -> None:
    for seed in range(20):
        dealers = [
            action.dealer
            for _, action, _ in random_game(setup_of(1), Random(seed))
            if isinstance(action, Deal)
        ]
        assert dealers == [dealers[0], dealers[0].other, dealers[0]][: len(dealers)]


def test_R3_1_the_same_seat_cannot_deal_twice_running() -> None:
    state = after(new_game(setup_of(1)), DEAL_BY_P1)
    while turn(state) != "deal":
        state = apply(state, legal_actions(state)[0]).state
    assert "deals this round" in refusal(state, DEAL_BY_P1)
    assert turn(after(state, DEAL_BY_P2)) == "p1:play"


def test_R3_2_a_deal_puts_every_card_in_its_place() -> None:
    step = play(new_game(setup_of(1)), DEAL_BY_P1)
    assert line_of(step.state) == (
        f"1.0 {P1_HAND}/{P2_HAND} {DECREE} {STOCK} p2:- - 11211011211 6 4 p2:play"
    )
    decree = parse_action(DEAL_BY_P1)
    assert isinstance(decree, Deal)
    assert step.events == (RoundDealt(1, Seat.P1, decree.decree),)


def test_R3_2_shuffling_deals_the_thirty_cards_as_eleven_eleven_one_and_seven() -> None:
    deals = [shuffled_deal(Seat.P2, Random(seed)) for seed in range(50)]
    for deal in deals:
        assert deal.dealer is Seat.P2
        assert [len(deal.hands[0]), len(deal.hands[1]), len(deal.stock)] == [11, 11, 7]
        assert hand_of((*deal.hands[0], *deal.hands[1], deal.decree, *deal.stock)) == DECK
        assert turn(apply(new_game(setup_of(1)), deal).state) == "p1:play"
    assert len(set(deals)) == len(deals)
    assert deals[3] == shuffled_deal(Seat.P2, Random(3))


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        (f"{P1_HAND[:-2]}/{P2_HAND} {DECREE} {STOCK}Ts", ": 10 instead of 11"),
        (f"{P1_HAND}/{P2_HAND}Ts 4d {STOCK[:-2]}", ": 12 instead of 11"),
        (f"{P1_HAND}/{P2_HAND} {DECREE} {STOCK[:-2]}", ": 6 instead of 7"),
        (f"{P1_HAND}/{P2_HAND} {DECREE} {STOCK}Ts", ": 8 instead of 7"),
        (f"{P1_HAND}/{P2_HAND} 5d {STOCK}", "the thirty cards"),
        (f"{P1_HAND}/{P2_HAND.replace('9s', 'Ts')} {DECREE} {STOCK}", "the thirty cards"),
        (f"{P1_HAND}/{P2_HAND} {DECREE} {STOCK.replace('5d', '2d')}", "the thirty cards"),
    ],
)
def test_R3_2_a_wrong_deal_is_refused(deal: str, reason: str) -> None:
    assert reason in refusal(new_game(setup_of(1)), f"deal p1 {deal}")


def test_R3_2_an_unsorted_hand_is_refused() -> None:
    deal = parse_action(DEAL_BY_P1)
    assert isinstance(deal, Deal)
    unsorted = Deal(deal.dealer, (deal.hands[0][::-1], deal.hands[1]), deal.decree, deal.stock)
    with pytest.raises(ValueError, match="not sorted"):
        apply(new_game(setup_of(1)), unsorted)


def test_R3_2_only_a_deal_is_allowed_before_the_deal() -> None:
    table = new_game(setup_of(1))
    assert choices(table) == []
    assert "must be dealt" in refusal(table, "p1 play 7d")


def test_R3_2_no_deal_within_a_round() -> None:
    dealt = after(new_game(setup_of(1)), DEAL_BY_P1)
    assert "turn to play a card" in refusal(dealt, DEAL_BY_P2)


def test_R3_3_the_tracker_starts_on_the_start_space() -> None:
    assert path(after(new_game(setup_of(1)), DEAL_BY_P1)) == "11211011211 6 4"
    assert path(after(new_game(setup_of(2)), DEAL_BY_P1)) == "1212101212 6 3"


def test_R3_3_the_tracker_is_not_reset_between_rounds() -> None:
    # p2 wins with 6d: 1 + 2 paws from space 5 to space 8.
    ended = after(at(LAST_TRICK), "p1 play 4d", "p2 play 6d")
    assert turn(ended) == "deal"
    assert ended.table.path.tracker == 8
    assert after(ended, DEAL_BY_P1).table.path.tracker == 8


def test_R3_4_the_seat_that_did_not_deal_leads_the_first_trick() -> None:
    state = after(new_game(setup_of(1)), DEAL_BY_P1)
    assert choices(state)[0] == "p2 play 1d"
    assert "turn to play" in refusal(state, "p1 play 2d")


@pytest.mark.parametrize(("card", "leader"), [("8d", "p2"), ("2d", "p1")])
def test_R3_4_the_winner_of_a_trick_leads_the_next(card: str, leader: str) -> None:
    state = at("1.9 4d4r/2d8d 1s 4s5s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    assert turn(after(state, "p1 play 4d", f"p2 play {card}")) == f"{leader}:play"


def test_R3_4_eleven_tricks_a_round_and_at_most_three_rounds() -> None:
    full_games = 0
    for seed in range(40):
        tricks, ended = [0], []
        for _, _, step in random_game(setup_of(1), Random(seed)):
            tricks[-1] += sum(isinstance(event, TrickWon) for event in step.events)
            for event in step.events:
                if isinstance(event, RoundEnded):
                    ended.append(event.round)
                    tricks.append(0)
            last = step.state
        assert tricks[: len(ended)] == [11] * len(ended)
        assert ended == [1, 2, 3][: len(ended)]
        full_games += ended == [1, 2, 3]
        assert last.table.outcome is not None
    assert full_games


def test_R3_4_a_later_round_begins_with_empty_hands_and_a_new_deal() -> None:
    ended = after(at(LAST_TRICK), "p1 play 4d", "p2 play 6d")
    assert hands(ended) == "-/-"
    assert ended.table.pending is not None
    assert ended.table.pending.choice is Choice.DEAL
    dealt = after(ended, DEAL_BY_P2)
    assert (dealt.table.round, dealt.table.tricks_done) == (2, 0)
    assert hands(dealt) == f"{P1_HAND}/{P2_HAND}"


def test_a_refusal_names_the_seat_that_deals() -> None:
    dealt = after(new_game(setup_of(1)), DEAL_BY_P1)
    last = with_table(
        at("1.10 9d/7d 1s 4s5s6s7s8s9sTs p1:- - 11211011211 6 0 p1:play"), dealer=dealt.table.dealer
    )
    ended = after(last, "p1 play 9d", "p2 play 7d")
    assert refusal(ended, DEAL_BY_P1) == "p2 deals this round"


def test_a_wrong_deal_names_the_seat_with_the_wrong_number_of_cards() -> None:
    hands = "2d6d8dTd1r2r7r1s4s7sTs/1d7d3r4r5r6r8rTr2s3s"
    deal = f"deal p1 {hands} 4d 9d3d5s6s8s9r5d"
    assert refusal(new_game(setup_of(1)), deal) == "cards dealt to p2: 10 instead of 11"
