"""Sessions in words as golden transcripts: each is said again, and all that comes of it compared.

The first line of a file names what it begins with, in brackets, with options behind it: a
language, ``headphones``, ``two`` people, a ``program`` that is not typed, a console that ``lasts``.
To add one, write that line and what is said, each behind a >, and read what
``pytest --write-golden`` makes of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.ui.kit.canvas import Look
from foxduet.words.i18n import use_language
from foxduet.words.text import SPOKEN, UNICODE, glyph_characters
from tests.support.processes import GOLDEN
from tests.support.stories import STARTS, Conversation, Paper
from tests.support.tables import options_in

FILES = sorted((GOLDEN / "plain").glob("*.txt"))
OPTIONS = {"fr", "headphones", "two", "program", "lasts"}
SIGNS = {sign for sign in glyph_characters(UNICODE) if not sign.isascii()} | {*"▼¤◊●▲★_|@"}
"""What is only drawn."""

OF_TODAY = ("[title Anna Cora]", "[scores finished]")
"""What tells when it was begun."""
WHEN = re.compile(r"\d{4}-\d\d-\d\d( \d\d:\d\d)?")
SAVED = re.compile(r"\d{8}-\d{6}-[0-9a-f]{6}")


@pytest.mark.usefixtures("few_puzzles", "quick_experts")
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_session_sounds_as_it_did(
    file: Path, golden: Callable[[str, str], None], tmp_path: Path
) -> None:
    first, *lines = file.read_text("utf-8").splitlines()
    name, *words = first.strip("[]").split()
    options, arguments = OPTIONS & {*words}, [word for word in words if word not in OPTIONS]
    if name == "lessons" and "two" in options:
        arguments.append("two")
    desk = replace(
        options_in(tmp_path, Look(SPOKEN, animated=False), seed=8, pace=0.0),
        scores=tmp_path / "scores.sqlite3",
        config=tmp_path / "config.toml",
        headphones="headphones" in options,
    )
    use_language("fr" if "fr" in options else "en")
    paper = Paper(is_typed="program" not in options, lasts="lasts" in options)
    talk = Conversation(STARTS[name](desk, *arguments), desk, paper=paper)
    for line in lines:
        if line == "> (end)":
            talk.end()
        elif line.startswith("> "):
            talk.say(line[2:])
    use_language("en")
    assert unheard(talk.paper.lines) == []
    text = SAVED.sub("(a name)", talk.text)
    text = WHEN.sub("(when)", text) if first in OF_TODAY else text
    golden(f"plain/{file.name}", f"{first}\n{text}\n")


def unheard(lines: Sequence[str]) -> list[str]:
    """Return the lines that are too long, or have signs that are only drawn."""
    return [
        line
        for line in lines
        if len(line) > 78
        or SIGNS & {*line}
        or not all(sign.isprintable() or sign in "\u00a0\u202f" for sign in line)
    ]
