"""The journal of puzzles beside the scores: answers, and the mistakes that became puzzles.

Ratings, and the days on which puzzles come back, are worked out of its lines each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

from foxduet.core.frozen import dataclass, field
from foxduet.core.values import count, is_text, text, whole_number
from foxduet.store.json_lines import append_values, read_values
from foxduet.store.saved_games import KnownFiles

_HIGHEST_RATING, _LONGEST_NAME = 10_000, 100


@dataclass(frozen=True, slots=True)
class Attempt:
    """The first answer to a puzzle each time that it came up.

    ``puzzle`` is its number, or the name of a mistake; ``rating`` is that of the puzzle, None for a
    mistake, which has none. ``daily`` is the day whose puzzle it was, if it came up as that.
    """

    game: str
    puzzle: str
    answered: date
    right: bool
    rating: int | None = None
    daily: date | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A costly choice of a reviewed game as a puzzle, with its ``line`` in the shipped format.

    ``name`` is the same whenever the game is reviewed. It was ``found`` on a day.
    """

    name: str
    found: date
    line: str


@dataclass(frozen=True, slots=True)
class ReviewRead:
    """A review that was searched for mistakes: of which game, by its file, and what was found."""

    game: str
    file: str
    mtime_ns: int
    size: int
    mistakes: tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class Journal:
    """What is known of a game's puzzles: answers in their order, and the mistakes that were found.

    ``read`` has time and size of the files of reviews that were searched, of any game.
    """

    attempts: tuple[Attempt, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    read: KnownFiles = field(default_factory=dict)


def journal_file(scores: Path) -> Path:
    """Return the file of the journal beside the database at ``scores``."""
    return scores.with_name("puzzles.jsonl")


def save_attempt(scores: Path, attempt: Attempt) -> None:
    """Add an answer to the journal; raises OSError."""
    append_values(journal_file(scores), [asdict(attempt)])


def save_reviews(scores: Path, reviews: Iterable[ReviewRead]) -> None:
    """Add what reviews were searched for to the journal; raises OSError."""
    lines = [
        {
            "game": one.game,
            "review": one.file,
            "mtime_ns": one.mtime_ns,
            "size": one.size,
            "mistakes": [[each.name, each.found, each.line] for each in one.mistakes],
        }
        for one in reviews
    ]
    append_values(journal_file(scores), lines)


def load_journal(scores: Path, game: str) -> Journal:
    """Return what the journal beside the database at ``scores`` says of a game's puzzles.

    It is empty where there is none that can be read.
    """
    attempts: list[Attempt] = []
    mistakes: dict[str, Mistake] = {}
    read: dict[str, tuple[int, int]] = {}
    for found in read_values(journal_file(scores), _parse):
        match found:
            case Attempt() if found.game == game:
                attempts.append(found)
            case ReviewRead():
                read[found.file] = found.mtime_ns, found.size
                for mistake in found.mistakes if found.game == game else ():
                    # It stays as it was found first.
                    mistakes.setdefault(mistake.name, mistake)
    return Journal(tuple(attempts), tuple(mistakes.values()), read)


def _parse(values: Mapping[str, Any]) -> Attempt | ReviewRead:
    return _review_in(values) if "review" in values else _attempt_in(values)


def _attempt_in(values: Mapping[str, Any]) -> Attempt:
    right, rating, daily = (values[key] for key in ("right", "rating", "daily"))
    puzzle = text(values, "puzzle")
    if not isinstance(right, bool) or len(puzzle) > _LONGEST_NAME:
        raise TypeError("this is no answer")
    if rating is not None and count(values, "rating") > _HIGHEST_RATING:
        raise ValueError("no puzzle is so hard")
    return Attempt(
        values["game"],
        puzzle,
        date.fromisoformat(values["answered"]),
        right,
        rating,
        None if daily is None else date.fromisoformat(daily),
    )


def _review_in(values: Mapping[str, Any]) -> ReviewRead:
    mistakes = []
    for name, found, line in values["mistakes"]:
        if not (is_text(name) and is_text(line)):
            raise TypeError("this is no mistake")
        mistakes.append(Mistake(name, date.fromisoformat(found), line))
    return ReviewRead(
        values["game"],
        text(values, "review"),
        whole_number(values, "mtime_ns"),
        whole_number(values, "size"),
        tuple(mistakes),
    )
