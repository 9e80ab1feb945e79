"""The host's program: serves its own terminal and the guest's connection.

Both players' loops run in it, one step at a time. Until the game is over the guest gets only
pictures, so nothing hidden from the guest leaves the program; then the record as well.

A guest who plays in words has a console instead: lines are sent and received.
"""

from __future__ import annotations

import select
import socket
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.core.cards import Seat
from foxduet.core.lazy_dataclass import dataclass, field_names, replace
from foxduet.core.registry import SPOKEN as SPOKEN_WORDS
from foxduet.core.registry import has_parts
from foxduet.plain.loop import PlainLoop
from foxduet.play.record import dump_record
from foxduet.remote import wire
from foxduet.remote.guest import KEY_SECONDS, POLL_SECONDS, SLICE_SECONDS
from foxduet.remote.table import (
    BareMessage,
    FailedArrivals,
    GameChanged,
    JoinAnswered,
    JoinRequestScreen,
    PeerDisconnected,
    PeerSilent,
    PlayerAdmitted,
    PlayerArrived,
    TalkLine,
    WaitingScreen,
    shared_table,
)
from foxduet.remote.wire import Refusal
from foxduet.ui.form import FormScreen
from foxduet.ui.kit.canvas import Canvas, Frame, Look, Size, Span
from foxduet.ui.kit.effects import Event, GameStarted, SendToPeer
from foxduet.ui.kit.keys import (
    ESCAPE,
    Click,
    Input,
    Interruption,
    Key,
    PastedText,
    PeerMessage,
    TypedLine,
)
from foxduet.ui.kit.screen import Context, Push, Transition
from foxduet.ui.loop import BackgroundWorker, BaseLoop, InputGenerator, ScreenLoop
from foxduet.words import i18n
from foxduet.words.i18n import _
from foxduet.words.text import GLYPH_SETS, SPOKEN, format_sentence, letter_glyphs

if TYPE_CHECKING:
    from foxduet.play.game import Game
    from foxduet.remote.network import NetworkDoor
    from foxduet.store.saved_games import SavedGame


class RemoteTerminal:
    """A terminal at the other end of a connection."""

    def __init__(
        self, connection: wire.Connection[wire.FromGuest], size: Size, clock: Callable[[], float]
    ) -> None:
        self._connection, self._size, self.clock = connection, size, clock
        self._number = self._min_number = 0
        self._sent_rows: tuple[tuple[Span, ...], ...] = ()
        self._pending_frame: Frame | None = None

    def size(self) -> Size:
        return self._size

    def show(self, frame: Frame) -> None:
        """Send the rows that changed, once the connection has sent everything before."""
        self._pending_frame = frame
        self.send_pending()

    def send_pending(self) -> None:
        """Send the latest frame, unless it was sent, or the connection is still sending."""
        frame = self._pending_frame
        if frame is None or self._connection.has_unsent:
            return
        old_rows = dict(enumerate(self._sent_rows))
        rows = {row: spans for row, spans in enumerate(frame.rows) if spans != old_rows.get(row)}
        self._pending_frame, self._sent_rows = None, frame.rows
        self._number += 1
        size, theme = self._size, frame.theme
        self._connection.send(wire.Rows(self._number, size, theme, frame.cursor, rows))

    def discard_typeahead(self) -> None:
        """Ignore keys pressed before the next frame appears."""
        self._min_number = self._number + 1

    def take_input(self, message: wire.FromGuest) -> Key | None:
        """Return the loop's input for a message; None for stale keys and other messages."""
        match message:
            case wire.Pressed(key, seen) if seen >= self._min_number:
                return key
            case wire.Clicked(row, column, seen) if seen >= self._min_number:
                return Click(row, column)
            case wire.Pasted(text, seen) if seen >= self._min_number:
                return PastedText(text)
            case wire.Resized(size):
                self._size, self._sent_rows = size, ()
                return Interruption.RESIZED
            case _:
                return None

    def beep(self) -> None:
        self._connection.send(wire.Bell())

    def suspend(self) -> None:
        """Do nothing: the guest's program stops itself, and reports when it continues."""


class RemoteConsole:
    """A console at the other end of a connection."""

    def __init__(
        self,
        connection: wire.Connection[wire.FromGuest],
        hello: wire.Hello,
        clock: Callable[[], float],
    ) -> None:
        self._connection, self._columns, self.clock = connection, hello.size.columns, clock
        self.is_typed = self.is_read = hello.is_typed

    def width(self) -> int:
        return self._columns

    def write_lines(self, lines: Sequence[str]) -> None:
        for start in range(0, len(lines), wire.MAX_LINES):
            self._connection.send(wire.Lines(tuple(lines[start : start + wire.MAX_LINES])))

    def prompt(self) -> None:
        self._connection.send(wire.Prompt())

    def clear(self) -> bool:
        """Clear nothing: only the guest sees the window."""
        return False

    def discard_typeahead(self) -> bool:
        """Discard nothing: the keyboard stays with one player."""
        return False

    def send_pending(self) -> None:
        """Do nothing: lines are sent immediately."""

    def take_input(self, message: wire.FromGuest) -> TypedLine | None:
        """Return the loop's input for an answer; None for other messages."""
        if isinstance(message, wire.Resized):
            self._columns = message.size.columns
        return TypedLine(message.said) if isinstance(message, wire.Answer) else None


_HELLO_SECONDS = 5.0
"""Connections without a hello are closed after this."""
_MAX_SILENT_CONNECTIONS = 128
"""Maximum number of connections without a hello; one more closes the oldest."""


class PlayerLoop:
    """One player's loop, resumed by input or timeouts."""

    def __init__(self, loop: BaseLoop, speech: i18n.Speech) -> None:
        self.loop, self._speech = loop, speech
        self._clock = loop.clock
        self._steps: InputGenerator[tuple[str, ...]] | None = None
        self._deadline: float | None = None
        self.lines: tuple[str, ...] | None = None

    def start(self, first_transition: Transition) -> None:
        """Show the first screen."""
        self._steps = self.loop.steps(first_transition)
        self._resume(None)

    @property
    def is_over(self) -> bool:
        """Whether the player has left."""
        return self.lines is not None

    def seconds_left(self) -> float | None:
        """Return the seconds until the loop needs a timeout; None for never."""
        return None if self._deadline is None else max(0.0, self._deadline - self._clock())

    def send_input(self, event: Input | TypedLine) -> None:
        """Resume the loop with an input, in this player's language."""
        if not self.is_over:
            self._resume(event)

    def _resume(self, event: Any) -> None:
        assert self._steps is not None, "it was started"
        host_language = i18n.current_language()
        i18n.restore_language(self._speech)
        try:
            seconds = next(self._steps) if event is None else self._steps.send(event)
            self._deadline = None if seconds is None else self._clock() + seconds
        except StopIteration as end:
            self.lines, self._deadline = end.value, None
        finally:
            # The player may have changed the language.
            self._speech = i18n.current_language()
            i18n.restore_language(host_language)

    def stop(self) -> None:
        """Stop the loop and its job."""
        self.loop.stop_job()
        if self._steps is not None and not self.is_over:
            self._steps.close()


@dataclass(slots=True, eq=False)
class GuestSlot:
    """A connection that asks to join or, with a ``player``, is at the table.

    start_time: time of the connection.
    is_admitted: the host let the guest in, who sits down as soon as there is a table.
    has_moved: the guest took the seat over from another terminal of the account.
    parting: how the visit will end.
    """

    connection: wire.Connection[wire.FromGuest]
    account: wire.Account | None
    start_time: float
    hello: wire.Hello | None = None
    name: str = ""
    is_admitted: bool = False
    has_moved: bool = False
    terminal: RemoteTerminal | RemoteConsole | None = None
    player: PlayerLoop | None = None
    parting: wire.Parting = wire.Parting.LEFT


class Meeting:
    """A host, with their ``loop``, and at most one guest, at one game.

    Connections without a hello do not occupy the guest's seat.

    recipe: the commands that the guest types to join.
    worker: the guest's background worker.
    """

    def __init__(
        self, loop: BaseLoop, recipe: tuple[str, ...], worker: BackgroundWorker | None = None
    ) -> None:
        self._options, self._folders, self._recipe = loop.options, loop.folders, recipe
        self._worker = worker
        self.host = PlayerLoop(loop, i18n.current_language())
        self._clock = loop.clock
        self.guest: GuestSlot | None = None
        self._silent_slots: list[GuestSlot] = []
        self._last_account: wire.Account | None = None
        self.is_open = True

    def start(self, first_transition: Transition) -> None:
        """Show the host's first screen."""
        self.host.start(first_transition)
        self._forward_messages()

    def seconds_left(self) -> float | None:
        """Return the seconds until any loop or connection needs a timeout; None for never."""
        times = [self.host.seconds_left()]
        if self.guest is not None and self.guest.player is not None:
            times.append(self.guest.player.seconds_left())
        if self._silent_slots:
            deadline = self._silent_slots[0].start_time + _HELLO_SECONDS
            times.append(max(0.0, deadline - self._clock()))
        return min((seconds for seconds in times if seconds is not None), default=None)

    @property
    def connections(self) -> tuple[GuestSlot, ...]:
        """All connections: those without a hello, and the guest."""
        return (*self._silent_slots, *([] if self.guest is None else [self.guest]))

    def accept_connection(
        self, connection: wire.Connection[wire.FromGuest], account: wire.Account | None
    ) -> None:
        """Accept a new connection; send it away if the seat is occupied."""
        guest = GuestSlot(connection, account, self._clock())
        self._silent_slots.append(guest)
        if self._is_full(guest):
            self._send_away(guest, Refusal.BUSY)
        elif len(self._silent_slots) > _MAX_SILENT_CONNECTIONS:
            self._send_away(self._silent_slots[0], Refusal.BUSY)

    def _is_full(self, guest: GuestSlot) -> bool:
        """True if there is no seat for a connection; an admitted account may take over its own."""
        seated = self.guest
        if seated is None or not self.is_open:
            return not self.is_open
        return not seated.is_admitted or guest.account is None or guest.account != seated.account

    def handle_timeouts(self) -> None:
        """Handle timeouts and the guest's silence."""
        for slot in [*self._silent_slots]:
            if self._clock() - slot.start_time >= _HELLO_SECONDS:
                self._forget(slot)
        guest = self.guest
        silence = None if guest is None else guest.connection.keep_alive()
        if guest is not None and guest.player is not None and silence is not None:
            self.send_host_input(PeerMessage(PeerSilent(silence)))
        for player in (self.host, None if self.guest is None else self.guest.player):
            if player is not None and player.seconds_left() == 0.0:
                player.send_input(Interruption.TIME_UP)
                self._forward_messages()

    def send_host_input(self, event: Input | TypedLine) -> None:
        """Resume the host's loop with an input."""
        self.host.send_input(event)
        self._forward_messages()

    def read_connections(self) -> None:
        """Handle messages of all connections, and notice lost ones."""
        for guest in self.connections:
            for message in guest.connection.receive():
                if guest in self.connections:
                    self._handle_guest_message(guest, message)
            if guest in self.connections and guest.connection.trouble is not None:
                is_foreign = isinstance(guest.connection.trouble, wire.OtherVersionError)
                refusal = Refusal.VERSION if is_foreign else Refusal.BROKEN
                guest.connection.send(wire.Refused(refusal))
                self._mark_lost(guest)
            elif guest in self.connections and not guest.connection.is_open:
                self._mark_lost(guest)

    def _handle_guest_message(self, guest: GuestSlot, message: wire.FromGuest) -> None:
        if guest.hello is None:
            if self._is_full(guest) or not isinstance(message, wire.Hello):
                self._send_away(guest, Refusal.BUSY if self._is_full(guest) else Refusal.BROKEN)
                return
            previous = self.guest
            if previous is not None:
                self._end_visit(previous, wire.Parting.MOVED)
            self._silent_slots.remove(guest)
            self.guest, guest.hello = guest, message
            if previous is not None:
                guest.name, guest.has_moved = previous.name, True
                self._answer_request(yes=True)
                return
            account = guest.account
            guest.name = message.name.strip() or ("?" if account is None else account.name)
            guest.connection.send(wire.Waiting())
            self.send_host_input(PeerMessage(JoinRequestScreen(guest.name, account)))
        elif guest.player is None and isinstance(message, wire.Resized):
            guest.hello = replace(guest.hello, size=message.size)
        elif guest.player is not None and isinstance(message, wire.Entered):
            guest.player.send_input(PeerMessage(message))
        elif guest.terminal is not None and guest.player is not None:
            event = guest.terminal.take_input(message)
            if event is not None:
                guest.player.send_input(event)
                self._forward_messages()

    def _send_away(self, guest: GuestSlot, refusal: Refusal) -> None:
        guest.connection.send(wire.Refused(refusal))
        self._forget(guest)

    def _forget(self, guest: GuestSlot) -> None:
        guest.connection.close()
        if guest is self.guest:
            self.guest = None
        else:
            self._silent_slots.remove(guest)

    def _end_visit(self, guest: GuestSlot, parting: wire.Parting) -> None:
        if guest.player is not None:
            guest.player.stop()
        guest.connection.send(wire.Ended(parting))
        self._forget(guest)

    def _mark_lost(self, guest: GuestSlot) -> None:
        self._forget(guest)
        if guest.player is not None:
            guest.player.stop()
            self.send_host_input(PeerMessage(PeerDisconnected(self._recipe)))
        elif guest.hello is not None:
            self.send_host_input(PeerMessage(BareMessage.REQUEST_SETTLED))

    def _forward_messages(self) -> None:
        is_active = True
        while is_active:
            is_active = False
            guest = None if self.guest is None else self.guest.player
            for player in (self.host, guest):
                for message in () if player is None else player.loop.take_outbox():
                    is_active = True
                    if isinstance(message, TalkLine) and player is not None:
                        player.send_input(PeerMessage(message))
                    if player is self.host:
                        self._handle_host_message(message)
                    else:
                        self._note_ending(message)
                        self.host.send_input(PeerMessage(message))
            if self.guest is not None and guest is not None and guest.is_over:
                self.guest.connection.send(wire.Ended(self.guest.parting))
                self._mark_lost(self.guest)
        if self.host.is_over:
            self.end_visits()

    def _handle_host_message(self, message: object) -> None:
        match message:
            case PlayerAdmitted():
                self._seat_guest(message)
            case JoinAnswered(yes):
                self._answer_request(yes=yes)
            case BareMessage.TABLE_READY:
                self._announce_arrival()
            case BareMessage.ONE_KEYBOARD:
                self.is_open = False
            case _:
                if self.guest is not None and self.guest.player is not None:
                    self.guest.player.send_input(PeerMessage(message))
                self._note_ending(message)

    def _note_ending(self, message: object) -> None:
        """Send the guest the record of a game that is over; note if the guest will review it."""
        if self.guest is None:
            return
        match message:
            case GameChanged(game) if game.result is not None:
                self.guest.connection.send(wire.Finished(dump_record(game)))
            case BareMessage.GUEST_REVIEWS:
                self.guest.parting = wire.Parting.REVIEW

    def _answer_request(self, *, yes: bool) -> None:
        guest = self.guest
        if guest is not None and yes:
            guest.is_admitted = True
            self._announce_arrival()
            if guest.player is None:
                guest.connection.send(wire.Waiting(may_come_in=True))
            return
        if guest is not None:
            self._send_away(guest, Refusal.NO)
        self.send_host_input(PeerMessage(BareMessage.REQUEST_SETTLED))

    def _announce_arrival(self) -> None:
        guest = self.guest
        if guest is not None and guest.is_admitted and guest.player is None:
            self.send_host_input(PeerMessage(PlayerArrived(guest.name, guest.has_moved)))

    def _seat_guest(self, message: PlayerAdmitted) -> None:
        """Seat the guest at a table with the guest's look and language.

        Only an account that returns sees earlier talk.
        """
        guest, game, saved = self.guest, message.game, message.saved
        if guest is None or guest.hello is None:
            # The guest has just left; the host will be notified next.
            return
        if guest.hello.words and not has_parts(game.header.game, SPOKEN_WORDS):
            self._send_away(guest, Refusal.NO_WORDS)
            self.send_host_input(PeerMessage(PeerDisconnected(self._recipe)))
            return
        hello, host_language = guest.hello, i18n.current_language()
        i18n.use_language(hello.language if hello.language in i18n.languages() else i18n.SOURCE)
        i18n.use_ascii(hello.signs == "ascii")
        speech = i18n.current_language()
        i18n.restore_language(host_language)
        guest.player = PlayerLoop(self._make_loop(guest, hello, game.header.game), speech)
        look = guest.player.loop.options.look
        is_returning = guest.account is not None and guest.account == self._last_account
        self._last_account = guest.account
        table = shared_table(game, saved, Seat.P2, look)
        guest.player.start(Transition(replace(table, lines=message.lines if is_returning else ())))
        self._note_ending(GameChanged(game, saved))

    def _make_loop(self, guest: GuestSlot, hello: wire.Hello, game: str) -> BaseLoop:
        folders, clock = self._folders, self._clock
        if hello.words:
            look = Look(SPOKEN, animated=False)
            options = replace(self._options, look=look, headphones=hello.headphones, game=game)
            guest.terminal = console = RemoteConsole(guest.connection, hello, clock)
            return PlainLoop(options, folders, self._worker, console)
        glyphs = GLYPH_SETS[hello.signs]
        glyphs = glyphs if hello.has_colours else letter_glyphs(glyphs)
        look = Look(glyphs, hello.animated, hello.theme, hello.keyboard)
        options = replace(self._options, look=look, bell=hello.bell, game=game)
        guest.terminal = terminal = RemoteTerminal(guest.connection, hello.size, clock)
        return ScreenLoop(options, folders, self._worker, terminal)

    def end_visits(self) -> None:
        """End all visits and stop the host's loop."""
        self.is_open = False
        for guest in self.connections:
            self._end_visit(guest, wire.Parting.HOST_LEFT)
        self.host.stop()


WaitFunction: TypeAlias = Callable[[float], Input | TypedLine]
"""Returns the next input, or ``Interruption.TIME_UP`` if none comes within some seconds."""


@dataclass(frozen=True, slots=True)
class HostForm(FormScreen):
    """The form of a new game at two terminals.

    join_instructions: the commands for the other player to join.
    guest_name: the name of the guest who has been admitted, or "".
    """

    join_instructions: tuple[str, ...] = ()
    guest_name: str = ""

    @property
    def defers_deal(self) -> bool:
        return True

    @property
    def may_open_hands(self) -> bool:
        """False: each player sees one hand, at their own screen."""
        return False

    def draw(self, canvas: Canvas) -> None:
        arrival = _("{name} is in, and waits for the game.") if self.guest_name else ""
        notice = self.notice or format_sentence(arrival, name=self.guest_name)
        FormScreen.draw(replace(self, notice=notice), canvas)

    def on_peer_message(self, message: object, context: Context) -> Transition | None:
        match message:
            case PlayerArrived(name):
                return Transition(replace(self, guest_name=name))
            case BareMessage.REQUEST_SETTLED if self.guest_name:
                notice = format_sentence(_("{name} has left."), name=self.guest_name)
                return Transition(replace(self, guest_name="", notice=notice))
            case _:
                return None

    def handle_key(self, key: str, context: Context) -> Transition:
        """Leave the program where another form would return to the title."""
        if key == ESCAPE and not self.shows_more_rows:
            return self.go_back(key, context)
        return FormScreen.handle_key(self, key, context)

    def handle_event(self, event: Event, context: Context) -> Transition:
        """Once the game has started, sit down and wait for the other player."""
        if isinstance(event, GameStarted):
            look, recipe = context.options.look, self.join_instructions
            return waiting_table(event.game, event.saved, look, recipe)
        return FormScreen.handle_event(self, event, context)


def host_form(form: FormScreen, recipe: tuple[str, ...]) -> HostForm:
    """Turn the form of a new game into a host's form."""
    fields = {name: getattr(form, name) for name in field_names(FormScreen)}
    host = HostForm(**fields, join_instructions=recipe)
    return replace(host, row=host.deal_row)


def waiting_table(game: Game, saved: SavedGame, look: Look, recipe: tuple[str, ...]) -> Transition:
    """Return the host's table, with the screen on top that waits for the other player."""
    effects = Push(WaitingScreen(game.header, recipe)), SendToPeer(BareMessage.TABLE_READY)
    return Transition(shared_table(game, saved, Seat.P1, look), effects)


def serve(
    door: socket.socket,
    network: NetworkDoor | None,
    first_transition: Transition,
    recipe: tuple[str, ...],
    wait: WaitFunction,
    loop: BaseLoop,
) -> tuple[str, ...]:
    """Host a game until the host leaves or a signal ends it; return lines for the shell.

    ``wait`` waits for the host's input.
    """
    meeting, failures = Meeting(loop, recipe), 0
    try:
        meeting.start(first_transition)
        while not meeting.host.is_over:
            _wait(wait, door, meeting)
            while network is not None and network.arrivals:
                # The system would report the account of this program.
                _accept(meeting, network.arrivals.popleft(), None)
            if network is not None and network.failures != failures:
                failures = network.failures
                meeting.send_host_input(PeerMessage(FailedArrivals(failures)))
    finally:
        meeting.end_visits()
    return meeting.host.lines or ()


def _accept(meeting: Meeting, peer: socket.socket, account: wire.Account | None) -> None:
    parse, max_bytes = wire.parse_from_guest, wire.MAX_FROM_GUEST
    meeting.accept_connection(wire.Connection[wire.FromGuest](peer, parse, max_bytes), account)


def _wait(wait: WaitFunction, door: socket.socket, meeting: Meeting) -> None:
    """Wait for input from any side, or a timeout, and handle it."""
    timeout = meeting.seconds_left()
    guest, connections = meeting.guest, [slot.connection for slot in meeting.connections]
    readers: list[Any] = [sys.stdin, door, *connections]
    if not meeting.host.loop.wants_input:
        # A script's lines stay unread until the loop wants input.
        readers.remove(sys.stdin)
    writers = [connection for connection in connections if connection.has_unsent]
    seconds = SLICE_SECONDS if timeout is None else min(SLICE_SECONDS, timeout)
    readable, writable, _ = select.select(readers, writers, [], seconds)
    if door in readable:
        try:
            peer, _address = door.accept()
        except OSError:
            # The connection is already closed.
            pass
        else:
            _accept(meeting, peer, wire.peer_account(peer))
    if guest is not None and guest.connection in writable:
        guest.connection.flush()
        if guest.terminal is not None:
            guest.terminal.send_pending()
    if any(connection in readable for connection in connections):
        meeting.read_connections()
    event = wait(KEY_SECONDS if sys.stdin in readable else POLL_SECONDS)
    while event is not Interruption.TIME_UP and not meeting.host.is_over:
        meeting.send_host_input(event)
        event = wait(POLL_SECONDS)
    meeting.handle_timeouts()
