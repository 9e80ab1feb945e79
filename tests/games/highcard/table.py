"""What the third game draws of its own: how many tricks each has won."""

from __future__ import annotations

from typing import Any

from foxduet.core.common import Seat
from foxduet.play.game import Game, Names, Turn
from foxduet.ui.kit.canvas import Canvas
from foxduet.ui.table.layout import layout_for
from foxduet.ui.table.parts import Marks
from foxduet.words.glyphs import Glyphs
from tests.games.highcard.game import Action, Observation, State


def draw_board(canvas: Canvas, moment: State | Observation, names: Names, _marks: Marks) -> None:
    """Write the tricks of both seats."""
    layout = layout_for(canvas.size)
    for seat in Seat:
        row, won = layout.board + seat, moment.table.won[seat]
        canvas.put(row, layout.left + 2, f"{names[seat]}: {won}")


def marks(
    _seen: Observation, _options: tuple[Action, ...], _chosen: Action, _glyphs: Glyphs
) -> Marks:
    """Return nothing: no choice leads anywhere on the board."""
    return {}


def team_marks(_state: State, _chosen: Action, _glyphs: Glyphs) -> Marks:
    """Return nothing: opponents choose nothing together."""
    return {}


def walk_of(_before: State, _turn: Turn) -> None:
    """Return None: nothing moves on the board."""


def draw_walk(_canvas: Canvas, _game: Game, _walk: Any, _step: int) -> None:
    """Draw nothing: nothing moves on the board."""
    raise AssertionError("nothing moves on the board")
