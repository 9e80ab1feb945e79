"""The end of a game: the score item by item, or what was left, and what can be done next."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from foxduet.play.table import since_last_card
from foxduet.ui.kit.canvas import Canvas, Style, draw_buttons, rows_of_buttons
from foxduet.ui.kit.keys import OPTION_KEYS
from foxduet.ui.table.layout import layout_for
from foxduet.ui.table.parts import (
    art_of,
    draw_figures,
    draw_header,
    draw_sentences,
    draw_wood_below,
)
from foxduet.ui.table.state import GameOver, SavedTable
from foxduet.words.common import guide_words, table_words
from foxduet.words.glyphs import Glyphs, progress_dots
from foxduet.words.i18n import _
from foxduet.words.people import names_at_table
from foxduet.words.text import capitalised

if TYPE_CHECKING:
    from foxduet.analysis.goals import Goal
    from foxduet.store.entries import Par

_SIDE_COLUMNS = 12
_OTHER_ROWS = 5
"""Rows for par, the deals, and what is blank between and below sentences, score and buttons."""


def draw_game_over(screen: SavedTable, shows: GameOver, canvas: Canvas) -> None:
    """Draw the end of a game."""
    session, glyphs, header = screen.session, canvas.glyphs, screen.session.game.header
    layout, words, result = layout_for(canvas.size), table_words(header.game), session.game.result
    names = names_at_table(header)
    draw_header(canvas, session.game, session.state)
    art_of(header.game).draw_board(canvas, session.state, names, {})
    if shows.celebration:
        _draw_celebration(canvas, shows.celebration)
    row = layout.ends + 2
    canvas.put_centred(row, words.outcome_sentence(session.state, names), Style.PROMPT)
    told = words.story.tell_ending(since_last_card(session), names)
    sentences = [*told, shows.insight] if shows.insight else told
    rows = guide_words(header.game).score_rows(session.state)
    labels = [capitalised(_(label)) for label, _end in screen.endings]
    # Below the sentences: the score, par, up to two lines on the deals, and the buttons.
    below = len(rows) + shows.is_best + bool(shows.goals) + rows_of_buttons(labels) + _OTHER_ROWS
    last_row = min(layout.outlook, layout.keys - below)
    row = draw_sentences(canvas, row + 2, sentences, last=last_row) + 1
    is_won = result is not None and any(result.won)
    last = Style.STRONG if is_won else Style.PLAIN
    row = draw_figures(canvas, row, names, rows, last)
    if shows.is_best:
        canvas.put_centred(row, _("A new best!"), Style.PRIZE)
        row += 1
    if shows.goals:
        canvas.put_centred(row, reached_sentence(shows.goals), Style.PRIZE)
        row += 1
    canvas.put_centred(row, par_sentence(screen, shows, glyphs))
    for at, line in enumerate(sentences_on_the_deals(screen, shows, glyphs)):
        canvas.put_centred(row + 1 + at, line, Style.DIM)
    draw_wood_below(canvas, row + 5)
    canvas.put_centred(layout.ends + 1, screen.notice, Style.ALERT)
    draw_buttons(canvas, row + 3, labels, OPTION_KEYS, shows.cursor)
    canvas.put_centred(layout.keys, screen.footer, Style.DIM)


def _draw_celebration(canvas: Canvas, picture: int) -> None:
    """Let the scenery come alive at both sides of the window, in another picture each time."""
    layout, glyphs = layout_for(canvas.size), canvas.glyphs
    living = (*canvas.glyphs.undergrowth, (glyphs.won,), (glyphs.won,))
    chance = Random(picture)
    for row in range(layout.ends + 1, layout.keys):
        for _plant in range(4):
            (plant, *below), column = chance.choice(living), chance.randrange(_SIDE_COLUMNS)
            if not below:
                style = Style.PRIZE if plant == glyphs.won else Style.SCENERY
                right = layout.left + layout.width - len(plant) - column
                canvas.put(row, layout.left + column, plant, style)
                canvas.put(row, right, plant, style)


def reached_sentence(goals: Sequence[Goal]) -> str:
    """Say which goals were reached for the first time."""
    return _("Reached: {goals}").format(goals=", ".join(_(goal.label) for goal in goals))


def par_sentence(screen: SavedTable, shows: GameOver, glyphs: Glyphs) -> str:
    """Say what two experts scored with the deals, or that they are playing; empty if unknown."""
    if shows.seeks_par:
        working = _("Par: two experts are playing these deals {trail}")
        return working.format(trail=progress_dots(screen.ticks, glyphs))
    return "" if shows.par is None else par_phrase(shows.par)


def par_phrase(par: Par) -> str:
    """Say what two experts scored with the deals."""
    if par.score is None:
        return _("Par: two experts did not win with these deals.")
    sentence = _("Par: {score}, what two experts score with these deals")
    return sentence.format(score=par.score)


def sentences_on_the_deals(screen: SavedTable, shows: GameOver, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the lines of a day to be shared, or else the seed, and that practice is no score."""
    header = screen.session.game.header
    if header.is_practice:
        return (_("A game for practice: it can be reviewed, but is no score."),)
    if shows.counting is not None:
        return guide_words(header.game).shared_lines(shows.counting, glyphs)
    if header.seed is None:
        return ()
    return (_("The seed of these deals: {seed}").format(seed=header.seed),)
