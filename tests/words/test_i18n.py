"""All text for players passes through gettext: a made-up language leaves no English; plurals."""

from __future__ import annotations

import ast
import gettext
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import foxduet
from foxduet.analysis.review import Progress
from foxduet.core.errors import FoxduetError
from foxduet.play.record import BrokenRecordError, load_record
from foxduet.words import i18n
from foxduet.words.common import progress_phrase
from foxduet.words.i18n import decimal, explain, ngettext
from tests.support.tables import text_of
from tests.ui.review.test_screen import SCREENS as SCREENS_OF_REVIEWS
from tests.ui.scores.test_frames import SCREENS as SCREENS_OF_SCORES
from tests.ui.scores.test_frames import WORDED_BEFORE
from tests.ui.table.test_frames import SCREENS as SCREENS_OF_TWO
from tests.ui.table.test_solo_frames import SCREENS as SCREENS_OF_ONE

SCREENS = SCREENS_OF_TWO | SCREENS_OF_ONE | SCREENS_OF_SCORES | SCREENS_OF_REVIEWS
for other in [*WORDED_BEFORE, *(name for name in SCREENS if name.startswith("classic-"))]:
    del SCREENS[other]
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
    before = i18n.speech()
    i18n.speak((i18n.SOURCE, Runes(), ""))
    yield
    i18n.speak(before)


@pytest.mark.usefixtures("_runes")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_has_no_word_that_is_not_translated(name: str) -> None:
    text = text_of(SCREENS[name])
    assert "ᚠ" in text
    # Names and the program's own are not translated, nor the letter of a key.
    for own in ("Left", "Right", "Player", "f o x d u e t"):
        text = text.replace(own, "")
    text = text.replace("Expert", "")
    text = re.sub(r"[\[ ]([ynd]): ", "", text)
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
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
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
        ("en", ["1 decision of 92", "2 decisions of 92, about 3 s left"]),
        ("fr", ["1 décision sur 92", "2 décisions sur 92, encore 3 s environ"]),
    ],
)
def test_the_progress_of_a_review_agrees_with_what_is_done(language: str, said: list[str]) -> None:
    i18n.use_language(language)
    assert [progress_phrase(Progress(1, 92)), progress_phrase(Progress(2, 92, 3.0))] == said
