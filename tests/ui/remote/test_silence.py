"""An end that is stopped, or cut off: both see that nothing comes, and the seat is not lost."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.store.sockets import Account
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.keys import Input, Interruption
from foxduet.ui.remote.connection import Connection
from foxduet.ui.remote.guest import Guest
from foxduet.ui.remote.messages import (
    LONGEST_FROM_HOST,
    Beat,
    Ended,
    FromHost,
    Parting,
    Prompt,
    Refusal,
    Refused,
    format_message,
    parse_from_host,
)
from foxduet.ui.remote.plain_guest import PlainGuest
from tests.support.conversation import Paper
from tests.support.meetings import HELLO, Clock, TwoTerminals
from tests.support.players import duet
from tests.support.tables import ScriptedTerminal, options_in

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")

LEFT, RIGHT = Seat.P1, Seat.P2
ZOE, OTHER = Account("zoe", is_own=False), Account("other", is_own=False)
NEVER = float("inf")
DAY = 24 * 60 * 60


@pytest.mark.parametrize("words", [False, True], ids=["seen", "heard"])
def test_the_host_is_told_that_the_guest_does_not_answer_and_that_they_do_again(
    words: bool, tmp_path: Path
) -> None:
    paper = Paper()
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5), paper=paper if words else None)
    guest = two.knock()
    two.say(LEFT, "yes") if words else two.press(LEFT, "y")

    def told() -> str:
        return "\n".join(paper.lines) if words else two.text(LEFT)

    two.pass_time(60)
    assert "answer" not in told()
    guest.beat = NEVER
    two.pass_time(15)
    assert "answer" not in told()
    two.pass_time(10)
    assert "No answer from Zoe for 20 seconds." in told()
    two.pass_time(20)
    assert "No answer from Zoe for 40 seconds." in told()
    guest.beat = 0
    two.pass_time(1)
    assert "Zoe answers again." in told()
    two.close()


class Link:
    """A guest's connection; the host's end of it says only what a test wants."""

    def __init__(self) -> None:
        self.clock = Clock()
        ours, self.host = socket.socketpair()
        self.guest: Connection[FromHost] = Connection(
            ours, parse_from_host, LONGEST_FROM_HOST, self.clock
        )


class Console(Paper):
    """A console at which nothing is typed."""

    def __init__(self, terminal: ScriptedTerminal) -> None:
        super().__init__()
        self.terminal = terminal

    def look(self, **_how: bool) -> Input:
        return self.terminal.wait(0)


@pytest.fixture
def link() -> Iterator[Link]:
    """Return a connection to a silent host."""
    link = Link()
    yield link
    link.guest.close()
    link.host.close()


@pytest.mark.parametrize("words", [False, True], ids=["seen", "heard"])
def test_the_guest_is_told_that_the_host_does_not_answer_and_that_it_does_again(
    words: bool, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = ScriptedTerminal([Interruption.TIME_UP] * 45)

    def tick() -> None:
        link.clock.now += 1
        if link.clock.now == 42:
            link.host.sendall(format_message(Beat()))

    terminal.before_input, console = tick, Console(terminal)
    with open(os.devnull) as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        if words:
            PlainGuest(console, link.guest, lambda _record: None).run(HELLO)
        else:
            Guest(terminal, link.guest, Look(), lambda _record: None).run(HELLO)
    told = [
        f"No answer from the host for {seconds} seconds. Ctrl-C leaves." for seconds in (20, 40)
    ]
    if words:
        assert console.lines == ["Knocking ...", *told, "The host answers again."]
    else:
        assert [frame.lines[-1].strip() for frame in terminal.frames] == ["", *told, ""]


def test_nobody_was_silent_while_this_end_was_stopped(link: Link) -> None:
    link.guest.keep_alive()
    link.clock.now += DAY
    assert link.guest.keep_alive() is None
    heard = [link.guest.keep_alive() for link.clock.now in range(DAY + 1, DAY + 31)]
    assert [one for one in heard if one is not None] == [20], "the host is stopped, too"


def test_a_guest_in_words_is_prompted_again_behind_a_silence_or_once_continued(link: Link) -> None:
    console = Console(ScriptedTerminal([Interruption.CONTINUED]))
    guest = PlainGuest(console, link.guest, lambda _record: None)
    guest._tell_silence(20)
    assert console.prompts == 0, "nothing is asked yet"
    guest._take(Prompt())
    guest._tell_silence(0)
    assert console.prompts == 2
    guest._take_input(is_there=False)
    assert console.prompts == 3


def test_who_is_continued_after_a_day_finds_few_beats_and_is_heard_at_once(link: Link) -> None:
    for second in range(DAY):
        link.clock.now = second
        link.guest.keep_alive()
    beats = link.host.recv(1_000_000)
    assert 0 < beats.count(b"\n") < 20
    link.host.sendall(beats)
    link.guest.receive()
    assert link.guest.keep_alive() == 0


def test_two_ends_that_were_stopped_together_hear_each_other_again(link: Link) -> None:
    link.clock.now = DAY
    link.guest.keep_alive()
    assert link.host.recv(1_000_000) == format_message(Beat())


def test_the_same_account_takes_its_seat_over_at_once_and_the_old_terminal_is_told(
    tmp_path: Path,
) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    old = two.join(account=ZOE)
    two.press(LEFT, "1", "enter", "R", "y")
    assert "wants to resign" in two.text(RIGHT)
    new = two.knock(account=ZOE)
    old.read()
    assert old.messages[-1] == Ended(Parting.MOVED)
    assert old.is_closed
    assert "Left led the 2 of Doves." in new.text
    two.press(RIGHT, "2", "enter")
    assert "Space continue" in two.text(LEFT)
    two.close()


@pytest.mark.parametrize("account", [OTHER, None])
def test_no_other_account_does(account: Account | None, tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    seated = two.join(account=None if account is None else ZOE)
    other = two.knock_silently(account)
    other.read()
    assert other.messages == [Refused(Refusal.BUSY)]
    two.guest = seated
    two.press(LEFT, "1", "enter")
    assert "Left led" in two.text(RIGHT)
    two.close()


def test_who_knocks_again_from_elsewhere_is_asked_about_again_and_not_let_in(
    tmp_path: Path,
) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    old = two.knock(account=ZOE)
    new = two.knock(account=ZOE)
    old.read()
    assert old.messages[-1] == Ended(Parting.MOVED)
    assert new.rows == []
    two.press(LEFT, "y")
    assert "Left is choosing ..." in two.text(RIGHT)
    two.close()
