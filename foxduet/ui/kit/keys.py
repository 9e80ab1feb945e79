"""Keys and signals by name: what keys do to cursors and pages, and what may come instead."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum, auto
from math import inf
from types import FrameType
from typing import TypeAlias, TypeVar

from foxduet.core.lazy_dataclass import dataclass, replace

ValueT = TypeVar("ValueT")

# Keys without a character of their own have names; the others are their character.
LEFT, RIGHT, UP, DOWN = "left", "right", "up", "down"
HOME, END, PAGE_UP, PAGE_DOWN = "home", "end", "page up", "page down"
ENTER, TAB, ESCAPE, BACKSPACE = "enter", "tab", "escape", "backspace"
WHEEL_UP, WHEEL_DOWN = "wheel up", "wheel down"
WHEEL = (WHEEL_UP, WHEEL_DOWN)
SPACE = " "
KEYS_BY_CHARACTER = {
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
LIST_KEYS = (*UPWARD, *DOWNWARD, HOME, END, *OPTION_KEYS)
"""Move a cursor in a list, whose choices may have numbers."""
CURSOR_KEYS = (*BACKWARD, *FORWARD, *LIST_KEYS)
"""Move a cursor where left and right do nothing else."""
SCROLL_KEYS = (*UPWARD, *DOWNWARD, PAGE_UP, PAGE_DOWN, SPACE, HOME, END)
STEP_KEYS = (*ARROWS, HOME, END, SPACE, ENTER)
DECIDE_KEYS = (ENTER,)
"""Does what is chosen. On a screen that Space opened, nothing is chosen yet."""
CONTINUE_KEYS = (SPACE,)
"""Opens a hand, or continues after something to look at. It never plays, and never twice."""
REFERENCE_KEYS = (TAB, "r")
LEAVE_KEYS = ("q", ESCAPE)

KEEP_DECREE_KEY = "d"
"""The key of keeping the decree, however many cards there are beside it."""
HIDE_KEY = "b"
"""Hides hands on every screen where it is no text."""


_ROWS_PER_WHEEL_STEP = 3
# The slowest keyboards repeat a key 20 times a second; their first repeat may come much later.
_CLICK = "click"
_MAX_REPEAT_INTERVAL, _DEBOUNCE_SECONDS, _TAP_SECONDS, _RELEASE_SECONDS = 0.08, 0.12, 0.18, 0.45
_MAX_FIRST_REPEAT_DELAY, REPEAT_SECONDS = 1.1, 0.1


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

    last_key: str = ""
    last_time: float = -inf
    is_armed: bool = False
    turns_pages: bool = False
    back_keys: tuple[str, ...] = ()
    nothing_at_stake: bool = False
    ignored: int = 0

    def filter_key(self, key: str, at: float) -> tuple[KeyGuard, bool]:
        """Return the guard after a key, and whether the key counts."""
        gap, is_same = at - self.last_time, self._is_last(key)
        quiet = _DEBOUNCE_SECONDS
        if is_same and not self.turns_pages and key not in self.back_keys:
            quiet = _TAP_SECONDS if self.nothing_at_stake else _RELEASE_SECONDS
        let_go = gap >= quiet
        repeats = is_same and key in DECIDE_KEYS and gap < _MAX_REPEAT_INTERVAL
        counts = key in CURSOR_KEYS or (not repeats and (let_go or not self.is_armed))
        ignored = 0 if counts else self.ignored + (gap >= REPEAT_SECONDS)
        is_up = self.is_armed and not let_go
        return replace(self, last_key=key, last_time=at, is_armed=is_up, ignored=ignored), counts

    def _is_last(self, key: str) -> bool:
        # With Caps Lock, one key may be R on a screen and r on the next.
        return key.lower() == self.last_key.lower()

    def may_be_repeat(self, key: str, at: float) -> bool:
        """Return whether a key that would count may be the first repeat of one that is held down.

        Then it counts only if no more of them follow, ``REPEAT_SECONDS`` apart at most.
        """
        is_slow = at - self.last_time < _MAX_FIRST_REPEAT_DELAY
        is_same = self._is_last(key) and key not in CURSOR_KEYS
        return self.is_armed and not self.turns_pages and is_same and is_slow

    def filter_click(self, at: float, *, decides: bool) -> tuple[KeyGuard, bool]:
        """Return the guard after a click, and whether it counts.

        One that ``decides`` never counts as the second half of a double click, wherever the first
        half was meant for.
        """
        gap = at - self.last_time
        let_go = gap >= (_RELEASE_SECONDS if self.last_key == _CLICK else _DEBOUNCE_SECONDS)
        counts = let_go or not (self.is_armed or decides)
        return KeyGuard(_CLICK, at, self.is_armed and not let_go), counts


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
        return tuple(KEYS_BY_CHARACTER.get(sign, sign) for sign in self.text)


Key: TypeAlias = str | Click | Pasted | Interruption
"""What comes from a terminal."""


@dataclass(frozen=True, slots=True)
class PeerMessage:
    """What the other player's screens have to tell, where two play at two terminals."""

    message: object


Input: TypeAlias = Key | PeerMessage


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line that was typed, where the game is played in words."""

    text: str


def key_direction(key: str) -> int:
    """Return -1 or +1 for a key that goes back or forth along a row or a list, else 0."""
    if key in BACKWARD + UPWARD:
        return -1
    return 1 if key in FORWARD + DOWNWARD else 0


def move_cursor(cursor: int | None, key: str, count: int) -> int:
    """Return where ``key`` moves the cursor among ``count`` options, around at the ends.

    Where nothing is chosen yet, going forth chooses the first option, and going back the last.
    """
    numbered, step = OPTION_KEYS.find(key), key_direction(key)
    if 0 <= numbered < count:
        return numbered
    if key in (HOME, END):
        return 0 if key == HOME else count - 1
    if cursor is None:
        return 0 if step >= 0 else count - 1
    return (cursor + step) % count


def neighbour(every: Sequence[ValueT], one: ValueT, key: str = "") -> ValueT:
    """Return what comes after one of several, around at the end, or before it by a key for that."""
    return every[(every.index(one) + (-1 if key in BACKWARD else 1)) % len(every)]


def move_between_rows(cursor: int, key: str, first: int, cards: int, count: int) -> int:
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


def keys_to_option(at: int, cursor: int, back: str, forth: str) -> tuple[str, ...]:
    """Return the keys that move a cursor to the option ``at``, one step for each."""
    return (forth if at > cursor else back,) * abs(at - cursor)


def scroll(top: int, key: str, page: int, count: int) -> int:
    """Return which of ``count`` rows comes first after ``key`` where ``page`` fit at once."""
    last = max(0, count - page)
    steps = {PAGE_UP: -page, PAGE_DOWN: page, SPACE: page, HOME: -last, END: last}
    steps |= {WHEEL_UP: -_ROWS_PER_WHEEL_STEP, WHEEL_DOWN: _ROWS_PER_WHEEL_STEP}
    return min(max(top + steps.get(key, key_direction(key)), 0), last)


_HANDLED = ("SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGBREAK", "SIGTSTP", "SIGCONT")
_HANG_UP = 1
"""SIGHUP, which Windows does not have."""


class SignalWatcher:
    """What came since the program took the terminal over."""

    def __init__(self) -> None:
        self._interruption: Interruption | None = None
        self.ended_by: int | None = None

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Note signals while the block runs, instead of what they did before."""
        numbers = [getattr(signal, name) for name in _HANDLED if hasattr(signal, name)]
        before = {number: signal.signal(number, self._handle) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if number == getattr(signal, "SIGTSTP", None):
            self._interruption = Interruption.SUSPENDED
        elif number == getattr(signal, "SIGCONT", None):
            self._interruption = self._interruption or Interruption.CONTINUED
        else:
            self.ended_by = number

    def note_hangup(self) -> None:
        """Note that the terminal was closed, as the signal says that need not come."""
        self.ended_by = self.ended_by or _HANG_UP

    def take(self) -> Interruption | None:
        """Return what came since the last time; an end of the program each time from then on."""
        if self.ended_by is not None:
            return Interruption.ENDED
        interruption, self._interruption = self._interruption, None
        return interruption

    def stop_process(self) -> None:
        """Stop the program until the shell continues it."""
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._handle)
