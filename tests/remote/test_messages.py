"""Messages between two terminals: each is a line that is read as it was written, or refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from foxduet.remote.wire import (
    LARGEST,
    LONGEST_FROM_GUEST,
    LONGEST_FROM_HOST,
    VERSION,
    Answer,
    Beat,
    Bell,
    Clicked,
    Ended,
    Finished,
    Hello,
    Lines,
    MessageError,
    OtherVersionError,
    Parting,
    Pressed,
    Prompt,
    Refusal,
    Refused,
    Resized,
    Rows,
    Waiting,
    format_message,
    is_key,
    parse_from_guest,
    parse_from_host,
)
from foxduet.ui.kit.canvas import Size, Span, Style, Theme
from foxduet.words.text import SIGNS, printable

numbers = st.integers(0, 2**31 - 1)
sizes = st.builds(Size, st.integers(1, LARGEST.rows), st.integers(1, LARGEST.columns))
texts = st.text(max_size=20).map(printable)
keys = st.one_of(st.sampled_from(["left", "enter", "page up", "wheel down", " ", "é", "R"]))
spans = st.lists(st.builds(Span, texts, st.sampled_from(Style)), max_size=4).map(tuple)
from_guest = st.one_of(
    st.builds(
        Hello,
        version=st.just(VERSION),
        name=texts,
        size=sizes,
        theme=st.sampled_from(Theme),
        keyboard=texts,
        language=texts,
        signs=st.sampled_from([*SIGNS]),
        has_colours=st.booleans(),
        animated=st.booleans(),
        bell=st.booleans(),
        words=st.booleans(),
        headphones=st.booleans(),
        is_typed=st.booleans(),
    ),
    st.builds(Answer, texts),
    st.builds(Pressed, keys, numbers),
    st.builds(Clicked, numbers, numbers, numbers),
    st.builds(Resized, sizes),
    st.builds(Beat),
)
from_host = st.one_of(
    st.builds(Waiting),
    st.builds(Refused, st.sampled_from(Refusal), numbers, texts),
    st.builds(
        Rows,
        numbers,
        sizes,
        st.sampled_from(Theme),
        st.dictionaries(st.integers(0, LARGEST.rows - 1), spans, max_size=4),
    ),
    st.builds(Bell),
    st.builds(Lines, st.lists(texts, max_size=4).map(tuple)),
    st.builds(Prompt),
    st.builds(Finished, texts),
    st.builds(Ended, st.sampled_from(Parting)),
    st.builds(Beat),
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda some: (
        st.lists(some, max_size=3) | st.dictionaries(st.text(max_size=5), some, max_size=3)
    ),
    max_leaves=8,
)


@given(from_guest)
def test_what_a_guest_says_is_read_as_it_was_written(message: Any) -> None:
    line = format_message(message)
    assert line.count(b"\n") == 1
    assert parse_from_guest(line[:-1]) == message


@given(from_host)
def test_what_a_host_says_is_read_as_it_was_written(message: Any) -> None:
    line = format_message(message)
    assert line.count(b"\n") == 1
    assert parse_from_host(line[:-1]) == message


def is_refused(line: bytes) -> bool:
    """Return whether neither side takes a line, which it says by its own error only."""
    for parse in (parse_from_guest, parse_from_host):
        try:
            parse(line)
        except MessageError:
            continue
        return False
    return True


@given(st.binary(max_size=200) | values.map(lambda value: json.dumps(value).encode()))
@example(b"[" * 100_000)
@example(b'{"is":' * 100_000)
@example(b"1" * 100_000)
@example(b'{"is":"pressed","key":"left","seen":NaN}')
@example(b'{"is":"pressed","key":"left","seen":1e3}')
@example(b'{"is":"pressed","key":"left","seen":true}')
@example(b'{"is":"pressed","key":"left","seen":-1}')
@example(b'{"is":"pressed","key":"left","seen":1,"more":1}')
@example(b'{"is":"pressed","key":"\\u001b","seen":1}')
@example(b'{"is":"pressed","key":"leftmost","seen":1}')
@example(b'{"is":["pressed"],"key":"left","seen":1}')
@example(b'{"is":"finished","record":"\\u001b[2J"}')
@example(b'{"is":"rows","number":1,"size":[1,1],"theme":"night","changed":[[0,[["plain","\\n"]]]]}')
@example(b'{"is":"rows","number":1,"size":[1,1],"theme":"night","changed":[[200,[]]]}')
def test_anything_else_is_refused(line: bytes) -> None:
    assert is_refused(line)


@given(from_guest | from_host, st.data())
def test_half_a_line_is_refused(message: Any, data: st.DataObject) -> None:
    line = format_message(message)[:-1]
    assert is_refused(line[: data.draw(st.integers(0, len(line) - 1))])


def test_lines_have_a_longest_length() -> None:
    with pytest.raises(MessageError, match="too long"):
        parse_from_guest(b" " * (LONGEST_FROM_GUEST + 1))
    with pytest.raises(MessageError, match="too long"):
        parse_from_host(b" " * (LONGEST_FROM_HOST + 1))


def test_neither_side_takes_what_only_the_other_says() -> None:
    with pytest.raises(MessageError):
        parse_from_guest(format_message(Ended(Parting.LEFT))[:-1])
    with pytest.raises(MessageError):
        parse_from_host(format_message(Pressed("left", 1))[:-1])


def test_the_hello_of_another_version_is_known_as_such() -> None:
    with pytest.raises(OtherVersionError):
        parse_from_guest(b'{"is":"hello","version":99,"what it has":"else"}')


def test_a_window_larger_than_any_is_drawn_as_far_as_there_are_rows() -> None:
    line = b'{"is":"resized","size":[9999,9999]}'
    assert parse_from_guest(line) == Resized(LARGEST)


@given(st.characters())
def test_keys_are_names_or_what_can_be_printed(key: str) -> None:
    assert is_key("page up")
    assert not is_key(f"{key}{key}")
    assert is_key(key) is key.isprintable()
