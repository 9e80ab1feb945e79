"""What is in a review: decisions, what they cost, grades and sums; and a tutor's grades."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from functools import partial
from math import exp, fsum
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Protocol

from foxduet.ai.partner import ActionValue, DoubleDummyValue, all_nearly_certain, opposite_partner
from foxduet.core.cards import Result, Seat
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import REVIEWS, load_part, rule_set
from foxduet.play.game import NO_PARTNERS, Game, PartnerNames

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought


COSTLY = 0.05
"""From this loss on a decision is named; a victory is worth 1."""


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """A decision as it came up: ``number`` counts the actions of the game from 1.

    ``seat`` chose; for the team it is p1, and for a resignation the seat that was to choose.
    ``partners`` names those at both ends, None for a person: chances are those of their games.
    """

    game: str
    number: int
    state: Any
    seat: Seat
    chosen: Any
    partners: PartnerNames = NO_PARTNERS

    @property
    def partner_name(self) -> str | None:
        """The partner of the one at the seat; None if a person sits at either end."""
        return opposite_partner(self.partners, self.seat)

    @property
    def observation(self) -> Any:
        """What the seat could know, and choose among."""
        return rule_set(self.game).observe(self.state, self.seat)

    @property
    def has_hindsight(self) -> bool:
        """Whether there is hindsight: there was a choice, and a trick was under way."""
        return len(self.observation.choices) > 1 and self.state.table.trick is not None


class HindsightModule(Protocol):
    """What the reviews of a game measure: its module ``review_measures``."""

    def setup_identity(self, setup: Any) -> tuple[object, ...]:
        """Return what identifies a setup in the fingerprint of a review."""

    def double_dummy_values(
        self, moment: DecisionPoint, chance: Random
    ) -> tuple[DoubleDummyValue, ...]:
        """Return what each choice would have led to with the hands as they were, in their order.

        It is asked only where there is hindsight.
        """


def hindsight_module(game: str) -> HindsightModule:
    """Return what the reviews of a game measure; MissingPartError if it has none."""
    measures: HindsightModule = load_part(game, REVIEWS)
    return measures


@dataclass(frozen=True, slots=True)
class Cost:
    """What a choice lost against the best: chance to win (0-1), mean score, and both in one."""

    win: float
    score: float
    worth: float


ZERO_COST = Cost(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Assessment:
    """One decision of a game, judged by what its player could know.

    ``estimates`` has one for each choice, in their order, and is empty where there was only one.
    ``worlds`` counts the worlds behind them. ``open_hands`` is hindsight, which no player had, and
    empty until it is asked for. ``raw`` has the estimates as the search found them, where players
    are shown others. ``errors`` are the standard errors of how far each choice is behind the best
    one; empty where nothing was left to chance. ``tried`` counts the worlds of each choice, empty
    where it is ``worlds``: figures from fewer are rough. What is not ``settled`` more worlds may
    still change.
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

    @property
    def search_estimates(self) -> tuple[ActionValue, ...]:
        """The estimates by which choices were compared."""
        return self.raw or self.estimates

    @property
    def uses_points(self) -> bool:
        """Whether players see points instead of chances, since the win is nearly sure."""
        return all_nearly_certain(self.estimates)

    @property
    def best_estimate(self) -> ActionValue | None:
        """The estimate of the best choice, None if nothing was estimated."""
        return next((one for one in self.estimates if one.action == self.best), None)

    @property
    def chosen_estimate(self) -> ActionValue | None:
        """The estimate of what was chosen, None for a resignation too."""
        return next((one for one in self.estimates if one.action == self.chosen), None)

    @property
    def win_chance(self) -> float | None:
        """The chance to win with what was chosen, None if nothing was estimated."""
        chosen = self.chosen_estimate
        if chosen is not None:
            return chosen.win
        return 0.0 if self.estimates else None

    @property
    def cost(self) -> Cost:
        """What was lost against the best choice: only points where these are what is shown."""
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
        """What was lost at least, in worth: the cost less its standard error."""
        errors: dict[Any, float] = dict(zip(self._actions, self.errors, strict=False))
        return max(0.0, self.cost.worth - errors.get(self.chosen, 0.0))

    @property
    def is_costly(self) -> bool:
        """Whether the choice cost much."""
        return self.cost_lower_bound >= COSTLY

    def is_approximate(self, action: Any) -> bool:
        """Return whether a choice was tried in fewer worlds than the best one."""
        return self.worlds_for(action) < self.worlds

    def worlds_for(self, action: Any) -> int:
        """Return in how many worlds a choice was tried."""
        tried: dict[Any, int] = dict(zip(self._actions, self.worlds_by_choice, strict=False))
        return tried.get(action, self.worlds)

    @property
    def _actions(self) -> list[Any]:
        return [one.action for one in self.estimates]


@dataclass(frozen=True, slots=True)
class Review:
    """A game, and the assessment of each of its decisions by ``partner``, in their order.

    ``par`` is the game of two experts on the same deals, if there is one.
    """

    game: Game
    partner: str
    assessments: tuple[Assessment, ...]
    par: Game | None = None

    def assessment_at(self, number: int) -> Assessment | None:
        """Return the assessment of action ``number``, None if it is no decision."""
        return next((one for one in self.assessments if one.number == number), None)


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """How far a review has come: of all decisions, how many are ``done``, and how many settled.

    ``review`` is there once every decision is done, if only by a quick look: more worlds may still
    change what is not settled. ``seconds_left`` are those until all are done, or else settled, if
    they are known. ``trouble`` is why the review could not be saved.
    """

    done: int
    total: int
    seconds_left: float | None = None
    review: Review | None = None
    save_error: OSError | None = None
    settled: int = 0

    @property
    def is_settled(self) -> bool:
        """Whether no grade can change any more."""
        return self.review is not None and self.settled == self.total


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The chance to win after action ``number``, and the mean score."""

    number: int
    win: float
    score: float


def decision_points(game: Game) -> tuple[DecisionPoint, ...]:
    """Return every decision of ``game``; a deal is none, nor is a resignation instead of one."""
    moments, partners = [], game.header.ai
    for number, (state, turn) in enumerate(zip(game.states, game.turns, strict=False), 1):
        pending = game.rules.pending(state)
        assert pending is not None, "a game that is over has no further action"
        if not pending.choice.is_deal and not _is_resignation_out_of_turn(
            game, turn.action, pending.asked
        ):
            seat = pending.asked
            name, chosen = game.header.game, turn.action
            moments.append(DecisionPoint(name, number, state, seat, chosen, partners))
    return tuple(moments)


def _is_resignation_out_of_turn(game: Game, action: Any, asked: Seat) -> bool:
    """Return whether an opponent resigned while the other had to choose."""
    own, other = (game.rules.resignation(seat) for seat in (asked, asked.other))
    return bool(own != action == other)


def chart_seat(game: Game) -> Seat:
    """Return the seat whose chance the line of a game shows.

    Of opponents it is the one person, or p1 where two people play.
    """
    person = game.header.person
    return Seat.P1 if person is None or game.rules.cooperative else person


def win_curve(review: Review) -> tuple[CurvePoint, ...]:
    """Return what was expected after each decision, up to what came of it if the game is over.

    The chance to win is that of ``chart_seat``. Where there was only one choice, or nothing to
    choose, it stays what it was.
    """
    game, seat = review.game, chart_seat(review.game)
    points = [
        CurvePoint(one.number, _chance_of(seat, one, one.win_chance, game), _score_of(one))
        for one in review.assessments
        if one.win_chance is not None
    ]
    result, last = game.result, len(game.turns)
    if result is not None:
        points = [point for point in points if point.number < last]
        is_draw = not game.rules.cooperative and not any(result.won)
        win = 0.5 if is_draw else float(result.won[seat])
        points.append(CurvePoint(last, win, _final_score(result)))
    return tuple(points)


def _score_of(one: Assessment) -> float:
    return 0.0 if one.chosen_estimate is None else one.chosen_estimate.score


def chart_uses_points(review: Review) -> bool:
    """Return whether the line shows points, since the win was nearly sure all the time."""
    judged = [one for one in review.assessments if one.estimates]
    is_sure = all(one.uses_points and one.chosen_estimate is not None for one in judged)
    result = review.game.result
    return bool(judged) and is_sure and (result is None or any(result.won))


def _chance_of(seat: Seat, one: Assessment, chance: float, game: Game) -> float:
    """Return the chance of a seat by that of the seat that chose."""
    return chance if game.rules.cooperative or one.seat is seat else 1 - chance


def costly_assessments(review: Review) -> tuple[Assessment, ...]:
    """Return the decisions that cost much, the costliest first."""
    found = [one for one in review.assessments if one.is_costly]
    return tuple(sorted(found, key=lambda one: (-one.cost.worth, one.number)))


def own_costly_assessments(review: Review) -> tuple[Assessment, ...]:
    """Return the costly decisions that a game's owners made each alone, the costliest first.

    Resignations are none of them.
    """
    seats = review.game.header.own_seats
    every = (one for one in costly_assessments(review) if one.chosen_estimate is not None)
    return tuple(one for one in every if getattr(one.chosen, "seat", None) in seats)


NEGLIGIBLE_COST = 0.01
"""A choice that costs less is as good as the best one: nothing is said of it."""

ACCURACY_DECAY = 5.0
"""A choice is accurate to 100 % x e^(-STEEPNESS x cost)."""


class MoveQuality(Enum):
    """How bad a choice was; the value is its mark."""

    GOOD = ""
    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


GRADE_THRESHOLDS = {
    MoveQuality.INACCURACY: 0.02,
    MoveQuality.MISTAKE: COSTLY,
    MoveQuality.BLUNDER: 0.15,
}
"""From which cost on a choice has a grade; a victory is worth 1."""


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """What a player chose in a game, or the team together where ``seat`` is None.

    ``choices`` counts those with an alternative, and ``as_expert`` those as good as the expert's.
    ``accuracy`` is the mean over them (0-1), None if there were none; ``points`` is the score that
    they cost on average, and ``costliest`` the one that cost most, if any cost something.
    """

    seat: Seat | None
    choices: int
    as_expert: int
    inaccuracies: int
    mistakes: int
    blunders: int
    accuracy: float | None
    points: float
    costliest: Assessment | None


def move_quality(one: Assessment) -> MoveQuality:
    """Return the grade of a choice by what it cost at least, which is the milder one in doubt."""
    cost = one.cost_lower_bound
    reached = [grade for grade, limit in GRADE_THRESHOLDS.items() if cost >= limit]
    return reached[-1] if reached else MoveQuality.GOOD


def accuracy_from_cost(cost: float) -> float:
    """Return how accurate a choice of a cost is: 1 if it cost nothing, less the more it cost."""
    return exp(-ACCURACY_DECAY * max(0.0, cost))


def matches_expert(one: Assessment) -> bool:
    """Return whether a choice was the expert's, or as good."""
    return one.chosen == one.best or one.cost.worth < NEGLIGIBLE_COST


def player_summaries(review: Review) -> tuple[PlayerSummary, ...]:
    """Return what each player chose, and the team if it chose anything together."""
    by_seat: dict[Seat | None, list[Assessment]] = {Seat.P1: [], Seat.P2: [], None: []}
    for one in review.assessments:
        if one.estimates:
            by_seat[getattr(one.chosen, "seat", None)].append(one)
    if not by_seat[None]:
        del by_seat[None]
    return tuple(_player_summary(seat, ones) for seat, ones in by_seat.items())


def _player_summary(seat: Seat | None, ones: Iterable[Assessment]) -> PlayerSummary:
    every = list(ones)
    grades = [move_quality(one) for one in every]
    costliest = max(every, key=lambda one: (one.cost.worth, -one.number), default=None)
    return PlayerSummary(
        seat,
        choices=len(every),
        as_expert=sum(map(matches_expert, every)),
        inaccuracies=grades.count(MoveQuality.INACCURACY),
        mistakes=grades.count(MoveQuality.MISTAKE),
        blunders=grades.count(MoveQuality.BLUNDER),
        accuracy=fmean(accuracy_from_cost(one.cost.worth) for one in every) if every else None,
        points=fsum(max(0.0, one.cost.score) for one in every),
        costliest=costliest
        if costliest is not None and costliest.cost.worth >= NEGLIGIBLE_COST
        else None,
    )


def point_value(review: Review) -> float:
    """Return what a point of score is worth in a review, compared with a victory; 0 for nothing."""
    return max((each.POINT for one in review.assessments for each in one.estimates), default=0.0)


def points_below_par(review: Review) -> int | None:
    """Return how many points fewer than the experts the players scored on the same deals.

    None without the experts' game, or before the end; a defeat scores 0.
    """
    if review.par is None or review.par.result is None or review.game.result is None:
        return None
    return _final_score(review.par.result) - _final_score(review.game.result)


def _final_score(result: Result) -> int:
    return max(result.points) if any(result.won) else 0


FULL_HELP, AIM_ONLY, NO_HELP = 2, 1, 0
"""How much is said: what matters and an aim before each choice, the aim only, or nothing."""
GOOD_CHOICES_TO_FADE = 3
"""How many good choices in a row there must be before less is said."""
_POOR_COST = 0.04
"""A choice that costs a larger share of the chance to win is explained."""
_RISK_TOLERANCE = 0.15
"""A choice after which the path is overrun so much more often, now or later, is not equal."""


class TutorGrade(Enum):
    """How good a choice was, by the adviser's thought."""

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
    """How much ``help`` is given, and how the choices went: those that really differed.

    ``right`` is the number of good ones in a row since the help was changed.
    """

    help_amount: int = FULL_HELP
    good_in_a_row: int = 0
    good: int = 0
    poor: int = 0

    def after(self, grade: TutorGrade) -> TutorState:
        """Step back after several good choices in a row, and forward after a poor one."""
        match grade:
            case TutorGrade.BEST | TutorGrade.AS_GOOD:
                steps_back = (
                    self.help_amount > NO_HELP and self.good_in_a_row + 1 == GOOD_CHOICES_TO_FADE
                )
                if steps_back:
                    return replace(
                        self, help_amount=self.help_amount - 1, good_in_a_row=0, good=self.good + 1
                    )
                return replace(self, good_in_a_row=self.good_in_a_row + 1, good=self.good + 1)
            case TutorGrade.POOR:
                return replace(
                    self,
                    help_amount=min(self.help_amount + 1, FULL_HELP),
                    good_in_a_row=0,
                    poor=self.poor + 1,
                )
            case TutorGrade.FAIR:
                return replace(self, good_in_a_row=0)
            case _:
                return self


INITIAL_TUTOR_STATE = TutorState()
"""How a round begins."""


def tutor_grade(choice: Any, thought: Thought, choices: int) -> TutorGrade:
    """Return how good a choice was among a number of ``choices``."""
    if choices == 1:
        return TutorGrade.FORCED
    worths = _worths(thought)
    if choice not in worths or thought.action not in worths:
        return TutorGrade.UNKNOWN
    if all_equivalent(thought):
        return TutorGrade.ALL_EQUAL
    cost = worths[thought.action] - worths[choice]
    if choice == thought.action:
        return TutorGrade.BEST
    if cost < NEGLIGIBLE_COST and not _is_riskier(choice, thought):
        return TutorGrade.AS_GOOD
    return TutorGrade.FAIR if cost <= _POOR_COST else TutorGrade.POOR


def inferior_choices(choice: Any, thought: Thought) -> list[Any]:
    """Return the choices that would have been poor beside another one, the best of them first."""
    worths = _worths(thought)
    poor = [one for one in worths if worths[choice] - worths[one] > _POOR_COST]
    return sorted(
        filter(partial(is_significantly_worse, thought), poor), key=lambda one: -worths[one]
    )


def is_significantly_worse(thought: Thought, choice: Any) -> bool:
    """Return whether a choice is behind the best one by more than the standard error of that."""
    worths = _worths(thought)
    error: float = dict(zip(worths, thought.errors, strict=False)).get(choice, 0.0)
    return worths[thought.action] - worths[choice] > error


def all_equivalent(thought: Thought) -> bool:
    """Return whether it hardly matters what is chosen."""
    worths = _worths(thought)
    if any(_is_riskier(choice, thought) for choice in worths):
        return False
    return not worths or max(worths.values()) - min(worths.values()) <= _POOR_COST


def _is_riskier(choice: Any, thought: Thought) -> bool:
    """Return whether the path is overrun clearly more often after a choice than after the best."""
    risks = {one.action: _risk_of(one) for one in thought.search_estimates}
    return risks[choice] - risks.get(thought.action, 0.0) >= _RISK_TOLERANCE


def _risk_of(one: Any) -> float:
    """Return how often the path is overrun, in this trick or later; 0 where there is no path."""
    return float(getattr(one, "overrun", 0.0) + getattr(one, "later", 0.0))


def _worths(thought: Thought) -> dict[Any, float]:
    return {one.action: one.worth for one in thought.search_estimates}
