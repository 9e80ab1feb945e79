"""The puzzles of the original game, and what they are about."""

from __future__ import annotations

from foxduet.ai.partner import fitted_text

KINDS = (
    *("humble", "greed", "victorious", "trick", "match-end"),
    *("swan", "fox", "woodcutter", "treasures", "witch", "monarch"),
)
"""What a puzzle is about."""


def text() -> str:
    """Return the file of puzzles, a line for each; ``python -m tests.puzzles`` makes it."""
    return fitted_text(__package__, "puzzles.txt")
