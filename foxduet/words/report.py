"""A report as a value: each of its parts is drawn as rows of a page, or told as sentences."""

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
    """Rows in some glyphs, and what is told in their place."""

    rows: Callable[[Glyphs], Sequence[TextLine]] = lambda _glyphs: ()
    sentences: Sequence[str] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A column of a table: its heading, its cell in a row, and its name where it is told."""

    heading: Callable[[], str]
    cell: Callable[[Any], str]
    figure: Callable[[], str] | None = None
    left_aligned: bool = False


GAP = Part(lambda _glyphs: [TextLine("")])


def sentence_part(text: str, tone: Tone = Tone.PLAIN, *, aloud: bool = True) -> Part:
    """Return a sentence, or a phrase that is told as one."""
    return Part(lambda _glyphs: [TextLine(text, tone)], [as_sentence(text)] if aloud else ())


def note_part(text: str) -> Part:
    """Return a remark on what is drawn, which is not told."""
    return sentence_part(text, Tone.DIM, aloud=False)


def title_part(text: str) -> Part:
    """Return a title, apart from what stands above it."""
    return Part(lambda _glyphs: title_lines(text), [as_sentence(text)])


def table_part(columns: Sequence[Column], items: Sequence[Any], name: Callable[[Any], str]) -> Part:
    """Return a table of a row for each item, which is told by its name with its figures."""
    cells = [[column.cell(item) for column in columns] for item in items]
    left = {at for at, column in enumerate(columns) if column.left_aligned}
    told = [
        figures_sentence(
            name(item),
            [(one.figure(), cell) for one, cell in zip(columns, row, strict=True) if one.figure],
        )
        for item, row in zip(items, cells, strict=True)
    ]
    headings = [column.heading() for column in columns]
    return Part(lambda _glyphs: table_lines(headings, cells, left), told)


def figures_sentence(label: str, figures: Sequence[tuple[str, str]]) -> str:
    """Say figures, each behind its name, but none of what there is nothing of."""
    said = ", ".join(label_with_value(*one) for one in figures if one[1] not in ("-", "0"))
    return _("{label}. {both}.").format(label=label, both=capitalize_first(said))


def link_rows(part: Part, entries: Sequence[Any]) -> Part:
    """Return a table whose rows are about entries, which can be chosen instead of told."""

    def rows(glyphs: Glyphs) -> list[TextLine]:
        heading, *lines = part.rows(glyphs)
        return [
            heading,
            *(replace(line, entry=one) for line, one in zip(lines, entries, strict=False)),
        ]

    return Part(rows)


P = ParamSpec("P")
R = TypeVar("R")


def memoize_last(function: Callable[P, R]) -> Callable[P, R]:
    """Return a function that makes nothing again while it is given the same, in one language."""
    last: list[Any] = [None, None]

    def made(*given: P.args, **named: P.kwargs) -> R:
        key = (
            [*map(id, given)],
            {name: id(value) for name, value in named.items()},
            current_language(),
        )
        if last[0] != key:
            # What was given is held, so that nothing else can take its place.
            last[:] = key, (function(*given, **named), given, named)
        result: R = last[1][0]
        return result

    return made


@memoize_last
def report_rows(report: Iterable[Part], glyphs: Glyphs) -> list[TextLine]:
    """Return the rows of a report."""
    return [row for part in report for row in part.rows(glyphs)]


def report_sentences(report: Iterable[Part]) -> tuple[str, ...]:
    """Return a report as it is told."""
    return tuple(sentence for part in report for sentence in part.sentences)
