"""Reviews made up for tests, and a partner that thinks as they do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from foxduet.ai.names import REVIEWER, kind_beside
from foxduet.ai.partner import Stop, Thought, never
from foxduet.analysis.par import has_par, play_par, replay_par
from foxduet.analysis.review import Assessment, Moment, Review, moments_of
from foxduet.analysis.review_job import SavedReview, Task, calibrated_assessment, save_review
from foxduet.core.common import Deal
from foxduet.games.duet.ai.expert import DuetEstimate, DuetOpenHands
from foxduet.games.duet.rules.actions import format_action
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import Setup
from foxduet.play.game import Game, Header
from foxduet.play.record import dump_record
from tests.support.calls import status_of
from tests.support.players import VICTORY


def estimates_of(observation: Observation, spread: float) -> tuple[DuetEstimate, ...]:
    """Return an estimate for each choice, so far apart as ``spread`` says; none for only one."""
    choices = observation.choices
    if len(choices) == 1:
        return ()
    shares = [(7 * at + 3 * len(observation.hand)) % 11 / 11 for at in range(len(choices))]
    return tuple(
        DuetEstimate(
            action,
            win=0.5 + spread * share,
            score=20 + 10 * spread * share,
            taken=share,
            gem=0.25 + share / 2,
            overrun=round((1 - share) / 2, 3),
        )
        for action, share in zip(choices, shares, strict=True)
    )


def thought_of(observation: Observation, spread: float) -> Thought:
    """Return a thought with these estimates."""
    estimates = estimates_of(observation, spread)
    if not estimates:
        return Thought(observation.choices[0])
    best = max(estimates, key=lambda one: one.win)
    return Thought(best.action, estimates, worlds=1000)


def quick_partner(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
    """Think of an observation what the reviews made up here say."""
    return thought_of(observation, 0.4)


def assessment_of(moment: Moment) -> Assessment:
    """Make an assessment up; every ninth choice matters much."""
    observation = moment.observation
    thought = thought_of(observation, 0.4 if moment.number % 9 == 0 else 0.04)
    return Assessment(
        moment.number,
        moment.seat,
        moment.chosen,
        thought.action,
        thought.estimates,
        thought.worlds,
        open_hands_of(moment, thought),
    )


def open_hands_of(moment: Moment, thought: Thought) -> tuple[DuetOpenHands, ...]:
    """Make hindsight up, where there is any."""
    return tuple(
        DuetOpenHands(
            one.action, one.win, gem=float(at == 1), overrun=0.0, space=7 if at == 1 else None
        )
        for at, one in enumerate(thought.estimates)
        if moment.observation.table.trick is not None
    )


def quick_hindsight(moment: Moment, chance: Random) -> tuple[DuetOpenHands, ...]:
    """Make hindsight up as ``quick_partner`` thinks."""
    return open_hands_of(moment, thought_of(moment.observation, 0.4))


def review_of(game: Game) -> Review:
    """Make a review of ``game`` up."""
    par = replay_par(game.header, quick_par(game.header)) if has_par(game.header) else None
    return Review(game, REVIEWER, tuple(map(assessment_of, moments_of(game))), par)


def sure_review(game: Game = VICTORY) -> Review:
    """Make a review up in which the win is nearly sure with every choice."""
    review = review_of(game)
    sure = [
        replace(one, estimates=tuple(replace(each, win=0.99) for each in one.estimates))
        for one in review.assessments
    ]
    return replace(review, assessments=tuple(sure))


def shown(game: Game, assessments: Iterable[Assessment]) -> tuple[Assessment, ...]:
    """Return assessments of a whole game with the figures that players are told."""
    beside = kind_beside(game.header.ai)
    return tuple(
        calibrated_assessment(moment, one, beside)
        for moment, one in zip(moments_of(game), assessments, strict=True)
    )


def shown_review(game: Game) -> Review:
    """Return the made-up review of ``game`` with the figures that players are told."""
    review = review_of(game)
    return replace(review, assessments=shown(game, review.assessments))


def task_in(folder: Path, game: Game = VICTORY) -> Task:
    """Return the task to review a record in ``folder``, which need not be there."""
    return Task(game, folder / "game.toml", REVIEWER)


def saved_review(game: Game = VICTORY) -> SavedReview:
    """Return the review of a game as it is saved, with a quick par."""
    assessments = {one.number: one for one in review_of(game).assessments}
    return SavedReview(assessments, quick_par(game.header))


@cache
def _quick_par(setup: Setup, seed: int) -> tuple[str, ...]:
    game = play_par(Header("duet", setup, ("", ""), seed=seed), "novice")
    return tuple(
        format_action(turn.action) for turn in game.turns if not isinstance(turn.action, Deal)
    )


def quick_par(header: Header) -> tuple[str, ...]:
    """Return the decisions of two novices in the place of the experts'."""
    assert header.seed is not None
    return _quick_par(header.setup, header.seed)


def kept_record(folder: Path) -> Path:
    """Write a record, and save its review; return its path."""
    path = folder / "game.toml"
    path.write_text(dump_record(VICTORY), "utf-8")
    save_review(task_in(folder), saved_review())
    return path


def reviewed(line: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run the command in this process; return its status."""
    return status_of(f"review {line}", monkeypatch)
