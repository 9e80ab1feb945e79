"""Drawing of the moments between two rounds: scenes on the board, the team's choice, the talk."""

from __future__ import annotations

from typing import Any

from foxduet.core.cards import Seat
from foxduet.play.table_session import TableSession, events_of_round
from foxduet.ui.kit.canvas import LIGHT_STYLES, Canvas, Size, Style
from foxduet.ui.kit.keys import CONTINUE_KEYS, SPACE
from foxduet.ui.table import drawing, state
from foxduet.ui.table.advice import advice_lines, draw_round_figures, invitation_lines
from foxduet.ui.table.state import Moment, RoundEnd, table_options
from foxduet.words.game_words import InterludeWords, open_hands_agreement, table_words
from foxduet.words.i18n import _, pgettext
from foxduet.words.text import (
    format_sentence,
    names_at_table,
    text_width,
    wrap_balanced,
)


def draw_interlude(screen: state.SavedTable, mode: RoundEnd, canvas: Canvas) -> None:
    """Draw a moment between two rounds."""
    session, game, layout = screen.session, screen.session.game, drawing.layout_for(canvas.size)
    words, names = table_words(game.header.game), names_at_table(game.header)
    assert words.interlude is not None, "the game has an interlude"
    is_asked = state.is_team_choosing(screen) and mode.moment is Moment.CHANGE
    chosen = None
    if is_asked and mode.cursor is not None:
        chosen = table_options(screen)[mode.cursor]
    is_talk = mode.moment is Moment.TALK
    middle = drawing.draw_hidden_hands(canvas, LIGHT_STYLES[game.round - 1 + is_talk])
    if screen.is_skippable:
        # Before any panel, whose key takes the cursor.
        canvas.point(layout.keys, layout.left + 2)
    if mode.figures:
        figures = words.round_figures(events_of_round(session), session.state)
        draw_round_figures(canvas, layout.trick, names, figures)
    if mode.moment is Moment.CHANGE or (is_talk and not screen.has_talk):
        _draw_sum(screen, mode, words.interlude, canvas)
    if is_asked:
        _draw_question(session, words.interlude, chosen, canvas)
    elif is_talk:
        _draw_talk(screen, words.interlude, middle, canvas)
    elif mode.moment is Moment.CHANGE and not state.was_chosen_by_team(session):
        # Translators: the name of the key, in the frame of a panel
        key_name, reason = pgettext("key", "Space"), _no_choice_reason(session, words.interlude)
        instruction = _("Press Space to go on.")
        drawing.draw_panel(canvas, None, reason, instruction, key=SPACE, key_name=key_name)
    # After the panel, as the cursor belongs on the chosen option.
    state.table_drawing(game.header.game).draw_interlude(canvas, game, mode, chosen)
    drawing.draw_notice(canvas, screen.notice)
    drawing.draw_footer(canvas, screen.footer)


def _draw_sum(
    screen: state.SavedTable, mode: RoundEnd, words: InterludeWords, canvas: Canvas
) -> None:
    """Draw a line about the round, and the team's advice or a line about the rest of the game."""
    session, layout = screen.session, drawing.layout_for(canvas.size)
    sum_line, rest_line = words.sum_up(events_of_round(session), session.state)
    canvas.put_centred(layout.trick + layout.card.rows // 2, sum_line, Style.STRONG)
    advice, invitation = list[str](), list[str]()
    if state.is_team_choosing(screen):
        advice = advice_lines(screen, mode, canvas.glyphs)
        invitation = [] if screen.has_talk else invitation_lines(screen, mode)
    lines = [(text, Style.STRONG) for text in advice] or [(rest_line, Style.PLAIN)]
    lines += [(text, Style.PLAIN) for text in invitation]
    for row, (text, style) in enumerate(lines, layout.message):
        canvas.put_centred(row, text, style)


def _draw_question(
    session: TableSession, words: InterludeWords, chosen: Any, canvas: Canvas
) -> None:
    """Draw the team's question with the effect of the chosen option.

    Clicks on the board choose an option, and then carry it out.
    """
    effect = _("Choose with 1 or 2, or with the arrow keys.")
    if chosen is not None:
        effect = words.outlook(chosen, session.state)
    question = words.question(session.partner is None)
    drawing.draw_panel(canvas, None, question, effect, key=None, key_name=_("Enter"))


def _draw_talk(
    screen: state.SavedTable, words: InterludeWords, middle: int, canvas: Canvas
) -> None:
    """Draw the invitation to talk, and who deals and leads the next round."""
    session, names = screen.session, names_at_table(screen.session.game.header)
    if screen.has_talk:
        is_open, invitation = session.has_open_hands, _(words.invitation)
        sentence = open_hands_agreement() if is_open else invitation
        canvas.put_centred(middle - 1, f" {sentence} ", Style.PLAIN if is_open else Style.DIM)
    elif not state.was_chosen_by_team(session):
        width = drawing.layout_for(canvas.size).width
        reason_lines = wrap_balanced(_no_choice_reason(session, words), width)
        for row, text in enumerate(reason_lines, middle - len(reason_lines)):
            canvas.put_centred(row, f" {text} ")
    last_dealer: Seat | None = session.state.table.dealer
    # A game that began at a position may not know its dealer.
    prompt = state.ready_to_deal(screen)
    if last_dealer is not None:
        sentence = _(
            "Space deals round {round}: {dealer} {dealer:deals|deal}, {leader} {leader:leads|lead}."
        )
        prompt = format_sentence(
            sentence,
            round=session.game.round + 1,
            dealer=names[last_dealer.other],
            leader=names[last_dealer],
        )
    left, size = (canvas.size.columns - text_width(prompt)) // 2, Size(1, text_width(prompt))
    canvas.put(middle + 1, left - 1, f" {prompt} ", Style.STRONG)
    canvas.point(middle + 1, left)
    canvas.add_click_area(middle + 1, left, size, CONTINUE_KEYS)


def _no_choice_reason(session: TableSession, words: InterludeWords) -> str:
    return words.no_choice(events_of_round(session), names_at_table(session.game.header))
