"""Two players at two terminals: their loops, of which each goes on when something comes for it.

Both run in the host's program, one step of one of them at a time. What is not drawn for the guest
never leaves it.
"""

from __future__ import annotations

from typing import Any

from foxduet.core.common import Seat
from foxduet.core.frozen import dataclass, replace
from foxduet.core.register import SPOKEN as SPOKEN_WORDS
from foxduet.core.register import has_parts
from foxduet.play.record import dump_record
from foxduet.store.sockets import Account
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.keys import Input, Interruption, Told, Typed
from foxduet.ui.kit.screen import Next
from foxduet.ui.loop import Loop
from foxduet.ui.plain.loop import PlainLoop
from foxduet.ui.remote.connection import Connection
from foxduet.ui.remote.messages import (
    Ended,
    Entered,
    Finished,
    FromGuest,
    Hello,
    OtherVersionError,
    Parting,
    Refusal,
    Refused,
    Resized,
    Waiting,
)
from foxduet.ui.remote.remarks import (
    Admitted,
    Alone,
    Answered,
    Arrived,
    Changed,
    Gone,
    Hosted,
    Knock,
    KnockGone,
    Line,
    Reached,
    Reviews,
    Silent,
)
from foxduet.ui.remote.table import shared_table
from foxduet.ui.remote.terminal import RemoteConsole, RemoteTerminal
from foxduet.ui.remote.waiting import KnockScreen
from foxduet.ui.run import BackgroundWorker, Run, Steps
from foxduet.words.glyphs import ASCII, MONOCHROME, SPOKEN, UNICODE
from foxduet.words.i18n import (
    SOURCE,
    Speech,
    languages,
    speak,
    speech,
    use_language,
    use_seven_bits,
)

_SECONDS_FOR_A_HELLO = 5.0
"""Who has not said who they are by then is sent away."""
_MOST_SILENT = 128
"""So many may have knocked without saying who they are; if one more does, the first has to go."""


class Player:
    """One player's loop, which goes on when something comes for it."""

    def __init__(self, loop: Run, how: Speech) -> None:
        self.loop, self._how = loop, how
        self._clock = loop.clock
        self._steps: Steps[tuple[str, ...]] | None = None
        self._deadline: float | None = None
        self.lines: tuple[str, ...] | None = None

    def start(self, first: Next) -> None:
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

    def give(self, got: Input | Typed) -> None:
        """Let the loop take an input, and say all as this player wants it meanwhile."""
        if not self.is_over:
            self._go_on(got)

    def _go_on(self, got: Any) -> None:
        assert self._steps is not None, "it was started"
        before = speech()
        speak(self._how)
        try:
            seconds = next(self._steps) if got is None else self._steps.send(got)
            self._deadline = None if seconds is None else self._clock() + seconds
        except StopIteration as end:
            self.lines, self._deadline = end.value, None
        finally:
            # The language may have been changed on the way.
            self._how = speech()
            speak(before)

    def stop(self) -> None:
        """Work on nothing any more."""
        self.loop.stop_working()
        if self._steps is not None and not self.is_over:
            self._steps.close()


@dataclass(slots=True, eq=False)
class Guest:
    """Who is at the other end: knocking, as long as there is no ``player``, or at the table.

    Who ``may_come_in`` sits down as soon as there is a table.
    """

    connection: Connection[FromGuest]
    account: Account | None
    since: float
    hello: Hello | None = None
    name: str = ""
    may_come_in: bool = False
    terminal: RemoteTerminal | RemoteConsole | None = None
    player: Player | None = None
    parting: Parting = Parting.LEFT


class Meeting:
    """A host, whose ``loop`` is given, and at most one guest, at one game.

    Who has not said yet who they are keeps nobody out.

    ``recipe`` says what the guest types; ``worker`` is the guest's, if it is given.
    """

    def __init__(
        self,
        loop: Run,
        recipe: tuple[str, ...],
        worker: BackgroundWorker | None = None,
    ) -> None:
        self._options, self._folders, self._recipe = loop.options, loop.folders, recipe
        self._worker = worker
        self.host = Player(loop, speech())
        self._clock = loop.clock
        self.guest: Guest | None = None
        self._silent: list[Guest] = []
        self._talked_with: Account | None = None
        self.is_open = True

    def start(self, first: Next) -> None:
        """Show the host's first screen."""
        self.host.start(first)
        self._pass_on()

    def seconds_left(self) -> float | None:
        """Return for how long nothing need come before anything goes on by itself."""
        left = [self.host.seconds_left()]
        if self.guest is not None and self.guest.player is not None:
            left.append(self.guest.player.seconds_left())
        if self._silent:
            left.append(max(0.0, self._silent[0].since + _SECONDS_FOR_A_HELLO - self._clock()))
        return min((one for one in left if one is not None), default=None)

    @property
    def everybody(self) -> tuple[Guest, ...]:
        """Those who are silent so far, and the guest."""
        return (*self._silent, *([] if self.guest is None else [self.guest]))

    def knock(self, connection: Connection[FromGuest], account: Account | None) -> None:
        """Take up who wants to come in, unless somebody is here already."""
        guest = Guest(connection, account, self._clock())
        self._silent.append(guest)
        if self._is_full(guest):
            self._send_away(guest, Refusal.BUSY)
        elif len(self._silent) > _MOST_SILENT:
            self._send_away(self._silent[0], Refusal.BUSY)

    def _is_full(self, guest: Guest) -> bool:
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
            self.give_host(Told(Silent(silence)))
        for player in (self.host, None if self.guest is None else self.guest.player):
            if player is not None and player.seconds_left() == 0.0:
                player.give(Interruption.TIME_UP)
                self._pass_on()

    def give_host(self, got: Input | Typed) -> None:
        """Let the host's loop take an input."""
        self.host.give(got)
        self._pass_on()

    def read_guest(self) -> None:
        """Take what the guest and those who knock have sent, and see whether they are there."""
        for guest in self.everybody:
            for message in guest.connection.receive():
                if guest in self.everybody:
                    self._take(guest, message)
            if guest in self.everybody and guest.connection.trouble is not None:
                is_other = isinstance(guest.connection.trouble, OtherVersionError)
                guest.connection.send(Refused(Refusal.VERSION if is_other else Refusal.BROKEN))
                self._lose(guest)
            elif guest in self.everybody and not guest.connection.is_open:
                self._lose(guest)

    def _take(self, guest: Guest, message: FromGuest) -> None:
        if guest.hello is None:
            if self._is_full(guest) or not isinstance(message, Hello):
                self._send_away(guest, Refusal.BUSY if self._is_full(guest) else Refusal.BROKEN)
                return
            before = self.guest
            if before is not None:
                self._part(before, Parting.MOVED)
                self.give_host(Told(KnockGone()))
            self._silent.remove(guest)
            self.guest, guest.hello = guest, message
            if before is not None and before.may_come_in:
                guest.name = before.name
                self._answer(yes=True)
                return
            account, name = guest.account, message.name.strip()
            knock = Knock(name or "?", "", is_own=False)
            if account is not None:
                knock = Knock(name or account.name, account.name, account.is_own)
            guest.name = knock.name
            guest.connection.send(Waiting())
            self.give_host(Told(KnockScreen(knock)))
        elif guest.player is None and isinstance(message, Resized):
            guest.hello = replace(guest.hello, size=message.size)
        elif guest.player is not None and isinstance(message, Entered):
            guest.player.give(Told(Reached(message.goals, message.is_best)))
        elif guest.terminal is not None and guest.player is not None:
            got = guest.terminal.input_of(message)
            if got is not None:
                guest.player.give(got)
                self._pass_on()

    def _send_away(self, guest: Guest, why: Refusal) -> None:
        guest.connection.send(Refused(why))
        self._forget(guest)

    def _forget(self, guest: Guest) -> None:
        guest.connection.close()
        if guest is self.guest:
            self.guest = None
        else:
            self._silent.remove(guest)

    def _part(self, guest: Guest, how: Parting) -> None:
        """End it for somebody, who is told how."""
        if guest.player is not None:
            guest.player.stop()
        guest.connection.send(Ended(how))
        self._forget(guest)

    def _lose(self, guest: Guest) -> None:
        """Tell the host that somebody has gone."""
        self._forget(guest)
        if guest.player is not None:
            guest.player.stop()
            self.give_host(Told(Gone(self._recipe)))
        elif guest.hello is not None:
            self.give_host(Told(KnockGone()))

    def _pass_on(self) -> None:
        """Tell each player what the other's screens have to tell, as long as there is anything."""
        is_heard = True
        while is_heard:
            is_heard = False
            guest = None if self.guest is None else self.guest.player
            for player in (self.host, guest):
                told = [] if player is None else player.loop.take_told()
                for what in told:
                    is_heard = True
                    if isinstance(what, Line) and player is not None:
                        player.give(Told(what))
                    if player is self.host:
                        self._hear_host(what)
                    else:
                        self._note(what)
                        self.host.give(Told(what))
            if self.guest is not None and guest is not None and guest.is_over:
                self.guest.connection.send(Ended(self.guest.parting))
                self._lose(self.guest)
        if self.host.is_over:
            self.end()

    def _hear_host(self, what: object) -> None:
        match what:
            case Admitted():
                self._seat(what)
            case Answered(yes):
                self._answer(yes=yes)
            case Hosted():
                self._bring_in()
            case Alone():
                self.is_open = False
            case _:
                if self.guest is not None and self.guest.player is not None:
                    self.guest.player.give(Told(what))
                self._note(what)

    def _note(self, what: object) -> None:
        """Send the guest the record of a game that is over, and no other; note where it goes on."""
        if self.guest is None:
            return
        match what:
            case Changed(game) if game.result is not None:
                self.guest.connection.send(Finished(dump_record(game)))
            case Reviews():
                self.guest.parting = Parting.REVIEW

    def _answer(self, *, yes: bool) -> None:
        """Let in who knocks, or turn them away."""
        guest = self.guest
        if guest is not None and yes:
            guest.may_come_in = True
            self._bring_in()
            if guest.player is not None:
                return
            guest.connection.send(Waiting(may_come_in=True))
        elif guest is not None:
            self._send_away(guest, Refusal.NO)
        self.give_host(Told(KnockGone()))

    def _bring_in(self) -> None:
        """Tell the host's table, if there is one, who has arrived."""
        if self.guest is not None and self.guest.may_come_in and self.guest.player is None:
            self.give_host(Told(Arrived(self.guest.name)))

    def _seat(self, admitted: Admitted) -> None:
        """Let the guest sit down at a table, drawn as the guest wants it.

        Whoever comes back finds what was said, and nobody else does.
        """
        guest, game, saved = self.guest, admitted.game, admitted.saved
        if guest is None or guest.hello is None:
            # Gone just now; that is told next.
            return
        if guest.hello.words and not has_parts(game.header.game, SPOKEN_WORDS):
            self._send_away(guest, Refusal.NO_WORDS)
            self.give_host(Told(Gone(self._recipe)))
            return
        hello, before = guest.hello, speech()
        use_language(hello.language if hello.language in languages() else SOURCE)
        use_seven_bits(hello.few_signs)
        how = speech()
        speak(before)
        guest.player = Player(self._loop_for(guest, hello, game.header.game), how)
        look = guest.player.loop.options.look
        is_back = guest.account is not None and guest.account == self._talked_with
        self._talked_with = guest.account
        table = shared_table(game, saved, Seat.P2, look)
        guest.player.start(Next(replace(table, lines=admitted.lines if is_back else ())))
        self._note(Changed(game, saved))

    def _loop_for(self, guest: Guest, hello: Hello, game: str) -> Run:
        """Return the loop of a guest, who sees pictures or hears words."""
        folders, clock = self._folders, self._clock
        if hello.words:
            look = Look(SPOKEN, animated=False)
            options = replace(self._options, look=look, headphones=hello.headphones, game=game)
            guest.terminal = console = RemoteConsole(guest.connection, hello, clock)
            return PlainLoop(options, folders, self._worker, console)
        glyphs = ASCII if hello.few_signs else UNICODE if hello.has_colours else MONOCHROME
        look = Look(glyphs, hello.animated, hello.theme, hello.keyboard)
        options = replace(self._options, look=look, bell=hello.bell, game=game)
        guest.terminal = terminal = RemoteTerminal(guest.connection, hello.size, clock)
        return Loop(options, folders, self._worker, terminal)

    def end(self) -> None:
        """End it for whoever is there as well."""
        self.is_open = False
        for guest in self.everybody:
            self._part(guest, Parting.HOST_LEFT)
        self.host.stop()
