"""What the keys do at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foxduet.core.common import Exchange, Seat
from foxduet.core.register import rule_set
from foxduet.games.duet.rules.actions import Move, parse_action
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import Outcome
from foxduet.play.table import Stage
from foxduet.ui.kit import keys
from foxduet.ui.kit.effects import Text
from foxduet.ui.kit.screen import Screen
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.table import keys as table_keys
from foxduet.ui.table.parts import options_of
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.text_screen import TextScreen
from tests.support.classic.screens import begin_match, classic
from tests.support.tables import (
    Left,
    answer_to,
    cursor_of,
    next_key,
    options_in,
    over_at,
    press_all,
    press_keys,
    pressed,
    table_at,
    table_in,
    text_of,
)

MOVE = "1.1 4d/6d 1s 7r1d8d6s4s2r4r p1:5d7d - 1202101212 6 3 p2:move"
EXCHANGE = "1.0 4d6d/5d7d 1s 7r1d8d6s4s2r4r p1:3d - 1202101212 6 3 p2:exchange"
NOTHING_CHOSEN = "Nothing is chosen yet: use the arrows, or its key."
FOXES = "1.0 4d6d/5d7d 1s 7r1d8d6s4s2r4r p2:3d - 1202101212 6 3 p2:foxes"


def test_nothing_is_chosen_when_a_choice_comes_up(following: TableScreen, tmp_path: Path) -> None:
    assert cursor_of(following) is None
    after = pressed(following, tmp_path, keys.ENTER)
    assert after.session == following.session
    assert NOTHING_CHOSEN in text_of(after)
    for line in (MOVE, EXCHANGE, FOXES):
        table = table_at(tmp_path, line, Seat.P2)
        assert cursor_of(table) is None
        assert pressed(table, tmp_path, keys.ENTER, keys.ENTER).session == table.session
        assert "[" not in text_of(table).splitlines()[22]


@pytest.mark.parametrize(("key", "cursor"), [(keys.RIGHT, 0), ("l", 0), (keys.LEFT, 9), ("h", 9)])
def test_an_arrow_chooses_the_first_or_the_last_where_nothing_is_chosen(
    following: TableScreen, tmp_path: Path, key: str, cursor: int
) -> None:
    assert cursor_of(pressed(following, tmp_path, key)) == cursor


def test_choosing_a_card_that_is_not_playable_says_why(
    following: TableScreen, tmp_path: Path
) -> None:
    # The sixth card is the first Rose.
    after = pressed(following, tmp_path, "6", keys.ENTER)
    assert after.session == following.session
    assert "You hold Doves, and a Dove was led" in text_of(after)
    assert "You hold Doves" not in text_of(pressed(after, tmp_path, keys.RIGHT))


@pytest.mark.parametrize("key", [keys.RIGHT, "l"])
def test_keys_to_the_right_go_to_the_next_card_and_around(
    following: TableScreen, tmp_path: Path, key: str
) -> None:
    assert cursor_of(pressed(following, tmp_path, "1", key)) == 1
    assert cursor_of(pressed(following, tmp_path, "1", *([key] * 10))) == 0


@pytest.mark.parametrize("key", [keys.LEFT, "h"])
def test_keys_to_the_left_go_to_the_card_before_and_around(
    following: TableScreen, tmp_path: Path, key: str
) -> None:
    assert cursor_of(pressed(following, tmp_path, "1", key)) == 9


@pytest.mark.parametrize(("down", "up"), [(keys.DOWN, keys.UP), ("j", "k")])
def test_up_and_down_go_to_the_other_row(
    following: TableScreen, tmp_path: Path, down: str, up: str
) -> None:
    # Five Doves stand in the upper row: the lower one begins with a new suit.
    assert cursor_of(pressed(following, tmp_path, "1", down)) == 5
    assert cursor_of(pressed(following, tmp_path, "1", down, up)) == 0


def test_up_and_down_reach_options_that_are_not_cards(tmp_path: Path) -> None:
    table = table_at(tmp_path, EXCHANGE, Seat.P2)
    assert cursor_of(pressed(table, tmp_path, "d", keys.UP)) == 1
    assert cursor_of(pressed(table, tmp_path, "d", keys.UP, keys.DOWN)) == 2
    table = table_at(tmp_path, FOXES, Seat.P2)
    assert cursor_of(pressed(table, tmp_path, keys.DOWN, keys.DOWN)) == 1
    assert cursor_of(pressed(table, tmp_path, *[keys.DOWN] * 3)) == 2
    assert cursor_of(pressed(table, tmp_path, keys.DOWN, keys.DOWN, keys.UP)) == 0


def test_a_number_chooses_however_often_and_only_enter_plays(
    following: TableScreen, tmp_path: Path
) -> None:
    for number in range(1, 4):
        chosen = pressed(following, tmp_path, *(["3"] * number))
        assert (cursor_of(chosen), chosen.session) == (2, following.session)
        played = pressed(chosen, tmp_path, keys.ENTER)
        assert played.session.game.turns[-1].action == parse_action("p2 play 6d")


def test_space_never_plays_and_enter_never_opens(following: TableScreen, tmp_path: Path) -> None:
    chosen = pressed(following, tmp_path, "1")
    assert pressed(chosen, tmp_path, keys.SPACE) == chosen
    covered = pressed(following, tmp_path, "b")
    assert pressed(covered, tmp_path, keys.ENTER) == covered
    assert pressed(covered, tmp_path, "1", keys.ENTER) == covered


def test_the_follower_sees_what_the_chosen_card_would_do(
    following: TableScreen, tmp_path: Path
) -> None:
    text = text_of(pressed(following, tmp_path, "1"))
    # Left's 3 of Doves beats the 2: 2 + 3 paws toward Left from space 3.
    assert "Left would win; the fox would run off the path: a token lost, no gem." in text


def test_the_follower_with_a_gazelle_sees_every_space_it_could_lead_to(tmp_path: Path) -> None:
    line = "1.1 2s3s/5d7d 1s 7r1d8d6s4s2r4r p1:6d - 1202101212 6 3 p2:play"
    table = pressed(table_at(tmp_path, line, Seat.P2), tmp_path, "1")
    assert "Left would win and choose: space 3, space 4 ◊, space 5 ◊." in text_of(table)


def test_the_follower_with_one_place_ahead_reads_it_as_one(tmp_path: Path) -> None:
    line = "1.1 2s3s/5d7d 1s 7r1d8d6s4s2r4r p1:6d - 1202101212 {at} 3 p2:play"
    for at, place in ((4, "; the fox goes to space 6."), (6, "; the fox goes to space 8 ◊.")):
        table = pressed(table_at(tmp_path, line.format(at=at), Seat.P2), tmp_path, "2")
        assert "Right would win" + place in text_of(table)


def test_blank_hides_the_hand_and_space_brings_it_back(
    following: TableScreen, tmp_path: Path
) -> None:
    blanked = pressed(following, tmp_path, "b")
    assert blanked.session.stage is Stage.HANDOFF
    assert pressed(blanked, tmp_path, keys.SPACE).session == following.session


@pytest.mark.parametrize("over", ["?", keys.TAB, "q", "R"])
def test_blank_also_hides_a_hand_behind_texts_and_questions(
    following: TableScreen, tmp_path: Path, over: str
) -> None:
    back = pressed(following, tmp_path, over, "b", keys.ESCAPE)
    assert back.session.stage is Stage.HANDOFF


@pytest.mark.parametrize("key", ["q", keys.ESCAPE])
@pytest.mark.parametrize("opens", ["?", keys.TAB])
def test_q_closes_a_text_as_escape_does_and_nothing_else(
    following: TableScreen, tmp_path: Path, opens: str, key: str
) -> None:
    question, title = press_all(following, tmp_path, "q"), TitleScreen("duet")
    for below in (following, question, over_at(tmp_path), title):
        assert press_all(below, tmp_path, opens, key) == below


@pytest.mark.parametrize("asked", ["q", "R"])
def test_questions_start_with_no_answer_chosen(
    following: TableScreen, tmp_path: Path, asked: str
) -> None:
    question = press_all(following, tmp_path, asked)
    assert isinstance(question, AskScreen)
    assert question.yes is None
    assert "[" not in text_of(question)
    assert press_all(question, tmp_path, keys.ENTER, keys.SPACE) == question
    undecided = press_all(question, tmp_path, keys.ENTER)
    assert undecided == replace(question, notice=NOTHING_CHOSEN)
    assert NOTHING_CHOSEN in text_of(undecided)


def test_resigning_needs_a_yes(following: TableScreen, tmp_path: Path) -> None:
    question = press_all(following, tmp_path, "R")
    assert isinstance(question, AskScreen)
    stayed = pressed(question, tmp_path, "n")
    assert pressed(question, tmp_path, keys.LEFT, keys.ENTER) == stayed
    assert stayed.session.state == following.session.state
    # Both have looked at the screen, so no hand comes up by itself.
    assert stayed.session.stage is Stage.HANDOFF
    resigned = pressed(following, tmp_path, "R", "y")
    assert resigned.session.state.table.outcome is Outcome.RESIGNED
    assert "You have resigned." in text_of(resigned)
    by_arrow = pressed(following, tmp_path, "R", keys.RIGHT, keys.ENTER)
    assert by_arrow.session.state == resigned.session.state


@pytest.mark.parametrize(
    ("key", "text"), [("?", Text.HELP), ("r", Text.REFERENCE), (keys.TAB, Text.REFERENCE)]
)
def test_help_and_reference_are_a_key_away_everywhere(
    following: TableScreen, tmp_path: Path, key: str, text: Text
) -> None:
    question = press_all(following, tmp_path, "q")
    screens = (following, pressed(following, tmp_path, "b"), over_at(tmp_path), question)
    for screen in screens:
        assert isinstance(screen, TableScreen | AskScreen)
        reader = press_all(screen, tmp_path, key)
        assert reader == TextScreen(text, screen)
        assert press_all(reader, tmp_path, keys.ESCAPE) == screen


def test_keeping_the_decree_always_has_the_same_key(tmp_path: Path) -> None:
    table = table_at(tmp_path, EXCHANGE, Seat.P2)
    assert "d: Keep the decree" in text_of(table)
    assert cursor_of(pressed(table, tmp_path, "3")) is None
    table = pressed(table, tmp_path, "d")
    options = options_of(observe(table.session.state, Seat.P2))
    assert options[cursor_of(table) or 0] == Exchange(Seat.P2, None)
    assert "[d: Keep the decree]" in text_of(table)
    assert "The 1 of Stars stays the decree." in text_of(table)
    other = pressed(table, tmp_path, "1")
    assert "You take the 1 of Stars; the 5 of Doves becomes the decree." in text_of(other)


def test_the_preview_of_an_exchange_says_who_would_win_then(tmp_path: Path) -> None:
    # The 3 of Roses was led; Left's 6 of Doves wins only if Doves are trump.
    line = "1.1 5s9s/5d7d 1s 7r1d8d6s4s2r4r p2:3r6d - 1202101212 6 3 p2:exchange"
    table = table_at(tmp_path, line, Seat.P2)
    assert "Left would win; the fox goes to space 2 ◊." in text_of(pressed(table, tmp_path, "1"))
    assert "Right would win; the fox goes to space 10 ◊." in text_of(pressed(table, tmp_path, "d"))


def test_twelve_options_of_an_exchange_each_have_a_key(tmp_path: Path) -> None:
    p2 = "2d4d5d6d7d8d9dTd1r2r3r"
    line = f"1.0 1d4r5r6r7r8r9rTr1s2s/{p2} 4s 5s6s7s8s9sTs3s p1:3d - 1212101212 6 3 p2:exchange"
    table = table_at(tmp_path, line, Seat.P2)
    assert "d: Keep the decree" in text_of(table)
    assert cursor_of(pressed(table, tmp_path, "-")) == 10
    assert cursor_of(pressed(table, tmp_path, "+")) is None
    assert cursor_of(pressed(table, tmp_path, "d")) == 11


def test_the_winner_sees_the_possible_moves_on_the_path(tmp_path: Path) -> None:
    table = table_at(tmp_path, MOVE, Seat.P2)
    assert "Right, where to?   1: stays on 6   2: space 7 ◊" in text_of(table)
    text = text_of(pressed(table, tmp_path, "1"))
    assert "[1: stays on 6]  2: space 7 ◊" in text
    marks = text.splitlines()[4]
    spaces = text.splitlines()[3]
    assert marks.index("1") == spaces.index("^.^") + 1
    assert marks.index("2") == spaces.index("7")


def test_only_the_memory_rule_lists_the_cards_that_are_out(tmp_path: Path) -> None:
    line = "1.1 4d5d6d7d8d4r5r6r7r8r/1d2d3d4s5s6s7s8s9sTs 1s 1r2r3r9rTr2s9d p1:- - "
    table = table_at(tmp_path, line + "1212101212 6 3 p1:play", Seat.P1)
    assert "Out:" not in text_of(table)
    header = replace(table.session.game.header, further={"house": "memory"})
    game = replace(table.session.game, header=header)
    aided = replace(table, session=replace(table.session, game=game))
    out = next(row for row in text_of(aided).splitlines() if "Out:" in row)
    assert out.split() == ["Out:", "▼", "10", "¤", "*", "3"]


def test_a_choice_beyond_the_path_is_marked_at_its_end(tmp_path: Path) -> None:
    line = "1.1 4d/6d 1s 7r1d8d6s4s2r4r p1:5d6r - 120210121# 8 3 p1:move"
    rows = text_of(pressed(table_at(tmp_path, line, Seat.P1), tmp_path, "1")).splitlines()
    marks = {mark: rows[4].index(mark) for mark in rows[4].split()}
    assert set(marks) == {"1", "2", "3"}
    line = "1.1 4d/6d 1s 7r1d8d6s4s2r4r p1:6r5d - ##02101212 3 3 p1:move"
    rows = text_of(pressed(table_at(tmp_path, line, Seat.P1), tmp_path, "1")).splitlines()
    assert rows[4].split() == ["1"]
    assert "[1: off the path]" in rows[22]


def test_the_follower_with_foxes_is_promised_no_winner(tmp_path: Path) -> None:
    line = "1.1 4d8d/3d6d 1s 7r1d9d6s4s2r4r p1:2d - 1202101212 3 3 p2:play"
    text = text_of(pressed(table_at(tmp_path, line, Seat.P2), tmp_path, "1"))
    assert "Foxes come first; if the trump stays as it is, Right would win." in text
    assert "Foxes: you name a player, who may swap a card with the decree." in text


@pytest.mark.parametrize(
    ("line", "said", "kept"),
    [
        (
            "1.8 4d/6dTd 4s - p2:5d8d - 10010000000 2 3 p1:move",
            "1: off the path   2: space 1 ◊",
            Move(Seat.P1, -3),
        ),
        (
            "1.8 6dTd/4d 4s - p1:5d8d - 00000000010 10 3 p2:move",
            "1: space 11   2: off the path",
            Move(Seat.P2, 3),
        ),
    ],
)
def test_moves_that_run_off_the_same_end_are_one_option(
    line: str, said: str, kept: Move, tmp_path: Path
) -> None:
    """The Gazelle may leave out paws (R7.3), but off the path it is all the same (R7.5)."""
    table = table_at(tmp_path, line, kept.seat, level=1)
    seen = observe(table.session.state, kept.seat)
    assert said in text_of(table)
    assert len(seen.choices) == 3
    assert kept in options_of(seen)


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Note what is observed, and each time that the keys of a table are looked up."""
    noted: list[object] = []
    kept: list[object] = []
    every = {name: rule_set(name).observe for name in ("duet", "classic")}
    look_up = table_keys.bindings_of

    def noting(real: Callable[[Any, Seat], Any]) -> Callable[[Any, Seat], Any]:
        def observe_noted(state: Any, seat: Seat) -> Any:
            kept.append(state)
            noted.append((id(state), seat))
            return real(state, seat)

        return observe_noted

    def look_up_noted(screen: Any) -> Any:
        noted.append("bindings")
        return look_up(screen)

    for name, real in every.items():
        object.__setattr__(rule_set(name), "observe", noting(real))
    monkeypatch.setattr(table_keys, "bindings_of", look_up_noted)
    yield noted
    for name, real in every.items():
        object.__setattr__(rule_set(name), "observe", real)


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_what_a_seat_sees_and_the_keys_are_worked_out_once_for_a_key_and_once_for_a_frame(
    tmp_path: Path, game: str, worked_out: list[object]
) -> None:
    desk, rng = options_in(tmp_path), Random(1)
    start = table_in(tmp_path) if game == "duet" else begin_match(desk, classic(seed=7))
    screen: Screen | Left = start
    observed = 0
    for _key in range(400):
        assert isinstance(screen, Screen)
        text_of(screen)
        observed += len({*worked_out} - {"bindings"})
        assert len({*worked_out}) == len(worked_out), "something was worked out twice for a frame"
        worked_out.clear()
        is_asked = not isinstance(screen, TableScreen)
        key = answer_to(screen, rng) if is_asked else next_key(rng)
        screen = press_keys(screen, desk, key)
        observed += len({*worked_out} - {"bindings"})
        assert len({*worked_out}) == len(worked_out), f"something was worked out twice for {key}"
        worked_out.clear()
    assert observed > 10
