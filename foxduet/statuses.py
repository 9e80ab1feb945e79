"""How the program ends: its exit statuses, and errors that its user can put right."""

from __future__ import annotations

OK, FAILED, BAD_USAGE = 0, 1, 2
STOPPED_BY_SIGNAL = 128
"""Added to the signal's number, as shells do."""


class UserError(Exception):
    """Something that its user can put right, told in one line; ``status`` is the exit status."""

    def __init__(self, message: str, status: int = FAILED) -> None:
        super().__init__(message)
        self.status = status
