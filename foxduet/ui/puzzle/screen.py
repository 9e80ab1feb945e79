"""A puzzle at the table: choose, try again, and see why."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from foxduet.ai.partner import Thought
from foxduet.analysis.puzzles import Puzzle, review_of_try
from foxduet.analysis.rating import Rating, after_answers, puzzle_rating
from foxduet.analysis.review import COSTLY
from foxduet.core.common import card_of
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, field, replace
from foxduet.play.table import Session, observed, steps_of
from foxduet.ui.kit.answers import Answered, AttemptNotSaved, Event
from foxduet.ui.kit.canvas import Canvas, Size, Style
from foxduet.ui.kit.effects import Command, OpenReplay, PuzzleRow, SaveAttempt
from foxduet.ui.kit.keys import ENTER, LEAVE, SPACE
from foxduet.ui.kit.screen import SECONDS_OF_A_TICK, Binding, Bindings, Context, Next, Pop
from foxduet.ui.puzzle.posed import JudgePuzzle, Posed, game_of, is_right, what_follows
from foxduet.ui.reader import CARDS, HELP, help_page
from foxduet.ui.table.hint import draw_chances, options_line
from foxduet.ui.table.keys import PLAYING, playing_bindings
from foxduet.ui.table.layout import MESSAGE_ROWS, layout_for
from foxduet.ui.table.parts import draw_footer
from foxduet.ui.table.screen import PlayScreen
from foxduet.ui.table.shown import shown
from foxduet.ui.table.state import HINT_STEPS, SECONDS_FRESH, Choosing, Ending, Hint
from foxduet.ui.table.turn import draw_turn
from foxduet.words.common import guide_words, table_words
from foxduet.words.glyphs import progress_dots
from foxduet.words.i18n import _, day_text
from foxduet.words.people import names_at_table
from foxduet.words.puzzles import change_sentence, kind_label
from foxduet.words.review_report import cost_phrase
from foxduet.words.text import clipped, text_width, wrapped

if TYPE_CHECKING:
    from foxduet.ai.workers import Job
    from foxduet.analysis.review import Assessment, Review
    from foxduet.play.game import Names
    from foxduet.words.text import TextLine

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

    ``rating`` is the player's before it, and ``tried`` has the places of the choices that were
    made. ``thought`` is what reviews think of all of them, None until it is worked out.
    """

    posed: Posed
    rating: Rating = field(default_factory=Rating, kw_only=True)
    tried: tuple[int, ...] = field(default=(), kw_only=True)
    page: Page | None = field(default=None, kw_only=True)
    thought: Thought | None = field(default=None, kw_only=True)

    @property
    def puzzle(self) -> Puzzle:
        """The position, and the answer."""
        return self.posed.puzzle

    @property
    def is_solved(self) -> bool:
        """Whether the first choice was right."""
        return bool(self.tried) and is_right(self.puzzle, self.tried[0])

    @property
    def title(self) -> str:
        """What stands over the board."""
        # Boards may have something of their own right behind it.
        if self.posed.found is not None:
            title = _("Your mistake")
        elif self.posed.daily is not None:
            title = _("The day's puzzle")
        else:
            title = _("Puzzle {number}").format(number=self.puzzle.number)
        return clipped(title, _TITLE_COLUMNS)

    @property
    def saving(self) -> tuple[Command, ...]:
        return ()

    @property
    def endings(self) -> Sequence[Ending]:
        return ()

    @property
    def is_read(self) -> bool:
        return self.page is not None

    @property
    def decision(self) -> object:
        return type(self), self.posed.name, self.page, self.is_fresh, len(self.tried)

    @property
    def turns_pages(self) -> bool:
        """An answer must not be passed over: the key that chose is to be let go first."""
        return False

    @property
    def awaits_job(self) -> bool:
        return self.thought is None

    @property
    def seconds(self) -> float | None:
        if self.is_fresh:
            return SECONDS_FRESH
        return SECONDS_OF_A_TICK if self.awaits_job else None

    def job(self, context: Context) -> Job[Any] | None:
        """Return the thought that the answer is explained by."""
        return JudgePuzzle(self.puzzle) if self.thought is None else None

    def settled(self) -> Next:
        return Next(self)

    def receive(self, event: Event, context: Context) -> Next:
        """Take the thought, or say that the answer could not be saved."""
        match event:
            case Answered(answer=Thought() as thought):
                return Next(replace(self, thought=thought))
            case AttemptNotSaved(reason):
                notice = _("Your answer is not saved: {reason}.").format(reason=reason)
                return Next(replace(self, notice=notice))
            case _:
                return PlayScreen.receive(self, event, context)

    def play(self, option: Any, context: Context) -> Next:
        """Judge what was chosen; the first choice of all is saved."""
        action, *further = steps_of(self.session, option)
        if further:
            return Next(
                replace(
                    self,
                    notice=_("That is two steps at once, and the puzzle asks for the first alone."),
                )
            )
        text = self.session.game.rules.format_action(action)
        at = [one.text for one in self.puzzle.choices].index(text)
        if at in self.tried:
            return Next(replace(self, notice=_("That was not it; choose something else.")))
        right, tried = is_right(self.puzzle, at), (*self.tried, at)
        # Where only one choice would be left there is nothing to be tried.
        again = not right and len(tried) == 1 and self._count_choices >= _FEWEST_TO_TRY_AGAIN
        page = Page.TRY_AGAIN if again else Page.ANSWER
        effects = () if self.tried else (self._attempt(right=right),)
        return Next(replace(self, tried=tried, page=page, shows=Choosing()), effects)

    @property
    def _count_choices(self) -> int:
        """How many choices there are that do not lead to the same."""
        assert self.session.viewer is not None, "a seat looks"
        return len(observed(self.session.game, self.session.viewer).distinct_choices)

    def _attempt(self, *, right: bool) -> SaveAttempt:
        posed = self.posed
        rating = None if posed.found is not None else self.puzzle.rating
        return SaveAttempt(self.game_name, posed.name, right, rating, posed.daily)

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
        said = _("Played on from the answer by steady players at both ends.")
        return Next(self, (OpenReplay(following, 1, said),))

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
                    self._say(canvas, self.question())
            case Page.TRY_AGAIN:
                draw_turn(self, Choosing(), canvas)
                self._say(canvas, self.not_right())
                self._put(canvas, layout.prompt, _(_TO_TRY_AGAIN), Style.PROMPT)
            case Page.ANSWER:
                self._draw_answer(canvas)
        canvas.put(layout.scenery, layout.left + 1, f" {self.title} ", Style.TITLE)
        if self.notice and self.is_read:
            self._put(canvas, layout.outlook, self.notice, Style.ALERT)
        draw_footer(canvas, self.footer)

    def question(self) -> str:
        """Say where the puzzle comes from, how hard it is, and what is asked."""
        posed, rating = self.posed, self.puzzle.rating
        if posed.found is not None:
            asked = _("A choice of yours cost much here, by a review of {day}. What is best?")
            return asked.format(day=day_text(posed.found))
        if posed.daily is not None:
            asked = _("The puzzle of {day}, rated {rating}: one choice is clearly best. Which?")
            return asked.format(day=day_text(posed.daily), rating=rating)
        return _("One choice is clearly best here. Which? It is rated {rating}.").format(
            rating=rating
        )

    def not_right(self) -> str:
        """Say that the last choice was not right."""
        return _("Not {choice}: there is something clearly better.").format(
            choice=self._phrase(self.tried[-1])
        )

    def _phrase(self, at: int) -> str:
        action = self.session.game.rules.parse_action(self.puzzle.choices[at].text)
        return table_words(self.game_name).choices.choice_phrase(action, self._names)

    @property
    def _names(self) -> Names:
        return names_at_table(self.session.game.header)

    def _draw_answer(self, canvas: Canvas) -> None:
        """Draw what each choice is worth, what was right, and why."""
        layout, header = layout_for(canvas.size), self.session.game.header
        assert self.session.viewer is not None, "a seat looks"
        observation = observed(self.session.game, self.session.viewer)
        draw_turn(replace(self, notice=""), Choosing(), canvas)
        review, width = self.review(), layout.width - 4
        said, verdict, below = "", self.verdict(), self.about()
        if review is None:
            trail = progress_dots(self.ticks, canvas.glyphs)
            said = _("Looking for the reason {trail}").format(trail=trail)
        else:
            (one,) = review.assessments
            said = guide_words(self.game_name).cost_sentence(review, one)
            cost = f"{verdict} {self.cost_of(one)}"
            if not self.is_found and text_width(cost) <= width:
                verdict = cost
            answer = self.session.game.rules.parse_action(self.puzzle.answer.text)
            thought = Thought(answer, one.estimates, one.worlds)
            draw_chances(canvas, Hint(thought, HINT_STEPS), observation, header)
            others = [each for each in one.estimates if card_of(each.action) is None]
            if others:
                below = options_line(observation, others, header, canvas.glyphs)
        self._say(canvas, said)
        self._put(canvas, layout.outlook, below, Style.PLAIN)
        self._put(canvas, layout.prompt, verdict, Style.PROMPT)
        rows = ((layout.outlook, below), (layout.prompt, verdict))
        changed = self.changed_rating()
        room = [row for row, text in rows if text_width(f"{text}  {changed}") <= width]
        if room:
            canvas.put_right(room[0], layout.left + layout.width - 2, changed, Style.PRIZE)

    def cost_of(self, one: Assessment) -> str:
        """Say what the choice cost that the answer is compared with."""
        return _("Your choice: {cost}.").format(cost=cost_phrase(one))

    def verdict(self) -> str:
        """Say whether the last choice was right, or else what the answer is."""
        if not self.is_found:
            return _("The answer: {choice}.").format(choice=self._phrase(self.puzzle.best))
        right = _("Right: {choice}.") if self.is_solved else _("Right this time: {choice}.")
        return right.format(choice=self._phrase(self.tried[-1]))

    @property
    def is_found(self) -> bool:
        """Whether the last choice was right."""
        return is_right(self.puzzle, self.tried[-1])

    def about(self) -> str:
        """Say what the puzzle is about; of a mistake nobody has said that."""
        if self.posed.found is not None:
            return ""
        return _("About {kind}.").format(kind=kind_label(self.game_name, self.puzzle.kind))

    def changed_rating(self) -> str:
        """Say what the puzzle has made of the rating, nothing if it does not count."""
        if not self.posed.counts:
            return ""
        answers = [(puzzle_rating(self.puzzle.rating), float(self.is_solved))]
        return change_sentence(self.rating, after_answers(self.rating, answers))

    def review(self) -> Review | None:
        """Return the review of the choice that the answer is compared with, once it is there."""
        if self.thought is None:
            return None
        rules, puzzle = self.session.game.rules, self.puzzle
        best = rules.parse_action(puzzle.answer.text)
        thought = replace(self.thought, action=best)
        chosen = rules.parse_action(puzzle.choices[self._compared()].text)
        return review_of_try(puzzle, thought, chosen, self._names)

    def _compared(self) -> int:
        """Return the place of a choice that was tried and not right, else the best of the bad."""
        puzzle = self.puzzle
        wrong = [at for at in self.tried if not is_right(puzzle, at)]
        if wrong:
            return wrong[0]
        assert self.thought is not None, "only then there is something to compare"
        worths = [one.worth for one in self.thought.estimates]
        bad = [at for at, one in enumerate(worths) if worths[puzzle.best] - one >= COSTLY]
        others = bad or [at for at in range(len(worths)) if at != puzzle.best]
        return max(others, key=lambda at: worths[at])

    def _say(self, canvas: Canvas, sentence: str) -> None:
        """Write a sentence above the hand; a click on a page is Space."""
        layout = layout_for(canvas.size)
        rows = wrapped(sentence, layout.width - 4)
        if len(rows) > MESSAGE_ROWS:
            rows[MESSAGE_ROWS - 1 :] = [f"{wrapped(rows[MESSAGE_ROWS - 1], 70)[0]} ..."]
        for at in range(MESSAGE_ROWS):
            row = rows[at] if at < len(rows) else ""
            self._put(canvas, layout.message + at, row, Style.STRONG)
        if self.is_read:
            place = Size(MESSAGE_ROWS, layout.width - 4)
            canvas.put_area(layout.message, layout.left + 2, place, (SPACE,))

    def _put(self, canvas: Canvas, row: int, text: str, style: Style) -> None:
        layout = layout_for(canvas.size)
        canvas.put(row, layout.left, " " * layout.width)
        canvas.put(row, layout.left + 2, clipped(text, layout.width - 4), style)


def puzzle_screen(posed: Posed, rating: Rating) -> PuzzleScreen:
    """Return a puzzle at the table, seen by the seat that is to choose."""
    session = Session(game_of(posed.puzzle), posed.puzzle.seat)
    return PuzzleScreen(session, shown(session), posed, rating=rating)


_TRY_AGAIN = Binding(
    (SPACE, ENTER),
    lambda screen, *_: screen.try_again(),
    (N_("Space"), N_("try again")),
)
_ANSWER = Binding(
    ("a",),
    lambda screen, *_: screen.answer(),
    (N_("a"), N_("answer")),
    (N_("a"), N_("the answer, after a choice that was not right")),
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
        (N_("q, Esc"), N_("leave; nothing counts before the first answer")),
    ),
)
