"""Reviews on screen at a costly choice of a fixed game, and what their keys lead to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from foxduet.analysis.review import costly
from foxduet.play.game import Game
from foxduet.ui.kit.screen import Screen
from foxduet.ui.review.screen import ReviewScreen
from tests.support.players import VICTORY
from tests.support.reviews import review_of, task_in
from tests.support.tables import Left, press_all

NOWHERE = Path("nowhere")


def reviewing(game: Game = VICTORY, at: int = 0, **changes: object) -> ReviewScreen:
    """Return the review of a game at one of its moments."""
    screen = ReviewScreen(task_in(NOWHERE, game), review_of(game), at)
    return replace(screen, **changes)  # type: ignore[arg-type]


def costly_moment(game: Game = VICTORY) -> int:
    """Return the moment before a costly choice of a card."""
    return min(one.number for one in costly(review_of(game)) if len(one.estimates) > 4) - 1


AT = costly_moment()
LAST = len(VICTORY.turns)


def branched(screen: Screen, folder: Path, *script: str) -> Screen:
    """Return the screen after keys that do not leave the program."""
    after = press_all(screen, folder, *script)
    assert not isinstance(after, Left)
    return after
