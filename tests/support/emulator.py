"""A terminal of one's own: a program in a pseudo-terminal, its picture, and keys at any speed."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

ROWS, COLUMNS = 24, 80
_SEQUENCE = re.compile(r"\x1b(?:\[([?>]?)([\d;]*)([A-Za-z@`])|[()#][0-9A-Za-z]|[A-Za-z=>78])")
_CUT_OFF = re.compile(r"\x1b(?:\[[?>]?[\d;]*|[()#]?)$")


class Picture:
    """What a vt100 of 80x24 shows, as far as curses makes use of one."""

    def __init__(self) -> None:
        self._rows = [[" "] * COLUMNS for _ in range(ROWS)]
        self._row, self._column, self._rest = 0, 0, ""

    @property
    def text(self) -> str:
        """The text of all rows."""
        return "\n".join("".join(row).rstrip() for row in self._rows)

    def feed(self, text: str) -> None:
        """Take in what the program has written; a sequence that is cut off waits for its rest."""
        text = self._rest + text
        cut_off = _CUT_OFF.search(text)
        self._rest = cut_off.group() if cut_off else ""
        text = text[: len(text) - len(self._rest)]
        at = 0
        while at < len(text):
            sequence = _SEQUENCE.match(text, at)
            if sequence is None:
                self._write(text[at])
                at += 1
                continue
            at = sequence.end()
            if sequence.group(3) and not sequence.group(1):
                self._obey(sequence.group(3), sequence.group(2))

    def _write(self, character: str) -> None:
        match character:
            case "\r":
                self._column = 0
            case "\n":
                self._row = min(self._row + 1, ROWS - 1)
            case "\b":
                self._column = max(self._column - 1, 0)
            case "\t":
                self._column = min(self._column // 8 * 8 + 8, COLUMNS - 1)
            case _ if character >= " ":
                self._rows[self._row][min(self._column, COLUMNS - 1)] = character
                self._column += 1

    def _obey(self, command: str, written: str) -> None:
        numbers = [int(one) if one else 0 for one in written.split(";")]
        count = max(numbers[0], 1)
        row, column = self._row, min(self._column, COLUMNS - 1)
        match command:
            case "H":
                self._row, self._column = count - 1, max([*numbers, 1][1], 1) - 1
            case "A" | "B":
                moved = row - count if command == "A" else row + count
                self._row = min(max(moved, 0), ROWS - 1)
            case "C" | "D":
                moved = column + count if command == "C" else column - count
                self._column = min(max(moved, 0), COLUMNS - 1)
            case "K" if numbers[0] == 1:
                self._rows[row][: column + 1] = [" "] * (column + 1)
            case "K":
                self._rows[row][column:] = [" "] * (COLUMNS - column)
            case "J":
                self._rows[row][column:] = [" "] * (COLUMNS - column)
                for below in range(row + 1, ROWS):
                    self._rows[below] = [" "] * COLUMNS
            case "m" | "r" | "h" | "l":
                pass
            case _:
                raise AssertionError(f"the picture does not know {command!r}")


class Program:
    """A program in a pseudo-terminal; ``seen`` is called with every picture that it shows."""

    def __init__(
        self, command: list[str], environment: dict[str, str], seen: Callable[[str], None]
    ) -> None:
        self._seen, self._picture = seen, Picture()
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.ended, self.quiet_since = False, monotonic()
        self._process, self._terminal = pty.fork()
        if not self._process:
            os.execvpe(command[0], command, environment)
        size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, size)

    @property
    def text(self) -> str:
        """What the terminal shows now."""
        return self._picture.text

    def press(self, keys: bytes) -> None:
        """Press a key."""
        with suppress(OSError):
            os.write(self._terminal, keys)

    def watch(self, seconds: float) -> None:
        """Look at the terminal for a while."""
        until = monotonic() + seconds
        while not self.ended and (left := until - monotonic()) > 0:
            ready, _write, _error = select.select([self._terminal], [], [], left)
            if not ready:
                return
            try:
                written = os.read(self._terminal, 65536)
            except OSError:
                written = b""
            self.ended = not written
            self._picture.feed(self._decoder.decode(written))
            self.quiet_since = monotonic()
            self._seen(self._picture.text)

    def watch_until_quiet(self, seconds: float) -> None:
        """Look at the terminal until nothing has changed for so long."""
        while not self.ended and (left := self.quiet_since + seconds - monotonic()) > 0:
            self.watch(left)

    def close(self) -> None:
        """End the program."""
        with suppress(ProcessLookupError):
            os.kill(self._process, signal.SIGTERM)
        until = monotonic() + 5
        while not self.ended and monotonic() < until:
            self.watch(0.2)
        os.close(self._terminal)
        os.waitpid(self._process, 0)
