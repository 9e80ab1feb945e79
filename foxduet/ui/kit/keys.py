"""Key names, cursor movement, filtering of accidental keys, and signals."""

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

# Keys that have no character are named; all others are their character.
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
"""Keys that terminals send as control characters."""

OPTION_KEYS = "1234567890-=+"
"""Keys of options 1 to 13, the most a decision can have."""

BACKWARD = (LEFT, "h")
FORWARD = (RIGHT, "l")
UPWARD = (UP, "k", WHEEL_UP)
DOWNWARD = (DOWN, "j", WHEEL_DOWN)
ARROWS = (*BACKWARD, *FORWARD, *UPWARD, *DOWNWARD)
LIST_KEYS = (*UPWARD, *DOWNWARD, HOME, END, *OPTION_KEYS)
"""Keys that move the cursor in a list or select a numbered item."""
CURSOR_KEYS = (*BACKWARD, *FORWARD, *LIST_KEYS)
"""LIST_KEYS plus left and right, where these do nothing else."""
SCROLL_KEYS = (*UPWARD, *DOWNWARD, PAGE_UP, PAGE_DOWN, SPACE, HOME, END)
STEP_KEYS = (*ARROWS, HOME, END, SPACE, ENTER)
DECIDE_KEYS = (ENTER,)
"""Keys that activate the selection. Screens opened by Space start with nothing selected."""
CONTINUE_KEYS = (SPACE,)
"""Keys that open the hand of a solo player, or continue after a page.

They never play a card, never act twice, and open no hand of two people at one keyboard.
"""
OWN_KEYS = ("a", "m")
"""Keys that open the hand of each of two people at one keyboard, p1 first.

A is in the left half of the keyboard and M in the right one on QWERTY, QWERTZ, AZERTY, BÉPO,
Dvorak, Colemak, Neo and both Turkish layouts.
"""
REFERENCE_KEYS = (TAB, "r")
LEAVE_KEYS = ("q", ESCAPE)
LINE_KEY = "s"
"""Key that shows a line of play, and changes to the line of the other choice."""

KEEP_DECREE_KEY = "d"
"""Key for keeping the decree, regardless of the number of options."""
HIDE_KEY = "b"
"""Key for hiding hands, on every screen where it is not text."""


_ROWS_PER_WHEEL_STEP = 3
_CLICK = "click"
# Key repeat: at least 20 per second on the slowest keyboards, after a much longer first delay.
_MAX_REPEAT_INTERVAL, _DEBOUNCE_SECONDS, _TAP_SECONDS, _RELEASE_SECONDS = 0.08, 0.12, 0.18, 0.45
_MAX_FIRST_REPEAT_DELAY, REPEAT_SECONDS = 1.1, 0.1


@dataclass(frozen=True, slots=True)
class KeyGuard:
    """Filters keys that bounce, repeat, or were pressed before the screen changed.

    While the guard is armed, a key counts only after a pause since the last one, and after a longer
    pause if it is the same key and may still be held down. With ``nothing_at_stake`` a steady tap
    is enough. The longer pause is not needed on screens that only turn pages and for ``back_keys``.
    Enter never counts while it repeats; cursor keys always count.

    last_key, last_time: the last key and its time in seconds.
    ignored_taps: number of taps in a row that did not count; a repeat of a held key is no tap.
    ignored_repeats: number of repeats of a held key in a row that did not count.
    """

    last_key: str = ""
    last_time: float = -inf
    is_armed: bool = False
    turns_pages: bool = False
    back_keys: tuple[str, ...] = ()
    nothing_at_stake: bool = False
    ignored_taps: int = 0
    ignored_repeats: int = 0

    def filter_key(self, key: str, time: float) -> tuple[KeyGuard, bool]:
        """Return the guard after a key, and whether the key counts."""
        gap, is_same = time - self.last_time, self._is_last(key)
        min_gap = _DEBOUNCE_SECONDS
        if is_same and not self.turns_pages and key not in self.back_keys:
            min_gap = _TAP_SECONDS if self.nothing_at_stake else _RELEASE_SECONDS
        is_separate = gap >= min_gap
        is_held_enter = is_same and key in DECIDE_KEYS and gap < _MAX_REPEAT_INTERVAL
        counts = key in CURSOR_KEYS or (not is_held_enter and (is_separate or not self.is_armed))
        is_repeat = is_same and gap < REPEAT_SECONDS
        guard = replace(
            self,
            last_key=key,
            last_time=time,
            is_armed=self.is_armed and not is_separate,
            ignored_taps=0 if counts else self.ignored_taps + (gap >= REPEAT_SECONDS),
            ignored_repeats=self.ignored_repeats + 1 if is_repeat and not counts else 0,
        )
        return guard, counts

    def _is_last(self, key: str) -> bool:
        # With Caps Lock, one key may be R on a screen and r on the next.
        return key.lower() == self.last_key.lower()

    def may_be_repeat(self, key: str, time: float) -> bool:
        """True if a key that would count may be the first repeat of a held key.

        The caller then waits REPEAT_SECONDS: if another repeat follows, the key does not count.
        """
        is_soon = time - self.last_time < _MAX_FIRST_REPEAT_DELAY
        is_same = self._is_last(key) and key not in CURSOR_KEYS
        return self.is_armed and not self.turns_pages and is_same and is_soon

    def filter_click(self, time: float, *, decides: bool) -> tuple[KeyGuard, bool]:
        """Return the guard after a click, and whether the click counts.

        A click that ``decides`` never counts as the second half of a double click.
        """
        gap = time - self.last_time
        is_separate = gap >= (_RELEASE_SECONDS if self.last_key == _CLICK else _DEBOUNCE_SECONDS)
        counts = is_separate or not (self.is_armed or decides)
        return KeyGuard(_CLICK, time, self.is_armed and not is_separate), counts


class Interruption(Enum):
    """Events that a terminal reports instead of a key."""

    TIME_UP = auto()
    REDRAWN = auto()
    RESIZED = auto()
    SUSPENDED = auto()
    CONTINUED = auto()
    ENDED = auto()


@dataclass(frozen=True, slots=True)
class Click:
    """A press of the first mouse button on a cell."""

    row: int
    column: int


MAX_PASTE = 200
"""Longest paste that counts, in characters."""


@dataclass(frozen=True, slots=True)
class PastedText:
    """Text that arrived at once, so it was not typed; it may contain the code of Backspace."""

    text: str

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that would type the text."""
        return tuple(KEYS_BY_CHARACTER.get(sign, sign) for sign in self.text)


Key: TypeAlias = str | Click | PastedText | Interruption


@dataclass(frozen=True, slots=True)
class PeerMessage:
    """A message from the other player's screens, in play at two terminals."""

    message: object


Input: TypeAlias = Key | PeerMessage


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line typed in plain mode."""

    text: str


def key_direction(key: str) -> int:
    """Return -1 for a key that moves back or up, 1 for forward or down, 0 for others."""
    if key in BACKWARD + UPWARD:
        return -1
    return 1 if key in FORWARD + DOWNWARD else 0


def move_cursor(cursor: int | None, key: str, count: int) -> int:
    """Return the new cursor among ``count`` options; it wraps around at the ends.

    Without a selection, moving forward selects the first option, and moving back the last.
    """
    index, step = OPTION_KEYS.find(key), key_direction(key)
    if 0 <= index < count:
        return index
    if key in (HOME, END):
        return 0 if key == HOME else count - 1
    if cursor is None:
        return 0 if step >= 0 else count - 1
    return (cursor + step) % count


def neighbour(items: Sequence[ValueT], item: ValueT, key: str = "") -> ValueT:
    """Return the item after ``item``, or before it if ``key`` goes back; wraps around."""
    return items[(items.index(item) + (-1 if key in BACKWARD else 1)) % len(items)]


def move_between_rows(cursor: int, key: str, upper: int, cards: int, count: int) -> int:
    """Return the new cursor after moving up or down between two rows of cards.

    ``upper`` of the ``cards`` are in the upper row; of ``count`` options, the others are below.
    """
    if key in DOWNWARD:
        if cursor < upper < cards:
            return min(cursor + upper, cards - 1)
        return count - 1 if count > cards else cursor
    if cursor >= cards:
        return cards - 1
    return min(cursor - upper, upper - 1) if cursor >= upper else cursor


def keys_to_option(index: int, cursor: int, back: str, forth: str) -> tuple[str, ...]:
    """Return the key presses that move the cursor to the option at ``index``."""
    return (forth if index > cursor else back,) * abs(index - cursor)


def scroll(top: int, key: str, page: int, count: int) -> int:
    """Return the new top row of ``count`` rows after a scroll key, if ``page`` rows fit."""
    last = max(0, count - page)
    steps = {PAGE_UP: -page, PAGE_DOWN: page, SPACE: page, HOME: -last, END: last}
    steps |= {WHEEL_UP: -_ROWS_PER_WHEEL_STEP, WHEEL_DOWN: _ROWS_PER_WHEEL_STEP}
    return min(max(top + steps.get(key, key_direction(key)), 0), last)


_HANDLED_SIGNALS = ("SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGBREAK", "SIGTSTP", "SIGCONT")
_HANG_UP = 1
"""SIGHUP, which does not exist on Windows."""


class SignalWatcher:
    """Collects signals while the program owns the terminal."""

    def __init__(self) -> None:
        self._interruption: Interruption | None = None
        self.ended_by: int | None = None

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Replace the signal handlers during the block."""
        numbers = [getattr(signal, name) for name in _HANDLED_SIGNALS if hasattr(signal, name)]
        previous_handlers = {number: signal.signal(number, self._handle) for number in numbers}
        try:
            yield
        finally:
            for number, handler in previous_handlers.items():
                signal.signal(number, handler)

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if number == getattr(signal, "SIGTSTP", None):
            self._interruption = Interruption.SUSPENDED
        elif number == getattr(signal, "SIGCONT", None):
            self._interruption = self._interruption or Interruption.CONTINUED
        else:
            self.ended_by = number

    def note_hangup(self) -> None:
        """Act as if SIGHUP had come: a closed terminal need not send it."""
        self.ended_by = self.ended_by or _HANG_UP

    def take(self) -> Interruption | None:
        """Return the interruption since the last call; after a fatal signal, always ENDED."""
        if self.ended_by is not None:
            return Interruption.ENDED
        interruption, self._interruption = self._interruption, None
        return interruption

    def stop_process(self) -> None:
        """Stop the process, as Ctrl-Z does, until it is continued."""
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._handle)
