"""The puzzles of the original game, and what they are about."""

from __future__ import annotations

KINDS = (
    *("humble", "greed", "victorious", "trick", "match-end"),
    *("swan", "fox", "woodcutter", "treasures", "witch", "monarch"),
)
"""What the puzzles of ``puzzles.txt`` are about; ``python -m tests.puzzles`` makes that file."""
