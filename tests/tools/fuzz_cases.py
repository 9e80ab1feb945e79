"""Random damage to files, command lines and the other end of a connection."""

from __future__ import annotations

import io
import json
import os
import re
import resource
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, NoReturn
from unittest.mock import patch

from foxduet.__main__ import main
from foxduet.core.cards import Seat
from foxduet.games.duet.rules.state import Setup
from foxduet.play.game import Game
from foxduet.play.record import dump_record
from foxduet.remote import wire
from foxduet.remote.guest import ScreenGuest, Visit
from foxduet.remote.plain_guest import PlainGuest
from foxduet.remote.wire import MAX_FROM_HOST, Connection, FromHost, format_message
from foxduet.store.files import is_file
from foxduet.store.saved_games import load_game
from foxduet.store.settings import parse_config
from foxduet.ui.kit import terminal
from foxduet.ui.kit.canvas import Frame, Look, Size
from foxduet.ui.kit.keys import Input, Interruption
from foxduet.words.text import printable
from tests.support.classic import match
from tests.support.classic import resigned as match_resigned
from tests.support.entries import SMALL, TODAY, daily_header, finished, header_at, resigned
from tests.support.meetings import HELLO, TwoTerminals
from tests.support.players import beginning_of, duet, played_game
from tests.support.quick_reviews import quick_reviews
from tests.support.stories import Paper
from tests.support.tables import options_in

WORK_SECONDS, WAIT_SECONDS = 15, 60
"""Limits of processor time and of wall time: far more than any run needs on a busy machine."""

_MAX_MEMORY = 400_000
"""Kilobytes by which the process may grow in a run."""

_MAX_LINE = 1100


class OutOfTimeError(BaseException):
    """A run takes too long; no handler of the program catches this."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a run; ``broke`` names a fault that no run may have."""

    status: int
    out: str
    err: str
    broke: str = ""


@dataclass(slots=True)
class TypedKeys:
    """A terminal that gives some keys and then closes."""

    keys: list[str] = field(default_factory=list)
    ended_by: int | None = None
    is_coloured: bool = True
    seconds: int = 0

    def size(self) -> Size:
        return Size(24, 80)

    def measure(self, _text: str) -> int | None:
        return None

    def show(self, frame: Frame) -> None:
        for line in frame.text_rows:
            assert is_plain(line), "a frame commands the terminal"

    def wait(self, _seconds: float | None) -> Input:
        return self.keys.pop(0) if self.keys else Interruption.ENDED

    def discard_typeahead(self, seconds: float = 0) -> None:
        """Keep all keys: each is deliberate."""

    def beep(self) -> None:
        """Stay silent."""

    def clock(self) -> float:
        """Return a time ten seconds after the last, so that no key seems held or bouncing."""
        self.seconds += 10
        return self.seconds

    def suspend(self) -> None: ...


def run_program(arguments: Sequence[str], home: Path, keys: Sequence[str] | None = None) -> Ending:
    """Run the program with a home of its own; ``keys`` are typed at its terminal, if not None.

    Standard input is empty.
    """
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n") for _stream in range(2))
    before, broke = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, ""
    on_interrupt = signal.getsignal(signal.SIGINT)
    with (
        patch.multiple(sys, argv=["foxduet", *arguments], stdin=io.StringIO()),
        redirect_stdout(out),
        redirect_stderr(err),
        patch.dict(os.environ, {"FOXDUET_HOME": str(home), "TERM": "xterm"}),
        _terminal(keys),
    ):
        try:
            with _limited_time():
                status = main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        except OutOfTimeError as error:
            status, broke = 1, str(error)
        except BaseException as error:  # noqa: BLE001 - that is a finding
            status, broke = 1, f"raises {type(error).__name__}: {error}"
        finally:
            # The program does not restore the handler, but this process goes on.
            signal.signal(signal.SIGINT, on_interrupt)
    if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before > _MAX_MEMORY:
        broke = broke or "takes too much memory"
    return Ending(status, _text(out), _text(err), broke)


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@contextmanager
def _terminal(keys: Sequence[str] | None) -> Iterator[None]:
    # After a meeting of two terminals the title opens a terminal again; used keys must be gone.
    left = [*(keys or ())]

    @contextmanager
    def open_terminal(*, coloured: bool, mouse: bool) -> Iterator[TypedKeys]:
        yield TypedKeys(left)

    if keys is None:
        yield
    else:
        with patch.multiple(terminal, open_terminal=open_terminal, check_terminal=lambda: None):
            yield


@contextmanager
def _limited_time() -> Iterator[None]:
    def stop(number: int, _frame: FrameType | None) -> NoReturn:
        raise OutOfTimeError(
            "waits for something" if number == signal.SIGALRM else "takes too long"
        )

    timers = (
        (signal.SIGALRM, signal.ITIMER_REAL, WAIT_SECONDS),
        (signal.SIGPROF, signal.ITIMER_PROF, WORK_SECONDS),
    )
    before = [signal.signal(number, stop) for number, _timer, _seconds in timers]
    for _number, timer, seconds in timers:
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for _number, timer, _seconds in timers:
            signal.setitimer(timer, 0)
        for (number, _timer, _seconds), handler in zip(timers, before, strict=True):
            signal.signal(number, handler)


def is_plain(line: str) -> bool:
    """True if a line has no control sequences.

    French spaces, which str.isprintable() rejects, are allowed.
    """
    return line.replace("\u202f", " ").replace("\xa0", " ").isprintable()


def complaints(ending: Ending, what: str) -> Iterator[str]:
    """Yield the faults of a run that no run may have, each as a sentence about ``what``."""
    status, out, err = ending.status, ending.out, ending.err
    if ending.broke:
        yield f"{what} {ending.broke}"
    for sign in ("Traceback", "internal error"):
        if sign in err or sign in out:
            yield f"{what}: {err.strip() or sign}"
    if status not in (0, 1, 2):
        yield f"{what} exits with status {status}"
    lines = err.splitlines()
    if status == 2 and len(lines) != 1:
        yield f"{what} ends with status 2 and {len(lines)} lines"
    if status == 1 and not lines and not ending.broke:
        yield f"{what} fails without a word"
    for line in lines:
        if not line.startswith("foxduet") or not is_plain(line) or len(line) > _MAX_LINE:
            yield f"{what} says {line[:200]!a}"
    if not all(is_plain(line) for line in out.split("\n")):
        yield f"{what} prints what commands a terminal"


NAMES = (
    *("", " ", "A\0", "\x1b[2J", "\x9b", "\u3164", "\u2800", "\u200b", "\u202eA", "\u0301", "A\n"),
    *("\ufffd", "日本", "\U0001f98a", "A" * 61, "A" * 5000, "'", '"', "\\", "%s{0}{x}", "p1", "-"),
)
"""Odd names."""

NUMBERS = (
    *("0", "-1", "1", "7", "1e400", "nan", "inf", "-0", "1_000", "0.5", "99999999999999999999"),
    *(f"0x{'f' * 16}", f"0x{'f' * 800}", f"0x{'f' * 4000}", "9" * 5000, "1" * 900, "0b1" + "0" * 9),
)
"""Numbers of TOML, not all valid."""

DATES = (
    *("0001-01-01T00:00:00", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"),
    *("2026-11-21", "07:32:00", "2026-11-21T07:32:00.123456Z", "1969-12-31T23:59:59Z"),
    *("2026-02-30", "0000-01-01", "9999-12-31T23:59:59.999999Z", "1600-01-01T00:00:00Z"),
)
"""Dates and times of TOML, not all valid."""


NO_FILES = ("pipe", "folder", "socket", "device", "loop", "link to nowhere", "over-long link")
"""Things that may be in the place of a file."""


def quoted(text: str) -> str:
    escaped = "".join(
        f"\\U{ord(sign):08x}" if not sign.isprintable() or sign in '"\\' else sign for sign in text
    )
    return f'"{escaped}"'


def nested(rng: Random) -> str:
    """Return a deep or long value."""
    depth = rng.choice((3, 17, 100, 5000))
    dotted = ".".join("a" * rng.choice((3, 40, 20_000)))
    return rng.choice(
        (
            "[" * depth + "]" * depth,
            "[" * depth,
            "{a=" * depth + "1" + "}" * depth,
            f"{{ {dotted} = 1 }}",
            f"[{'1, ' * depth}]",
            f'"""{chr(10) * depth}"""',
        )
    )


def any_value(rng: Random) -> str:
    """Return any TOML value, not always valid."""
    kind = rng.randrange(6)
    if kind == 0:
        return quoted(rng.choice(NAMES))
    if kind == 1:
        return rng.choice(NUMBERS)
    if kind == 2:
        return rng.choice(DATES)
    if kind == 3:
        return nested(rng)
    if kind == 4:
        return f"[{', '.join(any_value(rng) for _item in range(rng.randrange(4)))}]"
    return f"{{p{rng.randrange(1, 4)} = {any_value(rng)}}}"


def with_other_value(text: str, rng: Random) -> str:
    """Return TOML with a changed value, or with a new key."""
    lines = text.split("\n")
    keys = [at for at, line in enumerate(lines) if " = " in line]
    if keys and rng.random() < 0.8:
        at = rng.choice(keys)
        lines[at] = f"{lines[at].partition(' = ')[0]} = {any_value(rng)}"
    else:
        key = rng.choice(("daily", "house", "branch_of", quoted("a\0b"), ".".join("k" * 20_000)))
        lines.insert(rng.randrange(min(len(lines), 8)), f"{key} = {any_value(rng)}")
    return "\n".join(lines)


def with_other_lines(text: str, rng: Random) -> str:
    """Return a text with a line lost, doubled or swapped, or with the end cut off."""
    lines = text.split("\n")
    first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    change = rng.randrange(4)
    if change == 0:
        del lines[first]
    elif change == 1:
        lines.insert(second, lines[first])
    elif change == 2:
        lines[first], lines[second] = lines[second], lines[first]
    else:
        return text[: rng.randrange(len(text))]
    return "\n".join(lines)


def with_other_bytes(content: bytes, rng: Random) -> bytes:
    """Return bytes with some of them changed, lost or added."""
    changed = bytearray(content)
    for _change in range(rng.choice((1, 1, 2, 5, 30))):
        at = rng.randrange(len(changed) + 1)
        match rng.randrange(4):
            case 0 | 1 if at < len(changed):
                changed[at] ^= 1 << rng.randrange(8)
            case 2:
                changed[at:at] = rng.randbytes(rng.choice((1, 4, 40)))
            case _:
                del changed[at : at + rng.choice((1, 4, 40))]
    return bytes(changed)


def changed(text: str, rng: Random) -> bytes:
    """Return TOML with another value, other lines, or other bytes."""
    change = rng.random()
    if change > 0.8:
        return with_other_bytes(text.encode(), rng)
    return (with_other_value if change < 0.6 else with_other_lines)(text, rng).encode()


def put_no_file(path: Path, rng: Random) -> str:
    """Replace a file by something else; return its kind."""
    with suppress(FileNotFoundError):
        path.unlink()
    what = rng.choice(NO_FILES)
    match what:
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "socket":
            # A socket's path must be short.
            before = Path.cwd()
            os.chdir(path.parent)
            with socket.socket(socket.AF_UNIX) as bound:
                bound.bind(path.name)
            os.chdir(before)
        case "device":
            path.symlink_to(rng.choice(("/dev/null", "/dev/zero", "/dev/full")))
        case "loop":
            path.symlink_to(path.name)
        case "over-long link":
            path.symlink_to("a" * rng.choice((256, 300, 4000)))
        case _:
            path.symlink_to("nowhere/at/all")
    return what


KEYS = (
    *("enter", "enter", "enter", " ", "left", "right", "up", "down", "tab", "escape"),
    *("q", "b", "?", "r", "R", "y", "n", "p", "1", "5", "home", "end", "page down", "backspace"),
)
"""Keys typed at screens."""


@cache
def texts() -> tuple[str, ...]:
    """Return the records to damage: finished, unfinished, solo, on a board, daily."""
    small = played_game(replace(header_at(5), setup=Setup(2, SMALL)))
    alone = played_game(header_at(4, level=1, ai=(None, "steady")))
    games = [finished(3), small, alone, played_game(daily_header(TODAY)), finished(6)]
    games += [match(3), beginning_of(match(3), 40), match(5, target=16, ai=(None, "steady"))]
    games += [beginning_of(finished(3), 20), beginning_of(alone, 33), beginning_of(small, 0)]
    return tuple(map(dump_record, games))


def attack_records(rng: Random, folder: Path) -> Iterator[str]:
    """Damage a record and use it in every way; yield faults."""
    home, friend = folder / "home", folder / "friend"
    for place in (home / "records", friend):
        place.mkdir(parents=True)
    for number in (1, 2):
        (home / "records" / f"good-{number}.toml").write_text(dump_record(finished(number)))
    odd = friend / "odd.toml"
    content = damaged(rng)
    odd.write_bytes(content)
    what, where = "a record", rng.random()
    if where < 0.1:
        what = f"a {put_no_file(odd, rng)} as a record"
    elif where < 0.2:
        what = "a record behind a link"
        odd.rename(folder / "place.toml")
        odd.symlink_to(folder / "place.toml")
    elif where < 0.6:
        (home / "records" / "odd.toml").write_bytes(content)
    replayed = run_program(["replay", "--positions", str(odd)], home)
    yield from complaints(replayed, f"replaying {what}")
    typed = rng.choices(KEYS, k=rng.randrange(25))
    yield from complaints(run_program(["replay", str(odd)], home, typed), f"showing {what}")
    yield from _resumed(odd, home, typed, replayed, what)
    yield from _imported(home, friend, what)


def damaged(rng: Random) -> bytes:
    """Return the bytes of a damaged record."""
    text = rng.choice(texts())
    change = rng.random()
    if change < 0.2:
        names = (quoted(rng.choice(NAMES)) for _seat in Seat)
        text = re.sub("(?m)^players = .*", lambda _old: f"players = [{', '.join(names)}]", text)
    elif change < 0.3:
        # Leave some records valid, so that the game can continue.
        return text.encode()
    elif change < 0.5:
        for _again in range(rng.choice((1, 1, 2))):
            text = with_other_value(text, rng)
    elif change < 0.7:
        text = with_other_lines(text, rng)
    return with_other_bytes(text.encode(), rng) if change > 0.7 else text.encode()


def _resumed(odd: Path, home: Path, typed: list[str], replayed: Ending, what: str) -> Iterator[str]:
    before, is_link = odd.read_bytes() if is_file(odd) else b"", odd.is_symlink()
    yield from complaints(run_program(["--resume", str(odd)], home, typed), f"resuming {what}")
    if odd.is_symlink() != is_link:
        yield f"resuming {what} replaces the link"
    if not before:
        return
    if replayed.status:
        if odd.read_bytes() == before:
            return
        # The program continues the part before the damage and keeps a copy.
        if before not in [path.read_bytes() for path in odd.parent.glob("*.toml-damaged-*")]:
            yield f"resuming {what} that is broken loses what it was"
    again = run_program(["replay", "--positions", str(odd)], home)
    if again.status or not again.out.startswith(replayed.out):
        yield f"resuming {what} loses what was played: {again.err.strip()}"


def _imported(home: Path, friend: Path, what: str) -> Iterator[str]:
    yield from complaints(run_program(["scores", "import", str(friend)], home), f"importing {what}")
    listed = []
    for options in (["--json"], ["--json"], ["--daily"], ["--csv"], []):
        ending = run_program(["scores", *options], home)
        yield from complaints(ending, f"the scores after {what}")
        if ending.status:
            yield f"the scores after {what} end with status {ending.status}"
        elif options == ["--json"]:
            listed.append([game["fingerprint"] for game in json.loads(ending.out)["games"]])
    if listed and any(fingerprints != listed[0] for fingerprints in listed):
        yield f"the scores after {what} differ from run to run"
    for number in (1, 2):
        shown = json.loads(run_program(["scores", "--json"], home).out or '{"games": []}')
        if not any(game["seed"] == number for game in shown["games"]):
            yield f"the scores after {what} lack a game"
    if [*home.glob("*-damaged-*")]:
        yield f"{what} damages the scores"


CONFIG = """\
game = "classic"
partner = "steady"
names = ["Ann", ""]
names_alone = ["", "Fox"]
practice = false
limit = 0.5
signs = "ascii"
lang = "fr"
theme = "night"
bell = true
later = [1, 2]
classic = {target = 16}
duet = {level = 2}
"""

LESSONS = json.dumps(
    {
        "format": "foxduet-lessons/1",
        "games": {
            "duet": {
                "done": ["path"],
                "places": {"following": {"step": 1, "actions": ["7D"]}},
                "knows_relative": False,
            }
        },
    },
    indent=1,
)

BOARD = """\
gems = [1, 2, 1, 2, 1, 0, 1, 2, 1, 2]
extra_gems = [0, 1, 0, 0, 1, 0, 0, 1, 0, 0]
plus = [3, 4, 5, 7, 9]
start = 6
forest_tokens = 3
"""


def attack_configs(rng: Random, folder: Path) -> Iterator[str]:
    """Start the program with a damaged settings or lessons file; yield faults."""
    home = folder / "home"
    records = home / "records"
    records.mkdir(parents=True)
    if rng.random() < 0.7:
        yield from _attack_config(rng, home)
    else:
        yield from _attack_lessons(rng, home)


def _attack_config(rng: Random, home: Path) -> Iterator[str]:
    path, content, what = home / "config.toml", changed(CONFIG, rng), "settings"
    path.write_bytes(content)
    shown = run_program(["config"], home)
    yield from complaints(shown, f"foxduet config with {what}")
    typed = rng.choices(KEYS, k=rng.randrange(16))
    command = rng.choice(([], ["--level", "1"], ["--solo"], ["--game", "classic"], ["learn"]))
    yield from complaints(run_program(command, home, typed), f"playing with {what}")
    after = path.read_bytes()
    try:
        parse_config(content.decode("utf-8-sig"))
    except ValueError:
        if after != content:
            yield "settings that cannot be used are not kept"
    else:
        parse_config(after.decode("utf-8-sig"))


def _attack_lessons(rng: Random, home: Path) -> Iterator[str]:
    path, what, change = home / "lessons.json", "the progress of lessons", rng.random()
    text = (
        _with_other_number(LESSONS, rng, any_value(rng), '{"a": {}}') if change < 0.5 else LESSONS
    )
    path.write_bytes(with_other_bytes(text.encode(), rng) if change > 0.6 else text.encode())
    game = rng.choice(((), ("--game", "classic")))
    typed = rng.choices(KEYS, k=rng.randrange(30))
    yield from complaints(run_program(["learn", *game], home, typed), f"learning with {what}")


_HOME_FILES = (
    *("config.toml", "lessons.json", "puzzles.jsonl", "par.jsonl", "advice.jsonl"),
    *("reviews.jsonl", "records"),
    *("scores.sqlite3", "scores.sqlite3.lock", "records/over.toml", "records/half.toml", "reviews"),
    *("records/over.toml.review.json", "."),
)
_HOME_USES = (
    *("--plain", "--plain --resume", "--plain --level 1 --solo novice", "--plain puzzle", "config"),
    *("--plain learn --lesson 1", "scores", "scores --json", "progress", "replay --positions"),
    *("review --json --worlds 1 --jobs 1", "config theme=night"),
)


def attack_homes(rng: Random, folder: Path) -> Iterator[str]:
    """Damage kinds, modes and sizes of some files of a home; yield faults."""
    home = folder / "home"
    _make_files(home / "records")
    (home / "records" / "game.toml").rename(home / "records" / "over.toml")
    (home / "config.toml").write_text(CONFIG)
    (home / "lessons.json").write_text(LESSONS)
    run_program(["scores"], home)
    damages = []
    for name in rng.sample(_HOME_FILES, rng.randrange(1, 4)):
        # Earlier damage may be in the way.
        with suppress(OSError):
            damages.append(f"{name} {_damage_file(home / name, rng)}")
    for use in rng.sample(_HOME_USES, 3):
        ending = run_program(use.split(), home, None if "--plain" in use else [])
        yield from complaints(ending, f"foxduet {use} with {', '.join(damages)}")
    for place in (home, home / "records"):
        with suppress(OSError):
            place.chmod(0o700)


def _damage_file(path: Path, rng: Random) -> str:
    """Make a file or a folder unreadable or odd; return a description."""
    change = rng.randrange(4)
    if change == 0:
        path.chmod(0)
        return "of mode 0"
    if path.is_dir():
        shutil.rmtree(path)
    if change == 1:
        return f"a {put_no_file(path, rng)}"
    path.write_bytes(b"x" * rng.choice((9, 20_000_001)))
    return f"of {path.stat().st_size} bytes"


def attack_board(rng: Random, folder: Path) -> Iterator[str]:
    """Play on a damaged board; yield faults."""
    home, board, what = folder / "home", folder / "board.toml", "a board"
    board.write_bytes(changed(BOARD, rng))
    if rng.random() < 0.1:
        what = f"a {put_no_file(board, rng)} as a board"
    level = str(rng.randrange(1, 4))
    typed = rng.choices(KEYS, k=rng.randrange(12))
    ending = run_program(["--level", level, "--board", str(board)], home, typed)
    yield from complaints(ending, f"playing on {what}")
    for record in home.glob("records/*.toml"):
        replayed = run_program(["replay", "--positions", str(record)], home)
        if replayed.status:
            yield f"a game played on {what} cannot be read again: {replayed.err.strip()}"


_LINE = ("review", "--json", "--worlds", "1", "--jobs", "1")
_SUFFIX = ".review-1.json"
_REVIEW_GAMES: Mapping[str, Callable[[], Game]] = {
    "duet": lambda: resigned(finished(1), 12),
    "classic": lambda: match_resigned(match(3), 12, Seat.P1),
}


def _run_review(record: Path) -> Ending:
    with quick_reviews():
        return run_program([*_LINE, str(record)], record.parent / "home")


@cache
def _review(record: Path) -> tuple[bytes, int]:
    """Return the content of a game's review file, and the number of its decisions."""
    ending = _run_review(record)
    saved = record.with_name(f"{record.name}{_SUFFIX}").read_bytes()
    return saved, len(json.loads(ending.out)["decisions"])


def attack_reviews(rng: Random, folder: Path) -> Iterator[str]:
    """Damage a review and show it; yield faults."""
    name, game = rng.choice(tuple(_REVIEW_GAMES.items()))
    record, what = folder / f"{name}.toml", f"a damaged review of {name}"
    record.write_text(dump_record(game()))
    content, decisions = _review(record)
    saved = record.with_name(f"{record.name}{_SUFFIX}")
    saved.unlink(missing_ok=True)
    change = rng.random()
    if change < 0.2:
        what = f"a {put_no_file(saved, rng)} as a review"
    elif change < 0.7:
        saved.write_bytes(with_other_bytes(content, rng))
    else:
        saved.write_bytes(_with_other_number(content.decode(), rng).encode())
    ending = _run_review(record)
    yield from complaints(ending, what)
    if ending.status or len(json.loads(ending.out)["decisions"]) != decisions:
        yield f"{what} is not shown: {ending.err.strip()}"


def _with_other_number(text: str, rng: Random, *texts: str) -> str:
    """Return JSON with one of its numbers or texts replaced."""
    parts = text.split(": ")
    at = rng.randrange(1, len(parts))
    _old, comma, rest = parts[at].partition(",")
    values = ("-1", "1e999", "NaN", "null", "true", '"x"', "9" * 5000, "[" * 9000, "{}", "0.5")
    parts[at] = f"{rng.choice((*values, *texts))}{comma}{rest}"
    return ": ".join(parts)


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
    # None of these makes the program wait: port 1 is closed, and the names cannot be resolved.
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
"""Values for options that take a special kind."""

_WORDS = (
    *("steady", "novice", "random", "steady,novice", "random,random", "expert:1", "expert:0"),
    *("steady:25%", "expert:9ms", "memory", "duet", "chess", "1", "2", "3", "4", "-h", "--help"),
    *("--version", "--", "-", "Ann", "Ben", "0.05", "import", *_FILES),
)


def attack_commands(rng: Random, folder: Path) -> Iterator[str]:
    """Run an odd command line; yield faults."""
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
    folder.mkdir(parents=True, exist_ok=True)
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
    """Return a command line that resembles a valid command line."""
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
        # Make reviews cheap if the command gets that far.
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
    # The system allows no null characters in arguments.
    return text.replace("\0", "")


_PIECES = 30
_WIRE_VALUES: tuple[Any, ...] = (
    *(0, -1, 1, 10**30, 1.5, True, None, "", "left", "y", "\x1b[2J", "x" * 5000, [], {}, [[]]),
    *([24, 80], [1, 1], [10**6, 10**6], [[0, [["plain", "\x1b]0;x\x07"]]]]),
    *(["hand"], ["\x1b[2J"], ["x" * 250] * 900),
    *([[0, [["plain", "x" * 399]]]], [[10**9, []]], "rows", "finished", "terminal", "busy"),
)
_MESSAGES = (
    *("hello", "pressed", "clicked", "resized", "waiting", "refused", "rows", "bell", "finished"),
    *("ended", "answer", "lines", "prompt", "pasted", "beat", "", 1),
)
_FIELDS = (
    *("version", "name", "size", "theme", "keyboard", "language", "signs", "has_colours"),
    *("animated", "bell", "key", "seen", "row", "column", "why", "number", "changed", "record"),
    *("words", "headphones", "is_typed", "said", "lines", "program", "text"),
)


def attack_terminals(rng: Random, folder: Path) -> Iterator[str]:
    """Let one end of a connection talk nonsense; yield faults at the other."""
    yield from rng.choice((_rogue_guest, _rogue_host))(rng, folder)


def _nonsense(rng: Random) -> bytes:
    """Return garbage, half a line, a huge line, a flood, or an odd message."""
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
    """Send as much as the other end accepts."""
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
                _send(two.guest.end, _nonsense(rng), two.meeting.read_connections)
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


@dataclass(slots=True)
class _Window(TypedKeys):
    """A guest's terminal that records texts with control characters."""

    odd: list[str] = field(default_factory=list)

    def show(self, frame: Frame) -> None:
        texts = [span.text for row in frame.rows for span in row]
        self.odd += [text for text in texts if printable(text) != text]
        if len(frame.rows) > 1000:
            self.odd.append("too many rows")

    def wait(self, _seconds: float | None) -> Input:
        return Interruption.TIME_UP


class _Page(Paper):
    """A guest's console at which nothing is typed."""

    def poll(self, **_how: bool) -> Input:
        return Interruption.TIME_UP


def _rogue_host(rng: Random, _folder: Path) -> Iterator[str]:
    ours, theirs = socket.socketpair()
    window, page = _Window(), _Page()
    connection: Connection[FromHost] = Connection(ours, wire.parse_from_host, MAX_FROM_HOST)
    guest: Visit = ScreenGuest(window, connection, Look(), lambda _record: None)
    if rng.random() < 0.5:
        guest = PlainGuest(page, connection, lambda _record: None)
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
    for text in (*window.odd, *(line for line in page.lines if printable(line) != line)):
        yield f"a guest shows what cannot be printed: {text!a}"
    connection.close()
