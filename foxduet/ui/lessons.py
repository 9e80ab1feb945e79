"""A lesson at the table, and the list of all lessons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.core.cards import Seat
from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import dataclass, field, replace
from foxduet.core.registry import FOR_A_TABLE, LESSONS, games_with, rule_set
from foxduet.play.game import Game, Header, act, open_game
from foxduet.play.table import Session, choose
from foxduet.store.journals import NOWHERE, LessonProgress, Place
from foxduet.ui import guided
from foxduet.ui.kit import pages
from foxduet.ui.kit.canvas import WIDTH, Canvas, Size, Style, draw_undergrowth
from foxduet.ui.kit.effects import Closed, Event
from foxduet.ui.kit.keys import BACKWARD, DECIDE, FORWARD, IN_A_LIST, LEAVE, beside
from foxduet.ui.kit.screen import Binding, Bindings, Context, Next, Push, Screen, call
from foxduet.ui.table.state import Ending, GameOver, shown
from foxduet.words import lessons
from foxduet.words.game_words import game_title
from foxduet.words.i18n import _, pgettext
from foxduet.words.text import capitalised, clipped, format_sentence

if TYPE_CHECKING:
    from foxduet.words.text import TextLine


@dataclass(frozen=True, slots=True)
class LessonScreen(guided.TutoredTable):
    """A lesson, by its place in the course, at a step, with whose position the game begins."""

    number: int
    step: int

    @property
    def course(self) -> lessons.LessonPlan:
        """All lessons of the game."""
        return lessons.course_of(self.game_name)

    @property
    def lesson(self) -> lessons.Lesson:
        """The lesson."""
        return lesson_at(self.course, self.number)

    @property
    def steps(self) -> tuple[lessons.Step, ...]:
        """The steps of the lesson that the player is to see."""
        return lessons.steps_for(self.lesson, knows_relative=self.learning.progress.knows_relative)

    @property
    def now(self) -> lessons.Step:
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
        sentence = _("{name}, this one is for you.") if self.learning.two else _("You are {name}.")
        return format_sentence(sentence, name=self.session.game.header.players[seat])

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
        following = lessons.lesson_names(self.course)[self.number + 1 : self.number + 2]
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
        return (
            (guided.TEXTS[1], _LEAVE)
            if is_over
            else (_BACK, _SKIP, _SKIP_LESSON, *guided.TEXTS, _LEAVE)
        )

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
        return Next(replace(self, made=None, page=guided.Judged(self.made, right, text, title)))

    def go_on(self) -> Next:
        match self.page:
            case guided.Saying(at) if at + 1 < len(self.sentences):
                return Next(replace(self, page=guided.Saying(at + 1)))
            case guided.Saying() if self.now.right:
                return Next(self._to_choose())
            case _:
                return self._next_step()

    def _skip(self) -> Next:
        is_read = isinstance(self.page, guided.Saying) or (
            isinstance(self.page, guided.Judged) and self.page.right
        )
        is_last = self.step + 1 == len(self.steps)
        return self.go_on() if is_read else self._skip_lesson() if is_last else self._next_step()

    def _to_choose(self) -> LessonScreen:
        return replace(at_step(self.learning, self.number, self.step), page=None)

    def _next_step(self) -> Next:
        name, step = self.lesson.name, self.step + 1
        if step == len(self.steps):
            return _saved(self.over(), lambda progress: progress.finished(name))
        following = at_step(self.learning, self.number, step)
        return _saved(following, lambda progress: progress.at(name, Place(step)))

    def back(self) -> Next:
        """Go back to the sentence before, or to the choice that was just made."""
        match self.page:
            case guided.Judged():
                return Next(self._to_choose())
            case guided.Saying(at) if at:
                return Next(replace(self, page=guided.Saying(at - 1)))
            case None if self.sentences:
                before = guided.Saying(len(self.sentences) - 1)
                return Next(replace(self._to_choose(), page=before))
            case _ if self.step == 0:
                return Next(replace(self, notice=_("This is the start of the lesson.")))
            case _:
                return Next(at_step(self.learning, self.number, self.step - 1))

    def _skip_lesson(self) -> Next:
        return self.leave(self.number + 1, opens=True)

    def _leave(self) -> Next:
        return self.leave(self.number + isinstance(self.shows, GameOver))


def at_step(learning: guided.Learning, number: int, step: int) -> LessonScreen:
    """Return a lesson at the beginning of one of its steps."""
    game = learning.game_name
    lesson = lesson_at(lessons.course_of(game), number)
    steps = lessons.steps_for(lesson, knows_relative=learning.progress.knows_relative)
    step = step if step < len(steps) else 0
    position = _game_at(game, steps[step])
    due = position.pending
    session = Session(position, None if due is None else due.seat)
    screen = LessonScreen(session, shown(session), learning, number, step)
    return replace(screen, page=guided.Saying()) if screen.sentences else screen


def _saved(screen: guided.TutoredTable, change: Callable[[LessonProgress], LessonProgress]) -> Next:
    learning = replace(screen.learning, progress=change(screen.learning.progress))
    return Next(replace(screen, learning=learning), (guided.saving(screen.game_name, change),))


def lesson_at(course: lessons.LessonPlan, number: int) -> lessons.Lesson:
    """Return a lesson by its place in the course, from 0."""
    lesson = course.parts[number]
    assert isinstance(lesson, lessons.Lesson), "the guided round is no lesson"
    return lesson


def _game_at(game: str, step: lessons.Step) -> Game:
    rules = rule_set(game)
    setup = rules.setup_from({**lessons.course_of(game).setup, **step.setup})
    begun = open_game(Header(game, setup, (_("Left"), _("Right"))))
    return replace(begun, first=rules.parse_position(step.position, setup))


def _seat_of(game: str, step: lessons.Step) -> Seat | None:
    pending = _game_at(game, step).pending
    return None if pending is None or not step.right else pending.seat


_TRY_AGAIN = Binding(
    guided.CONTINUE.keys, lambda screen, *_: screen.back(), (N_("Space"), N_("try again"))
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
    (N_("s"), N_("skip this page or question")),
    # Translators: the same, in the last row where it has no room for more
    brief=lambda: pgettext("brief", "s, S skip"),
)
_SKIP_LESSON = Binding(
    ("S",),
    lambda screen, *_: screen._skip_lesson(),
    help=(N_("S"), N_("skip to the end of the lesson")),
)
_LEAVE = Binding(
    guided.LEAVE_KEYS,
    lambda screen, *_: screen._leave(),
    (N_("q"), N_("leave")),
    (N_("q, Esc"), N_("leave; the lesson continues from here next time")),
)


_MARK_COLUMN = 44
_SECONDS_TO_TYPE = 1.0
TOGETHER = N_("Take turns. Both hands are open, and you may talk.")


@dataclass(frozen=True, slots=True)
class LessonsScreen(pages.PageScreen):
    """The list of the lessons; ``two`` people learn together, with both hands open.

    ``typed`` is the first digit of a number that may have a second one, which follows at once.
    """

    game_name: str
    progress: LessonProgress = NOWHERE
    two: bool = False
    cursor: int = field(default=0, kw_only=True)
    typed: str = field(default="", kw_only=True)

    @property
    def names(self) -> list[str]:
        """What the lessons are called in the progress."""
        return [one.name for one in lessons.course_of(self.game_name).parts]

    def pointing_at(self, number: int) -> LessonsScreen:
        """Return the list with the cursor on a lesson, the last one if there are not as many."""
        return replace(self, cursor=min(number, len(self.names) - 1))

    def open(self, number: int) -> Next:
        """Open a lesson, where it was left if it was; nothing comes after the last one."""
        parts, menu = lessons.course_of(self.game_name).parts, self.pointing_at(number)
        if number >= len(parts):
            return Next(menu)
        place = self.progress.places.get(parts[number].name, Place())
        learning = guided.Learning(self.game_name, self.progress, self.two)
        if isinstance(parts[number], lessons.GuidedRound):
            return Next(menu, (Push(guided.guided_round(learning, place)),))
        return Next(menu, (Push(at_step(learning, number, place.step)),))

    @property
    def page(self) -> pages.ListPage:
        course = lessons.course_of(self.game_name)
        names, strategy = lessons.lesson_names(course), len(self.names) - len(course.strategy)
        items = [
            pages.Item(name, self.mark(key), _("Strategy") if at == strategy else "")
            for at, (name, key) in enumerate(zip(names, self.names, strict=True))
        ]
        title, chosen = _("Learn to play") + f". {game_title(self.game_name)}.", names[self.cursor]
        ask = _("Which lesson? Say its number, or press Enter for {number}: {title}.")
        ask = ask.format(number=self.cursor + 1, title=chosen)
        ask = ask.removesuffix(".") if chosen.endswith("?") else ask
        settings = [f"{choice}." for _key, choice in self.settings]
        return pages.ListPage(title, items, [_(TOGETHER)] if self.two else [], settings, ask)

    def draw(self, canvas: Canvas) -> None:
        size, column = canvas.size, (canvas.size.columns - WIDTH) // 2 + 6
        top, left = (size.rows - 24) // 2, (size.columns - WIDTH) // 2
        for row in (top, top + 22):
            draw_undergrowth(canvas, row, left, WIDTH)
        canvas.put_centred(top + 1, _("Learn to play"), Style.TITLE)
        pages.draw_game(canvas, top + 2, self.game_name, games_with(LESSONS, *FOR_A_TABLE))
        if self.notice:
            canvas.put_centred(top + 3, clipped(self.notice, size.columns), Style.STRONG)
        elif self.two:
            canvas.put_centred(top + 3, _(TOGETHER), Style.STRONG)
        numbers = enumerate(self.page.items, 1)
        items = [replace(item, label=f"{number:2}  {item.label}") for number, item in numbers]
        pages.draw_items(canvas, top + 4, column, items, self.cursor, WIDTH - 8, _MARK_COLUMN)
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
            together = capitalised(_("for two people at one keyboard, with both hands open"))
        answer = _("yes") if self.progress.knows_relative else _("no")
        relative = lessons.course_of(self.game_name).relative
        knows = _("{statement}: {answer}").format(statement=_(relative), answer=answer)
        return [("t", together), ("o", knows)]

    def mark(self, name: str) -> str:
        """Return what was done of a lesson, by its name in the progress."""
        if name in self.progress.places:
            return _("started")
        return _("done") if name in self.progress.done else ""

    def help_lines(self, width: int) -> list[TextLine]:
        return pages.help_page(_("Keys"), self.BINDINGS, (), width)

    def receive(self, event: Event, context: Context) -> Next:
        match event:
            case Closed(guided.LessonLeft(progress, number, opens)):
                menu = replace(self, progress=progress).pointing_at(number)
                return menu.open(number) if opens else Next(menu)
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
        return pages.ChoiceScreen.move(replace(self, typed=typed), key, context)

    @property
    def seconds(self) -> float | None:
        return _SECONDS_TO_TYPE if self.typed else None

    def later(self, context: Context) -> Next:
        return Next(replace(self, typed=""))

    def _change_game(self, key: str, context: Context) -> Next:
        every = games_with(LESSONS, *context.options.parts)
        following = beside(every, self.game_name, key)
        return Next(self, (call("performer:open_lessons", following, self),))

    def _knows(self, _key: str, _context: Context) -> Next:
        change = partial(replace, knows_relative=not self.progress.knows_relative)
        screen = replace(self, progress=change(self.progress))
        return Next(screen, (guided.saving(self.game_name, change),))

    BINDINGS: ClassVar = (
        Binding(
            IN_A_LIST,
            _move,
            (N_("up, down"), N_("choose")),
            (N_("Up, down, digits"), N_("choose a lesson")),
        ),
        Binding(
            DECIDE,
            pages.ChoiceScreen.choose,
            (N_("Enter"), N_("begin")),
            (N_("Enter"), N_("start, or carry on where you left off")),
        ),
        Binding(
            ("t",),
            lambda screen, *_: Next(replace(screen, two=not screen.two)),
            (N_("t"), N_("one or two")),
            (N_("t"), N_("for one person, or for two with both hands open")),
            word=(NC_("command", "two"), N_("for one person, or for two with both hands open")),
        ),
        Binding(
            ("o",),
            _knows,
            help=(N_("o"), N_("skip what players of the other game already know")),
            word=(NC_("command", "known"), N_("skip what players of the other game already know")),
        ),
        Binding(
            ("g", *BACKWARD, *FORWARD),
            _change_game,
            (N_("g"), N_("games")),
            (N_("g, left, right"), N_("the lessons of the other game")),
            word=(NC_("command", "game"), N_("the lessons of the other game")),
        ),
        replace(pages.CARDS, footer=None),
        pages.HELP,
        Binding(LEAVE, Screen.go_back, (N_("q"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


def lessons_screen(game: str, progress: LessonProgress, notice: str = "") -> LessonsScreen:
    """Return the list of a game's lessons, with the one chosen that continues.

    That is the one that was left last, or else the next that is not done after the last one done.
    """
    screen = LessonsScreen(game, progress, notice=notice)
    names = screen.names
    left = [names.index(name) for name in progress.places if name in names]
    last = max((at for at, name in enumerate(names) if name in progress.done), default=-1)
    # From the last one done on, and then from the first.
    order = [*range(last + 1, len(names)), *range(last + 1)]
    due = [at for at in order if names[at] not in progress.done]
    return screen.pointing_at((left[-1:] or due or [0])[0])
