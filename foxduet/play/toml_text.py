"""Write values as TOML; the standard library only reads it."""

from __future__ import annotations

import json
import re
from datetime import date, datetime, time

_BARE_KEY = re.compile("[A-Za-z0-9_-]+")


def format_key(key: str) -> str:
    """Return ``key`` as it stands before a ``=``, quoted where needed."""
    return key if _BARE_KEY.fullmatch(key) else format_value(key)


def format_value(value: object) -> str:
    """Return what ``tomllib`` reads back as ``value``, on one line.

    Tables become inline tables. Raises TypeError for a value that TOML does not have.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            # JSON's escapes are TOML's, but for DEL, which JSON leaves bare.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case int() | float():
            return repr(value)
        case datetime() | date() | time():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(format_value, value))}]"
        case dict():
            pairs = (f"{format_key(key)} = {format_value(item)}" for key, item in value.items())
            return f"{{{', '.join(pairs)}}}"
        case _:
            raise TypeError(f"TOML has no {type(value).__name__}")
