"""The help command and its topics: complete, quick, marked for the translators."""

from __future__ import annotations

import ast
import gettext
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

import foxduet
from foxduet.ui.kit.screen import Bindings, help_rows
from foxduet.ui.review.screen import ReviewScreen
from foxduet.ui.scores.screen import ScoresScreen
from foxduet.ui.table.keys import HELP_BINDINGS
from foxduet.words import i18n
from foxduet.words.text import Example, text_width
from foxduet.words.topics import all_topics
from foxduet.words.topics.topic import Fields, Item, Pairs, Topic, topic_lines
from tests.support.calls import called
from tests.support.grammar import commands, long_options
from tests.support.places import PROJECT

TOPICS = all_topics()
NARROW = 80
FOLDER = Path(foxduet.__file__).parent


def items(topic: Topic) -> Iterator[Item]:
    for _title, *found in topic.sections:
        yield from found


def terms(topic: Topic) -> set[str]:
    """Return what stands in the columns of a topic, such as keys and options."""
    return {term for item in items(topic) if isinstance(item, Pairs) for term, _text in item.rows}


def fields(topic: Topic) -> list[str]:
    """Return the names of keys and columns that a topic explains."""
    return [term for item in items(topic) if isinstance(item, Fields) for term, _text in item.rows]


def text_of(name: str, width: int = NARROW) -> str:
    return "\n".join(topic_lines(TOPICS[name], width))


def test_without_a_topic_it_lists_them_all_with_a_line_each(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    status, out, err = called("help", capsys, monkeypatch)
    assert (status, err) == (0, "")
    for name, topic in TOPICS.items():
        assert re.search(rf"^ +{name} +{re.escape(topic.purpose)}$", out, re.MULTILINE)


@pytest.mark.parametrize("language", i18n.languages())
def test_a_topic_has_the_name_that_opens_it_in_every_language(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    status, out, _err = called(f"--lang {language} help", capsys, monkeypatch)
    assert status == 0
    rows = [row.split()[0] for row in out.splitlines() if re.match(r" {4}\S", row)]
    assert rows == [*TOPICS]


@pytest.mark.parametrize("language", i18n.languages())
def test_keys_of_json_and_columns_of_csv_are_the_same_in_every_language(language: str) -> None:
    i18n.use_language(language)
    named = {name: fields(topic) for name, topic in TOPICS.items()}
    assert "level" in named["scores"]
    assert "hindsight" in named["review"]
    for name, terms_of_fields in named.items():
        for term in terms_of_fields:
            assert re.search(rf"^ +{term}( |$)", text_of(name), re.MULTILINE)


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_is_printed_as_wide_as_the_terminal(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for width in (NARROW, 130):
        monkeypatch.setenv("COLUMNS", str(width))
        status, out, err = called(f"help {name}", capsys, monkeypatch)
        assert (status, err) == (0, "")
        assert out == text_of(name, width) + "\n"
        assert max(map(text_width, out.splitlines())) <= width


def test_an_unknown_topic_is_one_line_that_lists_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, out, err = called("help dance", capsys, monkeypatch)
    assert (status, out) == (2, "")
    assert f"there is no topic 'dance'; the topics are {', '.join(TOPICS)}\n" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("line", ["help", "help rules"])
def test_help_loads_no_rule_set_and_no_screen(line: str) -> None:
    # What the interpreter loads by itself is not ours.
    program = "from foxduet.__main__ import main; main()"
    after = "print(*({*sys.modules} - before), file=sys.stderr)"
    result = subprocess.run(
        [
            *(sys.executable, "-c", f"import sys; before = {{*sys.modules}}; {program}; {after}"),
            *line.split(),
        ],
        capture_output=True,
        text=True,
        check=True,
        cwd=PROJECT,
    )
    loaded = result.stderr.split()
    assert "foxduet.games.duet.words.topics" in loaded
    heavy = ("foxduet.ui", "foxduet.play", "shutil")
    assert [name for name in loaded if name.startswith(heavy)] == []
    own = {name for name in loaded if re.match(r"foxduet\.games\.duet\.(?!words\.topics)", name)}
    assert own == {"foxduet.games.duet.words"}
    # The language may be remembered in a file.
    stores = {name for name in loaded if name.startswith("foxduet.store.")}
    assert stores == {"foxduet.store.files"}
    rules = {name for name in loaded if name.startswith("foxduet.core.")}
    assert rules == {f"foxduet.core.{name}" for name in ("errors", "frozen", "register", "values")}


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_can_be_shown_by_every_terminal(name: str) -> None:
    i18n.use_seven_bits(True)
    shown = text_of(name)
    assert shown.isascii()
    i18n.use_seven_bits(False)
    # Signs of pictures have others in their places.
    assert shown.count("?") == text_of(name).count("?")
    assert TOPICS[name].purpose.isascii()


def test_where_a_font_has_few_signs_pictures_are_in_seven_bits(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "◊ a gem" in called("help rules", capsys, monkeypatch)[1]
    monkeypatch.setenv("TERM", "linux")
    assert called("help rules", capsys, monkeypatch)[1].isascii()


def test_every_command_has_a_topic_unless_it_shows_them() -> None:
    assert {name for name in commands() if " " not in name} <= {*TOPICS, "help"}


@pytest.mark.parametrize("name", commands())
def test_every_option_is_explained_by_the_topic_of_its_command(name: str) -> None:
    own = [topic for topic in ("commands", name.split(maxsplit=1)[0]) if topic in TOPICS]
    documented = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", "".join(map(text_of, own))))
    assert sorted(long_options(commands()[name]) - documented) == []


def test_topics_name_no_option_that_there_is_not() -> None:
    offered = {option for command in commands().values() for option in long_options(command)}
    offered.add("--version")
    text = "".join(map(text_of, TOPICS))
    assert {*re.findall(r"--[a-z]+(?:-[a-z]+)*", text)} == offered


@pytest.mark.parametrize(
    ("name", "bindings"),
    [
        ("keys", HELP_BINDINGS),
        ("review", ReviewScreen.BINDINGS),
        ("scores", ScoresScreen("duet", (), date(2026, 11, 21), cursor=0).bindings),
    ],
)
def test_topics_have_the_keys_that_screens_have(name: str, bindings: Bindings) -> None:
    keys = {key for key, _meaning in help_rows(bindings)}
    assert keys - {"Tab, r"} <= terms(TOPICS[name])
    assert "Tab, r" in terms(TOPICS["keys"])


def marked(path: Path) -> set[str]:
    """Return the sentences of a module that a translator's tool finds."""
    return {
        ast.literal_eval(call.args[0])
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "N_"
    }


def is_typed(text: str) -> bool:
    """Return whether a text is code, which is the same in every language."""
    return re.match(r"foxduet |eval |~/|%|\d{4}-", text) is not None or " " not in text


def test_all_sentences_of_topics_are_marked_for_the_translators() -> None:
    found = {sentence for path in FOLDER.rglob("topics/**/*.py") for sentence in marked(path)}
    for topic in TOPICS.values():
        texts = [topic.purpose, *(title for title, *_items in topic.sections)]
        for item in items(topic):
            match item:
                case str(paragraph):
                    texts.append(paragraph)
                case Pairs(rows):
                    texts += [meaning for _term, meaning in rows]
                case Example(text):
                    texts.append(text)
        assert [text for text in texts if text not in found and not is_typed(text)] == []


def test_topics_are_shown_in_the_player_s_language() -> None:
    class Loud(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return message.upper()

    i18n.use_translations(Loud())
    try:
        for name, topic in TOPICS.items():
            text = text_of(name)
            for term in fields(topic):
                text = text.replace(f" {term}", "", 1)
            assert text.isupper()
    finally:
        i18n.use_translations(gettext.NullTranslations())
