"""Odd command lines: the exit status is 0, 1 or 2, and one line says what would be right."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

from foxduet.core.cards import Seat
from foxduet.play.record import dump_record
from foxduet.remote.guest import Guest, Visit
from foxduet.remote.spoken import PlainGuest
from foxduet.remote.wire import (
    LONGEST_FROM_HOST,
    Connection,
    FromHost,
    format_message,
    parse_from_host,
)
from foxduet.store.saved_games import load_game
from foxduet.ui.kit.canvas import Frame, Look, Size
from foxduet.ui.kit.keys import Input, Interruption
from foxduet.words.text import printable
from tests.support.entries import finished, resigned
from tests.support.meetings import HELLO, TwoTerminals
from tests.support.players import beginning_of, duet
from tests.support.processes import PROJECT
from tests.support.quick_reviews import quick_reviews
from tests.support.tables import WINDOW, options_in
from tests.tools.fuzz.files import BOARD, KEYS, NAMES, NUMBERS
from tests.tools.fuzz.program import complaints, run_program

_COMMANDS: dict[str, tuple[str, ...]] = {
    "play": (
        *("--level", "--solo", "--limit", "--names", "--seed", "--daily", "--board", "--resume"),
        *("--house", "--ascii", "--no-color", "--no-animation", "--game"),
    ),
    "puzzle": ("--number", "--day", "--json", "--answer", "--game", "--ascii"),
    "replay": ("--positions", "--ascii", "FILE"),
    "review": ("--text", "--json", "--svg", "--worlds", "--jobs", "--cluster", "--ascii"),
    "simulate": (
        *("--level", "--games", "--seats", "--compare", "--beside", "--seed", "--jobs"),
        *("--records", "--json", "--game", "--cluster"),
    ),
    "scores": (
        *("--level", "--names", "--solo", "--two", "--daily", "--csv", "--json", "--ascii"),
        *("import", "--game"),
    ),
    "progress": ("--json", "--ascii", "--game"),
    "config": ("-h",),
    "help": ("-h", "rules", "keys", "TOPIC"),
    "learn": ("--two", "--game", "--ascii", "--no-color"),
    "completion": ("-h", "bash", "zsh", "fish"),
}
_FILES = (
    *("game.toml", "half.toml", "board.toml", "empty", "folder", "nowhere", "a/b", "/dev/null"),
    *("pipe", "loop"),
)
_VALUES: dict[str, tuple[str, ...]] = {
    # None of these is waited for: nobody listens at port 1, and no name server knows the others.
    "--cluster": (
        *("tcp://127.0.0.1:1", "tcp://[::1]:1", "tcp://0:1", "tcp://[127.0.0.1]:1", "tcp://.:1"),
        *("tcp://a..b:80", f"tcp://{'a' * 80}:80", "tcp://[.a]:1", "tcp://127.0.0.1:0", "tcp://"),
        *("tcp://127.0.0.1:65536", "127.0.0.1:1", "http://127.0.0.1:1", "tcp://::1:1", "tcp://é:1"),
    ),
    "--svg": (
        *("new.svg", "old.svg", "pipe", "loop", "folder", "game.toml", "empty", "empty/x.svg"),
        *("nowhere/x.svg", "/dev/null", "/dev/full", f"{'a' * 300}.svg", "a/" * 3000, ""),
    ),
}
"""What options take that nothing else does."""

_WORDS = (
    *("steady", "novice", "random", "steady,novice", "random,random", "expert:1", "expert:0"),
    *("steady:25%", "expert:9ms", "memory", "duet", "chess", "1", "2", "3", "4", "-h", "--help"),
    *("--version", "--", "-", "Ann", "Ben", "0.05", "import", *_FILES),
)


def attack_commands(rng: Random, folder: Path) -> Iterator[str]:
    """Run an odd command line; yield what breaks."""
    home = folder / "home"
    _make_files(folder)
    arguments = _arguments(rng)
    before = Path.cwd()
    os.chdir(folder)
    try:
        typed = rng.choice((None, rng.choices(KEYS, k=rng.randrange(9))))
        ending = run_program(arguments, home, typed)
    finally:
        os.chdir(before)
    yield from complaints(ending, f"foxduet {' '.join(map(ascii, arguments))[:300]}")


def _make_files(folder: Path) -> None:
    texts = {
        "game.toml": dump_record(finished(1)),
        "half.toml": dump_record(beginning_of(finished(2), 30)),
        "board.toml": BOARD,
        "empty": "",
        "old.svg": "<svg/>",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to("loop")
    os.mkfifo(folder / "pipe")


def _arguments(rng: Random) -> list[str]:
    """Return a command line that is somewhat like a right one."""
    command = rng.choice([*_COMMANDS])
    arguments = [] if rng.random() < 0.1 else [command]
    for option in rng.sample(_COMMANDS[command], rng.randrange(min(5, len(_COMMANDS[command])))):
        arguments.append(option)
        if option in _VALUES and rng.random() < 0.8:
            arguments.append(rng.choice(_VALUES[option]))
            continue
        arguments += [_word(rng) for _value in range(rng.choice((0, 1, 1, 2)))]
    if command in ("replay", "review"):
        arguments.append(rng.choice(_FILES))
    if command == "simulate":
        right = {"--level": "1", "--games": "2", "--seats": "random,steady"}
        for option, value in right.items():
            if rng.random() < 0.8:
                arguments += [option, value]
    if "review" in arguments:
        # The least work for a review, wherever it comes to that.
        arguments += ["--worlds", "1"]
        arguments += [] if "--cluster" in arguments else ["--jobs", "1"]
    return arguments


def _word(rng: Random) -> str:
    kind = rng.random()
    if kind < 0.6:
        return rng.choice(_WORDS)
    if kind < 0.8:
        return rng.choice(NUMBERS)
    text = rng.choice(NAMES)
    if kind > 0.9:
        text += os.fsdecode(rng.randbytes(3))
    # No argument of a program has these.
    return text.replace("\0", "")


_SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_SECONDS = 600
_SAVING = """
import sys
from pathlib import Path
from foxduet.store.saved_games import SavedGame, save_game
from tests.support.entries import finished
from tests.support.players import beginning_of
game = finished(1)
saved = SavedGame(Path(sys.argv[1]))
for turns in range(len(game.turns) + 1):
    saved = save_game(saved, beginning_of(game, turns))
    print(turns, flush=True)
"""
_PYTHON = [sys.executable, "-c", _SAVING]
_PROGRAM = [sys.executable, "-m", "foxduet"]


def attack_kills(rng: Random, folder: Path) -> Iterator[str]:
    """Kill a program at some moment; yield what breaks."""
    home = folder / "home"
    (home / "records").mkdir(parents=True)
    for number in (1, 2, 3):
        (home / "records" / f"game-{number}.toml").write_text(dump_record(finished(number)))
    yield from rng.choice(_KILLS)(rng, folder)
    ending = run_program(["scores", "--json"], home)
    yield from complaints(ending, "scores after a kill")
    if ending.status or len(json.loads(ending.out)["games"]) != 3:
        yield f"a kill loses a game: {ending.err.strip()}"


def _while_saving(rng: Random, folder: Path) -> Iterator[str]:
    record = folder / "saved.toml"
    out, _err, _number = _killed([*_PYTHON, str(record)], rng, folder)
    if numbers := out.split():
        turns = len(load_game(record)[0].turns)
        if turns < int(numbers[-1]):
            yield f"a kill loses actions: {turns} are saved, but {numbers[-1]} were"


def _while_showing_scores(rng: Random, folder: Path) -> Iterator[str]:
    _out, err, number = _killed([*_PROGRAM, "scores", "--json"], rng, folder)
    yield from _said(err, number, "scores")


def _while_rebuilding(rng: Random, folder: Path) -> Iterator[str]:
    home = folder / "home"
    run_program(["scores", "--json"], home)
    database = home / "scores.sqlite3"
    database.write_bytes(database.read_bytes()[:5000] + b"\xa5" * 9000)
    _out, err, number = _killed([*_PROGRAM, "scores", "--json"], rng, folder)
    yield from _said(err, number, "scores that are built again")


def _while_simulating(rng: Random, folder: Path) -> Iterator[str]:
    records, jobs = folder / "simulated", rng.choice(("1", "2"))
    command = [*_PROGRAM, "simulate", "--level", "1", "--games", "2000", "--seed", "1"]
    command += ["--seats", "steady,random", "--jobs", jobs, "--records", str(records)]
    _out, err, number = _killed(command, rng, folder)
    yield from _said(err, number, f"simulate --jobs {jobs}")
    for record in records.glob("*.toml"):
        try:
            load_game(record)
        except (OSError, ValueError) as error:
            yield f"a kill leaves half a record: {error}"


def _while_reviewing(rng: Random, folder: Path) -> Iterator[str]:
    record, picture = folder / "reviewed.toml", folder / "picture.svg"
    record.write_text(dump_record(resigned(finished(4), 30)))
    review = ["review", str(record), "--worlds", "1"]
    command = [*_PROGRAM, *review, "--jobs", rng.choice("12"), "--svg", str(picture)]
    _out, err, number = _killed(command, rng, folder, longest=4.0)
    yield from _said(err, number, "review")
    ElementTree.fromstring(picture.read_text() if picture.exists() else "<svg/>")
    with quick_reviews():
        ending = run_program([*review, "--jobs", "1", "--json"], folder / "home")
    yield from complaints(ending, "a review that is continued after a kill")
    if ending.status or ending.err:
        yield f"a killed review cannot be continued: {ending.err.strip()}"


_KILLS: tuple[Callable[[Random, Path], Iterator[str]], ...] = (
    *(_while_saving, _while_showing_scores, _while_rebuilding, _while_simulating),
    _while_reviewing,
)


def _killed(
    command: Sequence[str], rng: Random, folder: Path, longest: float = 1.0
) -> tuple[str, str, int]:
    """Kill a program within seconds; return its output, its errors, and the signal."""
    number = rng.choice(_SIGNALS)
    program = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        cwd=PROJECT,
        env={**os.environ, "FOXDUET_HOME": str(folder / "home")},
        start_new_session=True,
    )
    seconds = longest * rng.random() ** 2
    with suppress(subprocess.TimeoutExpired):
        program.wait(seconds)
    program.send_signal(number)
    try:
        out, err = program.communicate(timeout=_SECONDS)
    finally:
        program.kill()
    return out.decode(), err.decode(), number


def _said(err: str, number: int, what: str) -> Iterator[str]:
    """Yield what a program may not say when it is ended."""
    name = signal.Signals(number).name
    # Before the first line of the program is run, the interpreter speaks for itself.
    if "internal error" in err or ("Traceback" in err and "foxduet" in err):
        yield f"{what} ended by {name}: {' '.join(err.split())[-300:]}"


_PIECES = 30
_WIRE_VALUES: tuple[Any, ...] = (
    *(0, -1, 1, 10**30, 1.5, True, None, "", "left", "y", "\x1b[2J", "x" * 5000, [], {}, [[]]),
    *([24, 80], [1, 1], [10**6, 10**6], [[0, [["plain", "\x1b]0;x\x07"]]]]),
    *(["hand"], ["\x1b[2J"], ["x" * 250] * 900),
    *([[0, [["plain", "x" * 399]]]], [[10**9, []]], "rows", "finished", "terminal", "busy"),
)
_MESSAGES = (
    *("hello", "pressed", "clicked", "resized", "waiting", "refused", "rows", "bell", "finished"),
    *("ended", "answer", "lines", "prompt", "beat", "", 1),
)
_FIELDS = (
    *("version", "name", "size", "theme", "keyboard", "language", "signs", "has_colours"),
    *("animated", "bell", "key", "seen", "row", "column", "why", "number", "changed", "record"),
    *("words", "headphones", "is_typed", "said", "lines", "program"),
)


def attack_terminals(rng: Random, folder: Path) -> Iterator[str]:
    """Let one end of a connection talk nonsense; yield what breaks at the other."""
    yield from rng.choice((_rogue_guest, _rogue_host))(rng, folder)


def _nonsense(rng: Random) -> bytes:
    """Return garbage, half a line, a huge line, a flood, or a message that is odd."""
    match rng.randrange(6):
        case 0:
            return rng.randbytes(rng.randrange(1, 2000))
        case 1:
            return b"x" * rng.choice((10, 3_000, 2_000_000))
        case 2:
            return b'{"is":"pressed","key":"enter","seen":9}\n' * rng.choice((1, 3_000))
        case 3:
            return b"[" * 100_000 + b"\n"
        case 4:
            line = format_message(HELLO)
            return line[: rng.randrange(len(line))]
        case _:
            names = rng.sample(_FIELDS, rng.randrange(5))
            message = {
                "is": rng.choice(_MESSAGES),
                **{name: rng.choice(_WIRE_VALUES) for name in names},
            }
            return json.dumps(message).encode() + b"\n"


def _send(end: socket.socket, content: bytes, read: Any) -> None:
    """Send all that the other end takes."""
    end.setblocking(False)
    stalled = 0
    while content and stalled < 3:
        try:
            content = content[end.send(content) :]
            stalled = 0
        except BlockingIOError:
            stalled += 1
        except OSError:
            return
        read()


def _rogue_guest(rng: Random, folder: Path) -> Iterator[str]:
    two = TwoTerminals(options_in(folder), duet(1, seed=rng.randrange(1000)))
    (path,) = two.desk.records.iterdir()
    for _ in range(rng.randrange(1, 4)):
        if rng.random() < 0.7:
            two.join(rng.choice((HELLO, replace(HELLO, words=True))))
            two.press(Seat.P1, "1", "enter")
            two.press(Seat.P2, "1", "enter")
            two.say(Seat.P2, "1")
        else:
            two.knock_silently()
        before = load_game(path)[0].turns
        for _ in range(_PIECES):
            if two.guest is not None:
                _send(two.guest.end, _nonsense(rng), two.meeting.read_guest)
                two.settle()
        if load_game(path)[0].turns[: len(before)] != before:
            yield "a rogue guest loses actions"
        if two.meeting.host.is_over:
            yield "a rogue guest ends the host's program"
        if two.guest is not None:
            two.lose_guest()
        two.press(Seat.P1, "escape", "escape", "n")
    two.join()
    if two.guest is None or not two.guest.rows:
        yield "nobody can join after a rogue guest"
    two.close()


class _Window:
    """A guest's terminal that looks at what it is to show."""

    is_typed = True

    def __init__(self) -> None:
        self.odd: list[str] = []

    def size(self) -> Size:
        return WINDOW

    def width(self) -> int:
        return WINDOW.columns

    def show(self, frame: Frame) -> None:
        texts = [span.text for row in frame.rows for span in row]
        self.odd += [text for text in texts if printable(text) != text]
        if len(frame.rows) > 1000:
            self.odd.append("too many rows")

    def say(self, lines: Sequence[str]) -> None:
        self.odd += [line for line in lines if printable(line) != line]

    def prompt(self) -> None:
        """Nobody answers."""

    def wait(self, _seconds: float | None) -> Input:
        return Interruption.TIME_UP

    def look(self, **_how: bool) -> Input:
        return Interruption.TIME_UP

    def forget_keys(self) -> None:
        """There are none."""

    def clock(self) -> float:
        return 0

    def beep(self) -> None:
        """Nobody hears it."""

    def suspend(self) -> None:
        """Nobody stops the program."""


def _rogue_host(rng: Random, _folder: Path) -> Iterator[str]:
    ours, theirs = socket.socketpair()
    window = _Window()
    connection: Connection[FromHost] = Connection(ours, parse_from_host, LONGEST_FROM_HOST)
    guest: Visit = Guest(window, connection, Look(), lambda _record: None)
    if rng.random() < 0.5:
        guest = PlainGuest(window, connection, lambda _record: None)
    guest.start(HELLO)
    for _ in range(_PIECES):
        _send(theirs, _nonsense(rng), guest.read)
    theirs.close()
    guest.read()
    guest.read()
    while guest.end is None and connection.is_open and connection.trouble is None:
        guest.read()
    if guest.end is None:
        yield "a guest stays though the host has gone"
    if window.odd:
        yield f"a guest shows what cannot be printed: {window.odd[0]!a}"
    connection.close()
