"""A guided round: a patient partner, and advice before and after each choice that steps back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from foxduet.ai.names import ADVISER
from foxduet.ai.workers import Purpose, Think
from foxduet.analysis.tutoring import (
    AT_FIRST,
    GOOD,
    MUCH,
    NONE,
    SOME,
    Grade,
    Tutoring,
    are_alike,
    grade_of,
    is_behind,
    worse_than,
)
from foxduet.core.common import Deal, Seat
from foxduet.core.errors import N_, FoxduetError
from foxduet.core.frozen import dataclass, replace
from foxduet.core.register import rule_set
from foxduet.play.game import Header, act, deal_due, open_game
from foxduet.play.table import (
    Session,
    choose,
    look,
    news,
    observed,
    of_the_round,
    since_last_card,
    steps_of,
)
from foxduet.store.learning import Place, Progress
from foxduet.ui.kit.answers import Answered, Event
from foxduet.ui.kit.canvas import Canvas, Style
from foxduet.ui.kit.effects import Command, OpenForm, SaveProgress
from foxduet.ui.kit.screen import Binding, Bindings, Context, Next
from foxduet.ui.learn.tutor import (
    CONTINUE,
    LEAVE_KEYS,
    TEXTS,
    Judged,
    Learning,
    Made,
    OtherPlayed,
    Saying,
    TutoredTable,
)
from foxduet.ui.table import parts
from foxduet.ui.table.layout import layout_for
from foxduet.ui.table.moves import do_for_partner
from foxduet.ui.table.round_end import draw_round_figures
from foxduet.ui.table.screen import PlayScreen
from foxduet.ui.table.shown import shown
from foxduet.ui.table.state import HINT_STEPS, Choosing, Ending, GameOver, RoundEnd, Thinking
from foxduet.ui.table.turn import put_over
from foxduet.words.common import Figures, guide_words, table_words, thinking_phrase
from foxduet.words.i18n import _
from foxduet.words.lessons import (
    GuidedRound,
    closing_sentence,
    course_of,
    text_on,
    title_on,
)
from foxduet.words.text import capitalised

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought
    from foxduet.ai.workers import Job


@dataclass(frozen=True, slots=True)
class GuidedScreen(TutoredTable):
    """A round with advice, of which less is given the better it goes.

    ``thought`` is the adviser's on the choice that is due, None until it is there. ``waiting`` is
    the option that the player has chosen meanwhile; ``again`` says that the choice was taken back
    after advice. ``tutoring`` is how much is said.
    """

    thought: Thought | None = None
    waiting: Any = None
    again: bool = False
    tutoring: Tutoring = AT_FIRST

    @property
    def guided(self) -> GuidedRound:
        """What the game says in its guided round."""
        return course_of(self.game_name).guided

    @property
    def title(self) -> str:
        return _(self.guided.title)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is said at the beginning, who leads at last."""
        opening = table_words(self.game_name).round_start(self.session.state, self.names)
        first, *others = self.guided.welcome
        first = self.guided.to_two if self.learning.two else first
        return (*map(_, (first, *others)), *opening[:1])

    @property
    def advice(self) -> Sequence[str]:
        session, names, seat = self.session, self.names, self.session.viewer
        said = self.facts
        if self.tutoring.help == SOME and seat is not None:
            tell = table_words(self.game_name).story.tell_trick
            said = tell(news(session, seat), names, seat, False)
        return (*said, self.aim)

    @property
    def facts(self) -> tuple[str, ...]:
        """What matters to a choice, as long as much is said."""
        if self.tutoring.help != MUCH or self.session.viewer is None:
            return ()
        return self.guided.facts(observed(self.session.game, self.session.viewer), self.names)

    @property
    def aim(self) -> str:
        """What to aim at, once the adviser knows; nothing where that would say nothing."""
        if self.thought is None or self.tutoring.help == NONE or self.session.viewer is None:
            return ""
        observation = observed(self.session.game, self.session.viewer)
        if len(observation.choices) == 1:
            return _("There is only one choice here.")
        if are_alike(self.thought):
            return ""
        tell = guide_words(self.game_name).hint_sentences
        aim, *others = tell(observation, self.thought, self.names, HINT_STEPS)
        return aim if others else ""

    @property
    def progress(self) -> Progress:
        return self.change(self.learning.progress)

    def change(self, progress: Progress) -> Progress:
        """Add how far the round is, by all of its actions but the deal; or that it is done."""
        if isinstance(self.shows, GameOver):
            return progress.finished(self.guided.name)
        game = self.session.game
        done = [turn.action for turn in game.turns if not isinstance(turn.action, Deal)]
        actions = tuple(map(game.rules.format_action, done))
        return progress.at(self.guided.name, Place(0, actions))

    @property
    def saving(self) -> tuple[Command, ...]:
        return (SaveProgress(self.game_name, self.change),)

    @property
    def endings(self) -> Sequence[Ending]:
        return (
            (capitalised(_("play a game")), lambda *_: self._open_form()),
            (_("Again"), lambda *_: self.left(opens=True)),
            (_("All lessons"), lambda *_: self.left()),
        )

    @property
    def own_bindings(self) -> Bindings:
        return (_TAKE_BACK, *(TEXTS[1:] if isinstance(self.shows, GameOver) else TEXTS), _LEAVE)

    @property
    def way_back(self) -> tuple[Binding, str]:
        return CONTINUE, _("Press Space to go on like this, or u to take it back.")

    @property
    def awaits_adviser(self) -> bool:
        """Whether the adviser thinks about the choice that is due."""
        is_due = isinstance(self.shows, Choosing) or self.waiting is not None
        return is_due and not self.is_read and self.thought is None

    @property
    def awaits_job(self) -> bool:
        return self.awaits_adviser or (isinstance(self.shows, Thinking) and not self.is_read)

    def job(self, context: Context) -> Job[Any] | None:
        """Return the partner's thought, or the adviser's on the choice that is due."""
        session, limit = self.session, context.options.limit
        if self.awaits_adviser and session.viewer is not None:
            return Think(Purpose.HINT, ADVISER, session.game, session.viewer, limit)
        return PlayScreen.job(self, context) if self.awaits_job else None

    def receive(self, event: Event, context: Context) -> Next:
        """Take the thought of the partner, or of the adviser."""
        match event:
            case Answered(answer=thought) if self.waiting is not None:
                screen = replace(self, thought=thought, waiting=None)
                return screen.play(self.waiting, context)
            case Answered(answer=thought) if isinstance(self.shows, Thinking):
                return do_for_partner(self, thought, context)
            case Answered(answer=thought):
                return Next(replace(self, thought=thought))
            case _:
                return TutoredTable.receive(self, event, context)

    def play(self, option: Any, context: Context) -> Next:
        """Do what is chosen once the adviser has judged it."""
        if self.thought is None:
            return Next(replace(self, waiting=option, shows=Thinking()))
        return self.after_choice(option, choose(self.session, option), context)

    def speak(self) -> Next:
        """Say what to think of a choice of the player, or what came of the partner's."""
        made = self.made
        if made is not None and made.seat is not None and self.thought is not None:
            screen, judged = self._judge(made, made.seat, self.thought)
            before, after = made.before.state.table, self.session.state.table
            is_seen = judged.text or before.tricks_done != after.tricks_done
            return Next(replace(screen, page=judged)) if is_seen else screen._onward()
        if isinstance(self.shows, RoundEnd | GameOver):
            over = self.over()
            return Next(over, over.saving)
        trick = self.session.state.table.trick
        is_answering = isinstance(self.shows, Choosing) and trick is not None and trick.cards
        page = OtherPlayed() if is_answering and self.tutoring.help == MUCH else None
        return Next(replace(self, page=page))

    def _judge(self, made: Made, seat: Seat, thought: Thought) -> tuple[GuidedScreen, Judged]:
        """Return the screen after a seat's choice, and what is to be said of that."""
        game = made.before
        action = steps_of(Session(game), made.option)[0]
        observation = observed(game, seat)
        grade = grade_of(action, thought, len(observation.choices))
        # What was chosen after advice is no choice of the player's own.
        tutoring = self.tutoring if self.again else self.tutoring.after(grade)
        screen, is_poor = replace(self, made=None, tutoring=tutoring), grade is Grade.POOR
        if tutoring.help < self.tutoring.help:
            text = _("Several good choices in a row: less is said from now on.")
        elif is_poor or self.tutoring.help > NONE:
            best = table_words(self.game_name).choices.option_phrase(thought.action, self.names)
            text = text_on(grade, best, self._reason(grade, observation, action, thought))
        else:
            text = ""
        title = title_on(grade, self.tutoring) if text else ""
        return screen, Judged(made, not (is_poor and text), text, title)

    def _reason(self, grade: Grade, observation: Any, chosen: Any, thought: Thought) -> str:
        """Say why a choice was good, or why the best one was better; empty if nobody knows."""
        compared: list[tuple[Any, Any]] = []
        if grade in GOOD:
            compared = [(chosen, worse) for worse in worse_than(chosen, thought)]
        elif grade in (Grade.FAIR, Grade.POOR) and is_behind(thought, chosen):
            compared = [(thought.action, chosen)]
        why = self.guided.why
        reasons = (why(observation, *pair, thought, self.names) for pair in compared)
        return next(filter(None, reasons), "")

    def go_on(self) -> Next:
        match self.page:
            case Saying(at) if at + 1 < len(self.sentences):
                return Next(replace(self, page=Saying(at + 1)))
        return self._onward()

    def _onward(self) -> Next:
        """Go on with whoever must choose, or end the round."""
        after = replace(self.continued(self.session), thought=None, again=False)
        if isinstance(after.shows, RoundEnd | GameOver):
            return after.speak()
        return Next(after)

    def take_back(self) -> Next:
        """Choose again, with the adviser's thought still known."""
        assert isinstance(self.page, Judged), "only then the key does this"
        session = look(replace(self.session, game=self.page.made.before))
        screen = replace(self, session=session, shows=Choosing(), page=None, again=True)
        return Next(screen, screen.saving)

    def draw(self, canvas: Canvas) -> None:
        TutoredTable.draw(self, canvas)
        if self.waiting is not None:
            thinking = thinking_phrase(_("Your adviser"), self.ticks, canvas.glyphs)
            put_over(canvas, layout_for(canvas.size).prompt, thinking, Style.PROMPT)

    @property
    def outcome(self) -> str:
        """How the round went, in a few words."""
        words, is_over = table_words(self.game_name), self.session.game.result is not None
        summary = words.outcome_sentence if is_over else words.round_sum
        return summary(self.session.state, self.names)

    @property
    def figures(self) -> Figures:
        """How the round went, item by item."""
        words = table_words(self.game_name)
        return words.round_figures(of_the_round(self.session), self.session.state)

    def draw_end(self, canvas: Canvas, row: int) -> int:
        words, names, events = (
            table_words(self.game_name),
            self.names,
            since_last_card(self.session),
        )
        # The result of the last trick was shown before.
        trick = words.story.tell_trick(events, names, None, True)
        said = [
            sentence for sentence in words.story.tell(events, names, None) if sentence not in trick
        ]
        canvas.put_centred(row, _("The round is over."), Style.PROMPT)
        canvas.put_centred(row + 1, self.outcome, Style.STRONG)
        row = draw_round_figures(canvas, row + 3, names, self.figures)
        last = layout_for(canvas.size).outlook - 2
        said = [*said, closing_sentence(self.tutoring)]
        return parts.draw_sentences(canvas, row + 1, said, last=last)

    def _open_form(self) -> Next:
        partner = None if self.learning.two else self.guided.partner
        return Next(self, (OpenForm(self.game_name, learned=True, partner=partner),))

    def left(self, *, opens: bool = False) -> Next:
        """Go to the list of the lessons, or from there back to the beginning."""
        number = len(course_of(self.game_name).lessons)
        return self.leave(number + (isinstance(self.shows, GameOver) and not opens), opens=opens)


def guided_round(learning: Learning, place: Place) -> GuidedScreen:
    """Return the guided round where it was left; from the beginning if that cannot be done."""
    course, rules = course_of(learning.game_name), rule_set(learning.game_name)
    companion = _("Partner") if rules.cooperative else _("Opponent")
    names = (_("Left"), _("Right")) if learning.two else (_("Player"), companion)
    ai = (None, None) if learning.two else (None, course.guided.partner)
    setup = rules.setup_from(course.setup)
    header = Header(rules.name, setup, names, seed=course.guided.seed, ai=ai)
    dealt = game = deal_due(open_game(header))
    try:
        for action in place.actions:
            game = act(game, game.rules.parse_action(action))
    except FoxduetError:
        game = dealt
    session = look(Session(game))
    following = shown(session)
    if game is not dealt and not isinstance(following, RoundEnd | GameOver):
        return GuidedScreen(session, following, learning)
    session = look(Session(dealt))
    return GuidedScreen(session, shown(session), learning, page=Saying())


def _is_poor(screen: GuidedScreen) -> bool:
    return isinstance(screen.page, Judged) and not screen.page.right


_TAKE_BACK = Binding(
    ("u",),
    lambda screen, *_: screen.take_back(),
    (N_("u"), N_("take back")),
    (N_("u"), N_("take a choice back after advice against it")),
    applies=_is_poor,
)
_LEAVE = Binding(
    LEAVE_KEYS,
    lambda screen, *_: screen.left(),
    (N_("q"), N_("leave")),
    (N_("q, Esc"), N_("leave; the round continues here next time")),
)
