"""Pages of help, which are Markdown files, and their translation piece by piece.

``# name: purpose`` begins a topic and ``## title`` a section, with paragraphs, lists, tables, and
examples between lines of three backticks. A list explains terms, ``- Enter: plays a card``; its
items continue in lines that begin with two spaces. The headings of tables are translated, and their
figures get the decimal separator of the language. Text in backticks is not translated, nor is an
example after ```` ```sh ````; a term in double quotes is a word for plain mode.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.registry import TOPICS, games_with, load_part, read_resource
from foxduet.words.i18n import _, decimal_sign, pgettext
from foxduet.words.text import Example, Pairs, SectionItem, Sections, item_rows, table_lines

TEXT = r".+\n(?:  .+\n)*"
"""Matches a text that continues in lines that begin with two spaces."""

_BLOCK = re.compile(
    r"\A# (?P<name>[a-z]+): (?P<purpose>.+)\n"
    r"|## (?P<title>.+)\n"
    rf"|(?P<pairs>(?:- {TEXT})+)"
    r"|```(?P<typed>sh)?\n(?P<example>(?:.*\n)+?)```\n"
    r"|(?P<table>(?:\|.+\|\n){3,})"
    r"|(?P<paragraph>(?:(?!- |#|```| |\|).+\n)+)"
    r"|\n"
)
_PAIR = re.compile(
    r"- (?:`(?P<typed>[^`\n]+)`|\"(?P<said>[^\"\n]+)\"|(?P<term>[^`\"\n].*?)): "
    rf"(?:`(?P<literal>[^`\n]+)`\n|(?P<meaning>[^`\n]{TEXT}))"
)
_INDENT = "    "

_SHARED_TOPICS = (
    *("learn", "puzzle", "progress", "keys", "plain", "host", "join"),
    *("replay", "share", "records", "config", "commands", "completion"),
)
"""Topics about all games."""

Translate: TypeAlias = Callable[[str, str], str]
"""Translate a text; its context may be empty."""


@dataclass(frozen=True, slots=True)
class TopicPage:
    """A page in one language, for ``foxduet help NAME``, the manual page or a screen.

    Only topics have a ``name``, and a ``purpose`` in a few words; screens do not.
    """

    name: str
    purpose: str
    sections: Sections


def topics() -> dict[str, str]:
    """Return the names of all topics with the packages of their pages, topics of games first."""
    packages: dict[str, str] = {}
    for game in games_with(TOPICS):
        packages |= load_part(game, TOPICS)
    return packages | dict.fromkeys(_SHARED_TOPICS, "foxduet.words")


def topic_pages() -> dict[str, TopicPage]:
    """Return the pages of all topics by name."""
    return {name: page(package, name) for name, package in topics().items()}


def page(package: str, name: str) -> TopicPage:
    """Return the page in the file ``help/NAME.md`` of a package."""
    return parse_page(read_resource(package, f"help/{name}.md"))


def parse_page(
    text: str,
    say: Translate = lambda text, context: pgettext(context, text) if context else _(text),
) -> TopicPage:
    """Parse a page and translate it by ``say``; raises ValueError with a malformed line."""
    name = purpose = ""
    sections: list[tuple[str, list[SectionItem]]] = []
    for block in iter_blocks(_BLOCK, normalize_newlines(text)):
        match block.lastgroup:
            case "purpose":
                name, purpose = block["name"], say(block["purpose"], "")
            case "title":
                sections.append((say(block["title"], ""), []))
            case str():
                if not sections:
                    raise malformed_error(block.string, block.start())
                sections[-1][1].append(_parse_item(block, say))
    return TopicPage(name, purpose, tuple((title, tuple(items)) for title, items in sections))


def _parse_item(block: re.Match[str], say: Translate) -> SectionItem:
    if block["pairs"]:
        pairs = []
        for match in iter_blocks(_PAIR, block.string, *block.span()):
            command = match["said"] and say(match["said"], "command")
            term = match["typed"] or command or say(match["term"], "")
            pairs.append((term, match["literal"] or say(join_lines(match["meaning"]), "")))
        return Pairs(tuple(pairs))
    if block["example"]:
        lines = block["example"].removesuffix("\n")
        return Example(lines if block["typed"] else say(lines, ""))
    if block["table"]:
        headings, alignments, *rows = (
            [cell.strip() for cell in row.strip("|").split("|")]
            for row in block["table"].splitlines()
        )
        sign = decimal_sign()
        cells = [[re.sub(r"(?<=\d)\.(?=\d)", sign, cell) for cell in row] for row in rows]
        left_columns = {index for index, text in enumerate(alignments) if not text.endswith(":")}
        table = table_lines([say(heading, "") for heading in headings], cells, left_columns)
        return Example("\n".join(line.text for line in table))
    return say(join_lines(block["paragraph"]), "")


def normalize_newlines(text: str) -> str:
    """Return a text without trailing blanks and with a line feed after each line."""
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def iter_blocks(
    pattern: re.Pattern[str], text: str, start: int = 0, end: int | None = None
) -> Iterator[re.Match[str]]:
    """Yield consecutive matches of a pattern; raises ValueError with the first malformed line."""
    index, end = start, len(text) if end is None else end
    while index < end:
        block = pattern.match(text, index, end)
        if block is None:
            raise malformed_error(text, index)
        yield block
        index = block.end()


def malformed_error(text: str, index: int) -> ValueError:
    """Return the error about the line at an index of a text."""
    line = text.count("\n", 0, index)
    return ValueError(f"line {line + 1}: {text.splitlines()[line]!r}")


def join_lines(lines: str) -> str:
    """Join the lines of a text that continues in indented lines."""
    return re.sub(r"\n *", " ", lines.removesuffix("\n"))


def page_lines(topic: TopicPage, width: int) -> list[str]:
    """Return the text of a page, wrapped to ``width`` columns; examples keep their lines."""
    lines: list[str] = []
    for title, items in topic.sections:
        lines += ["", title]
        for index, item in enumerate(items):
            lines += [""] if index else []
            lines += _indented_rows(item, width)
    return lines[1:]


def purpose_rows(pages: Iterable[TopicPage], width: int) -> list[str]:
    """Return the names of pages with their purposes."""
    return _indented_rows(Pairs(tuple((topic.name, topic.purpose) for topic in pages)), width)


def _indented_rows(item: SectionItem, width: int) -> list[str]:
    return [f"{_INDENT}{row}".rstrip() for row in item_rows(item, width - len(_INDENT))]
