"""The guest's own program: what it sends, and what it shows by itself."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import pytest

from foxduet.ui.kit.canvas import Look, Size, Theme
from foxduet.ui.kit.keys import Input, Interruption
from foxduet.ui.remote.connection import Connection
from foxduet.ui.remote.guest import Guest, Visit
from foxduet.ui.remote.messages import (
    LONGEST_FROM_HOST,
    Beat,
    FromGuest,
    FromHost,
    Resized,
    Rows,
    format_message,
    parse_from_guest,
    parse_from_host,
)
from foxduet.ui.remote.plain_guest import PlainGuest
from tests.support.conversation import Paper
from tests.support.meetings import HELLO
from tests.support.tables import ScriptedTerminal

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
