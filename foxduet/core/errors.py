"""What can be wrong with text, actions and files, and the checks that say so.

Records, boards, the command line and the scores share these definitions, so that what one of them
accepts the others can read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias, TypeGuard


def N_(message: str) -> str:
    """Mark a sentence for the translators; return it unchanged."""
    return message


def NC_(_context: str, message: str) -> str:
    """Mark text for the translators that has a context; return it unchanged."""
    return message


class FoxduetError(ValueError):
    """Something that is wrong, in one sentence.

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
    """The rules do not allow an action here; the error says nothing about the other hand."""


class MissingPartError(FoxduetError):
    """A game lacks what is asked for, such as lessons."""


class RecordError(FoxduetError):
    """A record, or a file or value that belongs into one, cannot be read or breaks the rules."""


Values: TypeAlias = Mapping[str, object]
"""The values of a file or of a row of a database, by name."""

MAX_NAME_LENGTH = 60
"""Characters of a name in a file; where names are typed there is less room."""

MAX_COUNT = 2**63 - 1
"""The largest number of anything that is counted: it has 64 bits, and a sign."""

_INTEGER_BOUND = 10**1000
_MAX_TOKEN = 1001
"""Characters of a number or of a key without quotes: as many as the largest number has."""

_MAX_DEPTH = 16
"""How deep arrays and tables may be nested, and how many parts a dotted key may have."""

# What decides about depth and length in a text of TOML: strings and comments hide the rest.
_TOKEN_PATTERN = (
    r'(?P<string>"""(?:[^"\\]|\\.|"(?!""))*+"""(?:"{1,2}(?!"))?'
    r"|'''(?:[^']|'(?!''))*+'''(?:'{1,2}(?!'))?"
    r'|"(?!"")(?:[^"\\\n]|\\[^\n])*+"'
    r"|'(?!'')[^'\n]*+')"
    r"|(?P<word>[A-Za-z0-9_+-]++)"
    r"|(?P<dot>\.)"
    r"|(?P<open>[\[{])"
    r"|(?P<close>[\]}])"
    r"|(?P<unclosed>[\"'])"
    r"|(?P<other>#[^\n]*+|[^\s#])"
    r"|\n"
)

# Letters and signs that a terminal shows as nothing, though they count as printable.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
# What joins or separates letters, as in Persian names; other formats could rearrange a line.
JOINERS = frozenset("\u200c\u200d")


def parse_toml(text: str) -> dict[str, Any]:
    """Return the table in ``get_str``, the one way to read TOML.

    Raises RecordError if it is not TOML, or goes beyond the bounds of depth, length and size.
    """
    import tomllib  # noqa: PLC0415 - the first frame does without

    _check_bounds(text)
    try:
        table = tomllib.loads(text)
    except ValueError as error:
        raise _invalid_toml_error(str(error)) from None
    check_values(table)
    return table


def _check_bounds(text: str) -> None:
    """Raise RecordError if ``get_str`` would take long to parse; only up to its first error."""
    depth = parts = 0
    after_dot = False
    # Compiled when it is needed, since the first frame does without.
    for piece in re.finditer(_TOKEN_PATTERN, text, re.DOTALL):
        match piece.lastgroup:
            case "string" | "word":
                if piece.lastgroup == "word" and piece.end() - piece.start() > _MAX_TOKEN:
                    is_key = piece[0][0].isalpha()
                    raise _invalid_toml_error(
                        "a key is too long" if is_key else "a number is too large"
                    )
                parts = parts + 1 if after_dot else 1
                after_dot = False
            case "dot":
                after_dot = True
            case "unclosed":
                return
            case opened_or_closed:
                depth += (opened_or_closed == "open") - (opened_or_closed == "close")
                after_dot = False
        if max(depth, parts) > _MAX_DEPTH:
            raise _depth_error()


def check_values(value: object, depth: int = 0) -> None:
    """Raise ValueError for what cannot be both written and read: RecordError if it can be read."""
    match value:
        case str():
            # Half of a pair of surrogates is no character.
            value.encode()
        case dict() | list():
            if depth > _MAX_DEPTH:
                raise _depth_error()
            if isinstance(value, dict) and any(len(key) > _MAX_TOKEN for key in value):
                raise _invalid_toml_error("a key is too long")
            for item in (*value, *value.values()) if isinstance(value, dict) else value:
                check_values(item, depth + 1)
        case int() if abs(value) >= _INTEGER_BOUND:
            raise _invalid_toml_error("a number is too large")


def _invalid_toml_error(cause: str) -> RecordError:
    return RecordError(N_("invalid TOML: {cause}"), cause=cause)


def _depth_error() -> RecordError:
    return RecordError(N_("too deeply nested to read"))


def is_name(value: object) -> TypeGuard[str]:
    """Return whether a value can be a player's or a partner's name.

    It has 1 to ``MAX_NAME_LENGTH`` characters, none of which commands a terminal, and one of which
    at least can be seen.
    """
    if not isinstance(value, str) or not 0 < len(value) <= MAX_NAME_LENGTH:
        return False
    if value.isascii():
        return value.isprintable() and not value.isspace()
    from unicodedata import category  # noqa: PLC0415 - few names need it

    kinds = {sign: category(sign) for sign in value}
    commands = {
        sign
        for sign, kind in kinds.items()
        if kind in ("Cc", "Cs", "Zl", "Zp") or (kind == "Cf" and sign not in JOINERS)
    }
    # Marks are seen on a letter only.
    seen = {sign for sign, kind in kinds.items() if kind[0] not in "ZM" and kind != "Cf"} - _BLANK
    return not commands and bool(seen)


def is_storable_text(value: object) -> TypeGuard[str]:
    """Return whether a value is a text that any file or database can contain."""
    return isinstance(value, str) and "\0" not in value and not re.search("[\ud800-\udfff]", value)


def is_int(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_int_list(value: object) -> TypeGuard[list[int]]:
    """Return whether a value is a list of whole numbers."""
    return isinstance(value, list) and all(map(is_int, value))


def is_str_list(value: object) -> TypeGuard[list[str]]:
    """Return whether a value is a list of texts."""
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def get_int(values: Values, key: str) -> int:
    """Return the whole number ``key``; RecordError if there is none."""
    value = values.get(key)
    if not is_int(value):
        raise RecordError(N_("{key}: {value} is not a whole number"), key=key, value=value)
    return value


def get_count(values: Values, key: str) -> int:
    """Return the whole number ``key``, from 0 to LARGEST_COUNT; RecordError if there is none."""
    number = get_int(values, key)
    if number < 0:
        raise RecordError(N_("{key}: {value} is less than 0"), key=key, value=number)
    if number > MAX_COUNT:
        raise RecordError(N_("{key}: {value} is too large"), key=key, value=number)
    return number


def get_ints(values: Values, key: str) -> tuple[int, ...]:
    """Return the list ``key`` of whole numbers, by default an empty one; RecordError if not one."""
    value = values.get(key, [])
    if not is_int_list(value):
        raise RecordError(N_("{key}: {value} is not a list of whole numbers"), key=key, value=value)
    return tuple(value)


def get_str(values: Values, key: str) -> str:
    """Return the text ``key``; RecordError if there is none."""
    value = values.get(key)
    if not is_storable_text(value):
        raise RecordError(N_("{key}: {value} is not text"), key=key, value=value)
    return value
