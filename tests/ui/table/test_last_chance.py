"""A choice that surely loses the game, while another does not, is asked about once more."""

from __future__ import annotations

from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.games.duet.rules.state import Outcome
from foxduet.ui.kit import keys
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Question
from tests.support.tables import cards_in, press_all, pressed, table_at, text_of

FOLLOW = "1.1 2d3d/1d8d 1s 7r9d6d6s4s2r4r p1:5d - 1202101212 10 0 p2:play"
MOVE = "1.1 4d/6d 5s 7r2d8d9d4s2r4r p1:2s1s - 1202101212 9 0 p1:move"
EXCHANGE = "1.1 2s9s/5d8s 1s 7r1d8d4s2r4r9d p1:3r6d - 1202101212 9 0 p2:exchange"
ASKED = [(FOLLOW, Seat.P2, "2", "1"), (MOVE, Seat.P1, "2", "1"), (EXCHANGE, Seat.P2, "1", "d")]


@pytest.mark.parametrize(("line", "seat", "losing", "other"), ASKED)
def test_what_surely_loses_is_asked_about_and_what_does_not_is_done(
    line: str, seat: Seat, losing: str, other: str, tmp_path: Path
) -> None:
    table = table_at(tmp_path, line, seat)
    question = press_all(table, tmp_path, losing, keys.ENTER)
    assert isinstance(question, AskScreen)
    assert (question.question, question.yes) == (Question.LOSES, None)
    assert cards_in(text_of(question)) == set()
    assert press_all(question, tmp_path, keys.ENTER, keys.SPACE) == question
    for answer in (("n",), (keys.ESCAPE,), (keys.LEFT, keys.ENTER)):
        back = pressed(question, tmp_path, *answer)
        # The hand is still open, and nothing is chosen: the same key again loses nothing.
        assert back.session == table.session
        assert pressed(back, tmp_path, keys.ENTER).session == table.session
    for answer in (("y",), (keys.RIGHT, keys.ENTER)):
        lost = pressed(question, tmp_path, *answer)
        assert lost.session.state.table.outcome is Outcome.LOST
    done = press_all(table, tmp_path, other, keys.ENTER)
    assert isinstance(done, TableScreen)
    assert len(done.session.game.turns) == 1
    assert done.session.state.table.outcome is None


def test_the_game_is_lost_after_a_yes(tmp_path: Path) -> None:
    lost = pressed(table_at(tmp_path, MOVE, Seat.P1), tmp_path, "2", keys.ENTER, "y")
    assert lost.session.state.table.outcome is Outcome.LOST


@pytest.mark.parametrize(("line", "seat", "losing", "_other"), ASKED)
def test_with_a_token_left_nothing_is_asked(
    line: str, seat: Seat, losing: str, _other: str, tmp_path: Path
) -> None:
    for space in ("9", "10"):
        line = line.replace(f" {space} 0 ", f" {space} 1 ")
    done = press_all(table_at(tmp_path, line, seat), tmp_path, losing, keys.ENTER)
    assert isinstance(done, TableScreen)
    assert done.session.state.table.tricks_done == 2


def test_where_every_choice_loses_nothing_is_asked(tmp_path: Path) -> None:
    table = table_at(tmp_path, FOLLOW.replace("1d8d", "8d").replace("2d3d", "2d"), Seat.P2)
    # After the card, all three moves lead off the path: there is nothing to choose.
    lost = pressed(table, tmp_path, "1", keys.ENTER)
    assert lost.session.state.table.outcome is Outcome.LOST


def test_covering_the_hand_under_the_question_drops_the_question(tmp_path: Path) -> None:
    question = press_all(table_at(tmp_path, FOLLOW, Seat.P2), tmp_path, "2", keys.ENTER)
    covered = pressed(question, tmp_path, "b")
    assert covered.session.viewer is None
    assert "can see the screen" in text_of(covered)
