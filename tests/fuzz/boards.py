"""Damaged boards: a game is dealt on them, or they are refused in one line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.fuzz.damage import put_no_file, with_other_bytes, with_other_lines, with_other_value
from tests.fuzz.program import complaints, run_program
from tests.fuzz.records import KEYS

BOARD = """\
gems = [1, 2, 1, 2, 1, 0, 1, 2, 1, 2]
extra_gems = [0, 1, 0, 0, 1, 0, 0, 1, 0, 0]
plus = [3, 4, 5, 7, 9]
start = 6
forest_tokens = 3
"""


def attack(rng: Random, folder: Path) -> Iterator[str]:
    """Play on a damaged board; yield what breaks."""
    home, board, text, what = folder / "home", folder / "board.toml", BOARD, "a board"
    change = rng.random()
    if change < 0.6:
        text = with_other_value(text, rng)
    elif change < 0.8:
        text = with_other_lines(text, rng)
    board.write_bytes(with_other_bytes(text.encode(), rng) if change > 0.8 else text.encode())
    if rng.random() < 0.1:
        what = f"a {put_no_file(board, rng)} as a board"
    level = str(rng.randrange(1, 4))
    typed = rng.choices(KEYS, k=rng.randrange(12))
    ending = run_program(["--level", level, "--board", str(board)], home, typed)
    yield from complaints(ending, f"playing on {what}")
    for record in home.glob("records/*.toml"):
        replayed = run_program(["replay", "--positions", str(record)], home)
        if replayed.status:
            yield f"a game on {what} cannot be read again: {replayed.err.strip()}"
