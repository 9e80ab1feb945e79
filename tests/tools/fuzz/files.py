"""What chance does to bytes and texts."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
import socket
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

from foxduet.analysis.puzzles import OWN, format_puzzle, puzzles_of
from foxduet.core.cards import Seat
from foxduet.games.duet.rules.state import Setup
from foxduet.play.game import Game
from foxduet.play.record import dump_record
from foxduet.store.files import is_file
from foxduet.store.journals import (
    Attempt,
    Mistake,
    Mistakes,
    ReviewedGame,
    ReviewRead,
    par_file,
    save_attempt,
    save_par,
    save_reviewed,
    save_reviews,
)
from foxduet.store.results import Par, deals_of, entry_of
from foxduet.store.saved_games import load_game
from foxduet.store.scores import enter, open_scores
from foxduet.store.settings import parse_config
from tests.support.classic import match
from tests.support.classic import resigned as match_resigned
from tests.support.entries import (
    SMALL,
    TODAY,
    daily_header,
    finished,
    header_at,
    latest_unfinished,
    resigned,
)
from tests.support.panes import Pane, key_for, play_cards
from tests.support.players import beginning_of, played_game
from tests.support.quick_reviews import quick_reviews
from tests.tools.fuzz.program import SECONDS_OF_WAITING, Ending, complaints, run_program

NAMES = (
    *("", " ", "A\0", "\x1b[2J", "\x9b", "\u3164", "\u2800", "\u200b", "\u202eA", "\u0301", "A\n"),
    *("\ufffd", "日本", "\U0001f98a", "A" * 61, "A" * 5000, "'", '"', "\\", "%s{0}{x}", "p1", "-"),
)
"""Names of all kinds."""

NUMBERS = (
    *("0", "-1", "1", "7", "1e400", "nan", "inf", "-0", "1_000", "0.5", "99999999999999999999"),
    *(f"0x{'f' * 16}", f"0x{'f' * 800}", f"0x{'f' * 4000}", "9" * 5000, "1" * 900, "0b1" + "0" * 9),
)
"""Numbers as TOML may have them, not all of them valid."""

DATES = (
    *("0001-01-01T00:00:00", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"),
    *("2026-11-21", "07:32:00", "2026-11-21T07:32:00.123456Z", "1969-12-31T23:59:59Z"),
    *("2026-02-30", "0000-01-01", "9999-12-31T23:59:59.999999Z", "1600-01-01T00:00:00Z"),
)
"""Moments of all kinds."""


NO_FILES = ("pipe", "folder", "socket", "device", "loop", "link to nowhere", "over-long link")
"""What else may be in the place of a file."""


def quoted(text: str) -> str:
    """Return a text as TOML has it."""
    escaped = "".join(
        f"\\U{ord(sign):08x}" if not sign.isprintable() or sign in '"\\' else sign for sign in text
    )
    return f'"{escaped}"'


def nested(rng: Random) -> str:
    """Return a value that is deep or long."""
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
    """Return any value of TOML, not always a valid one."""
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
    """Return TOML with another value for one of its keys, or a new key."""
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
    """Return a text with lines lost, doubled, swapped, or cut off."""
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    change = rng.randrange(4)
    if change == 0:
        del lines[one]
    elif change == 1:
        lines.insert(other, lines[one])
    elif change == 2:
        lines[one], lines[other] = lines[other], lines[one]
    else:
        return text[: rng.randrange(len(text))]
    return "\n".join(lines)


def with_other_bytes(content: bytes, rng: Random) -> bytes:
    """Return some bytes with a few of them wrong, lost or added."""
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


def put_no_file(path: Path, rng: Random) -> str:
    """Put something else in the place of a file; return what."""
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


_RECORDED, _GONE = (1, 2, 3), (6, 7)
_TABLES = ("duet_game", "taken_in")
_COLUMNS = (
    *("fingerprint", "started", "finished", "p1", "p2", "ai_p2", "level", "board", "outcome"),
    *("score", "round", "tricks", "found", "hints", "seed", "path", "day"),
)


@dataclass(frozen=True, slots=True)
class Home:
    """A home with scores; ``games`` is what is shown of them, without the paths of records.

    The first ``recorded`` of them have records.
    """

    games: list[dict[str, Any]]
    recorded: int


def attack_databases(rng: Random, folder: Path) -> Iterator[str]:
    """Damage scores and show them; yield what breaks."""
    home = folder / "home"
    right = _fill_home(home)
    before = [*home.iterdir()]
    what = _damage(home, rng)
    foreign = _foreign_content(home / "scores.sqlite3")
    endings = _shown_at_once(home, rng.choice((1, 1, 1, 12)))
    if rng.random() < 0.3:
        yield from complaints(
            run_program(["scores", "import", str(home / "records")], home), f"importing {what}"
        )
    last = run_program(["scores", "--json"], home)
    for ending in (*endings, last):
        yield from complaints(ending, f"scores {what}")
        if ending.status:
            yield f"scores {what} end with status {ending.status}"
        elif ending.out:
            yield from _lost(right, ending, what, is_new="rebuilt" in last.err + endings[0].err)
    if sum("rebuilt" in ending.err for ending in (*endings, last)) > 1:
        yield f"scores {what} are built again more than once"
    if _foreign_content(home / "scores.sqlite3") != foreign:
        yield f"what is in the place of scores {what} is touched"
    if is_file(home / "scores.sqlite3"):
        (home / "scores.sqlite3").unlink()
        new = run_program(["scores", "--json"], home)
        yield from _lost(right, new, f"{what} that are built again", is_new=True)
    left = [one.name for one in home.iterdir() if one not in before and one.name[0] == "."]
    if left:
        yield f"scores {what} leave {left}"


def _fill_home(home: Path) -> Home:
    """Fill a home with games, some without a record, and with par for some of them."""
    records = home / "records"
    records.mkdir(parents=True)
    solo = played_game(header_at(4, level=1, ai=(None, "steady")))
    games = [*map(finished, _RECORDED), solo, played_game(daily_header(TODAY))]
    games.append(resigned(finished(5), 30))
    for at, game in enumerate(games):
        path = records / f"game-{at}.toml"
        path.write_text(dump_record(game))
        os.utime(path, (10**9 + at, 10**9 + at))
    path = home / "scores.sqlite3"
    with open_scores(path) as scores:
        gone = [entry_of(finished(number), records / f"gone-{number}.toml") for number in _GONE]
        enter(scores, gone)
    for number in (1, 2, 6):
        save_par(path, header_at(number), Par("expert:200", "victory", 40 + number))
    shown = _games(run_program(["scores", "--json"], home))
    assert len(shown) == len(games) + len(_GONE), "all games are shown"
    lost = [game for game in shown if game["seed"] in _GONE]
    return Home([game for game in shown if game not in lost] + lost, len(games))


def _foreign_content(database: Path) -> str | bytes | None:
    """Return what is in the place of scores, if that is none of ours to touch."""
    if database.is_symlink():
        return os.readlink(database)
    content = database.read_bytes() if database.is_file() else None
    return content if content and not content.startswith(b"SQLite format 3\0") else None


def _games(ending: Ending) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = json.loads(ending.out)["games"]
    return [{key: value for key, value in game.items() if key != "record"} for game in games]


def _lost(right: Home, ending: Ending, what: str, *, is_new: bool) -> Iterator[str]:
    """Yield what is not shown; of a database that is built again, what is not as it was.

    What another program has changed so that it can still be read, nobody can know.
    """
    shown = _games(ending)
    if len(shown) < right.recorded:
        yield f"scores {what} show {len(shown)} games, but {right.recorded} have records"
    for game in right.games[: right.recorded] if is_new else ():
        alike = [one for one in shown if one["started"] == game["started"]]
        if alike != [game]:
            changed = {(key, one[key]) for one in alike for key in game if game[key] != one[key]}
            yield f"scores {what} show a game {len(alike)} times instead of once; {changed}"


def _shown_at_once(home: Path, programs: int) -> list[Ending]:
    """Show the scores by so many programs at once."""
    if programs == 1:
        return [run_program(["scores", "--json"], home)]
    children = []
    for at in range(programs):
        child = os.fork()
        if child == 0:
            ending = run_program(["scores", "--json"], home)
            (home.parent / f"ending-{at}").write_text(
                json.dumps([ending.status, ending.out, ending.err, ending.broke])
            )
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    files = [home.parent / f"ending-{at}" for at in range(programs)]
    endings = [Ending(*json.loads(file.read_text())) for file in files]
    # What one of them says, its player reads.
    return sorted(endings, key=lambda ending: -len(ending.err))


def _damage(home: Path, rng: Random) -> str:
    """Damage the scores of a home; return how."""
    database = home / "scores.sqlite3"
    how: list[Callable[[Path, Random], str]] = [
        *[_flip_bytes] * 4,
        *[_flip_fingerprint] * 2,
        *[_change_page] * 2,
        *[_write_sql] * 4,
        _cut,
        _replace,
        _add_journal,
    ]
    what = ""
    for _again in range(rng.choice((1, 1, 2))):
        if is_file(database) and not database.is_symlink():
            what += rng.choice(how)(database, rng) + " "
    if rng.random() < 0.3:
        records = sorted((home / "records").iterdir())
        record = rng.choice(records)
        os.utime(record, (rng.randrange(2**31), 1))
        if rng.random() < 0.5:
            record.rename(record.with_name("moved.toml"))
        what += "and a touched record"
    return what.strip()


def _flip_bytes(database: Path, rng: Random) -> str:
    content = bytearray(database.read_bytes())
    places = [at for at, byte in enumerate(content) if byte] or [0]
    for _flip in range(rng.choice((1, 1, 3, 20))):
        at = rng.choice((rng.randrange(100), rng.choice(places), rng.choice(places)))
        if at < len(content):
            content[at] ^= 1 << rng.randrange(8)
    database.write_bytes(content)
    return "with flipped bits"


def _flip_fingerprint(database: Path, rng: Random) -> str:
    fingerprints: list[str] = []
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as opened:
        fingerprints += [one for (one,) in opened.execute("SELECT fingerprint FROM duet_game")]
    if not fingerprints:
        return "without fingerprints"
    right = str(rng.choice(sorted(fingerprints, key=str))).encode()
    at = rng.randrange(len(right) or 1)
    digit = rng.choice(b"0123456789abcdef")
    wrong = right[:at] + bytes([digit]) + right[at + 1 :]
    content = database.read_bytes()
    times = rng.choice((1, -1))
    database.write_bytes(content.replace(right, wrong, times))
    if rng.random() < 0.7:
        _execute(database, ["DELETE FROM taken_in"])
    return "with a flipped fingerprint"


def _change_page(database: Path, rng: Random) -> str:
    content = bytearray(database.read_bytes())
    pages = len(content) // 4096
    one, other = (4096 * rng.randrange(pages or 1) for _page in range(2))
    if rng.random() < 0.5:
        content[one : one + 4096] = rng.choice((b"\0", b"\xa5")) * 4096
    else:
        content[one : one + 4096] = content[other : other + 4096]
    database.write_bytes(content)
    return "with a changed page"


def _cut(database: Path, rng: Random) -> str:
    content = database.read_bytes()
    database.write_bytes(content[: rng.randrange(1, len(content) + 1)])
    return "breaks off"


def _replace(database: Path, rng: Random) -> str:
    if rng.random() < 0.5:
        return f"that are a {put_no_file(database, rng)}"
    database.write_bytes(rng.randbytes(rng.choice((1, 100, 9000))))
    return "that are garbage"


def _add_journal(database: Path, rng: Random) -> str:
    suffix = rng.choice(("-journal", "-wal", "-shm"))
    database.with_name(f"{database.name}{suffix}").write_bytes(rng.randbytes(2000))
    return f"with a broken {suffix}"


def _write_sql(database: Path, rng: Random) -> str:
    table, column = rng.choice(_TABLES), rng.choice(_COLUMNS)
    value = rng.choice((None, -1, 7, 2**40, 0.5, b"\xff", "x", *NAMES, "2026-11-21"))
    statement = rng.choice(
        (
            f"DROP TABLE {table}",
            f"DELETE FROM {table}",
            f"ALTER TABLE {table} RENAME TO {table}s",
            f"ALTER TABLE duet_game RENAME COLUMN {column} TO renamed",
            f"ALTER TABLE duet_game DROP COLUMN {column}",
            f"CREATE TABLE copy AS SELECT * FROM {table}; DROP TABLE {table}; "
            f"ALTER TABLE copy RENAME TO {table}",
            f"PRAGMA user_version = {rng.choice((-1, 0, 1, 4, 5 + 256, 2**25, 2**30))}",
            "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = "
            f"{rng.randrange(2, 9)} WHERE name = '{table}'",
            f"DELETE FROM duet_game WHERE seed = '{rng.choice(_RECORDED)}'",
        )
    )
    if rng.random() < 0.5:
        seed = rng.choice((*_RECORDED, *_GONE))
        _execute(database, [f"UPDATE duet_game SET {column} = ? WHERE seed = '{seed}'"], (value,))
        return f"with {column} = {value!r:.20}"
    _execute(database, statement.split("; "))
    return f"after {statement}"


def _execute(database: Path, statements: list[str], values: tuple[object, ...] = ()) -> None:
    """Execute statements as another program may, as far as the database lets it."""
    with (
        suppress(sqlite3.Error, UnicodeDecodeError),
        closing(sqlite3.connect(database, isolation_level=None)) as opened,
    ):
        opened.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            opened.execute(statement, values)


KEYS = (
    *("enter", "enter", "enter", " ", "left", "right", "up", "down", "tab", "escape"),
    *("q", "b", "?", "r", "R", "y", "n", "p", "1", "5", "home", "end", "page down", "backspace"),
)
"""What is typed at screens."""


@cache
def texts() -> tuple[str, ...]:
    """Return the records that are damaged: finished, under way, alone, on a board, of a day."""
    small = played_game(replace(header_at(5), setup=Setup(2, SMALL)))
    alone = played_game(header_at(4, level=1, ai=(None, "steady")))
    games = [finished(3), small, alone, played_game(daily_header(TODAY)), finished(6)]
    games += [match(3), beginning_of(match(3), 40), match(5, target=16, ai=(None, "steady"))]
    games += [beginning_of(finished(3), 20), beginning_of(alone, 33), beginning_of(small, 0)]
    return tuple(map(dump_record, games))


def attack_records(rng: Random, folder: Path) -> Iterator[str]:
    """Damage a record and use it in every way; yield what breaks."""
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
        # One that may be continued.
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
        # The part before the damage is continued.
        if before not in [one.read_bytes() for one in odd.parent.glob("*.toml-damaged-*")]:
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
    if listed and any(one != listed[0] for one in listed):
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
    """Start the program with a damaged file of its own; yield what breaks."""
    home = folder / "home"
    records = home / "records"
    records.mkdir(parents=True)
    if rng.random() < 0.7:
        yield from _attack_config(rng, home)
    else:
        yield from _attack_lessons(rng, home)


def _attack_config(rng: Random, home: Path) -> Iterator[str]:
    path, text, what = home / "config.toml", CONFIG, "settings"
    change = rng.random()
    if change < 0.6:
        text = with_other_value(text, rng)
    elif change < 0.8:
        text = with_other_lines(text, rng)
    content = with_other_bytes(text.encode(), rng) if change > 0.8 else text.encode()
    path.write_bytes(content)
    is_file = rng.random() > 0.1
    if not is_file:
        what = f"a {put_no_file(path, rng)} as settings"
    shown = run_program(["config"], home)
    yield from complaints(shown, f"foxduet config with {what}")
    typed = rng.choices(KEYS, k=rng.randrange(16))
    command = rng.choice(([], ["--level", "1"], ["--solo"], ["--game", "classic"], ["learn"]))
    yield from complaints(run_program(command, home, typed), f"playing with {what}")
    if not is_file:
        return
    after = path.read_bytes()
    try:
        parse_config(content.decode("utf-8-sig"))
    except ValueError:
        if after != content:
            yield "settings that cannot be used are not kept"
    else:
        parse_config(after.decode("utf-8-sig"))


def _attack_lessons(rng: Random, home: Path) -> Iterator[str]:
    path, what = home / "lessons.json", "the progress of lessons"
    text = LESSONS
    change = rng.random()
    if change < 0.5:
        parts = text.split(": ")
        at = rng.randrange(1, len(parts))
        _old, comma, rest = parts[at].partition(",")
        value = rng.choice((any_value(rng), "-1", "null", "9" * 5000, "[" * 9000, '{"a": {}}'))
        parts[at] = f"{value}{comma}{rest}"
        text = ": ".join(parts)
    content = with_other_bytes(text.encode(), rng) if change > 0.6 else text.encode()
    path.write_bytes(content)
    if rng.random() < 0.1:
        what = f"a {put_no_file(path, rng)} as {what}"
    game = rng.choice(((), ("--game", "classic")))
    typed = rng.choices(KEYS, k=rng.randrange(30))
    yield from complaints(run_program(["learn", *game], home, typed), f"learning with {what}")


def attack_board(rng: Random, folder: Path) -> Iterator[str]:
    """Play on a damaged board; yield what breaks."""
    home, board, text, what = folder / "home", folder / "board.toml", BOARD, "a board"
    change = rng.random()
    if change < 0.6:
        text = with_other_value(text, rng)
    elif change < 0.8:
        text = with_other_lines(text, rng)
    board.write_bytes(with_other_bytes(text.encode(), rng) if change > 0.8 else text.encode())
    if rng.random() < 0.1:
        what = f"a {put_no_file(board, rng)} as a board"
    level = str(rng.randrange(1, 4))
    typed = rng.choices(KEYS, k=rng.randrange(12))
    ending = run_program(["--level", level, "--board", str(board)], home, typed)
    yield from complaints(ending, f"playing on {what}")
    for record in home.glob("records/*.toml"):
        replayed = run_program(["replay", "--positions", str(record)], home)
        if replayed.status:
            yield f"away per game. Only {what} cannot be read again: {replayed.err.strip()}"


_HOME_GAMES = (1, 2)
_DATABASE = "scores.sqlite3"
_FILES_WITH_IT = ("-journal", "-journal", "-wal", "-shm", ".lock", ".lock-journal", ".lock-wal")
_PAR = "par.jsonl"
_OF_LINES = (_PAR, "puzzles.jsonl", "reviews.jsonl")
_NAMES = (
    *(f"{_DATABASE}{suffix}" for suffix in _FILES_WITH_IT),
    *(*_OF_LINES, "config.toml", "lessons.json", "records", "records", "reviews"),
    *(f".{_DATABASE}.left.tmp", "records/.left.toml.x.tmp"),
    *("records/odd.toml", "records/odd.toml", "records/game-1.toml.review-1.json"),
)
_NUMBERS = (0, -1, 130_000, 10**30, 2**63 - 1, 2**63, 10**900, 0.5, 1e308)
_VALUES: tuple[object, ...] = (
    *(*_NUMBERS, True, None, [], {}, [[]], {"a": 1}, "9999-12-31", "0001-01-01", "9" * 5000),
    *("1", "victory", "lost", "expert:200", "x" * 9_999, "x" * 3_000_000, "\ud800", *NAMES),
)


@dataclass(slots=True)
class _Home:
    """A home, and what of it was made odd; what was lost with that need not be shown."""

    path: Path
    odd: list[str] = field(default_factory=list)
    has_records: bool = True
    has_par: bool = True

    @property
    def what(self) -> str:
        return f"a home with {' and '.join(self.odd)}" if self.odd else "a home"


def attack_homes(rng: Random, folder: Path) -> Iterator[str]:
    """Use a home in which something is odd; yield what breaks.

    This is done in a process of its own: Python ends no call of SQLite that waits for ever.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            found = [*_attack(rng, folder)]
        except Exception as error:  # noqa: BLE001 - a case that fails is a finding, too
            found = [f"the case fails: {type(error).__name__}: {error}"]
        with os.fdopen(writing, "w", errors="backslashreplace") as file:
            json.dump(found, file)
        os._exit(0)
    os.close(writing)
    said = _read_to_its_end(reading)
    os.close(reading)
    with suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    yield from ["a home is waited for"] if said is None else json.loads(said)


def _read_to_its_end(pipe: int) -> bytes | None:
    """Return all that is written into a pipe, None if its other end stays open too long."""
    said, until = b"", monotonic() + 2 * SECONDS_OF_WAITING
    while select.select([pipe], [], [], max(until - monotonic(), 0))[0]:
        if not (part := os.read(pipe, 65536)):
            return said
        said += part
    return None


def _attack(rng: Random, folder: Path) -> Iterator[str]:
    home = _make_home(rng, folder)
    for _again in range(rng.choice((0, 1, 1, 1, 2, 3))):
        rng.choice(_HOW)(home, rng)
    friend = folder / "friend"
    friend.mkdir()
    (friend / "game.toml").write_text(dump_record(finished(_HOME_GAMES[0])))
    yield from _used(home, friend, rng)
    yield from complaints(run_program(["progress"], home.path), f"progress in {home.what}")
    for _again in range(2):
        yield from _scored(home)


def _used(home: _Home, friend: Path, rng: Random) -> Iterator[str]:
    """Use a home in some ways; yield what breaks."""
    typed = rng.choices(KEYS, k=rng.randrange(25))
    record = home.path / "records" / f"game-{_HOME_GAMES[0]}.toml"
    lines: tuple[list[str], ...] = (
        *(["--daily"], ["--solo"], ["--resume"], ["learn"], ["replay"], []),
        *(["progress", "--json"], ["progress", "--plain"], ["scores"], ["puzzle", "--plain"]),
        *(["--level", "1", "--seed", "8"], ["replay", "--positions"], ["config"], ["puzzle"]),
        *(["scores", "import", str(friend)], ["scores", "--daily"], ["scores", "--csv"]),
        ["review", "--json", "--worlds", "1", "--jobs", "1", str(record)],
    )
    for line in rng.sample(lines, 3):
        with quick_reviews():
            ending = run_program(line, home.path, typed)
        yield from complaints(ending, f"{' '.join(line[:2])} in {home.what}")


def _scored(home: _Home) -> Iterator[str]:
    ending = run_program(["scores", "--json"], home.path)
    yield from complaints(ending, f"the scores of {home.what}")
    if ending.status:
        yield f"the scores of {home.what} end with status {ending.status}"
        return
    shown = {game["seed"]: game["par"] for game in json.loads(ending.out)["games"]}
    for number in _HOME_GAMES if home.has_records else ():
        if number not in shown:
            yield f"the scores of {home.what} lack a game"
        elif home.has_par and shown[number] is None:
            yield f"the scores of {home.what} lack par"


def _make_home(rng: Random, folder: Path) -> _Home:
    """Fill a home, with an ordinary name or another one, with games, par and settings."""
    home, kind = _Home(folder / "home"), rng.random()
    if kind < 0.05:
        name = rng.choice(("a" * 300, "/".join(["a" * 250] * 17), "a\n\x1b[2J"))
        home = _Home(folder / name, [f"the name {name[:9]!a}"])
    elif kind < 0.2:
        encoded = rng.choice((b"home-\xff", b"\xc3", b"*[a]?", b"a b'\"%s{0}", b"a\xe2\x80"))
        home = _Home(folder / os.fsdecode(encoded), [f"the name {encoded!r}"])
    elif kind < 0.25:
        (folder / "place").mkdir()
        home = _Home(folder / "home", ["a link to it"])
        home.path.symlink_to("place")
    elif kind < 0.3:
        odd = put_no_file(folder / "home", rng)
        what = [f"a {odd} in its place"]
        return _Home(folder / "home", what, has_records=False, has_par=False)
    records = home.path / "records"
    try:
        records.mkdir(parents=True)
    except OSError:
        home.has_records = home.has_par = False
        return home
    for number in _HOME_GAMES:
        (records / f"game-{number}.toml").write_text(dump_record(finished(number)))
    (records / "under-way.toml").write_text(dump_record(beginning_of(finished(3), 20)))
    (home.path / "config.toml").write_text(CONFIG)
    (home.path / "lessons.json").write_text(LESSONS)
    path = home.path / _DATABASE
    with open_scores(path):
        pass
    if rng.random() < 0.3:
        path.rename(folder / "elsewhere")
        path.symlink_to(folder / "elsewhere")
        home.odd.append("scores behind a link")
    for number in _HOME_GAMES:
        save_par(path, header_at(number), Par("expert:200", "victory", 40 + number))
        entry = entry_of(finished(number), records / f"game-{number}.toml")
        found = ReviewedGame(entry.fingerprint, "1 1", 20, 0.9, {"Foxes": Mistakes(2, 0.5)})
        save_reviewed(path, "duet", [found])
        save_attempt(path, Attempt("duet", f"{number}", TODAY, right=number > 1, rating=1480))
    puzzle = replace(puzzles_of("duet")[0], kind=OWN)
    own = Mistake("0123456789abcdef:7", TODAY, format_puzzle(puzzle))
    save_reviews(path, [ReviewRead("duet", "game-1.toml.review.json", 1, 1, (own,))])
    return home


def _put_no_file(home: _Home, rng: Random) -> None:
    """Put something else in the place of a file, or of a folder."""
    name = rng.choice(_NAMES)
    place = home.path / name
    with suppress(OSError):
        if place.is_dir() and not place.is_symlink():
            place.rename(home.path / f"former-{os.urandom(3).hex()}")
        what = put_no_file(place, rng)
        home.odd.append(f"a {what} as {name}")
        home.has_records &= name != "records"
        home.has_par &= name != _PAR


def _damage_lines(home: _Home, rng: Random) -> None:
    """Damage a file of lines, and perhaps lose what is in the database."""
    file = home.path / rng.choice(_OF_LINES)
    if is_file(file):
        content = file.read_bytes()
        if rng.random() < 0.5:
            content = with_other_bytes(content, rng)
        else:
            text = with_other_lines(content.decode(errors="replace"), rng)
            content = text.encode()
        file.write_bytes(content)
        home.odd.append(f"a damaged {file.name}")
        home.has_par &= file.name != _PAR
        _lose_database(home, rng)


def _forge_lines(home: _Home, rng: Random) -> None:
    """Add lines that are whole, but say what no game, answer or review has."""
    file = home.path / rng.choice(_OF_LINES)
    if not is_file(file):
        return
    # A line may be damaged already.
    with suppress(ValueError, IndexError, TypeError), file.open("r+") as opened:
        true = opened.read().split("\n")[1:]
        for _line in range(rng.choice((1, 5, 20))):
            line = json.loads(rng.choice(true))
            _forge(line, rng)
            opened.write(f"\n{json.dumps(line)}")
        home.odd.append(f"forged lines in {file.name}")
        # They may be those of a game that is shown.
        home.has_par &= file.name != _PAR
        _lose_database(home, rng)


def _forge(value: Any, rng: Random) -> None:
    """Change something anywhere in a value of JSON."""
    keys = [*value] if isinstance(value, dict) else [*range(len(value))]
    if not keys:
        return
    key = rng.choice(keys)
    if isinstance(value[key], dict | list) and rng.random() < 0.8:
        _forge(value[key], rng)
    else:
        is_number = isinstance(value[key], int | float) and rng.random() < 0.8
        value[key] = rng.choice(_NUMBERS if is_number else _VALUES)


def _forge_par(home: _Home, rng: Random) -> None:
    """Add lines of par that are whole, but say what no game has."""
    path = par_file(home.path / _DATABASE)
    if not is_file(path):
        return
    with path.open("a") as file:
        for _line in range(rng.choice((1, 1, 3))):
            number = rng.choice((*_HOME_GAMES, 9))
            par = asdict(Par("expert:200", "lost", None))
            row: dict[str, object] = {**deals_of(header_at(number)), **par}
            for _change in range(rng.choice((1, 1, 2))):
                row[rng.choice([*row])] = rng.choice(_VALUES)
            game = rng.choice(("duet", "duet", "classic"))
            line = {"game": game, **row}
            if rng.random() < 0.1:
                line["game"] = rng.choice(_VALUES)
            file.write(f"\n{json.dumps(line)}")
            home.odd.append(f"forged par, {str(row)[:200]}")
            # It may be that of a game that is shown.
            home.has_par = False
    _lose_database(home, rng)


def _lose_database(home: _Home, rng: Random) -> None:
    database, change = home.path / _DATABASE, rng.random()
    if is_file(database):
        if change < 0.3:
            os.unlink(os.path.realpath(database))
        elif change < 0.5:
            database.write_bytes(rng.randbytes(rng.choice((1, 100, 9000))))
        else:
            return
        home.odd.append("without its database")


def _add_links(home: _Home, rng: Random) -> None:
    """Put odd links and names into the folder of the records."""
    targets = ("a" * 300, "/".join("a" * 2000), "/root/x.toml", "game-1.toml", "..", "/dev/null")
    names = (b"odd.toml", b"odd-\xff.toml", b"a" * 250 + b".toml", b"\n.toml", b".toml", b"*.toml")
    with suppress(OSError):
        link = home.path / "records" / os.fsdecode(rng.choice(names))
        target = rng.choice(targets)
        if rng.random() < 0.3:
            # Written through a link it would replace a game.
            link.unlink(missing_ok=True)
            link.write_text(dump_record(finished(rng.randrange(9))))
            home.odd.append(f"a record called {link.name[-20:]!a}")
        else:
            link.symlink_to(target)
            home.odd.append(f"a link {link.name[-20:]!a} to {target[:20]}")


_HOW: tuple[Callable[[_Home, Random], None], ...] = (
    *(_put_no_file, _put_no_file, _put_no_file),
    *(_damage_lines, _forge_lines, _forge_lines, _forge_par, _add_links, _lose_database),
)


_LINE = ("review", "--json", "--worlds", "1", "--jobs", "1")
_SUFFIX = ".review-1.json"
_REVIEW_GAMES: Mapping[str, Callable[[], Game]] = {
    "duet": lambda: resigned(finished(1), 12),
    "classic": lambda: match_resigned(match(3), 12, Seat.P1),
}


def _run_review(record: Path) -> Ending:
    """Review a game with as little work as possible."""
    with quick_reviews():
        return run_program([*_LINE, str(record)], record.parent / "home")


@cache
def _review(record: Path) -> tuple[bytes, int]:
    """Return the file of a game's review, and the number of its decisions."""
    ending = _run_review(record)
    saved = record.with_name(f"{record.name}{_SUFFIX}").read_bytes()
    return saved, len(json.loads(ending.out)["decisions"])


def attack_reviews(rng: Random, folder: Path) -> Iterator[str]:
    """Damage a review and show it; yield what breaks."""
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


def _with_other_number(text: str, rng: Random) -> str:
    """Return JSON with another value in the place of one of its numbers or texts."""
    parts = text.split(": ")
    at = rng.randrange(1, len(parts))
    _old, comma, rest = parts[at].partition(",")
    values = ("-1", "1e999", "NaN", "null", "true", '"x"', "9" * 5000, "[" * 9000, "{}", "0.5")
    parts[at] = f"{rng.choice(values)}{comma}{rest}"
    return ": ".join(parts)


KILLS = 5
"""How many there are in a game."""
_TABLE_GAMES = "duet --level 1", "classic --target 16"


def attack_tables(rng: Random, folder: Path) -> Iterator[str]:
    """Kill one of two programs at some moment, again and again; yield what breaks."""
    if shutil.which("tmux") is None:
        return
    # The server of the case before may still be about to end.
    name, home = f"foxduet-fuzz-{os.getpid()}-{rng.getrandbits(32):x}", folder / "host"
    host, guest = Pane(name, home), Pane(f"{name}-guest", folder / "guest")
    try:
        options = f"--game {rng.choice(_TABLE_GAMES)} --seed {rng.randrange(1000)}"
        table = _Table(host, guest, folder / "table.sock")
        table.host_game(options)
        for _ in range(KILLS):
            play_cards(host, guest, rng.randrange(1, 5))
            saved = latest_unfinished(home / "records")
            if saved is None:
                break
            yield from _kill_one(table, saved[1].path, rng)
    finally:
        host.close()
        guest.close()


class _Table:
    """Two terminals that meet at a place."""

    def __init__(self, host: Pane, guest: Pane, place: Path) -> None:
        self.host, self.guest, self._place = host, guest, place

    def host_game(self, options: str) -> None:
        """Host a game, and let the guest in."""
        self.host.start(f"host {options} --no-animation --socket {self._place}")
        self.host.wait_for("types:")
        self.join()

    def join(self) -> None:
        """Let the guest in."""
        self.guest.start(f"join {self._place} --name Zoe --no-animation")
        self.host.follow("=>  in? (")
        self.host.press("y")
        for one in (self.host, self.guest):
            one.wait_for("Round ", "Before the first deal")


def _kill_one(table: _Table, path: Path, rng: Random) -> Iterator[str]:
    """Kill one of the programs just after a key, and begin it again."""
    host, guest = table.host, table.guest
    before = load_game(path)[0]
    for pane in (host, guest):
        if " choosing ..." not in pane.text():
            pane.press(key_for(pane.text()))
    sleep(0.1 * rng.random() ** 2)
    killed = rng.choice((host, guest))
    os.kill(killed.game_process(), signal.SIGKILL)
    if killed is guest:
        host.wait_for("is not at the table.")
    elif "status 1." not in guest.wait_for_status():
        yield "a guest whose host is killed does not say so"
    saved = load_game(path)[0]
    if _actions(saved)[: len(before.turns)] != _actions(before):
        yield "a kill at two terminals loses actions"
    killed.new_window()
    if killed is guest:
        table.join()
    else:
        table.host_game(f"--resume {path}")
    if _actions(load_game(path)[0]) != _actions(saved):
        yield "a game at two terminals does not go on where it was"


def _actions(game: Game) -> list[object]:
    return [turn.action for turn in game.turns]
