"""The position line: eight fields, for all eyes or for one seat's, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.common import Decision, Seat, Trick, hand_of
from foxduet.core.errors import NotationError
from foxduet.games.classic.rules.actions import Choice
from foxduet.games.classic.rules.cards import DECK, Card
from foxduet.games.classic.rules.engine import new_game
from foxduet.games.classic.rules.legality import legal_actions
from foxduet.games.classic.rules.observation import observe
from foxduet.games.classic.rules.position import (
    Over,
    Position,
    format_position,
    parse_position,
    restore,
    view_of,
)
from foxduet.games.classic.rules.ruleset import RULES
from foxduet.games.classic.rules.state import DREW, Draw, Outcome, Setup
from tests.support.classic.deals import after, at, line_of, parse_card
from tests.support.players import few

# The line of the design.
EXAMPLE = "1.2 4b5b8bEb3k4k7kEk6m7mTm/2b3b6b1k2k6kTk3m5m8mEm 9k 9b5k8k2mTb1m p1:- 1-1 0-1 p1:play"
LEAD = "1.10 3b5b4k/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 2-0 p1:play"


def test_the_example_is_read_field_by_field() -> None:
    position = parse_position(EXAMPLE)
    assert (position.round, position.tricks_done) == (1, 2)
    assert [len(hand) for hand in position.hands] == [11, 11]
    assert position.hands[0][0] is parse_card("4b")
    assert position.decree is parse_card("9k")
    assert position.stock == tuple(map(parse_card, ("9b", "5k", "8k", "2m", "Tb", "1m")))
    assert position.trick == Trick(Seat.P1)
    assert (position.tricks, position.points) == ((1, 1), (0, 1))
    assert position.turn == Decision(Choice.PLAY, Seat.P1)


def test_the_example_is_written_as_it_was_read() -> None:
    assert format_position(parse_position(EXAMPLE)) == EXAMPLE
    assert line_of(at(EXAMPLE)) == EXAMPLE
    assert len(legal_actions(at(EXAMPLE))) == 11


def test_the_line_before_the_first_deal() -> None:
    line = "0.0 -/- - - - 0-0 0-0 deal"
    assert line_of(new_game(Setup())) == line
    assert RULES.parse_position(line, Setup()) == new_game(Setup())


TURNS: list[tuple[str, Decision[Choice] | Over]] = [
    ("deal", Decision(Choice.DEAL)),
    *(
        (f"{seat}:{choice.value}", Decision(choice, seat))
        for seat in Seat
        for choice in (Choice.PLAY, Choice.EXCHANGE, Choice.DISCARD)
    ),
    ("over:p1", Over(Outcome.P1)),
    ("over:p2", Over(Outcome.P2)),
    ("over:draw", Over(Outcome.DRAW)),
]


@pytest.mark.parametrize(("text", "turn"), TURNS)
def test_every_turn(text: str, turn: Decision[Choice] | Over) -> None:
    line = LEAD.replace("p1:play", text)
    assert parse_position(line).turn == turn
    assert format_position(parse_position(line)) == line


@pytest.mark.parametrize(
    ("text", "trick"),
    [
        ("-", None),
        ("p2:-", Trick(Seat.P2)),
        ("p1:7b", Trick(Seat.P1, parse_card("7b"))),
        ("p2:Em1b", Trick(Seat.P2, parse_card("Em"), parse_card("1b"))),
    ],
)
def test_every_trick(text: str, trick: Trick[Card] | None) -> None:
    line = LEAD.replace(" p1:- ", f" {text} ")
    assert parse_position(line).trick == trick
    assert format_position(parse_position(line)) == line


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw any position that a line can contain, whether or not the rules lead there."""
    deck = [*draw(st.permutations(DECK))]
    counts = [draw(st.integers(0, most)) for most in (11, 11, 6, 1, 2)]
    one, two, stock, decree, trick = [tuple(deck.pop() for _ in range(count)) for count in counts]
    under_way = draw(st.booleans())
    hidden = draw(st.sets(st.sampled_from(stock))) if stock else set()
    numbers = st.integers(0, 99)
    return Position(
        round=draw(st.integers(0, 9)),
        hands=(hand_of(one), hand_of(two)),
        decree=decree[0] if decree else None,
        stock=tuple(None if card in hidden else card for card in stock),
        trick=Trick(draw(st.sampled_from(Seat)), *trick) if trick or under_way else None,
        tricks=(draw(st.integers(0, 13)), draw(st.integers(0, 13))),
        points=(draw(numbers), draw(numbers)),
        turn=draw(st.sampled_from([turn for _, turn in TURNS])),
    )


@few(300)
@given(positions())
def test_every_position_is_read_as_it_is_written(position: Position) -> None:
    line = format_position(position)
    assert len(line.split(" ")) == 8
    assert parse_position(line) == position


def test_a_view_cannot_be_restored() -> None:
    with pytest.raises(NotationError, match="unseen cards: 9"):
        restore(view_of(observe(at(LEAD), Seat.P1)), Setup())


def test_a_drawn_card_shows_in_its_hand_while_the_discard_is_due() -> None:
    state = after(at(LEAD), "p1 play 5b")
    assert line_of(state) == "1.10 3b2k4k/6b8k2m 1b 3k5k6k7kTk p1:5b 5-5 2-0 p1:discard"


def test_when_the_game_is_over_no_trick_is_written() -> None:
    state = after(at(LEAD), "p1 play 5b", "p2 resign")
    assert line_of(state) == "1.10 3b2k4k/6b8k2m 1b 3k5k6k7kTk - 5-5 2-0 over:p1"


BAD_LINES = [
    ("", "eight fields"),
    (LEAD + " ", "eight fields with one space between, not 9"),
    (LEAD.replace(" 5-5", ""), "eight fields with one space between, not 7"),
    (LEAD.replace("1.10", "1"), "DONE: '' is not a number"),
    (LEAD.replace("1.10", "x.10"), "ROUND: 'x' is not a number"),
    (LEAD.replace("1.10", "1.9"), "DONE and TRICKS contradict each other"),
    (LEAD.replace("1.10", "01.10"), f"should be written '{LEAD}'"),
    (LEAD.replace("/6b8k2m", ""), "cards are missing here"),
    (LEAD.replace("3b5b4k", "5b3b4k"), "is not sorted"),
    (LEAD.replace("3b5b4k", "3b??4k"), "'??' is not a card"),
    (LEAD.replace(" 1b ", " ?? "), "'??' is not a card"),
    (LEAD.replace("2k3k5k", "2k2k5k"), "2k occurs twice"),
    (LEAD.replace("2k3k5k", "2k?2k?"), "'?2' is not a card"),
    (LEAD.replace("2k3k5k6k7kTk", "??2k??2k"), "2k occurs twice"),
    (LEAD.replace("2k3k5k6k7kTk", ""), "cards are missing here"),
    (LEAD.replace("p1:- ", "p1 "), "cards are missing here"),
    (LEAD.replace("p1:- ", "p3:- "), "'p3' is not a seat"),
    (LEAD.replace("p1:- ", "p1:1k8b9b "), "TRICK: 'p1:1k8b9b' has more than two cards"),
    (LEAD.replace("5-5", "5"), "TRICKS: '' is not a number"),
    (LEAD.replace("5-5", "5:5"), "TRICKS: '5:5' is not a number"),
    (LEAD.replace("2-0", "2-1-0"), "POINTS: '1-0' is not a number"),
    (LEAD.replace("2-0", "2-+1"), "POINTS: '+1' is not a number"),
    (LEAD.replace("2-0", "2-00"), f"should be written '{LEAD}'"),
    (LEAD + "\n", "TURN"),
    *(
        (LEAD.replace("p1:play", turn), f"TURN: '{turn}' is not a turn")
        for turn in (
            *("play", "p1", "p1:", "p3:play", "p1:deal", "p1:resign", "p1:PLAY", "p1:play:1"),
            *("p1:foxes", "team:play", "deal:p1", "over", "over:", "over:p3", "over:p1:21"),
        )
    ),
]


@pytest.mark.parametrize(("line", "reason"), BAD_LINES)
def test_what_is_not_a_position_line(line: str, reason: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_position(line)
    assert reason in str(raised.value)


FOX = "1.10 5b4k/6b8k2m 1b 2k3k5k6k7kTk p1:3b 5-5 2-0 p1:exchange"
CUT = "1.10 3b2k4k/6b8k2m 1b 3k5k6k7kTk p1:5b 5-5 2-0 p1:discard"
BETWEEN = "2.13 -/- 1b 2k3k5k6k7kTk - 7-6 12-9 deal"
# p2 followed the led Key with a Bell, and has two Keys left, only one of which it drew.
LAST_FOLLOW = "1.10 3b2m/6b6kTk 1b 2k3k5k7k9k p1:8k5b 5-5 0-0 p2:discard"
RESIGNED = "1.10 3b2k4k/6b8k 1b 3k5k6k7kTk - 5-5 2-0 over:p1"
OVER = "4.13 -/- 1b 2k3k5k6k7kTk - 7-6 22-19 over:p1"


@pytest.mark.parametrize("line", [EXAMPLE, LEAD, FOX, CUT, BETWEEN, OVER])
def test_a_position_is_restored(line: str) -> None:
    assert line_of(at(line)) == line


CONTRADICTIONS = [
    (LEAD.replace("6b8k2m", "3b8k2m"), "a card occurs twice"),
    (LEAD.replace(" 1b ", " 3b "), "a card occurs twice"),
    (LEAD.replace("2k3k", "4k3k"), "a card occurs twice"),
    (LEAD.replace("3b5b4k", "??????"), "unseen cards: 3; all must be known"),
    (LEAD.replace("3b5b4k", "3b5b"), "cards in the hand of p1: 2 instead of 3"),
    (LEAD.replace("6b8k2m", "6b8k2m3m"), "cards in the hand of p2: 4 instead of 3"),
    (LEAD.replace("2k3k", "2k"), "STOCK: 5 instead of 6 cards"),
    (LEAD.replace(" 1b ", " - "), "ROUND and DECREE contradict each other"),
    (LEAD.replace("1.10", "0.10"), "DONE and TURN contradict each other"),
    (LEAD.replace("1.10", "1.14").replace("5-5", "9-5"), "DONE: 14 tricks, but a round has 13"),
    (LEAD.replace("p1:play", "deal"), "TRICK and TURN contradict each other"),
    (LEAD.replace("p1:- ", "- "), "TRICK and TURN contradict each other"),
    (LEAD.replace("p1:play", "p2:play"), "TRICK and TURN contradict each other"),
    (LEAD.replace("p1:play", "p1:exchange"), "TRICK and TURN contradict each other"),
    (LEAD.replace("p1:play", "over:p1"), "TRICK and TURN contradict each other"),
    (FOX.replace("p1:exchange", "p1:discard"), "TRICK and TURN contradict each other"),
    (FOX.replace("p1:exchange", "p2:exchange"), "TRICK and TURN contradict each other"),
    (FOX.replace("p1:exchange", "p1:play"), "TRICK and TURN contradict each other"),
    (FOX.replace("p1:3b", "p1:4m"), "TRICK and TURN contradict each other"),
    (FOX.replace("p1:3b", "p1:3b6m"), "TRICK and TURN contradict each other"),
    (CUT.replace("3b2k4k", "3b2k"), "cards in the hand of p1: 2 instead of 3"),
    (CUT.replace("3k5k", "3k5k9m"), "STOCK: 6 instead of 5 cards"),
    (BETWEEN.replace("2.13", "0.13"), "DONE and TURN contradict each other"),
    (BETWEEN.replace("2.13", "2.12").replace("7-6", "6-6"), "DONE and TURN contradict each other"),
    (BETWEEN.replace("12-9", "21-9"), "POINTS and TURN contradict each other"),
    (BETWEEN.replace("-/-", "3b/-"), "cards in the hand of p1: 1 instead of 0"),
    (OVER.replace("over:p1", "over:p2"), "POINTS and TURN contradict each other"),
    (OVER.replace("over:p1", "over:draw"), "POINTS and TURN contradict each other"),
    (BETWEEN.replace("deal", "over:draw"), "POINTS and TURN contradict each other"),
    (LEAD.replace("2-0", "2-1"), "POINTS: 2-1 are more than these rounds, tricks and Treasures"),
    (LEAD.replace("5-5", "10-0").replace("2-0", "0-1"), "POINTS: 0-1 are more than"),
    (LEAD.replace("1.10", "2.10").replace("2-0", "12-0"), "POINTS: 12-0 are more than"),
    (BETWEEN.replace("2.13", "1.13"), "POINTS: 12-9 are more than"),
    (BETWEEN.replace("12-9", "16-9"), "POINTS: 16-9 are more than"),
    (BETWEEN.replace("2.13", "8.13"), "ROUND: a match to 21 has no round 8"),
    (BETWEEN.replace("2.13", "999.13"), "ROUND: a match to 21 has no round 999"),
    (OVER.replace("22-19", "99-19"), "POINTS: 99-19 are more than"),
    (OVER.replace("-/-", "3b/-"), "cards in the hand of p1: 1 instead of 0"),
    (OVER.replace("2k3k", "2k"), "STOCK: 5 instead of 6 cards"),
    (OVER.replace(" 1b ", " - "), "ROUND and DECREE contradict each other"),
    ("0.0 -/- - - - 0-0 0-1 deal", "POINTS: 0-1 are more than"),
    ("0.1 -/- - - - 1-0 0-0 over:p1", "DONE and TURN contradict each other"),
    (LAST_FOLLOW, "TRICK: the second card was not allowed to follow the first"),
    (
        LAST_FOLLOW.replace("8k5b", "Ek5k").replace("3k5k", "3k4k"),
        "TRICK: the second card was not allowed to follow",
    ),
    (RESIGNED.replace("6b8k", "6b"), "cards in the hand of p2: 1 instead of 3"),
    (RESIGNED.replace("3k5k6k7kTk", "3k5k6k7k"), "STOCK: 4 instead of 6 cards"),
    ("1.12 -/- 1b 2k3k5k6k7kTk - 6-6 0-0 over:p1", "cards in the hand of p1: 0 instead of 1"),
    ("1.0 -/- - - - 0-0 0-0 deal", "DONE and TURN contradict each other"),
    ("0.0 -/- 1b - - 0-0 0-0 deal", "ROUND and DECREE contradict each other"),
    ("1.13 3b/6b 1b 2k3k5k6k7kTk p1:- 7-6 0-0 p1:play", "DONE and TURN contradict each other"),
]


@pytest.mark.parametrize(("line", "reason"), CONTRADICTIONS)
def test_a_position_that_contradicts_itself_is_not_restored(line: str, reason: str) -> None:
    position = parse_position(line)
    with pytest.raises(NotationError, match=reason):
        restore(position, Setup())


def test_a_restored_state_knows_only_what_the_line_contains() -> None:
    state = at(LEAD)
    assert state.table.dealer is None
    assert state.table.facts == ((), ())
    assert state.draws == ()


def test_which_card_was_drawn_is_not_in_the_line() -> None:
    state = at(CUT)
    assert state.drawn is None
    assert state.table.facts == ((DREW,), ())
    put = after(state, "p1 discard 4k")
    assert put.draws == (Draw(Seat.P1, None, parse_card("4k")),)


@pytest.mark.parametrize(
    ("line", "resigned"),
    [
        (OVER, None),
        (OVER.replace("22-19", "22-22"), None),
        (BETWEEN.replace("deal", "over:p1"), "p2"),
        (BETWEEN.replace("deal", "over:p2"), "p1"),
        (LEAD.replace("p1:- ", "- ").replace("p1:play", "over:p2"), "p1"),
        ("0.0 -/- - - - 0-0 0-0 over:p1", "p2"),
        (RESIGNED, "p2"),
        (RESIGNED.replace("6b8k", "6b8k2m"), "p2"),
    ],
)
def test_a_result_that_the_points_do_not_explain_is_a_resignation(
    line: str, resigned: str | None
) -> None:
    state = RULES.parse_position(line, Setup())
    assert RULES.result_keys(state)["resigned"] == resigned


@pytest.mark.parametrize(("round_number", "scored"), [(1, (2, 0)), (2, (0, 0))])
def test_what_was_scored_before_in_the_round_is_known_in_round_1_only(
    round_number: int, scored: tuple[int, int]
) -> None:
    assert at(LEAD.replace("1.10", f"{round_number}.10")).table.scored == scored
