"""The searching opponents: the expert, the adviser of people, and the yardstick.

Search: single-observer information set Monte Carlo tree search (Cowling, Powley and Whitehouse,
    "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4, 2012). The yardstick plays out at
    random as in the paper; the experts end iterations with a learned value.

Estimates assume equally good players. The calibration converts them for other opponents, by the
shares of matches that the better player wins; a person counts as steady.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import cycle, islice
from math import exp, fsum, hypot, inf, log, sqrt
from operator import sub
from typing import TYPE_CHECKING, TypeAlias

from foxduet.ai import partner
from foxduet.ai.partner import Thought
from foxduet.ai.search import (
    NO_LIMIT,
    ArmStatistics,
    RolloutOutcome,
    SearchResult,
    StoppingRule,
    Utility,
    paired_mean_difference,
    search,
    successive_elimination,
)
from foxduet.core.cards import card_in_action
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.games.classic.ai.belief import sample_positions
from foxduet.games.classic.ai.bit_position import BIT, KEEP, OVER, BitPosition, cards_in
from foxduet.games.classic.ai.evaluator import (
    ModelWeights,
    RoundEvaluator,
    match_equity,
    packaged_weights,
    packaged_win_chances,
)
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.state import TRICKS, Action, Table

if TYPE_CHECKING:
    from random import Random

    from foxduet.ai.partner import PartnerName

Evaluate: TypeAlias = Callable[[BitPosition], float]
"""Returns the worth of a position to the searching seat (0-1); may change the position."""


class Node:
    """A choice with its statistics.

    total: sum of the worths to the seat that makes the choice.
    mean, exploration_scale: ``total / visits`` and ``1 / sqrt(visits)``, cached for selection.
    tried_bits: bits of the children.
    """

    __slots__ = (
        *("availability", "bit", "children", "choice", "is_own", "mean", "exploration_scale"),
        *("total", "tried_bits", "visits"),
    )

    def __init__(self, choice: int, *, is_own: bool) -> None:
        self.choice = choice
        self.bit = BIT[choice]
        self.is_own = is_own
        self.availability = 1
        self.visits = 0
        self.total = 0.0
        self.mean = 0.0
        self.exploration_scale = 1.0
        self.tried_bits = 0
        self.children: list[Node] = []


class Tree:
    """The search tree of ``seat``; ``evaluate`` values the position at the end of an iteration."""

    def __init__(self, seat: int, exploration: float, evaluate: Evaluate, rng: Random) -> None:
        self.root = Node(0, is_own=False)
        self._seat = seat
        self._exploration = exploration
        self._evaluate = evaluate
        self._random = rng.random
        # By n, the square root of log(n); a choice is available at most once in each iteration.
        self._sqrt_logs = [0.0, 0.0]

    def iterate(self, position: BitPosition) -> float:
        """Run an iteration from ``position``, which it changes; return the worth to the seat."""
        node, sqrt_logs, exploration = self.root, self._sqrt_logs, self._exploration
        sqrt_logs.append(sqrt(log(len(sqrt_logs))))
        path: list[Node] = []
        while position.due != OVER:
            legal = position.legal_choices()
            new_choices = legal & ~node.tried_bits
            if new_choices:
                for child in node.children:
                    if legal & child.bit:
                        child.availability += 1
                choices = cards_in(new_choices)
                choice = choices[int(self._random() * len(choices))]
                leaf = Node(choice, is_own=position.seat == self._seat)
                node.children.append(leaf)
                node.tried_bits |= leaf.bit
                path.append(leaf)
                position.do(choice)
                break
            highest = -inf
            for child in node.children:
                if legal & child.bit:
                    availability = child.availability = child.availability + 1
                    bound = (
                        child.mean + exploration * child.exploration_scale * sqrt_logs[availability]
                    )
                    if bound > highest:
                        highest, node = bound, child
            path.append(node)
            position.do(node.choice)
        worth = self._evaluate(position)
        for node in path:
            node.visits += 1
            node.total += worth if node.is_own else 1 - worth
            node.mean = node.total / node.visits
            node.exploration_scale = 1 / sqrt(node.visits)
        return worth

    def most_visited(self) -> Node:
        return max(self.root.children, key=lambda child: child.visits)

    def is_settled(self, iterations_left: int) -> bool:
        """True if no other choice can become the most visited in the iterations left."""
        visits = sorted([child.visits for child in self.root.children], reverse=True)
        return len(visits) == 1 or visits[0] - visits[1] > iterations_left


DEFAULT_ITERATIONS, DEFAULT_WORLDS = 4200, 200
_EXPLORATION, _YARDSTICK_EXPLORATION = 0.2, 0.7
# Number of iterations between two checks that another choice can still become the most visited.
_CHECK_INTERVAL = 32


@dataclass(frozen=True, slots=True)
class ClassicEstimate(partner.ActionValue):
    """An estimate of a choice.

    win: chance to win the match, with half of a draw.
    score: expected points of the seat in the rest of the round.
    """


@dataclass(frozen=True, slots=True)
class ClassicDoubleDummy(partner.DoubleDummyValue):
    """A double-dummy value.

    taken: share of playouts (0-1) in which the seat wins the trick.
    """

    taken: float


def action_number(choice: Action) -> int:
    """Return the number of ``choice`` in searches: the index of its card, or KEEP."""
    card = card_in_action(choice)
    return KEEP if card is None else int(card.index)


def ismcts_expert(iterations: int, weights: ModelWeights | None = None) -> partner.Partner:
    """Return the expert with a number of iterations, by default with the packaged weights.

    Iterations end at the start of a trick, with a learned value. The search stops early once no
    other choice can become the most visited.
    """

    def create_tree(observation: Observation, rng: Random) -> Tree:
        evaluator = RoundEvaluator(observation, weights or packaged_weights(), rng)
        return Tree(int(observation.seat), _EXPLORATION, evaluator.evaluate, rng)

    return partial(_choose, iterations=iterations, create=create_tree, interval=_CHECK_INTERVAL)


def ismcts(iterations: int) -> partner.Partner:
    """Return the yardstick: random playouts, evaluated by the match equity table."""

    def create_tree(observation: Observation, rng: Random) -> Tree:
        seat = int(observation.seat)
        rewards = match_equity(packaged_win_chances(), observation.table, observation.seat)
        random = rng.random

        def play_out(position: BitPosition) -> float:
            legal, do = position.legal_choices, position.do
            while position.due != OVER:
                choices = cards_in(legal())
                do(choices[int(random() * len(choices))])
            return rewards[position.gains[seat]][position.gains[1 - seat]]

        return Tree(seat, _YARDSTICK_EXPLORATION, play_out, rng)

    return partial(_choose, iterations=iterations, create=create_tree, interval=iterations + 1)


def _choose(
    observation: Observation,
    rng: Random,
    stop: partner.Stop = partner.never_stop,
    *,
    iterations: int,
    create: Callable[[Observation, Random], Tree],
    interval: int,
) -> Thought:
    if len(observation.choices) == 1:
        return Thought(observation.choices[0])
    tree = create(observation, rng)
    worlds, is_stopped = 0, False
    for position in islice(sample_positions(observation, rng), iterations):
        tree.iterate(position)
        worlds += 1
        is_stopped = stop()
        if is_stopped or (not worlds % interval and tree.is_settled(iterations - worlds)):
            break
    number = tree.most_visited().choice
    action = next(choice for choice in observation.choices if action_number(choice) == number)
    return Thought(action, worlds=worlds, cut_short=is_stopped and worlds < iterations)


# With fewer worlds, one larger tree for each choice errs less than two trees.
_MIN_TWO_TREE_WORLDS = 2000


def comparing_expert(worlds: int) -> partner.Partner:
    """Return the expert that advises people: it tries all choices in the same worlds.

    Each choice has one or two trees of its own.
    """
    return partial(_compare, worlds=worlds)


def _compare(
    observation: Observation, rng: Random, stop: partner.Stop = partner.never_stop, *, worlds: int
) -> Thought:
    choices = observation.choices
    if len(choices) == 1:
        return Thought(choices[0])
    evaluator, trees = _make_evaluator(observation, rng), 1 if worlds < _MIN_TWO_TREE_WORLDS else 2
    trials = [_Trials(choice, observation, evaluator, rng, trees) for choice in choices]
    result = search(trials, islice(sample_positions(observation, rng), worlds), stop, NO_LIMIT)
    return replace(_conclude(choices, evaluator, result), cut_short=result.cut_short)


@dataclass(frozen=True, slots=True)
class _ComparisonPlan:
    """Effort of a comparison of choices.

    trees: number of trees for each choice.
    errors: number of standard errors that make a grade sure.
    min_worlds: number of worlds before a choice that may be costly is settled.
    worlds: maximum number of worlds.
    """

    trees: int
    errors: float
    min_worlds: int
    worlds: int


_MIN_FIRST_WORLDS = 300


def reviewer(worlds: int, _opposite: PartnerName | None = None) -> partner.Reviewer:
    """Return the expert that judges a choice made, in up to ``worlds`` worlds.

    If the choice may be costly, it compares again, in up to five times as many.
    """
    return partial(_judge, worlds=worlds)


def _judge(
    observation: Observation, rng: Random, query: partner.ReviewQuery, *, worlds: int
) -> Thought:
    choices, chosen = observation.choices, query.chosen
    if len(choices) == 1:
        return Thought(choices[0])
    evaluator = _make_evaluator(observation, rng)

    def compare(
        plan: _ComparisonPlan, actions: Sequence[Action], limits: Sequence[float]
    ) -> SearchResult:
        trials = [_Trials(action, observation, evaluator, rng, plan.trees) for action in actions]
        index = actions.index(chosen) if chosen in actions else None
        rule = StoppingRule(
            lambda result: (range(len(actions)), _find_best(evaluator, result), index),
            lambda result: query.worths(_make_estimates(actions, evaluator, result)),
            limits,
            plan.errors,
            query.costly_limit,
            plan.min_worlds,
            compare=tree_difference,
        )
        source = islice(sample_positions(observation, rng), plan.worlds)
        return successive_elimination(trials, source, rule, query.max_worlds)

    result = compare(_ComparisonPlan(1, 0.5, _MIN_FIRST_WORLDS, worlds), choices, query.limits)
    thought = _conclude(choices, evaluator, result)
    best_win = max(e.win for e in thought.estimates if e.action == thought.action)
    losses = [
        (estimate.action, best_win - estimate.win, error)
        for estimate, error in zip(thought.estimates, thought.errors, strict=True)
    ]
    may_be_costly = any(
        action == chosen and loss + error >= query.costly_limit for action, loss, error in losses
    )
    if not thought.settled or not may_be_costly:
        return thought
    if query.max_worlds < NO_LIMIT:
        return replace(thought, settled=False)
    rivals = [action for action, loss, error in losses if action == chosen or loss <= error]
    limits = [limit for limit in query.limits if limit >= query.costly_limit]
    second_result = compare(_ComparisonPlan(2, 1.0, 2 * worlds, 5 * worlds), rivals, limits)
    rival_arms = dict(zip(rivals, second_result.arms, strict=True))
    arms = [rival_arms.get(*pair) for pair in zip(choices, result.arms, strict=True)]
    return _conclude(choices, evaluator, replace(second_result, arms=arms))


def _make_evaluator(observation: Observation, rng: Random) -> RoundEvaluator:
    """Return an evaluator that caches the last prediction, since each position needs it twice."""
    weights = packaged_weights()
    return RoundEvaluator(observation, replace(weights, network=lru_cache(1)(weights.network)), rng)


class _Trials:
    """Tries one choice in sampled worlds; its trees take turns and keep growing."""

    def __init__(
        self,
        choice: Action,
        observation: Observation,
        evaluator: RoundEvaluator,
        rng: Random,
        trees: int,
    ) -> None:
        self._number = action_number(choice)
        self._seat = int(observation.seat)
        self._evaluator = evaluator
        forest = [Tree(self._seat, _EXPLORATION, evaluator.evaluate, rng) for _ in range(trees)]
        self._trees = cycle(forest)

    def __call__(self, world: BitPosition) -> RolloutOutcome:
        position = world.copy()
        position.do(self._number)
        worth = next(self._trees).iterate(position)
        points = self._evaluator.expected_points(position)
        return RolloutOutcome(Utility(worth, points, worth), ())


def _find_best(evaluator: RoundEvaluator, result: SearchResult) -> int:
    return max(result.survivors, key=lambda index: _win_chance(evaluator, result.arms[index]))


def _win_chance(evaluator: RoundEvaluator, arm: ArmStatistics) -> float:
    return evaluator.chance(arm.win / arm.worlds)


def _make_estimates(
    choices: Sequence[Action], evaluator: RoundEvaluator, result: SearchResult
) -> tuple[ClassicEstimate, ...]:
    return tuple(
        ClassicEstimate(choice, win=_win_chance(evaluator, arm), score=arm.score / arm.worlds)
        for choice, arm in zip(choices, result.arms, strict=True)
    )


def _conclude(
    choices: Sequence[Action], evaluator: RoundEvaluator, result: SearchResult
) -> Thought:
    best, span = _find_best(evaluator, result), evaluator.chance(1) - evaluator.chance(0)
    best_arm = result.arms[best]
    world_counts = tuple(arm.worlds for arm in result.arms)
    return Thought(
        choices[best],
        _make_estimates(choices, evaluator, result),
        result.worlds,
        errors=tuple(span * tree_difference(best_arm, arm)[1] for arm in result.arms),
        worlds_by_choice=world_counts if min(world_counts) < result.worlds else (),
        settled=result.settled,
    )


# Samples in a tree depend on earlier ones, so their spread understates the error. Searches of 125
# to 4,000 worlds were off by three to six times the error of independent samples.
_CORRELATION_FACTOR = 4.5


def tree_difference(arm: ArmStatistics, other_arm: ArmStatistics) -> tuple[float, float]:
    """Return the difference between two means of a tree search, and its standard error.

    The error combines the spread of the dependent samples with the gap between both halves, which
    are independent searches if each choice has two trees.
    """
    mean, error = paired_mean_difference(arm, other_arm)
    differences = [a - b for a, b in zip(arm.totals, other_arm.totals, strict=False)]
    halves = [fsum(half) / len(half) for half in (differences[::2], differences[1::2]) if half]
    return mean, hypot(_CORRELATION_FACTOR * error, (halves[0] - halves[-1]) / 2)


_WIN_RATES = {"novice": 0.195, "steady": 0.5, "expert": 0.962}
"""Share of matches to 21 that each kind wins against steady; see MEASUREMENTS.md."""

_TARGET, _ROUND_POINTS = 21, 5
"""Target of the matches, and the approximate points of a match's leader in a round."""

_STRENGTH_DECAY, _LOGIT_WEIGHT = 0.3, 0.85
"""Share of a lead in strength that is left at the end of a match, and weight of a chance's logit
between unequal players; fitted to matches of steady against novice and expert.
"""


def calibration_for(observation: Observation, names: Sequence[str | None]) -> partner.Calibration:
    """Return the calibration of a seat's figures, by the names of both players."""
    seats = observation.seat, observation.seat.other
    kind, rival = (partner.kind_of(names[seat]) for seat in seats)
    rounds = expected_rounds_left(observation.table)
    return lambda f: replace(f, win=win_chance_between(kind, rival, rounds, f.win))


def expected_rounds_left(table: Table) -> float:
    """Return the approximate number of rounds left, including the rest of the current round."""
    points: int = max(map(sub, table.points, table.round_points))
    rounds = max(1.0, (table.setup.target - points) / _ROUND_POINTS)
    return max(0.0, rounds - table.tricks_done / TRICKS)


def win_chance_between(kind: str, other_kind: str, rounds: float, win: float) -> float:
    """Convert the chance ``win`` between equals into a chance against ``other_kind``.

    The better player's lead grows with the ``rounds`` left, luck with their square root. Part of
    the lead remains in the last trick, since the search assumes equal players even there.
    """
    if kind == other_kind or not 0 < win < 1:
        return win
    scale = (1 - _STRENGTH_DECAY) * sqrt(rounds) + _STRENGTH_DECAY * sqrt(_TARGET / _ROUND_POINTS)
    lead = (_strength(kind) - _strength(other_kind)) * scale
    odds = exp(_LOGIT_WEIGHT * log(win / (1 - win)) + lead)
    return odds / (1 + odds)


def _strength(kind: str) -> float:
    win_rate = _WIN_RATES[kind]
    return log(win_rate / (1 - win_rate)) / sqrt(_TARGET / _ROUND_POINTS)
