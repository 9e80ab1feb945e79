"""What is still known of damaged scores: their rows that can be read, and their records."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection

from foxduet.rules.games import games
from foxduet.store.database import (
    DamagedScoresError,
    connection,
    game_table,
    par_table,
    transaction,
)
from foxduet.store.entries import Entry
from foxduet.store.par_file import append_par, known_par, par_file
from foxduet.store.reading import read_record_file
from foxduet.store.rows import Row, checksum, entry_row, par_key
from foxduet.store.saved_games import record_paths
from foxduet.store.scores import (
    all_par,
    checksums,
    enter,
    legible_entries,
    restore_par,
    write_par,
)

# From both ends, since damage in the middle may hide the rest.
_BOTH_ENDS = ("", "ORDER BY rowid DESC")


def copy_known(
    path: Path, records: Path, scores: Connection, patience: float | None = None
) -> None:
    """Copy all that is known of the scores at ``path``, which may be damaged, into new ones.

    Of a row that is not as it was written, what its record says counts. If that has moved within
    the folder ``records``, it is imported again, and must not count twice. If there is none, such
    a row is better than nothing. Raises ScoresError if the old scores cannot be read now.
    """
    with transaction(scores):
        restore_par(scores, path)
    found = _find(path, patience)
    enter(scores, _without_doubt(found, records))
    saved = {_par_key(game, row) for game, row in known_par(path)}
    only_here = [(game, row) for game, row in found.par if _par_key(game, row) not in saved]
    with transaction(scores):
        for game, row in only_here:
            write_par(scores, game, row)
    with suppress(OSError):
        append_par(par_file(path), only_here)


def _par_key(game: str, row: Row) -> tuple[object, ...]:
    return (game, *(row[name] for name in par_key(game)))


@dataclass(frozen=True, slots=True)
class _Found:
    """The rows that can be read, games by their fingerprints; ``whole`` are as they were written.

    Those of former versions, which wrote no checksums, are doubtful.
    """

    whole: dict[str, Entry]
    doubtful: dict[str, Entry]
    par: list[tuple[str, Row]]


def _find(path: Path, patience: float | None) -> _Found:
    found, right = _Found({}, {}, []), set[str]()
    with suppress(DamagedScoresError), connection(path, patience) as scores:
        right |= checksums(scores)
    for game in games():
        table = par_table(game)
        for order in _BOTH_ENDS:
            with suppress(DamagedScoresError), connection(path, patience) as scores:
                for _row, entry in legible_entries(scores, game, order):
                    is_whole = checksum(game_table(game), entry_row(entry)) in right
                    (found.whole if is_whole else found.doubtful)[entry.fingerprint] = entry
            with suppress(DamagedScoresError), connection(path, patience) as scores:
                # Without a record that tells, a changed par is worth nothing.
                for row, _par in all_par(scores, game, order):
                    if not right or checksum(table, row) in right:
                        found.par.append((game, row))
    return found


def _without_doubt(found: _Found, records: Path) -> list[Entry]:
    """Return each game once, with the values that most likely are right."""
    sure, left = dict(found.whole), list[Entry]()
    for fingerprint, entry in found.doubtful.items():
        recorded = _entry_in(entry.path)
        if recorded is not None and _is_same_game(entry, recorded):
            sure[recorded.fingerprint] = recorded
        elif fingerprint not in sure:
            left.append(entry)
    others = [*sure.values(), *(_entries_in(records) if left else ())]
    left = [entry for entry in left if not any(_is_same_game(entry, one) for one in others)]
    return [*sure.values(), *left]


def _entry_in(path: Path) -> Entry | None:
    with suppress(OSError, ValueError):
        return read_record_file(path).entry
    return None


def _entries_in(folder: Path) -> list[Entry]:
    paths: list[Path] = []
    with suppress(OSError):
        paths = record_paths(folder)
    return [entry for path in paths if (entry := _entry_in(path)) is not None]


def _is_same_game(one: Entry, other: Entry) -> bool:
    """Return whether two entries are of the same game, though some value in one may be damaged."""
    told_apart = (
        (one.fingerprint, other.fingerprint),
        (one.started, other.started),
        (one.finished, other.finished),
    )
    if any(a is not None and a == b for a, b in told_apart):
        return True
    return (one.path, one.players, one.summary) == (other.path, other.players, other.summary)
