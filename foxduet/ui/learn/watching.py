"""What is seen after a choice: cards as they are played, and what moves after a trick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from foxduet.core.common import Play
from foxduet.core.frozen import dataclass, replace
from foxduet.play.game import Game, act
from foxduet.ui.table.parts import Walk, art_of
from foxduet.ui.table.state import SECONDS_A_STEP, SECONDS_AT_THE_END, SECONDS_OF_A_PAUSE


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
