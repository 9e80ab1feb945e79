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
from foxduet.analysis.rating import Training, training_of
from foxduet.analysis.review import Assessment, MoveQuality, Review, accuracy_from_cost, quality_of
from foxduet.analysis.review_file import SUFFIX, Task
from foxduet.analysis.review_job import ReviewJob
from foxduet.analysis.standings import counting
from foxduet.core.cards import Seat
from foxduet.core.errors import FoxduetError
from foxduet.core.frozen import dataclass, field
from foxduet.core.registry import FOR_REVIEWS, has_parts
from foxduet.store import journals
from foxduet.store.files import FileError
from foxduet.store.results import Entry, entry_of
from foxduet.store.saved_games import load_game

RECENT_REVIEWS = 20
"""How many reviewed games count for mistakes: players have learned since the older ones."""

_FEWEST_CHOICES, _FEWEST_GAMES = 3, 2
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
    games: tuple[Entry, ...] = ()
    reviewed: tuple[journals.ReviewedGame, ...] = ()
    lessons: tuple[str, ...] = ()
    unread: int = 0
    training: Training | None = None
    new_puzzles: Mapping[str, int] = field(default_factory=dict)
    trouble: FileError | None = None

    @property
    def accuracies(self) -> list[float]:
        """How accurate each reviewed game was (0-1)."""
        return [one.accuracy for one in self.reviewed if one.accuracy is not None]

    @property
    def unreviewed(self) -> list[Entry]:
        """The games without a finished review, oldest first."""
        reviewed = {one.fingerprint for one in self.reviewed}
        return [game for game in self.games if game.fingerprint not in reviewed]

    @property
    def recent(self) -> tuple[journals.ReviewedGame, ...]:
        """The reviewed games whose mistakes are added up."""
        return self.reviewed[-RECENT_REVIEWS:]


@dataclass(frozen=True, slots=True)
class MistakeKind:
    """What bad choices were about: how many, in how many games, and their cost together."""

    theme: str
    choices: int
    games: int
    cost: float


def mistake_kinds(reviewed: Sequence[journals.ReviewedGame]) -> list[MistakeKind]:
    """Add the mistakes of reviewed games up by what they were about, the dearest first."""
    found: dict[str, MistakeKind] = {}
    for game in reviewed:
        for theme, own in game.mistakes.items():
            one = found.get(theme, MistakeKind(theme, 0, 0, 0.0))
            found[theme] = MistakeKind(
                theme, one.choices + own.choices, one.games + 1, one.cost + own.cost
            )
    return sorted(found.values(), key=lambda one: (-one.cost, one.theme))


def dearest_kind(kinds: Sequence[MistakeKind]) -> MistakeKind | None:
    """Return what costs most of ``mistake_kinds``, None where the figures are too few to say."""
    if kinds and kinds[0].choices >= _FEWEST_CHOICES and kinds[0].games >= _FEWEST_GAMES:
        return kinds[0]
    return None


class Step(Enum):
    """What a player does best next."""

    LEARN = "learn"
    PLAY = "play"
    REVIEW = "review"
    PRACTISE = "practise"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What to do next; ``about`` is the kind of mistake to practise, None if it is another step."""

    step: Step
    about: MistakeKind | None = None


def suggestion_for(progress: PlayerProgress, *, lessons_left: bool) -> Suggestion:
    """Return what to do next, by the figures alone."""
    if not progress.games:
        return Suggestion(Step.LEARN if lessons_left else Step.PLAY)
    if (dearest := dearest_kind(mistake_kinds(progress.recent))) is not None:
        return Suggestion(Step.PRACTISE, dearest)
    are_few = len(progress.reviewed) < _FEWEST_GAMES and progress.unreviewed
    if are_few and has_parts(progress.game, *FOR_REVIEWS):
        return Suggestion(Step.REVIEW)
    return Suggestion(Step.CONTINUE)


ThemeOf: TypeAlias = Callable[[Review, Assessment], str]
"""Says what a bad choice was about; empty if that is not known."""


@dataclass(frozen=True, slots=True)
class ReviewsRead:
    """The games with a finished review, in their order; ``left`` are to be read the next time."""

    games: tuple[journals.ReviewedGame, ...]
    left: int = 0


def choices_of(review: Review, seats: Sequence[Seat]) -> list[Assessment]:
    """Return the choices of some seats that had an alternative, and those of the whole team."""
    return [
        one
        for one in review.assessments
        if one.estimates and getattr(one.chosen, "seat", None) in (None, *seats)
    ]


def mistakes_by_theme(
    review: Review, seats: Sequence[Seat], theme_of: ThemeOf
) -> dict[str, list[Assessment]]:
    """Return all inaccuracies and worse of some seats by what they were about, if that is known."""
    found: dict[str, list[Assessment]] = {}
    for one in choices_of(review, seats):
        is_bad = quality_of(one) is not MoveQuality.GOOD and one.chosen_value is not None
        if is_bad and (theme := theme_of(review, one)):
            found.setdefault(theme, []).append(one)
    return found


def read_reviews(
    scores: Path, games: Sequence[Entry], theme_of: ThemeOf, seconds: float
) -> ReviewsRead:
    """Return what is known of the reviews of entries of one game, in their order.

    New and changed reviews are read from their files, for up to ``seconds``, and what they say is
    saved beside the ``scores``; of the others only the time and size of the file are looked at.
    """
    if not games:
        return ReviewsRead(())
    until, left = monotonic() + seconds, 0
    known, new = journals.load_reviewed(scores, games[0].game), {}
    for game in games:
        version, before = _version_of(game), known.get(game.fingerprint)
        if version is None or (before is not None and before.version == version):
            continue
        if monotonic() > until:
            left += 1
            continue
        found = _read(game, version, theme_of)
        if found is not None:
            new[found.fingerprint] = found
    if new:
        # What cannot be saved is read again the next time.
        with suppress(OSError):
            journals.save_reviewed(scores, games[0].game, new.values())
    known |= new
    in_order = (known[game.fingerprint] for game in games if game.fingerprint in known)
    return ReviewsRead(tuple(in_order), left)


def _version_of(game: Entry) -> str | None:
    with suppress(OSError, ValueError):
        stat = game.path.with_name(f"{game.path.name}{SUFFIX}").stat()
        return f"{stat.st_mtime_ns} {stat.st_size}"
    return None


def _read(entry: Entry, version: str, theme_of: ThemeOf) -> journals.ReviewedGame | None:
    """Return what the review beside a record says; None while it is unfinished, or of no use."""
    with suppress(FoxduetError):
        game, saved = load_game(entry.path)
        if game.result is None or entry_of(game, saved.path).fingerprint != entry.fingerprint:
            return None
        review = ReviewJob(Task(game, entry.path, REVIEWER)).progress().review
        return None if review is None else reviewed_game(entry, version, review, theme_of)
    return None


def reviewed_game(
    entry: Entry, version: str, review: Review, theme_of: ThemeOf
) -> journals.ReviewedGame:
    """Return what a review says of those whose game it is."""
    choices = choices_of(review, entry.own_seats)
    mistakes = mistakes_by_theme(review, entry.own_seats, theme_of)
    return journals.ReviewedGame(
        entry.fingerprint,
        version,
        len(choices),
        fmean(accuracy_from_cost(one.cost.worth) for one in choices) if choices else None,
        {
            theme: journals.Mistakes(len(ones), fsum(one.cost.worth for one in ones))
            for theme, ones in mistakes.items()
        },
    )


def read_player_progress(
    game: str,
    entries: Sequence[Entry],
    records: Path,
    scores: Path | None,
    theme_of: ThemeOf,
    today: date,
    seconds: float = inf,
) -> PlayerProgress:
    """Return the progress in a game by its entries, their reviews, lessons done and puzzles.

    Reviews that nobody has read yet are read for up to ``seconds``.
    """
    games, reviews, journal = tuple(counting(entries)), ReviewsRead(()), journals.Journal()
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
        reviews.left,
        training_of(journal, today) if puzzles else None,
        Counter(one.kind for one in puzzles if str(one.number) not in tried),
        trouble,
    )
