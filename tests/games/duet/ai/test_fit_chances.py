"""The fit of the chances, and the benchmark that compares them with games won."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files
from itertools import product
from pathlib import Path
from random import Random

import pytest

from foxduet.ai.names import KINDS
from foxduet.games.duet.ai.chances import CHANCES_FILE, curves_in
from foxduet.games.duet.rules.board import LEVELS
from foxduet.games.duet.rules.state import ROUNDS, TRICKS
from tests.benchmarks import calibration
from tests.benchmarks import fit_chances as fit
from tests.benchmarks.chance_rows import DECISIONS, Games, Row, read_rows, rows_of, write_rows


def made_up_rows(wins: float) -> list[Row]:
    """Return decisions of games of which a share is won where half of the rollouts are."""
    chance = Random(1)
    rows = []
    for level, kind, seed in product(LEVELS, KINDS, range(60)):
        strength = chance.random()
        score = 30 if chance.random() < wins + strength - 0.5 else 0
        rows += [
            Row(level, kind, seed, number, tricks, strength, 25 * strength, score)
            for number, tricks in product(range(1, ROUNDS + 1), (0, TRICKS // 2, TRICKS))
        ]
    return rows


def test_the_file_of_the_package_names_what_made_it() -> None:
    text = files("foxduet.games.duet.ai").joinpath(CHANCES_FILE).read_text("utf-8")
    assert f"# Fitted by python -m {fit.__name__} to " in text
    for kind in KINDS:
        line = rf"^# with {kind}: (\d+), (\d+), (\d+) games at levels 1, 2, 3, seeds \d+ - (\d+)$"
        found = re.search(line, text, re.MULTILINE)
        assert found is not None
        *games, last = map(int, found.groups())
        assert min(games) >= 100
        # What is beyond is for the benchmark.
        assert last <= 1_000_000


def test_the_same_decisions_make_the_same_file_and_a_valid_one() -> None:
    pytest.importorskip("numpy")
    text = fit.fitted_text(made_up_rows(0.5))
    assert text == fit.fitted_text(made_up_rows(0.5))
    curves, better = curves_in(text), curves_in(fit.fitted_text(made_up_rows(0.8)))
    for name, (start, _end) in curves.items():
        assert start.win(0.5) == pytest.approx(0.5, abs=0.15)
        assert start.win(0.5) < better[name][0].win(0.5)


def test_where_all_games_are_won_the_win_is_nearly_sure() -> None:
    pytest.importorskip("numpy")
    rows = [replace(row, score=30) for row in made_up_rows(0.5)]
    for start, _end in curves_in(fit.fitted_text(rows)).values():
        assert 0.97 < start.win(0.5) < 1


def test_decisions_are_those_of_the_seeds_and_survive_their_file(tmp_path: Path) -> None:
    rows = [*rows_of(Games(1, "novice", range(3, 5)), 1)]
    assert [row.seed for row in rows] == [3] * DECISIONS + [4] * DECISIONS
    assert [*rows_of(Games(1, "novice", range(4, 5)), 1)] == rows[DECISIONS:]
    assert all(0 <= row.win <= 1 and 0 <= row.tricks <= TRICKS for row in rows)
    assert all(len({row.score for row in rows if row.seed == seed}) == 1 for seed in (3, 4))
    write_rows(tmp_path / "rows.csv", rows)
    assert read_rows(tmp_path / "rows.csv") == rows


def test_the_benchmark_counts_tenths_with_enough_decisions() -> None:
    told = [0.35] * 60 + [0.95] * 49 + [1.0] * 51
    rows = [
        Row(1, "steady", at // 2, 1, 0, 0.5, 10.0, 20 if at % 4 < 2 else 0)
        for at in range(len(told))
    ]
    low, high = calibration.tenths_of(rows, told)
    assert (low.decisions, low.games, high.decisions) == (60, 30, 100)
    assert low.told == pytest.approx(0.35)
    assert low.won == 0.5
    # Both decisions of a game are won or lost together: as if there were half as many.
    assert low.error == pytest.approx((0.25 / 30) ** 0.5)
    assert [*calibration.tenths_of(rows[:49], told[:49])] == []
    title, *lines = calibration.lines_of(rows, raw=True)
    assert "level 1 beside steady: 80 games, 160 decisions" in title
    assert len(lines) == 1
