"""The host's program: it waits at its terminal and at a socket at once, for both players.

Both run in the host's program, one step of one of them at a time. What is not drawn for the guest
never leaves it.

A guest who plays in words has a console instead: lines go out, and come in.
"""

from __future__ import annotations

import select
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.core.cards import Seat
from foxduet.core.lazy_dataclass import dataclass, field_names, replace
from foxduet.core.registry import SPOKEN as SPOKEN_WORDS
from foxduet.core.registry import has_parts
from foxduet.plain.loop import PlainLoop
from foxduet.play.record import dump_record
from foxduet.remote import wire
from foxduet.remote.table import (
    GameChanged,
    GoalsReached,
    JoinAnswered,
    JoinRequest,
    JoinRequestScreen,
    JoinRequestWithdrawn,
    OneKeyboardMode,
    PeerDisconnected,
    PeerReviews,
    PeerSilent,
    PlayerAdmitted,
    PlayerArrived,
    TableReady,
    TalkLine,
    WaitingScreen,
    shared_table,
)
from foxduet.remote.wire import Refusal
from foxduet.ui.form import FormScreen, Row
from foxduet.ui.kit.canvas import Frame, Look, Size, Span
from foxduet.ui.kit.effects import Event, GameStarted, SendToPeer
from foxduet.ui.kit.keys import (
    ESCAPE,
    Click,
    Input,
    Interruption,
    Key,
    Pasted,
    PeerMessage,
    TypedLine,
)
from foxduet.ui.kit.screen import Context, Push, Transition
from foxduet.ui.loop import BackgroundWorker, BaseLoop, InputGenerator, ScreenLoop
from foxduet.words import i18n
from foxduet.words.text import GLYPH_SETS, SPOKEN, letter_glyphs

if TYPE_CHECKING:
    from foxduet.play.game import Game
    from foxduet.store.saved_games import SavedGame


class RemoteTerminal:
    """A terminal at the other end of a connection."""

    def __init__(
        self,
        connection: wire.Connection[wire.FromGuest],
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
        rows = wire.Rows(self._number, self._size, frame.theme, frame.cursor, changed)
        self._connection.send(rows)

    def discard_typeahead(self) -> None:
        """Let no key count that was pressed before the next frame was seen."""
        self._first_that_counts = self._number + 1

    def input_of(self, message: wire.FromGuest) -> Key | None:
        """Return what a message is to the loop, None if it is nothing."""
        match message:
            case wire.Pressed(key, seen) if seen >= self._first_that_counts:
                return key
            case wire.Clicked(row, column, seen) if seen >= self._first_that_counts:
                return Click(row, column)
            case wire.Pasted(text, seen) if seen >= self._first_that_counts:
                return Pasted(text)
            case wire.Resized(size):
                self._size, self._shown_size = size, None
                return Interruption.RESIZED
            case _:
                return None

    def clock(self) -> float:
        """Return the time in seconds, from any moment on."""
        return self._clock()

    def beep(self) -> None:
        """Sound the bell there."""
        self._connection.send(wire.Bell())

    def suspend(self) -> None:
        """Do nothing: the guest's own program stops, and says so when it continues."""


class RemoteConsole:
    """A console at the other end of a connection."""

    def __init__(
        self,
        connection: wire.Connection[wire.FromGuest],
        hello: wire.Hello,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._connection, self._columns, self._clock = connection, hello.size.columns, clock
        self.is_typed = self.is_read = hello.is_typed

    def width(self) -> int:
        """Return the columns of the guest's window, as the guest has said it."""
        return self._columns

    def write_lines(self, lines: Sequence[str]) -> None:
        """Send lines."""
        for at in range(0, len(lines), wire.MAX_LINES):
            self._connection.send(wire.Lines(tuple(lines[at : at + wire.MAX_LINES])))

    def prompt(self) -> None:
        """Send that something may be said now."""
        self._connection.send(wire.Prompt())

    def clear(self) -> bool:
        """Clear nothing: nobody else looks at the guest's window."""
        return False

    def discard_typeahead(self) -> bool:
        """Throw nothing away: no keyboard changes hands."""
        return False

    def clock(self) -> float:
        """Return the time in seconds, from any moment on."""
        return self._clock()

    def send_due(self) -> None:
        """Do nothing: all was sent at once."""

    def input_of(self, message: wire.FromGuest) -> TypedLine | None:
        """Return what a message is to the loop, None if it is nothing."""
        match message:
            case wire.Answer(said):
                return TypedLine(said)
            case wire.Resized(size):
                self._columns = size.columns
                return None
            case _:
                return None


_SECONDS_FOR_A_HELLO = 5.0
"""Who has not said who they are by then is sent away."""
_MOST_SILENT = 128
"""So many may have knocked without saying who they are; if one more does, the first has to go."""


class PlayerLoop:
    """One player's loop, which goes on when something comes for it."""

    def __init__(self, loop: BaseLoop, how: i18n.Speech) -> None:
        self.loop, self._how = loop, how
        self._clock = loop.clock
        self._steps: InputGenerator[tuple[str, ...]] | None = None
        self._deadline: float | None = None
        self.lines: tuple[str, ...] | None = None

    def start(self, first: Transition) -> None:
        """Show the first screen."""
        self._steps = self.loop.steps(first)
        self._go_on(None)

    @property
    def is_over(self) -> bool:
        """Whether the player has left."""
        return self.lines is not None

    def seconds_left(self) -> float | None:
        """Return for how long nothing need come before the loop goes on by itself."""
        return None if self._deadline is None else max(0.0, self._deadline - self._clock())

    def send_input(self, got: Input | TypedLine) -> None:
        """Let the loop take an input, and say all as this player wants it meanwhile."""
        if not self.is_over:
            self._go_on(got)

    def _go_on(self, got: Any) -> None:
        assert self._steps is not None, "it was started"
        before = i18n.current_language()
        i18n.restore_language(self._how)
        try:
            seconds = next(self._steps) if got is None else self._steps.send(got)
            self._deadline = None if seconds is None else self._clock() + seconds
        except StopIteration as end:
            self.lines, self._deadline = end.value, None
        finally:
            # The language may have been changed on the way.
            self._how = i18n.current_language()
            i18n.restore_language(before)

    def stop(self) -> None:
        """Work on nothing any more."""
        self.loop.stop_job()
        if self._steps is not None and not self.is_over:
            self._steps.close()


@dataclass(slots=True, eq=False)
class GuestSlot:
    """Who is at the other end: knocking, as long as there is no ``player``, or at the table.

    Who ``may_come_in`` sits down as soon as there is a table.
    """

    connection: wire.Connection[wire.FromGuest]
    account: wire.Account | None
    since: float
    hello: wire.Hello | None = None
    name: str = ""
    is_admitted: bool = False
    terminal: RemoteTerminal | RemoteConsole | None = None
    player: PlayerLoop | None = None
    parting: wire.Parting = wire.Parting.LEFT


class Meeting:
    """A host, whose ``loop`` is given, and at most one guest, at one game.

    Who has not said yet who they are keeps nobody out.

    ``recipe`` says what the guest types; ``worker`` is the guest's, if it is given.
    """

    def __init__(
        self, loop: BaseLoop, recipe: tuple[str, ...], worker: BackgroundWorker | None = None
    ) -> None:
        self._options, self._folders, self._recipe = loop.options, loop.folders, recipe
        self._worker = worker
        self.host = PlayerLoop(loop, i18n.current_language())
        self._clock = loop.clock
        self.guest: GuestSlot | None = None
        self._silent: list[GuestSlot] = []
        self._talked_with: wire.Account | None = None
        self.is_open = True

    def start(self, first: Transition) -> None:
        """Show the host's first screen."""
        self.host.start(first)
        self._forward_messages()

    def seconds_left(self) -> float | None:
        """Return for how long nothing need come before anything goes on by itself."""
        left = [self.host.seconds_left()]
        if self.guest is not None and self.guest.player is not None:
            left.append(self.guest.player.seconds_left())
        if self._silent:
            left.append(max(0.0, self._silent[0].since + _SECONDS_FOR_A_HELLO - self._clock()))
        return min((one for one in left if one is not None), default=None)

    @property
    def connections(self) -> tuple[GuestSlot, ...]:
        """Those who are silent so far, and the guest."""
        return (*self._silent, *([] if self.guest is None else [self.guest]))

    def accept_connection(
        self, connection: wire.Connection[wire.FromGuest], account: wire.Account | None
    ) -> None:
        """Take up who wants to come in, unless somebody is here already."""
        guest = GuestSlot(connection, account, self._clock())
        self._silent.append(guest)
        if self._is_full(guest):
            self._send_away(guest, Refusal.BUSY)
        elif len(self._silent) > _MOST_SILENT:
            self._send_away(self._silent[0], Refusal.BUSY)

    def _is_full(self, guest: GuestSlot) -> bool:
        """Return whether there is no seat for somebody; that of the same account is theirs."""
        if self.guest is None:
            return not self.is_open
        is_theirs = guest.account is not None and guest.account == self.guest.account
        return not (self.is_open and is_theirs)

    def go_on(self) -> None:
        """Let those go on whose time is up."""
        for silent in [*self._silent]:
            if self._clock() - silent.since >= _SECONDS_FOR_A_HELLO:
                self._send_away(silent, Refusal.BROKEN)
        guest = self.guest
        silence = None if guest is None else guest.connection.keep_alive()
        if guest is not None and guest.player is not None and silence is not None:
            self.give_host(PeerMessage(PeerSilent(silence)))
        for player in (self.host, None if self.guest is None else self.guest.player):
            if player is not None and player.seconds_left() == 0.0:
                player.send_input(Interruption.TIME_UP)
                self._forward_messages()

    def give_host(self, got: Input | TypedLine) -> None:
        """Let the host's loop take an input."""
        self.host.send_input(got)
        self._forward_messages()

    def read_guest(self) -> None:
        """Take what the guest and those who knock have sent, and see whether they are there."""
        for guest in self.connections:
            for message in guest.connection.receive():
                if guest in self.connections:
                    self._take(guest, message)
            if guest in self.connections and guest.connection.trouble is not None:
                is_other = isinstance(guest.connection.trouble, wire.OtherVersionError)
                guest.connection.send(wire.Refused(Refusal.VERSION if is_other else Refusal.BROKEN))
                self._mark_lost(guest)
            elif guest in self.connections and not guest.connection.is_open:
                self._mark_lost(guest)

    def _take(self, guest: GuestSlot, message: wire.FromGuest) -> None:
        if guest.hello is None:
            if self._is_full(guest) or not isinstance(message, wire.Hello):
                self._send_away(guest, Refusal.BUSY if self._is_full(guest) else Refusal.BROKEN)
                return
            before = self.guest
            if before is not None:
                self._end_visit(before, wire.Parting.MOVED)
                self.give_host(PeerMessage(JoinRequestWithdrawn()))
            self._silent.remove(guest)
            self.guest, guest.hello = guest, message
            if before is not None and before.is_admitted:
                guest.name = before.name
                self._answer(yes=True)
                return
            account, name = guest.account, message.name.strip()
            knock = JoinRequest(name or "?", "", is_own=False)
            if account is not None:
                knock = JoinRequest(name or account.name, account.name, account.is_own)
            guest.name = knock.name
            guest.connection.send(wire.Waiting())
            self.give_host(PeerMessage(JoinRequestScreen(knock)))
        elif guest.player is None and isinstance(message, wire.Resized):
            guest.hello = replace(guest.hello, size=message.size)
        elif guest.player is not None and isinstance(message, wire.Entered):
            guest.player.send_input(PeerMessage(GoalsReached(message.goals, message.is_best)))
        elif guest.terminal is not None and guest.player is not None:
            got = guest.terminal.input_of(message)
            if got is not None:
                guest.player.send_input(got)
                self._forward_messages()

    def _send_away(self, guest: GuestSlot, why: Refusal) -> None:
        guest.connection.send(wire.Refused(why))
        self._forget(guest)

    def _forget(self, guest: GuestSlot) -> None:
        guest.connection.close()
        if guest is self.guest:
            self.guest = None
        else:
            self._silent.remove(guest)

    def _end_visit(self, guest: GuestSlot, how: wire.Parting) -> None:
        if guest.player is not None:
            guest.player.stop()
        guest.connection.send(wire.Ended(how))
        self._forget(guest)

    def _mark_lost(self, guest: GuestSlot) -> None:
        self._forget(guest)
        if guest.player is not None:
            guest.player.stop()
            self.give_host(PeerMessage(PeerDisconnected(self._recipe)))
        elif guest.hello is not None:
            self.give_host(PeerMessage(JoinRequestWithdrawn()))

    def _forward_messages(self) -> None:
        is_heard = True
        while is_heard:
            is_heard = False
            guest = None if self.guest is None else self.guest.player
            for player in (self.host, guest):
                told = [] if player is None else player.loop.take_outbox()
                for what in told:
                    is_heard = True
                    if isinstance(what, TalkLine) and player is not None:
                        player.send_input(PeerMessage(what))
                    if player is self.host:
                        self._hear_host(what)
                    else:
                        self._note(what)
                        self.host.send_input(PeerMessage(what))
            if self.guest is not None and guest is not None and guest.is_over:
                self.guest.connection.send(wire.Ended(self.guest.parting))
                self._mark_lost(self.guest)
        if self.host.is_over:
            self.end_visits()

    def _hear_host(self, what: object) -> None:
        match what:
            case PlayerAdmitted():
                self._seat(what)
            case JoinAnswered(yes):
                self._answer(yes=yes)
            case TableReady():
                self._admit()
            case OneKeyboardMode():
                self.is_open = False
            case _:
                if self.guest is not None and self.guest.player is not None:
                    self.guest.player.send_input(PeerMessage(what))
                self._note(what)

    def _note(self, what: object) -> None:
        """Send the guest the record of a game that is over, and no other; note where it goes on."""
        if self.guest is None:
            return
        match what:
            case GameChanged(game) if game.result is not None:
                self.guest.connection.send(wire.Finished(dump_record(game)))
            case PeerReviews():
                self.guest.parting = wire.Parting.REVIEW

    def _answer(self, *, yes: bool) -> None:
        guest = self.guest
        if guest is not None and yes:
            guest.is_admitted = True
            self._admit()
            if guest.player is not None:
                return
            guest.connection.send(wire.Waiting(may_come_in=True))
        elif guest is not None:
            self._send_away(guest, Refusal.NO)
        self.give_host(PeerMessage(JoinRequestWithdrawn()))

    def _admit(self) -> None:
        if self.guest is not None and self.guest.is_admitted and self.guest.player is None:
            self.give_host(PeerMessage(PlayerArrived(self.guest.name)))

    def _seat(self, admitted: PlayerAdmitted) -> None:
        """Let the guest sit down at a table, drawn as the guest wants it.

        Whoever comes back finds what was said, and nobody else does.
        """
        guest, game, saved = self.guest, admitted.game, admitted.saved
        if guest is None or guest.hello is None:
            # Gone just now; that is told next.
            return
        if guest.hello.words and not has_parts(game.header.game, SPOKEN_WORDS):
            self._send_away(guest, Refusal.NO_WORDS)
            self.give_host(PeerMessage(PeerDisconnected(self._recipe)))
            return
        hello, before = guest.hello, i18n.current_language()
        i18n.use_language(hello.language if hello.language in i18n.languages() else i18n.SOURCE)
        i18n.use_ascii(hello.signs == "ascii")
        how = i18n.current_language()
        i18n.restore_language(before)
        guest.player = PlayerLoop(self._loop_for(guest, hello, game.header.game), how)
        look = guest.player.loop.options.look
        is_back = guest.account is not None and guest.account == self._talked_with
        self._talked_with = guest.account
        table = shared_table(game, saved, Seat.P2, look)
        guest.player.start(Transition(replace(table, lines=admitted.lines if is_back else ())))
        self._note(GameChanged(game, saved))

    def _loop_for(self, guest: GuestSlot, hello: wire.Hello, game: str) -> BaseLoop:
        folders, clock = self._folders, self._clock
        if hello.words:
            look = Look(SPOKEN, animated=False)
            options = replace(self._options, look=look, headphones=hello.headphones, game=game)
            guest.terminal = console = RemoteConsole(guest.connection, hello, clock)
            return PlainLoop(options, folders, self._worker, console)
        glyphs = (
            GLYPH_SETS[hello.signs] if hello.has_colours else letter_glyphs(GLYPH_SETS[hello.signs])
        )
        look = Look(glyphs, hello.animated, hello.theme, hello.keyboard)
        options = replace(self._options, look=look, bell=hello.bell, game=game)
        guest.terminal = terminal = RemoteTerminal(guest.connection, hello.size, clock)
        return ScreenLoop(options, folders, self._worker, terminal)

    def end_visits(self) -> None:
        """End it for whoever is there as well."""
        self.is_open = False
        for guest in self.connections:
            self._end_visit(guest, wire.Parting.HOST_LEFT)
        self.host.stop()


WaitFunction: TypeAlias = Callable[[float], Input | TypedLine]
"""Waits for what a player does, for so many seconds at most."""

_SLICE = 0.25
"""Seconds after which a signal, or another size of the window, is seen at the latest."""
_A_LOOK, _A_KEY = 0.001, 0.02


@dataclass(frozen=True, slots=True)
class HostForm(FormScreen):
    """The form of a new game at two terminals; ``recipe`` is what the other player types."""

    join_instructions: tuple[str, ...] = ()

    @property
    def defers_deal(self) -> bool:
        return True

    def player_rows(self) -> Iterator[Row]:
        """Yield no row: the other player sits at another terminal."""
        yield from ()

    def handle_key(self, key: str, context: Context) -> Transition:
        """Leave where another form leads back to the title."""
        if key == ESCAPE and not self.shows_more_rows:
            return self.go_back(key, context)
        return FormScreen.handle_key(self, key, context)

    def handle_event(self, event: Event, context: Context) -> Transition:
        """Sit down at the table once the game is started, and wait for the other player."""
        if isinstance(event, GameStarted):
            return waiting_table(
                event.game, event.saved, context.options.look, self.join_instructions
            )
        return FormScreen.handle_event(self, event, context)


def host_form(form: FormScreen, recipe: tuple[str, ...]) -> HostForm:
    """Return a form of a new game as that of a host."""
    fields = {name: getattr(form, name) for name in field_names(FormScreen)}
    host = HostForm(**fields, join_instructions=recipe)
    return replace(host, row=host.deal_row)


def waiting_table(game: Game, saved: SavedGame, look: Look, recipe: tuple[str, ...]) -> Transition:
    """Return the host's table of a game, and over it what waits for the other player."""
    waiting = WaitingScreen(game.header, recipe)
    return Transition(
        shared_table(game, saved, Seat.P1, look), (Push(waiting), SendToPeer(TableReady()))
    )


def serve(
    wait: WaitFunction,
    door: socket.socket,
    first: Transition,
    loop: BaseLoop,
    recipe: tuple[str, ...],
) -> tuple[str, ...]:
    """Host a game until the host leaves, or a signal ends it; return lines for the shell.

    ``wait`` waits for what comes from the host, for so many seconds at most.
    """
    meeting = Meeting(loop, recipe)
    try:
        meeting.start(first)
        while not meeting.host.is_over:
            _wait(wait, door, meeting)
    finally:
        meeting.end_visits()
    return meeting.host.lines or ()


def _wait(wait: WaitFunction, door: socket.socket, meeting: Meeting) -> None:
    """Wait until something comes from anywhere, or a time is up, and let it be done."""
    left = meeting.seconds_left()
    guest, connections = (
        meeting.guest,
        [connection.connection for connection in meeting.connections],
    )
    readers: list[Any] = [sys.stdin, door, *connections]
    if not meeting.host.loop.wants_input:
        # A program's lines stay where they are until it is its turn.
        readers.remove(sys.stdin)
    writers = [connection for connection in connections if connection.has_unsent]
    seconds = _SLICE if left is None else min(_SLICE, left)
    readable, writable, _ = select.select(readers, writers, [], seconds)
    if door in readable:
        _open(door, meeting)
    if guest is not None and guest.connection in writable:
        guest.connection.flush()
        if guest.terminal is not None:
            guest.terminal.send_due()
    if any(connection in readable for connection in connections):
        meeting.read_guest()
    got = wait(_A_KEY if sys.stdin in readable else _A_LOOK)
    while got is not Interruption.TIME_UP and not meeting.host.is_over:
        meeting.give_host(got)
        got = wait(_A_LOOK)
    meeting.go_on()


def _open(door: socket.socket, meeting: Meeting) -> None:
    try:
        end, _address = door.accept()
    except OSError:
        # Whoever it was has gone again.
        return
    account = wire.peer_account(end)
    connection: wire.Connection[wire.FromGuest] = wire.Connection(
        end, wire.parse_from_guest, wire.MAX_FROM_GUEST
    )
    meeting.accept_connection(connection, account)
