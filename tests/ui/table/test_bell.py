"""The bell sounds once when a turn comes after a long thought of the partner, if it is wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from foxduet.ui.kit import keys
from foxduet.ui.kit.keys import Input, Interruption
from foxduet.ui.kit.screen import Next
from foxduet.ui.loop import run
from tests.support.mouse import TimedTerminal
from tests.support.solo import PARTNER, first_choice_of, solo_turn
from tests.support.tables import ScriptedWorker, options_in

TICK = Interruption.TIME_UP
Timed = tuple[float, Input]


def rings(folder: Path, *thinking: Timed, patience: int, bell: bool = True) -> int:
    """Return how often the bell sounds until a card that a partner leads was looked at.

    The partner answers when it was asked more than ``patience`` times.
    """
    table, desk = solo_turn(folder, PARTNER), options_in(folder, bell=bell)
    terminal = TimedTerminal([], timed=(*thinking, (1.0, TICK), (1.0, TICK)))
    run(terminal, Next(table), desk, desk.folders, ScriptedWorker(first_choice_of, patience))
    assert " led the " in terminal.text
    assert "Enter play" in terminal.text
    return terminal.log.count("beep")


@pytest.mark.parametrize(("seconds", "times"), [(0.4, 0), (1.9, 0), (2.2, 1), (30, 1)])
def test_it_sounds_after_a_long_thought_only(seconds: float, times: int, tmp_path: Path) -> None:
    assert rings(tmp_path, *[(seconds / 4, TICK)] * 4, patience=4) == times


def test_it_is_silent_unless_it_is_wanted(tmp_path: Path) -> None:
    assert rings(tmp_path, *[(8, TICK)] * 4, patience=4, bell=False) == 0


def test_a_text_that_is_read_meanwhile_is_no_long_thought(tmp_path: Path) -> None:
    reading = (0.5, TICK), (0.5, "?"), (20.0, keys.ESCAPE)
    assert rings(tmp_path, *reading, patience=2) == 0
