"""Keys, keyboards and mice, and what the terminal makes of them."""

from __future__ import annotations

import curses
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.store.settings import KEYBOARDS, SYSTEM
from foxduet.ui.kit import keys, terminal
from foxduet.ui.kit.canvas import Area, Canvas, Look, Size
from foxduet.ui.kit.keys import (
    DECIDE,
    DIGIT_ROWS,
    OPTION_KEYS,
    Input,
    KeyGuard,
    key_of,
    moved,
    scrolled,
    sign_of,
    steps_to,
)
from foxduet.ui.kit.screen import Screen
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing
from foxduet.words.common import table_words
from foxduet.words.i18n import languages, use_language
from tests.support.screens import areas_of, click_on, open_form
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
from tests.support.timed import DELAYS, RATES, held

times = st.floats(0.5, 60, allow_nan=False)
names = st.sampled_from([keys.ENTER, keys.SPACE, "u", "y", "n", "q", "1", keys.LEFT, keys.ESCAPE])


@given(st.builds(KeyGuard, names, st.floats(0, 1), st.booleans()), names, times)
def test_a_key_counts_half_a_second_after_the_last_one(
    guard: KeyGuard, key: str, gap: float
) -> None:
    after, counts = guard.after(key, guard.at + gap)
    assert counts
    assert (after.last, after.is_up) == (key, False)


@given(names, st.floats(0, 0.44), st.booleans())
def test_a_key_that_comes_again_after_a_change_of_screen_decides_nothing(
    key: str, gap: float, is_up: bool
) -> None:
    guard = KeyGuard(key, 5.0, is_up=True)
    moves_a_cursor = key in ("1", keys.LEFT)
    assert guard.after(key, 5.0 + gap)[1] == moves_a_cursor
    # Nor does it by coming again and again.
    for at in range(1, 20):
        guard, counts = guard.after(key, 5.0 + gap * at)
        assert counts == moves_a_cursor


@given(names, names, st.floats(0, 0.119))
def test_another_key_right_after_a_change_of_screen_decides_nothing(
    last: str, key: str, gap: float
) -> None:
    _guard, counts = KeyGuard(last, 5.0, is_up=True).after(key, 5.0 + gap)
    assert counts == (key in ("1", keys.LEFT))


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("delay", DELAYS)
@pytest.mark.parametrize("key", DECIDE)
def test_a_key_that_decides_does_so_only_once_while_it_repeats(
    key: str, delay: float, rate: int
) -> None:
    guard, counted = KeyGuard(), 0
    for at, _key in held(key, 1.0, delay, rate)[1:]:
        guard, counts = guard.after(key, at)
        counted += counts
    assert counted == 1


def test_moving_a_cursor_repeats_as_fast_as_the_keyboard() -> None:
    guard = KeyGuard(keys.ENTER, 1.0, is_up=True)
    for at, _key in held(keys.RIGHT, 1.01, 0.25, 40):
        guard, counts = guard.after(keys.RIGHT, at)
        assert counts


@given(st.integers(1, 12), st.sampled_from(keys.ARROWS))
def test_the_first_arrow_chooses_an_option_at_one_end(count: int, key: str) -> None:
    forth = key in keys.FORWARD + keys.DOWNWARD
    assert moved(None, key, count) == (0 if forth else count - 1)


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
    naming = replace(form, row=form.row_of("left"))
    assert isinstance(naming, FormScreen)
    assert "Zoé-à_" in after(naming, desk, *"Zoé-à")
    level = replace(form, row=form.row_of("level"))
    assert "◄ 3 ►" in after(level, desk, '"')
    table = full_hand(tmp_path)
    seat = table.session.viewer
    assert seat is not None
    card = table.session.game.rules.observe(table.session.state, seat).hand[-1]
    typing, letter = press_keys(table, desk, "c"), table_words("duet").cards.letters()[card.suit]
    assert isinstance(typing, TableScreen)
    assert isinstance(typing.shows, Choosing)
    assert typing.shows.typed == ""
    rank = [FRENCH[OPTION_KEYS.index(digit)] for digit in str(card.rank)]
    chosen = text_of(press_keys(table, desk, OPTION_KEYS[10]), look=azerty)
    assert after(typing, desk, *rank, letter.lower()) == chosen


def test_a_cell_chooses_the_first_area_drawn_there() -> None:
    canvas = Canvas(Size(10, 20), STILL)
    canvas.put_area(2, 3, Size(2, 4), "1")
    canvas.put_area(0, 0, Size(10, 20), "2", chosen=True)
    frame = canvas.frame()
    first, second = (Area(2, 3, Size(2, 4), ("1",), False), Area(0, 0, Size(10, 20), ("2",), True))
    for row in range(10):
        for column in range(20):
            is_first = row in (2, 3) and column in (3, 4, 5, 6)
            assert frame.area_at(row, column) == (first if is_first else second)
    assert frame.area_at(10, 0) is None
    assert frame.area_at(0, 20) is None


@pytest.mark.parametrize("gap", [0.02, 0.06, 0.1, 0.2, 0.3, 0.4])
def test_the_second_half_of_a_double_click_decides_nothing(gap: float) -> None:
    guard, counts = KeyGuard().after_click(10, decides=False)
    assert counts
    guard, counts = guard.after_click(10 + gap, decides=True)
    assert not counts
    # The quiet time starts anew with each click.
    assert not guard.after_click(10 + 2 * gap, decides=True)[1]
    assert guard.after_click(10 + gap + 0.5, decides=True)[1]


@pytest.mark.parametrize("decides", [False, True])
def test_a_click_on_a_new_screen_counts_once_the_last_one_was_let_go(decides: bool) -> None:
    guard = KeyGuard("", 10, is_up=False).after_click(10, decides=True)[0]
    guard = KeyGuard(guard.last, 10.1, is_up=True)
    assert not guard.after_click(10.3, decides=decides)[1]
    assert guard.after_click(10.6, decides=decides)[1]


def test_a_key_and_a_click_guard_each_other() -> None:
    guard, _counts = KeyGuard().after(keys.ENTER, 10)
    assert not guard.after_click(10.05, decides=True)[1]
    assert guard.after_click(10.2, decides=True)[1]
    clicked = KeyGuard(is_up=True).after_click(10, decides=False)[0]
    assert clicked.after(keys.ENTER, 10.2)[1]


def test_the_wheel_scrolls_texts_and_moves_in_lists() -> None:
    assert scrolled(0, keys.WHEEL_DOWN, page=20, count=100) == 3
    assert scrolled(2, keys.WHEEL_UP, page=20, count=100) == 0
    assert moved(None, keys.WHEEL_DOWN, 4) == 0
    assert moved(1, keys.WHEEL_UP, 4) == 0


def test_steps_lead_to_an_option() -> None:
    for cursor in range(5):
        for at in range(5):
            place = cursor
            for key in steps_to(at, cursor, keys.UP, keys.DOWN):
                place = moved(place, key, 5)
            assert place == at


KEYPAD = {
    "PADENTER": keys.ENTER,
    "PADMINUS": "-",
    "PADPLUS": "+",
    "PADSTOP": keys.BACKSPACE,
    "KEY_A1": keys.HOME,
    "KEY_A2": keys.UP,
    "KEY_A3": keys.PAGE_UP,
    "KEY_B1": keys.LEFT,
    "KEY_B3": keys.RIGHT,
    "KEY_C1": keys.END,
    "KEY_C2": keys.DOWN,
    "KEY_C3": keys.PAGE_DOWN,
}


@pytest.mark.parametrize("name", [name for name in KEYPAD if hasattr(curses, name)])
def test_the_keypad_does_what_is_printed_on_it(name: str) -> None:
    assert terminal._key_name(getattr(curses, name)) == KEYPAD[name]


def test_windows_draws_what_its_code_page_has_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert terminal._drawable("♣ é", "cp437") == "? é"
    monkeypatch.setattr(sys, "platform", "win32")
    assert terminal._drawable("♣ é", "cp437") == "♣ é"
