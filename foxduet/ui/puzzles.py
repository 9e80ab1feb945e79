"""Exercises with one best choice at the table: puzzles, and their list."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from datetime import date
from enum import Enum, auto
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.ai.partner import Stop, Thought
from foxduet.analysis import rating
from foxduet.analysis.puzzles import (
    Puzzle,
    evaluate_puzzle,
    parse_puzzle,
    puzzles_of,
    review_attempt,
)
from foxduet.analysis.review import MIN_COSTLY_LOSS
from foxduet.core.cards import Seat, card_in_action
from foxduet.core.errors import N_, NC_, FoxduetError
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import PUZZLES, TABLE_PARTS, games_with, rule_set
from foxduet.play.game import Names, PartnerNames
from foxduet.play.table_session import TableSession, hinted_seat, observe_game
from foxduet.ui.kit import effects, pages
from foxduet.ui.kit.canvas import WIDTH, Canvas, Style, draw_undergrowth
from foxduet.ui.kit.effects import PuzzleSource
from foxduet.ui.kit.keys import (
    BACKWARD,
    CURSOR_KEYS,
    DECIDE_KEYS,
    ENTER,
    FORWARD,
    LEAVE_KEYS,
    LINE_KEY,
    LIST_KEYS,
    SPACE,
    neighbour,
)
from foxduet.ui.kit.pages import CARDS_BINDING, HELP_BINDING, help_page
from foxduet.ui.kit.screen import (
    TICK_SECONDS,
    Binding,
    Bindings,
    Context,
    Effects,
    Pop,
    Push,
    Screen,
    Transition,
    call,
)
from foxduet.ui.replay import line_screen, tell_last_action
from foxduet.ui.table import state
from foxduet.ui.table.advice import draw_chances, draw_team_question, options_line
from foxduet.ui.table.drawing import MESSAGE_ROWS, draw_footer, layout_for, newest_rows
from foxduet.ui.table.keys import PLAYING, playing_bindings
from foxduet.ui.table.screen import PlayScreen
from foxduet.ui.table.views import draw_overlay_row, draw_text_box, draw_turn, draw_without_choice
from foxduet.words import text
from foxduet.words.game_words import companion_label, game_title, guide_words, table_words
from foxduet.words.i18n import _, ngettext, spoken_day
from foxduet.words.progress import (
    change_sentence,
    curve_rows,
    day_label,
    due_label,
    puzzle_kind_label,
    rating_sentence,
    shared_line,
)
from foxduet.words.review import cost_phrase
from foxduet.words.scores import solved_phrase
from foxduet.words.story import number_word

if TYPE_CHECKING:
    from foxduet.ai.reasons import Reason
    from foxduet.ai.workers import Job
    from foxduet.analysis.review import Assessment, Review
    from foxduet.store.journals import Journal, Mistake
    from foxduet.words.text import TextLine


_TITLE_COLUMNS = 16
_MAX_TRIES = 2
_RETRY_PROMPT = N_("Press Space to try again, or a for the answer.")


class AnswerPage(Enum):
    """A page over the table."""

    TRY_AGAIN = auto()
    ANSWER = auto()


@dataclass(frozen=True, slots=True)
class ExerciseScreen(PlayScreen):
    """A table where the player must find one choice; the game is not saved.

    attempts: the choices made so far.
    """

    attempts: tuple[Any, ...] = field(default=(), kw_only=True)
    page: AnswerPage | None = field(default=None, kw_only=True)

    if TYPE_CHECKING:
        # Each kind of exercise defines these.
        @property
        def title(self) -> str: ...
        @property
        def question(self) -> str: ...
        @property
        def answer(self) -> Any: ...
        @property
        def own_bindings(self) -> Bindings: ...
        @property
        def comparison(self) -> tuple[Review, Assessment] | None:
            """The review to compare the answer with, and its assessment; None until known."""

        def is_right(self, action: Any) -> bool: ...
        def cost_sentence(self, cost: str) -> str: ...
        def next_exercise(self) -> Transition: ...
        def leave(self) -> Transition: ...

    @property
    def further(self) -> tuple[str, str, str]:
        """The theme, the change of the rating, and a streak; each may be ""."""
        return "", "", ""

    @property
    def first_saved(self) -> Effects:
        """Effects that save the first choice."""
        return ()

    saving: ClassVar[Effects] = ()
    end_actions: ClassVar[Sequence[state.EndAction]] = ()
    turns_pages: ClassVar[bool] = False
    """An answer must not be skipped by the key that made the choice."""
    nothing_at_stake: ClassVar[bool] = False
    allows_shortcuts: ClassVar[bool] = False
    shows_news: ClassVar[bool] = False

    @property
    def excluded_choices(self) -> tuple[Any, ...]:
        """The choices known to be wrong, and the last attempt."""
        return self.attempts

    @property
    def is_solved(self) -> bool:
        """True if the first attempt was right."""
        return bool(self.attempts) and self.is_right(self.attempts[0])

    @property
    def is_last_right(self) -> bool:
        """True if the last attempt was right."""
        return bool(self.attempts) and self.is_right(self.attempts[-1])

    @property
    def wrong_sentence(self) -> str:
        """A sentence that only rejects the last attempt."""
        sentence = _("Not {choice}: something else is better.")
        return sentence.format(choice=self._phrase(self.attempts[-1]))

    @property
    def verdict(self) -> str:
        """A sentence with the right choice."""
        if not self.is_last_right:
            answer = _("Not quite. The answer: {choice}.")
            answer = answer if self.attempts else _("The answer: {choice}.")
            return answer.format(choice=self._phrase(self.answer))
        right = _("Correct: {choice}.") if self.is_solved else _("Correct this time: {choice}.")
        return right.format(choice=self._phrase(self.attempts[-1]))

    def _phrase(self, action: Any) -> str:
        names = text.names_at_table(self.session.game.header)
        return table_words(self.game_name).choices.choice_phrase(action, names)

    @property
    def has_text_to_read(self) -> bool:
        return self.page is not None

    @property
    def decision_id(self) -> object:
        position = self.session.game.initial_state, len(self.session.game.turns)
        return type(self), position, self.page, self.is_just_shown, len(self.attempts)

    @property
    def awaits_job(self) -> bool:
        return self.comparison is None

    @property
    def timeout(self) -> float | None:
        if self.is_just_shown:
            return state.FRESH_SECONDS
        return TICK_SECONDS if self.awaits_job else None

    def on_settled(self) -> Transition:
        return Transition(self)

    def play(self, option: Any, context: Context) -> Transition:
        """Judge a choice: show the answer, or offer another try."""
        if option in self.excluded_choices:
            return Transition(replace(self, notice=_("That's not it; try something else.")))
        after = replace(self, attempts=(*self.attempts, option), mode=state.mode_for(self.session))
        left = self.choice_count - len(after.excluded_choices)
        # If only one choice is left, a second try would give the answer away.
        may_try = len(after.attempts) < _MAX_TRIES and left > 1
        page = AnswerPage.TRY_AGAIN if may_try and not after.is_last_right else AnswerPage.ANSWER
        return Transition(replace(after, page=page), () if self.attempts else after.first_saved)

    @property
    def choice_count(self) -> int:
        """The number of choices with different effects."""
        return len(observe_game(self.session.game, hinted_seat(self.session)).distinct_choices)

    @property
    def reason(self) -> Reason | None:
        """Why the right choice is better than the choice compared with it; None until known."""
        return None if self.comparison is None else self.comparison[1].reason

    def open_line(self) -> Transition:
        """Show how play may go on: first after the wrong choice, unless the first was right."""
        assert self.reason is not None, "a line belongs to a reason"
        line = line_screen(self.session.game.header, self.reason, of_best=self.is_solved)
        return Transition(self, (Push(line),))

    @property
    def bindings(self) -> Bindings:
        match self.page:
            case AnswerPage.TRY_AGAIN:
                return (_TRY_AGAIN, _ANSWER, *self.own_bindings)
            case AnswerPage.ANSWER:
                return (_NEXT, _LINE, *self.own_bindings)
            case None:
                return (*playing_bindings(self), _ANSWER, *self.own_bindings)

    def help_lines(self, width: int) -> list[TextLine]:
        own = (*PLAYING, _ANSWER, _NEXT, _LINE, *self.own_bindings)
        return help_page(_("Keys"), own, (), width)

    def draw(self, canvas: Canvas) -> None:
        layout, game = layout_for(canvas.size), self.session.game
        self._draw_table(canvas)
        match self.page:
            case None:
                if not isinstance(self.mode, state.Choosing) or self.mode.typed is None:
                    news = tell_last_action(game, len(game.turns), self.session.visible_seat)
                    self._say(canvas, *news, self.question)
            case AnswerPage.TRY_AGAIN:
                self._say(canvas, self.wrong_sentence)
                draw_overlay_row(canvas, layout.prompt, _(_RETRY_PROMPT), Style.PLAIN)
            case AnswerPage.ANSWER:
                self._draw_answer(canvas)
        # The board may draw something right after the title.
        title = text.clip(self.title, _TITLE_COLUMNS)
        canvas.put(layout.scenery, layout.left + 1, f" {title} ", Style.TITLE)
        if self.notice and self.has_text_to_read:
            style = Style.ALERT if isinstance(self.notice, text.Alert) else Style.PLAIN
            notice = text.clip(text.mark_alert(self.notice), layout.width - 4)
            draw_overlay_row(canvas, layout.outlook, notice, style)
        draw_footer(canvas, self.footer)

    def _draw_table(self, canvas: Canvas) -> None:
        if isinstance(self.mode, state.RoundEnd):
            draw_without_choice(self, canvas)
            row, two = layout_for(canvas.size).hand + 1, self.session.partner is None
            draw_team_question(self, canvas, row, self.mode, two=two)
            return
        assert isinstance(self.mode, state.Choosing), "a seat must choose"
        draw_turn(replace(self, notice="") if self.has_text_to_read else self, self.mode, canvas)

    def _draw_answer(self, canvas: Canvas) -> None:
        layout, header = layout_for(canvas.size), self.session.game.header
        observation = observe_game(self.session.game, hinted_seat(self.session))
        width, verdict = layout.width - 4, self.verdict
        below, changed, streak = self.further
        if self.comparison is None:
            trail = text.progress_dots(self.ticks, canvas.glyphs)
            reason = _("Looking for the reason {trail}").format(trail=trail)
        else:
            review, assessment = self.comparison
            reason = guide_words(self.game_name).cost_sentence(review, assessment)
            cost = f"{verdict} {self.cost_sentence(cost_phrase(assessment))}"
            if not self.is_last_right and text.text_width(cost) <= width:
                verdict = cost
            values = assessment.estimates
            thought = Thought(self.answer, values, assessment.worlds)
            draw_chances(canvas, state.Hint(thought, state.MAX_HINT_STEPS), observation, header)
            cardless = [value for value in values if card_in_action(value.action) is None]
            if cardless:
                below = options_line(observation, cardless, values, header, canvas.glyphs)
        self._say(canvas, reason, style=Style.PLAIN)
        below, style = streak or below, Style.GAIN if streak else Style.PLAIN
        draw_overlay_row(canvas, layout.outlook, text.clip(below, width), style)
        style = Style.GAIN if self.is_last_right else Style.PLAIN
        draw_overlay_row(canvas, layout.prompt, text.clip(verdict, width), style)
        rows = ((layout.outlook, below), (layout.prompt, verdict))
        end = layout.left + layout.width - 2
        room = [row for row, line in rows if text.text_width(f"{line}  {changed}") <= width]
        if changed and room:
            by = changed[changed.rindex("(") :]
            canvas.put_right(room[0], end - text.text_width(by), changed.removesuffix(by))
            canvas.put_right(room[0], end, by, Style.GAIN if self.is_solved else Style.LOSS)

    def _say(self, canvas: Canvas, *sentences: str, style: Style = Style.STRONG) -> None:
        """Draw sentences above the hand; cut the last one if it has too many rows."""
        width = layout_for(canvas.size).width - 4
        rows = newest_rows(sentences, width, MESSAGE_ROWS)
        if not rows:
            rows = text.wrap(sentences[-1], width)[:MESSAGE_ROWS]
            rows[-1] = f"{text.wrap(rows[-1], 70)[0]} ..."
        draw_text_box(canvas, rows, is_read=self.has_text_to_read, style=style)


_TRY_AGAIN = Binding(
    (SPACE, ENTER),
    lambda screen, *_: Transition(replace(screen, page=None, mode=state.mode_for(screen.session))),
    (N_("Space"), N_("try again")),
)
_ANSWER = Binding(
    ("a",),
    lambda screen, *_: Transition(replace(screen, page=AnswerPage.ANSWER)),
    (N_("a"), N_("answer")),
    (N_("a"), N_("show the answer, after a wrong try")),
    applies=lambda screen: bool(screen.excluded_choices),
    spoken_command=(NC_("command", "answer"), N_("hear the answer")),
)
_NEXT = Binding(
    (SPACE, ENTER),
    lambda screen, *_: screen.next_exercise(),
    (N_("Space"), N_("next")),
    (N_("Space, Enter"), N_("try again; the next one")),
)
_LINE = Binding(
    (LINE_KEY, *FORWARD),
    lambda screen, *_: screen.open_line(),
    (N_("s"), N_("what follows")),
    (
        N_("s, right, l"),
        N_("after the answer: what may follow"),
    ),
    applies=lambda screen: screen.reason is not None,
)


def leave_bindings(word: str, meaning: str) -> Bindings:
    """Return the bindings that always apply; the last one leaves the exercise."""
    leave = Binding(
        LEAVE_KEYS, lambda screen, *_: screen.leave(), (N_("q"), word), (N_("q, Esc"), meaning)
    )
    return (CARDS_BINDING, HELP_BINDING, leave)


@dataclass(frozen=True, slots=True)
class PuzzleInstance:
    """A puzzle as posed to a player.

    name: its key in the journal, a puzzle number or the name of a mistake.
    source: where it comes from; None if the player asked for the number.
    daily: the day whose puzzle it is.
    found_on: the day of the review that found the player's mistake; None for other puzzles.
    counts: it affects the rating, because the player has not met it before.
    """

    puzzle: Puzzle
    name: str
    source: PuzzleSource | None = None
    daily: date | None = None
    found_on: date | None = None
    counts: bool = False


@dataclass(frozen=True, slots=True)
class PuzzleCollection:
    """All puzzles of a game, and the state of the journal ``today``.

    about: kinds of puzzles that are preferred for new puzzles.
    """

    game: str
    journal: Journal
    today: date
    training: rating.TrainingState
    about: tuple[str, ...] = ()

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles that come with the program."""
        return puzzles_of(self.game)

    def by_number(
        self, number: int, source: PuzzleSource | None = None, daily: date | None = None
    ) -> PuzzleInstance | None:
        """Return the puzzle with a number, or None."""
        puzzle = next((puzzle for puzzle in self.puzzles if puzzle.number == number), None)
        if puzzle is None:
            return None
        is_known = any(attempt.puzzle == str(number) for attempt in self.journal.attempts)
        return PuzzleInstance(puzzle, str(number), source, daily, counts=not is_known)

    def of_day(self, day: date) -> PuzzleInstance | None:
        """Return the daily puzzle, or None if the game has no puzzles."""
        if not self.puzzles:
            return None
        number = rating.puzzle_of_the_day(self.puzzles, self.game, day).number
        return self.by_number(number, PuzzleSource.DAY, day)

    def next_due(self) -> PuzzleInstance | None:
        """Return the next puzzle to repeat, or None; the player's own mistakes come first."""
        mistakes = self._pose_mistakes(self.training.mistakes_due, PuzzleSource.DUE)
        numbers = (int(name) for name in self.training.puzzles_due if name.isdecimal())
        due = (self.by_number(number, PuzzleSource.DUE) for number in numbers)
        return next((puzzle for puzzle in chain(mistakes, due) if puzzle is not None), None)

    @property
    def mistakes(self) -> dict[str, Mistake]:
        """The player's own mistakes by name."""
        return {mistake.name: mistake for mistake in self.journal.mistakes}

    def _pose_mistakes(
        self, names: Iterable[str], source: PuzzleSource
    ) -> Iterator[PuzzleInstance]:
        rules, mistakes = rule_set(self.game), self.mistakes
        for name in names:
            try:
                puzzle = parse_puzzle(self.game, mistakes[name].line)
                legal = map(rules.format_action, puzzle.decision_point.observation.choices)
                if [choice.text for choice in puzzle.choices] != [*legal]:
                    continue
            except (ValueError, FoxduetError):
                # Another program or version wrote this line.
                continue
            yield PuzzleInstance(puzzle, name, source, found_on=mistakes[name].scan_day)

    def next_new(self) -> PuzzleInstance | None:
        """Return a new puzzle near the player's rating; None if all were met.

        After the last shipped puzzle come own mistakes that have not been due yet.
        """
        given = (self.puzzles, self.journal, self.training, self.today, self.game)
        puzzle = rating.next_puzzle(*given, self.about) or rating.next_puzzle(*given)
        if puzzle is not None:
            return self.by_number(puzzle.number, PuzzleSource.NEW)
        unmet = [name for name in self.mistakes if name not in self.first_answers]
        return next(self._pose_mistakes(unmet, PuzzleSource.NEW), None)

    @property
    def first_answers(self) -> dict[str, bool]:
        """Whether each answered puzzle was solved first time, by name; the newest last."""
        answers: dict[str, bool] = {}
        for attempt in self.journal.attempts:
            answers.setdefault(attempt.puzzle, attempt.right)
        return answers


def make_collection(
    game: str, journal: Journal, today: date, about: tuple[str, ...] = ()
) -> PuzzleCollection:
    return PuzzleCollection(game, journal, today, rating.training_state(journal, today), about)


@dataclass(frozen=True, slots=True)
class EvaluatePuzzleJob:
    """A job that evaluates all choices of a puzzle."""

    puzzle: Puzzle

    def run(self, _stop: Stop) -> Generator[Thought, None, None]:
        """Yield the thought, after a second or two."""
        yield evaluate_puzzle(self.puzzle)


_MIN_STREAK = 5
"""A streak of puzzles solved at first sight is mentioned at multiples of this."""


@dataclass(frozen=True, slots=True)
class PuzzleClosed:
    """A puzzle was left; ``next_from`` is the source of the next puzzle to open, or None."""

    next_from: PuzzleSource | None = None


@dataclass(frozen=True, slots=True)
class PuzzleScreen(ExerciseScreen):
    """A puzzle whose first answer is saved.

    training: the state before the answer.
    thought: the evaluation of all choices; None until the job ends.
    """

    posed: PuzzleInstance
    training: rating.TrainingState
    thought: Thought | None = None

    @property
    def puzzle(self) -> Puzzle:
        return self.posed.puzzle

    @property
    def title(self) -> str:
        if self.posed.found_on is not None:
            return _("From your games")
        if self.posed.daily is not None:
            return _("Daily puzzle")
        return _("Puzzle {number}").format(number=self.puzzle.number)

    @property
    def question(self) -> str:
        posed, value = self.posed, self.puzzle.rating
        if posed.found_on is not None:
            question = _(
                "From a game you reviewed on {day}: your choice here was costly. What was best?"
            )
            return question.format(day=spoken_day(posed.found_on))
        if posed.daily is not None:
            question = _("Daily puzzle for {day}, rated {rating}. Which choice is clearly best?")
            return question.format(day=spoken_day(posed.daily), rating=value)
        return _("Which choice is clearly best here? Rated {rating}.").format(rating=value)

    @property
    def answer(self) -> Any:
        return self.puzzle.decision_point.chosen

    def is_right(self, action: Any) -> bool:
        return self.puzzle.is_right(action)

    @property
    def further(self) -> tuple[str, str, str]:
        theme = changed = streak = ""
        if self.posed.found_on is None:
            kind = puzzle_kind_label(self.puzzle.game, self.puzzle.kind)
            theme = _("Theme: {kind}.").format(kind=kind)
        if self.posed.counts:
            value, before = self.puzzle.rating, self.training
            answer = rating.puzzle_result(value, self.choice_count, right=self.is_solved)
            changed = change_sentence(before, rating.update(before.rating, [answer]))
        count = self.training.solved_streak + 1
        if self.is_solved and not count % _MIN_STREAK:
            sentence = _("{count} in a row, all solved first time.")
            streak = sentence.format(count=text.capitalize_first(number_word(count)))
        return theme, changed, streak

    @property
    def comparison(self) -> tuple[Review, Assessment] | None:
        if self.thought is None:
            return None
        right = [action for action in self.attempts if self.is_right(action)]
        wrong = [action for action in self.attempts if not self.is_right(action)]
        thought = replace(self.thought, action=next(iter(right), self.answer))
        if not wrong:
            # Compare with the best choice that is clearly worse, or just worse.
            worths = {value.action: value.worth for value in thought.estimates}
            best = worths[thought.action]
            worse = [action for action in worths if not self.is_right(action)]
            costly = [action for action in worse if best - worths[action] >= MIN_COSTLY_LOSS]
            wrong = [max(costly or worse, key=worths.__getitem__)]
        names = text.names_at_table(self.session.game.header)
        review = review_attempt(self.puzzle, thought, wrong[0], names)
        return review, review.assessments[0]

    def cost_sentence(self, cost: str) -> str:
        return _("Your choice {cost}.").format(cost=cost)

    def background_job(self, context: Context) -> Job[Any] | None:
        return EvaluatePuzzleJob(self.puzzle) if self.awaits_job else None

    def handle_event(self, event: effects.Event, context: Context) -> Transition:
        match event:
            case effects.JobAnswered(answer=Thought() as thought):
                return Transition(replace(self, thought=thought))
            case _:
                return ExerciseScreen.handle_event(self, event, context)

    @property
    def first_saved(self) -> Effects:
        posed = self.posed
        saving = call(
            "score_handlers:save_puzzle_answer",
            self.game_name,
            posed.name,
            posed.daily,
            right=self.is_solved,
            rating=None if posed.found_on is not None else self.puzzle.rating,
            choices=self.choice_count,
        )
        return (saving,)

    def next_exercise(self) -> Transition:
        return Transition(self, (Pop(PuzzleClosed(self.posed.source or PuzzleSource.NEW)),))

    def leave(self) -> Transition:
        return Transition(self, (Pop(PuzzleClosed()),))

    @property
    def own_bindings(self) -> Bindings:
        return leave_bindings(N_("leave"), N_("leave; it does not count until you answer"))


def puzzle_screen(posed: PuzzleInstance, training: rating.TrainingState) -> PuzzleScreen:
    """Return a puzzle at the table: the person in the seat that must choose, opposite a partner."""
    puzzle = posed.puzzle
    names: Names = (_("Player"), companion_label(puzzle.game))
    ai: PartnerNames = (None, puzzle.partner or "steady")
    if puzzle.seat is Seat.P2:
        names, ai = (names[1], names[0]), (ai[1], ai[0])
    game = puzzle.start_game(names)
    game = replace(game, header=replace(game.header, ai=ai, seed=puzzle.number))
    session = TableSession(game, puzzle.seat)
    return PuzzleScreen(session, state.mode_for(session), posed, training)


@dataclass(frozen=True, slots=True)
class PuzzlePicked:
    """Closes a list of topics or puzzles: a kind of new puzzles, or the number of a puzzle."""

    kind: str = ""
    number: int | None = None


@dataclass(frozen=True, slots=True)
class PuzzlePicker(pages.ListScreen):
    """A list of topics, or of answered puzzles. Closes with PuzzlePicked, or None.

    rows: each row's text, and its pick.
    """

    back_keys: ClassVar[tuple[str, ...]] = LEAVE_KEYS

    game_name: str
    title: str
    rows: tuple[tuple[str, PuzzlePicked], ...]
    cursor: int = field(default=0, kw_only=True)

    @property
    def choices(self) -> tuple[PuzzlePicked, ...]:
        return tuple(pick for _text, pick in self.rows)

    @property
    def content(self) -> pages.ListContent:
        return pages.ListContent(
            f"{self.title}.", [pages.ListItem(row) for row, _pick in self.rows]
        )

    def draw(self, canvas: Canvas) -> None:
        rows = [row for row, _pick in self.rows]
        pages.draw_long_list(canvas, self.title, rows, self.cursor, self.notice, self.footer)

    def activate(self, choice: PuzzlePicked) -> Transition:
        return Transition(self, (Pop(choice),))

    BINDINGS: ClassVar = (
        Binding(CURSOR_KEYS, pages.ChoiceScreen.move_cursor, (N_("up, down"), N_("choose"))),
        pages.ACTIVATE_BINDING,
        Binding(LEAVE_KEYS, Screen.go_back, (N_("q"), N_("back"))),
    )


_STATE_COLUMN, _CHART_COLUMNS, _CHART_ROWS = 28, 56, 4
_SHARED_ROWS = 2
LABELS = {
    PuzzleSource.DAY: N_("Daily puzzle"),
    PuzzleSource.DUE: N_("Due again"),
    PuzzleSource.NEW: N_("New, near your rating"),
    PuzzleSource.TOPIC: N_("By topic"),
    PuzzleSource.ANSWERED: N_("Solved and missed"),
}


@dataclass(frozen=True, slots=True)
class PuzzlesScreen(pages.ListScreen):
    """The list of puzzle sources, with the player's rating.

    is_first: the program was started for puzzles only, so closing the list ends it and prints the
        line to share.
    """

    help_title: ClassVar[str] = N_("Keys")
    choices: ClassVar[tuple[PuzzleSource, ...]] = tuple(PuzzleSource)
    back_keys: ClassVar[tuple[str, ...]] = LEAVE_KEYS
    """The same key may have closed a puzzle."""

    book: PuzzleCollection
    cursor: int = field(default=0, kw_only=True)
    is_first: bool = field(default=False, kw_only=True)

    @property
    def game_name(self) -> str:
        return self.book.game

    @property
    def content(self) -> pages.ListContent:
        states = [(_(LABELS[source]), self.state(source)) for source in self.choices]
        return pages.ListContent(
            _("Puzzles: {game}").format(game=game_title(self.game_name)) + ".",
            [pages.ListItem(*pair, spoken=text.label_with_value(*pair)) for pair in states],
            [rating_sentence(self.book.training), *([self.shared + "."] if self.shared else [])],
        )

    def draw(self, canvas: Canvas) -> None:
        size, training = canvas.size, self.book.training
        top, left = (size.rows - 23) // 2, (size.columns - WIDTH) // 2
        for strip in (top, top + 18):
            draw_undergrowth(canvas, strip, left, WIDTH)
        canvas.put_centred(top + 2, _("Puzzles"), Style.TITLE)
        pages.draw_game_name(canvas, top + 3, self.game_name, games_with(PUZZLES, *TABLE_PARTS))
        items = self.content.items
        pages.draw_items(canvas, top + 5, left + 2, items, self.cursor, WIDTH - 4, _STATE_COLUMN)
        canvas.put(top + 11, left + 4, rating_sentence(training), Style.STRONG)
        curve = curve_rows(training.shown_curve, _CHART_COLUMNS, _CHART_ROWS, canvas.glyphs)
        for index, line in enumerate(curve, top + 12):
            canvas.put(index, left + 4, line, Style.WAY)
        for index, line in enumerate(text.wrap(self.shared, WIDTH - 4)[:_SHARED_ROWS], top + 16):
            canvas.put(index, left + 4, line, Style.DIM)
        style = Style.ALERT if isinstance(self.notice, text.Alert) else Style.STRONG
        canvas.put_centred(top + 20, text.clip(text.mark_alert(self.notice), size.columns), style)
        canvas.put_centred(top + 22, self.footer, Style.DIM)

    def state(self, source: PuzzleSource) -> str:
        """Return the status of a source, in the column to the right of its label."""
        book = self.book
        match source:
            case PuzzleSource.DAY:
                return day_label(book.training, book.today)
            case PuzzleSource.DUE:
                return due_label(book.training)
            case PuzzleSource.NEW:
                known = book.first_answers
                left = sum(str(puzzle.number) not in known for puzzle in book.puzzles)
                sentence = ngettext("{count} of {all} left", "{count} of {all} left", left)
                return sentence.format(count=left, all=len(book.puzzles))
            case PuzzleSource.TOPIC:
                labels = [puzzle_kind_label(book.game, kind) for kind in book.about]
                return ", ".join(labels) or _("all topics")
            case PuzzleSource.ANSWERED:
                answers = [
                    is_solved for name, is_solved in book.first_answers.items() if name.isdecimal()
                ]
                return answers_phrase(answers)

    @property
    def shared(self) -> str:
        """The line to share about today's puzzle; "" before the answer."""
        training, today = self.book.training, self.book.today
        if today not in training.daily_results:
            return ""
        return shared_line(self.game_name, today, training.daily_results, training.streak)

    def handle_event(self, event: effects.Event, context: Context) -> Transition:
        match event:
            case effects.ScreenClosed(PuzzleClosed(goes_on)):
                opening = call("score_handlers:open_puzzles", self.game_name, self, goes_on)
                return Transition(self, (opening,))
            case effects.ScreenClosed(PuzzlePicked(number=None, kind=kind)):
                screen = replace(self, book=replace(self.book, about=(kind,) if kind else ()))
                posed = screen.book.next_new()
                if posed is not None and kind and posed.puzzle.kind != kind:
                    return Transition(replace(self, notice=_("You have seen every puzzle on it.")))
                return screen.open_puzzle(posed)
            case effects.ScreenClosed(PuzzlePicked(number=int(number))):
                return self.open_puzzle(self.book.by_number(number))
            case _:
                return Screen.handle_event(self, event, context)

    def open_next(self, source: PuzzleSource | None) -> Transition:
        """Open the next puzzle after one from ``source``; only the list if it is None.

        Puzzles that are due come before new puzzles, except after a new one.
        """
        if source is None:
            return Transition(self)
        due = None if source is PuzzleSource.NEW else self.book.next_due()
        return self.open_puzzle(due or self.book.next_new())

    def open_puzzle(self, posed: PuzzleInstance | None) -> Transition:
        """Open a puzzle on top of the list; if it is None, say that no puzzle is left."""
        if posed is None:
            notice = _("You have seen every puzzle; they now come back one at a time.")
            return Transition(replace(self, notice=notice))
        return Transition(self, (Push(puzzle_screen(posed, self.book.training)),))

    def activate(self, choice: PuzzleSource) -> Transition:
        match choice:
            case PuzzleSource.DAY:
                return self.open_puzzle(self.book.of_day(self.book.today))
            case PuzzleSource.DUE:
                if (posed := self.book.next_due()) is None:
                    return Transition(replace(self, notice=_("Nothing is due today.")))
                return self.open_puzzle(posed)
            case PuzzleSource.NEW:
                return self.open_puzzle(self.book.next_new())
            case PuzzleSource.TOPIC:
                return self._pick(self._topic_rows())
            case PuzzleSource.ANSWERED if rows := self._answered_rows():
                return self._pick(rows)
            case PuzzleSource.ANSWERED:
                return Transition(replace(self, notice=_("You have not answered a puzzle yet.")))

    def _pick(self, rows: Sequence[tuple[str, PuzzlePicked]]) -> Transition:
        title = _(LABELS[self.choices[self.cursor]])
        return Transition(self, (Push(PuzzlePicker(self.game_name, title, tuple(rows))),))

    def _topic_rows(self) -> list[tuple[str, PuzzlePicked]]:
        """Return the topics, with the numbers of new, solved and missed puzzles."""
        book, rows = self.book, [(text.capitalize_first(_("all topics")), PuzzlePicked())]
        for kind in dict.fromkeys(puzzle.kind for puzzle in book.puzzles):
            names = [str(puzzle.number) for puzzle in book.puzzles if puzzle.kind == kind]
            answers = [book.first_answers[name] for name in names if name in book.first_answers]
            left = len(names) - len(answers)
            state = ngettext("{count} new", "{count} new", left).format(count=left)
            label = text.capitalize_first(puzzle_kind_label(book.game, kind))
            row = _("{topic}: {left}; {answered}")
            row = row.format(topic=label, left=state, answered=answers_phrase(answers))
            rows.append((row, PuzzlePicked(kind)))
        return rows

    def _answered_rows(self) -> list[tuple[str, PuzzlePicked]]:
        """Return the answered puzzles, the newest first."""
        puzzles, rows = {str(puzzle.number): puzzle for puzzle in self.book.puzzles}, []
        for name, is_solved in reversed(self.book.first_answers.items()):
            if (puzzle := puzzles.get(name)) is not None:
                row = _("Puzzle {number}, rated {rating}: {kind}; {solved}").format(
                    number=puzzle.number,
                    rating=puzzle.rating,
                    kind=puzzle_kind_label(puzzle.game, puzzle.kind),
                    solved=solved_phrase(solved=is_solved),
                )
                rows.append((row, PuzzlePicked(number=puzzle.number)))
        return rows

    def _change_game(self, key: str, context: Context) -> Transition:
        games = games_with(PUZZLES, *context.options.parts)
        following = neighbour(games, self.game_name, key)
        return Transition(self, (call("score_handlers:open_puzzles", following, self),))

    def _back(self, _key: str, _context: Context) -> Transition:
        if self.is_first:
            return Transition(self, (effects.Quit(lines=(self.shared,) if self.shared else ()),))
        return Transition(self, (Pop(),))

    BINDINGS: ClassVar = (
        Binding(
            LIST_KEYS,
            pages.ChoiceScreen.move_cursor,
            (N_("up, down"), N_("choose")),
            (N_("Up, down, 1 to 5"), N_("choose which puzzles")),
        ),
        Binding(
            DECIDE_KEYS,
            pages.ChoiceScreen.activate_cursor,
            (N_("Enter"), N_("begin")),
            (N_("Enter"), N_("begin")),
        ),
        Binding(
            ("g", *BACKWARD, *FORWARD),
            _change_game,
            (N_("g"), N_("games")),
            (N_("g, left, right"), N_("the puzzles of the other game")),
            spoken_command=(NC_("command", "game"), N_("go to the other game")),
        ),
        replace(pages.CARDS_BINDING, footer=None),
        pages.HELP_BINDING,
        Binding(LEAVE_KEYS, _back, (N_("q"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


def answers_phrase(answers: Collection[bool]) -> str:
    """Return the numbers of puzzles solved and not solved first time."""
    solved = sum(answers)
    phrase = _("{solved} solved, {missed} missed")
    return phrase.format(solved=solved, missed=len(answers) - solved)


def puzzles_screen(
    game: str,
    journal: Journal,
    today: date,
    before: PuzzlesScreen | None = None,
    notice: str = "",
    about: tuple[str, ...] = (),
    at: PuzzleSource | None = None,
) -> PuzzlesScreen:
    """Return the list for the current journal, with the cursor where it was ``before``.

    At first, the cursor is ``at`` a row, or on the daily puzzle, or on a puzzle to repeat, or on
    new ones.
    """
    if before is not None and game == before.game_name:
        about = before.book.about
    book = make_collection(game, journal, today, about)
    if before is not None:
        return replace(before, book=book, notice=notice)
    is_offered = [today not in book.training.daily_results, bool(book.training.due_count), True]
    cursor = is_offered.index(True) if at is None else PuzzlesScreen.choices.index(at)
    return PuzzlesScreen(book, cursor=cursor, notice=notice)
