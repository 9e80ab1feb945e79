"""What the rules return are values: frozen, with slots, so that nothing can be changed later."""

from __future__ import annotations

import dataclasses
import inspect

import pytest

from foxduet.core import notation
from foxduet.games.classic.rules import (
    actions,
    engine,
    events,
    observation,
    position,
    scoring,
    state,
    worlds,
)

MODULES = (actions, engine, events, notation, observation, position, scoring, state, worlds)
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
    assert {state.GameState, observation.Observation, worlds.Worlds} <= set(VALUES)
