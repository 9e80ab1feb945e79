"""Par is saved beside the scores, too, and outlives them; a damaged line costs only itself."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.store import database
from foxduet.store.importing import read_scores
from foxduet.store.par_file import load_par, par_file
from foxduet.store.rows import checksum, par_row
from foxduet.store.scores import open_scores, par_of, save_par
from tests.store.test_repair import GARBAGE, PAR
from tests.store.test_scores import EFFORT, path, put, read, records
from tests.store.test_scores_versions import old_scores
from tests.support.entries import finished

__all__ = ["path", "records"]


def test_par_survives_a_damaged_database(path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    with open_scores(path) as scores:
        save_par(scores, path, finished(1).header, PAR)
    for content in (GARBAGE, b"x", b""):
        path.write_bytes(content)
        assert [game.par for game in read_scores(path, records, "duet", EFFORT).games] == [PAR]
    path.unlink()
    with open_scores(path) as scores:
        assert par_of(scores, finished(1).header, EFFORT) == PAR


def test_par_of_a_former_version_survives_a_damaged_database(path: Path, records: Path) -> None:
    old_scores(path, [(finished(1), put(records, "game", finished(1)))], 2)
    assert [game.par for game in read(path, records)] == [PAR]
    path.write_bytes(GARBAGE)
    assert [game.par for game in read_scores(path, records, "duet", EFFORT).games] == [PAR]


def test_par_is_shown_while_the_database_cannot_be_used(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(records, "game", finished(1))
    with open_scores(path) as scores:
        save_par(scores, path, finished(1).header, PAR)
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.01)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    reading = read_scores(path, records, "duet", EFFORT)
    other.close()
    assert str(reading.trouble) == "database is locked"
    assert [game.par for game in reading.games] == [PAR]


def test_a_damaged_line_of_par_costs_only_itself(path: Path, records: Path) -> None:
    headers = [replace(finished(1).header, seed=seed) for seed in range(5)]
    with open_scores(path) as scores:
        for header in headers:
            save_par(scores, path, header, PAR)
    file = par_file(path)
    lines = file.read_bytes().split(b"\n")
    assert len(lines) == 6
    lines[1] = lines[1].replace(b"41", b"47")
    lines[2] = lines[2][:20]
    lines[3] = b"[" * 100_000
    lines[4] = lines[4].replace(b"duet", b"solo")
    file.write_bytes(b"\n".join(lines))
    path.unlink()
    with open_scores(path) as scores:
        known = [par_of(scores, header, EFFORT) for header in headers]
    assert known == [None, None, None, None, PAR]
    assert len([*load_par(file)]) == 1


@pytest.mark.parametrize(
    "forged",
    [
        {"score": 10**30},
        {"score": 2**63},
        {"level": 10**30},
        {"effort": "e" * 3_000_000},
        {"seed": "7" * 3_000_000},
        {"board": "b" * 3_000_000},
    ],
    ids=lambda forged: next(iter(forged)),
)
def test_a_line_of_par_that_no_database_can_contain_costs_only_itself(
    forged: dict[str, object], path: Path, records: Path
) -> None:
    put(records, "game", finished(1))
    with open_scores(path) as scores:
        save_par(scores, path, finished(1).header, PAR)
    row = {**par_row(finished(2).header, PAR), **forged}
    line = {"checksum": checksum("duet", row), "game": "duet", **row}
    with par_file(path).open("a") as file:
        file.write(f"\n{json.dumps(line)}")
    for content in (None, GARBAGE):
        path.unlink() if content is None else path.write_bytes(content)
        reading = read_scores(path, records, "duet", EFFORT)
        assert reading.trouble is None
        assert [game.par for game in reading.games] == [PAR]
