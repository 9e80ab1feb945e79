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
    no_time_limit,
    reviewer_named,
    shown_worths,
)
from foxduet.ai.search import NO_LOOK, shown_error
from foxduet.ai.workers import Jobs, helpers, run_tasks
from foxduet.analysis.review import (
    COSTLY,
    LIMITS,
    Assessment,
    DecisionPoint,
    Review,
    ReviewProgress,
    costly,
    measures_of,
    moments_of,
)
from foxduet.analysis.review_file import SavedReview, Task, fingerprint, load_review, save_review
from foxduet.analysis.simulation import par_moves, replay_par
from foxduet.core.frozen import dataclass, replace
from foxduet.play.game import Game, Header
from foxduet.store.results import has_par

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")

# Often enough that little is lost to a kill, seldom enough not to be felt.
_SECONDS_BETWEEN_SAVES = 2.0
QUICK = 675
"""A quick look at a decision takes no more worlds: few grades change after it."""


def assess(partner: str, seed: str, moment: DecisionPoint, most: int = NO_LOOK) -> Assessment:
    """Judge a decision by what its seat could know, in up to ``most`` worlds.

    Equal seeds lead to equal results, and so do other limits where it is settled before them.
    """
    chance = Random(f"foxduet review {seed} {moment.number}")
    seen, limits = moment.observation, tuple(LIMITS.values())

    def worths(estimates: tuple[ActionValue, ...]) -> tuple[float, ...]:
        return shown_worths(calibrate(moment.game, seen, moment.partners, estimates))

    question = ReviewQuery(moment.chosen, worths, limits, COSTLY, most)
    think = reviewer_named(moment.game, partner, moment.opposite)
    return assessment_by(think(seen, chance, question), moment)


def assessment_by(thought: Thought, moment: DecisionPoint) -> Assessment:
    """Return what a thought about a decision says of the choice that was made."""
    return Assessment(
        moment.number,
        moment.seat,
        moment.chosen,
        thought.action,
        thought.estimates,
        thought.worlds,
        errors=thought.errors,
        tried=thought.tried,
        settled=thought.settled,
    )


def double_dummy(seed: str, moment: DecisionPoint) -> tuple[DoubleDummyValue, ...]:
    """Return the hindsight at a decision, if any; equal seeds lead to equal results."""
    if not moment.has_hindsight:
        return ()
    chance = Random(f"foxduet hindsight {seed} {moment.number}")
    return measures_of(moment.game).with_open_hands(moment, chance)


def calibrated_assessment(moment: DecisionPoint, one: Assessment) -> Assessment:
    """Return an assessment with the figures that players see: chances from 0 to 1, or points.

    Where these are points, the best choice is the one with the most. ``errors`` then are of how far
    each choice is behind that one; the best one found has the error that this one had.
    """
    calibrated = partial(calibrate, moment.game, moment.observation, moment.partners)
    estimates = calibrated(one.estimates)
    if estimates is one.estimates:
        return one
    shown = replace(
        one, estimates=estimates, open_hands=calibrated(one.open_hands), raw=one.estimates
    )
    worths, found = shown_worths(estimates), {each.action: each for each in one.estimates}
    by_action = {each.action: worth for each, worth in zip(estimates, worths, strict=True)}
    if shown.in_points:
        firm = [each.action for each in estimates if not one.is_rough(each.action)]
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
        shown_error(high - by_action[each.action], ahead - each.worth, found_errors[each.action])
        for each in one.estimates
    )
    return replace(shown, errors=errors)


class ReviewExtra(Enum):
    """What is asked of a review beside what each choice cost."""

    NOTHING = auto()
    REPORT = auto()
    ALL = auto()


class ReviewJob:
    """A review in progress: what is done, which is saved every few seconds, and what is left."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._seed = fingerprint(task.game)
        self._moments = moments_of(task.game)
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
        settled = SavedReview(self._done).settled
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
                self._shown[moment.number] = calibrated_assessment(moment, one)
        assessments = tuple(self._shown[moment.number] for moment in self._moments)
        return Review(self._task.game, self._task.partner, assessments, self.par)

    def look(self, jobs: Jobs, stop: Stop) -> Generator[ReviewProgress, None, None]:
        """Look at each decision as ``jobs`` says, and then settle each; yield each progress.

        It is saved in the end, however it ends: the next time it continues from there. Raises
        ClusterError if a cluster cannot be used.
        """
        new = [moment for moment in self._moments if moment.number not in self._done]
        yield from self._assess(new, jobs, stop, QUICK)
        yield from self.settle(jobs, stop)

    def settle(self, jobs: Jobs, stop: Stop) -> Generator[ReviewProgress, None, None]:
        """Settle each decision, the costliest first; see ``look``."""
        left = [moment for moment in self._moments if not self._is_settled(moment)]
        left.sort(key=lambda moment: (-self._cost_of(moment), moment.number))
        yield from self._assess(left, jobs, stop, NO_LOOK)
        yield self.progress()

    def _is_settled(self, moment: DecisionPoint) -> bool:
        return moment.number in self._done and self._done[moment.number].settled

    def _cost_of(self, moment: DecisionPoint) -> float:
        found = self._done.get(moment.number)
        return 0.0 if found is None else found.cost.worth

    def _assess(
        self, moments: Sequence[DecisionPoint], jobs: Jobs, stop: Stop, most: int
    ) -> Generator[ReviewProgress, None, None]:
        efforts = [*map(_effort_of, moments)]
        # The first one tells how long it takes to begin.
        times: list[float] = []
        self._seconds_left = None

        def keep(moment: DecisionPoint, one: Assessment) -> None:
            self._change(moment, one)
            times.append(monotonic())
            if len(times) > 1:
                pace = (times[-1] - times[0]) / sum(efforts[1 : len(times)])
                self._seconds_left = pace * sum(efforts[len(times) :])

        judge = partial(assess, self._task.partner, self._seed, most=most)
        yield from self._run(judge, moments, keep, jobs, stop)

    def _change(self, moment: DecisionPoint, one: Assessment) -> None:
        self._done[moment.number] = one
        self._shown.pop(moment.number, None)

    def look_back(
        self, numbers: Iterable[int], jobs: Jobs, stop: Stop
    ) -> Generator[ReviewProgress, None, None]:
        """Add the hindsight of decisions, all of which are done; yield each progress."""
        wanted = {*numbers}
        moments = [
            moment
            for moment in self._moments
            if moment.number in wanted
            and not self._done[moment.number].open_hands
            and moment.has_hindsight
        ]

        def keep(moment: DecisionPoint, open_hands: tuple[DoubleDummyValue, ...]) -> None:
            self._change(moment, replace(self._done[moment.number], open_hands=open_hands))

        yield from self._run(partial(double_dummy, self._seed), moments, keep, jobs, stop)
        yield self.progress()

    def find_par(self, jobs: Jobs, stop: Stop) -> Generator[ReviewProgress, None, None]:
        """Let two experts play the same deals, if there is par; yield the progress in the end."""
        game = self._task.game

        def keep(_header: Header, par: tuple[str, ...]) -> None:
            self._par = par

        # Of a game that is not over it would show cards that are not dealt yet.
        if self._par is None and game.result is not None and has_par(game.header):
            yield from self._run(par_moves, [game.header], keep, jobs, stop)
        yield self.progress()

    def _run(
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
            results = run_tasks(work, tasks, helpers(jobs), stop)
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


def _effort_of(moment: DecisionPoint) -> int:
    """Return how long a decision takes to judge, compared with others."""
    choices = len(moment.observation.choices)
    return 1 if choices == 1 else 1 + choices * (1 + len(moment.observation.hand))


def work_out(
    task: Task, jobs: Jobs, wanted: ReviewExtra = ReviewExtra.ALL
) -> Generator[ReviewProgress, None, None]:
    """Settle each decision, and work out what else is wanted; yield each progress.

    A report has the par, and the hindsight of what cost much. Raises ClusterError if a cluster
    cannot be used.
    """
    work = ReviewJob(task)
    yield from work.settle(jobs, no_time_limit)
    review = work.progress().review
    assert review is not None, "every decision is settled"
    match wanted:
        case ReviewExtra.NOTHING:
            return
        case ReviewExtra.REPORT:
            looked_back = costly(review)
        case ReviewExtra.ALL:
            looked_back = review.assessments
        case _:
            assert_never(wanted)
    yield from work.look_back([one.number for one in looked_back], jobs, no_time_limit)
    yield from work.find_par(jobs, no_time_limit)


@dataclass(frozen=True, slots=True)
class ReviewGame:
    """A job: the review of ``task``, worked out as ``jobs`` says."""

    task: Task
    jobs: Jobs

    def run(self, stop: Stop) -> Generator[ReviewProgress, None, None]:
        """Yield how far it is before anything else, and then as ``Work.look`` does."""
        work = ReviewJob(self.task)
        yield work.progress()
        yield from work.look(self.jobs, stop)


@dataclass(frozen=True, slots=True)
class ParPlayed:
    """The game of two experts on the same deals."""

    par: Game


@dataclass(frozen=True, slots=True)
class PlayPar:
    """A job: the game of two experts on the deals of ``task``, saved with its review."""

    task: Task
    jobs: Jobs

    def run(self, stop: Stop) -> Generator[ParPlayed, None, None]:
        """Yield the game, which there must be."""
        work = ReviewJob(self.task)
        for _ in work.find_par(self.jobs, stop):
            if work.par is not None:
                yield ParPlayed(work.par)
                return


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What each choice at decision ``number`` would have led to with open hands."""

    number: int
    open_hands: tuple[DoubleDummyValue, ...]


@dataclass(frozen=True, slots=True)
class DoubleDummyJob:
    """A job: the hindsight at decision ``number`` of the game of ``task``."""

    task: Task
    number: int

    def run(self, _stop: Stop) -> Generator[Hindsight, None, None]:
        """Yield it with the figures that players see."""
        game = self.task.game
        moment = next(one for one in moments_of(game) if one.number == self.number)
        found = double_dummy(fingerprint(game), moment)
        yield Hindsight(
            self.number, calibrate(moment.game, moment.observation, moment.partners, found)
        )
