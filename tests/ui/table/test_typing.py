"""Cards typed, and choices taken back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.games.classic.rules.actions import parse_action as parse_classic
from foxduet.games.classic.rules.position import parse_position, restore
from foxduet.games.duet.rules.actions import Choice, parse_action
from foxduet.play.game import open_game
from foxduet.play.table import Session, Stage
from foxduet.store.saved_games import SavedGame, load_game
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.screen import Screen
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.screen import TableScreen, table_of
from foxduet.ui.table.state import Choosing, Handoff, Question, Walking
from foxduet.ui.text_screen import TextScreen
from foxduet.words import i18n
from foxduet.words.glyphs import MONOCHROME
from tests.support.classic.screens import classic
from tests.support.entries import games, open_scores_screen, resigned_at_table
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
    Left,
    begin,
    cards_in,
    cursor_of,
    hidden,
    options_in,
    press_all,
    press_keys,
    pressed,
    table_at,
    table_in,
    text_of,
)

LED = "1.2 4b5b8bEb3k4k7kEk6m7mTm/2b3b6b1k2k6kTk3m5m8mEm 9k 9b5k8k2mTb1m p1:- 1-1 0-1 p1:play"
MOVE = "1.1 4d/6d 1s 7r1d8d6s4s2r4r p1:5d7d - 1202101212 6 3 p2:move"
EXCHANGE = "1.0 4d6d/5d7d 1s 7r1d8d6s4s2r4r p1:3d - 1202101212 6 3 p2:exchange"


@pytest.fixture
def match(tmp_path: Path) -> TableScreen:
    header = classic(21, ("Left", "Right"))
    state = restore(parse_position(LED), header.setup)
    game = replace(open_game(header), first=state)
    return pressed(table_of(Session(game), SavedGame(tmp_path / "match.toml")), tmp_path, " ")


def test_a_card_is_chosen_by_its_name_and_enter_plays_it(
    following: TableScreen, tmp_path: Path
) -> None:
    chosen = pressed(following, tmp_path, *"c6d")
    assert chosen.session == following.session
    assert cursor_of(chosen) == 2
    played = pressed(chosen, tmp_path, keys.ENTER)
    assert played.session.game.turns[-1].action == parse_action("p2 play 6d")


def test_ranks_of_two_digits_and_letters_that_are_keys_elsewhere_can_be_typed(
    match: TableScreen, tmp_path: Path
) -> None:
    for typed, action in (
        ("c8b", "p1 play 8b"),
        ("c10m", "p1 play Tm"),
        ("c11K", "p1 play Ek"),
    ):
        played = pressed(match, tmp_path, *typed, keys.ENTER)
        assert played.session.game.turns[-1].action == parse_classic(action)


@pytest.mark.parametrize(
    ("typed", "action"),
    [("c6c", "6d"), ("c6C", "6d"), ("c9É", "9s"), ("c9é", "9s"), ("c9e", "9s"), ("c4r", "4r")],
)
def test_suits_are_typed_with_french_letters_in_french(
    following: TableScreen, tmp_path: Path, typed: str, action: str
) -> None:
    i18n.use_language("fr")
    chosen = pressed(following, tmp_path, *typed)
    hand = chosen.session.game.rules.observe(chosen.session.state, Seat.P2).hand
    at = cursor_of(chosen)
    assert at is not None
    assert hand[at] == parse_action(f"p2 play {action}").card  # type: ignore[union-attr]


def test_the_letters_that_are_asked_for_stand_beside_the_signs_on_the_cards(
    match: TableScreen, following: TableScreen, tmp_path: Path
) -> None:
    desk = options_in(tmp_path)
    assert "Card: _  (its rank, then d ▼, r ¤, s *)" in text_of(press_keys(following, desk, "c"))
    assert "Card: 1_  (its rank, then b Ω, k ð, m ◙)" in text_of(press_keys(match, desk, *"c1"))
    i18n.use_language("fr")
    assert "C ▼, R ¤, É *" in text_of(press_keys(following, desk, "c"))
    assert "6 ▼C" in text_of(following, look=Look(MONOCHROME))
    assert "C Ω, É ð, L ◙" in text_of(press_keys(match, desk, "c"))


def test_a_card_that_is_not_there_is_refused_and_nothing_is_chosen(
    following: TableScreen, tmp_path: Path
) -> None:
    desk, chosen = options_in(tmp_path), pressed(following, tmp_path, "1")
    for typed in ("3d", "6s", "99d", "0r"):
        refused = press_keys(chosen, desk, "c", *typed)
        assert f"There is no card {typed} to choose." in text_of(refused)
        # Neither what was chosen before is played, nor what a digit of the name would choose.
        assert press_keys(refused, desk, keys.ENTER, keys.ESCAPE) == chosen
        assert cursor_of(press_keys(refused, desk, *"8d")) == 4


def typed_at(screen: Screen | Left) -> str | None:
    """Return the beginning of a card that is typed, None while none is."""
    assert isinstance(screen, TableScreen)
    assert isinstance(screen.shows, Choosing)
    return screen.shows.typed


def test_typing_is_mended_and_ended_and_enter_plays_nothing(
    following: TableScreen, tmp_path: Path
) -> None:
    desk, chosen = options_in(tmp_path), pressed(following, tmp_path, "1")
    typing = press_keys(chosen, desk, *"c1", keys.ENTER)
    assert typed_at(typing) == "1"
    assert press_keys(typing, desk, keys.ESCAPE) == chosen
    assert typed_at(press_keys(typing, desk, keys.BACKSPACE)) == ""
    assert press_keys(typing, desk, keys.BACKSPACE, keys.BACKSPACE) == chosen
    assert cursor_of(press_keys(typing, desk, keys.BACKSPACE, *"8d")) == 4


def test_all_other_keys_do_what_they_do_at_the_table(
    following: TableScreen, tmp_path: Path
) -> None:
    desk = options_in(tmp_path)
    covered = press_keys(following, desk, "c", "b")
    assert isinstance(covered, TableScreen)
    assert isinstance(covered.shows, Handoff)
    assert isinstance(press_keys(following, desk, "c", "?"), TextScreen)
    assert isinstance(press_keys(following, desk, "c", "r"), TextScreen)
    assert cursor_of(press_keys(following, desk, "c", keys.RIGHT)) == 0


def test_a_hand_is_covered_while_a_card_is_typed(following: TableScreen, tmp_path: Path) -> None:
    typing = press_keys(following, options_in(tmp_path), *"c6")
    assert typed_at(typing) == "6"
    assert hidden(typing) == hidden(following)


def test_a_card_for_the_decree_is_typed_and_where_there_is_none_nothing_is(tmp_path: Path) -> None:
    table = table_at(tmp_path, EXCHANGE, Seat.P2)
    assert cursor_of(pressed(table, tmp_path, *"c7d")) == 1
    moving = table_at(tmp_path, MOVE, Seat.P2)
    assert pressed(moving, tmp_path, "c") == moving


LEAD_KEYS = (keys.SPACE, "1", keys.ENTER)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return options_in(tmp_path, scores=tmp_path / "scores.sqlite3")


def test_the_handoff_offers_to_take_the_last_card_back(tmp_path: Path) -> None:
    start = table_in(tmp_path)
    led = pressed(start, tmp_path, *LEAD_KEYS)
    assert "u take back" in text_of(led)
    back = pressed(led, tmp_path, "u")
    assert back.session.game.turns == start.session.game.turns
    assert (back.session.stage, back.session.viewer) == (Stage.HANDOFF, None)
    assert "u take back" not in text_of(back)
    game, _saved = load_game(back.saved.path)
    assert game == back.session.game
    assert (game.header.taken_back, game.header.is_practice) == (1, False)


def test_nothing_is_taken_back_once_the_other_has_looked(tmp_path: Path) -> None:
    looked = pressed(table_in(tmp_path), tmp_path, *LEAD_KEYS, keys.SPACE)
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
    over = resigned_at_table(replace(table, session=session), desk)
    assert over.session.stage is Stage.OVER
    assert "A game for practice: it can be reviewed, but is no score." in text_of(over)
    assert load_game(over.saved.path)[0].header.is_practice
    # Neither now, nor when the records are read the next time.
    assert games(desk) == [] if desk.scores and desk.scores.exists() else True
    assert open_scores_screen(desk).games == ()
    resigned_at_table(begin(desk, 1, ("Player", "Expert"), 4, (None, "expert")), desk)
    assert [game.seed for game in open_scores_screen(desk).games] == [4]


def test_a_game_with_something_taken_back_is_still_a_score(desk: Desk) -> None:
    back = press_keys(begin(desk, 2, ("Left", "Right"), 7), desk, *LEAD_KEYS, "u")
    assert isinstance(back, TableScreen)
    assert back.session.game.header.taken_back == 1
    resigned_at_table(back, desk)
    assert [game.seed for game in open_scores_screen(desk).games] == [7]


def test_the_partner_s_turn_is_never_offered_to_be_taken_back(tmp_path: Path) -> None:
    waiting = solo_turn(tmp_path, PARTNER)
    assert "u take back" not in text_of(waiting)
    moved = replace(solo_moment(turns_before(Choice.MOVE, PLAYER)), saved=solo_in(tmp_path).saved)
    assert "u take back" not in text_of(moved)
