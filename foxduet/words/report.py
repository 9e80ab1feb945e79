"""Reports: lists of parts, each drawn as rows of a page, or read aloud as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ParamSpec, TypeVar

from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.words.i18n import _, current_language
from foxduet.words.text import (
    Glyphs,
    TextLine,
    Tone,
    as_sentence,
    capitalize_first,
    label_with_value,
    table_lines,
    title_lines,
)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part of a report.

    rows: returns the rows that screens draw.
    sentences: the text that plain mode tells instead.
    """

    rows: Callable[[Glyphs], Sequence[TextLine]] = lambda _glyphs: ()
    sentences: Sequence[str] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A column of a table.

    heading: translated heading of the drawn column.
    cell: returns the text for an item.
    spoken_label: translated name before the cell in a sentence; None leaves the cell out.
    """

    heading: Callable[[], str]
    cell: Callable[[Any], str]
    spoken_label: Callable[[], str] | None = None
    left_aligned: bool = False


GAP = Part(lambda _glyphs: [TextLine("")])


def sentence_part(text: str, tone: Tone = Tone.PLAIN, *, is_spoken: bool = True) -> Part:
    """Return a part of one line, which is drawn and, if ``is_spoken``, read as a sentence."""
    return Part(lambda _glyphs: [TextLine(text, tone)], [as_sentence(text)] if is_spoken else ())


def note_part(text: str) -> Part:
    """Return a remark about the drawing, which is not read aloud."""
    return sentence_part(text, Tone.DIM, is_spoken=False)


def title_part(text: str) -> Part:
    """Return a title, drawn below an empty row."""
    return Part(lambda _glyphs: title_lines(text), [as_sentence(text)])


def table_part(columns: Sequence[Column], items: Sequence[Any], name: Callable[[Any], str]) -> Part:
    """Return a table with a row for each item; a sentence begins with the item's ``name``."""
    cells = [[column.cell(item) for column in columns] for item in items]
    left_columns = {index for index, column in enumerate(columns) if column.left_aligned}
    labels = [(i, column.spoken_label()) for i, column in enumerate(columns) if column.spoken_label]
    sentences = [
        figures_sentence(name(item), [(label, row[index]) for index, label in labels])
        for item, row in zip(items, cells, strict=True)
    ]
    headings = [column.heading() for column in columns]
    return Part(lambda _glyphs: table_lines(headings, cells, left_columns), sentences)


def figures_sentence(label: str, figures: Sequence[tuple[str, str]]) -> str:
    """List named figures after a label, without those that are 0 or missing ("-")."""
    text = ", ".join(label_with_value(*pair) for pair in figures if pair[1] not in ("-", "0"))
    return _("{label}. {both}.").format(label=label, both=capitalize_first(text))


def link_rows(part: Part, entries: Sequence[Any]) -> Part:
    """Return a table whose rows, below the heading, open the ``entries``; it has no sentences."""

    def rows(glyphs: Glyphs) -> list[TextLine]:
        heading, *lines = part.rows(glyphs)
        pairs = zip(lines, entries, strict=False)
        return [heading, *(replace(line, entry=entry) for line, entry in pairs)]

    return Part(rows)


P = ParamSpec("P")
R = TypeVar("R")


def memoize_last(function: Callable[P, R]) -> Callable[P, R]:
    """Cache the last result, for the same arguments (by identity) in the same language."""
    last_key: Any = None
    last: Any = None

    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        nonlocal last_key, last
        keywords = {name: id(value) for name, value in kwargs.items()}
        key = [*map(id, args)], keywords, current_language()
        if last_key != key:
            # Holding the arguments keeps their ids from being reused.
            last_key, last = key, (function(*args, **kwargs), args, kwargs)
        result: R = last[0]
        return result

    return wrapper


@memoize_last
def report_rows(report: Iterable[Part], glyphs: Glyphs) -> list[TextLine]:
    return [row for part in report for row in part.rows(glyphs)]


def report_sentences(report: Iterable[Part]) -> tuple[str, ...]:
    return tuple(sentence for part in report for sentence in part.sentences)
