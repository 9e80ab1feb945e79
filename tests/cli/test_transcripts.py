"""Command lines as golden transcripts: each is run again, and all that comes of it compared.

In ``tests/golden/cli`` a line behind a > is a command line without the program's name, or with
``= NAME`` what a file has. Below it stands what was printed; what went to the errors has a ! before
it, and an exit status other than 0 a ?. A line in brackets puts games into the home, or lets there
be a terminal. ``{home}`` is the player's folder; what systems and versions of Python say in other
words is left out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from foxduet.core.cards import Seat
from foxduet.games.duet.rules.state import Setup
from foxduet.play.game import Game
from foxduet.play.record import dump_record
from foxduet.store.files import records_folder
from foxduet.store.saved_games import SavedGame, save_game
from tests.support.classic import TODAY, match, resigned
from tests.support.entries import SMALL, daily_header, finished, header_at, on_day
from tests.support.entries import resigned as given_up
from tests.support.players import beginning_of, played_game
from tests.support.processes import GOLDEN, RECORDS, Call

FILES = sorted((GOLDEN / "cli").glob("*.txt"))
ALONE = {"players": ("Ann", "Expert"), "ai": (None, "expert")}


def duet_games() -> list[Game]:
    return [
        *(finished(number) for number in range(4)),
        played_game(header_at(4, 1, (None, "expert"))),
        given_up(finished(5), 40),
        played_game(replace(header_at(6), setup=Setup(2, SMALL))),
        played_game(daily_header(date(2026, 10, 27), 1, 7)),
    ]


def matches() -> list[Game]:
    some = [match(1), match(2, **ALONE), match(3, target=16), match(4, day=TODAY, **ALONE)]
    return [*some, resigned(match(5), 30, Seat.P2)]


GAMES: dict[str, Callable[[], list[Game]]] = {
    "duet": duet_games,
    "matches": matches,
    "both": lambda: [finished(1), match(1)],
    "match": lambda: [match(1)],
    "under way": lambda: [beginning_of(finished(9), 20)],
}


@pytest.mark.skipif(os.name == "nt", reason="paths are those of POSIX")
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_command_line_says_what_it_did(
    file: Path,
    call: Call,
    golden: Callable[[str, str], None],
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    home.mkdir(parents=True)
    on_day(TODAY, monkeypatch)
    places = {"{home}": str(home), "{records}": str(RECORDS), "{today}": f"{date.today()}"}
    written = []
    for line in file.read_text("utf-8").splitlines():
        kind, text = line[:2], line[2:]
        for name, path in places.items():
            text = text.replace(name, path)
        if line == "[a terminal]":
            monkeypatch.setattr("foxduet.ui.kit.terminal.check_terminal", lambda: None)
        elif line.startswith("["):
            records_folder().mkdir(parents=True, exist_ok=True)
            for at, game in enumerate(GAMES[line.strip("[]")]()):
                save_game(SavedGame(records_folder() / f"{line.strip('[]')}-{at}.toml"), game)
        elif kind == "= ":
            name, _blank, content = text.partition(" ")
            whole = dump_record(finished(9)) if content.startswith("a record") else content
            for change in re.findall(r"(\S+) -> (\S+)", content):
                whole = whole.replace(*(one.replace("_", " ") for one in change))
            (home / name).write_text(whole.replace(r"\n", "\n").replace(r"\e", "\x1b"), "utf-8")
        elif kind != "> " and not line.startswith("#"):
            continue
        written.append(line)
        if kind == "> ":
            status, out, err = call(text.replace(r"\e", "\x1b"))
            assert "\x1b" not in out + err
            said = [*out.splitlines(), *(f"! {one}" for one in err.splitlines())]
            said += [f"? {status}"] if status else []
            for name, path in places.items():
                said = [one.replace(path, name) for one in said]
            written += map(in_any_version, said)
    golden(f"cli/{file.name}", "\n".join(written) + "\n")


def in_any_version(line: str) -> str:
    """Leave out what other versions of Python, or systems, say in other words."""
    line = re.sub(r"(invalid choice): .*", r"\1: ...", line)
    return re.sub(r"(invalid TOML|nested to read|in the environment): .*", r"\1: ...", line)
