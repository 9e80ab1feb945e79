"""A game under review: the table as it was, each choice with its chance, and the line of all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import ClassVar

from foxduet.ai.partner import Estimate
from foxduet.analysis.review import COSTLY, Assessment, Review, costly
from foxduet.analysis.review_file import Task
from foxduet.play.game import Game
from foxduet.rules.common import Seat, card_of
from foxduet.rules.errors import N_
from foxduet.ui import replay
from foxduet.ui.kit.canvas import Canvas, Style
from foxduet.ui.kit.keys import LEAVE, STEPPING
from foxduet.ui.kit.screen import Binding, Context, Next, Screen
from foxduet.ui.reader import CARDS, HELP, Readable, help_page
from foxduet.ui.table.layout import MESSAGE_ROWS, layout_for
from foxduet.ui.table.parts import draw_footer, draw_message
from foxduet.words.common import guide_words, percent, table_words
from foxduet.words.glyphs import Glyphs, bar
from foxduet.words.i18n import _
from foxduet.words.review import cost_phrase
from foxduet.words.review_chart import chart_rows, column_of, mark_row
from foxduet.words.text import TextLine, text_width, wrapped

_HANDS_ROWS, _CHOICES_ROWS, _CHOICES_IN_A_ROW = 2, 3, 4
_AXIS_COLUMNS = 5


_NEXT_VIEW = {None: Seat.P1, Seat.P1: Seat.P2, Seat.P2: None}


@dataclass(frozen=True, slots=True)
class ReviewScreen(Readable):
    """A game with each choice judged, after ``at`` of its actions.

    It is shown as the seat ``view`` sees it, or with both hands open. ``hindsight`` says that
    what only open hands show is asked for.
    """

    task: Task
    review: Review
    at: int = 0
    view: Seat | None = None
    hindsight: bool = False

    stays_on_q: ClassVar = True

    @property
    def game_name(self) -> str:
        return self.review.game.header.game

    def draw(self, canvas: Canvas) -> None:
        """Draw the moment after ``at`` actions, and what is said of the next one."""
        layout, game, seen = layout_for(canvas.size), self.review.game, assessment_seen(self)
        replay.draw_moment(canvas, game, self.at)
        _draw_view(canvas, self)
        sentences = _said(self, seen)
        said = [row for one in sentences for row in wrapped(one, layout.width - 4)][:MESSAGE_ROWS]
        first = MESSAGE_ROWS - len(said)
        draw_message(canvas, replay.sentences_at(game, self.at, self.view), first)
        for at, row in enumerate(said, layout.message + first):
            canvas.put(at, layout.left + 2, row, Style.STRONG)
        for at, seat in enumerate(Seat):
            _draw_hand(canvas, layout.hand + at, self, seat)
        if seen is not None:
            _draw_choices(canvas, game, seen)
        _draw_chart(canvas, self)
        canvas.put(layout.prompt, layout.left + 2, _place(self), Style.PROMPT)
        legend = _legend(self, seen, canvas.glyphs)
        canvas.put_right(layout.prompt, layout.left + layout.width - 2, legend)
        draw_footer(canvas, self.footer)

    def help_lines(self, width: int) -> list[TextLine]:
        sections = guide_words(self.game_name).review_help
        return help_page(_("Keys in a review"), self.BINDINGS, sections, width)

    def _step(self, key: str, _context: Context) -> Next:
        return Next(replace(self, at=replay.moment_after(self.review.game, self.at, key)))

    def _go_to_costly(self, key: str, _context: Context) -> Next:
        """Go to the moment before the next or the last choice that cost much."""
        step = 1 if key == "n" else -1
        moments = sorted(one.number - 1 for one in costly(self.review))
        beyond = [at for at in moments if (at - self.at) * step > 0]
        if not beyond:
            return self._with_notice(_("No choice beyond this one cost much."))
        return Next(replace(self, at=min(beyond) if step > 0 else max(beyond)))

    def _change_view(self, _key: str, _context: Context) -> Next:
        return Next(replace(self, view=_NEXT_VIEW[self.view]))

    def _ask_hindsight(self, _key: str, _context: Context) -> Next:
        if self.view is not None:
            return self._with_notice(_("Hindsight is for open hands only: v opens them."))
        return Next(replace(self, hindsight=not self.hindsight))

    def _try_another(self, _key: str, _context: Context) -> Next:
        due = assessment_due(self)
        if due is None or len(due.estimates) < 2:
            return self._with_notice(_("There is nothing else to choose here."))
        if assessment_seen(self) is None:
            notice = _("To try another choice for the other player, open their view.")
            return self._with_notice(notice)
        from foxduet.ui.review.branch import BranchScreen

        cursor = [one.action for one in due.estimates].index(due.best)
        return Next(BranchScreen(cursor, below=self))

    def _with_notice(self, notice: str) -> Next:
        return Next(replace(self, notice=notice))

    BINDINGS: ClassVar = (
        Binding(
            STEPPING,
            _step,
            (N_("arrows"), N_("step")),
            (N_("Left, right, h, l"), N_("a step back or on in the game")),
        ),
        Binding((), _step, help=(N_("Up, down, k, j"), N_("a trick back or on"))),
        Binding((), _step, help=(N_("Home, End"), N_("the beginning and the end of the game"))),
        Binding(
            ("n", "N"),
            _go_to_costly,
            (N_("n N"), N_("costly")),
            (N_("n, N"), N_("to the next or the previous choice that cost much")),
        ),
        Binding(
            ("v",),
            _change_view,
            (N_("v"), N_("view")),
            (N_("v"), N_("whose eyes you see with: open hands, left, right")),
        ),
        Binding(
            ("o",),
            _ask_hindsight,
            (N_("o"), N_("hindsight")),
            (N_("o"), N_("hindsight: what only open hands could tell")),
        ),
        Binding(
            ("t",),
            _try_another,
            (N_("t"), N_("try another")),
            (N_("t"), N_("try another choice: the game branches where you are")),
        ),
        replace(HELP, help=None),
        replace(CARDS, footer=None),
        Binding(LEAVE, Screen.go_back, (N_("q"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


def assessment_due(screen: ReviewScreen) -> Assessment | None:
    """Return the assessment of the choice that comes next, if there is one."""
    return screen.review.of_action(screen.at + 1)


def assessment_seen(screen: ReviewScreen) -> Assessment | None:
    """Return the assessment of the choice that comes next, if the view may show it.

    It names cards of the player who chose; a choice of the team names none.
    """
    due, seat = assessment_due(screen), screen.view
    if due is None or seat in (None, due.seat):
        return due
    game = screen.review.game
    pending = game.rules.pending(game.states[screen.at])
    return due if pending is not None and pending.seat is None else None


def _place(screen: ReviewScreen) -> str:
    """Say which action comes next, and in which trick it was chosen.

    A lead may be due while the trick before it still lies on the table.
    """
    game, at, number = screen.review.game, screen.at, screen.at + 1
    count = len(game.turns)
    if at == count:
        return _("After action {at} of {count}").format(at=at, count=count)
    if assessment_due(screen) is None:
        return _("Action {number} of {count}").format(number=number, count=count)
    _round, trick = game.rules.progress(game.states[at])
    return _("Action {number} of {count}, trick {trick}").format(
        number=number, count=count, trick=trick
    )


def _said(screen: ReviewScreen, seen: Assessment | None) -> list[str]:
    """Return the sentences on the choice that comes next; hindsight has none beside it."""
    if screen.notice:
        return [screen.notice]
    words, names = guide_words(screen.game_name), screen.review.game.header.players
    if screen.hindsight and screen.view is None:
        sentence = "" if seen is None else words.hindsight_sentence(seen, names)
        return [sentence or _("Hindsight has nothing to add here.")]
    if seen is not None and seen.cost.worth >= COSTLY:
        return [words.cost_sentence(screen.review, seen)]
    return []


def _draw_view(canvas: Canvas, screen: ReviewScreen) -> None:
    layout, seat, names = layout_for(canvas.size), screen.view, screen.review.game.header.players
    view = _("Both hands open") if seat is None else _("{name}'s view").format(name=names[seat])
    canvas.put(layout.scenery, layout.left + 1, f" {view} ", Style.STRONG)


def _draw_hand(canvas: Canvas, row: int, screen: ReviewScreen, seat: Seat) -> None:
    """Draw a hand in a row; of one that is not open, what the other seat knows of it."""
    game, view, left = screen.review.game, screen.view, layout_for(canvas.size).left
    state, names = game.states[screen.at], game.header.players
    pending = game.rules.pending(state)
    mark = canvas.glyphs.cursor if pending is not None and pending.seat is seat else " "
    canvas.put(row, left + 1, f"{mark} {names[seat]}", Style.STRONG)
    (hand, offer), unseen = replay.open_hand(game, state, seat), 0
    if view is seat.other:
        hand, unseen = game.rules.other_hand(game.rules.observe(state, view))
        offer = None
    column = left + 4 + max(map(text_width, names))
    column = replay.draw_hand_in_line(canvas, row, column, game, hand, offer, 5)
    if unseen:
        hidden = _("{count} unseen").format(count=unseen)
        canvas.put(row, column, hidden, Style.DIM)


def _draw_choices(canvas: Canvas, game: Game, seen: Assessment) -> None:
    """Draw the chance to win with each choice as a bar, what was chosen and the best marked."""
    layout = layout_for(canvas.size)
    top, width = layout.hand + _HANDS_ROWS, layout.width - 4
    count = len(seen.estimates)
    in_a_row = max(_CHOICES_IN_A_ROW, ceil(count / _CHOICES_ROWS))
    cell = width // min(in_a_row, max(1, count))
    for at, one in enumerate(seen.estimates):
        line, place = divmod(at, in_a_row)
        style = Style.STRONG if one.action in (seen.best, seen.chosen) else Style.PLAIN
        text = _choice(game, one, seen, canvas.glyphs, cell - 1)
        canvas.put(top + line, layout.left + 2 + place * cell, text, style)


def _choice(game: Game, one: Estimate, seen: Assessment, glyphs: Glyphs, width: int) -> str:
    card, words = card_of(one.action), table_words(game.header.game)
    if card is not None:
        label = words.card_in_line(card, glyphs)
    elif card_of(seen.estimates[0].action) is not None:
        # Among cards there is no room for more.
        label = _("keep")
    else:
        state, names = game.states[seen.number - 1], game.header.players
        label = words.option_label_of(state, one.action, names, glyphs)
    chosen = glyphs.cursor if one.action == seen.chosen else " "
    best = "*" if one.action == seen.best else " "
    before = f"{chosen}{best}{label}{' ' * (4 - text_width(label))}"
    after = f"{percent(one.win):>3}%"
    room = width - text_width(before) - text_width(after) - 2
    return f"{before} {bar(one.win, min(room, 12), glyphs)} {after}"


def _draw_chart(canvas: Canvas, screen: ReviewScreen) -> None:
    review, layout, glyphs = screen.review, layout_for(canvas.size), canvas.glyphs
    top = layout.hand + _HANDS_ROWS + _CHOICES_ROWS
    width, height = layout.width - 4 - _AXIS_COLUMNS, layout.outlook - top
    left = layout.left + 2 + _AXIS_COLUMNS
    here = column_of(min(screen.at + 1, len(review.game.turns)), len(review.game.turns), width)
    for at, row in enumerate(chart_rows(review, width, height, glyphs)):
        canvas.put(top + at, left, row, Style.WAY)
        canvas.put(top + at, left + here, row[here], Style.PIECE)
    for edge, share in ((top, 1.0), (layout.outlook - 1, 0.0)):
        label = _("{share} %").format(share=percent(share))
        canvas.put_right(edge, left - 1, label, Style.DIM)
    for at, mark in enumerate(mark_row(review, width)):
        canvas.put(layout.outlook, left + at, mark, Style.ALERT if mark == "!" else Style.DIM)
    canvas.put(layout.outlook, left + here, glyphs.mark, Style.STRONG)


def _legend(screen: ReviewScreen, seen: Assessment | None, glyphs: Glyphs) -> str:
    """Explain the marks of the choices, or why there are none."""
    due = assessment_due(screen)
    if due is None:
        return ""
    if seen is None:
        name = screen.review.game.header.players[due.seat]
        return _("{name} chooses; v changes the view").format(name=name)
    if not seen.estimates:
        return _("there is only one choice")
    if seen.cost.worth <= 0:
        return _("{mark} chosen  * best").format(mark=glyphs.cursor)
    legend = _("{mark} chosen  * best  {cost}")
    return legend.format(mark=glyphs.cursor, cost=cost_phrase(seen))
