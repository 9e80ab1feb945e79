"""TOML: a reader with limits, safe for files of any origin, and a writer."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from foxduet.core.errors import N_, RecordError

_INTEGER_BOUND = 10**1000
_MAX_TOKEN_LENGTH = 1001
"""Characters of a number or a bare key: enough for the largest number with its sign."""

_MAX_DEPTH = 16
"""Nesting of arrays and tables, and parts of a dotted key."""

# Tokens that matter for depth and length; strings and comments are matched to skip their contents.
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

_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(0x20), 0x7F)}
_ESCAPES |= str.maketrans(
    {"\b": r"\b", "\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r", '"': r"\"", "\\": r"\\"}
)


def parse_toml(text: str) -> dict[str, Any]:
    """Parse a TOML file; raises RecordError if it is invalid or exceeds a limit."""
    import tomllib  # noqa: PLC0415 - the first frame does without

    _check_bounds(text)
    try:
        table = tomllib.loads(text)
    except ValueError as error:
        raise _invalid_toml_error(str(error)) from None
    check_values(table)
    return table


def _check_bounds(text: str) -> None:
    """Raise RecordError if parsing could take long; stops at the first unclosed string."""
    max_length = max(map(len, text.split("\n")))
    if max_length <= _MAX_TOKEN_LENGTH and sum(map(text.count, "[{.")) < _MAX_DEPTH:
        # Nearly all settings and records; compiling the pattern takes as long as reading them.
        return
    depth = parts = 0
    follows_dot = False
    for token in re.finditer(_TOKEN_PATTERN, text, re.DOTALL):
        match token.lastgroup:
            case "string" | "word":
                if token.lastgroup == "word" and len(token[0]) > _MAX_TOKEN_LENGTH:
                    is_key = token[0][0].isalpha()
                    cause = "a key is too long" if is_key else "a number is too large"
                    raise _invalid_toml_error(cause)
                parts = parts + 1 if follows_dot else 1
                follows_dot = False
            case "dot":
                follows_dot = True
            case "unclosed":
                return
            case kind:
                depth += (kind == "open") - (kind == "close")
                follows_dot = False
        if max(depth, parts) > _MAX_DEPTH:
            raise _depth_error()


def check_values(value: object, depth: int = 0) -> None:
    """Raise ValueError for a lone surrogate, and RecordError beyond the limits of ``parse_toml``.

    ``format_value`` checks the types.
    """
    match value:
        case str():
            # A lone surrogate is not a character.
            value.encode()
        case dict() | list():
            if depth > _MAX_DEPTH:
                raise _depth_error()
            if isinstance(value, dict) and any(len(key) > _MAX_TOKEN_LENGTH for key in value):
                raise _invalid_toml_error("a key is too long")
            for item in (*value, *value.values()) if isinstance(value, dict) else value:
                check_values(item, depth + 1)
        case int() if abs(value) >= _INTEGER_BOUND:
            raise _invalid_toml_error("a number is too large")


def _invalid_toml_error(cause: str) -> RecordError:
    return RecordError(N_("invalid TOML: {cause}"), cause=cause)


def _depth_error() -> RecordError:
    return RecordError(N_("too deeply nested to read"))


def format_key(key: str) -> str:
    """Return ``key`` as in TOML, quoted if needed."""
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else format_value(key)


def format_value(value: object) -> str:
    """Return ``value`` as in TOML, on one line: ``tomllib`` reads it back.

    Tables become inline tables. Raises TypeError for values that TOML does not have.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value.translate(_ESCAPES)}"'
        case int() | float():
            return repr(value)
        case datetime() if (value.utcoffset() or timedelta()) % timedelta(minutes=1):
            return format_value(value.astimezone(UTC))
        case datetime() | date() | time():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(format_value, value))}]"
        case dict():
            pairs = (f"{format_key(key)} = {format_value(item)}" for key, item in value.items())
            return f"{{{', '.join(pairs)}}}"
        case _:
            raise TypeError(f"TOML has no {type(value).__name__}")
