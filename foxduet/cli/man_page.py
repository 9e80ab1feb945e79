"""The manual page, written in the language of man(7) from the grammar and the help's topics.

The wheel has it as share/man/man1/foxduet.1, and in each other language in a folder of its own,
such as share/man/fr/man1/foxduet.1; see ``build_hook``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from foxduet import __version__
from foxduet.cli.arguments import DESCRIPTION, USUAL
from foxduet.cli.grammar import Command, Option, Value, program, within
from foxduet.words.i18n import SOURCE, _, languages, use_language
from foxduet.words.pages import Page, all_topics
from foxduet.words.text import Example, Item, Pairs

# What would otherwise become a typographic sign, which nobody can copy into a shell.
_SIGNS = {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"}


def man_pages() -> dict[str, str]:
    """Return the source of the page in all languages, by where each belongs in an installation."""
    pages = {}
    for language in languages():
        use_language(language)
        folder = "share/man" if language == SOURCE else f"share/man/{language}"
        pages[f"{folder}/man1/foxduet.1"] = man_page()
    use_language(SOURCE)
    return pages


def man_page() -> str:
    """Return the source of the page in the language of the player."""
    whole = program()
    name, synopsis = _("Name"), _("Synopsis")
    description, own_options = _("Description"), _("Options")
    lines = [
        # Lines are neither broken within words, some of which are to be typed, nor stretched.
        ".nr HY 0",
        f'.TH FOXDUET 1 "" "foxduet {__version__}"',
        ".ad l",
        f".SH {_heading(name)}",
        rf"foxduet \- {_text(_(DESCRIPTION).removesuffix('.'))}",
        f".SH {_heading(synopsis)}",
        "\n.br\n".join(_synopsis(whole)),
        f".SH {_heading(description)}",
        _text(_("Everything here is also what the program says to --help and to 'foxduet help'.")),
        f".SH {_heading(own_options)}",
        *_options(whole.options),
    ]
    for words, command in within(whole):
        lines.append(f".SS {_titled(f'foxduet {words}', command.purpose)}")
        lines += _options(option for option in command.options if option not in whole.options)
    for topic in all_topics().values():
        lines += _topic(topic)
    return "\n".join([*lines, ""])


def _synopsis(whole: Command) -> Iterator[str]:
    """Return how each command is called."""
    option = _("option")
    for name, command in within(whole):
        words = [rf"\fBfoxduet {name}\fR"]
        if name == USUAL:
            words = [rf"\fBfoxduet\fR [\fB{name}\fR]"]
        words.append(rf"[\fI{_text(option)}\fR ...]")
        words += [_operand(value) for value in command.operands]
        yield " ".join(words)


def _options(options: Iterable[Option]) -> Iterator[str]:
    for option in options:
        yield from (".TP", _option(option), _text(option.purpose))


def _option(option: Option) -> str:
    names = ", ".join(rf"\fB{_text(name)}\fR" for name in option.names)
    return names if option.value is None else f"{names} {_operand(option.value)}"


def _operand(value: Value) -> str:
    # A list of choices is no name, and is what it is in every language.
    names = " ".join(rf"\fI{_text(_(name))}\fR" for name in value.names)
    return f"[{names}]" if value.optional else names


def _topic(topic: Page) -> Iterator[str]:
    yield f".SH {_titled(topic.name.upper(), topic.purpose)}"
    for title, items in topic.sections:
        yield f'.SS "{_text(title)}"'
        for at, item in enumerate(items):
            if at and not isinstance(item, Pairs):
                yield ".PP"
            yield from _item(item)


def _item(item: Item) -> Iterator[str]:
    match item:
        case str(paragraph):
            yield _text(paragraph)
        case Example(text):
            yield from (".RS 4", ".EX", *map(_text, text.splitlines()), ".EE", ".RE")
        case Pairs(rows):
            for term, meaning in rows:
                yield from (".TP", rf"\fB{_text(term)}\fR", _text(meaning))
        case _:
            assert_never(item)


def _titled(words: str, purpose: str) -> str:
    """Return what is typed with what it is for, as a heading."""
    titled = _("{label}: {figure}").format(label=words, figure=purpose)
    return f'"{_text(titled)}"'


def _heading(text: str) -> str:
    return f'"{_text(text.upper())}"'


def _text(text: str) -> str:
    r"""Return a line of text; ``\&`` keeps its beginning from being a request."""
    escaped = "".join(_SIGNS.get(sign, sign) for sign in text)
    return rf"\&{escaped}" if escaped.startswith((".", '"')) else escaped
