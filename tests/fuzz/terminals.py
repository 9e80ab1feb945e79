"""Rogue guests and rogue hosts: whatever comes through the socket, nothing breaks or is lost."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from foxduet.core.common import Seat
from foxduet.store.saved_games import load_game
from foxduet.ui.kit.canvas import Frame, Look, Size
from foxduet.ui.kit.keys import Input, Interruption
from foxduet.ui.remote.connection import Connection
from foxduet.ui.remote.guest import Guest, Visit
from foxduet.ui.remote.messages import LONGEST_FROM_HOST, FromHost, format_message, parse_from_host
from foxduet.ui.remote.plain_guest import PlainGuest
from foxduet.words.text import printable
from tests.support.meetings import HELLO, TwoTerminals
from tests.support.players import duet
from tests.support.tables import WINDOW, options_in

_PIECES = 30
_VALUES: tuple[Any, ...] = (
    *(0, -1, 1, 10**30, 1.5, True, None, "", "left", "y", "\x1b[2J", "x" * 5000, [], {}, [[]]),
    *([24, 80], [1, 1], [10**6, 10**6], [[0, [["plain", "\x1b]0;x\x07"]]]]),
    *(["hand"], ["\x1b[2J"], ["x" * 250] * 900),
    *([[0, [["plain", "x" * 399]]]], [[10**9, []]], "rows", "finished", "terminal", "busy"),
)
_KINDS = (
    *("hello", "pressed", "clicked", "resized", "waiting", "refused", "rows", "bell", "finished"),
    *("ended", "answer", "lines", "prompt", "beat", "", 1),
)
_FIELDS = (
    *("version", "name", "size", "theme", "keyboard", "language", "few_signs", "has_colours"),
    *("animated", "bell", "key", "seen", "row", "column", "why", "number", "changed", "record"),
    *("words", "headphones", "is_typed", "said", "lines", "program"),
)


def attack(rng: Random, folder: Path) -> Iterator[str]:
    """Let one end of a connection talk nonsense; yield what breaks at the other."""
    yield from rng.choice((_rogue_guest, _rogue_host))(rng, folder)


def _nonsense(rng: Random) -> bytes:
    """Return garbage, half a line, a huge line, a flood, or a message that is odd."""
    match rng.randrange(6):
        case 0:
            return rng.randbytes(rng.randrange(1, 2000))
        case 1:
            return b"x" * rng.choice((10, 3_000, 2_000_000))
        case 2:
            return b'{"is":"pressed","key":"enter","seen":9}\n' * rng.choice((1, 3_000))
        case 3:
            return b"[" * 100_000 + b"\n"
        case 4:
            line = format_message(HELLO)
            return line[: rng.randrange(len(line))]
        case _:
            names = rng.sample(_FIELDS, rng.randrange(5))
            message = {"is": rng.choice(_KINDS), **{name: rng.choice(_VALUES) for name in names}}
            return json.dumps(message).encode() + b"\n"


def _send(end: socket.socket, content: bytes, read: Any) -> None:
    """Send all that the other end takes."""
    end.setblocking(False)
    stalled = 0
    while content and stalled < 3:
        try:
            content = content[end.send(content) :]
            stalled = 0
        except BlockingIOError:
            stalled += 1
        except OSError:
            return
        read()


def _rogue_guest(rng: Random, folder: Path) -> Iterator[str]:
    two = TwoTerminals(options_in(folder), duet(1, seed=rng.randrange(1000)))
    (path,) = two.desk.records.iterdir()
    for _ in range(rng.randrange(1, 4)):
        if rng.random() < 0.7:
            two.join(rng.choice((HELLO, replace(HELLO, words=True))))
            two.press(Seat.P1, "1", "enter")
            two.press(Seat.P2, "1", "enter")
            two.say(Seat.P2, "1")
        else:
            two.knock_silently()
        before = load_game(path)[0].turns
        for _ in range(_PIECES):
            if two.guest is not None:
                _send(two.guest.end, _nonsense(rng), two.meeting.read_guest)
                two.settle()
        if load_game(path)[0].turns[: len(before)] != before:
            yield "a rogue guest loses actions"
        if two.meeting.host.is_over:
            yield "a rogue guest ends the host's program"
        if two.guest is not None:
            two.lose_guest()
        two.press(Seat.P1, "escape", "escape", "n")
    two.join()
    if two.guest is None or not two.guest.rows:
        yield "nobody can join after a rogue guest"
    two.close()


class _Window:
    """A guest's terminal that looks at what it is to show."""

    is_typed = True

    def __init__(self) -> None:
        self.odd: list[str] = []

    def size(self) -> Size:
        return WINDOW

    def width(self) -> int:
        return WINDOW.columns

    def show(self, frame: Frame) -> None:
        texts = [span.text for row in frame.rows for span in row]
        self.odd += [text for text in texts if printable(text) != text]
        if len(frame.rows) > 1000:
            self.odd.append("too many rows")

    def say(self, lines: Sequence[str]) -> None:
        self.odd += [line for line in lines if printable(line) != line]

    def prompt(self) -> None:
        """Nobody answers."""

    def wait(self, _seconds: float | None) -> Input:
        return Interruption.TIME_UP

    def look(self, **_how: bool) -> Input:
        return Interruption.TIME_UP

    def forget_keys(self) -> None:
        """There are none."""

    def clock(self) -> float:
        return 0

    def beep(self) -> None:
        """Nobody hears it."""

    def suspend(self) -> None:
        """Nobody stops the program."""


def _rogue_host(rng: Random, _folder: Path) -> Iterator[str]:
    ours, theirs = socket.socketpair()
    window = _Window()
    connection: Connection[FromHost] = Connection(ours, parse_from_host, LONGEST_FROM_HOST)
    guest: Visit = Guest(window, connection, Look(), lambda _record: None)
    if rng.random() < 0.5:
        guest = PlainGuest(window, connection, lambda _record: None)
    guest.start(HELLO)
    for _ in range(_PIECES):
        _send(theirs, _nonsense(rng), guest.read)
    theirs.close()
    guest.read()
    guest.read()
    while guest.end is None and connection.is_open and connection.trouble is None:
        guest.read()
    if guest.end is None:
        yield "a guest stays though the host has gone"
    if window.odd:
        yield f"a guest shows what cannot be printed: {window.odd[0]!a}"
    connection.close()
