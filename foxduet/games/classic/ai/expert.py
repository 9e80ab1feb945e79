"""The opponents that search: the expert, the one that advises people, and the yardstick.

What they expect is true of equally good players. What it means between others follows from how
many matches the better one wins; a person counts as steady.

The yardstick is information set Monte Carlo tree search with one tree (Cowling, Powley,
Whitehouse 2012).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import cycle, islice
from math import exp, fsum, hypot, inf, log, sqrt
from operator import mul, sub
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
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.games.classic.ai.belief import sample_positions
from foxduet.games.classic.ai.bit_position import BIT, KEEP, OVER, BitPosition, cards_in
from foxduet.games.classic.ai.evaluator import (
    ModelWeights,
    Rewards,
    RoundEvaluator,
    match_equity,
    packaged_weights,
    packaged_win_chances,
)
from foxduet.games.classic.ai.network import ENDS
from foxduet.games.classic.rules.engine import Band, band_of, points_of
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.state import TRICKS, Action, Table

if TYPE_CHECKING:
    from random import Random

    from foxduet.ai.partner import PartnerName

Evaluate: TypeAlias = Callable[[BitPosition], float]
"""Returns what a position is worth to the seat that searches (0-1); it may change the position."""


class Node:
    """A choice, with what came of it; ``total`` is what it was worth to the seat that makes it.

    ``mean`` and ``exploration_scale``, one over the root of ``visits``, are worked out once for each
    visit, since choosing looks at them much more often. ``tried`` has the bits of the children.
    """

    __slots__ = (
        *("available", "bit", "children", "choice", "is_own", "mean", "exploration_scale"),
        *("total", "tried", "visits"),
    )

    def __init__(self, choice: int, *, is_own: bool) -> None:
        self.choice = choice
        self.bit = BIT[choice]
        self.is_own = is_own
        self.available = 1
        self.visits = 0
        self.total = 0.0
        self.mean = 0.0
        self.exploration_scale = 1.0
        self.tried = 0
        self.children: list[Node] = []


class Tree:
    """The tree of a search for ``seat``, which judges where an iteration ends with ``evaluate``."""

    def __init__(self, seat: int, exploration: float, evaluate: Evaluate, rng: Random) -> None:
        self.root = Node(0, is_own=False)
        self._seat = seat
        self._exploration = exploration
        self._evaluate = evaluate
        self._rng = rng
        # The roots of the logarithms of 1, 2, …: a choice is available in each iteration at most.
        self._roots = [0.0, 0.0]

    def iterate(self, position: BitPosition) -> float:
        """Do one iteration from ``position``, which is changed; return its worth to the seat."""
        node, roots, exploration = self.root, self._roots, self._exploration
        roots.append(sqrt(log(len(roots))))
        path: list[Node] = []
        while position.due != OVER:
            legal = position.legal()
            untried = legal & ~node.tried
            if untried:
                for child in node.children:
                    if legal & child.bit:
                        child.available += 1
                node = self._expand(node, untried, is_own=position.seat == self._seat)
                path.append(node)
                position.do(node.choice)
                break
            highest = -inf
            for child in node.children:
                if legal & child.bit:
                    available = child.available = child.available + 1
                    bound = child.mean + exploration * child.exploration_scale * roots[available]
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

    def _expand(self, node: Node, untried: int, *, is_own: bool) -> Node:
        choices = cards_in(untried)
        child = Node(choices[int(self._rng.random() * len(choices))], is_own=is_own)
        node.children.append(child)
        node.tried |= child.bit
        return child

    def most_visited(self) -> Node:
        """Return the choice that was followed most often."""
        return max(self.root.children, key=lambda child: child.visits)

    def is_settled(self, left: int) -> bool:
        """Return whether no choice can become the most visited in the iterations ``left``."""
        visits = sorted([child.visits for child in self.root.children], reverse=True)
        return len(visits) == 1 or visits[0] - visits[1] > left


DEFAULT_ITERATIONS, DEFAULT_WORLDS = 4200, 200
_EXPLORATION, _YARDSTICK_EXPLORATION = 0.2, 0.7
# How often it is looked at whether the most visited choice can still be overtaken.
_COMPARISON_INTERVAL = 32


@dataclass(frozen=True, slots=True)
class ClassicEstimate(partner.ActionValue):
    """An estimate; ``win`` is the chance to win the match, half a draw included.

    ``score`` is the mean of the points that the seat still scores in this round, ``treasures`` what
    it scores of them for Treasures, and ``taken`` the share of worlds (0-1) in which it wins the
    trick under way. ``humble``, ``victorious`` and ``greedy`` are how likely (0-1) it ends the
    round in such a band.
    """

    taken: float
    humble: float = 0.0
    victorious: float = 0.0
    greedy: float = 0.0
    treasures: float = field(default=0.0, metadata=partner.NO_SHARE)


@dataclass(frozen=True, slots=True)
class ClassicDoubleDummy(partner.DoubleDummyValue):
    """Hindsight, with the share of the ways to play (0-1) in which the seat wins the trick."""

    taken: float


def action_number(choice: Action) -> int:
    """Return the number that searches have for ``choice``: that of its card, or KEEP."""
    card = card_in_action(choice)
    return KEEP if card is None else int(card.index)


_TreeFactory: TypeAlias = Callable[[Observation, "Random"], Tree]
"""Returns the tree to grow for an observation."""


def ismcts_expert(iterations: int, knowledge: ModelWeights | None = None) -> partner.Partner:
    """Return the expert of a number of iterations, by default with what it learned.

    Its iterations end where a trick begins, by a learned value. It ends sooner once no other
    choice could become the most visited one.
    """

    def growing(observation: Observation, rng: Random) -> Tree:
        judge = RoundEvaluator(observation, knowledge or packaged_weights(), rng)
        return Tree(int(observation.seat), _EXPLORATION, judge.evaluate, rng)

    return partial(
        _choose_by_visits, iterations=iterations, growing=growing, look=_COMPARISON_INTERVAL
    )


def ismcts(iterations: int) -> partner.Partner:
    """Return the yardstick: the search of the paper, random playouts judged by the match table."""
    return partial(
        _choose_by_visits, iterations=iterations, growing=_playout_tree, look=iterations + 1
    )


def _choose_by_visits(
    observation: Observation,
    rng: Random,
    stop: partner.Stop = partner.never_stop,
    *,
    iterations: int,
    growing: _TreeFactory,
    look: int,
) -> Thought:
    if len(observation.choices) == 1:
        return Thought(observation.choices[0])
    tree = growing(observation, rng)
    worlds, stopped = 0, False
    for position in islice(sample_positions(observation, rng), iterations):
        tree.iterate(position)
        worlds += 1
        stopped = stop()
        if stopped or (not worlds % look and tree.is_settled(iterations - worlds)):
            break
    number = tree.most_visited().choice
    action = next(choice for choice in observation.choices if action_number(choice) == number)
    return Thought(action, worlds=worlds, cut_short=stopped and worlds < iterations)


def _playout_tree(observation: Observation, rng: Random) -> Tree:
    seat = int(observation.seat)
    rewards = match_equity(packaged_win_chances(), observation.table, observation.seat)
    return Tree(seat, _YARDSTICK_EXPLORATION, _random_playout(rewards, seat, rng), rng)


def _random_playout(rewards: Rewards, seat: int, rng: Random) -> Evaluate:
    random = rng.random

    def play_out(position: BitPosition) -> float:
        legal, do = position.legal, position.do
        while position.due != OVER:
            choices = cards_in(legal())
            do(choices[int(random() * len(choices))])
        return rewards[position.gains[seat]][position.gains[1 - seat]]

    return play_out


# From so many worlds on each choice has two trees; below that, one that grows further errs less.
_TWO_CHOICE_WORLDS = 2000


def comparing_expert(worlds: int) -> partner.Partner:
    """Return the expert that advises people: it tries each choice in the same worlds.

    Each choice has a tree of its own, or two of them.
    """
    return partial(_compare, most=worlds)


def _compare(
    observation: Observation, rng: Random, stop: partner.Stop = partner.never_stop, *, most: int
) -> Thought:
    choices = observation.choices
    if len(choices) == 1:
        return Thought(choices[0])
    judge, trees = _evaluator(observation, rng), 1 if most < _TWO_CHOICE_WORLDS else 2
    trials = [_Trials(choice, observation, judge, rng, trees) for choice in choices]
    result = search(trials, islice(sample_positions(observation, rng), most), stop, NO_LIMIT)
    return replace(_thought(choices, judge, result), cut_short=result.cut_short)


@dataclass(frozen=True, slots=True)
class _ComparisonPlan:
    """A look at choices: with how many ``trees`` of each, until a grade is sure.

    It is sure by so many standard ``errors``, and ``enough`` worlds where it may be costly, of up
    to so many ``worlds``.
    """

    trees: int
    errors: float
    enough: int
    worlds: int


_MIN_FIRST_WORLDS = 300


def reviewer(worlds: int, _against: PartnerName | None = None) -> partner.Reviewer:
    """Return the expert that judges a choice that was made, in up to a number of worlds.

    Where it may be costly it looks again, in up to five times as many.
    """
    return partial(_judge, worlds=worlds)


def _judge(
    observation: Observation, rng: Random, question: partner.ReviewQuery, *, worlds: int
) -> Thought:
    choices, chosen = observation.choices, question.chosen
    if len(choices) == 1:
        return Thought(choices[0])
    judge = _evaluator(observation, rng)

    def result_of(
        look: _ComparisonPlan, some: Sequence[Action], limits: Sequence[float]
    ) -> SearchResult:
        trials = [_Trials(choice, observation, judge, rng, look.trees) for choice in some]
        at = some.index(chosen) if chosen in some else None
        rule = StoppingRule(
            lambda result: (range(len(some)), _best(judge, result), at),
            lambda result: question.worths(_estimates(some, judge, result)),
            limits,
            look.errors,
            question.costly,
            look.enough,
            compare=tree_difference,
        )
        source = islice(sample_positions(observation, rng), look.worlds)
        return successive_elimination(trials, source, rule, question.max_worlds)

    first = result_of(_ComparisonPlan(1, 0.5, _MIN_FIRST_WORLDS, worlds), choices, question.limits)
    thought = _thought(choices, judge, first)
    high = max(one.win for one in thought.estimates if one.action == thought.action)
    behind = [
        (one.action, high - one.win, error)
        for one, error in zip(thought.estimates, thought.errors, strict=True)
    ]
    may_be_costly = any(
        action == chosen and lost + error >= question.costly for action, lost, error in behind
    )
    if not thought.settled or not may_be_costly:
        return thought
    if question.max_worlds < NO_LIMIT:
        return replace(thought, settled=False)
    rivals = [action for action, lost, error in behind if action == chosen or lost <= error]
    limits = [limit for limit in question.limits if limit >= question.costly]
    second = result_of(_ComparisonPlan(2, 1.0, 2 * worlds, 5 * worlds), rivals, limits)
    again = dict(zip(rivals, second.arms, strict=True))
    tallies = [again.get(*known) for known in zip(choices, first.arms, strict=True)]
    return _thought(choices, judge, replace(second, arms=tallies))


def _evaluator(observation: Observation, rng: Random) -> RoundEvaluator:
    """Return what judges positions, of which each is told of twice: its worth, and its end."""
    known = packaged_weights()
    return RoundEvaluator(observation, replace(known, network=lru_cache(1)(known.network)), rng)


# The places of what is seen of a trial: whether it takes the trick, its points for Treasures, and
# then how likely it ends with each number of tricks.
TAKEN, TREASURES, _FIRST_END = range(3)


class _Trials:
    """Tries one choice in worlds, and learns from each what may follow it: its trees take turns."""

    def __init__(
        self,
        choice: Action,
        observation: Observation,
        judge: RoundEvaluator,
        rng: Random,
        trees: int,
    ) -> None:
        self._number = action_number(choice)
        self._seat = int(observation.seat)
        self._judge = judge
        grown = [Tree(self._seat, _EXPLORATION, judge.evaluate, rng) for _ in range(trees)]
        self._trees = cycle(grown)

    def __call__(self, world: BitPosition) -> RolloutOutcome:
        """Try the choice in a world."""
        position = world.copy()
        position.do(self._number)
        worth = next(self._trees).iterate(position)
        ends, treasures = self._judge.end_distribution(position)
        points = treasures + fsum(map(mul, map(points_of, ENDS), ends))
        is_taken = position.first_winner() == self._seat
        return RolloutOutcome(Utility(worth, points, worth), (is_taken, treasures, *ends))


def _best(judge: RoundEvaluator, result: SearchResult) -> int:
    return max(result.survivors, key=lambda at: _chance(judge, result.arms[at]))


def _chance(judge: RoundEvaluator, tally: ArmStatistics) -> float:
    return judge.chance(tally.win / tally.worlds)


def _estimates(
    choices: Sequence[Action], judge: RoundEvaluator, result: SearchResult
) -> tuple[ClassicEstimate, ...]:
    return tuple(
        _estimate(choice, judge, tally) for choice, tally in zip(choices, result.arms, strict=True)
    )


def _estimate(choice: Action, judge: RoundEvaluator, tally: ArmStatistics) -> ClassicEstimate:
    in_bands = dict.fromkeys(Band, 0.0)
    for at, tricks in enumerate(ENDS, _FIRST_END):
        in_bands[band_of(tricks)] += tally.mean_observed(at)
    return ClassicEstimate(
        choice,
        win=_chance(judge, tally),
        score=tally.score / tally.worlds,
        taken=tally.observed_rate(TAKEN),
        humble=min(in_bands[Band.HUMBLE], 1.0),
        victorious=min(in_bands[Band.VICTORIOUS], 1.0),
        greedy=min(in_bands[Band.GREEDY], 1.0),
        treasures=tally.mean_observed(TREASURES),
    )


def _thought(choices: Sequence[Action], judge: RoundEvaluator, result: SearchResult) -> Thought:
    best, span = _best(judge, result), judge.chance(1) - judge.chance(0)
    ahead = result.arms[best]
    tried = tuple(tally.worlds for tally in result.arms)
    return Thought(
        choices[best],
        _estimates(choices, judge, result),
        result.worlds,
        errors=tuple(span * tree_difference(ahead, tally)[1] for tally in result.arms),
        tried=tried if min(tried) < result.worlds else (),
        settled=result.settled,
    )


# What is tried in a tree depends on what was tried before: such samples say less of its error than
# they seem to. Searches of 125 to 4,000 worlds were off by three to six times what independent
# samples would be.
_CORRELATION_FACTOR = 4.5


def tree_difference(one: ArmStatistics, other: ArmStatistics) -> tuple[float, float]:
    """Return by how much one mean exceeds another, and the standard error of a tree search.

    It is that of its samples, as far as they depend on each other, and of two halves, which are
    independent searches where each has two trees.
    """
    mean, error = paired_mean_difference(one, other)
    apart = [a - b for a, b in zip(one.totals, other.totals, strict=False)]
    halves = [fsum(half) / len(half) for half in (apart[::2], apart[1::2]) if half]
    return mean, hypot(_CORRELATION_FACTOR * error, (halves[0] - halves[-1]) / 2)


_WIN_RATES = {"novice": 0.195, "steady": 0.5, "expert": 0.962}
"""The share of matches to 21 that each kind wins against steady; see MEASUREMENTS.md."""

_TARGET, _POINTS_OF_A_ROUND = 21, 5
"""That target, and about how many points the leader of a match scores in a round."""


_STRENGTH_DECAY, _DISPLAY_DECAY = 0.3, 0.85
"""The part of a lead in strength that is left at the end of a match, and how much the logit of a
chance says between unlike players; fitted to matches of steady against novice and expert."""


def calibration_for(observation: Observation, names: Sequence[str | None]) -> partner.Calibration:
    """Return how figures are calibrated from what a seat sees, by the names at both ends."""
    own, other = (
        partner.kind_of(names[seat]) for seat in (observation.seat, observation.seat.other)
    )
    return partial(
        _calibrate, partial(win_chance_between, own, other, expected_rounds_left(observation.table))
    )


def _calibrate(chance: Callable[[float], float], one: partner.FiguresT) -> partner.FiguresT:
    return replace(one, win=chance(one.win))


def expected_rounds_left(table: Table) -> float:
    """Return about how many rounds are to be played, the rest of the one under way included."""
    points: int = max(map(sub, table.points, table.scored))
    rounds = max(1.0, (table.setup.target - points) / _POINTS_OF_A_ROUND)
    return max(0.0, rounds - table.tricks_done / TRICKS)


def win_chance_between(own: str, other: str, left: float, win: float) -> float:
    """Return the chance to win against a kind of player that is ``win`` against an equal one.

    The better player's lead grows with the rounds that are ``left``, luck with their root. A part
    of it is left in the last trick, too, as the search takes both for equals there, and its chance
    says less where they are not.
    """
    if own == other or not 0 < win < 1:
        return win
    rounds = (1 - _STRENGTH_DECAY) * sqrt(left) + _STRENGTH_DECAY * sqrt(
        _TARGET / _POINTS_OF_A_ROUND
    )
    ahead = (_strength(own) - _strength(other)) * rounds
    odds = exp(_DISPLAY_DECAY * log(win / (1 - win)) + ahead)
    return odds / (1 + odds)


def _strength(kind: str) -> float:
    won = _WIN_RATES[kind]
    return log(won / (1 - won)) / sqrt(_TARGET / _POINTS_OF_A_ROUND)
