"""The table between rounds: the board as it is now, and what the team must choose, if anything."""

from __future__ import annotations

from foxduet.play.game import Names
from foxduet.play.table import hinted_seat, observed, of_the_round, since_last_card
from foxduet.ui.kit.canvas import Canvas, Size, Style, draw_buttons
from foxduet.ui.kit.keys import CONTINUE, OPTION_KEYS
from foxduet.ui.table.hint import hint_lines, options_line, search_phrase, shown_in_full
from foxduet.ui.table.keys import is_team_choosing, ready_to_deal
from foxduet.ui.table.layout import layout_for
from foxduet.ui.table.moves import options
from foxduet.ui.table.parts import (
    art_of,
    draw_figures,
    draw_header,
    draw_sentences,
    draw_wood_below,
)
from foxduet.ui.table.state import RoundEnd, TableState
from foxduet.words.common import Figures, guide_words, table_words, thinking_phrase
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _
from foxduet.words.people import fill, names_at_table
from foxduet.words.text import text_width, with_figure


def draw_round_end(screen: TableState, shows: RoundEnd, canvas: Canvas) -> None:
    """Draw the pause after a round."""
    session, glyphs, header = screen.session, canvas.glyphs, screen.session.game.header
    layout, names, state = layout_for(canvas.size), names_at_table(header), session.state
    words, art = table_words(header.game), art_of(header.game)
    due = options(screen) if is_team_choosing(screen) else ()
    draw_header(canvas, session.game, state)
    chosen = due[shows.cursor] if due and shows.cursor is not None else None
    marks = {} if chosen is None else art.team_marks(state, chosen, glyphs)
    art.draw_board(canvas, state, names, marks)
    row, number = layout.ends + 2, session.game.round
    title = _("Round {round} is over").format(round=number)
    canvas.put_centred(row, title if number else _("Before the first deal"), Style.PROMPT)
    canvas.put_centred(row + 1, words.round_sum(state, names), Style.STRONG)
    invitation, advice = _invitation(screen, shows), _advice(screen, shows, glyphs) if due else []
    last = layout.outlook - 2 - len(advice)
    row += 2
    if number:
        figures = words.round_figures(of_the_round(session), state)
        row = draw_round_figures(canvas, row + 1, names, figures)
    story = words.story.tell(since_last_card(session), names, None)
    end = last - bool(due) - len(invitation)
    row = draw_sentences(canvas, row + 1, story, last=end, style=Style.DIM)
    row = draw_sentences(canvas, row, invitation, last=last - bool(due))
    if due:
        row = min(row + 1, last)
        draw_team_question(screen, canvas, row, shows, two=session.partner is None)
        if chosen is not None:
            canvas.put_centred(row + 2, words.team_outlook(chosen, state))
        for at, line in enumerate(advice):
            canvas.put_centred(row + 3 + at, line, Style.STRONG)
    else:
        ready = ready_to_deal(screen)
        canvas.put_centred(row + 1, ready, Style.STRONG)
        left = (canvas.size.columns - text_width(ready)) // 2
        canvas.put_area(row + 1, left, Size(1, text_width(ready)), CONTINUE)
    draw_wood_below(canvas, row + 3 + len(advice))
    canvas.put_centred(layout.prompt, screen.notice or screen.agreement(glyphs), Style.ALERT)
    canvas.put_centred(layout.keys, screen.footer, Style.DIM)


def draw_team_question(
    screen: TableState, canvas: Canvas, row: int, shows: RoundEnd, *, two: bool
) -> None:
    """Ask the team for its choice in two rows; ``two`` people decide it together."""
    session, header = screen.session, screen.session.game.header
    words, names = table_words(header.game), names_at_table(header)
    canvas.put_centred(row, words.team_question(two), Style.STRONG)
    labels = [
        words.option_label_of(session.state, option, names, canvas.glyphs)
        for option in options(screen)
    ]
    draw_buttons(canvas, row + 1, labels, OPTION_KEYS, shows.cursor)


def draw_round_figures(canvas: Canvas, row: int, names: Names, figures: Figures) -> int:
    """Draw how the round went, in a row or with a column for each player; return the row below."""
    if any(len(figure) > 2 for figure in figures):
        return draw_figures(canvas, row, names, figures, Style.PLAIN)
    cells = [with_figure(*figure) for figure in figures]
    in_a_row = "   ".join(cells)
    half = (len(cells) + 1) // 2
    in_two = ["   ".join(cells[:half]), "   ".join(cells[half:])]
    fits = text_width(in_a_row) <= layout_for(canvas.size).width - 4
    for line in [in_a_row] if fits else in_two:
        canvas.put_centred(row, line)
        row += 1
    return row


def _invitation(screen: TableState, shows: RoundEnd) -> list[str]:
    """Invite two people to talk, and one to ask the partner."""
    session, header = screen.session, screen.session.game.header
    if session.person is None or session.partner is None:
        invitation = table_words(header.game).talking_invitation
        return [_(invitation)] if invitation else []
    name = names_at_table(header)[session.person.other]
    may_ask = is_team_choosing(screen) and shows.advice is None
    return [fill(_("Press p to ask what {name} would choose."), name=name)] if may_ask else []


def _advice(screen: TableState, shows: RoundEnd, glyphs: Glyphs) -> list[str]:
    """Return the partner's advice and a hint, as far as they were asked for, a row each."""
    session, header, lines = screen.session, screen.session.game.header, []
    if shows.advice is not None and session.person is not None:
        thought, names = shows.advice.thought, names_at_table(header)
        name = names[session.person.other]
        line = thinking_phrase(name, screen.ticks, glyphs)
        if thought is not None:
            line = guide_words(header.game).team_advice(thought, name, names)
        lines.append(line)
    if shows.hint is not None:
        observation = observed(session.game, hinted_seat(session))
        sentences = hint_lines(shows.hint, observation, header)
        lines.append(sentences[-1] if sentences else search_phrase(screen.ticks, glyphs))
        thought = shown_in_full(shows.hint, observation, header)
        if thought is not None and thought.estimates:
            lines.append(options_line(session.state, thought.estimates, header, glyphs))
    return lines
