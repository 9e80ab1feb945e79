"""All lessons of a game, those that are done marked, and the guided round after them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, field, replace
from foxduet.core.register import FOR_A_TABLE, LESSONS, games_with
from foxduet.store.learning import NOWHERE, Place, Progress
from foxduet.ui.kit.answers import Closed, Event, LessonsOpened, NotSaved
from foxduet.ui.kit.canvas import WIDTH, Canvas, Size, Style, draw_undergrowth
from foxduet.ui.kit.choices import ChoiceScreen, draw_choices, draw_game
from foxduet.ui.kit.effects import OpenLessons, SaveProgress
from foxduet.ui.kit.keys import BACKWARD, DECIDE, FORWARD, IN_A_LIST, LEAVE, beside
from foxduet.ui.kit.screen import Binding, Context, Next, Push, Screen
from foxduet.ui.learn.tutor import Learning, LessonLeft, not_saved
from foxduet.ui.reader import CARDS, HELP, Readable, help_page
from foxduet.words.common import guide_words
from foxduet.words.i18n import _
from foxduet.words.lessons import GuidedRound, course_of, lesson_names
from foxduet.words.text import capitalised, clipped

if TYPE_CHECKING:
    from foxduet.words.text import TextLine

_MARK_COLUMN = 44
_SECONDS_TO_TYPE = 1.0
TOGETHER = N_("Take turns; both hands are open, and you may talk.")


@dataclass(frozen=True, slots=True)
class LessonsScreen(ChoiceScreen, Readable):
    """The list of the lessons; ``two`` people learn together, with both hands open.

    ``typed`` is the first digit of a number that may have a second one, which follows at once.
    """

    game_name: str
    progress: Progress = NOWHERE
    two: bool = False
    cursor: int = field(default=0, kw_only=True)
    typed: str = field(default="", kw_only=True)

    @property
    def names(self) -> list[str]:
        """What the lessons are called in the progress."""
        return [one.name for one in course_of(self.game_name).parts]

    def pointing_at(self, number: int) -> LessonsScreen:
        """Return the list with the cursor on a lesson, the last one if there are not as many."""
        return replace(self, cursor=min(number, len(self.names) - 1))

    def open(self, number: int) -> Next:
        """Open a lesson, where it was left if it was; nothing comes after the last one."""
        from foxduet.ui.learn.guided import guided_round
        from foxduet.ui.learn.lesson import at_step

        parts, menu = course_of(self.game_name).parts, self.pointing_at(number)
        if number >= len(parts):
            return Next(menu)
        place = self.progress.places.get(parts[number].name, Place())
        learning = Learning(self.game_name, self.progress, self.two)
        if isinstance(parts[number], GuidedRound):
            return Next(menu, (Push(guided_round(learning, place)),))
        return Next(menu, (Push(at_step(learning, number, place.step)),))

    def draw(self, canvas: Canvas) -> None:
        """Draw the list between two strips of undergrowth."""
        size, course = canvas.size, course_of(self.game_name)
        top, left = (size.rows - 24) // 2, (size.columns - WIDTH) // 2
        for row in (top, top + 22):
            draw_undergrowth(canvas, row, left, WIDTH)
        canvas.put_centred(top + 1, _("Learn to play"), Style.TITLE)
        draw_game(canvas, top + 2, self.game_name, games_with(LESSONS, *FOR_A_TABLE))
        if self.notice:
            canvas.put_centred(top + 3, clipped(self.notice, size.columns), Style.ALERT)
        elif self.two:
            canvas.put_centred(top + 3, _(TOGETHER), Style.STRONG)
        column, heading = left + 6, top + 4 + len(course.lessons) + 1
        texts = [f"{number:2}  {name}" for number, name in enumerate(lesson_names(course), 1)]
        rules = len(texts) - len(course.strategy)
        for row, first, last in ((top + 4, 0, rules), (heading + 1, rules, len(texts))):
            draw_choices(canvas, row, column, texts[first:last], self.cursor, WIDTH - 8, first)
            for line, name in enumerate(self.names[first:last], row):
                canvas.put(line, column + _MARK_COLUMN, self.mark(name), Style.PRIZE)
        if course.strategy:
            canvas.put(heading, column + 2, _("Strategy"), Style.TITLE)
        for row, (key, choice) in enumerate(self.settings, top + 20):
            canvas.put(row, column, f"   {_(key)}  {choice}", Style.DIM)
            canvas.put_area(row, column, Size(1, WIDTH - 8), (key,))
        canvas.put_centred(top + 23, self.footer, Style.DIM)

    @property
    def choices(self) -> range:
        return range(len(self.names))

    @property
    def settings(self) -> list[tuple[str, str]]:
        """The keys that change how lessons are given, with how they are now."""
        together = _("For one person")
        if self.two:
            together = capitalised(_("for two people at one keyboard, with open hands"))
        answer = _("yes") if self.progress.knows_relative else _("no")
        relative = course_of(self.game_name).relative
        knows = _("{statement}: {answer}").format(statement=_(relative), answer=answer)
        return [("t", together), ("o", knows)]

    def mark(self, name: str) -> str:
        """Return what was done of a lesson, by its name in the progress."""
        if name in self.progress.places:
            return _("started")
        return _("done") if name in self.progress.done else ""

    def help_lines(self, width: int) -> list[TextLine]:
        """Return the keys here, and the rules."""
        return help_page(_("Keys"), self.BINDINGS, guide_words(self.game_name).rules(), width)

    def receive(self, event: Event, context: Context) -> Next:
        """Take the progress of a lesson that was left, or say that it could not be saved."""
        match event:
            case Closed(LessonLeft(progress, number, opens)):
                menu = replace(self, progress=progress).pointing_at(number)
                return menu.open(number) if opens else Next(menu)
            case NotSaved():
                return Next(replace(self, notice=not_saved(event)))
            case _:
                return Next(self)

    @property
    def leads_back(self) -> tuple[str, ...]:
        """A lesson was left for the list by the same key, which may lead on to the title."""
        return LEAVE

    def do(self, choice: int) -> Next:
        return replace(self, typed="").open(choice)

    def _move(self, key: str, context: Context) -> Next:
        """Move the cursor; a second digit makes a number of two, if a lesson has it."""
        number = f"{self.typed}{key}" if self.typed and key.isdecimal() else ""
        if number and int(number) <= len(self.names):
            return Next(replace(self, typed="").pointing_at(int(number) - 1))
        typed = key if key.isdecimal() and key != "0" else ""
        return ChoiceScreen.move(replace(self, typed=typed), key, context)

    @property
    def seconds(self) -> float | None:
        return _SECONDS_TO_TYPE if self.typed else None

    def later(self, context: Context) -> Next:
        return Next(replace(self, typed=""))

    def _change_game(self, key: str, context: Context) -> Next:
        """Show the lessons of the next game, or of the one before."""
        every = games_with(LESSONS, *context.options.parts)
        return Next(self, (OpenLessons(beside(every, self.game_name, key)),))

    def _together(self, _key: str, _context: Context) -> Next:
        return Next(replace(self, two=not self.two))

    def _knows(self, _key: str, _context: Context) -> Next:
        change = partial(replace, knows_relative=not self.progress.knows_relative)
        screen = replace(self, progress=change(self.progress))
        return Next(screen, (SaveProgress(self.game_name, change),))

    BINDINGS: ClassVar = (
        Binding(
            IN_A_LIST,
            _move,
            (N_("up, down"), N_("choose")),
            (N_("Up, down, digits"), N_("choose a lesson")),
        ),
        Binding(
            DECIDE,
            ChoiceScreen.choose,
            (N_("Enter"), N_("begin")),
            (N_("Enter"), N_("begin, or continue where you left")),
        ),
        Binding(
            ("t",),
            _together,
            (N_("t"), N_("one or two")),
            (N_("t"), N_("for one person, or for two with open hands")),
        ),
        Binding(
            ("o",),
            _knows,
            help=(N_("o"), N_("leave out what players of the other game know")),
        ),
        Binding(
            ("g", *BACKWARD, *FORWARD),
            _change_game,
            (N_("g"), N_("games")),
            (N_("g, left, right"), N_("the lessons of the other game")),
        ),
        replace(CARDS, footer=None),
        HELP,
        Binding(LEAVE, Screen.go_back, (N_("q"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


def lessons_screen(opened: LessonsOpened) -> LessonsScreen:
    """Return the list of a game's lessons, with the one chosen that continues.

    That is the one that was left last, or else the next that is not done after the last one done.
    """
    progress, notice = opened.progress, ""
    if opened.damaged:
        notice = _("The file of your progress was damaged; the lessons start over.")
    elif opened.reason:
        notice = _("Your progress cannot be read: {reason}.").format(reason=opened.reason)
    screen = LessonsScreen(opened.game, progress, notice=notice)
    names = screen.names
    left = [names.index(name) for name in progress.places if name in names]
    last = max((at for at, name in enumerate(names) if name in progress.done), default=-1)
    # From the last one done on, and then from the first.
    order = [*range(last + 1, len(names)), *range(last + 1)]
    due = [at for at in order if names[at] not in progress.done]
    return screen.pointing_at((left[-1:] or due or [0])[0])
