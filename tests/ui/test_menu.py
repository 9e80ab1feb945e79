"""What the keys do on the title screen, in the form of a new game, and in texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.games.duet.rules.cards import Board, board_to_table
from foxduet.play.table import Stage
from foxduet.store.settings import Config
from foxduet.ui.form import FormScreen, new_form
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.effects import Text
from foxduet.ui.kit.keys import Interruption
from foxduet.ui.kit.pages import ChoiceScreen
from foxduet.ui.lessons import LessonsScreen
from foxduet.ui.menu import TextScreen, TitleScreen, TwoTerminalsScreen
from foxduet.ui.puzzles import PuzzlesScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.words import i18n
from tests.support.entries import lessons_on, puzzles_on
from tests.support.screens import open_first_title, open_form, open_title, press_to
from tests.support.tables import (
    BESIDE_EXPERT,
    WINDOW,
    Desk,
    Left,
    ScriptedTerminal,
    hanged_up,
    of_kind,
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


def test_the_title_leads_to_a_game_to_the_rules_and_out(desk: Desk) -> None:
    start = open_title(desk)
    assert start == TitleScreen("duet")
    assert isinstance(press_keys(start, desk, keys.ENTER), FormScreen)
    assert isinstance(press_keys(start, desk, *[keys.DOWN] * 2, keys.ENTER), LessonsScreen)
    assert isinstance(press_keys(start, desk, *[keys.DOWN] * 3, keys.ENTER), PuzzlesScreen)
    assert isinstance(press_keys(start, desk, *[keys.DOWN] * 4, keys.ENTER), TwoTerminalsScreen)
    assert press_keys(start, desk, *[keys.DOWN] * 5, keys.ENTER) == TextScreen(
        Text.HELP, replace(start, cursor=5)
    )
    assert press_keys(start, desk, "k", keys.ENTER) == Left()
    assert press_keys(start, desk, "k", keys.SPACE) == press_keys(start, desk, "k")
    assert press_keys(start, desk, "q") == Left()
    assert press_keys(start, desk, "?") == TextScreen(Text.HELP, start)
    assert press_keys(start, desk, "r") == TextScreen(Text.REFERENCE, start)


def test_a_newcomer_is_offered_to_learn_first(desk: Desk, tmp_path: Path) -> None:
    start = open_first_title(desk)
    assert labels_of(start)[:2] == ["Learn to play", "New game"]
    assert isinstance(press_keys(start, desk, keys.ENTER), LessonsScreen)
    # A first game that was left is what most want to continue, even so.
    table = table_in(tmp_path)
    left = open_first_title(desk)
    assert labels_of(left)[0] == "Learn to play"
    resumed = press_to(TableScreen, left, desk, keys.ENTER)
    assert resumed.session == table.session


def test_who_has_finished_a_game_is_offered_a_new_one_first(desk: Desk, tmp_path: Path) -> None:
    press_keys(table_in(tmp_path), desk, "R", keys.RIGHT, keys.ENTER)
    assert labels_of(open_first_title(desk)) == labels_of(open_title(desk))
    first = ["New game", "Daily deal", "Learn to play"]
    assert labels_of(open_first_title(desk))[:3] == first


def test_how_to_play_begins_with_the_aim_of_the_game(desk: Desk) -> None:
    _game, text = text_of(press_keys(open_title(desk), desk, "?")).strip().split("\n", 1)
    text = text.strip()
    assert text.startswith("What you are after")
    assert "◊ a gem" in text


def test_pictures_in_the_help_have_the_signs_of_the_table(desk: Desk) -> None:
    window = Size(80, 80)
    help_screen = press_keys(open_title(desk), desk, "?")
    text = text_of(help_screen, window)
    assert "( 1 )·( 2 )·( 3 )·[^.^]·( 5 )·( 6 )  ░▲░" in text
    assert "◄ Left                            Right ►" in text
    i18n.use_seven_bits(True)
    assert "( 1 ).( 2 ).( 3 ).[^.^].( 5 ).( 6 )  :#:" in text_of(help_screen, window)


def test_a_number_on_the_title_chooses_however_often_it_is_pressed(desk: Desk) -> None:
    start = open_title(desk)
    assert press_keys(start, desk, "2") == replace(start, cursor=1)
    assert press_keys(start, desk, "2", "2") == replace(start, cursor=1)
    assert press_keys(start, desk, "1", "1") == start
    assert press_keys(start, desk, "0") == start


@pytest.mark.parametrize("opening", [open_title, lessons_on, puzzles_on])
def test_home_and_end_lead_to_the_first_and_the_last_choice_of_a_list(
    opening: Callable[[Desk], ChoiceScreen], desk: Desk
) -> None:
    screen = opening(desk)
    last = of_kind(ChoiceScreen, press_keys(screen, desk, keys.END))
    assert last.cursor == len(screen.choices) - 1
    assert of_kind(ChoiceScreen, press_keys(last, desk, keys.HOME)).cursor == 0


def test_home_and_end_lead_to_the_first_and_the_last_row_of_the_form(desk: Desk) -> None:
    form = form_at(desk)
    last = of_kind(FormScreen, press_keys(form, desk, keys.END))
    assert last.row == last.deal_row
    assert of_kind(FormScreen, press_keys(last, desk, keys.HOME)).row == 0


def test_the_title_offers_the_unfinished_game_first(desk: Desk, tmp_path: Path) -> None:
    table = table_in(tmp_path)
    start = open_title(desk)
    assert "Resume: Left and Right, level 2, round 1" in text_of(start)
    resumed = press_to(TableScreen, start, desk, keys.ENTER)
    assert resumed.session == table.session
    assert resumed.session.stage is Stage.HANDOFF


def test_a_signal_ends_the_program_at_a_title_that_offers_a_game(
    desk: Desk, tmp_path: Path
) -> None:
    table_in(tmp_path)
    assert hanged_up(open_title(desk), desk).shown_in_shell == ""


def test_a_title_without_a_readable_folder_still_opens(desk: Desk) -> None:
    desk.records.write_text("not a folder")
    assert open_title(desk) == TitleScreen("duet")


def test_the_form_deals_what_was_chosen(desk: Desk) -> None:
    script = [
        keys.DOWN,
        keys.RIGHT,
        "l",
        "h",
        keys.DOWN,
        keys.DOWN,
        *[keys.BACKSPACE] * 4,
        *"Ann",
        keys.ENTER,
    ]
    script += [*[keys.BACKSPACE] * 5, *"Bob B.", *[keys.ENTER] * 4]
    table = press_to(TableScreen, form_at(desk), desk, *script)
    header = table.session.game.header
    assert (header.setup.level, header.players) == (2, ("Ann", "Bob B."))
    assert (table.session.state.table.round, table.session.stage) == (1, Stage.HANDOFF)
    assert table.saved.path.parent == desk.records


def test_the_level_can_be_typed_and_stays_within_its_range(desk: Desk) -> None:
    form = form_at(desk)
    form = replace(form, row=form.row_of("level"))
    assert press_keys(form, desk, "3") == replace(form, values={"level": 3})
    assert press_keys(form, desk, "3", keys.RIGHT) == replace(form, values={"level": 3})
    assert press_keys(form, desk, keys.LEFT) == replace(form, values={"level": 1})


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


def test_letters_go_into_names_and_are_keys_in_other_rows(desk: Desk) -> None:
    form = form_at(desk)
    naming = replace(form, row=form.row_of("left"))
    named = press_to(FormScreen, naming, desk, "q", "b", "?", "r")
    assert named.names[0] == "qb?r"
    assert press_keys(form, desk, "?") == TextScreen(Text.HELP, form)
    assert press_keys(form, desk, keys.TAB) == TextScreen(Text.REFERENCE, form)
    assert press_keys(form, desk, "?", "q") == form
    assert press_keys(naming, desk, keys.TAB, "q") == naming
    assert press_keys(form, desk, keys.ESCAPE) == replace(open_first_title(desk), cursor=1)


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
    assert "Your own board; the level still sets the score" in text
    assert "long path" not in text


def test_texts_are_paged_switched_and_closed(desk: Desk, tmp_path: Path) -> None:
    table = table_in(tmp_path)
    rules = press_to(TextScreen, table, desk, "?")
    paged = press_to(TextScreen, rules, desk, keys.SPACE)
    assert paged.top == WINDOW.rows - 3
    assert press_keys(rules, desk, keys.END, keys.HOME) == rules
    end = press_keys(rules, desk, keys.END)
    assert press_keys(rules, desk, *[keys.PAGE_DOWN] * 9) == end
    assert press_keys(end, desk, keys.DOWN) == end
    assert press_keys(rules, desk, keys.DOWN, keys.UP) == rules
    assert press_keys(rules, desk, keys.TAB) == TextScreen(Text.REFERENCE, table)
    for key in (keys.ESCAPE, "?", "q"):
        assert press_keys(rules, desk, key) == table
    assert press_keys(rules, desk, keys.ENTER) == rules


def test_the_form_offers_partners_and_names_to_go_with_them(desk: Desk) -> None:
    form = press_to(FormScreen, open_title(desk), desk, keys.ENTER)
    form = press_to(FormScreen, replace(form, row=form.row_of("partner")), desk, keys.RIGHT)
    assert (form.partner, form.names) == ("novice", ("Player", "Novice"))
    expert = press_to(FormScreen, form, desk, keys.RIGHT, keys.RIGHT, keys.RIGHT)
    assert (expert.partner, expert.names) == ("expert", ("Player", "Expert"))
    named = replace(expert, own_names=("Ann", None))
    back = press_to(FormScreen, named, desk, keys.LEFT)
    assert (back.partner, back.names) == ("steady", ("Ann", "Steady"))
    two = press_to(FormScreen, form, desk, keys.LEFT, keys.LEFT)
    assert (two.partner, two.names) == (None, ("Left", "Right"))
    dealt = press_to(TableScreen, replace(expert, row=expert.deal_row), desk, keys.ENTER)
    assert dealt.session.game.header.ai == BESIDE_EXPERT


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
    assert (other.partner, other.names) == ("expert", ("Ann", "Bob"))
    assert press_keys(other, desk, keys.RIGHT) == form
