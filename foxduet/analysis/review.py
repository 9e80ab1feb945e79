"""Reviews: decisions, their cost, grades and summaries; and the tutor's grades."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from math import exp, fsum
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Protocol

from foxduet.ai.partner import (
    EQUAL_COST,
    ActionValue,
    DoubleDummyValue,
    all_nearly_certain,
    opposite_partner,
)
from foxduet.core.cards import Result, Seat
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import REVIEWS, load_part, rule_set
from foxduet.play.game import NO_PARTNERS, Game, PartnerNames

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought
    from foxduet.ai.reasons import Reason


MIN_COSTLY_LOSS = 0.05
"""Least loss that makes a decision costly; a victory is worth 1."""


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """A decision in a game: ``number`` is its action's number, from 1.

    ``seat`` made the choice: p1 for the team, and for a resignation the seat whose turn it was.
    ``partners`` names the programs at both ends (None for a person); win chances refer to them.
    """

    game: str
    number: int
    state: Any
    seat: Seat
    chosen: Any
    partners: PartnerNames = NO_PARTNERS

    @property
    def partner_name(self) -> str | None:
        """The program opposite the deciding seat, by name; None if a person sits at either end."""
        return opposite_partner(self.partners, self.seat)

    @property
    def observation(self) -> Any:
        """The observation of the deciding seat, with its choices."""
        return rule_set(self.game).observe(self.state, self.seat)

    @property
    def has_hindsight(self) -> bool:
        """True if there was a real choice and a trick was under way."""
        return len(self.observation.choices) > 1 and self.state.table.trick is not None


class HindsightModule(Protocol):
    """Interface of a game's module ``hindsight``."""

    def setup_identity(self, setup: Any) -> tuple[object, ...]:
        """Return the values that identify a setup in a review's fingerprint."""

    def double_dummy_values(
        self, decision: DecisionPoint, rng: Random
    ) -> tuple[DoubleDummyValue, ...]:
        """Return the value of each choice with all hands known, in order.

        Called only if ``decision.has_hindsight``.
        """


def hindsight_module(game: str) -> HindsightModule:
    """Return a game's hindsight module; raises MissingPartError without it."""
    module: HindsightModule = load_part(game, REVIEWS)
    return module


@dataclass(frozen=True, slots=True)
class Cost:
    """Loss against the best choice: win chance (0-1), mean score, and ``worth``, both combined."""

    win: float
    score: float
    worth: float


ZERO_COST = Cost(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Assessment:
    """A decision evaluated with its player's knowledge.

    estimates: an estimate for each choice, in order; empty without an alternative.
    worlds: number of sampled worlds.
    hindsight: double-dummy values; empty until requested.
    raw: the uncalibrated estimates, if ``estimates`` are calibrated.
    errors: standard error of (best - this choice) for each choice; empty if exact.
    worlds_by_choice: worlds for each choice; empty if all had ``worlds``.
    settled: whether more worlds can no longer change the grade.
    reasons: why the best choice, and choices that are as good, are better than the choice made.
    """

    number: int
    seat: Seat
    chosen: Any
    best: Any
    estimates: tuple[ActionValue, ...] = ()
    worlds: int = 0
    hindsight: tuple[DoubleDummyValue, ...] = ()
    raw: tuple[ActionValue, ...] = ()
    errors: tuple[float, ...] = ()
    worlds_by_choice: tuple[int, ...] = ()
    settled: bool = True
    reasons: tuple[Reason, ...] = ()

    @property
    def reason(self) -> Reason | None:
        """Why the best choice is better than the choice made; None if only figures differ."""
        return next((reason for reason in self.reasons if reason.best == self.best), None)

    @property
    def search_estimates(self) -> tuple[ActionValue, ...]:
        """The uncalibrated estimates, by which choices are compared."""
        return self.raw or self.estimates

    @property
    def uses_points(self) -> bool:
        """Whether players see points instead of chances, because the win is nearly certain."""
        return all_nearly_certain(self.estimates)

    @property
    def best_estimate(self) -> ActionValue | None:
        """The estimate of the best choice; None without estimates."""
        return next((e for e in self.estimates if e.action == self.best), None)

    @property
    def chosen_estimate(self) -> ActionValue | None:
        """The estimate of the choice made; None for a resignation or without estimates."""
        return next((e for e in self.estimates if e.action == self.chosen), None)

    @property
    def win_chance(self) -> float | None:
        """Win chance after the choice made: 0 for a resignation; None without estimates."""
        chosen = self.chosen_estimate
        if chosen is not None:
            return chosen.win
        return 0.0 if self.estimates else None

    @property
    def cost(self) -> Cost:
        """Loss against the best choice; ``uses_points`` omits the chance from ``worth``."""
        best, chosen = self.best_estimate, self.chosen_estimate
        if best is None:
            return ZERO_COST
        win, score = best.win, best.score
        if chosen is not None:
            win, score = win - chosen.win, score - chosen.score
        worth = best.POINT * score + (0 if chosen is not None and self.uses_points else win)
        return Cost(win, score, worth) if worth > 0 else ZERO_COST

    @property
    def cost_lower_bound(self) -> float:
        """The cost minus its standard error, at least 0."""
        errors: dict[Any, float] = dict(zip(self._actions, self.errors, strict=False))
        return max(0.0, self.cost.worth - errors.get(self.chosen, 0.0))

    @property
    def is_costly(self) -> bool:
        return self.cost_lower_bound >= MIN_COSTLY_LOSS

    def is_approximate(self, action: Any) -> bool:
        """True if ``action`` was sampled in fewer worlds than the best choice."""
        return self.worlds_for(action) < self.worlds

    def worlds_for(self, action: Any) -> int:
        worlds: dict[Any, int] = dict(zip(self._actions, self.worlds_by_choice, strict=False))
        return worlds.get(action, self.worlds)

    @property
    def _actions(self) -> list[Any]:
        return [estimate.action for estimate in self.estimates]


@dataclass(frozen=True, slots=True)
class Review:
    """A game with an assessment of each decision, in order, by the expert named ``partner``.

    ``par`` is the game of two experts on the same deals, if it has been played.
    """

    game: Game
    partner: str
    assessments: tuple[Assessment, ...]
    par: Game | None = None

    def assessment_at(self, number: int) -> Assessment | None:
        """Return the assessment of action ``number``; None for other actions."""
        return next((a for a in self.assessments if a.number == number), None)


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """Progress of a running review: ``done`` and ``settled`` decisions out of ``total``.

    review: set once the quick pass has reached every decision.
    seconds_left: estimated seconds until ``done`` is ``total``, then ``settled``; None if unknown.
    save_error: why the review could not be saved.
    """

    done: int
    total: int
    seconds_left: float | None = None
    review: Review | None = None
    save_error: OSError | None = None
    settled: int = 0

    @property
    def is_settled(self) -> bool:
        """True if no grade can change any more."""
        return self.review is not None and self.settled == self.total


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Win chance (0-1) and mean score after action ``number``."""

    number: int
    win: float
    score: float


def decision_points(game: Game) -> tuple[DecisionPoint, ...]:
    """Return the decisions of ``game``, without deals and resignations out of turn."""
    decisions, partners = [], game.header.ai
    for number, (state, turn) in enumerate(zip(game.states, game.turns, strict=False), 1):
        pending = game.rules.pending(state)
        assert pending is not None, "a game that is over has no further action"
        seat, chosen = pending.decider, turn.action
        resign = game.rules.resignation
        is_out_of_turn = resign(seat) != chosen == resign(seat.other)
        if not pending.choice.is_deal and not is_out_of_turn:
            name = game.header.game
            decisions.append(DecisionPoint(name, number, state, seat, chosen, partners))
    return tuple(decisions)


def chart_seat(game: Game) -> Seat:
    """Return the seat whose chances a chart shows: p1, or the person in a competitive game."""
    person = game.header.person
    return Seat.P1 if person is None or game.rules.cooperative else person


def win_curve(review: Review) -> tuple[CurvePoint, ...]:
    """Return the expected result after each decision, and last the real result of a finished game.

    Chances are for ``chart_seat``. Actions without a real choice add no point.
    """
    game, seat = review.game, chart_seat(review.game)
    points: list[CurvePoint] = []
    for assessment in review.assessments:
        if (chance := assessment.win_chance) is not None:
            is_own = game.rules.cooperative or assessment.seat is seat
            chosen = assessment.chosen_estimate
            score = 0.0 if chosen is None else chosen.score
            points.append(CurvePoint(assessment.number, chance if is_own else 1 - chance, score))
    result, last_number = game.result, len(game.turns)
    if result is not None:
        points = [point for point in points if point.number < last_number]
        is_draw = not game.rules.cooperative and not any(result.won)
        win = 0.5 if is_draw else float(result.won[seat])
        points.append(CurvePoint(last_number, win, _final_score(result)))
    return tuple(points)


def chart_uses_points(review: Review) -> bool:
    """True if the chart shows points because the win was nearly certain throughout."""
    assessments = [assessment for assessment in review.assessments if assessment.estimates]
    all_certain = all(c.uses_points and c.chosen_estimate is not None for c in assessments)
    result = review.game.result
    return bool(assessments) and all_certain and (result is None or any(result.won))


def costly_assessments(review: Review) -> tuple[Assessment, ...]:
    """Return the costly decisions, costliest first."""
    costly = [assessment for assessment in review.assessments if assessment.is_costly]
    return tuple(sorted(costly, key=lambda a: (-a.cost.worth, a.number)))


def own_costly_assessments(review: Review) -> tuple[Assessment, ...]:
    """Return the costly decisions of ``own_seats``, not joint ones, costliest first.

    Resignations are left out.
    """
    seats = review.game.header.own_seats
    return tuple(
        assessment
        for assessment in costly_assessments(review)
        if assessment.chosen_estimate is not None
        and getattr(assessment.chosen, "seat", None) in seats
    )


ACCURACY_DECAY = 5.0
"""Accuracy of a choice is exp(-ACCURACY_DECAY * cost)."""


class ChoiceGrade(Enum):
    """Grade of a choice; the value is its mark in lists."""

    GOOD = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


GRADE_THRESHOLDS = {
    ChoiceGrade.INACCURACY: 0.02,
    ChoiceGrade.MISTAKE: MIN_COSTLY_LOSS,
    ChoiceGrade.BLUNDER: 0.15,
}
"""Least cost of each grade; a victory is worth 1."""


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """A player's choices in one game, or the team's joint choices if ``seat`` is None.

    choices: number of choices with an alternative.
    expert_choices: number of choices as good as the expert's.
    accuracy: mean accuracy (0-1); None if the player only resigned, or without choices.
    points: total loss in points.
    costliest: the worst choice; None if all cost less than EQUAL_COST.
    """

    seat: Seat | None
    choices: int
    expert_choices: int
    inaccuracies: int
    mistakes: int
    blunders: int
    accuracy: float | None
    points_lost: float
    costliest: Assessment | None


def grade_choice(assessment: Assessment) -> ChoiceGrade:
    """Grade a choice by the lower bound of its cost: in doubt, the milder grade."""
    cost = assessment.cost_lower_bound
    grades = [grade for grade, limit in GRADE_THRESHOLDS.items() if cost >= limit]
    return grades[-1] if grades else ChoiceGrade.GOOD


def accuracy_from_cost(cost: float) -> float:
    """Return the accuracy (0-1) of a choice that costs ``cost``."""
    return exp(-ACCURACY_DECAY * max(0.0, cost))


def mean_accuracy(assessments: Iterable[Assessment]) -> float | None:
    """Return the mean accuracy (0-1) of choices, without resignations; None if none are left."""
    choices = [a for a in assessments if a.chosen_estimate is not None]
    return fmean(accuracy_from_cost(a.cost.worth) for a in choices) if choices else None


def player_summaries(review: Review) -> tuple[PlayerSummary, ...]:
    """Return a summary for each player, and for the team if it made joint choices."""
    by_seat: dict[Seat | None, list[Assessment]] = {Seat.P1: [], Seat.P2: [], None: []}
    for assessment in review.assessments:
        if assessment.estimates:
            by_seat[getattr(assessment.chosen, "seat", None)].append(assessment)
    if not by_seat[None]:
        del by_seat[None]
    summaries = []
    for seat, assessments in by_seat.items():
        grades = [grade_choice(assessment) for assessment in assessments]
        costly = [a for a in assessments if a.cost.worth >= EQUAL_COST]
        summary = PlayerSummary(
            seat,
            choices=len(assessments),
            expert_choices=sum(a.chosen == a.best or a not in costly for a in assessments),
            inaccuracies=grades.count(ChoiceGrade.INACCURACY),
            mistakes=grades.count(ChoiceGrade.MISTAKE),
            blunders=grades.count(ChoiceGrade.BLUNDER),
            accuracy=mean_accuracy(assessments),
            points_lost=fsum(max(0.0, assessment.cost.score) for assessment in assessments),
            costliest=max(costly, key=lambda a: (a.cost.worth, -a.number), default=None),
        )
        summaries.append(summary)
    return tuple(summaries)


def point_value(review: Review) -> float:
    """Return the worth of a point as a fraction of a victory; 0 if points do not count."""
    estimates = (e for assessment in review.assessments for e in assessment.estimates)
    return max((estimate.POINT for estimate in estimates), default=0.0)


def points_below_par(review: Review) -> int | None:
    """Return how many points the players scored below the experts; a defeat scores 0.

    None without par, or if either game is unfinished.
    """
    if review.par is None or review.par.result is None or review.game.result is None:
        return None
    return _final_score(review.par.result) - _final_score(review.game.result)


def _final_score(result: Result) -> int:
    return max(result.points) if any(result.won) else 0


FULL_HELP, AIM_ONLY, NO_HELP = 2, 1, 0
"""Amounts of help: goal and facts before each choice, the goal only, nothing."""
GOOD_CHOICES_TO_FADE = 3
"""Good choices in a row before help is reduced by one step."""
_POOR_COST = 0.04
"""Largest loss of worth (a victory is 1) that is not poor; poor choices are explained."""
_RISK_TOLERANCE = 0.15
"""Least increase in the risk of overrunning the path that makes a choice riskier."""


class TutorGrade(Enum):
    """Grade of a choice in a guided round, by the adviser's estimates."""

    FORCED = auto()
    UNKNOWN = auto()
    ALL_EQUAL = auto()
    BEST = auto()
    AS_GOOD = auto()
    FAIR = auto()
    POOR = auto()


GOOD_GRADES = (TutorGrade.BEST, TutorGrade.AS_GOOD)


@dataclass(frozen=True, slots=True)
class TutorState:
    """How much the tutor helps, and the tally of graded choices.

    ``good_streak`` counts consecutive good choices and restarts when the help changes. Forced,
    equal and unknown choices do not count.
    """

    help_amount: int = FULL_HELP
    good_streak: int = 0
    good_choices: int = 0
    poor_choices: int = 0

    def add_grade(self, grade: TutorGrade) -> TutorState:
        """Return the next state: less help after a streak, more after a poor choice."""
        match grade:
            case TutorGrade.BEST | TutorGrade.AS_GOOD:
                amount, streak = self.help_amount, self.good_streak + 1
                if amount > NO_HELP and streak == GOOD_CHOICES_TO_FADE:
                    amount, streak = amount - 1, 0
                return replace(
                    self, help_amount=amount, good_streak=streak, good_choices=self.good_choices + 1
                )
            case TutorGrade.POOR:
                amount = min(self.help_amount + 1, FULL_HELP)
                return replace(
                    self, help_amount=amount, good_streak=0, poor_choices=self.poor_choices + 1
                )
            case TutorGrade.FAIR:
                return replace(self, good_streak=0)
            case _:
                return self


INITIAL_TUTOR_STATE = TutorState()


def grade_guided_choice(choice: Any, thought: Thought, choice_count: int) -> TutorGrade:
    """Grade ``choice``, made among ``choice_count`` options."""
    if choice_count == 1:
        return TutorGrade.FORCED
    worths = _worths(thought)
    if choice not in worths or thought.action not in worths:
        return TutorGrade.UNKNOWN
    if are_all_equivalent(thought):
        return TutorGrade.ALL_EQUAL
    cost = worths[thought.action] - worths[choice]
    if choice == thought.action:
        return TutorGrade.BEST
    if cost < EQUAL_COST and not _is_riskier(choice, thought):
        return TutorGrade.AS_GOOD
    return TutorGrade.FAIR if cost <= _POOR_COST else TutorGrade.POOR


def inferior_choices(choice: Any, thought: Thought) -> list[Any]:
    """Return the choices that are poor compared with ``choice``, best first."""
    worths = _worths(thought)
    poor = [
        other
        for other in worths
        if worths[choice] - worths[other] > _POOR_COST and is_significantly_worse(thought, other)
    ]
    return sorted(poor, key=lambda other: -worths[other])


def is_significantly_worse(thought: Thought, choice: Any) -> bool:
    """True if ``choice`` trails the best by more than the standard error."""
    worths = _worths(thought)
    error: float = dict(zip(worths, thought.errors, strict=False)).get(choice, 0.0)
    return worths[thought.action] - worths[choice] > error


def are_all_equivalent(thought: Thought) -> bool:
    """True if all choices are nearly equal, or there are no estimates."""
    worths = _worths(thought)
    if any(_is_riskier(choice, thought) for choice in worths):
        return False
    return not worths or max(worths.values()) - min(worths.values()) <= _POOR_COST


def _is_riskier(choice: Any, thought: Thought) -> bool:
    # Only games with a path have these figures: the chances of overrunning it, now and later.
    risks: dict[Any, float] = {
        value.action: getattr(value, "overrun", 0.0) + getattr(value, "later", 0.0)
        for value in thought.search_estimates
    }
    return risks[choice] - risks.get(thought.action, 0.0) >= _RISK_TOLERANCE


def _worths(thought: Thought) -> dict[Any, float]:
    return {estimate.action: estimate.worth for estimate in thought.search_estimates}
