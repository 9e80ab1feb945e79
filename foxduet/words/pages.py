"""Pages of help: Markdown files that anybody can write, translated piece by piece.

``# name: purpose`` begins a topic and ``## title`` a section, with paragraphs, lists, tables, and
examples between lines of three backticks. A list says what terms mean, ``- Enter: plays a card``,
and goes on in lines that begin with two blanks. Of a table the headings are translated, and its
figures are written as the language does. What stands in backticks is the same in every language,
and so is an example after ```` ```sh ````; a term in double quotes is a word said to the program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.registry import TOPICS, games_with, load_part, packaged_text
from foxduet.words.i18n import _, decimal_sign, pgettext
from foxduet.words.text import Example, Pairs, SectionItem, Sections, item_rows, table_lines

TEXT = r".+\n(?:  .+\n)*"
"""Matches a text that may go on in lines that begin with two blanks."""

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

_SHARED = (
    *("learn", "puzzle", "progress", "keys", "plain", "host", "join"),
    *("replay", "share", "records", "config", "commands", "completion"),
)
"""The topics that all games share."""

Translate: TypeAlias = Callable[[str, str], str]
"""Returns a text in the player's language; the second text is its context, if it has one."""


@dataclass(frozen=True, slots=True)
class TopicPage:
    """A page in one language, for ``foxduet help NAME`` and the manual page, or for a screen.

    ``purpose`` says in a few words what it is about; a screen's has neither that nor a name.
    """

    name: str
    purpose: str
    sections: Sections


def _translated(text: str, context: str) -> str:
    return pgettext(context, text) if context else _(text)


def topics() -> dict[str, str]:
    """Return the names of all topics, each with the package of its page: first those of games."""
    found: dict[str, str] = {}
    for game in games_with(TOPICS):
        found |= load_part(game, TOPICS)
    return found | dict.fromkeys(_SHARED, "foxduet.words")


def all_topics() -> dict[str, TopicPage]:
    """Return all topics by their names."""
    return {name: page(package, name) for name, package in topics().items()}


def page(package: str, name: str) -> TopicPage:
    """Return the page in the file ``NAME.md`` of a package's folder ``help``."""
    return parse_page(packaged_text(package, f"help/{name}.md"))


def parse_page(text: str, say: Translate = _translated) -> TopicPage:
    """Return the page in a text, each piece as ``say`` returns it; ValueError names a line."""
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
                sections[-1][1].append(_item(block, say))
    return TopicPage(name, purpose, tuple((title, tuple(items)) for title, items in sections))


def _item(block: re.Match[str], say: Translate) -> SectionItem:
    if block["pairs"]:
        pairs = iter_blocks(_PAIR, block.string, *block.span())
        return Pairs(tuple(_pair(one, say) for one in pairs))
    if block["example"]:
        lines = block["example"].removesuffix("\n")
        return Example(lines if block["typed"] else say(lines, ""))
    if block["table"]:
        return _table(block["table"], say)
    return say(join_lines(block["paragraph"]), "")


def _table(text: str, say: Translate) -> Example:
    headings, sides, *rows = (
        [cell.strip() for cell in row.strip("|").split("|")] for row in text.splitlines()
    )
    figures = [[re.sub(r"(?<=\d)\.(?=\d)", decimal_sign(), cell) for cell in row] for row in rows]
    left = {at for at, side in enumerate(sides) if not side.endswith(":")}
    lines = table_lines([say(heading, "") for heading in headings], figures, left)
    return Example("\n".join(line.text for line in lines))


def _pair(found: re.Match[str], say: Translate) -> tuple[str, str]:
    said = found["said"] and say(found["said"], "command")
    term = found["typed"] or said or say(found["term"], "")
    return term, found["literal"] or say(join_lines(found["meaning"]), "")


def normalize_newlines(text: str) -> str:
    """Return a text with nothing but one line feed at the end of each line."""
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def iter_blocks(
    pattern: re.Pattern[str], text: str, start: int = 0, end: int | None = None
) -> Iterator[re.Match[str]]:
    """Yield what a pattern matches, piece by piece; ValueError names the line where it does not."""
    at, end = start, len(text) if end is None else end
    while at < end:
        block = pattern.match(text, at, end)
        if block is None:
            raise malformed_error(text, at)
        yield block
        at = block.end()


def malformed_error(text: str, at: int) -> ValueError:
    """Return the error of a text that is no page or lesson from some place on."""
    line = text.count("\n", 0, at)
    return ValueError(f"line {line + 1}: {text.splitlines()[line]!r}")


def join_lines(lines: str) -> str:
    """Return lines as one."""
    return re.sub(r"\n *", " ", lines.removesuffix("\n"))


def page_lines(shown: TopicPage, width: int) -> list[str]:
    """Return a page as text, wrapped to ``width`` columns; examples keep their lines."""
    lines: list[str] = []
    for title, items in shown.sections:
        lines += ["", title]
        for at, item in enumerate(items):
            # A title is close to what it stands above.
            lines += [""] if at else []
            lines += _indented(item, width)
    return lines[1:]


def purpose_rows(pages: Iterable[TopicPage], width: int) -> list[str]:
    """Return the names of pages, each with what it is about."""
    return _indented(Pairs(tuple((one.name, one.purpose) for one in pages)), width)


def _indented(item: SectionItem, width: int) -> list[str]:
    return [f"{_INDENT}{row}".rstrip() for row in item_rows(item, width - len(_INDENT))]
