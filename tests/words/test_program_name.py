"""What is said of how to start the program can be pasted, by another account, too."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from foxduet.words import program_name
from foxduet.words.program_name import command_elsewhere, in_rows

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no such shell there")

LONG = "a-long-name-of-a-project-as-some-people-have-them/and-its-own-place/bin"
HOST = "you@ip-10-0-123-45.eu-central-1.compute.internal"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder that any account can enter."""
    with TemporaryDirectory(dir="/tmp") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.parametrize("path", ["bin", LONG, f"{LONG[:60]}/my own"])
@pytest.mark.parametrize("host", ["", "you@here", HOST])
@pytest.mark.parametrize("place", ["", " you", " /tmp/somewhere/table.sock"])
def test_a_command_fits_and_does_the_same_when_it_is_pasted(
    path: str, host: str, place: str, folder: Path
) -> None:
    program, ssh = folder / path / "foxduet", folder / "ssh"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho played "$@"\n')
    ssh.write_text(f'#!/bin/sh\n[ "$1 $2" = "-t {host}" ] && cd / && shift 2 && sh -c "$*"\n')
    for one in (program, ssh):
        one.chmod(0o755)
    rows = in_rows(program.parent, f"./foxduet join{place}", host)
    assert all(len(row) <= 76 for row in rows)
    pasted = "\n".join(f"   {row}   " for row in rows)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh"], input=pasted, capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout == f"played join{place}\n"


def test_a_friend_is_told_of_a_program_that_their_account_can_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = folder / "bin" / "foxduet"
    program.parent.mkdir()
    program.touch(0o755)
    monkeypatch.setattr(program_name, "_FOUND_BY_ALL", "")
    monkeypatch.setattr(program_name, "__file__", str(folder / "foxduet" / "words" / "it.py"))
    (folder / "foxduet").mkdir()
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.setattr(sys, "executable", "/bin/sh")
    here = (program.parent, "./foxduet")
    assert command_elsewhere(for_all=True) == command_elsewhere(for_all=False) == here
    folder.chmod(0o700)
    assert command_elsewhere(for_all=False) == here
    assert command_elsewhere(for_all=True) == (None, "foxduet"), "one of their own"
