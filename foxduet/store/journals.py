"""Journals next to the scores: puzzles, par, advice, reviews and lessons, mostly lines of JSON.

Ratings and due dates of puzzles are computed from the lines each time. Lines are only appended, so
a crash loses no earlier line, and a damaged line is ignored without affecting others.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, astuple
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from foxduet.core.errors import get_count, get_int, get_str, is_int, is_storable_text, is_str_list
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import rule_set
from foxduet.play.game import Header
from foxduet.store import files
from foxduet.store.saved_games import KnownFiles
from foxduet.store.score_entries import Par, deal_key

_FORMAT = "foxduet-lessons/1"


@dataclass(frozen=True, slots=True)
class LessonPlace:
    """Where a lesson was left: before a step (from 0), or after actions in record notation."""

    step: int = 0
    actions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """Progress in the lessons of one game.

    done: names of the finished lessons.
    places: where each unfinished lesson was left; the lesson left last comes at the end.
    knows_relative: the players know the related game, so lessons omit basic steps.
    """

    done: tuple[str, ...] = ()
    places: Mapping[str, LessonPlace] = field(default_factory=dict)
    knows_relative: bool = False

    def with_place(self, lesson: str, place: LessonPlace) -> LessonProgress:
        """Return the progress with ``lesson`` left at ``place``, as the last one left.

        The beginning of a lesson is not stored.
        """
        places = {} if place == LessonPlace() else {lesson: place}
        return replace(self, places={**self._other_places(lesson), **places})

    def with_finished(self, lesson: str) -> LessonProgress:
        """Return the progress with a lesson finished; it will start from the beginning again."""
        lessons = (*self.done, lesson) if lesson not in self.done else self.done
        return replace(self, done=lessons, places=self._other_places(lesson))

    def _other_places(self, lesson: str) -> dict[str, LessonPlace]:
        return {name: place for name, place in self.places.items() if name != lesson}


NO_PROGRESS = LessonProgress()


def learning_file(records: Path) -> Path:
    """Return the path of the lessons file, next to the folder of the records."""
    return records.with_name("lessons.json")


def load_progress(path: Path, game: str) -> LessonProgress:
    """Return the progress in a game's lessons; ``NO_PROGRESS`` if the file does not exist.

    Raises FileError if it cannot be read, or is damaged.
    """
    try:
        return files.read_file(path, lambda content: _parse_progress(_parse_games(content), game))
    except files.MissingFileError:
        return NO_PROGRESS


def update_progress(
    path: Path, game: str, change: Callable[[LessonProgress], LessonProgress]
) -> None:
    """Change the progress in a game's lessons; other games keep theirs.

    A damaged file is replaced. Raises FileError if it cannot be read, and OSError.
    """
    files.make_folder(path.parent)
    with files.locked(path):
        games, progress = dict[str, Any](), NO_PROGRESS
        with suppress(files.MissingFileError, files.DamagedFileError):
            games = files.read_file(path, _parse_games)
            progress = load_progress(path, game)
        new_progress = change(progress)
        games[game] = {
            "done": [*new_progress.done],
            "places": {
                name: {"step": place.step, "actions": [*place.actions]}
                for name, place in new_progress.places.items()
            },
            "knows_relative": new_progress.knows_relative,
        }
        text = json.dumps({"format": _FORMAT, "games": games}, indent=1)
        files.write_safely(path, f"{text}\n".encode())


def _parse_games(content: bytes) -> dict[str, Any]:
    file = json.loads(content)
    games = file.get("games") if isinstance(file, dict) else None
    if not isinstance(games, dict) or file.get("format") != _FORMAT:
        raise ValueError("this is no file of lessons")
    return games


def _parse_progress(games: Mapping[str, Any], game: str) -> LessonProgress:
    entry = games.get(game, {})
    if entry == {}:
        return NO_PROGRESS
    done, knows_relative = entry["done"], entry["knows_relative"]
    if not is_str_list(done) or not isinstance(knows_relative, bool):
        raise TypeError("this is no progress")
    places: dict[str, LessonPlace] = {}
    for lesson, place in entry["places"].items():
        step, actions = place["step"], place["actions"]
        if not is_int(step) or step < 0 or not is_str_list(actions):
            raise TypeError("this is no place in a lesson")
        places[lesson] = LessonPlace(step, tuple(actions))
    return LessonProgress(tuple(done), places, knows_relative)


ParsedT = TypeVar("ParsedT")

_MAX_FILE_BYTES = 20_000_000
"""A line has about 150 to 300 bytes."""


def append_lines(path: Path, values: Iterable[Mapping[str, object]]) -> None:
    """Append one JSON line per value to a file in one step; raises OSError.

    The new lines never continue a line that a crash cut off. Dates are written in ISO 8601.
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


def iter_lines(path: Path, parse: Callable[[Any], ParsedT | None]) -> Iterator[ParsedT]:
    """Yield the result of ``parse`` for each line of a file, except None.

    Damaged lines, for which ``parse`` raises, are skipped, and a missing file counts as empty.
    Raises FileError if the file cannot be read.
    """
    lines: list[bytes] = []
    with suppress(files.MissingFileError):
        lines = files.read_file(path, bytes.splitlines, _MAX_FILE_BYTES)
    for line in lines:
        value = None
        with suppress(*files.DAMAGE):
            value = parse(json.loads(line))
        if value is not None:
            yield value


_MAX_RATING, _MAX_NAME_LENGTH = 10_000, 100


@dataclass(frozen=True, slots=True)
class Attempt:
    """The first answer to a puzzle on one occasion.

    puzzle: its number, or the name of a mistake.
    rating: rating of the puzzle; None for a mistake.
    daily: the day if it was a daily puzzle, or None.
    choices: number of choices with different outcomes.
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
    """A costly choice of a reviewed game as a puzzle.

    name: the same whenever the game is reviewed.
    scan_day: day on which the review was scanned.
    line: the puzzle in the shipped format.
    cost: 1 for a victory.
    """

    name: str
    scan_day: date
    line: str
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class ScannedReview:
    """A review file of a game that was scanned for mistakes, and the mistakes."""

    game: str
    file: str
    mtime_ns: int
    size: int
    mistakes: tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class Journal:
    """Answers to a game's puzzles, in order, and the mistakes of its players.

    read: time and size of the scanned review files, of all games.
    trouble: why the file cannot be read; None if it can.
    """

    attempts: tuple[Attempt, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    read: KnownFiles = field(default_factory=dict)
    trouble: files.FileError | None = None


def journal_file(scores: Path) -> Path:
    """Return the path of the puzzle journal, next to the database at ``scores``."""
    return scores.with_name("puzzles.jsonl")


def save_attempt(scores: Path, attempt: Attempt) -> None:
    """Append an answer to the journal; raises OSError."""
    append_lines(journal_file(scores), [asdict(attempt)])


def save_scanned_reviews(scores: Path, reviews: Iterable[ScannedReview]) -> None:
    """Append scanned reviews to the journal; raises OSError."""
    lines = [
        {
            "game": review.game,
            "review": review.file,
            "mtime_ns": review.mtime_ns,
            "size": review.size,
            "mistakes": [astuple(mistake) for mistake in review.mistakes],
        }
        for review in reviews
    ]
    append_lines(journal_file(scores), lines)


def load_journal(scores: Path, game: str) -> Journal:
    """Return a game's puzzle journal; empty if missing, and with ``trouble`` if unreadable."""
    attempts: list[Attempt] = []
    mistakes: dict[str, Mistake] = {}
    scanned_files: dict[str, tuple[int, int]] = {}
    try:
        entries = [*iter_lines(journal_file(scores), _parse_entry)]
    except files.FileError as error:
        return Journal(trouble=error)
    for entry in entries:
        match entry:
            case Attempt() if entry.game == game:
                attempts.append(entry)
            case ScannedReview():
                scanned_files[entry.file] = entry.mtime_ns, entry.size
                for mistake in entry.mistakes if entry.game == game else ():
                    # The first version of a mistake is kept.
                    mistakes.setdefault(mistake.name, mistake)
    return Journal(tuple(attempts), tuple(mistakes.values()), scanned_files)


def _parse_entry(values: Mapping[str, Any]) -> Attempt | ScannedReview:
    if "review" in values:
        return _parse_scanned_review(values)
    right, rating, daily = (values[key] for key in ("right", "rating", "daily"))
    puzzle = get_str(values, "puzzle")
    if not isinstance(right, bool) or len(puzzle) > _MAX_NAME_LENGTH:
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
    for name, day, line, cost in values["mistakes"]:
        if not (is_storable_text(name) and is_storable_text(line) and isinstance(cost, float)):
            raise TypeError("this is no mistake")
        mistakes.append(Mistake(name, date.fromisoformat(day), line, cost))
    return ScannedReview(
        values["game"],
        get_str(values, "review"),
        get_int(values, "mtime_ns"),
        get_int(values, "size"),
        tuple(mistakes),
    )


ParByDeals: TypeAlias = Mapping[tuple[tuple[str, object], ...], Par]
"""Par by the items of ``deal_key`` or ``entry_deal_key``."""


def par_file(scores: Path) -> Path:
    """Return the path of the par journal, next to the database at ``scores``."""
    return scores.with_name("par.jsonl")


def save_par(scores: Path, header: Header, par: Par) -> None:
    """Append the par of a game's deals to its journal; raises OSError."""
    line = {"game": header.game, **deal_key(header), **asdict(par)}
    append_lines(par_file(scores), [line])


def par_of(scores: Path, header: Header, effort: str) -> Par | None:
    """Return the saved par of a game's deals, or None."""
    return load_par(scores, header.game, effort).get(tuple(deal_key(header).items()))


def load_par(scores: Path, game: str, effort: str) -> ParByDeals:
    """Return a game's saved par, as played by ``effort``.

    Damaged lines and an unreadable file are ignored, since par can be played again.
    """
    columns = (*(column.name for column in rule_set(game).setup_columns), "seed")

    def parse(values: Mapping[str, object]) -> ParByDeals:
        if (values["game"], values["effort"]) != (game, effort):
            return {}
        outcome, score = str(values["outcome"]), values["score"]
        if outcome not in rule_set(game).results:
            raise ValueError("no game ends so")
        par = Par(effort, outcome, None if score is None else get_count(values, "score"))
        return {tuple((name, values[name]) for name in columns): par}

    par_by_deals: dict[tuple[tuple[str, object], ...], Par] = {}
    with suppress(files.FileError):
        for par in iter_lines(par_file(scores), parse):
            par_by_deals.update(par)
    return par_by_deals


def advice_file(scores: Path) -> Path:
    """Return the path of the journal of advice, next to the database at ``scores``."""
    return scores.with_name("advice.jsonl")


def save_advice(scores: Path, game: str, advice: str, day: date, *, followed: bool) -> None:
    """Append advice that the player saw or followed on a day; raises OSError.

    A line that is there already is not repeated.
    """
    line = {"game": game, "advice": advice, "day": day.isoformat(), "followed": followed}
    with suppress(files.FileError):
        if line in iter_lines(advice_file(scores), lambda values: values):
            return
    append_lines(advice_file(scores), [line])


def count_advice(scores: Path, game: str, today: date) -> dict[str, int]:
    """Return on how many days before ``today`` the player saw each piece of advice.

    Advice that the player followed, even today, counts twice. Damaged lines and an unreadable file
    are ignored: the player sees that advice again.
    """
    counts: dict[tuple[str, date], int] = {}

    def parse(values: Mapping[str, Any]) -> tuple[str, date, int] | None:
        is_followed, day = values["followed"] is True, date.fromisoformat(values["day"])
        if values["game"] != game or not (is_followed or day < today):
            return None
        return get_str(values, "advice"), day, 1 + is_followed

    with suppress(files.FileError):
        for advice, day, count in iter_lines(advice_file(scores), parse):
            counts[advice, day] = max(counts.get((advice, day), 0), count)
    totals = Counter[str]()
    for (advice, _day), count in counts.items():
        totals[advice] += count
    return totals


_MAX_COST = 10_000
"""Above the number of choices in any game; a choice costs at most a victory."""


@dataclass(frozen=True, slots=True)
class MistakeTotal:
    """Number and total cost (in victories) of the mistakes with one theme."""

    choices: int
    cost: float


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """Statistics from the review of one game.

    fingerprint: the fingerprint of the game's ScoreEntry.
    version: time and size of the review's file.
    choices: number of choices with an alternative.
    accuracy: their mean accuracy (0-1); None without any.
    mistakes: totals by theme.
    """

    fingerprint: str
    version: str
    choices: int
    accuracy: float | None
    mistakes: Mapping[str, MistakeTotal]


def reviews_file(scores: Path) -> Path:
    """Return the path of the journal of reviewed games, next to the database at ``scores``."""
    return scores.with_name("reviews.jsonl")


def save_reviewed_games(scores: Path, game: str, reviews: Iterable[ReviewedGame]) -> None:
    """Append reviewed games to the journal; raises OSError."""
    lines = [{"game": game, **asdict(review)} for review in reviews]
    append_lines(reviews_file(scores), lines)


def load_reviewed_games(scores: Path, game: str) -> dict[str, ReviewedGame]:
    """Return the newest saved statistics of each reviewed game, by fingerprint.

    Damaged lines and an unreadable file are ignored: the caller reads those reviews again.
    """

    def parse(values: Mapping[str, Any]) -> ReviewedGame | None:
        if values["game"] != game:
            return None
        accuracy, mistakes = values["accuracy"], dict[str, MistakeTotal]()
        for theme, total in values["mistakes"].items():
            cost = _parse_float(total["cost"], _MAX_COST)
            mistakes[theme] = MistakeTotal(get_count(total, "choices"), cost)
        return ReviewedGame(
            get_str(values, "fingerprint"),
            get_str(values, "version"),
            get_count(values, "choices"),
            None if accuracy is None else _parse_float(accuracy, 1),
            mistakes,
        )

    with suppress(files.FileError):
        return {review.fingerprint: review for review in iter_lines(reviews_file(scores), parse)}
    return {}


def _parse_float(value: object, maximum: float) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError("this is not a number")
    if not 0 <= value <= maximum:
        raise ValueError("the number is out of range")
    return float(value)
