"""How the program ends: its exit statuses, and errors that its user can put right."""

from __future__ import annotations

OK, FAILED, BAD_USAGE = 0, 1, 2
STOPPED_BY_SIGNAL = 128
"""Added to the signal's number, as shells do."""

_LONGEST_LINE = 1000


def one_line(message: str) -> str:
    """Return ``message`` fit for a terminal: on one line, printable, and not without end."""
    printable = "".join(sign if sign.isprintable() else " " for sign in message)
    line = " ".join(printable.split())
    return line if len(line) <= _LONGEST_LINE else line[:_LONGEST_LINE] + "..."


class UserError(Exception):
    """Something that its user can put right, told in one line; ``status`` is the exit status."""

    def __init__(self, message: str, status: int = FAILED) -> None:
        super().__init__(message)
        self.status = status
