"""The command line: its language, its refusals in one line, its exit statuses, and old Pythons."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import foxduet
import foxduet.__main__
from foxduet.cli import play
from foxduet.cli.arguments import parse_arguments
from tests.support.calls import Call, options_in
from tests.support.processes import PATIENCE_SECONDS, PROJECT, RECORDS


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--names Ann \u3164", "'\\u3164' is not a name of 1 to 12 visible characters"),
        ("--names \u2800 Ann", "'\\u2800' is not a name of 1 to 12 visible characters"),
        ("--names Ann A" + 50 * "\u0301", "is not a name of 1 to 12 visible characters"),
    ],
)
def test_a_name_that_cannot_be_seen_is_none(line: str, message: str, call: Call) -> None:
    status, out, err = call(line)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_version_and_help(call: Call) -> None:
    assert call("--version")[:2] == (0, f"foxduet {foxduet.__version__}\n")
    status, out, _err = call("--help")
    assert status == 0
    assert all(command in out for command in ("play", "replay", "simulate"))


@pytest.mark.parametrize(
    ("option", "modules"),
    [
        ("--version", "core"),
        (
            "--help",
            "core core.errors cli cli.arguments words words.i18n store store.files",
        ),
    ],
)
def test_what_can_be_answered_at_once_loads_next_to_nothing(option: str, modules: str) -> None:
    result = subprocess.run(
        [sys.executable, "-S", "-X", "importtime", "-m", "foxduet", option],
        capture_output=True,
        text=True,
        check=True,
        cwd=PROJECT,
    )
    loaded = {line.rpartition("|")[2].strip() for line in result.stderr.splitlines()}
    own = {name for name in loaded if name.partition(".")[0] == "foxduet"}
    assert own == {"foxduet", *(f"foxduet.{module}" for module in modules.split())}
    assert ("argparse" in loaded) == (option == "--help")


def test_play_is_understood_where_no_command_is_named() -> None:
    assert parse_arguments(["--level", "2"]) == parse_arguments(["play", "--level", "2"])
    run, options = parse_arguments([])
    assert (run, options.resume) == (play.run, None)
    assert options_in("--resume").resume is play.LATEST
    assert options_in("--resume .").resume == Path(".")
    assert options_in("--resume x.toml").resume == Path("x.toml")


def test_an_error_of_the_program_is_one_line_without_values(
    monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    def fail(_options: object) -> int:
        raise KeyError("7 of Doves in p2's hand")

    monkeypatch.setattr("foxduet.cli.play.run", fail)
    status, _out, err = call("--level 2")
    assert status == 1
    assert "internal error (KeyError in test_arguments.py, line " in err
    assert "Doves" not in err
    assert err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is of POSIX")
def test_without_an_output_there_is_no_traceback() -> None:
    result = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m foxduet --level 2 >&- 2>&1 <&-"],
        capture_output=True,
        text=True,
        check=False,
        cwd=PROJECT,
    )
    assert result.returncode == 2
    assert "Traceback" not in result.stderr + result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is of POSIX")
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_an_output_that_is_closed_is_no_error(closed: str) -> None:
    record = RECORDS / "level2-victory.toml"
    result = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m foxduet replay {record} --positions {closed}"],
        capture_output=True,
        check=False,
        cwd=PROJECT,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


def test_the_module_runs_as_a_program() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "foxduet", "--version"],
        capture_output=True,
        text=True,
        check=True,
        cwd=PROJECT,
        env={**os.environ, "PYTHONWARNINGS": "error"},
    )
    assert result.stdout == f"foxduet {foxduet.__version__}\n"


def test_a_time_may_have_its_fraction_as_the_language_writes_it() -> None:
    limits = [
        options_in(f"--lang fr play --limit {time}").look["limit"] for time in ("0,5", "0.5", "2")
    ]
    assert limits == [0.5, 0.5, 2.0]


PROJECT_FILE = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
NEEDED = PROJECT_FILE["project"]["requires-python"].removeprefix(">=")
OLDER = [f"python3.{minor}" for minor in range(int(NEEDED.split(".")[1]))]


@pytest.mark.parametrize("module", [foxduet, foxduet.__main__], ids=lambda one: one.__name__)
def test_what_is_loaded_first_is_in_syntax_that_any_python_3_reads(module: ModuleType) -> None:
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 4) if sys.version_info < (3, 13) else (3, 7))


@pytest.mark.parametrize("name", OLDER)
def test_an_older_python_says_which_one_is_needed_and_which_it_is(
    name: str, tmp_path: Path
) -> None:
    python = shutil.which(name)
    version = [] if python is None else _lines_of([python, "--version"], tmp_path)
    if not version or not version[0].startswith("Python 3."):
        pytest.skip(f"there is no {name}")
    start = f"import sys; sys.path.insert(0, {str(PROJECT)!r}); import foxduet.__main__"
    said = _lines_of([str(python), "-B", "-c", start], tmp_path)
    assert said == [f"too small: foxduet needs Python {NEEDED} or later, and this is {version[0]}"]


def _lines_of(command: list[str], folder: Path) -> list[str]:
    """Return what a command says, on either stream."""
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        cwd=folder,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    return done.stdout.splitlines()
