"""A game under review: the table as it was, each choice with its chance, and the line of all."""

from __future__ import annotations

from foxduet.ai.partner import Estimate
from foxduet.analysis.review import COSTLY, Assessment
from foxduet.rules.common import Seat, trick_number
from foxduet.rules.duet.actions import Choice
from foxduet.rules.duet.cards import Hand
from foxduet.rules.duet.observation import observe
from foxduet.ui.kit.canvas import Canvas, Frame, Size, Style, text_width, wrapped
from foxduet.ui.kit.look import SUIT_STYLES, Glyphs, Look
from foxduet.ui.replay import draw_moment, draw_offer, offer_of, told_at
from foxduet.ui.review.chart import chart_rows, column_of, mark_row
from foxduet.ui.screens import ReviewScreen, View
from foxduet.ui.table.cards import card_in_line
from foxduet.ui.table.choices import card_of
from foxduet.ui.table.duet import draw_keys, draw_message, option_label
from foxduet.ui.table.hint import bar
from foxduet.ui.table.layout import MESSAGE_ROWS, Layout, layout_for
from foxduet.words.duet.hints import percent
from foxduet.words.duet.names import Names
from foxduet.words.duet.verdicts import cost_figures, hindsight_sentence, sentence_of
from foxduet.words.i18n import _

_HANDS_ROWS, _CHOICES_ROWS, _CHOICES_IN_A_ROW = 2, 3, 4
_AXIS_COLUMNS = 5
_SEATS = {View.OPEN: None, View.P1: Seat.P1, View.P2: Seat.P2}


def viewing_seat(screen: ReviewScreen) -> Seat | None:
    """Return the seat whose eyes the game is seen with, None with both hands open."""
    return _SEATS[screen.view]


def assessment_due(screen: ReviewScreen) -> Assessment | None:
    """Return the assessment of the choice that comes next, if there is one."""
    return screen.review.of_action(screen.at + 1)


def assessment_seen(screen: ReviewScreen) -> Assessment | None:
    """Return the assessment of the choice that comes next, if the view may show it.

    It names the cards of whoever chose; the team's choice of an end names none.
    """
    due, seat = assessment_due(screen), viewing_seat(screen)
    if due is None or seat in (None, due.seat):
        return due
    pending = screen.review.game.states[screen.at].table.pending
    together = pending is not None and pending.choice is Choice.FOREST
    return due if together else None


def draw_review(screen: ReviewScreen, size: Size, look: Look) -> Frame:
    """Draw the moment after ``screen.at`` actions, and what is said of the next one."""
    canvas, layout, glyphs = Canvas(size), layout_for(size), look.glyphs
    game, seen = screen.review.game, assessment_seen(screen)
    names = game.header.players
    draw_moment(canvas, layout, game, screen.at, glyphs)
    _draw_view(canvas, layout, screen, names)
    said = [row for sentence in _said(screen, seen) for row in wrapped(sentence, layout.width - 4)]
    said = said[:MESSAGE_ROWS]
    told = told_at(game, screen.at, viewing_seat(screen))
    draw_message(canvas, layout, told, MESSAGE_ROWS - len(said))
    for at, row in enumerate(said, MESSAGE_ROWS - len(said)):
        canvas.put(layout.message + at, layout.left + 2, row, Style.STRONG)
    for at, seat in enumerate(Seat):
        _draw_hand(canvas, layout, layout.hand + at, screen, seat, glyphs)
    if seen is not None:
        _draw_choices(canvas, layout, seen, names, glyphs)
    _draw_chart(canvas, layout, screen, glyphs)
    canvas.put(layout.prompt, layout.left + 2, _place(screen), Style.PROMPT)
    legend = _legend(screen, seen, glyphs)
    canvas.put_right(layout.prompt, layout.left + layout.width - 2, legend)
    draw_keys(
        canvas,
        layout,
        _("arrows step  n N costly  v view  o hindsight  t try another  ? help  q back"),
    )
    return canvas.frame()


def _place(screen: ReviewScreen) -> str:
    """Say which action comes next, and in which trick it was chosen.

    A lead may be due while the trick before it still lies on the table.
    """
    game, at, number = screen.review.game, screen.at, screen.at + 1
    state, count = game.states[at], len(game.turns)
    if at == count:
        return _("After action {at} of {count}").format(at=at, count=count)
    if assessment_due(screen) is None:
        return _("Action {number} of {count}").format(number=number, count=count)
    trick = trick_number(state.table.tricks_done, state.table.trick)
    return _("Action {number} of {count}, trick {trick}").format(
        number=number, count=count, trick=trick
    )


def _said(screen: ReviewScreen, seen: Assessment | None) -> list[str]:
    """Return the sentences on the choice that comes next; hindsight has none beside it."""
    if screen.notice:
        return [screen.notice]
    if screen.hindsight and screen.view is View.OPEN:
        told = "" if seen is None else hindsight_sentence(seen, screen.review.game.header.players)
        return [told or _("Hindsight has nothing to add here.")]
    if seen is not None and seen.cost.worth >= COSTLY:
        return [sentence_of(screen.review, seen)]
    return []


def _draw_view(canvas: Canvas, layout: Layout, screen: ReviewScreen, names: Names) -> None:
    seat = viewing_seat(screen)
    view = _("Both hands open") if seat is None else _("{name}'s view").format(name=names[seat])
    canvas.put(layout.canopy, layout.left + 1, f" {view} ", Style.STRONG)


def _draw_hand(
    canvas: Canvas, layout: Layout, row: int, screen: ReviewScreen, seat: Seat, glyphs: Glyphs
) -> None:
    """Draw a hand in a row; of one that is not open, what the other seat knows of it."""
    game, view = screen.review.game, viewing_seat(screen)
    state = game.states[screen.at]
    chooses = state.table.pending is not None and state.table.pending.seat is seat
    mark, name = glyphs.cursor if chooses else " ", game.header.players[seat]
    canvas.put(row, layout.left + 1, f"{mark} {name}", Style.STRONG)
    hand: Hand = state.hands[seat]
    offer, unseen = offer_of(state, seat), 0
    if view is seat.other:
        observation = observe(state, view)
        hand, offer = observation.partner_known, None
        unseen = observation.partner_cards + observation.partner_offered - len(hand)
    column = layout.left + 4 + max(map(text_width, game.header.players))
    for card in hand:
        canvas.put(row, column, card_in_line(card, glyphs), SUIT_STYLES[card.suit])
        column += 5
    if offer is not None:
        draw_offer(canvas, row, column + 1, offer, glyphs)
    if unseen:
        hidden = _("{count} unseen").format(count=unseen)
        canvas.put(row, column, hidden, Style.DIM)


def _draw_choices(
    canvas: Canvas, layout: Layout, seen: Assessment, names: Names, glyphs: Glyphs
) -> None:
    """Draw the chance to win with each choice as a bar, what was chosen and the best marked."""
    top, width = layout.hand + _HANDS_ROWS, layout.width - 4
    cell = width // min(_CHOICES_IN_A_ROW, max(1, len(seen.estimates)))
    for at, one in enumerate(seen.estimates):
        line, place = divmod(at, _CHOICES_IN_A_ROW)
        style = Style.STRONG if one.action in (seen.best, seen.chosen) else Style.PLAIN
        text = _choice(one, seen, names, glyphs, cell - 1)
        canvas.put(top + line, layout.left + 2 + place * cell, text, style)


def _choice(one: Estimate, seen: Assessment, names: Names, glyphs: Glyphs, width: int) -> str:
    card = card_of(one.action)
    label = option_label(one.action, names, glyphs) if card is None else card_in_line(card, glyphs)
    if card is None and card_of(seen.estimates[0].action) is not None:
        # Among cards there is no room for more.
        label = _("keep")
    chosen = glyphs.cursor if one.action == seen.chosen else " "
    best = "*" if one.action == seen.best else " "
    before = f"{chosen}{best}{label}{' ' * (4 - text_width(label))}"
    after = f"{percent(one.win):>3}%"
    room = width - text_width(before) - text_width(after) - 2
    return f"{before} {bar(one.win, min(room, 12), glyphs)} {after}"


def _draw_chart(canvas: Canvas, layout: Layout, screen: ReviewScreen, glyphs: Glyphs) -> None:
    review = screen.review
    top = layout.hand + _HANDS_ROWS + _CHOICES_ROWS
    width, height = layout.width - 4 - _AXIS_COLUMNS, layout.outlook - top
    left = layout.left + 2 + _AXIS_COLUMNS
    here = column_of(min(screen.at + 1, len(review.game.turns)), len(review.game.turns), width)
    for at, row in enumerate(chart_rows(review, width, height, glyphs)):
        canvas.put(top + at, left, row, Style.PATH)
        canvas.put(top + at, left + here, row[here], Style.FOX)
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
    return _("{mark} chosen  * best  cost {win} % to win, {points} points").format(
        mark=glyphs.cursor, **cost_figures(seen)
    )
