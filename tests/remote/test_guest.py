"""The guest's own program: what it sends, and what it shows by itself."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest

from foxduet.core.cards import Seat
from foxduet.remote.guest import Guest, Visit
from foxduet.remote.spoken import PlainGuest
from foxduet.remote.wire import (
    LONGEST_FROM_HOST,
    Account,
    Beat,
    Connection,
    Ended,
    FromGuest,
    FromHost,
    Parting,
    Prompt,
    Refusal,
    Refused,
    Resized,
    Rows,
    format_message,
    parse_from_guest,
    parse_from_host,
)
from foxduet.ui.kit.canvas import Look, Size, Theme
from foxduet.ui.kit.keys import Input, Interruption
from tests.support.meetings import HELLO, Clock, TwoTerminals
from tests.support.players import duet
from tests.support.stories import Paper
from tests.support.tables import ScriptedTerminal, options_in

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")

LARGE = Size(30, 100)
Visitor: TypeAlias = Callable[[Connection[FromHost]], Visit]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[FromGuest | Beat]]:
    """Return what a visitor sends to a host who has sent some messages."""

    def visit(visitor: Visitor, *messages: FromHost) -> list[FromGuest | Beat]:
        ours, theirs = socket.socketpair()
        with open(os.devnull) as nothing, theirs:
            monkeypatch.setattr("sys.stdin", nothing)
            theirs.sendall(b"".join(map(format_message, messages)))
            visitor(Connection(ours, parse_from_host, LONGEST_FROM_HOST)).run(HELLO)
            return [parse_from_guest(line) for line in theirs.recv(1_000_000).splitlines()]

    return visit


def take_no_record(_record: str) -> None:
    """Save nothing."""


def test_each_size_of_the_window_is_sent_and_shown_at_once(
    sent: Callable[..., list[FromGuest | Beat]],
) -> None:
    terminal = ScriptedTerminal([Interruption.TIME_UP, Interruption.RESIZED, Interruption.TIME_UP])

    def resize() -> None:
        terminal.window = LARGE

    terminal.before_input = resize
    picture = Rows(1, HELLO.size, Theme.TERMINAL, {})
    messages = sent(lambda at: Guest(terminal, at, Look(), take_no_record), picture)
    assert messages == [HELLO, Resized(LARGE)]
    assert len(terminal.frames[-1].rows) == LARGE.rows


@dataclass
class Narrowing(Paper):
    """A console that gets narrower whenever nothing is typed, and is closed in the end."""

    columns: int = 80

    def width(self) -> int:
        return self.columns

    def look(self, **_how: bool) -> Input:
        self.columns -= 10
        return Interruption.ENDED if self.columns < 60 else Interruption.TIME_UP


def test_a_guest_in_words_says_how_wide_lines_may_be_now(
    sent: Callable[..., list[FromGuest | Beat]],
) -> None:
    messages = sent(lambda at: PlainGuest(Narrowing(), at, take_no_record))
    assert messages == [HELLO, Resized(Size(24, 70)), Resized(Size(24, 60))]


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
