"""A terminal whose inputs come at times of their own, and clicks on what a screen draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from foxduet.ui.kit.canvas import Area, Look, Size
from foxduet.ui.kit.keys import Click, Input, Interruption
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw
from tests.support.tables import STILL, WINDOW, ScriptedTerminal


@dataclass
class TimedTerminal(ScriptedTerminal):
    """Answers with inputs, each some seconds after the one before, then ends the program."""

    timed: Iterable[tuple[float, Input]] = ()
    _coming: Iterator[tuple[float, Input]] = field(init=False)

    def __post_init__(self) -> None:
        self._coming = iter(self.timed)

    def wait(self, seconds: float | None) -> Input:
        self.log.append("wait" if seconds is None else "wait a moment")
        gap, got = next(self._coming, (1.0, Interruption.ENDED))
        self.seconds += gap
        return got

    def clock(self) -> float:
        return self.seconds


def areas_of(screen: Screen, size: Size = WINDOW, look: Look = STILL) -> tuple[Area, ...]:
    """Return what can be clicked on a screen."""
    return draw(screen, size, look).areas


def click_on(area: Area) -> Click:
    """Return a click in the middle of an area."""
    return Click(area.row + area.size.rows // 2, area.column + area.size.columns // 2)
