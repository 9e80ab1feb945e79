"""What files may contain: names that can be seen, and TOML within bounds."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.errors import RecordError
from foxduet.core.values import LONGEST_NAME, is_name, is_text, parse_toml
from tests.support.strategies import few, names


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "José",
        "Jose\u0301",
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        "日本",
        "\U0001f468\u200d\U0001f469",
        "A" * 60,
    ],
)
def test_what_can_be_seen_is_a_name(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u00a0", "\u200b", "\u200d"),
        *("\u0301", "\ufe0f", "\u00ad", "\u3164 \u2800"),
        *("A\0", "A\x1b[2J", "A\x9b", "A\n", "A\u2028", "\u202eAnn", "A\ud800"),
        *("A" * (LONGEST_NAME + 1), 7, None, ["Ann"]),
    ],
)
def test_what_shows_nothing_or_commands_a_terminal_is_no_name(name: object) -> None:
    assert not is_name(name)


@few(300)
@given(st.text())
def test_a_name_has_no_character_that_files_or_terminals_cannot_take(text: str) -> None:
    if is_name(text):
        assert is_text(text)
        assert not set(text) & {*map(chr, range(32)), *map(chr, range(0x7F, 0xA0))}


@few(100)
@given(names)
def test_names_are_names(name: str) -> None:
    assert is_name(name)


DEEP = "this cannot be read: it is nested too deeply"
LARGE = "this is not TOML: a number is too large"
LONG = "this is not TOML: a key is too long"
DOTTED = ".".join("a" * 20_000)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{DOTTED} = 1", DEEP),
        ('"x" . y . ' * 10_000 + "z = 1", DEEP),
        (f"[{DOTTED}]", DEEP),
        (f"[[{DOTTED}]]", DEEP),
        (f"x = {{ {DOTTED} = 1 }}", DEEP),
        (f"x = [\n'a', {{ {DOTTED} = 1 }}]", DEEP),
        (f"a = {'[' * 100_000}", DEEP),
        (f"a = {'[' * 20}{']' * 20}", DEEP),
        (f"a = {'{b=' * 20}1{'}' * 20}", DEEP),
        (f"start = 0x{'f' * 4000}", LARGE),
        (f"start = {'9' * 5000}", LARGE),
        (f"start = -{'9' * 900_000}", LARGE),
        (f"{'k' * 2000} = 1", LONG),
    ],
    ids=lambda value: value[:20],
)
def test_toml_that_would_take_long_is_refused_before_it_is_parsed(
    text: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tomllib, "loads", None)
    with pytest.raises(RecordError) as refused:
        parse_toml(text)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"start = 0x{'f' * 900}", LARGE),
        (f"'{'k' * 2000}' = 1", LONG),
        (".".join("a" * 12) + " = {" + ".".join("b" * 12) + " = [1]}", DEEP),
    ],
    ids=lambda value: value[:20],
)
def test_toml_that_could_not_be_written_again_is_refused(text: str, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse_toml(text)
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    "text",
    [
        f"a = {'[' * 16}{']' * 16}",
        ".".join("a" * 16) + " = 1",
        f"a = '{'[' * 100}'  # {'[' * 100}",
        f'a = """{"[" * 100}"""""\nb = "{"." * 100}"',
        f"a = [{'1.5, ' * 100}]",
        f"a = {10**1000 - 1}",
        "a = [inf, -inf, 1e400, 2026-11-21, 07:32:00.999, 1979-05-27T07:32:00-23:59]",
    ],
    ids=lambda value: value[:20],
)
def test_toml_within_the_bounds_is_read(text: str) -> None:
    assert parse_toml(text) == tomllib.loads(text)


def read_by(parse: Callable[[str], dict[str, Any]], text: str) -> dict[str, Any] | str:
    """Return what a text contains, or why it is refused."""
    try:
        return parse(text)
    except ValueError as error:
        return str(error).removeprefix("this is not TOML: ")


pieces = st.sampled_from(
    [*"ab.=[]{},#'\"\\ \n", '"""', "'''", "a = ", "[[a]]\n", "\\u0041", '"x"', "'y'", "1.5", "\r"]
)


@few(500)
@given(st.lists(pieces, max_size=16).map("".join))
def test_bounds_change_nothing_about_shallow_texts(text: str) -> None:
    assert read_by(parse_toml, text) == read_by(tomllib.loads, text)
