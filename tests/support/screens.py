"""What tests do with any screen: frames as text, clicks, and rows of menus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeVar

from foxduet.ui.form import FormScreen, new_form
from foxduet.ui.kit.canvas import Area, Canvas, Look, Size
from foxduet.ui.kit.keys import Click, Input, Interruption
from foxduet.ui.kit.screen import Next, Screen, call
from foxduet.ui.loop import draw
from foxduet.ui.menu import TitleScreen
from foxduet.words.text import text_width
from tests.support.tables import (
    STILL,
    WINDOW,
    Desk,
    Left,
    ScriptedTerminal,
    of_kind,
    press_keys,
    settled,
)

Put = Callable[..., None]
ScreenT = TypeVar("ScreenT", bound=Screen)


def inside_only(put: Put) -> Put:
    """Return ``put`` of a canvas for which text is an error that the window would cut off."""

    def put_inside(canvas: Canvas, row: int, column: int, text: str, *style: object) -> None:
        inside = column >= 0 and column + text_width(text) <= canvas.size.columns
        assert inside, f"cut off: {text!r}"
        assert 0 <= row < canvas.size.rows, f"off the window: {text!r}"
        put(canvas, row, column, text, *style)

    return put_inside


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


def press_to(kind: type[ScreenT], screen: Screen | Left, desk: Desk, *script: str) -> ScreenT:
    """Return the screen of a kind that comes up once keys were pressed."""
    return of_kind(kind, press_keys(screen, desk, *script))


def open_first_title(desk: Desk) -> TitleScreen:
    """Return the title screen as it is, with the game to be resumed if there is one."""
    opening = call("performer:open_title")
    return of_kind(TitleScreen, settled(Next(TitleScreen(desk.game), (opening,)), desk))


def open_title(desk: Desk) -> TitleScreen:
    """Return the title screen for somebody who has finished a game before."""
    return replace(open_first_title(desk), newcomer=False, cursor=0)


def open_form(desk: Desk) -> FormScreen:
    """Return the form of a new game, with what counts for the day if it has a day's deals."""
    return of_kind(FormScreen, settled(new_form(desk), desk))
