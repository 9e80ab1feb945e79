"""A frame as a picture (SVG) in the terminal's own colours, readable on light and dark pages.

Lines and bars are drawn, as no two fonts have them alike; all else is text, placed so that
columns stay columns whatever the reader's font is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby

from foxduet.core.frozen import dataclass
from foxduet.ui.kit.canvas import PALETTES, TRAITS, Frame, Style, Theme, Trait
from foxduet.words.text import printable, signs_in, text_width

# Pixels: a letter of 14 is as wide as a cell in most fonts.
_WIDE, _HIGH, _EDGE = 8.4, 18.0, 12.0
_BASELINE = 13.5

_STYLE = """
svg { color-scheme: light dark; color: #24292f;
  font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
.ground { fill: #fdfdfb; stroke: #c9c9c3; }
.over { color: #fdfdfb; }
@media (prefers-color-scheme: dark) {
  svg { color: #d5d9de; }
  .ground { fill: #14181d; stroke: #3a4048; }
  .over { color: #14181d; }
}
text, .full { fill: currentColor; }
.sign { text-anchor: middle; }
.thin, .thick, .dashed { fill: none; stroke: currentColor; stroke-width: 1.2; }
.thick { stroke-width: 2.6; }
.dashed { stroke-dasharray: 2.4 1.8; }
"""

# To which sides of a cell lines lead from its middle.
_THIN = {"─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╯": "lu", "╰": "ru"}
_THICK = {"━": "lr", "┃": "ud", "┏": "rd", "┓": "ld", "┛": "lu", "┗": "ru"}
_DASHED = {"╌": "lr", "╎": "ud"}
# As many eighths of a cell as their places here; the first stands for none.
_FROM_THE_LEFT, _FROM_BELOW = "?▏▎▍▌▋▊▉█", "?▁▂▃▄▅▆▇"


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    row: int
    column: int


def svg(frame: Frame, title: str) -> str:
    """Return the picture of a frame."""
    styled = [*_cells(frame)]
    used = {style for style, _cell in styled}
    styles = [style for style in Style if style in used]
    return "\n".join([*_head(frame, title, styles), *_layers(styled, styles), "</svg>", ""])


def _head(frame: Frame, title: str, styles: list[Style]) -> list[str]:
    columns = sum(text_width(span.text) for span in frame.rows[0])
    width, height = columns * _WIDE + 2 * _EDGE, len(frame.rows) * _HIGH + 2 * _EDGE
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
        'role="img" aria-labelledby="title">',
        f'<title id="title">{escape(printable(title))}</title>',
        f"<style>{_STYLE}{_inks(styles)}</style>",
        f'<rect class="ground" x=".5" y=".5" width="{_n(width - 1)}" height="{_n(height - 1)}" '
        'rx="8"/>',
    ]


def _layers(cells: list[tuple[Style, _Cell]], styles: list[Style]) -> Iterator[str]:
    for style in styles:
        yield f'<g class="{_name(style)}">'
        yield from _drawn(
            [cell for its, cell in cells if its is style], TRAITS.get(style, Trait(0))
        )
        yield "</g>"


def _cells(frame: Frame) -> Iterator[tuple[Style, _Cell]]:
    for row, spans in enumerate(frame.rows):
        column = 0
        for span in spans:
            for sign in signs_in(span.text):
                yield span.style, _Cell(sign, row, column)
                column += text_width(sign)


def _inks(styles: list[Style]) -> str:
    """Return the colours and weights of styles, as the terminal has them with 256 colours."""
    rules, colours = [], PALETTES[Theme.TERMINAL].rich
    for style in styles:
        colour, traits = colours.get(style), TRAITS.get(style, Trait(0))
        ink = "" if colour is None else f" color: {_rgb(colour)};"
        ink += " font-weight: bold;" if Trait.BOLD in traits else ""
        ink += " opacity: .6;" if Trait.FAINT in traits else ""
        rules += [f".{_name(style)} {{{ink} }}\n"] if ink else []
    return "".join(rules)


def _name(style: Style) -> str:
    return style.name.lower().replace("_", "-")


def _rgb(colour: int) -> str:
    """Return a colour of xterm's 256, of which the cube and the greys are the same everywhere."""
    assert colour >= 16, "the first sixteen are the reader's own"
    if colour >= 232:
        return "#" + 3 * f"{8 + 10 * (colour - 232):02x}"
    steps = (colour - 16) // 36, (colour - 16) // 6 % 6, (colour - 16) % 6
    return "#" + "".join(f"{55 + 40 * step if step else 0:02x}" for step in steps)


def _drawn(cells: list[_Cell], traits: Trait) -> Iterator[str]:
    if Trait.REVERSE in traits:
        boxes = [_box(*_corner(run[0]), len(run) * _WIDE, _HIGH) for run in _runs(cells)]
        yield _path("full", boxes)
        yield '<g class="over">'
    shapes: dict[str, list[str]] = {"thin": [], "thick": [], "dashed": [], "full": []}
    for run in _runs(cells):
        for text, same in groupby(run, lambda cell: cell.text):
            alike = list(same)
            # Bars and lines along a row are one piece; all others stand alone.
            pieces = [alike] if text in "─━█" else [[cell] for cell in alike]
            for piece in pieces:
                name, path = _shape(piece)
                if name:
                    shapes[name].append(path)
    yield from (_path(name, paths) for name, paths in shapes.items() if paths)
    for run in _runs(cells):
        yield from _texts(run)
    if Trait.REVERSE in traits:
        yield "</g>"


def _runs(cells: list[_Cell]) -> Iterator[list[_Cell]]:
    run: list[_Cell] = []
    for cell in cells:
        if run and (cell.row, cell.column) != (run[-1].row, run[-1].column + 1):
            yield run
            run = []
        run.append(cell)
    yield run


def _corner(cell: _Cell) -> tuple[float, float]:
    return _EDGE + cell.column * _WIDE, _EDGE + cell.row * _HIGH


def _shape(piece: list[_Cell]) -> tuple[str, str]:
    """Return how the sign that is in all cells of a piece is drawn; no name if it is text."""
    text, (x, y), width = piece[0].text, _corner(piece[0]), len(piece) * _WIDE
    if text in _FROM_THE_LEFT[1:]:
        return "full", _box(x, y, width * _FROM_THE_LEFT.index(text) / 8, _HIGH)
    if text in _FROM_BELOW[1:]:
        height = _HIGH * _FROM_BELOW.index(text) / 8
        return "full", _box(x, y + _HIGH - height, width, height)
    middle, centre = x + width / 2, y + _HIGH / 2
    sides = {
        "l": f"{_n(x)} {_n(centre)}",
        "r": f"{_n(x + width)} {_n(centre)}",
        "u": f"{_n(middle)} {_n(y)}",
        "d": f"{_n(middle)} {_n(y + _HIGH)}",
    }
    for name, lines in (("thin", _THIN), ("thick", _THICK), ("dashed", _DASHED)):
        if text in lines:
            one, other = tuple(lines[text])
            is_round = text in "╭╮╯╰"
            bend = f"Q{_n(middle)} {_n(centre)} " if is_round else f"L{_n(middle)} {_n(centre)}L"
            return name, f"M{sides[one]}{bend}{sides[other]}"
    return "", ""


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{_n(x)} {_n(y)}h{_n(width)}v{_n(height)}h{_n(-width)}z"


def _path(name: str, paths: list[str]) -> str:
    return f'<path class="{name}" d="{"".join(paths)}"/>'


def _texts(run: list[_Cell]) -> Iterator[str]:
    """Return the letters of neighbouring cells in words, and every other sign by itself."""
    row = "".join(cell.text if cell.text.isascii() else "\0" for cell in run)
    for words in re.finditer(r"[^\0\s]+(?: [^\0\s]+)*", row):
        x, y = _corner(run[words.start()])
        length = len(words[0]) * _WIDE
        place = f'x="{_n(x)}" y="{_n(y + _BASELINE)}" textLength="{_n(length)}"'
        yield f"<text {place}>{escape(words[0], quote=False)}</text>"
    for cell in run:
        if not cell.text.isascii() and not _shape([cell])[0]:
            x, y = _corner(cell)
            place = f'x="{_n(x + _WIDE / 2)}" y="{_n(y + _BASELINE)}"'
            yield f'<text class="sign" {place}>{cell.text}</text>'


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
