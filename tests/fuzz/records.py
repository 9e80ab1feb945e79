"""Damaged records: replayed, resumed, imported, and among the records of the scores."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from foxduet.core.common import Seat
from foxduet.games.duet.rules.state import Setup
from foxduet.play.record import dump_record
from foxduet.store.files import is_file
from tests.fuzz.damage import (
    NAMES,
    put_no_file,
    quoted,
    with_other_bytes,
    with_other_lines,
    with_other_value,
)
from tests.fuzz.program import Ending, complaints, run_program
from tests.support.classic.entries import match
from tests.support.entries import SMALL, TODAY, daily_header, finished, header_at
from tests.support.players import beginning_of, played_game

KEYS = (
    *("enter", "enter", "enter", " ", "left", "right", "up", "down", "tab", "escape"),
    *("q", "b", "?", "r", "R", "y", "n", "p", "1", "5", "home", "end", "page down", "backspace"),
)
"""What is typed at screens."""


@cache
def texts() -> tuple[str, ...]:
    """Return the records that are damaged: finished, under way, alone, on a board, of a day."""
    small = played_game(replace(header_at(5), setup=Setup(2, SMALL)))
    alone = played_game(header_at(4, level=1, ai=(None, "steady")))
    games = [finished(3), small, alone, played_game(daily_header(TODAY)), finished(6)]
    games += [match(3), beginning_of(match(3), 40), match(5, target=16, ai=(None, "steady"))]
    games += [beginning_of(finished(3), 20), beginning_of(alone, 33), beginning_of(small, 0)]
    return tuple(map(dump_record, games))


def attack(rng: Random, folder: Path) -> Iterator[str]:
    """Damage a record and use it in every way; yield what breaks."""
    home, friend = folder / "home", folder / "friend"
    for place in (home / "records", friend):
        place.mkdir(parents=True)
    for number in (1, 2):
        (home / "records" / f"good-{number}.toml").write_text(dump_record(finished(number)))
    odd = friend / "odd.toml"
    content = damaged(rng)
    odd.write_bytes(content)
    what, where = "a record", rng.random()
    if where < 0.1:
        what = f"a {put_no_file(odd, rng)} as a record"
    elif where < 0.2:
        what = "a record behind a link"
        odd.rename(folder / "place.toml")
        odd.symlink_to(folder / "place.toml")
    elif where < 0.6:
        (home / "records" / "odd.toml").write_bytes(content)
    replayed = run_program(["replay", "--positions", str(odd)], home)
    yield from complaints(replayed, f"replaying {what}")
    typed = rng.choices(KEYS, k=rng.randrange(25))
    yield from complaints(run_program(["replay", str(odd)], home, typed), f"showing {what}")
    yield from _resumed(odd, home, typed, replayed, what)
    yield from _scored(home, friend, what)


def damaged(rng: Random) -> bytes:
    """Return the bytes of a damaged record."""
    text = rng.choice(texts())
    change = rng.random()
    if change < 0.2:
        names = (quoted(rng.choice(NAMES)) for _seat in Seat)
        text = re.sub("(?m)^players = .*", lambda _old: f"players = [{', '.join(names)}]", text)
    elif change < 0.3:
        # One that may be continued.
        return text.encode()
    elif change < 0.5:
        for _again in range(rng.choice((1, 1, 2))):
            text = with_other_value(text, rng)
    elif change < 0.7:
        text = with_other_lines(text, rng)
    return with_other_bytes(text.encode(), rng) if change > 0.7 else text.encode()


def _resumed(odd: Path, home: Path, typed: list[str], replayed: Ending, what: str) -> Iterator[str]:
    before, is_link = odd.read_bytes() if is_file(odd) else b"", odd.is_symlink()
    yield from complaints(run_program(["--resume", str(odd)], home, typed), f"resuming {what}")
    if odd.is_symlink() != is_link:
        yield f"resuming {what} replaces the link"
    if not before:
        return
    if replayed.status:
        if odd.read_bytes() == before:
            return
        # The part before the damage is continued.
        if before not in [one.read_bytes() for one in odd.parent.glob("*.toml-damaged-*")]:
            yield f"resuming {what} that is broken loses what it was"
    again = run_program(["replay", "--positions", str(odd)], home)
    if again.status or not again.out.startswith(replayed.out):
        yield f"resuming {what} loses what was played: {again.err.strip()}"


def _scored(home: Path, friend: Path, what: str) -> Iterator[str]:
    yield from complaints(run_program(["scores", "import", str(friend)], home), f"importing {what}")
    listed = []
    for options in (["--json"], ["--json"], ["--daily"], ["--csv"], []):
        ending = run_program(["scores", *options], home)
        yield from complaints(ending, f"the scores after {what}")
        if ending.status:
            yield f"the scores after {what} end with status {ending.status}"
        elif options == ["--json"]:
            listed.append([game["fingerprint"] for game in json.loads(ending.out)["games"]])
    if listed and any(one != listed[0] for one in listed):
        yield f"the scores after {what} differ from run to run"
    for number in (1, 2):
        shown = json.loads(run_program(["scores", "--json"], home).out or '{"games": []}')
        if not any(game["seed"] == number for game in shown["games"]):
            yield f"the scores after {what} lack a game"
    if [*home.glob("*-damaged-*")]:
        yield f"{what} damages the scores"
