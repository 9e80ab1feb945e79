"""On a French keyboard the row of digits chooses without Shift, and the minus is the sixth key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.store.settings import KEYBOARDS, SYSTEM
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.keys import DIGIT_ROWS, OPTION_KEYS, Input, key_of, sign_of
from foxduet.ui.kit.screen import Screen
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.menu.rows import Kind
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing
from foxduet.words.common import table_words
from foxduet.words.i18n import languages, use_language
from tests.support.menu import open_form
from tests.support.mouse import areas_of, click_on
from tests.support.tables import (
    STILL,
    Desk,
    ScriptedTerminal,
    options_in,
    press_keys,
    pressed,
    run_screens,
    table_in,
    text_of,
)

FRENCH = "&é\"'(-è_çà)"


@pytest.fixture(params=["setting", "language"])
def azerty(request: pytest.FixtureRequest) -> Iterator[Look]:
    """A French keyboard, since a setting says so, or the language is French."""
    if request.param == "setting":
        yield replace(STILL, keyboard="azerty")
        return
    use_language("fr")
    yield replace(STILL, keyboard=SYSTEM)
    use_language("en")


def test_settings_name_the_keyboards_that_there_are() -> None:
    assert {*KEYBOARDS} == {SYSTEM, *DIGIT_ROWS}
    for language in languages():
        use_language(language)
        row = "".join(sign_of(key, SYSTEM) for key in OPTION_KEYS)
        use_language("en")
        assert row in (OPTION_KEYS, "1234567890)=+")


def test_every_key_of_the_row_means_its_option_on_its_keyboard_and_only_there() -> None:
    for row, *_others in DIGIT_ROWS.values():
        assert len(row) == len({*row}) == len(OPTION_KEYS) - 1
    for row in DIGIT_ROWS["azerty"]:
        for at, sign in enumerate(row):
            assert key_of(sign, "azerty") == OPTION_KEYS[at]
            assert key_of(sign, "qwerty") == sign
    for key in (*"1234567890+", *"abqruc?", keys.ENTER, keys.LEFT, keys.SPACE):
        assert key_of(key, "azerty") == key_of(key, SYSTEM) == key


def full_hand(folder: Path) -> TableScreen:
    """Return the table with eleven cards to choose from."""
    return pressed(table_in(folder), folder, keys.SPACE)


def after(screen: Screen, desk: Desk, *script: Input) -> str:
    """Return what the loop shows after some keys."""
    terminal = ScriptedTerminal(list(script))
    run_screens(terminal, screen, desk)
    return terminal.text


@pytest.mark.parametrize("at", range(11))
def test_unshifted_digits_choose_cards(at: int, azerty: Look, tmp_path: Path) -> None:
    table, desk = full_hand(tmp_path), options_in(tmp_path, azerty)
    expected = text_of(press_keys(table, desk, OPTION_KEYS[at]), look=azerty)
    assert "┏" in expected
    assert after(table, desk, FRENCH[at]) == expected
    if at < 10:
        assert after(table, desk, OPTION_KEYS[at]) == expected
    # Areas name options, not signs of a keyboard.
    assert after(table, desk, click_on(areas_of(table)[at])) == expected


def test_the_eleventh_card_shows_its_own_sign(azerty: Look, tmp_path: Path) -> None:
    table = full_hand(tmp_path)
    assert "─ ) ─" in text_of(table, look=azerty)
    assert "─ - ─" in text_of(table, look=replace(azerty, keyboard="qwerty"))


def test_the_setting_is_stronger_than_the_language(azerty: Look, tmp_path: Path) -> None:
    table = full_hand(tmp_path)
    desk = options_in(tmp_path, replace(azerty, keyboard="qwerty"))
    chosen = press_keys(table, desk, "-")
    assert after(table, desk, "-") == text_of(chosen, look=desk.look)


def test_what_is_typed_stays_what_it_is(azerty: Look, tmp_path: Path) -> None:
    desk = options_in(tmp_path, azerty)
    form = open_form(desk)
    naming = replace(form, row=form.row_of(Kind.LEFT))
    assert isinstance(naming, FormScreen)
    assert "Zoé-à_" in after(naming, desk, *"Zoé-à")
    level = replace(form, row=form.row_of(Kind.OPTION))
    assert "◄ 3 ►" in after(level, desk, '"')
    table = full_hand(tmp_path)
    seat = table.session.viewer
    assert seat is not None
    card = table.session.game.rules.observe(table.session.state, seat).hand[-1]
    typing, letter = press_keys(table, desk, "c"), table_words("duet").suit_letters()[card.suit]
    assert isinstance(typing, TableScreen)
    assert isinstance(typing.shows, Choosing)
    assert typing.shows.typed == ""
    rank = [FRENCH[OPTION_KEYS.index(digit)] for digit in str(card.rank)]
    chosen = text_of(press_keys(table, desk, OPTION_KEYS[10]), look=azerty)
    assert after(typing, desk, *rank, letter.lower()) == chosen
