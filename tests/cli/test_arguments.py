"""The command line: refusals, exit statuses, old Pythons, and signals at any moment."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from contextlib import suppress
from pathlib import Path
from types import ModuleType

import pytest

import foxduet
import foxduet.__main__
from foxduet.cli import play
from foxduet.cli.arguments import parse_arguments
from tests.support import processes
from tests.support.processes import (
    FAR_FUTURE,
    PATIENCE_SECONDS,
    PROJECT,
    RECORDS,
    Call,
    beside_waiting,
    options_in,
    run_at_the_start,
    unread,
)
from tests.support.reviews import kept_record


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--names Ann \u3164", "'\\u3164' is not a name of 1 to 12 visible characters"),
        ("--names \u2800 Ann", "'\\u2800' is not a name of 1 to 12 visible characters"),
        ("--names Ann Éloïse-Zoé\x07", r"'Éloïse-Zoé\x07' is not a name of 1 to 12 visible"),
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
        ("--help", "core core.errors cli cli.arguments words words.i18n store store.files"),
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
    assert (run, options.resume) == (play.run_play, None)
    assert options_in("--resume").resume is play.LATEST_SAVE
    assert options_in("--resume .").resume == Path(".")
    assert options_in("--resume x.toml").resume == Path("x.toml")


def test_an_error_of_the_program_is_one_line_without_values(
    monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    def fail(_options: object) -> int:
        raise KeyError("7 of Doves in p2's hand")

    monkeypatch.setattr("foxduet.cli.play.run_play", fail)
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


has_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
of_posix = pytest.mark.skipif(sys.platform == "win32", reason="these signals are of POSIX")

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


@of_posix
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


@of_posix
def test_no_module_is_loaded_before_ctrl_c_ends_the_program_without_a_word() -> None:
    # From 3.14 on, the interpreter does not load io.
    program = (
        "import sys; sys.modules.pop('io', None); loaded = {*sys.modules}; "
        "import foxduet.__main__; "
        "print(*sorted({*sys.modules} - loaded))"
    )
    names = subprocess.check_output([sys.executable, "-c", program], cwd=PROJECT, text=True)
    assert names.split() == ["foxduet", "foxduet.__main__"]


@of_posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_other_signals_at_any_import_end_the_program_without_a_word(name: str) -> None:
    (runs,) = interrupt(getattr(signal, name), 37, SIMULATE)
    assert int(runs) >= 5


@of_posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_a_signal_to_all_processes_as_they_start_ends_them_without_a_word(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes.run_at_the_start(processes.TELLING_HELPERS, tmp_path, monkeypatch)
    command = "simulate --level 1 --games 999999999 --seats steady,steady --jobs 2"
    with processes.in_a_group("-m", "foxduet", *command.split()) as process:
        assert processes.lines_of(process, 1) == [b"helper\n"]
        if sys.platform == "linux":
            # A thread that received the signal would stop the main thread while it starts a helper.
            for thread in Path(f"/proc/{process.pid}/task").iterdir():
                with suppress(OSError):  # it has ended
                    (mask,) = re.findall(r"SigBlk:\s+(\w+)", (thread / "status").read_text())
                    is_blocked = int(mask, 16) >> (number - 1) & 1
                    assert is_blocked or thread.name == str(process.pid)
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


@of_posix
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


@of_posix
@has_full
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("name", ["version", "scores"])
def test_a_program_whose_output_is_full_says_so_buffered_or_not(
    name: str, unbuffered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    result = run_by_shell(PRINTING[name], ">/dev/full")
    assert (result.returncode, beside_waiting(result.stderr)) == (1, FULL)


@of_posix
@pytest.mark.parametrize("name", ["version", "scores --json"])
def test_a_program_whose_output_nobody_reads_on_ends_without_a_word(name: str) -> None:
    status, errors = unread(*PRINTING[name].split())
    assert (status, errors) == (128 + signal.SIGPIPE, "")


@of_posix
@has_full
@pytest.mark.parametrize(
    ("command", "status"),
    [("--nonsense", 2), ("replay /nowhere --positions", 1), ("--level 2 </dev/null", 2)],
)
def test_errors_that_cannot_be_written_keep_their_status(command: str, status: int) -> None:
    result = run_by_shell(command, "2>/dev/full")
    assert (result.returncode, result.stdout) == (status, "")
    assert run_by_shell(command, ">/dev/full 2>/dev/full").returncode == status


@of_posix
@has_full
def test_a_picture_on_a_full_disk_is_one_line_that_names_it(record: Path) -> None:
    result = run_by_shell(f"{REVIEW} --svg /dev/full".format(record=record), "")
    assert result.returncode == 1
    assert beside_waiting(result.stderr) == (
        "foxduet: cannot write the picture /dev/full: No space left on device\n"
    )


HINT = "hint\nleave\n"
LESSON_AND_PUZZLES = "lessons\n1\nleave\nleave\npuzzles\nleave\nleave\n"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("archive") / "foxduet.pyz"
    subprocess.run([sys.executable, PROJECT / ".ci" / "one_file.py", target], check=True)
    return target


@of_posix
@pytest.mark.parametrize(
    ("line", "typed", "told", "status"),
    [
        ("--lang fr help keys", "", "clavier français", 0),
        ("simulate --level 2 --games 4 --seats steady,novice --seed 1 --jobs 2", "", "steady", 0),
        (
            *("--plain --solo expert:20 --level 2 --seed 3", HINT),
            *(r"python\S* \S*foxduet.pyz --resume", 0),
        ),
        ("--plain --game classic --solo expert:20", f"\n\n{HINT}", "foxduet.pyz --resume", 0),
        ("--plain", LESSON_AND_PUZZLES, r"You are Left[^|]+Puzzles: ", 0),
        ("--level 9", "", "^foxduet play: argument --level: ", 2),
    ],
)
def test_the_program_runs_from_one_file(
    line: str, typed: str, told: str, status: int, archive: Path, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, archive.name, *line.split()],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=archive.parent,
        env={**os.environ, "FOXDUET_HOME": str(tmp_path), "PYTHONUTF8": "1"},
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == status
    assert (beside_waiting(done.stderr) == "") is (status == 0)
    assert re.search(told, done.stdout or done.stderr)


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("--plain --solo novice --level 1", "\nresign\nyes\nleave\n"),
        ("--plain --daily", ""),
        ("simulate --level 1 --games 4 --seats steady,steady --seed 1 --jobs 2 --records r", ""),
        ("scores", ""),
    ],
)
def test_no_year_is_beyond_the_clock(
    line: str, typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOXDUET_HOME", str(tmp_path))
    run_at_the_start(FAR_FUTURE, tmp_path, monkeypatch)
    done = subprocess.run(
        [sys.executable, "-m", "foxduet", *line.split()],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=tmp_path,
        timeout=PATIENCE_SECONDS,
    )
    assert (done.returncode, beside_waiting(done.stderr)) == (0, "")
