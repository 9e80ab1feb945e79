"""The position line: ten fields, for all eyes or for one seat's, and back."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.common import Decision, Seat, Trick, hand_of
from foxduet.core.errors import NotationError
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.board import LEVELS, Board, ForestPath
from foxduet.games.duet.rules.cards import DECK, Card, Suit
from foxduet.games.duet.rules.engine import new_game
from foxduet.games.duet.rules.legality import legal_actions
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.position import (
    Position,
    format_position,
    parse_position,
    position_of,
    restore,
    view_of,
)
from foxduet.games.duet.rules.state import Outcome, Setup, Table
from tests.support.deals import after, at, setup_of
from tests.support.players import few

# The line of the design: level 2, p1 has led Foxes.
EXAMPLE = (
    "1.1 5d1r3r9rTr2s5s7s8s/2d4d6d7d8d4r5r6r8r9s 1d 7r1sTs3s6s2r4s p1:3d - 1202101212 3 3 p1:foxes"
)
LEAD = "1.8 4d3r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"


def card(text: str) -> Card:
    return Card.of(Suit("drs".index(text[1])), "123456789T".index(text[0]) + 1)


def test_the_example_is_read_field_by_field() -> None:
    position = parse_position(EXAMPLE, setup_of(2))
    table = position.table
    assert (table.round, table.tricks_done) == (1, 1)
    assert [len(hand) for hand in position.hands] == [9, 10]
    assert position.hands[0][0] is card("5d")
    assert table.decree is card("1d")
    assert position.stock == tuple(map(card, ("7r", "1s", "Ts", "3s", "6s", "2r", "4s")))
    assert table.trick == Trick(Seat.P1, card("3d"))
    assert position.offer == ()
    assert table.path == ForestPath((1, 2, 0, 2, 1, 0, 1, 2, 1, 2), 1, 10, 6, 3)
    assert table.reserve == 3
    assert table.pending == Decision(Choice.FOXES, Seat.P1)


def test_the_example_is_written_as_it_was_read() -> None:
    assert format_position(parse_position(EXAMPLE, setup_of(2))) == EXAMPLE
    assert format_position(position_of(at(EXAMPLE, setup_of(2)))) == EXAMPLE


def test_the_example_is_played_on() -> None:
    assert len(legal_actions(at(EXAMPLE, setup_of(2)))) == 2


def test_the_line_before_the_first_deal() -> None:
    line = "0.0 -/- - - - - 11211011211 6 4 deal"
    assert format_position(position_of(new_game(setup_of(1)))) == line
    assert restore(parse_position(line, setup_of(1))) == new_game(setup_of(1))


TURNS: list[tuple[str, Decision[Choice] | Outcome]] = [
    ("deal", Decision(Choice.DEAL)),
    ("team:forest", Decision(Choice.FOREST)),
    *(
        (f"{who}:{choice.value}", Decision(choice, seat))
        for who, seat in (("p1", Seat.P1), ("p2", Seat.P2))
        for choice in (Choice.PLAY, Choice.FOXES, Choice.EXCHANGE, Choice.GIVE, Choice.MOVE)
    ),
    # Level 1, six cards, four tokens.
    ("over:victory:28", Outcome.VICTORY),
    ("over:lost", Outcome.LOST),
    ("over:out-of-time", Outcome.OUT_OF_TIME),
    ("over:resigned", Outcome.RESIGNED),
]


@pytest.mark.parametrize(("text", "turn"), TURNS)
def test_every_turn(text: str, turn: Decision[Choice] | Outcome) -> None:
    of_a_seat = isinstance(turn, Decision) and turn.seat is not None
    line = LEAD.replace("p1:play", text).replace("p1:- ", "p1:- " if of_a_seat else "- ")
    position = parse_position(line, setup_of(1))
    assert position.table.pending == (turn if isinstance(turn, Decision) else None)
    assert position.table.outcome == (turn if isinstance(turn, Outcome) else None)
    assert format_position(position) == line


@pytest.mark.parametrize(
    ("text", "trick"),
    [
        ("-", None),
        ("p1:-", Trick(Seat.P1)),
        ("p2:-", Trick(Seat.P2)),
        ("p1:7d", Trick(Seat.P1, card("7d"))),
        ("p2:7d3r", Trick(Seat.P2, card("7d"), card("3r"))),
        ("p1:Ts1d", Trick(Seat.P1, card("Ts"), card("1d"))),
    ],
)
def test_every_trick(text: str, trick: Trick[Card] | None) -> None:
    line = LEAD.replace(" p1:- ", f" {text} ").replace("p1:play", "p1:play" if trick else "deal")
    position = parse_position(line, setup_of(1))
    assert position.table.trick == trick
    assert format_position(position) == line


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("11211011211", ForestPath((1, 1, 2, 1, 1, 0, 1, 1, 2, 1, 1), 1, 11, 6, 6)),
        ("##9am0v####", ForestPath((0, 0, 9, 10, 22, 0, 31, 0, 0, 0, 0), 3, 7, 6, 6)),
        ("000000000##", ForestPath((0,) * 11, 1, 9, 6, 6)),
    ],
)
def test_every_path(text: str, path: ForestPath) -> None:
    line = LEAD.replace("11211011211", text)
    position = parse_position(line, setup_of(1))
    assert position.table.path == path
    assert format_position(position) == line


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw any position that a line can contain, whether or not the rules lead there."""
    deck = [*draw(st.permutations(DECK))]
    counts = [draw(st.integers(0, most)) for most in (9, 10, 7, 1, 2, 1)]
    one, two, stock, decree, trick, offer = [
        tuple(deck.pop() for _ in range(count)) for count in counts
    ]
    before, after_it = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    gems = draw(st.lists(st.integers(0, 31), min_size=3, max_size=12))
    first, last = before + 1, before + len(gems)
    start, tracker = draw(st.integers(first, last)), draw(st.integers(first, last))
    board = Board((1,) * (last + after_it), (), start, 0)
    turn = draw(st.sampled_from([turn for _, turn in TURNS]))
    under_way = isinstance(turn, Decision) and turn.seat is not None
    table = Table(
        Setup(draw(st.sampled_from(LEVELS)), board),
        ForestPath((0,) * before + tuple(gems) + (0,) * after_it, first, last, start, tracker),
        reserve=draw(st.integers(0, 9)),
        pending=turn if isinstance(turn, Decision) else None,
        round=draw(st.integers(0, 3)),
        tricks_done=draw(st.integers(0, 11)),
        decree=decree[0] if decree else None,
        trick=Trick(draw(st.sampled_from(Seat)), *trick) if under_way else None,
        outcome=turn if isinstance(turn, Outcome) else None,
    )
    return Position(table, (hand_of(one), hand_of(two)), stock, offer)


@few(300)
@given(positions())
def test_every_position_is_read_as_it_is_written(position: Position) -> None:
    line = format_position(position)
    assert len(line.split(" ")) == 10
    assert parse_position(line, position.table.setup) == position


@few(100)
@given(positions(), st.sampled_from(Seat))
def test_every_view_is_read_as_it_is_written(position: Position, seat: Seat) -> None:
    hidden: tuple[None, ...] = (None,) * len(position.hands[seat.other])
    own = position.hands[seat]
    view = Position(
        position.table,
        (own, hidden) if seat is Seat.P1 else (hidden, own),
        (None,) * len(position.stock),
        (None,) * len(position.offer),
    )
    assert parse_position(format_position(view), position.table.setup) == view


@pytest.mark.parametrize(
    ("seat", "hands"), [(Seat.P1, "4d3r6s/??????"), (Seat.P2, "??????/6d8r2s")]
)
def test_a_view_shows_unseen_cards_as_question_marks(seat: Seat, hands: str) -> None:
    line = f"1.8 {hands} 1d {'??' * 7} p1:- - 11211011211 6 4 p1:play"
    view = view_of(observe(at(LEAD), seat))
    assert format_position(view) == line
    assert parse_position(line, setup_of(1)) == view


def test_a_view_cannot_be_restored() -> None:
    view = view_of(observe(at(LEAD), Seat.P1))
    with pytest.raises(NotationError, match="unseen cards: 10"):
        restore(view)


def test_when_the_game_is_over_no_trick_and_no_offer_are_written() -> None:
    gift = "1.8 4d7r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
    state = after(at(gift), "p1 play 7r", "p1 give 4d", "team resign")
    # The Gift is half done, so p1 still has what it offered.
    line = "1.8 4d6s/6d8r2s 1d 3s4s5s7s8s9sTs - - 11211011211 6 4 over:resigned"
    assert format_position(position_of(state)) == line
    for seat, hands in ((Seat.P1, "4d6s/??????"), (Seat.P2, "????/6d8r2s")):
        view = format_position(view_of(observe(state, seat)))
        assert view == f"1.8 {hands} 1d {'??' * 7} - - 11211011211 6 4 over:resigned"


BAD_LINES = [
    ("", "ten fields"),
    (LEAD + " ", "ten fields"),
    (LEAD.replace(" 6 4", " 6"), "ten fields with one space between, not 9"),
    (LEAD.replace(" 1d ", "  1d "), "ten fields"),
    (LEAD.replace("1.8", "1"), "DONE: '' is not a number"),
    (LEAD.replace("1.8", "x.8"), "ROUND: 'x' is not a number"),
    (LEAD.replace("1.8", "1.8.0"), "DONE: '8.0' is not a number"),
    (LEAD.replace("1.8", "-1.8"), "ROUND: '-1' is not a number"),
    (LEAD.replace("1.8", "01.8"), f"should be written '{LEAD}'"),
    (LEAD.replace("1.8", "1.08"), f"should be written '{LEAD}'"),
    (LEAD.replace("/", "|"), "is not a card"),
    (LEAD.replace("/6d8r2s", ""), "cards are missing here"),
    (LEAD.replace("4d3r6s/", "/"), "cards are missing here"),
    (LEAD.replace("4d3r6s", "3r4d6s"), "is not sorted; it should be 4d3r6s"),
    (LEAD.replace("4d3r6s", "4d4d6s"), "4d occurs twice"),
    (LEAD.replace("4d3r6s", "4d3r??"), "'??' is not a card"),
    (LEAD.replace("4d3r6s", "???"), "is not a card"),
    (LEAD.replace(" 1d ", " 1x "), "'1x' is not a card"),
    (LEAD.replace(" 1d ", " ?? "), "'??' is not a card"),
    (LEAD.replace("3s4s5s", "3s3s5s"), "3s occurs twice"),
    (LEAD.replace("3s4s5s", "3s??5s"), "'??' is not a card"),
    (LEAD.replace("p1:- ", "p1 "), "cards are missing here"),
    (LEAD.replace("p1:- ", "p1: "), "cards are missing here"),
    (LEAD.replace("p1:- ", "p3:- "), "'p3' is not a seat"),
    (LEAD.replace("p1:- ", "7d "), "cards are missing here"),
    (LEAD.replace("p1:- ", "p1:?? "), "'??' is not a card"),
    (LEAD.replace("p1:- ", "p1:1r2r3r "), "TRICK: 'p1:1r2r3r' has more than two cards"),
    (LEAD.replace("p1:- - ", "p1:- x "), "'x' is not a card"),
    (LEAD.replace("11211011211", ""), "PATH"),
    (LEAD.replace("11211011211", "###########"), "PATH"),
    (LEAD.replace("11211011211", "112#1011211"), "PATH"),
    (LEAD.replace("11211011211", "1121#011211"), "PATH"),
    (LEAD.replace("11211011211", "11211w11211"), "PATH"),
    (LEAD.replace("11211011211", "11211A11211"), "PATH"),
    (LEAD.replace(" 6 4", " 0 4"), "AT: space 0 is not an uncovered space"),
    (LEAD.replace(" 6 4", " 12 4"), "AT: space 12 is not an uncovered space"),
    (LEAD.replace("11211011211", "######11211"), "AT: space 6 is not an uncovered space"),
    (LEAD.replace(" 6 4", " +6 4"), "AT: '+6' is not a number"),
    (LEAD.replace(" 6 4", " 06 4"), f"should be written '{LEAD}'"),
    (LEAD.replace(" 6 4", " 6 -1"), "RESERVE: '-1' is not a number"),
    (LEAD.replace(" 6 4", " 6 04"), f"should be written '{LEAD}'"),
    (LEAD + "\n", "TURN"),
    *(
        (LEAD.replace("p1:play", turn), f"TURN: '{turn}' is not a turn")
        for turn in (
            "play",
            "p1",
            "p1:",
            "p3:play",
            "p1:deal",
            "p1:forest",
            "p1:resign",
            "p1:PLAY",
            "p1:play:1",
            "team:play",
            "team:deal",
            "deal:p1",
            "over",
            "over:",
            "over:won",
        )
    ),
    *(
        (LEAD.replace("p1:- ", "- ").replace("p1:play", f"over:{end}"), f" over:{right}'")
        for end, right in (
            ("victory", "victory:28"),
            ("victory:", "victory:28"),
            ("victory:x", "victory:28"),
            ("victory:028", "victory:28"),
            ("victory:+28", "victory:28"),
            ("victory:-3", "victory:28"),
            ("lost:3", "lost"),
        )
    ),
    (LEAD.replace("p1:play", "over:lost"), " 3s4s5s7s8s9sTs - - 11211011211 6 4 over:lost'"),
]


@pytest.mark.parametrize(("line", "reason"), BAD_LINES)
def test_what_is_not_a_position_line(line: str, reason: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_position(line, setup_of(1))
    assert reason in str(raised.value)


def test_a_second_offered_card_is_refused() -> None:
    with pytest.raises(NotationError):
        parse_position(LEAD.replace("p1:- - ", "p1:7d 1r2r "), setup_of(1))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (LEAD.replace("6d8r2s", "4d8r2s"), "a card occurs twice"),
        (LEAD.replace(" 1d ", " 4d "), "a card occurs twice"),
        (LEAD.replace("3s4s5s", "6s4s5s"), "a card occurs twice"),
        (LEAD.replace(" p1:- ", " p1:4d "), "a card occurs twice"),
        (LEAD.replace(" p1:- - ", " p1:7d 4d "), "a card occurs twice"),
        (LEAD.replace("4d3r6s", "??????"), "unseen cards: 3; all must be known"),
        (LEAD.replace(" p1:- - ", " p1:7d ?? "), "unseen cards: 1"),
    ],
)
def test_what_cannot_be_restored(line: str, reason: str) -> None:
    position = parse_position(line, setup_of(1))
    with pytest.raises(NotationError, match=re.escape(reason)):
        restore(position)


def test_a_restored_state_knows_only_what_the_line_contains() -> None:
    state = at(LEAD)
    assert state.table.dealer is None
    assert state.table.known == ((), ())
    assert state.table.voids == ((), ())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1.0 -/- - - - - 11211011211 6 4 p1:play", "TRICK and TURN contradict each other"),
        ("1.0 -/- - - p1:- - 11211011211 6 4 deal", "TRICK and TURN contradict each other"),
        ("1.0 -/- - - - - ######11211 7 4 deal", "the start, space 6, is covered"),
        ("3.11 -/- - - - - 1121101121 6 4 deal", "10 instead of 11 spaces"),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(line: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_position(line, setup_of(1))
