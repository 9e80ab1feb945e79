"""A lesson at the table: sentences, something to choose, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from foxduet.core.common import Seat
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
from foxduet.core.register import rule_set
from foxduet.play.game import Game, Header, act, open_game
from foxduet.play.table import Session, choose
from foxduet.store.learning import Place, Progress
from foxduet.ui.kit.canvas import Canvas, Style
from foxduet.ui.kit.effects import SaveProgress
from foxduet.ui.kit.screen import Binding, Bindings, Context, Next
from foxduet.ui.learn.tutor import (
    CONTINUE,
    LEAVE_KEYS,
    TEXTS,
    Judged,
    Learning,
    Saying,
    TutoredTable,
)
from foxduet.ui.table.shown import shown
from foxduet.ui.table.state import Ending, GameOver
from foxduet.words.i18n import _, pgettext
from foxduet.words.lessons import Course, Lesson, Step, course_of, lesson_names, steps_for


@dataclass(frozen=True, slots=True)
class LessonScreen(TutoredTable):
    """A lesson, by its place in the course, at a step, with whose position the game begins."""

    number: int
    step: int

    @property
    def course(self) -> Course:
        """All lessons of the game."""
        return course_of(self.game_name)

    @property
    def lesson(self) -> Lesson:
        """The lesson."""
        return lesson_at(self.course, self.number)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the lesson that the player is to see."""
        return steps_for(self.lesson, knows_relative=self.learning.progress.knows_relative)

    @property
    def now(self) -> Step:
        """The step that the lesson is at."""
        return self.steps[self.step]

    @property
    def title(self) -> str:
        sentence = _("Lesson {number}: {title}")
        return sentence.format(number=self.number + 1, title=_(self.lesson.title))

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(_(sentence) for sentence in self.now.says)

    @property
    def advice(self) -> Sequence[str]:
        """What is asked, and before it which seat is to answer if that was not said."""
        return (" ".join(filter(None, (self.turn, _(self.now.ask)))),)

    @property
    def addressee(self) -> str:
        """Which seat is to answer, if one is."""
        seat = self.session.viewer
        if seat is None or not self.now.right:
            return ""
        sentence = _("{name}, this is for you.") if self.learning.two else _("You are {name}.")
        return sentence.format(name=self.session.game.header.players[seat])

    @property
    def turn(self) -> str:
        """Which seat is to answer, at first and once that has changed."""
        seats = [_seat_of(self.game_name, step) for step in self.steps[: self.step]]
        before = next((seat for seat in seats[::-1] if seat is not None), None)
        return "" if self.session.viewer is before else self.addressee

    @property
    def looks_ahead(self) -> bool:
        """A lesson asks what a choice would do."""
        return False

    @property
    def endings(self) -> Sequence[Ending]:
        others = (
            (_("Again"), lambda *_: Next(at_step(self.learning, self.number, 0))),
            (_("All lessons"), lambda *_: self._leave()),
        )
        following = lesson_names(self.course)[self.number + 1 : self.number + 2]
        if not following:
            return others[::-1]
        title = _("Next: {title}").format(title=following[0])
        return ((title, lambda *_: self._skip_lesson()), *others)

    @property
    def saving(self) -> tuple[()]:
        """A lesson is saved at each of its steps only."""
        return ()

    @property
    def way_back(self) -> tuple[Binding, str]:
        return _TRY_AGAIN, _("Press Space to take it back and try again.")

    @property
    def own_bindings(self) -> Bindings:
        is_over = isinstance(self.shows, GameOver)
        return (TEXTS[1], _LEAVE) if is_over else (_BACK, _SKIP, _SKIP_LESSON, *TEXTS, _LEAVE)

    @property
    def closing(self) -> str:
        """What is said at the end."""
        return _("Lesson {number} is done.").format(number=self.number + 1)

    def draw_end(self, canvas: Canvas, row: int) -> int:
        canvas.put_centred(row, self.closing, Style.PROMPT)
        return row + 2

    def play(self, option: Any, context: Context) -> Next:
        """Play out what is chosen, with what is replied to it in the same trick."""
        after, rules = choose(self.session, option), self.session.game.rules
        replies, progress = [*map(rules.parse_action, self.now.replies)], rules.progress
        while progress(after.state) == progress(self.session.state):
            legal = rules.legal_actions(after.state)
            allowed = [one for one in replies if one in legal]
            if not allowed:
                break
            after = replace(after, game=act(after.game, allowed[0]))
        return self.after_choice(option, after, context)

    def speak(self) -> Next:
        """Say what to think of the choice that was played out."""
        if self.made is None:
            return Next(self)
        choice = self.session.game.rules.format_action(self.made.option)
        wrong = (kind.why for kind in self.now.wrong if choice in kind.choices)
        right = choice in self.now.right
        title = _("Well done.") if right else _("Not quite.")
        text, measured = _(self.now.praise if right else next(wrong)), self.now.measured
        if measured is not None:
            text = f"{text} {measured.sentence(choice)}"
        return Next(replace(self, made=None, page=Judged(self.made, right, text, title)))

    def go_on(self) -> Next:
        match self.page:
            case Saying(at) if at + 1 < len(self.sentences):
                return Next(replace(self, page=Saying(at + 1)))
            case Saying() if self.now.right:
                return Next(self._to_choose())
            case _:
                return self._next_step()

    def _skip(self) -> Next:
        """Skip a page, or what is to be chosen, which makes no lesson done."""
        is_read = isinstance(self.page, Saying) or (
            isinstance(self.page, Judged) and self.page.right
        )
        is_last = self.step + 1 == len(self.steps)
        return self.go_on() if is_read else self._skip_lesson() if is_last else self._next_step()

    def _to_choose(self) -> LessonScreen:
        return replace(at_step(self.learning, self.number, self.step), page=None)

    def _next_step(self) -> Next:
        """Go to the next step, and save that, or end the lesson."""
        name, step = self.lesson.name, self.step + 1
        if step == len(self.steps):
            return _saved(self.over(), lambda progress: progress.finished(name))
        following = at_step(self.learning, self.number, step)
        return _saved(following, lambda progress: progress.at(name, Place(step)))

    def back(self) -> Next:
        """Go back to the sentence before, or to the choice that was just made."""
        match self.page:
            case Judged():
                return Next(self._to_choose())
            case Saying(at) if at:
                return Next(replace(self, page=Saying(at - 1)))
            case None if self.sentences:
                before = Saying(len(self.sentences) - 1)
                return Next(replace(self._to_choose(), page=before))
            case _ if self.step == 0:
                return Next(replace(self, notice=_("This is where the lesson begins.")))
            case _:
                return Next(at_step(self.learning, self.number, self.step - 1))

    def _skip_lesson(self) -> Next:
        return self.leave(self.number + 1, opens=True)

    def _leave(self) -> Next:
        return self.leave(self.number + isinstance(self.shows, GameOver))


def at_step(learning: Learning, number: int, step: int) -> LessonScreen:
    """Return a lesson at the beginning of one of its steps."""
    game = learning.game_name
    lesson = lesson_at(course_of(game), number)
    steps = steps_for(lesson, knows_relative=learning.progress.knows_relative)
    step = step if step < len(steps) else 0
    position = _game_at(game, steps[step])
    due = position.pending
    session = Session(position, None if due is None else due.seat)
    screen = LessonScreen(session, shown(session), learning, number, step)
    return replace(screen, page=Saying()) if screen.sentences else screen


def _saved(screen: TutoredTable, change: Callable[[Progress], Progress]) -> Next:
    """Return a lesson with a change of the progress that is saved."""
    learning = replace(screen.learning, progress=change(screen.learning.progress))
    return Next(replace(screen, learning=learning), (SaveProgress(screen.game_name, change),))


def lesson_at(course: Course, number: int) -> Lesson:
    """Return a lesson by its place in the course, from 0."""
    lesson = course.parts[number]
    assert isinstance(lesson, Lesson), "the guided round is no lesson"
    return lesson


def _game_at(game: str, step: Step) -> Game:
    """Return the game that a step begins with."""
    rules = rule_set(game)
    setup = rules.setup_from({**course_of(game).setup, **step.setup})
    begun = open_game(Header(game, setup, (_("Left"), _("Right"))))
    return replace(begun, first=rules.parse_position(step.position, setup))


def _seat_of(game: str, step: Step) -> Seat | None:
    """Return the seat that chooses in a step, None where no seat does."""
    pending = _game_at(game, step).pending
    return None if pending is None or not step.right else pending.seat


_TRY_AGAIN = Binding(
    CONTINUE.keys, lambda screen, *_: screen.back(), (N_("Space"), N_("try again"))
)
_BACK = Binding(
    ("u",),
    lambda screen, *_: screen.back(),
    (N_("u"), N_("back")),
    (N_("u"), N_("back to what was said before")),
)
_SKIP = Binding(
    ("s",),
    lambda screen, *_: screen._skip(),
    # Translators: s skips a page or a question, S the whole lesson
    (N_("s, S"), N_("skip page, lesson")),
    (N_("s"), N_("skip a page or a question")),
    # Translators: the same, in the last row where it has no room for more
    brief=lambda: pgettext("brief", "s, S skip"),
)
_SKIP_LESSON = Binding(
    ("S",),
    lambda screen, *_: screen._skip_lesson(),
    help=(N_("S"), N_("skip the rest of the lesson")),
)
_LEAVE = Binding(
    LEAVE_KEYS,
    lambda screen, *_: screen._leave(),
    (N_("q"), N_("leave")),
    (N_("q, Esc"), N_("leave; the lesson continues here next time")),
)
