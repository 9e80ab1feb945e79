"""Where the table does something by itself: saving, and choices that are none."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.games.classic.rules import cards as classic_cards
from foxduet.games.duet.rules import cards as duet_cards
from foxduet.games.duet.rules.state import Outcome
from foxduet.play.record import dump_record
from foxduet.play.table import Stage
from foxduet.store.saved_games import load_game
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Canvas
from foxduet.ui.table.layout import SMALL_CARD
from foxduet.ui.table.parts import draw_card
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.screen import TableScreen, resume
from foxduet.ui.table.state import Question
from foxduet.words import i18n, program_name
from foxduet.words.common import table_words
from foxduet.words.glyphs import UNICODE
from tests.support.machine import refuse
from tests.support.tables import (
    STILL,
    Left,
    cursor_of,
    hanged_up,
    options_in,
    press_all,
    pressed,
    table_at,
    table_in,
    text_of,
)


def test_every_action_is_saved_before_it_is_shown(tmp_path: Path) -> None:
    screen = table_in(tmp_path)
    for key in (keys.SPACE, "1", keys.ENTER, keys.SPACE, "1", keys.ENTER):
        screen = pressed(screen, tmp_path, key)
        game, _saved = load_game(screen.saved.path)
        assert game == screen.session.game


def test_leaving_asks_first_and_says_how_to_resume(following: TableScreen, tmp_path: Path) -> None:
    question = press_all(following, tmp_path, "q")
    assert isinstance(question, AskScreen)
    assert question.question is Question.LEAVE
    assert press_all(question, tmp_path, "n") == following
    assert press_all(question, tmp_path, keys.ESCAPE) == following
    assert press_all(question, tmp_path, keys.LEFT, keys.ENTER) == following
    left = press_all(question, tmp_path, "y")
    place = program_name.quoted(str(following.saved.path))
    assert left == Left(f"The game is saved; resume it with: foxduet --resume {place}")


@pytest.mark.skipif(sys.platform == "win32", reason="no file may be called so there")
def test_the_command_that_resumes_is_quoted_for_a_shell(
    following: TableScreen, tmp_path: Path
) -> None:
    for name, quoted in (("my game.toml", "my game.toml"), ("a\x1b[2J.toml", "a?[2J.toml")):
        path = tmp_path / name
        table = replace(following, saved=replace(following.saved, path=path))
        left = hanged_up(table, options_in(tmp_path))
        assert left.farewell.endswith(f"foxduet --resume '{tmp_path / quoted}'")


def test_a_game_in_its_usual_folder_is_resumed_without_a_path(tmp_path: Path) -> None:
    left = press_all(table_in(tmp_path), tmp_path, "q", "y")
    assert left == Left("The game is saved; resume it with: foxduet --resume")


def test_leaving_the_end_of_a_game_that_cannot_be_saved_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "2.6 4d2s/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000000001# 4 2 p2:play"
    table = table_at(tmp_path, line, Seat.P2)

    monkeypatch.setattr("os.replace", refuse)
    over = pressed(table, tmp_path, "1", keys.ENTER)
    assert over.session.stage is Stage.OVER
    for script in (("q",), ("1", keys.ENTER), ("5", keys.ENTER), ("6", keys.ENTER)):
        stays = pressed(over, tmp_path, *script)
        assert "Not saved: No space left on device." in text_of(stays)
    monkeypatch.undo()
    assert press_all(over, tmp_path, "q") == Left()
    assert b'result = "victory"\nscore = 39\nfinished = ' in over.saved.path.read_bytes()


def test_leaving_an_unchanged_game_writes_nothing(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    ahead = pressed(table, tmp_path, keys.SPACE, "1", keys.ENTER)
    assert isinstance(press_all(table, tmp_path, "q", "y"), Left)
    assert [path.name for path in table.saved.path.parent.iterdir()] == [table.saved.path.name]
    assert load_game(table.saved.path)[0] == ahead.session.game


def test_a_record_with_other_spacing_counts_as_saved(tmp_path: Path) -> None:
    path = table_in(tmp_path).saved.path
    spaced = path.read_text("utf-8").replace('result = "*"', 'result   =   "*"')
    path.write_text(spaced, encoding="utf-8")
    question = press_all(resume(*load_game(path)).screen, tmp_path, "q")
    assert isinstance(question, AskScreen)
    assert "Leave the game? It is saved" in text_of(question)
    assert isinstance(press_all(question, tmp_path, "y"), Left)
    assert path.read_text("utf-8") == spaced


def test_a_full_disk_is_reported_and_the_game_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pressed(table_in(tmp_path), tmp_path, keys.SPACE, "1")

    monkeypatch.setattr("os.fsync", refuse)
    played = pressed(table, tmp_path, keys.ENTER)
    assert "Not saved: No space left on device." in text_of(played)
    assert "Press Space when only Left can see the screen." in text_of(played)
    assert load_game(played.saved.path)[0] == table.session.game
    stays = press_all(played, tmp_path, "q", "y")
    assert isinstance(stays, TableScreen)
    assert "Not saved: No space left on device." in text_of(stays)
    assert "could not be saved" in hanged_up(stays, options_in(tmp_path)).farewell
    monkeypatch.undo()
    monkeypatch.setenv("FOXDUET_HOME", str(tmp_path))
    assert "The game is saved" in hanged_up(stays, options_in(tmp_path)).farewell
    assert load_game(played.saved.path)[0] == played.session.game


def test_a_record_changed_by_another_program_is_reported(tmp_path: Path) -> None:
    table = pressed(table_in(tmp_path), tmp_path, keys.SPACE, "1")
    table.saved.path.write_text("something else")
    played = pressed(table, tmp_path, keys.ENTER)
    assert "Another program changed the save; your game continues in a file of its own." in text_of(
        played
    )
    assert table.saved.path.read_text() == "something else"
    assert load_game(played.saved.path)[0] == played.session.game


FOXES = "1.0 4d6d/5d7d 1s 7r1d8d6s4s2r4r p2:3d - 1202101212 6 3 p2:foxes"
LAST_FOXES = "1.10 4d/- 1s 7r1d8d6s4s2r4r p2:3d - 1202101212 6 3 p2:foxes"
KEEPING_LOSES = "1.1 2s9s/5d8r 1s 7r1d8d4s2r4r9d p1:6d3r - 1202101212 3 0 p2:foxes"
GIFT = "1.9 4d5d/6d 1s 7r1d8d6s4s2r4r p2:- - 1202101212 6 3 p2:play"
BOTH_GIVE_THEIR_LAST = "1.9 4d/5d7d 1s 7r1d8d6s4s2r4r p1:6d - 1202101212 6 3 p2:play"
OFF_THE_PATH = "1.9 4d/6d8d 1s 7r1d9d6s4s2r4r p1:5d - 1202101212 10 3 p2:play"
ONE_DOVE = "1.1 5d1r/6d4r5r6r8r 1s 7r1dTd3s6s2rTs p1:3d - 1202101212 5 3 p2:play"


def actions_of(table: TableScreen) -> list[str]:
    """Return the actions that were done at a table, as the record has them."""
    game = table.session.game
    return [game.rules.format_action(turn.action) for turn in game.turns]


def test_keeping_the_decree_is_one_choice_of_who_may_swap(tmp_path: Path) -> None:
    table = table_at(tmp_path, FOXES, Seat.P2)
    assert "1: Left   2: Right   d: Keep the decree" in text_of(table)
    assert "d keep" in text_of(table).splitlines()[-1]
    chosen = pressed(table, tmp_path, "d")
    assert "The 1 of Stars stays the decree." in text_of(chosen)
    kept = pressed(chosen, tmp_path, keys.ENTER)
    assert actions_of(kept) == ["p2 foxes p2", "p2 exchange -"]
    assert '"p2 foxes p2",\n  "p2 exchange -",' in dump_record(kept.session.game)
    assert "Right kept the decree." in text_of(kept)
    back = pressed(kept, tmp_path, "u")
    assert (actions_of(back), back.session.game.header.taken_back) == ([], 1)


def test_without_a_card_of_their_own_players_of_foxes_keep_the_decree_all_the_same(
    tmp_path: Path,
) -> None:
    table = table_at(tmp_path, LAST_FOXES, Seat.P2)
    assert "1: Left   d: Keep the decree" in text_of(table)
    assert actions_of(pressed(table, tmp_path, "d", keys.ENTER)) == ["p2 foxes p2"]


def test_keeping_the_decree_at_once_is_asked_about_where_it_surely_loses(tmp_path: Path) -> None:
    table = table_at(tmp_path, KEEPING_LOSES, Seat.P2)
    question = press_all(table, tmp_path, "d", keys.ENTER)
    assert isinstance(question, AskScreen)
    assert question.question is Question.LOSES
    assert pressed(question, tmp_path, "n").session == table.session
    assert pressed(question, tmp_path, "y").session.state.table.outcome is Outcome.LOST


def test_the_last_card_is_given_without_a_question_and_that_is_told(tmp_path: Path) -> None:
    given = pressed(table_at(tmp_path, BOTH_GIVE_THEIR_LAST, Seat.P2), tmp_path, "2", keys.ENTER)
    assert actions_of(given)[1:] == ["p2 give 5d", "p1 give 4d"]
    assert "Both have given each other a card." in text_of(given)
    # Both have got a card that was hidden.
    assert given.session.revocable == ()


def test_what_one_player_has_to_give_waits_for_the_choice_of_the_other(tmp_path: Path) -> None:
    line = GIFT.replace("/6d ", "/6d7s ")
    given = pressed(table_at(tmp_path, line, Seat.P2), tmp_path, "2", keys.ENTER)
    assert actions_of(given) == ["p2 play 7s", "p2 give 6d"]
    assert given.session.stage is Stage.HANDOFF
    asked = pressed(given, tmp_path, keys.SPACE)
    assert "Left, choose the card to give to Right." in text_of(asked)
    assert "Right has put down a card to give." in text_of(asked)
    # The card and what had to be given with it are taken back at once.
    back = pressed(given, tmp_path, "u")
    assert (actions_of(back), back.session.game.header.taken_back) == ([], 1)


def test_where_every_move_leads_off_the_path_nothing_is_asked(tmp_path: Path) -> None:
    moved = pressed(table_at(tmp_path, OFF_THE_PATH, Seat.P2), tmp_path, "2", keys.ENTER)
    assert actions_of(moved) == ["p2 play 8d", "p2 move +3"]
    assert "the fox ran beyond Right's end" in " ".join(text_of(moved).split())


def test_the_only_card_is_chosen_when_its_hand_comes_up_and_enter_plays_it(tmp_path: Path) -> None:
    table = table_at(tmp_path, ONE_DOVE, Seat.P2)
    assert cursor_of(table) == 0
    assert "Right would win; the fox goes to space 9" in text_of(table)
    assert actions_of(pressed(table, tmp_path, keys.ENTER)) == ["p2 play 6d"]


def test_a_hand_behind_a_question_has_nothing_chosen_at_once(tmp_path: Path) -> None:
    back = pressed(table_at(tmp_path, ONE_DOVE, Seat.P2), tmp_path, "q", "n")
    assert (cursor_of(back), back.is_fresh) == (None, True)
    # Enter may bounce there from the question.
    assert pressed(back, tmp_path, keys.ENTER) == back


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("game", "deck"), [("duet", duet_cards.DECK), ("classic", classic_cards.DECK)]
)
def test_no_name_of_an_ability_touches_the_edges_of_its_card(
    game: str, deck: tuple[object, ...], language: str
) -> None:
    i18n.use_language(language)
    for card in deck:
        canvas = Canvas(SMALL_CARD, STILL)
        draw_card(canvas, 0, 0, SMALL_CARD, table_words(game).card_face(card, UNICODE))
        row = canvas.frame().lines[2]
        assert (row[0], row[1], row[-2], row[-1]) == ("│", " ", " ", "│"), row
