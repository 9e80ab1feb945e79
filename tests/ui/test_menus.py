"""What the keys do on the title screen, in the form of a new game, and in texts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.rules.board import Board
from foxduet.session import Stage
from foxduet.ui import keys
from foxduet.ui.app import press
from foxduet.ui.menu_keys import title
from foxduet.ui.screens import (
    AskScreen,
    FormScreen,
    Leave,
    Options,
    ReaderScreen,
    Screen,
    TableScreen,
    Text,
    TitleScreen,
)
from tests.ui.tables import WINDOW, options_in, table_in, text_of


def pressed(screen: Screen, options: Options, *script: str) -> Screen | Leave:
    """Press keys one after the other."""
    after: Screen | Leave = screen
    for key in script:
        assert not isinstance(after, Leave)
        after = press(after, key, WINDOW, options)
    return after


@pytest.fixture
def options(tmp_path: Path) -> Options:
    return options_in(tmp_path)


def form_at(options: Options) -> FormScreen:
    """Return the form of a new game."""
    form = pressed(title(options), options, keys.ENTER)
    assert isinstance(form, FormScreen)
    return form


def test_the_title_leads_to_a_game_to_the_rules_and_out(options: Options) -> None:
    start = title(options)
    assert start == TitleScreen(None)
    assert isinstance(pressed(start, options, keys.ENTER), FormScreen)
    assert pressed(start, options, keys.DOWN, keys.ENTER) == ReaderScreen(
        Text.RULES, replace(start, cursor=1)
    )
    assert pressed(start, options, "k", keys.SPACE) == Leave()
    assert pressed(start, options, "q") == Leave()
    assert pressed(start, options, "?") == ReaderScreen(Text.RULES, start)
    assert pressed(start, options, "r") == ReaderScreen(Text.REFERENCE, start)


def test_the_title_offers_the_game_under_way_first(options: Options, tmp_path: Path) -> None:
    table = table_in(tmp_path)
    start = title(options)
    assert "Resume: Left and Right, level 2, round 1" in text_of(start)
    resumed = pressed(start, options, keys.ENTER)
    assert isinstance(resumed, TableScreen)
    assert resumed.session == table.session
    assert resumed.session.stage is Stage.HANDOFF


def test_a_title_without_a_readable_folder_still_opens(options: Options) -> None:
    options.records.write_text("not a folder")
    assert title(options) == TitleScreen(None)


def test_the_form_deals_what_was_agreed_on(options: Options) -> None:
    script = [keys.RIGHT, "l", "h", keys.DOWN, keys.DOWN, *[keys.BACKSPACE] * 4, *"Ann", keys.ENTER]
    script += [*[keys.BACKSPACE] * 5, *"Bob B.", keys.ENTER, keys.ENTER]
    table = pressed(form_at(options), options, *script)
    assert isinstance(table, TableScreen)
    header = table.session.game.header
    assert (header.level, header.players) == (2, ("Ann", "Bob B."))
    assert (table.session.state.round, table.session.stage) == (1, Stage.HANDOFF)
    assert table.saved.path.parent == options.records


def test_the_level_can_be_typed_and_stays_within_bounds(options: Options) -> None:
    form = form_at(options)
    assert pressed(form, options, "3") == replace(form, level=3)
    assert pressed(form, options, "3", keys.RIGHT) == replace(form, level=3)
    assert pressed(form, options, keys.LEFT) == replace(form, level=1)


def test_names_are_short_printable_and_two(options: Options) -> None:
    form = replace(form_at(options), row=2)
    long = pressed(form, options, *"abcdefghijklmnop", keys.PAGE_UP, "\x01")
    assert isinstance(long, FormScreen)
    assert long.names[0] == "Leftabcdefgh"
    to_the_deal = [keys.UP] * 3
    nameless = pressed(form, options, *[keys.BACKSPACE] * 9, " ", *to_the_deal, keys.ENTER)
    assert isinstance(nameless, FormScreen)
    assert "Both players need a name." in text_of(nameless)
    same = pressed(replace(form, names=("Ann", "Ann"), row=4), options, keys.SPACE)
    assert isinstance(same, FormScreen)
    assert "The players need two different names." in text_of(same)


def test_letters_go_into_names_and_elsewhere_do_what_they_always_do(options: Options) -> None:
    form = form_at(options)
    named = pressed(replace(form, row=2), options, "q", "b", "?", "r")
    assert isinstance(named, FormScreen)
    assert named.names[0] == "Leftqb?r"
    assert pressed(form, options, "?") == ReaderScreen(Text.RULES, form)
    assert pressed(form, options, keys.TAB) == ReaderScreen(Text.REFERENCE, form)
    assert pressed(form, options, "?", "q") == form
    naming = replace(form, row=2)
    assert pressed(naming, options, keys.TAB, "q") == naming
    assert pressed(form, options, keys.ESCAPE) == title(options)


def test_a_game_that_cannot_be_kept_is_not_begun(options: Options) -> None:
    options.records.write_text("not a folder")
    refused = pressed(replace(form_at(options), row=4), options, keys.ENTER)
    assert isinstance(refused, FormScreen)
    assert "The game cannot be saved: " in text_of(refused)


def test_an_own_board_is_not_described_as_the_level_s(options: Options) -> None:
    own = replace(options, board=Board(gems=(1, 0, 1), plus=(), start=2, forest_tokens=0))
    text = text_of(form_at(own))
    assert "On your own board; the level counts for the score" in text
    assert "long path" not in text


def test_texts_are_paged_switched_and_closed(options: Options, tmp_path: Path) -> None:
    table = table_in(tmp_path)
    rules = pressed(table, options, "?")
    assert isinstance(rules, ReaderScreen)
    paged = pressed(rules, options, keys.SPACE)
    assert isinstance(paged, ReaderScreen)
    assert paged.top == WINDOW.rows - 3
    assert pressed(rules, options, keys.END, keys.HOME) == rules
    end = pressed(rules, options, keys.END)
    assert pressed(rules, options, *[keys.PAGE_DOWN] * 9) == end
    assert pressed(end, options, keys.DOWN) == end  # type: ignore[arg-type]
    assert pressed(rules, options, keys.DOWN, keys.UP) == rules
    assert pressed(rules, options, keys.TAB) == ReaderScreen(Text.REFERENCE, table)
    for key in (keys.ESCAPE, keys.ENTER, "?"):
        assert pressed(rules, options, key) == table
    assert isinstance(pressed(rules, options, "q"), AskScreen)
