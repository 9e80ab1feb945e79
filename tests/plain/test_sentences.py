"""Sentences as players say them on each screen, and what they mean there.

``sentences.txt`` has a screen in brackets, as transcripts begin, with lines said before, then rows:
the input that means the same (``enter`` for an empty line), a text in quotes that must come, or ?
for a line that must change nothing, and after = the sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foxduet.plain.loop import InputRefused, Reply, get_voice, handle_input
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.screen import Context, Screen, Transition
from foxduet.words.i18n import use_language
from foxduet.words.text import SPOKEN
from tests.support.stories import STARTS, Conversation
from tests.support.tables import options_in

ROWS = Path(__file__).with_name("sentences.txt").read_text("utf-8").splitlines()
LEAST = 0.97
"""The least share of sentences that are understood; the others must be refused."""


@pytest.mark.usefixtures("few_puzzles", "quick_experts")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_sentences_are_understood_and_none_as_another_question(
    language: str, tmp_path: Path
) -> None:
    understood, refused, misread = 0, [], []
    for head, rows in scenes(language):
        use_language(language)
        screen, context = scene(head, tmp_path)
        for row in rows:
            meaning, _equals, sentences = row.partition(" = ")
            for sentence in sentences.split(" | "):
                reply = say(sentence, screen, context)
                if is_meant(reply, meaning, screen, context):
                    understood += 1
                elif isinstance(reply, InputRefused):
                    refused.append(f"{head}: {sentence}")
                else:
                    misread.append(f"{head}: {sentence}")
        use_language("en")
    assert misread == []
    assert understood >= LEAST * (understood + len(refused)), refused


def scenes(language: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the heading of each screen in a language, with its rows."""
    text = "\n".join(row for row in ROWS if row and not row.startswith("#"))
    for part in re.split(r"\n(?=\[)", text):
        head, *rows = part.splitlines()
        if ("fr" in head.partition("]")[0].split()) is (language == "fr"):
            yield head, rows


def scene(head: str, folder: Path) -> tuple[Screen, Context]:
    """Open the screen of a heading, and say the lines behind it; +2 are two empty lines."""
    start, _bracket, before = head[1:].partition("]")
    name, *arguments = [word for word in start.split() if word != "fr"]
    desk = options_in(folder, Look(SPOKEN, animated=False), seed=8, pace=0.0)
    desk = replace(desk, scores=folder / "scores.sqlite3", config=folder / "config.toml")
    talk = Conversation(STARTS[name](desk, *arguments), desk)
    for line in filter(None, map(str.strip, before.split(";"))):
        talk.say(*([""] * int(line) if line.startswith("+") else [line]))
    return talk.screen, talk.loop.context()


def say(line: str, screen: Screen, context: Context) -> Reply:
    return handle_input(line, screen, get_voice(screen), context)


def is_meant(reply: Reply, meaning: str, screen: Screen, context: Context) -> bool:
    if meaning == "?":
        return not isinstance(reply, Transition)
    if meaning.startswith('"'):
        return meaning.strip('"') in told(reply, screen, context)
    expected = say("" if meaning == "enter" else meaning, screen, context)
    return comparable(reply) == comparable(expected)


def told(reply: Reply, screen: Screen, context: Context) -> str:
    if isinstance(reply, InputRefused):
        return ""
    if isinstance(reply, tuple):
        return " ".join(reply)
    after: Any = reply.screen
    sentences = get_voice(after).tell(after, screen, context)
    return " ".join((*sentences, after.notice, *map(repr, reply.effects)))


def comparable(reply: Reply) -> str:
    """Return a reply in letters, without the addresses of functions and the times of files."""
    return re.sub(r" at 0x\w+|\d{8}-\d{6}-\w{6}", "", repr(reply))
