"""The same seed leads to the same thought, to the last digit, on every version of Python.

From 3.12 on, for one, ``sum`` adds numbers with a point otherwise than before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from foxduet.ai.partner import (
    Question,
    Thought,
    adviser_named,
    partner_named,
    reviewer_named,
    shown_worths,
)
from foxduet.core.common import Seat
from foxduet.games.classic.ai import steady as steady_of_classic
from foxduet.games.duet.ai import steady as steady_of_duet
from foxduet.games.duet.rules.state import Setup
from tests.games.classic.contract import CLASSIC
from tests.games.contract import Contract
from tests.games.duet.contract import DUET

OF_DUET = (
    "1.2 2d6d1r2rTr1s7sTs/1dTd3r5r6r8r2s3s 4d 9d3d5s6s8s9r5d p2:4r7r - 1311101312 5 3 p1:give",
    "1.3 2d6dTd1r2r1s7sTs/1d3r5r6r8rTr2s3s 4d 9d3d5s6s8s9r5d p1:- - 1310101312 4 3 p1:play",
    "1.8 1d5r/1r9r 2s 6d2r7s3d2dTs8s p1:5d3r - 1202000012 2 3 p1:move",
    "2.3 4d5d8d9r3s6s8s/1d2d3d9d5r7r5s9s 6r 8r7d1sTr1r4r2r p1:3r - ##30001320 4 1 p1:exchange",
    "2.4 2d3d5d9d3s5s8s/4d6d1r4r7r9r6s 7d 2s3r9s8r1sTs1d p2:- - #310001100 10 2 p2:play",
    "2.9 2d/5d7s 5s 8r6d7r4r3r1rTs p1:3d - 011000002# 7 2 p1:foxes",
    "3.2 2d3d5d6d2r8r1sTs/1d7d8dTd3rTr2s6s7s 5s 4r7r3s9s1r4s4d p1:9d - ##41000010 5 1 p2:play",
    "3.8 2d2rTr/2s6sTs 5s 4r7r3s9s1r4s4d p1:- - ##10000000 3 1 p1:play",
)
OF_CLASSIC = (
    "1.1 1b3b6b8bEb3k4k9kTk1m2m9m/4b5b7bTb1k7k8kEk4m6m7m 2k 5k6k9b2b5m3m p2:Em 0-1 0-0 p1:play",
    "1.7 1b5b8b1m9m/2b2m4m6mTm 9b 5m1k3b6b4b7b p1:8k3k 5-2 1-1 p2:exchange",
    "2.8 6b2k2m3m5m/4bEb1k4k 7m 8b6k2b6m7k p2:3b5b 8-0 3-7 p1:discard",
    "3.2 1b2b3b4b5b7bTbEb2k6kTk/6b8b1k3k4k7k8kEk3m4m7m 6m Em8m9bTm5k9k p1:- 2-0 13-3 p1:play",
    "4.4 3b1k3k4k5k6k3m5m6m/1b2b4b9b2k7k8kTkEm 4m 9kEk8m2mTm7m p2:- 0-4 15-11 p2:play",
    "5.6 4b5b2k8kTkEk/1b2b4k6k7k4m7m 9k 3k1kTm5k5mEm p1:3b 6-0 20-18 p1:exchange",
)


def thoughts(game: Contract, seen: Any) -> Iterator[tuple[str, Thought]]:
    """Yield what some partners think of an observation, and what they are called."""
    name, chance = game.name, 7
    yield "steady", partner_named(name, "steady")(seen, Random(chance))
    yield "novice", partner_named(name, "novice")(seen, Random(chance))
    yield "expert", partner_named(name, "expert:200", "expert")(seen, Random(chance))
    yield "advice", adviser_named(name, "expert:40")(seen, Random(chance))
    question = Question(seen.choices[-1], shown_worths, (0.02, 0.05, 0.15), 0.05, 120)
    yield "review", reviewer_named(name, "expert:200")(seen, Random(chance), question)


def figures(worths: Sequence[float]) -> str:
    """Return numbers to their last digit."""
    return " ".join(repr(float(worth)) for worth in worths)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems may round exp otherwise")
@pytest.mark.parametrize(
    ("game", "setup", "lines", "worths"),
    [
        (DUET, Setup(3), OF_DUET, steady_of_duet.plain_worths),
        (CLASSIC, CLASSIC.setup, OF_CLASSIC, steady_of_classic.plain_worths),
    ],
    ids=["duet", "classic"],
)
def test_every_python_thinks_the_same_to_the_last_digit(
    game: Contract,
    setup: Any,
    lines: Sequence[str],
    worths: Callable[[Any], Sequence[float]],
    golden: Callable[[str, str], None],
) -> None:
    told = []
    for line in lines:
        state = game.rules.parse_position(line, setup)
        due = game.rules.pending(state)
        assert due is not None
        seen = game.rules.observe(state, Seat.P1 if due.seat is None else due.seat)
        told += [line, f"worths: {figures(worths(seen))}"]
        for name, thought in thoughts(game, seen):
            chosen = game.rules.format_action(thought.action)
            told.append(f"{name}: {chosen}, {thought.worlds} worlds {thought.tried}")
            told.append(f"  errors {figures(thought.errors)}")
            for one in thought.estimates:
                row = [getattr(one, each.name) for each in fields(one) if each.name != "action"]
                told.append(f"  {game.rules.format_action(one.action)}: {figures(row)}")
    golden(f"thoughts/{game.name}.txt", "\n".join(told) + "\n")
