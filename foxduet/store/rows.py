"""Finished games and par as rows of the database, and back: each function inverts another.

A row is a game or par only if it is exactly what would be written for that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from hashlib import sha256
from pathlib import Path
from string import hexdigits
from typing import TypeAlias

from foxduet.play.game import Header
from foxduet.rules.games import rule_set
from foxduet.rules.values import count, is_name, text
from foxduet.store.entries import Entry, Par, deals_key
from foxduet.store.files import path_text

Row: TypeAlias = dict[str, int | str | None]
"""What is written, by the names of columns."""

Found: TypeAlias = Mapping[str, object]
"""What is read, by the names of columns; any of them may be missing."""


def entry_row(entry: Entry) -> Row:
    """Return the row of a finished game."""
    return {
        "fingerprint": entry.fingerprint,
        "started": _moment_text(entry.started),
        "finished": _moment_text(entry.finished),
        **dict(zip(("p1", "p2"), entry.players, strict=True)),
        **dict(zip(("ai_p1", "ai_p2"), entry.ai, strict=True)),
        **summary_values(entry),
        "hints": entry.hints,
        "seed": None if entry.seed is None else str(entry.seed),
        "day": None if entry.day is None else entry.day.isoformat(),
        "path": path_text(entry.path),
    }


def entry_from(game: str, row: Found) -> Entry:
    """Return the finished game in a row, without par; raises ValueError if there is none."""
    rules, seed, day = rule_set(game), _text_or_none(row, "seed"), _text_or_none(row, "day")
    entry = Entry(
        game=game,
        fingerprint=_digest(row),
        started=_moment(row, "started"),
        finished=_moment(row, "finished"),
        players=(_name(row, "p1"), _name(row, "p2")),
        ai=(_name_or_none(row, "ai_p1"), _name_or_none(row, "ai_p2")),
        summary=rules.summary_from({one.name: row.get(one.name) for one in rules.summary_columns}),
        hints=count(row, "hints"),
        seed=None if seed is None else int(seed),
        day=None if day is None else date.fromisoformat(day),
        path=Path(text(row, "path")),
    )
    _check_same(entry_row(entry), row)
    return entry


def summary_values(entry: Entry) -> Row:
    """Return the summary of a game by the names of its columns."""
    rules = rule_set(entry.game)
    names = [column.name for column in rules.summary_columns]
    return dict(zip(names, rules.summary_row(entry.summary), strict=True))


def par_key(game: str) -> tuple[str, ...]:
    """Return the columns that identify a par: setup and seed, which fix the deals, and effort."""
    return (*(column.name for column in rule_set(game).setup_columns), "seed", "effort")


def par_row(header: Header, par: Par) -> Row:
    """Return the row of the par of a game's deals."""
    return {**deals_key(header), **asdict(par)}


def par_from(game: str, row: Found) -> tuple[Row, Par]:
    """Return the row of a par as it is written, and the par; raises ValueError if there is none."""
    rules, outcome = rule_set(game), text(row, "outcome")
    if outcome not in rules.results:
        raise ValueError("no game ends so")
    score = None if row.get("score") is None else count(row, "score")
    par = Par(text(row, "effort"), outcome, score)
    setup: Row = {
        one.name: count(row, one.name) if one.type is int else text(row, one.name)
        for one in rules.setup_columns
    }
    return {**setup, "seed": text(row, "seed"), **asdict(par)}, par


def checksum(table: str, row: Found) -> str:
    """Return the name of a row's table with a digest of what it says."""
    said = {name: value for name, value in row.items() if value is not None}
    content = json.dumps(said, sort_keys=True, default=repr).encode()
    return f"{table} {sha256(content).hexdigest()[:16]}"


def _check_same(written: Row, row: Found) -> None:
    if any(row.get(name) != value for name, value in written.items()):
        raise ValueError("another program has written this")


def _text_or_none(row: Found, key: str) -> str | None:
    return None if row.get(key) is None else text(row, key)


def _name(row: Found, key: str) -> str:
    name = row.get(key)
    if not is_name(name):
        raise ValueError("this is no name")
    return name


def _name_or_none(row: Found, key: str) -> str | None:
    return None if row.get(key) is None else _name(row, key)


def _digest(row: Found) -> str:
    digest = text(row, "fingerprint")
    if len(digest) != 64 or not set(digest) <= set(hexdigits):
        raise ValueError("this is not a digest")
    return digest


def _moment(row: Found, key: str) -> datetime | None:
    found = _text_or_none(row, key)
    return None if found is None else datetime.fromisoformat(found)


def _moment_text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="seconds")
