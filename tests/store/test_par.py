"""Par is saved beside the scores and outlives them; a damaged line costs only itself."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.games.duet.rules.state import Setup
from foxduet.store.entries import Par, deals_of
from foxduet.store.par import load_par, par_file, par_of, save_par
from tests.store.test_scores import EFFORT, path, put, read, records
from tests.support.entries import SMALL, finished, header_at
from tests.support.strategies import boards, few

__all__ = ["path", "records"]

PAR = Par(EFFORT, "victory", 41)
HEADER = header_at(1)


def test_par_is_found_by_level_board_seed_and_effort(path: Path, records: Path) -> None:
    save_par(path, HEADER, PAR)
    assert par_of(path, replace(HEADER, players=("A", "B")), EFFORT) == PAR
    for other in (
        replace(HEADER, setup=Setup(1)),
        replace(HEADER, seed=8),
        replace(HEADER, setup=Setup(2, SMALL)),
    ):
        assert par_of(path, other, EFFORT) is None
    assert par_of(path, HEADER, "expert:9") is None
    put(records, "game", finished(1))
    assert [game.par for game in read(path, records)] == [PAR]


@few(30)
@given(st.builds(Setup, st.integers(1, 3), st.none() | boards()), st.integers(0, 10**900))
def test_par_is_found_by_the_deals_whatever_they_are(setup: Setup, seed: int) -> None:
    header = replace(HEADER, setup=setup, seed=seed)
    line = json.dumps({"game": "duet", **deals_of(header)})
    assert tuple(json.loads(line).items())[1:] == tuple(deals_of(header).items())


@pytest.mark.parametrize("content", [None, b"", b"x", b"garbage" * 999])
def test_par_survives_what_becomes_of_the_database(
    content: bytes | None, path: Path, records: Path
) -> None:
    put(records, "game", finished(1))
    read(path, records)
    save_par(path, HEADER, PAR)
    path.unlink() if content is None else path.write_bytes(content)
    assert par_of(path, HEADER, EFFORT) == PAR


def test_a_damaged_line_of_par_costs_only_itself(path: Path) -> None:
    headers = [replace(HEADER, seed=seed) for seed in range(7)]
    for header in headers:
        save_par(path, header, PAR)
    lines = par_file(path).read_bytes().split(b"\n")
    lines[1] = lines[1].replace(b"victory", b"victims")
    lines[2] = lines[2][:20]
    lines[3] = b"[" * 100_000
    lines[4] = lines[4].replace(b"duet", b"solo")
    lines[5] = lines[5].replace(b'"score": 41', b'"score": -1')
    lines[6] = lines[6].replace(b'"seed": "5"', b'"seed": [5]')
    par_file(path).write_bytes(b"\n".join(lines))
    assert [par_of(path, header, EFFORT) for header in headers] == [None] * 6 + [PAR]
    assert len(load_par(path, "duet", EFFORT)) == 1
