"""Working a review out with others: a quick look at each decision, then each is settled."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from enum import Enum, auto
from functools import partial
from random import Random
from time import monotonic
from typing import TypeVar, assert_never

from foxduet.ai.partner import (
    ActionValue,
    DoubleDummyValue,
    ReviewQuery,
    Stop,
    Thought,
    calibrate,
    display_values,
    get_reviewer,
    never_stop,
)
from foxduet.ai.search import NO_LIMIT, display_error
from foxduet.ai.workers import Jobs, resolve_jobs, run_tasks
from foxduet.analysis.review import (
    COSTLY,
    GRADE_THRESHOLDS,
    Assessment,
    DecisionPoint,
    Review,
    ReviewProgress,
    costly_assessments,
    decision_points,
    hindsight_module,
)
from foxduet.analysis.review_file import (
    ReviewTask,
    SavedReview,
    game_fingerprint,
    load_review,
    save_review,
)
from foxduet.analysis.simulation import par_moves, replay_par
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.play.game import Game, Header
from foxduet.store.score_entries import has_par

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")

# Often enough that little is lost to a kill, seldom enough not to be felt.
_SECONDS_BETWEEN_SAVES = 2.0
QUICK_PASS_WORLDS = 675
"""A quick look at a decision takes no more worlds: few grades change after it."""


def assess_decision(
    partner: str, seed: str, moment: DecisionPoint, most: int = NO_LIMIT
) -> Assessment:
    """Judge a decision by what its seat could know, in up to ``most`` worlds.

    Equal seeds lead to equal results, and so do other limits where it is settled before them.
    """
    chance = Random(f"foxduet review {seed} {moment.number}")
    seen, limits = moment.observation, tuple(GRADE_THRESHOLDS.values())

    def worths(estimates: tuple[ActionValue, ...]) -> tuple[float, ...]:
        return display_values(calibrate(moment.game, seen, moment.partners, estimates))

    question = ReviewQuery(moment.chosen, worths, limits, COSTLY, most)
    think = get_reviewer(moment.game, partner, moment.partner_name)
    return assessment_from_thought(think(seen, chance, question), moment)


def assessment_from_thought(thought: Thought, moment: DecisionPoint) -> Assessment:
    """Return what a thought about a decision says of the choice that was made."""
    return Assessment(
        moment.number,
        moment.seat,
        moment.chosen,
        thought.action,
        thought.estimates,
        thought.worlds,
        errors=thought.errors,
        worlds_by_choice=thought.tried,
        settled=thought.settled,
    )


def compute_hindsight(seed: str, moment: DecisionPoint) -> tuple[DoubleDummyValue, ...]:
    """Return the hindsight at a decision, if any; equal seeds lead to equal results."""
    if not moment.has_hindsight:
        return ()
    chance = Random(f"foxduet hindsight {seed} {moment.number}")
    return hindsight_module(moment.game).double_dummy_values(moment, chance)


def calibrate_assessment(moment: DecisionPoint, one: Assessment) -> Assessment:
    """Return an assessment with the figures that players see: chances from 0 to 1, or points.

    Where these are points, the best choice is the one with the most. ``errors`` then are of how far
    each choice is behind that one; the best one found has the error that this one had.
    """
    calibrated = partial(calibrate, moment.game, moment.observation, moment.partners)
    estimates = calibrated(one.estimates)
    if estimates is one.estimates:
        return one
    shown = replace(
        one, estimates=estimates, hindsight=calibrated(one.hindsight), raw=one.estimates
    )
    worths, found = display_values(estimates), {each.action: each for each in one.estimates}
    by_action = {each.action: worth for each, worth in zip(estimates, worths, strict=True)}
    if shown.uses_points:
        firm = [each.action for each in estimates if not one.is_approximate(each.action)]
        best = max(firm, key=lambda action: (by_action[action], action == one.best))
        shown = replace(shown, best=best)
    if not one.errors:
        return shown
    high, ahead = by_action[shown.best], found[shown.best].worth
    found_errors = {
        each.action: error for each, error in zip(one.estimates, one.errors, strict=True)
    }
    # They are those of how far each is behind the best one found, which may not be the best shown.
    found_errors[one.best], found_errors[shown.best] = found_errors[shown.best], 0.0
    errors = tuple(
        display_error(high - by_action[each.action], ahead - each.worth, found_errors[each.action])
        for each in one.estimates
    )
    return replace(shown, errors=errors)


class ReviewExtra(Enum):
    """What is asked of a review beside what each choice cost."""

    NOTHING = auto()
    REPORT = auto()
    ALL = auto()


class ReviewRun:
    """A review in progress: what is done, which is saved every few seconds, and what is left."""

    def __init__(self, task: ReviewTask) -> None:
        self._task = task
        self._seed = game_fingerprint(task.game)
        self._moments = decision_points(task.game)
        saved = load_review(task)
        self._done, self._par = dict(saved.assessments), saved.par
        # As players see it: of what has not changed since.
        self._shown: dict[int, Assessment] = {}
        self._par_game: Game | None = None
        self._is_saved = True
        self._saved_at = monotonic()
        self._seconds_left: float | None = None
        self._trouble: OSError | None = None

    def progress(self) -> ReviewProgress:
        """Return how far it has come."""
        done, total = len(self._done), len(self._moments)
        settled = SavedReview(self._done).settled_count
        review = self._review() if done == total else None
        left = 0.0 if settled == total else self._seconds_left
        return ReviewProgress(done, total, left, review, self._trouble, settled)

    @property
    def par(self) -> Game | None:
        """The game of two experts on the same deals, if it is known."""
        if self._par is not None and self._par_game is None:
            self._par_game = replay_par(self._task.game.header, self._par)
        return self._par_game

    def _review(self) -> Review:
        for moment in self._moments:
            if moment.number not in self._shown:
                one = self._done[moment.number]
                self._shown[moment.number] = calibrate_assessment(moment, one)
        assessments = tuple(self._shown[moment.number] for moment in self._moments)
        return Review(self._task.game, self._task.partner, assessments, self.par)

    def run(self, jobs: Jobs, stop: Stop) -> Generator[ReviewProgress, None, None]:
        """Look at each decision as ``jobs`` says, and then settle each; yield each progress.

        It is saved in the end, however it ends: the next time it continues from there. Raises
        ClusterError if a cluster cannot be used.
        """
        new = [moment for moment in self._moments if moment.number not in self._done]
        yield from self._assess(new, jobs, stop, QUICK_PASS_WORLDS)
        yield from self.refine(jobs, stop)

    def refine(self, jobs: Jobs, stop: Stop) -> Generator[ReviewProgress, None, None]:
        """Settle each decision, the costliest first; see ``look``."""
        left = [moment for moment in self._moments if not self._is_final(moment)]
        left.sort(key=lambda moment: (-self._cost_of(moment), moment.number))
        yield from self._assess(left, jobs, stop, NO_LIMIT)
        yield self.progress()

    def _is_final(self, moment: DecisionPoint) -> bool:
        return moment.number in self._done and self._done[moment.number].settled

    def _cost_of(self, moment: DecisionPoint) -> float:
        found = self._done.get(moment.number)
        return 0.0 if found is None else found.cost.worth

    def _assess(
        self, moments: Sequence[DecisionPoint], jobs: Jobs, stop: Stop, most: int
    ) -> Generator[ReviewProgress, None, None]:
        efforts = [*map(_relative_effort, moments)]
        # The first one tells how long it takes to begin.
        times: list[float] = []
        self._seconds_left = None

        def keep(moment: DecisionPoint, one: Assessment) -> None:
            self._store(moment, one)
            times.append(monotonic())
            if len(times) > 1:
                pace = (times[-1] - times[0]) / sum(efforts[1 : len(times)])
                self._seconds_left = pace * sum(efforts[len(times) :])

        judge = partial(assess_decision, self._task.partner, self._seed, most=most)
        yield from self._run_tasks(judge, moments, keep, jobs, stop)

    def _store(self, moment: DecisionPoint, one: Assessment) -> None:
        self._done[moment.number] = one
        self._shown.pop(moment.number, None)

    def add_hindsight(
        self, numbers: Iterable[int], jobs: Jobs, stop: Stop
    ) -> Generator[ReviewProgress, None, None]:
        """Add the hindsight of decisions, all of which are done; yield each progress."""
        wanted = {*numbers}
        moments = [
            moment
            for moment in self._moments
            if moment.number in wanted
            and not self._done[moment.number].hindsight
            and moment.has_hindsight
        ]

        def keep(moment: DecisionPoint, open_hands: tuple[DoubleDummyValue, ...]) -> None:
            self._store(moment, replace(self._done[moment.number], hindsight=open_hands))

        yield from self._run_tasks(
            partial(compute_hindsight, self._seed), moments, keep, jobs, stop
        )
        yield self.progress()

    def add_par(self, jobs: Jobs, stop: Stop) -> Generator[ReviewProgress, None, None]:
        """Let two experts play the same deals, if there is par; yield the progress in the end."""
        game = self._task.game

        def keep(_header: Header, par: tuple[str, ...]) -> None:
            self._par = par

        # Of a game that is not over it would show cards that are not dealt yet.
        if self._par is None and game.result is not None and has_par(game.header):
            yield from self._run_tasks(par_moves, [game.header], keep, jobs, stop)
        yield self.progress()

    def _run_tasks(
        self,
        work: Callable[[TaskT], ResultT],
        tasks: Sequence[TaskT],
        keep: Callable[[TaskT, ResultT], None],
        jobs: Jobs,
        stop: Stop,
    ) -> Generator[ReviewProgress, None, None]:
        if not tasks or stop():
            return
        try:
            results = run_tasks(work, tasks, resolve_jobs(jobs), stop)
            for task, result in zip(tasks, results, strict=False):
                keep(task, result)
                self._is_saved = False
                is_last = task is tasks[-1]
                if is_last or monotonic() - self._saved_at >= _SECONDS_BETWEEN_SAVES:
                    self._save()
                yield self.progress()
        finally:
            self._save()

    def _save(self) -> None:
        self._saved_at = monotonic()
        if self._is_saved:
            return
        try:
            save_review(self._task, SavedReview(self._done, self._par))
        except OSError as error:
            self._trouble = error
        else:
            self._is_saved, self._trouble = True, None


def _relative_effort(moment: DecisionPoint) -> int:
    """Return how long a decision takes to judge, compared with others."""
    choices = len(moment.observation.choices)
    return 1 if choices == 1 else 1 + choices * (1 + len(moment.observation.hand))


def complete_review(
    task: ReviewTask, jobs: Jobs, wanted: ReviewExtra = ReviewExtra.ALL
) -> Generator[ReviewProgress, None, None]:
    """Settle each decision, and work out what else is wanted; yield each progress.

    A report has the par, and the hindsight of what cost much. Raises ClusterError if a cluster
    cannot be used.
    """
    work = ReviewRun(task)
    yield from work.refine(jobs, never_stop)
    review = work.progress().review
    assert review is not None, "every decision is settled"
    match wanted:
        case ReviewExtra.NOTHING:
            return
        case ReviewExtra.REPORT:
            looked_back = costly_assessments(review)
        case ReviewExtra.ALL:
            looked_back = review.assessments
        case _:
            assert_never(wanted)
    yield from work.add_hindsight([one.number for one in looked_back], jobs, never_stop)
    yield from work.add_par(jobs, never_stop)


@dataclass(frozen=True, slots=True)
class ReviewGameJob:
    """A job: the review of ``task``, worked out as ``jobs`` says."""

    task: ReviewTask
    jobs: Jobs

    def run(self, stop: Stop) -> Generator[ReviewProgress, None, None]:
        """Yield how far it is before anything else, and then as ``Work.look`` does."""
        work = ReviewRun(self.task)
        yield work.progress()
        yield from work.run(self.jobs, stop)


@dataclass(frozen=True, slots=True)
class ParGame:
    """The game of two experts on the same deals."""

    par: Game


@dataclass(frozen=True, slots=True)
class PlayParJob:
    """A job: the game of two experts on the deals of ``task``, saved with its review."""

    task: ReviewTask
    jobs: Jobs

    def run(self, stop: Stop) -> Generator[ParGame, None, None]:
        """Yield the game, which there must be."""
        work = ReviewRun(self.task)
        for _ in work.add_par(self.jobs, stop):
            if work.par is not None:
                yield ParGame(work.par)
                return


@dataclass(frozen=True, slots=True)
class HindsightResult:
    """What each choice at decision ``number`` would have led to with open hands."""

    number: int
    values: tuple[DoubleDummyValue, ...]


@dataclass(frozen=True, slots=True)
class HindsightJob:
    """A job: the hindsight at decision ``number`` of the game of ``task``."""

    task: ReviewTask
    number: int

    def run(self, _stop: Stop) -> Generator[HindsightResult, None, None]:
        """Yield it with the figures that players see."""
        game = self.task.game
        moment = next(one for one in decision_points(game) if one.number == self.number)
        found = compute_hindsight(game_fingerprint(game), moment)
        yield HindsightResult(
            self.number, calibrate(moment.game, moment.observation, moment.partners, found)
        )
