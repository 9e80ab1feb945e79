"""A lesson at the table: sentences, something to choose, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foxduet.core.common import Seat
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
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
from foxduet.words.i18n import _
from foxduet.words.lessons import Course, Lesson, Step, course_of, lesson_names, steps_for


@dataclass(frozen=True, slots=True)
class LessonScreen(TutoredTable):
    """A lesson, by its number from 0, at one of its steps, whose position the game begins with."""

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
    def title(self) -> str:
        titles = lesson_names(self.course)
        return _("Lesson {number} of {count}: {title}").format(
            number=self.number + 1, count=len(titles) - 1, title=titles[self.number]
        )

    @property
    def sentences(self) -> tuple[str, ...]:
        said, seat = tuple(_(sentence) for sentence in self.now.says), self.session.viewer
        seats = (_seat_of(self.game_name, step) for step in self.steps[: self.step])
        before = next((seat for seat in [*seats][::-1] if seat is not None), Seat.P1)
        if self.learning.two and self.number == 0 and self.step == 0:
            together = _(
                "You learn together: take turns at the keyboard. Both hands are open, and you may "
                "talk as you like."
            )
            return (together, *said)
        if seat is None or seat is before:
            return said
        sentence = _("Another table and another seat: you are {name} now, and this is your hand.")
        if self.learning.two:
            sentence = _("{name}, this is for you.")
        return (sentence.format(name=self.session.game.header.players[seat]), *said)

    @property
    def advice(self) -> Sequence[str]:
        ask = self.now.ask
        return (_(ask),)

    @property
    def looks_ahead(self) -> bool:
        """A lesson asks what a choice would do."""
        return False

    @property
    def endings(self) -> Sequence[Ending]:
        following = lesson_names(self.course)[self.number + 1]
        return (
            (_("Next: {title}").format(title=following), lambda *_: self._skip()),
            (_("Again"), lambda *_: Next(at_step(self.learning, self.number, 0))),
            (_("All lessons"), lambda *_: self._leave()),
        )

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
        return (TEXTS[1], _LEAVE) if is_over else (_BACK, _SKIP, *TEXTS, _LEAVE)

    def draw_end(self, canvas: Canvas, row: int) -> int:
        title = _("Lesson {number} is done.").format(number=self.number + 1)
        canvas.put_centred(row, title, Style.PROMPT)
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
        text = self.now.praise if right else next(wrong)
        return Next(replace(self, made=None, page=Judged(self.made, right, _(text), title)))

    def go_on(self) -> Next:
        match self.page:
            case Saying(at) if at + 1 < len(self.sentences):
                return Next(replace(self, page=Saying(at + 1)))
            case Saying() if self.now.right:
                return Next(self._to_choose())
            case _:
                return self._next_step()

    def _to_choose(self) -> LessonScreen:
        return replace(at_step(self.learning, self.number, self.step), page=None)

    def _next_step(self) -> Next:
        """Go to the next step, and save that, or end the lesson."""
        progress, step = self.learning.progress, self.step + 1
        if step == len(self.steps):
            return _saved(self.over(), progress.finished(self.lesson.name))
        following = at_step(self.learning, self.number, step)
        return _saved(following, progress.at(self.lesson.name, Place(step)))

    def back(self) -> Next:
        """Go back to the sentence before, or to the choice that was just made."""
        match self.page:
            case Judged():
                return Next(self._to_choose())
            case Saying(0) if self.step == 0:
                return Next(replace(self, notice=_("This is where the lesson begins.")))
            case Saying(0):
                return Next(at_step(self.learning, self.number, self.step - 1))
            case Saying(at):
                return Next(replace(self, page=Saying(at - 1)))
            case _:
                before = Saying(len(self.sentences) - 1)
                return Next(replace(self._to_choose(), page=before))

    def _skip(self) -> Next:
        return self.leave(self.number + 1, opens=True)

    def _leave(self) -> Next:
        return self.leave(self.number + isinstance(self.shows, GameOver))


def at_step(learning: Learning, number: int, step: int) -> LessonScreen:
    """Return a lesson at the beginning of one of its steps."""
    game = learning.game_name
    lesson = course_of(game).lessons[number]
    steps = steps_for(lesson, knows_relative=learning.progress.knows_relative)
    step = step if step < len(steps) else 0
    position = _game_at(game, steps[step])
    due = position.pending
    session = Session(position, None if due is None else due.seat)
    return LessonScreen(session, shown(session), learning, number, step, page=Saying())


def _saved(screen: TutoredTable, progress: Progress) -> Next:
    """Return a lesson with progress that is saved."""
    screen = replace(screen, learning=replace(screen.learning, progress=progress))
    return Next(screen, (SaveProgress(screen.game_name, progress),))


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
    (N_("s"), N_("skip")),
    (N_("s"), N_("skip the rest of the lesson")),
)
_LEAVE = Binding(
    LEAVE_KEYS,
    lambda screen, *_: screen._leave(),
    (N_("q"), N_("leave")),
    (N_("q, Esc"), N_("leave; the lesson continues here next time")),
)
