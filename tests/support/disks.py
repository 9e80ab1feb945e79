"""A disk without space, for the tests of what is saved."""

from __future__ import annotations

from typing import NoReturn


def refuse(*_arguments: object) -> NoReturn:
    """Do what a function that writes does where no space is left."""
    raise OSError(28, "No space left on device")
