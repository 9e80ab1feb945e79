"""Puzzles on the screen: their list, one at the table, and what was tried at it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import date
from enum import Enum, auto
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, assert_never

from foxduet.ai.partner import Stop, Thought, partner_named, partners_of
from foxduet.analysis.puzzles import (
    Puzzle,
    PuzzleChoice,
    parse_puzzle,
    puzzle_thought,
    puzzles_of,
    review_of_try,
)
from foxduet.analysis.rating import (
    Rating,
    Training,
    after_answers,
    next_puzzle,
    puzzle_of_the_day,
    puzzle_rating,
    training_of,
)
from foxduet.analysis.review import COSTLY, FELT
from foxduet.core.cards import Seat, card_of
from foxduet.core.errors import N_, NC_, FoxduetError
from foxduet.core.frozen import dataclass, field, replace
from foxduet.core.registry import FOR_A_TABLE, PUZZLES, games_with, rule_set
from foxduet.play.game import Game, Names, PartnerNames, act
from foxduet.play.table import Session, observed
from foxduet.ui.kit.canvas import WIDTH, Canvas, Style, draw_undergrowth
from foxduet.ui.kit.effects import (
    Answered,
    Closed,
    Event,
    Leave,
    PuzzleRow,
)
from foxduet.ui.kit.keys import BACKWARD, DECIDE, ENTER, FORWARD, IN_A_LIST, LEAVE, SPACE, beside
from foxduet.ui.kit.pages import (
    CARDS,
    HELP,
    ChoiceScreen,
    Item,
    ListPage,
    PageScreen,
    draw_game,
    draw_items,
    help_page,
)
from foxduet.ui.kit.screen import (
    SECONDS_OF_A_TICK,
    Binding,
    Bindings,
    Call,
    Context,
    Effects,
    Next,
    Pop,
    Push,
    Screen,
    call,
)
from foxduet.ui.table.advice import draw_chances, options_line
from foxduet.ui.table.drawing import MESSAGE_ROWS, draw_footer, layout_for
from foxduet.ui.table.keys import PLAYING, playing_bindings
from foxduet.ui.table.screen import PlayScreen
from foxduet.ui.table.state import HINT_STEPS, SECONDS_FRESH, Choosing, Ending, Hint, shown
from foxduet.ui.table.views import draw_turn, put_over, say_over
from foxduet.words.game_words import companion_label, game_title, guide_words, table_words
from foxduet.words.i18n import _, day_text, ngettext
from foxduet.words.progress import (
    change_sentence,
    curve_rows,
    day_label,
    due_label,
    kind_label,
    rating_sentence,
    shared_line,
)
from foxduet.words.review import cost_phrase
from foxduet.words.text import (
    clipped,
    names_at_table,
    progress_dots,
    text_width,
    with_figure,
    wrapped,
)

if TYPE_CHECKING:
    from foxduet.ai.workers import Job
    from foxduet.analysis.review import Assessment, Review
    from foxduet.store.journals import Journal
    from foxduet.words.text import TextLine


_STEADY = "steady"
"""Who plays beside the player, and what follows."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A puzzle that is posed to a player.

    ``name`` is its number, or the name of a mistake, in the journal. ``row`` is where it comes
    from, None if it was asked for by its number. ``daily`` is the day whose puzzle it is, and
    ``found`` that on which a mistake was found. It ``counts`` for the rating if it was never met.
    """

    puzzle: Puzzle
    name: str
    row: PuzzleRow | None = None
    daily: date | None = None
    found: date | None = None
    counts: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """All puzzles of a game that a player may meet, as the journal stands ``today``."""

    game: str
    journal: Journal
    today: date
    training: Training

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The puzzles that are shipped."""
        return puzzles_of(self.game)

    def by_number(
        self, number: int, row: PuzzleRow | None = None, daily: date | None = None
    ) -> Posed | None:
        """Return a puzzle that is shipped, None if there is none with that number."""
        found = next((one for one in self.puzzles if one.number == number), None)
        if found is None:
            return None
        is_known = any(attempt.puzzle == str(number) for attempt in self.journal.attempts)
        return Posed(found, str(number), row, daily, counts=not is_known)

    def of_day(self, day: date) -> Posed | None:
        """Return the puzzle of a day, None if there are no puzzles."""
        if not self.puzzles:
            return None
        number = puzzle_of_the_day(self.puzzles, self.game, day).number
        return self.by_number(number, PuzzleRow.DAY, day)

    def due(self) -> Posed | None:
        """Return what comes back, own mistakes first, None if nothing does by now."""
        for name in self.training.mistakes_due:
            mistake = next(one for one in self.journal.mistakes if one.name == name)
            try:
                puzzle = parse_puzzle(self.game, mistake.line)
                _check(puzzle)
            except (ValueError, FoxduetError):
                # Another program, or version, has written it.
                continue
            return Posed(puzzle, name, PuzzleRow.DUE, found=mistake.found)
        numbers = (int(name) for name in self.training.again_due if name.isdecimal())
        found = (self.by_number(number, PuzzleRow.DUE) for number in numbers)
        return next((one for one in found if one is not None), None)

    def new(self) -> Posed | None:
        """Return a puzzle near the player's rating that was never met, None if all were."""
        rating = self.training.rating
        puzzle = next_puzzle(self.puzzles, self.journal, rating, self.today, self.game)
        return None if puzzle is None else self.by_number(puzzle.number, PuzzleRow.NEW)

    def after(self, row: PuzzleRow) -> Posed | None:
        """Return what comes after a puzzle of a row: what is due, unless new ones were chosen."""
        return (None if row is PuzzleRow.NEW else self.due()) or self.new()


def book_of(game: str, journal: Journal, today: date) -> Book:
    """Return the puzzles of a game."""
    return Book(game, journal, today, training_of(journal, today))


def _check(puzzle: Puzzle) -> None:
    """Raise ValueError or FoxduetError unless the choices of a puzzle are those of its position."""
    seen, rules = puzzle.moment.observation, rule_set(puzzle.game)
    if [one.text for one in puzzle.choices] != [*map(rules.format_action, seen.choices)]:
        raise ValueError("these are other choices")


def game_of(puzzle: Puzzle) -> Game:
    """Return the game at the position of a puzzle, of a person and a partner, by default steady."""
    names: Names = (_("Player"), companion_label(puzzle.game))
    ai: PartnerNames = (None, puzzle.partner or _STEADY)
    if puzzle.seat is Seat.P2:
        names, ai = (names[1], names[0]), (ai[1], ai[0])
    game = puzzle.begun(names)
    return replace(game, header=replace(game.header, ai=ai, seed=puzzle.number))


@dataclass(frozen=True, slots=True)
class JudgePuzzle:
    """A job: what reviews think of all choices of a puzzle."""

    puzzle: Puzzle

    def run(self, _stop: Stop) -> Generator[Thought, None, None]:
        """Yield the thought; it takes a second or two."""
        yield puzzle_thought(self.puzzle)


def is_right(puzzle: Puzzle, at: int) -> bool:
    """Return whether a choice, by its place, is the best one, or as good."""
    point = partners_of(puzzle.game).estimate.POINT

    def worth(choice: PuzzleChoice) -> float:
        return choice.win + point * choice.score

    return at == puzzle.best or worth(puzzle.answer) - worth(puzzle.choices[at]) < FELT


def what_follows(game: Game, action: Any) -> Game:
    """Return the round played to its end after an action, by steady players at both ends."""
    game, chance = act(game, action), Random(game.header.seed)
    steady = partner_named(game.header.game, _STEADY)
    while (pending := game.pending) is not None and pending.seat is not None:
        observation = game.rules.observe(game.state, pending.seat)
        game = act(game, steady(observation, chance).action)
    return game


@dataclass(frozen=True, slots=True)
class Tries:
    """The choices made at a puzzle, by their places, the first one first.

    ``names`` are those of the players at its table. ``thought`` is what reviews think of all of its
    choices, None until it is worked out.
    """

    posed: Posed
    names: Names
    made: tuple[int, ...] = ()
    thought: Thought | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The position, and the answer."""
        return self.posed.puzzle

    @property
    def is_solved(self) -> bool:
        """Whether the first choice was right."""
        return bool(self.made) and is_right(self.puzzle, self.made[0])

    @property
    def is_found(self) -> bool:
        """Whether the last choice was right."""
        return is_right(self.puzzle, self.made[-1])

    @property
    def title(self) -> str:
        """Say which puzzle it is."""
        if self.posed.found is not None:
            return _("From your game")
        if self.posed.daily is not None:
            return _("Daily puzzle")
        return _("Puzzle {number}").format(number=self.puzzle.number)

    @property
    def question(self) -> str:
        """Ask for the best choice."""
        posed, rating = self.posed, self.puzzle.rating
        if posed.found is not None:
            asked = _(
                "From a game you reviewed on {day}: your choice here was costly. What is best?"
            )
            return asked.format(day=day_text(posed.found))
        if posed.daily is not None:
            asked = _("Daily puzzle for {day}, rated {rating}. One choice is clearly best: which?")
            return asked.format(day=day_text(posed.daily), rating=rating)
        return _("One choice is clearly best here: which? Rated {rating}.").format(rating=rating)

    @property
    def not_right(self) -> str:
        """Say that the last choice was not right, and nothing else."""
        return _("Not {choice}: something else is clearly better.").format(
            choice=self._phrase(self.made[-1])
        )

    @property
    def verdict(self) -> str:
        """Say what was right."""
        if not self.is_found:
            return _("The answer: {choice}.").format(choice=self._phrase(self.puzzle.best))
        right = _("Correct: {choice}.") if self.is_solved else _("Correct this time: {choice}.")
        return right.format(choice=self._phrase(self.made[-1]))

    def _phrase(self, at: int) -> str:
        game, choice = self.puzzle.game, self.puzzle.choices[at].text
        action = rule_set(game).parse_action(choice)
        return table_words(game).choices.choice_phrase(action, self.names)

    @property
    def about(self) -> str:
        """Say what the puzzle is about; of a mistake nobody has said that."""
        if self.posed.found is not None:
            return ""
        return _("Theme: {kind}.").format(kind=kind_label(self.puzzle.game, self.puzzle.kind))

    def changed_rating(self, rating: Rating) -> str:
        """Say what the puzzle has made of a rating, nothing if it does not count."""
        if not self.posed.counts:
            return ""
        answers = [(puzzle_rating(self.puzzle.rating), float(self.is_solved))]
        return change_sentence(rating, after_answers(rating, answers))

    @property
    def review(self) -> Review | None:
        """The review of the choice that the answer is compared with, once it is there."""
        if self.thought is None:
            return None
        rules, puzzle = rule_set(self.puzzle.game), self.puzzle
        thought = replace(self.thought, action=rules.parse_action(puzzle.answer.text))
        chosen = rules.parse_action(puzzle.choices[self._compared(thought)].text)
        return review_of_try(puzzle, thought, chosen, self.names)

    def _compared(self, thought: Thought) -> int:
        """Return the place of a choice that was tried and not right, else the best of the bad."""
        puzzle = self.puzzle
        wrong = [at for at in self.made if not is_right(puzzle, at)]
        if wrong:
            return wrong[0]
        worths = [one.worth for one in thought.estimates]
        bad = [at for at, one in enumerate(worths) if worths[puzzle.best] - one >= COSTLY]
        others = bad or [at for at in range(len(worths)) if at != puzzle.best]
        return max(others, key=lambda at: worths[at])


def cost_of(one: Assessment) -> str:
    """Say what the choice cost that the answer is compared with."""
    return _("Your choice {cost}.").format(cost=cost_phrase(one))


_TITLE_COLUMNS = 16
_FEWEST_TO_TRY_AGAIN = 3
_TO_TRY_AGAIN = N_("Press Space to try again, or a for the answer.")


@dataclass(frozen=True, slots=True)
class PuzzleLeft:
    """A puzzle was left; with ``goes_on`` the next one after one of that row is wanted."""

    goes_on: PuzzleRow | None = None


class Page(Enum):
    """What is read over the table."""

    TRY_AGAIN = auto()
    ANSWER = auto()


@dataclass(frozen=True, slots=True)
class PuzzleScreen(PlayScreen):
    """A puzzle at a table that nothing is saved of but the first answer.

    ``rating`` is the player's before it.
    """

    tries: Tries
    rating: Rating
    page: Page | None = None

    @property
    def posed(self) -> Posed:
        """The puzzle, and where it comes from."""
        return self.tries.posed

    @property
    def puzzle(self) -> Puzzle:
        """The position, and the answer."""
        return self.posed.puzzle

    @property
    def saving(self) -> Effects:
        return ()

    @property
    def endings(self) -> Sequence[Ending]:
        return ()

    @property
    def is_read(self) -> bool:
        return self.page is not None

    @property
    def decision(self) -> object:
        return type(self), self.posed.name, self.page, self.is_fresh, len(self.tries.made)

    @property
    def turns_pages(self) -> bool:
        """An answer must not be passed over: the key that chose is to be let go first."""
        return False

    @property
    def awaits_job(self) -> bool:
        return self.tries.thought is None

    @property
    def seconds(self) -> float | None:
        if self.is_fresh:
            return SECONDS_FRESH
        return SECONDS_OF_A_TICK if self.awaits_job else None

    def job(self, context: Context) -> Job[Any] | None:
        """Return the thought that the answer is explained by."""
        return JudgePuzzle(self.puzzle) if self.awaits_job else None

    @property
    def takes_shortcuts(self) -> bool:
        """A puzzle asks for one choice alone."""
        return False

    def settled(self) -> Next:
        return Next(self)

    def receive(self, event: Event, context: Context) -> Next:
        """Take the thought that explains the answer."""
        match event:
            case Answered(answer=Thought() as thought):
                return Next(replace(self, tries=replace(self.tries, thought=thought)))
            case _:
                return PlayScreen.receive(self, event, context)

    def play(self, option: Any, context: Context) -> Next:
        """Judge what was chosen; the first choice of all is saved."""
        text = self.session.game.rules.format_action(option)
        at = [one.text for one in self.puzzle.choices].index(text)
        before = self.tries.made
        if at in before:
            return Next(replace(self, notice=_("That's not it; try something else.")))
        tries = replace(self.tries, made=(*before, at))
        # Where only one choice would be left there is nothing to be tried.
        may_try = not before and self._count_choices >= _FEWEST_TO_TRY_AGAIN
        page = Page.TRY_AGAIN if may_try and not tries.is_found else Page.ANSWER
        effects = () if before else (self._attempt(right=tries.is_found),)
        return Next(replace(self, tries=tries, page=page, shows=Choosing()), effects)

    @property
    def _count_choices(self) -> int:
        """How many choices there are that do not lead to the same."""
        assert self.session.viewer is not None, "a seat looks"
        return len(observed(self.session.game, self.session.viewer).distinct_choices)

    def _attempt(self, *, right: bool) -> Call:
        posed = self.posed
        rating = None if posed.found is not None else self.puzzle.rating
        return call(
            "ledger:save_answer",
            self.game_name,
            posed.name,
            posed.daily,
            right=right,
            rating=rating,
        )

    def try_again(self) -> Next:
        """Choose once more, with nothing told but what was not right."""
        return Next(replace(self, page=None, shows=shown(self.session)))

    def answer(self) -> Next:
        """Show the answer."""
        return Next(replace(self, page=Page.ANSWER))

    def go_on(self) -> Next:
        """Leave for the next puzzle."""
        return Next(self, (Pop(PuzzleLeft(self.posed.row or PuzzleRow.NEW)),))

    def leave(self) -> Next:
        """Leave for the list."""
        return Next(self, (Pop(PuzzleLeft()),))

    def follow(self) -> Next:
        """Look at how steady players play the round on from the answer, hands open."""
        game = self.session.game
        following = what_follows(game, game.rules.parse_action(self.puzzle.answer.text))
        said = _("Played on from the answer, by steady players at both ends.")
        return Next(self, (call("replay:open_replay", following, 1, said),))

    @property
    def bindings(self) -> Bindings:
        match self.page:
            case Page.TRY_AGAIN:
                return (_TRY_AGAIN, _ANSWER, *_ALWAYS)
            case Page.ANSWER:
                return (_NEXT, _FOLLOW, *_ALWAYS)
            case None:
                return (*playing_bindings(self), *_ALWAYS)

    def help_lines(self, width: int) -> list[TextLine]:
        """Return the keys of a puzzle, and the rules."""
        rules = guide_words(self.game_name).rules()
        own = (*PLAYING, _TRY_AGAIN, _ANSWER, _NEXT, _FOLLOW, *_ALWAYS)
        return help_page(_("Keys"), own, rules, width)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table as the seat sees it, and what is said over it."""
        layout = layout_for(canvas.size)
        match self.page:
            case None:
                assert isinstance(self.shows, Choosing), "a seat is to choose"
                draw_turn(replace(self, page=None), self.shows, canvas)
                if self.shows.typed is None:
                    self._say(canvas, self.tries.question)
            case Page.TRY_AGAIN:
                draw_turn(self, Choosing(), canvas)
                self._say(canvas, self.tries.not_right)
                put_over(canvas, layout.prompt, _(_TO_TRY_AGAIN), Style.PROMPT)
            case Page.ANSWER:
                self._draw_answer(canvas)
        # Boards may have something of their own right behind it.
        title = clipped(self.tries.title, _TITLE_COLUMNS)
        canvas.put(layout.scenery, layout.left + 1, f" {title} ", Style.TITLE)
        if self.notice and self.is_read:
            put_over(canvas, layout.outlook, clipped(self.notice, layout.width - 4), Style.ALERT)
        draw_footer(canvas, self.footer)

    def _draw_answer(self, canvas: Canvas) -> None:
        """Draw what each choice is worth, what was right, and why."""
        layout, header = layout_for(canvas.size), self.session.game.header
        assert self.session.viewer is not None, "a seat looks"
        observation = observed(self.session.game, self.session.viewer)
        draw_turn(replace(self, notice=""), Choosing(), canvas)
        review, width = self.tries.review, layout.width - 4
        said, verdict, below = "", self.tries.verdict, self.tries.about
        if review is None:
            trail = progress_dots(self.ticks, canvas.glyphs)
            said = _("Looking for the reason {trail}").format(trail=trail)
        else:
            (one,) = review.assessments
            said = guide_words(self.game_name).cost_sentence(review, one)
            cost = f"{verdict} {cost_of(one)}"
            if not self.tries.is_found and text_width(cost) <= width:
                verdict = cost
            answer = self.session.game.rules.parse_action(self.puzzle.answer.text)
            thought = Thought(answer, one.estimates, one.worlds)
            draw_chances(canvas, Hint(thought, HINT_STEPS), observation, header)
            others = [each for each in one.estimates if card_of(each.action) is None]
            if others:
                below = options_line(observation, others, header, canvas.glyphs)
        self._say(canvas, said)
        put_over(canvas, layout.outlook, clipped(below, width), Style.PLAIN)
        put_over(canvas, layout.prompt, clipped(verdict, width), Style.PROMPT)
        rows = ((layout.outlook, below), (layout.prompt, verdict))
        changed = self.tries.changed_rating(self.rating)
        room = [row for row, text in rows if text_width(f"{text}  {changed}") <= width]
        if room:
            canvas.put_right(room[0], layout.left + layout.width - 2, changed, Style.PRIZE)

    def _say(self, canvas: Canvas, sentence: str) -> None:
        """Write a sentence above the hand, cut off where it has too many rows."""
        rows = wrapped(sentence, layout_for(canvas.size).width - 4)
        if len(rows) > MESSAGE_ROWS:
            rows[MESSAGE_ROWS - 1 :] = [f"{wrapped(rows[MESSAGE_ROWS - 1], 70)[0]} ..."]
        say_over(canvas, rows, is_read=self.is_read)


def puzzle_screen(posed: Posed, rating: Rating) -> PuzzleScreen:
    """Return a puzzle at the table, seen by the seat that is to choose."""
    session = Session(game_of(posed.puzzle), posed.puzzle.seat)
    tries = Tries(posed, names_at_table(session.game.header))
    return PuzzleScreen(session, shown(session), tries, rating)


_TRY_AGAIN = Binding(
    (SPACE, ENTER),
    lambda screen, *_: screen.try_again(),
    (N_("Space"), N_("try again")),
)
_ANSWER = Binding(
    ("a",),
    lambda screen, *_: screen.answer(),
    (N_("a"), N_("answer")),
    (N_("a"), N_("show the answer, after a wrong try")),
)
_NEXT = Binding(
    (SPACE, ENTER),
    lambda screen, *_: screen.go_on(),
    (N_("Space"), N_("next")),
    (N_("Space, Enter"), N_("try again; the next puzzle")),
)
_FOLLOW = Binding(
    ("f",),
    lambda screen, *_: screen.follow(),
    (N_("f"), N_("what follows")),
    (N_("f"), N_("after the answer: look at what follows, with open hands")),
)
_ALWAYS = (
    CARDS,
    HELP,
    Binding(
        LEAVE,
        lambda screen, *_: screen.leave(),
        (N_("q"), N_("leave")),
        (N_("q, Esc"), N_("leave; it does not count until you answer")),
    ),
)


_STATE_COLUMN, _CHART_COLUMNS, _CHART_ROWS = 28, 56, 4
_SHARED_ROWS = 2
LABELS = {
    PuzzleRow.DAY: N_("Daily puzzle"),
    PuzzleRow.DUE: N_("Due again"),
    PuzzleRow.NEW: N_("New, near your rating"),
}


@dataclass(frozen=True, slots=True)
class PuzzlesScreen(PageScreen):
    """The puzzles of a game, and how the player stands with them.

    In a program that was started for puzzles alone, the shell is shown what is to share.
    """

    book: Book
    cursor: int = field(default=0, kw_only=True)
    is_first: bool = field(default=False, kw_only=True)

    @property
    def game_name(self) -> str:
        return self.book.game

    @property
    def choices(self) -> tuple[PuzzleRow, ...]:
        return tuple(PuzzleRow)

    @property
    def page(self) -> ListPage:
        states = [(_(LABELS[row]), self.state(row)) for row in self.choices]
        return ListPage(
            _("Puzzles: {game}").format(game=game_title(self.game_name)) + ".",
            [Item(*one, said=with_figure(*one)) for one in states],
            [rating_sentence(self.book.training), *([self.shared + "."] if self.shared else [])],
        )

    def draw(self, canvas: Canvas) -> None:
        """Draw what there is, the rating and its curve between two strips of undergrowth."""
        size, training = canvas.size, self.book.training
        top, left = (size.rows - 23) // 2, (size.columns - WIDTH) // 2
        for strip in (top, top + 18):
            draw_undergrowth(canvas, strip, left, WIDTH)
        canvas.put_centred(top + 2, _("Puzzles"), Style.TITLE)
        draw_game(canvas, top + 3, self.game_name, games_with(PUZZLES, *FOR_A_TABLE))
        items = self.page.items
        draw_items(canvas, top + 5, left + 2, items, self.cursor, WIDTH - 4, _STATE_COLUMN)
        canvas.put(top + 9, left + 4, rating_sentence(training), Style.STRONG)
        curve = curve_rows(training.curve, _CHART_COLUMNS, _CHART_ROWS, canvas.glyphs)
        for at, line in enumerate(curve, top + 11):
            canvas.put(at, left + 4, line, Style.WAY)
        for at, line in enumerate(wrapped(self.shared, WIDTH - 4)[:_SHARED_ROWS], top + 16):
            canvas.put(at, left + 4, line, Style.DIM)
        canvas.put_centred(top + 20, clipped(self.notice, size.columns), Style.ALERT)
        canvas.put_centred(top + 22, self.footer, Style.DIM)

    def state(self, row: PuzzleRow) -> str:
        """Say what a row has to offer."""
        book = self.book
        match row:
            case PuzzleRow.DAY:
                return day_label(book.training, book.today)
            case PuzzleRow.DUE:
                return due_label(book.training)
            case PuzzleRow.NEW:
                known = {attempt.puzzle for attempt in book.journal.attempts}
                left = sum(str(puzzle.number) not in known for puzzle in book.puzzles)
                text = ngettext("{count} of {all} left", "{count} of {all} left", left)
                return text.format(count=left, all=len(book.puzzles))
            case _:
                assert_never(row)

    @property
    def shared(self) -> str:
        """What there is to share of the puzzle of today, nothing before it is answered."""
        training, today = self.book.training, self.book.today
        if today not in training.days:
            return ""
        return shared_line(self.game_name, today, training.days, training.streak)

    def help_lines(self, width: int) -> list[TextLine]:
        """Return the keys here, and the rules."""
        return help_page(_("Keys"), self.BINDINGS, guide_words(self.game_name).rules(), width)

    def receive(self, event: Event, context: Context) -> Next:
        """Read anew how the player stands after a puzzle, and go on with the next if asked to."""
        match event:
            case Closed(PuzzleLeft(goes_on)):
                return Next(self, (call("ledger:open_puzzles", self.game_name, self, goes_on),))
            case _:
                return Screen.receive(self, event, context)

    def going_on(self, row: PuzzleRow | None) -> Next:
        """Return the list, with the puzzle over it that comes after one of a row, if any."""
        return Next(self) if row is None else self.posing(self.book.after(row))

    def posing(self, posed: Posed | None) -> Next:
        """Return the list with a puzzle over it, or the news that there is none."""
        if posed is None:
            notice = _("You have seen every puzzle; they now come back one at a time.")
            return Next(replace(self, notice=notice))
        return Next(self, (Push(puzzle_screen(posed, self.book.training.rating)),))

    @property
    def leads_back(self) -> tuple[str, ...]:
        """A puzzle was left for the list by the same key, which may lead on to the title."""
        return LEAVE

    def do(self, choice: PuzzleRow) -> Next:
        match choice:
            case PuzzleRow.DAY:
                return self.posing(self.book.of_day(self.book.today))
            case PuzzleRow.DUE:
                if (posed := self.book.due()) is None:
                    return Next(replace(self, notice=_("Nothing is due today.")))
                return self.posing(posed)
            case PuzzleRow.NEW:
                return self.posing(self.book.new())
            case _:
                assert_never(choice)

    def _change_game(self, key: str, context: Context) -> Next:
        every = games_with(PUZZLES, *context.options.parts)
        following = beside(every, self.game_name, key)
        return Next(self, (call("ledger:open_puzzles", following, self),))

    def _back(self, _key: str, _context: Context) -> Next:
        if self.is_first:
            return Next(self, (Leave(lines=(self.shared,) if self.shared else ()),))
        return Next(self, (Pop(),))

    BINDINGS: ClassVar = (
        Binding(
            IN_A_LIST,
            ChoiceScreen.move,
            (N_("up, down"), N_("choose")),
            (N_("Up, down, 1 to 3"), N_("choose which puzzles")),
        ),
        Binding(
            DECIDE,
            ChoiceScreen.choose,
            (N_("Enter"), N_("begin")),
            (N_("Enter"), N_("begin")),
        ),
        Binding(
            ("g", *BACKWARD, *FORWARD),
            _change_game,
            (N_("g"), N_("games")),
            (N_("g, left, right"), N_("the puzzles of the other game")),
            word=(NC_("command", "game"), N_("go to the other game")),
        ),
        replace(CARDS, footer=None),
        HELP,
        Binding(LEAVE, _back, (N_("q"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


def puzzles_screen(
    game: str,
    journal: Journal,
    today: date,
    before: PuzzlesScreen | None = None,
    notice: str = "",
) -> PuzzlesScreen:
    """Return the list as the journal stands, with the cursor where it was ``before``.

    At first that is what is due: the puzzle of the day, or what comes back, or else new ones.
    """
    book = book_of(game, journal, today)
    if before is not None:
        return replace(before, book=book, notice=notice)
    rows = [
        today not in book.training.days,
        bool(book.training.due),
        True,
    ]
    return PuzzlesScreen(book, cursor=rows.index(True), notice=notice)
