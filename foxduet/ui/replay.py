"""Looking through a game, both hands open."""

from __future__ import annotations

from dataclasses import replace

from foxduet.play.game import Game
from foxduet.rules.common import Seat
from foxduet.rules.duet.cards import Card
from foxduet.rules.duet.events import CardPlayed, GameEnded, RoundDealt
from foxduet.rules.duet.observation import observe, redact
from foxduet.rules.duet.scoring import score
from foxduet.rules.duet.state import GameState
from foxduet.ui.kit.canvas import Canvas, Frame, Size, Style, text_width
from foxduet.ui.kit.look import SUIT_STYLES, Glyphs, Look
from foxduet.ui.screens import ReplayScreen
from foxduet.ui.table.cards import card_in_line
from foxduet.ui.table.duet import (
    draw_forest,
    draw_header,
    draw_keys,
    draw_message,
    draw_trick,
    standing_picture,
)
from foxduet.ui.table.fox_animation import trick_shown
from foxduet.ui.table.layout import Layout, layout_for
from foxduet.words.duet.story import tell, tell_outcome
from foxduet.words.i18n import _


def draw_replay(screen: ReplayScreen, size: Size, look: Look) -> Frame:
    """Draw the moment after ``screen.at`` actions: the board, both hands, and what happened."""
    canvas, layout = Canvas(size), layout_for(size)
    game, glyphs = screen.game, look.glyphs
    state = game.states[screen.at]
    draw_moment(canvas, layout, game, screen.at, glyphs)
    draw_message(canvas, layout, told_at(game, screen.at, None))
    for at, seat in enumerate(Seat):
        name = game.header.players[seat]
        canvas.put(layout.hand + 1 + 3 * at, layout.left + 2, name, Style.STRONG)
        _draw_cards(canvas, layout, layout.hand + 2 + 3 * at, state, seat, glyphs)
    if screen.at == len(game.turns):
        canvas.put(layout.outlook, layout.left + 2, screen.trouble, Style.ALERT)
    count = _("After action {at} of {count}").format(at=screen.at, count=len(game.turns))
    canvas.put(layout.prompt, layout.left + 2, count, Style.PROMPT)
    keys = _("arrows step   up, down a trick   Home, End   Tab cards   ? help   q back")
    draw_keys(canvas, layout, keys)
    return canvas.frame()


def draw_moment(canvas: Canvas, layout: Layout, game: Game, at: int, glyphs: Glyphs) -> None:
    """Draw what lay open to all after ``at`` actions of ``game``."""
    state, names = game.states[at], game.header.players
    table, trick = state.table, state.table.trick
    draw_forest(canvas, layout, standing_picture(table, {}), names, glyphs)
    if at:
        trick = trick_shown(game.states[at - 1], game.turns[at - 1].action) or trick
    # A trick that is just over is counted as it lies there, not the next one.
    counted = table if trick == state.table.trick else replace(table, trick=None)
    draw_header(canvas, layout, game, counted, glyphs)
    draw_trick(canvas, layout, table, trick, names, glyphs)


def told_at(game: Game, at: int, seat: Seat | None) -> tuple[str, ...]:
    """Tell ``seat``, or whoever sees all if it is None, what the last of ``at`` actions did.

    A finished trick needs the events since its last card.
    """
    if not at:
        return ()
    start, names = at - 1, game.header.players
    while start > 0 and not any(
        isinstance(event, CardPlayed | RoundDealt) for event in game.turns[start].step.events
    ):
        start -= 1
    events = tuple(event for turn in game.turns[start:at] for event in turn.step.events)
    if seat is not None:
        events = tuple(redact(event, seat) for event in events)
    sentences = tell(events, names, seat)
    if isinstance(events[-1], GameEnded):
        sentences = (*sentences, _ending(events[-1], game.states[at]))
    return sentences


def _ending(ended: GameEnded, state: GameState) -> str:
    """Say how a game ended, and with how many points."""
    outcome, points = tell_outcome(ended), score(state)
    if points is None:
        return outcome
    return _("{outcome} Score: {score}.").format(outcome=outcome, score=points.total)


def offer_of(state: GameState, seat: Seat) -> Card | None:
    """Return the card that ``seat`` has chosen to give while the other has yet to choose (R5.2)."""
    return observe(state, seat).own_offer


def draw_offer(canvas: Canvas, row: int, column: int, card: Card, glyphs: Glyphs) -> None:
    """Draw a card that is about to be given away, for it is in no hand."""
    gives = _("gives")
    canvas.put(row, column, gives, Style.DIM)
    card_column = column + text_width(gives) + 1
    canvas.put(row, card_column, card_in_line(card, glyphs), SUIT_STYLES[card.suit])


def _draw_cards(
    canvas: Canvas, layout: Layout, row: int, state: GameState, seat: Seat, glyphs: Glyphs
) -> None:
    column = layout.left + 2
    for card in state.hands[seat]:
        canvas.put(row, column, card_in_line(card, glyphs), SUIT_STYLES[card.suit])
        column += 6
    offer = offer_of(state, seat)
    if offer is not None:
        draw_offer(canvas, row, column, offer, glyphs)
