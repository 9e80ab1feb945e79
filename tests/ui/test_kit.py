"""Canvases, and the colours of themes."""

from __future__ import annotations

import curses
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from foxduet.store.settings import KEYBOARDS, SYSTEM
from foxduet.ui.form import FormScreen
from foxduet.ui.kit import keys, layouts, terminal
from foxduet.ui.kit.canvas import (
    EDGE_STYLES,
    EMPHASIS,
    LIGHT_STYLES,
    PALETTES,
    SUIT_STYLES,
    Canvas,
    ClickArea,
    Emphasis,
    Look,
    Size,
    Style,
    Theme,
    draw_notice,
)
from foxduet.ui.kit.screen import Screen
from foxduet.ui.kit.svg import render_svg
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing
from foxduet.words.game_words import table_words
from foxduet.words.i18n import languages, to_ascii, use_language
from foxduet.words.text import (
    ASCII,
    UNICODE,
    Glyphs,
    cell_width,
    clip,
    printable,
    text_width,
    wrap,
)
from tests.support import tables
from tests.support.bounces import DELAYS, RATES, held
from tests.support.tables import STILL, Desk, ScriptedTerminal, options_in, press_keys, text_of

WIDE, MARK, HANGUL = "狐", "\u0301", "\u1112\u1161\u11ab"


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("fox", 3, "fox"),
        ("fox", 2, "fo"),
        ("fox", 0, ""),
        (WIDE * 3, 5, WIDE * 2),
        (WIDE * 3, 6, WIDE * 3),
        (f"e{MARK}e{MARK}", 1, f"e{MARK}"),
        (HANGUL * 2, 3, HANGUL),
        ("", 0, ""),
    ],
)
def test_a_text_is_cut_where_the_cells_end(text: str, width: int, shown: str) -> None:
    assert clip(text, width) == shown


def test_only_the_shown_part_of_a_long_text_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = 0

    def counted(character: str) -> int:
        nonlocal measured
        measured += 1
        return cell_width(character)

    monkeypatch.setattr("foxduet.words.text.cell_width", counted)
    assert clip(WIDE * 30_000, 26) == WIDE * 13
    assert measured <= 14
    lines = wrap(WIDE * 30_000, 26)
    assert "".join(lines) == WIDE * 30_000
    assert measured < 3 * 30_000


@pytest.mark.parametrize("width", [1, 2, 7, 80])
def test_wrapped_lines_keep_every_character_and_fit(width: int) -> None:
    text = f"a {WIDE * 20} longer-than-that-{MARK} b"
    lines = wrap(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    # In one cell nothing can be broken.
    assert width == 1 or all(text_width(line) <= width for line in lines)


def test_a_number_is_never_separated_from_its_percent_sign() -> None:
    assert wrap("in 41 % of them", 5) == ["in", "41 %", "of", "them"]
    assert wrap("% 41 %", 5) == ["%", "41 %"]


def test_control_characters_become_question_marks() -> None:
    assert printable(f"\x1b[2J{WIDE}\n\x9b1m\u202e a\udc80") == f"?[2J{WIDE}??1m? a?"


@pytest.mark.parametrize(
    ("glyphs", "shown"), [(ASCII, "Helene ? o."), (UNICODE, f"Hélène {WIDE}œ.")]
)
def test_names_are_drawn_in_seven_bits_where_the_rest_is(glyphs: Glyphs, shown: str) -> None:
    canvas = Canvas(Size(2, 20), Look(glyphs))
    canvas.put(0, 0, f"Hélène {WIDE}œ.")
    assert canvas.frame().text_rows[0] == shown


def test_nothing_is_drawn_that_may_change_how_wide_a_sign_is() -> None:
    canvas = Canvas(Size(1, 20), Look())
    canvas.put(0, 0, "क\u200dष ع\u200cل ❤\ufe0f☀\ufe0e.")
    assert canvas.frame().text_rows[0] == "कष عل ❤☀."


def test_a_letter_is_in_a_picture_with_its_marks() -> None:
    canvas = Canvas(Size(1, 20), Look())
    canvas.put(0, 0, f"e{MARK}x")
    assert f">e{MARK}</text>" in render_svg(canvas.frame(), "title")


def test_long_news_take_two_rows_and_the_keys_are_below_them() -> None:
    for words, rows in ((2, 1), (15, 2), (200, 2)):
        canvas = Canvas(Size(5, 80), Look())
        draw_notice(canvas, 1, "seven x " * words, "Enter continue")
        lines = canvas.frame().text_rows
        assert lines[1 + rows].strip() == "Enter continue"
        assert lines[rows].endswith(" ...") is (words == 200)


COLUMNS = 9
PUTS = st.lists(
    st.tuples(
        st.integers(-4, COLUMNS + 2),
        st.text(st.sampled_from(f"ab │é{MARK}{WIDE}\n"), max_size=14),
        st.sampled_from((Style.PLAIN, Style.DIM, Style.CHOSEN)),
    ),
    max_size=4,
)


@given(PUTS, st.sampled_from((ASCII, UNICODE)))
@example([(0, f"{MARK}a{MARK}{WIDE}{MARK * 6}│{MARK}b", Style.PLAIN)], UNICODE)
def test_a_text_is_drawn_as_its_characters_are_one_by_one(
    puts: list[tuple[int, str, Style]], glyphs: Glyphs
) -> None:
    canvas = Canvas(Size(1, COLUMNS), Look(glyphs))
    cells = [(" ", Style.PLAIN)] * COLUMNS
    for column, text, style in puts:
        canvas.put(0, column, text, style)
        at, letter_at = column, -1
        for character in printable(text):
            if character == MARK:
                letter = cells[letter_at][0]
                if letter_at >= 0 and len(letter) < 5 and glyphs is UNICODE:
                    cells[letter_at] = letter + MARK, style
                continue
            width = 2 if character == WIDE else 1
            drawn = character if glyphs is UNICODE else to_ascii(character).ljust(width)
            is_inside = at >= 0 and at + width <= COLUMNS
            letter_at = at if is_inside and character in f"abé{WIDE}" else -1
            if is_inside:
                pieces = (drawn, "") if width == 2 else (drawn,)
                cells[at : at + width] = [(piece, style) for piece in pieces]
            at += width
    (spans,) = canvas.frame().rows
    drawn_cells = [(letter, span.style) for span in spans for letter in span.text]
    assert drawn_cells == [(letter, style) for cell, style in cells for letter in cell]
    assert all(one.style is not other.style for one, other in pairwise(spans))


BLACK, WHITE = 16, 231
_LEVELS = (0, 95, 135, 175, 215, 255)
_XTERM_S_COLOURS = (
    *((0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205)),
    *((0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0)),
    *((92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255)),
)
SIGNS = {*SUIT_STYLES, *EDGE_STYLES, *LIGHT_STYLES, Style.PIECE, Style.PRIZE, Style.WAY}
"""Styles of figures, frames and trees; all others are of sentences."""


def luminance(colour: int) -> float:
    """Return the relative luminance of one of xterm's 256 colours."""
    if colour < 16:
        red, green, blue = _XTERM_S_COLOURS[colour]
    elif colour >= 232:
        red = green = blue = 8 + 10 * (colour - 232)
    else:
        place = colour - 16
        red, green, blue = (_LEVELS[place // unit % 6] for unit in (36, 6, 1))
    linear = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (red / 255, green / 255, blue / 255)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: int, other: int) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_contrast_is_that_of_the_web_guidelines() -> None:
    assert round(contrast(BLACK, WHITE)) == 21
    assert contrast(BLACK, BLACK) == 1
    assert round(contrast(244, WHITE), 2) == 3.95


@pytest.mark.parametrize("colours", [8, 256])
@pytest.mark.parametrize("theme", Theme)
def test_all_that_is_painted_stands_out_from_its_ground(
    theme: Theme, colours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = {0: (-1, -1)}
    monkeypatch.setattr(curses, "init_pair", lambda pair, *pair_of: pairs.update({pair: pair_of}))
    # Above all attributes of any curses.
    monkeypatch.setattr(curses, "color_pair", lambda pair: pair << 64)
    coloured = set()
    for style, attributes in terminal._attributes(PALETTES[theme], colours).items():
        ink, ground = pairs[attributes >> 64]
        if ink == ground == -1:
            continue
        coloured.add(style)
        assert ink >= 0, f"{style} has the terminal's own ink on a ground of ours"
        assert not attributes & curses.A_DIM, style
        # Bold text has a brighter colour in many terminals.
        inks = {ink, ink + 8} if ink < 8 and attributes & curses.A_BOLD else {ink}
        least = 7.0 if (theme, colours) == (Theme.CONTRAST, 256) else 3.0 if style in SIGNS else 4.5
        for surface in (BLACK, WHITE) if ground == -1 else (ground,):
            assert min(contrast(shown, surface) for shown in inks) >= least, style
    if theme is not Theme.TERMINAL:
        assert coloured == {*Style}
    elif colours == 8:
        assert coloured < {*EDGE_STYLES}


@pytest.mark.parametrize(
    ("colours", "is_palette"),
    [(8, False), (88, False), (256, True), (768, True), (32_767, False), (1 << 24, False)],
)
def test_only_numbers_of_a_palette_are_taken_from_it(
    colours: int, is_palette: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: set[int] = set()
    monkeypatch.setattr(curses, "init_pair", lambda _pair, ink, ground: used.update((ink, ground)))
    monkeypatch.setattr(curses, "color_pair", lambda _pair: 0)
    for palette in PALETTES.values():
        terminal._attributes(palette, colours)
    assert (max(used) > 7) == is_palette


@pytest.mark.parametrize("theme", Theme)
def test_suits_differ_in_colour(theme: Theme) -> None:
    # Of eight colours, the terminal's own ink may be that of one suit.
    assert len({PALETTES[theme].colours_256[edge] for edge in EDGE_STYLES}) == 3
    assert len({PALETTES[theme].colours_8.get(edge) for edge in EDGE_STYLES}) == 3


def test_what_is_chosen_stands_out_without_any_colour() -> None:
    reversed_styles = {style for style, traits in EMPHASIS.items() if Emphasis.REVERSE in traits}
    assert reversed_styles == {Style.CHOSEN}


times = st.floats(0.5, 60, allow_nan=False)
names = st.sampled_from([keys.ENTER, keys.SPACE, "u", "y", "n", "q", "1", keys.LEFT, keys.ESCAPE])


@given(st.builds(keys.KeyGuard, names, st.floats(0, 1), st.booleans()), names, times)
def test_a_key_counts_half_a_second_after_the_last_one(
    guard: keys.KeyGuard, key: str, gap: float
) -> None:
    after, counts = guard.filter_key(key, guard.last_time + gap)
    assert counts
    assert (after.last_key, after.is_armed) == (key, False)


@given(names, st.floats(0, 0.44), st.booleans())
def test_a_key_that_comes_again_after_a_change_of_screen_decides_nothing(
    key: str, gap: float, is_up: bool
) -> None:
    guard = keys.KeyGuard(key, 5.0, is_armed=True)
    moves_a_cursor = key in ("1", keys.LEFT)
    assert guard.filter_key(key, 5.0 + gap)[1] == moves_a_cursor
    # Nor does it by coming again and again.
    for at in range(1, 20):
        guard, counts = guard.filter_key(key, 5.0 + gap * at)
        assert counts == moves_a_cursor


@given(st.sampled_from([keys.ENTER, keys.SPACE, "u"]), st.floats(0.2, 2), st.floats(0.12, 0.17))
def test_a_tap_counts_where_nothing_is_at_stake_but_no_bounce(
    key: str, gap: float, bounce: float
) -> None:
    guard = keys.KeyGuard(key, 5.0, is_armed=True, nothing_at_stake=True)
    ignored, counts = guard.filter_key(key, 5.0 + bounce)
    assert (counts, ignored.ignored_taps) == (False, 1)
    assert guard.filter_key(key, 5.0 + gap)[1]
    # Shift makes no other key of it: it may be R on a screen and r on the next.
    shifted = keys.KeyGuard(key.upper(), 5.0, is_armed=True)
    assert not shifted.filter_key(key, 5.4)[1]


@given(names, names, st.floats(0, 0.119))
def test_another_key_right_after_a_change_of_screen_decides_nothing(
    last: str, key: str, gap: float
) -> None:
    _guard, counts = keys.KeyGuard(last, 5.0, is_armed=True).filter_key(key, 5.0 + gap)
    assert counts == (key in ("1", keys.LEFT))


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("delay", DELAYS)
@pytest.mark.parametrize("key", keys.DECIDE_KEYS)
def test_a_key_that_decides_does_so_only_once_while_it_repeats(
    key: str, delay: float, rate: int
) -> None:
    guard, counted = keys.KeyGuard(), 0
    for at, _key in held(key, 1.0, delay, rate)[1:]:
        guard, counts = guard.filter_key(key, at)
        counted += counts
    assert counted == 1


def test_moving_a_cursor_repeats_as_fast_as_the_keyboard() -> None:
    guard = keys.KeyGuard(keys.ENTER, 1.0, is_armed=True)
    for at, _key in held(keys.RIGHT, 1.01, 0.25, 40):
        guard, counts = guard.filter_key(keys.RIGHT, at)
        assert counts


@given(st.integers(1, 12), st.sampled_from(keys.ARROWS))
def test_the_first_arrow_chooses_an_option_at_one_end(count: int, key: str) -> None:
    forth = key in keys.FORWARD + keys.DOWNWARD
    assert keys.move_cursor(None, key, count) == (0 if forth else count - 1)


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
    assert {*KEYBOARDS} == {SYSTEM, *layouts.DIGIT_ROWS}
    for language in languages():
        use_language(language)
        row = "".join(layouts.sign_of(key, SYSTEM) for key in keys.OPTION_KEYS)
        use_language("en")
        assert row in (keys.OPTION_KEYS, "1234567890)=+")


def test_every_key_of_the_row_means_its_option_on_its_keyboard_and_only_there() -> None:
    for row, *_others in layouts.DIGIT_ROWS.values():
        assert len(row) == len({*row}) == len(keys.OPTION_KEYS) - 1
    for row in layouts.DIGIT_ROWS["azerty"]:
        for at, sign in enumerate(row):
            assert layouts.key_of(sign, "azerty") == keys.OPTION_KEYS[at]
            assert layouts.key_of(sign, "qwerty") == sign
    for key in (*"1234567890+", *"abqruc?", keys.ENTER, keys.LEFT, keys.SPACE):
        assert layouts.key_of(key, "azerty") == layouts.key_of(key, SYSTEM) == key


def full_hand(folder: Path) -> TableScreen:
    """Return the table with eleven cards to choose from."""
    return tables.pressed(tables.table_in(folder), folder, tables.LOOK)


def after(screen: Screen, desk: Desk, *script: keys.Input) -> str:
    """Return what the loop shows after some keys."""
    terminal = ScriptedTerminal(list(script))
    tables.run_screens(terminal, screen, desk)
    return terminal.text


@pytest.mark.parametrize("at", range(11))
def test_unshifted_digits_choose_cards(at: int, azerty: Look, tmp_path: Path) -> None:
    table, desk = full_hand(tmp_path), options_in(tmp_path, azerty)
    expected = text_of(press_keys(table, desk, keys.OPTION_KEYS[at]), look=azerty)
    assert "┏" in expected
    assert after(table, desk, FRENCH[at]) == expected
    if at < 10:
        assert after(table, desk, keys.OPTION_KEYS[at]) == expected
    # Areas name options, not signs of a keyboard.
    assert after(table, desk, tables.click_on(tables.areas_of(table)[at])) == expected


def test_the_eleventh_card_shows_its_own_sign(azerty: Look, tmp_path: Path) -> None:
    table = full_hand(tmp_path)
    assert "─ ) ─" in text_of(table, look=azerty)
    assert "─ - ─" in text_of(table, look=replace(azerty, keyboard="qwerty"))


def test_the_setting_is_stronger_than_the_language(azerty: Look, tmp_path: Path) -> None:
    table = full_hand(tmp_path)
    desk = options_in(tmp_path, replace(azerty, keyboard="qwerty"))
    chosen = press_keys(table, desk, "-")
    assert after(table, desk, "-") == text_of(chosen, look=desk.look)


def test_a_paste_is_typed_into_a_name_and_counts_nowhere_else(tmp_path: Path) -> None:
    desk = options_in(tmp_path)
    form, pasted = tables.open_form(desk), keys.PastedText("bob 3\x7f4")
    assert isinstance(form, FormScreen)
    assert "bob 4_" in after(replace(form, row=form.row_of("left")), desk, pasted)
    table = full_hand(tmp_path)
    handoff, typing = (press_keys(table, desk, *pressed) for pressed in (("1", keys.ENTER), "c7"))
    for screen in (form, table, handoff, typing):
        assert isinstance(screen, Screen)
        assert after(screen, desk, pasted) == text_of(screen, look=desk.look)


def test_what_is_typed_stays_what_it_is(azerty: Look, tmp_path: Path) -> None:
    desk = options_in(tmp_path, azerty)
    form = tables.open_form(desk)
    naming = replace(form, row=form.row_of("left"))
    assert isinstance(naming, FormScreen)
    assert "Zoé-à_" in after(naming, desk, *"Zoé-à")
    level = replace(form, row=form.row_of("level"))
    assert "◄ 3 ►" in after(level, desk, '"')
    table = full_hand(tmp_path)
    seat = table.session.visible_seat
    assert seat is not None
    card = table.session.game.rules.observe(table.session.state, seat).hand[-1]
    typing, letter = press_keys(table, desk, "c"), table_words("duet").cards.letters()[card.suit]
    assert isinstance(typing, TableScreen)
    assert isinstance(typing.mode, Choosing)
    assert typing.mode.typed == ""
    rank = [FRENCH[keys.OPTION_KEYS.index(digit)] for digit in str(card.rank)]
    chosen = text_of(press_keys(table, desk, keys.OPTION_KEYS[10]), look=azerty)
    assert after(typing, desk, *rank, letter.lower()) == chosen


def test_a_cell_chooses_the_first_area_drawn_there() -> None:
    canvas = Canvas(Size(10, 20), STILL)
    canvas.add_click_area(2, 3, Size(2, 4), "1")
    canvas.add_click_area(0, 0, Size(10, 20), "2", chosen=True)
    frame = canvas.frame()
    first, second = (
        ClickArea(2, 3, Size(2, 4), ("1",), False),
        ClickArea(0, 0, Size(10, 20), ("2",), True),
    )
    for row in range(10):
        for column in range(20):
            is_first = row in (2, 3) and column in (3, 4, 5, 6)
            assert frame.area_at(row, column) == (first if is_first else second)
    assert frame.area_at(10, 0) is None
    assert frame.area_at(0, 20) is None


@pytest.mark.parametrize("gap", [0.02, 0.06, 0.1, 0.2, 0.3, 0.4])
def test_the_second_half_of_a_double_click_decides_nothing(gap: float) -> None:
    guard, counts = keys.KeyGuard().filter_click(10, decides=False)
    assert counts
    guard, counts = guard.filter_click(10 + gap, decides=True)
    assert not counts
    # The quiet time starts anew with each click.
    assert not guard.filter_click(10 + 2 * gap, decides=True)[1]
    assert guard.filter_click(10 + gap + 0.5, decides=True)[1]


@pytest.mark.parametrize("decides", [False, True])
def test_a_click_on_a_new_screen_counts_once_the_last_one_was_let_go(decides: bool) -> None:
    guard = keys.KeyGuard("", 10, is_armed=False).filter_click(10, decides=True)[0]
    guard = keys.KeyGuard(guard.last_key, 10.1, is_armed=True)
    assert not guard.filter_click(10.3, decides=decides)[1]
    assert guard.filter_click(10.6, decides=decides)[1]


def test_a_key_and_a_click_guard_each_other() -> None:
    guard, _counts = keys.KeyGuard().filter_key(keys.ENTER, 10)
    assert not guard.filter_click(10.05, decides=True)[1]
    assert guard.filter_click(10.2, decides=True)[1]
    clicked = keys.KeyGuard(is_armed=True).filter_click(10, decides=False)[0]
    assert clicked.filter_key(keys.ENTER, 10.2)[1]


def test_the_wheel_scrolls_texts_and_moves_in_lists() -> None:
    assert keys.scroll(0, keys.WHEEL_DOWN, page=20, count=100) == 3
    assert keys.scroll(2, keys.WHEEL_UP, page=20, count=100) == 0
    assert keys.move_cursor(None, keys.WHEEL_DOWN, 4) == 0
    assert keys.move_cursor(1, keys.WHEEL_UP, 4) == 0


def test_steps_lead_to_an_option() -> None:
    for cursor in range(5):
        for at in range(5):
            place = cursor
            for key in keys.keys_to_option(at, cursor, keys.UP, keys.DOWN):
                place = keys.move_cursor(place, key, 5)
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
def test_the_keypad_does_what_is_printed_on_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Elsewhere terminfo says which of these a terminal sends for a digit.
    monkeypatch.setattr(sys, "platform", "win32")
    assert terminal._translate_key(getattr(curses, name)) == KEYPAD[name]


def test_windows_draws_what_its_code_page_has_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert terminal._encodable("♣ é", "cp437") == "? é"
    monkeypatch.setattr(sys, "platform", "win32")
    assert terminal._encodable("♣ é", "cp437") == "♣ é"
