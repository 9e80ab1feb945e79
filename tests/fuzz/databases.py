"""Damaged databases of the scores: they are built again with every game that has a record."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from foxduet.play.record import dump_record
from foxduet.store.database import open_scores
from foxduet.store.entries import Par, entry_of
from foxduet.store.files import is_file
from foxduet.store.par import save_par
from foxduet.store.scores import enter
from tests.fuzz.damage import NAMES, put_no_file
from tests.fuzz.program import Ending, complaints, run_program
from tests.support.entries import TODAY, daily_header, finished, header_at, resigned
from tests.support.players import played_game

_RECORDED, _GONE = (1, 2, 3), (6, 7)
_TABLES = ("game", "taken_in")
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


def attack(rng: Random, folder: Path) -> Iterator[str]:
    """Damage scores and show them; yield what breaks."""
    home = folder / "home"
    right = _make_home(home)
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


def _make_home(home: Path) -> Home:
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
        fingerprints += [one for (one,) in opened.execute("SELECT fingerprint FROM game")]
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
    return "cut off"


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
            f"ALTER TABLE game RENAME COLUMN {column} TO renamed",
            f"ALTER TABLE game DROP COLUMN {column}",
            f"CREATE TABLE copy AS SELECT * FROM {table}; DROP TABLE {table}; "
            f"ALTER TABLE copy RENAME TO {table}",
            f"PRAGMA user_version = {rng.choice((-1, 0, 1, 3, 4 + 256, 2**25, 2**30))}",
            "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = "
            f"{rng.randrange(2, 9)} WHERE name = '{table}'",
            f"DELETE FROM game WHERE seed = '{rng.choice(_RECORDED)}'",
        )
    )
    if rng.random() < 0.5:
        seed = rng.choice((*_RECORDED, *_GONE))
        _execute(database, [f"UPDATE game SET {column} = ? WHERE seed = '{seed}'"], (value,))
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
