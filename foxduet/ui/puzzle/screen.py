"""A puzzle at the table: choose, try again, and see why."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from foxduet.ai.partner import Thought
from foxduet.analysis.puzzles import Puzzle
from foxduet.analysis.rating import Rating
from foxduet.core.common import card_of
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
from foxduet.play.table import Session, observed
from foxduet.ui.kit.answers import Answered, Event, NotSaved
from foxduet.ui.kit.canvas import Canvas, Style
from foxduet.ui.kit.effects import Command, OpenReplay, PuzzleRow, SaveAttempt
from foxduet.ui.kit.keys import ENTER, LEAVE, SPACE
from foxduet.ui.kit.screen import SECONDS_OF_A_TICK, Binding, Bindings, Context, Next, Pop
from foxduet.ui.puzzle.posed import JudgePuzzle, Posed, game_of, what_follows
from foxduet.ui.puzzle.tries import Tries, cost_of
from foxduet.ui.reader import CARDS, HELP, help_page
from foxduet.ui.table.hint import draw_chances, options_line
from foxduet.ui.table.keys import PLAYING, playing_bindings
from foxduet.ui.table.layout import MESSAGE_ROWS, layout_for
from foxduet.ui.table.parts import draw_footer
from foxduet.ui.table.screen import PlayScreen
from foxduet.ui.table.shown import shown
from foxduet.ui.table.state import HINT_STEPS, SECONDS_FRESH, Choosing, Ending, Hint
from foxduet.ui.table.turn import draw_turn, put_over, say_over
from foxduet.words.common import guide_words
from foxduet.words.glyphs import progress_dots
from foxduet.words.i18n import _
from foxduet.words.people import names_at_table
from foxduet.words.text import clipped, text_width, wrapped

if TYPE_CHECKING:
    from foxduet.ai.workers import Job
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
        """Take the thought, or say that the answer could not be saved."""
        match event:
            case Answered(answer=Thought() as thought):
                return Next(replace(self, tries=replace(self.tries, thought=thought)))
            case NotSaved(reason):
                notice = _("Your answer is not saved: {reason}.").format(reason=reason)
                return Next(replace(self, notice=notice))
            case _:
                return PlayScreen.receive(self, event, context)

    def play(self, option: Any, context: Context) -> Next:
        """Judge what was chosen; the first choice of all is saved."""
        text = self.session.game.rules.format_action(option)
        at = [one.text for one in self.puzzle.choices].index(text)
        before = self.tries.made
        if at in before:
            return Next(replace(self, notice=_("That was not it; choose something else.")))
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
