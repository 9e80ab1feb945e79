"""The journal of puzzles beside the scores: answers, and the mistakes that became puzzles.

Lines are only ever added, each at once and whole, so that a crash loses none. Ratings and dates are
worked out of them each time; a damaged line is ignored, and loses no other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from foxduet.core.frozen import dataclass, field
from foxduet.core.values import is_text, is_whole_number
from foxduet.store.files import append_lines, read_limited
from foxduet.store.saved_games import KnownFiles

_LARGEST_FILE = 20_000_000
"""Bytes; an answer has about 130."""


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
    daily = None if attempt.daily is None else attempt.daily.isoformat()
    line = {
        "game": attempt.game,
        "puzzle": attempt.puzzle,
        "answered": attempt.answered.isoformat(),
        "right": attempt.right,
        "rating": attempt.rating,
        "daily": daily,
    }
    append_lines(journal_file(scores), [json.dumps(line).encode()])


def save_reviews(scores: Path, reviews: Iterable[ReviewRead]) -> None:
    """Add what reviews were searched for to the journal; raises OSError."""
    lines = [
        {
            "game": one.game,
            "review": one.file,
            "mtime_ns": one.mtime_ns,
            "size": one.size,
            "mistakes": [[each.name, each.found.isoformat(), each.line] for each in one.mistakes],
        }
        for one in reviews
    ]
    if lines:
        append_lines(journal_file(scores), [json.dumps(line).encode() for line in lines])


def load_journal(scores: Path, game: str) -> Journal:
    """Return what the journal beside the database at ``scores`` says of a game's puzzles.

    It is empty where there is none that can be read.
    """
    content = b""
    with suppress(OSError):
        content = read_limited(journal_file(scores), _LARGEST_FILE)
    attempts: list[Attempt] = []
    mistakes: dict[str, Mistake] = {}
    read: dict[str, tuple[int, int]] = {}
    for line in content.splitlines():
        with suppress(ValueError, LookupError, TypeError, RecursionError):
            values = json.loads(line)
            if "review" in values:
                review = _review_in(values)
                read[review.file] = review.mtime_ns, review.size
                for mistake in review.mistakes if review.game == game else ():
                    # It stays as it was found first.
                    mistakes.setdefault(mistake.name, mistake)
            elif values["game"] == game:
                attempts.append(_attempt_in(values))
    return Journal(tuple(attempts), tuple(mistakes.values()), read)


def _attempt_in(values: Mapping[str, Any]) -> Attempt:
    puzzle, right, rating, daily = (values[key] for key in ("puzzle", "right", "rating", "daily"))
    if not is_text(puzzle) or not isinstance(right, bool):
        raise TypeError("this is no answer")
    if not (rating is None or is_whole_number(rating)):
        raise TypeError("this is no rating")
    answered = date.fromisoformat(values["answered"])
    day = None if daily is None else date.fromisoformat(daily)
    return Attempt(values["game"], puzzle, answered, right, rating, day)


def _review_in(values: Mapping[str, Any]) -> ReviewRead:
    file, mtime_ns, size = (values[key] for key in ("review", "mtime_ns", "size"))
    if not (is_text(file) and is_whole_number(mtime_ns) and is_whole_number(size)):
        raise TypeError("this is no file")
    mistakes = []
    for name, found, line in values["mistakes"]:
        if not (is_text(name) and is_text(line)):
            raise TypeError("this is no mistake")
        mistakes.append(Mistake(name, date.fromisoformat(found), line))
    return ReviewRead(values["game"], file, mtime_ns, size, tuple(mistakes))
