"""How a player gets on with a game, read from scores, reviews, lessons and puzzles.

All is worked out from what is given; nothing here reads files or clocks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from enum import Enum
from math import fsum, inf
from pathlib import Path
from statistics import fmean
from time import monotonic
from typing import TypeAlias

from foxduet.ai.partner import REVIEWER
from foxduet.analysis.puzzles import puzzles_of
from foxduet.analysis.rating import TrainingState, training_state
from foxduet.analysis.review import (
    Assessment,
    MoveQuality,
    Review,
    accuracy_from_cost,
    move_quality,
)
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
"""How many reviewed games count for mistakes: players have learned since the older ones."""

_MIN_CHOICES, _MIN_GAMES = 3, 2
"""A kind of mistake is named as the dearest only if it was made so often, in so many games."""


@dataclass(frozen=True, slots=True)
class PlayerProgress:
    """What is known of a player in one game.

    ``games`` are the entries that count, oldest first, and ``reviewed`` those of them with a
    finished review, in that order; ``unread`` more reviews are read the next time. ``lessons``
    are the names of those done. ``training`` is how the player stands with puzzles, None where
    there are none, and ``new_puzzles`` counts those that were never tried, by kind. ``trouble`` is
    why the lessons done cannot be read, None if they can.
    """

    game: str
    games: tuple[ScoreEntry, ...] = ()
    reviewed: tuple[journals.ReviewedGame, ...] = ()
    lessons: tuple[str, ...] = ()
    pending_reviews: int = 0
    training: TrainingState | None = None
    new_puzzles: Mapping[str, int] = field(default_factory=dict)
    trouble: FileError | None = None

    @property
    def accuracies(self) -> list[float]:
        """How accurate each reviewed game was (0-1)."""
        return [one.accuracy for one in self.reviewed if one.accuracy is not None]

    @property
    def unreviewed(self) -> list[ScoreEntry]:
        """The games without a finished review, oldest first."""
        reviewed = {one.fingerprint for one in self.reviewed}
        return [game for game in self.games if game.fingerprint not in reviewed]

    @property
    def recent_reviews(self) -> tuple[journals.ReviewedGame, ...]:
        """The reviewed games whose mistakes are added up."""
        return self.reviewed[-RECENT_REVIEWS:]


@dataclass(frozen=True, slots=True)
class ThemeTotal:
    """What bad choices were about: how many, in how many games, and their cost together."""

    theme: str
    choices: int
    games: int
    cost: float


def total_by_theme(reviewed: Sequence[journals.ReviewedGame]) -> list[ThemeTotal]:
    """Add the mistakes of reviewed games up by what they were about, the dearest first."""
    found: dict[str, ThemeTotal] = {}
    for game in reviewed:
        for theme, own in game.mistakes.items():
            one = found.get(theme, ThemeTotal(theme, 0, 0, 0.0))
            found[theme] = ThemeTotal(
                theme, one.choices + own.choices, one.games + 1, one.cost + own.cost
            )
    return sorted(found.values(), key=lambda one: (-one.cost, one.theme))


def costliest_theme(kinds: Sequence[ThemeTotal]) -> ThemeTotal | None:
    """Return what costs most of ``total_by_theme``, None where the figures are too few to say."""
    if kinds and kinds[0].choices >= _MIN_CHOICES and kinds[0].games >= _MIN_GAMES:
        return kinds[0]
    return None


class Activity(Enum):
    """What a player does best next."""

    LEARN = "learn"
    PLAY = "play"
    REVIEW = "review"
    PRACTISE = "practise"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What to do next; ``about`` is the kind of mistake to practise, None if it is another step."""

    activity: Activity
    theme: ThemeTotal | None = None


def suggest_activity(progress: PlayerProgress, *, lessons_left: bool) -> Suggestion:
    """Return what to do next, by the figures alone."""
    if not progress.games:
        return Suggestion(Activity.LEARN if lessons_left else Activity.PLAY)
    if (dearest := costliest_theme(total_by_theme(progress.recent_reviews))) is not None:
        return Suggestion(Activity.PRACTISE, dearest)
    are_few = len(progress.reviewed) < _MIN_GAMES and progress.unreviewed
    if are_few and has_parts(progress.game, *REVIEW_PARTS):
        return Suggestion(Activity.REVIEW)
    return Suggestion(Activity.CONTINUE)


ThemeFunction: TypeAlias = Callable[[Review, Assessment], str]
"""Says what a bad choice was about; empty if that is not known."""


@dataclass(frozen=True, slots=True)
class ReviewBatch:
    """The games with a finished review, in their order; ``left`` are to be read the next time."""

    games: tuple[journals.ReviewedGame, ...]
    remaining: int = 0


def assessments_by_seats(review: Review, seats: Sequence[Seat]) -> list[Assessment]:
    """Return the choices of some seats that had an alternative, and those of the whole team."""
    return [
        one
        for one in review.assessments
        if one.estimates and getattr(one.chosen, "seat", None) in (None, *seats)
    ]


def mistakes_by_theme(
    review: Review, seats: Sequence[Seat], theme_of: ThemeFunction
) -> dict[str, list[Assessment]]:
    """Return all inaccuracies and worse of some seats by what they were about, if that is known."""
    found: dict[str, list[Assessment]] = {}
    for one in assessments_by_seats(review, seats):
        is_bad = move_quality(one) is not MoveQuality.GOOD and one.chosen_estimate is not None
        if is_bad and (theme := theme_of(review, one)):
            found.setdefault(theme, []).append(one)
    return found


def read_reviews(
    scores: Path, games: Sequence[ScoreEntry], theme_of: ThemeFunction, seconds: float
) -> ReviewBatch:
    """Return what is known of the reviews of entries of one game, in their order.

    New and changed reviews are read from their files, for up to ``seconds``, and what they say is
    saved beside the ``scores``; of the others only the time and size of the file are looked at.
    """
    if not games:
        return ReviewBatch(())
    until, left = monotonic() + seconds, 0
    known, new = journals.load_reviewed_games(scores, games[0].game), {}
    for game in games:
        version, before = _review_file_version(game), known.get(game.fingerprint)
        if version is None or (before is not None and before.version == version):
            continue
        if monotonic() > until:
            left += 1
            continue
        found = _summarize_review_file(game, version, theme_of)
        if found is not None:
            new[found.fingerprint] = found
    if new:
        # What cannot be saved is read again the next time.
        with suppress(OSError):
            journals.save_reviewed_games(scores, games[0].game, new.values())
    known |= new
    in_order = (known[game.fingerprint] for game in games if game.fingerprint in known)
    return ReviewBatch(tuple(in_order), left)


def _review_file_version(game: ScoreEntry) -> str | None:
    with suppress(OSError, ValueError):
        stat = game.path.with_name(f"{game.path.name}{REVIEW_SUFFIX}").stat()
        return f"{stat.st_mtime_ns} {stat.st_size}"
    return None


def _summarize_review_file(
    entry: ScoreEntry, version: str, theme_of: ThemeFunction
) -> journals.ReviewedGame | None:
    """Return what the review beside a record says; None while it is unfinished, or of no use."""
    with suppress(FoxduetError):
        game, saved = load_game(entry.path)
        if game.result is None or make_entry(game, saved.path).fingerprint != entry.fingerprint:
            return None
        review = ReviewRun(ReviewTask(game, entry.path, REVIEWER)).progress().review
        return None if review is None else summarize_review(entry, version, review, theme_of)
    return None


def summarize_review(
    entry: ScoreEntry, version: str, review: Review, theme_of: ThemeFunction
) -> journals.ReviewedGame:
    """Return what a review says of those whose game it is."""
    choices = assessments_by_seats(review, entry.own_seats)
    mistakes = mistakes_by_theme(review, entry.own_seats, theme_of)
    return journals.ReviewedGame(
        entry.fingerprint,
        version,
        len(choices),
        fmean(accuracy_from_cost(one.cost.worth) for one in choices) if choices else None,
        {
            theme: journals.MistakeTotal(len(ones), fsum(one.cost.worth for one in ones))
            for theme, ones in mistakes.items()
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
    """Return the progress in a game by its entries, their reviews, lessons done and puzzles.

    Reviews that nobody has read yet are read for up to ``seconds``.
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
    puzzles, tried = puzzles_of(game), {attempt.puzzle for attempt in journal.attempts}
    return PlayerProgress(
        game,
        games,
        reviews.games,
        lessons,
        reviews.remaining,
        training_state(journal, today) if puzzles else None,
        Counter(one.kind for one in puzzles if str(one.number) not in tried),
        trouble,
    )
