"""An exercise at the table: one choice to be found, in a puzzle or in a game under review."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from random import Random
from typing import TYPE_CHECKING, Any

from foxduet.ai.partner import Thought, partner_named
from foxduet.core.cards import card_of
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, field, replace
from foxduet.play.game import Game, act, deal_due
from foxduet.play.table import hinted_seat, observed
from foxduet.ui.kit.canvas import Canvas, Style
from foxduet.ui.kit.keys import ENTER, LEAVE, SPACE
from foxduet.ui.kit.pages import CARDS, HELP, help_page
from foxduet.ui.kit.screen import SECONDS_OF_A_TICK, Binding, Bindings, Context, Effects, Next, Push
from foxduet.ui.replay import ReplayScreen, sentences_at
from foxduet.ui.table import state
from foxduet.ui.table.advice import draw_chances, draw_team_question, options_line
from foxduet.ui.table.drawing import MESSAGE_ROWS, draw_footer, layout_for, newest_rows
from foxduet.ui.table.keys import PLAYING, playing_bindings
from foxduet.ui.table.screen import PlayScreen
from foxduet.ui.table.views import draw_quiet, draw_turn, put_over, say_over
from foxduet.words import text
from foxduet.words.game_words import guide_words, table_words
from foxduet.words.i18n import _
from foxduet.words.review import cost_phrase

if TYPE_CHECKING:
    from foxduet.analysis.review import Assessment, Review
    from foxduet.words.text import TextLine


STEADY = "steady"
"""Who plays what follows."""

_TITLE_COLUMNS = 16
_MOST_TRIES = 2
_TO_TRY_AGAIN = N_("Press Space to try again, or a for the answer.")


def what_follows(game: Game, action: Any) -> Game:
    """Return the round played to its end after an action, by steady players at both ends.

    After a choice of the team, that is the next round.
    """
    is_between_rounds = game.pending is not None and game.pending.seat is None
    game, chance = act(game, action), Random(game.header.seed)
    game = deal_due(game) if is_between_rounds else game
    steady = partner_named(game.header.game, STEADY)
    while (pending := game.pending) is not None and pending.seat is not None:
        observation = game.rules.observe(game.state, pending.seat)
        game = act(game, steady(observation, chance).action)
    return game


class Page(Enum):
    """What is read over the table."""

    TRY_AGAIN = auto()
    ANSWER = auto()


@dataclass(frozen=True, slots=True)
class ExerciseScreen(PlayScreen):
    """A table at which one choice is to be found; nothing of it is a game that is saved.

    ``made`` are the choices made here, the first one first.
    """

    made: tuple[Any, ...] = field(default=(), kw_only=True)
    page: Page | None = field(default=None, kw_only=True)

    @property
    def title(self) -> str:
        """Say which exercise it is."""
        raise AssertionError("every exercise has a title")

    @property
    def question(self) -> str:
        """Ask for the best choice."""
        raise AssertionError("every exercise asks")

    @property
    def answer(self) -> Any:
        """The best choice."""
        raise AssertionError("every exercise has an answer")

    @property
    def tried(self) -> tuple[Any, ...]:
        """The choices that are known not to be right, or were the last one made."""
        return self.made

    @property
    def compared(self) -> tuple[Review, Assessment] | None:
        """What the answer is compared with, and the review of that, None until it is known."""
        raise AssertionError("every answer has a reason")

    @property
    def about(self) -> str:
        """Say what the exercise is about, nothing if nobody has said that."""
        return ""

    @property
    def changed_rating(self) -> str:
        """Say what the first choice has made of a rating, nothing if it does not count."""
        return ""

    @property
    def row_of_right(self) -> str:
        """Say how many choices in a row were right at once, nothing if that is nothing special."""
        return ""

    def is_right(self, action: Any) -> bool:
        """Return whether a choice is the best one, or as good."""
        raise AssertionError("every choice is judged")

    def first_made(self) -> Effects:
        """Return what saves the first choice."""
        return ()

    def cost_of(self, cost: str) -> str:
        """Say what it was that had this cost: the choice that the answer is compared with."""
        raise AssertionError("what is not right costs something")

    def go_on(self) -> Next:
        """Leave for the next exercise."""
        raise AssertionError("another exercise follows")

    def leave(self) -> Next:
        """Leave for where the exercise was opened."""
        raise AssertionError("every exercise can be left")

    @property
    def own_bindings(self) -> Bindings:
        """The keys at every moment of the exercise, in the order in which the help has them."""
        raise AssertionError("every exercise can be left by a key")

    @property
    def is_solved(self) -> bool:
        """Whether the first choice was right."""
        return bool(self.made) and self.is_right(self.made[0])

    @property
    def is_found(self) -> bool:
        """Whether the last choice was right."""
        return bool(self.made) and self.is_right(self.made[-1])

    @property
    def not_right(self) -> str:
        """Say that the last choice was not right, and nothing else."""
        return _("Not {choice}: something else is better.").format(
            choice=self._phrase(self.made[-1])
        )

    @property
    def verdict(self) -> str:
        """Say what was right."""
        if not self.is_found:
            return _("The answer: {choice}.").format(choice=self._phrase(self.answer))
        right = _("Correct: {choice}.") if self.is_solved else _("Correct this time: {choice}.")
        return right.format(choice=self._phrase(self.made[-1]))

    def _phrase(self, action: Any) -> str:
        names = text.names_at_table(self.session.game.header)
        return table_words(self.game_name).choices.choice_phrase(action, names)

    @property
    def saving(self) -> Effects:
        return ()

    @property
    def endings(self) -> Sequence[state.Ending]:
        return ()

    @property
    def is_read(self) -> bool:
        return self.page is not None

    @property
    def decision(self) -> object:
        position = self.session.game.first, len(self.session.game.turns)
        return type(self), position, self.page, self.is_fresh, len(self.made)

    @property
    def turns_pages(self) -> bool:
        """An answer must not be passed over: the key that chose is to be let go first."""
        return False

    @property
    def awaits_job(self) -> bool:
        return self.compared is None

    @property
    def seconds(self) -> float | None:
        if self.is_fresh:
            return state.SECONDS_FRESH
        return SECONDS_OF_A_TICK if self.awaits_job else None

    @property
    def takes_shortcuts(self) -> bool:
        """An exercise asks for one choice alone."""
        return False

    def settled(self) -> Next:
        return Next(self)

    def play(self, option: Any, context: Context) -> Next:
        """Judge what was chosen."""
        if option in self.tried:
            return Next(replace(self, notice=_("That's not it; try something else.")))
        after = replace(self, made=(*self.made, option), shows=state.shown(self.session))
        left = self.count_choices - len(after.tried)
        # Where only one choice would be left there is nothing to be tried.
        may_try = len(after.made) < _MOST_TRIES and left > 1
        page = Page.TRY_AGAIN if may_try and not after.is_found else Page.ANSWER
        return Next(replace(after, page=page), () if self.made else after.first_made())

    @property
    def count_choices(self) -> int:
        """How many choices there are that do not lead to the same."""
        return len(observed(self.session.game, hinted_seat(self.session)).distinct_choices)

    def follow(self) -> Next:
        """Look at how steady players play the round on from the answer, hands open."""
        game = self.session.game
        said = _("Played on from the answer, by steady players at both ends.")
        following = what_follows(game, self.answer)
        return Next(self, (Push(ReplayScreen(following, len(game.turns) + 1, said)),))

    @property
    def bindings(self) -> Bindings:
        match self.page:
            case Page.TRY_AGAIN:
                return (_TRY_AGAIN, _ANSWER, *self.own_bindings)
            case Page.ANSWER:
                return (_NEXT, _FOLLOW, *self.own_bindings)
            case None:
                return (*playing_bindings(self), _ANSWER, *self.own_bindings)

    @property
    def tells_news(self) -> bool:
        return False

    def help_lines(self, width: int) -> list[TextLine]:
        own = (*PLAYING, _TRY_AGAIN, _ANSWER, _NEXT, _FOLLOW, *self.own_bindings)
        return help_page(_("Keys"), own, (), width)

    def draw(self, canvas: Canvas) -> None:
        layout, game = layout_for(canvas.size), self.session.game
        self._draw_table(canvas)
        match self.page:
            case None:
                is_typing = isinstance(self.shows, state.Choosing) and self.shows.typed is not None
                if not is_typing:
                    news = sentences_at(game, len(game.turns), self.session.viewer)
                    self._say(canvas, *news, self.question)
            case Page.TRY_AGAIN:
                self._say(canvas, self.not_right)
                put_over(canvas, layout.prompt, _(_TO_TRY_AGAIN), Style.PLAIN)
            case Page.ANSWER:
                self._draw_answer(canvas)
        # Boards may have something of their own right behind it.
        title = text.clipped(self.title, _TITLE_COLUMNS)
        canvas.put(layout.scenery, layout.left + 1, f" {title} ", Style.TITLE)
        if self.notice and self.is_read:
            is_danger = isinstance(self.notice, text.Alert)
            style = Style.ALERT if is_danger else Style.PLAIN
            said = text.clipped(text.alerted(self.notice), layout.width - 4)
            put_over(canvas, layout.outlook, said, style)
        draw_footer(canvas, self.footer)

    def _draw_table(self, canvas: Canvas) -> None:
        if isinstance(self.shows, state.RoundEnd):
            draw_quiet(self, canvas)
            row, two = layout_for(canvas.size).hand + 1, self.session.partner is None
            draw_team_question(self, canvas, row, self.shows, two=two)
            return
        assert isinstance(self.shows, state.Choosing), "a seat is to choose"
        draw_turn(replace(self, notice="") if self.is_read else self, self.shows, canvas)

    def _draw_answer(self, canvas: Canvas) -> None:
        layout, header = layout_for(canvas.size), self.session.game.header
        observation = observed(self.session.game, hinted_seat(self.session))
        width, said, verdict, below = layout.width - 4, "", self.verdict, self.about
        if self.compared is None:
            trail = text.progress_dots(self.ticks, canvas.glyphs)
            said = _("Looking for the reason {trail}").format(trail=trail)
        else:
            review, one = self.compared
            said = guide_words(self.game_name).cost_sentence(review, one)
            cost = f"{verdict} {self.cost_of(cost_phrase(one))}"
            if not self.is_found and text.text_width(cost) <= width:
                verdict = cost
            thought = Thought(self.answer, one.estimates, one.worlds)
            draw_chances(canvas, state.Hint(thought, state.HINT_STEPS), observation, header)
            others = [each for each in one.estimates if card_of(each.action) is None]
            if others:
                below = options_line(observation, others, one.estimates, header, canvas.glyphs)
        self._say(canvas, said, style=Style.PLAIN)
        if self.row_of_right:
            put_over(canvas, layout.outlook, text.clipped(self.row_of_right, width), Style.GAIN)
        else:
            put_over(canvas, layout.outlook, text.clipped(below, width), Style.PLAIN)
        style = Style.GAIN if self.is_found else Style.PLAIN
        put_over(canvas, layout.prompt, text.clipped(verdict, width), style)
        rows = ((layout.outlook, self.row_of_right or below), (layout.prompt, verdict))
        changed, end = self.changed_rating, layout.left + layout.width - 2
        room = [row for row, line in rows if text.text_width(f"{line}  {changed}") <= width]
        if changed and room:
            by = changed[changed.rindex("(") :]
            canvas.put_right(room[0], end - text.text_width(by), changed.removesuffix(by))
            canvas.put_right(room[0], end, by, Style.GAIN if self.is_solved else Style.LOSS)

    def _say(self, canvas: Canvas, *sentences: str, style: Style = Style.STRONG) -> None:
        """Write sentences above the hand, the last one cut off where it has too many rows."""
        width = layout_for(canvas.size).width - 4
        rows = newest_rows(sentences, width, MESSAGE_ROWS)
        if not rows:
            rows = text.wrapped(sentences[-1], width)[:MESSAGE_ROWS]
            rows[-1] = f"{text.wrapped(rows[-1], 70)[0]} ..."
        say_over(canvas, rows, is_read=self.is_read, style=style)


_TRY_AGAIN = Binding(
    (SPACE, ENTER),
    lambda screen, *_: Next(replace(screen, page=None, shows=state.shown(screen.session))),
    (N_("Space"), N_("try again")),
)
_ANSWER = Binding(
    ("a",),
    lambda screen, *_: Next(replace(screen, page=Page.ANSWER)),
    (N_("a"), N_("answer")),
    (N_("a"), N_("show the answer, after a wrong try")),
    applies=lambda screen: bool(screen.tried),
)
_NEXT = Binding(
    (SPACE, ENTER),
    lambda screen, *_: screen.go_on(),
    (N_("Space"), N_("next")),
    (N_("Space, Enter"), N_("try again; the next one")),
)
_FOLLOW = Binding(
    ("f",),
    lambda screen, *_: screen.follow(),
    (N_("f"), N_("what follows")),
    (N_("f"), N_("after the answer: see what follows, with both hands open")),
)


def leaving_bindings(word: str, meaning: str) -> Bindings:
    """Return the keys that are there at every moment, the last of which leaves an exercise."""
    leave = Binding(
        LEAVE, lambda screen, *_: screen.leave(), (N_("q"), word), (N_("q, Esc"), meaning)
    )
    return (CARDS, HELP, leave)
