"""Puzzle training: a Glicko rating and a Leitner schedule.

Rating: Mark Glickman, "Parameter estimation in large dynamic paired comparison experiments",
    Applied Statistics 48 (1999), 377-394, and "The Glicko system". Puzzles have a fixed rating;
    solving one counts as a win against it. Guessing is modelled by the lower asymptote of
    Birnbaum's three-parameter logistic model (Lord and Novick, "Statistical Theories of Mental Test
    Scores", 1968, chapter 17); the update is a Newton step on that likelihood, as Glicko's is
    without guessing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from hashlib import sha256
from itertools import groupby, takewhile
from math import log, pi, sqrt
from typing import Protocol, TypeVar

from foxduet.analysis.standings import day_streaks
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.store.files import FileError
from foxduet.store.journals import Attempt, Journal

MIN_RATING, MAX_RATING = 100.0, 3000.0
"""Ratings are clamped to this range."""

INITIAL_RATING = 1200.0

PROVISIONAL_PUZZLES, PROVISIONAL_DISCOUNT = 10, 200.0
"""A rating is provisional for this many puzzles, and their ratings are this much below it."""

MIN_DEVIATION, MAX_DEVIATION = 50.0, 200.0
"""Bounds of the rating deviation (RD); the upper bound is the RD of an unrated player.

Glickman's 350 lets a first miss cost as many points; with 200 it costs 148.
"""

PUZZLE_DEVIATION = 50.0
"""RD of a puzzle, whose rating was measured."""

DAILY_DEVIATION = 10.0
"""RD added by a day without puzzles, as a variance (Glicko's c)."""

_Q = log(10) / 400


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating and its deviation (RD, one standard deviation)."""

    value: float = INITIAL_RATING
    deviation: float = MAX_DEVIATION


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A result against an opponent: 1 for a win (a puzzle solved), otherwise 0.

    ``guess`` is the chance (0-1) of winning by guessing.
    """

    opponent: Rating
    score: float
    guess: float = 0.0


def puzzle_result(rating: float, choices: int, *, right: bool) -> RatedResult:
    """Return the result of a puzzle with ``choices`` options."""
    return RatedResult(Rating(rating, PUZZLE_DEVIATION), float(right), 1 / choices)


def decay(rating: Rating, days: int) -> Rating:
    """Return the rating after ``days`` without puzzles: same value, larger deviation."""
    deviation = sqrt(rating.deviation**2 + DAILY_DEVIATION**2 * max(0, days))
    return Rating(rating.value, min(deviation, MAX_DEVIATION))


def expected_score(rating: Rating, opponent: Rating, guess: float = 0.0) -> float:
    """Return the chance (0-1) of winning, or of solving a puzzle."""
    scaled_gap = _g(opponent.deviation) * (rating.value - opponent.value)
    return float(guess + (1 - guess) / (1 + 10 ** (-scaled_gap / 400)))


def update(rating: Rating, results: Sequence[RatedResult]) -> Rating:
    """Return the rating after the results of one rating period."""
    if not results:
        return rating
    information, score_gap = 0.0, 0.0
    for result in results:
        weight = _g(result.opponent.deviation)
        chance = expected_score(rating, result.opponent, result.guess)
        knowledge = expected_score(rating, result.opponent) / chance
        information += (_Q * weight * knowledge) ** 2 * chance * (1 - chance)
        score_gap += weight * knowledge * (result.score - chance)
    precision = 1 / rating.deviation**2 + information
    value = rating.value + _Q / precision * score_gap
    return Rating(min(max(value, MIN_RATING), MAX_RATING), max(sqrt(1 / precision), MIN_DEVIATION))


def _g(deviation: float) -> float:
    return 1 / sqrt(1 + 3 * (_Q * deviation / pi) ** 2)


LEITNER_DAYS = (1, 3, 7, 21)
"""Days until a failed puzzle returns; each solution moves it to the next interval."""

REVISIT_DAYS = 180
"""Days until a puzzle returns that was solved at first sight or has left the last Leitner box."""

MAX_MISTAKES_PER_DAY = 3
"""Own mistakes to review per day; the rest wait for the next days."""

_MAX_CANDIDATES = 8
"""Number of new puzzles nearest the wanted rating that ``next_puzzle`` chooses among."""


class RatedPuzzle(Protocol):
    """A shipped puzzle with number, kind and difficulty."""

    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def rating(self) -> int: ...


PuzzleT = TypeVar("PuzzleT", bound=RatedPuzzle)


@dataclass(frozen=True, slots=True)
class TrainingState:
    """A player's puzzle training in one game on one day.

    curve: rating at the end of each day with rated puzzles.
    rated_puzzles, solved_puzzles: number of rated puzzles, and of those solved at the first try.
    mistakes_found: number of own mistakes ever found.
    mistakes_learned: number of own mistakes that no longer return.
    mistakes_due: names of own mistakes due today, costliest first.
    puzzles_due: numbers of other puzzles due, longest overdue first.
    next_due: first day on which a puzzle is due; None without such a day.
    daily_results: for each answered daily puzzle, whether it was solved at the first try.
    streak, longest_streak: consecutive days with an answered daily puzzle.
    solved_streak: puzzles solved since the last failure.
    trouble: why the answers cannot be read; None if they can.
    """

    rating: Rating
    curve: tuple[tuple[date, float], ...]
    rated_puzzles: int
    solved_puzzles: int
    mistakes_found: int
    mistakes_learned: int
    mistakes_due: tuple[str, ...]
    puzzles_due: tuple[str, ...]
    next_due: date | None
    daily_results: Mapping[date, bool]
    streak: int
    longest_streak: int
    solved_streak: int
    trouble: FileError | None = None

    @property
    def is_provisional(self) -> bool:
        """Whether the player has answered fewer than PROVISIONAL_PUZZLES rated puzzles."""
        return self.rated_puzzles < PROVISIONAL_PUZZLES

    @property
    def shown_curve(self) -> tuple[tuple[date, float], ...]:
        """The curve; empty while the rating is provisional."""
        return () if self.is_provisional else self.curve

    @property
    def due_count(self) -> int:
        """Number of puzzles due, own mistakes included."""
        return len(self.mistakes_due) + len(self.puzzles_due)


def training_state(journal: Journal, today: date) -> TrainingState:
    """Compute the training state on the day ``today`` from the journal."""
    attempts_by_puzzle: dict[str, list[Attempt]] = {}
    days = _without_future_days([attempt.answered for attempt in journal.attempts], today)
    for attempt, day in zip(journal.attempts, days, strict=True):
        attempts_by_puzzle.setdefault(attempt.puzzle, []).append(replace(attempt, answered=day))
    days = _without_future_days([mistake.scan_day for mistake in journal.mistakes], today)
    scan_days = dict(zip([mistake.name for mistake in journal.mistakes], days, strict=True))
    due_days = {
        name: due_date(attempts_by_puzzle.get(name, ()), day) for name, day in scan_days.items()
    }
    costs = {mistake.name: mistake.cost for mistake in journal.mistakes}
    mistakes_due = sorted(_due_names(due_days, today), key=lambda name: -costs[name])
    done_today = sum(
        any(a.answered == today for a in attempts_by_puzzle.get(name, ())) for name in due_days
    )
    quota = max(0, MAX_MISTAKES_PER_DAY - done_today)
    due_days |= dict.fromkeys(mistakes_due[quota:], _next_due_date(0, today))
    other_days = {
        name: due_date(tries) for name, tries in attempts_by_puzzle.items() if name not in scan_days
    }
    all_days = (*due_days.values(), *other_days.values())
    first_attempts = {attempt.puzzle: attempt for attempt in reversed(journal.attempts)}
    rated = [
        first_attempts[name]
        for name in attempts_by_puzzle
        if name not in scan_days and first_attempts[name].rating is not None
    ]
    daily = daily_results(journal.attempts)
    streak, longest_streak = day_streaks(daily, today)
    curve = _rating_curve(rated)
    rating = Rating()
    if curve:
        last_day, last_rating = curve[-1]
        rating = decay(last_rating, (today - last_day).days)
    return TrainingState(
        rating,
        tuple((day, point.value) for day, point in curve),
        len(rated),
        sum(attempt.right for attempt in rated),
        len(scan_days),
        sum(day is None for day in due_days.values()),
        tuple(mistakes_due[:quota]),
        _due_names(other_days, today),
        min((day for day in all_days if day is not None), default=None),
        daily,
        streak,
        longest_streak,
        sum(1 for _ in takewhile(lambda attempt: attempt.right, reversed(journal.attempts))),
        journal.trouble,
    )


def _without_future_days(days: Iterable[date], today: date) -> Iterator[date]:
    """Replace days after ``today``, written while the clock was wrong, by the last valid day.

    Otherwise a puzzle would stay away until that day.
    """
    last_valid = date.min
    for day in days:
        last_valid = day if day <= today else last_valid
        yield last_valid


def due_date(attempts: Iterable[Attempt], found_day: date | None = None) -> date | None:
    """Return the day a puzzle is due; None if it was never tried, or is a mistake now learned.

    A shipped puzzle enters the first Leitner box when it is first failed, an own mistake on its
    ``found_day``. A puzzle solved at first sight returns after REVISIT_DAYS. Failing returns a
    puzzle to the first box. A solution before the due date is ignored.
    """
    box, last_day = (None, None) if found_day is None else (0, found_day)
    for attempt in attempts:
        due_day = None if last_day is None else _next_due_date(box, last_day)
        if not attempt.right:
            box, last_day = 0, attempt.answered
        elif due_day is None or attempt.answered >= due_day:
            box, last_day = (None if box is None else box + 1), attempt.answered
    if found_day is not None and box is not None and box >= len(LEITNER_DAYS):
        return None
    return None if last_day is None else _next_due_date(box, last_day)


def _next_due_date(box: int | None, last_day: date) -> date:
    days = REVISIT_DAYS if box is None or box >= len(LEITNER_DAYS) else LEITNER_DAYS[box]
    try:
        return last_day + timedelta(days=days)
    except OverflowError:
        return date.max


def _due_names(days: Mapping[str, date | None], today: date) -> tuple[str, ...]:
    due_items = [(day, name) for name, day in days.items() if day is not None and day <= today]
    return tuple(name for _day, name in sorted(due_items, key=lambda item: item[0]))


def _rating_curve(rated_attempts: Sequence[Attempt]) -> list[tuple[date, Rating]]:
    curve: list[tuple[date, Rating]] = []
    rating, last_day = Rating(), None
    for day, attempts in groupby(rated_attempts, key=lambda attempt: attempt.answered):
        if last_day is not None:
            rating = decay(rating, (day - last_day).days)
        for attempt in attempts:
            assert attempt.rating is not None, "only rated puzzles count"
            result = puzzle_result(attempt.rating, attempt.choices, right=attempt.right)
            rating = update(rating, [result])
        last_day = day if last_day is None else max(day, last_day)
        curve.append((last_day, rating))
    return curve


def daily_results(attempts: Iterable[Attempt]) -> dict[date, bool]:
    """Return, for each daily puzzle answered, whether it was solved at the first try.

    Answers count on the day and the day after, since a puzzle may be opened before midnight.
    """
    days: dict[date, bool] = {}
    for attempt in attempts:
        if attempt.daily is not None and 0 <= (attempt.answered - attempt.daily).days <= 1:
            days.setdefault(attempt.daily, attempt.right)
    return days


def puzzle_of_the_day(puzzles: Sequence[PuzzleT], game: str, day: date) -> PuzzleT:
    """Return the daily puzzle; the same for everyone, without repeats until all have been used."""

    def order(puzzle: PuzzleT) -> bytes:
        return sha256(f"{game} {puzzle.number}".encode()).digest()

    return sorted(puzzles, key=order)[day.toordinal() % len(puzzles)]


def next_puzzle(
    puzzles: Sequence[PuzzleT],
    journal: Journal,
    training: TrainingState,
    today: date,
    game: str,
    kinds: Collection[str] = (),
) -> PuzzleT | None:
    """Return the next unseen puzzle; None if no unseen puzzle is left.

    Among the unseen puzzles nearest the rating (below it while provisional), pick a puzzle whose
    kind was answered longest ago, but never the daily puzzle. ``kinds``, if given, restricts the
    kinds.
    """
    target = training.rating.value - PROVISIONAL_DISCOUNT * training.is_provisional
    answered = [attempt.puzzle for attempt in journal.attempts]
    daily = puzzle_of_the_day(puzzles, game, today).number if puzzles else 0
    kind_of = {str(puzzle.number): puzzle.kind for puzzle in puzzles}
    last_indices = {kind_of[name]: index for index, name in enumerate(answered) if name in kind_of}
    puzzles_left = [
        puzzle
        for puzzle in puzzles
        if str(puzzle.number) not in answered
        and puzzle.number != daily
        and (not kinds or puzzle.kind in kinds)
    ]
    puzzles_left.sort(key=lambda p: (abs(p.rating - target), p.number))
    nearest = puzzles_left[:_MAX_CANDIDATES]
    return min(nearest, key=lambda p: last_indices.get(p.kind, -1), default=None)
