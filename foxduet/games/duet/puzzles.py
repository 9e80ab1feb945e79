"""The puzzles of Duet, and what they are about."""

from __future__ import annotations

KINDS = ("gem", "ends", "token", "finish", "trump", "give", "lead", "move", "card")
"""What the puzzles of ``puzzles.txt`` are about; ``python -m tests.puzzles`` makes that file."""
