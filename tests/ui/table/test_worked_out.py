"""What a seat sees, and what keys do, is worked out once for a key and once for a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foxduet.core.common import Seat
from foxduet.core.register import rule_set
from foxduet.ui.kit.screen import Screen
from foxduet.ui.table import keys as table_keys
from foxduet.ui.table.screen import TableScreen
from tests.support.classic.screens import begin_match, classic
from tests.support.solo import answer_to, next_key
from tests.support.tables import (
    Left,
    options_in,
    press_keys,
    table_in,
    text_of,
)


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Note what is observed, and each time that the keys of a table are looked up."""
    noted: list[object] = []
    kept: list[object] = []
    every = {name: rule_set(name).observe for name in ("duet", "classic")}
    look_up = table_keys.bindings_of

    def noting(real: Callable[[Any, Seat], Any]) -> Callable[[Any, Seat], Any]:
        def observe_noted(state: Any, seat: Seat) -> Any:
            kept.append(state)
            noted.append((id(state), seat))
            return real(state, seat)

        return observe_noted

    def look_up_noted(screen: Any) -> Any:
        noted.append("bindings")
        return look_up(screen)

    for name, real in every.items():
        object.__setattr__(rule_set(name), "observe", noting(real))
    monkeypatch.setattr(table_keys, "bindings_of", look_up_noted)
    yield noted
    for name, real in every.items():
        object.__setattr__(rule_set(name), "observe", real)


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_what_a_seat_sees_and_the_keys_are_worked_out_once_for_a_key_and_once_for_a_frame(
    tmp_path: Path, game: str, worked_out: list[object]
) -> None:
    desk, rng = options_in(tmp_path), Random(1)
    start = table_in(tmp_path) if game == "duet" else begin_match(desk, classic(seed=7))
    screen: Screen | Left = start
    observed = 0
    for _key in range(400):
        assert isinstance(screen, Screen)
        text_of(screen)
        observed += len({*worked_out} - {"bindings"})
        assert len({*worked_out}) == len(worked_out), "something was worked out twice for a frame"
        worked_out.clear()
        is_asked = not isinstance(screen, TableScreen)
        key = answer_to(screen, rng) if is_asked else next_key(rng)
        screen = press_keys(screen, desk, key)
        observed += len({*worked_out} - {"bindings"})
        assert len({*worked_out}) == len(worked_out), f"something was worked out twice for {key}"
        worked_out.clear()
    assert observed > 10
