"""Sentences extracted from the sources, and catalogues read, brought up to date and compiled.

Needs Babel: the extra ``translate``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import foxduet
from foxduet.ui.remembered import LONGEST_NAME
from foxduet.words.i18n import DOMAIN, LOCALES
from foxduet.words.lessons import parse_lessons
from foxduet.words.pages import parse_page
from foxduet.words.people import Player, filled
from tests.translations.notes import NOTES
from tests.translations.rooms import ROOMS

PACKAGE = Path(foxduet.__file__).parent
KEYWORDS = {
    "_": None,
    "N_": None,
    "NC_": ((1, "c"), 2),
    "Nn_": (1, 2),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
_Found: TypeAlias = Iterator[tuple[int, str, tuple[str, ...], list[str]]]
_NOTE = "Translators:"
_ROOM = re.compile(r"at most (\d+) cells")
_FIELD = re.compile(r"\{[^{}]*\}|%\(\w+\)[srd]|%[srd]")
_NAME, _FORMS = re.compile(r"\{(\w+)"), re.compile(r":[^{}]*\|[^{}]*")
# The placeholders that stand for players, and a name as long as they can be.
_PLAYERS = frozenset({"name", "named", "dealer", "leader", "side"})
_A_NAME = "n" * LONGEST_NAME
# Between letters, or before something that is filled in or quoted.
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[\w{«])")
# In French, before such signs and after opening quotes; "%s" and "%(name)s" are fields.
_NARROW = re.compile(
    r"(?<=[\w})»\]%.]) (?=[?!;:»](?:[\s.,)»]|$))|(?<=[\d}]) (?=%(?![(\w]))|(?<=«) "
)
# No line ends between a space of the path and its number.
_WITH_NUMBER = re.compile(r"(?<=\b[Cc]ase) (?=[\d{])|(?<=\b[Cc]ases) (?=[\d{])")
# Of no interest, and another one whenever something is done.
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
_HEADERS_LEFT_OUT = tuple(
    f'"{name}: '.encode()
    for name in (
        *("Project-Id-Version", "Report-Msgid-Bugs-To", "POT-Creation-Date", "PO-Revision-Date"),
        *("Last-Translator", "Language-Team", "Generated-By"),
    )
)


def files() -> tuple[Path, ...]:
    """Return the sources of all translations."""
    return tuple(sorted(Path(LOCALES).glob(f"*/LC_MESSAGES/{DOMAIN}.po")))


def _pieces_of(parse: Callable[[str, Callable[..., str]], object]) -> Callable[..., _Found]:
    """Return what finds the sentences of Markdown files for Babel, by what reads such files."""

    def pieces(file: BinaryIO, *_: object, **_options: object) -> _Found:
        found: list[tuple[str, ...]] = []

        def note(text: str, context: str = "") -> str:
            found.append((context, text) if context else (text,))
            return text

        parse(file.read().decode(), note)
        for texts in found:
            yield 1, ("_", "pgettext")[len(texts) - 1], texts, []

    return pieces


@cache
def _found() -> list[tuple[Any, ...]]:
    """Return what marks sentences in the program, by file and line; finding it takes a second."""
    found = extract_from_dir(
        PACKAGE,
        method_map=[
            ("**.py", "python"),
            ("**/help/**.md", _pieces_of(parse_page)),
            ("**/lessons/*.md", _pieces_of(parse_lessons)),
        ],
        keywords=KEYWORDS,
        comment_tags=(_NOTE,),
        strip_comment_tags=True,
    )
    return sorted(found, key=lambda one: one[:2])


def extracted() -> Catalog:
    """Return all sentences of the program, not translated."""
    catalogue = Catalog(project="foxduet", charset="utf-8", fuzzy=False)
    for name, _line, message, comments, context in _found():
        names = [form if context is None else f"<{context}> {form}" for form in forms(message)]
        rooms = {ROOMS[name] for name in names if name in ROOMS}
        notes = [
            *comments,
            *(f"at most {room} cells beside the placeholders" for room in rooms),
            *(NOTES[one] for one in forms(message) if context is None and one in NOTES),
        ]
        # Line numbers would change with every change of the program.
        catalogue.add(message, None, [(name, 1)], auto_comments=notes, context=context)
    return catalogue


def load(path: Path) -> Catalog:
    """Return a translation."""
    with path.open("rb") as file:
        return read_po(file, locale=language_of(path), domain=DOMAIN)


def language_of(path: Path) -> str:
    """Return the code of the language of a file."""
    return path.parts[-3]


def updated(path: Path) -> Catalog:
    """Return a translation with the sentences that the program has now, as they are there.

    A sentence that is new is not translated, and one that is gone is not in it any more.
    """
    catalogue = load(path)
    catalogue.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    for message in messages(catalogue):
        spelled = tuple(_spelled(form, language_of(path)) for form in forms(message.string or ""))
        message.string = spelled if message.pluralizable else spelled[0]
    return catalogue


def _spelled(text: str, language: str) -> str:
    """Return a translation with the signs of its language; what is typed stays as it is."""
    if language != "fr":
        return text
    text = _NARROW.sub("\u202f", _APOSTROPHE.sub("\u2019", text))
    return _WITH_NUMBER.sub("\u00a0", text)


def text_of(catalogue: Catalog) -> bytes:
    """Return the content of a file."""
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    catalogue.header_comment = f"# foxduet in another language ({catalogue.locale_identifier})."
    stream = BytesIO()
    write_po(stream, catalogue, width=100, ignore_obsolete=True, include_lineno=False)
    return b"".join(
        line
        for line in stream.getvalue().splitlines(keepends=True)
        if not line.startswith(_HEADERS_LEFT_OUT)
    )


def compiled(catalogue: Catalog) -> bytes:
    """Return what gettext reads."""
    stream = BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def messages(catalogue: Catalog) -> Iterator[Message]:
    """Return the sentences of a catalogue, without its header."""
    return (message for message in catalogue if message.id)


def forms(text: object) -> tuple[str, ...]:
    """Return all forms of a sentence or of its translation, one if it has no plural."""
    return tuple(text) if isinstance(text, list | tuple) else (str(text),)


def fields_of(text: str) -> set[str]:
    """Return the placeholders of a sentence; the forms that some have are its own."""
    return {_FORMS.sub("", field) for field in _FIELD.findall(text)}


def room_of(message: Message) -> int | None:
    """Return for how many cells a sentence has room, beside its placeholders; None if it wraps."""
    found = _ROOM.search(" ".join(message.auto_comments))
    return int(found[1]) if found else None


def length(text: str, players: Iterable[Player] = ()) -> int:
    """Return the cells of a sentence beside its placeholders, where its forms take the most.

    There is room for names; ``players`` are those whom sentences call something else, but not
    where they are spoken to.
    """
    players = () if text.startswith("{name}, ") else players
    called = sorted(_PLAYERS & {*_NAME.findall(text)})
    said = _FIELD.sub(lambda field: field[0] if {*_NAME.findall(field[0])} & _PLAYERS else "", text)
    lengths = [
        len(filled(said, **dict(zip(called, chosen, strict=True))))
        for chosen in product((_A_NAME, *players), repeat=len(called))
    ]
    names = filled(said, **dict.fromkeys(called, _A_NAME)).count(_A_NAME)
    return max(lengths) - len(_A_NAME) * names
