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
        ("--level 4", "argument --level: invalid choice: "),
        ("--level two", "argument --level: invalid int value: 'two'"),
        (
            "dance",
            "unknown command 'dance'; the commands are play, host, join, learn, puzzle, replay",
        ),
        ("play --nonsense", "unknown argument: --nonsense; 'foxduet play --help' lists"),
        ("learn 1", "unknown argument: 1; 'foxduet learn --help' lists the valid ones"),
        ("--names Ann", "argument --names: expected 2 arguments"),
        ("--names Ann MuchTooLongAName", "'MuchTooLongAName' is not a name of 1 to 12"),
        ("--names Ann \u3164", "'\\u3164' is not a name of 1 to 12 visible characters"),
        ("--names \u2800 Ann", "'\\u2800' is not a name of 1 to 12 visible characters"),
        ("--names Ann A" + 50 * "\u0301", "is not a name of 1 to 12 visible characters"),
        ("--names Ann Ann", "argument --names: the two names must differ"),
        ("--seed -3", "argument --seed: "),
        ("--seed x", "'x' is not a seed; use a whole number from 0 to 999999999999999999"),
        ("--resume --level 2", "--resume continues a game as it was; leave out --level"),
        ("--house cards", "invalid choice: 'cards'"),
        ("--resume --solo", "--resume continues a game as it was; leave out --solo"),
        ("--solo granny", "argument --solo: you cannot play with 'granny'"),
        ("--limit 0", "argument --limit: '0' is not a time from 0.05 to 60 seconds"),
        ("--limit nan", "argument --limit: 'nan' is not a time from 0.05 to 60 seconds"),
        ("--limit 61", "argument --limit: '61' is not a time from 0.05 to 60 seconds"),
        ("--limit soon", "argument --limit: 'soon' is not a time from 0.05 to 60 seconds"),
        ("review x --text --json", "argument --json: not allowed with argument --text"),
        ("review x --worlds 0", "argument --worlds: '0' is not a whole number from 1 to 100000"),
        ("review x --worlds 100001", "'100001' is not a whole number from 1 to 100000"),
        ("simulate --level 2", "the following arguments are required: --games"),
        (
            "simulate --games 1 --seats random,random",
            "the following arguments are required: --level",
        ),
        ("simulate --level 2 --games 1", "one of the arguments --seats --compare is required"),
        (
            "simulate --level 2 --games 1 --seats random,random --compare random,random",
            "argument --compare: not allowed with argument --seats",
        ),
        (
            "simulate --level 2 --games 1 --seats random,random --beside random",
            "argument --beside: not allowed without argument --compare",
        ),
        (
            "simulate --level 2 --games 1 --compare random,random --records x",
            "argument --records: not allowed with argument --compare",
        ),
        ("simulate --level 2 --games 1 --compare random,genius", "there is no partner 'genius'"),
        (
            "simulate --level 2 --games 1 --seats random,random --cluster host:8786",
            "argument --cluster: 'host:8786' is not a scheduler's address, such as tcp://host:8",
        ),
        (
            "simulate --level 2 --games 1 --seats random,random --jobs 2 --cluster tcp://host:8786",
            "argument --cluster: not allowed with argument --jobs",
        ),
        ("review x --cluster tcp://host", "'tcp://host' is not a scheduler's address"),
        (
            "simulate --level 2 --games 1 --compare random,random --beside genius",
            "argument --beside: there is no partner 'genius'",
        ),
        ("--seed \x1b[31m9", "[31m9' is not a seed"),
        (
            "simulate --level 2 --games 1000000000000 --seats random,random",
            "'1000000000000' is not a whole number from 1 to 999999999",
        ),
        ("--seed 1000000000000000000", "a whole number from 0 to 999999999999999999"),
        ("simulate --level 2 --games 0 --seats random,random", "'0' is not a whole number from"),
        (
            "simulate --level 2 --games 1 --seats random",
            "argument --seats: 'random' is not two partners separated by a comma, such as ",
        ),
        ("simulate --level 2 --games 1 --seats random,genius", "there is no partner 'genius'"),
        ("scores --level 4", "argument --level: invalid choice: "),
        ("scores --names A B C", "argument --names: give one name or two"),
        ("scores --solo --two", "argument --two: not allowed with argument --solo"),
        ("scores --csv --json", "argument --json: not allowed with argument --csv"),
        ("scores --daily --csv", "argument --csv: not allowed with argument --daily"),
        ("scores import", "the following arguments are required: DIR"),
        ("scores --level 2 import x", "scores import needs a folder, and nothing else"),
        ("scores export x", "invalid choice: 'export'"),
        ("--daily --seed 3", "argument --daily: not allowed with argument --seed"),
        ("--daily --board x", "argument --daily: not allowed with argument --board"),
        ("--daily --resume", "--resume continues a game as it was; leave out --daily"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(line: str, message: str, call: Call) -> None:
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


def test_without_a_terminal_the_game_says_so(call: Call) -> None:
    status, out, err = call("--level 2")
    assert (status, out) == (2, "")
    assert err == (
        "foxduet: foxduet needs a terminal for input and output; start it in one, or play in "
        "words: foxduet --plain\n"
    )


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


def test_a_time_may_have_its_fraction_as_the_language_writes_it(call: Call) -> None:
    limits = [
        options_in(f"--lang fr play --limit {time}").look["limit"] for time in ("0,5", "0.5", "2")
    ]
    assert limits == [0.5, 0.5, 2.0]
    status, _out, err = call("--lang fr play --limit 0,01")
    assert (status, "de 0,05 à 60 secondes" in err) == (2, True)
    status, _out, err = call("--lang en play --limit 0,5")
    assert (status, "from 0.05 to 60 seconds" in err) == (2, True)


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
