"""Texts to page through, and questions, drawn over everything else."""

from __future__ import annotations

from foxduet.play.table import Stage
from foxduet.rules.duet.scoring import can_be_won, tricks_left
from foxduet.rules.duet.state import ROUNDS, GameState
from foxduet.store.saved_games import is_branch, is_saved
from foxduet.ui.kit.canvas import Canvas, Frame, Size, Style, wrapped
from foxduet.ui.kit.look import Look
from foxduet.ui.screens import AskScreen, Question, ReaderScreen, Text
from foxduet.ui.table.cards import draw_undergrowth
from foxduet.ui.table.duet import draw_button, thinking_phrase
from foxduet.words.duet.help import Line, reference_page, review_page, rules_page, scores_page
from foxduet.words.duet.hints import resignation_advice
from foxduet.words.i18n import _, ngettext

_WIDTH = 76


def page_lines(text: Text, look: Look) -> list[Line]:
    """Return all rows of a text."""
    match text:
        case Text.RULES:
            return rules_page(_WIDTH - 2)
        case Text.REVIEW_KEYS:
            return review_page(_WIDTH - 2)
        case Text.SCORES_KEYS:
            return scores_page(_WIDTH - 2)
        case Text.REFERENCE:
            return reference_page(_WIDTH - 2, look.glyphs)


def page_rows(size: Size) -> int:
    """Return how many rows of a text a window shows at once."""
    return size.rows - 3


def last_top(text: Text, size: Size, look: Look) -> int:
    """Return the furthest row that a text can begin on."""
    return max(0, len(page_lines(text, look)) - page_rows(size))


def draw_reader(screen: ReaderScreen, size: Size, look: Look) -> Frame:
    """Draw as much of a text as fits, from its top row on."""
    canvas = Canvas(size)
    left = (size.columns - _WIDTH) // 2
    lines = page_lines(screen.text, look)
    top = min(screen.top, last_top(screen.text, size, look))
    shown = lines[top : top + page_rows(size)]
    for row, line in enumerate(shown):
        canvas.put(row + 1, left + 1, line.text, line.style)
    keys = _("Esc back")
    if len(lines) > len(shown):
        keys = _("{first}-{last} of {count}   Space, arrows: page   Esc back").format(
            first=top + 1, last=top + len(shown), count=len(lines)
        )
    canvas.put_centred(size.rows - 1, keys, Style.DIM)
    return canvas.frame()


def draw_question(screen: AskScreen, size: Size, look: Look) -> Frame:
    """Draw a question and its two answers; no hand stays on the screen behind it."""
    canvas = Canvas(size)
    top = (size.rows - 10) // 2
    left = (size.columns - 68) // 2
    draw_undergrowth(canvas, top, left, 68, look.glyphs)
    for row, line in enumerate(wrapped(question_text(screen), 60)):
        canvas.put_centred(top + 2 + row, line, Style.STRONG)
    no, yes = answers(screen.question)
    column = (size.columns - len(no) - len(yes) - 11) // 2
    column = draw_button(canvas, top + 7, column, "n", no, chosen=not screen.yes)
    draw_button(canvas, top + 7, column, "y", yes, chosen=screen.yes)
    draw_undergrowth(canvas, top + 9, left, 68, look.glyphs)
    _draw_opinion(canvas, top + 11, screen, look)
    return canvas.frame()


def _draw_opinion(canvas: Canvas, row: int, screen: AskScreen, look: Look) -> None:
    """Write what the partner says to a resignation, or how it can be asked."""
    table = screen.under
    session, advice = table.session, table.advice
    if screen.question is Question.LEAVE or session.person is None:
        return
    name = session.game.header.players[session.person.other]
    if advice is None:
        asking = _("p: ask {name}").format(name=name)
        canvas.put_centred(row, asking, Style.DIM)
    elif advice.thought is None and session.stage is Stage.FOREST:
        canvas.put_centred(row, thinking_phrase(name, table.ticks, look.glyphs))
    else:
        told = resignation_advice(session.state, advice.thought, name)
        canvas.put_centred(row, told, Style.STRONG)


def question_text(screen: AskScreen) -> str:
    """Return the question in full."""
    state = screen.under.session.state
    match screen.question:
        case Question.LEAVE if not is_saved(screen.under.saved, screen.under.session.game):
            return _("Leave the game? Its last cards are not saved yet; leaving tries once more.")
        case Question.LEAVE if is_branch(screen.under.session.game):
            return _("Leave the branch? It is saved in a file of its own, as a game to go on with.")
        case Question.LEAVE if screen.under.session.person is not None:
            return _("Leave the game? It is saved, and foxduet --resume goes on from here.")
        case Question.LEAVE:
            return _(
                "Leave the game? It is saved, and foxduet --resume goes on from here, "
                "with a blank screen first."
            )
        case Question.RESIGN if screen.under.session.person is not None:
            return _("Do you want to resign? The game then ends in defeat.")
        case Question.RESIGN:
            return _("Do you both want to resign? The game then ends in defeat.")
        case Question.HOPELESS:
            return _hopeless(state)


def _hopeless(state: GameState) -> str:
    assert not can_be_won(state.table), "only then the players are told so"
    tricks = tricks_left(state.table.round, state.table.tricks_done)
    if state.table.round < ROUNDS:
        return _(
            "This game cannot be won any more: {gems} gems lie on the path, {tricks} tricks are "
            "left, and more gems are still to come. Do you want to resign?"
        ).format(gems=state.table.path.gems_left, tricks=tricks)
    return ngettext(
        "This game cannot be won any more: {gems} gems lie on the path, but only one trick is "
        "left. Do you want to resign?",
        "This game cannot be won any more: {gems} gems lie on the path, but only {tricks} "
        "tricks are left. Do you want to resign?",
        tricks,
    ).format(gems=state.table.path.gems_left, tricks=tricks)


def answers(question: Question) -> tuple[str, str]:
    """Return the words for no and for yes."""
    if question is Question.LEAVE:
        return _("Stay"), _("Leave")
    return _("Play on"), _("Resign")
