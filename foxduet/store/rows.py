"""Finished games and pars as rows of the database, and back; what does not fit is refused."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from sqlite3 import Row
from string import hexdigits

from foxduet.rules.duet.levels import LEVELS
from foxduet.rules.duet.scoring import Score
from foxduet.rules.duet.state import Outcome
from foxduet.store.entries import Entry, Par

COLUMNS = (
    "fingerprint",
    "started",
    "finished",
    "level",
    "board",
    "p1",
    "p2",
    "ai_p1",
    "ai_p2",
    "outcome",
    "score_level",
    "score_cards",
    "score_early",
    "score_tokens",
    "score",
    "round",
    "tricks",
    "gems_left",
    "found",
    "hints",
    "seed",
    "day",
    "path",
)
"""The columns of a game, in the order of ``row_of``."""

UNFIT = (ValueError, IndexError)
"""What reading a row raises that this program has not written so."""


def row_of(entry: Entry) -> Sequence[object]:
    """Return the values of a game."""
    points = entry.score
    items: tuple[int | None, ...] = (None,) * 5
    if points is not None:
        items = (points.level, points.cards, points.early, points.tokens, points.total)
    return (
        entry.fingerprint,
        _of_moment(entry.started),
        _of_moment(entry.finished),
        entry.level,
        entry.board,
        *entry.players,
        *entry.ai,
        entry.outcome.value,
        *items,
        entry.round,
        entry.tricks,
        entry.gems_left,
        " ".join(map(str, entry.found)),
        entry.hints,
        # A text, since it may be larger than SQLite's integers.
        None if entry.seed is None else str(entry.seed),
        None if entry.day is None else entry.day.isoformat(),
        path_text(entry.path),
    )


def entry_in(row: Row) -> Entry:
    """Return the game in a row; one of ``UNFIT`` is raised if there is none."""
    outcome, seed = Outcome(row["outcome"]), _word_or_none(row["seed"])
    return Entry(
        fingerprint=_digest(row["fingerprint"]),
        started=_moment(row["started"]),
        finished=_moment(row["finished"]),
        level=_level(row["level"]),
        board=_word(row["board"]),
        players=(_word(row["p1"]), _word(row["p2"])),
        ai=(_word_or_none(row["ai_p1"]), _word_or_none(row["ai_p2"])),
        outcome=outcome,
        score=_score(row) if outcome is Outcome.VICTORY else None,
        round=_whole(row["round"]),
        tricks=_whole(row["tricks"]),
        gems_left=_whole(row["gems_left"]),
        found=tuple(map(int, _word(row["found"]).split())),
        hints=_whole(row["hints"]),
        seed=None if seed is None else int(seed),
        day=None if row["day"] is None else date.fromisoformat(_word(row["day"])),
        path=Path(_word(row["path"])),
    )


def par_in(row: Row) -> Par | None:
    """Return the par in a row, None if it has none; one of ``UNFIT`` is raised if it is unfit."""
    if row["par_outcome"] is None:
        return None
    points = row["par_score"]
    return Par(
        _word(row["effort"]),
        Outcome(row["par_outcome"]),
        None if points is None else _whole(points),
    )


def path_text(path: Path) -> str:
    """Return a path as text; a file name need not be that in any encoding, SQLite's texts are."""
    return str(path).encode(errors="replace").decode()


def _score(row: Row) -> Score:
    items = (row["score_level"], row["score_cards"], row["score_early"], row["score_tokens"])
    points = Score(*map(_whole, items))
    if points.total != row["score"]:
        raise ValueError("the items are not the score")
    return points


def _whole(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError("this is no number from 0 on")
    return value


def _level(value: object) -> int:
    if value not in LEVELS:
        raise ValueError("there is no such level")
    return _whole(value)


def _word(value: object) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise ValueError("this is no text")
    return value


def _digest(value: object) -> str:
    digest = _word(value)
    if len(digest) != 64 or not set(digest) <= set(hexdigits):
        raise ValueError("this is no digest")
    return digest


def _word_or_none(value: object) -> str | None:
    return None if value is None else _word(value)


def _of_moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="seconds")


def _moment(text: object) -> datetime | None:
    return None if text is None else datetime.fromisoformat(_word(text))
