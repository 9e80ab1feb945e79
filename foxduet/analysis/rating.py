"""What answers to puzzles add up to: a Glicko rating, and what comes back when.

By Mark Glickman, "Parameter estimation in large dynamic paired comparison experiments", Applied
Statistics 48 (1999), 377-394, and his summary "The Glicko system". A puzzle's rating is fixed; one
that is solved has lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from hashlib import sha256
from itertools import groupby
from math import log, pi, sqrt
from typing import Protocol, TypeAlias, TypeVar

from foxduet.analysis.standings import streaks_of
from foxduet.core.frozen import dataclass, replace
from foxduet.store.journals import Attempt, Journal

LEAST, MOST = 100.0, 3000.0
"""No rating goes beyond these."""

SUREST, UNKNOWN = 50.0, 350.0
"""The least deviation, after many puzzles of late, and that before the first puzzle."""

OF_A_PUZZLE = 50.0
"""The deviation of a puzzle, whose rating was measured."""

OF_A_DAY = 10.0
"""The deviation that a day without puzzles adds: the squares of deviations add up."""

_Q = log(10) / 400


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, and by how much that may be wrong: a standard deviation."""

    value: float = 1500.0
    deviation: float = UNKNOWN


Answer: TypeAlias = tuple[Rating, float]
"""The rating of an opponent, and what was scored: 1 for a puzzle that was solved, else 0."""


def puzzle_rating(value: float) -> Rating:
    """Return the rating of a puzzle."""
    return Rating(value, OF_A_PUZZLE)


def after_days(rating: Rating, days: int) -> Rating:
    """Return a rating after some days without puzzles, less sure than before."""
    deviation = sqrt(rating.deviation**2 + OF_A_DAY**2 * max(0, days))
    return Rating(rating.value, min(deviation, UNKNOWN))


def expected(rating: Rating, opponent: Rating) -> float:
    """Return the share that a player is expected to score: the chance to solve a puzzle (0-1)."""
    against = _weight(opponent.deviation) * (rating.value - opponent.value)
    return float(1 / (1 + 10 ** (-against / 400)))


def after_answers(rating: Rating, answers: Sequence[Answer]) -> Rating:
    """Return the rating after what was scored in one period."""
    if not answers:
        return rating
    known, moved = 0.0, 0.0
    for opponent, score in answers:
        chance, weight = expected(rating, opponent), _weight(opponent.deviation)
        known += (_Q * weight) ** 2 * chance * (1 - chance)
        moved += weight * (score - chance)
    precision = 1 / rating.deviation**2 + known
    value = rating.value + _Q / precision * moved
    return Rating(min(max(value, LEAST), MOST), max(sqrt(1 / precision), SUREST))


def _weight(deviation: float) -> float:
    """Return how much a result counts against an opponent whose rating is not sure (0-1)."""
    return 1 / sqrt(1 + 3 * (_Q * deviation / pi) ** 2)


BOXES = (1, 3, 7, 21)
"""Days until a puzzle that was not solved comes back: the next of these each time it is solved."""

AGAIN = 180
"""Days until one comes back that was solved at first, or that has been through all boxes."""

NEW_MISTAKES_A_DAY = 10
"""So many mistakes that were never answered come up on a day; more wait for the next days."""

_NEAREST = 8
"""How many new puzzles near the rating are looked at for the next one."""


class Rated(Protocol):
    """A puzzle that is shipped: its number, what it is about, and how hard it is."""

    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def rating(self) -> int: ...


PuzzleT = TypeVar("PuzzleT", bound=Rated)


@dataclass(frozen=True, slots=True)
class Training:
    """How a player stands with the puzzles of a game on a day.

    ``curve`` has each day on which puzzles counted for the rating, with the rating at its end;
    ``counted`` is the number of these puzzles, and ``solved`` of those solved at once. Of the
    player's own mistakes, ``mistakes`` were ever found and ``learned`` come back no more.
    ``mistakes_due`` are the names of those that come back by now, ``again_due`` the numbers of
    other puzzles that do, longest due first; ``next_due`` is the first day on which any of them
    comes back, None if none does. ``days`` has the days whose puzzle of the day was answered, true
    if it was solved at once.
    """

    rating: Rating
    curve: tuple[tuple[date, float], ...]
    counted: int
    solved: int
    mistakes: int
    learned: int
    mistakes_due: tuple[str, ...]
    again_due: tuple[str, ...]
    next_due: date | None
    days: Mapping[date, bool]
    streak: int
    longest: int

    @property
    def due(self) -> int:
        """How many puzzles come back by now, one's own mistakes among them."""
        return len(self.mistakes_due) + len(self.again_due)


def training_of(journal: Journal, today: date) -> Training:
    """Return how a player stands with the puzzles of a game ``today``."""
    by_puzzle: dict[str, list[Attempt]] = {}
    known = _days_known([one.answered for one in journal.attempts], today)
    for attempt, day in zip(journal.attempts, known, strict=True):
        by_puzzle.setdefault(attempt.puzzle, []).append(replace(attempt, answered=day))
    days_found = _days_known([one.found for one in journal.mistakes], today)
    found = dict(zip([one.name for one in journal.mistakes], days_found, strict=True))
    due_days = {name: due_on(by_puzzle.get(name, ()), day) for name, day in found.items()}
    waiting = _waiting(due_days, by_puzzle, today)
    due_days |= dict.fromkeys(waiting, _after(0, today))
    again = {name: due_on(attempts) for name, attempts in by_puzzle.items() if name not in found}
    first = {one.puzzle: one for one in reversed(journal.attempts)}
    counting = [
        first[name] for name in by_puzzle if name not in found and first[name].rating is not None
    ]
    days = days_of(journal.attempts)
    streak, longest = streaks_of(days, today)
    curve = _curve(counting)
    rating = Rating()
    if curve:
        last, rated = curve[-1]
        rating = after_days(rated, (today - last).days)
    return Training(
        rating,
        tuple((day, one.value) for day, one in curve),
        len(counting),
        sum(one.right for one in counting),
        len(found),
        sum(day is None for day in due_days.values()),
        _due(due_days, today),
        _due(again, today),
        min(
            (day for day in (*due_days.values(), *again.values()) if day is not None), default=None
        ),
        days,
        streak,
        longest,
    )


def _days_known(days: Iterable[date], today: date) -> Iterator[date]:
    """Yield days in their order; for one that is still to come, as the clock was wrong, one before.

    So nothing stays away until then.
    """
    known = date.min
    for day in days:
        known = day if day <= today else known
        yield known


def due_on(attempts: Iterable[Attempt], found: date | None = None) -> date | None:
    """Return when a puzzle comes back, None for a mistake that is learned.

    A puzzle goes through the boxes once it was answered wrong, and a mistake from the day on which
    it was ``found``; each wrong answer begins them anew. Solving it before it is due changes
    nothing.
    """
    box, last = (None, None) if found is None else (0, found)
    for attempt in attempts:
        due = None if last is None else _after(box, last)
        if not attempt.right:
            box, last = 0, attempt.answered
        elif due is None or attempt.answered >= due:
            box, last = (None if box is None else box + 1), attempt.answered
    if found is not None and box is not None and box >= len(BOXES):
        return None
    return None if last is None else _after(box, last)


def _after(box: int | None, last: date) -> date:
    days = AGAIN if box is None or box >= len(BOXES) else BOXES[box]
    try:
        return last + timedelta(days=days)
    except OverflowError:
        return date.max


def _waiting(
    due_days: Mapping[str, date | None], answers: Mapping[str, Sequence[Attempt]], today: date
) -> tuple[str, ...]:
    """Return the mistakes that are due and were never answered, but too many for today."""
    begun = sum(name in answers and answers[name][0].answered == today for name in due_days)
    new = [name for name in _due(due_days, today) if name not in answers]
    return tuple(new[max(0, NEW_MISTAKES_A_DAY - begun) :])


def _due(days: Mapping[str, date | None], today: date) -> tuple[str, ...]:
    due = [(day, name) for name, day in days.items() if day is not None and day <= today]
    return tuple(name for _day, name in sorted(due, key=lambda one: one[0]))


def _curve(counting: Sequence[Attempt]) -> list[tuple[date, Rating]]:
    """Return the rating after each day; a clock that was set back counts as the same day."""
    curve: list[tuple[date, Rating]] = []
    rating, before = Rating(), None
    for day, attempts in groupby(counting, key=lambda one: one.answered):
        if before is not None:
            rating = after_days(rating, (day - before).days)
        for one in attempts:
            assert one.rating is not None, "only such answers count"
            rating = after_answers(rating, [(puzzle_rating(one.rating), float(one.right))])
        before = day if before is None else max(day, before)
        curve.append((before, rating))
    return curve


def days_of(attempts: Iterable[Attempt]) -> dict[date, bool]:
    """Return the days whose puzzle was answered, and whether it was solved at once.

    Answers count on the day itself and on the next, as a puzzle may come up before midnight.
    """
    days: dict[date, bool] = {}
    for one in attempts:
        if one.daily is not None and 0 <= (one.answered - one.daily).days <= 1:
            days.setdefault(one.daily, one.right)
    return days


def puzzle_of_the_day(puzzles: Sequence[PuzzleT], game: str, day: date) -> PuzzleT:
    """Return the puzzle of a day, the same for everybody; none comes twice before all have."""
    cycle, at = divmod(day.toordinal(), len(puzzles))

    def order(puzzle: PuzzleT) -> bytes:
        return sha256(f"{game} {cycle} {puzzle.number}".encode()).digest()

    return sorted(puzzles, key=order)[at]


def next_puzzle(
    puzzles: Sequence[PuzzleT], journal: Journal, rating: Rating, today: date, game: str
) -> PuzzleT | None:
    """Return the puzzle that comes next of those never seen, None if there is none left.

    Of those nearest the rating it is one of the kind that came up longest ago. The puzzle of the
    day is left out.
    """
    seen = {attempt.puzzle: at for at, attempt in enumerate(journal.attempts)}
    daily = puzzle_of_the_day(puzzles, game, today).number if puzzles else 0
    last_of_kind: dict[str, int] = {}
    for puzzle in puzzles:
        at = seen.get(str(puzzle.number), -1)
        last_of_kind[puzzle.kind] = max(at, last_of_kind.get(puzzle.kind, -1))
    new = [one for one in puzzles if str(one.number) not in seen and one.number != daily]
    new.sort(key=lambda one: (abs(one.rating - rating.value), one.number))
    return min(new[:_NEAREST], key=lambda one: last_of_kind[one.kind], default=None)
