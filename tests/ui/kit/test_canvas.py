"""Canvases, and the colours of themes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ui.kit.canvas import LIGHTS, Canvas, Look, Size, Style, Theme, draw_notice
from foxduet.ui.kit.themes import PALETTES, TRAITS, Plain, Trait
from foxduet.words.glyphs import ASCII, UNICODE, Glyphs
from foxduet.words.i18n import in_seven_bits
from foxduet.words.text import cell_width, clipped, printable, text_width, wrapped

WIDE, MARK = "狐", "\u0301"


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("fox", 3, "fox"),
        ("fox", 2, "fo"),
        ("fox", 0, ""),
        (WIDE * 3, 5, WIDE * 2),
        (WIDE * 3, 6, WIDE * 3),
        (f"e{MARK}e{MARK}", 1, f"e{MARK}"),
        ("", 0, ""),
    ],
)
def test_a_text_is_cut_where_the_cells_end(text: str, width: int, shown: str) -> None:
    assert clipped(text, width) == shown


def test_only_the_shown_part_of_a_long_text_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = 0

    def counted(character: str) -> int:
        nonlocal measured
        measured += 1
        return cell_width(character)

    monkeypatch.setattr("foxduet.words.text.cell_width", counted)
    assert clipped(WIDE * 30_000, 26) == WIDE * 13
    assert measured <= 14
    lines = wrapped(WIDE * 30_000, 26)
    assert "".join(lines) == WIDE * 30_000
    assert measured < 3 * 30_000


@pytest.mark.parametrize("width", [1, 2, 7, 80])
def test_wrapped_lines_keep_every_character_and_fit(width: int) -> None:
    text = f"a {WIDE * 20} longer-than-that-{MARK} b"
    lines = wrapped(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    # In one cell nothing can be broken.
    assert width == 1 or all(text_width(line) <= width for line in lines)


def test_a_number_is_never_separated_from_its_percent_sign() -> None:
    assert wrapped("in 41 % of them", 5) == ["in", "41 %", "of", "them"]
    assert wrapped("% 41 %", 5) == ["%", "41 %"]


def test_control_characters_become_question_marks() -> None:
    assert printable(f"\x1b[2J{WIDE}\n\x9b1m\u202e a\udc80") == f"?[2J{WIDE}??1m? a?"


@pytest.mark.parametrize(
    ("glyphs", "shown"), [(ASCII, "Helene ? o."), (UNICODE, f"Hélène {WIDE}œ.")]
)
def test_names_are_drawn_in_seven_bits_where_the_rest_is(glyphs: Glyphs, shown: str) -> None:
    canvas = Canvas(Size(2, 20), Look(glyphs))
    canvas.put(0, 0, f"Hélène {WIDE}œ.")
    assert canvas.frame().lines[0] == shown


def test_long_news_take_two_rows_and_the_keys_are_below_them() -> None:
    for words, rows in ((2, 1), (15, 2), (200, 2)):
        canvas = Canvas(Size(5, 80), Look())
        draw_notice(canvas, 1, "seven x " * words, "Enter continue")
        lines = canvas.frame().lines
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
def test_a_text_is_drawn_as_its_characters_are_one_by_one(
    puts: list[tuple[int, str, Style]], glyphs: Glyphs
) -> None:
    canvas = Canvas(Size(1, COLUMNS), Look(glyphs))
    cells = [(" ", Style.PLAIN)] * COLUMNS
    for column, text, style in puts:
        canvas.put(0, column, text, style)
        at = column
        for character in printable(text):
            width = cell_width(character)
            drawn = character if glyphs is UNICODE else in_seven_bits(character).ljust(width)
            if width and at >= 0 and at + width <= COLUMNS:
                pieces = (drawn, "") if width == 2 else (drawn,)
                cells[at : at + width] = [(piece, style) for piece in pieces]
            at += width
    (spans,) = canvas.frame().rows
    drawn_cells = [(letter, span.style) for span in spans for letter in span.text]
    assert drawn_cells == [(letter, style) for cell, style in cells for letter in cell]
    assert all(one.style is not other.style for one, other in pairwise(spans))


BLACK, WHITE = 16, 231
_LEVELS = (0, 95, 135, 175, 215, 255)
IN_THE_TERMINAL_S_INK = {Style.PLAIN, Style.DIM, Style.STRONG, Style.CHOSEN}


def luminance(colour: int) -> float:
    """Return the relative luminance of one of the 256 colours that terminals agree on."""
    assert 16 <= colour <= 255, "the first 16 are what each terminal makes of them"
    if colour >= 232:
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


@pytest.mark.parametrize("theme", Theme)
def test_a_theme_has_a_colour_for_every_style(theme: Theme) -> None:
    palette = PALETTES[theme]
    missing = IN_THE_TERMINAL_S_INK if palette.rich_ground is None else set()
    assert {*palette.rich} == {*Style} - missing
    missing = IN_THE_TERMINAL_S_INK if palette.plain_ground is None else set()
    assert {*palette.plain} == {*Style} - missing


@pytest.mark.parametrize("theme", Theme)
def test_text_stands_out_from_its_ground(theme: Theme) -> None:
    palette = PALETTES[theme]
    for style, colour in palette.rich.items():
        grounds, least = [BLACK, WHITE], 3.0
        if palette.rich_ground is not None:
            # Trees may step back.
            grounds, least = [palette.rich_ground], 3.0 if style in LIGHTS else 4.5
        assert all(contrast(colour, ground) >= least for ground in grounds), style


def test_the_theme_of_most_contrast_has_the_best() -> None:
    palette = PALETTES[Theme.CONTRAST]
    assert palette.rich_ground is not None
    for style in Style:
        assert contrast(palette.rich[style], palette.rich_ground) >= 7, style
        assert palette.plain[style] not in (palette.plain_ground, Plain.RED), style


@pytest.mark.parametrize("theme", Theme)
def test_suits_differ_in_colour(theme: Theme) -> None:
    suits = (Style.FIRST_SUIT, Style.SECOND_SUIT, Style.THIRD_SUIT)
    assert len({PALETTES[theme].rich[suit] for suit in suits}) == 3
    assert len({PALETTES[theme].plain[suit] for suit in suits}) == 3


def test_what_is_chosen_stands_out_without_any_colour() -> None:
    reversed_styles = {style for style, traits in TRAITS.items() if Trait.REVERSE in traits}
    assert reversed_styles == {Style.CHOSEN}
