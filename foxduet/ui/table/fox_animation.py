"""The fox's walk after a trick, space by space."""

from __future__ import annotations

from dataclasses import replace

from foxduet.play.game import Turn
from foxduet.play.table import news, since_last_card
from foxduet.rules.common import Play, Trick
from foxduet.rules.duet.actions import Action
from foxduet.rules.duet.cards import Card
from foxduet.rules.duet.events import PathOverrun, TrackerMoved
from foxduet.rules.duet.observation import observe
from foxduet.rules.duet.state import GameState, Outcome
from foxduet.ui.kit.canvas import Canvas, Frame, Size
from foxduet.ui.kit.look import Look
from foxduet.ui.screens import TableScreen, Walk
from foxduet.ui.table.cards import draw_undergrowth
from foxduet.ui.table.duet import (
    draw_forest,
    draw_hand,
    draw_header,
    draw_keys,
    draw_message,
    draw_trick,
    standing_picture,
    tell_trick,
)
from foxduet.ui.table.layout import layout_for
from foxduet.words.i18n import _

SECONDS_A_STEP = 0.16
SECONDS_AT_THE_END = 1.2


def trick_shown(before: GameState, action: Action) -> Trick[Card] | None:
    """Return the trick as it lies on the table right after ``action``, complete if it was."""
    trick = before.table.trick
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
    path, lost = before.table.path, turn.step.state.table.outcome is Outcome.LOST
    for event in turn.step.events:
        match event:
            case TrackerMoved(start, end):
                after = path.with_tracker(end)
                if path.gems[end - 1]:
                    after = after.with_gems(end, -1)
                return Walk(path, after, before.table.reserve, trick, _spaces(start, end))
            case PathOverrun(start, _, end):
                spaces = _spaces(start, path.end_space(end))
                if lost:
                    return Walk(path, path, before.table.reserve, trick, spaces)
                after, _slide = path.with_tracker(path.start).cover(end)
                return Walk(path, after, before.table.reserve, trick, (*spaces, path.start))
            case _:
                pass
    return None


def draw_walk(screen: TableScreen, size: Size, look: Look) -> Frame:
    """Draw the fox on its way; what came of the trick is told when it has arrived.

    The hand of whoever looks stays in view, since the same seat chooses next.
    """
    session, walk, glyphs = screen.session, screen.walk, look.glyphs
    assert walk is not None, "the fox is walking"
    canvas, layout = Canvas(size), layout_for(size)
    names, viewer = session.game.header.players, session.viewer
    table = replace(session.state.table, trick=None, path=walk.after)
    if not walk.arrived:
        table = replace(table, path=walk.path, reserve=walk.reserve)
    picture = replace(standing_picture(table, {}), fox=walk.spaces[walk.at])
    draw_header(canvas, layout, session.game, table, glyphs)
    draw_forest(canvas, layout, picture, names, glyphs)
    draw_trick(canvas, layout, table, walk.trick, names, glyphs)
    if walk.arrived:
        events = since_last_card(session) if viewer is None else news(session, viewer)
        draw_message(canvas, layout, tell_trick(events, names, viewer))
    if viewer is None:
        for row in (layout.card.rows - 1, layout.card.rows):
            draw_undergrowth(canvas, layout.hand + row, layout.left, layout.width, glyphs)
    else:
        draw_hand(canvas, layout, observe(session.state, viewer), None, glyphs)
    draw_keys(canvas, layout, _("any key: go on"))
    return canvas.frame()


def _spaces(start: int, end: int) -> tuple[int, ...]:
    step = 1 if end >= start else -1
    return tuple(range(start, end + step, step))
