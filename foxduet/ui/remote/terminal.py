"""The guest's terminal as the host's loop knows it: frames go out as rows, and keys come in.

A guest who plays in words has a console instead: lines go out, and come in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from foxduet.ui.kit.canvas import Frame, Size, Span
from foxduet.ui.kit.keys import Click, Interruption, Key, Typed
from foxduet.ui.remote.connection import Connection
from foxduet.ui.remote.messages import (
    MOST_LINES,
    Answer,
    Bell,
    Clicked,
    FromGuest,
    Hello,
    Lines,
    Pressed,
    Prompt,
    Resized,
    Rows,
)


class RemoteTerminal:
    """A terminal at the other end of a connection."""

    def __init__(
        self,
        connection: Connection[FromGuest],
        size: Size,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._connection, self._size, self._clock = connection, size, clock
        self._number = 0
        self._first_that_counts = 0
        self._shown: tuple[tuple[Span, ...], ...] = ()
        self._shown_size: Size | None = None
        self._due: Frame | None = None

    def size(self) -> Size:
        """Return the size of the guest's window, as the guest has said it."""
        return self._size

    def show(self, frame: Frame) -> None:
        """Send what differs from the frame before, once the guest has taken that."""
        self._due = frame
        self.send_due()

    def send_due(self) -> None:
        """Send the last frame, unless it was sent, or an earlier one is still under way."""
        frame = self._due
        if frame is None or self._connection.has_unsent:
            return
        before = self._shown if self._size == self._shown_size else ()
        changed = {
            at: row for at, row in enumerate(frame.rows) if at >= len(before) or row != before[at]
        }
        self._due, self._shown, self._shown_size = None, frame.rows, self._size
        self._number += 1
        self._connection.send(Rows(self._number, self._size, frame.theme, changed))

    def forget_keys(self) -> None:
        """Let no key count that was pressed before the next frame was seen."""
        self._first_that_counts = self._number + 1

    def input_of(self, message: FromGuest) -> Key | None:
        """Return what a message is to the loop, None if it is nothing."""
        match message:
            case Pressed(key, seen) if seen >= self._first_that_counts:
                return key
            case Clicked(row, column, seen) if seen >= self._first_that_counts:
                return Click(row, column)
            case Resized(size):
                self._size, self._shown_size = size, None
                return Interruption.RESIZED
            case _:
                return None

    def clock(self) -> float:
        """Return the time in seconds, from any moment on."""
        return self._clock()

    def beep(self) -> None:
        """Sound the bell there."""
        self._connection.send(Bell())

    def suspend(self) -> None:
        """Do nothing: the guest's own program stops, and says so when it continues."""


class RemoteConsole:
    """A console at the other end of a connection."""

    def __init__(
        self,
        connection: Connection[FromGuest],
        hello: Hello,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._connection, self._columns, self._clock = connection, hello.size.columns, clock
        self.is_typed = self.is_read = hello.is_typed

    def width(self) -> int:
        """Return the columns of the guest's window, as the guest has said it."""
        return self._columns

    def say(self, lines: Sequence[str]) -> None:
        """Send lines."""
        for at in range(0, len(lines), MOST_LINES):
            self._connection.send(Lines(tuple(lines[at : at + MOST_LINES])))

    def prompt(self) -> None:
        """Send that something may be said now."""
        self._connection.send(Prompt())

    def clear(self) -> bool:
        """Clear nothing: nobody else looks at the guest's window."""
        return False

    def forget(self) -> bool:
        """Throw nothing away: no keyboard changes hands."""
        return False

    def clock(self) -> float:
        """Return the time in seconds, from any moment on."""
        return self._clock()

    def send_due(self) -> None:
        """Do nothing: all was sent at once."""

    def input_of(self, message: FromGuest) -> Typed | None:
        """Return what a message is to the loop, None if it is nothing."""
        match message:
            case Answer(said):
                return Typed(said)
            case Resized(size):
                self._columns = size.columns
                return None
            case _:
                return None
