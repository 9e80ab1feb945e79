"""What the programs of two players say to each other: messages, each a line of JSON.

The guest sends keys and the size of its window, the host pictures; or both send lines of words. A
line is checked as strictly as a record: what it may hold is known for each kind of message, and
anything else is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeAlias

from foxduet import __version__
from foxduet.core.frozen import dataclass, names_of
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Size, Span, Style, Theme
from foxduet.words.text import printable, text_width

VERSION = 5
"""The version of these messages; programs of different versions do not play together."""

LONGEST_FROM_GUEST, LONGEST_FROM_HOST = 2_000, 1_000_000
"""Bytes of a line."""

LARGEST = Size(200, 400)
"""The largest window that is drawn for a guest; in a larger one the rest stays blank."""

LONGEST_GIVEN_NAME = 40
LONGEST_SAID = 300
"""Characters of a line of words, in either direction."""
MOST_LINES = 1000
"""So many lines of words one message has at most."""
_DEEPEST = 6
_LARGEST_NUMBER = 2**31
_LONGEST_RECORD = 500_000
_NAMED_KEYS = {
    *(keys.LEFT, keys.RIGHT, keys.UP, keys.DOWN, keys.HOME, keys.END, keys.PAGE_UP),
    *(keys.PAGE_DOWN, keys.ENTER, keys.TAB, keys.ESCAPE, keys.BACKSPACE, *keys.WHEEL),
}


def _name(style: Style) -> str:
    return style.name.lower()


_STYLES = {_name(style): style for style in Style}
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')


class MessageError(ValueError):
    """A line is no message, or not one that may come now; players are not told in what it is."""


class OtherVersionError(MessageError):
    """A guest speaks another version of these messages."""


class Refusal(Enum):
    """Why a guest is not let in."""

    VERSION = "version"
    BUSY = "busy"
    NO = "no"
    BROKEN = "broken"
    NO_WORDS = "no words"


class Parting(Enum):
    """How a guest's visit ends, where the connection does not just break off."""

    HOST_LEFT = "host left"
    LEFT = "left"
    REVIEW = "review"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message of a guest: its version, name, window, and how it wants to be drawn for.

    ``has_colours`` says whether styles have colours there, and ``few_signs`` that all is to be
    said in seven bits. In ``words`` nothing is drawn: all is told in lines, with ``headphones``
    nothing of a hand unless that is asked for; ``is_typed`` says that a person answers.
    """

    version: int
    name: str
    size: Size
    theme: Theme
    keyboard: str
    language: str
    few_signs: bool
    has_colours: bool
    animated: bool
    bell: bool
    words: bool = False
    headphones: bool = False
    is_typed: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """A line that was said to the game in words."""

    said: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key; ``seen`` is the number of the picture that stood there when it was pressed."""

    key: str
    seen: int


@dataclass(frozen=True, slots=True)
class Clicked:
    """The mouse was clicked on a cell of the picture with a number."""

    row: int
    column: int
    seen: int


@dataclass(frozen=True, slots=True)
class Resized:
    """The guest's window has another size, or what stood in it must be shown again."""

    size: Size


@dataclass(frozen=True, slots=True)
class Entered:
    """What the guest's own scores say of the game that is over, whose record came.

    These are goals that were reached for the first time, by their names, and whether it is the
    best game so far.
    """

    goals: tuple[str, ...]
    is_best: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """The host is asked whether the guest ``may_come_in``, or has said so, and sets the game up."""

    may_come_in: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """The guest is not let in, and why; ``program`` and ``version`` are those of the host.

    It stays as it is: programs of other versions read it.
    """

    why: Refusal
    version: int = VERSION
    program: str = __version__


@dataclass(frozen=True, slots=True)
class Rows:
    """A picture, by those of its rows that differ from the picture before.

    After a change of ``size`` all rows differ. ``number`` rises from picture to picture.
    """

    number: int
    size: Size
    theme: Theme
    changed: Mapping[int, tuple[Span, ...]]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines that the game says in words."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prompt:
    """Something may be said to the game in words now."""


@dataclass(frozen=True, slots=True)
class Bell:
    """Sound the bell."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The record of a game that is over, for the guest's own scores."""

    record: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The visit is over: somebody has left, or the guest wants to review the game that is over."""

    how: Parting


@dataclass(frozen=True, slots=True)
class Beat:
    """This end is still there; either end says so, and only connections take note of it."""


def is_key(key: str) -> bool:
    """Return whether a key has a name, or is a character that can be printed."""
    return key in _NAMED_KEYS or (len(key) == 1 and key.isprintable())


FromGuest: TypeAlias = Hello | Answer | Pressed | Clicked | Resized | Entered
FromHost: TypeAlias = Waiting | Refused | Rows | Bell | Lines | Prompt | Finished | Ended

_KINDS: dict[str, type[FromGuest | FromHost | Beat]] = {
    kind.__name__.lower(): kind
    for kind in (
        *(Hello, Answer, Pressed, Clicked, Resized, Entered),
        *(Waiting, Refused, Rows, Bell, Lines, Prompt, Finished, Ended, Beat),
    )
}


def format_message(message: FromGuest | FromHost | Beat) -> bytes:
    """Return a message as a line."""
    fields = {name: _plain(getattr(message, name)) for name in names_of(type(message))}
    line = {"is": type(message).__name__.lower(), **fields}
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _plain(value: object) -> object:
    match value:
        case Size(rows, columns):
            return [rows, columns]
        case Theme() | Refusal() | Parting():
            return value.value
        case Mapping():
            return [
                [at, [[_name(one.style), one.text] for one in row]] for at, row in value.items()
            ]
        case _:
            return value


def parse_from_guest(line: bytes) -> FromGuest | Beat:
    """Return the message of a guest in a line, without its end.

    Raises MessageError, OtherVersionError for the hello of another version.
    """
    message = _parse(line, LONGEST_FROM_GUEST)
    if not isinstance(message, FromGuest | Beat):
        raise MessageError("this is no message of a guest")
    return message


def parse_from_host(line: bytes) -> FromHost | Beat:
    """Return the message of a host in a line, without its end; raises MessageError."""
    message = _parse(line, LONGEST_FROM_HOST)
    if not isinstance(message, FromHost | Beat):
        raise MessageError("this is no message of a host")
    return message


def _parse(line: bytes, longest: int) -> FromGuest | FromHost | Beat:
    if len(line) > longest:
        raise MessageError("a message is too long")
    if _depth(line) > _DEEPEST:
        raise MessageError("a message is nested too deeply")
    try:
        fields = json.loads(line.decode(), parse_float=_refuse, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise MessageError("this is no message") from None
    if not isinstance(fields, dict):
        raise MessageError("this is no message")
    name = fields.pop("is", None)
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is Hello and fields.get("version") != VERSION:
        raise OtherVersionError("the other program is of another version")
    if kind is None or {*fields} != {*names_of(kind)}:
        raise MessageError("this is no message that is known")
    return kind(**{name: _READERS[name](value) for name, value in fields.items()})


def _depth(line: bytes) -> int:
    """Return how deeply brackets are nested in a line, before anything takes them for values."""
    depth = deepest = 0
    for sign in _STRING.sub(b"", line):
        if sign in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in b"]}":
            depth -= 1
    return deepest


def _refuse(_text: str) -> Any:
    raise ValueError


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value < _LARGEST_NUMBER:
        raise MessageError("a number of a message is none, or too large")
    return value


def _size(value: object) -> Size:
    """Return the size of a window, of a very large one only as much as is drawn."""
    if not isinstance(value, list) or len(value) != 2:
        raise MessageError("a size of a message is none")
    rows, columns = map(_number, value)
    return Size(min(max(rows, 1), LARGEST.rows), min(max(columns, 1), LARGEST.columns))


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise MessageError("a switch of a message is none")
    return value


def _text(most: int, *, lines: bool = False) -> Callable[[object], str]:
    """Return what reads text of so many characters that can be printed, maybe in ``lines``."""

    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) > most:
            raise MessageError("a text of a message is none, or too long")
        if printable(said := value.replace("\n", "") if lines else value) != said:
            raise MessageError("a text of a message cannot be printed")
        return value

    return read


def _one_of(values: Mapping[str, Any]) -> Callable[[object], Any]:
    def read(value: object) -> Any:
        if not isinstance(value, str) or value not in values:
            raise MessageError("a message has a word that is not known")
        return values[value]

    return read


def _key(value: object) -> str:
    if not isinstance(value, str) or not is_key(value):
        raise MessageError("a key of a message is none")
    return value


def _rows(value: object) -> Mapping[int, tuple[Span, ...]]:
    if not isinstance(value, list) or len(value) > LARGEST.rows:
        raise MessageError("the rows of a message are none, or too many")
    rows: dict[int, tuple[Span, ...]] = {}
    for one in value:
        if not isinstance(one, list) or len(one) != 2 or not isinstance(one[1], list):
            raise MessageError("a row of a message is none")
        at = _number(one[0])
        if at >= LARGEST.rows:
            raise MessageError("a row of a message is outside the window")
        rows[at] = _spans(one[1])
    return rows


def _lines(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_LINES:
        raise MessageError("the lines of a message are none, or too many")
    return tuple(map(_text(LONGEST_SAID), value))


def _spans(values: list[Any]) -> tuple[Span, ...]:
    spans = []
    for value in values:
        if not isinstance(value, list) or len(value) != 2:
            raise MessageError("a piece of a message is none")
        style = _one_of(_STYLES)(value[0])
        spans.append(Span(_text(LARGEST.columns)(value[1]), style))
    if sum(text_width(span.text) for span in spans) > LARGEST.columns:
        raise MessageError("a row of a message is too long")
    return tuple(spans)


_READERS: Mapping[str, Callable[[object], Any]] = {
    **dict.fromkeys(("version", "seen", "row", "column", "number"), _number),
    **dict.fromkeys(("few_signs", "has_colours", "animated", "bell"), _flag),
    **dict.fromkeys(("words", "headphones", "is_typed", "may_come_in", "is_best"), _flag),
    "said": _text(LONGEST_SAID),
    "program": _text(20),
    **dict.fromkeys(("lines", "goals"), _lines),
    "size": _size,
    "name": _text(LONGEST_GIVEN_NAME),
    "keyboard": _text(20),
    "language": _text(20),
    "record": _text(_LONGEST_RECORD, lines=True),
    "key": _key,
    "theme": _one_of({theme.value: theme for theme in Theme}),
    "why": _one_of({why.value: why for why in Refusal}),
    "how": _one_of({how.value: how for how in Parting}),
    "changed": _rows,
}
