"""What lessons and guided rounds show: something to read, to choose, to watch, or the end."""

from __future__ import annotations

from foxduet.core.frozen import dataclass
from foxduet.store.learning import NOWHERE, Progress
from foxduet.ui.kit.effects import ProgressNotSaved
from foxduet.ui.learn.watching import Picture
from foxduet.words.i18n import _


@dataclass(frozen=True, slots=True)
class Learning:
    """Who learns a game, and how far they have come; ``two`` people learn with both hands open."""

    game_name: str
    progress: Progress = NOWHERE
    two: bool = False


@dataclass(frozen=True, slots=True)
class LessonLeft:
    """A lesson was left, or finished, with the progress so far; ``number`` is chosen next.

    ``opens`` says that that lesson begins at once.
    """

    progress: Progress
    number: int
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Saying:
    """One sentence, counted from 0, is to be read before anything is chosen."""

    at: int = 0


BEGINNING = Saying()
"""What a lesson begins with."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the other player has done, or what came of a trick, is to be read."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """The player must choose; ``cursor`` counts the options, None while nothing is chosen."""

    cursor: int | None = None


@dataclass(frozen=True, slots=True)
class Thinking:
    """The partner chooses."""


@dataclass(frozen=True, slots=True)
class Watching:
    """What came of a choice is seen, at one of its pictures."""

    pictures: tuple[Picture, ...]
    at: int = 0


@dataclass(frozen=True, slots=True)
class Judged:
    """What is said of a choice that was played out; ``title`` stands above in a guided round."""

    right: bool
    text: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """It is over; ``cursor`` counts what can be done next."""

    cursor: int = 0


def not_saved(event: ProgressNotSaved) -> str:
    """Say that the progress could not be saved."""
    return _("Your progress is not saved: {reason}.").format(reason=event.reason)
