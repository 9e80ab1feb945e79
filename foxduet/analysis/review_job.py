"""Working a review out, with others to share the work, and resuming what is saved of one."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from random import Random
from time import monotonic

from foxduet.ai.names import kind_beside
from foxduet.ai.partner import Stop, adviser_named, calibrate, never
from foxduet.ai.workers import Jobs, helpers, run_tasks
from foxduet.analysis.par import has_par, par_moves, replay_par
from foxduet.analysis.review import Assessment, Moment, Progress, Review, measures_of, moments_of
from foxduet.analysis.review_file import SavedReview, Task, fingerprint, load_review, save_review
from foxduet.core.frozen import dataclass, replace

# Often enough that little is lost to a kill, seldom enough not to be felt.
_SECONDS_BETWEEN_SAVES = 2.0


def assess(partner: str, seed: str, moment: Moment) -> Assessment:
    """Judge a decision by what its seat could know; equal seeds lead to equal results."""
    chance = Random(f"foxduet review {seed} {moment.number}")
    thought = adviser_named(moment.game, partner, moment.beside)(moment.observation, chance)
    return Assessment(
        moment.number,
        moment.seat,
        moment.chosen,
        thought.action,
        thought.estimates,
        thought.worlds,
        measures_of(moment.game).with_open_hands(moment, chance),
    )


def calibrated_assessment(moment: Moment, one: Assessment, beside: str) -> Assessment:
    """Return an assessment with the figures that players see beside a kind of partner."""
    told = partial(calibrate, moment.game, moment.observation, beside)
    estimates = told(one.estimates)
    if estimates is one.estimates:
        return one
    return replace(one, estimates=estimates, open_hands=told(one.open_hands), raw=one.estimates)


class Work:
    """A review in progress: what is done, which is saved every few seconds, and what is left."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._moments = moments_of(task.game)
        saved = load_review(task)
        self._done, self._par = dict(saved.assessments), saved.par
        self._saved = len(self._done)
        self._saved_at = monotonic()
        # When the first decision was done, which tells how long it takes to begin, and what was
        # left then.
        self._first: tuple[float, int] | None = None
        self._trouble: OSError | None = None

    @property
    def _left(self) -> list[Moment]:
        return [moment for moment in self._moments if moment.number not in self._done]

    @property
    def _needs_par(self) -> bool:
        # Of a game that is not over it would show cards that are not dealt yet.
        game = self._task.game
        return self._par is None and game.result is not None and has_par(game.header)

    def progress(self) -> Progress:
        """Return how far it has come."""
        done, total = len(self._done), len(self._moments)
        if done == total and not self._needs_par:
            par = None
            if self._par is not None:
                par = replay_par(self._task.game.header, self._par)
            assessments = tuple(
                calibrated_assessment(
                    moment, self._done[moment.number], kind_beside(self._task.game.header.ai)
                )
                for moment in self._moments
            )
            review = Review(self._task.game, self._task.partner, assessments, par)
            return Progress(done, total, 0.0, review, self._trouble)
        return Progress(done, total, self._seconds_left(), trouble=self._trouble)

    def _seconds_left(self) -> float | None:
        """Return how long it will take, by the decisions done after the first one."""
        left = sum(map(_effort_of, self._left))
        if self._first is None or left == self._first[1]:
            return None
        since, left_then = self._first
        return (monotonic() - since) / (left_then - left) * left

    def finish(self, jobs: Jobs, stop: Stop) -> Generator[Progress, None, None]:
        """Work out the rest as ``jobs`` says; yield each progress.

        It is saved in the end, however it ends: the next time it continues from there. Raises
        ClusterError if a cluster cannot be used.
        """
        judge, left = partial(assess, self._task.partner, fingerprint(self._task.game)), self._left
        try:
            for assessment in run_tasks(judge, left, helpers(jobs) if len(left) > 1 else 0, stop):
                self._done[assessment.number] = assessment
                if self._first is None:
                    self._first = monotonic(), sum(map(_effort_of, self._left))
                late = monotonic() - self._saved_at >= _SECONDS_BETWEEN_SAVES
                if late or len(self._done) == len(self._moments):
                    self._save()
                yield self.progress()
            if self._needs_par and not self._left:
                header = self._task.game.header
                for par in run_tasks(par_moves, [header], helpers(jobs), stop):
                    self._par, self._saved = par, 0
        finally:
            self._save()
        yield self.progress()

    def _save(self) -> None:
        self._saved_at = monotonic()
        if len(self._done) == self._saved:
            return
        try:
            save_review(self._task, SavedReview(self._done, self._par))
        except OSError as error:
            self._trouble = error
        else:
            self._saved, self._trouble = len(self._done), None


def _effort_of(moment: Moment) -> int:
    """Return how long a decision takes to judge, compared with others."""
    choices = len(moment.observation.choices)
    return 1 if choices == 1 else 1 + choices * (1 + len(moment.observation.hand))


def work_out(task: Task, jobs: Jobs) -> Generator[Progress, None, None]:
    """Work a review out as ``jobs`` says; see ``Work.finish``."""
    return Work(task).finish(jobs, never)


@dataclass(frozen=True, slots=True)
class ReviewGame:
    """A job: the review of ``task``, worked out as ``jobs`` says."""

    task: Task
    jobs: Jobs

    def run(self, stop: Stop) -> Generator[Progress, None, None]:
        """Yield how far it is before anything else, and then as ``Work.finish`` does."""
        work = Work(self.task)
        yield work.progress()
        yield from work.finish(self.jobs, stop)
