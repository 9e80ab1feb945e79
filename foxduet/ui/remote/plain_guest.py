"""The guest's program in words: it sends the lines that are typed, and says those that come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import sleep
from typing import Protocol

from foxduet.ui.kit.keys import Input, Interruption, Typed
from foxduet.ui.remote.connection import Connection
from foxduet.ui.remote.guest import End, Visit
from foxduet.ui.remote.messages import (
    LONGEST_SAID,
    Answer,
    Bell,
    FromHost,
    Lines,
    Prompt,
    Rows,
)
from foxduet.words.text import printable

_PAUSE = 0.02
"""Seconds between two lines that are sent: a host that gets more takes it for no person's."""


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

    @property
    def _takes_input(self) -> bool:
        """A program's lines stay where they are until it is asked."""
        return self._is_asked or self._console.is_typed

    def _take_input(self, *, is_there: bool) -> None:
        match self._console.look(takes_lines=is_there):
            case Interruption.ENDED:
                self.end = self.end or End.LEFT
            case Typed(said) if self.end is None:
                self._is_asked = False
                self._connection.send(Answer(printable(said)[:LONGEST_SAID]))
                sleep(_PAUSE)
            case _:
                pass
