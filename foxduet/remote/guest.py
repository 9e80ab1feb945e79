"""The guest's program: sends keys and shows the pictures from the host."""

from __future__ import annotations

import select
import sys
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from foxduet.core.lazy_dataclass import replace
from foxduet.remote import wire
from foxduet.ui.kit.canvas import Canvas, Look, Span, Style
from foxduet.ui.kit.keys import LEAVE_KEYS, Click, Input, Interruption, PastedText, PeerMessage
from foxduet.ui.kit.layouts import intended_key
from foxduet.ui.loop import Terminal
from foxduet.words.i18n import _
from foxduet.words.text import text_width

if TYPE_CHECKING:
    from foxduet.ui.kit.effects import ScoreEntered

    RecordImporter: TypeAlias = Callable[[str], tuple[Path, ScoreEntered] | None]

SLICE_SECONDS = 0.25
"""Maximum delay in handling a signal or a resize, in seconds."""
POLL_SECONDS, KEY_SECONDS = 0.001, 0.02


class VisitEnd(Enum):
    """How a guest's visit ended, unless the host refused or ended it."""

    LEFT = "the guest has left"
    NO_INPUT = "a signal came, or the end of the guest's input"
    LOST = "the connection broke off"
    INVALID_MESSAGE = "the host sent an invalid message"


def silence_sentence(seconds: int) -> str:
    """Return the notice that the host has been silent for ``seconds``."""
    sentence = _("No answer from the host for {seconds} seconds. Ctrl-C leaves.")
    return sentence.format(seconds=seconds)


class Visit:
    """A guest's end of a connection, on screens or in words.

    ``import_record`` saves the record of a finished game, and returns its path and the results in
    the guest's scores; None if the record cannot be saved.

    end: how the visit ended; a message if the host ended or refused it.
    record: path of the last saved record.
    """

    def __init__(
        self, connection: wire.Connection[wire.FromHost], import_record: RecordImporter
    ) -> None:
        self._connection, self._import_record = connection, import_record
        self.end: VisitEnd | wire.Refused | wire.Ended | None = None
        self.record: Path | None = None

    def start(self, hello: wire.Hello) -> None:
        """Send the first message."""
        self._connection.send(hello)
        self._show_notice(_("Knocking ..."))

    def _show_notice(self, sentence: str) -> None:
        raise AssertionError("every visit shows or tells what happens")

    def _report_silence(self, seconds: int) -> None:
        raise AssertionError("every visit shows or tells what happens")

    def _handle_output(self, message: wire.Rows | wire.Bell | wire.Lines | wire.Prompt) -> None:
        raise AssertionError("every visit shows or tells what happens")

    @property
    def _takes_input(self) -> bool:
        """Whether input is read now."""
        return True

    def _take_input(self, *, has_input: bool) -> None:
        raise AssertionError("every visit reads input")

    def run(self, hello: wire.Hello) -> None:
        """Stay until either side leaves."""
        self.start(hello)
        while self.end is None:
            writers = [self._connection] if self._connection.has_unsent else []
            readers: list[Any] = [self._connection, *([sys.stdin] if self._takes_input else [])]
            readable, _writable, _others = select.select(readers, writers, [], SLICE_SECONDS)
            self._connection.flush()
            if self._connection in readable:
                self.read()
            silence = self._connection.keep_alive()
            if silence is not None:
                self._report_silence(silence)
            self._take_input(has_input=sys.stdin in readable)
        self._connection.close()

    def read(self) -> None:
        """Handle the host's messages, and notice a lost connection."""
        for message in self._connection.receive():
            if self.end is None:
                self._handle(message)
        if self.end is None and self._connection.trouble is not None:
            self.end = VisitEnd.INVALID_MESSAGE
        elif self.end is None and not self._connection.is_open:
            self.end = VisitEnd.LOST

    def _handle(self, message: wire.FromHost) -> None:
        match message:
            case wire.Waiting(may_come_in=False):
                self._show_notice(_("Asking the host to let you in."))
            case wire.Waiting():
                self._show_notice(_("You may come in: the host is choosing the game."))
            case wire.Refused() | wire.Ended():
                self.end = message
            case wire.Finished(record):
                if (result := self._import_record(record)) is not None:
                    self.record, scores = result
                    goals = tuple(goal.name for goal in scores.goals)
                    self._connection.send(wire.Entered(goals, scores.is_best))
            case wire.Rows() | wire.Bell() | wire.Lines() | wire.Prompt():
                self._handle_output(message)
            case _:
                assert_never(message)


class ScreenGuest(Visit):
    """A guest's terminal at one end of a connection."""

    def __init__(
        self,
        terminal: Terminal,
        connection: wire.Connection[wire.FromHost],
        look: Look,
        import_record: RecordImporter,
    ) -> None:
        super().__init__(connection, import_record)
        self._terminal, self._look = terminal, look
        self._notice = self._alert = ""
        self._number = 0
        self._rows: list[tuple[Span, ...]] = []
        self._cursor = 0, 0
        self.is_seated = False

    def _show_notice(self, sentence: str) -> None:
        self._notice = sentence
        self._show()

    def _report_silence(self, seconds: int) -> None:
        self._alert = silence_sentence(seconds) if seconds else ""
        self._show()

    def _show(self) -> None:
        canvas = Canvas(self._terminal.size(), self._look)
        for row, spans in enumerate(self._rows):
            column = 0
            for span in spans:
                canvas.put(row, column, span.text, span.style)
                column += text_width(span.text)
        if self.is_seated:
            canvas.point(*self._cursor)
        else:
            middle = canvas.size.rows // 2
            canvas.put_centred(middle, self._notice, Style.STRONG)
            canvas.put_centred(middle + 2, _("Ctrl-C leaves"), Style.DIM)
        if self._alert:
            last_row = canvas.size.rows - 1
            canvas.put(last_row, 0, " " * canvas.size.columns)
            canvas.put_centred(last_row, self._alert, Style.ALERT)
        self._terminal.show(canvas.frame())

    def _handle_output(self, message: wire.Rows | wire.Bell | wire.Lines | wire.Prompt) -> None:
        match message:
            case wire.Rows(number, size, theme, cursor, changed):
                if len(self._rows) != size.rows:
                    self._rows = [(Span(" " * size.columns, Style.PLAIN),)] * size.rows
                for row, spans in changed.items():
                    if row < size.rows:
                        self._rows[row] = spans
                self._number, self._cursor, self.is_seated = number, cursor, True
                self._look = replace(self._look, theme=theme)
                self._show()
            case wire.Bell():
                self._terminal.beep()
            case wire.Lines() | wire.Prompt():
                self.end = VisitEnd.INVALID_MESSAGE

    def handle_input(self, event: Input) -> None:
        """Handle a key or other input."""
        match event:
            case Interruption.ENDED:
                self.end = VisitEnd.LEFT
            case Interruption.SUSPENDED | Interruption.RESIZED | Interruption.CONTINUED:
                if event is Interruption.SUSPENDED:
                    self._terminal.suspend()
                # A hand may have been visible. The host hides it, and sends all rows again.
                self._rows = []
                self._show()
                self._connection.send(wire.Resized(self._terminal.size()))
            case Click(row, column):
                self._connection.send(wire.Clicked(row, column, self._number))
            case str() if not self.is_seated:
                key = intended_key(event, self._look.keyboard, LEAVE_KEYS.__contains__)
                if key in LEAVE_KEYS:
                    self.end = VisitEnd.LEFT
            case str() if wire.is_key(event):
                self._connection.send(wire.Pressed(event, self._number))
            case PastedText(text) if self.is_seated:
                self._connection.send(wire.Pasted(text, self._number))
            case str() | PastedText() | Interruption() | PeerMessage():
                pass
            case _:
                assert_never(event)

    def _take_input(self, *, has_input: bool) -> None:
        event = self._terminal.wait(KEY_SECONDS if has_input else POLL_SECONDS)
        while event is not Interruption.TIME_UP and self.end is None:
            self.handle_input(event)
            event = self._terminal.wait(POLL_SECONDS)
