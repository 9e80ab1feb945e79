"""R1 and R2: the cards, with their text and that of actions, and the boards."""

from __future__ import annotations

import re
from random import Random

import pytest

from foxduet.core.cards import (
    Deal,
    RoundDealt,
    RoundEnded,
    Seat,
    TrickWon,
    hand_of,
    has_suit,
    without,
)
from foxduet.core.errors import NotationError, RecordError
from foxduet.core.notation import parse_seat
from foxduet.games.duet.rules.cards import (
    BOARDS,
    DECK,
    LEVELS,
    Ability,
    Board,
    Card,
    Suit,
    board_from_table,
    board_to_table,
    parse_board,
    signed,
)
from foxduet.games.duet.rules.engine import apply, legal_actions, new_game, shuffled_deal
from foxduet.games.duet.rules.notation import format_position, position_of
from foxduet.games.duet.rules.state import Choice, Move, Setup, format_action, parse_action
from tests.support.games import (
    DEAL_BY_P1,
    DEAL_BY_P2,
    after,
    at,
    choices,
    format_card,
    format_cards,
    hands,
    line_of,
    parse_card,
    parse_cards,
    parse_hand,
    path,
    play,
    refusal,
    setup_of,
    turn,
    with_table,
)
from tests.support.players import random_game

PAWS = {1: 0, 2: 3, 3: 2, 4: 1, 5: 1, 6: 2, 7: 0, 8: 2, 9: 0, 10: 3}
ABILITIES = {
    1: Ability.MUSICIAN,
    3: Ability.FOXES,
    5: Ability.GAZELLE,
    7: Ability.GIFT,
    9: Ability.ROYAL_HEIR,
}


def test_R1_thirty_cards_three_suits_of_ranks_1_to_10() -> None:
    assert len(DECK) == 30
    assert {(card.suit, card.rank) for card in DECK} == {
        (suit, rank) for suit in (Suit.DOVES, Suit.ROSES, Suit.STARS) for rank in range(1, 11)
    }


def test_R1_paws_by_rank_in_every_suit() -> None:
    assert {card: card.paws for card in DECK} == {card: PAWS[card.rank] for card in DECK}


def test_R1_abilities_on_odd_ranks_only() -> None:
    expected = {card: ABILITIES.get(card.rank) for card in DECK}
    assert {card: card.ability for card in DECK} == expected


def test_R1_a_hand_is_sorted_by_suit_then_rank() -> None:
    cards = tuple(map(parse_card, ("Ts", "2r", "Td", "9d", "1s")))
    assert hand_of(cards) == tuple(map(parse_card, ("9d", "Td", "2r", "1s", "Ts")))


def test_R1_a_hand_without_a_card_keeps_the_others() -> None:
    ten, two = parse_card("Td"), parse_card("2r")
    assert without((ten, two), two) == (ten,)
    assert without((ten,), two) == (ten,)


def test_R1_a_hand_has_the_suits_of_its_cards() -> None:
    hand = (parse_card("Td"), parse_card("2r"))
    assert [suit for suit in Suit if has_suit(hand, suit)] == [Suit.DOVES, Suit.ROSES]


OWN = "gems = [1, 0, 2]\nplus = [1]\nstart = 2\nforest_tokens = 1\n"


@pytest.mark.parametrize(
    ("level", "line"),
    [
        (1, "0.0 -/- - - - - 11211011211 6 4 deal"),
        (2, "0.0 -/- - - - - 1212101212 6 3 deal"),
        (3, "0.0 -/- - - - - 1312201312 6 3 deal"),
    ],
)
def test_R2_gems_start_and_tokens_at_setup(level: int, line: str) -> None:
    assert format_position(position_of(new_game(setup_of(level)))) == line


@pytest.mark.parametrize(("level", "gems"), [(1, 12), (2, 13), (3, 16)])
def test_R2_gems_in_all(level: int, gems: int) -> None:
    assert new_game(setup_of(level)).table.path.gems_left == gems


@pytest.mark.parametrize(
    ("level", "plus"), [(1, (2, 4, 5, 7, 9)), (2, (3, 4, 5, 7, 9)), (3, (3, 4, 5, 7, 9))]
)
def test_R2_plus_spaces(level: int, plus: tuple[int, ...]) -> None:
    assert BOARDS[level].plus == plus


def test_R2_levels_2_and_3_differ_by_the_diamonds_on_2_5_and_8() -> None:
    level_2, level_3 = (new_game(setup_of(level)).table.path.gems for level in (2, 3))
    more = [high - low for low, high in zip(level_2, level_3, strict=True)]
    assert [space for space, gems in enumerate(more, 1) if gems] == [2, 5, 8]


def test_R2_there_are_three_levels_and_no_other() -> None:
    assert LEVELS == (1, 2, 3)
    with pytest.raises(KeyError):
        BOARDS[4]


def test_R2_a_custom_board_is_played_on() -> None:
    table = new_game(Setup(2, parse_board(OWN)))
    assert format_position(position_of(table)) == "0.0 -/- - - - - 102 2 1 deal"
    dealt = after(table, DEAL_BY_P1)
    assert turn(dealt) == "p2:play"
    assert len(choices(dealt)) == 11


def test_R2_extra_gems_of_a_custom_board_count_at_level_3_only() -> None:
    board = parse_board(OWN + "extra_gems = [0, 0, 3]\n")
    assert [new_game(Setup(level, board)).table.path.gems_left for level in (1, 2, 3)] == [3, 3, 6]


def test_R2_a_board_is_written_as_it_is_read() -> None:
    for board in (*BOARDS.values(), parse_board(OWN)):
        assert board_from_table(board_to_table(board)) == board


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("gems = [1, 2", "invalid TOML"),
        (OWN.replace("gems = [1, 0, 2]\n", ""), "gems: missing"),
        (OWN.replace("plus = [1]\n", ""), "plus: missing"),
        (OWN.replace("start = 2\n", ""), "start: missing"),
        (OWN.replace("forest_tokens = 1\n", ""), "forest_tokens: missing"),
        (OWN + "colour = 'green'\n", "colour: unknown field"),
        (OWN.replace("[1, 0, 2]", "'102'"), "gems: .*not a list of whole numbers"),
        (OWN.replace("[1, 0, 2]", "[1, 0, 2.0]"), "gems: .*not a list of whole numbers"),
        (OWN.replace("[1, 0, 2]", "[1, true, 2]"), "gems: .*not a list of whole numbers"),
        (OWN.replace("[1]", "1"), "plus: .*not a list of whole numbers"),
        (OWN + "extra_gems = 3\n", "extra_gems: .*not a list of whole numbers"),
        (OWN.replace("start = 2", "start = '2'"), "start: .*not a whole number"),
        (OWN.replace("start = 2", "start = true"), "start: .*not a whole number"),
        (OWN.replace("tokens = 1", "tokens = 1.5"), "forest_tokens: .*not a whole number"),
    ],
)
def test_R2_a_custom_board_that_cannot_be_read_names_the_field(text: str, named: str) -> None:
    with pytest.raises(RecordError, match="^" + named):
        parse_board(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (OWN.replace("[1, 0, 2]", "[1, 1]"), "gems: a path needs 3 to 19 spaces, not 2"),
        (
            OWN.replace("[1, 0, 2]", str([1] * 20)),
            "gems: a path needs 3 to 19 spaces, not 20",
        ),
        (
            OWN.replace("[1, 0, 2]", "[1, -1, 2]"),
            "gems: -1 on space 2; it cannot be less than 0",
        ),
        (OWN.replace("[1, 0, 2]", "[0, 0, 0]"), "gems: there are no gems on the board"),
        (OWN.replace("[1, 0, 2]", "[20, 1, 2]"), "gems: 23 gems on the board"),
        (OWN + "extra_gems = [0, 0, -1]\n", "extra_gems: -1 on space 3"),
        (OWN + "extra_gems = [1, 1]\n", "extra_gems: 2 numbers for 3 spaces"),
        (OWN + "extra_gems = [20, 0, 0]\n", "extra_gems: 23 gems on the board"),
        (
            OWN.replace("[1, 0, 2]", "[20, 0, 2]") + "extra_gems = [1, 0, 0]\n",
            "extra_gems: 23 gems on the board",
        ),
        (OWN.replace("[1]", "[4]"), "plus: there is no space 4; the path has spaces 1 to 3"),
        (OWN.replace("[1]", "[0]"), "plus: there is no space 0; the path"),
        (OWN.replace("[1]", "[1, 1]"), "plus: name each space once, in ascending order"),
        (OWN.replace("[1]", "[2, 1]"), "plus: name each space once, in ascending order"),
        (OWN.replace("start = 2", "start = 0"), "start: there is no space 0; the path"),
        (OWN.replace("start = 2", "start = 4"), "start: there is no space 4; the path"),
        (OWN.replace("tokens = 1", "tokens = -1"), "forest_tokens: -1; use 0 to 9"),
        (OWN.replace("tokens = 1", "tokens = 10"), "forest_tokens: 10; use 0 to 9"),
        (
            OWN.replace("tokens = 1", "tokens = 2"),
            "forest_tokens: 2, but one side of the start has only 1",
        ),
        (
            OWN.replace("start = 2", "start = 1"),
            "forest_tokens: 1, but one side of the start has only 0",
        ),
        (
            OWN.replace("start = 2", "start = 3"),
            "forest_tokens: 1, but one side of the start has only 0",
        ),
    ],
)
def test_R2_a_custom_board_that_cannot_be_played_on_names_the_field(text: str, reason: str) -> None:
    with pytest.raises(RecordError, match="^" + re.escape(reason)):
        parse_board(text)


@pytest.mark.parametrize(
    "board",
    [
        Board(gems=(1, 0, 0), plus=(), start=1, forest_tokens=0),
        Board(gems=(0, 22, 0), plus=(1, 2, 3), start=2, forest_tokens=1),
        Board(gems=(1,) * 19, plus=tuple(range(1, 20)), start=10, forest_tokens=9),
        Board(gems=(1, 0, 0), plus=(), start=3, forest_tokens=0, extra_gems=(0, 0, 21)),
    ],
)
def test_R2_boards_at_the_limits_are_played_on(board: Board) -> None:
    table = new_game(Setup(3, board))
    assert turn(after(table, DEAL_BY_P1)) == "p2:play"


@pytest.mark.parametrize(
    ("text", "suit", "rank"),
    [("7d", Suit.DOVES, 7), ("Tr", Suit.ROSES, 10), ("1s", Suit.STARS, 1)],
)
def test_a_card_is_rank_then_suit(text: str, suit: Suit, rank: int) -> None:
    assert parse_card(text) is Card.of(suit, rank)
    assert format_card(Card.of(suit, rank)) == text


def test_no_cards_are_a_dash() -> None:
    assert format_cards(()) == "-"
    assert parse_hand("-") == parse_cards("-") == ()


@pytest.mark.parametrize(("seat", "text"), [(Seat.P1, "p1"), (Seat.P2, "p2")])
def test_seats(seat: Seat, text: str) -> None:
    assert str(seat) == text
    assert parse_seat(text) is seat


@pytest.mark.parametrize(("steps", "text"), [(3, "+3"), (-2, "-2"), (0, "0"), (10, "+10")])
def test_steps_have_a_sign_unless_zero(steps: int, text: str) -> None:
    assert signed(steps) == text


def test_a_deal_is_written_hand_by_hand_with_the_stock_in_order() -> None:
    deal = parse_action(DEAL_BY_P1)
    assert isinstance(deal, Deal)
    assert deal.dealer is Seat.P1
    assert format_cards(deal.hands[Seat.P2]) == "1d7d3r4r5r6r8rTr2s3s9s"
    assert format_card(deal.decree) == "4d"
    assert format_cards(deal.stock) == "9d3d5s6s8s9r5d"
    assert format_action(deal) == DEAL_BY_P1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "write '-' for none"),
        ("7d7", "'7' is not a card"),
        ("7d 8d", "' 8' is not a card"),
        ("7d-", "'-' is not a card"),
        ("--", "'--' is not a card"),
        ("7d??", "is not a card"),
        ("7d7d", "7d appears twice in 7d7d"),
        ("7d8d7d", "7d appears twice"),
        ("8d7d", "not sorted; write 7d8d"),
        ("1r7d", "not sorted; write 7d1r"),
        ("Td9d", "not sorted; write 9dTd"),
        ("1sTr", "not sorted; write Tr1s"),
    ],
)
def test_what_is_not_a_hand(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_hand(text)
    assert reason in str(raised.value)


@pytest.mark.parametrize("text", ["p3", "P1", "1", "", "team", "p1 "])
def test_what_is_not_a_seat(text: str) -> None:
    with pytest.raises(NotationError, match="is not a seat"):
        parse_seat(text)


def test_the_parser_accepts_illegal_actions() -> None:
    assert parse_action("deal p1 -/- 1d -") == Deal(Seat.P1, ((), ()), DECK[0], ())
    assert parse_action("p1 move +7") == Move(Seat.P1, 7)


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
    assert "turn to deal" in refusal(state, DEAL_BY_P1)
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
        (f"{P1_HAND[:-2]}/{P2_HAND} {DECREE} {STOCK}Ts", "10 cards dealt to p1; it should be 11"),
        (f"{P1_HAND}/{P2_HAND}Ts 4d {STOCK[:-2]}", "12 cards dealt to p2; it should be 11"),
        (f"{P1_HAND}/{P2_HAND} {DECREE} {STOCK[:-2]}", "6 cards in the stock; it should be 7"),
        (f"{P1_HAND}/{P2_HAND} {DECREE} {STOCK}Ts", "8 cards in the stock; it should be 7"),
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
    assert refusal(ended, DEAL_BY_P1) == "it is p2's turn to deal"


def test_a_wrong_deal_names_the_seat_with_the_wrong_number_of_cards() -> None:
    hands = "2d6d8dTd1r2r7r1s4s7sTs/1d7d3r4r5r6r8rTr2s3s"
    deal = f"deal p1 {hands} 4d 9d3d5s6s8s9r5d"
    assert refusal(new_game(setup_of(1)), deal) == "10 cards dealt to p2; it should be 11"
