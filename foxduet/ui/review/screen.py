"""A game under review, once it is worked out: each choice with its chance, and the line of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.analysis.par import has_par
from foxduet.analysis.review import Assessment, Progress, Review, grade_of
from foxduet.analysis.review_file import Task
from foxduet.analysis.review_job import Hindsight, LookBack, ParPlayed, ReviewGame
from foxduet.core.common import Seat
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, field, replace
from foxduet.ui import replay
from foxduet.ui.kit.answers import Answered, Closed
from foxduet.ui.kit.canvas import Canvas, Style
from foxduet.ui.kit.keys import LEAVE, STEPPING
from foxduet.ui.kit.screen import Binding, Context, Next, Pop, Push
from foxduet.ui.reader import CARDS, HELP, SUMMARY, Readable, help_page
from foxduet.ui.review.branch import PlayedOut, branch_notice
from foxduet.ui.review.lesson import LessonLeft, lesson_from
from foxduet.ui.review.parts import (
    ParWaitScreen,
    draw_chart,
    draw_choices,
    draw_hands,
    draw_view,
    par_at,
    place_of,
    whose_line,
)
from foxduet.ui.table.layout import MESSAGE_ROWS, Layout, layout_for
from foxduet.ui.table.parts import draw_footer, draw_message
from foxduet.ui.table.state import BranchLeft, ReviewLeft
from foxduet.words.common import guide_words, progress_phrase
from foxduet.words.glance import glance_lines, glance_rows, insight_sentence, par_sentence
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _, reason_of
from foxduet.words.review_report import cost_phrase
from foxduet.words.text import TextLine, clipped, text_width, wrapped

if TYPE_CHECKING:
    from foxduet.ai.partner import OpenHands
    from foxduet.ai.workers import Job
    from foxduet.ui.kit.answers import Event


_GAP = 2

_NEXT_VIEW = {None: Seat.P1, Seat.P1: Seat.P2, Seat.P2: None}


@dataclass(frozen=True, slots=True)
class ReviewScreen(Readable):
    """A game with each choice judged, after ``at`` of its actions.

    It is shown as the seat ``view`` sees it, or with both hands open. ``hindsight`` says that
    what only open hands show is asked for; ``looked_back`` has what was found by the numbers of
    decisions. The review is refined, as far as ``progress`` says, until each choice is settled.
    """

    task: Task
    review: Review
    at: int = 0
    view: Seat | None = None
    hindsight: bool = False
    looked_back: Mapping[int, tuple[OpenHands, ...]] = field(default_factory=dict)
    progress: Progress | None = None

    @property
    def game_name(self) -> str:
        return self.review.game.header.game

    def draw(self, canvas: Canvas) -> None:
        """Draw the moment after ``at`` actions, and what is said of the next one."""
        layout, game, seen = layout_for(canvas.size), self.review.game, assessment_seen(self)
        choosing = assessment_due(self) is not None
        replay.draw_moment(canvas, game, self.at, choosing=choosing)
        draw_view(canvas, game, self.view)
        if self._is_refined:
            assert self.progress is not None, "it says how far the review is"
            column = layout.left + layout.width - 1
            canvas.put_right(
                layout.scenery, column, f" {progress_phrase(self.progress)} ", Style.DIM
            )
        notice = [self.notice] if self.notice else []
        said = _rows(_said(self, seen), layout)
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
            draw_hands(canvas, game, self.at, self.view)
            if seen is not None:
                draw_choices(canvas, game, seen)
            draw_chart(canvas, self.review, self.at)
        if apart:
            text = clipped(self.notice, layout.width - 4)
            canvas.put(layout.prompt, layout.left + 2, text, Style.STRONG)
            draw_footer(canvas, self.footer)
            return
        place, legend = place_of(self.review, self.at), _legend(self, seen, canvas.glyphs)
        canvas.put(layout.prompt, layout.left + 2, place, Style.PROMPT)
        canvas.put_right(layout.prompt, layout.left + layout.width - 2, legend)
        whose, room = whose_line(game), layout.width - 4 - text_width(f"{place}{legend}")
        if text_width(whose) + 2 * _GAP <= room:
            column = layout.left + 2 + text_width(place) + _GAP
            canvas.put(layout.prompt, column, whose, Style.DIM)
        draw_footer(canvas, self.footer)

    def help_lines(self, width: int) -> list[TextLine]:
        sections = guide_words(self.game_name).review_help()
        return help_page(_("Keys in a review"), tuple(self._applicable), sections, width)

    def receive(self, event: Event, context: Context) -> Next:
        """Show what a lesson was about, or say where a branch is saved."""
        match event:
            case Closed(LessonLeft(at, view, notice, key)):
                screen = replace(self, at=at, view=view, notice=notice)
                return screen._learn(key, context) if key else Next(screen)
            case Closed(BranchLeft(saved)):
                return self._with_notice(branch_notice(saved))
            case Closed(PlayedOut(notice)):
                return self._with_notice(notice)
            case Closed(ParPlayed(par)):
                screen = replace(self, review=replace(self.review, par=par))
                return screen._look_at_par("v", context)
            case Answered(answer=Progress() as progress):
                return Next(self._with_progress(progress))
            case Answered(answer=Hindsight(number, open_hands)):
                found = {**self.looked_back, number: open_hands}
                return Next(replace(self, looked_back=found))
            case _:
                return Next(self)

    def job(self, context: Context) -> Job[Any] | None:
        if self._awaits_hindsight:
            return LookBack(self.task, self.at + 1)
        return ReviewGame(self.task, context.options.jobs) if self._is_refined else None

    @property
    def awaits_job(self) -> bool:
        return self._awaits_hindsight or self._is_refined

    @property
    def _is_refined(self) -> bool:
        return self.progress is not None and not self.progress.is_settled

    @property
    def _awaits_hindsight(self) -> bool:
        seen = assessment_seen(self) if self.hindsight and self.view is None else None
        if seen is None or not seen.estimates:
            return False
        return not seen.open_hands and seen.number not in self.looked_back

    def _with_progress(self, progress: Progress) -> ReviewScreen:
        """Return the screen with the review as far as it is refined, and par if it was known."""
        review, notice = self.review, self.notice
        if progress.review is not None:
            review = replace(progress.review, par=progress.review.par or review.par)
        if progress.trouble is not None and not (self.progress and self.progress.trouble):
            notice = unsaved_notice(progress.trouble)
        return replace(self, review=review, progress=progress, notice=notice)

    def _step(self, key: str, _context: Context) -> Next:
        return Next(replace(self, at=replay.moment_after(self.review.game, self.at, key)))

    def summary_lines(self, width: int) -> list[TextLine]:
        return glance_lines(self.review, width)

    def _learn(self, key: str, _context: Context) -> Next:
        """Ask what would have been better at the next, or the last, choice that cost much."""
        lesson = lesson_from(self.review, self.at, key)
        if lesson is not None:
            return Next(replace(self, notice=""), (Push(lesson),))
        if key == "n" and self.review.game.header.person is not None:
            return self._with_notice(
                _("No further choice of yours cost much; N asks about the other player's, too.")
            )
        return self._with_notice(_("No choice beyond this one cost much."))

    def _look_at_par(self, _key: str, _context: Context) -> Next:
        if self.review.par is not None:
            return Next(self, (Push(par_at(self.review, self.at)),))
        if self.review.game.result is None or not has_par(self.review.game.header):
            return self._with_notice(
                _("There is no par here: it needs a game that is over, dealt from a seed.")
            )
        return Next(self, (Push(ParWaitScreen(self.task)),))

    def _change_view(self, _key: str, _context: Context) -> Next:
        return Next(replace(self, view=_NEXT_VIEW[self.view]))

    def _ask_hindsight(self, _key: str, _context: Context) -> Next:
        if self.view is not None:
            return self._with_notice(_("Hindsight is for open hands only: e opens them."))
        return Next(replace(self, hindsight=not self.hindsight))

    def _try_another(self, _key: str, _context: Context) -> Next:
        due = assessment_due(self)
        if due is None or len(due.estimates) < 2:
            return self._with_notice(_("There is nothing else to choose here."))
        if assessment_seen(self) is None:
            notice = _("To try another choice for the other player, open their view.")
            return self._with_notice(notice)
        from foxduet.ui.review.branch import BranchScreen

        cursor = [one.action for one in due.estimates].index(due.best)
        return Next(self, (Push(BranchScreen(self.task, self.review, self.at, cursor=cursor)),))

    def go_back(self, _key: str, _context: Context) -> Next:
        """Close the review; once all is settled, the end of the game then says what cost most."""
        insight = "" if self._is_refined else insight_sentence(self.review)
        return Next(self, (Pop(ReviewLeft(insight)),))

    def _has_par(self) -> bool:
        return self.review.game.rules.cooperative

    def _with_notice(self, notice: str) -> Next:
        return Next(replace(self, notice=notice))

    BINDINGS: ClassVar = (
        Binding(
            STEPPING,
            _step,
            (N_("arrows"), N_("step")),
            (N_("Left, right, h, l"), N_("a step back or on in the game")),
        ),
        Binding((), _step, help=(N_("Up, down, k, j"), N_("a trick back or on"))),
        Binding((), _step, help=(N_("Home, End"), N_("the beginning and the end of the game"))),
        Binding(
            ("n", "N", "p"),
            _learn,
            (N_("n"), N_("learn")),
            (N_("n"), N_("to your next choice that cost much, to choose again")),
        ),
        Binding(
            (), _learn, help=(N_("N, p"), N_("the other player's too; the one before of anybody"))
        ),
        Binding(
            ("v",),
            _look_at_par,
            (N_("v"), N_("par")),
            (N_("v"), N_("par: two experts on the same deals, beside your game")),
            applies=_has_par,
        ),
        Binding(
            ("e",),
            _change_view,
            (N_("e"), N_("eyes")),
            (N_("e"), N_("whose eyes you see with: open hands, left, right")),
        ),
        Binding(
            ("o",),
            _ask_hindsight,
            (N_("o"), N_("hindsight")),
            (N_("o"), N_("hindsight: what only open hands could tell")),
        ),
        Binding(
            ("t",),
            _try_another,
            (N_("t"), N_("try")),
            (N_("t"), N_("try another choice: the game branches where you are")),
        ),
        replace(
            SUMMARY,
            help=(N_("g"), N_("in a glance: how well each of you chose, and par")),
            applies=_has_par,
        ),
        replace(
            SUMMARY,
            help=(N_("g"), N_("in a glance: how well each of you chose")),
            applies=lambda screen: not screen._has_par(),
        ),
        replace(HELP, help=None),
        replace(CARDS, footer=None),
        Binding(LEAVE, go_back, (N_("q"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


def assessment_due(screen: ReviewScreen) -> Assessment | None:
    """Return the assessment of the choice that comes next, if there is one."""
    return screen.review.of_action(screen.at + 1)


def assessment_seen(screen: ReviewScreen) -> Assessment | None:
    """Return the assessment of the choice that comes next, if the view may show it.

    It names cards of the player who chose; a choice of the team names none.
    """
    due, seat = assessment_due(screen), screen.view
    if due is None or seat in (None, due.seat):
        return due
    game = screen.review.game
    pending = game.rules.pending(game.states[screen.at])
    return due if pending is not None and pending.seat is None else None


def _rows(sentences: Sequence[str], layout: Layout) -> list[str]:
    """Return sentences in rows of the window."""
    return [row for one in sentences for row in wrapped(one, layout.width - 4)]


def _said(screen: ReviewScreen, seen: Assessment | None) -> list[str]:
    """Return the sentences on the choice that comes next; hindsight has none beside it.

    At the end they say what cost most.
    """
    words, game = guide_words(screen.game_name), screen.review.game
    if screen.hindsight and screen.view is None:
        return hindsight_said(screen, seen)
    if seen is not None and seen.is_costly:
        return [f"{grade_of(seen).value} {words.cost_sentence(screen.review, seen)}"]
    if screen.at == len(game.turns) and game.result is not None:
        return [*filter(None, [insight_sentence(screen.review)])]
    return []


def hindsight_said(screen: ReviewScreen, seen: Assessment | None) -> list[str]:
    """Return what hindsight says on the choice that comes next, nothing while it is awaited."""
    if screen._awaits_hindsight:
        return []
    sentence = ""
    if seen is not None:
        opened = screen.looked_back.get(seen.number, seen.open_hands)
        names = screen.review.game.header.players
        tell = guide_words(screen.game_name).hindsight_sentence
        sentence = tell(replace(seen, open_hands=opened), names)
    return [sentence or _("Hindsight has nothing to add here.")]


def unsaved_notice(trouble: OSError) -> str:
    """Say why a review is not saved."""
    return _("The review cannot be saved: {reason}.").format(reason=reason_of(trouble))


def _legend(screen: ReviewScreen, seen: Assessment | None, glyphs: Glyphs) -> str:
    """Explain the marks of the choices, or why there are none."""
    due = assessment_due(screen)
    if due is None:
        return ""
    if seen is None:
        name = screen.review.game.header.players[due.seat]
        return _("{name} chooses; e changes the view").format(name=name)
    if not seen.estimates:
        return _("there is only one choice")
    if seen.cost.worth <= 0:
        return _("{mark} chosen  * best").format(mark=glyphs.cursor)
    return _("{mark} chosen  * best  {cost}").format(mark=glyphs.cursor, cost=cost_phrase(seen))
