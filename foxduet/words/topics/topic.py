"""A topic of the program's help: sections of text under a name that is easy to type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, assert_never

from foxduet.core.frozen import dataclass
from foxduet.words.i18n import _, pgettext
from foxduet.words.text import Example, text_width, wrapped

_INDENT = "    "
_WIDEST_TERM = 24
"""Cells of a term that has its meaning beside it, not below."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Keys, options or files in a column, each with what it is."""

    rows: tuple[tuple[str, str], ...]

    def translated(self) -> list[tuple[str, str]]:
        """Return the rows in the player's language."""
        return [(_(term), _(meaning)) for term, meaning in self.rows]


@dataclass(frozen=True, slots=True)
class Fields(Pairs):
    """Names that are the same in every language, such as keys of JSON, each with what it is."""

    def translated(self) -> list[tuple[str, str]]:
        """Return the rows with their meanings in the player's language."""
        return [(term, _(meaning)) for term, meaning in self.rows]


@dataclass(frozen=True, slots=True)
class Said(Pairs):
    """Words that are said to the program where all is told in words, each with what it does."""

    def translated(self) -> list[tuple[str, str]]:
        """Return the rows in the player's language, with the words that the program understands."""
        return [(pgettext("command", word), _(meaning)) for word, meaning in self.rows]


Item: TypeAlias = str | Pairs | Example
"""A piece of a section; a text is a paragraph."""

Section: TypeAlias = tuple[str, *tuple[Item, ...]]
"""A title with what stands below it."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What ``foxduet help NAME`` shows, and the manual page, too.

    ``purpose`` says in a few words what the topic is about. All text is marked for the
    translators, and not translated yet.
    """

    name: str
    purpose: str
    sections: tuple[Section, ...]


def topic_lines(topic: Topic, width: int) -> list[str]:
    """Return a topic as text, wrapped to ``width`` columns; examples keep their lines."""
    lines: list[str] = []
    for title, *items in topic.sections:
        lines += ["", _(title)]
        for at, item in enumerate(items):
            # A title is close to what it stands above.
            lines += [""] if at else []
            lines += _indented(item, width)
    return lines[1:]


def purpose_rows(topics: Iterable[Topic], width: int) -> list[str]:
    """Return the names of topics, each with what it is about."""
    pairs = ((topic.name, topic.purpose) for topic in topics)
    return _indented(Fields(tuple(pairs)), width)


def _indented(item: Item, width: int) -> list[str]:
    return [f"{_INDENT}{row}".rstrip() for row in _rows(item, width - len(_INDENT))]


def _rows(item: Item, width: int) -> list[str]:
    match item:
        case str(paragraph):
            return wrapped(_(paragraph), width)
        case Example(text):
            return [f"  {row}" for row in _(text).splitlines()]
        case Pairs():
            return _pair_rows(item.translated(), width)
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
