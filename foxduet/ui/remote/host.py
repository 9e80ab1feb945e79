"""The host's program: it waits at its terminal and at a socket at once, and lets both go on."""

from __future__ import annotations

import select
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.core.common import Seat
from foxduet.core.frozen import dataclass, names_of, replace
from foxduet.store.sockets import account_of
from foxduet.ui.kit.answers import Event, GameStarted
from foxduet.ui.kit.effects import Tell
from foxduet.ui.kit.keys import ESCAPE, Input, Interruption, Typed
from foxduet.ui.kit.screen import Context, Next, Push
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.menu.rows import Row
from foxduet.ui.remote.connection import Connection
from foxduet.ui.remote.meeting import Meeting
from foxduet.ui.remote.messages import LONGEST_FROM_GUEST, FromGuest, parse_from_guest
from foxduet.ui.remote.remarks import Hosted
from foxduet.ui.remote.table import shared_table
from foxduet.ui.remote.waiting import WaitingScreen
from foxduet.ui.run import Run

if TYPE_CHECKING:
    from foxduet.play.game import Game
    from foxduet.store.saved_games import SavedGame
    from foxduet.ui.kit.canvas import Look

Wait: TypeAlias = Callable[[float], Input | Typed]
"""Waits for what a player does, for so many seconds at most."""

_SLICE = 0.25
"""Seconds after which a signal, or another size of the window, is seen at the latest."""
_A_LOOK, _A_KEY = 0.001, 0.02


@dataclass(frozen=True, slots=True)
class HostForm(FormScreen):
    """The form of a new game at two terminals; ``recipe`` is what the other player types."""

    recipe: tuple[str, ...] = ()

    @property
    def talks_first(self) -> bool:
        return True

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows without that of a partner."""
        return tuple(row for row in FormScreen.rows.fget(self) if row.key != "partner")  # type: ignore[attr-defined]

    def press(self, key: str, context: Context) -> Next:
        """Leave where another form leads back to the title."""
        if key == ESCAPE:
            return self.go_back(key, context)
        return FormScreen.press(self, key, context)

    def receive(self, event: Event, context: Context) -> Next:
        """Sit down at the table once the game is started, and wait for the other player."""
        if isinstance(event, GameStarted):
            return waiting_table(event.game, event.saved, context.options.look, self.recipe)
        return FormScreen.receive(self, event, context)


def host_form(form: FormScreen, recipe: tuple[str, ...]) -> HostForm:
    """Return a form of a new game as that of a host."""
    fields = {name: getattr(form, name) for name in names_of(FormScreen)}
    host = HostForm(**fields, recipe=recipe)
    return replace(host, row=host.deal_row)


def waiting_table(game: Game, saved: SavedGame, look: Look, recipe: tuple[str, ...]) -> Next:
    """Return the host's table of a game, and over it what waits for the other player."""
    waiting = WaitingScreen(game.header, recipe)
    return Next(shared_table(game, saved, Seat.P1, look), (Push(waiting), Tell(Hosted())))


def serve(
    wait: Wait,
    door: socket.socket,
    first: Next,
    loop: Run,
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
        meeting.end()
    return meeting.host.lines or ()


def _wait(wait: Wait, door: socket.socket, meeting: Meeting) -> None:
    """Wait until something comes from anywhere, or a time is up, and let it be done."""
    left = meeting.seconds_left()
    guest, connections = meeting.guest, [one.connection for one in meeting.everybody]
    readers: list[Any] = [sys.stdin, door, *connections]
    if not meeting.host.loop.wants_input:
        # A program's lines stay where they are until it is its turn.
        readers.remove(sys.stdin)
    writers = [one for one in connections if one.has_unsent]
    seconds = _SLICE if left is None else min(_SLICE, left)
    readable, writable, _ = select.select(readers, writers, [], seconds)
    if door in readable:
        _open(door, meeting)
    if guest is not None and guest.connection in writable:
        guest.connection.flush()
        if guest.terminal is not None:
            guest.terminal.send_due()
    if any(one in readable for one in connections):
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
    account = account_of(end)
    connection: Connection[FromGuest] = Connection(end, parse_from_guest, LONGEST_FROM_GUEST)
    meeting.knock(connection, account)
