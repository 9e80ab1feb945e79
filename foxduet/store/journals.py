"""Journals beside the scores: puzzles, par, reviews and lessons, as lines of JSON.

Ratings, and the days on which puzzles come back, are worked out of its lines each time.

So a crash loses no line that was there, and a damaged one is ignored and loses no other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, astuple
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from foxduet.core.errors import get_count, get_int, get_str, is_storable_text
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import rule_set
from foxduet.play.game import Header
from foxduet.store import files
from foxduet.store.saved_games import KnownFiles
from foxduet.store.score_entries import Par, deal_key

_FORMAT = "foxduet-lessons/1"


@dataclass(frozen=True, slots=True)
class LessonPlace:
    """Where a lesson was left: before a step, from 0, or after actions of its game, as texts."""

    step: int = 0
    actions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """How far players have come with one game: lessons by name, the place left last at the end.

    ``knows_relative`` says that they know the game's relative.
    """

    done: tuple[str, ...] = ()
    places: Mapping[str, LessonPlace] = field(default_factory=dict)
    knows_relative: bool = False

    def with_place(self, lesson: str, place: LessonPlace) -> LessonProgress:
        """Return the progress with the place where a lesson was left, as the last one.

        Its beginning is none.
        """
        own = {} if place == LessonPlace() else {lesson: place}
        return replace(self, places={**self._other_places(lesson), **own})

    def with_finished(self, lesson: str) -> LessonProgress:
        """Return the progress with a lesson done, which begins anew the next time."""
        done = (*self.done, lesson) if lesson not in self.done else self.done
        return replace(self, done=done, places=self._other_places(lesson))

    def _other_places(self, lesson: str) -> dict[str, LessonPlace]:
        return {name: place for name, place in self.places.items() if name != lesson}


NO_PROGRESS = LessonProgress()
"""The progress of players who have not begun."""


def learning_file(records: Path) -> Path:
    """Return the file of the lessons beside the folder of the records."""
    return records.with_name("lessons.json")


def load_progress(path: Path, game: str) -> LessonProgress:
    """Return how far players have come with a game: nowhere yet where there is no file.

    Raises FileError if it cannot be read, or is damaged.
    """
    try:
        return files.read_file(path, lambda content: _progress_in(_games_in(content), game))
    except files.MissingFileError:
        return NO_PROGRESS


def update_progress(
    path: Path, game: str, change: Callable[[LessonProgress], LessonProgress]
) -> None:
    """Change how far players have come with a game; what else is saved stays.

    A damaged file is replaced. Raises FileError if it cannot be read, and OSError.
    """
    files.make_folder(path.parent)
    with files.locked(path):
        games, before = dict[str, Any](), NO_PROGRESS
        with suppress(files.MissingFileError, files.DamagedFileError):
            games = files.read_file(path, _games_in)
            before = load_progress(path, game)
        after = change(before)
        games[game] = {
            "done": [*after.done],
            "places": {
                name: {"step": place.step, "actions": [*place.actions]}
                for name, place in after.places.items()
            },
            "knows_relative": after.knows_relative,
        }
        text = json.dumps({"format": _FORMAT, "games": games}, indent=1)
        files.write_safely(path, f"{text}\n".encode())


def _games_in(content: bytes) -> dict[str, Any]:
    found = json.loads(content)
    games = found.get("games") if isinstance(found, dict) else None
    if not isinstance(games, dict) or found.get("format") != _FORMAT:
        raise ValueError("this is no file of lessons")
    return games


def _progress_in(games: Mapping[str, Any], game: str) -> LessonProgress:
    match entry := games.get(game, {}):
        case {"done": list(done), "places": dict(places), "knows_relative": bool(knows)} if all(
            isinstance(name, str) for name in done
        ):
            found = {str(name): _place_from(place) for name, place in places.items()}
            return LessonProgress(tuple(done), found, knows)
        case {} if not entry and isinstance(entry, dict):
            return NO_PROGRESS
        case _:
            raise ValueError("this is no progress")


def _place_from(entry: Any) -> LessonPlace:
    match entry:
        case {"step": int(step), "actions": list(actions)} if step >= 0 and all(
            isinstance(action, str) for action in actions
        ):
            return LessonPlace(step, tuple(actions))
        case _:
            raise ValueError("this is no place")


FoundT = TypeVar("FoundT")

_LARGEST_FILE = 20_000_000
"""Bytes; a line has about 150 to 300."""


def append_lines(path: Path, values: Iterable[Mapping[str, object]]) -> None:
    """Add a line for each value to a file in one step; raises OSError.

    A line that an earlier crash cut off stays apart. Dates are written as ISO 8601 has them.
    """
    lines = [json.dumps(value, default=str).encode() for value in values]
    if not lines:
        return
    files.make_folder(path.parent)
    with files.locked(path):
        with suppress(FileNotFoundError):
            files.check_is_file(path)
        with open(path, "ab", opener=partial(os.open, mode=files.PRIVATE_MODE)) as file:
            file.write(b"".join(b"\n" + line for line in lines))
            file.flush()
            os.fsync(file.fileno())


def iter_lines(path: Path, parse: Callable[[Any], FoundT | None]) -> Iterator[FoundT]:
    """Yield what ``parse`` finds in each line of a file, none if there is no file.

    Lines in which it finds None are left out, and damaged ones, for which it raises an exception.
    Raises FileError if the file cannot be read.
    """
    lines: list[bytes] = []
    with suppress(files.MissingFileError):
        lines = files.read_file(path, bytes.splitlines, _LARGEST_FILE)
    for line in lines:
        found = None
        with suppress(*files.DAMAGE):
            found = parse(json.loads(line))
        if found is not None:
            yield found


_MAX_RATING, _LONGEST_NAME = 10_000, 100


@dataclass(frozen=True, slots=True)
class Attempt:
    """The first answer to a puzzle each time that it came up.

    ``puzzle`` is its number, or the name of a mistake; ``rating`` is that of the puzzle, None for a
    mistake, which has none. ``daily`` is the day whose puzzle it was, if it came up as that. There
    were so many ``choices`` that do not lead to the same.
    """

    game: str
    puzzle: str
    answered: date
    right: bool
    rating: int | None = None
    daily: date | None = None
    choices: int = 2


@dataclass(frozen=True, slots=True)
class Mistake:
    """A costly choice of a reviewed game as a puzzle, with its ``line`` in the shipped format.

    ``name`` is the same whenever the game is reviewed. It was ``found`` on a day. A ``cost`` of 1
    is a victory.
    """

    name: str
    found: date
    line: str
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class ScannedReview:
    """A review that was searched for mistakes: of which game, by its file, and what was found."""

    game: str
    file: str
    mtime_ns: int
    size: int
    mistakes: tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class Journal:
    """What is known of a game's puzzles: answers in their order, and the mistakes that were found.

    ``read`` has time and size of the files of reviews that were searched, of any game. ``trouble``
    is why the file cannot be read, None if it can.
    """

    attempts: tuple[Attempt, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    read: KnownFiles = field(default_factory=dict)
    trouble: files.FileError | None = None


def journal_file(scores: Path) -> Path:
    """Return the file of the journal beside the database at ``scores``."""
    return scores.with_name("puzzles.jsonl")


def save_attempt(scores: Path, attempt: Attempt) -> None:
    """Add an answer to the journal; raises OSError."""
    append_lines(journal_file(scores), [asdict(attempt)])


def save_scanned_reviews(scores: Path, reviews: Iterable[ScannedReview]) -> None:
    """Add what reviews were searched for to the journal; raises OSError."""
    lines = [
        {
            "game": one.game,
            "review": one.file,
            "mtime_ns": one.mtime_ns,
            "size": one.size,
            "mistakes": [astuple(each) for each in one.mistakes],
        }
        for one in reviews
    ]
    append_lines(journal_file(scores), lines)


def load_journal(scores: Path, game: str) -> Journal:
    """Return what the journal beside the database at ``scores`` says of a game's puzzles.

    It is empty if there is none, or it cannot be read.
    """
    attempts: list[Attempt] = []
    mistakes: dict[str, Mistake] = {}
    read: dict[str, tuple[int, int]] = {}
    try:
        values = [*iter_lines(journal_file(scores), _parse)]
    except files.FileError as error:
        return Journal(trouble=error)
    for found in values:
        match found:
            case Attempt() if found.game == game:
                attempts.append(found)
            case ScannedReview():
                read[found.file] = found.mtime_ns, found.size
                for mistake in found.mistakes if found.game == game else ():
                    # It stays as it was found first.
                    mistakes.setdefault(mistake.name, mistake)
    return Journal(tuple(attempts), tuple(mistakes.values()), read)


def _parse(values: Mapping[str, Any]) -> Attempt | ScannedReview:
    return _parse_scanned_review(values) if "review" in values else _parse_attempt(values)


def _parse_attempt(values: Mapping[str, Any]) -> Attempt:
    right, rating, daily = (values[key] for key in ("right", "rating", "daily"))
    puzzle = get_str(values, "puzzle")
    if not isinstance(right, bool) or len(puzzle) > _LONGEST_NAME:
        raise TypeError("this is no answer")
    if rating is not None and get_count(values, "rating") > _MAX_RATING:
        raise ValueError("no puzzle is so hard")
    if not get_count(values, "choices"):
        raise ValueError("there was nothing to choose")
    return Attempt(
        values["game"],
        puzzle,
        date.fromisoformat(values["answered"]),
        right,
        rating,
        None if daily is None else date.fromisoformat(daily),
        values["choices"],
    )


def _parse_scanned_review(values: Mapping[str, Any]) -> ScannedReview:
    mistakes = []
    for name, found, line, cost in values["mistakes"]:
        if not (is_storable_text(name) and is_storable_text(line) and isinstance(cost, float)):
            raise TypeError("this is no mistake")
        mistakes.append(Mistake(name, date.fromisoformat(found), line, cost))
    return ScannedReview(
        values["game"],
        get_str(values, "review"),
        get_int(values, "mtime_ns"),
        get_int(values, "size"),
        tuple(mistakes),
    )


ParByDeals: TypeAlias = Mapping[tuple[tuple[str, object], ...], Par]
"""Par by the items of ``deal_key``, or of ``entry_deals``."""


def par_file(scores: Path) -> Path:
    """Return the file of par beside the database at ``scores``."""
    return scores.with_name("par.jsonl")


def save_par(scores: Path, header: Header, par: Par) -> None:
    """Save the par of a game's deals beside the database at ``scores``; raises OSError."""
    line = {"game": header.game, **deal_key(header), **asdict(par)}
    append_lines(par_file(scores), [line])


def par_of(scores: Path, header: Header, effort: str) -> Par | None:
    """Return the par of a game's deals, None if it is not known."""
    return load_par(scores, header.game, effort).get(tuple(deal_key(header).items()))


def load_par(scores: Path, game: str, effort: str) -> ParByDeals:
    """Return all par of a game by ``effort`` that is saved beside the database at ``scores``.

    Damaged lines are ignored, as is a file that cannot be read: par can be played again.
    """
    columns = (*(column.name for column in rule_set(game).setup_columns), "seed")

    def parse(values: Mapping[str, object]) -> ParByDeals:
        if (values["game"], values["effort"]) != (game, effort):
            return {}
        return {tuple((name, values[name]) for name in columns): _parse_par(game, values)}

    found: dict[tuple[tuple[str, object], ...], Par] = {}
    with suppress(files.FileError):
        for one in iter_lines(par_file(scores), parse):
            found.update(one)
    return found


def _parse_par(game: str, values: Mapping[str, object]) -> Par:
    outcome, score = str(values["outcome"]), values["score"]
    if outcome not in rule_set(game).results:
        raise ValueError("no game ends so")
    return Par(
        str(values["effort"]), outcome, None if score is None else get_count(values, "score")
    )


_MAX_COST = 10_000
"""No game has so many choices, each of which costs a victory at most."""


@dataclass(frozen=True, slots=True)
class MistakeTotal:
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
    mistakes: Mapping[str, MistakeTotal]


def reviews_file(scores: Path) -> Path:
    """Return the file of what reviews found beside the database at ``scores``."""
    return scores.with_name("reviews.jsonl")


def save_reviewed_games(scores: Path, game: str, some: Iterable[ReviewedGame]) -> None:
    """Save what reviews of a game's entries found; raises OSError."""
    append_lines(reviews_file(scores), [{"game": game, **asdict(one)} for one in some])


def load_reviewed_games(scores: Path, game: str) -> dict[str, ReviewedGame]:
    """Return what is saved, the newest of each entry of a game, by fingerprint.

    Damaged lines are ignored, as is a file that cannot be read: their reviews are read again.
    """

    def parse(values: Mapping[str, Any]) -> ReviewedGame | None:
        return _parse_reviewed_game(values) if values["game"] == game else None

    with suppress(files.FileError):
        return {one.fingerprint: one for one in iter_lines(reviews_file(scores), parse)}
    return {}


def _parse_reviewed_game(values: Mapping[str, Any]) -> ReviewedGame:
    accuracy = values["accuracy"]
    return ReviewedGame(
        get_str(values, "fingerprint"),
        get_str(values, "version"),
        get_count(values, "choices"),
        None if accuracy is None else _share(accuracy),
        {
            about: MistakeTotal(get_count(one, "choices"), _cost(one["cost"]))
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
    if not 0 <= value <= _MAX_COST:
        raise ValueError("this is no cost")
    return float(value)
