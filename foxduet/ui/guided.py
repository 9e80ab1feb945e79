"""A guided round: a partner who waits, and a tutor who comments on each choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self, TypeAlias, assert_never

from foxduet.ai.partner import ADVISER_NAME
from foxduet.ai.workers import ThinkJob, ThinkPurpose
from foxduet.analysis import review
from foxduet.core.cards import Deal, Seat
from foxduet.core.errors import N_, NC_, FoxduetError
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import rule_set
from foxduet.play import table_session
from foxduet.play.game import Game, Header, Names, act, deal_if_pending, open_game
from foxduet.store.journals import NO_PROGRESS, LessonPlace, LessonProgress
from foxduet.ui.kit.canvas import Canvas, Size, Style, draw_buttons
from foxduet.ui.kit.effects import Event, JobAnswered
from foxduet.ui.kit.keys import ENTER, ESCAPE, OPTION_KEYS, SPACE
from foxduet.ui.kit.pages import CARDS_BINDING, HELP_BINDING, help_page
from foxduet.ui.kit.screen import Binding, Bindings, Call, Context, Effects, Pop, Transition, call
from foxduet.ui.table import drawing, state
from foxduet.ui.table.advice import draw_round_figures, draw_team_question
from foxduet.ui.table.drawing import MESSAGE_ROWS, layout_for
from foxduet.ui.table.keys import PLAYING, playing_bindings
from foxduet.ui.table.moves import do_for_partner, save, start_animation
from foxduet.ui.table.screen import PlayScreen
from foxduet.ui.table.state import GameOver
from foxduet.ui.table.views import draw_overlay_row, draw_text_box, draw_turn, draw_without_choice
from foxduet.words.game_words import Figures, guide_words, table_words, thinking_phrase
from foxduet.words.i18n import _
from foxduet.words.lessons import (
    MAX_REASON_ROWS,
    GuidedRound,
    closing_sentence,
    feedback_text,
    feedback_title,
    lesson_plan,
)
from foxduet.words.text import (
    OwnNames,
    TextLine,
    capitalize_first,
    clip,
    names_at_table,
    text_width,
    with_default_names,
    wrap,
)

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought
    from foxduet.ai.workers import Job


_TITLE_COLUMNS, _VERDICT_WIDTH = 44, 70
_WEAK_GRADES = (review.TutorGrade.FAIR, review.TutorGrade.POOR)


@dataclass(frozen=True, slots=True)
class Learning:
    """Progress of the people who learn a game; ``two_people`` see both hands.

    own_names: the names of two; None for a default name.
    """

    game_name: str
    progress: LessonProgress = NO_PROGRESS
    two_people: bool = False
    own_names: OwnNames = (None, None)


@dataclass(frozen=True, slots=True)
class LessonClosed:
    """A lesson was left or finished.

    number: index of the lesson to select next; it starts at once if ``opens``.
    """

    progress: LessonProgress
    number: int
    opens: bool = False


@dataclass(frozen=True, slots=True)
class TutorLine:
    """The page of one sentence before the player chooses."""

    index: int = 0


@dataclass(frozen=True, slots=True)
class OpponentMoveShown:
    """The page that shows the other player's move."""


@dataclass(frozen=True, slots=True)
class PlayedChoice:
    """An option chosen by a seat, or by the team (None), and the game before it."""

    before: Game
    seat: Seat | None
    option: Any


@dataclass(frozen=True, slots=True)
class Feedback:
    """The page that comments on a choice, below its ``title``."""

    choice: PlayedChoice
    right: bool
    text: str
    title: str


TutorPage: TypeAlias = TutorLine | OpponentMoveShown | Feedback
"""A page that the player reads before continuing."""


@dataclass(frozen=True, slots=True)
class TutoredTable(PlayScreen):
    """A table with a tutor; its game is neither saved nor scored.

    page: the page to read; None during play.
    played: the choice to comment on.
    """

    learning: Learning
    page: TutorPage | None = field(default=None, kw_only=True)
    played: PlayedChoice | None = field(default=None, kw_only=True)

    @property
    def names(self) -> Names:
        return names_at_table(self.session.game.header)

    @property
    def title(self) -> str:
        """Title in the upper left corner."""
        raise AssertionError("every lesson has a title")

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences before the player chooses, one a page."""
        raise AssertionError("every lesson begins with something to read")

    @property
    def advice(self) -> Sequence[str]:
        """The tutor's sentences while the player chooses; if empty, the game's news shows."""
        raise AssertionError("every tutor advises")

    @property
    def progress(self) -> LessonProgress:
        """The learners' progress so far."""
        return self.learning.progress

    @property
    def own_bindings(self) -> Bindings:
        """The keys of the lesson itself, in the order of the help."""
        raise AssertionError("every lesson has keys of its own")

    @property
    def retry_binding(self) -> tuple[Binding, str]:
        """The key that continues after a wrong choice, and its prompt."""
        raise AssertionError("every tutor says what was not right")

    def give_feedback(self) -> Transition:
        """Comment on the last move, once nothing moves."""
        raise AssertionError("every tutor speaks")

    def advance(self) -> Transition:
        """Continue after a page."""
        raise AssertionError("every lesson goes on")

    @property
    def has_text_to_read(self) -> bool:
        return self.page is not None

    @property
    def decision_id(self) -> object:
        page, game = self.page, self.session.game
        text = type(page), page.index if isinstance(page, TutorLine) else 0
        table = type(self.mode), self.is_skippable, self.is_just_shown
        return text, table, game.initial_state, len(game.turns)

    @property
    def continue_binding(self) -> tuple[Binding, str]:
        """The key that continues after the page, and its prompt."""
        if isinstance(self.page, Feedback) and not self.page.right:
            return self.retry_binding
        return CONTINUE, _("Press Space to continue.")

    @property
    def bindings(self) -> Bindings:
        if self.has_text_to_read:
            return (self.continue_binding[0], *self.own_bindings)
        playing = playing_bindings(self)
        if isinstance(self.mode, GameOver):
            playing = (_GO_ON_AT_END, *playing)
        return playing if self.is_skippable else (*playing, *self.own_bindings)

    def help_lines(self, width: int) -> list[TextLine]:
        return help_page(_("Keys"), (CONTINUE, *PLAYING, *self.own_bindings), (), width)

    def on_settled(self) -> Transition:
        match self.mode:
            case state.Paused() | state.Animating(is_finished=False):
                return Transition(self)
        return self.give_feedback()

    def after_choice(
        self, option: Any, after: table_session.TableSession, context: Context
    ) -> Transition:
        """Animate a choice and its consequences, seen by the seat that chose."""
        seat = self.session.visible_seat
        walking = start_animation(after, animated=context.options.look.animated)
        # Players first see a card of the other seat; then pieces move, or the tutor speaks.
        mode: state.Animating | state.Paused = state.Paused(walking)
        if walking and not walking.is_finished and after.game.turns[-1].action.seat is seat:
            mode = walking
        played = PlayedChoice(self.session.game, seat, option)
        session = replace(after, visible_seat=seat)
        return save(replace(self, session=session, mode=mode, played=played))

    def resume(self, session: table_session.TableSession) -> Self:
        """Return the table without a page, seen by the seat that must act."""
        session = table_session.show_hand(session)
        mode = state.guard_after_enter(state.mode_for(session))
        return replace(self, session=session, mode=mode, page=None)

    def at_end(self) -> Self:
        """Return the table at the end of the lesson, with the first action selected."""
        return replace(self, mode=GameOver(cursor=0, entered=True), page=None, played=None)

    def leave(self, number: int, *, opens: bool = False) -> Transition:
        """Return to the list of lessons, select one and open it if ``opens``."""
        return Transition(self, (Pop(LessonClosed(self.progress, number, opens)),))

    def draw(self, canvas: Canvas) -> None:
        layout = layout_for(canvas.size)
        match self.page:
            case None:
                self._draw_play(canvas)
            case TutorLine(index):
                draw_without_choice(self, canvas)
                self._say(canvas, (self.sentences[index],))
                self._draw_other_hand(canvas)
            case OpponentMoveShown():
                draw_without_choice(self, canvas)
                draw_overlay_row(canvas, layout.prompt, self.continue_binding[1], Style.PROMPT)
                self._draw_other_hand(canvas)
            case Feedback() as feedback:
                self._draw_feedback(canvas, feedback)
            case _:
                assert_never(self.page)
        title = clip(self.title, _TITLE_COLUMNS)
        blanks = " " * (_TITLE_COLUMNS - text_width(title))
        canvas.put(layout.header, layout.left + 1, f"{title}{blanks}", Style.TITLE)
        if self.notice:
            draw_overlay_row(canvas, layout.outlook, self.notice, Style.STRONG)
        drawing.draw_footer(canvas, self.footer)

    def _draw_play(self, canvas: Canvas) -> None:
        layout = layout_for(canvas.size)
        match self.mode:
            case state.Choosing(cursor, typed=typed) as mode:
                draw_turn(self, mode, canvas)
                self._say(canvas, self.advice)
                if typed is None and (cursor is None or not self.shows_outlook):
                    self._draw_other_hand(canvas)
            case state.Thinking() | state.Paused() | state.Animating() as mode:
                draw_turn(self, mode, canvas)
            case state.RoundEnd() as mode:
                draw_without_choice(self, canvas)
                self._say(canvas, self.advice)
                draw_team_question(
                    self, canvas, layout.hand + 1, mode, two=self.learning.two_people
                )
            case GameOver() as mode:
                drawing.draw_header(canvas, self.session.game, self.session.state)
                art = state.table_drawing(self.game_name)
                art.draw_board(canvas, self.session.state, self.names, {})
                row = self.draw_end(canvas, layout.ends + 3)
                labels = [label for label, _do in self.end_actions]
                draw_buttons(canvas, row + 2, labels, OPTION_KEYS, mode.cursor)
                drawing.draw_lower_scenery(canvas, row + 4)
                draw_overlay_row(canvas, layout.prompt, self.continue_binding[1], Style.PROMPT)
            case state.Handoff() | state.OpenChoice() | state.LastCards() | state.Together():
                raise AssertionError("whoever must act looks")
            case _:
                assert_never(self.mode)

    def draw_end(self, canvas: Canvas, row: int) -> int:
        """Draw the end of the lesson and its result from ``row`` on; return the row below."""
        raise AssertionError("every lesson ends")

    def _say(self, canvas: Canvas, sentences: Sequence[str]) -> None:
        layout = layout_for(canvas.size)
        rows = drawing.newest_rows(sentences, layout.width - 4, MESSAGE_ROWS)
        if rows:
            draw_text_box(canvas, rows, is_read=self.has_text_to_read)
        if self.has_text_to_read:
            draw_overlay_row(canvas, layout.prompt, self.continue_binding[1], Style.PROMPT)

    def _draw_other_hand(self, canvas: Canvas) -> None:
        seat = self.session.visible_seat
        if self.learning.two_people and seat is not None:
            row = layout_for(canvas.size).outlook
            drawing.draw_other_hand(canvas, row, self.session.game, seat.other)

    def _draw_feedback(self, canvas: Canvas, feedback: Feedback) -> None:
        layout, game = layout_for(canvas.size), self.session.game
        art = state.table_drawing(self.game_name)
        walk = art.animation_of(game.states[-2], game.turns[-1])
        if walk is not None:
            art.draw_animation_step(canvas, game, walk, walk.steps - 1)
        else:
            session = replace(self.session, visible_seat=None)
            draw_without_choice(replace(self, session=session), canvas)
        if (seat := feedback.choice.seat) is None:
            events = table_session.events_since_last_card(self.session)
        else:
            events = table_session.events_since_own_card(self.session, seat)
        items = table_words(self.game_name).story.weighted_news(events, self.names, seat)
        drawing.draw_ranked_news(canvas, items)
        row = layout.hand + 1
        canvas.put_centred(row, feedback.title, Style.GAIN if feedback.right else Style.STRONG)
        for index, line in enumerate(wrap(feedback.text, _VERDICT_WIDTH), row + 2):
            canvas.put_centred(index, line, Style.STRONG)
        canvas.add_click_area(row, layout.left + 2, Size(6, layout.width - 4), (SPACE,))
        draw_overlay_row(canvas, layout.prompt, self.continue_binding[1], Style.PROMPT)


def save_progress_call(game: str, change: Callable[[LessonProgress], LessonProgress]) -> Call:
    """Return the effect that saves a change of the progress."""
    return call("effect_handlers:save_lesson_progress", game, change)


CONTINUE = Binding(
    (SPACE, ENTER),
    lambda screen, *_: screen.advance(),
    (N_("Space"), N_("continue")),
    (N_("Space, Enter"), N_("continue")),
)
_GO_ON_AT_END = Binding((SPACE,), lambda screen, _key, context: screen.handle_key(ENTER, context))
"""At the end of a lesson, the key that continues also activates the selected action, as Enter."""

TEXT_BINDINGS = (CARDS_BINDING, HELP_BINDING)
TUTOR_LEAVE_KEYS = ("q", ESCAPE)


@dataclass(frozen=True, slots=True)
class GuidedScreen(TutoredTable):
    """A round with advice, which becomes shorter as the player improves.

    thought: the adviser's thought on the pending choice; None while the adviser thinks.
    waiting_option: the option chosen while the adviser still thinks.
    retry: the player took the choice back after advice.
    tutoring: the amount of help.
    """

    thought: Thought | None = None
    waiting_option: Any = None
    retry: bool = False
    tutoring: review.TutorState = review.INITIAL_TUTOR_STATE

    @property
    def round_plan(self) -> GuidedRound:
        """The plan of the game's guided round: its deals, partner and texts."""
        return lesson_plan(self.game_name).guided_round

    @property
    def title(self) -> str:
        return _(self.round_plan.title)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The welcome, ending with the seat that leads."""
        opening = table_words(self.game_name).round_start(self.session.state, self.names)
        first, *rest = self.round_plan.welcome
        first = self.round_plan.welcome_two if self.learning.two_people else first
        return (*map(_, (first, *rest)), *opening[:1])

    @property
    def advice(self) -> Sequence[str]:
        session, names, seat = self.session, self.names, self.session.visible_seat
        sentences = self.facts
        if self.tutoring.help_amount == review.AIM_ONLY and seat is not None:
            tell = table_words(self.game_name).story.tell_trick
            sentences = tell(table_session.events_since_own_card(session, seat), names, seat, False)
        return (*sentences, self.aim)

    @property
    def facts(self) -> tuple[str, ...]:
        """The facts that matter to the choice; empty without full help."""
        session, seat = self.session, self.session.visible_seat
        if self.tutoring.help_amount != review.FULL_HELP or seat is None:
            return ()
        return self.round_plan.facts(table_session.observe_game(session.game, seat), self.names)

    @property
    def aim(self) -> str:
        """The aim of the best choice, or that there is only one; empty without help or a reason."""
        seat, help_amount = self.session.visible_seat, self.tutoring.help_amount
        if self.thought is None or help_amount == review.NO_HELP or seat is None:
            return ""
        observation = table_session.observe_game(self.session.game, seat)
        if len(observation.choices) == 1:
            return _("There is only one choice here.")
        if review.are_all_equivalent(self.thought):
            return ""
        tell = guide_words(self.game_name).hint_sentences
        aim, *reasons = tell(observation, self.thought, self.names, state.MAX_HINT_STEPS)
        return aim if reasons else ""

    @property
    def progress(self) -> LessonProgress:
        return self.update_progress(self.learning.progress)

    def update_progress(self, progress: LessonProgress) -> LessonProgress:
        """Return ``progress`` with the actions of this round so far, or with the round finished."""
        if isinstance(self.mode, GameOver):
            return progress.with_finished(self.round_plan.name)
        game = self.session.game
        done = [turn.action for turn in game.turns if not isinstance(turn.action, Deal)]
        actions = tuple(map(game.rules.format_action, done))
        return progress.with_place(self.round_plan.name, LessonPlace(0, actions))

    @property
    def saving(self) -> Effects:
        return (save_progress_call(self.game_name, self.update_progress),)

    @property
    def end_actions(self) -> Sequence[state.EndAction]:
        return (
            (capitalize_first(_("play a game")), lambda *_: self._open_form()),
            (_("Again"), lambda *_: self.close(opens=True)),
            (_("All lessons"), lambda *_: self.close()),
        )

    @property
    def own_bindings(self) -> Bindings:
        return (
            _TAKE_BACK,
            *(TEXT_BINDINGS[1:] if isinstance(self.mode, GameOver) else TEXT_BINDINGS),
            _LEAVE,
        )

    @property
    def retry_binding(self) -> tuple[Binding, str]:
        return CONTINUE, _("Press Space to carry on, or u to take it back.")

    @property
    def awaits_adviser(self) -> bool:
        """True while the adviser thinks about the pending choice."""
        is_due = isinstance(self.mode, state.Choosing) or self.waiting_option is not None
        return is_due and not self.has_text_to_read and self.thought is None

    @property
    def awaits_job(self) -> bool:
        is_thinking = isinstance(self.mode, state.Thinking) and not self.has_text_to_read
        return self.awaits_adviser or is_thinking

    def background_job(self, context: Context) -> Job[Any] | None:
        game, seat = self.session.game, self.session.visible_seat
        if self.awaits_adviser and seat is not None:
            limit = context.options.limit
            return ThinkJob(ThinkPurpose.LESSON, ADVISER_NAME, game, seat, limit)
        return PlayScreen.background_job(self, context) if self.awaits_job else None

    def handle_event(self, event: Event, context: Context) -> Transition:
        match event:
            case JobAnswered(answer=thought) if self.waiting_option is not None:
                screen = replace(self, thought=thought, waiting_option=None)
                return screen.play(self.waiting_option, context)
            case JobAnswered(answer=thought) if isinstance(self.mode, state.Thinking):
                return do_for_partner(self, thought, context)
            case JobAnswered(answer=thought):
                return Transition(replace(self, thought=thought))
            case _:
                return TutoredTable.handle_event(self, event, context)

    def play(self, option: Any, context: Context) -> Transition:
        """Play an option once the adviser has judged it."""
        if self.thought is None:
            return Transition(replace(self, waiting_option=option, mode=state.Thinking()))
        after = table_session.choose_at_table(self.session, option)
        return self.after_choice(option, after, context)

    def give_feedback(self) -> Transition:
        played, page = self.played, None
        if played is not None and played.seat is not None and self.thought is not None:
            screen, feedback = self._judge(played, played.seat, self.thought)
            before, after = played.before.state.table, self.session.state.table
            if feedback.text or before.tricks_done != after.tricks_done:
                return Transition(replace(screen, page=feedback))
            return screen._advance_round()
        if isinstance(self.mode, state.RoundEnd | GameOver):
            over = self.at_end()
            return Transition(over, over.saving)
        trick = self.session.state.table.trick
        is_answering = isinstance(self.mode, state.Choosing) and trick is not None and trick.cards
        if is_answering and self.tutoring.help_amount == review.FULL_HELP:
            page = OpponentMoveShown()
        return Transition(replace(self, page=page))

    def _judge(
        self, played: PlayedChoice, seat: Seat, thought: Thought
    ) -> tuple[GuidedScreen, Feedback]:
        game = played.before
        action = table_session.expand_option(table_session.TableSession(game), played.option)[0]
        observation = table_session.observe_game(game, seat)
        grade = review.grade_guided_choice(action, thought, len(observation.choices))
        # A choice after advice says nothing about the player's strength.
        tutoring = self.tutoring if self.retry else self.tutoring.add_grade(grade)
        screen = replace(self, played=None, tutoring=tutoring)
        is_poor, text = grade is review.TutorGrade.POOR, ""
        if tutoring.help_amount < self.tutoring.help_amount:
            text = _("You are playing well, so your adviser will say less from now on.")
        elif is_poor or self.tutoring.help_amount > review.NO_HELP:
            best = table_words(self.game_name).choices.option_phrase(thought.action, self.names)
            text = feedback_text(grade, best, self._reason(grade, observation, action, thought))
        title = feedback_title(grade, self.tutoring) if text else ""
        if title and self.learning.two_people and grade in _WEAK_GRADES:
            # The adviser thinks with the knowledge of one seat; the learners see both hands.
            unseen = _("Judged without the other hand.")
            title = f"{title} {unseen}"
        return screen, Feedback(played, not (is_poor and text), text, title)

    def _reason(
        self, grade: review.TutorGrade, observation: Any, chosen: Any, thought: Thought
    ) -> str:
        """Return why a choice was good, or why the best one was better; empty if unknown."""
        compared: list[tuple[Any, Any]] = []
        if grade in review.GOOD_GRADES:
            compared = [(chosen, worse) for worse in review.inferior_choices(chosen, thought)]
        elif grade in _WEAK_GRADES and review.is_significantly_worse(thought, chosen):
            compared = [(thought.action, chosen)]
        reasons = {(reason.best, reason.other): reason for reason in thought.reasons}
        known = [reasons[pair] for pair in compared if pair in reasons]
        if not known:
            return ""
        tell = guide_words(self.game_name).reason_sentences
        return tell(observation, known[0], self.names, MAX_REASON_ROWS)

    def advance(self) -> Transition:
        match self.page:
            case TutorLine(index) if index + 1 < len(self.sentences):
                return Transition(replace(self, page=TutorLine(index + 1)))
        return self._advance_round()

    def _advance_round(self) -> Transition:
        after = replace(self.resume(self.session), thought=None, retry=False)
        if isinstance(after.mode, state.RoundEnd | GameOver):
            return after.give_feedback()
        return Transition(after)

    def take_back(self) -> Transition:
        """Choose again; the adviser's thought is kept."""
        assert isinstance(self.page, Feedback), "only then the key does this"
        session = table_session.show_hand(replace(self.session, game=self.page.choice.before))
        screen = replace(self, session=session, mode=state.Choosing(), page=None, retry=True)
        return Transition(screen, screen.saving)

    def draw(self, canvas: Canvas) -> None:
        TutoredTable.draw(self, canvas)
        if self.waiting_option is not None:
            thinking = thinking_phrase(_("Your adviser"), self.ticks, canvas.glyphs)
            draw_overlay_row(canvas, layout_for(canvas.size).prompt, thinking, Style.PROMPT)

    @property
    def outcome(self) -> str:
        """The result of the round in a sentence."""
        words, is_over = table_words(self.game_name), self.session.game.result is not None
        summary = words.outcome_sentence if is_over else words.round_sum
        return summary(self.session.state, self.names)

    @property
    def figures(self) -> Figures:
        """The result of the round, item by item."""
        words = table_words(self.game_name)
        return words.round_figures(table_session.events_of_round(self.session), self.session.state)

    def draw_end(self, canvas: Canvas, row: int) -> int:
        words, names = table_words(self.game_name), self.names
        events = table_session.events_since_last_card(self.session)
        news = words.story.tell_round_end(events, names)
        canvas.put_centred(row, _("The round is over."), Style.PROMPT)
        canvas.put_centred(row + 1, self.outcome, Style.STRONG)
        row = draw_round_figures(canvas, row + 3, names, self.figures)
        last = layout_for(canvas.size).outlook - 2
        sentences = [*news, closing_sentence(self.tutoring)]
        return drawing.draw_sentences(canvas, row + 1, sentences, last_row=last)

    def _open_form(self) -> Transition:
        partner = None if self.learning.two_people else self.round_plan.partner
        form = call("effect_handlers:open_form", self.game_name, learned=True, partner=partner)
        return Transition(self, (form,))

    def close(self, *, opens: bool = False) -> Transition:
        """Return to the list of lessons; if ``opens``, start this round again."""
        number = len(lesson_plan(self.game_name).lessons)
        return self.leave(number + (isinstance(self.mode, GameOver) and not opens), opens=opens)


def guided_screen(learning: Learning, place: LessonPlace) -> GuidedScreen:
    """Return the guided round at its saved place; from the beginning if that is invalid."""
    plan, rules = lesson_plan(learning.game_name), rule_set(learning.game_name)
    companion = _("Partner") if rules.cooperative else _("Opponent")
    names = (_("Player"), companion)
    if learning.two_people:
        names = with_default_names(learning.own_names, None)
    ai = (None, None) if learning.two_people else (None, plan.guided_round.partner)
    setup = rules.setup_from(plan.setup)
    header = Header(rules.name, setup, names, seed=plan.guided_round.seed, ai=ai)
    dealt = game = deal_if_pending(open_game(header))
    try:
        for action in place.actions:
            game = act(game, game.rules.parse_action(action))
    except FoxduetError:
        game = dealt
    session = table_session.show_hand(table_session.TableSession(game))
    following = state.mode_for(session)
    if game is not dealt and not isinstance(following, state.RoundEnd | GameOver):
        return GuidedScreen(session, following, learning)
    session = table_session.show_hand(table_session.TableSession(dealt))
    return GuidedScreen(session, state.mode_for(session), learning, page=TutorLine())


_TAKE_BACK = Binding(
    ("u",),
    lambda screen, *_: screen.take_back(),
    (N_("u"), N_("take back")),
    (N_("u"), N_("take back a choice your adviser warned about")),
    applies=lambda screen: isinstance(screen.page, Feedback) and not screen.page.right,
    spoken_command=(NC_("command", "undo"), N_("take back your last choice")),
)
_LEAVE = Binding(
    TUTOR_LEAVE_KEYS,
    lambda screen, *_: screen.close(),
    (N_("q"), N_("leave")),
    (N_("q, Esc"), N_("leave; the round continues here next time")),
)
