"""A lesson at the table, and the list of all lessons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar

from foxduet.core.cards import Seat
from foxduet.core.errors import N_, NC_
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import LESSONS, TABLE_PARTS, games_with, rule_set
from foxduet.play.game import Game, Header, act, open_game
from foxduet.play.table_session import TableSession, choose_at_table
from foxduet.store.journals import NO_PROGRESS, LessonPlace, LessonProgress
from foxduet.ui import guided
from foxduet.ui.kit import pages
from foxduet.ui.kit.canvas import WIDTH, Canvas, Size, Style, draw_undergrowth
from foxduet.ui.kit.effects import Event, ScreenClosed
from foxduet.ui.kit.keys import BACKWARD, DECIDE_KEYS, FORWARD, LEAVE_KEYS, LIST_KEYS, neighbour
from foxduet.ui.kit.screen import Binding, Bindings, Context, Push, Screen, Transition, call
from foxduet.ui.table.state import EndAction, GameOver, mode_for
from foxduet.words import lessons
from foxduet.words.game_words import game_title
from foxduet.words.i18n import _, pgettext
from foxduet.words.text import OwnNames, capitalize_first, clip, format_sentence


@dataclass(frozen=True, slots=True)
class LessonScreen(guided.TutoredTable):
    """Lesson ``number`` of the plan, at a step that sets up its own position."""

    number: int
    step: int

    shows_outlook: ClassVar[bool] = False
    """Lessons ask for the result of a choice, so the table must not show it."""
    saving: ClassVar[tuple[()]] = ()
    """A lesson is only saved at its steps."""

    @property
    def lesson(self) -> lessons.Lesson:
        return lesson_by_number(self.game_name, self.number)

    @property
    def steps(self) -> tuple[lessons.LessonStep, ...]:
        """The steps of the lesson, without those that the learners know already."""
        return lessons.steps_for(self.lesson, knows_relative=self.learning.progress.knows_relative)

    @property
    def current_step(self) -> lessons.LessonStep:
        return self.steps[self.step]

    @property
    def title(self) -> str:
        sentence = _("Lesson {number}: {title}")
        return sentence.format(number=self.number + 1, title=_(self.lesson.title))

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(_(sentence) for sentence in self.current_step.sentences)

    @property
    def advice(self) -> Sequence[str]:
        """The question, after the name of the seat that must answer if it has changed."""
        return (" ".join(filter(None, (self.new_seat_sentence, _(self.current_step.question)))),)

    @property
    def seat_sentence(self) -> str:
        """A sentence that names the seat that must answer; "" if no seat must."""
        seat = self.session.visible_seat
        if seat is None or not self.current_step.right_choices:
            return ""
        name = self.session.game.header.players[seat]
        if not self.learning.two_people:
            return format_sentence(_("You are {name}."), name=name)
        own_name = self.learning.own_names[seat]
        if own_name is None:
            return format_sentence(_("{name}, this one is for you."), name=name)
        sentence = _("{name}, this one is for you: you are {seat}.")
        return format_sentence(sentence, name=own_name, seat=name)

    @property
    def new_seat_sentence(self) -> str:
        """``seat_sentence``, or "" if the same seat answered the previous question."""
        previous_seat: Seat | None = None
        for step in self.steps[: self.step]:
            pending = _step_game(self.game_name, step).pending
            if step.right_choices and pending is not None and pending.seat is not None:
                previous_seat = pending.seat
        return "" if self.session.visible_seat is previous_seat else self.seat_sentence

    @property
    def end_actions(self) -> Sequence[EndAction]:
        actions = (
            (_("Again"), lambda *_: Transition(lesson_screen(self.learning, self.number, 0))),
            (_("All lessons"), lambda *_: self._leave()),
        )
        names = lessons.lesson_titles(lessons.lesson_plan(self.game_name))
        if self.number + 1 == len(names):
            return actions[::-1]
        title = _("Next: {title}").format(title=names[self.number + 1])
        return ((title, lambda *_: self._skip_lesson()), *actions)

    @property
    def retry_binding(self) -> tuple[Binding, str]:
        return _TRY_AGAIN, _("Press Space to take it back and try again.")

    @property
    def own_bindings(self) -> Bindings:
        if isinstance(self.mode, GameOver):
            return (guided.TEXT_BINDINGS[1], _LEAVE)
        return (_BACK, _SKIP, _SKIP_LESSON, *guided.TEXT_BINDINGS, _LEAVE)

    @property
    def closing_sentence(self) -> str:
        return _("Lesson {number} is done.").format(number=self.number + 1)

    def draw_end(self, canvas: Canvas, row: int) -> int:
        canvas.put_centred(row, self.closing_sentence, Style.PROMPT)
        return row + 2

    def play(self, option: Any, context: Context) -> Transition:
        """Play an option, and the replies to it in the same trick."""
        after, rules = choose_at_table(self.session, option), self.session.game.rules
        replies, trick = self.current_step.replies, rules.progress(self.session.state)
        while rules.progress(after.state) == trick:
            legal = rules.legal_actions(after.state)
            allowed = [reply for reply in map(rules.parse_action, replies) if reply in legal]
            if not allowed:
                break
            after = replace(after, game=act(after.game, allowed[0]))
        return self.after_choice(option, after, context)

    def give_feedback(self) -> Transition:
        if self.played is None:
            return Transition(self)
        step, choice = self.current_step, self.session.game.rules.format_action(self.played.option)
        reasons = (kind.reason for kind in step.wrong_choices if choice in kind.choices)
        right = choice in step.right_choices
        title = _("Well done.") if right else _("Not quite.")
        text = _(step.praise if right else next(reasons))
        if step.worth is not None:
            text = f"{text} {step.worth.sentence(choice)}"
        page = guided.Feedback(self.played, right, text, title)
        return Transition(replace(self, played=None, page=page))

    def advance(self) -> Transition:
        match self.page:
            case guided.TutorLine(index) if index + 1 < len(self.sentences):
                return Transition(replace(self, page=guided.TutorLine(index + 1)))
            case guided.TutorLine() if self.current_step.right_choices:
                return Transition(self._at_question())
            case _:
                return self._next_step()

    def _skip(self) -> Transition:
        match self.page:
            case guided.TutorLine() | guided.Feedback(right=True):
                return self.advance()
        return self._next_step() if self.step + 1 < len(self.steps) else self._skip_lesson()

    def _at_question(self) -> LessonScreen:
        return replace(lesson_screen(self.learning, self.number, self.step), page=None)

    def _next_step(self) -> Transition:
        name, step = self.lesson.name, self.step + 1
        if step == len(self.steps):
            return _save_progress(self.at_end(), lambda progress: progress.with_finished(name))
        following = lesson_screen(self.learning, self.number, step)
        place = LessonPlace(step)
        return _save_progress(following, lambda progress: progress.with_place(name, place))

    def back(self) -> Transition:
        """Go back to the previous sentence, or to the choice just made."""
        match self.page:
            case guided.Feedback():
                return Transition(self._at_question())
            case guided.TutorLine(index) if index:
                return Transition(replace(self, page=guided.TutorLine(index - 1)))
            case None if self.sentences:
                before = guided.TutorLine(len(self.sentences) - 1)
                return Transition(replace(self._at_question(), page=before))
            case _ if self.step == 0:
                return Transition(replace(self, notice=_("This is the start of the lesson.")))
            case _:
                return Transition(lesson_screen(self.learning, self.number, self.step - 1))

    def _skip_lesson(self) -> Transition:
        return self.leave(self.number + 1, opens=True)

    def _leave(self) -> Transition:
        return self.leave(self.number + isinstance(self.mode, GameOver))


def lesson_screen(learning: guided.Learning, number: int, step: int) -> LessonScreen:
    """Return a lesson at the beginning of a step, or of its first step if it has no such step."""
    game = learning.game_name
    lesson = lesson_by_number(game, number)
    steps = lessons.steps_for(lesson, knows_relative=learning.progress.knows_relative)
    # Learners who know the other game may have fewer steps than when they left the lesson.
    step = step if step < len(steps) else 0
    position = _step_game(game, steps[step])
    due = position.pending
    session = TableSession(position, None if due is None else due.seat)
    screen = LessonScreen(session, mode_for(session), learning, number, step)
    return replace(screen, page=guided.TutorLine()) if screen.sentences else screen


def _save_progress(
    screen: guided.TutoredTable, change: Callable[[LessonProgress], LessonProgress]
) -> Transition:
    learning = replace(screen.learning, progress=change(screen.learning.progress))
    saving = guided.save_progress_call(screen.game_name, change)
    return Transition(replace(screen, learning=learning), (saving,))


def lesson_by_number(game: str, number: int) -> lessons.Lesson:
    """Return a lesson by its index in the game's plan."""
    lesson = lessons.lesson_plan(game).parts[number]
    assert isinstance(lesson, lessons.Lesson), "the guided round is no lesson"
    return lesson


def _step_game(game: str, step: lessons.LessonStep) -> Game:
    rules = rule_set(game)
    setup = rules.setup_from({**lessons.lesson_plan(game).setup, **step.setup})
    begun = open_game(Header(game, setup, (_("Left"), _("Right"))))
    return replace(begun, initial_state=rules.parse_position(step.position, setup))


_TRY_AGAIN = Binding(
    guided.CONTINUE.keys, lambda screen, *_: screen.back(), (N_("Space"), N_("try again"))
)
_BACK = Binding(
    ("u",),
    lambda screen, *_: screen.back(),
    (N_("u"), N_("back")),
    (N_("u"), N_("go back to the step before")),
    spoken_command=(NC_("command", "back"), N_("go back to the step before")),
)
_SKIP = Binding(
    ("s",),
    lambda screen, *_: screen._skip(),
    # Translators: s skips a page or a question, S the whole lesson
    (N_("s, S"), N_("skip page, lesson")),
    (N_("s"), N_("skip this page or question")),
    # Translators: the same, in the last row where it has no room for more
    short_footer=lambda: pgettext("brief", "s, S skip"),
    spoken_command=(NC_("command", "skip"), N_("skip this page or question")),
)
_SKIP_LESSON = Binding(
    ("S",),
    lambda screen, *_: screen._skip_lesson(),
    help_text=(N_("S"), N_("skip to the end of the lesson")),
    spoken_command=(NC_("command", "skip lesson"), N_("skip to the end of the lesson")),
)
_LEAVE = Binding(
    guided.TUTOR_LEAVE_KEYS,
    lambda screen, *_: screen._leave(),
    (N_("q"), N_("leave")),
    (N_("q, Esc"), N_("leave; the lesson continues from here next time")),
)


_MARK_COLUMN = 44
_TYPING_SECONDS = 1.0
TOGETHER = N_("Take turns. Both hands are open, and you may talk.")


@dataclass(frozen=True, slots=True)
class LessonsScreen(pages.ListScreen):
    """The list of lessons.

    two_people: two people learn together, with open hands.
    typed: the first digit of a lesson number that may have a second one.
    """

    game_name: str
    progress: LessonProgress = NO_PROGRESS
    two_people: bool = False
    own_names: OwnNames = (None, None)
    cursor: int = field(default=0, kw_only=True)
    typed: str = field(default="", kw_only=True)
    help_title: ClassVar[str] = N_("Keys")
    back_keys: ClassVar[tuple[str, ...]] = LEAVE_KEYS
    """The same key may have closed a lesson."""

    @property
    def names(self) -> list[str]:
        """Names of all lessons and the guided round, which are keys in the saved progress."""
        return [part.name for part in lessons.lesson_plan(self.game_name).parts]

    def with_cursor_on(self, number: int) -> LessonsScreen:
        """Return the list with lesson ``number`` selected, or the last lesson."""
        return replace(self, cursor=min(number, len(self.names) - 1))

    def open(self, number: int) -> Transition:
        """Open a lesson where it was left; stay on the list if ``number`` is after the last."""
        parts, menu = lessons.lesson_plan(self.game_name).parts, self.with_cursor_on(number)
        if number >= len(parts):
            return Transition(menu)
        place = self.progress.places.get(parts[number].name, LessonPlace())
        learning = guided.Learning(self.game_name, self.progress, self.two_people, self.own_names)
        if isinstance(parts[number], lessons.GuidedRound):
            return Transition(menu, (Push(guided.guided_screen(learning, place)),))
        return Transition(menu, (Push(lesson_screen(learning, number, place.step)),))

    @property
    def content(self) -> pages.ListContent:
        plan, progress = lessons.lesson_plan(self.game_name), self.progress
        titles, strategy = lessons.lesson_titles(plan), len(self.names) - len(plan.strategy)
        status = dict.fromkeys(progress.done, _("done"))
        status |= dict.fromkeys(progress.places, _("started"))
        items = [
            pages.ListItem(name, status.get(key, ""), _("Strategy") if index == strategy else "")
            for index, (name, key) in enumerate(zip(titles, self.names, strict=True))
        ]
        title, chosen = _("Learn to play") + f". {game_title(self.game_name)}.", titles[self.cursor]
        ask = _("Which lesson? Say its number, or press Enter for {number}: {title}.")
        ask = ask.format(number=self.cursor + 1, title=chosen)
        ask = ask.removesuffix(".") if chosen.endswith("?") else ask
        settings = [f"{choice}." for _key, choice in self.settings]
        return pages.ListContent(
            title, items, [_(TOGETHER)] if self.two_people else [], settings, ask
        )

    def draw(self, canvas: Canvas) -> None:
        size, column = canvas.size, (canvas.size.columns - WIDTH) // 2 + 6
        top, left = (size.rows - 24) // 2, (size.columns - WIDTH) // 2
        for row in (top, top + 22):
            draw_undergrowth(canvas, row, left, WIDTH)
        canvas.put_centred(top + 1, _("Learn to play"), Style.TITLE)
        pages.draw_game_name(canvas, top + 2, self.game_name, games_with(LESSONS, *TABLE_PARTS))
        if self.notice:
            canvas.put_centred(top + 3, clip(self.notice, size.columns), Style.STRONG)
        elif self.two_people:
            canvas.put_centred(top + 3, _(TOGETHER), Style.STRONG)
        numbers = enumerate(self.content.items, 1)
        items = [replace(item, label=f"{number:2}  {item.label}") for number, item in numbers]
        pages.draw_items(canvas, top + 4, column, items, self.cursor, WIDTH - 8, _MARK_COLUMN)
        for row, (key, choice) in enumerate(self.settings, top + 20):
            canvas.put(row, column, f"   {_(key)}  {choice}", Style.DIM)
            canvas.add_click_area(row, column, Size(1, WIDTH - 8), (key,))
        canvas.put_centred(top + 23, self.footer, Style.DIM)

    @property
    def choices(self) -> range:
        return range(len(self.names))

    @property
    def settings(self) -> list[tuple[str, str]]:
        """The keys for settings of the lessons, and their current values."""
        together = _("For one person")
        if self.two_people:
            together = capitalize_first(_("for two people at one keyboard, with both hands open"))
        answer = _("yes") if self.progress.knows_relative else _("no")
        relative = lessons.lesson_plan(self.game_name).relative_statement
        knows = _("{statement}: {answer}").format(statement=_(relative), answer=answer)
        return [("t", together), ("o", knows)]

    def handle_event(self, event: Event, context: Context) -> Transition:
        match event:
            case ScreenClosed(guided.LessonClosed(progress, number, opens)):
                menu = replace(self, progress=progress).with_cursor_on(number)
                return menu.open(number) if opens else Transition(menu)
            case _:
                return Transition(self)

    def activate(self, choice: int) -> Transition:
        return replace(self, typed="").open(choice)

    def _move(self, key: str, context: Context) -> Transition:
        """Move the cursor; a second digit completes a two-digit number."""
        number = f"{self.typed}{key}" if self.typed and key.isdecimal() else ""
        if number and int(number) <= len(self.names):
            return Transition(replace(self, typed="").with_cursor_on(int(number) - 1))
        typed = key if key.isdecimal() and key != "0" else ""
        return pages.ChoiceScreen.move_cursor(replace(self, typed=typed), key, context)

    @property
    def timeout(self) -> float | None:
        return _TYPING_SECONDS if self.typed else None

    def on_timeout(self, context: Context) -> Transition:
        return Transition(replace(self, typed=""))

    def _change_game(self, key: str, context: Context) -> Transition:
        games = games_with(LESSONS, *context.options.parts)
        following = neighbour(games, self.game_name, key)
        return Transition(self, (call("effect_handlers:open_lessons", following, self),))

    def _toggle_known(self, _key: str, _context: Context) -> Transition:
        change = partial(replace, knows_relative=not self.progress.knows_relative)
        screen = replace(self, progress=change(self.progress))
        return Transition(screen, (guided.save_progress_call(self.game_name, change),))

    BINDINGS: ClassVar = (
        Binding(
            LIST_KEYS,
            _move,
            (N_("up, down"), N_("choose")),
            (N_("Up, down, digits"), N_("choose a lesson")),
        ),
        Binding(
            DECIDE_KEYS,
            pages.ChoiceScreen.activate_cursor,
            (N_("Enter"), N_("begin")),
            (N_("Enter"), N_("start, or carry on where you left off")),
        ),
        Binding(
            ("t",),
            lambda screen, *_: Transition(replace(screen, two_people=not screen.two_people)),
            (N_("t"), N_("one or two")),
            (N_("t"), N_("for one person, or for two with both hands open")),
            spoken_command=(
                NC_("command", "two"),
                N_("for one person, or for two with both hands open"),
            ),
        ),
        Binding(
            ("o",),
            _toggle_known,
            help_text=(N_("o"), N_("skip what players of the other game already know")),
            spoken_command=(
                NC_("command", "known"),
                N_("skip what players of the other game already know"),
            ),
        ),
        Binding(
            ("g", *BACKWARD, *FORWARD),
            _change_game,
            (N_("g"), N_("games")),
            (N_("g, left, right"), N_("the lessons of the other game")),
            spoken_command=(NC_("command", "game"), N_("the lessons of the other game")),
        ),
        replace(pages.CARDS_BINDING, footer=None),
        pages.HELP_BINDING,
        Binding(LEAVE_KEYS, Screen.go_back, (N_("q"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


def lessons_screen(game: str, progress: LessonProgress, notice: str = "") -> LessonsScreen:
    """Return the list of a game's lessons, with the lesson to continue selected.

    That is the lesson that was left last, or else the next one after the last finished lesson.
    """
    screen = LessonsScreen(game, progress, notice=notice)
    names = screen.names
    left = [names.index(name) for name in progress.places if name in names]
    last = max((at for at, name in enumerate(names) if name in progress.done), default=-1)
    order = [*range(last + 1, len(names)), *range(last + 1)]
    due = [at for at in order if names[at] not in progress.done]
    return screen.with_cursor_on((left[-1:] or due or [0])[0])
