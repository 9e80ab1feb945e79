"""What the keys do at the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.play.table import Stage
from foxduet.rules.common import Exchange, Seat
from foxduet.rules.duet.notation import parse_action
from foxduet.rules.duet.observation import observe
from foxduet.rules.duet.state import Outcome
from foxduet.ui.kit import keys
from foxduet.ui.screens import (
    AskScreen,
    ReaderScreen,
    TableScreen,
    Text,
)
from foxduet.ui.table.choices import options_of
from tests.support.tables import (
    over_at,
    press_all,
    pressed,
    table_at,
    text_of,
)


def test_the_cursor_starts_on_a_card_that_may_be_played(following: TableScreen) -> None:
    options = options_of(observe(following.session.state, Seat.P2))
    assert options[following.cursor] in observe(following.session.state, Seat.P2).choices


def test_trying_a_card_that_may_not_be_played_says_why(
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
    assert pressed(following, tmp_path, key).cursor == 1
    assert pressed(following, tmp_path, *([key] * 10)).cursor == 0


@pytest.mark.parametrize("key", [keys.LEFT, "h"])
def test_keys_to_the_left_go_to_the_card_before_and_around(
    following: TableScreen, tmp_path: Path, key: str
) -> None:
    assert pressed(following, tmp_path, key).cursor == 9


@pytest.mark.parametrize(("down", "up"), [(keys.DOWN, keys.UP), ("j", "k")])
def test_up_and_down_go_to_the_other_row(
    following: TableScreen, tmp_path: Path, down: str, up: str
) -> None:
    assert pressed(following, tmp_path, down).cursor == 6
    assert pressed(following, tmp_path, down, up).cursor == 0


def test_up_and_down_reach_what_is_no_card(tmp_path: Path) -> None:
    line = "1.0 4d6d/5d7d 1s 7r1d8d6s4s2r4r p1:3d - 1202101212 6 3 p2:exchange"
    table = table_at(tmp_path, line, Seat.P2)
    assert pressed(table, tmp_path, keys.UP).cursor == 1
    assert pressed(table, tmp_path, keys.UP, keys.DOWN).cursor == table.cursor
    line = "1.0 4d6d/5d7d 1s 7r1d8d6s4s2r4r p2:3d - 1202101212 6 3 p2:foxes"
    table = table_at(tmp_path, line, Seat.P2)
    assert pressed(table, tmp_path, keys.DOWN).cursor == 1
    assert pressed(table, tmp_path, keys.DOWN, keys.UP).cursor == 0


def test_a_number_chooses_and_the_same_number_plays(following: TableScreen, tmp_path: Path) -> None:
    chosen = pressed(following, tmp_path, "3")
    assert (chosen.cursor, chosen.session) == (2, following.session)
    played = pressed(chosen, tmp_path, "3")
    assert played.session.game.turns[-1].action == parse_action("p2 play 6d")


@pytest.mark.parametrize("key", [keys.ENTER, keys.SPACE])
def test_enter_and_space_play(following: TableScreen, tmp_path: Path, key: str) -> None:
    played = pressed(following, tmp_path, key)
    assert played.session.game.turns[-1].action == parse_action("p2 play 2d")


def test_while_following_the_chosen_card_shows_what_it_would_do(following: TableScreen) -> None:
    text = text_of(following)
    # Left's 3 of Doves beats the 2: 2 + 3 paws toward Left from space 3.
    assert "Left would win; the fox would run off the path: a token lost, no gem." in text


def test_following_with_a_gazelle_shows_all_the_places_it_could_lead_to(tmp_path: Path) -> None:
    line = "1.1 2s3s/5d7d 1s 7r1d8d6s4s2r4r p1:6d - 1202101212 6 3 p2:play"
    table = table_at(tmp_path, line, Seat.P2)
    assert "Left would win and choose among: 3, 4 (gem), 5 (gem)." in text_of(table)


def test_blank_hides_the_hand_and_enter_brings_it_back(
    following: TableScreen, tmp_path: Path
) -> None:
    blanked = pressed(following, tmp_path, "b")
    assert blanked.session.stage is Stage.HANDOFF
    assert pressed(blanked, tmp_path, keys.ENTER).session == following.session


@pytest.mark.parametrize("over", ["?", keys.TAB, "q", "R"])
def test_blank_hides_the_hand_behind_texts_and_questions_too(
    following: TableScreen, tmp_path: Path, over: str
) -> None:
    back = pressed(following, tmp_path, over, "b", keys.ESCAPE)
    assert back.session.stage is Stage.HANDOFF


def test_leaving_is_asked_from_a_text_as_well(following: TableScreen, tmp_path: Path) -> None:
    question = press_all(following, tmp_path, "?", "q")
    assert question == press_all(following, tmp_path, "q")


def test_resigning_is_asked_of_both_and_enter_alone_does_not_do_it(
    following: TableScreen, tmp_path: Path
) -> None:
    question = press_all(following, tmp_path, "R")
    assert isinstance(question, AskScreen)
    stayed = pressed(question, tmp_path, keys.ENTER)
    assert stayed.session.state == following.session.state
    # Both have looked at the screen, so no hand comes up by itself.
    assert stayed.session.stage is Stage.HANDOFF
    resigned = pressed(following, tmp_path, "R", "y")
    assert resigned.session.state.table.outcome is Outcome.RESIGNED
    assert "You have given the game up." in text_of(resigned)
    by_arrow = pressed(following, tmp_path, "R", keys.RIGHT, keys.ENTER)
    assert by_arrow.session.state == resigned.session.state


@pytest.mark.parametrize(
    ("key", "text"), [("?", Text.RULES), ("r", Text.REFERENCE), (keys.TAB, Text.REFERENCE)]
)
def test_help_and_reference_are_a_key_away_everywhere(
    following: TableScreen, tmp_path: Path, key: str, text: Text
) -> None:
    question = press_all(following, tmp_path, "q")
    screens = (following, pressed(following, tmp_path, "b"), over_at(tmp_path), question)
    for screen in screens:
        assert isinstance(screen, TableScreen | AskScreen)
        reader = press_all(screen, tmp_path, key)
        assert reader == ReaderScreen(text, screen)
        assert press_all(reader, tmp_path, keys.ESCAPE) == screen


def test_the_keeping_of_the_decree_is_the_first_choice_of_an_exchange(tmp_path: Path) -> None:
    line = "1.0 4d6d/5d7d 1s 7r1d8d6s4s2r4r p1:3d - 1202101212 6 3 p2:exchange"
    table = table_at(tmp_path, line, Seat.P2)
    options = options_of(observe(table.session.state, Seat.P2))
    assert options[table.cursor] == Exchange(Seat.P2, None)
    assert "[3: Keep the decree]" in text_of(table)
    assert "The 1 of Stars stays the decree." in text_of(table)
    other = pressed(table, tmp_path, "1")
    assert "You take the 1 of Stars; the 5 of Doves becomes the decree." in text_of(other)


def test_twelve_options_of_an_exchange_each_have_a_key(tmp_path: Path) -> None:
    p2 = "2d4d5d6d7d8d9dTd1r2r3r"
    line = f"1.0 1d4r5r6r7r8r9rTr1s2s/{p2} 4s 5s6s7s8s9sTs3s p1:3d - 1212101212 6 3 p2:exchange"
    table = table_at(tmp_path, line, Seat.P2)
    assert "[=: Keep the decree]" in text_of(table)
    assert pressed(table, tmp_path, "-").cursor == 10


def test_the_winner_sees_the_possible_moves_on_the_path(tmp_path: Path) -> None:
    line = "1.1 4d/6d 1s 7r1d8d6s4s2r4r p1:5d7d - 1202101212 6 3 p2:move"
    table = table_at(tmp_path, line, Seat.P2)
    text = text_of(table)
    assert "Right, where should the fox go?" in text
    assert "[1: stay]  2: ▶ 1" in text
    marks = text.splitlines()[4]
    spaces = text.splitlines()[3]
    assert marks.index("1") == spaces.index("^.^") + 1
    assert marks.index("2") == spaces.index("7")


def test_the_key_of_the_card_that_the_cursor_starts_on_does_not_play_at_once(
    following: TableScreen, tmp_path: Path
) -> None:
    once = pressed(following, tmp_path, "1")
    assert once.session == following.session
    assert pressed(once, tmp_path, "1").session.game.turns[-1].action == parse_action("p2 play 2d")


def test_the_memory_rule_lists_the_cards_that_are_out_and_default_does_not(tmp_path: Path) -> None:
    line = "1.1 4d5d6d7d8d4r5r6r7r8r/1d2d3d4s5s6s7s8s9sTs 1s 1r2r3r9rTr2s9d p1:- - "
    table = table_at(tmp_path, line + "1212101212 6 3 p1:play", Seat.P1)
    assert "Out:" not in text_of(table)
    header = replace(table.session.game.header, further={"house": "memory"})
    game = replace(table.session.game, header=header)
    aided = replace(table, session=replace(table.session, game=game))
    out = next(row for row in text_of(aided).splitlines() if "Out:" in row)
    assert out.split() == ["Out:", "⋎", "10", "✿", "★", "3"]


def test_a_choice_beyond_the_path_is_marked_at_its_end(tmp_path: Path) -> None:
    line = "1.1 4d/6d 1s 7r1d8d6s4s2r4r p1:5d6r - 120210121# 8 3 p1:move"
    rows = text_of(table_at(tmp_path, line, Seat.P1)).splitlines()
    marks = {mark: rows[4].index(mark) for mark in rows[4].split()}
    assert set(marks) == {"1", "2", "3"}
    line = "1.1 4d/6d 1s 7r1d8d6s4s2r4r p1:6r5d - ##02101212 3 3 p1:move"
    rows = text_of(table_at(tmp_path, line, Seat.P1)).splitlines()
    assert rows[4].split() == ["1"]


def test_following_with_foxes_promises_nothing_about_the_winner(tmp_path: Path) -> None:
    line = "1.1 4d8d/3d6d 1s 7r1d9d6s4s2r4r p1:2d - 1202101212 3 3 p2:play"
    text = text_of(table_at(tmp_path, line, Seat.P2))
    assert "Foxes come first; if the trump stays as it is, Right would win." in text
    assert "Foxes: you name a player, who may swap a card with the decree." in text
