"""The guest's program in words: it sends the lines that are typed, and says those that come."""

from __future__ import annotations

from collections.abc import Sequence
from time import sleep
from typing import TYPE_CHECKING, Protocol

from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.keys import Input, Interruption, Typed
from foxduet.ui.remote.connection import Connection
from foxduet.ui.remote.guest import End, Visit, no_answer
from foxduet.ui.remote.messages import (
    LONGEST_SAID,
    Answer,
    Bell,
    FromHost,
    Lines,
    Prompt,
    Resized,
    Rows,
)
from foxduet.words.i18n import _
from foxduet.words.text import printable

if TYPE_CHECKING:
    from foxduet.ui.remote.guest import TakeIn

_PAUSE = 0.02
"""Seconds between two lines that are sent: a host that gets more takes it for no person's."""


class Answering(Protocol):
    """A console that says what has been typed so far."""

    @property
    def is_typed(self) -> bool: ...

    def width(self) -> int:
        """Return how many cells a line has room for now."""

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
        take_in: TakeIn,
    ) -> None:
        super().__init__(connection, take_in)
        self._console, self._columns = console, console.width()
        self._is_asked = False

    def _say_own(self, sentence: str) -> None:
        self._console.say((sentence,))

    def _tell_silence(self, seconds: int) -> None:
        self._say_own(no_answer(seconds) if seconds else _("The host answers again."))
        self._prompt_again()

    def _prompt_again(self) -> None:
        """Show again that something is to be said, where the prompt is out of sight."""
        if self._is_asked:
            self._console.prompt()

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
        if self._columns != self._console.width():
            self._columns = self._console.width()
            self._connection.send(Resized(Size(24, self._columns)))
        match self._console.look(takes_lines=is_there):
            case Interruption.ENDED:
                self.end = self.end or End.LEFT
            case Interruption.CONTINUED:
                self._prompt_again()
            case Typed(said) if self.end is None:
                self._is_asked = False
                self._connection.send(Answer(printable(said)[:LONGEST_SAID]))
                sleep(_PAUSE)
            case _:
                pass
