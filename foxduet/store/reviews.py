"""What reviews found, a line for each game, beside the scores: read again from a review if lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from foxduet.core.frozen import dataclass
from foxduet.core.values import count, text
from foxduet.store.json_lines import append_values, read_values

_LARGEST_COST = 10_000
"""No game has so many choices, each of which costs a victory at most."""


@dataclass(frozen=True, slots=True)
class Mistakes:
    """How many bad choices were about one thing, and what they cost together (a victory is 1)."""

    choices: int
    cost: float


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """What the review of a game says of those who played it.

    ``fingerprint`` is that of the game's entry. ``version`` is the time and size of the file that
    has the review. ``choices`` counts those with an alternative, ``accuracy`` (0-1) is their mean,
    None if there were none, and ``mistakes`` has the bad ones by what they were about.
    """

    fingerprint: str
    version: str
    choices: int
    accuracy: float | None
    mistakes: Mapping[str, Mistakes]


def reviews_file(scores: Path) -> Path:
    """Return the file of what reviews found beside the database at ``scores``."""
    return scores.with_name("reviews.jsonl")


def save_reviewed(scores: Path, game: str, some: Iterable[ReviewedGame]) -> None:
    """Save what reviews of a game's entries found; raises OSError."""
    append_values(reviews_file(scores), [{"game": game, **asdict(one)} for one in some])


def load_reviewed(scores: Path, game: str) -> dict[str, ReviewedGame]:
    """Return what is saved, the newest of each entry of a game, by fingerprint.

    Damaged lines are ignored: their reviews are read again.
    """

    def parse(values: Mapping[str, Any]) -> ReviewedGame | None:
        return _reviewed_in(values) if values["game"] == game else None

    return {one.fingerprint: one for one in read_values(reviews_file(scores), parse)}


def _reviewed_in(values: Mapping[str, Any]) -> ReviewedGame:
    accuracy = values["accuracy"]
    return ReviewedGame(
        text(values, "fingerprint"),
        text(values, "version"),
        count(values, "choices"),
        None if accuracy is None else _share(accuracy),
        {
            about: Mistakes(count(one, "choices"), _cost(one["cost"]))
            for about, one in values["mistakes"].items()
        },
    )


def _share(value: object) -> float:
    if not _cost(value) <= 1:
        raise ValueError("this is not a share")
    return _cost(value)


def _cost(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError("this is not a number")
    if not 0 <= value <= _LARGEST_COST:
        raise ValueError("this is no cost")
    return float(value)
