"""The screens before a game: the title, and the form of a new game."""

from __future__ import annotations

from dataclasses import replace

from foxduet.ui.kit.effects import OpenTitle
from foxduet.ui.kit.screen import Next
from foxduet.ui.menu.form import FormScreen, new_form
from foxduet.ui.menu.title import TitleScreen
from tests.support.tables import Desk, settled


def open_first_title(desk: Desk) -> TitleScreen:
    """Return the title screen as it is, with the game to be resumed if there is one."""
    title = settled(Next(TitleScreen(desk.game), (OpenTitle(),)), desk)
    assert isinstance(title, TitleScreen)
    return title


def open_title(desk: Desk) -> TitleScreen:
    """Return the title screen for somebody who has finished a game before."""
    title = replace(open_first_title(desk), newcomer=False)
    return replace(title, cursor=0) if title.unfinished_games else title


def open_form(desk: Desk) -> FormScreen:
    """Return the form of a new game, with what counts for the day if it has a day's deals."""
    form = settled(new_form(desk), desk)
    assert isinstance(form, FormScreen)
    return form
