"""A terminal whose keys come at set times, on a clock of its own, and what came of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

import pytest

from foxduet.ai.workers import Think
from foxduet.core.common import Seat
from foxduet.play.table import Session
from foxduet.ui import loop
from foxduet.ui.kit.canvas import Frame, Look, Size
from foxduet.ui.kit.keys import Input, Interruption
from foxduet.ui.kit.screen import Next, Screen
from foxduet.ui.table.screen import TableScreen
from tests.support.solo import first_choice_of
from tests.support.tables import WINDOW, Desk, ScriptedWorker

Presses = tuple[tuple[float, Input], ...]
"""Keys, or what comes instead of them, each after the seconds at which it comes."""

GAPS = (0.02, 0.1, 0.15, 0.4, 0.5)
DELAYS, RATES = (0.25, 0.4, 0.5, 0.66), (25, 40)
KEYBOARDS = ((0.25, 40), (0.4, 25), (0.5, 40), (0.66, 25))
"""Keyboards with every delay and every rate, from the fastest to the slowest."""
SECONDS_HELD = 4.0


def tapped(got: Input, gap: float, until: float = 20.0) -> Presses:
    """Return what is done again and again, so many seconds apart."""
    return tuple((gap * at, got) for at in range(1, int(until / gap)))


def held(key: str, at: float, delay: float, rate: int) -> Presses:
    """Return a key that is held down for four seconds, as a keyboard repeats it."""
    repeats = range(int((SECONDS_HELD - delay) * rate) + 1)
    return ((at, key), *((at + delay + one / rate, key) for one in repeats))


@dataclass
class TimedTerminal:
    """A terminal whose keys come in time, until the program is ended from outside."""

    presses: list[tuple[float, Input]]
    until: float
    now: float = 0

    def size(self) -> Size:
        return WINDOW

    def show(self, _frame: Frame) -> None:
        pass

    def wait(self, seconds: float | None) -> Input:
        limit = inf if seconds is None else self.now + seconds
        next_key = self.presses[0][0] if self.presses else inf
        self.now = min(limit, next_key, self.until)
        if self.now == self.until:
            return Interruption.ENDED
        return self.presses.pop(0)[1] if self.now == next_key else Interruption.TIME_UP

    def forget_keys(self) -> None:
        self.presses = [press for press in self.presses if press[0] > self.now]

    def beep(self) -> None:
        """Nobody hears it."""

    def clock(self) -> float:
        return self.now

    def suspend(self) -> None:
        raise AssertionError("nobody suspends the program")


@dataclass
class Deeds:
    """What players did: hands opened, choices made and taken back, games started, and leaving."""

    opened: int = 0
    chosen: int = 0
    taken_back: int = 0
    games: int = 0
    left: bool = False


@dataclass
class Witness:
    """Sees every screen, and counts what is new on it."""

    deeds: Deeds = field(default_factory=Deeds)
    screens: list[Screen] = field(default_factory=list)
    looking: Seat | None = None
    counted: dict[Path, int] = field(default_factory=dict)

    def draw(self, screen: Screen, _size: Size, _look: Look) -> Frame:
        """Take the place of the function that draws: look at a screen."""
        is_first = not self.screens
        self.screens.append(screen)
        if isinstance(screen, TableScreen):
            session, path = screen.session, screen.saved.path
            if session.viewer not in (None, self.looking) and not is_first:
                self.deeds.opened += 1
            self.looking = session.viewer
            own = own_choices(session)
            self.deeds.chosen += max(0, own - self.counted.get(path, own))
            self.counted[path] = own
            self.deeds.taken_back = session.game.header.taken_back
        return Frame(())


def own_choices(session: Session) -> int:
    """Return how many choices of a game were people's, alone or together."""
    game, person = session.game, session.person
    pending = map(game.rules.pending, game.states[:-1])
    return sum(one is not None and one.seat in (None, person or one.seat) for one in pending)


def deeds_of(
    monkeypatch: pytest.MonkeyPatch,
    screen: Screen,
    desk: Desk,
    presses: Presses,
    until: float = 20.0,
) -> tuple[Deeds, list[Screen]]:
    """Run the loop with keys that come in time; return what was done, and all screens shown."""
    coming = sorted(presses, key=lambda press: press[0])
    witness, terminal = Witness(), TimedTerminal(coming, until)
    monkeypatch.setattr(loop, "draw", witness.draw)
    before = records_in(desk)
    loop.run(terminal, Next(screen), desk, desk.folders, ScriptedWorker(_thought))
    left, games = terminal.now < terminal.until, records_in(desk) - before
    return replace(witness.deeds, left=left, games=games), witness.screens


def records_in(desk: Desk) -> int:
    """Return how many games are saved."""
    return len(list(desk.records.iterdir())) if desk.records.exists() else 0


def _thought(job: Any) -> Any:
    """Choose the first there is; anything else than a thought takes for ever."""
    return first_choice_of(job) if isinstance(job, Think) else None
