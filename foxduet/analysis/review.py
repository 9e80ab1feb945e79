"""What a review says: each decision with what its player could expect, and what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from foxduet.ai.duet.value import POINT
from foxduet.ai.partner import Estimate
from foxduet.play.game import Game
from foxduet.rules.common import Seat
from foxduet.rules.duet.actions import Action, Choice
from foxduet.rules.duet.observation import Observation, observe
from foxduet.rules.duet.state import GameState, Outcome

COSTLY = 0.05
"""A loss of worth, a victory being worth 1, from which on a decision is named."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision as it was met: ``number`` counts the actions of the game from 1.

    ``seat`` chose; for the team it is p1, and for a resignation whoever was about to choose.
    """

    number: int
    state: GameState
    seat: Seat
    chosen: Action

    @property
    def observation(self) -> Observation:
        """What the seat could know, and choose among."""
        return observe(self.state, self.seat)


@dataclass(frozen=True, slots=True)
class OpenHands:
    """What a choice leads to with the hands as they really were, the rest played by rule.

    ``win`` is the chance to win; ``gem`` and ``overrun`` are shares of the orders in which the
    rule may draw cards; ``space`` is where the gem of the trick would lie, None without one.
    """

    action: Action
    win: float
    gem: float
    overrun: float
    space: int | None


@dataclass(frozen=True, slots=True)
class Cost:
    """What a choice was short of the best: in chance to win (0-1), and in mean score."""

    win: float
    score: float

    @property
    def worth(self) -> float:
        """Both in one, as partners aim at them."""
        return self.win + POINT * self.score


NOTHING_LOST = Cost(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Assessment:
    """One decision of a game, judged by what its player could know.

    ``estimates`` has one for each choice, in their order, and is empty where there was only one.
    ``worlds`` counts the worlds behind them. ``open_hands`` is hindsight: what nobody could know.
    """

    number: int
    seat: Seat
    chosen: Action
    best: Action
    estimates: tuple[Estimate, ...] = ()
    worlds: int = 0
    open_hands: tuple[OpenHands, ...] = ()

    @property
    def of_best(self) -> Estimate | None:
        """The estimate of the best choice, None if nothing was estimated."""
        return next((one for one in self.estimates if one.action == self.best), None)

    @property
    def of_chosen(self) -> Estimate | None:
        """The estimate of what was chosen, None for a resignation too."""
        return next((one for one in self.estimates if one.action == self.chosen), None)

    @property
    def chance(self) -> float | None:
        """The chance to win with what was chosen, None if nothing was estimated."""
        chosen = self.of_chosen
        if chosen is not None:
            return chosen.win
        return 0.0 if self.estimates else None

    @property
    def cost(self) -> Cost:
        """What was lost against the best choice."""
        best, chosen = self.of_best, self.of_chosen
        if best is None:
            return NOTHING_LOST
        if chosen is None:
            return Cost(best.win, best.score)
        cost = Cost(best.win - chosen.win, best.score - chosen.score)
        return cost if cost.worth > 0 else NOTHING_LOST


Assessments: TypeAlias = Mapping[int, Assessment]
"""Assessments by the numbers of their actions."""


@dataclass(frozen=True, slots=True)
class Review:
    """A game, and the assessment of each of its decisions by ``partner``, in their order."""

    game: Game
    partner: str
    assessments: tuple[Assessment, ...]

    def of_action(self, number: int) -> Assessment | None:
        """Return the assessment of action ``number``, None if nobody chose there."""
        return next((one for one in self.assessments if one.number == number), None)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a review has come: decisions done of all, and the seconds left if they are known.

    ``review`` is there once it is complete; ``trouble`` says why it could not be kept on file.
    """

    done: int
    total: int
    seconds_left: float | None = None
    review: Review | None = None
    trouble: OSError | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """The chance to win after action ``number``."""

    number: int
    win: float


def moments_of(game: Game) -> tuple[Moment, ...]:
    """Return every decision of ``game``; deals are chance, and no decision stands before one."""
    moments = []
    for number, (state, turn) in enumerate(zip(game.states, game.turns, strict=False), 1):
        pending = state.table.pending
        assert pending is not None, "a game that is over has no further action"
        if pending.choice is not Choice.DEAL:
            moments.append(Moment(number, state, pending.asked, turn.action))
    return tuple(moments)


def line_of(review: Review) -> tuple[Point, ...]:
    """Return the chance to win after each decision, from 0 or 1 at the end if there is one.

    Where there was only one choice, or nothing to choose, the chance stays what it was.
    """
    points = [Point(one.number, one.chance) for one in review.assessments if one.chance is not None]
    outcome, last = review.game.state.table.outcome, len(review.game.turns)
    if outcome is not None:
        points = [point for point in points if point.number < last]
        points.append(Point(last, 1.0 if outcome is Outcome.VICTORY else 0.0))
    return tuple(points)


def costly(review: Review) -> tuple[Assessment, ...]:
    """Return the decisions that cost much, the dearest first."""
    dear = [one for one in review.assessments if one.cost.worth >= COSTLY]
    return tuple(sorted(dear, key=lambda one: (-one.cost.worth, one.number)))
