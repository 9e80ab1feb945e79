"""Frames of text with named styles, drawn without a terminal."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from itertools import pairwise


class Style(Enum):
    """What a piece of text is; the terminal decides how that looks."""

    PLAIN = auto()
    DIM = auto()
    STRONG = auto()
    TITLE = auto()
    DOVES = auto()
    ROSES = auto()
    STARS = auto()
    FOX = auto()
    GEM = auto()
    PATH = auto()
    FOREST = auto()
    CHOSEN = auto()
    PROMPT = auto()
    ALERT = auto()


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
class Frame:
    """A finished picture, row by row; each row is as wide as the window."""

    rows: tuple[tuple[Span, ...], ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The text of each row, without blanks at its end."""
        return tuple("".join(span.text for span in row).rstrip() for row in self.rows)


@cache
def cell_width(character: str) -> int:
    """Return how many cells of a terminal ``character`` takes: 0, 1 or 2."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def text_width(text: str) -> int:
    """Return how many cells ``text`` takes."""
    return len(text) if text.isascii() else sum(map(cell_width, text))


def printable(text: str) -> str:
    """Return ``text`` with a ? for each sign that a terminal would obey instead of showing it."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def clipped(text: str, width: int) -> str:
    """Return as much of ``text`` as fits into ``width`` cells."""
    taken = 0
    for at, character in enumerate(text):
        taken += cell_width(character)
        if taken > width:
            return text[:at]
    return text


def wrapped(text: str, width: int) -> list[str]:
    """Return ``text`` in lines of at most ``width`` cells, broken at blanks where there are any."""
    lines: list[str] = []
    for word in _words(text):
        if lines and text_width(lines[-1]) + 1 + text_width(word) <= width:
            lines[-1] += f" {word}"
            continue
        rest = word
        # A line of one cell would never have room for a sign of two.
        while width > 1 and (piece := clipped(rest, width)) != rest:
            lines.append(piece)
            rest = rest[len(piece) :]
        lines.append(rest)
    return lines


def _words(text: str) -> list[str]:
    """Return what no line end may part: words, and numbers with their sign of percent."""
    words: list[str] = []
    for word in text.split():
        if words and word.startswith("%"):
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


class Canvas:
    """A frame in the making; what falls outside of it is cut off."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self._cells = [[" "] * size.columns for _ in range(size.rows)]
        self._styles = [[Style.PLAIN] * size.columns for _ in range(size.rows)]

    def put(self, row: int, column: int, text: str, style: Style = Style.PLAIN) -> None:
        """Write ``text`` from a cell on; control characters, which would misplace it, become ?."""
        if not 0 <= row < self.size.rows:
            return
        cells, styles = self._cells[row], self._styles[row]
        for character in printable(text):
            width = 1 if character.isascii() else cell_width(character)
            if width == 0:
                continue
            if column >= 0 and column + width <= self.size.columns:
                cells[column] = character
                styles[column] = style
                if width == 2:
                    cells[column + 1] = ""
                    styles[column + 1] = style
            column += width

    def put_centred(self, row: int, text: str, style: Style = Style.PLAIN) -> None:
        """Write ``text`` in the middle of a row."""
        self.put(row, (self.size.columns - text_width(text)) // 2, text, style)

    def put_right(self, row: int, column: int, text: str, style: Style = Style.PLAIN) -> None:
        """Write ``text`` so that it ends before ``column``."""
        self.put(row, column - text_width(text), text, style)

    def frame(self) -> Frame:
        """Return the picture as it is now."""
        return Frame(tuple(map(_spans, self._cells, self._styles)))


def _spans(cells: list[str], styles: list[Style]) -> tuple[Span, ...]:
    """Return a row's neighbouring cells of one style together."""
    starts = [at for at, style in enumerate(styles) if at == 0 or style is not styles[at - 1]]
    return tuple(
        Span("".join(cells[start:end]), styles[start])
        for start, end in pairwise([*starts, len(cells)])
    )
