"""Leaving a game leads back to where it was begun: to the title, or out to the shell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foxduet.store.saved_games import load_game
from foxduet.ui.kit import keys
from foxduet.ui.kit.effects import OpenForm, TitleRow
from foxduet.ui.kit.screen import Next, Screen
from foxduet.ui.menu.form import FormScreen, new_form
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing
from tests.support.calls import opened
from tests.support.entries import ended_with, resigned_at_table
from tests.support.machine import refuse
from tests.support.screens import open_title, press_to
from tests.support.tables import Desk, Left, press_keys, settled, text_of


def said(screen: Screen | Left) -> str:
    """Return what a screen says, in one line."""
    return " ".join(text_of(screen).split())


def dealt_from_the_title(desk: Desk, game: str, partner: str | None) -> TableScreen:
    """Return the table of a new game that was agreed on in the form that the title opens."""
    title = open_title(desk)
    on_new = replace(title, cursor=title.choices.index(TitleRow.NEW))
    form = press_to(FormScreen, on_new, desk, keys.ENTER)
    values = {"duet": {"level": 2}, "classic": {"target": 16}}[game]
    form = replace(form, game_name=game, values=values, partner=partner)
    return press_to(TableScreen, replace(form, row=form.deal_row), desk, keys.ENTER)


def title_after(screen: Screen | Left) -> TitleScreen:
    """Return the title that leaving has led to, which is on the game that was left."""
    assert isinstance(screen, TitleScreen)
    assert screen.choices[screen.cursor] is TitleRow.CONTINUE
    return screen


@pytest.mark.parametrize("game", ["duet", "classic"])
@pytest.mark.parametrize("partner", [None, "novice"])
def test_a_game_from_the_title_is_left_for_the_title_and_continues_from_there(
    game: str, partner: str | None, desk: Desk
) -> None:
    table = dealt_from_the_title(desk, game, partner)
    assert "can be continued from the title" in said(press_keys(table, desk, "q"))
    title = title_after(press_keys(table, desk, "q", "y"))
    again = press_to(TableScreen, title, desk, keys.ENTER)
    assert again.session.game == table.session.game
    # And so it is however often it is left.
    title_after(press_keys(again, desk, "q", "y"))


def test_a_game_of_the_list_is_left_for_the_title(desk: Desk) -> None:
    for _number in range(2):
        dealt_from_the_title(desk, "duet", None)
    title = open_title(desk)
    assert len(title.unfinished_games) == 2
    table = press_to(TableScreen, title, desk, keys.ENTER, keys.DOWN, keys.ENTER)
    title_after(press_keys(table, desk, "q", "y"))


def test_no_hand_is_left_on_the_title(desk: Desk) -> None:
    table = press_to(TableScreen, dealt_from_the_title(desk, "duet", None), desk, keys.SPACE)
    assert isinstance(table.shows, Choosing)
    title = title_after(press_keys(table, desk, "q", "y"))
    again = press_to(TableScreen, title, desk, keys.ENTER)
    assert again.session.viewer is None


@pytest.mark.parametrize("label", ["Play again", "The same deals again"])
def test_another_game_after_one_from_the_title_is_left_for_the_title(
    label: str, desk: Desk
) -> None:
    over = resigned_at_table(dealt_from_the_title(desk, "duet", None), desk)
    again = ended_with(over, desk, label)
    if isinstance(again, FormScreen):
        again = press_keys(replace(again, row=again.deal_row), desk, keys.ENTER)
    assert isinstance(again, TableScreen)
    title_after(press_keys(again, desk, "q", "y"))


def test_quitting_after_a_game_from_the_title_ends_the_program(desk: Desk) -> None:
    over = resigned_at_table(dealt_from_the_title(desk, "duet", None), desk)
    assert isinstance(press_keys(over, desk, "q"), Left)
    assert isinstance(ended_with(over, desk, "Quit"), Left)


@pytest.mark.parametrize("line", ["--level 2", "--game classic --target 16 --solo novice"])
def test_a_game_that_the_command_line_deals_is_left_for_the_shell(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in (line, "--resume"):
        table, desk = opened(command, monkeypatch)
        assert isinstance(table, TableScreen)
        assert "the shell then shows the command" in said(press_keys(table, desk, "q"))
        left = press_keys(table, desk, "q", "y")
        assert left == Left("The game is saved; resume it with: foxduet --resume")


def test_a_game_of_a_form_that_the_command_line_opens_is_left_for_the_shell(desk: Desk) -> None:
    form = new_form(replace(desk, solo="novice"), at_the_deal=True).screen
    table = press_to(TableScreen, form, desk, keys.ENTER)
    assert isinstance(press_keys(table, desk, "q", "y"), Left)


def test_a_game_after_lessons_is_left_for_the_title(desk: Desk) -> None:
    form = settled(
        Next(open_title(desk), (OpenForm("duet", learned=True, partner="novice"),)), desk
    )
    assert isinstance(form, FormScreen)
    table = press_keys(replace(form, row=form.deal_row), desk, keys.ENTER)
    title_after(press_keys(table, desk, "q", "y"))


def test_a_game_that_cannot_be_saved_is_not_left_for_the_title(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = dealt_from_the_title(desk, "duet", None)
    monkeypatch.setattr("os.fsync", refuse)
    played = press_keys(table, desk, keys.SPACE, "1", keys.ENTER)
    stays = press_to(TableScreen, played, desk, "q", "y")
    assert "Not saved: No space left on device." in text_of(stays)
    monkeypatch.undo()
    title_after(press_keys(stays, desk, "q", "y"))
    assert load_game(stays.saved.path)[0] == stays.session.game
