"""Learning from choices that cost much: choose again with the answer hidden, then see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from foxduet.analysis.review import FELT, Review, costly
from foxduet.core.common import Seat
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
from foxduet.ui import replay
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Canvas, Size, Style
from foxduet.ui.kit.screen import Binding, Context, Next, Pop
from foxduet.ui.reader import CARDS, Readable
from foxduet.ui.review.parts import (
    HANDS_ROWS,
    choice_label,
    choices_in_a_row,
    draw_hands,
    draw_view,
)
from foxduet.ui.table.layout import MESSAGE_ROWS, layout_for
from foxduet.ui.table.parts import draw_footer, draw_message
from foxduet.words.common import chooser_name, guide_words, nothing_chosen, table_words
from foxduet.words.i18n import _
from foxduet.words.text import wrapped

if TYPE_CHECKING:
    from foxduet.analysis.review import Assessment

_EARLIER = "p"


@dataclass(frozen=True, slots=True)
class LessonLeft:
    """A lesson was left at a moment of the game, seen with a seat's eyes; ``notice`` is said there.

    ``key`` leads from there to another lesson, if there is one.
    """

    at: int
    view: Seat | None
    notice: str = ""
    key: str = ""


def lesson_from(review: Review, at: int, key: str) -> ChooseAgainScreen | None:
    """Return the lesson that a key leads to after ``at`` actions, None if there is none that way.

    ``n`` is for the choices of the person, if only one played; the other keys for all choices.
    """
    game = review.game
    person = game.header.person if key == "n" else None
    teaches = guide_words(game.header.game).teaches
    lessons = [one for one in costly(review) if _is_of(one, person) and teaches(review, one)]
    if key == _EARLIER:
        before = [one for one in lessons if one.number - 1 < at]
        found = max(before, key=lambda one: one.number, default=None)
    else:
        after = [one for one in lessons if one.number - 1 > at]
        found = min(after, key=lambda one: one.number, default=None)
    if found is None:
        return None
    place = sorted(one.number for one in lessons).index(found.number) + 1
    at, view = found.number - 1, getattr(found.chosen, "seat", None)
    return ChooseAgainScreen(review, at, view, (place, len(lessons)))


def wrong_sentence(choice: str) -> str:
    """Say that there is something better than a choice."""
    return _("Not {choice}, there is something better.").format(choice=choice)


def _is_of(one: Assessment, person: Seat | None) -> bool:
    """Return whether a choice was a person's, or the team's; None is for anybody's."""
    return person is None or getattr(one.chosen, "seat", None) in (person, None)


@dataclass(frozen=True, slots=True)
class ChooseAgainScreen(Readable):
    """A choice that cost much, to be made again: ``tried`` are those that were not good.

    It is shown after ``at`` actions, as the seat ``view`` saw it. ``place`` is the number of the
    lesson, and how many there are.
    """

    review: Review
    at: int
    view: Seat | None
    place: tuple[int, int]
    cursor: int | None = None
    tried: frozenset[int] = frozenset()

    @property
    def game_name(self) -> str:
        return self.review.game.header.game

    @property
    def assessment(self) -> Assessment:
        """The choice."""
        due = self.review.of_action(self.at + 1)
        assert due is not None, "the lesson is about a choice"
        return due

    def draw(self, canvas: Canvas) -> None:
        """Draw the table as the seat saw it, and what it could choose, without any figures."""
        layout, game = layout_for(canvas.size), self.review.game
        replay.draw_moment(canvas, game, self.at, choosing=True)
        draw_view(canvas, game, self.view)
        said = wrapped(self.notice or self.question, layout.width - 4)[:MESSAGE_ROWS]
        first = MESSAGE_ROWS - len(said)
        draw_message(canvas, replay.sentences_at(game, self.at, self.view), first)
        for at, row in enumerate(said, layout.message + first):
            canvas.put(at, layout.left + 2, row, Style.STRONG)
        draw_hands(canvas, game, self.at, self.view)
        self._draw_options(canvas)
        number, count = self.place
        place = _("Choice {number} of {count} that cost much").format(number=number, count=count)
        canvas.put(layout.prompt, layout.left + 2, place, Style.PROMPT)
        legend = _("{mark} chosen now  ! as played  x not good").format(mark=canvas.glyphs.cursor)
        canvas.put_right(layout.prompt, layout.left + layout.width - 2, legend)
        draw_footer(canvas, self.footer)

    @property
    def question(self) -> str:
        """What is asked."""
        game, one = self.review.game, self.assessment
        asked = _("{name}: what would have been better than {choice}?")
        choice = table_words(self.game_name).choices.choice_phrase(one.chosen, game.header.players)
        return asked.format(name=chooser_name(game, one), choice=choice)

    def _draw_options(self, canvas: Canvas) -> None:
        layout, one, game = layout_for(canvas.size), self.assessment, self.review.game
        top, width = layout.hand + HANDS_ROWS + 1, layout.width - 4
        in_a_row, cell = choices_in_a_row(len(one.estimates), width)
        for at, estimate in enumerate(one.estimates):
            line, place = divmod(at, in_a_row)
            row, column = top + line, layout.left + 2 + place * cell
            is_chosen = at == self.cursor
            mark = "x" if at in self.tried else "!" if estimate.action == one.chosen else " "
            cursor = canvas.glyphs.cursor if is_chosen else " "
            text = f"{cursor}{mark} {choice_label(game, estimate, one, canvas.glyphs)}"
            style = Style.DIM if mark != " " else Style.PLAIN
            canvas.put(row, column, text, Style.CHOSEN if is_chosen else style)
            number = keys.OPTION_KEYS[at : at + 1]
            canvas.put_area(row, column, Size(1, cell - 1), tuple(number), chosen=is_chosen)

    def _move(self, key: str, _context: Context) -> Next:
        count = len(self.assessment.estimates)
        in_a_row, _cell = choices_in_a_row(count, 0)
        step = {key: in_a_row * keys.step_of(key) for key in keys.UPWARD + keys.DOWNWARD}
        if key in step and self.cursor is not None:
            beyond = self.cursor + step[key]
            return Next(replace(self, cursor=beyond if 0 <= beyond < count else self.cursor))
        return Next(replace(self, cursor=keys.moved(self.cursor, key, count)))

    def _choose(self, _key: str, _context: Context) -> Next:
        one, names = self.assessment, self.review.game.header.players
        if self.cursor is None:
            return Next(replace(self, notice=nothing_chosen()))
        estimate = one.estimates[self.cursor]
        fields = {
            "choice": table_words(self.game_name).choices.choice_phrase(estimate.action, names)
        }
        if estimate.action == one.chosen:
            notice = _("That is what was played: {choice}. Try another.")
            return Next(replace(self, notice=notice.format(**fields)))
        if replace(one, chosen=estimate.action).cost.worth < FELT:
            return self._answered(_("Found: {choice} is as good as it gets.").format(**fields))
        again = _("Try again; a shows the answer.")
        notice = f"{wrong_sentence(**fields)} {again}"
        return Next(replace(self, tried=self.tried | {self.cursor}, notice=notice))

    def _give_up(self, _key: str, _context: Context) -> Next:
        one, names = self.assessment, self.review.game.header.players
        best = table_words(self.game_name).choices.choice_phrase(one.best, names)
        return self._answered(_("The answer: {choice}.").format(choice=best))

    def _answered(self, notice: str) -> Next:
        return self._left(notice=notice)

    def _left(self, notice: str = "", key: str = "") -> Next:
        return Next(self, (Pop(LessonLeft(self.at, self.view, notice, key)),))

    def go_back(self, _key: str, _context: Context) -> Next:
        return self._left()

    def _go_on(self, key: str, context: Context) -> Next:
        """Leave the answer for later; where there is no further lesson, show it all."""
        return self._left(key=key)

    BINDINGS: ClassVar = (
        Binding(keys.CHOOSING, _move, (N_("arrows"), N_("choose"))),
        Binding(keys.DECIDE, _choose, (N_("Enter"), N_("decide"))),
        Binding(("a",), _give_up, (N_("a"), N_("answer"))),
        Binding(("n", "N", _EARLIER), _go_on, (N_("n"), N_("next"))),
        replace(CARDS, footer=(N_("Tab"), N_("cards"))),
        Binding(keys.LEAVE, go_back, (N_("q"), N_("to the review"))),
    )
