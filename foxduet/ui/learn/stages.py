"""What lessons and guided rounds show: something to read, to choose, to watch, or the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from foxduet.core.common import Play
from foxduet.core.frozen import dataclass, replace
from foxduet.play.game import Game, act
from foxduet.store.learning import NOWHERE, Progress
from foxduet.ui.kit.effects import ProgressNotSaved
from foxduet.ui.table.parts import Walk, art_of
from foxduet.ui.table.state import SECONDS_A_STEP, SECONDS_AT_THE_END, SECONDS_OF_A_PAUSE
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


@dataclass(frozen=True, slots=True)
class Picture:
    """The table after the last turn of ``game``, while something walks at one of its steps.

    Before it starts, ``step`` is None, and a finished trick lies there.
    """

    game: Game
    walk: Walk | None = None
    step: int | None = None

    @property
    def seconds(self) -> float:
        """How long the picture stays."""
        if self.walk is None or self.step is None:
            return SECONDS_OF_A_PAUSE
        return SECONDS_AT_THE_END if self.step == self.walk.steps - 1 else SECONDS_A_STEP


def pictures_since(game: Game, turns: int, *, animated: bool) -> tuple[Picture, ...]:
    """Return what is seen of a game after its first ``turns``."""
    return tuple(
        picture
        for count in range(turns + 1, len(game.turns) + 1)
        for picture in _pictures_of(replace(game, turns=game.turns[:count]), animated=animated)
    )


def _pictures_of(game: Game, *, animated: bool) -> Iterator[Picture]:
    """Yield what is seen of the last turn of a game."""
    walk = art_of(game.header.game).walk_of(game.states[-2], game.turns[-1])
    if walk is None or isinstance(game.turns[-1].action, Play):
        yield Picture(game, walk)
    if walk is not None:
        first = 0 if animated else walk.steps - 1
        for step in range(first, walk.steps):
            yield Picture(game, walk, step)


def played_out(game: Game, choice: Any, replies: tuple[str, ...]) -> Game:
    """Return a game after a choice and what is replied to it in the same trick.

    That is the first of ``replies`` that is allowed, again and again.
    """
    rules = game.rules
    progress = rules.progress(game.state)
    game = act(game, choice)
    while rules.progress(game.state) == progress:
        legal = rules.legal_actions(game.state)
        allowed = [one for one in map(rules.parse_action, replies) if one in legal]
        if not allowed:
            break
        game = act(game, allowed[0])
    return game
