"""Text measured in the cells of a terminal, and lines of text for pages and reports."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence, Set
from enum import Enum, auto
from functools import cache
from typing import TYPE_CHECKING, TypeAlias, assert_never

from foxduet.core.frozen import dataclass
from foxduet.words.i18n import _

if TYPE_CHECKING:
    from foxduet.store.entries import Entry


@dataclass(frozen=True, slots=True)
class Example:
    """Lines that are shown as they stand: something to type, a file, a table, a picture."""

    text: str


@dataclass(frozen=True, slots=True)
class Pairs:
    """Terms in a column, such as keys, options or files, each with its meaning."""

    rows: tuple[tuple[str, str], ...]


Item: TypeAlias = str | Pairs | Example
"""A piece of a section; a text is a paragraph."""

Sections: TypeAlias = tuple[tuple[str, tuple[Item, ...]], ...]
"""Titles, each with what stands below it, in the player's language."""

_GAP, _WIDEST_TABLE = "  ", 75
_WIDEST_TERM = 24
"""Cells of a term that has its meaning beside it, not below."""
# No line break may split a number from its percent sign, nor words with such a blank between.
_WORD = re.compile(r"[^ \t\n]+(?: %[^ \t\n]*)*")
NO_BREAK = "\u00a0\u202f"
"""Blanks at which no line is broken, as French has them before some signs."""


class Tone(Enum):
    """How a line stands out from others; the screens decide how that looks."""

    PLAIN = auto()
    DIM = auto()
    STRONG = auto()
    TITLE = auto()


@dataclass(frozen=True, slots=True)
class TextLine:
    """A row of a page; ``tone`` holds for all of it, and ``entry`` is the game it is about."""

    text: str
    tone: Tone = Tone.PLAIN
    entry: Entry | None = None


@cache
def cell_width(character: str) -> int:
    """Return how many cells of a terminal ``character`` takes: 0, 1 or 2."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def text_width(text: str) -> int:
    """Return how many cells ``text`` takes."""
    return len(text) if text.isascii() else sum(map(cell_width, text))


def capitalised(text: str) -> str:
    """Return ``text`` as a sentence begins."""
    return text[:1].upper() + text[1:]


def as_sentence(text: str) -> str:
    """Return a title or a phrase as a sentence ends."""
    return text if text.endswith(("?", "!", ".")) else f"{text}."


def with_figure(label: str | int, figure: str | int) -> str:
    """Name something, and its figure."""
    return _("{label}: {count}").format(label=label, count=figure)


def printable(text: str) -> str:
    """Return ``text`` with a ? for each character that is a command to a terminal."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in NO_BREAK else "?" for sign in text)


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
    for word in _WORD.findall(text):
        if lines and text_width(lines[-1]) + 1 + text_width(word) <= width:
            lines[-1] += f" {word}"
            continue
        rest = word
        # A line of one cell would never have room for a character of two.
        while width > 1 and (piece := clipped(rest, width)) != rest:
            lines.append(piece)
            rest = rest[len(piece) :]
        lines.append(rest)
    return lines


def balanced(text: str, width: int) -> list[str]:
    """Return ``text`` wrapped to as few lines, of about the same length: no word stands alone."""
    rows = wrapped(text, width)
    longest = max(map(text_width, _WORD.findall(text)), default=0)
    narrower = (wrapped(text, at) for at in range(longest, width))
    return next((one for one in narrower if len(one) <= len(rows)), rows)


def key_lines(title: str, meanings: Sequence[tuple[str, str]], width: int) -> list[TextLine]:
    """Return keys, each with what it does, below a title; all are translated already."""
    column = max(text_width(key) for key, _meaning in meanings) + 2
    lines = [TextLine(title, Tone.TITLE)]
    for key, meaning in meanings:
        first, *further = wrapped(meaning, width - column)
        lines.append(TextLine(f"  {key}{' ' * (column - text_width(key))}{first}"))
        lines += [TextLine(f"  {' ' * column}{row}") for row in further]
    return lines


def titled(title: str) -> tuple[TextLine, TextLine]:
    """Return a title, apart from what stands above it."""
    return TextLine(""), TextLine(title, Tone.TITLE)


def section_lines(sections: Sections, width: int) -> list[TextLine]:
    """Return sections, wrapped to ``width`` columns."""
    lines: list[TextLine] = []
    for title, items in sections:
        lines += titled(title)
        lines += [TextLine(f"  {row}") for item in items for row in item_rows(item, width - 2)]
    return lines


def item_rows(item: Item, width: int) -> list[str]:
    """Return a piece of a section, wrapped to ``width`` columns; an example keeps its lines."""
    match item:
        case str(paragraph):
            return wrapped(paragraph, width)
        case Example(text):
            return [f"  {row}" for row in text.splitlines()]
        case Pairs(pairs):
            return _pair_rows(pairs, width)
        case _:
            assert_never(item)


def _pair_rows(pairs: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Return a column of terms with their meanings beside them, or below a long term."""
    widths = [text_width(term) for term, _meaning in pairs]
    column = 2 + max((one for one in widths if one <= _WIDEST_TERM), default=2)
    rows: list[str] = []
    for (term, meaning), own in zip(pairs, widths, strict=True):
        meanings = wrapped(meaning, max(1, width - column))
        is_short = own + 2 <= column
        rows.append(f"{term}{' ' * (column - own)}{meanings.pop(0)}" if is_short else term)
        rows += [f"{' ' * column}{row}" for row in meanings]
    return rows


def table_lines(
    headings: Sequence[str], rows: list[list[str]], left: Set[int] = frozenset()
) -> list[TextLine]:
    """Line columns up, each as wide as its widest cell; those not at the ``left`` to the right.

    The headings come first. All are translated already.
    """
    cells = [[*headings], *rows]
    widths = [max(map(text_width, column)) for column in zip(*cells, strict=True)]
    # The columns are closer together where they would not fit otherwise.
    gap = _GAP if sum(widths) + len(_GAP) * (len(widths) - 1) <= _WIDEST_TABLE else " "
    lines: list[TextLine] = []
    for row in cells:
        padding = [
            " " * (width - text_width(cell)) for cell, width in zip(row, widths, strict=True)
        ]
        padded = [
            f"{cell}{blanks}" if at in left else f"{blanks}{cell}"
            for at, (cell, blanks) in enumerate(zip(row, padding, strict=True))
        ]
        lines.append(TextLine(gap.join(padded).rstrip(), Tone.PLAIN if lines else Tone.DIM))
    return lines
