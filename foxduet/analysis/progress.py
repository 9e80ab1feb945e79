"""A player's progress in one game: scores, reviewed mistakes, lessons and puzzles.

The clock and the files are read only by ``read_reviews`` and ``read_player_progress``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from enum import Enum
from math import fsum, inf
from pathlib import Path
from time import monotonic
from typing import TypeAlias

from foxduet.ai.partner import REVIEWER
from foxduet.analysis.puzzles import puzzles_of
from foxduet.analysis.rating import TrainingState, training_state
from foxduet.analysis.review import Assessment, ChoiceGrade, Review, grade_choice, mean_accuracy
from foxduet.analysis.review_file import REVIEW_SUFFIX, ReviewTask
from foxduet.analysis.review_job import ReviewRun
from foxduet.analysis.standings import scored_games
from foxduet.core.cards import Seat
from foxduet.core.errors import FoxduetError
from foxduet.core.lazy_dataclass import dataclass, field
from foxduet.core.registry import REVIEW_PARTS, has_parts
from foxduet.store import journals
from foxduet.store.files import FileError
from foxduet.store.saved_games import load_game
from foxduet.store.score_entries import ScoreEntry, make_entry

RECENT_REVIEWS = 20
"""Number of reviewed games whose mistakes are counted; older ones no longer describe the player."""

_MIN_MISTAKES, _MIN_GAMES = 3, 2
"""Least evidence for naming a costliest theme: this many mistakes, in this many games."""


@dataclass(frozen=True, slots=True)
class PlayerProgress:
    """A player's progress in one game.

    games: scored games, oldest first.
    reviewed: the finished reviews of the scored games, in the same order.
    lessons: names of the completed lessons.
    pending_reviews: number of new or changed reviews left for the next call.
    training: rating and due puzzles; None if the game has no puzzles.
    new_puzzles: number of puzzles never tried, by kind.
    trouble: why the completed lessons cannot be read; None if they can.
    advised: how often the player saw or followed each piece of advice, by ``Suggestion.key``.
    """

    game: str
    games: tuple[ScoreEntry, ...] = ()
    reviewed: tuple[journals.ReviewedGame, ...] = ()
    lessons: tuple[str, ...] = ()
    pending_reviews: int = 0
    training: TrainingState | None = None
    new_puzzles: Mapping[str, int] = field(default_factory=dict)
    trouble: FileError | None = None
    advised: Mapping[str, int] = field(default_factory=dict)

    @property
    def accuracies(self) -> list[float]:
        """Accuracy (0-1) of each reviewed game that had a real choice."""
        return [review.accuracy for review in self.reviewed if review.accuracy is not None]

    @property
    def unreviewed(self) -> list[ScoreEntry]:
        reviewed = {review.fingerprint for review in self.reviewed}
        return [game for game in self.games if game.fingerprint not in reviewed]

    @property
    def recent_reviews(self) -> tuple[journals.ReviewedGame, ...]:
        return self.reviewed[-RECENT_REVIEWS:]


@dataclass(frozen=True, slots=True)
class ThemeTotal:
    """Mistakes with one theme: their number, the number of games with any, and their total cost."""

    theme: str
    choices: int
    games: int
    cost: float


def total_by_theme(reviewed: Sequence[journals.ReviewedGame]) -> list[ThemeTotal]:
    """Add up the mistakes of reviewed games by theme, costliest first."""
    totals: dict[str, ThemeTotal] = {}
    for game in reviewed:
        for theme, mistakes in game.mistakes.items():
            total = totals.get(theme, ThemeTotal(theme, 0, 0, 0.0))
            totals[theme] = ThemeTotal(
                theme, total.choices + mistakes.choices, total.games + 1, total.cost + mistakes.cost
            )
    return sorted(totals.values(), key=lambda total: (-total.cost, total.theme))


class Activity(Enum):
    """A kind of activity to suggest."""

    LEARN = "learn"
    PLAY = "play"
    ADVANCE = "advance"
    REVIEW = "review"
    PRACTISE = "practise"
    DAILY = "daily"
    GOAL = "goal"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested activity.

    theme: the theme to PRACTISE; None for other activities.
    is_costliest: no theme cost more.
    goal: name of the GOAL.
    """

    activity: Activity
    theme: ThemeTotal | None = None
    is_costliest: bool = True
    goal: str = ""

    @property
    def key(self) -> str:
        """Identifies the advice in the journal, whatever its figures."""
        about = self.goal if self.theme is None else self.theme.theme
        return f"{self.activity.value} {about}".rstrip()


SHOWN_BEFORE_NEXT = 2
"""After this many evenings, advice gives way to the next."""


def choose_suggestion(suggestions: Sequence[Suggestion], advised: Mapping[str, int]) -> Suggestion:
    """Return the first suggestion that has given way least often."""
    return min(suggestions, key=lambda advice: advised.get(advice.key, 0) // SHOWN_BEFORE_NEXT)


def suggest_activities(progress: PlayerProgress, *, has_lessons_left: bool) -> list[Suggestion]:
    """Suggest activities from games and reviews, the most important first; may be empty."""
    if not progress.games:
        return [Suggestion(Activity.LEARN if has_lessons_left else Activity.PLAY)]
    suggestions: list[Suggestion] = []
    for at, total in enumerate(total_by_theme(progress.recent_reviews)):
        # A cheaper theme must not hide a costlier theme that lacks evidence.
        if total.choices < _MIN_MISTAKES or total.games < _MIN_GAMES:
            break
        suggestions.append(Suggestion(Activity.PRACTISE, total, is_costliest=not at))
    has_few = len(progress.reviewed) < _MIN_GAMES and progress.unreviewed
    if has_few and has_parts(progress.game, *REVIEW_PARTS):
        suggestions.append(Suggestion(Activity.REVIEW))
    return suggestions


ThemeFunction: TypeAlias = Callable[[Review, Assessment], str]
"""Maps a mistake to its theme, or to "" if its cause is unknown."""


@dataclass(frozen=True, slots=True)
class ReviewBatch:
    """Reviewed games in the order of the entries; ``remaining`` reviews are still to be read."""

    games: tuple[journals.ReviewedGame, ...]
    remaining: int = 0


def select_assessments(review: Review, seats: Sequence[Seat]) -> list[Assessment]:
    """Return the assessments of real choices made by ``seats`` or by the whole team."""
    return [
        assessment
        for assessment in review.assessments
        if assessment.estimates and getattr(assessment.chosen, "seat", None) in (None, *seats)
    ]


def group_mistakes(
    review: Review, seats: Sequence[Seat], theme_of: ThemeFunction
) -> dict[str, list[Assessment]]:
    """Group the inaccuracies, mistakes and blunders of ``seats`` by theme, if they have one."""
    by_theme: dict[str, list[Assessment]] = {}
    for assessment in select_assessments(review, seats):
        is_bad = grade_choice(assessment) is not ChoiceGrade.GOOD
        if is_bad and assessment.chosen_estimate and (theme := theme_of(review, assessment)):
            by_theme.setdefault(theme, []).append(assessment)
    return by_theme


def read_reviews(
    scores: Path, games: Sequence[ScoreEntry], theme_of: ThemeFunction, seconds: float
) -> ReviewBatch:
    """Return the finished reviews of ``games`` (all of one card game), in the order given.

    Review files that are new or changed are parsed for up to ``seconds``, and their summaries are
    cached next to ``scores``. A file with the same time and size as before is not opened.
    """
    if not games:
        return ReviewBatch(())
    deadline, remaining = monotonic() + seconds, 0
    reviews, new_reviews = journals.load_reviewed_games(scores, games[0].game), {}
    for game in games:
        try:
            stat = game.path.with_name(f"{game.path.name}{REVIEW_SUFFIX}").stat()
        except (OSError, ValueError):
            continue
        version, review = f"{stat.st_mtime_ns} {stat.st_size}", reviews.get(game.fingerprint)
        if review is not None and review.version == version:
            continue
        if monotonic() > deadline:
            remaining += 1
            continue
        summary = _summarize_review_file(game, version, theme_of)
        if summary is not None:
            new_reviews[summary.fingerprint] = summary
    if new_reviews:
        # This is only a cache: if it cannot be written, the files are parsed again next time.
        with suppress(OSError):
            journals.save_reviewed_games(scores, games[0].game, new_reviews.values())
    reviews |= new_reviews
    batch = tuple(reviews[game.fingerprint] for game in games if game.fingerprint in reviews)
    return ReviewBatch(batch, remaining)


def _summarize_review_file(
    entry: ScoreEntry, version: str, theme_of: ThemeFunction
) -> journals.ReviewedGame | None:
    """Summarize the review of a record; None if unfinished, unreadable or of another game."""
    with suppress(FoxduetError):
        game, save = load_game(entry.path)
        if game.result is None or make_entry(game, save.path).fingerprint != entry.fingerprint:
            return None
        review = ReviewRun(ReviewTask(game, entry.path, REVIEWER)).progress().review
        return None if review is None else summarize_review(entry, version, review, theme_of)
    return None


def summarize_review(
    entry: ScoreEntry, version: str, review: Review, theme_of: ThemeFunction
) -> journals.ReviewedGame:
    """Reduce a review to the figures kept for the owners of the game."""
    choices = select_assessments(review, entry.own_seats)
    mistakes = group_mistakes(review, entry.own_seats, theme_of)
    return journals.ReviewedGame(
        entry.fingerprint,
        version,
        len(choices),
        mean_accuracy(choices),
        {
            theme: journals.MistakeTotal(len(group), fsum(mistake.cost.worth for mistake in group))
            for theme, group in mistakes.items()
        },
    )


def read_player_progress(
    game: str,
    entries: Sequence[ScoreEntry],
    records: Path,
    scores: Path | None,
    theme_of: ThemeFunction,
    today: date,
    seconds: float = inf,
) -> PlayerProgress:
    """Collect a player's progress from entries, review files, lessons and puzzles.

    New review files are parsed for up to ``seconds``.
    """
    games, reviews, journal = tuple(scored_games(entries)), ReviewBatch(()), journals.Journal()
    if scores is not None:
        reviews = read_reviews(scores, games, theme_of, seconds)
        journal = journals.load_journal(scores, game)
    lessons: tuple[str, ...] = ()
    trouble: FileError | None = None
    try:
        lessons = journals.load_progress(journals.learning_file(records), game).done
    except FileError as error:
        trouble = error
    puzzles, tried_puzzles = puzzles_of(game), {attempt.puzzle for attempt in journal.attempts}
    return PlayerProgress(
        game,
        games,
        reviews.games,
        lessons,
        reviews.remaining,
        training_state(journal, today) if puzzles else None,
        Counter(puzzle.kind for puzzle in puzzles if str(puzzle.number) not in tried_puzzles),
        trouble,
        {} if scores is None else journals.count_advice(scores, game, today),
    )
