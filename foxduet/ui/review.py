"""A game under review: how it opens, choosing again, and branches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.ai.partner import REVIEWER, UnknownPartnerError, require_known_partners
from foxduet.analysis.review import (
    NEGLIGIBLE_COST,
    Assessment,
    Review,
    ReviewProgress,
    costly_assessments,
    move_quality,
    own_costly_assessments,
)
from foxduet.analysis.review_file import PlayOutJob, ReviewTask, create_branch
from foxduet.analysis.review_job import HindsightJob, HindsightResult, ParGame, ReviewGameJob
from foxduet.core.cards import Seat
from foxduet.core.errors import N_
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.play.game import Game, PartnerNames
from foxduet.play.table_session import TableSession
from foxduet.store.score_entries import has_par
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
from foxduet.ui.table.drawing import MESSAGE_ROWS, Layout, draw_footer, draw_message, layout_for
from foxduet.ui.table.screen import resume_table
from foxduet.ui.table.state import BranchClosed, Exit, ReviewClosed, mode_for
from foxduet.words import text
from foxduet.words.game_words import chooser_name, guide_words, progress_phrase, table_words
from foxduet.words.i18n import _, explain, reason_of
from foxduet.words.review import (
    cost_phrase,
    glance_lines,
    glance_rows,
    insight_sentence,
    par_sentence,
    with_table_names,
)

if TYPE_CHECKING:
    from pathlib import Path

    from foxduet.ai.partner import ActionValue, DoubleDummyValue
    from foxduet.ai.workers import Job
    from foxduet.store.saved_games import SavedGame
    from foxduet.ui.kit.effects import Event


_PREVIOUS_KEY = "p"


@dataclass(frozen=True, slots=True)
class RetryClosed:
    """A lesson about a choice after ``at`` actions was left; ``key`` leads on to another one.

    ``notice`` is said in the review.
    """

    at: int
    key: str = ""
    notice: str = ""


def next_retry(review: Review, at: int, key: str) -> RetryScreen | None:
    """Return the lesson that a key leads to after ``at`` actions, None if there is none that way.

    ``n`` is for the choices that become puzzles, too; the other keys for all choices.
    """
    game = review.game
    teaches = guide_words(game.header.game).is_instructive
    every = own_costly_assessments(review) if key == "n" else costly_assessments(review)
    lessons = [one for one in every if teaches(review, one)]
    if key == _PREVIOUS_KEY:
        before = [one for one in lessons if one.number - 1 < at]
        found = max(before, key=lambda one: one.number, default=None)
    else:
        after = [one for one in lessons if one.number - 1 > at]
        found = min(after, key=lambda one: one.number, default=None)
    if found is None:
        return None
    place = sorted(one.number for one in lessons).index(found.number) + 1
    stands = replace(game, turns=game.turns[: found.number - 1])
    session = TableSession(stands, getattr(found.chosen, "seat", None))
    key = "N" if key == _PREVIOUS_KEY else key
    return RetryScreen(session, mode_for(session), review, (place, len(lessons)), key)


@dataclass(frozen=True, slots=True)
class RetryScreen(ExerciseScreen):
    """A choice of a game under review that cost much, to be made again.

    ``place`` is the number of the lesson, and how many there are; ``key`` leads to the next one.
    """

    review: Review
    place: tuple[int, int]
    key: str

    @property
    def at(self) -> int:
        """How many actions were done before."""
        return len(self.session.game.turns)

    @property
    def assessment(self) -> Assessment:
        """The choice."""
        due = self.review.assessment_at(self.at + 1)
        assert due is not None, "the lesson is about a choice"
        return due

    @property
    def title(self) -> str:
        number, count = self.place
        return _("Choice {number} of {count}").format(number=number, count=count)

    @property
    def question(self) -> str:
        game, one = self.review.game, self.assessment
        asked = _("{name:*: what|what|*: what} was better than {choice}?")
        choice = table_words(self.game_name).choices.choice_phrase(one.chosen, game.header.players)
        return text.format_sentence(asked, name=chooser_name(game, one), choice=choice)

    @property
    def answer(self) -> Any:
        return self.assessment.best

    @property
    def excluded_choices(self) -> tuple[Any, ...]:
        return (self.assessment.chosen, *self.attempts)

    @property
    def comparison(self) -> tuple[Review, Assessment]:
        return self.review, self.assessment

    def is_right(self, action: Any) -> bool:
        return replace(self.assessment, chosen=action).cost.worth < NEGLIGIBLE_COST

    def cost_of(self, cost: str) -> str:
        return _("What was played {cost}.").format(cost=cost)

    def next_exercise(self) -> Transition:
        return self.left(self.key)

    def leave(self) -> Transition:
        return self.left()

    def left(self, key: str = "", notice: str = "") -> Transition:
        """Leave for the review, or through it for another lesson."""
        return Transition(self, (Pop(RetryClosed(self.at, key, notice)),))

    @property
    def own_bindings(self) -> Bindings:
        back = leave_bindings(N_("to the review"), N_("to the review, with the answer"))
        return (_OTHERS, *back)


_OTHERS = Binding(
    ("n", "N", _PREVIOUS_KEY),
    lambda screen, key, _context: screen.left(key),
    (N_("n"), N_("next")),
    (N_("n, N, p"), N_("the next costly choice; also the other player's; the previous one")),
)

EXPERTS: PartnerNames = ("expert", "expert")
_LABEL, _BAR_OF_A_CHOICE = 32, 16


@dataclass(frozen=True, slots=True)
class BranchPlayedOut:
    """Experts have played a branch to its end; ``notice`` says where it is saved."""

    notice: str


def branch_notice(branch: SavedGame) -> str:
    """Return the notice for a review that a branch of it is saved."""
    return _("The branch is saved as {file}.").format(file=branch.path.name)


class BranchPlayers(Enum):
    """Who continues a branch."""

    PLAYERS = "the players of the game"
    EXPERTS = "experts at both ends"


@dataclass(frozen=True, slots=True)
class BranchScreen(pages.ChoiceScreen):
    """Another choice to be tried after ``at`` actions, among all that there are."""

    task: ReviewTask
    review: Review
    at: int
    cursor: int = field(default=0, kw_only=True)
    by: BranchPlayers = BranchPlayers.PLAYERS

    @property
    def assessment(self) -> Assessment:
        """The decision, with each of its choices."""
        due = self.review.assessment_at(self.at + 1)
        assert due is not None, "there is a choice to be tried"
        return due

    @property
    def choices(self) -> Sequence[ActionValue]:
        return self.assessment.estimates

    def draw(self, canvas: Canvas) -> None:
        one, size, glyphs = self.assessment, canvas.size, canvas.glyphs
        header = self.review.game.header
        names, words = header.players, table_words(header.game)
        left, top = (size.columns - WIDTH) // 2, (size.rows - 23) // 2
        title = _("What would have happened instead of {choice}?").format(
            choice=words.choices.choice_phrase(one.chosen, names)
        )
        canvas.put_centred(top + 1, title, Style.PROMPT)
        canvas.put(top + 16, left, _("Who plays on from here?"), Style.STRONG)
        players = [_("The players"), _("Two experts")]
        draw_buttons(canvas, top + 17, players, "12", [*BranchPlayers].index(self.by), left)
        # Drawn after the buttons, so that the cursor is here.
        labels = [words.choices.option_phrase(estimate.action, names) for estimate in self.choices]
        pages.draw_choices(canvas, top + 3, left, labels, self.cursor, WIDTH)
        for row, estimate in enumerate(self.choices, top + 3):
            filled, figure = replay.bar_and_rough_figure(estimate, one)
            share = text.bar(filled, _BAR_OF_A_CHOICE, glyphs)
            played = _("as played") if estimate.action == one.chosen else ""
            canvas.put(row, left + _LABEL, f"{share} {figure}  {played}")
        note = _("A branch is a game of its own, with its own record, and is never scored.")
        for row, line in enumerate(text.wrap(self.notice or note, WIDTH)):
            canvas.put(top + 19 + row, left, line, Style.STRONG if self.notice else Style.DIM)
        canvas.put_centred(top + 22, self.footer, Style.DIM)

    def handle_event(self, event: Event, context: Context) -> Transition:
        match event:
            case effects.GameStarted(game, saved):
                return Transition(self, (Pop(), call(open_branch, game, saved)))
            case _:
                return Screen.handle_event(self, event, context)

    def _choose_who(self, key: str, _context: Context) -> Transition:
        players = key == "1" if key.isdigit() else self.by is BranchPlayers.EXPERTS
        return Transition(
            replace(self, by=BranchPlayers.PLAYERS if players else BranchPlayers.EXPERTS)
        )

    def activate(self, choice: ActionValue) -> Transition:
        action = choice.action
        if action == self.assessment.chosen:
            return Transition(
                replace(self, notice=_("That is what was played; pick something else."))
            )
        if self.by is BranchPlayers.EXPERTS:
            game = create_branch(self.task, self.at, action, EXPERTS)
            return Transition(PlayOutScreen(game, game, self.at))
        game = create_branch(self.task, self.at, action, self.review.game.header.ai)
        try:
            # Before it is saved: a game that nobody can play is not started.
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
            (*keys.BACKWARD, *keys.FORWARD, "1", "2"), _choose_who, (N_("left, right"), N_("who"))
        ),
        Binding(
            keys.DECIDE_KEYS, pages.ChoiceScreen.activate_cursor, (N_("Enter"), N_("continue"))
        ),
        Binding(keys.LEAVE_KEYS, Screen.go_back, (N_("q"), N_("back"))),
    )


@dataclass(frozen=True, slots=True)
class PlayOutScreen(Screen):
    """A branch that experts play to its end, after ``at`` actions of the game under review."""

    start: Game
    game: Game
    at: int

    @property
    def awaits_job(self) -> bool:
        return True

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
                return self._finished(game, branch_notice(saved), "")
            case effects.StartFailed():
                notice = start_failure_notice(event)
                return self._finished(self.game, notice, notice)
            case _:
                return Transition(self)

    def _finished(self, game: Game, notice: str, trouble: str) -> Transition:
        return Transition(
            self,
            (Pop(BranchPlayedOut(notice)), Push(replay.ReplayScreen(game, self.at + 1, trouble))),
        )

    def background_job(self, context: Context) -> Job[Any] | None:
        return PlayOutJob(self.start, context.options.limit)

    BINDINGS: ClassVar = (Binding(keys.LEAVE_KEYS, Screen.go_back),)


_GAP = 2

_NEXT_VIEW = {None: Seat.P1, Seat.P1: Seat.P2, Seat.P2: None}


@dataclass(frozen=True, slots=True)
class ReviewScreen(pages.ScreenWithHelp):
    """A game with each choice judged, after ``at`` of its actions.

    It is shown as the seat ``view`` sees it, or with both hands open. ``hindsight`` says that
    what only open hands show is asked for; ``hindsight_done`` has what was found by the numbers of
    decisions. The review is refined, as far as ``progress`` says, until each choice is settled.
    """

    has_table: ClassVar = True

    task: ReviewTask
    review: Review
    at: int = 0
    view: Seat | None = None
    hindsight: bool = False
    hindsight_done: Mapping[int, tuple[DoubleDummyValue, ...]] = field(default_factory=dict)
    progress: ReviewProgress | None = None

    @property
    def game_name(self) -> str:
        return self.review.game.header.game

    @property
    def nothing_at_stake(self) -> bool:
        return True

    def draw(self, canvas: Canvas) -> None:
        layout, game, seen = layout_for(canvas.size), self.review.game, visible_assessment(self)
        choosing = next_assessment(self) is not None
        replay.draw_moment(canvas, game, self.at, choosing=choosing)
        replay.draw_view(canvas, game, self.view)
        if self._is_refined:
            assert self.progress is not None, "it says how far the review is"
            column = layout.left + layout.width - 1
            canvas.put_right(
                layout.scenery, column, f" {progress_phrase(self.progress)} ", Style.DIM
            )
        notice = [self.notice] if self.notice else []
        said = _rows(_sentences(self, seen), layout)
        # Where a notice and a reason do not fit, the notice stands at the bottom for once.
        apart = bool(notice) and len(said) + len(_rows(notice, layout)) > MESSAGE_ROWS
        said = (said if apart else [*_rows(notice, layout), *said])[:MESSAGE_ROWS]
        first = MESSAGE_ROWS - len(said)
        draw_message(canvas, replay.sentences_at(game, self.at, self.view), first)
        for at, row in enumerate(said, layout.message + first):
            canvas.put(at, layout.left + 2, row, Style.STRONG)
        if self.at == len(game.turns) and game.result is not None:
            for at, line in enumerate(glance_rows(self.review), layout.hand):
                canvas.put(at, layout.left + 2, line)
            canvas.put(layout.outlook, layout.left + 2, par_sentence(self.review))
        else:
            replay.draw_hands(canvas, game, self.at, self.view)
            if seen is not None:
                replay.draw_choice_chances(canvas, game, seen)
            replay.draw_chart(canvas, self.review, self.at)
        if apart:
            whole = text.clip(self.notice, layout.width - 4)
            canvas.put(layout.prompt, layout.left + 2, whole, Style.STRONG)
            draw_footer(canvas, self.footer)
            return
        place, legend = (
            replay.decision_place(self.review, self.at),
            _legend(self, seen, canvas.glyphs),
        )
        canvas.put(layout.prompt, layout.left + 2, place, Style.PROMPT)
        canvas.put_right(layout.prompt, layout.left + layout.width - 2, legend)
        whose = replay.chart_owner_sentence(game)
        room = layout.width - 4 - text.text_width(f"{place}{legend}")
        if text.text_width(whose) + 2 * _GAP <= room:
            column = layout.left + 2 + text.text_width(place) + _GAP
            canvas.put(layout.prompt, column, whose, Style.DIM)
        draw_footer(canvas, self.footer)

    def help_lines(self, width: int) -> list[text.TextLine]:
        sections = guide_words(self.game_name).review_help()
        return pages.help_page(_("Keys in a review"), tuple(self._active_bindings), sections, width)

    def handle_event(self, event: Event, context: Context) -> Transition:
        match event:
            case effects.ScreenClosed(RetryClosed(at, key, notice)):
                screen = replace(self, at=at, notice=notice)
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
                found = {**self.hindsight_done, number: open_hands}
                return Transition(replace(self, hindsight_done=found))
            case _:
                return Transition(self)

    def background_job(self, context: Context) -> Job[Any] | None:
        if self._awaits_hindsight:
            return HindsightJob(self.task, self.at + 1)
        return ReviewGameJob(self.task, context.options.jobs) if self._is_refined else None

    @property
    def awaits_job(self) -> bool:
        return self._awaits_hindsight or self._is_refined

    @property
    def _is_refined(self) -> bool:
        return self.progress is not None and not self.progress.is_settled

    @property
    def _awaits_hindsight(self) -> bool:
        seen = visible_assessment(self) if self.hindsight and self.view is None else None
        if seen is None or not seen.estimates:
            return False
        return not seen.hindsight and seen.number not in self.hindsight_done

    def _with_progress(self, progress: ReviewProgress) -> ReviewScreen:
        review, notice = self.review, self.notice
        if progress.review is not None:
            found = with_table_names(progress.review)
            review = replace(found, par=found.par or review.par)
        if progress.save_error is not None and not (self.progress and self.progress.save_error):
            notice = unsaved_notice(progress.save_error)
        return replace(self, review=review, progress=progress, notice=notice)

    def _step(self, key: str, _context: Context) -> Transition:
        return Transition(
            replace(self, at=replay.position_after_key(self.review.game, self.at, key))
        )

    def summary_lines(self, width: int) -> list[text.TextLine]:
        return glance_lines(self.review, width)

    def _retry(self, key: str, _context: Context) -> Transition:
        lesson = next_retry(self.review, self.at, key)
        if lesson is not None:
            return Transition(replace(self, notice=""), (Push(lesson),))
        person = self.review.game.header.person
        if key == "n" and person is not None:
            return self._with_notice(
                text.format_sentence(
                    _(
                        "{name} made no other costly choice; N also goes through the "
                        "other player's."
                    ),
                    name=self.review.game.header.players[person],
                )
            )
        return self._with_notice(_("No further choice was costly."))

    def _look_at_par(self, _key: str, _context: Context) -> Transition:
        if self.review.par is not None:
            return Transition(self, (Push(replay.par_at(self.review, self.at)),))
        if self.review.game.result is None or not has_par(self.review.game.header):
            return self._with_notice(_("No par here: it needs a finished game dealt from a seed."))
        return Transition(self, (Push(replay.ParWaitScreen(self.task)),))

    def _ask_hindsight(self, _key: str, _context: Context) -> Transition:
        if self.view is not None:
            return self._with_notice(_("Hindsight needs both hands open: press e."))
        return Transition(replace(self, hindsight=not self.hindsight))

    def _try_another(self, _key: str, _context: Context) -> Transition:
        due = next_assessment(self)
        if due is None or len(due.estimates) < 2:
            return self._with_notice(_("There is nothing else to choose here."))
        if visible_assessment(self) is None:
            notice = _("To try another choice for the other player, switch to their view (e).")
            return self._with_notice(notice)

        cursor = [one.action for one in due.estimates].index(due.best)
        return Transition(
            self, (Push(BranchScreen(self.task, self.review, self.at, cursor=cursor)),)
        )

    def go_back(self, _key: str, _context: Context) -> Transition:
        """Close the review; once all is settled, the end of the game then says what cost most."""
        insight = "" if self._is_refined else insight_sentence(self.review)
        return Transition(self, (Pop(ReviewClosed(insight)),))

    def _has_par(self) -> bool:
        return self.review.game.rules.cooperative

    def _with_notice(self, notice: str) -> Transition:
        return Transition(replace(self, notice=notice))

    BINDINGS: ClassVar = (
        Binding(
            STEP_KEYS,
            _step,
            (N_("arrows"), N_("step")),
            (N_("Left, right, h, l"), N_("a step back or on in the game")),
        ),
        Binding((), _step, help_text=(N_("Up, down, k, j"), N_("a trick back or on"))),
        Binding((), _step, help_text=(N_("Home, End"), N_("start or end of the game"))),
        Binding(
            ("n", "N", "p"),
            _retry,
            (N_("n"), N_("retry")),
            (N_("n"), N_("to your next costly choice, to try it again")),
        ),
        Binding(
            (),
            _retry,
            help_text=(
                N_("N, p"),
                N_("N: also the other player's; p: the previous one, of either player"),
            ),
        ),
        Binding(
            ("v",),
            _look_at_par,
            (N_("v"), N_("par")),
            (N_("v"), N_("par: two experts on the same deals, next to your game")),
            applies=_has_par,
        ),
        Binding(
            ("e",),
            lambda screen, *_: Transition(replace(screen, view=_NEXT_VIEW[screen.view])),
            (N_("e"), N_("view")),
            (N_("e"), N_("switch view: both hands, left player, right player")),
        ),
        Binding(
            ("o",),
            _ask_hindsight,
            (N_("o"), N_("hindsight")),
            (N_("o"), N_("hindsight: what only both hands could show")),
        ),
        Binding(
            ("t",),
            _try_another,
            (N_("t"), N_("try")),
            (N_("t"), N_("try another choice: branch the game here")),
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
        replace(pages.HELP_BINDING, help_text=None),
        replace(pages.CARDS_BINDING, footer=None),
        Binding(LEAVE_KEYS, go_back, (N_("q"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


def next_assessment(screen: ReviewScreen) -> Assessment | None:
    """Return the assessment of the choice that comes next, if there is one."""
    return screen.review.assessment_at(screen.at + 1)


def visible_assessment(screen: ReviewScreen) -> Assessment | None:
    """Return the assessment of the choice that comes next, if the view may show it.

    It names cards of the player who chose; a choice of the team names none.
    """
    due, seat = next_assessment(screen), screen.view
    if due is None or seat in (None, due.seat):
        return due
    game = screen.review.game
    pending = game.rules.pending(game.states[screen.at])
    return due if pending is not None and pending.seat is None else None


def _rows(sentences: Sequence[str], layout: Layout) -> list[str]:
    return [row for one in sentences for row in text.wrap(one, layout.width - 4)]


def _sentences(screen: ReviewScreen, seen: Assessment | None) -> list[str]:
    """Return the sentences on the choice that comes next; hindsight has none beside it.

    At the end they say what cost most.
    """
    words, game = guide_words(screen.game_name), screen.review.game
    if screen.hindsight and screen.view is None:
        return hindsight_sentences(screen, seen)
    if seen is not None and seen.is_costly:
        return [f"{move_quality(seen).value} {words.cost_sentence(screen.review, seen)}"]
    if screen.at == len(game.turns) and game.result is not None:
        return [*filter(None, [insight_sentence(screen.review)])]
    return []


def hindsight_sentences(screen: ReviewScreen, seen: Assessment | None) -> list[str]:
    """Return what hindsight says on the choice that comes next, nothing while it is awaited."""
    if screen._awaits_hindsight:
        return []
    sentence = ""
    if seen is not None:
        opened = screen.hindsight_done.get(seen.number, seen.hindsight)
        names = screen.review.game.header.players
        tell = guide_words(screen.game_name).hindsight_sentence
        sentence = tell(replace(seen, hindsight=opened), names)
    return [sentence or _("Hindsight adds nothing here.")]


def unsaved_notice(trouble: OSError) -> str:
    """Say why a review is not saved."""
    return _("The review cannot be saved: {reason}.").format(reason=reason_of(trouble))


def _legend(screen: ReviewScreen, seen: Assessment | None, glyphs: text.Glyphs) -> str:
    due = next_assessment(screen)
    if due is None:
        return ""
    if seen is None:
        name = screen.review.game.header.players[due.seat]
        return text.format_label(_("{name} {name:chooses|choose}; e: view"), name=name)
    if not seen.estimates:
        return _("the only choice")
    if seen.cost.worth <= 0:
        return _("{mark} chosen  * best").format(mark=glyphs.cursor)
    return _("{mark} chosen  * best  {cost}").format(mark=glyphs.cursor, cost=cost_phrase(seen))


_BAR = 40


@dataclass(frozen=True, slots=True)
class ReviewWaitScreen(Screen):
    """A review in its quick pass, as far as ``progress`` says."""

    task: ReviewTask
    progress: ReviewProgress | None = None

    @property
    def awaits_job(self) -> bool:
        return True

    def draw(self, canvas: Canvas) -> None:
        progress, top = self.progress, draw_clearing(canvas, 12)
        canvas.put_centred(top + 3, _("Looking at each choice of the game."), Style.STRONG)
        if progress is not None:
            share = progress.done / max(1, progress.total)
            canvas.put_centred(top + 5, text.bar(share, _BAR, canvas.glyphs))
            canvas.put_centred(top + 6, progress_phrase(progress))
            if progress.save_error is not None:
                reason = _("It cannot be saved: {reason}")
                reason = reason.format(reason=reason_of(progress.save_error))
                canvas.put_centred(top + 7, text.clip(reason, WIDTH), Style.STRONG)
        keys = _("q back; progress is saved, and the review continues from here next time")
        canvas.put_centred(top + 8, keys, Style.DIM)
        canvas.put_centred(top + 9, self.notice, Style.STRONG)

    def handle_event(self, event: Event, context: Context) -> Transition:
        if not (
            isinstance(event, effects.JobAnswered) and isinstance(event.answer, ReviewProgress)
        ):
            return Transition(self)
        progress = event.answer
        if progress.review is None:
            return Transition(replace(self, progress=progress))
        notice = "" if progress.save_error is None else unsaved_notice(progress.save_error)
        review = with_table_names(progress.review)
        screen = ReviewScreen(self.task, review, notice=notice, progress=progress)
        # In words a review begins with its glance; lessons are there for who asks.
        return (
            Transition(screen)
            if context.options.look.glyphs is text.SPOKEN
            else open_with_retry(screen)
        )

    def background_job(self, context: Context) -> Job[Any] | None:
        return ReviewGameJob(self.task, context.options.jobs)

    BINDINGS: ClassVar = (Binding(LEAVE_KEYS, Screen.go_back),)


def open_with_retry(review: ReviewScreen) -> Transition:
    """Return how a review opens: with the first lesson of the players over it, if there is any."""
    lesson = next_retry(review.review, -1, "n")
    if lesson is None:
        return Transition(review)
    lesson = replace(lesson, notice=review.notice)
    return Transition(replace(review, at=lesson.at, notice=""), (Push(lesson),))


def open_review(_world: Environment, game: Game, path: Path) -> Effects:
    """Open the review of a game whose record is at ``path``."""
    return (Push(ReviewWaitScreen(ReviewTask(game, path, REVIEWER))),)


def open_branch(_world: Environment, game: Game, saved: SavedGame) -> Effects:
    """Play a branch of the game under review, which is saved."""
    table = resume_table(game, saved, leads_to=Exit.REVIEW)
    return (Push(table.screen, table.effects),)
