"""Fit what the expert expects again from scratch: ``python -m tests.tools.fit_expert``.

Two experts that know neither fitted prices nor values by stage play games. To the cards that they
chose a conditional logit is fitted: the prices of ``policy.toml``. Then each choice is followed
by rollouts with those prices, and what came of the games is fitted to how the rollouts ended: the
values of ``stages.toml``. The same games, worlds and seed make the same files, byte for byte; PyPy
is several times faster.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple
from functools import partial
from itertools import chain, product
from math import exp
from operator import mul
from pathlib import Path as FilePath
from typing import NamedTuple, TypeVar

from foxduet.ai.workers import Jobs, helpers, run_tasks
from foxduet.games.duet.ai import rollout
from foxduet.games.duet.ai.candidates import Expectations
from foxduet.games.duet.ai.evaluator import STAGES as STAGES_OF_ENDS
from foxduet.games.duet.ai.evaluator import STAGES_FILE, LeafValues, judge_after
from foxduet.games.duet.ai.rollout import POLICY_FILE, RANKS, PolicyWeights, plain_policy, policy_of
from foxduet.games.duet.rules.cards import LEVELS
from foxduet.games.duet.rules.state import ROUNDS
from tests.tools.expert_games import Ends, Pick, Played, Table, ends_in, play
from tests.tools.fit_value import solved

GAMES, WORLDS, SEED = 100, 50, 1
FOLDER = FilePath(rollout.__file__).parent

_GAMES_OF_A_SHARE = 5
_FEWEST_GAMES = 2
_STEPS = 12
# How sure of steady play the experts are that play the games.
_FIRST_SURENESS = 25.0
# How strongly prices are pulled toward 0, and the sureness toward its usual value.
_PULL, _PULL_OF_SURENESS = 2.0, 0.2
_USUAL_SURENESS = 5.0
_WORTH, _PRICES, _WINS = 0, 1, 2 * RANKS + 1
# Scores vary at least so much, though few games may not show it: a variance.
_LEAST = 0.01
# What ends are usually worth, by the figures of EndValues, and how far that may be wrong: standard
# deviations. A victory counts eight points: three come of it, and rollouts find it less often than
# experts do. A defeat counts as one, though rollouts suffer it more often. Tuned by play.
_USUAL, _DOUBTS = (-45.0, 8.0, -3.4, 2.2, 1.0), (10.0, 0.3, 0.7, 0.7, 0.1)
_DIGITS = 3

T = TypeVar("T")
U = TypeVar("U")


def main() -> None:
    """Fit both files."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fit_expert", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games for each level")
    parser.add_argument("--worlds", type=int, default=WORLDS, help="worlds for each decision")
    parser.add_argument("--seed", type=int, default=SEED, help="seed of the first game")
    parser.add_argument("--jobs", type=int, help="number of processes, one per core")
    parser.add_argument("--output", type=FilePath, default=FOLDER, help="folder of the files")
    parsed = parser.parse_args()
    if parsed.games < _FEWEST_GAMES:
        parser.error(f"too few games for a fit; {_FEWEST_GAMES} at least")
    texts = fitted_texts(parsed.games, parsed.worlds, parsed.seed, parsed.jobs)
    for name, text in texts.items():
        parsed.output.joinpath(name).write_text(text, "utf-8", newline="\n")


def fitted_texts(games: int, worlds: int, seed: int, jobs: Jobs = 1) -> dict[str, str]:
    """Return the texts of both files by their names, fitted to so many games of each level."""
    command = f"python -m tests.tools.fit_expert --games {games} --worlds {worlds} --seed {seed}\n"
    prices, values = learned_from(first_outlook(), range(seed, seed + games), worlds, jobs)
    return {
        POLICY_FILE: "# How experts play in rollouts, stage by stage: see policy.py. Fitted by\n"
        f"# {command}\n{prices}",
        STAGES_FILE: "# What ends of rollouts are worth, by round and stage: see value.py.\n"
        f"# In each row there are the figures of EndValues. Fitted by\n# {command}\n{values}",
    }


def first_outlook() -> Expectations:
    """Return what experts expect that have learned nothing yet."""
    return Expectations(plain_policy(_FIRST_SURENESS), judge_after)


def learned_from(expected: Expectations, seeds: range, worlds: int, jobs: Jobs) -> tuple[str, str]:
    """Let experts that expect this play; return the prices and values that are learned of it."""
    played = [
        _shared(partial(play, Table(level, expected, worlds)), seeds, jobs) for level in LEVELS
    ]
    picks = [pick for game in chain.from_iterable(played) for pick in game.picks]
    leads, replies = prices_of(picks, leads=True), prices_of(picks, leads=False)
    better = Expectations(policy_of(leads, replies), expected.judge_at)
    samples = [
        sample
        for level, some in zip(LEVELS, played, strict=True)
        for sample in samples_of(
            level, some, _shared(partial(ends_in, Table(level, better, worlds)), some, jobs)
        )
    ]
    values = [_values_text(number, values_of(number, samples)) for number in range(1, ROUNDS)]
    prices = map(_prices_text, range(1, len(rollout.STAGES) + 1), leads, replies)
    return "\n".join(prices), "\n".join(values)


def _shared(work: Callable[[T], U], items: Sequence[T], jobs: Jobs) -> list[U]:
    """Return what ``work`` makes of each item, worked out as ``jobs`` says."""
    shares = [
        items[start : start + _GAMES_OF_A_SHARE]
        for start in range(0, len(items), _GAMES_OF_A_SHARE)
    ]
    done = run_tasks(partial(_work_on, work), shares, helpers(jobs))
    return [*chain.from_iterable(done)]


def _work_on(work: Callable[[T], U], items: Sequence[T]) -> list[U]:
    return [work(item) for item in items]


def prices_of(picks: Sequence[Pick], *, leads: bool) -> list[PolicyWeights]:
    """Return the prices of each stage with which picks of one kind are the likeliest."""
    some = [pick for pick in picks if pick.leads is leads]
    return [fit_prices([one for one in some if one.trick in tricks]) for tricks in rollout.STAGES]


def fit_prices(picks: Sequence[Pick]) -> PolicyWeights:
    """Return the prices with which these picks are the likeliest: a conditional logit."""
    count = _WINS + 1
    usual = [_USUAL_SURENESS, *[0.0] * (count - 1)]
    pulls = [_PULL_OF_SURENESS, *[_PULL] * (count - 1)]
    weights = usual
    for _ in range(_STEPS):
        gradient = [
            pull * (one - weight) for pull, one, weight in zip(pulls, usual, weights, strict=True)
        ]
        curvature = [[pulls[i] * (i == j) for j in range(count)] for i in range(count)]
        for pick in picks:
            _add_pick(pick, weights, gradient, curvature)
        step = solved(curvature, gradient)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
    sureness = weights[_WORTH]
    prices = [round(-weight / sureness, _DIGITS) + 0.0 for weight in weights[_PRICES:_WINS]]
    bonus = round(weights[_WINS] / sureness, _DIGITS) + 0.0
    return PolicyWeights(prices[:RANKS], prices[RANKS:], round(sureness, _DIGITS), bonus)


def _add_pick(
    pick: Pick, weights: Sequence[float], gradient: list[float], curvature: list[list[float]]
) -> None:
    rows = [
        [(_WORTH, worth), (_PRICES + price, 1.0), (_WINS, float(wins))]
        for worth, price, wins in pick.options
    ]
    merits = [sum([weights[at] * value for at, value in row]) for row in rows]
    highest = max(merits)
    likelihoods = [exp(merit - highest) for merit in merits]
    total = sum(likelihoods)
    expected = [0.0] * len(weights)
    for row, likelihood in zip(rows, likelihoods, strict=True):
        share = likelihood / total
        for i, value in row:
            expected[i] += share * value
            for j, other in row:
                curvature[i][j] += share * value * other
    for i, value in rows[pick.chosen]:
        gradient[i] += value
    present = [at for at, value in enumerate(expected) if value]
    for i in present:
        gradient[i] -= expected[i]
        line = curvature[i]
        for j in present:
            line[j] -= expected[i] * expected[j]


class Sample(NamedTuple):
    """The ends of rollouts in a stage, and the score of the game, a defeat counting 0.

    The samples of a game in a stage have a ``weight`` of 1 together.
    """

    level: int
    round: int
    stage: int
    row: tuple[float, ...]
    score: float
    weight: float


def samples_of(
    level: int, games: Sequence[Played], ended: Sequence[Sequence[Ends]]
) -> Iterator[Sample]:
    """Yield the samples of some games."""
    for game, ends in zip(games, ended, strict=True):
        for number, (stage, tricks) in product(range(1, ROUNDS), enumerate(STAGES_OF_ENDS)):
            rows = [one.row for one in ends if one.round == number and one.trick in tricks]
            for row in rows:
                yield Sample(level, number, stage, row, float(game.score or 0), 1 / len(rows))


def values_of(number: int, samples: Sequence[Sample]) -> list[LeafValues]:
    """Return the values of ends in each stage of a round."""
    some = [one for one in samples if one.round == number]
    fits = [fit_ends([one for one in some if one.stage == at]) for at in range(len(STAGES_OF_ENDS))]
    return [LeafValues(*[round(figure, _DIGITS) + 0.0 for figure in fit]) for fit in fits]


def fit_ends(samples: Sequence[Sample]) -> list[float]:
    """Return the values of ends with which their sums come closest to scores, level by level.

    A ridge regression around the usual values.
    """
    means = {level: _means([one for one in samples if one.level == level]) for level in LEVELS}
    rows = []
    for one in samples:
        values = zip((*one.row, one.score), means[one.level], strict=True)
        rows.append(([value - mean for value, mean in values], one.weight))
    size = sum([weight for _row, weight in rows])
    noise = sum([weight * row[-1] ** 2 for row, weight in rows]) / max(size, 1.0) + _LEAST
    count = len(_USUAL)
    gradient = [0.0] * count
    curvature = [[(i == j) * noise / _DOUBTS[i] ** 2 for j in range(count)] for i in range(count)]
    for (*row, score), weight in rows:
        missing = score - sum([value * slope for value, slope in zip(row, _USUAL, strict=True)])
        for i, value in enumerate(row):
            gradient[i] += weight * value * missing
            for j, other in enumerate(row):
                curvature[i][j] += weight * value * other
    changes = solved(curvature, gradient)
    return [weight + change for weight, change in zip(_USUAL, changes, strict=True)]


def _means(samples: Sequence[Sample]) -> list[float]:
    """Return the means of rows and scores; of no samples they are 0."""
    size = sum([one.weight for one in samples]) or 1.0
    columns = zip(*((*one.row, one.score) for one in samples), strict=True)
    weights = [one.weight for one in samples]
    return [sum(map(mul, column, weights)) / size for column in columns] or [0.0] * (
        len(_USUAL) + 1
    )


def _prices_text(stage: int, lead: PolicyWeights, reply: PolicyWeights) -> str:
    return f"[stage_{stage}]\nlead = {_inline(lead)}\nreply = {_inline(reply)}\n"


def _inline(prices: PolicyWeights) -> str:
    return (
        f"{{ sureness = {prices.sureness}, bonus = {prices.bonus}, "
        f"plain = {[*prices.plain]}, trump = {[*prices.trump]} }}"
    )


def _values_text(number: int, values: Sequence[LeafValues]) -> str:
    rows = "".join(f"    {list(astuple(one))},\n" for one in values)
    return f"[round_{number}]\nstages = [\n{rows}]\n"


if __name__ == "__main__":
    main()
