"""The puzzles of Duet, and what they are about."""

from __future__ import annotations

from foxduet.ai.partner import fitted_text

KINDS = ("gem", "ends", "token", "finish", "trump", "give", "lead", "move", "paws", "card")
"""What a puzzle is about."""


def text() -> str:
    """Return the file of puzzles, a line for each; ``python -m tests.puzzles`` makes it."""
    return fitted_text(__package__, "puzzles.txt")
