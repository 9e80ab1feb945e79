"""Every theme has colours for all that is drawn, and all text stands out from its ground."""

from __future__ import annotations

import pytest

from foxduet.ui.kit.canvas import LIGHTS, Style, Theme
from foxduet.ui.kit.themes import PALETTES, TRAITS, Plain, Trait

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
@pytest.mark.parametrize("style", Style)
def test_text_stands_out_from_its_ground(theme: Theme, style: Style) -> None:
    palette = PALETTES[theme]
    if style not in palette.rich:
        return
    grounds, least = [BLACK, WHITE], 3.0
    if palette.rich_ground is not None:
        # Trees may step back.
        grounds, least = [palette.rich_ground], 3.0 if style in LIGHTS else 4.5
    assert all(contrast(palette.rich[style], ground) >= least for ground in grounds)


@pytest.mark.parametrize("style", Style)
def test_the_theme_of_most_contrast_has_the_best(style: Style) -> None:
    palette = PALETTES[Theme.CONTRAST]
    assert palette.rich_ground is not None
    assert contrast(palette.rich[style], palette.rich_ground) >= 7
    assert palette.plain[style] not in (palette.plain_ground, Plain.RED)


@pytest.mark.parametrize("theme", Theme)
def test_suits_differ_in_colour(theme: Theme) -> None:
    suits = (Style.FIRST_SUIT, Style.SECOND_SUIT, Style.THIRD_SUIT)
    assert len({PALETTES[theme].rich[suit] for suit in suits}) == 3
    assert len({PALETTES[theme].plain[suit] for suit in suits}) == 3


def test_what_is_chosen_stands_out_without_any_colour() -> None:
    reversed_styles = {style for style, traits in TRAITS.items() if Trait.REVERSE in traits}
    assert reversed_styles == {Style.CHOSEN}
