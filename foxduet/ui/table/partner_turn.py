"""The table while the partner has its turn: thinking, and what it has just done."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from foxduet.play.table import Session, news
from foxduet.rules.duet.events import Event, TrickWon
from foxduet.rules.duet.observation import observe
from foxduet.rules.duet.state import Table
from foxduet.ui.kit.canvas import Canvas, Frame, Size
from foxduet.ui.kit.look import Glyphs, Look
from foxduet.ui.screens import TableScreen
from foxduet.ui.table.duet import (
    draw_forest,
    draw_hand,
    draw_header,
    draw_keys,
    draw_memory,
    draw_news,
    draw_trick,
    standing_picture,
    thinking_phrase,
)
from foxduet.ui.table.layout import Layout, layout_for
from foxduet.words.i18n import _

SECONDS_OF_A_PAUSE = 1.0
SECONDS_OF_A_TICK = 0.1


def draw_thinking(screen: TableScreen, size: Size, look: Look) -> Frame:
    """Draw the table while the partner thinks, with the person's own hand."""
    session, canvas, layout = screen.session, Canvas(size), layout_for(size)
    assert session.person is not None, "only beside a person there is a partner"
    name = session.game.header.players[session.person.other]
    table = session.state.table
    _draw_table(canvas, layout, session, table, look.glyphs)
    _tell(canvas, layout, session, news(session, session.person))
    thinking = thinking_phrase(name, screen.ticks, look.glyphs)
    canvas.put(layout.prompt, layout.left + 2, thinking)
    draw_keys(canvas, layout, _("Tab cards   ? help   b blank   R resign   q leave"))
    return canvas.frame()


def draw_pause(screen: TableScreen, size: Size, look: Look) -> Frame:
    """Draw what the partner has just done; a finished trick lies there before the fox walks."""
    session, canvas, layout = screen.session, Canvas(size), layout_for(size)
    assert screen.pause is not None, "this is a pause"
    assert session.person is not None, "only beside a person there is a partner"
    table, walk = session.state.table, screen.pause.walk
    if walk is not None:
        table = replace(session.game.states[-2].table, trick=walk.trick)
    _draw_table(canvas, layout, session, table, look.glyphs)
    events = news(session, session.person)
    latest = len(session.game.turns[-1].step.events)
    before, just_now = events[:-latest], events[-latest:]
    # Who won, and where the fox goes, is told when it is seen.
    seen = takewhile(lambda event: walk is None or not isinstance(event, TrickWon), just_now)
    _tell(canvas, layout, session, (*before, *seen))
    draw_keys(canvas, layout, _("any key: go on"))
    return canvas.frame()


def _draw_table(
    canvas: Canvas, layout: Layout, session: Session, table: Table, glyphs: Glyphs
) -> None:
    assert session.person is not None, "only beside a person there is a partner"
    header = session.game.header
    # Whatever may be played later: now there is nothing to choose.
    own = replace(observe(session.state, session.person), choices=())
    draw_header(canvas, layout, session.game, table, glyphs)
    draw_forest(canvas, layout, standing_picture(table, {}), header.players, glyphs)
    draw_trick(canvas, layout, table, table.trick, header.players, glyphs)
    draw_memory(canvas, layout, own, header, glyphs)
    draw_hand(canvas, layout, own, None, glyphs)


def _tell(canvas: Canvas, layout: Layout, session: Session, events: tuple[Event, ...]) -> None:
    assert session.person is not None, "only beside a person there is a partner"
    draw_news(canvas, layout, events, session.game.header.players, session.person)
