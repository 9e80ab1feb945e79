"""Fit the expert's expectations from scratch: ``python -m tests.tools.fit_expert``.

Two experts without fitted prices or stage values play games. A conditional logit fitted to their
cards gives the prices of ``policy.toml``. Then rollouts with those prices follow each choice, and
the scores of the games are fitted to the ends of the rollouts: the values of ``stages.toml``. The
same games, worlds and seed make the same files, byte for byte; PyPy is several times faster.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import partial
from itertools import chain, product
from math import exp
from operator import mul
from pathlib import Path as FilePath
from random import Random
from typing import NamedTuple, TypeVar

from foxduet.ai.workers import Jobs, resolve_jobs, run_tasks
from foxduet.core.cards import Play, Seat
from foxduet.games.duet.ai import candidates, rollout
from foxduet.games.duet.ai.belief import sample_worlds
from foxduet.games.duet.ai.candidates import Expectations, generate_candidates, trick_position
from foxduet.games.duet.ai.evaluator import STAGES as STAGES_OF_ENDS
from foxduet.games.duet.ai.evaluator import STAGES_FILE, LeafValues, count_gems, make_end_evaluator
from foxduet.games.duet.ai.expert import expert
from foxduet.games.duet.ai.rollout import EXCHANGE_PRICE, RANK_COUNT, PolicyWeights, RolloutEnd
from foxduet.games.duet.rules.cards import LEVELS, Ability, Card
from foxduet.games.duet.rules.engine import apply, deal_shuffled_deck, new_game, score
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.rules.state import ROUNDS, Action, Choice, Setup
from tests.tools.fit_value import solved


class Option(NamedTuple):
    """A playable card: its ``worth`` for the trick, the index of its price, and whether it wins.

    There is a price for each rank off trump, then for each rank of trumps; a lead never counts as
    winning.
    """

    worth: float
    price: int
    wins: bool


class Pick(NamedTuple):
    """A chosen card, by its index among the options, in a trick of a round (from 0)."""

    trick: int
    leads: bool
    options: tuple[Option, ...]
    chosen: int


class Ends(NamedTuple):
    """The ends of rollouts after a choice, summed up as ``LeafValues`` counts.

    row: shares of ends lost and won; means of the gems left beyond one, of the tokens, and of the
        cards in hand after a victory.
    """

    round: int
    trick: int
    row: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A game: its actions, its picks, and its score (None if lost)."""

    seed: int
    actions: tuple[Action, ...]
    picks: tuple[Pick, ...]
    score: int | None


@dataclass(frozen=True, slots=True)
class Table:
    """A level at which two experts with ``worlds`` each play games to learn from."""

    level: int
    expected: Expectations
    worlds: int


def play(table: Table, seed: int) -> Played:
    """Play a game; equal seeds lead to equal games."""
    rng, think = Random(f"fit {seed}"), expert(table.worlds, table.expected)
    state, dealer = new_game(Setup(table.level)), Seat(seed // 2 % 2)
    actions: list[Action] = []
    picks: list[Pick] = []
    while (pending := state.table.pending) is not None:
        action: Action
        if pending.choice is Choice.DEAL:
            action, dealer = deal_shuffled_deck(dealer, rng), dealer.other
        else:
            seen = observe(state, pending.decider)
            action = think(seen, rng).action
            if isinstance(action, Play) and len(seen.choices) > 1:
                picks.append(pick_of(seen, action))
        actions.append(action)
        state = apply(state, action).state
    points = score(state)
    total = None if points is None else points.total
    return Played(seed, tuple(actions), tuple(picks), total)


def pick_of(seen: Observation, chosen: Play[Card]) -> Pick:
    """Return the options of a chosen card."""
    table = seen.table
    trick, trump = table.trick, table.trump
    assert trick is not None, "a trick is under way when a card is due"
    shape = rollout.pattern_for(rollout.bitboard_path(table.path, table.reserve))
    options = []
    for choice in seen.choices:
        assert isinstance(choice, Play), "cards are due"
        card = choice.card
        price = card.index % RANK_COUNT + (RANK_COUNT if card.suit is trump else 0)
        if trick.lead is None:
            options.append(
                Option(rollout.lead_worth(shape, seen.seat, trump, card.index), price, False)
            )
            continue
        kind = rollout.TRICK_CLASSES[trick.leader][trump][trick.lead.index][card.index]
        worth, wins = shape.best[kind], kind % 2 == 1
        if card.ability is Ability.FOXES:
            for suit in {held.suit for held in seen.hand if held is not card} - {trump}:
                kind = rollout.TRICK_CLASSES[trick.leader][suit][trick.lead.index][card.index]
                if shape.best[kind] - EXCHANGE_PRICE > worth:
                    worth, wins = shape.best[kind] - EXCHANGE_PRICE, kind % 2 == 1
        options.append(Option(worth, price, wins))
    at = seen.choices.index(chosen)
    return Pick(table.tricks_done, trick.lead is None, tuple(options), at)


def ends_in(table: Table, game: Played) -> list[Ends]:
    """Return the ends of rollouts after each card played in rounds 1 and 2."""
    rng, state = Random(f"ends {game.seed}"), new_game(Setup(table.level))
    ends = []
    for action in game.actions:
        if isinstance(action, Play) and state.table.round < ROUNDS:
            ends.append(_ends_after(table, observe(state, action.seat), action, rng))
        state = apply(state, action).state
    return ends


def _ends_after(table: Table, seen: Observation, action: Play[Card], rng: Random) -> Ends:
    point, at = trick_position(seen), seen.table
    judge = table.expected.evaluator_at(at.setup, at.round, at.tricks_done)
    worlds = list(sample_worlds(seen, rng, table.worlds))
    policy, plans = table.expected.policy, list[list[RolloutEnd]]()
    for candidate in generate_candidates(seen, point):
        if seen.choices[candidate.choice] == action:
            plans.append(
                [candidates.roll_out(point, candidate, world, policy)[1] for world in worlds]
            )
    best = max(plans, key=lambda ends: sum(judge(end).total for end in ends))
    return Ends(at.round, at.tricks_done, tuple(_mean(map(_row_of, best))))


def _row_of(end: RolloutEnd) -> tuple[float, ...]:
    fate, cards = end.outcome, end.hand.bit_count() + end.other_hand.bit_count()
    lost, won = fate is rollout.WorldOutcome.LOST, fate is rollout.WorldOutcome.WON
    gems = 0 if lost or won else count_gems(end.path.gems) - 1
    tokens = 0 if lost else end.path.reserve
    return lost, won, gems, tokens, cards * won


def _mean(rows: Iterator[Sequence[float]]) -> list[float]:
    columns = list(zip(*rows, strict=True))
    return [sum(column) / len(column) for column in columns]


GAMES, WORLDS, SEED = 100, 50, 1
FOLDER = FilePath(rollout.__file__).parent

_SHARE_GAMES = 5
_MIN_GAMES = 2
_STEPS = 12
# Inverse temperature of the playout policy of the experts that play the games.
_FIRST_SURENESS = 25.0
# Pull of the prices toward 0, and of the sureness toward its usual value.
_PULL, _PULL_OF_SURENESS = 2.0, 0.2
_USUAL_SURENESS = 5.0
_WORTH, _PRICES, _WINS = 0, 1, 2 * RANK_COUNT + 1
# Least variance of scores; few games may show less.
_MIN_NOISE = 0.01
# Usual values of ends, by the figures of LeafValues, and their standard deviations. A victory
# counts eight points: it scores three, and rollouts find it less often than experts do. A defeat
# counts as one, though rollouts suffer it more often. Tuned by play.
_USUAL, _DOUBTS = (-45.0, 8.0, -3.4, 2.2, 1.0), (10.0, 0.3, 0.7, 0.7, 0.1)
_DIGITS = 3

T = TypeVar("T")
U = TypeVar("U")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fit_expert", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games for each level")
    parser.add_argument("--worlds", type=int, default=WORLDS, help="worlds for each decision")
    parser.add_argument("--seed", type=int, default=SEED, help="seed of the first game")
    parser.add_argument("--jobs", type=int, help="number of processes, one per core")
    parser.add_argument("--output", type=FilePath, default=FOLDER, help="folder of the files")
    parsed = parser.parse_args()
    if parsed.games < _MIN_GAMES:
        parser.error(f"too few games for a fit; {_MIN_GAMES} at least")
    texts = fitted_texts(parsed.games, parsed.worlds, parsed.seed, parsed.jobs)
    for name, text in texts.items():
        parsed.output.joinpath(name).write_text(text, "utf-8", newline="\n")


def fitted_texts(games: int, worlds: int, seed: int, jobs: Jobs = 1) -> dict[str, str]:
    """Return the texts of both files by name, fitted to a number of games of each level."""
    command = f"python -m tests.tools.fit_expert --games {games} --worlds {worlds} --seed {seed}\n"
    unlearned = Expectations(rollout.steady_policy(_FIRST_SURENESS), make_end_evaluator)
    prices, values = learned_from(unlearned, range(seed, seed + games), worlds, jobs)
    return {
        rollout.POLICY_FILE: "# How experts play in rollouts, stage by stage: see rollout.py. "
        f"Fitted by\n# {command}\n{prices}",
        STAGES_FILE: "# What ends of rollouts are worth, by round and stage: see evaluator.py.\n"
        f"# In each row there are the figures of LeafValues. Fitted by\n# {command}\n{values}",
    }


def learned_from(expected: Expectations, seeds: range, worlds: int, jobs: Jobs) -> tuple[str, str]:
    """Let experts with these expectations play; return the learned prices and values as text."""
    played = [
        _shared(partial(play, Table(level, expected, worlds)), seeds, jobs) for level in LEVELS
    ]
    picks = [pick for game in chain.from_iterable(played) for pick in game.picks]
    leads, replies = prices_of(picks, leads=True), prices_of(picks, leads=False)
    better = Expectations(rollout.make_policy(leads, replies), expected.evaluator_at)
    samples = [
        sample
        for level, games in zip(LEVELS, played, strict=True)
        for sample in samples_of(
            level, games, _shared(partial(ends_in, Table(level, better, worlds)), games, jobs)
        )
    ]
    values = [_values_text(number, values_of(number, samples)) for number in range(1, ROUNDS)]
    prices = map(_prices_text, range(1, len(rollout.STAGES) + 1), leads, replies)
    return "\n".join(prices), "\n".join(values)


def _shared(work: Callable[[T], U], items: Sequence[T], jobs: Jobs) -> list[U]:
    """Apply ``work`` to each item in ``jobs`` processes."""
    shares = [items[start : start + _SHARE_GAMES] for start in range(0, len(items), _SHARE_GAMES)]
    done = run_tasks(partial(_work_on, work), shares, resolve_jobs(jobs))
    return [*chain.from_iterable(done)]


def _work_on(work: Callable[[T], U], items: Sequence[T]) -> list[U]:
    return [work(item) for item in items]


def prices_of(picks: Sequence[Pick], *, leads: bool) -> list[PolicyWeights]:
    """Return the most likely prices of each stage for leads, or for replies."""
    wanted = [pick for pick in picks if pick.leads is leads]
    return [fit_prices([p for p in wanted if p.trick in tricks]) for tricks in rollout.STAGES]


def fit_prices(picks: Sequence[Pick]) -> PolicyWeights:
    """Return the prices that make these picks most likely: a conditional logit."""
    count = _WINS + 1
    usual = [_USUAL_SURENESS, *[0.0] * (count - 1)]
    pulls = [_PULL_OF_SURENESS, *[_PULL] * (count - 1)]
    weights = usual
    for _ in range(_STEPS):
        gradient = [p * (u - w) for p, u, w in zip(pulls, usual, weights, strict=True)]
        curvature = [[pulls[i] * (i == j) for j in range(count)] for i in range(count)]
        for pick in picks:
            _add_pick(pick, weights, gradient, curvature)
        step = solved(curvature, gradient)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
    sureness = weights[_WORTH]
    prices = [round(-weight / sureness, _DIGITS) + 0.0 for weight in weights[_PRICES:_WINS]]
    bonus = round(weights[_WINS] / sureness, _DIGITS) + 0.0
    return PolicyWeights(prices[:RANK_COUNT], prices[RANK_COUNT:], round(sureness, _DIGITS), bonus)


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
    """The ends of rollouts in a stage, and the score of the game (0 for a defeat).

    weight: the samples of a game in a stage sum to 1.
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
    for game, ends in zip(games, ended, strict=True):
        for number, (stage, tricks) in product(range(1, ROUNDS), enumerate(STAGES_OF_ENDS)):
            rows = [end.row for end in ends if end.round == number and end.trick in tricks]
            for row in rows:
                yield Sample(level, number, stage, row, float(game.score or 0), 1 / len(rows))


def values_of(number: int, samples: Sequence[Sample]) -> list[LeafValues]:
    """Return the values of ends in each stage of a round."""
    of_round = [sample for sample in samples if sample.round == number]
    fits = [fit_ends([s for s in of_round if s.stage == at]) for at in range(len(STAGES_OF_ENDS))]
    return [LeafValues(*[round(figure, _DIGITS) + 0.0 for figure in fit]) for fit in fits]


def fit_ends(samples: Sequence[Sample]) -> list[float]:
    """Return the values of ends whose sums come closest to the scores, level by level.

    A ridge regression around the usual values.
    """
    means = {
        level: _means([sample for sample in samples if sample.level == level]) for level in LEVELS
    }
    rows = []
    for s in samples:
        values = zip((*s.row, s.score), means[s.level], strict=True)
        rows.append(([value - mean for value, mean in values], s.weight))
    size = sum([weight for _row, weight in rows])
    noise = sum([weight * row[-1] ** 2 for row, weight in rows]) / max(size, 1.0) + _MIN_NOISE
    count = len(_USUAL)
    gradient = [0.0] * count
    curvature = [[(i == j) * noise / _DOUBTS[i] ** 2 for j in range(count)] for i in range(count)]
    for (*row, points), weight in rows:
        missing = points - sum([value * slope for value, slope in zip(row, _USUAL, strict=True)])
        for i, value in enumerate(row):
            gradient[i] += weight * value * missing
            for j, other in enumerate(row):
                curvature[i][j] += weight * value * other
    changes = solved(curvature, gradient)
    return [weight + change for weight, change in zip(_USUAL, changes, strict=True)]


def _means(samples: Sequence[Sample]) -> list[float]:
    """Return the means of rows and scores; 0 without samples."""
    size = sum([sample.weight for sample in samples]) or 1.0
    columns = zip(*((*sample.row, sample.score) for sample in samples), strict=True)
    weights = [sample.weight for sample in samples]
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
    rows = "".join(f"    {list(astuple(value))},\n" for value in values)
    return f"[round_{number}]\nstages = [\n{rows}]\n"


if __name__ == "__main__":
    main()
