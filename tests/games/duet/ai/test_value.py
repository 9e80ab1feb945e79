"""The value of a round's end: learned for the printed boards, estimated for others."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from importlib.resources import files

import pytest

from foxduet.games.duet.ai.numbers import BitPath, bit_path_of
from foxduet.games.duet.ai.value import DEFEAT, VALUE_FILE, features, value_after, victory
from foxduet.games.duet.rules.board import path_at_setup
from foxduet.games.duet.rules.state import Setup
from tests.benchmarks import fit_value as fit
from tests.support.deals import setup_of

OWN = Setup(2, replace(setup_of(2).board, start=5))


def path_with(setup: Setup, gems: tuple[int, ...], reserve: int = 2) -> BitPath:
    """Return a path with so many gems on its spaces."""
    return bit_path_of(replace(path_at_setup(setup.board, setup.level), gems=gems), reserve)


@pytest.mark.parametrize("setup", [setup_of(1), setup_of(2), setup_of(3), OWN])
@pytest.mark.parametrize("round_number", [1, 2])
def test_fewer_gems_are_better(setup: Setup, round_number: int) -> None:
    value = value_after(setup, round_number)
    spaces = len(setup.board.gems)
    worths = [
        value(path_with(setup, tuple(int(space < gems) for space in range(spaces))))
        for gems in range(1, 8)
    ]
    totals = [worth.total for worth in worths]
    assert totals == sorted(totals, reverse=True)
    assert len(set(totals)) == len(totals)
    assert all(0 <= worth.win <= 1 for worth in worths)


@pytest.mark.parametrize("setup", [setup_of(1), OWN])
def test_R8_1_no_round_comes_after_the_third(setup: Setup) -> None:
    assert value_after(setup, 3)(path_with(setup, (1,) * len(setup.board.gems))) == DEFEAT


def test_R9_2_a_victory_is_worth_its_points() -> None:
    assert victory(2, 2, 7, 1).score == 20 + 7 + 10 + 3
    assert victory(2, 3, 7, 1).score == 20 + 7 + 3
    assert victory(3, 3, 0, 0).total > 1


def test_the_features_of_a_path() -> None:
    path = path_at_setup(setup_of(1).board, 1)
    gems = (0, 4, 1, 0, 0, 0, 0, 3, 0, 0, 0)
    path = replace(path, gems=gems, first=2, last=9, tracker=4)
    assert features(bit_path_of(path, 3)) == (1.0, 8.0, 6.4, 3.0, 3.0, 3.0, 8.0, 1.5)


def test_custom_boards_are_not_judged_by_what_was_learned_on_others() -> None:
    gems = tuple(int(space in (1, 8)) for space in range(10))
    assert value_after(OWN, 1)(path_with(OWN, gems)) != value_after(setup_of(2), 1)(
        path_with(setup_of(2), gems)
    )


def test_the_file_of_the_package_names_the_command_that_makes_it() -> None:
    text = files("foxduet.games.duet.ai").joinpath(VALUE_FILE).read_text("utf-8")
    assert f"python -m tests.benchmarks.fit_value --games {fit.GAMES} --seed {fit.SEED}\n" in text
    assert sorted(tomllib.loads(text)) == sorted(
        f"level_{level}_round_{number}" for level in (1, 2, 3) for number in (1, 2)
    )
