"""Damaged settings, progress of lessons and boards: used, or refused in one line and kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from foxduet.store.config import parse_config
from tests.fuzz.damage import (
    any_value,
    put_no_file,
    with_other_bytes,
    with_other_lines,
    with_other_value,
)
from tests.fuzz.program import complaints, run_program
from tests.fuzz.records import KEYS

CONFIG = """\
game = "classic"
partner = "steady"
names = ["Ann", ""]
names_alone = ["", "Fox"]
practice = false
limit = 0.5
ascii = true
lang = "fr"
theme = "night"
bell = true
later = [1, 2]
classic = {target = 16}
duet = {level = 2}
"""

LESSONS = json.dumps(
    {
        "format": "foxduet-lessons/1",
        "games": {
            "duet": {
                "done": ["path"],
                "places": {"following": {"step": 1, "actions": ["7D"]}},
                "knows_relative": False,
            }
        },
    },
    indent=1,
)

BOARD = """\
gems = [1, 2, 1, 2, 1, 0, 1, 2, 1, 2]
extra_gems = [0, 1, 0, 0, 1, 0, 0, 1, 0, 0]
plus = [3, 4, 5, 7, 9]
start = 6
forest_tokens = 3
"""


def attack(rng: Random, folder: Path) -> Iterator[str]:
    """Start the program with a damaged file of its own; yield what breaks."""
    home = folder / "home"
    records = home / "records"
    records.mkdir(parents=True)
    if rng.random() < 0.7:
        yield from _attack_config(rng, home)
    else:
        yield from _attack_lessons(rng, home)


def _attack_config(rng: Random, home: Path) -> Iterator[str]:
    path, text, what = home / "config.toml", CONFIG, "settings"
    change = rng.random()
    if change < 0.6:
        text = with_other_value(text, rng)
    elif change < 0.8:
        text = with_other_lines(text, rng)
    content = with_other_bytes(text.encode(), rng) if change > 0.8 else text.encode()
    path.write_bytes(content)
    is_file = rng.random() > 0.1
    if not is_file:
        what = f"a {put_no_file(path, rng)} as settings"
    shown = run_program(["config"], home)
    yield from complaints(shown, f"foxduet config with {what}")
    typed = rng.choices(KEYS, k=rng.randrange(16))
    command = rng.choice(([], ["--level", "1"], ["--solo"], ["--game", "classic"], ["learn"]))
    yield from complaints(run_program(command, home, typed), f"playing with {what}")
    if not is_file:
        return
    after = path.read_bytes()
    try:
        parse_config(content.decode("utf-8-sig"))
    except ValueError:
        if after != content:
            yield "settings that cannot be used are not kept"
    else:
        parse_config(after.decode("utf-8-sig"))


def _attack_lessons(rng: Random, home: Path) -> Iterator[str]:
    path, what = home / "lessons.json", "the progress of lessons"
    text = LESSONS
    change = rng.random()
    if change < 0.5:
        parts = text.split(": ")
        at = rng.randrange(1, len(parts))
        _old, comma, rest = parts[at].partition(",")
        value = rng.choice((any_value(rng), "-1", "null", "9" * 5000, "[" * 9000, '{"a": {}}'))
        parts[at] = f"{value}{comma}{rest}"
        text = ": ".join(parts)
    content = with_other_bytes(text.encode(), rng) if change > 0.6 else text.encode()
    path.write_bytes(content)
    if rng.random() < 0.1:
        what = f"a {put_no_file(path, rng)} as {what}"
    game = rng.choice(((), ("--game", "classic")))
    typed = rng.choices(KEYS, k=rng.randrange(30))
    yield from complaints(run_program(["learn", *game], home, typed), f"learning with {what}")


def attack_board(rng: Random, folder: Path) -> Iterator[str]:
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
