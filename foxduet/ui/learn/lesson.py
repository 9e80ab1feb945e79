"""A lesson at the table: sentences, something to choose, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from foxduet.core.common import Play, Seat
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
from foxduet.play.game import Game, Header, open_game
from foxduet.store.learning import Place
from foxduet.ui.kit.canvas import Canvas
from foxduet.ui.kit.keys import ENTER, ESCAPE, SPACE
from foxduet.ui.kit.screen import Binding, Bindings, Context, Next
from foxduet.ui.learn import drawing
from foxduet.ui.learn.screen import (
    CONTINUE,
    ENDING,
    MOVE,
    PICK,
    PLAY,
    WATCHED,
    Ending,
    LearnScreen,
)
from foxduet.ui.learn.stages import (
    BEGINNING,
    Choosing,
    Done,
    Judged,
    Learning,
    Saying,
    Watching,
    played_out,
)
from foxduet.ui.reader import CARDS, HELP, help_page
from foxduet.words.common import guide_words
from foxduet.words.i18n import _
from foxduet.words.lessons import Course, Lesson, Step, course_of, lesson_names, steps_for

if TYPE_CHECKING:
    from foxduet.words.text import TextLine


@dataclass(frozen=True, slots=True)
class LessonScreen(LearnScreen):
    """A lesson, by its number from 0, at one of its steps; ``game`` is played from its position."""

    shows: Saying | Choosing | Watching | Judged | Done
    number: int
    step: int

    @property
    def course(self) -> Course:
        """All lessons of the game."""
        return course_of(self.game_name)

    @property
    def lesson(self) -> Lesson:
        """The lesson."""
        return self.course.lessons[self.number]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the lesson that the player is to see."""
        return steps_for(self.lesson, knows_relative=self.learning.progress.knows_relative)

    @property
    def now(self) -> Step:
        """The step that the lesson is at."""
        return self.steps[self.step]

    @property
    def seat(self) -> Seat | None:
        """The seat that chooses in this step, None for the team and where nothing is chosen."""
        pending = replace(self.game, turns=()).pending
        return None if pending is None else pending.seat

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is said in this step before anything is chosen."""
        said = tuple(_(sentence) for sentence in self.now.says)
        seats = (_seat_of(self.game_name, step) for step in self.steps[: self.step])
        before = next((seat for seat in [*seats][::-1] if seat is not None), Seat.P1)
        if self.learning.two and self.number == 0 and self.step == 0:
            together = _(
                "You learn together: take turns at the keyboard. Both hands are open, and you may "
                "talk as you like."
            )
            return (together, *said)
        if self.seat is None or self.seat is before:
            return said
        sentence = _("Another table and another seat: you are {name} now, and this is your hand.")
        if self.learning.two:
            sentence = _("{name}, this is for you.")
        return (sentence.format(name=self.game.header.players[self.seat]), *said)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, and what is said of it."""
        titles = lesson_names(self.course)
        title = _("Lesson {number} of {count}: {title}").format(
            number=self.number + 1, count=len(titles) - 1, title=titles[self.number]
        )
        match self.shows:
            case Saying(at):
                drawing.draw_moment(canvas, self.game, self.seat, active=False)
                drawing.draw_saying(canvas, (self.sentences[at],))
                self._draw_other_hand(canvas)
                drawing.draw_prompt(canvas, _("Press Space to continue."))
            case Choosing(cursor):
                options = drawing.options_at(self.game)
                chosen = None if cursor is None else options[cursor]
                drawing.draw_moment(canvas, self.game, self.seat, chosen=chosen, active=True)
                ask = self.now.ask
                drawing.draw_saying(canvas, (_(ask),))
                self._draw_other_hand(canvas)
                drawing.draw_question(canvas, self.game, cursor, two=self.learning.two)
            case Watching(pictures, at):
                drawing.draw_picture(canvas, pictures[at], self.seat)
            case Judged() as judged:
                self._draw_judged(canvas, judged)
            case Done(cursor):
                drawing.draw_ending(
                    canvas,
                    self.game,
                    _("Lesson {number} is done.").format(number=self.number + 1),
                    (),
                    [label for label, _do in self.endings],
                    cursor,
                )
            case _:
                assert_never(self.shows)
        self.draw_rim(canvas, title)

    def _draw_judged(self, canvas: Canvas, judged: Judged) -> None:
        drawing.draw_moment(canvas, self.game, None, active=False)
        drawing.draw_story(canvas, self.game, None if self.learning.two else self.seat)
        title, ready = _("Not quite."), _("Press Space to take it back and try again.")
        text = judged.text
        if judged.right:
            title, ready = _("Well done."), _("Press Space to continue.")
        drawing.draw_verdict(canvas, title, _(text), ready, praised=judged.right)

    def _draw_other_hand(self, canvas: Canvas) -> None:
        if self.learning.two and self.seat is not None:
            drawing.draw_other_hand(canvas, self.game, self.seat)

    @property
    def endings(self) -> tuple[Ending, ...]:
        following = lesson_names(self.course)[self.number + 1]
        return (
            (_("Next: {title}").format(title=following), self._skip),
            (_("Again"), lambda: Next(at_step(self.learning, self.number, 0))),
            (_("All lessons"), self._leave),
        )

    def help_lines(self, width: int) -> list[TextLine]:
        """Return the keys of a lesson, and the rules."""
        rules = guide_words(self.game_name).rules()
        return help_page(_("Keys"), HELP_BINDINGS, rules, width)

    @property
    def bindings(self) -> Bindings:
        match self.shows:
            case Saying():
                return (CONTINUE, *_OTHERS)
            case Choosing():
                return (MOVE, PLAY if self._plays_card else PICK, *_OTHERS)
            case Watching():
                return (WATCHED,)
            case Judged(right):
                return (CONTINUE if right else _TRY_AGAIN, *_OTHERS)
            case Done():
                return (*ENDING, HELP, _LEAVE)
            case _:
                assert_never(self.shows)

    @property
    def _plays_card(self) -> bool:
        return isinstance(next(iter(drawing.options_at(self.game)), None), Play)

    def seen(self) -> Next:
        """Say what to think of the choice that was played out."""
        assert isinstance(self.shows, Watching), "something is watched"
        game = self.shows.pictures[-1].game
        choice = game.rules.format_action(game.turns[0].action)
        wrong = (kind.why for kind in self.now.wrong if choice in kind.choices)
        right = choice in self.now.right
        text = self.now.praise if right else next(wrong)
        return Next(replace(self, game=game, shows=Judged(right, text)))

    @property
    def decision(self) -> object:
        at = self.shows.at if isinstance(self.shows, Saying) else 0
        return type(self.shows), self.number, self.step, at

    def go_on(self) -> Next:
        match self.shows:
            case Saying(at) if at + 1 < len(self.sentences):
                return Next(replace(self, shows=Saying(at + 1)))
            case Saying() if self.now.right:
                return Next(replace(self, shows=Choosing()))
            case _:
                return self._next_step()

    def _next_step(self) -> Next:
        """Go to the next step, and save that, or end the lesson."""
        progress, step = self.learning.progress, self.step + 1
        if step == len(self.steps):
            return replace(self, shows=Done()).save(progress.finished(self.lesson.name))
        following = at_step(self.learning, self.number, step)
        return following.save(progress.at(self.lesson.name, Place(step)))

    def _back(self, _key: str, _context: Context) -> Next:
        """Go back to the sentence before, or to the choice that was just made."""
        match self.shows:
            case Judged():
                return self._try_again(_key, _context)
            case Saying(0) if self.step == 0:
                return Next(replace(self, notice=_("This is where the lesson begins.")))
            case Saying(0):
                return Next(at_step(self.learning, self.number, self.step - 1))
            case Saying(at):
                return Next(replace(self, shows=Saying(at - 1)))
            case _:
                return Next(replace(self, shows=Saying(len(self.sentences) - 1)))

    def _try_again(self, _key: str, _context: Context) -> Next:
        return Next(replace(self, game=replace(self.game, turns=()), shows=Choosing()))

    def play(self, action: Any, context: Context) -> Next:
        """Play out what is chosen."""
        after = played_out(self.game, action, self.now.replies)
        return Next(replace(self, shows=self.watching(after, context)))

    def _skip(self) -> Next:
        return self.leave(self.number + 1, opens=True)

    def _leave(self) -> Next:
        return self.leave(self.number + isinstance(self.shows, Done))


def at_step(learning: Learning, number: int, step: int) -> LessonScreen:
    """Return a lesson at the beginning of one of its steps."""
    game = learning.game_name
    lesson = course_of(game).lessons[number]
    steps = steps_for(lesson, knows_relative=learning.progress.knows_relative)
    step = step if step < len(steps) else 0
    return LessonScreen(learning, _game_at(game, steps[step]), BEGINNING, number, step)


def _game_at(game: str, step: Step) -> Game:
    """Return the game that a step begins with."""
    header = Header(game, None, (_("Left"), _("Right")))
    rules = header.rules
    header = replace(header, setup=rules.setup_from(course_of(game).setup))
    return replace(open_game(header), first=rules.parse_position(step.position, header.setup))


def _seat_of(game: str, step: Step) -> Seat | None:
    """Return the seat that chooses in a step, None where no seat does."""
    pending = _game_at(game, step).pending
    return None if pending is None or not step.right else pending.seat


_TRY_AGAIN = Binding((SPACE, ENTER), LessonScreen._try_again, (N_("Space"), N_("try again")))
_BACK = Binding(
    ("u",), LessonScreen._back, (N_("u"), N_("back")), (N_("u"), N_("back to what was said before"))
)
_SKIP = Binding(
    ("s",),
    lambda screen, *_: screen._skip(),
    (N_("s"), N_("skip")),
    (N_("s"), N_("skip the rest of the lesson")),
)
_LEAVE = Binding(
    ("q", ESCAPE),
    lambda screen, *_: screen._leave(),
    (N_("q"), N_("leave")),
    (N_("q, Esc"), N_("leave; the lesson continues here next time")),
)
_OTHERS = (_BACK, _SKIP, CARDS, HELP, _LEAVE)
HELP_BINDINGS = (CONTINUE, MOVE, PLAY, *_OTHERS)
"""The keys of a lesson in the order in which the help has them."""
