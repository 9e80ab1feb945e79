"""Taking back at the table: the key, the question, what is saved, and what is never a score."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.games.duet.rules.actions import Choice
from foxduet.play.table import Stage
from foxduet.store.saved_games import load_game
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Question, Walking
from tests.support.ended import games, open_scores_screen, resigned
from tests.support.solo import (
    PARTNER,
    PLAYER,
    solo_in,
    solo_moment,
    solo_turn,
    turns_before,
    with_thoughts,
)
from tests.support.tables import (
    FOLLOW_DOVE,
    Desk,
    begin,
    cards_in,
    options_in,
    press_all,
    press_keys,
    pressed,
    table_at,
    table_in,
    text_of,
)

LED = (keys.SPACE, "1", keys.ENTER)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return options_in(tmp_path, scores=tmp_path / "scores.sqlite3")


def test_the_handoff_offers_to_take_the_last_card_back(tmp_path: Path) -> None:
    start = table_in(tmp_path)
    led = pressed(start, tmp_path, *LED)
    assert "u take back" in text_of(led)
    back = pressed(led, tmp_path, "u")
    assert back.session.game.turns == start.session.game.turns
    assert (back.session.stage, back.session.viewer) == (Stage.HANDOFF, None)
    assert "u take back" not in text_of(back)
    game, _saved = load_game(back.saved.path)
    assert game == back.session.game
    assert (game.header.taken_back, game.header.is_practice) == (1, False)


def test_nothing_is_taken_back_once_the_other_has_looked(tmp_path: Path) -> None:
    looked = pressed(table_in(tmp_path), tmp_path, *LED, keys.SPACE)
    for screen in (looked, pressed(looked, tmp_path, "b")):
        assert "u take back" not in text_of(screen)
        after = pressed(screen, tmp_path, "u")
        assert after.session == screen.session
        assert "Nothing can be taken back: something hidden has been seen since." in text_of(after)


def test_before_anything_was_played_there_is_nothing_to_take_back(tmp_path: Path) -> None:
    for start in (table_in(tmp_path), solo_turn(tmp_path, PLAYER)):
        after = pressed(start, tmp_path, "u")
        assert after.session == start.session
        assert "There is nothing to be taken back." in text_of(after)


def test_a_card_can_be_taken_back_while_the_fox_still_walks(tmp_path: Path) -> None:
    line = FOLLOW_DOVE.format(path="1202101212 5 3")
    start = table_at(tmp_path, line, Seat.P2)
    walking = pressed(start, tmp_path, "1", keys.ENTER, look=Look())
    assert isinstance(walking.shows, Walking)
    back = pressed(walking, tmp_path, "u", look=Look())
    assert back.session.state == start.session.state
    assert back.session.viewer is None


def test_one_person_takes_back_while_the_partner_thinks(tmp_path: Path) -> None:
    start = solo_turn(tmp_path, PLAYER)
    led = pressed(start, tmp_path, "1", keys.ENTER)
    assert led.session.stage is Stage.PARTNER
    assert "u take back" in text_of(led)
    back = pressed(led, tmp_path, "u")
    assert back.session.state == start.session.state
    assert (back.session.stage, back.session.viewer) == (Stage.CHOICE, PLAYER)
    assert not back.session.game.header.is_practice


def after_the_partner(folder: Path) -> TableScreen:
    """Return the first choice of the person after the partner has answered a card."""
    desk = options_in(folder)
    screen = with_thoughts(pressed(solo_turn(folder, PLAYER), folder, "1", keys.ENTER), desk)
    while not (isinstance(screen, TableScreen) and screen.session.stage is Stage.CHOICE):
        after = press_keys(screen, desk, keys.SPACE)
        assert isinstance(after, TableScreen | AskScreen)
        screen = with_thoughts(after, desk)
    return screen


def test_an_answered_card_is_taken_back_for_practice_after_a_question(tmp_path: Path) -> None:
    screen = after_the_partner(tmp_path)
    question = press_all(screen, tmp_path, "u")
    assert isinstance(question, AskScreen)
    assert (question.question, question.yes) == (Question.PRACTICE, None)
    assert cards_in(text_of(question)) == set()
    for answer in ("n", keys.ESCAPE):
        assert pressed(question, tmp_path, answer).session == screen.session
    assert press_all(question, tmp_path, keys.ENTER, keys.SPACE) == question
    back = pressed(question, tmp_path, "y")
    assert len(back.session.game.turns) == 1
    assert back.session.viewer is PLAYER
    game, _saved = load_game(back.saved.path)
    assert (game.header.is_practice, game.header.taken_back) == (True, 1)
    # Nothing is asked a second time.
    again = pressed(after_more(back, tmp_path), tmp_path, "u")
    assert again.session.game.header.taken_back == 2


def after_more(screen: TableScreen, folder: Path) -> TableScreen:
    """Return the table after the person has played once more and the partner has answered."""
    after = with_thoughts(pressed(screen, folder, "1", keys.ENTER), options_in(folder))
    assert isinstance(after, TableScreen)
    assert after.session.revocable == ()
    return after


def test_a_practice_game_is_saved_and_never_enters_the_scores(desk: Desk) -> None:
    table = begin(desk, 1, ("Player", "Expert"), 3, (None, "expert"))
    header = replace(table.session.game.header, further={"practice": True})
    session = replace(table.session, game=replace(table.session.game, header=header))
    over = resigned(replace(table, session=session), desk)
    assert over.session.stage is Stage.OVER
    assert "A game for practice: it can be reviewed, but is no score." in text_of(over)
    assert load_game(over.saved.path)[0].header.is_practice
    # Neither now, nor when the records are read the next time.
    assert games(desk) == [] if desk.scores and desk.scores.exists() else True
    assert open_scores_screen(desk).games == ()
    resigned(begin(desk, 1, ("Player", "Expert"), 4, (None, "expert")), desk)
    assert [game.seed for game in open_scores_screen(desk).games] == [4]


def test_a_game_with_something_taken_back_is_still_a_score(desk: Desk) -> None:
    back = press_keys(begin(desk, 2, ("Left", "Right"), 7), desk, *LED, "u")
    assert isinstance(back, TableScreen)
    assert back.session.game.header.taken_back == 1
    resigned(back, desk)
    assert [game.seed for game in open_scores_screen(desk).games] == [7]


def test_the_partner_s_turn_is_never_offered_to_be_taken_back(tmp_path: Path) -> None:
    waiting = solo_turn(tmp_path, PARTNER)
    assert "u take back" not in text_of(waiting)
    moved = replace(solo_moment(turns_before(Choice.MOVE, PLAYER)), saved=solo_in(tmp_path).saved)
    assert "u take back" not in text_of(moved)
