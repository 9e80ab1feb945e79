"""The game in words on the command line: through pipes, by signals, from files of any kind."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from foxduet.cli.terminal import PLAIN_VARIABLE
from foxduet.plain.loop import PlainLoop
from foxduet.play.record import dump_record
from foxduet.store.files import config_file
from foxduet.store.saved_games import iter_saves, list_record_files
from foxduet.store.settings import MAX_LIMIT, dump_config, with_values
from foxduet.ui.kit.screen import Transition
from tests.support.entries import finished
from tests.support.processes import (
    PATIENCE_SECONDS,
    PROJECT,
    STILL_WORKING,
    Call,
    beside_waiting,
    options_in,
    status_of,
    with_shared_keys,
)

SOLO = ("--plain", "--solo", "steady", "--level", "1", "--seed", "5")
RESUME = "Game saved. To resume it:"

_WITHOUT_CURSES = """
import sys
from foxduet.__main__ import main
status = main()
assert not {name for name in sys.modules if "curses" in name}, "curses was loaded"
sys.exit(status)
"""


def said(
    lines: bytes, *arguments: str, home: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the program with a file of commands."""
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_CURSES, *(arguments or SOLO)],
        input=lines,
        capture_output=True,
        cwd=PROJECT,
        env=os.environ | ({} if home is None else {"FOXDUET_HOME": str(home)}),
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    done.stdout = done.stdout.replace(os.linesep.encode(), b"\n")
    return done


@contextmanager
def listening(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Start the program with pipes that lines are written into one by one."""
    with subprocess.Popen(
        [sys.executable, "-c", _WITHOUT_CURSES, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=PROJECT,
        text=True,
    ) as process:
        yield process


def until_asked(process: subprocess.Popen[str]) -> list[str]:
    """Return what is said until something is to be answered, or until the end."""
    assert process.stdout is not None
    lines: list[str] = []
    for line in process.stdout:
        if line == ">\n":
            break
        lines.append(line.rstrip("\n"))
    return lines


def tell_and_go_on(process: subprocess.Popen[str], line: str) -> None:
    """Write a line."""
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def tell(process: subprocess.Popen[str], line: str) -> list[str]:
    """Write a line; return what is said to that."""
    tell_and_go_on(process, line)
    return until_asked(process)


def simple_choice(process: subprocess.Popen[str], lines: list[str]) -> str:
    """Answer as simply as can be: go on, the first choice, or a card that follows suit."""
    if any(line.startswith("1: ") for line in lines):
        return "1"
    if lines[-1].startswith("Press Enter"):
        return ""
    (hand, *_), (trick, *_) = tell(process, "hand"), tell(process, "trick")
    cards = [
        f"{rank} {suit}"
        for suit, ranks in re.findall(r"(\w+) ((?:\d+(?:, )?)+)", hand.partition(": ")[2])
        for rank in ranks.split(", ")
    ]
    led = re.search(r"led the \d+ of (\w+)", trick)
    return next((card for card in cards if led and card.endswith(led[1])), cards[0])


@pytest.mark.parametrize(("arguments", "limit"), [("", MAX_LIMIT), (" --limit 2", 2)])
def test_a_slow_machine_tells_a_program_no_other_hint(
    arguments: str, limit: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[PlainLoop] = []

    def note(_console: object, loop: PlainLoop, _first: Transition) -> tuple[str, ...]:
        runs.append(loop)
        return ()

    monkeypatch.setattr("foxduet.plain.loop.run_plain", note)
    assert status_of(f"--plain --solo --level 1{arguments}", monkeypatch) == 0
    assert (runs[0].options.limit, runs[0].options.pace) == (limit, 0.0)


def test_a_program_plays_a_whole_game_through_pipes_the_same_each_time(tmp_path: Path) -> None:
    commands: list[str] = []
    with listening(*SOLO) as process:
        lines = until_asked(process)
        every = [*lines]
        while not any("What next?" in line for line in lines):
            commands.append(simple_choice(process, lines))
            lines = tell(process, commands[-1])
            every += lines
        assert beside_waiting(process.communicate("leave\n", PATIENCE_SECONDS)[1]) == ""
        assert process.returncode == 0
    assert len(commands) > 11
    again = said("\n".join([*commands, "leave"]).encode(), home=tmp_path)
    assert (again.returncode, beside_waiting(again.stderr)) == (0, "")
    text = again.stdout.decode()
    assert not re.search(r"[^\n\x20-\x7e]", text)
    assert max(map(len, text.splitlines())) > 78, "into a pipe no sentence is broken"
    assert [line for line in text.splitlines() if line != ">"] == every


def test_the_end_of_the_input_saves_the_game_and_says_how_to_resume_it(home: Path) -> None:
    ended = said(b"hand\n\n\n")
    assert (ended.returncode, beside_waiting(ended.stderr)) == (0, "")
    assert ended.stdout.decode().splitlines()[-1].startswith(RESUME)
    assert len([*iter_saves(list_record_files(home / "records"))]) == 1
    resumed = said(b"", "--plain", "--resume")
    assert resumed.returncode == 0
    assert b"lead any card" in resumed.stdout.lower()


@pytest.mark.parametrize(
    ("lines", "trouble"),
    [
        (b"hand\n8d\n", "line 2, 8d: You have no 8 of Doves."),
        (b"\0\xff\n", "line 1"),
        (b"x" * 3_000_000, "line 1, " + "x" * 30 + ":"),
    ],
    ids=["no such card", "no text", "neither end"],
)
def test_a_command_that_cannot_be_ends_the_game_saved_with_a_line(
    lines: bytes, trouble: str, home: Path
) -> None:
    failed = said(lines)
    errors = beside_waiting(failed.stderr)
    assert (failed.returncode, errors.count("\n")) == (1, 1)
    assert errors.startswith(f"foxduet: {trouble}")
    assert failed.stdout.decode().splitlines()[-1].startswith(RESUME)
    assert len([*iter_saves(list_record_files(home / "records"))]) == 1


def test_empty_lines_only_ask_again() -> None:
    asked = said(b"\n" * 300)
    assert asked.returncode == 0
    assert asked.stdout.count(b"\n>\n") == 301


@pytest.mark.skipif(sys.platform == "win32", reason="these signals are of POSIX")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_the_game_saved(name: str) -> None:
    number = getattr(signal, name)
    with listening(*SOLO) as process:
        until_asked(process)
        process.send_signal(number)
        out, errors = process.communicate(timeout=PATIENCE_SECONDS)
    assert (process.returncode, beside_waiting(errors)) == (128 + number, "")
    assert out.startswith(RESUME)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX say that nobody reads")
def test_a_closed_output_ends_the_game_without_a_word() -> None:
    with listening(*SOLO) as process:
        until_asked(process)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write("hand\nhand\n")
        process.stdin.close()
        assert beside_waiting(process.stderr.read()) == ""
        assert process.wait(PATIENCE_SECONDS) == 141


@pytest.mark.skipif(sys.platform == "win32", reason="there is no /dev/full")
def test_a_full_output_is_told() -> None:
    command = f"{sys.executable} -m foxduet {' '.join(SOLO)} </dev/null >/dev/full"
    full = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, cwd=PROJECT, check=False)
    trouble = "foxduet: cannot write the output: No space left on device\n"
    assert (full.returncode, beside_waiting(full.stderr)) == (1, trouble)


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is of POSIX")
def test_a_closed_input_is_at_its_end() -> None:
    command = f"{sys.executable} -m foxduet {' '.join(SOLO)} <&-"
    closed = subprocess.run(["sh", "-c", command], capture_output=True, cwd=PROJECT, check=False)
    assert (closed.returncode, beside_waiting(closed.stderr)) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_lines_that_were_typed_ahead_open_no_hand() -> None:
    ours, theirs = os.openpty()
    os.write(ours, b"\nhand\n\n\n")
    command = [sys.executable, "-m", "foxduet", "--plain", "--level", "1", "--seed", "5"]
    with (
        open(ours, "rb", 0) as keyboard,
        subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=PROJECT) as game,
    ):
        os.close(theirs)
        heard = b""
        while b"\n> " not in heard:
            heard += keyboard.read(1000)
        os.write(ours, b"score\n")
        while b"tokens left." not in heard:
            heard += keyboard.read(1000)
        before = heard
        os.write(ours, b"\n")
        while b"You hold 11 cards" not in heard:
            heard += keyboard.read(1000)
        game.terminate()
    assert b"You hold" not in before


@pytest.mark.skipif(sys.platform == "win32", reason="Python has no such sockets there")
@pytest.mark.parametrize("is_remote", [False, pytest.param(True, marks=with_shared_keys)])
def test_two_programs_play_at_two_terminals(is_remote: bool, tmp_path: Path) -> None:
    socket, seed = str(tmp_path / "s"), ("--level", "1", "--seed", "5")
    address = ("--network", "127.0.0.1") if is_remote else ()
    with listening("host", "--plain", "--socket", socket, *seed, *address) as host:
        assert host.stdout is not None
        place = [socket]
        while "Waiting for Right" not in (line := host.stdout.readline()):
            if "join 127.0.0.1:" in line:
                place = line.split()[-2:]
        with listening("--plain", "join", *place, "--name", "Zoe") as guest:
            assert until_asked(host)[-1] == "Yes or no?"
            for one in (tell(host, "yes"), until_asked(guest)):
                assert one[-1] == "Press Enter to deal the cards."
            tell_and_go_on(host, "")
            assert until_asked(guest)[0] == "Left is ready for the next deal."
            tell_and_go_on(guest, "")
            assert until_asked(host)[-1] == "Lead any card."
            tell_and_go_on(host, "2d")
            assert until_asked(guest)[-1] == "Follow with a Dove."
            assert tell(guest, "hand")[0].startswith("You hold 11 cards: Doves 5, 8, 10;")
            assert tell(guest, "8d")[-1] == "Lead any card."
            out, errors = guest.communicate(timeout=PATIENCE_SECONDS)
        ended = "You have left: there is no more input.\n"
        assert (guest.returncode, out, errors) == (0, ended, "")
        host.send_signal(signal.SIGTERM)
        out, errors = host.communicate(timeout=PATIENCE_SECONDS)
    assert (host.returncode, errors) == (128 + signal.SIGTERM, "")
    assert "Zoe followed with the 8 of Doves." in out
    assert out.splitlines()[-1].startswith(RESUME)


def test_what_a_program_plays_changes_nothing_that_is_remembered() -> None:
    assert said(b"", *SOLO, "--names", "Ann", "Bob", "--headphones").returncode == 0
    assert not config_file().exists()


def test_words_are_wanted_by_an_option_or_the_environment_or_the_config(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def is_plain(line: str) -> bool:
        plain: bool = options_in(line).look.is_plain
        return plain

    assert [is_plain(line) for line in ("", "--plain", "learn --plain")] == [False, True, True]
    assert is_plain("--headphones --plain learn")
    monkeypatch.setenv(PLAIN_VARIABLE, "1")
    assert [is_plain(line) for line in ("", "--no-plain")] == [True, False]
    monkeypatch.setenv(PLAIN_VARIABLE, "0")
    file = config_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dump_config(with_values(options_in("").look.config, {"plain": True})), "utf-8")
    assert not is_plain("")
    monkeypatch.delenv(PLAIN_VARIABLE)
    assert is_plain("")


def test_words_may_be_asked_for_before_any_command(call: Call) -> None:
    assert call("--plain --lang en help plain")[:1] == (0,)
    assert call("--no-plain scores") == call("scores")


def test_the_topic_has_words_that_are_understood_at_the_table() -> None:
    page = (PROJECT / "foxduet" / "words" / "help" / "plain.md").read_text("utf-8")
    written = set(re.findall(r'^- "(.+?)": ', page, re.MULTILINE))
    assert written
    understood = said(b"help\n", *SOLO, "--house", "memory").stdout.decode()
    # Only a whole hint has lines.
    assert {word for word in written if f"\n{word}: " not in understood} == {"line"}


class PassedTimer:
    """A timer whose time is up at once."""

    daemon = False

    def __init__(self, seconds: float, work: Callable[[], None]) -> None:
        assert seconds == PATIENCE_SECONDS
        self.start, self.cancelled = work, 0

    def cancel(self) -> None:
        self.cancelled += 1

    def join(self) -> None:
        assert self.cancelled, "a timer that runs would be waited for"


LONG_WORK = (
    *("scores", "scores --par", "scores import {records}", "progress", "replay --positions"),
    *("--plain", "--plain --resume", "--plain puzzle", "review --text --worlds 1"),
    "simulate --level 1 --games 1 --seats random,random --jobs 1",
)


@pytest.mark.parametrize("line", LONG_WORK)
def test_work_that_takes_longer_than_two_seconds_says_so_on_standard_error(
    line: str, home: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = home / "records"
    records.mkdir(parents=True)
    for number in (1, 2):
        (records / f"{number}.toml").write_text(dump_record(finished(number)))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr("threading.Timer", PassedTimer)
    _status, out, err = call(line.format(records=records))
    assert (STILL_WORKING in err, STILL_WORKING in out) == (True, False)
