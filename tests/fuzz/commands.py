"""Odd command lines: the exit status is 0, 1 or 2, and one line says what would be right."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

from foxduet.play.record import dump_record
from tests.fuzz.configs import BOARD
from tests.fuzz.damage import NAMES, NUMBERS
from tests.fuzz.program import complaints, run_program
from tests.fuzz.records import KEYS
from tests.support.entries import finished
from tests.support.players import beginning_of

_COMMANDS: dict[str, tuple[str, ...]] = {
    "play": (
        *("--level", "--solo", "--limit", "--names", "--seed", "--daily", "--board", "--resume"),
        *("--house", "--ascii", "--no-color", "--no-animation", "--game"),
    ),
    "puzzle": ("--number", "--day", "--json", "--answer", "--game", "--ascii"),
    "replay": ("--positions", "--ascii", "FILE"),
    "review": ("--text", "--json", "--svg", "--worlds", "--jobs", "--cluster", "--ascii"),
    "simulate": (
        *("--level", "--games", "--seats", "--compare", "--beside", "--seed", "--jobs"),
        *("--records", "--json", "--game", "--cluster"),
    ),
    "scores": (
        *("--level", "--names", "--solo", "--two", "--daily", "--csv", "--json", "--ascii"),
        *("import", "--game"),
    ),
    "progress": ("--json", "--ascii", "--game"),
    "config": ("-h",),
    "help": ("-h", "rules", "keys", "TOPIC"),
    "learn": ("--two", "--game", "--ascii", "--no-color"),
    "completion": ("-h", "bash", "zsh", "fish"),
}
_FILES = (
    *("game.toml", "half.toml", "board.toml", "empty", "folder", "nowhere", "a/b", "/dev/null"),
    *("pipe", "loop"),
)
_VALUES: dict[str, tuple[str, ...]] = {
    # None of these is waited for: nobody listens at port 1, and no name server knows the others.
    "--cluster": (
        *("tcp://127.0.0.1:1", "tcp://[::1]:1", "tcp://0:1", "tcp://[127.0.0.1]:1", "tcp://.:1"),
        *("tcp://a..b:80", f"tcp://{'a' * 80}:80", "tcp://[.a]:1", "tcp://127.0.0.1:0", "tcp://"),
        *("tcp://127.0.0.1:65536", "127.0.0.1:1", "http://127.0.0.1:1", "tcp://::1:1", "tcp://é:1"),
    ),
    "--svg": (
        *("new.svg", "old.svg", "pipe", "loop", "folder", "game.toml", "empty", "empty/x.svg"),
        *("nowhere/x.svg", "/dev/null", "/dev/full", f"{'a' * 300}.svg", "a/" * 3000, ""),
    ),
}
"""What options take that nothing else does."""

_WORDS = (
    *("steady", "novice", "random", "steady,novice", "random,random", "expert:1", "expert:0"),
    *("steady:25%", "expert:9ms", "memory", "duet", "chess", "1", "2", "3", "4", "-h", "--help"),
    *("--version", "--", "-", "Ann", "Ben", "0.05", "import", *_FILES),
)


def attack(rng: Random, folder: Path) -> Iterator[str]:
    """Run an odd command line; yield what breaks."""
    home = folder / "home"
    _make_files(folder)
    arguments = _arguments(rng)
    before = Path.cwd()
    os.chdir(folder)
    try:
        typed = rng.choice((None, rng.choices(KEYS, k=rng.randrange(9))))
        ending = run_program(arguments, home, typed)
    finally:
        os.chdir(before)
    yield from complaints(ending, f"foxduet {' '.join(map(ascii, arguments))[:300]}")


def _make_files(folder: Path) -> None:
    texts = {
        "game.toml": dump_record(finished(1)),
        "half.toml": dump_record(beginning_of(finished(2), 30)),
        "board.toml": BOARD,
        "empty": "",
        "old.svg": "<svg/>",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to("loop")
    os.mkfifo(folder / "pipe")


def _arguments(rng: Random) -> list[str]:
    """Return a command line that is somewhat like a right one."""
    command = rng.choice([*_COMMANDS])
    arguments = [] if rng.random() < 0.1 else [command]
    for option in rng.sample(_COMMANDS[command], rng.randrange(min(5, len(_COMMANDS[command])))):
        arguments.append(option)
        if option in _VALUES and rng.random() < 0.8:
            arguments.append(rng.choice(_VALUES[option]))
            continue
        arguments += [_word(rng) for _value in range(rng.choice((0, 1, 1, 2)))]
    if command in ("replay", "review"):
        arguments.append(rng.choice(_FILES))
    if command == "simulate":
        right = {"--level": "1", "--games": "2", "--seats": "random,steady"}
        for option, value in right.items():
            if rng.random() < 0.8:
                arguments += [option, value]
    if "review" in arguments:
        # The least work for a review, wherever it comes to that.
        arguments += ["--worlds", "1"]
        arguments += [] if "--cluster" in arguments else ["--jobs", "1"]
    return arguments


def _word(rng: Random) -> str:
    kind = rng.random()
    if kind < 0.6:
        return rng.choice(_WORDS)
    if kind < 0.8:
        return rng.choice(NUMBERS)
    text = rng.choice(NAMES)
    if kind > 0.9:
        text += os.fsdecode(rng.randbytes(3))
    # No argument of a program has these.
    return text.replace("\0", "")
