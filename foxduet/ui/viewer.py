"""Looking through a game, both hands open."""

from __future__ import annotations

from dataclasses import replace

from foxduet.i18n import _
from foxduet.rules.cards import Hand, Seat
from foxduet.rules.events import CardPlayed, GameEnded, RoundDealt
from foxduet.rules.observation import face_up
from foxduet.ui.art import card_in_line
from foxduet.ui.canvas import Canvas, Frame, Size, Style
from foxduet.ui.layout import Layout, layout_for
from foxduet.ui.look import SUIT_STYLES, Glyphs, Look
from foxduet.ui.screens import ReplayScreen
from foxduet.ui.story import tell, tell_outcome
from foxduet.ui.table import (
    draw_forest,
    draw_header,
    draw_keys,
    draw_message,
    draw_trick,
    standing_picture,
)
from foxduet.ui.walking import trick_shown


def draw_replay(screen: ReplayScreen, size: Size, look: Look) -> Frame:
    """Draw the moment after ``screen.at`` actions: the board, both hands, and what happened."""
    canvas, layout = Canvas(size), layout_for(size)
    game, glyphs = screen.game, look.glyphs
    names = game.header.players
    state = game.states[screen.at]
    table = face_up(state)
    draw_forest(canvas, layout, standing_picture(table, {}), names, glyphs)
    trick = state.trick
    sentences: tuple[str, ...] = ()
    if screen.at:
        turn = game.turns[screen.at - 1]
        trick = trick_shown(game.states[screen.at - 1], turn.action) or trick
        sentences = _told(screen)
    # A trick that is just over is counted as it lies there, not the next one.
    counted = table if trick == state.trick else replace(table, trick=None)
    draw_header(canvas, layout, counted, glyphs)
    draw_trick(canvas, layout, table, trick, names, glyphs)
    draw_message(canvas, layout, sentences)
    for at, seat in enumerate(Seat):
        canvas.put(layout.hand + 1 + 3 * at, layout.left + 2, names[seat], Style.STRONG)
        _draw_cards(canvas, layout, layout.hand + 2 + 3 * at, state.hands[seat], glyphs)
    if screen.at == len(game.turns):
        canvas.put(layout.outlook, layout.left + 2, screen.trouble, Style.ALERT)
    count = _("After action {at} of {count}").format(at=screen.at, count=len(game.turns))
    canvas.put(layout.prompt, layout.left + 2, count, Style.PROMPT)
    keys = _("arrows step   up, down a trick   Home, End   Tab cards   ? help   q back")
    draw_keys(canvas, layout, keys)
    return canvas.frame()


def _told(screen: ReplayScreen) -> tuple[str, ...]:
    """Tell what the last action did; a finished trick needs the events since its last card."""
    game, names = screen.game, screen.game.header.players
    start = screen.at - 1
    while start > 0 and not any(
        isinstance(event, CardPlayed | RoundDealt) for event in game.turns[start].step.events
    ):
        start -= 1
    events = tuple(event for turn in game.turns[start : screen.at] for event in turn.step.events)
    sentences = tell(events, names, None)
    if isinstance(events[-1], GameEnded):
        sentences = (*sentences, tell_outcome(events[-1]))
    return sentences


def _draw_cards(canvas: Canvas, layout: Layout, row: int, hand: Hand, glyphs: Glyphs) -> None:
    column = layout.left + 2
    for card in hand:
        canvas.put(row, column, card_in_line(card, glyphs), SUIT_STYLES[card.suit])
        column += 6
