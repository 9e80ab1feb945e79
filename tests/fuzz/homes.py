"""Odd homes: what is no file in them, damaged lines, odd names and links; no game is lost."""

from __future__ import annotations

import json
import os
import select
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from foxduet.analysis.puzzles import OWN, format_puzzle, puzzles_of
from foxduet.play.record import dump_record
from foxduet.store.database import open_scores
from foxduet.store.entries import Par, deals_of, entry_of
from foxduet.store.files import is_file
from foxduet.store.par import par_file, save_par
from foxduet.store.puzzles import Attempt, Mistake, ReviewRead, save_attempt, save_reviews
from foxduet.store.reviews import Mistakes, ReviewedGame, save_reviewed
from tests.fuzz.configs import CONFIG, LESSONS
from tests.fuzz.damage import NAMES, put_no_file, with_other_bytes, with_other_lines
from tests.fuzz.program import SECONDS_OF_WAITING, complaints, run_program
from tests.fuzz.records import KEYS
from tests.support.entries import TODAY, finished, header_at
from tests.support.players import beginning_of
from tests.support.quick_reviews import quick_reviews

_GAMES = (1, 2)
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


def attack(rng: Random, folder: Path) -> Iterator[str]:
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
    (friend / "game.toml").write_text(dump_record(finished(_GAMES[0])))
    yield from _used(home, friend, rng)
    yield from complaints(run_program(["progress"], home.path), f"progress in {home.what}")
    for _again in range(2):
        yield from _scored(home)


def _used(home: _Home, friend: Path, rng: Random) -> Iterator[str]:
    """Use a home in some ways; yield what breaks."""
    typed = rng.choices(KEYS, k=rng.randrange(25))
    record = home.path / "records" / f"game-{_GAMES[0]}.toml"
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
    for number in _GAMES if home.has_records else ():
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
    for number in _GAMES:
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
    for number in _GAMES:
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
            number = rng.choice((*_GAMES, 9))
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
