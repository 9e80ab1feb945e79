"""Each catalogue has every sentence of the program, whole and with all its placeholders."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest

pytest.importorskip("babel")

from babel.messages.mofile import read_mo

from foxduet.words.i18n import in_seven_bits, languages
from foxduet.words.people import Player, Role
from tests.translations import catalogues
from tests.translations.catalogues import (
    KEYWORDS,
    PACKAGE,
    extracted,
    fields_of,
    files,
    forms,
    language_of,
    length,
    load,
    messages,
    room_of,
    updated,
)
from tests.translations.notes import NOTES
from tests.translations.pseudo import PHRASES
from tests.translations.rooms import ROOMS

# Reading one takes a fifth of a second.
read, sentences = cache(load), cache(extracted)
_TOLD = re.compile(r"words/\w+/(story|choices|hints)\.py")

WORDS_THAT_ARE_CLEAR = {
    *("interrupted", "Options", "Synopsis", "Description", "Languages", "Name", "Commands"),
    *("anywhere", "Language", "Scores", "subcommands", "Recipes"),
}
UNLIKE_WITH_A_CAPITAL = {
    # Two keys.
    "s",
    # Headings of columns and of the manual page, which may be shortened, and words of lists.
    *("par", "lost", "won", "drawn", "games", "options", "partner"),
    # What stands for a value on the command line.
    *("file", "name"),
    # What a puzzle is about, and the title of a lesson.
    "what to give",
    # A button and a move; a row of a form and what was played; titles and what keys do.
    *("stay", "game", "try another choice", "back to the review"),
}
FILES = pytest.mark.parametrize("path", files(), ids=language_of)


def test_there_is_a_catalogue_for_each_language() -> None:
    assert [language_of(path) for path in files()] == [*languages()][1:]
    assert "fr" in languages()


@FILES
def test_its_sentences_are_those_of_the_program(path: Path) -> None:
    """If not: python -m tests.translations."""
    found = {(one.context, forms(one.id)) for one in messages(read(path))}
    wanted = {(one.context, forms(one.id)) for one in messages(sentences())}
    assert wanted - found == set(), "they are missing in the catalogue"
    assert found - wanted == set(), "the program does not say them any more"


def test_no_sentence_is_within_a_formatted_string() -> None:
    """There the tool finds it only from Python 3.12 on."""
    trees = [ast.parse(path.read_bytes()) for path in PACKAGE.rglob("*.py")]
    strings = [part for tree in trees for part in ast.walk(tree) if isinstance(part, ast.JoinedStr)]
    calls = [part for string in strings for part in ast.walk(string) if isinstance(part, ast.Call)]
    assert [
        ast.unparse(call)
        for call in calls
        if ast.unparse(call.func) in KEYWORDS
        and any(isinstance(argument, ast.Constant) for argument in call.args)
    ] == []


@FILES
def test_its_file_is_as_the_tool_writes_it(path: Path) -> None:
    """Otherwise what translators are told is out of date: python -m tests.translations."""
    assert path.read_bytes() == catalogues.text_of(updated(path))


@FILES
def test_every_sentence_is_translated_for_good(path: Path) -> None:
    catalogue = read(path)
    assert [one.id for one in messages(catalogue) if not all(forms(one.string or ""))] == []
    assert [one.id for one in messages(catalogue) if one.fuzzy] == []


@FILES
def test_translations_have_the_same_placeholders(path: Path) -> None:
    for one in messages(read(path)):
        every, translated = forms(one.id), forms(one.string)
        wanted = [fields_of(form) for form in every]
        assert fields_of(translated[-1]) == wanted[-1], one.id
        # A form for one may do without its number.
        assert all(fields_of(form) <= wanted[-1] for form in translated[:-1]), one.id
        blanks = [(form[:1] == " ", form[-1:].isspace()) for form in (every[0], translated[0])]
        assert blanks[0] == blanks[1] or translated[0].endswith("\u202f"), one.id


@FILES
def test_plurals_have_all_the_forms_of_the_language(path: Path) -> None:
    catalogue = read(path)
    for one in messages(catalogue):
        assert len(forms(one.string)) == (catalogue.num_plurals if one.pluralizable else 1), one.id


@FILES
def test_translations_fit_where_there_is_little_room(path: Path) -> None:
    catalogue = read(path)
    called = {one.id: str(one.string) for one in messages(catalogue) if one.id in PHRASES}
    roles = (Role.READER, Role.COMPANION, Role.COMPANION)
    players = [Player.of("", called[one], role) for one, role in zip(PHRASES, roles, strict=True)]
    for one in messages(catalogue):
        # Reviews, captions and lists have names only.
        told = players if any(_TOLD.match(name) for name, _line in one.locations) else []
        room = room_of(one)
        assert room is None or max(length(form, told) for form in forms(one.string)) <= room, one.id


@FILES
def test_what_gettext_reads_is_compiled_from_it(path: Path) -> None:
    fresh = BytesIO(catalogues.compiled(load(path)))
    with path.with_suffix(".mo").open("rb") as file:
        found, wanted = (
            {(one.context, forms(one.id)): forms(one.string) for one in messages(read_mo(stream))}
            for stream in (file, fresh)
        )
    assert found == wanted


@FILES
def test_letters_of_suits_differ_in_seven_bits_too(path: Path) -> None:
    of_game: dict[str, list[str]] = {}
    for one in messages(read(path)):
        if one.context is not None and one.context.startswith("letter of "):
            game = str(one.locations[0][0])
            of_game.setdefault(game, []).append(in_seven_bits(str(one.string)))
    assert of_game != {}
    assert all(len(set(letters)) == 3 for letters in of_game.values())
    assert all(len(letter) == 1 for letters in of_game.values() for letter in letters)


@FILES
def test_letters_that_are_keys_are_the_same_in_every_language(path: Path) -> None:
    """Footers and help have their names from the catalogue, and the screens have not."""
    keys = [one for one in messages(read(path)) if one.context is None and len(one.id) == 1]
    assert len(keys) > 10
    assert {one.id for one in keys if one.string != one.id} == {"y"}, "and y has its own handling"


def french() -> list[str]:
    """Return all French sentences, without what is typed in them, as in a file or a shell."""
    (path,) = (path for path in files() if language_of(path) == "fr")
    every = [form for one in messages(read(path)) for form in forms(one.string)]
    return [re.sub(r"`[^`]*`|^#.*$|eval \".*\"", "", form, flags=re.MULTILINE) for form in every]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        # Signs of two parts, a sign of per cent or a closing quote, and what is within quotes.
        (r"[\w})»%.] [?!;:%»](?![\w(*?!:+-])|[\w)»][;»]|« |«\w", "\u202f;"),
        (r"(?<=\w)'(?=\w)", "\u2019"),
        # The quote that is a key of French keyboards stands before another key.
        (r'(?<!")"(?!"| \' )', "«"),
        (r"\b[Cc]ases? (?=[\d{])", "case\u00a0"),
        (r"\d\.\d+ %|\.\.\.(?!\])", "\u202f%"),
    ],
)
def test_french_has_the_signs_and_blanks_of_french(wrong: str, right: str) -> None:
    """The tool writes most of them: python -m tests.translations."""
    assert [form for form in french() if re.search(wrong, form)] == []
    assert sum(right in form for form in french()) > 10


def test_there_is_little_room_only_for_sentences_of_the_program() -> None:
    names = {
        form if one.context is None else f"<{one.context}> {form}"
        for one in messages(sentences())
        for form in forms(one.id)
    }
    assert {*ROOMS} - names == set()


def test_letters_and_short_words_have_a_context_or_a_note_that_says_what_they_mean() -> None:
    """A note for others would only repeat them: whole sentences, names of files and the like."""
    every = {one.id: one for one in messages(sentences()) if one.context is None}
    assert {*NOTES} - {*every} == set(), "the program does not say them any more"
    assert all(every[name].auto_comments for name in NOTES)
    words = {name for name in every if isinstance(name, str) and re.fullmatch(r"\w+", name)}
    assert {word for word in words if not every[word].auto_comments} == WORDS_THAT_ARE_CLEAR


def test_no_two_sentences_differ_by_a_capital_letter_only() -> None:
    """Except where they have not the same meaning, and most languages not the same words."""
    pairs = Counter(str(one.id).lower() for one in messages(sentences()) if one.context is None)
    assert {name for name, count in pairs.items() if count > 1} == UNLIKE_WITH_A_CAPITAL
