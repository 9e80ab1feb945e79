"""Reviews of matches made up for tests, and thoughts as they have them."""

from __future__ import annotations

from pathlib import Path

from foxduet.ai.names import REVIEWER
from foxduet.ai.partner import Thought
from foxduet.analysis.review import Assessment, Moment, Review, moments_of
from foxduet.analysis.review_job import Task
from foxduet.games.classic.ai.expert import ClassicEstimate, ClassicOpenHands
from foxduet.games.classic.rules.observation import Observation
from foxduet.play.game import Game
from foxduet.ui.review.screen import ReviewScreen
from tests.support.classic.entries import match

LONG_NAMES = ("Maximilianus", "Wilhelmina M")
NOWHERE = Path("nowhere")


def thought_of(observation: Observation, spread: float = 0.4) -> Thought:
    """Return a thought with estimates so far apart as ``spread`` says."""
    choices = observation.choices
    if len(choices) < 2:
        return Thought(choices[0])
    shares = [(7 * at + 3 * len(observation.hand)) % 11 / 11 for at in range(len(choices))]
    estimates = tuple(
        ClassicEstimate(action, win=0.5 + spread * share, score=3 + 2 * share, taken=share)
        for action, share in zip(choices, shares, strict=True)
    )
    best = max(estimates, key=lambda one: one.win)
    return Thought(best.action, estimates, worlds=500)


def assessment_of(moment: Moment) -> Assessment:
    """Make an assessment up; every ninth choice matters much."""
    thought = thought_of(moment.observation, 0.4 if moment.number % 9 == 0 else 0.04)
    hands = tuple(
        ClassicOpenHands(one.action, one.win, float(at == 1))
        for at, one in enumerate(thought.estimates)
    )
    return Assessment(
        moment.number,
        moment.seat,
        moment.chosen,
        thought.action,
        thought.estimates,
        thought.worlds,
        hands,
    )


def review_of(game: Game) -> Review:
    """Make a review of a match up."""
    return Review(game, REVIEWER, tuple(map(assessment_of, moments_of(game))))


def reviewing(game: Game | None = None, at: int = 0) -> ReviewScreen:
    """Return the review of a match at one of its moments."""
    game = match(3) if game is None else game
    task = Task(game, NOWHERE / "match.toml", REVIEWER)
    return ReviewScreen(task, review_of(game), at)
