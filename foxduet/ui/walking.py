"""The fox's walk after a trick, space by space."""

from __future__ import annotations

from dataclasses import replace

from foxduet.game import Turn
from foxduet.rules.actions import Action, Play
from foxduet.rules.events import PathOverrun, TrackerMoved
from foxduet.rules.state import GameState
from foxduet.rules.trick import Trick
from foxduet.ui.screens import Walk

SECONDS_A_STEP = 0.16
SECONDS_AT_THE_END = 1.2


def trick_shown(before: GameState, action: Action) -> Trick | None:
    """Return the trick as it lies on the table right after ``action``, complete if it was."""
    trick = before.trick
    if trick is None or not isinstance(action, Play):
        return trick
    if trick.lead is None:
        return replace(trick, lead=action.card)
    return replace(trick, follow=action.card)


def walk_of(before: GameState, turn: Turn) -> Walk | None:
    """Return how the fox walked in ``turn``; None if the trick was not finished by it."""
    trick = trick_shown(before, turn.action)
    if trick is None:
        return None
    path = before.path
    for event in turn.step.events:
        match event:
            case TrackerMoved(start, end):
                return Walk(path, trick, _spaces(start, end))
            case PathOverrun(start, _, end):
                back = turn.step.state.path.tracker
                return Walk(path, trick, (*_spaces(start, path.end_space(end)), back))
            case _:
                pass
    return None


def _spaces(start: int, end: int) -> tuple[int, ...]:
    step = 1 if end >= start else -1
    return tuple(range(start, end + step, step))
