"""How a player gets on with a game: what the scores, reviews and lessons add up to, and what next.

All is worked out from what is given; nothing here reads files or clocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from foxduet.analysis.training import Training
from foxduet.core.frozen import dataclass, field
from foxduet.core.register import FOR_REVIEWS, has_parts
from foxduet.store.entries import Entry
from foxduet.store.reviews import ReviewedGame

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
    there are none, and ``new_puzzles`` counts those that were never tried, by kind.
    """

    game: str
    games: tuple[Entry, ...] = ()
    reviewed: tuple[ReviewedGame, ...] = ()
    lessons: tuple[str, ...] = ()
    unread: int = 0
    training: Training | None = None
    new_puzzles: Mapping[str, int] = field(default_factory=dict)

    @property
    def accuracies(self) -> list[float]:
        """How accurate each reviewed game was (0-1)."""
        return [one.accuracy for one in self.reviewed if one.accuracy is not None]

    @property
    def recent(self) -> tuple[ReviewedGame, ...]:
        """The reviewed games whose mistakes are added up."""
        return self.reviewed[-RECENT_REVIEWS:]


@dataclass(frozen=True, slots=True)
class MistakeKind:
    """What bad choices were about: how many, in how many games, and their cost together."""

    theme: str
    choices: int
    games: int
    cost: float


def mistake_kinds(reviewed: Sequence[ReviewedGame]) -> list[MistakeKind]:
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
    if len(progress.reviewed) < _FEWEST_GAMES and has_parts(progress.game, *FOR_REVIEWS):
        return Suggestion(Step.REVIEW)
    return Suggestion(Step.CONTINUE)
