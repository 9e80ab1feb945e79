"""The screen between two players, which both may study: all that lies open, and no hand."""

from __future__ import annotations

from foxduet.core.common import Deal
from foxduet.play.table import news
from foxduet.ui.kit.canvas import Canvas, Size, Style
from foxduet.ui.kit.keys import SPACE
from foxduet.ui.table import parts
from foxduet.ui.table.layout import layout_for
from foxduet.ui.table.state import Handoff, TableState
from foxduet.words.common import choosing_phrase, table_words
from foxduet.words.i18n import _
from foxduet.words.people import fill, names_at_table
from foxduet.words.text import text_width


def draw_handoff(screen: TableState, shows: Handoff, canvas: Canvas) -> None:
    """Draw the screen between two players, or the one that covers the hand of one person."""
    session, game, header = screen.session, screen.session.game, screen.session.game.header
    layout, words, names = layout_for(canvas.size), table_words(header.game), names_at_table(header)
    alone, actor, state = session.person, shows.seat, session.state
    seat = actor if alone is None else alone
    parts.draw_header(canvas, game, state)
    parts.art_of(header.game).draw_board(canvas, state, names, {})
    parts.draw_trick(canvas, game, state.table.decree, parts.last_trick(game))
    if alone is None and game.turns and isinstance(game.turns[-1].action, Deal):
        parts.draw_message(canvas, words.round_start(state, names))
    else:
        parts.draw_weighed_news(canvas, words.story.tell_news(news(session, seat), names, None))
    middle = parts.draw_closed_hands(canvas)
    waiting = choosing_phrase(names[actor])
    if screen.awaits_program:
        waiting = fill(_("{name} continues when you look again."), name=names[actor])
    if seat is actor:
        waiting = words.choices.waiting_prompt(state, names)
    canvas.put_centred(middle - 1, waiting, Style.PROMPT)
    ready = _("Press Space to see your hand.")
    if alone is None:
        ready = _("Press Space when only {name} can see the screen.").format(name=names[seat])
    column = (canvas.size.columns - text_width(ready)) // 2
    canvas.put(middle + 1, column, ready, Style.STRONG)
    canvas.put_area(middle + 1, column, Size(1, text_width(ready)), (SPACE,))
    canvas.put_centred(layout.prompt, screen.notice, Style.ALERT)
    parts.draw_footer(canvas, screen.footer)
