"""The program called as its user calls it, in this process or in one of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from foxduet.__main__ import main
from foxduet.cli import play as commands
from foxduet.cli.arguments import parse_arguments
from foxduet.ui.screens import Options, Screen
from tests.support.places import PROJECT


def status_of(line: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run the program in this process; return its exit status."""
    monkeypatch.setattr("sys.argv", ["foxduet", *line.split()])
    try:
        return main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 1


def called(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, str, str]:
    """Run the program in this process, without a terminal; return status, output and errors."""
    status = status_of(line, monkeypatch)
    out, err = capsys.readouterr()
    return status, out, err


def opened(line: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Screen, Options]:
    """Return the screen that a command line opens, and its options."""
    shown: list[tuple[Screen, Options]] = []

    def show(screen: Screen, options: Options, *, coloured: bool) -> int:
        shown.append((screen, options))
        return 0

    monkeypatch.setattr("foxduet.ui.kit.terminal.check_terminal", lambda: None)
    monkeypatch.setattr(commands, "_show", show)
    assert commands.run(parse_arguments(line.split())) == 0
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
        return process.wait(30), errors
