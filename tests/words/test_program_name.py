"""The command that is advised is the one that started the program."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from foxduet.words import program_name as naming
from foxduet.words.program_name import program_name


def start(monkeypatch: pytest.MonkeyPatch, *line: str, found: str | None = None) -> str:
    """Return the name of the program that was started by a line as Python sees it."""
    monkeypatch.setattr(sys, "orig_argv", [*line])
    monkeypatch.setattr(sys, "argv", [line[1]] if len(line) > 1 else [""])
    monkeypatch.setattr(naming, "which", lambda _command: found)
    return program_name()


@pytest.mark.parametrize("interpreter", ["python3", "python", ".venv/bin/python", "py"])
def test_an_interpreter_is_said_as_it_was_typed(
    interpreter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "/somewhere/foxduet/__main__.py"
    assert start(monkeypatch, interpreter, module) == f"{interpreter} -m foxduet"
    assert start(monkeypatch, interpreter, module, found="/usr/bin/foxduet").endswith("-m foxduet")


@pytest.mark.skipif(sys.platform == "win32", reason="quotes of a POSIX shell")
def test_a_path_with_blanks_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    said = start(monkeypatch, "/my env/python", "/somewhere/foxduet/__main__.py")
    assert said == "'/my env/python' -m foxduet"


def test_the_command_is_said_where_a_shell_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "foxduet"
    script.write_text("")
    assert start(monkeypatch, "python3", str(script), found=str(script)) == "foxduet"
    assert start(monkeypatch, "python3", str(script)) == naming.quoted(str(script))
