"""Reviews on screen at a costly choice of a fixed game, and what their keys lead to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from foxduet.analysis.review import costly
from foxduet.play.game import Game
from foxduet.ui.kit.screen import Screen
from foxduet.ui.review.branch import BranchScreen
from foxduet.ui.review.lesson import ChooseAgainScreen, lesson_from
from foxduet.ui.review.screen import ReviewScreen
from tests.support.players import VICTORY
from tests.support.reviews import review_of, task_in
from tests.support.tables import Left, below, laid_over, press_all, stack_of

NOWHERE = Path("nowhere")


def reviewing(
    game: Game = VICTORY, at: int = 0, below: Screen | None = None, **changes: object
) -> ReviewScreen:
    """Return the review of a game at one of its moments, over another screen if there is one."""
    screen = ReviewScreen(task_in(NOWHERE, game), review_of(game), at)
    screen = replace(screen, **changes)  # type: ignore[arg-type]
    return screen if below is None else laid_over(screen, *stack_of(below).screens)


def branching(review: ReviewScreen, cursor: int = 0) -> BranchScreen:
    """Return the choices to be tried at the moment of a review, over it."""
    branch = BranchScreen(review.task, review.review, review.at, cursor=cursor)
    return laid_over(branch, *stack_of(review).screens)


def costly_moment(game: Game = VICTORY) -> int:
    """Return the moment before a costly choice of a card."""
    return min(one.number for one in costly(review_of(game)) if len(one.estimates) > 4) - 1


def lesson_at(at: int, game: Game = VICTORY) -> ChooseAgainScreen:
    """Return the lesson about the choice at a moment."""
    review = reviewing(game, at - 1)
    lesson = lesson_from(review.review, review.at, "N")
    assert lesson is not None
    return laid_over(lesson, replace(review, at=lesson.at, view=lesson.view))


def tried_at(at: int) -> Screen:
    """Return the lesson after a choice that is no good."""
    lesson = lesson_at(at)
    one = lesson.assessment
    bad = [number for number, each in enumerate(one.estimates) if each.action != one.chosen]
    worst = min(bad, key=lambda number: one.estimates[number].win)
    return branched(laid_over(replace(lesson, cursor=worst), below(lesson)), NOWHERE, "enter")


def found_at(at: int) -> Screen:
    """Return the review after the best choice was found."""
    lesson = lesson_at(at)
    actions = [each.action for each in lesson.assessment.estimates]
    cursor = actions.index(lesson.assessment.best)
    return branched(laid_over(replace(lesson, cursor=cursor), below(lesson)), NOWHERE, "enter")


AT = costly_moment()
LAST = len(VICTORY.turns)


def branched(screen: Screen, folder: Path, *script: str) -> Screen:
    """Return the screen after keys that do not leave the program."""
    after = press_all(screen, folder, *script)
    assert not isinstance(after, Left)
    return after
