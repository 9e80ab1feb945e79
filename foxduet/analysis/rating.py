"""What answers to puzzles add up to: a Glicko rating, and what comes back when.

By Mark Glickman, "Parameter estimation in large dynamic paired comparison experiments", Applied
Statistics 48 (1999), 377-394, and his summary "The Glicko system". A puzzle's rating is fixed; one
that is solved has lost. Whoever does not know the answer may guess it: the chance of that is the
lower asymptote of Birnbaum's three-parameter logistic model (Lord and Novick, "Statistical Theories
of Mental Test Scores", 1968, chapter 17), and Glickman's step is Newton's on its likelihood.
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
"""No rating goes beyond these."""

INITIAL_RATING = 1200.0
"""The rating before the first puzzle."""

PROVISIONAL_PUZZLES, PROVISIONAL_DISCOUNT = 10, 200.0
"""A rating is provisional for so many puzzles, which are easier than it by so much."""

MIN_DEVIATION, MAX_DEVIATION = 50.0, 350.0
"""The least deviation, after many puzzles of late, and that before the first puzzle."""

PUZZLE_DEVIATION = 50.0
"""The deviation of a puzzle, whose rating was measured."""

DAILY_DEVIATION = 10.0
"""The deviation that a day without puzzles adds: the squares of deviations add up."""

_Q = log(10) / 400


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, and by how much that may be wrong: a standard deviation."""

    value: float = INITIAL_RATING
    deviation: float = MAX_DEVIATION


@dataclass(frozen=True, slots=True)
class RatedResult:
    """What was scored against an opponent: 1 for a puzzle that was solved, else 0.

    ``guess`` is the chance (0-1) to score without knowing anything.
    """

    opponent: Rating
    score: float
    guess: float = 0.0


def puzzle_result(rating: float, choices: int, *, right: bool) -> RatedResult:
    """Return the answer to a puzzle with a rating, of so many choices."""
    return RatedResult(Rating(rating, PUZZLE_DEVIATION), float(right), 1 / choices)


def decay(rating: Rating, days: int) -> Rating:
    """Return a rating after some days without puzzles, less sure than before."""
    deviation = sqrt(rating.deviation**2 + DAILY_DEVIATION**2 * max(0, days))
    return Rating(rating.value, min(deviation, MAX_DEVIATION))


def expected_score(rating: Rating, opponent: Rating, guess: float = 0.0) -> float:
    """Return the share that a player is expected to score: the chance to solve a puzzle (0-1)."""
    against = _g(opponent.deviation) * (rating.value - opponent.value)
    return float(guess + (1 - guess) / (1 + 10 ** (-against / 400)))


def update(rating: Rating, answers: Sequence[RatedResult]) -> Rating:
    """Return the rating after what was scored in one period."""
    if not answers:
        return rating
    known, moved = 0.0, 0.0
    for one in answers:
        weight = _g(one.opponent.deviation)
        chance = expected_score(rating, one.opponent, one.guess)
        knows = expected_score(rating, one.opponent) / chance
        known += (_Q * weight * knows) ** 2 * chance * (1 - chance)
        moved += weight * knows * (one.score - chance)
    precision = 1 / rating.deviation**2 + known
    value = rating.value + _Q / precision * moved
    return Rating(min(max(value, MIN_RATING), MAX_RATING), max(sqrt(1 / precision), MIN_DEVIATION))


def _g(deviation: float) -> float:
    return 1 / sqrt(1 + 3 * (_Q * deviation / pi) ** 2)


LEITNER_DAYS = (1, 3, 7, 21)
"""Days until a puzzle that was not solved comes back: the next of these each time it is solved."""

REVISIT_DAYS = 180
"""Days until one comes back that was solved at first, or that has been through all boxes."""

MAX_MISTAKES_PER_DAY = 3
"""So many of one's own mistakes come up on a day; the others move on to the next days."""

_MAX_CANDIDATES = 8
"""How many new puzzles near the rating are looked at for the next one."""


class RatedPuzzle(Protocol):
    """A puzzle that is shipped: its number, what it is about, and how hard it is."""

    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def rating(self) -> int: ...


PuzzleT = TypeVar("PuzzleT", bound=RatedPuzzle)


@dataclass(frozen=True, slots=True)
class TrainingState:
    """How a player stands with the puzzles of a game on a day.

    ``curve`` has each day on which puzzles counted for the rating, with the rating at its end;
    ``counted`` is the number of these puzzles, and ``solved`` of those solved at once. Of the
    player's own mistakes, ``mistakes`` were ever found and ``learned`` come back no more.
    ``mistakes_due`` are the names of those that come up today, the costliest first, ``puzzles_due``
    the numbers of other puzzles that come back by now, longest due first; ``next_due`` is the first
    day on which any of them comes back, None if none does. ``days`` has the days whose puzzle of
    the day was answered, true if it was solved at once. ``solved_in_a_row`` counts those that were solved
    at once since the last that was not. ``trouble`` is why the answers cannot be read, None if they
    can.
    """

    rating: Rating
    curve: tuple[tuple[date, float], ...]
    rated: int
    solved: int
    mistakes: int
    learned: int
    mistakes_due: tuple[str, ...]
    puzzles_due: tuple[str, ...]
    next_due: date | None
    daily_results: Mapping[date, bool]
    streak: int
    longest_streak: int
    solved_in_a_row: int
    trouble: FileError | None = None

    @property
    def is_provisional(self) -> bool:
        """Whether too few puzzles were answered to know the rating."""
        return self.rated < PROVISIONAL_PUZZLES

    @property
    def due(self) -> int:
        """How many puzzles come back by now, one's own mistakes among them."""
        return len(self.mistakes_due) + len(self.puzzles_due)


def training_state(journal: Journal, today: date) -> TrainingState:
    """Return how a player stands with the puzzles of a game ``today``."""
    by_puzzle: dict[str, list[Attempt]] = {}
    known = _without_future_days([one.answered for one in journal.attempts], today)
    for attempt, day in zip(journal.attempts, known, strict=True):
        by_puzzle.setdefault(attempt.puzzle, []).append(replace(attempt, answered=day))
    days_found = _without_future_days([one.found for one in journal.mistakes], today)
    found = dict(zip([one.name for one in journal.mistakes], days_found, strict=True))
    due_days = {name: due_date(by_puzzle.get(name, ()), day) for name, day in found.items()}
    costs = {one.name: one.cost for one in journal.mistakes}
    own_due = sorted(_due_names(due_days, today), key=lambda name: -costs[name])
    answered = sum(
        any(one.answered == today for one in by_puzzle.get(name, ())) for name in due_days
    )
    left = max(0, MAX_MISTAKES_PER_DAY - answered)
    due_days |= dict.fromkeys(own_due[left:], _next_due_date(0, today))
    again = {name: due_date(attempts) for name, attempts in by_puzzle.items() if name not in found}
    first = {one.puzzle: one for one in reversed(journal.attempts)}
    counting = [
        first[name] for name in by_puzzle if name not in found and first[name].rating is not None
    ]
    days = daily_results(journal.attempts)
    streak, longest = day_streaks(days, today)
    curve = _rating_curve(counting)
    rating = Rating()
    if curve:
        last, rated = curve[-1]
        rating = decay(rated, (today - last).days)
    return TrainingState(
        rating,
        tuple((day, one.value) for day, one in curve),
        len(counting),
        sum(one.right for one in counting),
        len(found),
        sum(day is None for day in due_days.values()),
        tuple(own_due[:left]),
        _due_names(again, today),
        min(
            (day for day in (*due_days.values(), *again.values()) if day is not None), default=None
        ),
        days,
        streak,
        longest,
        sum(1 for _one in takewhile(lambda one: one.right, reversed(journal.attempts))),
        journal.trouble,
    )


def _without_future_days(days: Iterable[date], today: date) -> Iterator[date]:
    """Yield days in their order; for one that is still to come, as the clock was wrong, one before.

    So nothing stays away until then.
    """
    known = date.min
    for day in days:
        known = day if day <= today else known
        yield known


def due_date(attempts: Iterable[Attempt], found: date | None = None) -> date | None:
    """Return when a puzzle comes back, None for a mistake that is learned.

    A puzzle goes through the boxes once it was answered wrong, and a mistake from the day on which
    it was ``found``; each wrong answer begins them anew. Solving it before it is due changes
    nothing.
    """
    box, last = (None, None) if found is None else (0, found)
    for attempt in attempts:
        due = None if last is None else _next_due_date(box, last)
        if not attempt.right:
            box, last = 0, attempt.answered
        elif due is None or attempt.answered >= due:
            box, last = (None if box is None else box + 1), attempt.answered
    if found is not None and box is not None and box >= len(LEITNER_DAYS):
        return None
    return None if last is None else _next_due_date(box, last)


def _next_due_date(box: int | None, last: date) -> date:
    days = REVISIT_DAYS if box is None or box >= len(LEITNER_DAYS) else LEITNER_DAYS[box]
    try:
        return last + timedelta(days=days)
    except OverflowError:
        return date.max


def _due_names(days: Mapping[str, date | None], today: date) -> tuple[str, ...]:
    due = [(day, name) for name, day in days.items() if day is not None and day <= today]
    return tuple(name for _day, name in sorted(due, key=lambda one: one[0]))


def _rating_curve(counting: Sequence[Attempt]) -> list[tuple[date, Rating]]:
    curve: list[tuple[date, Rating]] = []
    rating, before = Rating(), None
    for day, attempts in groupby(counting, key=lambda one: one.answered):
        if before is not None:
            rating = decay(rating, (day - before).days)
        for one in attempts:
            assert one.rating is not None, "only such answers count"
            answer = puzzle_result(one.rating, one.choices, right=one.right)
            rating = update(rating, [answer])
        before = day if before is None else max(day, before)
        curve.append((before, rating))
    return curve


def daily_results(attempts: Iterable[Attempt]) -> dict[date, bool]:
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
    """Return the puzzle that comes next of those never seen, None if there is none left.

    With some ``kinds`` it is one of these.

    Of those nearest the rating, or below one that is provisional, it is one of the kind that came
    up longest ago. The puzzle of the day is left out.
    """
    wanted = training.rating.value - PROVISIONAL_DISCOUNT * training.is_provisional
    seen = [attempt.puzzle for attempt in journal.attempts]
    daily = puzzle_of_the_day(puzzles, game, today).number if puzzles else 0
    kind_of = {str(puzzle.number): puzzle.kind for puzzle in puzzles}
    last_of_kind = {kind_of[number]: at for at, number in enumerate(seen) if number in kind_of}
    new = [
        one
        for one in puzzles
        if str(one.number) not in seen and one.number != daily and (not kinds or one.kind in kinds)
    ]
    new.sort(key=lambda one: (abs(one.rating - wanted), one.number))
    return min(new[:_MAX_CANDIDATES], key=lambda one: last_of_kind.get(one.kind, -1), default=None)
