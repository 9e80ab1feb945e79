"""The opponents that search: the expert, the one that advises people, and the yardstick.

The yardstick is information set Monte Carlo tree search with one tree (Cowling, Powley,
Whitehouse 2012).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from math import fsum, inf, log, sqrt
from operator import mul
from typing import TYPE_CHECKING, TypeAlias

from foxduet.ai.partner import (
    NO_SHARE,
    ActionValue,
    DoubleDummyValue,
    Partner,
    Reviewer,
    ReviewQuery,
    Stop,
    Thought,
    no_time_limit,
)
from foxduet.ai.search import (
    NO_LOOK,
    ArmStatistics,
    RolloutOutcome,
    SearchResult,
    StoppingRule,
    Utility,
    difference,
    search,
    successive_elimination,
)
from foxduet.core.cards import card_of
from foxduet.core.frozen import dataclass, field, replace
from foxduet.games.classic.ai.belief import positions_of
from foxduet.games.classic.ai.bit_position import BIT, KEEP, OVER, BitPosition, cards_in
from foxduet.games.classic.ai.evaluator import (
    Evaluator,
    ModelWeights,
    Rewards,
    learned,
    learned_chances,
    match_equity,
)
from foxduet.games.classic.ai.network import ENDS
from foxduet.games.classic.rules.engine import Band, band_of, points_of
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.state import Action

if TYPE_CHECKING:
    from random import Random

    from foxduet.ai.partner import PartnerName

Evaluate: TypeAlias = Callable[[BitPosition], float]
"""Returns what a position is worth to the seat that searches (0-1); it may change the position."""


class Node:
    """A choice, with what came of it; ``total`` is what it was worth to the seat that makes it.

    ``mean`` and ``narrowness``, one over the root of ``visits``, are worked out once for each
    visit, since choosing looks at them much more often. ``tried`` has the bits of the children.
    """

    __slots__ = (
        *("available", "bit", "children", "choice", "is_own", "mean", "narrowness"),
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
        self.narrowness = 1.0
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

    def grow(self, position: BitPosition) -> float:
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
                    bound = child.mean + exploration * child.narrowness * roots[available]
                    if bound > highest:
                        highest, node = bound, child
            path.append(node)
            position.do(node.choice)
        worth = self._evaluate(position)
        for node in path:
            node.visits += 1
            node.total += worth if node.is_own else 1 - worth
            node.mean = node.total / node.visits
            node.narrowness = 1 / sqrt(node.visits)
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

    def is_decided(self, left: int) -> bool:
        """Return whether no choice can become the most visited in the iterations ``left``."""
        visits = sorted([child.visits for child in self.root.children], reverse=True)
        return len(visits) == 1 or visits[0] - visits[1] > left


DEFAULT_ITERATIONS, DEFAULT_WORLDS = 4200, 200
_EXPLORATION, _EXPLORATION_OF_YARDSTICK = 0.2, 0.7
# How often it is looked at whether the most visited choice can still be overtaken.
_LOOK = 32


@dataclass(frozen=True, slots=True)
class ClassicEstimate(ActionValue):
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
    treasures: float = field(default=0.0, metadata=NO_SHARE)


@dataclass(frozen=True, slots=True)
class ClassicOpenHands(DoubleDummyValue):
    """Hindsight, with the share of the ways to play (0-1) in which the seat wins the trick."""

    taken: float


def number_of(choice: Action) -> int:
    """Return the number that searches have for ``choice``: that of its card, or KEEP."""
    card = card_of(choice)
    return KEEP if card is None else int(card.index)


_Growing: TypeAlias = Callable[[Observation, "Random"], Tree]
"""Returns the tree to grow for an observation."""


def expert(iterations: int, knowledge: ModelWeights | None = None) -> Partner:
    """Return the expert of a number of iterations, by default with what it learned.

    Its iterations end where a trick begins, by a learned value. It ends sooner once no other
    choice could become the most visited one.
    """

    def growing(observation: Observation, rng: Random) -> Tree:
        judge = Evaluator(observation, knowledge or learned(), rng)
        return Tree(int(observation.seat), _EXPLORATION, judge.evaluate, rng)

    return partial(_choose_most_visited, iterations=iterations, growing=growing, look=_LOOK)


def ismcts(iterations: int) -> Partner:
    """Return the yardstick: the search of the paper, random playouts judged by the match table."""
    return partial(
        _choose_most_visited, iterations=iterations, growing=_with_playouts, look=iterations + 1
    )


def _choose_most_visited(
    observation: Observation,
    rng: Random,
    stop: Stop = no_time_limit,
    *,
    iterations: int,
    growing: _Growing,
    look: int,
) -> Thought:
    if len(observation.choices) == 1:
        return Thought(observation.choices[0])
    tree = growing(observation, rng)
    worlds, stopped = 0, False
    for position in islice(positions_of(observation, rng), iterations):
        tree.grow(position)
        worlds += 1
        stopped = stop()
        if stopped or (not worlds % look and tree.is_decided(iterations - worlds)):
            break
    number = tree.most_visited().choice
    action = next(choice for choice in observation.choices if number_of(choice) == number)
    return Thought(action, worlds=worlds, cut_short=stopped and worlds < iterations)


def _with_playouts(observation: Observation, rng: Random) -> Tree:
    seat = int(observation.seat)
    rewards = match_equity(learned_chances(), observation.table, observation.seat)
    return Tree(seat, _EXPLORATION_OF_YARDSTICK, _playing_out(rewards, seat, rng), rng)


def _playing_out(rewards: Rewards, seat: int, rng: Random) -> Evaluate:
    """Return what plays a round out at random, and looks at what came of it."""
    random = rng.random

    def play_out(position: BitPosition) -> float:
        legal, do = position.legal, position.do
        while position.due != OVER:
            choices = cards_in(legal())
            do(choices[int(random() * len(choices))])
        return rewards[position.gains[seat]][position.gains[1 - seat]]

    return play_out


def comparing_expert(worlds: int) -> Partner:
    """Return the expert that advises people: it tries each choice in the same worlds.

    Each choice has a tree of its own.
    """
    return partial(_compare, most=worlds)


def _compare(
    observation: Observation, rng: Random, stop: Stop = no_time_limit, *, most: int
) -> Thought:
    if len(observation.choices) == 1:
        return Thought(observation.choices[0])
    judge, trials = _trials_of(observation, rng)
    result = search(trials, islice(positions_of(observation, rng), most), stop, NO_LOOK)
    thought = _thought(observation, judge, result)
    return replace(thought, cut_short=result.cut_short)


# Trees are surer of themselves at first than they turn out to be: a review asks for more standard
# errors. The second is the fewest worlds in which it looks at what may be costly.
_ERRORS, _ENOUGH_FOR_REASONS = 2.0, 300


def reviewer(worlds: int, _against: PartnerName | None = None) -> Reviewer:
    """Return the expert that judges a choice that was made, in up to a number of worlds."""
    return partial(_judge, worlds=worlds)


def _judge(observation: Observation, rng: Random, question: ReviewQuery, *, worlds: int) -> Thought:
    choices = observation.choices
    if len(choices) == 1:
        return Thought(choices[0])
    judge, trials = _trials_of(observation, rng)
    chosen = choices.index(question.chosen) if question.chosen in choices else None
    rule = StoppingRule(
        lambda result: (range(len(choices)), _best(judge, result), chosen),
        lambda result: question.worths(_estimates(observation, judge, result)),
        question.limits,
        _ERRORS,
        question.costly,
        _ENOUGH_FOR_REASONS,
    )
    source = islice(positions_of(observation, rng), worlds)
    return _thought(observation, judge, successive_elimination(trials, source, rule, question.most))


def _trials_of(observation: Observation, rng: Random) -> tuple[Evaluator, list[_Trials]]:
    judge = Evaluator(observation, learned(), rng)
    return judge, [_Trials(choice, observation, judge, rng) for choice in observation.choices]


# The places of what is seen of a trial: whether it takes the trick, its points for Treasures, and
# then how likely it ends with each number of tricks.
TAKEN, TREASURES, _FIRST_END = range(3)


class _Trials:
    """Tries one choice in worlds, and learns from each what may follow it."""

    def __init__(
        self, choice: Action, observation: Observation, judge: Evaluator, rng: Random
    ) -> None:
        self._number = number_of(choice)
        self._seat = int(observation.seat)
        self._judge = judge
        self._tree = Tree(self._seat, _EXPLORATION, judge.evaluate, rng)

    def __call__(self, world: BitPosition) -> RolloutOutcome:
        """Try the choice in a world."""
        position = world.copy()
        position.do(self._number)
        worth = self._tree.grow(position)
        ends, treasures = self._judge.ending(position)
        points = treasures + fsum(map(mul, map(points_of, ENDS), ends))
        is_taken = position.first_winner() == self._seat
        return RolloutOutcome(Utility(worth, points, worth), (is_taken, treasures, *ends))


def _best(judge: Evaluator, result: SearchResult) -> int:
    return max(result.live, key=lambda at: _chance(judge, result.tallies[at]))


def _chance(judge: Evaluator, tally: ArmStatistics) -> float:
    return judge.chance(tally.win / tally.worlds)


def _estimates(
    observation: Observation, judge: Evaluator, result: SearchResult
) -> tuple[ClassicEstimate, ...]:
    return tuple(
        _estimate(choice, judge, tally)
        for choice, tally in zip(observation.choices, result.tallies, strict=True)
    )


def _estimate(choice: Action, judge: Evaluator, tally: ArmStatistics) -> ClassicEstimate:
    in_bands = dict.fromkeys(Band, 0.0)
    for at, tricks in enumerate(ENDS, _FIRST_END):
        in_bands[band_of(tricks)] += tally.mean_of(at)
    return ClassicEstimate(
        choice,
        win=_chance(judge, tally),
        score=tally.score / tally.worlds,
        taken=tally.share(TAKEN),
        humble=min(in_bands[Band.HUMBLE], 1.0),
        victorious=min(in_bands[Band.VICTORIOUS], 1.0),
        greedy=min(in_bands[Band.GREEDY], 1.0),
        treasures=tally.mean_of(TREASURES),
    )


def _thought(observation: Observation, judge: Evaluator, result: SearchResult) -> Thought:
    best, span = _best(judge, result), judge.chance(1) - judge.chance(0)
    ahead = result.tallies[best]
    tried = tuple(tally.worlds for tally in result.tallies)
    return Thought(
        observation.choices[best],
        _estimates(observation, judge, result),
        result.worlds,
        errors=tuple(span * difference(ahead, tally)[1] for tally in result.tallies),
        tried=tried if min(tried) < result.worlds else (),
        settled=result.settled,
    )
