"""The help command, topic by topic, and the manual page that says the same."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

import foxduet
from foxduet.cli.help import man_page, man_pages
from foxduet.ui.kit.screen import Bindings, help_rows
from foxduet.ui.review import ReviewScreen
from foxduet.ui.scores import ScoresScreen
from foxduet.ui.table.keys import HELP_BINDINGS
from foxduet.words import i18n
from foxduet.words.pages import Page, all_topics, page_lines, parse_page
from foxduet.words.text import Item, Pairs, text_width
from tests.support.calls import Call, commands, long_options
from tests.support.processes import PROJECT

TOPICS = all_topics()
NARROW = 80
FOLDER = Path(foxduet.__file__).parent


def items(topic: Page) -> Iterator[Item]:
    for _title, found in topic.sections:
        yield from found


def terms(topic: Page) -> set[str]:
    """Return what stands in the columns of a topic, such as keys and options."""
    return {term for item in items(topic) if isinstance(item, Pairs) for term, _text in item.rows}


def fields(topic: Page) -> list[str]:
    """Return the names of keys and columns that a topic explains."""
    (path,) = FOLDER.rglob(f"help/{topic.name}.md")
    return re.findall(r"^- `(.+?)`: ", path.read_text("utf-8"), re.MULTILINE)


def text_of(name: str, width: int = NARROW) -> str:
    return "\n".join(page_lines(TOPICS[name], width))


def test_without_a_topic_it_lists_them_all_with_a_line_each(
    monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    status, out, err = call("help")
    assert (status, err) == (0, "")
    for name, topic in TOPICS.items():
        assert re.search(rf"^ +{name} +{re.escape(topic.purpose)}$", out, re.MULTILINE)


@pytest.mark.parametrize("language", i18n.languages())
def test_a_topic_has_the_name_that_opens_it_in_every_language(
    language: str, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    status, out, _err = call(f"--lang {language} help")
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
    name: str, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    for width in (NARROW, 130):
        monkeypatch.setenv("COLUMNS", str(width))
        status, out, err = call(f"help {name}")
        assert (status, err) == (0, "")
        assert out == text_of(name, width) + "\n"
        assert max(map(text_width, out.splitlines())) <= width


@pytest.mark.parametrize(("asked", "name"), [("puzzles", "puzzle"), ("day", "days")])
def test_a_topic_is_found_in_singular_and_plural(asked: str, name: str, call: Call) -> None:
    assert call(f"help {asked}") == call(f"help {name}")
    assert call(f"help {asked}")[0] == 0


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
    assert "foxduet.words.pages" in loaded
    heavy = ("foxduet.ui", "foxduet.play", "shutil")
    assert [name for name in loaded if name.startswith(heavy)] == []
    assert [name for name in loaded if name.startswith("foxduet.games.duet.")] == []
    # The language may be remembered in a file.
    stores = {name for name in loaded if name.startswith("foxduet.store.")}
    assert stores == {"foxduet.store.files"}
    rules = {name for name in loaded if name.startswith("foxduet.core.")}
    assert rules == {f"foxduet.core.{name}" for name in ("cards", "errors", "frozen", "registry")}


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_can_be_shown_by_every_terminal(name: str) -> None:
    i18n.use_seven_bits(True)
    shown = "\n".join(page_lines(all_topics()[name], NARROW))
    assert shown.isascii()
    i18n.use_seven_bits(False)
    # Signs of pictures have others in their places.
    assert shown.count("?") == text_of(name).count("?")
    assert TOPICS[name].purpose.isascii()


def test_where_a_font_has_few_signs_pictures_are_in_seven_bits(
    monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    assert "◊ a gem" in call("help rules")[1]
    monkeypatch.setenv("TERM", "linux")
    assert call("help rules")[1].isascii()


def test_every_command_has_a_topic_unless_it_shows_them() -> None:
    assert {name for name in commands() if " " not in name} <= {*TOPICS, "help"}


@pytest.mark.parametrize("name", commands())
def test_every_option_is_explained_by_the_topic_of_its_command(name: str) -> None:
    named = ["commands", name.split(maxsplit=1)[0]]
    # A game at two terminals begins as any other.
    named += ["play"] if name == "host" else []
    own = [topic for topic in named if topic in TOPICS]
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


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("help/*.md")), ids=lambda path: path.stem)
def test_topics_are_shown_in_the_player_s_language(path: Path) -> None:
    text = path.read_text("utf-8")
    typed = " ".join(map("".join, re.findall(r"`([^`\n]+)`|```sh\n(.+?)\n```", text, re.DOTALL)))
    loud = parse_page(text, lambda piece, _context: piece.upper())
    words = {word for line in page_lines(loud, 10_000) for word in line.split()}
    assert {word for word in words if word != word.upper()} <= {*typed.split()}


# Each prints a page, or with the second words complains of what is wrong with it.
RENDERERS = {
    "man": (["-l"], ["--warnings=w", "-l"]),
    "mandoc": (["-Tutf8"], ["-Tlint", "-Werror"]),
}
REQUESTS = {".TH", ".SH", ".SS", ".TP", ".PP", ".RS", ".RE", ".EX", ".EE", ".br", ".ad", ".nr"}


def words_of(text: str) -> str:
    """Return a text on one line, as no program breaks lines like another."""
    return " ".join(text.split())


def is_there(program: str) -> bool:
    """Return whether there is a program, and for man, whether it is the one that renders files."""
    if shutil.which(program) is None:
        return False
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return program != "man" or version.stdout.startswith("man 2.")


LANGUAGES = pytest.mark.parametrize("language", i18n.languages())


@LANGUAGES
@pytest.mark.parametrize("program", RENDERERS)
def test_it_renders_as_the_text_of_all_options_and_topics(
    program: str, language: str, tmp_path: Path
) -> None:
    i18n.use_language(language)
    if not is_there(program):
        pytest.skip(f"there is no {program} here, or another one")
    file = tmp_path / "foxduet.1"
    file.write_text(man_page(), "utf-8")
    shown, checked = (
        subprocess.run(
            [program, *options, str(file)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
            env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8", "PAGER": "cat"},
        )
        for options in RENDERERS[program]
    )
    assert checked.stderr == ""
    assert program == "man" or checked.stdout == ""
    # Bold letters and lines below are made by striking twice.
    plain = re.sub(".\b", "", shown.stdout)
    text = words_of(plain)
    assert max(map(len, plain.splitlines())) <= 80
    for command in commands(language).values():
        for option in command.options:
            assert words_of(", ".join(option.names)) in text
            assert words_of(option.purpose) in text
    for name, topic in all_topics().items():
        assert name.upper() in text
        for line in page_lines(topic, 10_000):
            assert words_of(line) in text or all(part in text for part in line.split())


@LANGUAGES
def test_it_is_made_of_known_requests_and_names_every_option(language: str) -> None:
    i18n.use_language(language)
    lines = man_page().splitlines()
    assert lines[1].startswith('.TH FOXDUET 1 "" "foxduet ')
    assert lines[3] == f'.SH "{i18n._("Name").upper()}"'
    assert {line.split()[0] for line in lines if line.startswith(".")} == REQUESTS
    assert [line for line in lines if line.startswith("'") or not line] == []
    for name, command in commands().items():
        assert any(re.match(rf'\.SS "foxduet {name}\u202f?: ', line) for line in lines)
        for option in command.options:
            for one in option.names:
                escaped = one.replace("-", r"\-")
                assert any(rf"\fB{escaped}\fR" in line for line in lines)


def test_there_is_a_page_for_each_language_where_man_looks_for_it() -> None:
    pages = man_pages()
    others = {f"share/man/{language}/man1/foxduet.1" for language in i18n.languages()[1:]}
    assert pages.keys() == {"share/man/man1/foxduet.1", *others}
    assert pages["share/man/man1/foxduet.1"] == man_page()
    french = pages["share/man/fr/man1/foxduet.1"]
    i18n.use_language("fr")
    assert french == man_page()
    for english in ("FILE", "PARTNER", "SECONDS", "DIR", "the ", "your "):
        assert re.findall(rf"\b{english}\b", french) == []


def test_the_heading_of_a_topic_says_in_each_language_what_it_is_about() -> None:
    pages = man_pages()
    assert '.SH "RULES: the rules, in our own words"' in pages["share/man/man1/foxduet.1"]
    assert '.SH "RULES\u202f: les règles, avec nos mots"' in pages["share/man/fr/man1/foxduet.1"]
