"""All text for players passes through gettext: a made-up language leaves no English; plurals."""

from __future__ import annotations

import argparse
import ast
import errno
import gettext
import json
import os
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest

import foxduet
from foxduet.analysis.review import ReviewProgress
from foxduet.cli.arguments import COMMANDS
from foxduet.cli.terminal import LookOptions, glyphs_to_print
from foxduet.core.cards import Seat
from foxduet.core.errors import FoxduetError
from foxduet.core.toml import parse_toml
from foxduet.games.duet.words.names import CARDS
from foxduet.play.record import BrokenRecordError, dump_record, load_record
from foxduet.store.files import config_file
from foxduet.store.settings import EMPTY_CONFIG
from foxduet.ui.table.moves import AskScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.words import i18n
from foxduet.words.game_words import progress_phrase, table_words
from foxduet.words.i18n import decimal, error_text, explain, ngettext, preferred_language
from foxduet.words.text import ASCII, default_names, fill_fields, format_sentence, names_at_table
from tests.support.games import format_cards, parse_hand
from tests.support.processes import Call, tree_of
from tests.support.tables import SOLO, Left, begin, options_in, press_keys, table_in, text_of
from tests.ui.test_review import SCREENS as SCREENS_OF_REVIEWS
from tests.ui.test_scores import SCREENS as SCREENS_OF_SCORES
from tests.ui.test_scores import WORDED_BEFORE
from tests.ui.test_table_frames import ASCII_LOOK, SCREENS, SOLO_SCREENS
from tests.ui.test_table_frames import SCREENS as SCREENS_OF_TWO
from tests.ui.test_table_frames import SOLO_SCREENS as SCREENS_OF_ONE

ALL_SCREENS = SCREENS_OF_TWO | SCREENS_OF_ONE | SCREENS_OF_SCORES | SCREENS_OF_REVIEWS
for other in [*WORDED_BEFORE, *(name for name in ALL_SCREENS if name.startswith("classic-"))]:
    del ALL_SCREENS[other]
PACKAGE = Path(foxduet.__file__).parent
# The forms that a field may have are words.
_FIELD = re.compile(r"(\{\w*(?:[^}|]*\}|:)?)")


class Runes(gettext.NullTranslations):
    """Translate every letter outside of fields into a rune."""

    def gettext(self, message: str) -> str:
        parts = _FIELD.split(message)
        return "".join(
            part if part.startswith("{") else re.sub("[A-Za-z]", "ᚠ", part) for part in parts
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        # The letters of suits are drawn on cards, and dates are digits.
        is_own = context.startswith("letter") or context in ("number", "date")
        return message if is_own else self.gettext(message)


@pytest.fixture
def _runes() -> Iterator[None]:
    before = i18n.current_language()
    i18n.restore_language((i18n.SOURCE, Runes(), ""))
    yield
    i18n.restore_language(before)


@pytest.mark.usefixtures("_runes")
@pytest.mark.parametrize("name", ALL_SCREENS)
def test_a_screen_has_no_word_that_is_not_translated(name: str) -> None:
    text = text_of(ALL_SCREENS[name])
    assert "ᚠ" in text
    # Names and the program's own are not translated, nor the letter of a key.
    for own in ("Left", "Right", "Player", "f o x d u e t"):
        text = text.replace(own, "")
    text = text.replace("Expert", "")
    text = re.sub(r"[\[ ]([ynd]): |\b[AM]\b", "", text)
    words = re.findall(f"[{string.ascii_letters}]+", text)
    assert words == []


@pytest.mark.usefixtures("_runes")
def test_errors_are_translated_with_the_errors_inside_them() -> None:
    text = 'format = "foxduet-record/1"\ngame = "duet"\nlevel = 1\nplayers = ["a", "b"]\n'
    with pytest.raises(BrokenRecordError) as caught:
        load_record(text + 'result = "*"\nactions = ["team forest p1"]\n')
    assert "the next round must be dealt first" in str(caught.value)
    text = explain(caught.value)
    assert re.findall("[a-z]+ [a-z]+", text) == ["team forest"]


def test_without_a_translation_errors_say_what_they_are() -> None:
    error = FoxduetError("{count} of {thing}", count=3, thing=FoxduetError("these"))
    assert (str(error), explain(error)) == ("3 of these", "3 of these")


def _marked(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id in ("_", "N_", "ngettext", "pgettext")


def test_only_whole_literal_sentences_are_translated() -> None:
    """A translator's tool finds literals only, and a sentence in pieces cannot be translated."""
    pieces = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call) and _marked(node) and path.name != "i18n.py":
                first = node.args[0]
                # Other than a literal it is an entry of a table, whose sentences N_ has marked.
                is_entry = isinstance(first, ast.Subscript | ast.Name | ast.Attribute | ast.IfExp)
                is_literal = isinstance(first, ast.Constant) and isinstance(first.value, str)
                if not is_entry and not is_literal:
                    pieces.append(f"{path}: {ast.unparse(node)}")
    assert pieces == []


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    i18n.use_language(i18n.SOURCE)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0.0 seconds", "0.5 seconds", "1.0 seconds", "1.5 seconds", "2.0 seconds"]),
        ("fr", ["0,0 seconde", "0,5 seconde", "1,0 seconde", "1,5 seconde", "2,0 secondes"]),
    ],
)
def test_decimals_have_the_form_that_the_language_gives_them(
    language: str, said: list[str]
) -> None:
    i18n.use_language(language)
    forms = [
        ngettext("{seconds} second", "{seconds} seconds", number).format(
            seconds=decimal(number, ".1f")
        )
        for number in (0.0, 0.5, 1.0, 1.5, 2.0)
    ]
    assert forms == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["1 of 92 choices judged", "2 of 92 choices judged, about 3 s left"]),
        ("fr", ["Choix jugés\u202f: 1 sur 92", "Choix jugés\u202f: 2 sur 92, encore 3 s environ"]),
    ],
)
def test_the_progress_of_a_review_agrees_with_what_is_done(language: str, said: list[str]) -> None:
    i18n.use_language(language)
    assert [
        progress_phrase(ReviewProgress(1, 92)),
        progress_phrase(ReviewProgress(2, 92, 3.0)),
    ] == said


def words_in(text: str) -> set[str]:
    """Return the words of more than three letters."""
    return {word.lower() for word in re.findall("[A-Za-z]{4,}", text)}


@pytest.mark.parametrize(
    ("config", "line", "language"),
    [
        ('lang = "fr"', "--help", "fr"),
        ('# lang = "fr"', "--help", "en"),
        ('lang = "fr"', "--lang en --help", "en"),
        ('lang = "xx"', "--help", "en"),
        ("lang = 3", "--help", "en"),
        ('bell = 3\nlang = "fr"', "scores --help", "fr"),
    ],
)
def test_a_remembered_language_holds_unless_the_command_line_has_another(
    config: str, line: str, language: str, call: Call
) -> None:
    path = config_file()
    path.parent.mkdir(parents=True)
    path.write_text(config, "utf-8")
    _status, out, _err = call(line)
    assert ("utilisation" in out) == (language == "fr")


VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "fr_CA.ISO-8859-1@euro"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LC_ALL": "en_US.UTF-8", "LANGUAGE": "fr"}, "fr"),
        ({"LC_ALL": "", "LANG": "fr_BE.UTF-8"}, "fr"),
        ({"LANGUAGE": "xx:fr:en"}, "fr"),
        ({"LANGUAGE": "en:fr"}, "en"),
        # As in other programs, LANGUAGE does not count where the locale is none.
        ({"LC_ALL": "C", "LANGUAGE": "fr"}, "en"),
        ({"LC_ALL": "POSIX", "LANGUAGE": "fr", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "C", "LANGUAGE": "fr"}, "en"),
        ({"LC_MESSAGES": "fr_FR.UTF-8", "LANG": "C", "LANGUAGE": "en:fr"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANGUAGE": "fr"}, "fr"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
        ({"LANG": "friulian"}, "en"),
        ({"LANG": "../fr"}, "en"),
    ],
)
def test_the_locale_decides(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert preferred_language() == language


@pytest.mark.parametrize(
    ("content", "language"),
    [
        (b'{"AppleLanguages": ["fr-CA", "en-CA"]}', "fr"),
        (b'{"AppleLanguages": ["en-GB", "fr-FR"]}', "en"),
        (b'{"AppleLanguages": 3}', "en"),
        (b"{}", "en"),
    ],
)
def test_without_a_locale_macos_decides(
    content: bytes, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import plistlib

    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "Library" / "Preferences"
    folder.mkdir(parents=True)
    settings = folder / ".GlobalPreferences.plist"
    settings.write_bytes(plistlib.dumps(json.loads(content), fmt=plistlib.FMT_BINARY))
    monkeypatch.setattr(sys, "platform", "darwin")
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    assert preferred_language() == language


@pytest.mark.parametrize(
    ("number", "language"),
    [(0x040C, "fr"), (0x0C0C, "fr"), (0x080C, "fr"), (0x0409, "en"), (0xFFFF, "en")],
)
def test_without_a_locale_windows_decides(
    number: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the number of the language that its own windows speak."""
    import ctypes

    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: number)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    assert preferred_language() == language
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert preferred_language() == "en"


@pytest.mark.parametrize("content", [None, b"no settings"])
def test_settings_of_macos_that_cannot_be_read_are_ignored(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    if content is not None:
        folder = tmp_path / "Library" / "Preferences"
        folder.mkdir(parents=True)
        (folder / ".GlobalPreferences.plist").write_bytes(content)
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert preferred_language() == "en"


@pytest.mark.parametrize(
    "line", ["--lang fr --help", "--lang=fr --help", "--lang en --lang fr --help"]
)
def test_help_is_in_the_language_that_is_asked_for(line: str, call: Call) -> None:
    english = call("--help")[1]
    status, french, _err = call(line)
    assert status == 0
    assert "COMMAND" in english
    commands = {*COMMANDS}
    same = {"arguments", "foxduet", "solo", "lang", "options", "shell", "terminal", "version"}
    assert words_in(english) & words_in(french) <= commands | same


@pytest.mark.parametrize("line", ["--lang fr review --help", "review --lang fr --help"])
def test_a_command_has_the_language_before_it_or_after_it(line: str, call: Call) -> None:
    status, out, _err = call(line)
    assert status == 0
    assert "foxduet review" in out
    assert "show this help message" not in out
    assert "FILE" not in out


def test_what_argparse_refuses_is_said_in_french(call: Call) -> None:
    for line in (
        "--lang fr --seed",
        "--lang fr --theme dark",
        "--lang fr simulate",
        "--lang fr -x",
    ):
        status, out, err = call(line)
        assert (status, out) == (2, "")
        assert err.count("\n") == 1
        for english in ("expected", "invalid", "choose", "required", "argument ", "unrecognized"):
            assert english not in err.replace("argument --", "")


def test_a_language_that_is_not_spoken_is_refused(call: Call) -> None:
    for line in ("--lang klingon", "review --lang klingon x", "--lang"):
        status, _out, err = call(line)
        assert status == 2
        assert "--lang" in err


# What argparse says to programmers, its table of what a title may be, and what it says of a
# --version that has no help.
OF_PROGRAMMERS = (
    *("conflicting", "not defined", "is an invalid argument for positionals", "must be optional"),
    *("is not callable", "cannot merge", "must start with", "dest= is required", "cannot have"),
    *("conflict_resolution", "with mode", "is not a valid", "must be", "cannot be"),
    "show program's version number",
)


def test_whatever_argparse_says_here_is_in_the_catalogue() -> None:
    tree = ast.parse(Path(argparse.__file__).read_text("utf-8"))
    said = {
        argument.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("_", "ngettext")
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }
    missing = said - {*i18n.ARGPARSE_MESSAGES}
    unexpected = {one for one in missing if not any(part in one for part in OF_PROGRAMMERS)}
    assert len(said) > 20
    assert unexpected == set()


class RefusedByWindows(OSError):
    """An error with the number of Windows, and its words in the language of the user."""

    winerror = 2


@pytest.mark.parametrize(
    ("number", "english"),
    [
        *((number, os.strerror(number)) for number in (errno.ENOENT, errno.EACCES, errno.ENOSPC)),
        (errno.ECONNREFUSED, "Connection refused"),
    ],
)
def test_windows_reasons_are_said_in_the_words_of_all_systems(number: int, english: str) -> None:
    error = RefusedByWindows(number, "Das System kann das nicht")
    assert error_text(error) == english
    assert explain(FoxduetError("no: {reason}", reason=error)) == f"no: {english}"
    i18n.use_language("fr")
    assert error_text(error) not in (english, error.strerror)


def test_the_system_s_reasons_are_in_french() -> None:
    i18n.use_language("fr")
    for number in (errno.ENOENT, errno.EACCES, errno.EISDIR, errno.ENOSPC, errno.EROFS):
        english = os.strerror(number)
        assert error_text(OSError(number, english)) != english


@pytest.mark.parametrize(
    "text",
    [
        *("a", "a = ", "a = 'b", "[a", "[[a]", "a = [1", "a = {", "a = 1 b", 'a = "\\x"', "= 1"),
        *("a = 1\na = 2", "[a]\n[a]", "a = {b = 1, b = 2}", "a = '\\u0007\x07'"),
    ],
)
def test_what_is_wrong_in_toml_is_said_in_french(text: str) -> None:
    with pytest.raises(FoxduetError) as caught:
        parse_toml(text)
    english = explain(caught.value)
    i18n.use_language("fr")
    french = explain(caught.value)
    assert french != english
    # Words that both languages have.
    assert words_in(english) & words_in(french) <= {"toml", "document", "table"}


def test_numbers_and_dates_are_written_as_the_language_does() -> None:
    day = date(2026, 7, 14)
    written = (i18n.decimal(37.25, ".1f"), i18n.percentage(0.375), i18n.day_text(day))
    assert written == ("37.2", "37.5%", "2026-07-14")
    assert (i18n.spoken_day(day), i18n.spoken_day(day.replace(day=1))) == ("14 July", "1 July")
    i18n.use_language("fr")
    written = (i18n.decimal(37.25, ".1f"), i18n.percentage(0.375), i18n.day_text(day))
    assert written == ("37,2", "37,5\u202f%", "14/07/2026")
    assert (i18n.spoken_day(day), i18n.spoken_day(day.replace(day=1))) == (
        "14 juillet",
        "1er juillet",
    )


def test_seven_bits_have_neither_accents_nor_typographic_blanks() -> None:
    text = "«\u202fÉtoile\u202f» : 37,5\u202f% — œuf"
    assert i18n.to_ascii(text) == '"Etoile" : 37,5 % ? oeuf'


def test_latin_1_keeps_the_accents_that_it_has() -> None:
    i18n.use_language("fr")
    i18n.use_ascii(True, "latin-1")
    assert (
        i18n.to_charset("«\u202fÉtoile\u202f» : 37,5\u202f% — œuf") == "« Étoile » : 37,5 % ? oeuf"
    )
    for name in SCREENS:
        assert text_of(SCREENS[name], look=ASCII_LOOK).encode("latin-1")
    assert "é" in "".join(text_of(SCREENS[name], look=ASCII_LOOK) for name in SCREENS)


@pytest.mark.skipif(sys.platform == "win32", reason="the code page there limits no screen")
def test_in_a_locale_of_latin_1_the_program_keeps_its_accents(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("locale.nl_langinfo", lambda _item: "ISO-8859-1", raising=False)
    monkeypatch.setattr("locale.getencoding", lambda: "ISO-8859-1")
    i18n.use_language("fr")
    for given, expected in (({}, "Éric, Zoe"), ({"signs": "ascii"}, "Eric, Zoe")):
        look = LookOptions(EMPTY_CONFIG, given).look_for("duet")
        assert look.glyphs is ASCII
        assert i18n.to_charset("Éric, Zo\u0113") == expected
    assert glyphs_to_print("duet", ascii_only=False) is ASCII
    assert i18n.to_charset("Éric") == "Éric"


def test_languages_are_found_in_an_archive_below_which_windows_sees_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = i18n.languages()
    monkeypatch.setattr(i18n, "LOCALE_FOLDER", str(tmp_path / "foxduet.pyz" / "locale"))
    assert i18n.languages() == before


def test_a_stream_that_lacks_a_letter_gets_the_nearest_one(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1", "LANGUAGE": "fr"}
    run = subprocess.run(
        [sys.executable, "-m", "foxduet", "--resume", str(tmp_path / "é\u202f.toml")],
        capture_output=True,
        check=False,
        env={**environment, "TERM": "xterm"},
    )
    assert run.returncode == 2
    assert b"?" not in run.stderr
    assert "é" in run.stderr.decode("latin-1")


def test_english_needs_no_catalogue() -> None:
    program = "from foxduet.words import i18n; i18n._('x'); print(i18n._catalogue().info())"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert run.stdout.strip() == b"{}"


def test_questions_are_answered_by_letters_of_the_language(tmp_path: Path) -> None:
    asked = press_keys(table_in(tmp_path), options_in(tmp_path), "q")
    assert isinstance(asked, AskScreen)
    assert press_keys(asked, options_in(tmp_path), "o") == asked
    assert isinstance(press_keys(asked, options_in(tmp_path), "y"), Left)
    i18n.use_language("fr")
    assert "o\u202f: Sortir" in text_of(asked)
    assert isinstance(press_keys(asked, options_in(tmp_path), "o"), Left)
    assert isinstance(press_keys(asked, options_in(tmp_path), "n"), TableScreen)


def test_suits_have_letters_of_the_language_and_notation_has_not() -> None:
    cards = parse_hand("7d8r9s")
    i18n.use_language("fr")
    assert [CARDS.card_in_line(card, ASCII)[-1] for card in cards] == ["C", "R", "É"]
    i18n.use_ascii(True)
    assert [CARDS.card_in_line(card, ASCII)[-1] for card in cards] == ["C", "R", "E"]
    assert format_cards(cards) == "7d8r9s"


@pytest.mark.parametrize("name", SCREENS)
def test_french_screens_in_seven_bits_have_no_others(name: str) -> None:
    i18n.use_language("fr")
    i18n.use_ascii(True)
    text = text_of(SCREENS[name], look=ASCII_LOOK)
    assert text.isascii()
    assert text.count("?") <= 4


def test_the_report_of_a_series_is_in_french(call: Call) -> None:
    line = "--lang fr simulate --level 1 --games 4 --seats random,random --seed 1"
    status, out, err = call(line)
    assert (status, err) == (0, "")
    assert "Gagnées\u202f: 0 (0,0\u202f%\u202f; intervalle à 95\u202f% de 0,0\u202f%" in out
    assert "games" not in out


def test_keys_of_json_and_csv_are_the_same_in_french(call: Call) -> None:
    for form in ("--json", "--csv"):
        english = call(f"scores {form}")[1]
        assert call(f"--lang fr scores {form}")[1] == english
    line = "simulate --level 1 --games 2 --seats random,random --seed 1 --json"
    reports = [json.loads(call(f"--lang {language} {line}")[1]) for language in ("en", "fr")]
    assert reports[0].keys() == reports[1].keys()


def test_a_game_that_is_played_in_french_has_the_same_record(tmp_path: Path) -> None:
    texts = []
    for language in ("en", "fr"):
        i18n.use_language(language)
        screen = begin(options_in(tmp_path / language), 1, ("A", "B"), seed=3)
        game = screen.session.game
        started = re.compile("^started.*$", re.MULTILINE)
        texts.append(started.sub("", dump_record(game)))
    assert texts[0] == texts[1]


NAMED = "{name} {name:wins|win}, {other:*'s|your|its} end"


def test_sentences_have_a_form_for_a_name_for_you_and_for_a_partner() -> None:
    you, partner = names_at_table(SOLO.header)
    assert format_sentence(NAMED, name="Zoé", other="Ann|Bob") == "Zoé wins, Ann|Bob's end"
    assert format_sentence(NAMED, name=you, other=partner) == "You win, its end"
    assert format_sentence(NAMED, name=partner, other=you) == "Your partner wins, your end"
    assert format_sentence("{name}, lead any card.", name=you) == "Lead any card."
    assert format_sentence("{name}, lead any card.", name="zoé") == "zoé, lead any card."
    assert fill_fields("{name:let * swap|swap yourself}", name=partner) == "let your partner swap"
    # What a name looks like is no part of the sentence.
    assert format_sentence("{name} leads", name="{other}") == "{other} leads"


@pytest.mark.parametrize(
    ("players", "ai", "called"),
    [
        (("Player", "Expert"), (None, "expert"), ("You", "Expert")),
        (("Moi", "Régulier"), (None, "steady"), ("You", "Steady")),
        (("Moi", "Regulier"), (None, "steady"), ("You", "Steady")),
        (("Player", "Zoé"), (None, "novice"), ("You", "Zoé")),
        (("Anne", "Expert"), (None, "expert"), ("Anne", "Expert")),
        (("Expert", "Player"), ("expert:200", None), ("Expert", "You")),
        (("Player", "Expert"), (None, None), ("Player", "Expert")),
        (("Player", "Expert"), ("novice", "expert"), ("Player", "Expert")),
        (("steady", "steady"), ("steady", "steady"), ("steady (left)", "steady (right)")),
        (("Anne", "Anne"), (None, None), ("Anne (left)", "Anne (right)")),
    ],
)
def test_only_one_person_without_a_chosen_name_is_spoken_to(
    players: tuple[str, str], ai: tuple[str | None, str | None], called: tuple[str, str]
) -> None:
    names = names_at_table(replace(SOLO.header, players=players, ai=ai))
    assert names == called
    assert [format_sentence("{name} led", name=name) for name in names] == [
        "Your partner led" if spoken_of(name, kind, names) else f"{name} led"
        for name, kind in zip(names, ai, strict=True)
    ]


def spoken_of(name: str, kind: str | None, names: tuple[str, ...]) -> bool:
    """Return whether a player is called a partner."""
    return "You" in names and kind is not None and name in default_names(kind)


@pytest.mark.parametrize("language", i18n.languages())
@pytest.mark.parametrize("name", [name for name in SOLO_SCREENS if name != "solo-form"])
def test_no_screen_of_a_game_alone_calls_the_person_by_a_name_that_nobody_chose(
    name: str, language: str
) -> None:
    i18n.use_language(language)
    text = text_of(SOLO_SCREENS[name])
    assert "Player" not in text
    assert "Moi" not in text


def test_in_french_verbs_agree_with_whoever_is_spoken_to() -> None:
    i18n.use_language("fr")
    names = names_at_table(SOLO.header)
    tricks = [
        sentence
        for turn in SOLO.turns
        for sentence in table_words("duet").story.with_hands_open.tell(
            turn.step.events, names, None
        )
    ]
    own = [sentence for sentence in tricks if sentence.startswith("Vous ")]
    others = [sentence for sentence in tricks if sentence.startswith("Votre partenaire ")]
    assert len(own) > 10
    assert len(others) > 10
    assert all(
        sentence.split()[1]
        in (
            *("ouvrez", "fournissez", "coupez", "vous", "gagnez", "gardez", "prenez", "avez"),
            *("laissez", "pouvez"),
        )
        for sentence in own
    )
    assert all(
        sentence.split()[2]
        in (
            *("ouvre", "fournit", "coupe", "se", "gagne", "garde", "prend", "a", "laisse"),
            *("vous", "peut"),
        )
        for sentence in others
    )


def test_the_record_has_the_names() -> None:
    assert SOLO.header.players == ("Player", "Expert")
    assert names_at_table(SOLO.header)[Seat.P1] == "You"
