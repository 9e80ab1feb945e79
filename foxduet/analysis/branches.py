"""Branches: games that go on from a decision of another game with another choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from foxduet.analysis.review_file import Task
from foxduet.play.game import Game, Partners, act
from foxduet.rules.duet.actions import Action
from foxduet.store.saved_games import BRANCH_KEY


def branch(task: Task, at: int, action: Action, ai: Partners, started: datetime) -> Game:
    """Return the game of ``task`` after ``at`` of its actions, and ``action`` instead of the next.

    ``ai`` names the partners that play on. Raises IllegalActionError if the rules forbid it.
    """
    game = task.game
    header = replace(
        game.header,
        ai=ai,
        started=started,
        finished=None,
        hints=_up_to(game.header.hints, at),
        cut_short=_up_to(game.header.cut_short, at),
        further={**game.header.further, BRANCH_KEY: _origin(task, at + 1)},
    )
    return act(Game(header, game.first, game.turns[:at]), action)


def _origin(task: Task, number: int) -> Mapping[str, object]:
    # A file name need not be text in any encoding; a record is.
    name = task.path.name.encode(errors="replace").decode()
    return {"record": name, "fingerprint": task.fingerprint, "action": number}


def _up_to(numbers: tuple[int, ...], last: int) -> tuple[int, ...]:
    return tuple(number for number in numbers if number <= last)
