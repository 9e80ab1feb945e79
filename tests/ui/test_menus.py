"""What the keys do on the title screen, in the form of a new game, and in texts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.play.table import Stage
from foxduet.rules.duet.board import Board
from foxduet.ui.kit import keys
from foxduet.ui.menu.menu_keys import title
from foxduet.ui.screens import (
    AskScreen,
    FormScreen,
    Leave,
    Options,
    ReaderScreen,
    TableScreen,
    Text,
    TitleScreen,
)
from tests.support.solo import BESIDE_EXPERT
from tests.support.tables import WINDOW, options_in, press_keys, table_in, text_of


@pytest.fixture
def options(tmp_path: Path) -> Options:
    return options_in(tmp_path)


def form_at(options: Options) -> FormScreen:
    """Return the form of a new game."""
    form = press_keys(title(options), options, keys.ENTER)
    assert isinstance(form, FormScreen)
    return form


def test_the_title_leads_to_a_game_to_the_rules_and_out(options: Options) -> None:
    start = title(options)
    assert start == TitleScreen(None)
    assert isinstance(press_keys(start, options, keys.ENTER), FormScreen)
    assert press_keys(start, options, keys.DOWN, keys.ENTER) == ReaderScreen(
        Text.RULES, replace(start, cursor=1)
    )
    assert press_keys(start, options, "k", keys.SPACE) == Leave()
    assert press_keys(start, options, "q") == Leave()
    assert press_keys(start, options, "?") == ReaderScreen(Text.RULES, start)
    assert press_keys(start, options, "r") == ReaderScreen(Text.REFERENCE, start)


def test_the_title_offers_the_game_under_way_first(options: Options, tmp_path: Path) -> None:
    table = table_in(tmp_path)
    start = title(options)
    assert "Resume: Left and Right, level 2, round 1" in text_of(start)
    resumed = press_keys(start, options, keys.ENTER)
    assert isinstance(resumed, TableScreen)
    assert resumed.session == table.session
    assert resumed.session.stage is Stage.HANDOFF


def test_a_title_without_a_readable_folder_still_opens(options: Options) -> None:
    options.records.write_text("not a folder")
    assert title(options) == TitleScreen(None)


def test_the_form_deals_what_was_agreed_on(options: Options) -> None:
    script = [keys.RIGHT, "l", "h", keys.DOWN, keys.DOWN, *[keys.BACKSPACE] * 4, *"Ann", keys.ENTER]
    script += [*[keys.BACKSPACE] * 5, *"Bob B.", keys.ENTER, keys.ENTER]
    table = press_keys(form_at(options), options, *script)
    assert isinstance(table, TableScreen)
    header = table.session.game.header
    assert (header.level, header.players) == (2, ("Ann", "Bob B."))
    assert (table.session.state.table.round, table.session.stage) == (1, Stage.HANDOFF)
    assert table.saved.path.parent == options.records


def test_the_level_can_be_typed_and_stays_within_bounds(options: Options) -> None:
    form = form_at(options)
    assert press_keys(form, options, "3") == replace(form, level=3)
    assert press_keys(form, options, "3", keys.RIGHT) == replace(form, level=3)
    assert press_keys(form, options, keys.LEFT) == replace(form, level=1)


def test_names_are_short_printable_and_two(options: Options) -> None:
    form = replace(form_at(options), row=2)
    long = press_keys(form, options, *"abcdefghijklmnop", keys.PAGE_UP, "\x01")
    assert isinstance(long, FormScreen)
    assert long.names[0] == "Leftabcdefgh"
    to_the_deal = [keys.UP] * 3
    nameless = press_keys(form, options, *[keys.BACKSPACE] * 9, " ", *to_the_deal, keys.ENTER)
    assert isinstance(nameless, FormScreen)
    assert "Both players need a name." in text_of(nameless)
    same = press_keys(replace(form, names=("Ann", "Ann"), row=4), options, keys.SPACE)
    assert isinstance(same, FormScreen)
    assert "The players need two different names." in text_of(same)


def test_letters_go_into_names_and_elsewhere_do_what_they_always_do(options: Options) -> None:
    form = form_at(options)
    named = press_keys(replace(form, row=2), options, "q", "b", "?", "r")
    assert isinstance(named, FormScreen)
    assert named.names[0] == "Leftqb?r"
    assert press_keys(form, options, "?") == ReaderScreen(Text.RULES, form)
    assert press_keys(form, options, keys.TAB) == ReaderScreen(Text.REFERENCE, form)
    assert press_keys(form, options, "?", "q") == form
    naming = replace(form, row=2)
    assert press_keys(naming, options, keys.TAB, "q") == naming
    assert press_keys(form, options, keys.ESCAPE) == title(options)


def test_a_game_that_cannot_be_kept_is_not_begun(options: Options) -> None:
    options.records.write_text("not a folder")
    refused = press_keys(replace(form_at(options), row=4), options, keys.ENTER)
    assert isinstance(refused, FormScreen)
    assert "The game cannot be saved: " in text_of(refused)


def test_an_own_board_is_not_described_as_the_level_s(options: Options) -> None:
    own = replace(options, board=Board(gems=(1, 0, 1), plus=(), start=2, forest_tokens=0))
    text = text_of(form_at(own))
    assert "On your own board; the level counts for the score" in text
    assert "long path" not in text


def test_texts_are_paged_switched_and_closed(options: Options, tmp_path: Path) -> None:
    table = table_in(tmp_path)
    rules = press_keys(table, options, "?")
    assert isinstance(rules, ReaderScreen)
    paged = press_keys(rules, options, keys.SPACE)
    assert isinstance(paged, ReaderScreen)
    assert paged.top == WINDOW.rows - 3
    assert press_keys(rules, options, keys.END, keys.HOME) == rules
    end = press_keys(rules, options, keys.END)
    assert press_keys(rules, options, *[keys.PAGE_DOWN] * 9) == end
    assert press_keys(end, options, keys.DOWN) == end  # type: ignore[arg-type]
    assert press_keys(rules, options, keys.DOWN, keys.UP) == rules
    assert press_keys(rules, options, keys.TAB) == ReaderScreen(Text.REFERENCE, table)
    for key in (keys.ESCAPE, keys.ENTER, "?"):
        assert press_keys(rules, options, key) == table
    assert isinstance(press_keys(rules, options, "q"), AskScreen)


def test_the_form_offers_partners_and_names_to_go_with_them(options: Options) -> None:
    form = press_keys(title(options), options, keys.ENTER, keys.DOWN, keys.RIGHT)
    assert isinstance(form, FormScreen)
    assert (form.partner, form.names) == ("novice", ("Player", "Novice"))
    expert = press_keys(form, options, keys.RIGHT, keys.RIGHT, keys.RIGHT)
    assert isinstance(expert, FormScreen)
    assert (expert.partner, expert.names) == ("expert", ("Player", "Expert"))
    named = replace(expert, names=("Ann", "Expert"))
    back = press_keys(named, options, keys.LEFT)
    assert isinstance(back, FormScreen)
    assert (back.partner, back.names) == ("steady", ("Ann", "Expert"))
    two = press_keys(form, options, keys.LEFT, keys.LEFT)
    assert isinstance(two, FormScreen)
    assert (two.partner, two.names) == (None, ("Left", "Right"))
    dealt = press_keys(replace(expert, row=4), options, keys.ENTER)
    assert isinstance(dealt, TableScreen)
    assert dealt.session.game.header.ai == BESIDE_EXPERT


def test_a_partner_named_on_the_command_line_is_in_the_form(options: Options) -> None:
    options = replace(options, solo="steady:3", names=("Ann", "Bob"))
    form = press_keys(title(options), options, keys.ENTER)
    assert isinstance(form, FormScreen)
    assert (form.partner, form.names) == ("steady:3", ("Ann", "Bob"))
    assert "Steady:3" in text_of(form)
    form = replace(form, row=1)
    other = press_keys(form, options, keys.LEFT)
    assert isinstance(other, FormScreen)
    assert (other.partner, other.names) == ("expert", ("Ann", "Bob"))
    assert press_keys(other, options, keys.RIGHT) == form
