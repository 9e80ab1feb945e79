"""Drawing text with named styles into frames, without a terminal; styles, themes and palettes.

The terminal's own colours are legible on light and dark backgrounds; the other themes set a
background of their own.
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
    MAX_MARKS,
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
"""Columns of centred screens, and of the widest row of text or buttons."""
_MAX_NOTICE_ROWS = 2
_UNDRAWN = JOINERS | {"\ufe0e", "\ufe0f"}
"""Characters that change the width of others in some terminals only."""
_CELLS_PER_PLANT = 4
"""Mean distance between plants, in cells."""


class Style(Enum):
    """The role of a piece of text; the terminal maps it to colours and attributes."""

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

SUIT_STYLES = (Style.FIRST_SUIT, Style.SECOND_SUIT, Style.THIRD_SUIT)
"""Styles of a game's suits, in order."""

EDGE_STYLES = (Style.FIRST_EDGE, Style.SECOND_EDGE, Style.THIRD_EDGE)
"""Styles of card frames, by suit."""

LIGHT_STYLES = (Style.SCENERY, Style.EVENING, Style.DUSK)
"""Styles of the scenery as the light fades."""


class Theme(Enum):
    """A colour scheme; TERMINAL uses the terminal's own foreground and background."""

    TERMINAL = "terminal"
    FOREST = "forest"
    NIGHT = "night"
    CONTRAST = "contrast"


@dataclass(frozen=True, slots=True)
class Look:
    """How to draw: glyphs, theme, and whether pieces move.

    signs: the name of the glyph set, from SIGN_SETS.
    glyph_sets: the sets to choose from; empty if the player cannot choose.
    keyboard: a key of DIGIT_ROWS; anything else means the usual keyboard of the player's language.
    """

    glyphs: Glyphs = UNICODE
    animated: bool = True
    theme: Theme = Theme.TERMINAL
    keyboard: str = ""
    signs: str = SIGN_SETS[0]
    glyph_sets: tuple[Glyphs, ...] = ()


@dataclass(frozen=True, slots=True)
class Size:
    """Size of a window or part of one, in cells."""

    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Span:
    """Adjacent cells with the same style."""

    text: str
    style: Style


@dataclass(frozen=True, slots=True)
class ClickArea:
    """Part of a frame where a click presses ``keys``, or Enter if its item is selected."""

    row: int
    column: int
    size: Size
    keys: tuple[str, ...]
    is_chosen: bool

    def contains(self, row: int, column: int) -> bool:
        down, right = row - self.row, column - self.column
        return 0 <= down < self.size.rows and 0 <= right < self.size.columns


@dataclass(frozen=True, slots=True)
class Frame:
    """A finished picture; each row fills the width of the window.

    cursor: row and column of the selection, which screen magnifiers and braille displays follow.
    """

    rows: tuple[tuple[Span, ...], ...]
    areas: tuple[ClickArea, ...] = ()
    theme: Theme = Theme.TERMINAL
    cursor: tuple[int, int] = (0, 0)

    @property
    def text_rows(self) -> tuple[str, ...]:
        """The text of each row, without trailing blanks."""
        return tuple("".join(span.text for span in row).rstrip() for row in self.rows)

    def area_at(self, row: int, column: int) -> ClickArea | None:
        """Return the clickable area at a cell, or None."""
        return next((area for area in self.areas if area.contains(row, column)), None)


class Canvas:
    """A frame being drawn; text outside it is clipped."""

    def __init__(self, size: Size, look: Look) -> None:
        self.size, self.glyphs, self.theme = size, look.glyphs, look.theme
        self.keyboard = look.keyboard
        self._cells = [[" "] * size.columns for _ in range(size.rows)]
        self._styles = [[Style.PLAIN] * size.columns for _ in range(size.rows)]
        self._areas: list[ClickArea] = []
        self._cursor: tuple[int, int] | None = None

    def put(self, row: int, column: int, text: str, style: Style = Style.PLAIN) -> None:
        """Write ``text`` starting at a cell; control characters become "?".

        With ASCII glyphs, accents are removed and other characters replaced.
        """
        if not 0 <= row < self.size.rows:
            return
        if style is Style.CHOSEN or (style is Style.PROMPT and self._cursor is None):
            self.point(row, column)
        cells, styles = self._cells[row], self._styles[row]
        text = printable(text)
        if text.isascii() or (self.glyphs is not ASCII and _is_narrow(text)):
            # Fast path for text without wide characters: nearly everything.
            start, end = max(0, column), min(column + len(text), self.size.columns)
            if start < end:
                cells[start:end] = text[start - column : end - column]
                styles[start:end] = [style] * (end - start)
            return
        for sign in signs_in(text):
            width = cell_width(sign[0])
            if width == 0:
                # A mark without a letter would be drawn on the character before it.
                continue
            if column >= 0 and column + width <= self.size.columns:
                cells[column] = self._cell_text(sign, width)
                styles[column] = style
                if width == 2:
                    cells[column + 1] = ""
                    styles[column + 1] = style
            column += width

    def _cell_text(self, sign: str, width: int) -> str:
        letter, marks = sign[0], sign[1:]
        if self.glyphs is ASCII:
            return letter if letter.isascii() else to_charset(letter)[:width].ljust(width)
        # Frames and brackets take no marks.
        takes_marks = marks and category(letter)[0] in "LMN"
        drawn = (mark for mark in marks if takes_marks and mark not in _UNDRAWN)
        return letter + "".join(drawn)[:MAX_MARKS]

    def put_centred(self, row: int, text: str, style: Style = Style.PLAIN) -> None:
        self.put(row, (self.size.columns - text_width(text)) // 2, text, style)

    def put_right(self, row: int, column: int, text: str, style: Style = Style.PLAIN) -> None:
        """Write ``text`` so that it ends just before ``column``."""
        self.put(row, column - text_width(text), text, style)

    def paste(self, row: int, column: int, other: Canvas, rows: int, first: int = 0) -> None:
        """Copy ``rows`` rows of another canvas, from its row ``first``, to a cell."""
        width = min(other.size.columns, self.size.columns - column)
        for target, source in zip(range(row, row + rows), range(first, first + rows), strict=True):
            self._cells[target][column : column + width] = other._cells[source][:width]
            self._styles[target][column : column + width] = other._styles[source][:width]

    def add_click_area(
        self, row: int, column: int, size: Size, keys: Sequence[str], *, chosen: bool = False
    ) -> None:
        """Make a part of the frame clickable; see ``ClickArea``."""
        self._areas.append(ClickArea(row, column, size, tuple(keys), chosen))

    def point(self, row: int, column: int) -> None:
        """Put the cursor on a cell, until a selected item is drawn.

        By default the cursor is on the selected item. Without one it is on the prompt, and without
        a prompt on the first line with emphasis.
        """
        last = self.size.rows - 1, self.size.columns - 1
        self._cursor = min(max(0, row), last[0]), min(max(0, column), last[1])

    def frame(self) -> Frame:
        """Return the picture drawn so far."""
        rows: list[tuple[Span, ...]] = []
        for cells, styles in zip(self._cells, self._styles, strict=True):
            spans, start = list[Span](), 0
            for style, same in groupby(styles):
                end = start + len(list(same))
                spans.append(Span("".join(cells[start:end]), style))
                start = end
            rows.append(tuple(spans))
        cursor = self._cursor or next(
            (
                (row, column)
                for wanted in (Style.STRONG, Style.TITLE, *Style)
                for row, styles in enumerate(self._styles)
                for column, style in enumerate(styles)
                if style is wanted and not self._cells[row][column].isspace()
            ),
            (0, 0),
        )
        return Frame(tuple(rows), tuple(self._areas), self.theme, cursor)


@lru_cache(1024)
def _is_narrow(text: str) -> bool:
    return all(cell_width(character) == 1 for character in text)


def draw_undergrowth(
    canvas: Canvas, row: int, column: int, width: int, style: Style = Style.SCENERY, height: int = 1
) -> None:
    """Draw a strip of undergrowth whose pattern depends only on the row.

    Plants are up to ``height`` rows high; ``row`` is the lowest row.
    """
    plants, at = [plant for plant in canvas.glyphs.undergrowth if len(plant) <= height], 0
    while at < width:
        noise = ((at + 1) * 2654435761 ^ (row + 1) * 2246822519) % 2**32
        noise = (noise ^ noise >> 15) * 739982445 % 2**32 >> 12
        if noise % _CELLS_PER_PLANT:
            at += 1
            continue
        plant = plants[noise // _CELLS_PER_PLANT % len(plants)]
        if at + len(plant[0]) <= width:
            for up, piece in enumerate(reversed(plant)):
                canvas.put(row - up, column + at, piece, style)
        at += len(plant[0])


def draw_clearing(canvas: Canvas, rows: int) -> int:
    """Draw two strips of undergrowth that span ``rows`` rows; return the row of the upper strip."""
    size = canvas.size
    top, left = (size.rows - rows) // 2, (size.columns - WIDTH) // 2
    for row in (top, top + rows - 1):
        draw_undergrowth(canvas, row, left, WIDTH)
    return top


def notice_style(notice: str) -> Style:
    """Return the style of a notice: only warnings of possible loss use the alert colour."""
    return Style.ALERT if isinstance(notice, Alert) else Style.STRONG


def draw_notice(canvas: Canvas, row: int, notice: str, footer: str) -> None:
    """Draw a notice with the footer below it; longer notices push the footer down one row."""
    rows = wrap(mark_alert(notice), _MAX_ROW_WIDTH)
    style = notice_style(notice)
    if len(rows) > _MAX_NOTICE_ROWS:
        last = rows[_MAX_NOTICE_ROWS - 1]
        rows[_MAX_NOTICE_ROWS - 1 :] = [f"{wrap(last, _MAX_ROW_WIDTH - 4)[0]} ..."]
    for index, text in enumerate(rows, row):
        canvas.put_centred(index, text, style)
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
    """Draw a button labelled with its key; return the next free column.

    A click presses ``click`` instead of ``key`` if the key would do more than select.
    """
    name = _button_label(sign_of(key, canvas.keyboard), label)
    text = f"[{name}]" if chosen else f" {name} "
    canvas.put(row, column, text, Style.CHOSEN if chosen else Style.PLAIN)
    width = text_width(text)
    click = key if click is None else click
    canvas.add_click_area(row, column, Size(1, width), click, chosen=chosen)
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
    """Draw buttons from ``column``, or centred, wrapping into further rows.

    ``chosen`` is the index of the selected button. ``clicks``, if given, are the keys that clicks
    press.
    """
    for indices in _split_into_rows(labels):
        width = sum(_button_width(labels[index]) for index in indices)
        start = (canvas.size.columns + 1 - width) // 2 if column is None else column
        for index in indices:
            click = None if clicks is None else (clicks[index],)
            key, label, is_chosen = keys[index], labels[index], index == chosen
            start = draw_button(canvas, row, start, key, label, chosen=is_chosen, click=click)
        row += 1


def count_button_rows(labels: list[str]) -> int:
    """Return the number of rows that ``draw_buttons`` takes."""
    return len(_split_into_rows(labels))


def _button_width(label: str) -> int:
    """Return the width of a button, with the gap after it."""
    return text_width(_button_label(" ", label)) + 3


def _button_label(key: str, label: str) -> str:
    # Translators: an option with the key that chooses it, such as "1: Play again"
    return _("{key}: {label}").format(key=key, label=label)


def _split_into_rows(labels: list[str]) -> list[list[int]]:
    rows: list[list[int]] = []
    room = 0
    for index, label in enumerate(labels):
        room -= _button_width(label)
        if room < 0:
            rows.append([])
            # The last button of a row needs no gap.
            room = _MAX_ROW_WIDTH + 1 - _button_width(label)
        rows[-1].append(index)
    return rows


def no_yes_keys() -> str:
    """Return the letters for no and yes in the player's language, in that order."""
    # Translators: the letter to type for "no", and then the one for "yes"
    return pgettext("key", "n") + pgettext("key", "y")


def draw_question(
    canvas: Canvas, question: str, answers: tuple[str, str], *, yes: bool | None
) -> int:
    """Draw a question with its answers (no, yes) on a blank screen; return the row below."""
    top = draw_clearing(canvas, 10)
    for row, line in enumerate(wrap_balanced(question, 60)):
        canvas.put_centred(top + 2 + row, line, Style.STRONG)
    column = (canvas.size.columns + 1 - sum(map(_button_width, answers))) // 2
    draw_buttons(canvas, top + 7, [*answers], no_yes_keys(), yes, column, clicks=(LEFT, RIGHT))
    return top + 11


class BasicColour(Enum):
    """Standard colours of terminals, by name: their numbers differ between terminals."""

    BLACK = auto()
    RED = auto()
    GREEN = auto()
    YELLOW = auto()
    BLUE = auto()
    MAGENTA = auto()
    CYAN = auto()
    WHITE = auto()


class Emphasis(Flag):
    """Text attributes, used with and without colours."""

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
"""Attributes of the styles that have any, in all themes; a coloured style is never FAINT."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme, for terminals with 256 and with 8 colours.

    Missing styles and backgrounds of None are the terminal's own.
    """

    colours_256: Mapping[Style, int]
    colours_8: Mapping[Style, BasicColour]
    background_256: int | None = None
    background_8: BasicColour | None = None


_BACKGROUNDS: Mapping[Theme, tuple[int | None, BasicColour | None]] = {
    Theme.TERMINAL: (None, None),
    Theme.FOREST: (230, BasicColour.WHITE),
    Theme.NIGHT: (234, BasicColour.BLACK),
    Theme.CONTRAST: (16, BasicColour.BLACK),
}
_RED, _GREEN, _YELLOW = BasicColour.RED, BasicColour.GREEN, BasicColour.YELLOW
_BLUE, _MAGENTA, _CYAN = BasicColour.BLUE, BasicColour.MAGENTA, BasicColour.CYAN
_BLACK, _WHITE = BasicColour.BLACK, BasicColour.WHITE
_COLOURS: Mapping[Style, tuple[tuple[int | None, ...], tuple[BasicColour | None, ...]]] = {
    Style.PLAIN: ((None, 236, 252, 231), (None, _BLACK, _WHITE, _WHITE)),
    Style.DIM: ((None, 240, 245, 248), (None, _BLACK, _WHITE, _WHITE)),
    Style.STRONG: ((None, 234, 255, 231), (None, _BLUE, _WHITE, _WHITE)),
    Style.TITLE: ((29, 22, 108, 120), (None, _BLUE, _GREEN, _GREEN)),
    Style.FIRST_SUIT: ((32, 25, 110, 51), (None, _BLUE, _CYAN, _CYAN)),
    Style.SECOND_SUIT: ((168, 125, 175, 219), (None, _MAGENTA, _MAGENTA, _MAGENTA)),
    Style.THIRD_SUIT: ((136, 94, 179, 226), (None, _RED, _YELLOW, _YELLOW)),
    Style.FIRST_EDGE: ((32, 25, 110, 51), (None, _BLUE, _CYAN, _CYAN)),
    Style.SECOND_EDGE: ((168, 125, 175, 219), (_MAGENTA, _MAGENTA, _MAGENTA, _MAGENTA)),
    Style.THIRD_EDGE: ((136, 94, 179, 226), (_RED, _RED, _YELLOW, _YELLOW)),
    Style.PIECE: ((166, 130, 215, 214), (None, _RED, _YELLOW, _YELLOW)),
    Style.PRIZE: ((160, 160, 210, 217), (None, _RED, _RED, _YELLOW)),
    Style.WAY: ((137, 95, 144, 231), (None, _BLACK, _YELLOW, _YELLOW)),
    Style.SCENERY: ((65, 28, 71, 120), (None, _BLACK, _GREEN, _GREEN)),
    Style.EVENING: ((101, 58, 73, 120), (None, _BLACK, _GREEN, _GREEN)),
    Style.DUSK: ((67, 60, 68, 120), (None, _BLUE, _GREEN, _GREEN)),
    Style.CHOSEN: ((None, 22, 222, 231), (None, _BLUE, _WHITE, _WHITE)),
    Style.PROMPT: ((None, 234, 255, 231), (None, _BLACK, _WHITE, _WHITE)),
    Style.ALERT: ((131, 160, 210, 217), (None, _RED, _YELLOW, _YELLOW)),
    Style.GAIN: ((29, 28, 114, 120), (None, _BLUE, _GREEN, _GREEN)),
    Style.LOSS: ((63, 60, 110, 159), (None, _BLUE, _CYAN, _CYAN)),
}
"""For each style its colours in each theme, of 256 and of 8.

Text without a ground must be legible on white and on black, as few colours of 256 are.
"""

PALETTES: Mapping[Theme, Palette] = {
    theme: Palette(
        {style: ink for style, (rich, _few) in _COLOURS.items() if (ink := rich[at]) is not None},
        {style: hue for style, (_rich, few) in _COLOURS.items() if (hue := few[at]) is not None},
        *grounds,
    )
    for at, (theme, grounds) in enumerate(_BACKGROUNDS.items())
}
