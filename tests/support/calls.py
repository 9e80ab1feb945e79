"""Calls of the program within a test, and what its grammar lets one type."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, TypeAlias

import pytest

from foxduet.__main__ import main
from foxduet.cli.arguments import parse_arguments
from foxduet.cli.help import Command, program, within
from foxduet.ui.kit.screen import Next, Screen
from foxduet.ui.loop import Loop
from tests.support.processes import PATIENCE_SECONDS, PROJECT
from tests.support.tables import Desk, settled

Call: TypeAlias = Callable[[str], tuple[int, str, str]]
"""Runs a command line in this process; returns status, output and errors."""


def status_of(line: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run the program in this process; return its exit status."""
    monkeypatch.setattr("sys.argv", ["foxduet", *line.split()])
    on_ctrl_c = signal.getsignal(signal.SIGINT)
    try:
        return main()
    finally:
        signal.signal(signal.SIGINT, on_ctrl_c)


def called(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, str, str]:
    """Run the program in this process, without a terminal; return status, output and errors."""
    status = status_of(line, monkeypatch)
    out, err = capsys.readouterr()
    return status, out, err


def options_in(line: str) -> Any:
    """Return the options that a command line has."""
    return parse_arguments(line.split())[1]


@dataclass(frozen=True, slots=True)
class NoTerminal:
    """What stands in a terminal's place where none is used."""

    ended_by: int | None = None
    is_coloured: bool = True


def opened(line: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Screen, Desk]:
    """Return the screen that a command line opens, and what holds for the run."""
    shown: list[tuple[Screen, Desk]] = []

    @contextmanager
    def open_terminal(*, coloured: bool, mouse: bool) -> Iterator[NoTerminal]:
        yield NoTerminal()

    def run_loop(_terminal: NoTerminal, loop: Loop, first: Next) -> tuple[str, ...]:
        options, folders = loop.options, loop.folders
        values = {field.name: getattr(options, field.name) for field in fields(options)}
        desk = Desk(**values, records=folders.records, scores=folders.scores, config=folders.config)
        screen = settled(first, desk)
        assert isinstance(screen, Screen)
        shown.append((screen, desk))
        return ()

    monkeypatch.setattr("foxduet.ui.kit.terminal.check_terminal", lambda: None)
    monkeypatch.setattr("foxduet.ui.kit.terminal.open_terminal", open_terminal)
    monkeypatch.setattr("foxduet.ui.loop.run_loop", run_loop)
    run_command, options = parse_arguments(line.split())
    assert run_command(options) == 0
    (only,) = shown
    return only


def unread(*arguments: str) -> tuple[int, str]:
    """Run the program in a process of its own, its output closed; return status and errors."""
    with subprocess.Popen(
        [sys.executable, "-m", "foxduet", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=PROJECT,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read()
        return process.wait(PATIENCE_SECONDS), errors


@cache
def commands(language: str = "en") -> dict[str, Command]:
    """Return every command by the words that lead to it, such as "scores import".

    What they are for is said in the language, which must be in use.
    """
    return dict(within(program()))


def long_options(command: Command) -> set[str]:
    """Return the options of a command that begin with two hyphens."""
    names = {name for option in command.options for name in option.names}
    return {name for name in names if name.startswith("--")}
