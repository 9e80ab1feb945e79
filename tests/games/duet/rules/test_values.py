"""What the rules return are values: frozen, with slots, so that nothing can be changed later."""

from __future__ import annotations

import dataclasses
import inspect

import pytest

from foxduet.core import common
from foxduet.games.duet.rules import (
    actions,
    board,
    engine,
    events,
    observation,
    position,
    scoring,
    state,
)

MODULES = (actions, board, engine, events, observation, scoring, state, common, position)
VALUES = sorted(
    {
        value
        for module in MODULES
        for _, value in inspect.getmembers(module, dataclasses.is_dataclass)
        if isinstance(value, type)
    },
    key=lambda value: value.__name__,
)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_every_value_is_frozen_and_has_slots(value: type) -> None:
    assert value.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert "__slots__" in vars(value)


def test_the_values_were_found() -> None:
    assert {common.Step, state.GameState, observation.Observation, board.ForestPath} <= set(VALUES)
