"""The special characters of screens and reports, in Unicode and in seven bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foxduet.core.frozen import dataclass, replace, values_of


@dataclass(frozen=True, slots=True)
class Box:
    """The pieces of a frame: the corners from the upper left clockwise, then the sides."""

    corners: tuple[str, str, str, str]
    across: str
    down: str


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The special characters that all games share, each one cell wide.

    A plant of the ``undergrowth`` is rows of equal width, from its top down.
    ``name`` is "unicode", "monochrome" or "ascii"; each game has glyphs of its own for the first
    and the last. ``bar_ends`` are
    the pieces of a cell that a ``bar`` may end with, the thinnest first, and ``column_ends`` those
    of a ``column``, the lowest first; ``heights`` stand for small to large numbers. ``progress``
    grows while something is worked out. ``pieces`` are pictures
    of what moves on a board, the largest first.
    """

    name: str
    won: str
    lost: str
    undergrowth: tuple[tuple[str, ...], ...]
    mark: str
    toward: tuple[str, str]
    card: Box
    chosen: Box
    barred: Box
    dot: str
    cursor: str
    progress: str
    pieces: tuple[tuple[str, ...], ...]
    bar: str
    bar_ends: str
    heights: str
    column: str
    column_ends: str

    @property
    def has_letters(self) -> bool:
        """Whether a letter stands beside the sign of a suit, which no colour tells then."""
        return self.name != "unicode"


# Boxes and blocks (U+2500 to U+259F) are drawn by most terminals themselves. All other signs are
# in DejaVu Sans Mono, Liberation Mono, Noto Sans Mono, Cascadia and Menlo, and none is an emoji.
UNICODE = Glyphs(
    name="unicode",
    won="◊",
    lost="▲",
    undergrowth=(
        ("∆",),
        ("·",),
        ("∆",),
        ("˙",),
        ("╱╲", "╱╲"),
        (" ╱╲ ", "╱__╲"),
        (" ╱╲ ", " ╱╲ ", "╱__╲"),
    ),
    mark="↑",
    toward=("◄", "►"),
    card=Box(("╭", "╮", "╯", "╰"), "─", "│"),
    chosen=Box(("┏", "┓", "┛", "┗"), "━", "┃"),
    barred=Box(("╭", "╮", "╯", "╰"), "╌", "╎"),
    dot="·",
    cursor="►",
    progress="·",
    pieces=(
        ("╱╲     ╱╲", "│ ╲___╱ │", "│ ·   · │", " ╲_   _╱ ", "   ╲▼╱   "),
        ("╱╲___╱╲", "╲ · · ╱", " ╲_▼_╱ "),
        ("╱╲_╱╲", "╲·▼·╱"),
        ("^.^",),
    ),
    bar="█",
    bar_ends="▏▎▍▌▋▊▉",
    heights="▁▂▃▄▅▆▇█",
    column="█",
    column_ends="▁▂▃▄▅▆▇",
)

MONOCHROME = replace(UNICODE, name="monochrome")

ASCII = Glyphs(
    name="ascii",
    won="$",
    lost="#",
    undergrowth=(
        ("/\\",),
        ("   ",),
        ("/\\", "/\\"),
        (" /\\ ", "/__\\"),
        (" /\\ ", " /\\ ", "/__\\"),
    ),
    mark="X",
    toward=("<", ">"),
    card=Box(("+", "+", "+", "+"), "-", "|"),
    chosen=Box(("+", "+", "+", "+"), "=", "I"),
    barred=Box((".", ".", ".", "."), ".", ":"),
    dot="-",
    cursor=">",
    progress=".",
    pieces=(
        ("/\\     /\\", "| \\___/ |", "| .   . |", " \\_   _/ ", "   \\^/   "),
        ("/\\___/\\", "\\ . . /", " \\_^_/ "),
        ("/\\_/\\", "\\.^./"),
        ("^.^",),
    ),
    bar="=",
    bar_ends="",
    heights=".:=+*%@#",
    column="#",
    column_ends=".:",
)

SPOKEN = replace(ASCII)
"""Where all is said in words: no sign of them may stand in a sentence, but names of them."""


def characters_in(glyphs: Any) -> str:
    """Return all special characters of a set of glyphs, to see whether they can be encoded."""
    if isinstance(glyphs, str):
        return glyphs
    parts = glyphs
    if not isinstance(glyphs, tuple):
        parts = values_of(glyphs)
    return "".join(map(characters_in, parts))


def bar(share: float, width: int, glyphs: Glyphs) -> str:
    """Return a bar of ``width`` cells, of which ``share`` (0-1) is filled."""
    pieces = len(glyphs.bar_ends) + 1
    full, rest = divmod(round(share * width * pieces), pieces)
    end = glyphs.bar_ends[rest - 1] if rest else ""
    return f"{glyphs.bar * full}{end}".ljust(width, " " if glyphs.bar_ends else glyphs.progress)


def filled_rows(shares: Sequence[float | None], height: int, glyphs: Glyphs) -> list[str]:
    """Return a chart of some rows, filled below a line of ``shares`` (0-1), the highest row first.

    A column is empty where nothing is known; a share of 0 is a thin line, not a gap.
    """
    pieces = len(glyphs.column_ends) + 1
    heights = [0 if one is None else max(1, round(one * height * pieces)) for one in shares]
    cells = (" ", *glyphs.column_ends, glyphs.column)
    return [
        "".join(cells[min(max(0, filled - row * pieces), pieces)] for filled in heights)
        for row in reversed(range(height))
    ]


def largest_piece(rows: int, columns: int, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the rows of the largest picture of a piece that fits."""
    fitting = (one for one in glyphs.pieces if len(one) <= rows and len(one[0]) <= columns)
    return next(fitting, glyphs.pieces[-1])


def corner(rank: int, sign: str) -> str:
    """Return the corner of a card, in four cells at most."""
    return f"{rank:<2}{sign}" if len(sign) > 1 else f"{rank} {sign}"


def pips(count: int, sign: str) -> tuple[str, str, str]:
    """Return ``count`` signs in three rows, as they stand on a playing card."""
    outer = (count + 1) // 3
    first, middle = ("  ".join(sign * number) for number in (outer, count - 2 * outer))
    return first, middle, first


_TICKS_A_STEP, _MOST_STEPS = 4, 3


def progress_dots(ticks: int, glyphs: Glyphs) -> str:
    """Return a row of dots that grows and starts again with the ``ticks``."""
    return glyphs.progress * (1 + ticks // _TICKS_A_STEP % _MOST_STEPS)
