"""Programs that are killed at any moment: nothing that they saved is lost or half."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from xml.etree import ElementTree

from foxduet.play.record import dump_record
from foxduet.store.saved_games import load_game
from tests.fuzz.program import complaints, run_program
from tests.support.entries import finished, resigned
from tests.support.machine import PROJECT
from tests.support.quick_reviews import quick_reviews

_SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_SECONDS = 600
_SAVING = """
import sys
from pathlib import Path
from foxduet.store.saved_games import SavedGame, save_game
from tests.support.entries import finished
from tests.support.players import beginning_of
game = finished(1)
saved = SavedGame(Path(sys.argv[1]))
for turns in range(len(game.turns) + 1):
    saved = save_game(saved, beginning_of(game, turns))
    print(turns, flush=True)
"""
_PYTHON = [sys.executable, "-c", _SAVING]
_PROGRAM = [sys.executable, "-m", "foxduet"]


def attack(rng: Random, folder: Path) -> Iterator[str]:
    """Kill a program at some moment; yield what breaks."""
    home = folder / "home"
    (home / "records").mkdir(parents=True)
    for number in (1, 2, 3):
        (home / "records" / f"game-{number}.toml").write_text(dump_record(finished(number)))
    yield from rng.choice(_KINDS)(rng, folder)
    ending = run_program(["scores", "--json"], home)
    yield from complaints(ending, "scores after a kill")
    if ending.status or len(json.loads(ending.out)["games"]) != 3:
        yield f"a kill loses a game: {ending.err.strip()}"


def _while_saving(rng: Random, folder: Path) -> Iterator[str]:
    record = folder / "saved.toml"
    out, _err, _number = _killed([*_PYTHON, str(record)], rng, folder)
    if numbers := out.split():
        turns = len(load_game(record)[0].turns)
        if turns < int(numbers[-1]):
            yield f"a kill loses actions: {turns} are saved, but {numbers[-1]} were"


def _while_showing_scores(rng: Random, folder: Path) -> Iterator[str]:
    _out, err, number = _killed([*_PROGRAM, "scores", "--json"], rng, folder)
    yield from _said(err, number, "scores")


def _while_rebuilding(rng: Random, folder: Path) -> Iterator[str]:
    home = folder / "home"
    run_program(["scores", "--json"], home)
    database = home / "scores.sqlite3"
    database.write_bytes(database.read_bytes()[:5000] + b"\xa5" * 9000)
    _out, err, number = _killed([*_PROGRAM, "scores", "--json"], rng, folder)
    yield from _said(err, number, "scores that are built again")


def _while_simulating(rng: Random, folder: Path) -> Iterator[str]:
    records, jobs = folder / "simulated", rng.choice(("1", "2"))
    command = [*_PROGRAM, "simulate", "--level", "1", "--games", "2000", "--seed", "1"]
    command += ["--seats", "steady,random", "--jobs", jobs, "--records", str(records)]
    _out, err, number = _killed(command, rng, folder)
    yield from _said(err, number, f"simulate --jobs {jobs}")
    for record in records.glob("*.toml"):
        try:
            load_game(record)
        except (OSError, ValueError) as error:
            yield f"a kill leaves half a record: {error}"


def _while_reviewing(rng: Random, folder: Path) -> Iterator[str]:
    record, picture = folder / "reviewed.toml", folder / "picture.svg"
    record.write_text(dump_record(resigned(finished(4), 30)))
    review = ["review", str(record), "--worlds", "1"]
    command = [*_PROGRAM, *review, "--jobs", rng.choice("12"), "--svg", str(picture)]
    _out, err, number = _killed(command, rng, folder, longest=4.0)
    yield from _said(err, number, "review")
    ElementTree.fromstring(picture.read_text() if picture.exists() else "<svg/>")
    with quick_reviews():
        ending = run_program([*review, "--jobs", "1", "--json"], folder / "home")
    yield from complaints(ending, "a review that is continued after a kill")
    if ending.status or ending.err:
        yield f"a killed review cannot be continued: {ending.err.strip()}"


_KINDS: tuple[Callable[[Random, Path], Iterator[str]], ...] = (
    *(_while_saving, _while_showing_scores, _while_rebuilding, _while_simulating),
    _while_reviewing,
)


def _killed(
    command: Sequence[str], rng: Random, folder: Path, longest: float = 1.0
) -> tuple[str, str, int]:
    """Kill a program within seconds; return its output, its errors, and the signal."""
    number = rng.choice(_SIGNALS)
    program = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        cwd=PROJECT,
        env={**os.environ, "FOXDUET_HOME": str(folder / "home")},
        start_new_session=True,
    )
    seconds = longest * rng.random() ** 2
    with suppress(subprocess.TimeoutExpired):
        program.wait(seconds)
    program.send_signal(number)
    try:
        out, err = program.communicate(timeout=_SECONDS)
    finally:
        program.kill()
    return out.decode(), err.decode(), number


def _said(err: str, number: int, what: str) -> Iterator[str]:
    """Yield what a program may not say when it is ended."""
    name = signal.Signals(number).name
    # Before the first line of the program is run, the interpreter speaks for itself.
    if "internal error" in err or ("Traceback" in err and "foxduet" in err):
        yield f"{what} ended by {name}: {' '.join(err.split())[-300:]}"
