"""Keys and signals by name: what keys do to cursors and pages, and what may come instead."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum, auto
from math import inf
from types import FrameType
from typing import TypeAlias, TypeVar

from foxduet.core.frozen import dataclass, replace

ValueT = TypeVar("ValueT")

# Keys without a character of their own have names; the others are their character.
LEFT, RIGHT, UP, DOWN = "left", "right", "up", "down"
HOME, END, PAGE_UP, PAGE_DOWN = "home", "end", "page up", "page down"
ENTER, TAB, ESCAPE, BACKSPACE = "enter", "tab", "escape", "backspace"
WHEEL_UP, WHEEL_DOWN = "wheel up", "wheel down"
WHEEL = (WHEEL_UP, WHEEL_DOWN)
SPACE = " "
OF_CONTROL_CHARACTERS = {
    "\n": ENTER,
    "\r": ENTER,
    "\t": TAB,
    "\x1b": ESCAPE,
    "\x7f": BACKSPACE,
    "\b": BACKSPACE,
}
"""The keys that a terminal sends as characters, but not their own."""

OPTION_KEYS = "1234567890-=+"
"""The keys of the first to the thirteenth option: as many as a decision may have."""

BACKWARD = (LEFT, "h")
FORWARD = (RIGHT, "l")
UPWARD = (UP, "k", WHEEL_UP)
DOWNWARD = (DOWN, "j", WHEEL_DOWN)
ARROWS = (*BACKWARD, *FORWARD, *UPWARD, *DOWNWARD)
IN_A_LIST = (*UPWARD, *DOWNWARD, HOME, END, *OPTION_KEYS)
"""Move a cursor in a list, whose choices may have numbers."""
CHOOSING = (*BACKWARD, *FORWARD, *IN_A_LIST)
"""Move a cursor where left and right do nothing else."""
SCROLLING = (*UPWARD, *DOWNWARD, PAGE_UP, PAGE_DOWN, SPACE, HOME, END)
STEPPING = (*ARROWS, HOME, END, SPACE, ENTER)
DECIDE = (ENTER,)
"""Does what is chosen. On a screen that Space opened, nothing is chosen yet."""
CONTINUE = (SPACE,)
"""Opens a hand, or continues after something to look at. It never plays, and never twice."""
REFERENCE = (TAB, "r")
LEAVE = ("q", ESCAPE)

KEEP_KEY = "d"
"""The key of keeping the decree, however many cards there are beside it."""
HIDE_KEY = "b"
"""Hides hands on every screen where it is no text."""


_ROWS_OF_THE_WHEEL = 3
# The slowest keyboards repeat a key 20 times a second; their first repeat may come much later.
_CLICK = "click"
_HELD_SECONDS, _BOUNCE_SECONDS, _TAP_SECONDS, _LET_GO_SECONDS = 0.08, 0.12, 0.18, 0.45
_SLOWEST_FIRST_REPEAT, SECONDS_OF_A_REPEAT = 1.1, 0.1


@dataclass(frozen=True, slots=True)
class KeyGuard:
    """Tells keys that were meant for a screen from those that bounce or are still held down.

    ``last`` is the key that came last, ``at`` when, in seconds. While the guard is up, a key
    counts only some time after the last one, and longer after the same one: by then it was let
    go. With ``nothing_at_stake`` a steady tap is enough, and where keys only turn pages, the same
    one need not wait for longer at all, nor one that only leads ``back``. A key that decides never
    counts while it repeats, and those that move a cursor always do. ``ignored`` taps in a row did
    not count; a repeat of a key that is held is no tap.
    """

    last: str = ""
    at: float = -inf
    is_up: bool = False
    turns_pages: bool = False
    back: tuple[str, ...] = ()
    nothing_at_stake: bool = False
    ignored: int = 0

    def after(self, key: str, at: float) -> tuple[KeyGuard, bool]:
        """Return the guard after a key, and whether the key counts."""
        gap, is_same = at - self.at, self._is_last(key)
        quiet = _BOUNCE_SECONDS
        if is_same and not self.turns_pages and key not in self.back:
            quiet = _TAP_SECONDS if self.nothing_at_stake else _LET_GO_SECONDS
        let_go = gap >= quiet
        repeats = is_same and key in DECIDE and gap < _HELD_SECONDS
        counts = key in CHOOSING or (not repeats and (let_go or not self.is_up))
        ignored = 0 if counts else self.ignored + (gap >= SECONDS_OF_A_REPEAT)
        is_up = self.is_up and not let_go
        return replace(self, last=key, at=at, is_up=is_up, ignored=ignored), counts

    def _is_last(self, key: str) -> bool:
        # With Caps Lock, one key may be R on a screen and r on the next.
        return key.lower() == self.last.lower()

    def may_be_held(self, key: str, at: float) -> bool:
        """Return whether a key that would count may be the first repeat of one that is held down.

        Then it counts only if no more of them follow, ``SECONDS_OF_A_REPEAT`` apart at most.
        """
        is_slow = at - self.at < _SLOWEST_FIRST_REPEAT
        is_same = self._is_last(key) and key not in CHOOSING
        return self.is_up and not self.turns_pages and is_same and is_slow

    def after_click(self, at: float, *, decides: bool) -> tuple[KeyGuard, bool]:
        """Return the guard after a click, and whether it counts.

        One that ``decides`` never counts as the second half of a double click, wherever the first
        half was meant for.
        """
        gap = at - self.at
        let_go = gap >= (_LET_GO_SECONDS if self.last == _CLICK else _BOUNCE_SECONDS)
        counts = let_go or not (self.is_up or decides)
        return KeyGuard(_CLICK, at, self.is_up and not let_go), counts


class Interruption(Enum):
    """What may come instead of a key."""

    TIME_UP = auto()
    REDRAWN = auto()
    RESIZED = auto()
    SUSPENDED = auto()
    CONTINUED = auto()
    ENDED = auto()


@dataclass(frozen=True, slots=True)
class Click:
    """The first button of the mouse was pressed on a cell of the window."""

    row: int
    column: int


MAX_PASTE = 200
"""Characters of a paste that count."""


@dataclass(frozen=True, slots=True)
class Pasted:
    """Text that came at once, so that nobody has typed it; it may have the code of Backspace."""

    text: str

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that would have typed it."""
        return tuple(OF_CONTROL_CHARACTERS.get(sign, sign) for sign in self.text)


Key: TypeAlias = str | Click | Pasted | Interruption
"""What comes from a terminal."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the other player's screens have to tell, where two play at two terminals."""

    what: object


Input: TypeAlias = Key | Told


@dataclass(frozen=True, slots=True)
class Typed:
    """A line that was typed, where the game is played in words."""

    text: str


def step_of(key: str) -> int:
    """Return -1 or +1 for a key that goes back or forth along a row or a list, else 0."""
    if key in BACKWARD + UPWARD:
        return -1
    return 1 if key in FORWARD + DOWNWARD else 0


def moved(cursor: int | None, key: str, count: int) -> int:
    """Return where ``key`` moves the cursor among ``count`` options, around at the ends.

    Where nothing is chosen yet, going forth chooses the first option, and going back the last.
    """
    numbered, step = OPTION_KEYS.find(key), step_of(key)
    if 0 <= numbered < count:
        return numbered
    if key in (HOME, END):
        return 0 if key == HOME else count - 1
    if cursor is None:
        return 0 if step >= 0 else count - 1
    return (cursor + step) % count


def beside(every: Sequence[ValueT], one: ValueT, key: str = "") -> ValueT:
    """Return what comes after one of several, around at the end, or before it by a key for that."""
    return every[(every.index(one) + (-1 if key in BACKWARD else 1)) % len(every)]


def moved_to_row(cursor: int, key: str, first: int, cards: int, count: int) -> int:
    """Return where ``key`` moves the cursor between two rows of cards, the ``first`` so long.

    Options that are no cards, up to ``count`` in all, stand below the last row.
    """
    if key in DOWNWARD:
        if cursor < first < cards:
            return min(cursor + first, cards - 1)
        return count - 1 if count > cards else cursor
    if cursor >= cards:
        return cards - 1
    return min(cursor - first, first - 1) if cursor >= first else cursor


def steps_to(at: int, cursor: int, back: str, forth: str) -> tuple[str, ...]:
    """Return the keys that move a cursor to the option ``at``, one step for each."""
    return (forth if at > cursor else back,) * abs(at - cursor)


def scrolled(top: int, key: str, page: int, count: int) -> int:
    """Return which of ``count`` rows comes first after ``key`` where ``page`` fit at once."""
    last = max(0, count - page)
    steps = {PAGE_UP: -page, PAGE_DOWN: page, SPACE: page, HOME: -last, END: last}
    steps |= {WHEEL_UP: -_ROWS_OF_THE_WHEEL, WHEEL_DOWN: _ROWS_OF_THE_WHEEL}
    return min(max(top + steps.get(key, step_of(key)), 0), last)


_HANDLED = ("SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGBREAK", "SIGTSTP", "SIGCONT")
_HANG_UP = 1
"""SIGHUP, which Windows does not have."""


class Signals:
    """What came since the program took the terminal over."""

    def __init__(self) -> None:
        self._interruption: Interruption | None = None
        self.ended_by: int | None = None

    @contextmanager
    def handled(self) -> Iterator[None]:
        """Note signals while the block runs, instead of what they did before."""
        numbers = [getattr(signal, name) for name in _HANDLED if hasattr(signal, name)]
        before = {number: signal.signal(number, self._note) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if number == getattr(signal, "SIGTSTP", None):
            self._interruption = Interruption.SUSPENDED
        elif number == getattr(signal, "SIGCONT", None):
            self._interruption = self._interruption or Interruption.CONTINUED
        else:
            self.ended_by = number

    def hang_up(self) -> None:
        """Note that the terminal was closed, as the signal says that need not come."""
        self.ended_by = self.ended_by or _HANG_UP

    def next(self) -> Interruption | None:
        """Return what came since the last time; an end of the program each time from then on."""
        if self.ended_by is not None:
            return Interruption.ENDED
        interruption, self._interruption = self._interruption, None
        return interruption

    def stop(self) -> None:
        """Stop the program until the shell continues it."""
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._note)
