"""Running a review with worker processes: a quick pass over all decisions, then refinement."""

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
    rank_choices,
)
from foxduet.ai.reasons import Reason, ReasonQuery, find_reasons
from foxduet.ai.search import NO_LIMIT, display_error
from foxduet.ai.workers import Jobs, resolve_jobs, run_tasks
from foxduet.analysis.review import (
    GRADE_THRESHOLDS,
    MIN_COSTLY_LOSS,
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
from foxduet.analysis.simulation import compute_par_moves, replay_par
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.play.game import Game, Header
from foxduet.store.score_entries import has_par

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")

# Long enough that saving is not noticeable, short enough that little is lost in a crash.
_SAVE_SECONDS = 2.0
_MAX_PAIRS = 2
QUICK_PASS_WORLDS = 675
"""Largest number of worlds for each decision in the quick pass; few grades change after it."""


def assess_decision(
    partner: str,
    seed: str,
    decision: DecisionPoint,
    max_worlds: int = NO_LIMIT,
    known_reasons: tuple[Reason, ...] = (),
) -> Assessment:
    """Assess a decision with its seat's knowledge, in up to ``max_worlds`` worlds.

    Deterministic for equal seeds; more worlds change nothing once the grade is settled. A costly
    choice has its reasons, the known ones if they are of the same best choice.
    """
    rng = Random(f"foxduet review {seed} {decision.number}")
    observation, limits = decision.observation, tuple(GRADE_THRESHOLDS.values())

    def worths(estimates: tuple[ActionValue, ...]) -> tuple[float, ...]:
        return display_values(calibrate(decision.game, observation, decision.partners, estimates))

    query = ReviewQuery(decision.chosen, worths, limits, MIN_COSTLY_LOSS, max_worlds)
    think = get_reviewer(decision.game, partner, decision.partner_name)
    thought = think(observation, rng, query)
    assessment = assessment_from_thought(thought, decision)
    is_costly = calibrate_assessment(decision, assessment).is_costly
    if not is_costly or decision.chosen not in observation.choices:
        return assessment
    if any(reason.best == assessment.best for reason in known_reasons):
        return replace(assessment, reasons=known_reasons)
    equals, _worse = rank_choices(thought, 0)
    pairs = [(best, decision.chosen) for best in equals if best != decision.chosen]
    game, opposite = decision.game, decision.partner_name
    reason_query = ReasonQuery(game, observation, opposite, pairs[:_MAX_PAIRS], equals)
    rng = Random(f"foxduet reasons {seed} {decision.number}")
    return replace(assessment, reasons=find_reasons(reason_query, rng, never_stop))


def _assess_again(
    partner: str, seed: str, max_worlds: int, task: tuple[DecisionPoint, tuple[Reason, ...]]
) -> Assessment:
    decision, known_reasons = task
    return assess_decision(partner, seed, decision, max_worlds, known_reasons)


def assessment_from_thought(thought: Thought, decision: DecisionPoint) -> Assessment:
    return Assessment(
        decision.number,
        decision.seat,
        decision.chosen,
        thought.action,
        thought.estimates,
        thought.worlds,
        errors=thought.errors,
        worlds_by_choice=thought.worlds_by_choice,
        settled=thought.settled,
        reasons=tuple(reason for reason in thought.reasons if reason.other == decision.chosen),
    )


def compute_hindsight(seed: str, decision: DecisionPoint) -> tuple[DoubleDummyValue, ...]:
    """Return the double-dummy values of a decision, empty without hindsight; deterministic."""
    if not decision.has_hindsight:
        return ()
    rng = Random(f"foxduet hindsight {seed} {decision.number}")
    return hindsight_module(decision.game).double_dummy_values(decision, rng)


def calibrate_assessment(decision: DecisionPoint, assessment: Assessment) -> Assessment:
    """Return the assessment with the figures that players see: calibrated chances, or points.

    If players see points, the best choice has the most points among the choices sampled in all
    worlds, and the errors are relative to it.
    """
    calibrate_values = partial(calibrate, decision.game, decision.observation, decision.partners)
    estimates = calibrate_values(assessment.estimates)
    if estimates is assessment.estimates:
        return assessment
    hindsight, raw = calibrate_values(assessment.hindsight), assessment.estimates
    result = replace(assessment, estimates=estimates, hindsight=hindsight, raw=raw)
    actions = [estimate.action for estimate in estimates]
    worths = dict(zip(actions, display_values(estimates), strict=True))
    if result.uses_points:
        exact_actions = [action for action in actions if not assessment.is_approximate(action)]
        best = max(exact_actions, key=lambda action: (worths[action], action == assessment.best))
        result = replace(result, best=best)
    if not assessment.errors:
        return result
    raw_worths = {estimate.action: estimate.worth for estimate in assessment.estimates}
    raw_errors = dict(zip(actions, assessment.errors, strict=True))
    # The errors refer to the best choice of the search, which may not be the best choice shown.
    raw_errors[assessment.best], raw_errors[result.best] = raw_errors[result.best], 0.0
    costs = [worths[result.best] - worths[action] for action in actions]
    distances = [raw_worths[result.best] - raw_worths[action] for action in actions]
    errors = map(display_error, costs, distances, [raw_errors[action] for action in actions])
    return replace(result, errors=tuple(errors))


class ReviewExtra(Enum):
    """The parts of a review to compute in addition to the cost of each choice."""

    NOTHING = auto()
    REPORT = auto()
    ALL = auto()


class ReviewRun:
    """A running review. Results are saved every few seconds, and a new run continues from there."""

    def __init__(self, task: ReviewTask) -> None:
        self._task = task
        self._seed = game_fingerprint(task.game)
        self._decisions = decision_points(task.game)
        review = load_review(task)
        self._assessments, self._par = dict(review.assessments), review.par
        # Cache of calibrated assessments; entries are dropped when the assessment changes.
        self._cache: dict[int, Assessment] = {}
        self._par_game: Game | None = None
        self._is_saved = True
        self._save_time = monotonic()
        self._seconds_left: float | None = None
        self._trouble: OSError | None = None

    def progress(self) -> ReviewProgress:
        done, total = len(self._assessments), len(self._decisions)
        settled = sum(assessment.settled for assessment in self._assessments.values())
        seconds_left = 0.0 if settled == total else self._seconds_left
        if done < total:
            return ReviewProgress(done, total, seconds_left, None, self._trouble, settled)
        for decision in self._decisions:
            if decision.number not in self._cache:
                assessment = self._assessments[decision.number]
                self._cache[decision.number] = calibrate_assessment(decision, assessment)
        assessments = tuple(self._cache[decision.number] for decision in self._decisions)
        review = Review(self._task.game, self._task.partner, assessments, self.par)
        return ReviewProgress(done, total, seconds_left, review, self._trouble, settled)

    @property
    def par(self) -> Game | None:
        """The game of two experts on the same deals, if known."""
        if self._par is not None and self._par_game is None:
            self._par_game = replay_par(self._task.game.header, self._par)
        return self._par_game

    def run(self, jobs: Jobs, stop: Stop) -> Generator[ReviewProgress, None, None]:
        """Do the quick pass, then refine; yield progress after each decision.

        Results are saved even if the caller stops early. Raises ClusterError if the cluster cannot
        be used.
        """
        unassessed = [d for d in self._decisions if d.number not in self._assessments]
        yield from self._assess(unassessed, jobs, stop, QUICK_PASS_WORLDS)
        yield from self.refine(jobs, stop)

    def refine(self, jobs: Jobs, stop: Stop) -> Generator[ReviewProgress, None, None]:
        """Sample until each grade is settled, costliest decisions first; see ``run``."""
        settled = {number for number, assessment in self._assessments.items() if assessment.settled}
        costs = {number: assessment.cost.worth for number, assessment in self._assessments.items()}
        unsettled = [decision for decision in self._decisions if decision.number not in settled]
        unsettled.sort(key=lambda decision: (-costs.get(decision.number, 0.0), decision.number))
        yield from self._assess(unsettled, jobs, stop, NO_LIMIT)
        yield self.progress()

    def _assess(
        self, decisions: Sequence[DecisionPoint], jobs: Jobs, stop: Stop, max_worlds: int
    ) -> Generator[ReviewProgress, None, None]:
        efforts = [*map(_relative_effort, decisions)]
        # The first interval includes starting the workers, so it is left out of the pace.
        times: list[float] = []
        self._seconds_left = None

        def store(task: tuple[DecisionPoint, tuple[Reason, ...]], assessment: Assessment) -> None:
            self._store(task[0], assessment)
            times.append(monotonic())
            if len(times) > 1:
                pace = (times[-1] - times[0]) / sum(efforts[1 : len(times)])
                self._seconds_left = pace * sum(efforts[len(times) :])

        known = {number: found.reasons for number, found in self._assessments.items()}
        tasks = [(decision, known.get(decision.number, ())) for decision in decisions]
        assess = partial(_assess_again, self._task.partner, self._seed, max_worlds)
        yield from self._run_tasks(assess, tasks, store, jobs, stop)

    def _store(self, decision: DecisionPoint, assessment: Assessment) -> None:
        self._assessments[decision.number] = assessment
        self._cache.pop(decision.number, None)

    def add_hindsight(
        self, numbers: Iterable[int], jobs: Jobs, stop: Stop
    ) -> Generator[ReviewProgress, None, None]:
        """Add hindsight to decisions that are already assessed; yield progress after each."""
        wanted_numbers = {*numbers}
        decisions = [
            decision
            for decision in self._decisions
            if decision.number in wanted_numbers
            and not self._assessments[decision.number].hindsight
            and decision.has_hindsight
        ]

        def store(decision: DecisionPoint, hindsight: tuple[DoubleDummyValue, ...]) -> None:
            self._store(decision, replace(self._assessments[decision.number], hindsight=hindsight))

        compute = partial(compute_hindsight, self._seed)
        yield from self._run_tasks(compute, decisions, store, jobs, stop)
        yield self.progress()

    def add_par(self, jobs: Jobs, stop: Stop) -> Generator[ReviewProgress, None, None]:
        """Let two experts play the same deals, if the finished game has a par; yield progress."""
        game = self._task.game

        def store(_header: Header, par: tuple[str, ...]) -> None:
            self._par = par

        # In an unfinished game, par would reveal cards that are not dealt yet.
        if self._par is None and game.result is not None and has_par(game.header):
            yield from self._run_tasks(compute_par_moves, [game.header], store, jobs, stop)
        yield self.progress()

    def _run_tasks(
        self,
        work: Callable[[TaskT], ResultT],
        tasks: Sequence[TaskT],
        store: Callable[[TaskT, ResultT], None],
        jobs: Jobs,
        stop: Stop,
    ) -> Generator[ReviewProgress, None, None]:
        if not tasks or stop():
            return
        try:
            results = run_tasks(work, tasks, resolve_jobs(jobs), stop)
            for task, result in zip(tasks, results, strict=False):
                store(task, result)
                self._is_saved = False
                is_last = task is tasks[-1]
                if is_last or monotonic() - self._save_time >= _SAVE_SECONDS:
                    self._save()
                yield self.progress()
        finally:
            self._save()

    def _save(self) -> None:
        self._save_time = monotonic()
        if self._is_saved:
            return
        try:
            save_review(self._task, SavedReview(self._assessments, self._par))
        except OSError as error:
            self._trouble = error
        else:
            self._is_saved, self._trouble = True, None


def _relative_effort(decision: DecisionPoint) -> int:
    """Return the expected time to assess a decision, relative to other decisions."""
    choices = len(decision.observation.choices)
    return 1 if choices == 1 else 1 + choices * (1 + len(decision.observation.hand))


def complete_review(
    task: ReviewTask, jobs: Jobs, extra: ReviewExtra = ReviewExtra.ALL
) -> Generator[ReviewProgress, None, None]:
    """Refine every decision and add the wanted extras; yield progress after each step.

    REPORT adds par, and hindsight for costly decisions. Raises ClusterError if the cluster cannot
    be used.
    """
    run = ReviewRun(task)
    yield from run.refine(jobs, never_stop)
    review = run.progress().review
    assert review is not None, "every decision is settled"
    match extra:
        case ReviewExtra.NOTHING:
            return
        case ReviewExtra.REPORT:
            assessments = costly_assessments(review)
        case ReviewExtra.ALL:
            assessments = review.assessments
        case _:
            assert_never(extra)
    yield from run.add_hindsight([a.number for a in assessments], jobs, never_stop)
    yield from run.add_par(jobs, never_stop)


@dataclass(frozen=True, slots=True)
class ReviewGameJob:
    """Job: review a game, with ``jobs`` workers."""

    task: ReviewTask
    jobs: Jobs

    def run(self, stop: Stop) -> Generator[ReviewProgress, None, None]:
        """Yield the saved progress at once, then progress after each decision."""
        review = ReviewRun(self.task)
        yield review.progress()
        yield from review.run(self.jobs, stop)


@dataclass(frozen=True, slots=True)
class ParGame:
    """Result of PlayParJob."""

    par: Game


@dataclass(frozen=True, slots=True)
class PlayParJob:
    """Job: let two experts play the deals of the task's game, and save that with the review."""

    task: ReviewTask
    jobs: Jobs

    def run(self, stop: Stop) -> Generator[ParGame, None, None]:
        """Yield the par game; nothing if the game is unfinished or has no par, or once stopped."""
        review = ReviewRun(self.task)
        for _ in review.add_par(self.jobs, stop):
            if review.par is not None:
                yield ParGame(review.par)
                return


@dataclass(frozen=True, slots=True)
class HindsightResult:
    """Result of HindsightJob: the double-dummy values at action ``number``."""

    number: int
    values: tuple[DoubleDummyValue, ...]


@dataclass(frozen=True, slots=True)
class HindsightJob:
    """Job: compute the hindsight at action ``number``."""

    task: ReviewTask
    number: int

    def run(self, _stop: Stop) -> Generator[HindsightResult, None, None]:
        """Yield the calibrated values."""
        game = self.task.game
        decision = next(d for d in decision_points(game) if d.number == self.number)
        values = compute_hindsight(game_fingerprint(game), decision)
        observation, partners = decision.observation, decision.partners
        yield HindsightResult(self.number, calibrate(decision.game, observation, partners, values))
