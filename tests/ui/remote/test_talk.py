"""Nothing that two players say at two terminals is lost, and a team may talk before it deals."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.store.sockets import Account
from foxduet.ui.kit.canvas import Size
from tests.support.classic.screens import classic
from tests.support.conversation import Paper
from tests.support.meetings import HELLO, TwoTerminals
from tests.support.tables import cards_in, options_in
from tests.ui.remote.test_tables import play_round

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")

LEFT, RIGHT = Seat.P1, Seat.P2


def say(two: TwoTerminals, seat: Seat, *lines: str) -> None:
    """Say lines, one after the other, and go back to the table."""
    two.press(seat, "t", *(key for line in lines for key in (*line, "enter")), "escape")


@pytest.mark.parametrize(
    "before",
    [(), ("?",), ("tab",), ("t",), ("t", "o", "h"), ("R",), ("q",), ("u",), ("b",)],
    ids=" ".join,
)
def test_a_line_is_read_whatever_it_comes_upon_and_stays_until_it_is(
    before: tuple[str, ...], match: TwoTerminals
) -> None:
    match.press(LEFT, *before)
    say(match, RIGHT, "first", "second")
    if before[:1] != ("t",):
        match.press(LEFT, "escape", "left", "right")
        assert "2 new lines; t shows them. Zoe says: second" in match.text(LEFT)
        match.press(LEFT, "t")
    assert "Zoe: first" in match.text(LEFT)
    assert "Zoe: second" in match.text(LEFT)
    assert f"> {''.join(before[1:])}_" in match.text(LEFT), "what was being typed is still there"
    match.press(LEFT, "escape")
    assert "Zoe" not in match.text(LEFT).splitlines()[1]


def test_a_line_that_comes_while_a_trick_is_looked_at_outlives_it(match: TwoTerminals) -> None:
    match.press(LEFT, "1", "enter")
    for key in "1234567890":
        match.press(RIGHT, key, "enter")
    assert all("Space continue" in match.text(seat) for seat in Seat)
    say(match, RIGHT, "well done")
    match.press(LEFT, " ", "left", "left", "1", "enter")
    assert "Zoe says: well done" in match.text(LEFT)


def test_what_is_said_leaves_the_place_to_talk_open(match: TwoTerminals) -> None:
    match.press(LEFT, "t", *"one", "enter", *"two", "enter", "enter")
    assert "Left: one" in match.text(LEFT)
    assert "Left: two" in match.text(LEFT)
    assert "Enter say" in match.text(LEFT)


@pytest.mark.parametrize("size", [Size(24, 80), Size(50, 120)])
def test_all_that_was_said_can_be_scrolled_through(size: Size, match: TwoTerminals) -> None:
    match.resize(LEFT, size)
    say(match, RIGHT, *(f"line {number}." for number in range(60)))
    match.press(LEFT, "t")
    assert "line 59." in match.text(LEFT)
    assert match.text(LEFT).count("Zoe: line") == size.rows - 10
    seen = ""
    for _ in range(6):
        seen += match.text(LEFT)
        match.press(LEFT, "page up")
    assert all(f"line {number}." in seen for number in range(60))
    match.press(LEFT, "home", "up")
    assert "line 0." in match.text(LEFT)
    say(match, RIGHT, "more")
    assert "line 0." in match.text(LEFT), "it stays where it is read"
    match.press(LEFT, "end")
    assert "Zoe: more" in match.text(LEFT)


@pytest.mark.parametrize("who", ["zoe", "eve"])
def test_whoever_comes_back_finds_what_was_said_and_nobody_else_does(
    who: str, tmp_path: Path
) -> None:
    two = TwoTerminals(options_in(tmp_path), classic(16, seed=5))
    two.knock(account=Account("zoe", is_own=False))
    two.press(LEFT, "y")
    say(two, RIGHT, "back soon")
    two.lose_guest()
    two.knock(account=Account(who, is_own=False))
    two.press(LEFT, "y")
    two.press(RIGHT, "t")
    assert ("Zoe: back soon" in two.text(RIGHT)) is (who == "zoe")
    two.close()


def test_a_long_line_has_room_in_the_row_of_what_was_said(match: TwoTerminals) -> None:
    say(match, RIGHT, "word " * 39)
    row = match.text(LEFT).splitlines()[1].strip()
    assert row.startswith("Zoe says: word word")
    assert row.endswith(" ...")


def hosted(folder: Path, *, paper: Paper | None = None, words: bool = False) -> TwoTerminals:
    """Return a team that has sat down, as a host begins a new game."""
    two = TwoTerminals(options_in(folder), paper=paper)
    two.knock(replace(HELLO, words=words))
    if paper is None:
        two.press(LEFT, "y", "enter")
    else:
        two.say(LEFT, "yes", "deal")
    return two


def test_a_team_sits_down_and_talks_before_the_first_deal(tmp_path: Path) -> None:
    two = hosted(tmp_path)
    for seat in Seat:
        assert "Before the first deal" in two.text(seat)
        assert "You may talk as freely as you like" in two.text(seat)
        assert "Press Space to deal the cards." in two.text(seat)
        assert cards_in(two.text(seat)) == set()
    say(two, RIGHT, "I like to lead")
    assert "Zoe says: I like to lead" in two.text(LEFT)
    two.press(RIGHT, " ")
    assert "Before the first deal" in two.text(RIGHT)
    two.press(LEFT, " ")
    assert all("Round 1 of 3" in two.text(seat) for seat in Seat)
    assert len(two.saved.turns) == 1
    two.close()


def test_a_team_that_has_not_dealt_yet_goes_on_there(tmp_path: Path) -> None:
    two = hosted(tmp_path)
    two.press(LEFT, "q", "y")
    (path,) = two.desk.records.iterdir()
    again = TwoTerminals(two.desk, path=path)
    again.join()
    assert "Before the first deal" in again.text(RIGHT)
    again.press(RIGHT, " ")
    again.press(LEFT, " ")
    assert "Round 1 of 3" in again.text(RIGHT)
    again.close()


def test_what_was_said_before_a_deal_can_be_read_in_the_round_and_nothing_said(
    tmp_path: Path,
) -> None:
    two = hosted(tmp_path)
    two.press(RIGHT, " ", "t", *"one more")
    two.press(LEFT, "t", *"shall we", "enter", "escape", " ")
    assert "Left: shall we" in two.text(RIGHT)
    assert "A team does not talk within a round" in two.text(RIGHT)
    two.press(RIGHT, *" thing", "enter")
    assert "thing" not in two.text(RIGHT) + two.text(LEFT)
    two.press(RIGHT, "escape", "t")
    assert "Left: shall we" in two.text(RIGHT)
    two.close()


def test_a_line_between_rounds_does_not_hide_that_the_other_is_ready(match: TwoTerminals) -> None:
    play_round(match)
    say(match, RIGHT, "one more round")
    match.press(RIGHT, " ")
    assert "Zoe says: one more round" in match.text(LEFT)
    assert "Zoe is ready for the next round." in match.text(LEFT)


@pytest.mark.parametrize("before", ["", "resign", "leave", "rules"])
def test_in_words_every_line_is_heard_once(before: str, tmp_path: Path) -> None:
    paper = Paper()
    two = hosted(tmp_path, paper=paper, words=True)
    two.say(LEFT, before)
    two.say(RIGHT, "talk hello", "talk hello", "talk shall we")
    if before in ("resign", "leave"):
        two.say(LEFT, "no")
    assert paper.lines.count("Zoe says: hello") == 2
    assert paper.lines.count("Zoe says: shall we") == 1
    two.say(LEFT, "talk")
    assert paper.lines.count("Zoe: hello") == 2
    two.close()
