"""The scores: finished games and the par of their deals, in an SQLite database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from sqlite3 import Connection, Row

from foxduet.game import Header
from foxduet.rules.errors import N_
from foxduet.rules.scoring import Score
from foxduet.rules.state import Outcome
from foxduet.store.connection import ScoresError, connection, transaction
from foxduet.store.entries import Entry, Par, board_digest
from foxduet.store.schema import migrate

IN_MEMORY = Path(":memory:")
"""The path of scores that are gone when they are closed."""

_COLUMNS = (
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
_ENTER = (
    f"INSERT OR IGNORE INTO game ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
)
# An entry of before there were days, or whose record has been moved.
_AMEND = "UPDATE game SET day = ?, path = ? WHERE fingerprint = ?"
_ALL = """
    SELECT game.*, par.outcome AS par_outcome, par.score AS par_score, par.effort
    FROM game
    LEFT JOIN par ON (par.level, par.board, par.seed) = (game.level, game.board, game.seed)
        AND par.effort = ?
    ORDER BY coalesce(finished, started, ''), fingerprint
"""


@contextmanager
def open_scores(path: Path) -> Iterator[Connection]:
    """Open the scores at ``path``, as this version has them, or new ones if there are none.

    Raises ScoresError for whatever goes wrong, in the block as well: DamagedScoresError if the
    file is at fault.
    """
    with connection(path) as scores:
        scores.row_factory = Row
        migrate(scores)
        yield scores


def enter(scores: Connection, entries: Iterable[Entry]) -> int:
    """Enter games, each only once; return how many are new."""
    new = 0
    with transaction(scores):
        for entry in entries:
            if scores.execute(_ENTER, _row(entry)).rowcount:
                new += 1
            else:
                _amend(scores, entry)
    return new


def _amend(scores: Connection, entry: Entry) -> None:
    (path,) = scores.execute(
        "SELECT path FROM game WHERE fingerprint = ?", (entry.fingerprint,)
    ).fetchone()
    known = path if Path(path).exists() else _text(entry.path)
    scores.execute(_AMEND, (_of_day(entry), known, entry.fingerprint))


def entries(scores: Connection, effort: str) -> list[Entry]:
    """Return all games, oldest first, with their par by experts of ``effort`` if it is known.

    Raises ScoresError if something else than this program has written there.
    """
    try:
        return [_entry(row) for row in scores.execute(_ALL, (effort,))]
    except (ValueError, TypeError):
        raise ScoresError(N_("another program has written into the scores")) from None


def fingerprints(scores: Connection) -> set[str]:
    """Return what all games that are entered are known by."""
    return {fingerprint for (fingerprint,) in scores.execute("SELECT fingerprint FROM game")}


def keep_par(scores: Connection, header: Header, par: Par) -> None:
    """Keep the par of a game's deals."""
    with transaction(scores):
        scores.execute(
            "INSERT OR REPLACE INTO par (level, board, seed, effort, outcome, score) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (*_deals(header), par.effort, par.outcome.value, par.score),
        )


def par_of(scores: Connection, header: Header, effort: str) -> Par | None:
    """Return the par of a game's deals, None if it is not known."""
    row = scores.execute(
        "SELECT outcome, score FROM par WHERE (level, board, seed, effort) = (?, ?, ?, ?)",
        (*_deals(header), effort),
    ).fetchone()
    return None if row is None else Par(effort, Outcome(row["outcome"]), row["score"])


def taken_in(scores: Connection) -> dict[str, tuple[int, int]]:
    """Return time and size of the files that were taken in, by their paths."""
    rows = scores.execute("SELECT path, mtime_ns, size FROM taken_in")
    return {path: (mtime, size) for path, mtime, size in rows}


def note_taken_in(scores: Connection, files: Iterable[tuple[str, int, int]]) -> None:
    """Remember path, time and size of files that need not be read again."""
    with transaction(scores):
        scores.executemany("INSERT OR REPLACE INTO taken_in VALUES (?, ?, ?)", files)


def _deals(header: Header) -> tuple[int, str, str]:
    """Return what fixes the deals of a game with a seed, and what they are played on."""
    return header.level, board_digest(header.board), str(header.seed)


def _row(entry: Entry) -> Sequence[object]:
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
        _of_day(entry),
        _text(entry.path),
    )


def _entry(row: Row) -> Entry:
    outcome = Outcome(row["outcome"])
    items = (row["score_level"], row["score_cards"], row["score_early"], row["score_tokens"])
    par = None
    if row["par_outcome"] is not None:
        par = Par(row["effort"], Outcome(row["par_outcome"]), row["par_score"])
    return Entry(
        fingerprint=row["fingerprint"],
        started=_moment(row["started"]),
        finished=_moment(row["finished"]),
        level=row["level"],
        board=row["board"],
        players=(row["p1"], row["p2"]),
        ai=(row["ai_p1"], row["ai_p2"]),
        outcome=outcome,
        score=Score(*map(int, items)) if outcome is Outcome.VICTORY else None,
        round=row["round"],
        tricks=row["tricks"],
        gems_left=row["gems_left"],
        found=tuple(map(int, row["found"].split())),
        hints=row["hints"],
        seed=None if row["seed"] is None else int(row["seed"]),
        day=None if row["day"] is None else date.fromisoformat(row["day"]),
        path=Path(row["path"]),
        par=par,
    )


def _of_moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="seconds")


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _of_day(entry: Entry) -> str | None:
    return None if entry.day is None else entry.day.isoformat()


def _text(path: Path) -> str:
    # A file name need not be text in any encoding; SQLite's texts are.
    return str(path).encode(errors="replace").decode()
