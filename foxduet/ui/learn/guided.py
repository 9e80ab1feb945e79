"""A guided round: a patient partner, and advice before and after each choice that steps back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from foxduet.ai.names import ADVISER
from foxduet.ai.workers import Purpose, Think
from foxduet.analysis.tutoring import AT_FIRST, MUCH, NONE, Grade, Tutoring, grade_of
from foxduet.core.common import Play, Seat, card_of
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
from foxduet.play.game import Game, act
from foxduet.store.learning import Place
from foxduet.ui.kit.effects import Answered, Event, OpenForm
from foxduet.ui.kit.keys import (
    DOWNWARD,
    ESCAPE,
    UPWARD,
    moved_to_row,
)
from foxduet.ui.kit.screen import Binding, Bindings, Context, Next
from foxduet.ui.learn import drawing
from foxduet.ui.learn.screen import (
    CONTINUE,
    ENDING,
    MOVE,
    PICK,
    PLAY,
    WATCHED,
    Ending,
    LearnScreen,
    chooser_of,
)
from foxduet.ui.learn.stages import (
    Choosing,
    Done,
    Judged,
    Saying,
    Thinking,
    Told,
    Watching,
)
from foxduet.ui.reader import CARDS, HELP, help_page
from foxduet.ui.table import parts
from foxduet.ui.table.layout import card_rows
from foxduet.words.common import guide_words, table_words
from foxduet.words.i18n import _
from foxduet.words.lessons import GuidedRound, course_of, text_on, title_on
from foxduet.words.people import names_at_table
from foxduet.words.text import capitalised

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought
    from foxduet.ai.workers import Job
    from foxduet.words.text import TextLine

_TEAM_MATE = "expert"
"""The partner of the first game after the lessons; an opponent is as easy as in the round."""


@dataclass(frozen=True, slots=True)
class GuidedState(LearnScreen):
    """A round with advice; ``before`` is the game before the last choice of the player.

    ``thought`` is the adviser's on the choice that is due, None until it is there. ``waits`` says
    that the player has chosen, and the thought is waited for; ``again``, that the choice was taken
    back after advice. ``tutoring`` is how much is said.
    """

    before: Game
    thought: Thought | None = None
    waits: bool = False
    again: bool = False
    tutoring: Tutoring = AT_FIRST

    @property
    def guided(self) -> GuidedRound:
        """What the game says in its guided round."""
        return course_of(self.game_name).guided

    @property
    def actor(self) -> Seat | None:
        """The seat that must choose, None once the round is over."""
        pending = self.game.pending
        return None if pending is None else pending.seat

    @property
    def viewer(self) -> Seat:
        """The seat whose hand is in sight: the player's, or of two the one that chooses."""
        person = self.game.header.person
        return (self.actor or Seat.P1) if person is None else person

    @property
    def endings(self) -> tuple[Ending, ...]:
        return (
            (capitalised(_("play a game")), self._open_form),
            (_("Again"), lambda: self._left(opens=True)),
            (_("All lessons"), self._left),
        )

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is said at the beginning, who leads at last."""
        opening = table_words(self.game_name).round_start(
            self.game.state, names_at_table(self.game.header)
        )
        return (*(_(sentence) for sentence in self.guided.welcome), *opening[:1])

    def help_lines(self, width: int) -> list[TextLine]:
        """Return the keys of the guided round, and the rules."""
        rules = guide_words(self.game_name).rules()
        return help_page(_("Keys"), _HELP_BINDINGS, rules, width)

    @property
    def bindings(self) -> Bindings:
        match self.shows:
            case Saying() | Told():
                return (CONTINUE, *_OTHERS)
            case Choosing() if self.waits:
                return _OTHERS
            case Choosing():
                plays = isinstance(drawing.options_at(self.game)[0], Play)
                return (_OTHER_ROW, MOVE, PLAY if plays else PICK, *_OTHERS)
            case Thinking():
                return _OTHERS
            case Watching():
                return (WATCHED,)
            case Judged(right):
                return (CONTINUE, *(() if right else (_TAKE_BACK,)), *_OTHERS)
            case Done():
                return (*ENDING, HELP, _LEAVE)
            case _:
                assert_never(self.shows)

    def job(self, context: Context) -> Job[Any] | None:
        """Return the partner's thought, or the adviser's on the choice that is due."""
        game, limit = self.game, context.options.limit
        match self.shows:
            case Thinking() if self.actor is not None:
                return Think(Purpose.CHOICE, self.guided.partner, game, self.actor, limit)
            case Choosing() if self.thought is None:
                return Think(Purpose.HINT, ADVISER, game, self.viewer, limit)
            case _:
                return None

    @property
    def awaits_job(self) -> bool:
        is_choosing = isinstance(self.shows, Choosing)
        return isinstance(self.shows, Thinking) or (is_choosing and self.thought is None)

    @property
    def decision(self) -> object:
        at = self.shows.at if isinstance(self.shows, Saying) else 0
        return type(self.shows), len(self.game.turns), at

    def receive(self, event: Event, context: Context) -> Next:
        """Take the thought of the partner, or of the adviser."""
        match event:
            case Answered(answer=thought) if isinstance(self.shows, Thinking):
                return self._done_by_partner(thought, context)
            case Answered(answer=thought) if isinstance(self.shows, Choosing):
                screen = replace(self, thought=thought)
                return screen._play(context) if self.waits else Next(screen)
            case _:
                return LearnScreen.receive(self, event, context)

    def _done_by_partner(self, thought: Thought, context: Context) -> Next:
        game = act(self.game, thought.action)
        screen = replace(self, game=game, shows=self.watching(game, context))
        return screen._saved()

    def play(self, action: Any, context: Context) -> Next:
        """Do what is chosen once the adviser has judged it."""
        return self._play(context) if self.thought is not None else Next(replace(self, waits=True))

    def _play(self, context: Context) -> Next:
        assert isinstance(self.shows, Choosing), "there is something to choose"
        assert self.shows.cursor is not None, "something is chosen"
        action = drawing.options_at(self.game)[self.shows.cursor]
        game = act(self.game, action)
        shows = self.watching(game, context)
        return replace(self, game=game, before=self.game, shows=shows, waits=False)._saved()

    def _saved(self) -> Next:
        """Save how far the round is, all but its deal."""
        game, progress = self.game, self.learning.progress
        actions = tuple(game.rules.format_action(turn.action) for turn in game.turns[1:])
        return self.save(progress.at(self.guided.name, Place(0, actions)))

    def seen(self) -> Next:
        """Say what to think of a choice if it was the player's, else what came of it, or go on."""
        mine = len(self.game.turns) == len(self.before.turns) + 1 and self.thought is not None
        before, after = (state.table.tricks_done for state in self.game.states[-2:])
        ends_trick = before != after
        if mine:
            screen, judged = self._judged
            is_seen = ends_trick or judged.text
            return Next(replace(screen, shows=judged)) if is_seen else screen.continued()
        if ends_trick or self.tutoring.help == MUCH:
            return Next(replace(self, shows=Told()))
        return self.continued()

    @property
    def _judged(self) -> tuple[GuidedState, Judged]:
        """The screen after the choice that was just made, and what is to be said of that."""
        assert self.thought is not None, "the choice was judged"
        action, thought = self.game.turns[-1].action, self.thought
        names = names_at_table(self.game.header)
        observation = self.before.rules.observe(self.before.state, chooser_of(self.before))
        grade = grade_of(action, thought, len(observation.choices))
        # What was chosen after advice is no choice of the player's own.
        tutoring = self.tutoring if self.again else self.tutoring.after(grade)
        screen, title = replace(self, tutoring=tutoring), title_on(grade, self.tutoring)
        if grade is Grade.POOR:
            text = self.guided.verdict(observation, action, thought, names)
            return screen, Judged(right=False, text=text, title=title)
        if self.tutoring.help == NONE:
            return screen, Judged(right=True, text="")
        best = table_words(self.game_name).option_phrase(thought.action, names)
        text = text_on(grade, best, steps_back=tutoring.help < self.tutoring.help)
        return screen, Judged(right=True, text=text, title=title)

    def continued(self) -> Next:
        """Go on with whoever must choose, or end the round."""
        screen = replace(self, thought=None, before=self.game, again=False)
        pending, person = self.game.pending, self.game.header.person
        if pending is None or pending.seat is None:
            progress = self.learning.progress.finished(self.guided.name)
            return replace(screen, shows=Done()).save(progress)
        if person is not None and pending.seat is not person:
            return Next(replace(screen, shows=Thinking()))
        legal = self.game.rules.observe(self.game.state, self.viewer).distinct_choices
        # The only card that may be played is chosen from the start, as at the table.
        only = drawing.options_at(self.game).index(legal[0]) if len(legal) == 1 else None
        return Next(replace(screen, shows=Choosing(only)))

    def go_on(self) -> Next:
        match self.shows:
            case Saying(at) if at + 1 < len(self.sentences):
                return Next(replace(self, shows=Saying(at + 1)))
        return self.continued()

    def _take_back(self, _key: str, _context: Context) -> Next:
        """Choose again, with the adviser's thought still known."""
        return replace(self, game=self.before, shows=Choosing(), again=True)._saved()

    def _other_row(self, key: str, context: Context) -> Next:
        """Go to the row of cards above or below."""
        options = drawing.options_at(self.game)
        assert isinstance(self.shows, Choosing), "there is something to choose"
        cursor = self.shows.cursor
        if cursor is None or card_of(options[0]) is None:
            return self.move(key, context)
        suits = parts.suits_of(self.game.rules.observe(self.game.state, self.viewer))
        first = card_rows(suits)[0]
        to = moved_to_row(cursor, key, first, len(suits), len(options))
        return Next(replace(self, shows=Choosing(to)))

    def _open_form(self) -> Next:
        rules = self.game.rules
        usual = _TEAM_MATE if rules.cooperative else self.guided.partner
        partner = None if self.learning.two else usual
        return Next(self, (OpenForm(learned=self.game_name, partner=partner),))

    def go_back(self, _key: str, _context: Context) -> Next:
        return self._left()

    def _left(self, *, opens: bool = False) -> Next:
        return self.leave(len(course_of(self.game_name).lessons), opens=opens)


_OTHER_ROW = Binding((*UPWARD, *DOWNWARD), GuidedState._other_row)
_TAKE_BACK = Binding(
    ("u",),
    GuidedState._take_back,
    (N_("u"), N_("take back")),
    (N_("u"), N_("take a choice back after advice against it")),
)
_LEAVE = Binding(
    ("q", ESCAPE),
    GuidedState.go_back,
    (N_("q"), N_("leave")),
    (N_("q, Esc"), N_("leave; the round continues here next time")),
)
_OTHERS = (CARDS, HELP, _LEAVE)
_HELP_BINDINGS = (CONTINUE, MOVE, PLAY, _TAKE_BACK, *_OTHERS)
