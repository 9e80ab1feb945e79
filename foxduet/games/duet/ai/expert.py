"""The expert's search, and what its figures mean in games that are really played.

Rollouts are weaker than partners, so the share of them that is won says too little. How much, by
level, partner and stage of the game, is in ``chances.toml``: games of steady, as which a person
counts, with each kind of partner. ``python -m tests.tools.fit_chances`` fits it again.
"""

from __future__ import annotations

import tomllib
from collections import Counter
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
from foxduet.core.lazy_dataclass import dataclass, field, field_values, replace
from foxduet.core.registry import packaged_text
from foxduet.games.duet.ai import candidates
from foxduet.games.duet.ai.belief import enumerate_worlds, sample_worlds
from foxduet.games.duet.ai.evaluator import POINT
from foxduet.games.duet.ai.rollout import CARDS
from foxduet.games.duet.ai.steady import plain_worths
from foxduet.games.duet.rules.cards import LEVELS
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, Action, Choice

DEFAULT_WORLDS, ADVICE_WORLDS = 650, 500
"""How many worlds a partner looks at, and an adviser, who follows every choice in all of them."""

# How many trials all choices but the best one may take until the number of worlds has doubled; more
# where more worlds are asked for.
_TRIALS = 420

# A difference in worth that no player can feel: the simpler of two such choices is chosen.
_TIE_MARGIN = 0.003


@dataclass(frozen=True, slots=True)
class DuetEstimate(partner.ActionValue):
    """An estimate, with the shares of worlds (0-1) in which the trick under way ends in some way.

    The seat that chooses wins it (``taken``), it ends with a gem collected (``gem``), it overruns
    the path (``overrun``), it leaves the fox so close to an end that the next step could be one
    too many (``edge``), or where a gem is in reach (``reach``); all are 0 between rounds. In the
    rest of the round, or in the next one, ``found`` gems are found on average, and the path is
    overrun in a share of worlds (``later``), at the end of p1 or of p2. After the trick gems lie on
    ``near`` spaces within three steps of the fox, which is ``to_end`` steps from the nearer end;
    the seat that chooses holds that number of ``trumps``, and its partner ``partner_trumps``: all
    on average. For each space, from 1, ``on_spaces`` has the share of worlds in which gems are
    found there until the round ends.
    """

    POINT: ClassVar[float] = POINT

    taken: float
    gem: float
    overrun: float
    edge: float = 0.0
    reach: float = 0.0
    later: float = 0.0
    off_p1: float = 0.0
    off_p2: float = 0.0
    found: float = field(default=0.0, metadata=partner.NO_SHARE)
    near: float = field(default=0.0, metadata=partner.NO_SHARE)
    to_end: float = field(default=0.0, metadata=partner.NO_SHARE)
    trumps: float = field(default=0.0, metadata=partner.NO_SHARE)
    partner_trumps: float = field(default=0.0, metadata=partner.NO_SHARE)
    on_spaces: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class DuetDoubleDummy(partner.DoubleDummyValue):
    """Hindsight, with the shares of the orders in which the rule may draw cards (0-1).

    In these the trick finds a gem (``gem``) or overruns the path (``overrun``); ``space`` is
    where the gem would lie, None without one. Only the outcome knows the hands: whoever acts,
    acts on what its seat can see.
    """

    gem: float
    overrun: float
    space: int | None


def expert(
    worlds: int, expected: candidates.Expectations, first_look: int = FIRST_COMPARISON
) -> partner.Partner:
    """Return the expert that looks at a number of ``worlds`` for a decision.

    ``expected`` is what it expects of the rest of a round. Choices that are behind at
    ``first_look`` or later are dropped: their figures are rough.
    """
    return partial(_choose, most=worlds, expected=expected, first_look=first_look)


def _choose(
    observation: Observation,
    rng: Random,
    stop: partner.Stop = partner.never_stop,
    *,
    most: int,
    expected: candidates.Expectations,
    first_look: int,
) -> partner.Thought:
    if len(observation.choices) == 1:
        return partner.Thought(observation.choices[0])
    field = _make_candidate_set(observation, rng, most, expected)
    trials = _TRIALS * max(1.0, most / DEFAULT_WORLDS)
    return field.thought(field.search(stop, first_look, trials))


# By how many standard errors a review is sure of a grade, and the fewest worlds in which it looks
# at what may be costly, since its reasons compare shares of them. In the end it looks at so many
# times the worlds where it is near the limit of a mistake, or of a blunder.
_ERRORS, _MIN_REASON_WORLDS, _LIMIT_FACTOR = 1.0, 300, 5


def reviewer(worlds: int, expected: candidates.Expectations) -> partner.Reviewer:
    """Return the expert that judges a choice that was made, in up to a number of worlds.

    Where a mistake is near the limit of its grade, these may be five times as many.
    """
    return partial(_judge, worlds=worlds, expected=expected)


def _judge(
    observation: Observation,
    rng: Random,
    question: partner.ReviewQuery,
    *,
    worlds: int,
    expected: candidates.Expectations,
) -> partner.Thought:
    choices = observation.choices
    if len(choices) == 1:
        return partner.Thought(choices[0])
    field = _make_candidate_set(observation, rng, _LIMIT_FACTOR * worlds, expected)
    if field.are_all_worlds:
        return field.thought(field.search(partner.never_stop, NO_LIMIT))
    chosen = choices.index(question.chosen) if question.chosen in choices else None
    rule = StoppingRule(
        lambda result: (*field.leaders(result), chosen),
        lambda result: question.worths(field.estimates(result)),
        question.limits,
        _ERRORS,
        question.costly,
        _MIN_REASON_WORLDS,
        worlds,
    )
    return field.thought(
        successive_elimination(field.attempts, field.worlds, rule, question.max_worlds)
    )


def _on_spaces(tally: ArmStatistics) -> tuple[float, ...]:
    places: Counter[int] = Counter()
    for seen, count in tally.seen.items():
        places[int(seen[candidates.PLACES])] += count
    return tuple(
        sum(count for found, count in places.items() if found >> space & 1) / tally.worlds
        for space in range(max(places).bit_length())
    )


@dataclass(frozen=True, slots=True)
class CandidateSet:
    """What is compared at a decision: candidates, the places of their choices, and the worlds.

    ``steady_worths`` are what the steady partner thinks of each choice.
    """

    choices: Sequence[Action]
    places: Sequence[int]
    attempts: Sequence[Callable[[Any], RolloutOutcome]]
    worlds: Iterable[Any]
    steady_worths: Sequence[float]
    are_all_worlds: bool = False

    def search(self, stop: partner.Stop, first_look: int, trials: float = inf) -> SearchResult:
        """Compare them as partners do."""
        if not self.are_all_worlds:
            return search(self.attempts, self.worlds, stop, first_look, trials)
        # The figures of all choices must be exact; where no Gift is left, worlds come repeatedly.
        attempts = [cache(attempt) for attempt in self.attempts]
        result = search(attempts, self.worlds, stop, NO_LIMIT)
        return replace(result, exact=not result.cut_short)

    def leaders(self, result: SearchResult) -> tuple[list[int], int]:
        """Return the candidate that stands for each choice, and the best choice."""
        of_choices = best_per_choice(self.places, result.arms)
        tallies = [result.arms[at] for at in of_choices]
        return of_choices, _prefer_simple(self.steady_worths, result, tallies)

    def estimates(self, result: SearchResult) -> tuple[DuetEstimate, ...]:
        """Return the estimate of each choice."""
        of_choices, _best = self.leaders(result)
        return tuple(
            _estimate(choice, result.arms[at])
            for choice, at in zip(self.choices, of_choices, strict=True)
        )

    def thought(self, result: SearchResult) -> partner.Thought:
        """Return what came of it."""
        of_choices, best = self.leaders(result)
        tallies = [result.arms[at] for at in of_choices]
        errors = (
            []
            if result.exact
            else [paired_mean_difference(tallies[best], one)[1] for one in tallies]
        )
        tried = tuple(one.worlds for one in tallies)
        return partner.Thought(
            self.choices[best],
            self.estimates(result),
            result.worlds,
            result.cut_short,
            errors=tuple(errors),
            tried=tried if min(tried) < result.worlds else (),
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
        edge=tally.observed_rate(candidates.EDGE),
        reach=tally.observed_rate(candidates.REACH),
        later=tally.observed_rate(candidates.LATER),
        off_p1=tally.observed_rate(candidates.OVERRUN_P1),
        off_p2=tally.observed_rate(candidates.OVERRUN_P2),
        found=tally.mean_observed(candidates.GEM_SPACES),
        near=tally.mean_observed(candidates.NEAR),
        to_end=tally.mean_observed(candidates.DISTANCE_TO_END),
        trumps=tally.mean_observed(candidates.TRUMPS),
        partner_trumps=tally.mean_observed(candidates.PARTNER_TRUMPS),
        on_spaces=_on_spaces(tally),
    )


def _make_candidate_set(
    observation: Observation, rng: Random, most: int, expected: candidates.Expectations
) -> CandidateSet:
    choices, pending = observation.choices, observation.table.pending
    likings = plain_worths(observation)
    if pending is not None and pending.choice is Choice.FOREST:
        deals = (
            candidates.NextDeal(rng.sample(range(CARDS), CARDS), rng.randbytes(TRICKS))
            for _ in range(most)
        )
        at_ends = candidates.end_trials(observation, expected)
        return CandidateSet(choices, range(len(choices)), at_ends, deals, likings)
    places, attempts = candidates.trick_rollouts(observation, expected)
    every = enumerate_worlds(observation, rng, most)
    if every is not None:
        return CandidateSet(choices, places, attempts, every, likings, are_all_worlds=True)
    worlds = sample_worlds(observation, rng, most)
    return CandidateSet(choices, places, attempts, worlds, likings)


def best_per_choice(places: Sequence[int], tallies: Sequence[ArmStatistics]) -> list[int]:
    """Return for each choice the best of its candidates, by their places.

    One that was followed further comes before those that were dropped, however well they began.
    """
    return [
        max(
            (at for at, place in enumerate(places) if place == choice),
            key=lambda at: (tallies[at].worlds, tallies[at].mean),
        )
        for choice in range(places[-1] + 1)
    ]


def _prefer_simple(
    likings: Sequence[float], result: SearchResult, tallies: Sequence[ArmStatistics]
) -> int:
    """Return the best choice; among those as good, what the steady partner likes most.

    Choices that were dropped are out, however well they began.
    """
    live = [choice for choice, one in enumerate(tallies) if one.worlds == result.worlds]
    highest = max(tallies[choice].mean for choice in live)
    near = [choice for choice in live if tallies[choice].mean >= highest - _TIE_MARGIN]
    return max(near, key=likings.__getitem__)


CHANCES_FILE = "chances.toml"
_ENDS = ("start", "end")
_FIGURES = 4
# With 99 % of rollouts won, their score counts 85 %; with 90 % it counts 19 %.
_SETTLED = 16
_RAREST = 1e-6


@dataclass(frozen=True, slots=True)
class Curve:
    """How figures are calibrated at a stage of the game.

    The logit of the chance is ``intercept`` + ``slope`` x the logit of the share of rollouts won;
    the score is ``won`` x that chance + ``scored`` x the mean score of the rollouts, and more and
    more that mean score itself the nearer the share comes to all of them.
    """

    intercept: float
    slope: float
    won: float
    scored: float

    def win(self, share: float) -> float:
        """Return the chance to win where a share of rollouts is won; none or all is certain."""
        if not 0 < share < 1:
            return float(share >= 1)
        within = max(_RAREST, min(1 - _RAREST, share))
        logit = log(within / (1 - within))
        return 1 / (1 + exp(-self.intercept - self.slope * logit))

    def score(self, share: float, points: float) -> float:
        """Return the mean score, a defeat counting 0, where the rollouts score so much."""
        settled = rollout_weight(share)
        expected = self.won * self.win(share) + self.scored * points
        return settled * points + (1 - settled) * expected


def rollout_weight(share: float) -> float:
    """Return how far (0-1) the score is that of the rollouts, of which a share is won."""
    return share**_SETTLED


def curve_for(level: int, kind: str, round_number: int, tricks: int) -> Curve:
    """Return the curve with a kind of partner after a number of tricks of a round.

    Where the forest closes in, the rollouts play the next round: their shares mean the same as at
    its start.
    """
    if tricks == TRICKS and round_number < ROUNDS:
        round_number, tricks = round_number + 1, 0
    start, end = _curves()[_name(level, kind, round_number)]
    part = tricks / TRICKS
    pairs = zip(field_values(start), field_values(end), strict=True)
    return Curve(*((1 - part) * first + part * last for first, last in pairs))


def parse_curves(text: str) -> Mapping[str, tuple[Curve, Curve]]:
    """Return the curves at the start and the end of each round, for each level and partner.

    Raises ValueError if anything is missing, unknown, no number, or would turn an order around.
    """
    tables = tomllib.loads(text)
    names = {
        _name(level, kind, number)
        for level in LEVELS
        for kind in partner.KINDS
        for number in range(1, ROUNDS + 1)
    }
    if tables.keys() != names:
        raise ValueError(f"there is too much or too little: {sorted(tables.keys() ^ names)}")
    return {name: _parse_curve_pair(name, table) for name, table in tables.items()}


def calibration_for(observation: Observation, names: Sequence[str | None]) -> partner.Calibration:
    """Return how figures are calibrated from what a seat sees, by the names at both ends."""
    table = observation.table
    kind = partner.partner_kind(names)
    curve = curve_for(table.setup.level, kind, table.round, table.tricks_done)
    return partial(_calibrate, curve)


def _calibrate(curve: Curve, one: partner.FiguresT) -> partner.FiguresT:
    match one:
        case DuetEstimate():
            return replace(one, win=curve.win(one.win), score=curve.score(one.win, one.score))
        case DuetDoubleDummy():
            return replace(one, win=curve.win(one.win))
        case _:
            raise AssertionError("these are the figures of another game")


@cache
def _curves() -> Mapping[str, tuple[Curve, Curve]]:
    return parse_curves(packaged_text(__package__, CHANCES_FILE))


def _name(level: int, kind: str, round_number: int) -> str:
    return f"level_{level}_{kind}_round_{round_number}"


def _parse_curve_pair(name: str, table: object) -> tuple[Curve, Curve]:
    if not isinstance(table, dict) or tuple(table) != _ENDS:
        raise ValueError(f"{name} has other keys than {' and '.join(_ENDS)}")
    start, end = (_curve(name, table[key]) for key in _ENDS)
    return start, end


def _curve(name: str, figures: object) -> Curve:
    if not isinstance(figures, list) or len(figures) != _FIGURES:
        raise ValueError(f"{name} needs {_FIGURES} numbers at each end")
    if not all(isinstance(one, float) and isfinite(one) for one in figures):
        raise ValueError(f"{name} has something else than numbers with a point")
    curve = Curve(*figures)
    if curve.slope <= 0 or min(curve.won, curve.scored) < 0:
        raise ValueError(f"{name} would turn the order of choices around")
    return curve
