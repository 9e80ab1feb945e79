"""Update translations from the sources: python -m tests.tools.translations [LANGUAGE].

Makes a file for a LANGUAGE without one. Sentences are in the order in which players see them, by
``PARTS``. Prints the sentences left to translate.
"""

from __future__ import annotations

import argparse
import gettext
import re
import string
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from itertools import product
from math import ceil
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import foxduet
from foxduet.words.i18n import DOMAIN, LOCALE_FOLDER
from foxduet.words.lessons import parse_lessons
from foxduet.words.pages import parse_page
from foxduet.words.text import MAX_NAME_CELLS, Player, fill_fields

_TOLD: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text("utf-8")
)
NOTES: dict[str, str] = {entry: note for note, every in _TOLD["notes"].items() for entry in every}
ROOMS: dict[str, int] = {
    text: room for rooms in _TOLD["rooms"].values() for text, room in rooms.items()
}
WHOLES: dict[str, list[str]] = _TOLD["wholes"]
_PIECE_OF = {piece: whole for whole, pieces in WHOLES.items() for piece in pieces}
PARTS = {part: tuple(names) for part, names in _TOLD["parts"].items()}

FIRST_RELEASE = ("the table", "menus", "endings")
"""Parts needed to play Duet from the title to the end; untranslated sentences appear in English."""

PACKAGE = Path(foxduet.__file__).parent
_PLACES = {part: place for place, part in enumerate(PARTS)}
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
# The placeholders for players, and a name of the greatest length.
_PLAYERS = frozenset({"name", "named", "dealer", "leader", "side"})
_A_NAME = "n" * MAX_NAME_CELLS
# Between letters, or before a placeholder or a quotation.
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[\w{«])")
# In French, before such signs and after opening quotes; "%s" and "%(name)s" are fields.
_NARROW = re.compile(
    r"(?<=[\w})»\]%.]) (?=[?!;:»](?:[\s.,)»]|$))|(?<=[\d}]) (?=%(?![(\w]))|(?<=«) "
)
# No line may break between a space of the path and its number.
_WITH_NUMBER = re.compile(r"(?<=\b[Cc]ase) (?=[\d{])|(?<=\b[Cc]ases) (?=[\d{])")
_SHOWN = 20
# A fixed date, so that files without changes stay equal.
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
_HEADERS_LEFT_OUT = tuple(
    f'"{name}: '.encode()
    for name in (
        *("Project-Id-Version", "Report-Msgid-Bugs-To", "POT-Creation-Date", "PO-Revision-Date"),
        *("Last-Translator", "Language-Team", "Generated-By"),
    )
)


def files() -> tuple[Path, ...]:
    return tuple(sorted(Path(LOCALE_FOLDER).glob(f"*/LC_MESSAGES/{DOMAIN}.po")))


def _pieces_of(parse: Callable[[str, Callable[..., str]], object]) -> Callable[..., _Found]:
    """Return a Babel extractor for Markdown files, given their parser."""

    def pieces(file: BinaryIO, *_: object, **_options: object) -> _Found:
        marked: list[tuple[str, ...]] = []

        def note(text: str, context: str = "") -> str:
            marked.append((context, text) if context else (text,))
            return text

        parse(file.read().decode(), note)
        for texts in marked:
            yield 1, ("_", "pgettext")[len(texts) - 1], texts, []

    return pieces


@cache
def _found() -> list[tuple[Any, ...]]:
    """Return the program's marked sentences by file and line; cached, since this takes a second."""
    messages = extract_from_dir(
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
    return sorted(messages, key=lambda m: (_PLACES[_part_of(m[0])], *m[:2]))


def _part_of(file: str) -> str:
    return next(part for part, names in PARTS.items() if file.startswith(names))


def part_of(message: Message) -> str:
    """Return the part of a sentence: the first of ``PARTS`` that uses it."""
    return min((_part_of(file) for file, _line in message.locations), key=_PLACES.__getitem__)


def extracted() -> Catalog:
    """Return a catalogue of all sentences of the program, untranslated."""
    catalogue = Catalog(project="foxduet", charset="utf-8", fuzzy=False)
    for name, _line, message, comments, context in _found():
        names = [form if context is None else f"<{context}> {form}" for form in forms(message)]
        rooms = {ROOMS[name] for name in names if name in ROOMS}
        notes = [
            *comments,
            *(f"at most {room} cells beside the placeholders" for room in rooms),
            *(NOTES[f] for f in forms(message) if context is None and f in NOTES),
            *dict.fromkeys(f"as in: {_PIECE_OF[f]}" for f in forms(message) if f in _PIECE_OF),
        ]
        # Line numbers would change too often.
        catalogue.add(message, None, [(name, 1)], auto_comments=notes, context=context)
    return catalogue


def load(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language_of(path), domain=DOMAIN)


def language_of(path: Path) -> str:
    return path.parts[-3]


def updated(path: Path) -> Catalog:
    """Return a translation with the program's current sentences.

    New sentences are untranslated; removed sentences are dropped.
    """
    catalogue = load(path)
    catalogue.update(extracted(), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    for message in messages(catalogue):
        spelled = tuple(_spelled(form, language_of(path)) for form in forms(message.string or ""))
        message.string = spelled if message.pluralizable else spelled[0]
    return catalogue


def _spelled(text: str, language: str) -> str:
    """Return a translation with the typography of its language."""
    if language != "fr":
        return text
    text = _NARROW.sub("\u202f", _APOSTROPHE.sub("\u2019", text))
    return _WITH_NUMBER.sub("\u00a0", text)


def text_of(catalogue: Catalog) -> bytes:
    """Return the content of a .po file."""
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
    """Return the content of a .mo file."""
    stream = BytesIO()
    write_mo(stream, catalogue)
    return stream.getvalue()


def messages(catalogue: Catalog) -> Iterator[Message]:
    """Return the sentences of a catalogue, without its header."""
    return (message for message in catalogue if message.id)


def forms(text: object) -> tuple[str, ...]:
    """Return all plural forms of a sentence or translation; a single form if it has no plural."""
    return tuple(text) if isinstance(text, list | tuple) else (str(text),)


def fields_of(text: str) -> set[str]:
    """Return the placeholders of a sentence, without the forms within them."""
    return {_FORMS.sub("", field) for field in _FIELD.findall(text)}


def room_of(message: Message) -> int | None:
    """Return the cells available for a sentence without its placeholders; None if it wraps."""
    match = _ROOM.search(" ".join(message.auto_comments))
    return int(match[1]) if match else None


def length(text: str, players: Iterable[Player] = ()) -> int:
    """Return the cells of a sentence without its placeholders, with its longest forms.

    Room for names is reserved. ``players`` are phrases that may replace names, except in sentences
    that address a player.
    """
    players = () if text.startswith("{name}, ") else players
    called = sorted(_PLAYERS & {*_NAME.findall(text)})
    kept = _FIELD.sub(lambda field: field[0] if {*_NAME.findall(field[0])} & _PLAYERS else "", text)
    lengths = [
        len(fill_fields(kept, **dict(zip(called, chosen, strict=True))))
        for chosen in product((_A_NAME, *players), repeat=len(called))
    ]
    names = fill_fields(kept, **dict.fromkeys(called, _A_NAME)).count(_A_NAME)
    return max(lengths) - len(_A_NAME) * names


def main() -> int:
    """Update every catalogue; return 1 if a sentence is untranslated."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.translations", description=__doc__)
    parser.add_argument("language", nargs="*", help="one to begin with, such as de")
    for language in parser.parse_args().language:
        path = Path(LOCALE_FOLDER, language, "LC_MESSAGES", f"{DOMAIN}.po")
        if not path.exists():
            path.parent.mkdir(parents=True)
            path.write_bytes(text_of(Catalog(locale=language, project="foxduet", fuzzy=False)))
    missing = 0
    for path in files():
        catalogue = updated(path)
        content = text_of(catalogue)
        if content != path.read_bytes():
            path.write_bytes(content)
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        left = [m for m in messages(catalogue) if m.fuzzy or not all(forms(m.string or ""))]
        missing += len(left)
        for message in left[:_SHOWN]:
            print(f"{language_of(path)}: {message.id!r}")
        print(f"{language_of(path)}: {len(left)} to translate, of {len(catalogue)}")
        if left:
            print("\n".join(report(catalogue)))
    return 1 if missing else 0


def report(catalogue: Catalog) -> list[str]:
    """Return lines on the parts of a catalogue, in the order of the file."""
    parts: dict[str, list[Message]] = {part: [] for part in PARTS}
    for message in messages(catalogue):
        parts[part_of(message)].append(message)
    lines, first = [f"{'part':<29}{'entries':>8}{'words':>8}{'missing':>9}"], 0
    for part, own in parts.items():
        words = sum(len(form.split()) for m in own for form in forms(m.id))
        missing = sum(not all(forms(m.string or "")) for m in own)
        first += len(own) if part in FIRST_RELEASE else 0
        lines.append(f"{part:<29}{len(own):>8}{words:>8}{missing:>9}")
    return [
        *lines,
        f"The first {first} entries ({', '.join(FIRST_RELEASE)}) make a first useful release.",
    ]


if __name__ == "__main__":
    sys.exit(main())


FIRST, LAST = "\u2039", "\u203a"
"""First and last sign of every sentence, which show that it is complete."""

PHRASES = ("you", "your partner", "your opponent")
"""Phrases for players without a name: one who plays solo, and the program."""

_PLACEHOLDER = re.compile(r"(\{[^{}]*\}|%\(\w+\)[srd]|%[srd])")
_LETTERS = str.maketrans(
    {
        letter: chr(first + at)
        for letters, first in ((string.ascii_lowercase, 0x430), (string.ascii_uppercase, 0x410))
        for at, letter in enumerate(letters)
    }
)


@cache
def rooms() -> dict[tuple[str | None, str], int]:
    """Return the cells available for sentences with limited room."""
    cells = {
        (message.context, form): room_of(message)
        for message in messages(load(files()[0]))
        for form in forms(message.id)
    }
    return {name: room for name, room in cells.items() if room is not None}


def _forms_spelt(field: str) -> str:
    """Return a field with its forms in other letters."""
    name, _colon, forms = field.partition(":")
    return f"{name}:{forms.translate(_LETTERS)}" if "|" in forms else field


class Pseudo(gettext.NullTranslations):
    """A fake language: longer sentences in other letters, with the same placeholders."""

    growth = 1.5
    """Factor of the length of a sentence, if there is room."""

    def gettext(self, message: str) -> str:
        return self._grown(None, message)

    def _grown(self, context: str | None, message: str) -> str:
        spelt = "".join(
            _forms_spelt(part) if _PLACEHOLDER.fullmatch(part) else part.translate(_LETTERS)
            for part in _PLACEHOLDER.split(message)
        )
        own = length(message)
        if message in PHRASES:
            # Sentences have room for a name, which these phrases replace.
            return spelt[:MAX_NAME_CELLS]
        if (own < 2 and message == message.strip()) or message.startswith("{rank}"):
            # Leave single letters (of suits and keys), mere placeholders, and names of cards, of
            # which several may follow each other in a row.
            return spelt
        if "\n" in message.strip():
            # Leave pictures and tables.
            return spelt
        room = min(ceil(self.growth * own), rooms().get((context, message), 1000))
        padding = "".join(
            " " if at % 6 == 0 else "ю" for at in range(1, max(0, room - own - 2) + 1)
        )
        if own + 2 > room:
            return spelt
        return f"{FIRST}{spelt}{padding}{LAST}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return message if context in ("number", "date") else self._grown(context, message)
