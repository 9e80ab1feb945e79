"""The puzzles of Duet, and what they are about.

A line of ``puzzles.txt`` is like ``2 | gem | 1300 | level 3 | 1.8 9r3s/2d5d 9d 7s8r2s5s2r6d4s p1:1r3d -
1202001102 2 3 p2:move | p2 move -2:0.256:8.80, p2 move +2:0.509:18.74!``.
"""

from __future__ import annotations

from foxduet.ai.partner import fitted_text

KINDS = ("gem", "ends", "token", "finish", "trump", "give", "lead", "move", "paws", "card")
"""What a puzzle is about."""


def text() -> str:
    """Return the file of puzzles, a line for each; ``python -m tests.puzzles`` makes it."""
    return fitted_text(__package__, "puzzles.txt")
