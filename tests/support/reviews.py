"""Invented reviews, the jobs that compute them, and their screens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foxduet.ai.partner import (
    REVIEWER,
    ActionValue,
    ReviewQuery,
    Stop,
    Thought,
    never_stop,
    rank_choices,
)
from foxduet.ai.reasons import Line, Reason, reason_module
from foxduet.ai.workers import JobRunner, ThinkJob
from foxduet.analysis import review_job as work
from foxduet.analysis.review import (
    Assessment,
    DecisionPoint,
    Review,
    ReviewProgress,
    costly_assessments,
    decision_points,
)
from foxduet.analysis.review_file import ReviewTask, SavedReview, save_review
from foxduet.analysis.review_job import (
    ReviewExtra,
    assessment_from_thought,
    calibrate_assessment,
    complete_review,
)
from foxduet.analysis.simulation import play_par, replay_par
from foxduet.core.cards import Deal
from foxduet.games.classic.ai.expert import ClassicDoubleDummy, ClassicEstimate
from foxduet.games.classic.rules.observation import Observation as MatchObservation
from foxduet.games.duet.ai.expert import DuetDoubleDummy, DuetEstimate
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import Setup, format_action
from foxduet.play.game import Game, Header
from foxduet.play.record import dump_record
from foxduet.store.score_entries import has_par
from foxduet.ui.guided import Feedback, GuidedScreen, OpponentMoveShown, TutorLine
from foxduet.ui.kit import keys
from foxduet.ui.kit.effects import JobAnswered
from foxduet.ui.kit.screen import Screen
from foxduet.ui.review import BranchScreen, RetryScreen, ReviewScreen
from foxduet.ui.table.drawing import option_keys
from foxduet.ui.table.state import Animating, table_options
from foxduet.words.review import with_table_names
from tests.support import tables
from tests.support.entries import is_done, lessons_on
from tests.support.entries import shown as shown_lesson
from tests.support.players import VICTORY
from tests.support.processes import patience, status_of, until
from tests.support.tables import Desk, Left, laid_over, of_kind, press_all, press_keys, stack_of


def estimates_of(observation: Any, spread: float) -> tuple[ActionValue, ...]:
    """Return an estimate for each choice, spread over ``spread``; empty for a single choice."""
    choices = observation.choices
    if len(choices) == 1:
        return ()
    shares = [(7 * at + 3 * len(observation.hand)) % 11 / 11 for at in range(len(choices))]
    return tuple(
        _estimate(observation, action, spread, share)
        for action, share in zip(choices, shares, strict=True)
    )


def _estimate(observation: Any, action: Any, spread: float, share: float) -> ActionValue:
    win = 0.5 + spread * share
    if isinstance(observation, MatchObservation):
        return ClassicEstimate(action, win=win, score=3 + 2 * share)
    return DuetEstimate(
        action,
        win=win,
        score=20 + 10 * spread * share,
        taken=share,
        gem=0.25 + share / 2,
        overrun=round((1 - share) / 2, 3),
    )


# In so many worlds hardly any two choices lead to the same.
_WORLDS = 40


def thought_of(observation: Any, spread: float = 0.4) -> Thought:
    estimates = estimates_of(observation, spread)
    if not estimates:
        return Thought(observation.choices[0])
    best = max(estimates, key=lambda estimate: estimate.win)
    worlds = 500 if isinstance(observation, MatchObservation) else 1000
    return Thought(best.action, estimates, worlds=worlds)


def quick_partner(observation: Observation, rng: Random, stop: Stop = never_stop) -> Thought:
    """Return the invented thought about an observation."""
    return thought_of(observation, 0.4)


def quick_reviewer(observation: Observation, rng: Random, _question: ReviewQuery) -> Thought:
    """Judge a choice as ``quick_partner`` does."""
    return quick_partner(observation, rng)


def assessment_of(moment: DecisionPoint) -> Assessment:
    """Invent an assessment; every ninth choice matters much."""
    observation = moment.observation
    thought = thought_of(observation, 0.4 if moment.number % 9 == 0 else 0.04)
    assessment = assessment_from_thought(thought, moment)
    reasons = reasons_at(moment, assessment.best) if assessment.is_costly else ()
    hindsight = open_hands_of(moment, thought)
    return replace(assessment, hindsight=hindsight, reasons=reasons)


def reasons_at(moment: DecisionPoint, best: Any) -> tuple[Reason, ...]:
    """Return a reason from the first sampled world in which the choices differ noticeably."""
    choices = moment.observation.choices
    pairs = ((best, moment.chosen),) if moment.chosen in choices and best != moment.chosen else ()
    return reasons_between(moment.game, moment.observation, pairs)


@cache
def reasons_between(
    game: str, observation: Any, pairs: tuple[tuple[Any, Any], ...]
) -> tuple[Reason, ...]:
    """Return for each pair a reason from the first world in which its choices differ noticeably."""
    module, found = reason_module(game), dict[tuple[Any, Any], Reason]()
    choices = [*dict.fromkeys(action for pair in pairs for action in pair)]
    worlds = module.play_lines(observation, choices, None, Random(len(observation.hand)))
    for lines in islice(worlds, _WORLDS // (1 if len(pairs) == 1 else 4) if pairs else 0):
        by_choice = dict(zip(choices, lines, strict=True))
        for pair in pairs:
            line, other = (by_choice[choice].played() for choice in pair)
            for contrast in module.contrasts(observation, [line], [other]):
                found.setdefault(pair, Reason(*pair, contrast, (line, other)))
                break
        if len(found) == len(pairs):
            break
    return tuple(found.values())


WORLDS = 24


@cache
def paired_lines(game: str, observation: Any, seed: int) -> tuple[Sequence[Line], Sequence[Line]]:
    """Return the played lines of two random choices in the same worlds."""
    rng = Random(seed)
    choices = rng.sample(observation.choices, 2)
    worlds = islice(reason_module(game).play_lines(observation, choices, None, rng), WORLDS)
    lines, others = zip(*(map(Line.played, world) for world in worlds), strict=True)
    assert {line.actions[0] for line in lines} == {choices[0]}
    return lines, others


def advice_at(game: str, observation: Any, *, is_lesson: bool = False) -> Thought:
    """Return an invented thought with its reasons, those of all pairs in a lesson."""
    thought = thought_of(observation)
    equals, worse = rank_choices(thought, 0)
    pairs = tuple(product(equals, worse) if is_lesson else zip(equals[:1], worse[:1], strict=False))
    return replace(thought, reasons=reasons_between(game, observation, pairs))


def open_hands_of(moment: DecisionPoint, thought: Thought) -> tuple[Any, ...]:
    """Invent hindsight for a decision; empty if it has none."""
    if isinstance(moment.observation, MatchObservation):
        return tuple(
            ClassicDoubleDummy(estimate.action, estimate.win, float(at == 1))
            for at, estimate in enumerate(thought.estimates)
        )
    return tuple(
        DuetDoubleDummy(
            value.action, value.win, gem=float(at == 1), overrun=0.0, space=7 if at == 1 else None
        )
        for at, value in enumerate(thought.estimates)
        if moment.observation.table.trick is not None
    )


def quick_hindsight(moment: DecisionPoint, chance: Random) -> tuple[Any, ...]:
    return open_hands_of(moment, thought_of(moment.observation, 0.4))


def review_of(game: Game) -> Review:
    par = replay_par(game.header, quick_par(game.header)) if has_par(game.header) else None
    return Review(game, REVIEWER, tuple(map(assessment_of, decision_points(game))), par)


def sure_review(game: Game = VICTORY) -> Review:
    """Invent a review in which every choice nearly surely wins."""
    review = review_of(game)
    sure = [
        replace(
            assessment,
            estimates=tuple(replace(estimate, win=0.99) for estimate in assessment.estimates),
        )
        for assessment in review.assessments
    ]
    return replace(review, assessments=tuple(sure))


def shown(game: Game, assessments: Iterable[Assessment]) -> tuple[Assessment, ...]:
    """Return the assessments of a whole game with the figures that players see."""
    return tuple(map(calibrate_assessment, decision_points(game), assessments))


def shown_review(game: Game) -> Review:
    """Return the invented review of ``game`` with the figures that players see."""
    review = review_of(game)
    return replace(review, assessments=shown(game, review.assessments))


def task_in(folder: Path, game: Game = VICTORY) -> ReviewTask:
    """Return the task to review a record in ``folder``, which need not exist."""
    return ReviewTask(game, folder / "game.toml", REVIEWER)


def saved_review(game: Game = VICTORY) -> SavedReview:
    assessments = {assessment.number: assessment for assessment in review_of(game).assessments}
    return SavedReview(assessments, quick_par(game.header))


@cache
def _quick_par(setup: Setup, seed: int) -> tuple[str, ...]:
    game = play_par(Header("duet", setup, ("Left", "Right"), seed=seed), "novice")
    return tuple(
        format_action(turn.action) for turn in game.turns if not isinstance(turn.action, Deal)
    )


def quick_par(header: Header) -> tuple[str, ...]:
    """Return the decisions of two novices, in place of the experts' par."""
    assert header.seed is not None
    return _quick_par(header.setup, header.seed)


def kept_record(folder: Path) -> Path:
    """Write a record and its review; return the record's path."""
    path = folder / "game.toml"
    path.write_text(dump_record(VICTORY), "utf-8")
    save_review(task_in(folder), saved_review())
    return path


def reviewed(line: str, monkeypatch: pytest.MonkeyPatch) -> int:
    return status_of(f"review {line}", monkeypatch)


NOWHERE = Path("nowhere")


def reviewing(
    game: Game = VICTORY, at: int = 0, below: Screen | None = None, **changes: object
) -> ReviewScreen:
    """Return the review of a game at a moment, over the screen ``below`` if given."""
    screen = ReviewScreen(task_in(NOWHERE, game), with_table_names(review_of(game)), at)
    screen = replace(screen, **changes)  # type: ignore[arg-type]
    return screen if below is None else laid_over(screen, *stack_of(below).screens)


def branching(review: ReviewScreen, cursor: int = 0) -> BranchScreen:
    """Return the screen that tries other choices at the review's moment, over the review."""
    branch = BranchScreen(review.task, review.review, review.position, cursor=cursor)
    return laid_over(branch, *stack_of(review).screens)


def costly_moment(game: Game = VICTORY) -> int:
    """Return the moment before a costly choice of a card."""
    return min(a.number for a in costly_assessments(review_of(game)) if len(a.estimates) > 4) - 1


def lesson_at(at: int, game: Game = VICTORY) -> RetryScreen:
    """Return the retry of the choice at a moment, over the review."""
    review = reviewing(game, at - 1)
    return of_kind(RetryScreen, branched(review, NOWHERE, "N"))


def chosen_in(lesson: RetryScreen, action: object) -> Screen:
    options = table_options(lesson)
    return branched(lesson, NOWHERE, option_keys(options)[options.index(action)], "enter")


def tried_at(at: int) -> Screen:
    assessment = lesson_at(at).assessment
    bad = [estimate for estimate in assessment.estimates if estimate.action != assessment.chosen]
    return chosen_in(lesson_at(at), min(bad, key=lambda e: e.win).action)


def found_at(at: int) -> Screen:
    return chosen_in(lesson_at(at), lesson_at(at).answer)


AT = costly_moment()
LAST = len(VICTORY.turns)


def branched(screen: Screen, folder: Path, *script: str) -> Screen:
    """Return the screen after keys that do not leave the program."""
    after = press_all(screen, folder, *script)
    assert not isinstance(after, Left)
    return after


class Counting:
    """A reviewer that counts its thoughts and may be interrupted at one."""

    def __init__(self, interrupted_at: int = 0) -> None:
        self.thoughts = 0
        self.interrupted_at = interrupted_at

    def __call__(self, observation: Observation, rng: Random, question: ReviewQuery) -> Thought:
        self.thoughts += 1
        if self.thoughts == self.interrupted_at:
            raise KeyboardInterrupt
        return quick_reviewer(observation, rng, question)


def use(monkeypatch: pytest.MonkeyPatch, partner: Counting) -> Counting:
    """Let ``partner`` judge reviewed games in this process."""
    monkeypatch.setattr(work, "get_reviewer", lambda _game, _name, _opposite: partner)
    monkeypatch.setattr("foxduet.games.duet.hindsight.double_dummy_values", quick_hindsight)
    monkeypatch.setattr(work, "compute_par_moves", quick_par)
    monkeypatch.setattr("foxduet.ai.reasons.FIRST_WORLDS", 1)
    monkeypatch.setattr("foxduet.ai.reasons.MAX_WORLDS", 8)
    return partner


def done(task: ReviewTask, wanted: ReviewExtra = ReviewExtra.ALL) -> Review:
    *_before, last = complete_review(task, 1, wanted)
    assert last.review is not None
    return last.review


def finished_by(worker: JobRunner[ReviewProgress]) -> ReviewProgress:
    """Wait for the progress of a background review that has settled each decision."""
    settled: list[ReviewProgress] = []

    def is_found() -> bool:
        progress = worker.take_answer()
        settled.extend([progress] if progress is not None and progress.is_settled else [])
        return bool(settled)

    until(is_found)
    return settled[0]


GUIDED = 8


def opened(desk: Desk, *, two: bool = False) -> GuidedScreen:
    """Return the guided round, opened from the list of lessons."""
    menu = lessons_on(desk, two=two)
    screen = tables.settled(menu.open(GUIDED), desk, stack_of(menu))
    assert isinstance(screen, GuidedScreen)
    return screen


def judged_first(job: ThinkJob) -> Thought:
    """Return a thought in which the first choice is far the best, with reasons."""
    estimates = tuple(
        DuetEstimate(
            action, win=0.2 if at else 0.8, score=9.0, taken=0.5, gem=float(not at), overrun=0.0
        )
        for at, action in enumerate(job.observation.choices)
    )
    best, *others = job.observation.choices
    pairs = tuple((best, other) for other in others)
    reasons = reasons_between("duet", job.observation, pairs)
    return Thought(best, estimates, reasons=reasons)


def thought(screen: GuidedScreen, desk: Desk) -> GuidedScreen:
    """Return the screen after all jobs that it awaits."""
    steps = patience()
    while screen.awaits_job:
        next(steps)
        job = screen.background_job(desk.context)
        assert isinstance(job, ThinkJob)
        after = tables.received(screen, JobAnswered(job, judged_first(job)), desk)
        assert isinstance(after, GuidedScreen)
        screen = after
        while screen.is_skippable or isinstance(
            shown_lesson(screen), OpponentMoveShown | Animating
        ):
            next(steps)
            screen = pressed(screen, desk, keys.SPACE)
    return screen


def pressed(screen: Screen, desk: Desk, *script: str) -> GuidedScreen:
    after = press_keys(screen, desk, *script)
    assert isinstance(after, GuidedScreen)
    return after


def begun(desk: Desk, *, two: bool = False) -> GuidedScreen:
    """Return the guided round at the player's first choice."""
    screen = opened(desk, two=two)
    steps = patience()
    while isinstance(shown_lesson(screen), TutorLine):
        next(steps)
        screen = pressed(screen, desk, keys.SPACE)
    return thought(screen, desk)


def chosen(screen: GuidedScreen, desk: Desk, best: bool) -> GuidedScreen:
    """Choose the best option, or another option if ``best`` is false and there is one."""
    assert screen.thought is not None
    legal = screen.session.game.rules.legal_actions(screen.session.game.state)
    action = next((move for move in legal if (move == screen.thought.action) is best), legal[0])
    options = table_options(screen)
    key = option_keys(options)[options.index(action)]
    after = pressed(screen, desk, key, keys.ENTER)
    return pressed(after, desk, keys.SPACE) if after.is_skippable else after


def went_on(screen: GuidedScreen, desk: Desk) -> GuidedScreen:
    """Read the feedback on a choice, and let the partner choose."""
    steps = patience()
    while isinstance(shown_lesson(screen), Feedback | OpponentMoveShown):
        next(steps)
        screen = pressed(screen, desk, keys.SPACE)
    return thought(screen, desk)


def played(screen: GuidedScreen, desk: Desk, rng: Random | None = None) -> list[GuidedScreen]:
    """Play the guided round to its end; return the screens of every choice and its feedback."""
    screens = []
    steps = patience()
    while not is_done(screen):
        next(steps)
        screens.append(screen)
        judged = chosen(screen, desk, rng is None or rng.random() < 0.5)
        screens.append(judged)
        screen = went_on(judged, desk)
    return [*screens, screen]
