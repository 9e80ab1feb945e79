"""The console of plain mode: lines of standard input and output."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import Protocol

from foxduet.ui.kit.keys import Input, Interruption, SignalWatcher, TypedLine

if sys.platform == "win32":
    import msvcrt
else:
    import termios

_POLL_SECONDS = 0.25
"""Maximum delay until the loop notices a signal, in seconds."""

_WIDTH = 78
"""Maximum cells of a line at a terminal."""

_MAX_LINE, _CHUNK = 1000, 4096
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
_PROMPT = "> "


def line_width() -> int:
    """Return the maximum cells of a line; into a file or a pipe, sentences are not broken."""
    with suppress(OSError, ValueError):
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
        return min(columns, _WIDTH) if columns else _MAX_LINE
    return _MAX_LINE


class Console(Protocol):
    """The output of plain mode, and facts about its input.

    is_typed: a person types the input; a file or a program could not react to a refusal.
    is_read: a person reads the output, and wants to know when something takes long.
    """

    @property
    def is_typed(self) -> bool: ...

    @property
    def is_read(self) -> bool: ...

    def width(self) -> int:
        """Return the width of a line, in cells."""

    def write_lines(self, lines: Sequence[str]) -> None:
        """Show lines."""

    def prompt(self) -> None:
        """Show that the program waits for input."""

    def clear(self) -> bool:
        """Clear the screen and its scrollback; False if that is impossible."""

    def discard_typeahead(self) -> bool:
        """Discard unread typed input; True if there was any."""

    def clock(self) -> float:
        """Return a monotonic time in seconds."""


class PlainTerminal(Console, Protocol):
    """A console that also delivers input."""

    def wait(self, seconds: float | None) -> Input | TypedLine:
        """Return the next line or interruption; TIME_UP after ``seconds``."""


class StandardConsole:
    """Standard input and output; input from a file or a pipe is not repeated."""

    def __init__(self, signals: SignalWatcher) -> None:
        self._signals = signals
        self._unread = b""
        self._is_at_end = self._is_closed = self._is_prompting = False
        self.is_typed = sys.stdin.isatty()
        self.is_read = sys.stdout.isatty()

    @property
    def ended_by(self) -> int | None:
        """The number of the signal that ended the program, if one did."""
        return self._signals.ended_by

    def width(self) -> int:
        """Return the maximum cells of a line."""
        return line_width()

    def write_lines(self, lines: Sequence[str]) -> None:
        """Write lines, after a line break if a prompt is unanswered."""
        beginning = "\n" if lines and self._is_prompting else ""
        self._is_prompting = self._is_prompting and not lines
        self._write(beginning + "".join(f"{line}\n" for line in lines))

    def prompt(self) -> None:
        """Write a prompt, in its own line if the input is not typed."""
        self._is_prompting = self.is_typed
        self._write(_PROMPT if self.is_typed else f"{_PROMPT.rstrip()}\n")

    def clear(self) -> bool:
        """Clear the screen and its scrollback; False if the output cannot do that."""
        if not self.is_read or os.environ.get("TERM", "dumb") == "dumb":
            return False
        self._write(_CLEAR)
        return True

    def discard_typeahead(self) -> bool:
        """Discard input typed ahead, and nothing from a pipe; True if there was any."""
        if not self.is_typed:
            return False
        is_ahead, self._unread = bool(self._unread), b""
        if sys.platform == "win32":
            while msvcrt.kbhit():
                msvcrt.getwch()
                is_ahead = True
        else:
            if select.select([sys.stdin], [], [], 0)[0]:
                is_ahead = bool(os.read(sys.stdin.fileno(), _CHUNK))
                self._is_at_end = not is_ahead
            with suppress(termios.error):
                termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
        return is_ahead

    def clock(self) -> float:
        """Return a monotonic time in seconds."""
        return monotonic()

    def wait(self, seconds: float | None) -> Input | TypedLine:
        """Return the next line or interruption; with ``seconds``, sleep: TIME_UP or ENDED."""
        if seconds is not None:
            sleep(seconds)
            has_ended = self._take_interruption() is Interruption.ENDED
            return Interruption.ENDED if has_ended else Interruption.TIME_UP
        while (interruption := self._take_interruption()) is None:
            line = self._take_line()
            if line is not None:
                self._is_prompting = False
                return TypedLine(line)
            if self._is_at_end:
                return Interruption.ENDED
            self._read()
        return interruption

    def poll(self, *, takes_lines: bool = True, sees_end: bool = False) -> Input | TypedLine:
        """Return the next input without waiting, or TIME_UP; lines only if ``takes_lines``.

        With ``sees_end``, the end of the input counts even if no line is wanted.
        """
        interruption = self._take_interruption()
        if interruption is not None or not (takes_lines or (sees_end and not self._unread)):
            return interruption or Interruption.TIME_UP
        line = self._take_line() if takes_lines else None
        if line is None and not self._is_at_end:
            self._read(0)
            line = self._take_line() if takes_lines else None
        if line is not None:
            self._is_prompting = False
            return TypedLine(line)
        is_over = self._is_at_end and not self._unread
        return Interruption.ENDED if is_over else Interruption.TIME_UP

    def _take_interruption(self) -> Interruption | None:
        """Return ENDED or CONTINUED, or None; after SIGTSTP, stop the process first."""
        interruption = Interruption.ENDED if self._is_closed else self._signals.take()
        if interruption is Interruption.SUSPENDED:
            self._signals.stop_process()
            self._is_prompting = False
            return self._signals.take()
        return interruption

    def _take_line(self) -> str | None:
        """Return the first complete line, or the rest at the end of the input; else None."""
        line, newline, rest = self._unread.partition(b"\n")
        if not newline and not (self._is_at_end and line):
            return None
        self._unread = rest
        return line[:_MAX_LINE].decode(sys.stdin.encoding, "replace").rstrip("\r")

    def _read(self, seconds: float = _POLL_SECONDS) -> None:
        """Read some input if any comes within ``seconds``; cut off lines that are too long."""
        data = b""
        with suppress(OSError):
            if sys.platform == "win32":
                data = self._read_on_windows()
            elif select.select([sys.stdin], [], [], seconds)[0]:
                data = os.read(sys.stdin.fileno(), _CHUNK)
            else:
                return
        if b"\n" not in self._unread:
            self._unread = self._unread[:_MAX_LINE]
        self._unread += data
        self._is_at_end = not data

    def _read_on_windows(self) -> bytes:
        """Read some input; a line from a console, since only readline() decodes all languages.

        readline() goes on after a signal unless its handler raises.
        """
        if not self.is_typed:
            return os.read(sys.stdin.fileno(), _CHUNK)
        old_handler = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return sys.stdin.readline().encode(sys.stdin.encoding)
        except KeyboardInterrupt:
            self._signals.ended_by = signal.SIGINT
            return b""
        finally:
            signal.signal(signal.SIGINT, old_handler)

    def _write(self, text: str) -> None:
        """Write and flush; a closed output counts as a hangup."""
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except OSError:
            self._is_closed = True
            if self.is_read:
                self._signals.note_hangup()


@contextmanager
def open_console() -> Iterator[StandardConsole]:
    """Yield standard input and output, with signals noted instead of handled."""
    signals = SignalWatcher()
    with signals.installed():
        yield StandardConsole(signals)
