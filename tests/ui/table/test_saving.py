"""What the table saves and begins with, and what it does in a window that is too small."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.games.classic.rules import cards as classic_cards
from foxduet.games.duet.rules import cards as duet_cards
from foxduet.play.game import DAILY_KEY
from foxduet.play.table import Session, Stage
from foxduet.store.saved_games import load_game
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Canvas, Look, Size
from foxduet.ui.kit.keys import Interruption
from foxduet.ui.kit.screen import Screen
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.table.layout import SMALL_CARD
from foxduet.ui.table.parts import draw_card
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.screen import TableScreen, resume
from foxduet.words import i18n
from foxduet.words.cards import AbleCard
from foxduet.words.common import table_words
from foxduet.words.glyphs import UNICODE
from tests.support.entries import ended_with
from tests.support.machine import refuse
from tests.support.players import VICTORY
from tests.support.screens import open_form
from tests.support.tables import (
    STILL,
    WINDOW,
    Left,
    ScriptedTerminal,
    at_table,
    hanged_up,
    of_kind,
    options_in,
    play_script,
    press_all,
    press_keys,
    pressed,
    run_screens,
    table_at,
    table_in,
    text_of,
)


@pytest.mark.skipif(sys.platform == "win32", reason="no file may be called so there")
def test_the_command_that_resumes_is_quoted_for_a_shell(
    following: TableScreen, tmp_path: Path
) -> None:
    for name, quoted in (("my game.toml", "my game.toml"), ("a\x1b[2J.toml", "a?[2J.toml")):
        path = tmp_path / name
        table = replace(following, saved=replace(following.saved, path=path))
        left = hanged_up(table, options_in(tmp_path))
        assert left.shown_in_shell.endswith(f"foxduet --resume '{tmp_path / quoted}'")


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
    question = of_kind(AskScreen, press_all(resume(*load_game(path)).screen, tmp_path, "q"))
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
    stays = of_kind(TableScreen, press_all(played, tmp_path, "q", "y"))
    assert "Not saved: No space left on device." in text_of(stays)
    assert "could not be saved" in hanged_up(stays, options_in(tmp_path)).shown_in_shell
    monkeypatch.undo()
    monkeypatch.setenv("FOXDUET_HOME", str(tmp_path))
    assert "The game is saved" in hanged_up(stays, options_in(tmp_path)).shown_in_shell
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


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("game", "deck"), [("duet", duet_cards.DECK), ("classic", classic_cards.DECK)]
)
def test_no_name_of_an_ability_touches_the_edges_of_its_card(
    game: str, deck: tuple[AbleCard, ...], language: str
) -> None:
    i18n.use_language(language)
    for card in deck:
        canvas = Canvas(SMALL_CARD, STILL)
        draw_card(canvas, 0, 0, SMALL_CARD, table_words(game).cards.card_face(card, UNICODE))
        row = canvas.frame().lines[2]
        assert (row[0], row[1], row[-2], row[-1]) == ("│", " ", " ", "│"), row


def test_playing_again_keeps_what_was_agreed_on_but_not_the_deals(tmp_path: Path) -> None:
    # The seed of the command line is for the first game only.
    desk = options_in(tmp_path, seed=5, memory=False)
    header = replace(VICTORY.header, players=("Ann", "Bob"), further={"house": "memory"})
    form = ended_with(at_table(Session(replace(VICTORY, header=header))), desk, "Play again")
    assert isinstance(form, FormScreen)
    again = of_kind(TableScreen, press_keys(form, desk, keys.ENTER))
    dealt = again.session.game.header
    assert (dealt.setup.level, dealt.players) == (1, ("Ann", "Bob"))
    assert dealt.further == {"house": "memory"}
    assert dealt.seed not in (5, VICTORY.header.seed)


def test_the_same_deals_again_are_a_new_game_with_the_same_cards(tmp_path: Path) -> None:
    over = at_table(Session(VICTORY))
    again = of_kind(TableScreen, ended_with(over, options_in(tmp_path), "The same deals"))
    game = again.session.game
    assert [turn.action for turn in game.turns] == [VICTORY.turns[0].action]
    assert again.saved.path != over.saved.path
    assert again.session.stage is Stage.HANDOFF


def test_a_day_s_deals_again_are_no_game_of_that_day(tmp_path: Path) -> None:
    header = replace(VICTORY.header, further={DAILY_KEY: "2026-11-21", "house": "memory"})
    over = at_table(Session(replace(VICTORY, header=header)))
    again = of_kind(TableScreen, ended_with(over, options_in(tmp_path), "The same deals"))
    assert again.session.game.header.further == {"house": "memory"}


def test_blank_also_works_in_a_window_that_is_too_small(tmp_path: Path) -> None:
    terminal = ScriptedTerminal([keys.SPACE, Interruption.RESIZED, "b", Interruption.RESIZED])

    def resize() -> None:
        terminal.window = Size(10, 60) if len(terminal.script) in (2, 3) else WINDOW

    terminal.before_input = resize
    run_screens(terminal, table_in(tmp_path), options_in(tmp_path))
    assert "can see the screen." in terminal.text


def test_the_loop_moves_the_fox_when_time_is_up(tmp_path: Path) -> None:
    line = "1.1 4d2s/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 4 3 p2:play"
    table = table_at(tmp_path, line, Seat.P2)
    ticks = [Interruption.TIME_UP] * 6
    terminal, _leave = play_script(table, options_in(tmp_path, Look()), "1", keys.ENTER, *ticks)
    assert terminal.log.count("wait a moment") == 6
    assert terminal.log[-1] == "wait"


def test_keys_typed_ahead_do_not_choose_for_the_same_player_again(tmp_path: Path) -> None:
    line = "1.1 4d6s8s/6d8d9d 1s 7r1d3d5s4s2r4r p1:7d - 1212101212 4 3 p2:play"
    table = table_at(tmp_path, line)
    # Right looks, follows and wins, and leads next: that is a new choice.
    terminal, _leave = play_script(table, options_in(tmp_path), keys.SPACE, "2", "3", keys.ENTER)
    assert terminal.log[-3:] == ["forget keys", "show", "wait"]
    # Going to another card, though, is no new choice.
    assert terminal.log[-5:-3] == ["show", "wait"]


def test_keys_do_nothing_in_a_window_too_small_to_show_what_they_do(tmp_path: Path) -> None:
    terminal = ScriptedTerminal([keys.SPACE, "1", keys.ENTER], window=Size(20, 70))
    table = table_in(tmp_path)
    run_screens(terminal, table, options_in(tmp_path))
    assert len(set(terminal.frames)) == 1
    assert "foxduet needs 80x24, this is 70x20" in terminal.text


@pytest.mark.parametrize("under", ["table", "question", "text", "form"])
def test_q_leaves_a_window_that_is_too_small_whatever_is_under_way(
    under: str, tmp_path: Path
) -> None:
    table, desk = table_in(tmp_path), options_in(tmp_path)
    scripts = {"table": (keys.SPACE,), "question": (keys.SPACE, "q"), "text": ("?",)}
    screen = press_all(table, tmp_path, *scripts.get(under, ()))
    if under == "form":
        form = open_form(desk)
        screen = replace(form, row=form.row_of("left"))
    assert isinstance(screen, Screen)
    terminal = ScriptedTerminal([keys.ENTER, "q", keys.ENTER], window=Size(23, 80))
    left = run_screens(terminal, screen, desk)
    assert terminal.script == [keys.ENTER]
    assert "q leaves" in terminal.text
    assert left == (Left() if under == "form" else hanged_up(table, desk))
