"""Terminals of many kinds and sizes, with many colours, few or none."""

from __future__ import annotations

import curses
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from foxduet.remote import wire
from foxduet.ui.kit.canvas import Canvas, Look, Size
from foxduet.ui.kit.keys import Interruption, SignalWatcher
from foxduet.ui.kit.terminal import CursesTerminal, open_terminal
from foxduet.words.text import ASCII
from tests.support.entries import latest_unfinished
from tests.support.panes import HANDED_OVER, Pane, look, wait_for_one_card
from tests.support.processes import PATIENCE_SECONDS, PROJECT
from tests.support.tables import cards_in

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals")
termios = pytest.importorskip("termios", reason="there are no pseudo-terminals")

HUNG_UP = 128 + 1


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    """Return the two ends of a terminal of 80x24: what shows it, and what programs see."""
    shown, seen = pty.openpty()
    termios.tcsetwinsize(seen, (24, 80))
    yield shown, seen
    for end in (shown, seen):
        with suppress(OSError):
            os.close(end)


@pytest.mark.parametrize("by_signal", [True, False], ids=["with SIGHUP", "without"])
def test_closing_the_terminal_ends_the_game_as_a_hang_up_and_saves_it(
    by_signal: bool, ends: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    shown, seen = ends
    with subprocess.Popen(
        [sys.executable, "-m", "foxduet", "--level", "2", "--seed", "7", "--ascii"],
        stdin=seen,
        stdout=seen,
        stderr=subprocess.PIPE,
        start_new_session=True,
        cwd=PROJECT,
    ) as process:
        text = b""
        while b"Level 2" not in text:
            text += os.read(shown, 65536)
        os.close(seen)
        os.close(shown)
        if by_signal:
            process.send_signal(signal.SIGHUP)
        assert process.communicate(timeout=PATIENCE_SECONDS)[1] == b""
        # The signal may come when the program has noticed already, and is about to end.
        assert process.returncode in ((HUNG_UP, -signal.SIGHUP) if by_signal else (HUNG_UP,))
    latest = latest_unfinished(tmp_path / "home" / "records")
    assert latest is not None
    assert latest[0].header.seed == 7


MEASURED = "╭●"
ASK, NARROW, WIDE = b"\x1b[6n", b"\x1b[2;3R", b"\x1b[2;5R"
"""The question where the cursor is, and the answers after two signs of one cell, and of two."""
RUN_FOXDUET = "from foxduet.__main__ import main; sys.exit(main())"
READ_KEYS = f"""
locale.setlocale(locale.LC_ALL, "")
keys = []
with terminal.open_terminal(coloured=False, mouse=False) as opened:
    cells = opened.measure("{MEASURED}")
    while (key := opened.wait(None)) != "q":
        keys.append(key)
print(cells, *keys, file=sys.stderr)
"""


@contextmanager
def asking(
    ends: tuple[int, int], program: str, *arguments: str, seconds: float = PATIENCE_SECONDS
) -> Iterator[subprocess.Popen[bytes]]:
    """Start a program that asks where the cursor is, and waits for so many seconds."""
    shown, seen = ends
    patient = "import locale, sys; from foxduet.ui.kit import terminal; terminal._ANSWER_SECONDS"
    with subprocess.Popen(
        [sys.executable, "-c", f"{patient} = {seconds}\n{program}", *arguments],
        stdin=seen,
        stdout=seen,
        stderr=subprocess.PIPE,
        start_new_session=True,
        cwd=PROJECT,
        env={**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"},
    ) as process:
        read_until(ASK, shown)
        yield process
        process.kill()


def read_until(sign: bytes, shown: int) -> bytes:
    """Return what comes out of a program up to a sign."""
    text = b""
    while sign not in text:
        text += os.read(shown, 65536)
    return text


@pytest.mark.parametrize(
    ("answer", "has_signs"),
    [(NARROW, True), (WIDE, False), (b"", True)],
    ids=["narrow", "wide", "silent"],
)
def test_no_signs_are_drawn_that_take_two_cells(
    answer: bytes, has_signs: bool, ends: tuple[int, int]
) -> None:
    seconds = PATIENCE_SECONDS if answer else 0.2
    with asking(ends, RUN_FOXDUET, "--level", "2", "--seed", "7", seconds=seconds):
        os.write(ends[0], answer)
        text = read_until(HANDED_OVER.encode(), ends[0])
    assert ("╭".encode() in text) == has_signs
    assert has_signs or text.isascii()


def test_a_guest_s_terminal_is_asked_as_well(ends: tuple[int, int], tmp_path: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX)) as host:
        host.bind(str(tmp_path / "host"))
        host.listen()
        with asking(ends, RUN_FOXDUET, "join", str(tmp_path / "host")):
            os.write(ends[0], WIDE)
            guest, _address = host.accept()
            with guest, guest.makefile("rb") as lines:
                hello = wire.parse_from_guest(lines.readline())
    assert isinstance(hello, wire.Hello)
    assert hello.signs == "ascii"


@pytest.mark.parametrize(
    ("typed", "late", "told"),
    [
        (b"ab\x1bOA" + NARROW + "é".encode(), b"", "2 a b up é"),
        # Escape and a key that come at once are Alt with that key, which does nothing.
        (b"\x1b" + WIDE + b"x", b"", "4"),
        (b"a", NARROW, "None a"),
        (b"", WIDE, "None"),
    ],
    ids=["typed ahead", "after escape", "late after a key", "late"],
)
def test_keys_typed_around_the_answer_count_and_the_answer_is_none_however_late(
    typed: bytes, late: bytes, told: str, ends: tuple[int, int]
) -> None:
    with asking(ends, READ_KEYS, seconds=0.2 if late else PATIENCE_SECONDS) as process:
        os.write(ends[0], typed)
        read_until(b"\x1b[K", ends[0])
        os.write(ends[0], late)
        # What follows an answer at once is taken for its rest.
        while process.poll() is None:
            os.write(ends[0], b"q")
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.2)
        assert process.stderr is not None
        assert process.stderr.read().decode().strip() == told


NAMES = ("नमस्ते", "हिंदी", "Jose\u0301", "狐e\u0302\u0301", "علی", "ไม้")
MEASURE_NAMES = f"""
import locale
from foxduet.ui.kit import terminal
from foxduet.words.text import text_width

locale.setlocale(locale.LC_ALL, "")
terminal._ANSWER_SECONDS = {PATIENCE_SECONDS}
with terminal.open_terminal(coloured=False, mouse=False) as opened:
    measured = [opened.measure(name) == text_width(name) for name in {NAMES}]
print(measured)
"""


def test_names_are_as_wide_as_the_terminal_draws_them(pane: Pane) -> None:
    pane.start_program(MEASURE_NAMES)
    assert str([True] * len(NAMES)) in pane.wait_for_status()


class Window:
    """A window of curses, one of whose functions fails."""

    encoding = "utf-8"

    def __init__(self, failing: str) -> None:
        self.failing = failing

    def __getattr__(self, name: str) -> Callable[..., tuple[int, int]]:
        def call(*_arguments: object) -> tuple[int, int]:
            if name == self.failing:
                raise curses.error(f"{name}() returned ERR")
            return 24, 80

        return call


@pytest.fixture(
    params=["noecho", "cbreak", "keypad", "def_prog_mode", "erase", "refresh", "endwin"]
)
def _failing(
    ends: tuple[int, int], request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    window = Window(request.param)
    monkeypatch.setattr(curses, "initscr", lambda: window)
    for function in ("noecho", "cbreak", "endwin", "curs_set", "set_escdelay", "def_prog_mode"):
        monkeypatch.setattr(curses, function, getattr(window, function))
    with open(ends[1], closefd=False) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        yield


def show_a_frame() -> int | None:
    """Open a terminal, show a frame on it, and close it; return the signal that ended it."""
    with open_terminal(coloured=False, mouse=False) as opened:
        opened.show(Canvas(Size(24, 80), Look(ASCII, animated=False)).frame())
    return opened.ended_by


@pytest.mark.usefixtures("_failing")
def test_whatever_fails_on_a_closed_terminal_is_a_hang_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foxduet.ui.kit.terminal._is_connected", lambda: False)
    assert show_a_frame() == 1


@pytest.mark.usefixtures("_failing")
def test_what_fails_on_a_terminal_that_is_there_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("foxduet.ui.kit.terminal._is_connected", lambda: True)
    with pytest.raises(curses.error):
        show_a_frame()


def colours(pane: Pane) -> set[str]:
    """Return the colours of letters in the window, as the terminal received them."""
    return set(re.findall(r"\x1b\[(?:[01];)*(38;5;\d+|3[1-7])m", pane.text_with_escapes()))


@pytest.mark.parametrize(
    ("before", "arguments", "expected"),
    [
        ("TERM=tmux-256color", "", "38;5;"),
        ("TERM=xterm COLORTERM=truecolor", "", "38;5;"),
        ("TERM=xterm", "--theme night", "3"),
        ("NO_COLOR=1", "", None),
        ("", "--no-color", None),
    ],
)
def test_colours_are_as_many_as_wanted_and_letters_stand_for_suits_where_there_are_none(
    pane: Pane, before: str, arguments: str, expected: str | None
) -> None:
    pane.start(f"--level 2 --seed 7 {arguments}", before)
    look(pane)
    used = colours(pane)
    letters = re.findall(r"(?:10|[1-9] )[▼¤*✿★]([drs])", pane.text())
    if expected is None:
        assert used == set()
        assert {*letters} == {"d", "r", "s"}
    else:
        assert letters == []
        assert len(used) >= 4
        assert all(colour.startswith(expected) for colour in used)


def test_a_resize_in_any_direction_is_followed(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    pane.wait_for(HANDED_OVER)
    pane.resize(60, 20)
    pane.wait_for("too small: foxduet needs 80x24, this is 60x20")
    pane.resize(130, 45)
    text = pane.wait_for(HANDED_OVER)
    assert len(cards_in(text)) == 1
    assert "each gives a" in look(pane)
    pane.resize(10, 3)
    pane.wait_until(lambda text: not cards_in(text), "the hand to go")
    pane.resize(80, 24)
    wait_for_one_card(pane, HANDED_OVER)
    look(pane)
    pane.resize(100, 30)
    wait_for_one_card(pane, HANDED_OVER)


def test_keys_typed_ahead_are_thrown_away_and_each_size_is_told_once_though_nothing_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = Window("get_wch")
    for function in ("noecho", "cbreak", "curs_set", "set_escdelay"):
        monkeypatch.setattr(curses, function, getattr(window, function))
    terminal = CursesTerminal(window, SignalWatcher(), coloured=False, mouse=False)  # type: ignore[arg-type]
    thrown_away: list[bool] = []
    monkeypatch.setattr(curses, "flushinp", lambda: thrown_away.append(True))
    terminal.discard_typeahead()
    assert thrown_away, "what was typed ahead"
    monkeypatch.setattr(window, "getmaxyx", lambda: (30, 100), raising=False)
    assert [terminal.wait(0), terminal.wait(0)] == [Interruption.RESIZED, Interruption.TIME_UP]


@pytest.mark.parametrize(
    ("before", "arguments"),
    [
        ("env -u TERM", ""),
        ("TERM=", ""),
        ("TERM=no-such-terminal", ""),
        ("TERM=vt100", ""),
        ("LINES=5 COLUMNS=5", ""),
    ],
)
def test_many_kinds_of_terminal_work(pane: Pane, before: str, arguments: str) -> None:
    pane.start(f"--level 2 --seed 7 {arguments}", before)
    text = look(pane)
    assert "Heir" in text
    assert MEASURED not in text
    pane.wait_until(
        lambda text: text[pane.cursor_in(text) :].startswith("Right, lead"), "the cursor"
    )
    pane.press("C-c")
    assert "status 130." in pane.wait_for_status()


@pytest.mark.parametrize(
    ("before", "arguments"), [("LC_ALL=C", ""), ("TERM=linux", ""), ("", "--ascii")]
)
def test_seven_bits_where_wanted_or_needed(pane: Pane, before: str, arguments: str) -> None:
    pane.start(f"--level 2 --seed 7 {arguments}", before)
    assert look(pane).isascii()
    assert re.search(r"\b[1-9] +[v@*][drs]", pane.text())


def test_a_terminal_that_cannot_move_its_cursor_is_refused(pane: Pane) -> None:
    pane.start("--level 2", "TERM=dumb")
    text = pane.wait_for_status()
    said = "this terminal (TERM=dumb) cannot move its cursor; play in words (foxduet --plain"
    assert said in " ".join(text.split())
    assert "status 2." in text
