"""A terminal that is closed while the game is shown: it ends as one that was hung up."""

from __future__ import annotations

import curses
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from foxduet.ui.kit.canvas import Canvas, Look, Size
from foxduet.ui.kit.terminal import open_terminal
from foxduet.words.glyphs import ASCII
from tests.support.entries import latest_unfinished
from tests.support.machine import PATIENCE_SECONDS, PROJECT

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


@pytest.fixture(params=["noecho", "cbreak", "keypad", "erase", "refresh", "endwin"])
def _failing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window(request.param)
    monkeypatch.setattr(curses, "initscr", lambda: window)
    for function in ("noecho", "cbreak", "endwin", "curs_set", "set_escdelay"):
        monkeypatch.setattr(curses, function, getattr(window, function))


def show_a_frame() -> int | None:
    """Open a terminal, show a frame on it, and close it; return the signal that ended it."""
    with open_terminal(coloured=False, mouse=False) as opened:
        opened.show(Canvas(Size(24, 80), Look(ASCII, animated=False)).frame())
    return opened.ended_by


@pytest.mark.usefixtures("_failing")
def test_whatever_fails_on_a_closed_terminal_is_a_hang_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foxduet.ui.kit.terminal._is_there", lambda: False)
    assert show_a_frame() == 1


@pytest.mark.usefixtures("_failing")
def test_what_fails_on_a_terminal_that_is_there_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("foxduet.ui.kit.terminal._is_there", lambda: True)
    with pytest.raises(curses.error):
        show_a_frame()
