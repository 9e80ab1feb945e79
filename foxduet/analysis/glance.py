"""A review in a glance: how often each player chose well or badly, and how much it cost."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from math import exp
from statistics import fmean

from foxduet.analysis.review import COSTLY, Assessment, Review
from foxduet.core.common import Result, Seat
from foxduet.core.frozen import dataclass

FELT = 0.01
"""The smallest cost that is worth a word: below it a choice is as good as the best one."""

STEEPNESS = 5.0
"""A choice is accurate to 100 % x e^(-STEEPNESS x cost)."""


class Grade(Enum):
    """How bad a choice was; the value is its mark."""

    GOOD = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


LIMITS = {Grade.INACCURACY: 0.02, Grade.MISTAKE: COSTLY, Grade.BLUNDER: 0.15}
"""From which cost on a choice has a grade; a victory is worth 1."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What a player chose in a game, or the team together where ``seat`` is None.

    ``choices`` counts those with an alternative, and ``as_expert`` those as good as the expert's.
    ``accuracy`` is the mean over them (0-1), None if there were none; ``points`` is the score that
    they cost on average, and ``dearest`` the one that cost most, if any cost something.
    """

    seat: Seat | None
    choices: int
    as_expert: int
    inaccuracies: int
    mistakes: int
    blunders: int
    accuracy: float | None
    points: float
    dearest: Assessment | None


def grade_of(one: Assessment) -> Grade:
    """Return the grade of a choice by its cost."""
    reached = [grade for grade, limit in LIMITS.items() if one.cost.worth >= limit]
    return reached[-1] if reached else Grade.GOOD


def accuracy_of(cost: float) -> float:
    """Return how accurate a choice of a cost is: 1 if it cost nothing, less the more it cost."""
    return exp(-STEEPNESS * max(0.0, cost))


def is_as_expert(one: Assessment) -> bool:
    """Return whether a choice was the expert's, or as good."""
    return one.chosen == one.best or one.cost.worth < FELT


def glances_of(review: Review) -> tuple[Glance, ...]:
    """Return what each player chose, and the team if it chose anything together."""
    by_seat: dict[Seat | None, list[Assessment]] = {Seat.P1: [], Seat.P2: [], None: []}
    for one in review.assessments:
        if one.estimates:
            by_seat[getattr(one.chosen, "seat", None)].append(one)
    if not by_seat[None]:
        del by_seat[None]
    return tuple(_glance(seat, ones) for seat, ones in by_seat.items())


def _glance(seat: Seat | None, ones: Iterable[Assessment]) -> Glance:
    every = list(ones)
    grades = [grade_of(one) for one in every]
    dearest = max(every, key=lambda one: (one.cost.worth, -one.number), default=None)
    return Glance(
        seat,
        choices=len(every),
        as_expert=sum(map(is_as_expert, every)),
        inaccuracies=grades.count(Grade.INACCURACY),
        mistakes=grades.count(Grade.MISTAKE),
        blunders=grades.count(Grade.BLUNDER),
        accuracy=fmean(accuracy_of(one.cost.worth) for one in every) if every else None,
        points=sum(max(0.0, one.cost.score) for one in every),
        dearest=dearest if dearest is not None and dearest.cost.worth >= FELT else None,
    )


def point_of(review: Review) -> float:
    """Return what a point of score is worth in a review, compared with a victory; 0 for nothing."""
    return max((each.POINT for one in review.assessments for each in one.estimates), default=0.0)


def points_left(review: Review) -> int | None:
    """Return how many points fewer than the experts the players scored on the same deals.

    None without the experts' game, or before the end; a defeat scores 0.
    """
    if review.par is None or review.par.result is None or review.game.result is None:
        return None
    return _score(review.par.result) - _score(review.game.result)


def _score(result: Result) -> int:
    return max(result.points) if any(result.won) else 0
