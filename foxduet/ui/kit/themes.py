"""The colours of each theme, for terminals with 256 colours and with 8; no terminal is known here.

Colours of the terminal's own theme are legible on light and on dark; the other themes bring the
ground that they are legible on.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, Flag, auto

from foxduet.core.frozen import dataclass
from foxduet.ui.kit.canvas import Style, Theme


class Plain(Enum):
    """One of the 8 colours that nearly every terminal has, whatever number it gives them."""

    BLACK = auto()
    RED = auto()
    GREEN = auto()
    YELLOW = auto()
    MAGENTA = auto()
    CYAN = auto()
    WHITE = auto()


class Trait(Flag):
    """What makes text stand out, or step back, with colours or without."""

    BOLD = auto()
    FAINT = auto()
    REVERSE = auto()


TRAITS: Mapping[Style, Trait] = {
    Style.DIM: Trait.FAINT,
    Style.STRONG: Trait.BOLD,
    Style.TITLE: Trait.BOLD,
    Style.FIRST_SUIT: Trait.BOLD,
    Style.SECOND_SUIT: Trait.BOLD,
    Style.THIRD_SUIT: Trait.BOLD,
    Style.PIECE: Trait.BOLD,
    Style.PRIZE: Trait.BOLD,
    Style.CHOSEN: Trait.BOLD | Trait.REVERSE,
    Style.PROMPT: Trait.BOLD,
    Style.ALERT: Trait.BOLD,
}
"""The traits of styles that have any, in all themes; a colour takes the place of FAINT."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme; a style without one has the colour of the terminal's text.

    ``rich`` are of 256 colours, and ``plain`` of 8; the grounds are the terminal's where they
    are None.
    """

    rich: Mapping[Style, int]
    plain: Mapping[Style, Plain]
    rich_ground: int | None = None
    plain_ground: Plain | None = None


_PLAIN = {
    Style.TITLE: Plain.GREEN,
    Style.FIRST_SUIT: Plain.CYAN,
    Style.SECOND_SUIT: Plain.MAGENTA,
    Style.THIRD_SUIT: Plain.YELLOW,
    Style.FIRST_EDGE: Plain.CYAN,
    Style.SECOND_EDGE: Plain.MAGENTA,
    Style.THIRD_EDGE: Plain.YELLOW,
    Style.PIECE: Plain.RED,
    Style.PRIZE: Plain.RED,
    Style.WAY: Plain.YELLOW,
    Style.SCENERY: Plain.GREEN,
    Style.EVENING: Plain.GREEN,
    Style.DUSK: Plain.GREEN,
    Style.PROMPT: Plain.RED,
    Style.ALERT: Plain.RED,
}
# Red on black is hard to read.
_BRIGHT = {Plain.RED: Plain.YELLOW}
_ON_BLACK = {style: _PLAIN.get(style, Plain.WHITE) for style in Style}
_ON_BLACK = {style: _BRIGHT.get(colour, colour) for style, colour in _ON_BLACK.items()}

PALETTES: Mapping[Theme, Palette] = {
    Theme.TERMINAL: Palette(
        rich={
            Style.TITLE: 65,
            Style.FIRST_SUIT: 32,
            Style.SECOND_SUIT: 168,
            Style.THIRD_SUIT: 136,
            Style.FIRST_EDGE: 32,
            Style.SECOND_EDGE: 168,
            Style.THIRD_EDGE: 136,
            Style.PIECE: 166,
            Style.PRIZE: 160,
            Style.WAY: 137,
            Style.SCENERY: 65,
            Style.EVENING: 101,
            Style.DUSK: 67,
            Style.PROMPT: 166,
            Style.ALERT: 160,
        },
        plain=_PLAIN,
    ),
    Theme.FOREST: Palette(
        rich={
            Style.PLAIN: 236,
            Style.DIM: 240,
            Style.STRONG: 234,
            Style.TITLE: 22,
            Style.FIRST_SUIT: 25,
            Style.SECOND_SUIT: 125,
            Style.THIRD_SUIT: 94,
            Style.FIRST_EDGE: 25,
            Style.SECOND_EDGE: 125,
            Style.THIRD_EDGE: 94,
            Style.PIECE: 130,
            Style.PRIZE: 160,
            Style.WAY: 95,
            Style.SCENERY: 28,
            Style.EVENING: 58,
            Style.DUSK: 60,
            Style.CHOSEN: 22,
            Style.PROMPT: 88,
            Style.ALERT: 160,
        },
        plain=_PLAIN,
        rich_ground=230,
    ),
    Theme.NIGHT: Palette(
        rich={
            Style.PLAIN: 252,
            Style.DIM: 245,
            Style.STRONG: 255,
            Style.TITLE: 108,
            Style.FIRST_SUIT: 110,
            Style.SECOND_SUIT: 175,
            Style.THIRD_SUIT: 179,
            Style.FIRST_EDGE: 110,
            Style.SECOND_EDGE: 175,
            Style.THIRD_EDGE: 179,
            Style.PIECE: 215,
            Style.PRIZE: 210,
            Style.WAY: 144,
            Style.SCENERY: 71,
            Style.EVENING: 73,
            Style.DUSK: 68,
            Style.CHOSEN: 222,
            Style.PROMPT: 222,
            Style.ALERT: 210,
        },
        plain=_PLAIN,
        rich_ground=234,
    ),
    Theme.CONTRAST: Palette(
        rich={
            **dict.fromkeys(Style, 231),
            Style.DIM: 248,
            Style.TITLE: 120,
            Style.FIRST_SUIT: 51,
            Style.SECOND_SUIT: 219,
            Style.THIRD_SUIT: 226,
            Style.FIRST_EDGE: 51,
            Style.SECOND_EDGE: 219,
            Style.THIRD_EDGE: 226,
            Style.PIECE: 214,
            Style.PRIZE: 217,
            Style.SCENERY: 120,
            Style.EVENING: 120,
            Style.DUSK: 120,
            Style.PROMPT: 226,
            Style.ALERT: 217,
        },
        plain=_ON_BLACK,
        rich_ground=16,
        plain_ground=Plain.BLACK,
    ),
}
