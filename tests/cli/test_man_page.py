"""The manual page in all languages: it renders without a complaint, and leaves nothing out."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from foxduet.cli.man_page import man_page, man_pages
from foxduet.words import i18n
from foxduet.words.topics import all_topics
from foxduet.words.topics.topic import topic_lines
from tests.support.grammar import commands
from tests.support.places import PROJECT

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
        for line in topic_lines(topic, 10_000):
            assert words_of(line) in text or all(part in text for part in line.split())


@LANGUAGES
def test_it_is_made_of_known_requests_and_names_every_option(language: str) -> None:
    i18n.use_language(language)
    lines = man_page().splitlines()
    assert lines[1].startswith('.TH FOXDUET 1 "" "foxduet ')
    assert lines[3] == ('.SH "NOM"' if language == "fr" else '.SH "NAME"')
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
    assert pages.keys() == {"share/man/man1/foxduet.1", "share/man/fr/man1/foxduet.1"}
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


def test_the_wheel_is_built_with_it() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    hook = PROJECT / wheel["hooks"]["custom"]["path"]
    assert "man_pages()" in hook.read_text("utf-8")
    # Whoever runs this sees them in the wheel.
    script = (PROJECT / ".ci" / "run").read_text("utf-8")
    assert all(place in script for place in man_pages())
