"""The guest's program in words: it sends the lines that are typed, and says those that come."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from foxduet.ui.kit.keys import Input, Interruption, Typed
from foxduet.ui.remote.connection import Connection
from foxduet.ui.remote.guest import End, Visit
from foxduet.ui.remote.messages import (
    LONGEST_SAID,
    Answer,
    Bell,
    FromHost,
    Hello,
    Lines,
    Prompt,
    Rows,
)
from foxduet.words.text import printable

_SLICE, _PAUSE = 0.25, 0.02
"""Seconds after which a signal is seen at the latest, and between two lines that are sent.

A host that gets more at once takes it for no person's.
"""


class Answering(Protocol):
    """A console that says what has been typed so far."""

    @property
    def is_typed(self) -> bool: ...

    def say(self, lines: Sequence[str]) -> None:
        """Show some lines."""

    def prompt(self) -> None:
        """Show that something is to be said now."""

    def look(self, *, takes_lines: bool = True) -> Input | Typed:
        """Return what has come, lines if they are wanted; that the time is up if nothing has."""


class PlainGuest(Visit):
    """A guest's console at one end of a connection; ``take_in`` is that of any visit."""

    def __init__(
        self,
        console: Answering,
        connection: Connection[FromHost],
        take_in: Callable[[str], Path | None],
    ) -> None:
        super().__init__(connection, take_in)
        self._console = console
        self._is_asked = False

    def _say_own(self, sentence: str) -> None:
        self._console.say((sentence,))

    def _take_shown(self, message: Rows | Bell | Lines | Prompt) -> None:
        match message:
            case Lines(lines):
                self._console.say(lines)
            case Prompt():
                self._is_asked = True
                self._console.prompt()
            case Rows() | Bell():
                self.end = End.NONSENSE

    def run(self, hello: Hello) -> End:
        """Stay until either side leaves."""
        self.start(hello)
        while self.end is None:
            writers = [self._connection] if self._connection.has_unsent else []
            readers: list[Any] = [self._connection]
            # A program's lines stay where they are until it is asked.
            takes_lines = self._is_asked or self._console.is_typed
            if takes_lines:
                readers.append(sys.stdin)
            readable, _writable, _others = select.select(readers, writers, [], _SLICE)
            self._connection.flush()
            if self._connection in readable:
                self.read()
            match self._console.look(takes_lines=takes_lines and sys.stdin in readable):
                case Interruption.ENDED:
                    self.end = self.end or End.LEFT
                case Typed(said) if self.end is None:
                    self._is_asked = False
                    self._connection.send(Answer(printable(said)[:LONGEST_SAID]))
                    select.select([], [], [], _PAUSE)
                case _:
                    pass
        self._connection.close()
        return self.end
