"""Screens around a review: waiting for it, and trying another choice."""

from __future__ import annotations

from foxduet.rules.common import trick_number
from foxduet.ui.kit.canvas import Canvas, Frame, Size, Style, clipped, wrapped
from foxduet.ui.kit.look import Look
from foxduet.ui.review.screen import assessment_due
from foxduet.ui.screens import BranchScreen, Continuation, PlayOutScreen, ReviewWaitScreen
from foxduet.ui.table.cards import draw_undergrowth
from foxduet.ui.table.duet import draw_button, trail
from foxduet.ui.table.hint import bar
from foxduet.words.duet.hints import option_phrase, percent
from foxduet.words.duet.verdicts import choice_phrase, progress_phrase
from foxduet.words.i18n import _

_WIDTH, _BAR, _LABEL = 68, 40, 32
_BAR_OF_A_CHOICE = 16


def draw_wait(screen: ReviewWaitScreen, size: Size, look: Look) -> Frame:
    """Draw how far a review is."""
    canvas, top = _clearing(size, look)
    canvas.put_centred(top + 3, _("Each choice of the game is being looked at."), Style.STRONG)
    progress = screen.progress
    if progress is not None:
        share = progress.done / max(1, progress.total)
        canvas.put_centred(top + 5, bar(share, _BAR, look.glyphs))
        canvas.put_centred(top + 6, progress_phrase(progress))
        if progress.trouble is not None:
            reason = _("It cannot be kept: {reason}").format(reason=progress.trouble.strerror)
            canvas.put_centred(top + 7, clipped(reason, _WIDTH), Style.ALERT)
    keys = _("q back; what is done is kept, and the next time goes on from it")
    canvas.put_centred(top + 8, keys, Style.DIM)
    return canvas.frame()


def draw_branch(screen: BranchScreen, size: Size, look: Look) -> Frame:
    """Draw the choices of a decision, and who may play on from another."""
    canvas = Canvas(size)
    one = assessment_due(screen.under)
    assert one is not None, "there is a choice to be tried"
    names = screen.under.review.game.header.players
    left, top = (size.columns - _WIDTH) // 2, (size.rows - 23) // 2
    title = _("What would have come instead of {choice}?").format(
        choice=choice_phrase(one.chosen, names)
    )
    canvas.put_centred(top + 1, title, Style.PROMPT)
    for at, estimate in enumerate(one.estimates):
        mark = look.glyphs.cursor if at == screen.cursor else " "
        figures = f"{bar(estimate.win, _BAR_OF_A_CHOICE, look.glyphs)} {percent(estimate.win):>3}%"
        played = _("as played") if estimate.action == one.chosen else ""
        label = option_phrase(estimate.action, names)
        style = Style.CHOSEN if at == screen.cursor else Style.PLAIN
        canvas.put(top + 3 + at, left, f"{mark} {label}", style)
        canvas.put(top + 3 + at, left + _LABEL, f"{figures}  {played}")
    canvas.put(top + 16, left, _("Who plays on from there?"), Style.STRONG)
    column = left
    for key, by, label in (
        ("1", Continuation.PLAYERS, _("The players")),
        ("2", Continuation.EXPERTS, _("Two experts")),
    ):
        column = draw_button(canvas, top + 17, column, key, label, chosen=by is screen.by)
    note = _("A branch is a game of its own, with a record of its own, and never a score.")
    for row, line in enumerate(wrapped(screen.notice or note, _WIDTH)):
        canvas.put(top + 19 + row, left, line, Style.ALERT if screen.notice else Style.DIM)
    canvas.put_centred(
        top + 22, _("up, down choose   left, right who   Enter go   q back"), Style.DIM
    )
    return canvas.frame()


def draw_play_out(screen: PlayOutScreen, size: Size, look: Look) -> Frame:
    """Draw how far the experts are with a branch."""
    canvas, top = _clearing(size, look)
    state = screen.game.state
    playing = _("Two experts play on {trail}").format(trail=trail(screen.ticks, look.glyphs))
    canvas.put_centred(top + 3, playing, Style.STRONG)
    place = _("Round {round}, trick {trick}, gems left {gems}").format(
        round=state.table.round,
        trick=trick_number(state.table.tricks_done, state.table.trick),
        gems=state.table.path.gems_left,
    )
    canvas.put_centred(top + 5, place)
    canvas.put_centred(top + 8, _("q back; the branch is then dropped"), Style.DIM)
    return canvas.frame()


def _clearing(size: Size, look: Look) -> tuple[Canvas, int]:
    """Return an empty screen between two strips of forest, and the upper one's row."""
    canvas, top = Canvas(size), (size.rows - 12) // 2
    left = (size.columns - _WIDTH) // 2
    for row in (top, top + 11):
        draw_undergrowth(canvas, row, left, _WIDTH, look.glyphs)
    return canvas, top
