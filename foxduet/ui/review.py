"""Reviews of games: waiting for them, retrying choices, and branches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.ai.partner import EQUAL_COST, REVIEWER, UnknownPartnerError, require_known_partners
from foxduet.analysis.review import (
    Assessment,
    Review,
    ReviewProgress,
    costly_assessments,
    grade_choice,
    own_costly_assessments,
)
from foxduet.analysis.review_file import PlayOutJob, ReviewTask, create_branch
from foxduet.analysis.review_job import HindsightJob, HindsightResult, ParGame, ReviewGameJob
from foxduet.core.cards import Seat
from foxduet.core.errors import N_, NC_
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.play.game import Game
from foxduet.play.table_session import TableSession
from foxduet.store.journals import par_of
from foxduet.store.score_entries import PAR_PARTNER, has_par
from foxduet.ui import replay
from foxduet.ui.kit import effects, keys, pages
from foxduet.ui.kit.canvas import WIDTH, Canvas, Style, draw_buttons, draw_clearing
from foxduet.ui.kit.keys import LEAVE_KEYS, STEP_KEYS
from foxduet.ui.kit.screen import (
    Binding,
    Bindings,
    Context,
    Effects,
    Environment,
    Pop,
    Push,
    Screen,
    Transition,
    call,
    start_failure_notice,
)
from foxduet.ui.puzzles import ExerciseScreen, leave_bindings
from foxduet.ui.table.drawing import MESSAGE_ROWS, draw_footer, draw_message, layout_for
from foxduet.ui.table.ending import par_phrase
from foxduet.ui.table.screen import resume_table
from foxduet.ui.table.state import BranchClosed, Exit, ReviewClosed, mode_for
from foxduet.words import text
from foxduet.words.game_words import chooser_name, guide_words, progress_phrase, table_words
from foxduet.words.hints import are_bars_enlarged
from foxduet.words.i18n import _, error_text, explain, pgettext
from foxduet.words.review import (
    cost_phrase,
    glance_lines,
    glance_rows,
    highlight_sentences,
    insight_sentence,
    par_sentence,
    with_table_names,
)

if TYPE_CHECKING:
    from pathlib import Path

    from foxduet.ai.partner import ActionValue, DoubleDummyValue
    from foxduet.ai.reasons import Reason
    from foxduet.ai.workers import Job
    from foxduet.store.saved_games import SavedGame
    from foxduet.store.score_entries import Par
    from foxduet.ui.kit.effects import Event


_PREVIOUS_KEY = "p"


@dataclass(frozen=True, slots=True)
class RetryClosed:
    """The retry of the choice at ``position`` was closed; ``key`` leads to another retry.

    notice: a notice for the review.
    """

    position: int
    key: str = ""
    notice: str = ""


def next_retry(review: Review, position: int, key: str) -> RetryScreen | None:
    """Return the retry that a key leads to from ``position``, or None.

    ``n`` leads to choices of the game's owners, which also become puzzles; other keys lead to the
    costly choices of both seats.
    """
    game = review.game
    costly = own_costly_assessments(review) if key == "n" else costly_assessments(review)
    retries = {a.number: a for a in costly if a.reason is not None}
    if key == _PREVIOUS_KEY:
        number = max((number for number in retries if number - 1 < position), default=None)
    else:
        number = min((number for number in retries if number - 1 > position), default=None)
    if number is None:
        return None
    place = sorted(retries).index(number) + 1, len(retries)
    game = replace(game, turns=game.turns[: number - 1])
    session = TableSession(game, getattr(retries[number].chosen, "seat", None))
    key = "N" if key == _PREVIOUS_KEY else key
    return RetryScreen(session, mode_for(session), review, place, key)


@dataclass(frozen=True, slots=True)
class RetryScreen(ExerciseScreen):
    """A costly choice of a reviewed game, to choose again.

    place: its number, and the count of retries.
    key: leads to the next retry.
    """

    review: Review
    place: tuple[int, int]
    key: str

    @property
    def position(self) -> int:
        """The number of actions before the choice."""
        return len(self.session.game.turns)

    @property
    def assessment(self) -> Assessment:
        assessment = self.review.assessment_at(self.position + 1)
        assert assessment is not None, "the retry is about a choice"
        return assessment

    @property
    def title(self) -> str:
        number, count = self.place
        return _("Choice {number} of {count}").format(number=number, count=count)

    @property
    def question(self) -> str:
        game, assessment = self.review.game, self.assessment
        phrase = table_words(self.game_name).choices.choice_phrase
        choice = phrase(assessment.chosen, game.header.players)
        name = chooser_name(game, assessment)
        question = _("{name:*: what|what|*: what} was better than {choice}?")
        return text.format_sentence(question, name=name, choice=choice)

    @property
    def answer(self) -> Any:
        return self.assessment.best

    @property
    def excluded_choices(self) -> tuple[Any, ...]:
        return (self.assessment.chosen, *self.attempts)

    @property
    def comparison(self) -> tuple[Review, Assessment]:
        right = [action for action in self.attempts if self.is_right(action)]
        return self.review, replace(self.assessment, best=next(iter(right), self.answer))

    def is_right(self, action: Any) -> bool:
        return replace(self.assessment, chosen=action).cost.worth < EQUAL_COST

    def cost_sentence(self, cost: str) -> str:
        return _("That choice {cost}.").format(cost=cost)

    def next_exercise(self) -> Transition:
        return self.close(self.key)

    def leave(self) -> Transition:
        return self.close()

    def close(self, key: str = "", notice: str = "") -> Transition:
        """Return to the review, which may open another retry."""
        return Transition(self, (Pop(RetryClosed(self.position, key, notice)),))

    @property
    def own_bindings(self) -> Bindings:
        leaving = leave_bindings(N_("to the review"), N_("to the review, with the answer"))
        return (_OTHER_RETRIES, *leaving)


_OTHER_RETRIES = Binding(
    ("n", "N", _PREVIOUS_KEY),
    lambda screen, key, _context: screen.close(key),
    (N_("n"), N_("next")),
    (N_("n, N, p"), N_("your next costly choice; the next of either player; the previous one")),
)

_BAR_COLUMN, _CHOICE_BAR_CELLS = 32, 16


@dataclass(frozen=True, slots=True)
class BranchPlayedOut:
    """Experts have finished a branch; ``notice`` names its record."""

    notice: str


def branch_notice(branch: SavedGame) -> str:
    """Return the notice that a branch has been saved."""
    return _("The branch is saved as {file}.").format(file=branch.path.name)


class BranchPlayers(Enum):
    """Who continues a branch."""

    PLAYERS = "the players of the game"
    EXPERTS = "experts at both ends"


@dataclass(frozen=True, slots=True)
class BranchScreen(pages.ChoiceScreen):
    """A list of the choices after ``position`` actions; the player starts a branch with one."""

    task: ReviewTask
    review: Review
    position: int
    cursor: int = field(default=0, kw_only=True)
    players: BranchPlayers = BranchPlayers.PLAYERS

    @property
    def assessment(self) -> Assessment:
        assessment = self.review.assessment_at(self.position + 1)
        assert assessment is not None, "there is a choice to try"
        return assessment

    @property
    def choices(self) -> Sequence[ActionValue]:
        return self.assessment.estimates

    def draw(self, canvas: Canvas) -> None:
        assessment, size, header = self.assessment, canvas.size, self.review.game.header
        names, choices = header.players, table_words(header.game).choices
        left, top = (size.columns - WIDTH) // 2, (size.rows - 23) // 2
        title = _("What would have happened instead of {choice}?")
        title = title.format(choice=choices.choice_phrase(assessment.chosen, names))
        canvas.put_centred(top + 1, title, Style.PROMPT)
        canvas.put(top + 16, left, _("Who plays on from here?"), Style.STRONG)
        players = [_("The players"), _("Two experts")]
        draw_buttons(canvas, top + 17, players, "12", [*BranchPlayers].index(self.players), left)
        # Drawn after the buttons, so that the cursor ends on the choices.
        labels = [choices.option_phrase(value.action, names) for value in self.choices]
        pages.draw_choices(canvas, top + 3, left, labels, self.cursor, WIDTH)
        for row, value in enumerate(self.choices, top + 3):
            filled, figure = replay.bar_and_rough_figure(value, assessment)
            share = text.bar(filled, _CHOICE_BAR_CELLS, canvas.glyphs)
            mark = _("as played") if value.action == assessment.chosen else ""
            canvas.put(row, left + _BAR_COLUMN, f"{share} {figure}  {mark}")
        note = _("A branch is a game of its own, with its own record, and is never scored.")
        for row, line in enumerate(text.wrap(self.notice or note, WIDTH), top + 19):
            canvas.put(row, left, line, Style.STRONG if self.notice else Style.DIM)
        canvas.put_centred(top + 22, self.footer, Style.DIM)

    def handle_event(self, event: Event, context: Context) -> Transition:
        match event:
            case effects.GameStarted(game, saved):
                return Transition(self, (Pop(), call(open_branch, game, saved)))
            case _:
                return Screen.handle_event(self, event, context)

    def _choose_players(self, key: str, _context: Context) -> Transition:
        is_players = key == "1" if key.isdigit() else self.players is BranchPlayers.EXPERTS
        players = BranchPlayers.PLAYERS if is_players else BranchPlayers.EXPERTS
        return Transition(replace(self, players=players))

    def activate(self, choice: ActionValue) -> Transition:
        action = choice.action
        if action == self.assessment.chosen:
            notice = _("That is what was played; pick something else.")
            return Transition(replace(self, notice=notice))
        has_experts = self.players is BranchPlayers.EXPERTS
        ai = ("expert", "expert") if has_experts else self.review.game.header.ai
        game = create_branch(self.task, self.position, action, ai)
        if has_experts:
            return Transition(PlayOutScreen(game, game, self.position))
        try:
            # Checked before saving, because a game without its partners could not continue.
            require_known_partners(game.header.game, game.header.ai)
        except UnknownPartnerError as error:
            notice = _("The players cannot continue: {reason}.").format(reason=explain(error))
            return Transition(replace(self, notice=notice))
        return Transition(self, (effects.StartGame(game),))

    BINDINGS: ClassVar = (
        Binding(
            (*keys.UPWARD, *keys.DOWNWARD),
            pages.ChoiceScreen.move_cursor,
            (N_("up, down"), N_("choose")),
        ),
        Binding(
            (*keys.BACKWARD, *keys.FORWARD, "1", "2"),
            _choose_players,
            (N_("left, right"), N_("who")),
        ),
        pages.ACTIVATE_BINDING,
        Binding(keys.LEAVE_KEYS, Screen.go_back, (N_("q"), N_("back"))),
    )


@dataclass(frozen=True, slots=True)
class PlayOutScreen(Screen):
    """Experts play a branch to its end; it left the reviewed game after ``position`` actions."""

    awaits_job: ClassVar[bool] = True

    start: Game
    game: Game
    position: int

    def draw(self, canvas: Canvas) -> None:
        game, words = self.game, table_words(self.game.header.game)
        top = draw_clearing(canvas, 12)
        trail = text.progress_dots(self.ticks, canvas.glyphs)
        playing = _("Two experts play on {trail}").format(trail=trail)
        canvas.put_centred(top + 3, playing, Style.STRONG)
        canvas.put_centred(top + 5, words.progress(game.state))
        canvas.put_centred(top + 6, words.standing(game.state, canvas.glyphs))
        canvas.put_centred(top + 8, _("q back, discarding the branch"), Style.DIM)
        canvas.put_centred(top + 9, self.notice, Style.STRONG)

    def handle_event(self, event: Event, context: Context) -> Transition:
        match event:
            case effects.JobAnswered(answer=Game() as game):
                commands = () if game.result is None else (effects.StartGame(game),)
                return Transition(replace(self, game=game), commands)
            case effects.GameStarted(game, saved):
                return self._show_replay(game, branch_notice(saved), "")
            case effects.StartFailed():
                notice = start_failure_notice(event)
                return self._show_replay(self.game, notice, notice)
            case _:
                return Transition(self)

    def _show_replay(self, game: Game, notice: str, trouble: str) -> Transition:
        screen = replay.ReplayScreen(game, self.position + 1, trouble)
        return Transition(self, (Pop(BranchPlayedOut(notice)), Push(screen)))

    def background_job(self, context: Context) -> Job[Any] | None:
        return PlayOutJob(self.start, context.options.limit)

    BINDINGS: ClassVar = (Binding(keys.LEAVE_KEYS, Screen.go_back),)


_GAP_COLUMNS = 2

_NEXT_VIEW = {None: Seat.P1, Seat.P1: Seat.P2, Seat.P2: None}


@dataclass(frozen=True, slots=True)
class ReviewScreen(pages.ScreenWithHelp):
    """A reviewed game after ``position`` actions, with its choices assessed.

    view: the seat whose view is drawn; None for open hands.
    hindsight: show the best choice with all hands open.
    hindsight_by_number: the answers of finished hindsight jobs, by action number.
    progress: the state of the review, which is refined until all choices are settled.
    known_par: the experts' score, if the scores have it; ``v`` plays their game itself.
    """

    has_table: ClassVar = True
    nothing_at_stake: ClassVar[bool] = True

    task: ReviewTask
    review: Review
    position: int = 0
    view: Seat | None = None
    hindsight: bool = False
    hindsight_by_number: Mapping[int, tuple[DoubleDummyValue, ...]] = field(default_factory=dict)
    progress: ReviewProgress | None = None
    known_par: Par | None = None

    @property
    def game_name(self) -> str:
        return self.review.game.header.game

    @property
    def par_line(self) -> str:
        """A sentence on par; empty if it is unknown."""
        if self.review.par is not None or self.known_par is None:
            return par_sentence(self.review)
        return text.as_sentence(par_phrase(self.known_par))

    def draw(self, canvas: Canvas) -> None:
        layout, game = layout_for(canvas.size), self.review.game
        assessment = visible_assessment(self)
        is_choosing = next_assessment(self) is not None
        replay.draw_position(canvas, game, self.position, is_choosing=is_choosing)
        replay.draw_view(canvas, game, self.view)
        progress = ""
        if self.progress is not None and self._is_refined:
            progress = progress_phrase(self.progress)
        if progress and game.rules.cooperative:
            # Opponents have the bands of their points there.
            right = layout.left + layout.width - 1
            canvas.put_right(layout.scenery, right, f" {progress} ", Style.DIM)
        notice = text.wrap(self.notice, layout.width - 4) if self.notice else []
        sentences = _comment_sentences(self, assessment)
        reason = [row for line in sentences for row in text.wrap(line, layout.width - 4)]
        # If the notice and the reason do not both fit, the notice replaces the prompt.
        replaces_prompt = bool(notice) and len(reason) + len(notice) > MESSAGE_ROWS
        rows = (reason if replaces_prompt else [*notice, *reason])[:MESSAGE_ROWS]
        blank_count = MESSAGE_ROWS - len(rows)
        draw_message(canvas, replay.tell_last_action(game, self.position, self.view), blank_count)
        for row, line in enumerate(rows, layout.message + blank_count):
            canvas.put(row, layout.left + 2, line, Style.STRONG)
        if self.position == len(game.turns) and game.result is not None:
            for row, line in enumerate(glance_rows(self.review), layout.hand):
                canvas.put(row, layout.left + 2, line)
            canvas.put(layout.outlook, layout.left + 2, self.par_line)
        else:
            replay.draw_hands(canvas, game, self.position, self.view)
            if assessment is not None:
                replay.draw_choice_chances(canvas, game, assessment)
            replay.draw_chart(canvas, self.review, self.position)
        if replaces_prompt:
            clipped = text.clip(self.notice, layout.width - 4)
            canvas.put(layout.prompt, layout.left + 2, clipped, Style.STRONG)
            draw_footer(canvas, self.footer)
            return
        place = replay.decision_place(self.review, self.position)
        legend = _legend(self, assessment, canvas.glyphs)
        canvas.put(layout.prompt, layout.left + 2, place, Style.PROMPT)
        canvas.put_right(layout.prompt, layout.left + layout.width - 2, legend)
        room = layout.width - 4 - 2 * _GAP_COLUMNS - text.text_width(f"{place}{legend}")
        is_enlarged = assessment is not None and are_bars_enlarged(assessment.estimates)
        shown = ""
        for note in (
            "" if game.rules.cooperative else progress,
            _("bars enlarged") if is_enlarged else "",
            replay.chart_owner_sentence(game),
        ):
            longer = (" " * _GAP_COLUMNS).join(filter(None, (shown, note)))
            shown = longer if text.text_width(longer) <= room else shown
        column = layout.left + 2 + text.text_width(place) + _GAP_COLUMNS
        canvas.put(layout.prompt, column, shown, Style.DIM)
        draw_footer(canvas, self.footer)

    def help_lines(self, width: int) -> list[text.TextLine]:
        sections = guide_words(self.game_name).review_help()
        return pages.help_page(_("Keys in a review"), tuple(self._active_bindings), sections, width)

    def handle_event(self, event: Event, context: Context) -> Transition:
        match event:
            case effects.ScreenClosed(RetryClosed(position, key, notice)):
                screen = replace(self, position=position, notice=notice)
                return screen._retry(key, context) if key else Transition(screen)
            case effects.ScreenClosed(BranchClosed(saved)):
                return self._with_notice(branch_notice(saved))
            case effects.ScreenClosed(BranchPlayedOut(notice)):
                return self._with_notice(notice)
            case effects.ScreenClosed(ParGame(par)):
                screen = replace(self, review=with_table_names(replace(self.review, par=par)))
                return screen._look_at_par("v", context)
            case effects.JobAnswered(answer=ReviewProgress() as progress):
                return Transition(self._with_progress(progress))
            case effects.JobAnswered(answer=HindsightResult(number, open_hands)):
                hindsight = {**self.hindsight_by_number, number: open_hands}
                return Transition(replace(self, hindsight_by_number=hindsight))
            case _:
                return Transition(self)

    def background_job(self, context: Context) -> Job[Any] | None:
        if self._awaits_hindsight:
            return HindsightJob(self.task, self.position + 1)
        return ReviewGameJob(self.task, context.options.jobs) if self._is_refined else None

    @property
    def awaits_job(self) -> bool:
        return self._awaits_hindsight or self._is_refined

    @property
    def _is_refined(self) -> bool:
        return self.progress is not None and not self.progress.is_settled

    @property
    def _awaits_hindsight(self) -> bool:
        assessment = visible_assessment(self) if self.hindsight and self.view is None else None
        if assessment is None or not assessment.estimates:
            return False
        return not assessment.hindsight and assessment.number not in self.hindsight_by_number

    def _with_progress(self, progress: ReviewProgress) -> ReviewScreen:
        review, notice = self.review, self.notice
        if progress.review is not None:
            newest = with_table_names(progress.review)
            review = replace(newest, par=newest.par or review.par)
        if progress.save_error is not None and not (self.progress and self.progress.save_error):
            notice = unsaved_notice(progress.save_error)
        return replace(self, review=review, progress=progress, notice=notice)

    def _step(self, key: str, _context: Context) -> Transition:
        position = replay.position_after_key(self.review.game, self.position, key)
        return Transition(replace(self, position=position))

    def summary_lines(self, width: int) -> list[text.TextLine]:
        return glance_lines(self.review, width)

    def _retry(self, key: str, _context: Context) -> Transition:
        retry = next_retry(self.review, self.position, key)
        if retry is not None:
            return Transition(replace(self, notice=""), (Push(retry),))
        person = self.review.game.header.person
        if key == "n" and person is not None:
            sentence = _(
                "{name} {name:has|have} no other choice to try again; N also goes through the "
                "other player's."
            )
            name = self.review.game.header.players[person]
            return self._with_notice(text.format_sentence(sentence, name=name))
        return self._with_notice(_("There is no further choice to try again."))

    def _look_at_par(self, _key: str, _context: Context) -> Transition:
        if self.review.par is not None:
            return Transition(self, (Push(replay.par_screen(self.review, self.position)),))
        if self.review.game.result is None or not has_par(self.review.game.header):
            return self._with_notice(_("No par here: par needs a finished game dealt from a seed."))
        return Transition(self, (Push(replay.ParWaitScreen(self.task)),))

    def _toggle_hindsight(self, _key: str, _context: Context) -> Transition:
        if self.view is not None:
            return self._with_notice(_("Hindsight needs both hands open: press e."))
        return Transition(replace(self, hindsight=not self.hindsight))

    def _try_another(self, _key: str, _context: Context) -> Transition:
        next_choice = next_assessment(self)
        if next_choice is None or len(next_choice.estimates) < 2:
            return self._with_notice(_("There is nothing else to choose here."))
        if visible_assessment(self) is None:
            notice = _("To try another choice for the other player, switch to their view (e).")
            return self._with_notice(notice)
        cursor = [value.action for value in next_choice.estimates].index(next_choice.best)
        screen = BranchScreen(self.task, self.review, self.position, cursor=cursor)
        return Transition(self, (Push(screen),))

    def go_back(self, _key: str, _context: Context) -> Transition:
        """Close the review; if it is settled, the end of the game names its highlights."""
        highlights = " ".join(highlight_sentences(self.review))
        insight = "" if self._is_refined else highlights or insight_sentence(self.review)
        return Transition(self, (Pop(ReviewClosed(insight)),))

    def _open_line(self, _key: str, _context: Context) -> Transition:
        reason = visible_reason(self)
        assert reason is not None, "a line belongs to a reason"
        line = replay.line_screen(self.review.game.header, reason, of_best=False)
        return Transition(self, (Push(line),))

    def _has_par(self) -> bool:
        return self.review.game.rules.cooperative

    def _with_notice(self, notice: str) -> Transition:
        return Transition(replace(self, notice=notice))

    BINDINGS: ClassVar = (
        Binding(
            STEP_KEYS,
            _step,
            (N_("arrows"), N_("step")),
            (N_("Left, right, h, l"), N_("one move back or forward")),
        ),
        Binding((), _step, help_text=(N_("Up, down, k, j"), N_("one trick back or forward"))),
        Binding((), _step, help_text=(N_("Home, End"), N_("start or end of the game"))),
        Binding(
            (keys.LINE_KEY,),
            _open_line,
            (N_("s"), N_("what follows")),
            (N_("s"), N_("what may follow a costly choice, in one possible deal")),
            # Translators: the key s, in the last row where it has no room for "what follows"
            short_footer=lambda: pgettext("brief", "s how"),
            applies=lambda screen: visible_reason(screen) is not None,
        ),
        Binding(
            ("n", "N", "p"),
            _retry,
            (N_("n"), N_("retry")),
            (N_("n"), N_("go to your next costly choice, and try it again")),
        ),
        Binding(
            (),
            _retry,
            help_text=(
                N_("N, p"),
                N_("N: the next costly choice of either player; p: the previous one"),
            ),
        ),
        Binding(
            ("v",),
            _look_at_par,
            (N_("v"), N_("par")),
            (N_("v"), N_("par: two experts on the same deals, next to your game")),
            applies=_has_par,
            spoken_command=(
                NC_("command", "par"),
                N_("hear what two experts made of these deals"),
            ),
        ),
        Binding(
            ("e",),
            lambda screen, *_: Transition(replace(screen, view=_NEXT_VIEW[screen.view])),
            (N_("e"), N_("view")),
            (N_("e"), N_("switch view: both hands, left player, right player")),
            spoken_command=(
                NC_("command", "view"),
                N_("hear it with both hands open, as the left player, as the right player"),
            ),
        ),
        Binding(
            ("o",),
            _toggle_hindsight,
            (N_("o"), N_("hindsight")),
            (N_("o"), N_("hindsight: the best choice if both hands were known")),
        ),
        Binding(
            ("t",),
            _try_another,
            (N_("t"), N_("try")),
            (N_("t"), N_("try another choice: branch the game here")),
            spoken_command=(NC_("command", "try"), N_("try another choice")),
        ),
        replace(
            pages.SUMMARY_BINDING,
            help_text=(N_("g"), N_("at a glance: how well each of you chose, and par")),
            applies=_has_par,
        ),
        replace(
            pages.SUMMARY_BINDING,
            help_text=(N_("g"), N_("at a glance: how well each of you chose")),
            applies=lambda screen: not screen._has_par(),
        ),
        pages.HELP_BINDING,
        replace(pages.CARDS_BINDING, footer=None),
        Binding(LEAVE_KEYS, go_back, (N_("q"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


def next_assessment(screen: ReviewScreen) -> Assessment | None:
    """Return the assessment of the next choice, or None."""
    return screen.review.assessment_at(screen.position + 1)


def visible_assessment(screen: ReviewScreen) -> Assessment | None:
    """Return the assessment of the next choice, or None if the view must not show it.

    Assessments name cards of the player who chose, except for decisions of the team.
    """
    next_choice, seat = next_assessment(screen), screen.view
    if next_choice is None or seat in (None, next_choice.seat):
        return next_choice
    game = screen.review.game
    pending = game.rules.pending(game.states[screen.position])
    return next_choice if pending is not None and pending.seat is None else None


def visible_reason(screen: ReviewScreen) -> Reason | None:
    """Return why the next choice was costly; None without a reason or in the other's view."""
    assessment = visible_assessment(screen)
    return None if assessment is None else assessment.reason


def _comment_sentences(screen: ReviewScreen, assessment: Assessment | None) -> list[str]:
    """Return sentences about the next choice, or about the whole game at the end.

    Hindsight replaces all others.
    """
    words, game = guide_words(screen.game_name), screen.review.game
    if screen.hindsight and screen.view is None:
        return hindsight_sentences(screen, assessment)
    if assessment is not None and assessment.is_costly:
        sentence = words.cost_sentence(screen.review, assessment)
        return [f"{grade_choice(assessment).value} {sentence}"]
    if screen.position == len(game.turns) and game.result is not None:
        insight = insight_sentence(screen.review)
        return [insight] if insight else highlight_sentences(screen.review)
    return []


def hindsight_sentences(screen: ReviewScreen, assessment: Assessment | None) -> list[str]:
    """Return the hindsight on the next choice; empty while it is computed."""
    if screen._awaits_hindsight:
        return []
    sentence = ""
    if assessment is not None:
        hindsight = screen.hindsight_by_number.get(assessment.number, assessment.hindsight)
        names = screen.review.game.header.players
        tell = guide_words(screen.game_name).hindsight_sentence
        sentence = tell(replace(assessment, hindsight=hindsight), names)
    return [sentence or _("Hindsight adds nothing here.")]


def unsaved_notice(trouble: OSError) -> str:
    """Return the notice that a review cannot be saved."""
    return _("The review cannot be saved: {reason}.").format(reason=error_text(trouble))


def _legend(screen: ReviewScreen, assessment: Assessment | None, glyphs: text.Glyphs) -> str:
    next_choice = next_assessment(screen)
    if next_choice is None:
        return ""
    if assessment is None:
        name = screen.review.game.header.players[next_choice.seat]
        return text.format_label(_("{name} {name:chooses|choose}; e: view"), name=name)
    if not assessment.estimates:
        return _("the only choice")
    if assessment.cost.worth <= 0:
        return _("{mark} chosen  * best").format(mark=glyphs.cursor)
    cost = cost_phrase(assessment)
    return _("{mark} chosen  * best  {cost}").format(mark=glyphs.cursor, cost=cost)


_BAR_CELLS = 40


@dataclass(frozen=True, slots=True)
class ReviewWaitScreen(Screen):
    """Waits for the quick first pass of a review."""

    awaits_job: ClassVar[bool] = True

    task: ReviewTask
    progress: ReviewProgress | None = None
    known_par: Par | None = None

    def draw(self, canvas: Canvas) -> None:
        progress, top = self.progress, draw_clearing(canvas, 12)
        canvas.put_centred(top + 3, _("Looking at each choice of the game."), Style.STRONG)
        if progress is not None:
            share = progress.done / max(1, progress.total)
            canvas.put_centred(top + 5, text.bar(share, _BAR_CELLS, canvas.glyphs))
            canvas.put_centred(top + 6, progress_phrase(progress))
            if progress.save_error is not None:
                reason = _("It cannot be saved: {reason}")
                reason = reason.format(reason=error_text(progress.save_error))
                canvas.put_centred(top + 7, text.clip(reason, WIDTH), Style.STRONG)
        keys = _("q back; progress is saved, and the review continues from here next time")
        canvas.put_centred(top + 8, keys, Style.DIM)
        canvas.put_centred(top + 9, self.notice, Style.STRONG)

    def handle_event(self, event: Event, context: Context) -> Transition:
        match event:
            case effects.JobAnswered(answer=ReviewProgress() as progress):
                pass
            case _:
                return Transition(self)
        if progress.review is None:
            return Transition(replace(self, progress=progress))
        notice = "" if progress.save_error is None else unsaved_notice(progress.save_error)
        review = with_table_names(progress.review)
        par = self.known_par
        screen = ReviewScreen(self.task, review, notice=notice, progress=progress, known_par=par)
        # In plain mode a review begins with its glance; retries are opened on request.
        is_plain = context.options.look.glyphs is text.SPOKEN
        return Transition(screen) if is_plain else open_with_retry(screen)

    def background_job(self, context: Context) -> Job[Any] | None:
        return ReviewGameJob(self.task, context.options.jobs)

    BINDINGS: ClassVar = (Binding(LEAVE_KEYS, Screen.go_back),)


def open_with_retry(review: ReviewScreen) -> Transition:
    """Open the review with the players' first retry on top, or else at a glance, at the end."""
    retry, game = next_retry(review.review, -1, "n"), review.review.game
    if retry is None:
        return Transition(
            review if game.result is None else replace(review, position=len(game.turns))
        )
    retry = replace(retry, notice=review.notice)
    return Transition(replace(review, position=retry.position, notice=""), (Push(retry),))


def open_review(world: Environment, game: Game, path: Path) -> Effects:
    """Open the review of a game with its record at ``path``, and par if the end has shown it."""
    scores, par = world.folders.scores, None
    if scores is not None and has_par(game.header):
        par = par_of(scores, game.header, PAR_PARTNER)
    return (Push(ReviewWaitScreen(ReviewTask(game, path, REVIEWER), known_par=par)),)


def open_branch(_world: Environment, game: Game, saved: SavedGame) -> Effects:
    """Open the table of a saved branch."""
    table = resume_table(game, saved, leads_to=Exit.REVIEW)
    return (Push(table.screen, table.effects),)
