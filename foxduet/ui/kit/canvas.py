"""Frames of text with named styles and themes, drawn without a terminal.

Colours of the terminal's own theme are legible on light and on dark; the other themes bring the
ground that they are legible on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, Flag, auto
from functools import lru_cache
from itertools import groupby
from unicodedata import category

from foxduet.core.errors import JOINERS
from foxduet.core.lazy_dataclass import dataclass
from foxduet.store.settings import SIGN_SETS
from foxduet.ui.kit.keys import LEFT, RIGHT
from foxduet.ui.kit.layouts import sign_of
from foxduet.words.i18n import _, pgettext, to_charset
from foxduet.words.text import (
    ASCII,
    MOST_MARKS,
    UNICODE,
    Alert,
    Glyphs,
    Tone,
    cell_width,
    mark_alert,
    printable,
    signs_in,
    text_width,
    wrap,
    wrap_balanced,
)

WIDTH, _MAX_ROW_WIDTH = 68, 78
"""The columns of what is drawn in the middle of a window."""
_MAX_NOTICE_ROWS = 2
_UNDRAWN = JOINERS | {"\ufe0e", "\ufe0f"}
"""What makes some terminals, and not others, draw signs in more cells or in fewer."""
_CELLS_PER_PLANT = 4
"""How many cells there are for each plant."""


class Style(Enum):
    """What a piece of text is; the terminal decides how that looks."""

    PLAIN = auto()
    DIM = auto()
    STRONG = auto()
    TITLE = auto()
    FIRST_SUIT = auto()
    SECOND_SUIT = auto()
    THIRD_SUIT = auto()
    FIRST_EDGE = auto()
    SECOND_EDGE = auto()
    THIRD_EDGE = auto()
    PIECE = auto()
    PRIZE = auto()
    WAY = auto()
    SCENERY = auto()
    EVENING = auto()
    DUSK = auto()
    CHOSEN = auto()
    PROMPT = auto()
    ALERT = auto()
    GAIN = auto()
    LOSS = auto()


TONE_STYLES: Mapping[Tone, Style] = {
    Tone.PLAIN: Style.PLAIN,
    Tone.DIM: Style.DIM,
    Tone.STRONG: Style.STRONG,
    Tone.TITLE: Style.TITLE,
}
"""How lines of text look by their tone."""

SUIT_STYLES = (Style.FIRST_SUIT, Style.SECOND_SUIT, Style.THIRD_SUIT)
"""How the suits of a game look, in their order."""

EDGE_STYLES = (Style.FIRST_EDGE, Style.SECOND_EDGE, Style.THIRD_EDGE)
"""How the frames of cards look by their suits."""

LIGHT_STYLES = (Style.SCENERY, Style.EVENING, Style.DUSK)
"""How the scenery looks while the light fades."""


class Theme(Enum):
    """Which colours all styles have; by default the terminal's own text and ground."""

    TERMINAL = "terminal"
    FOREST = "forest"
    NIGHT = "night"
    CONTRAST = "contrast"


@dataclass(frozen=True, slots=True)
class Look:
    """How to draw: with which glyphs and colours, and whether pieces are seen moving.

    ``signs`` are those that were asked for, one of SIGN_SETS; ``glyph_sets`` are the glyphs of all of
    these here, none where they cannot be chosen.
    ``keyboard`` is one of the DIGIT_ROWS; anything else leaves it to the player's language.
    """

    glyphs: Glyphs = UNICODE
    animated: bool = True
    theme: Theme = Theme.TERMINAL
    keyboard: str = ""
    signs: str = SIGN_SETS[0]
    glyph_sets: tuple[Glyphs, ...] = ()


@dataclass(frozen=True, slots=True)
class Size:
    """Rows and columns of a window or a piece of one."""

    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Span:
    """Neighbouring cells of one style."""

    text: str
    style: Style


@dataclass(frozen=True, slots=True)
class ClickArea:
    """A part of a picture that can be clicked: ``keys`` choose what is there.

    Where it is chosen already, a click does it.
    """

    row: int
    column: int
    size: Size
    keys: tuple[str, ...]
    is_chosen: bool

    def contains(self, row: int, column: int) -> bool:
        """Return whether a cell is in the area."""
        down, right = row - self.row, column - self.column
        return 0 <= down < self.size.rows and 0 <= right < self.size.columns


@dataclass(frozen=True, slots=True)
class Frame:
    """A finished picture, row by row; each row is as wide as the window.

    ``cursor`` is the row and column that screen magnifiers and braille displays follow.
    """

    rows: tuple[tuple[Span, ...], ...]
    areas: tuple[ClickArea, ...] = ()
    theme: Theme = Theme.TERMINAL
    cursor: tuple[int, int] = (0, 0)

    @property
    def text_rows(self) -> tuple[str, ...]:
        """The text of each row, without blanks at its end."""
        return tuple("".join(span.text for span in row).rstrip() for row in self.rows)

    def area_at(self, row: int, column: int) -> ClickArea | None:
        """Return what a click on a cell chooses, None if there is nothing to choose."""
        return next((area for area in self.areas if area.contains(row, column)), None)


class Canvas:
    """A frame in the making, in the glyphs and colours of a look; what falls outside is cut off."""

    def __init__(self, size: Size, look: Look) -> None:
        self.size, self.glyphs, self.theme = size, look.glyphs, look.theme
        self.keyboard = look.keyboard
        self._cells = [[" "] * size.columns for _ in range(size.rows)]
        self._styles = [[Style.PLAIN] * size.columns for _ in range(size.rows)]
        self._areas: list[ClickArea] = []
        self._cursor: tuple[int, int] | None = None

    def put(self, row: int, column: int, text: str, style: Style = Style.PLAIN) -> None:
        """Write ``text`` from a cell on; control characters, which would misplace it, become ?.

        Names lose their accents where only seven bits are drawn.
        """
        if not 0 <= row < self.size.rows:
            return
        if style is Style.CHOSEN or (style is Style.PROMPT and self._cursor is None):
            self.point(row, column)
        cells, styles = self._cells[row], self._styles[row]
        text = printable(text)
        if text.isascii() or (self.glyphs is not ASCII and _is_narrow(text)):
            # Nearly all that is drawn, much faster than by characters.
            start, end = max(0, column), min(column + len(text), self.size.columns)
            if start < end:
                cells[start:end] = text[start - column : end - column]
                styles[start:end] = [style] * (end - start)
            return
        for sign in signs_in(text):
            width = cell_width(sign[0])
            if width == 0:
                # A mark on nothing would be drawn on what is before it.
                continue
            if column >= 0 and column + width <= self.size.columns:
                cells[column] = self._ascii_fallback(sign, width)
                styles[column] = style
                if width == 2:
                    cells[column + 1] = ""
                    styles[column + 1] = style
            column += width

    def _ascii_fallback(self, sign: str, width: int) -> str:
        letter, marks = sign[0], sign[1:]
        if self.glyphs is not ASCII:
            # Frames and brackets take no marks.
            takes_marks = marks and category(letter)[0] in "LMN"
            drawn = (mark for mark in marks if takes_marks and mark not in _UNDRAWN)
            return letter + "".join(drawn)[:MOST_MARKS]
        return letter if letter.isascii() else to_charset(letter)[:width].ljust(width)

    def put_centred(self, row: int, text: str, style: Style = Style.PLAIN) -> None:
        """Write ``text`` in the middle of a row."""
        self.put(row, (self.size.columns - text_width(text)) // 2, text, style)

    def put_right(self, row: int, column: int, text: str, style: Style = Style.PLAIN) -> None:
        """Write ``text`` so that it ends before ``column``."""
        self.put(row, column - text_width(text), text, style)

    def paste(self, row: int, column: int, other: Canvas, rows: int, first: int = 0) -> None:
        """Copy ``rows`` of another canvas, from its ``first`` on, so that they begin in a cell."""
        width = min(other.size.columns, self.size.columns - column)
        for at in range(rows):
            cells, styles = other._cells[first + at][:width], other._styles[first + at][:width]
            self._cells[row + at][column : column + width] = cells
            self._styles[row + at][column : column + width] = styles

    def add_click_area(
        self, row: int, column: int, size: Size, keys: Sequence[str], *, chosen: bool = False
    ) -> None:
        """Let a click on a part of the picture press ``keys``, or do what is chosen there."""
        self._areas.append(ClickArea(row, column, size, tuple(keys), chosen))

    def point(self, row: int, column: int) -> None:
        """Put the cursor on a cell, where it stays unless something chosen is drawn later.

        Without a call it is on what is chosen, or else on a prompt, or else on a line that stands
        out.
        """
        last = self.size.rows - 1, self.size.columns - 1
        self._cursor = min(max(0, row), last[0]), min(max(0, column), last[1])

    def _first_of(self, *styles: Style) -> tuple[int, int]:
        """Return the first cell with text of the first style that is there, or else the corner."""
        for style in styles:
            for row, in_row in enumerate(self._styles):
                for column, cell in enumerate(self._cells[row]):
                    if in_row[column] is style and not cell.isspace():
                        return row, column
        return 0, 0

    def frame(self) -> Frame:
        """Return the picture as it is now."""
        rows = tuple(map(_spans, self._cells, self._styles))
        cursor = self._cursor or self._first_of(Style.STRONG, Style.TITLE, *Style)
        return Frame(rows, tuple(self._areas), self.theme, cursor)


@lru_cache(1024)
def _is_narrow(text: str) -> bool:
    return all(cell_width(character) == 1 for character in text)


def _spans(cells: list[str], styles: list[Style]) -> tuple[Span, ...]:
    spans: list[Span] = []
    start = 0
    for style, same in groupby(styles):
        end = start + len(list(same))
        spans.append(Span("".join(cells[start:end]), style))
        start = end
    return tuple(spans)


def draw_undergrowth(
    canvas: Canvas, row: int, column: int, width: int, style: Style = Style.SCENERY, height: int = 1
) -> None:
    """Draw a strip of undergrowth, the same each time it is drawn in a row.

    Trees may rise up to ``height`` rows, of which ``row`` is the lowest.
    """
    plants, at = [one for one in canvas.glyphs.undergrowth if len(one) <= height], 0
    while at < width:
        draw = ((at + 1) * 2654435761 ^ (row + 1) * 2246822519) % 2**32
        draw = (draw ^ draw >> 15) * 739982445 % 2**32 >> 12
        if draw % _CELLS_PER_PLANT:
            at += 1
            continue
        plant = plants[draw // _CELLS_PER_PLANT % len(plants)]
        if at + len(plant[0]) <= width:
            for up, piece in enumerate(reversed(plant)):
                canvas.put(row - up, column + at, piece, style)
        at += len(plant[0])


def draw_clearing(canvas: Canvas, rows: int) -> int:
    """Draw two strips of undergrowth, ``rows`` in all; return the row of the upper one."""
    size = canvas.size
    top, left = (size.rows - rows) // 2, (size.columns - WIDTH) // 2
    for row in (top, top + rows - 1):
        draw_undergrowth(canvas, row, left, WIDTH)
    return top


def notice_style(notice: str) -> Style:
    """Return how news look: only what may be lost is of the colour of danger."""
    return Style.ALERT if isinstance(notice, Alert) else Style.STRONG


def draw_notice(canvas: Canvas, row: int, notice: str, footer: str) -> None:
    """Write news above the keys of a menu; long news take a row more, and the keys the next."""
    rows = wrap(mark_alert(notice), _MAX_ROW_WIDTH)
    style = notice_style(notice)
    if len(rows) > _MAX_NOTICE_ROWS:
        rows[_MAX_NOTICE_ROWS - 1 :] = [
            f"{wrap(rows[_MAX_NOTICE_ROWS - 1], _MAX_ROW_WIDTH - 4)[0]} ..."
        ]
    for at, text in enumerate(rows):
        canvas.put_centred(row + at, text, style)
    below = row + max(1, len(rows))
    canvas.put(below, 0, " " * canvas.size.columns)
    canvas.put_centred(below, footer, Style.DIM)


def draw_button(
    canvas: Canvas,
    row: int,
    column: int,
    key: str,
    label: str,
    *,
    chosen: bool,
    click: Sequence[str] | None = None,
) -> int:
    """Draw an option with the key that chooses it; return the column after it.

    A click presses the keys ``click`` where the key would do more than choose.
    """
    name = _button_label(sign_of(key, canvas.keyboard), label)
    text = f"[{name}]" if chosen else f" {name} "
    canvas.put(row, column, text, Style.CHOSEN if chosen else Style.PLAIN)
    width = text_width(text)
    canvas.add_click_area(
        row, column, Size(1, width), key if click is None else click, chosen=chosen
    )
    return column + width + 1


def draw_buttons(
    canvas: Canvas,
    row: int,
    labels: list[str],
    keys: str,
    chosen: int | None,
    column: int | None = None,
    clicks: Sequence[str] | None = None,
) -> None:
    """Draw options, from ``column`` on or in the middle; ``chosen``, from 0, if any.

    Those that find no room in the row are in the next one. ``clicks`` are the keys that a click
    on them presses where ``keys`` would do more than choose.
    """
    for row_of_labels in _split_into_rows(labels):
        start = (
            canvas.size.columns + 1 - sum(_button_width(labels[at]) for at in row_of_labels)
        ) // 2
        start = start if column is None else column
        for at in row_of_labels:
            click = None if clicks is None else (clicks[at],)
            start = draw_button(
                canvas, row, start, keys[at], labels[at], chosen=at == chosen, click=click
            )
        row += 1


def count_button_rows(labels: list[str]) -> int:
    """Return in how many rows options are drawn."""
    return len(_split_into_rows(labels))


def _button_width(label: str) -> int:
    """Return the cells of an option with its key, and with a gap behind it."""
    return text_width(_button_label(" ", label)) + 3


def _button_label(key: str, label: str) -> str:
    # Translators: an option with the key that chooses it, such as "1: Play again"
    return _("{key}: {label}").format(key=key, label=label)


def _split_into_rows(labels: list[str]) -> list[list[int]]:
    rows: list[list[int]] = []
    room = 0
    for at, label in enumerate(labels):
        room -= _button_width(label)
        if room < 0:
            rows.append([])
            # The last option of a row needs no gap.
            room = _MAX_ROW_WIDTH + 1 - _button_width(label)
        rows[-1].append(at)
    return rows


def no_yes_keys() -> str:
    """Return the letters of no and yes in the player's language."""
    # Translators: the letter to type for "no", and then the one for "yes"
    return pgettext("key", "n") + pgettext("key", "y")


def draw_question(
    canvas: Canvas, question: str, answers: tuple[str, str], *, yes: bool | None
) -> int:
    """Draw a question with its answers, no before yes, of which one may be chosen.

    Returns the row below.

    Nothing stays on the screen behind it.
    """
    top = draw_clearing(canvas, 10)
    for row, line in enumerate(wrap_balanced(question, 60)):
        canvas.put_centred(top + 2 + row, line, Style.STRONG)
    column = (canvas.size.columns + 1 - sum(map(_button_width, answers))) // 2
    draw_buttons(canvas, top + 7, [*answers], no_yes_keys(), yes, column, clicks=(LEFT, RIGHT))
    return top + 11


class BasicColour(Enum):
    """One of the 8 colours that nearly every terminal has, whatever number it gives them."""

    BLACK = auto()
    RED = auto()
    GREEN = auto()
    YELLOW = auto()
    MAGENTA = auto()
    CYAN = auto()
    WHITE = auto()


class Emphasis(Flag):
    """What makes text stand out, or step back, with colours or without."""

    BOLD = auto()
    FAINT = auto()
    REVERSE = auto()


EMPHASIS: Mapping[Style, Emphasis] = {
    **dict.fromkeys(
        (Style.STRONG, Style.TITLE, *SUIT_STYLES, Style.PIECE, Style.PRIZE), Emphasis.BOLD
    ),
    **dict.fromkeys((Style.PROMPT, Style.ALERT, Style.GAIN), Emphasis.BOLD),
    Style.DIM: Emphasis.FAINT,
    Style.CHOSEN: Emphasis.BOLD | Emphasis.REVERSE,
}
"""The traits of styles that have any, in all themes; a colour takes the place of FAINT."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme; a style without one has the colour of the terminal's text.

    ``colours_256`` are of 256 colours, and ``plain`` of 8; the grounds are the terminal's where they
    are None.
    """

    colours_256: Mapping[Style, int]
    colours_8: Mapping[Style, BasicColour]
    background_256: int | None = None
    background_8: BasicColour | None = None


_BACKGROUNDS = {Theme.TERMINAL: None, Theme.FOREST: 230, Theme.NIGHT: 234, Theme.CONTRAST: 16}
_COLOURS: Mapping[Style, tuple[tuple[int | None, ...], BasicColour | None]] = {
    Style.PLAIN: ((None, 236, 252, 231), None),
    Style.DIM: ((None, 240, 245, 248), None),
    Style.STRONG: ((None, 234, 255, 231), None),
    Style.TITLE: ((65, 22, 108, 120), BasicColour.GREEN),
    Style.FIRST_SUIT: ((32, 25, 110, 51), BasicColour.CYAN),
    Style.SECOND_SUIT: ((168, 125, 175, 219), BasicColour.MAGENTA),
    Style.THIRD_SUIT: ((136, 94, 179, 226), BasicColour.YELLOW),
    Style.FIRST_EDGE: ((32, 25, 110, 51), BasicColour.CYAN),
    Style.SECOND_EDGE: ((168, 125, 175, 219), BasicColour.MAGENTA),
    Style.THIRD_EDGE: ((136, 94, 179, 226), BasicColour.YELLOW),
    Style.PIECE: ((166, 130, 215, 214), BasicColour.YELLOW),
    Style.PRIZE: ((160, 160, 210, 217), BasicColour.RED),
    Style.WAY: ((137, 95, 144, 231), BasicColour.YELLOW),
    Style.SCENERY: ((65, 28, 71, 120), BasicColour.GREEN),
    Style.EVENING: ((101, 58, 73, 120), BasicColour.GREEN),
    Style.DUSK: ((67, 60, 68, 120), BasicColour.GREEN),
    Style.CHOSEN: ((None, 22, 222, 231), None),
    Style.PROMPT: ((None, 234, 255, 231), None),
    Style.ALERT: ((160, 160, 210, 217), BasicColour.RED),
    Style.GAIN: ((28, 28, 114, 120), BasicColour.GREEN),
    Style.LOSS: ((67, 60, 110, 159), BasicColour.CYAN),
}
"""The colours of each style in these themes, of 256, and the one of 8."""

_BASIC_COLOURS = {style: plain for style, (_rich, plain) in _COLOURS.items() if plain is not None}
# Red on black is hard to read.
_COLOURS_ON_BLACK = {
    style: BasicColour.YELLOW if plain is BasicColour.RED else plain or BasicColour.WHITE
    for style, (_rich, plain) in _COLOURS.items()
}

PALETTES: Mapping[Theme, Palette] = {
    theme: Palette(
        {style: one for style, (rich, _plain) in _COLOURS.items() if (one := rich[at]) is not None},
        *(
            (_COLOURS_ON_BLACK, ground, BasicColour.BLACK)
            if theme is Theme.CONTRAST
            else (_BASIC_COLOURS, ground)
        ),
    )
    for at, (theme, ground) in enumerate(_BACKGROUNDS.items())
}
