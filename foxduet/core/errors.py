"""Errors, and checks of values.

Records, boards, the command line and the scores share the checks, so each accepts the values that
the others write.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias, TypeGuard


def N_(message: str) -> str:
    """Mark a sentence for translators; return it unchanged."""
    return message


def NC_(_context: str, message: str) -> str:
    """Mark text that has a context for translators; return it unchanged."""
    return message


class FoxduetError(ValueError):
    """An error with a message of one sentence.

    ``template`` is an English sentence with named ``{fields}``. It is translated before it is
    filled in, so the fields are numbers, names, notation or further errors, never bare words.
    """

    def __init__(self, template: str, /, **fields: object) -> None:
        super().__init__(template.format(**fields))
        self.template = template
        self.fields = fields


class NotationError(FoxduetError):
    """A text is not a card, a hand, an action or a position."""


class IllegalActionError(FoxduetError):
    """The rules forbid the action; the error reveals nothing about the other hand."""


class MissingPartError(FoxduetError):
    """The game lacks a part, such as lessons."""


class RecordError(FoxduetError):
    """A record, or a file or value for a record, cannot be read or breaks the rules."""


Values: TypeAlias = Mapping[str, object]
"""The values of a file or of a database row, by name."""

MAX_NAME_LENGTH = 60
"""Maximum length of a name in a file; input fields take less."""

MAX_COUNT = 2**63 - 1
"""Maximum of any count: a signed 64-bit integer."""

# Terminals show these letters and signs as blanks, although they count as printable.
_BLANK_CHARACTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
# Format characters within names, as in Persian; others could rearrange a line.
JOINERS = frozenset("\u200c\u200d")


def is_name(value: object) -> TypeGuard[str]:
    """True if a value can name a player or a partner.

    A name has 1 to ``MAX_NAME_LENGTH`` characters, at least one visible, and none that controls a
    terminal or rearranges a line.
    """
    if not isinstance(value, str) or not 0 < len(value) <= MAX_NAME_LENGTH:
        return False
    if value.isascii():
        return value.isprintable() and not value.isspace()
    from unicodedata import category  # noqa: PLC0415 - few names need it

    kinds = {char: category(char) for char in value}
    has_controls = any(
        kind in ("Cc", "Cs", "Zl", "Zp") or (kind == "Cf" and char not in JOINERS)
        for char, kind in kinds.items()
    )
    # Marks are visible only on a letter.
    visible = {char for char, kind in kinds.items() if kind[0] not in "ZM" and kind != "Cf"}
    return not has_controls and bool(visible - _BLANK_CHARACTERS)


def fold_name(name: str) -> str:
    """Return a key that is equal for names that differ only in case or in Unicode composition."""
    if name.isascii():
        return name.lower()
    from unicodedata import normalize  # noqa: PLC0415 - few names need it

    return normalize("NFC", name.casefold())


def fold_names(names: Iterable[str]) -> frozenset[str]:
    """Return a key that is equal for pairs of names that differ only in order or in case."""
    return frozenset(map(fold_name, names))


def is_storable_text(value: object) -> TypeGuard[str]:
    """True if a value is text that any file or database can hold."""
    return isinstance(value, str) and "\0" not in value and not re.search("[\ud800-\udfff]", value)


def is_int(value: object) -> TypeGuard[int]:
    """True if a value is an int and no bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_int_list(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(map(is_int, value))


def is_str_list(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def get_int(values: Values, key: str) -> int:
    """Return the int at ``key``; raises RecordError if the value is anything else."""
    value = values.get(key)
    if not is_int(value):
        raise RecordError(N_("{key}: {value} is not a whole number"), key=key, value=value)
    return value


def get_count(values: Values, key: str) -> int:
    """Return the count (0 to MAX_COUNT) at ``key``; raises RecordError for any other value."""
    number = get_int(values, key)
    if number < 0:
        raise RecordError(N_("{key}: {value} is less than 0"), key=key, value=number)
    if number > MAX_COUNT:
        raise RecordError(N_("{key}: {value} is too large"), key=key, value=number)
    return number


def get_ints(values: Values, key: str) -> tuple[int, ...]:
    """Return the ints at ``key``, by default empty; raises RecordError for any other value."""
    value = values.get(key, [])
    if not is_int_list(value):
        raise RecordError(N_("{key}: {value} is not a list of whole numbers"), key=key, value=value)
    return tuple(value)


def get_str(values: Values, key: str) -> str:
    """Return the storable text at ``key``; raises RecordError for any other value."""
    value = values.get(key)
    if not is_storable_text(value):
        raise RecordError(N_("{key}: {value} is not text"), key=key, value=value)
    return value
