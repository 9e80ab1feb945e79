"""Standard input and output as a console: lines are read, sentences written; no curses."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic, sleep

from foxduet.ui.kit.keys import Input, Interruption, Typed
from foxduet.ui.kit.signals import Signals

if sys.platform == "win32":
    import msvcrt
else:
    import termios

_SLICE = 0.25
"""After how many seconds of waiting a signal is seen at the latest."""

_LONGEST_LINE, _CHUNK = 1000, 4096
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
_PROMPT = "> "


class StandardConsole:
    """Standard input and output; nothing is written in answer to what is typed."""

    def __init__(self, signals: Signals) -> None:
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
        """Return the columns of the terminal; many where there is none."""
        with suppress(OSError, ValueError):
            return os.get_terminal_size(sys.stdout.fileno()).columns or _LONGEST_LINE
        return _LONGEST_LINE

    def say(self, lines: Sequence[str]) -> None:
        """Write lines; not behind a prompt that was not answered."""
        beginning = "\n" if lines and self._is_prompting else ""
        self._is_prompting = self._is_prompting and not lines
        self._write(beginning + "".join(f"{line}\n" for line in lines))

    def prompt(self) -> None:
        """Write a prompt, in a line of its own where no line is typed behind it."""
        self._is_prompting = self.is_typed
        self._write(_PROMPT if self.is_typed else f"{_PROMPT.rstrip()}\n")

    def clear(self) -> bool:
        """Clear the screen and what was scrolled out of it, if the output is a terminal."""
        if not self.is_read or os.environ.get("TERM", "dumb") == "dumb":
            return False
        self._write(_CLEAR)
        return True

    def forget(self) -> bool:
        """Throw away what a person has typed ahead; what comes through a pipe is all meant."""
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
        """Return the time in seconds, from any moment on."""
        return monotonic()

    def wait(self, seconds: float | None) -> Input | Typed:
        """Return the next line; with ``seconds`` nothing is read, and these pass.

        What is typed meanwhile waits in the terminal.
        """
        if seconds is not None:
            sleep(seconds)
            ended = self._interruption() is Interruption.ENDED
            return Interruption.ENDED if ended else Interruption.TIME_UP
        while (interruption := self._interruption()) is None:
            line = self._line()
            if line is not None:
                self._is_prompting = False
                return Typed(line)
            if self._is_at_end:
                return Interruption.ENDED
            self._read()
        return interruption

    def look(self, *, takes_lines: bool = True) -> Input | Typed:
        """Return what has come, lines if they are wanted; that the time is up if nothing has."""
        interruption = self._interruption()
        if interruption is not None or not takes_lines:
            return interruption or Interruption.TIME_UP
        if (line := self._line()) is None and not self._is_at_end:
            self._read(0)
            line = self._line()
        if line is not None:
            self._is_prompting = False
            return Typed(line)
        return Interruption.ENDED if self._is_at_end else Interruption.TIME_UP

    def _interruption(self) -> Interruption | None:
        """Return that the program is to end, or was continued after it was stopped, if so."""
        interruption = Interruption.ENDED if self._is_closed else self._signals.next()
        if interruption is Interruption.SUSPENDED:
            self._signals.stop()
            self._is_prompting = False
            return self._signals.next()
        return interruption

    def _line(self) -> str | None:
        """Return the first line that was read whole; at the end, what is left."""
        line, newline, rest = self._unread.partition(b"\n")
        if not newline and not (self._is_at_end and line):
            return None
        self._unread = rest
        return line[:_LONGEST_LINE].decode(sys.stdin.encoding, "replace").rstrip("\r")

    def _read(self, seconds: float = _SLICE) -> None:
        """Read some of the input, unless a signal or nothing comes for so many seconds.

        Of a line that is too long, only the beginning is kept.
        """
        piece = b""
        with suppress(OSError):
            if sys.platform == "win32":
                piece = self._read_on_windows()
            elif select.select([sys.stdin], [], [], seconds)[0]:
                piece = os.read(sys.stdin.fileno(), _CHUNK)
            else:
                return
        if b"\n" not in self._unread:
            self._unread = self._unread[:_LONGEST_LINE]
        self._unread += piece
        self._is_at_end = not piece

    def _read_on_windows(self) -> bytes:
        """Read some of the input; of a console a line, as only that is read in every language.

        What waits for a line there goes on after a signal that raises nothing.
        """
        if not self.is_typed:
            return os.read(sys.stdin.fileno(), _CHUNK)
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return sys.stdin.readline().encode(sys.stdin.encoding)
        except KeyboardInterrupt:
            self._signals.ended_by = signal.SIGINT
            return b""
        finally:
            signal.signal(signal.SIGINT, before)

    def _write(self, text: str) -> None:
        """Write at once; whoever has closed the other end has left."""
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except OSError:
            self._is_closed = True
            if self.is_read:
                self._signals.hang_up()


@contextmanager
def open_console() -> Iterator[StandardConsole]:
    """Take standard input and output over, with signals noted instead of what they did before."""
    signals = Signals()
    with signals.handled():
        yield StandardConsole(signals)
