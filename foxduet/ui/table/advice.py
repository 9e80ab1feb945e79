"""Hints and advice at the table, and its background jobs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from foxduet.ai.partner import ADVISER_NAME, ActionValue, Thought, kind_of
from foxduet.ai.workers import Job, ThinkJob, ThinkPurpose
from foxduet.analysis.simulation import FindParJob
from foxduet.core.cards import card_in_action
from foxduet.play.game import Header, Names
from foxduet.play.table_session import (
    TableSession,
    events_of_round,
    events_since_last_card,
    hinted_seat,
    observe_game,
)
from foxduet.ui.kit.canvas import EDGE_STYLES, Canvas, Size, Style, draw_buttons
from foxduet.ui.kit.keys import CONTINUE_KEYS, OPTION_KEYS
from foxduet.ui.kit.screen import Context
from foxduet.ui.table import drawing, state
from foxduet.ui.table.state import table_options
from foxduet.words import game_words, text
from foxduet.words.hints import bar_and_figure, enlarged_bars_sentence, haste_sentence
from foxduet.words.i18n import _

if TYPE_CHECKING:
    from foxduet.ai.reasons import Reason

_BAR_WIDTHS = (6, 4, 2)
"""Cells of an option's bar, the widest that the row has room for."""
_MAX_WIDTH, _MAX_ADVICE_ROWS = 76, 3


def hint_lines(hint: state.Hint, observation: Any, header: Header) -> list[str]:
    """Return the sentences of a hint so far; the last one says if more follow."""
    sentences = full_hint(hint, observation, header)
    lines = sentences[: hint.steps]
    if len(lines) < len(sentences):
        more = _("{sentence}  (i: more)").format(sentence=lines[-1])
        # The keys below name i as well.
        lines[-1] = more if text.text_width(more) <= _MAX_WIDTH else lines[-1]
    return lines


def full_hint(hint: state.Hint, observation: Any, header: Header) -> list[str]:
    """Return all sentences of a hint; empty before its thought has come."""
    if hint.thought is None:
        return []
    tell = game_words.guide_words(header.game).hint_sentences
    return [*tell(observation, hint.thought, text.names_at_table(header), state.MAX_HINT_STEPS)]


def searching_phrase(ticks: int, glyphs: text.Glyphs) -> str:
    """Say that a hint is being searched."""
    return _("Looking for a hint {trail}").format(trail=text.progress_dots(ticks, glyphs))


def draw_hint(
    canvas: Canvas, hint: state.Hint, ticks: int, observation: Any, header: Header, room: int
) -> int:
    """Draw the hint in the last of ``room`` rows above the hand, or in more; return its rows."""
    layout, glyphs = drawing.layout_for(canvas.size), canvas.glyphs
    lines = hint_lines(hint, observation, header) or [searching_phrase(ticks, glyphs)]
    if (thought := revealed_thought(hint, observation, header)) is not None:
        offered, estimates = state.cursor_options(observation), thought.estimates
        bare = [e for e in estimates if e.action in offered and not card_in_action(e.action)]
        note = haste_sentence(thought) or enlarged_bars_sentence(estimates)
        above = [note] if note else []
        if bare:
            # Options without a card have no picture for their bars: these come before the answer.
            above.insert(0, options_line(observation, bare, estimates, header, glyphs))
        lines = [*lines[:-1][: 2 - len(above)], *above, lines[-1]]
    top = layout.message + max(room, len(lines)) - len(lines)
    for index, line in enumerate(lines):
        mark = glyphs.cursor if index == 0 else " "
        style = Style.STRONG if index == len(lines) - 1 else Style.PLAIN
        canvas.put(top + index, layout.left + 2, f"{mark} {line}", style)
    return len(lines)


def options_line(
    moment: Any,
    selected: Sequence[ActionValue],
    estimates: Sequence[ActionValue],
    header: Header,
    glyphs: text.Glyphs,
) -> str:
    """Return the selected options in one row, each with its bar among all and its chance."""
    label = game_words.table_words(header.game).option_label_of
    line = ""
    for width in _BAR_WIDTHS:
        options = []
        for estimate in selected:
            filled, figure = bar_and_figure(estimate, estimates)
            name = label(moment, estimate.action, text.names_at_table(header), glyphs)
            options.append(f"{name} {text.bar(filled, width, glyphs)} {figure.lstrip()}")
        line = "   ".join(options)
        if text.text_width(line) <= _MAX_WIDTH:
            break
    return line


def revealed_thought(hint: state.Hint | None, observation: Any, header: Header) -> Thought | None:
    """Return the thought behind a hint; None until the player has all its sentences."""
    if hint is None or hint.thought is None:
        return None
    is_all = hint.steps >= len(full_hint(hint, observation, header))
    return hint.thought if is_all else None


def is_hint_short(screen: state.TableState) -> bool:
    """True if the player has a whole hint, and its search needed more time."""
    shows, session = screen.mode, screen.session
    if not isinstance(shows, state.Choosing | state.RoundEnd):
        return False
    observation = observe_game(session.game, hinted_seat(session))
    thought = revealed_thought(shows.hint, observation, session.game.header)
    return thought is not None and thought.cut_short


def revealed_reason(screen: state.TableState) -> Reason | None:
    """Return the reason behind the hint at a table; None until the player has all its sentences."""
    shows, session = screen.mode, screen.session
    if not isinstance(shows, state.Choosing | state.RoundEnd) or shows.hint is None:
        return None
    observation = observe_game(session.game, hinted_seat(session))
    thought = revealed_thought(shows.hint, observation, session.game.header)
    return None if thought is None else next(iter(thought.reasons), None)


def draw_chances(canvas: Canvas, hint: state.Hint, observation: Any, header: Header) -> None:
    """Draw each card's win chance, or its points, into the lower edge of its picture."""
    layout, thought = drawing.layout_for(canvas.size), revealed_thought(hint, observation, header)
    if thought is None:
        return
    estimates = {estimate.action: estimate for estimate in thought.estimates}
    suits = drawing.hand_suits(observation)
    places = drawing.hand_positions(layout, suits)
    size, _step = drawing.hand_card_size(layout, suits)
    width = size.columns - 3 - text.text_width(game_words.percent_text(1))
    for option, (row, column) in zip(state.cursor_options(observation), places, strict=False):
        if option in estimates and (card := card_in_action(option)) is not None:
            filled, figure = bar_and_figure(estimates[option], thought.estimates)
            label = f"{text.bar(filled, width, canvas.glyphs)} {figure}"
            style = Style.STRONG if option == thought.action else EDGE_STYLES[card.suit]
            canvas.put(row + layout.card.rows - 1, column + 1, label, style)


def draw_round_end(screen: state.TableState, shows: state.RoundEnd, canvas: Canvas) -> None:
    """Draw the pause after a round."""
    session, glyphs, header = screen.session, canvas.glyphs, screen.session.game.header
    layout = drawing.layout_for(canvas.size)
    names = text.names_at_table(header)
    position = session.state
    words, art = game_words.table_words(header.game), state.table_drawing(header.game)
    due = table_options(screen) if state.is_team_choosing(screen) else ()
    drawing.draw_header(canvas, session.game, position)
    chosen = due[shows.cursor] if due and shows.cursor is not None else None
    marks = {} if chosen is None else art.team_marks(position, chosen, glyphs)
    art.draw_board(canvas, position, names, marks)
    row, number = layout.ends + 2, session.game.round
    title = _("Round {round} is over").format(round=number)
    canvas.put_centred(row, title if number else _("Before the first deal"), Style.PROMPT)
    canvas.put_centred(row + 1, words.round_sum(position, names), Style.STRONG)
    invitation, advice = (
        invitation_lines(screen, shows),
        advice_lines(screen, shows, glyphs) if due else [],
    )
    last = layout.outlook - 2 - len(advice)
    row += 2
    if number:
        figures = words.round_figures(events_of_round(session), position)
        row = draw_round_figures(canvas, row + 1, names, figures)
    story = words.story.tell_round_end(events_since_last_card(session), names)
    end = last - bool(due) - len(invitation)
    row = drawing.draw_sentences(canvas, row + 1, story, last_row=end, style=Style.DIM)
    row = drawing.draw_sentences(canvas, row, invitation, last_row=last - bool(due))
    if due:
        row = min(row + 1, last)
        draw_team_question(screen, canvas, row, shows, two=session.partner is None)
        if chosen is not None:
            canvas.put_centred(row + 2, words.team_outlook(chosen, position))
        for below, line in enumerate(advice, row + 3):
            canvas.put_centred(below, line, Style.STRONG)
    elif not screen.is_ready:
        ready = state.ready_to_deal(screen)
        canvas.put_centred(row + 1, ready, Style.STRONG)
        left = (canvas.size.columns - text.text_width(ready)) // 2
        canvas.point(row + 1, left)
        canvas.add_click_area(row + 1, left, Size(1, text.text_width(ready)), CONTINUE_KEYS)
    drawing.draw_lower_scenery(canvas, row + 3 + len(advice))
    canvas.put_centred(layout.prompt, screen.notice or screen.agreement(glyphs), Style.STRONG)
    canvas.put_centred(layout.keys, screen.footer, Style.DIM)


def draw_team_question(
    screen: state.TableState, canvas: Canvas, row: int, shows: state.RoundEnd, *, two: bool
) -> None:
    """Draw the team's question and its options in two rows; ``two`` people decide together."""
    session, header = screen.session, screen.session.game.header
    words, names = game_words.table_words(header.game), text.names_at_table(header)
    question = words.team_question(two)
    canvas.put_centred(row, question, Style.STRONG)
    canvas.point(row, (canvas.size.columns - text.text_width(question)) // 2)
    labels = [
        words.option_label_of(session.state, option, names, canvas.glyphs)
        for option in table_options(screen)
    ]
    draw_buttons(canvas, row + 1, labels, OPTION_KEYS, shows.cursor)


def draw_round_figures(canvas: Canvas, row: int, names: Names, figures: game_words.Figures) -> int:
    """Draw the round's figures, in rows or with a column per player; return the row below."""
    if any(len(figure) > 2 for figure in figures):
        return drawing.draw_figures(canvas, row, names, figures, Style.PLAIN)
    cells = [text.label_with_value(*figure) for figure in figures]
    joined = "   ".join(cells)
    half = (len(cells) + 1) // 2
    halves = ["   ".join(cells[:half]), "   ".join(cells[half:])]
    fits = text.text_width(joined) <= drawing.layout_for(canvas.size).width - 4
    for line in [joined] if fits else halves:
        canvas.put_centred(row, line)
        row += 1
    return row


def invitation_lines(screen: state.TableState, shows: state.RoundEnd) -> list[str]:
    """Invite two people to talk, or a solo player to ask the partner; may be empty."""
    session, header = screen.session, screen.session.game.header
    if session.has_open_hands:
        return [game_words.open_hands_agreement()]
    if session.person is None or session.partner is None:
        invitation = game_words.table_words(header.game).talking_invitation
        return [_(invitation)] if invitation else []
    name = text.names_at_table(header)[session.person.other]
    may_ask = state.is_team_choosing(screen) and shows.advice is None
    return [text.format_sentence(_("Press p to ask {name}."), name=name)] if may_ask else []


def advice_lines(screen: state.TableState, shows: state.RoundEnd, glyphs: text.Glyphs) -> list[str]:
    """Return the lines of the partner's advice and of a hint for the team; may be empty."""
    session, header, lines = screen.session, screen.session.game.header, []
    if shows.advice is not None and session.person is not None:
        thought, names = shows.advice.thought, text.names_at_table(header)
        name = names[session.person.other]
        line = game_words.thinking_phrase(name, screen.ticks, glyphs)
        if thought is not None:
            line = game_words.guide_words(header.game).team_advice(thought, name, names)
        lines.append(line)
    lines.append(disagreement_sentence(screen, shows))
    if shows.hint is not None:
        observation = observe_game(session.game, hinted_seat(session))
        sentences = hint_lines(shows.hint, observation, header)
        lines.append(sentences[-1] if sentences else searching_phrase(screen.ticks, glyphs))
        thought = revealed_thought(shows.hint, observation, header)
        if thought is not None and thought.estimates:
            estimates = thought.estimates
            bars = options_line(session.state, estimates, estimates, header, glyphs)
            lines += haste_sentence(thought), bars, enlarged_bars_sentence(estimates)
    return [*filter(None, lines)][:_MAX_ADVICE_ROWS]


def disagreement_sentence(screen: state.TableState, shows: state.RoundEnd) -> str:
    """Say that the partner's advice differs from the hint; empty unless it does."""
    session = screen.session
    partner = None if shows.advice is None else shows.advice.thought
    adviser = None if shows.hint is None else shows.hint.thought
    if session.person is None or partner is None or adviser is None:
        return ""
    if partner.action == adviser.action:
        return ""
    if kind_of(session.partner) == "expert":
        return _("They differ: both choices are close.")
    return _("They differ: your adviser looks further ahead.")


def table_job(screen: state.TableState, context: Context) -> Job[Any] | None:
    """Return the job of a waiting table; None if it waits for no partner."""
    session = screen.session
    match screen.mode:
        case state.GameOver():
            return FindParJob(session.game.header)
        case (
            state.Choosing(hint=state.Hint(thought=None, patience=patience))
            | state.RoundEnd(hint=state.Hint(thought=None, patience=patience))
        ):
            seat, limit = hinted_seat(session), context.options.limit * patience
            return ThinkJob(ThinkPurpose.HINT, ADVISER_NAME, session.game, seat, limit)
        case state.RoundEnd():
            return partner_job(session, ThinkPurpose.ADVICE, context)
        case _:
            return partner_job(session, ThinkPurpose.CHOICE, context)


def partner_job(session: TableSession, purpose: ThinkPurpose, context: Context) -> ThinkJob | None:
    """Return the job of the partner at the table, None if there is no partner.

    Advice is for between rounds only: in a round it would reveal the partner's hand.
    """
    if session.person is None or session.partner is None:
        return None
    seat, limit = session.person.other, context.options.limit
    # The minimum time hides which choices were forced; advice needs no such cover.
    pace = min(limit, context.options.pace) if purpose is ThinkPurpose.CHOICE else 0.0
    return ThinkJob(purpose, session.partner, session.game, seat, limit, pace)
