"""The expert's search, and the calibration of its values to real games.

Seats in rollouts play worse than most partners, so the share of rollouts won is not the chance to
win. The curves that convert it, by level, partner and stage of the game, are in ``chances.toml``,
fitted to games of the steady partner (a person counts as steady) with each kind of partner:
``python -m tests.tools.fit_chances``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from math import exp, inf, isfinite, log
from random import Random
from typing import Any, ClassVar

from foxduet.ai import partner
from foxduet.ai.search import (
    FIRST_COMPARISON,
    NO_LIMIT,
    ArmStatistics,
    RolloutOutcome,
    SearchResult,
    StoppingRule,
    paired_mean_difference,
    search,
    successive_elimination,
)
from foxduet.core.lazy_dataclass import dataclass, field_values, replace
from foxduet.core.registry import read_resource
from foxduet.games.duet.ai import candidates
from foxduet.games.duet.ai.belief import enumerate_worlds, sample_worlds
from foxduet.games.duet.ai.evaluator import POINT
from foxduet.games.duet.ai.rollout import CARD_COUNT
from foxduet.games.duet.ai.steady import estimate_worths
from foxduet.games.duet.rules.cards import LEVELS
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, Action, Choice

DEFAULT_WORLDS, ADVICE_WORLDS = 650, 500
"""Number of worlds for a partner, and for an adviser, who tries every choice in all of them."""

# Trials that all candidates except the best may take together until the number of worlds
# doubles; scaled up if more than the default number of worlds is requested.
_MAX_RIVAL_TRIALS = 420

# No player can feel such a difference in worth, so the steady partner's favourite decides.
_TIE_MARGIN = 0.003


@dataclass(frozen=True, slots=True)
class DuetEstimate(partner.ActionValue):
    """An estimate with shares of worlds (0-1).

    taken, gem, overrun: the deciding seat wins the trick, it finds a gem, it overruns the path.
    later: the path is overrun in the rest of the round; between rounds, in the next one.
    """

    POINT: ClassVar[float] = POINT

    taken: float
    gem: float
    overrun: float
    later: float = 0.0


@dataclass(frozen=True, slots=True)
class DuetDoubleDummy(partner.DoubleDummyValue):
    """A double-dummy value with shares of the orders in which Gifts may draw cards (0-1).

    gem, overrun: the trick finds a gem, or overruns the path.
    space: where the trick finds a gem, most often; None if it never does.

    Only the outcome depends on the real hands: each seat acts on the cards that it can see.
    """

    gem: float
    overrun: float
    space: int | None


def expert(
    worlds: int, expectations: candidates.Expectations, first_look: int = FIRST_COMPARISON
) -> partner.Partner:
    """Return the expert that samples up to ``worlds`` worlds for a decision.

    ``expectations`` are its assumptions about the rest of a round. Choices that are behind after
    ``first_look`` worlds or later are dropped, so their figures are rough.
    """
    return partial(_choose, max_worlds=worlds, expectations=expectations, first_look=first_look)


def _choose(
    observation: Observation,
    rng: Random,
    stop: partner.Stop = partner.never_stop,
    *,
    max_worlds: int,
    expectations: candidates.Expectations,
    first_look: int,
) -> partner.Thought:
    if len(observation.choices) == 1:
        return partner.Thought(observation.choices[0])
    candidate_set = _make_candidate_set(observation, rng, max_worlds, expectations)
    max_trials = _MAX_RIVAL_TRIALS * max(1.0, max_worlds / DEFAULT_WORLDS)
    return candidate_set.thought(candidate_set.search(stop, first_look, max_trials))


# A grade is settled at this many standard errors. Costly choices need this many worlds, since their
# reasons compare shares of them. Near the limit of a grade, a multiple of the worlds is allowed.
_ERRORS, _MIN_REASON_WORLDS, _LIMIT_FACTOR = 1.0, 300, 5


def reviewer(worlds: int, expectations: candidates.Expectations) -> partner.Reviewer:
    """Return the expert that judges past choices in up to ``worlds`` worlds.

    Near the limit of a grade it samples up to five times as many.
    """
    return partial(_judge, worlds=worlds, expectations=expectations)


def _judge(
    observation: Observation,
    rng: Random,
    question: partner.ReviewQuery,
    *,
    worlds: int,
    expectations: candidates.Expectations,
) -> partner.Thought:
    choices = observation.choices
    if len(choices) == 1:
        return partner.Thought(choices[0])
    candidate_set = _make_candidate_set(observation, rng, _LIMIT_FACTOR * worlds, expectations)
    if candidate_set.has_all_worlds:
        return candidate_set.thought(candidate_set.search(partner.never_stop, NO_LIMIT))
    chosen_index = choices.index(question.chosen) if question.chosen in choices else None
    rule = StoppingRule(
        lambda result: (*candidate_set.leaders(result), chosen_index),
        lambda result: question.worths(candidate_set.estimates(result)),
        question.limits,
        _ERRORS,
        question.costly_limit,
        _MIN_REASON_WORLDS,
        worlds,
    )
    result = successive_elimination(
        candidate_set.attempts, candidate_set.worlds, rule, question.max_worlds
    )
    return candidate_set.thought(result)


@dataclass(frozen=True, slots=True)
class CandidateSet:
    """The candidates of a decision, and the worlds to compare them in.

    choice_indices: for each candidate, the index of its choice.
    attempts: for each candidate, a function that tries it in a world.
    steady_worths: for each choice, its worth to the steady partner.
    has_all_worlds: whether ``worlds`` are enumerated, not sampled.
    """

    choices: Sequence[Action]
    choice_indices: Sequence[int]
    attempts: Sequence[Callable[[Any], RolloutOutcome]]
    worlds: Iterable[Any]
    steady_worths: Sequence[float]
    has_all_worlds: bool = False

    def search(self, stop: partner.Stop, first_look: int, max_trials: float = inf) -> SearchResult:
        """Compare the candidates until ``stop``; exact if all possible worlds are tried."""
        if not self.has_all_worlds:
            return search(self.attempts, self.worlds, stop, first_look, max_trials)
        # The search drops no choice, so that all figures are exact. Without Gifts, worlds repeat.
        attempts = [cache(attempt) for attempt in self.attempts]
        result = search(attempts, self.worlds, stop, NO_LIMIT)
        return replace(result, exact=not result.cut_short)

    def leaders(self, result: SearchResult) -> tuple[list[int], int]:
        """Return the index of each choice's best candidate, and the index of the best choice.

        Among near ties, the best choice is the steady partner's favourite.
        """
        best_arms = best_per_choice(self.choice_indices, result.arms)
        tallies = [result.arms[index] for index in best_arms]
        # Dropped choices are out, however well they began.
        choices = [choice for choice, tally in enumerate(tallies) if tally.worlds == result.worlds]
        highest = max(tallies[choice].mean for choice in choices)
        ties = [choice for choice in choices if tallies[choice].mean >= highest - _TIE_MARGIN]
        return best_arms, max(ties, key=self.steady_worths.__getitem__)

    def estimates(self, result: SearchResult) -> tuple[DuetEstimate, ...]:
        """Return the estimate of each choice."""
        best_arms, _best = self.leaders(result)
        return tuple(
            _estimate(choice, result.arms[index])
            for choice, index in zip(self.choices, best_arms, strict=True)
        )

    def thought(self, result: SearchResult) -> partner.Thought:
        """Convert the result of a search to a thought."""
        best_arms, best_choice = self.leaders(result)
        tallies = [result.arms[index] for index in best_arms]
        errors = [paired_mean_difference(tallies[best_choice], tally)[1] for tally in tallies]
        world_counts = tuple(tally.worlds for tally in tallies)
        return partner.Thought(
            self.choices[best_choice],
            self.estimates(result),
            result.worlds,
            result.cut_short,
            errors=() if result.exact else tuple(errors),
            worlds_by_choice=world_counts if min(world_counts) < result.worlds else (),
            settled=result.settled,
        )


def _estimate(choice: Action, tally: ArmStatistics) -> DuetEstimate:
    return DuetEstimate(
        choice,
        win=tally.win / tally.worlds,
        score=tally.score / tally.worlds,
        taken=tally.observed_rate(candidates.TAKEN),
        gem=tally.observed_rate(candidates.GEM),
        overrun=tally.observed_rate(candidates.OVERRUN),
        later=tally.observed_rate(candidates.LATER),
    )


def _make_candidate_set(
    observation: Observation, rng: Random, max_worlds: int, expectations: candidates.Expectations
) -> CandidateSet:
    choices, pending = observation.choices, observation.table.pending
    steady_worths = estimate_worths(observation)
    if pending is not None and pending.choice is Choice.FOREST:
        deals = (
            candidates.NextDeal(rng.sample(range(CARD_COUNT), CARD_COUNT), rng.randbytes(TRICKS))
            for _ in range(max_worlds)
        )
        trials = candidates.end_trials(observation, expectations)
        return CandidateSet(choices, range(len(choices)), trials, deals, steady_worths)
    choice_indices, attempts = candidates.trick_rollouts(observation, expectations)
    all_worlds = enumerate_worlds(observation, rng, max_worlds)
    worlds = all_worlds or sample_worlds(observation, rng, max_worlds)
    has_all_worlds = all_worlds is not None
    return CandidateSet(choices, choice_indices, attempts, worlds, steady_worths, has_all_worlds)


def best_per_choice(choice_indices: Sequence[int], tallies: Sequence[ArmStatistics]) -> list[int]:
    """Return the index of each choice's best candidate.

    Candidates tried in more worlds come first, so dropped ones lose however well they began.
    """
    return [
        max(
            (arm for arm, index in enumerate(choice_indices) if index == choice),
            key=lambda arm: (tallies[arm].worlds, tallies[arm].mean),
        )
        for choice in range(choice_indices[-1] + 1)
    ]


CHANCES_FILE = "chances.toml"
_ENDS = ("start", "end")
_PARAMETER_COUNT = 4
# With 99 % of rollouts won, their score counts 85 %; with 90 % it counts 19 %.
_WEIGHT_EXPONENT = 16
_MIN_SHARE = 1e-6


@dataclass(frozen=True, slots=True)
class Curve:
    """The calibration of values at a stage of the game.

    The logit of the chance is ``intercept`` + ``slope`` x the logit of the share of rollouts won.
    The score is ``win_factor`` x that chance + ``score_factor`` x the mean score of the rollouts;
    it approaches that mean score itself as the share approaches 1.
    """

    intercept: float
    slope: float
    win_factor: float
    score_factor: float

    def win(self, share: float) -> float:
        """Return the chance to win for a share of rollouts won; a share of 0 or 1 is certain."""
        if not 0 < share < 1:
            return float(share >= 1)
        clamped_share = max(_MIN_SHARE, min(1 - _MIN_SHARE, share))
        logit = log(clamped_share / (1 - clamped_share))
        return 1 / (1 + exp(-self.intercept - self.slope * logit))

    def score(self, share: float, points: float) -> float:
        """Return the mean score (0 for defeats) for rollouts with a mean score of ``points``."""
        weight = rollout_weight(share)
        model_score = self.win_factor * self.win(share) + self.score_factor * points
        return weight * points + (1 - weight) * model_score


def rollout_weight(share: float) -> float:
    """Return the weight (0-1) of the rollouts' own mean score if they win this share."""
    return share**_WEIGHT_EXPONENT


def curve_for(level: int, kind: str, round_number: int, tricks: int) -> Curve:
    """Return the curve with a kind of partner after a number of ``tricks`` of a round.

    Between rounds the rollouts play the next round, so the curve is for its start.
    """
    if tricks == TRICKS and round_number < ROUNDS:
        round_number, tricks = round_number + 1, 0
    start, end = _curves()[_curve_key(level, kind, round_number)]
    progress = tricks / TRICKS
    pairs = zip(field_values(start), field_values(end), strict=True)
    return Curve(*((1 - progress) * a + progress * b for a, b in pairs))


def parse_curves(text: str) -> Mapping[str, tuple[Curve, Curve]]:
    """Parse the curves at the start and end of each round, for each level and partner.

    Raises ValueError if an entry is missing, unknown, not a number, or would reverse an order.
    """
    tables = tomllib.loads(text)
    names = {
        _curve_key(level, kind, number)
        for level in LEVELS
        for kind in partner.KINDS
        for number in range(1, ROUNDS + 1)
    }
    if tables.keys() != names:
        raise ValueError(f"there is too much or too little: {sorted(tables.keys() ^ names)}")
    curves = {}
    for name, table in tables.items():
        if not isinstance(table, dict) or tuple(table) != _ENDS:
            raise ValueError(f"{name} has other keys than {' and '.join(_ENDS)}")
        start, end = (_parse_curve(name, table[key]) for key in _ENDS)
        curves[name] = start, end
    return curves


def calibration_for(observation: Observation, names: Sequence[str | None]) -> partner.Calibration:
    """Return the calibration for an observation; ``names`` are the partners', None for a person."""
    table = observation.table
    kind = partner.partner_kind(names)
    curve = curve_for(table.setup.level, kind, table.round, table.tricks_done)

    def convert(figures: partner.EstimateT) -> partner.EstimateT:
        win = curve.win(figures.win)
        if isinstance(figures, DuetEstimate):
            return replace(figures, win=win, score=curve.score(figures.win, figures.score))
        return replace(figures, win=win)

    return convert


@cache
def _curves() -> Mapping[str, tuple[Curve, Curve]]:
    return parse_curves(read_resource(__package__, CHANCES_FILE))


def _curve_key(level: int, kind: str, round_number: int) -> str:
    return f"level_{level}_{kind}_round_{round_number}"


def _parse_curve(name: str, figures: object) -> Curve:
    if not isinstance(figures, list) or len(figures) != _PARAMETER_COUNT:
        raise ValueError(f"{name} needs {_PARAMETER_COUNT} numbers at each end")
    if not all(isinstance(figure, float) and isfinite(figure) for figure in figures):
        raise ValueError(f"{name} has something else than numbers with a point")
    curve = Curve(*figures)
    if curve.slope <= 0 or min(curve.win_factor, curve.score_factor) < 0:
        raise ValueError(f"{name} would turn the order of choices around")
    return curve
