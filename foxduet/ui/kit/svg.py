"""Render a frame as SVG in the terminal's colours, for light and dark backgrounds.

Box and block characters are drawn as paths, because fonts differ in them. The rest is text,
positioned so that columns line up in any font.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby

from foxduet.core.lazy_dataclass import dataclass
from foxduet.ui.kit.canvas import EMPHASIS, PALETTES, Emphasis, Frame, Style, Theme
from foxduet.words.text import printable, signs_in, text_width

# In pixels: the width of a 14-pixel letter in most fonts.
_CELL_WIDTH, _CELL_HEIGHT, _MARGIN = 8.4, 18.0, 12.0
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

# The sides that each line character connects: left, right, up, down.
_THIN = {"─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╯": "lu", "╰": "ru"}
_THICK = {"━": "lr", "┃": "ud", "┏": "rd", "┓": "ld", "┛": "lu", "┗": "ru"}
_DASHED = {"╌": "lr", "╎": "ud"}
# Block characters by the number of eighths that they fill.
_LEFT_BLOCKS, _LOWER_BLOCKS = "?▏▎▍▌▋▊▉█", "?▁▂▃▄▅▆▇"


@dataclass(frozen=True, slots=True)
class _Cell:
    text: str
    row: int
    column: int


def render_svg(frame: Frame, title: str) -> str:
    cells: dict[Style, list[_Cell]] = {style: [] for style in Style}
    column = 0
    for row, spans in enumerate(frame.rows):
        column = 0
        for span in spans:
            for sign in signs_in(span.text):
                cells[span.style].append(_Cell(sign, row, column))
                column += text_width(sign)
    width = column * _CELL_WIDTH + 2 * _MARGIN
    height = len(frame.rows) * _CELL_HEIGHT + 2 * _MARGIN
    styles = [style for style in Style if cells[style]]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_num(width)} {_num(height)}" '
        'role="img" aria-labelledby="title">',
        f'<title id="title">{escape(printable(title))}</title>',
        f"<style>{_STYLE}{_css_rules(styles)}</style>",
        f'<rect class="ground" x=".5" y=".5" width="{_num(width - 1)}" height="{_num(height - 1)}" '
        'rx="8"/>',
    ]
    for style in styles:
        drawn = _draw_cells(cells[style], EMPHASIS.get(style, Emphasis(0)))
        lines += [f'<g class="{_css_class(style)}">', *drawn, "</g>"]
    return "\n".join([*lines, "</svg>", ""])


def _css_rules(styles: list[Style]) -> str:
    """Return the CSS of the styles: colours of the 256-colour palette, weight and opacity."""
    rules, colours = [], PALETTES[Theme.TERMINAL].colours_256
    for style in styles:
        colour, traits = colours.get(style), EMPHASIS.get(style, Emphasis(0))
        ink = "" if colour is None else f" color: {_rgb(colour)};"
        ink += " font-weight: bold;" if Emphasis.BOLD in traits else ""
        ink += " opacity: .6;" if Emphasis.FAINT in traits else ""
        rules += [f".{_css_class(style)} {{{ink} }}\n"] if ink else []
    return "".join(rules)


def _css_class(style: Style) -> str:
    return style.name.lower().replace("_", "-")


def _rgb(colour: int) -> str:
    """Return the hex code of a colour of xterm's 256-colour cube or grey ramp."""
    assert colour >= 16, "each terminal has its own first 16 colours"
    if colour >= 232:
        return "#" + 3 * f"{8 + 10 * (colour - 232):02x}"
    steps = (colour - 16) // 36, (colour - 16) // 6 % 6, (colour - 16) % 6
    return "#" + "".join(f"{55 + 40 * step if step else 0:02x}" for step in steps)


def _draw_cells(cells: list[_Cell], traits: Emphasis) -> Iterator[str]:
    if Emphasis.REVERSE in traits:
        boxes = [
            _box_path(*_cell_origin(run[0]), len(run) * _CELL_WIDTH, _CELL_HEIGHT)
            for run in _cell_runs(cells)
        ]
        yield f'<path class="full" d="{"".join(boxes)}"/>'
        yield '<g class="over">'
    shapes: dict[str, list[str]] = {"thin": [], "thick": [], "dashed": [], "full": []}
    for run in _cell_runs(cells):
        for text, group in groupby(run, lambda cell: cell.text):
            same_cells = list(group)
            # Join horizontal lines and full blocks along a row into one path.
            pieces = [same_cells] if text in "─━█" else [[cell] for cell in same_cells]
            for piece in pieces:
                name, path = _cell_shape(piece)
                if name:
                    shapes[name].append(path)
    for name, paths in shapes.items():
        if paths:
            yield f'<path class="{name}" d="{"".join(paths)}"/>'
    for run in _cell_runs(cells):
        yield from _text_elements(run)
    if Emphasis.REVERSE in traits:
        yield "</g>"


def _cell_runs(cells: list[_Cell]) -> Iterator[list[_Cell]]:
    run: list[_Cell] = []
    for cell in cells:
        if run and (cell.row, cell.column) != (run[-1].row, run[-1].column + 1):
            yield run
            run = []
        run.append(cell)
    yield run


def _cell_origin(cell: _Cell) -> tuple[float, float]:
    return _MARGIN + cell.column * _CELL_WIDTH, _MARGIN + cell.row * _CELL_HEIGHT


def _cell_shape(piece: list[_Cell]) -> tuple[str, str]:
    """Return the CSS class and path of a drawn character; ("", "") for text."""
    text, (x, y), width = piece[0].text, _cell_origin(piece[0]), len(piece) * _CELL_WIDTH
    if text in _LEFT_BLOCKS[1:]:
        return "full", _box_path(x, y, width * _LEFT_BLOCKS.index(text) / 8, _CELL_HEIGHT)
    if text in _LOWER_BLOCKS[1:]:
        height = _CELL_HEIGHT * _LOWER_BLOCKS.index(text) / 8
        return "full", _box_path(x, y + _CELL_HEIGHT - height, width, height)
    middle, centre = x + width / 2, y + _CELL_HEIGHT / 2
    sides = {
        "l": f"{_num(x)} {_num(centre)}",
        "r": f"{_num(x + width)} {_num(centre)}",
        "u": f"{_num(middle)} {_num(y)}",
        "d": f"{_num(middle)} {_num(y + _CELL_HEIGHT)}",
    }
    for name, lines in (("thin", _THIN), ("thick", _THICK), ("dashed", _DASHED)):
        if text in lines:
            start, end = tuple(lines[text])
            bend = f"{_num(middle)} {_num(centre)}"
            bend = f"Q{bend} " if text in "╭╮╯╰" else f"L{bend}L"
            return name, f"M{sides[start]}{bend}{sides[end]}"
    return "", ""


def _box_path(x: float, y: float, width: float, height: float) -> str:
    return f"M{_num(x)} {_num(y)}h{_num(width)}v{_num(height)}h{_num(-width)}z"


def _text_elements(run: list[_Cell]) -> Iterator[str]:
    """Yield a text element for each run of ASCII words, and for each other character of text."""
    row = "".join(cell.text if cell.text.isascii() else "\0" for cell in run)
    for words in re.finditer(r"[^\0\s]+(?: [^\0\s]+)*", row):
        x, y = _cell_origin(run[words.start()])
        length = len(words[0]) * _CELL_WIDTH
        attributes = f'x="{_num(x)}" y="{_num(y + _BASELINE)}" textLength="{_num(length)}"'
        yield f"<text {attributes}>{escape(words[0], quote=False)}</text>"
    for cell in run:
        if not cell.text.isascii() and not _cell_shape([cell])[0]:
            x, y = _cell_origin(cell)
            attributes = f'x="{_num(x + _CELL_WIDTH / 2)}" y="{_num(y + _BASELINE)}"'
            yield f'<text class="sign" {attributes}>{cell.text}</text>'


def _num(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
