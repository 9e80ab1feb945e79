"""Which glyphs the screens are drawn with, and what of them players have switched on or off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from foxduet.rules.common import Seat
from foxduet.rules.duet.cards import Suit
from foxduet.ui.kit.canvas import Style


@dataclass(frozen=True, slots=True)
class Box:
    """The pieces of a frame: the corners from the upper left clockwise, then the sides."""

    corners: tuple[str, str, str, str]
    across: str
    down: str


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Every special character of the screens, each one cell wide.

    ``bar_ends`` are the pieces of a cell that a ``bar`` may end with, the thinnest first, and
    ``column_ends`` those that a ``column`` may end with, the lowest first; ``heights`` stand for
    small to large numbers.
    """

    suits: tuple[str, str, str]
    paw: str
    gem: str
    tree: str
    undergrowth: tuple[str, ...]
    fox: str
    rail: str
    mark: str
    toward: tuple[str, str]
    card: Box
    chosen: Box
    barred: Box
    dot: str
    cursor: str
    trail: str
    bar: str
    bar_ends: str
    heights: str
    column: str
    column_ends: str

    def suit(self, suit: Suit) -> str:
        """Return the glyph of ``suit``."""
        return self.suits[suit]

    def arrow(self, end: Seat) -> str:
        """Return an arrow toward ``end``."""
        return self.toward[end]


UNICODE = Glyphs(
    suits=("⋎", "✿", "★"),
    paw="●",
    gem="◆",
    tree="♣",
    undergrowth=("♠", "♣", "·", "♠", "˙", "♣", "·"),
    fox="^.^",
    rail="─",
    mark="▲",
    toward=("◀", "▶"),
    card=Box(("╭", "╮", "╯", "╰"), "─", "│"),
    chosen=Box(("┏", "┓", "┛", "┗"), "━", "┃"),
    barred=Box(("╭", "╮", "╯", "╰"), "╌", "╎"),
    dot="·",
    cursor="▸",
    trail="·",
    bar="█",
    bar_ends="▏▎▍▌▋▊▉",
    heights="▁▂▃▄▅▆▇█",
    column="█",
    column_ends="▁▂▃▄▅▆▇",
)

ASCII = Glyphs(
    suits=("v", "@", "*"),
    paw="o",
    gem="$",
    tree="#",
    undergrowth=("^", "'", ".", "^", " ", "A", "."),
    fox="^.^",
    rail="-",
    mark="^",
    toward=("<", ">"),
    card=Box(("+", "+", "+", "+"), "-", "|"),
    chosen=Box(("#", "#", "#", "#"), "=", "#"),
    barred=Box((".", ".", ".", "."), ".", ":"),
    dot="-",
    cursor=">",
    trail=".",
    bar="=",
    bar_ends="",
    heights=".:=+*%@#",
    column="#",
    column_ends=".:",
)

SUIT_STYLES: Mapping[Suit, Style] = {
    Suit.DOVES: Style.DOVES,
    Suit.ROSES: Style.ROSES,
    Suit.STARS: Style.STARS,
}


def every_glyph() -> str:
    """Return all special characters of UNICODE, to see whether they can be encoded."""
    shown = UNICODE
    boxes = (shown.card, shown.chosen, shown.barred)
    pieces = [piece for box in boxes for piece in (*box.corners, box.across, box.down)]
    things = [shown.paw, shown.gem, shown.tree, shown.fox, shown.rail, shown.mark]
    signs = [shown.dot, shown.cursor, *shown.toward, shown.trail]
    signs += [shown.bar, *shown.bar_ends, shown.column, *shown.column_ends]
    signs += shown.heights
    return "".join([*shown.suits, *shown.undergrowth, *things, *signs, *pieces])


@dataclass(frozen=True, slots=True)
class Look:
    """How to draw: with which glyphs, and whether the fox is seen walking."""

    glyphs: Glyphs = UNICODE
    animated: bool = True
