"""Signals at any moment of a run, and outputs that cannot be written: never more than one line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.calls import unread
from tests.support.processes import (
    PATIENCE_SECONDS,
    PROJECT,
    TELLING_HELPERS,
    in_a_group,
    lines_of,
    run_at_the_start,
)
from tests.support.reviews import kept_record

has_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="these signals are of POSIX")

SIMULATE = "simulate --level 2 --games 2 --seats random,random"
REVIEW, REPLAY = "review {record} --jobs 1", "replay {record} --positions"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return the record of a game that was reviewed."""
    return kept_record(tmp_path)


def interrupt(number: int, step: int, command: str) -> list[str]:
    """Interrupt runs of a command at every so many imports; return what is told of them."""
    result = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.support.interrupted",
            str(number),
            str(step),
            *command.split(),
        ],
        capture_output=True,
        text=True,
        check=True,
        cwd=PROJECT,
        timeout=PATIENCE_SECONDS,
    )
    return result.stdout.splitlines()


@pytest.mark.parametrize(
    ("command", "step"),
    [
        ("--help", 1),
        ("scores", 31),
        (SIMULATE, 31),
        (f"{REVIEW} --text", 41),
        (REPLAY, 19),
        ("--level 2", 19),
    ],
)
def test_ctrl_c_at_any_import_ends_the_program_without_a_word(
    command: str, step: int, record: Path
) -> None:
    (runs,) = interrupt(signal.SIGINT, step, command.format(record=record))
    assert int(runs) >= 5


def test_no_module_is_loaded_before_ctrl_c_ends_the_program_without_a_word() -> None:
    # From 3.14 on, the interpreter does not load io.
    program = (
        "import sys; sys.modules.pop('io', None); loaded = {*sys.modules}; "
        "import foxduet.__main__; "
        "print(*sorted({*sys.modules} - loaded))"
    )
    names = subprocess.check_output([sys.executable, "-c", program], cwd=PROJECT, text=True)
    assert names.split() == ["foxduet", "foxduet.__main__"]


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_other_signals_at_any_import_end_the_program_without_a_word(name: str) -> None:
    (runs,) = interrupt(getattr(signal, name), 37, SIMULATE)
    assert int(runs) >= 5


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_a_signal_to_all_processes_as_they_start_ends_them_without_a_word(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_at_the_start(TELLING_HELPERS, tmp_path, monkeypatch)
    command = "simulate --level 1 --games 999999999 --seats steady,steady --jobs 2"
    with in_a_group("-m", "foxduet", *command.split()) as process:
        assert lines_of(process, 1) == [b"helper\n"]
        os.killpg(process.pid, number)
        assert set(process.communicate(timeout=PATIENCE_SECONDS)[0].splitlines()) <= {b"helper"}
        assert process.returncode in (-number, 128 + number)


PRINTING = {
    "version": "--version",
    "help": "--help",
    "help of a command": "simulate --help",
    "simulate": SIMULATE,
    "simulate --json": f"{SIMULATE} --json",
    "scores": "scores",
    "scores --csv": "scores --csv",
    "scores --json": "scores --json",
    "positions": REPLAY,
    "review --text": f"{REVIEW} --text",
    "review --json": f"{REVIEW} --json",
    "review --svg": f"{REVIEW} --svg /dev/stdout",
    "topic": "help rules",
}


def run_by_shell(command: str, redirected: str) -> subprocess.CompletedProcess[str]:
    """Run the program by a shell, with its output somewhere else."""
    return subprocess.run(
        ["sh", "-c", f"{sys.executable} -m foxduet {command} {redirected}"],
        capture_output=True,
        text=True,
        check=False,
        cwd=PROJECT,
        timeout=PATIENCE_SECONDS,
    )


FULL = "foxduet: cannot write the output: No space left on device\n"


@has_full
def test_an_output_that_is_full_or_that_nobody_reads_ends_in_a_line_or_as_by_the_signal(
    record: Path,
) -> None:
    commands = [command.format(record=record) for command in PRINTING.values()]
    printed = subprocess.check_output(
        [sys.executable, "-m", "tests.support.unwritable", *commands],
        text=True,
        cwd=PROJECT,
        timeout=PATIENCE_SECONDS,
    )
    full, unread = (dict(zip(PRINTING, runs, strict=True)) for runs in json.loads(printed))
    assert full == {name: [1, FULL] for name in PRINTING}
    assert unread == {name: [128 + signal.SIGPIPE, ""] for name in PRINTING}


@has_full
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("name", ["version", "scores"])
def test_a_program_whose_output_is_full_says_so_buffered_or_not(
    name: str, unbuffered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    result = run_by_shell(PRINTING[name], ">/dev/full")
    assert (result.returncode, result.stderr) == (1, FULL)


@pytest.mark.parametrize("name", ["version", "scores --json"])
def test_a_program_whose_output_nobody_reads_on_ends_without_a_word(name: str) -> None:
    status, errors = unread(*PRINTING[name].split())
    assert (status, errors) == (128 + signal.SIGPIPE, "")


@has_full
@pytest.mark.parametrize(
    ("command", "status"),
    [("--nonsense", 2), ("replay /nowhere --positions", 1), ("--level 2 </dev/null", 2)],
)
def test_errors_that_cannot_be_written_keep_their_status(command: str, status: int) -> None:
    result = run_by_shell(command, "2>/dev/full")
    assert (result.returncode, result.stdout) == (status, "")
    assert run_by_shell(command, ">/dev/full 2>/dev/full").returncode == status


@has_full
def test_a_picture_on_a_full_disk_is_one_line_that_names_it(record: Path) -> None:
    result = run_by_shell(f"{REVIEW} --svg /dev/full".format(record=record), "")
    assert result.returncode == 1
    assert result.stderr == (
        "foxduet: cannot write the picture /dev/full: No space left on device\n"
    )
