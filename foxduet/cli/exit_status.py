"""How the program ends: its exit statuses, and errors that its user can put right."""

from __future__ import annotations

import re
import sys

OK, FAILED, BAD_USAGE = 0, 1, 2
STOPPED_BY_SIGNAL = 128
"""Added to the signal's number, as shells do."""

_LONGEST_LINE = 1000
# The same as in words/text.py, which --help need not load.
_NO_BREAK = "\u00a0\u202f"


class UserError(Exception):
    """Something that its user can put right, said in one line; ``status`` is the exit status."""

    def __init__(self, message: str, status: int = FAILED) -> None:
        super().__init__(message)
        self.status = status


def one_line(message: str) -> str:
    """Return ``message`` fit for a terminal: printable, on one line, and not too long."""
    printable = "".join(
        sign if sign.isprintable() or sign in _NO_BREAK else " " for sign in message
    )
    line = re.sub(" +", " ", printable).strip(" ")
    return line if len(line) <= _LONGEST_LINE else line[:_LONGEST_LINE] + "..."


def warn(message: str) -> None:
    """Print a message as one line on standard error."""
    print(one_line(f"foxduet: {message}"), file=sys.stderr)
