"""What the keys do on the title screen, in the form of a new game, and in texts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.games.duet.rules.cards import Board, board_to_table
from foxduet.store.settings import Config
from foxduet.ui.form import FormScreen, new_form
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.effects import Text
from foxduet.ui.kit.keys import Interruption
from foxduet.ui.lessons import LessonsScreen
from foxduet.ui.menu import TextScreen, TitleScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.words import i18n
from foxduet.words.text import UNICODE
from tests.support.screens import open_first_title, open_form, open_title, press_to
from tests.support.tables import (
    WINDOW,
    Desk,
    ScriptedTerminal,
    hanged_up,
    options_in,
    press_keys,
    run_screens,
    table_in,
    text_of,
)


def labels_of(title: TitleScreen) -> list[str]:
    return [item.label for item in title.page.items]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return options_in(tmp_path)


def form_at(desk: Desk) -> FormScreen:
    """Return the form of a new game."""
    return press_to(FormScreen, open_title(desk), desk, keys.ENTER)


def test_a_newcomer_is_offered_to_learn_first(desk: Desk, tmp_path: Path) -> None:
    start = open_first_title(desk)
    assert labels_of(start)[start.cursor] == "Lessons"
    assert isinstance(press_keys(start, desk, keys.ENTER), LessonsScreen)
    # A first game that was left is what most want to continue, even so.
    table = table_in(tmp_path)
    left = open_first_title(desk)
    assert labels_of(left)[0].startswith("Resume: ")
    resumed = press_to(TableScreen, left, desk, keys.ENTER)
    assert resumed.session == table.session


def test_who_has_finished_a_game_is_offered_a_new_one_first(desk: Desk, tmp_path: Path) -> None:
    press_keys(table_in(tmp_path), desk, "R", keys.RIGHT, keys.ENTER)
    assert labels_of(open_first_title(desk)) == labels_of(open_title(desk))
    first = ["New game", "Daily deal", "Play at two terminals"]
    assert labels_of(open_first_title(desk))[:3] == first


def test_how_to_play_begins_with_the_aim_of_the_game(desk: Desk) -> None:
    _game, _pages, text = (
        text_of(press_keys(open_title(desk), desk, "?", "2")).strip().split("\n", 2)
    )
    text = text.strip()
    assert text.startswith("What you are after")
    assert "◊ a gem" in text


def test_pictures_in_the_help_have_the_signs_of_the_table(desk: Desk) -> None:
    window = Size(80, 80)
    help_screen = press_keys(open_title(desk), desk, "?", "3")
    text = text_of(help_screen, window)
    assert "( 1 )·( 2 )·( 3 )·[^.^]·( 5 )·( 6 )  ░▲░" in text
    assert "◄ Left                            Right ►" in text
    i18n.use_seven_bits(True)
    assert "( 1 ).( 2 ).( 3 ).[^.^].( 5 ).( 6 )  :#:" in text_of(help_screen, window)


def test_a_signal_ends_the_program_at_a_title_that_offers_a_game(
    desk: Desk, tmp_path: Path
) -> None:
    table_in(tmp_path)
    assert hanged_up(open_title(desk), desk).shown_in_shell == ""


def test_a_title_without_a_readable_folder_still_opens(desk: Desk) -> None:
    desk.records.write_text("not a folder")
    assert open_title(desk) == TitleScreen("duet")


def test_names_are_short_printable_and_different(desk: Desk) -> None:
    form = form_at(desk)
    form = replace(form, row=form.row_of("left"))
    long = press_to(FormScreen, form, desk, *"abcdefghijklmnop", keys.PAGE_UP, "\x01")
    assert long.names[0] == "abcdefghijkl"
    marked = press_to(FormScreen, form, desk, "a", *["\u0301"] * 50, "b", "\u0301")
    assert marked.names[0] == "a\u0301\u0301\u0301\u0301b\u0301"
    to_the_deal = [keys.DOWN] * (form.deal_row - form.row)
    for typed in " ", "\u3164", "\u2800":
        nameless = press_to(
            FormScreen, form, desk, *[keys.BACKSPACE] * 9, typed, *to_the_deal, keys.ENTER
        )
        assert "Both players need a name." in text_of(nameless)
    same = press_to(
        FormScreen, replace(form, own_names=("Ann", "Ann"), row=form.deal_row), desk, keys.ENTER
    )
    assert "The players need two different names." in text_of(same)


def test_nothing_is_typed_into_a_name_while_the_window_is_too_small(desk: Desk) -> None:
    form = open_form(desk)
    terminal = ScriptedTerminal(["a", "b", Interruption.RESIZED], window=Size(20, 70))

    def resize() -> None:
        terminal.window = Size(20, 70) if len(terminal.script) > 1 else WINDOW

    terminal.before_input = resize
    run_screens(terminal, replace(form, row=form.row_of("left")), desk)
    assert "Left_" in terminal.text


def test_a_game_that_cannot_be_saved_is_not_started(desk: Desk) -> None:
    desk.records.write_text("not a folder")
    refused = press_to(FormScreen, open_form(desk), desk, keys.UP, keys.ENTER)
    assert "The new game cannot be saved: " in text_of(refused)


def test_an_own_board_is_not_described_as_the_board_of_the_level(desk: Desk) -> None:
    board = Board(gems=(1, 0, 1), plus=(), start=2, forest_tokens=0)
    own = replace(desk, setup={"board": board_to_table(board)})
    text = text_of(form_at(own))
    assert "your own board; the level still sets the score" in text
    assert "long path" not in text


def test_texts_are_paged_switched_and_closed(desk: Desk, tmp_path: Path) -> None:
    table = table_in(tmp_path)
    assert press_to(TextScreen, table, desk, "?").at == 0
    assert press_keys(table, desk, "?", keys.LEFT) == press_keys(table, desk, "?", "6")
    assert press_keys(table, desk, "?", keys.RIGHT, keys.RIGHT) == press_keys(table, desk, "?", "3")
    rules = press_to(TextScreen, table, desk, "?", "6")
    paged = press_to(TextScreen, rules, desk, keys.SPACE)
    assert paged.top == len(rules.lines(UNICODE)) - (WINDOW.rows - 4)
    assert press_keys(rules, desk, keys.END, keys.HOME) == rules
    end = press_keys(rules, desk, keys.END)
    assert press_keys(rules, desk, *[keys.PAGE_DOWN] * 9) == end
    assert press_keys(end, desk, keys.DOWN) == end
    assert press_keys(rules, desk, keys.DOWN, keys.UP) == rules
    assert press_keys(rules, desk, keys.TAB) == TextScreen(Text.REFERENCE, table)
    for key in (keys.ESCAPE, "?", "q"):
        assert press_keys(rules, desk, key) == table
    assert press_keys(rules, desk, keys.ENTER) == rules


@pytest.mark.parametrize("is_given", [True, False])
def test_an_unusual_partner_that_is_given_or_remembered_is_in_the_form(
    is_given: bool, desk: Desk
) -> None:
    remembered = Config() if is_given else Config({"partner": "steady:3"})
    desk = replace(desk, solo="steady:3" if is_given else None, names=("Ann", "Bob"))
    form = new_form(desk, remembered).screen
    assert isinstance(form, FormScreen)
    form = replace(form, row=form.row_of("partner"))
    assert (form.partner, form.names) == ("steady:3", ("Ann", "Bob"))
    assert "Steady:3" in text_of(form)
    other = press_to(FormScreen, form, desk, keys.LEFT)
    assert (other.partner, other.names) == ("novice", ("Ann", "Bob"))
    assert press_keys(other, desk, keys.RIGHT) == form
