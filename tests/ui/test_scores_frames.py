"""The scores, and the end of a game with par and with a day's two lines, as golden frames."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.play.game import Game
from foxduet.play.table import Session
from foxduet.rules.duet.state import Outcome
from foxduet.store.entries import Par, entry_of
from foxduet.store.selection import Selection
from foxduet.ui.app import draw
from foxduet.ui.kit.look import UNICODE
from foxduet.ui.menu.menus import played_already
from foxduet.ui.screens import (
    FormScreen,
    Page,
    ParSought,
    ReaderScreen,
    ScoresScreen,
    Screen,
    TableScreen,
    Text,
)
from foxduet.words.duet.sharing import shared_lines
from tests.support.entries import TODAY, daily_header, entry, some_entries
from tests.support.players import DEFEAT, VICTORY, played_game
from tests.support.tables import STILL, WINDOW, at_table, text_of
from tests.ui.test_frames import ASCII_LOOK, LARGE

PAR = Par("expert:200", Outcome.VICTORY, 36)


def over(game: Game, par: ParSought) -> TableScreen:
    """Return the end of a game with par, or with the search for it."""
    return replace(at_table(Session(game)), par=par, ticks=9)


def day_over() -> TableScreen:
    """Return the end of a game with the deals of a day."""
    game = played_game(daily_header(TODAY, level=1))
    told = replace(entry_of(game, Path("day.toml")), par=PAR)
    return replace(over(game, ParSought(PAR)), shared=told)


SCORES = ScoresScreen(some_entries(), TODAY)
FORM_OF_THE_DAY = FormScreen(
    2, ("Left", "Right"), row=4, day=TODAY, played=(entry(1, 38, day=TODAY),)
)
SCREENS: dict[str, Screen] = {
    "scores": SCORES,
    "scores-scrolled": replace(SCORES, top=9),
    "scores-best": replace(SCORES, page=Page.BEST),
    "scores-recent": replace(SCORES, page=Page.RECENT, top=2),
    "scores-days": replace(SCORES, page=Page.DAYS),
    "scores-chosen": replace(SCORES, selection=Selection(level=2, kind="expert")),
    "scores-none-of-these": replace(SCORES, selection=Selection(level=3)),
    "scores-empty": ScoresScreen((), TODAY, notice="From the records alone: database is locked."),
    "scores-keys": ReaderScreen(Text.SCORES_KEYS, SCORES),
    "victory-par": over(VICTORY, ParSought(PAR)),
    "defeat-par": over(DEFEAT, ParSought()),
    "victory-day": day_over(),
    "form-day": FORM_OF_THE_DAY,
}

WORDED_BEFORE = ("scores-empty", "form-day")
"""Screens that hold sentences: these were put into words, in a language, when they were made."""


@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}.txt", text_of(SCREENS[name]) + "\n")


def test_a_day_is_played_already_whatever_blanks_stand_at_the_names() -> None:
    form = replace(FORM_OF_THE_DAY, names=("Left ", " Right"))
    assert played_already(form) == played_already(FORM_OF_THE_DAY) is not None
    assert played_already(replace(form, names=("Left", "Another"))) is None


@pytest.mark.parametrize("name", SCREENS)
def test_ascii_uses_seven_bits_only(name: str) -> None:
    assert text_of(SCREENS[name], look=ASCII_LOOK).isascii()


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off(name: str) -> None:
    for size in (WINDOW, LARGE):
        for look in (STILL, ASCII_LOOK):
            draw(SCREENS[name], size, look)


def test_texts_open_over_the_scores() -> None:
    assert text_of(ReaderScreen(Text.RULES, SCORES)) == text_of(
        ReaderScreen(Text.RULES, SCREENS["form-day"])  # type: ignore[arg-type]
    )


@pytest.mark.usefixtures("strict_canvas")
def test_the_end_of_a_day_has_room_for_the_longest_names() -> None:
    long = ("Maximilianus", "Wilhelmina M")
    for level in (1, 2, 3):
        for number in range(8):
            header = replace(daily_header(TODAY, level), players=long)
            game = played_game(replace(header, seed=number))
            own = replace(entry_of(game, Path("day.toml")), day=TODAY, par=PAR)
            lines = text_of(replace(over(game, ParSought(PAR)), shared=own)).splitlines()
            told = shared_lines(own, PAR, UNICODE)
            at = next(row for row, line in enumerate(lines) if line.strip() == told[0])
            assert lines[at + 1].strip() == told[1]
            assert "Play again" in lines[at + 2]
