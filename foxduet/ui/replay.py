"""Replay of a game with open hands, and drawing that reviews share."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from foxduet.ai.partner import ActionValue
from foxduet.analysis.review import Assessment, Review, chart_seat
from foxduet.analysis.review_file import ReviewTask
from foxduet.analysis.review_job import ParGame, PlayParJob
from foxduet.core.cards import Deal, Play, Seat, card_in_action
from foxduet.core.errors import N_
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.play.game import Game, Header, Names, act
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import SUIT_STYLES, Canvas, Look, Size, Style, draw_clearing
from foxduet.ui.kit.effects import JobAnswered
from foxduet.ui.kit.pages import CARDS_BINDING, HELP_BINDING, ScreenWithHelp
from foxduet.ui.kit.screen import (
    Binding,
    Context,
    Effects,
    Environment,
    Pop,
    Push,
    Screen,
    Transition,
)
from foxduet.ui.table import drawing
from foxduet.ui.table.state import table_drawing
from foxduet.words import text
from foxduet.words.game_words import table_words
from foxduet.words.hints import bar_and_figure
from foxduet.words.i18n import _, ngettext
from foxduet.words.review import par_sentence
from foxduet.words.review_chart import chart_column, chart_line, chart_rows, mark_row

if TYPE_CHECKING:
    from foxduet.ai.reasons import Reason
    from foxduet.ai.workers import Job
    from foxduet.ui.kit.effects import Event


OutcomeFormatter: TypeAlias = Callable[[Any, Names], str]
"""Phrases the result of a game."""


@dataclass(frozen=True, slots=True)
class ReplayScreen(ScreenWithHelp):
    """A game after ``position`` of its actions.

    trouble: why the replay cannot go beyond the last action.
    """

    has_table: ClassVar = True

    nothing_at_stake: ClassVar[bool] = True
    help_title: ClassVar[str] = N_("Keys in a replay")

    game: Game
    position: int = 0
    trouble: str = ""

    @property
    def game_name(self) -> str:
        return self.game.header.game

    def draw(self, canvas: Canvas) -> None:
        game, layout = self.game, drawing.layout_for(canvas.size)
        draw_position(canvas, game, self.position)
        drawing.draw_message(canvas, tell_last_action(game, self.position, None))
        for seat in Seat:
            row, name = layout.hand + 1 + 3 * seat, text.names_at_table(game.header)[seat]
            canvas.put(row, layout.left + 2, name, Style.STRONG)
            hand, offer = drawing.visible_hand(game, game.states[self.position], seat)
            drawing.draw_hand_in_line(canvas, row + 1, layout.left + 2, game, hand, offer, 6)
        canvas.put(layout.outlook, layout.left + 2, self.remark, Style.STRONG)
        place = text.clip(self.notice or self.place, layout.width - 4)
        canvas.put(layout.prompt, layout.left + 2, place, Style.PROMPT)
        drawing.draw_footer(canvas, self.footer)

    @property
    def remark(self) -> str:
        """A sentence below the hands; may be empty."""
        return self.trouble if self.position == len(self.game.turns) else ""

    @property
    def place(self) -> str:
        """The position in the game, in words."""
        sentence = _("After move {at} of {count}")
        return sentence.format(at=self.position, count=len(self.game.turns))

    def _step(self, key: str, _context: Context) -> Transition:
        position = position_after_key(self.game, self.position, key)
        return Transition(replace(self, position=position))

    BINDINGS: ClassVar = (
        Binding(
            keys.STEP_KEYS,
            _step,
            (N_("arrows"), N_("step")),
            (N_("Left, right, h, l"), N_("one move back or forward")),
        ),
        Binding(
            (),
            _step,
            (N_("up, down"), N_("a trick")),
            (N_("Up, down, k, j"), N_("one trick back or forward")),
        ),
        Binding(
            (), _step, (N_("Home,"), N_("End")), (N_("Home, End"), N_("start or end of the game"))
        ),
        CARDS_BINDING,
        HELP_BINDING,
        Binding(keys.LEAVE_KEYS, Screen.go_back, (N_("q"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


@dataclass(frozen=True, slots=True)
class LineScreen(ReplayScreen):
    """A line of play: how the game may go on in a sampled world, after the first action.

    of_best: the first action is the reason's best choice, not the other choice.
    """

    help_title: ClassVar[str] = N_("Keys in a line of play")

    reason: Reason = field(kw_only=True)
    of_best: bool = field(kw_only=True)

    @property
    def remark(self) -> str:
        return _("This is only one possible deal.")

    @property
    def place(self) -> str:
        names, words = text.names_at_table(self.game.header), table_words(self.game_name)
        choice = words.choices.choice_phrase(self.game.turns[0].action, names)
        sentence = _("After {choice}: move {at} of {count}")
        return sentence.format(choice=choice, at=self.position, count=len(self.game.turns))

    def with_hands_hidden(self) -> Transition:
        """Close the line: the hand of the player who chooses is open in it."""
        return Transition(self, (Pop(),))

    @property
    def other(self) -> LineScreen:
        """The line after the other choice, at the same position or its end."""
        line = line_screen(self.game.header, self.reason, of_best=not self.of_best)
        return replace(line, position=min(self.position, len(line.game.turns)))

    # The footer has no room for the keys to the start and the end, which also work here.
    BINDINGS: ClassVar = (
        *ReplayScreen.BINDINGS[:2],
        Binding(
            (keys.LINE_KEY,),
            lambda screen, *_: Transition(screen.other),
            (N_("s"), N_("other choice")),
            (N_("s"), N_("what may follow the other choice")),
        ),
        *ReplayScreen.BINDINGS[3:],
    )


def line_screen(header: Header, reason: Reason, *, of_best: bool) -> LineScreen:
    """Return the line after the best choice of a reason or the other choice, at its first step."""
    best, other = reason.lines
    line = best if of_best else other
    game = reduce(act, line.actions, Game(header, line.start_state))
    return LineScreen(game, 1, reason=reason, of_best=of_best)


def draw_position(canvas: Canvas, game: Game, position: int, *, is_choosing: bool = False) -> None:
    """Draw the public state after ``position`` actions.

    A trick that has just ended remains on the table, unless a player is ``choosing`` a lead.
    """
    state, trick = game.states[position], game.states[position].table.trick
    table_drawing(game.header.game).draw_board(canvas, state, text.names_at_table(game.header), {})
    if position and not (is_choosing and trick is not None):
        state_before, action = game.states[position - 1], game.turns[position - 1].action
        trick = drawing.trick_after_action(state_before, action) or trick
    # The header refers to the trick on the table, even if it is over.
    header_state = state
    if trick != state.table.trick:
        header_state = replace(state, table=replace(state.table, trick=None))
    drawing.draw_header(canvas, game, header_state)
    drawing.draw_trick(canvas, game, state.table.decree, trick)


def tell_last_action(
    game: Game, position: int, seat: Seat | None, outcome: OutcomeFormatter | None = None
) -> tuple[str, ...]:
    """Tell the last of ``position`` actions to ``seat``, or with open hands if it is None.

    Empty before the first action. ``outcome`` as in ``tell_result``.
    """
    if not position:
        return ()
    start, story = position - 1, table_words(game.header.game).story
    names = text.names_at_table(game.header)
    # A finished trick needs the events since its last card.
    while start > 0 and not isinstance(game.turns[start].action, Play | Deal):
        start -= 1
    events = tuple(event for turn in game.turns[start:position] for event in turn.step.events)
    if seat is None:
        sentences = story.with_hands_open.tell(events, names, None)
    else:
        events = tuple(game.rules.redact(event, seat) for event in events)
        sentences = story.tell(events, names, seat)
    return (*sentences, *tell_result(game, position, outcome))


def tell_result(
    game: Game, position: int, outcome: OutcomeFormatter | None = None
) -> tuple[str, ...]:
    """Tell the result at ``position``, phrased by ``outcome``; empty if the game goes on."""
    result = game.rules.result(game.states[position])
    if result is None:
        return ()
    names = text.names_at_table(game.header)
    tell = outcome or table_words(game.header.game).outcome_sentence
    ending = tell(game.states[position], names)
    if game.rules.cooperative and any(result.won):
        ending = _("{outcome} Score: {score}.").format(outcome=ending, score=max(result.points))
    return (ending,)


def known_hand(game: Game, state: Any, seat: Seat, view: Seat | None) -> tuple[Any, Any, int]:
    """Return the known cards of a hand, the card it gives away or None, and how many are hidden.

    ``view`` is the seat that looks, or None with both hands open.
    """
    if view is seat.other:
        hand, unseen = game.rules.other_hand(game.rules.observe(state, view))
        return hand, None, unseen
    return (*drawing.visible_hand(game, state, seat), 0)


def position_after_key(game: Game, position: int, key: str) -> int:
    """Return the position in the game, in actions, that ``key`` leads to from ``position``.

    Up and down lead to the previous and the next beginning of a trick.
    """
    count, direction = len(game.turns), keys.key_direction(key)
    steps = {keys.HOME: -count, keys.END: count, keys.SPACE: 1, keys.ENTER: 1}
    position += steps.get(key, direction)
    while key in keys.UPWARD + keys.DOWNWARD and 0 < position < count:
        trick = game.states[position].table.trick
        if trick is not None and trick.lead is None:
            break
        position += direction
    return min(max(position, 0), count)


HANDS_ROWS, CHOICES_ROWS = 2, 3
_MIN_CHOICES_IN_ROW = 4
_MARK_COLUMNS, _LABEL_COLUMNS = 2, 4
_AXIS_COLUMNS, _VIEW_COLUMNS = 5, 15


def draw_view(canvas: Canvas, game: Game, seat: Seat | None) -> None:
    """Draw the name of the view of ``seat``, as in ``view_phrase``."""
    layout, view = drawing.layout_for(canvas.size), view_phrase(game, seat)
    if seat is not None and text.text_width(view) > _VIEW_COLUMNS:
        # Translators: instead of "{name:*'s|your} view" where that is too long
        view = text.format_label(_("as {name}"), name=game.header.players[seat])
    # Clipped, because the board may draw something right after it.
    view = text.clip(view, _VIEW_COLUMNS)
    canvas.put(layout.scenery, layout.left + 1, f" {view} ", Style.STRONG)


def view_phrase(game: Game, seat: Seat | None) -> str:
    """Return the name of the view of ``seat``; if it is None, of the view with both hands open."""
    if seat is None:
        return _("Both hands open")
    return text.format_sentence(_("{name:*'s|your} view"), name=game.header.players[seat])


def draw_hands(canvas: Canvas, game: Game, position: int, view: Seat | None) -> None:
    """Draw both hands after ``position`` actions, as the seat ``view`` sees them."""
    layout, state = drawing.layout_for(canvas.size), game.states[position]
    names, pending = game.header.players, game.rules.pending(state)
    for row, seat in enumerate(Seat, layout.hand):
        mark = canvas.glyphs.cursor if pending is not None and pending.seat is seat else " "
        canvas.put(row, layout.left + 1, f"{mark} {names[seat]}", Style.STRONG)
        hand, offer, unseen = known_hand(game, state, seat, view)
        column = layout.left + 4 + max(map(text.text_width, names))
        column = drawing.draw_hand_in_line(canvas, row, column, game, hand, offer, 5)
        if unseen:
            hidden = ngettext("{count} unseen", "{count} unseen", unseen).format(count=unseen)
            canvas.put(row, column, hidden, Style.DIM)


def chart_owner_sentence(game: Game) -> str:
    """Return whose chance to win the chart shows; empty if it is the team's."""
    if game.rules.cooperative:
        return ""
    return text.format_label(_("line: {name}"), name=game.header.players[chart_seat(game)])


def decision_place(review: Review, position: int) -> str:
    """Return the number of the next action, and its trick if it was a choice."""
    game, number = review.game, position + 1
    count = len(game.turns)
    if position == count:
        return _("After move {at} of {count}").format(at=position, count=count)
    if review.assessment_at(number) is None:
        return _("Move {number} of {count}").format(number=number, count=count)
    _round, trick = game.rules.progress(game.states[position])
    sentence = _("Move {number} of {count}, trick {trick}")
    return sentence.format(number=number, count=count, trick=trick)


def draw_choice_chances(canvas: Canvas, game: Game, assessment: Assessment) -> None:
    """Draw each choice with a bar for its chance to win or points; mark the chosen and the best."""
    layout, glyphs = drawing.layout_for(canvas.size), canvas.glyphs
    choices_per_row = max(_MIN_CHOICES_IN_ROW, ceil(len(assessment.estimates) / CHOICES_ROWS))
    cell = (layout.width - 4) // min(choices_per_row, max(1, len(assessment.estimates)))
    for index, value in enumerate(assessment.estimates):
        row, cell_index = divmod(index, choices_per_row)
        row, column = layout.hand + HANDS_ROWS + row, layout.left + 2 + cell_index * cell
        label, card = choice_label(game, value, assessment, glyphs), card_in_action(value.action)
        is_chosen, is_best = value.action == assessment.chosen, value.action == assessment.best
        marks = f"{glyphs.cursor if is_chosen else ' '}{'*' if is_best else ' '}"
        marked_label = f"{marks}{' ' * (_LABEL_COLUMNS - text.text_width(label))}{label}"
        filled, figure = bar_and_rough_figure(value, assessment)
        room = cell - text.text_width(marked_label) - text.text_width(figure) - 3
        style = Style.STRONG if is_chosen or is_best else Style.PLAIN
        bar = text.bar(filled, min(room, 12), glyphs)
        canvas.put(row, column, f"{marked_label} {bar} {figure}", style)
        if card is not None:
            end = column + _MARK_COLUMNS + _LABEL_COLUMNS
            canvas.put_right(row, end, label, SUIT_STYLES[card.suit])


def choice_label(
    game: Game, value: ActionValue, assessment: Assessment, glyphs: text.Glyphs
) -> str:
    """Return a label of a few cells for a choice."""
    card, words = card_in_action(value.action), table_words(game.header.game)
    if card is not None:
        return words.cards.card_in_line(card, glyphs)
    if card_in_action(assessment.estimates[0].action) is not None:
        # There is no room for more between cards.
        return _("keep")
    state, names = game.states[assessment.number - 1], game.header.players
    return words.option_label_of(state, value.action, names, glyphs)


def bar_and_rough_figure(value: ActionValue, assessment: Assessment) -> tuple[float, str]:
    """Return the filled share of a choice's bar (0-1) and its figure, with ``~`` if approximate."""
    filled, figure = bar_and_figure(value, assessment.estimates)
    if assessment.is_approximate(value.action):
        figure = f"~{figure.lstrip()}".rjust(text.text_width(figure))
    return filled, figure


def draw_chart(canvas: Canvas, review: Review, position: int) -> None:
    """Draw the chance to win, or the points, throughout the game, and mark a position."""
    layout, count = drawing.layout_for(canvas.size), len(review.game.turns)
    top = layout.hand + HANDS_ROWS + CHOICES_ROWS
    width, height = layout.width - 4 - _AXIS_COLUMNS, layout.outlook - top
    left = layout.left + 2 + _AXIS_COLUMNS
    marked_column = chart_column(min(position + 1, count), count, width)
    curve = draw_win_curve(canvas, review, top, left, Size(height, width))
    for row, line in enumerate(curve, top):
        canvas.put(row, left + marked_column, line[marked_column], Style.PIECE)
    for column, mark in enumerate(mark_row(review, width), left):
        canvas.put(layout.outlook, column, mark, Style.STRONG if mark in "?!" else Style.DIM)
    canvas.put(layout.outlook, left + marked_column, canvas.glyphs.mark, Style.STRONG)


def draw_win_curve(canvas: Canvas, review: Review, top: int, left: int, size: Size) -> list[str]:
    """Draw the curve of the chance to win, or of the points; return its rows."""
    rows = chart_rows(review, size.columns, size.rows, canvas.glyphs)
    for row, line in enumerate(rows, top):
        canvas.put(row, left, line, Style.WAY)
    label_at = chart_line(review).axis_label
    for edge, share in ((top, 1.0), (top + size.rows - 1, 0.0)):
        canvas.put_right(edge, left - 1, label_at(share), Style.DIM)
    return rows


_LAYOUT = drawing.layout_for(drawing.SMALLEST)
# Rows from the top to the cards of the trick.
_HALF_ROWS = _LAYOUT.trick + _LAYOUT.card.rows


@dataclass(frozen=True, slots=True)
class ParScreen(Screen):
    """The players' game and the experts' on the same deals, both after a trick.

    place: round and trick number.
    """

    nothing_at_stake: ClassVar[bool] = True

    review: Review
    place: tuple[int, int]

    @property
    def games(self) -> tuple[Game, Game]:
        """The players' game, and the experts' game."""
        assert self.review.par is not None, "there is par to be looked at"
        return self.review.game, self.review.par

    def draw(self, canvas: Canvas) -> None:
        left = (canvas.size.columns - drawing.SMALLEST.columns) // 2
        top = (canvas.size.rows - 24) // 2
        titles = (_("This game"), _("Two experts on the same deals"))
        for half, (game, title) in enumerate(zip(self.games, titles, strict=True)):
            picture = Canvas(drawing.SMALLEST, Look(canvas.glyphs, theme=canvas.theme))
            draw_position(picture, game, position_of_trick(game, self.place))
            picture.put(_LAYOUT.scenery, _LAYOUT.left + 1, f" {title} ", Style.STRONG)
            canvas.paste(top + half * (_HALF_ROWS + 1), left, picture, _HALF_ROWS)
        notice = text.clip(self.notice or par_sentence(self.review), drawing.SMALLEST.columns - 2)
        canvas.put(top + drawing.SMALLEST.rows - 2, left + 2, notice, Style.PROMPT)
        drawing.draw_footer(canvas, self.footer)

    def _step(self, key: str, _context: Context) -> Transition:
        places = sorted({place for game in self.games for place in trick_places(game)})
        if key in (keys.HOME, keys.END):
            return Transition(replace(self, place=places[0 if key == keys.HOME else -1]))
        step = 1 if key == keys.SPACE else keys.key_direction(key)
        index = min(max(places.index(self.place) + step, 0), len(places) - 1)
        return Transition(replace(self, place=places[index]))

    BINDINGS: ClassVar = (
        Binding(
            (*keys.ARROWS, keys.HOME, keys.END, keys.SPACE), _step, (N_("arrows"), N_("a trick"))
        ),
        Binding((), _step, (N_("Home,"), N_("End"))),
        Binding(("v", *keys.LEAVE_KEYS), Screen.go_back, (N_("v"), N_("back to the review"))),
    )


def par_screen(review: Review, position: int) -> ParScreen:
    """Return both games at the trick in progress at ``position``, or at the next or last trick."""
    places = trick_places(review.game)
    place_now = review.game.rules.progress(review.game.states[position])
    return ParScreen(review, next((place for place in places if place >= place_now), places[-1]))


def trick_places(game: Game) -> list[tuple[int, int]]:
    """Return round and number of each trick, in order."""
    progress = [game.rules.progress(state) for state in game.states]
    return sorted({place for place in progress if 0 not in place})


def position_of_trick(game: Game, place: tuple[int, int]) -> int:
    """Return the position at the end of a trick, or of the game if it has no such trick."""
    for position, state in enumerate(game.states):
        progress = game.rules.progress(state)
        if progress > place or (progress == place and state.table.trick is None):
            return position
    return len(game.turns)


@dataclass(frozen=True, slots=True)
class ParWaitScreen(Screen):
    """Waits while two experts play the deals of the game under review."""

    awaits_job: ClassVar[bool] = True

    task: ReviewTask

    def draw(self, canvas: Canvas) -> None:
        top = draw_clearing(canvas, 12)
        trail = text.progress_dots(self.ticks, canvas.glyphs)
        playing = _("Two experts play the same deals {trail}").format(trail=trail)
        canvas.put_centred(top + 3, playing, Style.STRONG)
        canvas.put_centred(top + 8, _("q back to the review"), Style.DIM)
        canvas.put_centred(top + 9, self.notice, Style.STRONG)

    def handle_event(self, event: Event, context: Context) -> Transition:
        if isinstance(event, JobAnswered) and isinstance(event.answer, ParGame):
            return Transition(self, (Pop(event.answer),))
        return Transition(self)

    def background_job(self, context: Context) -> Job[Any] | None:
        return PlayParJob(self.task, context.options.jobs)

    BINDINGS: ClassVar = (Binding(keys.LEAVE_KEYS, Screen.go_back),)


def open_replay(_world: Environment, game: Game, position: int = 0, trouble: str = "") -> Effects:
    """Open a replay after ``position`` actions; ``trouble`` is why the record does not continue."""
    return (Push(ReplayScreen(game, position, trouble)),)
