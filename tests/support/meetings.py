"""Two players at two terminals without a terminal: the guest is at the end of a real socket."""

from __future__ import annotations

import select
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from socket import socketpair
from typing import TYPE_CHECKING, Any

from foxduet.ai.partner import never_stop
from foxduet.ai.workers import ThinkJob
from foxduet.core.cards import Seat
from foxduet.core.lazy_dataclass import replace
from foxduet.games.duet.rules.state import Choice
from foxduet.plain.console import Console
from foxduet.plain.loop import PlainLoop
from foxduet.play.game import Game, Header, open_game
from foxduet.remote import wire
from foxduet.remote.host import Meeting, host_form, waiting_table
from foxduet.store.saved_games import SavedGame, load_game, save_game
from foxduet.ui import loop
from foxduet.ui.effect_handlers import start_game
from foxduet.ui.form import FormScreen, new_form
from foxduet.ui.kit.canvas import Frame, Look, Size, Theme
from foxduet.ui.kit.effects import GameStarted
from foxduet.ui.kit.keys import Input, Interruption, PastedText, TypedLine
from foxduet.ui.kit.screen import Screen, Transition
from foxduet.words.i18n import current_language
from tests.support.players import VICTORY, beginning_of
from tests.support.tables import OF_TWO, WINDOW, Desk, ScriptedWorker

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

RECIPE = ("foxduet join", "ssh -t you@here foxduet join")


@dataclass
class Clock:
    """A clock that the test sets."""

    now: float = 0

    def __call__(self) -> float:
        return self.now


@dataclass
class HostDisplay:
    """The host's terminal; keeps every frame."""

    clock: Clock
    window: Size = WINDOW
    frames: list[Frame] = field(default_factory=list)

    def size(self) -> Size:
        return self.window

    def show(self, frame: Frame) -> None:
        self.frames.append(frame)

    def discard_typeahead(self) -> None:
        """Discard nothing: all keys come from the test."""

    def beep(self) -> None:
        """Stay silent."""

    def suspend(self) -> None:
        """Do nothing."""

    @property
    def text(self) -> str:
        return "\n".join(self.frames[-1].text_rows)


class HostEnd(socket.socket):
    """The host's end of the socket; counts the bytes sent, which on Windows may arrive later."""

    sent = 0

    def send(self, content: ReadableBuffer, flags: int = 0, /) -> int:
        size = super().send(content, flags)
        self.sent += size
        return size


@dataclass
class GuestEnd:
    """The guest's end of the socket: all messages received, and the rows of the window.

    beat: time of the last beat. A time in the future prevents beats until then.
    """

    end: socket.socket
    host: HostEnd
    received: bytes = b""
    messages: list[wire.FromHost] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    number: int = 0
    count: int = 0
    is_closed: bool = False
    heard: list[str] = field(default_factory=list)
    beat: float = 0

    def send(self, message: wire.FromGuest | wire.Beat) -> None:
        self.end.sendall(wire.format_message(message))
        if self.host.fileno() != -1:
            select.select([self.host], [], [])

    def read(self) -> None:
        """Read everything that the host has sent."""
        self.end.setblocking(True)
        while not self.is_closed and (self.count < self.host.sent or self.host.fileno() == -1):
            try:
                piece = self.end.recv(1_000_000)
            except ConnectionError:
                piece = b""
            if not piece:
                self.is_closed = True
                self.end.close()
            self.received += piece
            self.count += len(piece)
        *lines, self.received = self.received.split(b"\n")
        for line in lines:
            message = wire.parse_from_host(line)
            if isinstance(message, wire.Beat):
                continue
            self.messages.append(message)
            if isinstance(message, wire.Lines):
                self.heard += message.lines
            elif isinstance(message, wire.Rows):
                if len(self.rows) != message.size.rows:
                    self.rows = [""] * message.size.rows
                for at, spans in message.changed.items():
                    self.rows[at] = "".join(span.text for span in spans).rstrip()
                self.number = message.number

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    @property
    def records(self) -> list[str]:
        return [message.record for message in self.messages if isinstance(message, wire.Finished)]


HELLO = wire.Hello(
    version=wire.VERSION,
    name="Zoe",
    size=WINDOW,
    theme=Theme.TERMINAL,
    keyboard="qwerty",
    language="en",
    signs="simple",
    has_colours=True,
    animated=False,
    bell=False,
)


def _thought(job: Any) -> Any:
    """Answer a ThinkJob by the weakest expert; never answer other jobs."""
    if isinstance(job, ThinkJob):
        return next(replace(job, partner="expert:4", pace=0).run(never_stop))
    return None


class TwoTerminals:
    """A meeting, the host's display, and the guest's end, on a clock of their own.

    A host who uses ``--plain`` has a ``paper`` instead of a display. Without a game the host begins
    at the form of a new game.
    """

    def __init__(
        self,
        desk: Desk,
        header: Header | None = None,
        path: Path | None = None,
        paper: Console | None = None,
    ) -> None:
        self.desk, self.clock = desk, Clock()
        self.display = HostDisplay(self.clock)
        worker = ScriptedWorker(_thought)
        own: loop.ScreenLoop | PlainLoop = loop.ScreenLoop(desk, desk.folders, worker, self.display)
        if paper is not None:
            own = PlainLoop(desk, desk.folders, worker, paper)
        self.meeting = Meeting(own, RECIPE, ScriptedWorker(_thought))
        self.guest: GuestEnd | None = None
        if header is None and path is None:
            form = new_form(desk, OF_TWO, at_the_deal=True)
            assert isinstance(form.screen, FormScreen)
            self.meeting.start(Transition(host_form(form.screen, RECIPE)))
        else:
            self.meeting.start(waiting_table(*self._game(header, path), desk.look, RECIPE))
        self.settle()

    def _game(self, header: Header | None, path: Path | None) -> tuple[Game, SavedGame]:
        if path is not None:
            return load_game(path)
        assert header is not None
        started = start_game(open_game(header), self.desk.folders)
        assert isinstance(started, GameStarted)
        return started.game, started.saved

    def knock(self, hello: wire.Hello = HELLO, account: wire.Account | None = None) -> GuestEnd:
        guest = self.knock_silently(account)
        if self.meeting.is_open:
            guest.send(hello)
        self.meeting.read_connections()
        self.settle()
        return guest

    def knock_silently(self, account: wire.Account | None = None) -> GuestEnd:
        """Connect a guest who sends nothing yet."""
        ours, theirs = socketpair()
        host = HostEnd(fileno=ours.detach())
        guest = self.guest = GuestEnd(theirs, host)
        connection: wire.Connection[wire.FromGuest] = wire.Connection(
            host, wire.parse_from_guest, wire.MAX_FROM_GUEST, self.clock
        )
        self.meeting.accept_connection(connection, account)
        return guest

    def join(self, hello: wire.Hello = HELLO, account: wire.Account | None = None) -> GuestEnd:
        guest = self.knock(hello, account)
        self.press(Seat.P1, "y")
        return guest

    def press(self, seat: Seat, *inputs: Input) -> None:
        """Send a player's inputs, two seconds apart, and let all pauses pass."""
        for entry in inputs:
            self.clock.now += 2
            if seat is Seat.P1:
                self.meeting.send_host_input(entry)
            elif self.guest is not None:
                message: wire.FromGuest = wire.Resized(WINDOW)
                if isinstance(entry, str):
                    message = wire.Pressed(entry, self.guest.number)
                elif isinstance(entry, PastedText):
                    message = wire.Pasted(entry.text, self.guest.number)
                self.guest.send(message)
                self.meeting.read_connections()
            self.settle()

    def say(self, seat: Seat, *lines: str) -> None:
        for line in lines:
            if seat is Seat.P1:
                self.meeting.send_host_input(TypedLine(line))
            elif self.guest is not None:
                self.guest.send(wire.Answer(line))
                self.meeting.read_connections()
            self.settle()

    def settle(self) -> None:
        """Let time pass until nothing happens by itself."""
        for _ in range(200):
            left = self.meeting.seconds_left()
            if self.guest is not None:
                self.guest.read()
                self.guest = None if self.guest.is_closed else self.guest
            if self.guest is not None and self.clock.now >= self.guest.beat + 5:
                self.guest.beat = self.clock.now
                self.guest.send(wire.Beat())
                self.meeting.read_connections()
            if left is None or self.meeting.host.is_over:
                return
            self.clock.now += left
            self.meeting.handle_timeouts()

    def close(self) -> None:
        self.meeting.end_visits()
        if self.guest is not None:
            self.guest.end.close()

    def pass_time(self, seconds: int) -> None:
        for _ in range(seconds):
            self.clock.now += 1
            self.settle()
            self.meeting.handle_timeouts()

    def lose_guest(self) -> None:
        assert self.guest is not None
        self.guest.end.close()
        self.guest = None
        self.meeting.read_connections()
        self.settle()

    def resize(self, seat: Seat, size: Size) -> None:
        if seat is Seat.P1:
            self.display.window = size
            self.press(seat, Interruption.RESIZED)
        elif self.guest is not None:
            self.guest.send(wire.Resized(size))
            self.meeting.read_connections()
            self.settle()

    @property
    def saved(self) -> Game:
        (path,) = self.desk.records.iterdir()
        return load_game(path)[0]

    def text(self, seat: Seat) -> str:
        if seat is Seat.P1:
            return self.display.text
        return "" if self.guest is None else self.guest.text


@contextmanager
def watched_screens(watch: Callable[[str, Screen], None]) -> Iterator[None]:
    """Call ``watch`` with the language and the screen each time a screen is drawn."""
    before = loop.draw_screen

    def draw(screen: Screen, size: Size, look: Look) -> Any:
        watch(current_language()[0], screen)
        return before(screen, size, look)

    loop.draw_screen = draw
    try:
        yield
    finally:
        loop.draw_screen = before


def saved_between_rounds(desk: Desk) -> Path:
    """Save a game in which the team must choose between rounds; return its path."""
    at = next(
        at
        for at, state in enumerate(VICTORY.states)
        if (pending := state.table.pending) is not None and pending.choice is Choice.FOREST
    )
    desk.records.mkdir(parents=True, exist_ok=True)
    return save_game(SavedGame(desk.records / "game.toml"), beginning_of(VICTORY, at)).path


def saved_game(two: TwoTerminals) -> str:
    (path,) = two.desk.records.iterdir()
    return path.read_text("utf-8")
