"""Each catalogue has every sentence of the program, whole and with all its placeholders."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import groupby
from pathlib import Path

import pytest

from tests.support.processes import called, lacking, tree_of

pytest.importorskip("babel", reason=lacking("translate"))

from babel.messages.mofile import read_mo

from foxduet.ai.partner import KINDS
from foxduet.analysis.review import costly_assessments
from foxduet.cli.arguments import COMMANDS
from foxduet.store.files import config_file
from foxduet.store.score_entries import Selection
from foxduet.store.settings import EMPTY_CONFIG, Config
from foxduet.ui.form import FormScreen, new_form
from foxduet.ui.guided import Feedback, TutorLine
from foxduet.ui.kit import keys
from foxduet.ui.kit.screen import Screen
from foxduet.ui.lessons import LessonScreen
from foxduet.ui.loop import draw_screen
from foxduet.ui.table.drawing import MESSAGE_ROWS, SMALLEST
from foxduet.ui.table.state import Choosing, RoundEnd, table_options
from foxduet.words import i18n
from foxduet.words.game_words import guide_words, table_words
from foxduet.words.i18n import languages, to_ascii
from foxduet.words.pages import topic_pages
from foxduet.words.review import report_lines
from foxduet.words.scores import ScoresPage, scores_page_lines
from foxduet.words.text import UNICODE, Player, Role, wrap
from tests.support import tables
from tests.support.classic import some_entries
from tests.support.entries import TODAY, choosing, is_choosing, is_done, lesson_on, lessons_on
from tests.support.entries import shown as shown_lesson
from tests.support.reviews import reviewing
from tests.tools import translations
from tests.tools.translations import (
    NOTES,
    PARTS,
    ROOMS,
    fields_of,
    files,
    forms,
    language_of,
    messages,
)
from tests.ui.test_lessons import OF_ALL_GAMES
from tests.ui.test_title import LISTED
from tests.words.test_translated_screens import check_whole, check_words, long_game, long_match

# Reading one takes a fifth of a second.
read, sentences = cache(translations.load), cache(translations.extracted)
_TOLD = re.compile(r"words/\w+/(story|choices|hints)\.py")

WORDS_THAT_ARE_CLEAR = {
    *("Options", "Synopsis", "Description", "Languages", "Name", "Commands"),
    *("anywhere", "Language", "Scores", "subcommands", "Recipes"),
}
UNLIKE_WITH_A_CAPITAL = {
    # Two keys.
    "s",
    # Headings of columns and of the manual page, which may be shortened, and words of lists.
    *("par", "score", "lost", "won", "drawn", "games", "options", "partner"),
    # Rows of the title, and what keys do; titles of pages of help, and what puzzles are about.
    *("continue", "play", "a trick", "the fox"),
    # What stands for a value on the command line.
    *("file", "name"),
    # What a puzzle is about, and the title of a lesson.
    "what to give",
    # A button and a move; a row of a form and what was played; titles and what keys do.
    *("stay", "game", "more", "try another choice", "back to the review"),
}
FILES = pytest.mark.parametrize("path", files(), ids=language_of)


def test_there_is_a_catalogue_for_each_language() -> None:
    assert [language_of(path) for path in files()] == [*languages()][1:]
    assert "fr" in languages()


@FILES
def test_its_sentences_are_those_of_the_program(path: Path) -> None:
    """If not: python -m tests.tools.translations."""
    found = {(one.context, forms(one.id)) for one in messages(read(path))}
    wanted = {(one.context, forms(one.id)) for one in messages(sentences())}
    assert wanted - found == set(), "they are missing in the catalogue"
    assert found - wanted == set(), "the program does not say them any more"


def test_no_sentence_is_within_a_formatted_string() -> None:
    """There the tool finds it only from Python 3.12 on."""
    trees = [tree_of(path) for path in translations.PACKAGE.rglob("*.py")]
    strings = [part for tree in trees for part in ast.walk(tree) if isinstance(part, ast.JoinedStr)]
    calls = [part for string in strings for part in ast.walk(string) if isinstance(part, ast.Call)]
    assert [
        ast.unparse(call)
        for call in calls
        if ast.unparse(call.func) in translations.KEYWORDS
        and any(isinstance(argument, ast.Constant) for argument in call.args)
    ] == []


@FILES
def test_its_file_is_as_the_tool_writes_it(path: Path) -> None:
    """Otherwise what translators are told is out of date: python -m tests.tools.translations."""
    assert path.read_bytes() == translations.text_of(translations.updated(path))


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
    called = {
        one.id: str(one.string) for one in messages(catalogue) if one.id in translations.PHRASES
    }
    roles = (Role.READER, Role.COMPANION, Role.COMPANION)
    players = [
        Player.create("", called[one], role)
        for one, role in zip(translations.PHRASES, roles, strict=True)
    ]
    for one in messages(catalogue):
        # Reviews, captions and lists have names only.
        told = players if any(_TOLD.match(name) for name, _line in one.locations) else []
        room = translations.room_of(one)
        assert (
            room is None
            or max(translations.length(form, told) for form in forms(one.string)) <= room
        ), one.id


@FILES
def test_what_gettext_reads_is_compiled_from_it(path: Path) -> None:
    fresh = BytesIO(translations.compiled(translations.load(path)))
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
            of_game.setdefault(game, []).append(to_ascii(str(one.string)))
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
    """The tool writes most of them: python -m tests.tools.translations."""
    assert [form for form in french() if re.search(wrong, form)] == []
    assert sum(right in form for form in french()) > 10


def test_french_agrees_with_players_who_may_be_you() -> None:
    """At two terminals and in words between people, all players have names."""
    player = r"\{(?:name|named|other|leader|dealer)\}"
    unchanged = re.compile(
        rf"\b[àÀ] {player}|{player} (?!(?:et|ou|de|en|pour|contre)\b|n\u2019\{{)[a-zà-ÿ]"
    )
    (path,) = (path for path in files() if language_of(path) == "fr")
    said = [
        form
        for one in messages(read(path))
        if any(place.startswith(("games/", "words/", "ui/")) for place, _line in one.locations)
        for form in forms(one.string)
    ]
    assert [form for form in said if unchanged.search(form)] == []
    assert sum("{name:a|avez}" in form for form in said) > 10


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


PIECES = re.compile(r"words/story\.py|games/\w+/words/(reasons|review|story)\.py")
"""Files in which sentences are made of pieces."""
NO_PIECES = {
    # What choices are about, which stands in tables, and what can be said in words.
    *("the choice of trump", "how many tricks to end up with", "which tricks to win"),
    *("the Treasures", "the Woodcutter", "the ends of the path", "gems within reach"),
    *("which card to give", "the Musician", "the Foxes", "the Gazelle", "the Gift"),
    *("the Royal Heir", "hear where the fox and the gems are"),
    "gems, gem, fox, board, where is the fox, where are the gems, where",
    "how many gems, gems left, gems remaining, gems to find",
    *(
        "duet, together, as a team",
        "original, the original, classic, against each other, opponents",
    ),
}


def test_a_piece_of_a_sentence_has_a_comment_that_shows_the_whole() -> None:
    every = {
        forms(one.id)[0]: one
        for one in messages(sentences())
        if one.context is None and PIECES.match(str(one.locations[0][0]))
    }
    small = {text for text in every if " " in text and text[:1].islower()}
    assert {text for text in small if not every[text].auto_comments} == NO_PIECES


def test_the_whole_that_a_piece_is_shown_in_is_a_sentence_of_the_program() -> None:
    every = {form for one in messages(sentences()) for form in forms(one.id)}
    assert {piece for pieces in translations.WHOLES.values() for piece in pieces} <= every


def test_a_catalogue_begins_with_what_players_see_first() -> None:
    parts = [translations.part_of(one) for one in messages(sentences())]
    assert [part for part, _own in groupby(parts)] == [*PARTS]


def test_the_tool_says_how_much_each_part_has_and_what_makes_a_first_release() -> None:
    begun = sentences()
    first, *parts, last = translations.report(begun)
    assert first.split() == ["part", "entries", "words", "missing"]
    counts = {row[:29].strip(): [int(one) for one in row[29:].split()] for row in parts}
    assert [*counts] == [*PARTS]
    assert sum(entries for entries, _words, _missing in counts.values()) == len(begun)
    assert all(entries == missing for entries, _words, missing in counts.values())
    release = sum(counts[part][0] for part in translations.FIRST_RELEASE)
    assert f"The first {release} entries" in last


def test_no_two_sentences_differ_by_a_capital_letter_only() -> None:
    """Except where they have not the same meaning, and most languages not the same words."""
    pairs = Counter(str(one.id).lower() for one in messages(sentences()) if one.context is None)
    assert {name for name, count in pairs.items() if count > 1} == UNLIKE_WITH_A_CAPITAL


_WIDTH_OF_A_VERDICT, _ROWS_OF_A_VERDICT = 70, 3


@pytest.fixture(params=i18n.languages())
def _language(request: pytest.FixtureRequest) -> None:
    i18n.use_language(request.param)


def screens_of_a_lesson(desk: tables.Desk, number: int, *, two: bool) -> Iterator[LessonScreen]:
    """Return all that is said and asked in a lesson, with every option and every wrong choice."""
    screen = lesson_on(desk, number, two=two)
    while not is_done(screen):
        yield screen
        if is_choosing(screen):
            for kind in screen.current_step.wrong_choices:
                yield choosing(screen, desk, kind.choices[0])
            for at in range(len(table_options(screen))):
                assert isinstance(screen.mode, Choosing | RoundEnd)
                yield replace(screen, mode=replace(screen.mode, cursor=at))
            screen = choosing(screen, desk, screen.current_step.right_choices[0])
        else:
            following = tables.of_kind(LessonScreen, tables.press_keys(screen, desk, keys.SPACE))
            screen = following
    yield screen


def check_lesson(screen: LessonScreen) -> None:
    """Check that what is said has rows enough, and that the title is whole at the top."""
    top, *_others = draw_screen(screen, tables.WINDOW, tables.STILL).text_rows
    title = i18n._(screen.lesson.title)
    assert title in top or is_done(screen), top
    match shown_lesson(screen):
        case TutorLine(at):
            rows = wrap(screen.sentences[at], SMALLEST.columns - 4)
            assert len(rows) <= MESSAGE_ROWS, rows
        case Feedback(text=text):
            rows = wrap(text, _WIDTH_OF_A_VERDICT)
            assert len(rows) <= _ROWS_OF_A_VERDICT, rows
        case _:
            pass


@pytest.mark.usefixtures("_language", "_inside")
@pytest.mark.parametrize("two", [False, True], ids=["one", "two"])
@pytest.mark.parametrize(("game", "number"), OF_ALL_GAMES)
def test_nothing_that_a_lesson_says_is_cut_off(
    tmp_path: Path, game: str, number: int, two: bool
) -> None:
    desk = replace(tables.options_in(tmp_path), game=game)
    for screen in screens_of_a_lesson(desk, number, two=two):
        check_lesson(screen)


def screens_of_menus(desk: tables.Desk) -> Iterator[Screen]:
    """Return the title, the form of a new game in each of its rows, and lists."""
    title = tables.open_first_title(desk)
    for newcomer in (True, False):
        yield replace(title, newcomer=newcomer)
    for own in (desk, replace(desk, game="classic"), replace(desk, daily=TODAY)):
        for config in (EMPTY_CONFIG, Config({"partner": "expert", "practice": True}, {})):
            form = new_form(own, config).screen
            assert isinstance(form, FormScreen)
            for row in range(len(form.rows)):
                yield replace(form, row=row)
            yield replace(form, has_house_rule=True, memory=True)
        for two in (False, True):
            yield lessons_on(own, two=two)
    yield LISTED


@pytest.mark.usefixtures("_language", "_inside")
def test_nothing_of_a_menu_is_cut_off(tmp_path: Path) -> None:
    for screen in screens_of_menus(tables.options_in(tmp_path)):
        draw_screen(screen, tables.WINDOW, tables.STILL)


class Marked(translations.Pseudo):
    """The made-up language, with sentences as long as they are in English."""

    growth = 1.0


@pytest.fixture
def _marked() -> Iterator[None]:
    before = i18n.current_language()
    i18n.restore_language((i18n.SOURCE, Marked(), ""))
    yield
    i18n.restore_language(before)


@pytest.mark.usefixtures("_pseudo", "_inside")
def test_menus_have_room_for_longer_sentences_and_none_of_their_own(tmp_path: Path) -> None:
    for screen in screens_of_menus(tables.options_in(tmp_path)):
        text = "\n".join(draw_screen(screen, tables.WINDOW, tables.STILL).text_rows)
        check_words(text)
        check_whole(text)


@pytest.mark.usefixtures("_marked")
@pytest.mark.parametrize("two", [False, True], ids=["one", "two"])
@pytest.mark.parametrize(("game", "number"), OF_ALL_GAMES)
def test_lessons_say_nothing_that_is_not_in_the_catalogue(
    tmp_path: Path, game: str, number: int, two: bool
) -> None:
    desk = replace(tables.options_in(tmp_path), game=game)
    for screen in screens_of_a_lesson(desk, number, two=two):
        check_words("\n".join(draw_screen(screen, tables.WINDOW, tables.STILL).text_rows))


@pytest.mark.parametrize("language", i18n.languages())
def test_why_a_choice_cost_much_has_rows_enough(language: str) -> None:
    i18n.use_language(language)
    match = reviewing(long_match()).review
    game = reviewing(long_game()).review
    for review in (match, game):
        words, names = guide_words(review.game.header.game), review.game.header.players
        sentences = [words.cost_sentence(review, one) for one in costly_assessments(review)]
        sentences += [words.hindsight_sentence(one, names) for one in review.assessments]
        assert sentences
        for sentence in sentences:
            assert len(wrap(sentence, SMALLEST.columns - 4)) <= MESSAGE_ROWS, sentence


@pytest.mark.parametrize("language", i18n.languages())
def test_why_a_choice_cost_much_is_whole_beside_the_news_that_a_better_one_was_found(
    language: str,
) -> None:
    i18n.use_language(language)
    for screen in (reviewing(long_match()), reviewing(long_game())):
        words, names = guide_words(screen.game_name), screen.review.game.header.players
        for one in costly_assessments(screen.review):
            choice = table_words(screen.game_name).choices.choice_phrase(one.best, names)
            found = i18n._("Found it: nothing beats {choice}.").format(choice=choice)
            shown = replace(screen, position=one.number - 1, view=None, notice=found)
            text = " ".join(
                " ".join(draw_screen(shown, tables.WINDOW, tables.STILL).text_rows).split()
            )
            assert " ".join(found.split()) in text
            assert " ".join(words.cost_sentence(screen.review, one).split()) in text


@pytest.mark.usefixtures("_pseudo")
def test_reports_of_matches_say_nothing_that_is_not_in_the_catalogue() -> None:
    review = reviewing(long_match()).review
    check_words("\n".join(report_lines(review, UNICODE)).replace("expert:1000", ""))


# What is wrong, and what of it is quoted, or is a name that is the same in every language.
CONFIGS = [
    ("bell = 3", "bell true false"),
    ('partner = "me"', "partner me"),
    ("pairs = 3", "pairs"),
    ('pairs = ["a"]', "pairs"),
    ("lang = 3", "lang"),
    ("limit = 900", "limit"),
    ('theme = "pink"', "theme pink terminal forest night contrast"),
    ('game = "poker"', "game poker"),
    ("duet = 3", "duet"),
    ("[duet]\nlevel = 9", "duet level"),
    ("[duet.board]\ngems = [1]", "duet board gems extra_gems plus start forest_tokens"),
    ("[classic]\ntarget = 9", "classic target"),
    ("a = ", "TOML"),
    ("a = 1\na = 2", "TOML"),
    ("\x00", "TOML x00"),
]


@pytest.mark.usefixtures("_pseudo")
@pytest.mark.parametrize(("content", "own"), CONFIGS)
def test_what_is_wrong_with_the_settings_is_in_the_catalogue(
    content: str, own: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = config_file()
    path.parent.mkdir(parents=True)
    path.write_text(content, "utf-8")
    _status, _out, err = called("config", capsys, monkeypatch)
    assert err
    said = err.replace(str(path), "").replace("foxduet", "")
    check_words(without(said, own.split()))


def without(text: str, words: Iterable[str]) -> str:
    """Return a text without some words, the longest first."""
    for word in sorted(words, key=len, reverse=True):
        text = text.replace(word, "")
    return text


@pytest.mark.usefixtures("_pseudo")
@pytest.mark.parametrize(
    ("line", "own"),
    [
        ("--level 9", "argument level"),
        ("--limit x", "argument limit x"),
        ("--names A", "argument names"),
        ("--seed -1", "argument seed"),
        ("--lang xx", f"argument lang xx {' '.join(languages())}"),
        ("poker", "poker"),
        ("--resume none.toml", "none.toml toml"),
        ("replay none.toml", "none.toml toml"),
        ("review none.toml", "none.toml toml"),
        ("simulate --games 1 --seats random,poker --level 1", "argument seats ms"),
        ("simulate --seats random,random --level 1", "games argument"),
        ("scores --csv --json", "argument csv json"),
        ("scores import none", "none"),
        ("help nothing", "nothing"),
        ("completion tcsh", "argument shell SHELL tcsh bash zsh fish"),
        ("learn --game poker", "argument game poker duet classic"),
        ("--game classic --level 1", "argument level game classic"),
        ("--daily --seed 3", "argument daily seed"),
        ("--board none.toml", "none.toml toml"),
    ],
)
def test_what_is_wrong_with_a_command_line_is_in_the_catalogue(
    line: str, own: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, _out, err = called(line, capsys, monkeypatch)
    assert status != 0
    said = err.replace("foxduet", "")
    typed = line.replace("-", " ").replace(",", " ").split()
    said = without(said, (*own.split(), *typed, *topic_pages(), *COMMANDS, *KINDS))
    check_words(said)


@pytest.mark.usefixtures("_pseudo")
def test_scores_of_matches_say_nothing_that_is_not_in_the_catalogue() -> None:
    for page in ScoresPage:
        lines = scores_page_lines(page, some_entries(), Selection(), TODAY, UNICODE)
        check_words("\n".join(line.text for line in lines))
