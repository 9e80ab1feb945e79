"""Fit what the opponents of the original game know: ``python -m tests.benchmarks.fit_classic``.

Needs the extra ``fit``. Steady opponents, now and then careless, play matches with each other; how
their rounds ended gives the first match table, and the tricks that began in them the first learned
value. With these, experts of few iterations play the next matches, and so on. The same numbers
and seed give the same files on the same machine, however many processes share the matches.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from foxduet.ai.partner import Partner, Stop, Thought, choose_at_random, never
from foxduet.ai.workers import helpers, run_tasks
from foxduet.core.common import Seat
from foxduet.games.classic.ai import match
from foxduet.games.classic.ai.bit_position import mask_of
from foxduet.games.classic.ai.expert import expert
from foxduet.games.classic.ai.features import Row, features
from foxduet.games.classic.ai.leaf import (
    ENDS,
    OF_END,
    WEIGHTS_FILE,
    Knowledge,
    Weights,
    network,
    weights_in,
)
from foxduet.games.classic.ai.match import ROUNDS_FILE, Ends, chances_of
from foxduet.games.classic.ai.steady import choose_steadily
from foxduet.games.classic.rules.observation import Observation, observe
from foxduet.games.classic.rules.ruleset import RULES
from foxduet.games.classic.rules.scoring import points_of
from foxduet.games.classic.rules.state import GameState, Setup
from tests.benchmarks.fit_network import QUICK, THOROUGH, Samples, Training, fit_network

SEED = 1
STEADY_MATCHES = 1000
GENERATIONS = ("40:250", "100:500")
HIDDEN = 16
FOLDER = Path(match.__file__).parent
_DIGITS = 3
_CARELESS = (0.0, 0.1, 0.3)
_MATCHES_OF_A_TASK = 10


@dataclass(frozen=True, slots=True)
class Task:
    """Matches for one process: the seeds, and what the players know; None for steady ones."""

    seeds: range
    knowledge: tuple[Weights, Ends] | None
    iterations: int


@dataclass(frozen=True, slots=True)
class Sample:
    """A trick that began: its features, the tricks of both, the leader first, and what came of it.

    ``end`` is a place in ENDS, ``treasures`` are those that both seats scored from there.
    """

    row: Row
    leader: Seat
    tricks: tuple[int, int]
    end: int
    treasures: tuple[int, int]


def main() -> None:
    """Fit all generations and write the files."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.fit_classic", description=__doc__
    )
    parser.add_argument("--steady", type=int, default=STEADY_MATCHES, help="matches of steady ones")
    parser.add_argument(
        "--experts",
        nargs="*",
        default=GENERATIONS,
        metavar="ITERATIONS:MATCHES",
        help="generations of experts",
    )
    parser.add_argument("--hidden", type=int, default=HIDDEN, help="units of the hidden layer")
    parser.add_argument("--seed", type=int, default=SEED, help="seed of the first match")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parsed = parser.parse_args()
    command = (
        f"# python -m tests.benchmarks.fit_classic --steady {parsed.steady}"
        f" --experts {' '.join(parsed.experts)} --hidden {parsed.hidden} --seed {parsed.seed}\n"
    )
    seeds = range(parsed.seed, parsed.seed + parsed.steady)
    samples, ends = play(seeds, None, 0, parsed.jobs)
    knowledge = fitted(samples, parsed.hidden, parsed.seed, QUICK), ends
    # Steady ones play too differently: of their tricks the experts' value learns nothing.
    samples = []
    for left, generation in reversed([*enumerate(reversed(parsed.experts))]):
        iterations, matches = map(int, generation.split(":"))
        seeds = range(seeds.stop, seeds.stop + matches)
        more, ends = play(seeds, knowledge, iterations, parsed.jobs)
        samples += more
        training = QUICK if left else THOROUGH
        knowledge = fitted(samples, parsed.hidden, parsed.seed, training), ends
    for name, text in (
        (WEIGHTS_FILE, weights_text(knowledge[0])),
        (ROUNDS_FILE, ends_text(knowledge[1])),
    ):
        (parsed.folder / name).write_text(command + text, "utf-8", newline="\n")


def fitted(samples: Sequence[Sample], hidden: int, seed: int, training: Training) -> Weights:
    """Return the weights that fit, as a file has them; print how well they do."""
    weights, loss = fit_network(in_columns(samples), hidden, seed, training)
    print(f"{len(samples)} tricks: {loss}", flush=True)
    return weights_in(weights_text(weights))


def play(
    seeds: range, knowledge: tuple[Weights, Ends] | None, iterations: int, jobs: int
) -> tuple[list[Sample], Ends]:
    """Play a match for each seed; return the tricks that began, and how the rounds ended."""
    tasks = (
        Task(seeds[at : at + _MATCHES_OF_A_TASK], knowledge, iterations)
        for at in range(0, len(seeds), _MATCHES_OF_A_TASK)
    )
    samples, ends = list[Sample](), Counter[tuple[int, int]]()
    for some, more in run_tasks(play_task, tasks, helpers(jobs)):
        samples += some
        ends += Counter(more)
    return samples, ends


def play_task(task: Task) -> tuple[list[Sample], Ends]:
    """Play the matches of a task."""
    if task.knowledge is None:
        player = None
    else:
        weights, ends = task.knowledge
        player = expert(task.iterations, Knowledge(chances_of(ends), network(weights)))
    samples, ended = list[Sample](), Counter[tuple[int, int]]()
    for seed in task.seeds:
        rng = Random(f"fit {seed}")
        partner = player or partial(choose_carelessly, share=rng.choice(_CARELESS))
        for tricks, last in rounds(partner, rng):
            samples += [sample_of(state, last) for state in tricks]
            assert last.table.dealer is not None
            leader = last.table.dealer.other
            ended[last.table.scored[leader], last.table.scored[leader.other]] += 1
    return samples, ended


def choose_carelessly(
    observation: Observation, rng: Random, stop: Stop = never, *, share: float
) -> Thought:
    """Choose steadily, but at random for a share of the decisions."""
    choose = choose_at_random if rng.random() < share else choose_steadily
    return choose(observation, rng)


def rounds(partner: Partner, rng: Random) -> Iterator[tuple[list[GameState], GameState]]:
    """Play a match of a partner with itself; yield for each round where tricks began, and its end.

    The first trick is not among them: no search ends there.
    """
    state = RULES.apply(
        RULES.new_game(Setup()), RULES.deal(RULES.new_game(Setup()), rng, None)
    ).state
    begun: list[GameState] = []
    while True:
        table, pending = state.table, state.table.pending
        if table.trick is None:
            yield begun, state
            if pending is None:
                return
            begun = []
            state = _dealt(state, rng)
            continue
        assert pending is not None
        assert pending.seat is not None
        if table.trick.lead is None and table.tricks_done:
            begun.append(state)
        action = partner(observe(state, pending.seat), rng).action
        state = RULES.apply(state, action).state


def _dealt(state: GameState, rng: Random) -> GameState:
    return RULES.apply(state, RULES.deal(state, rng, None)).state


def sample_of(state: GameState, last: GameState) -> Sample:
    """Return the sample of a trick's begin in a round that ended with ``last``."""
    before, after = state.table, last.table
    assert before.trick is not None
    leader: Seat = before.trick.leader
    other = leader.other
    tricks = before.tricks[leader], before.tricks[other]
    hands = mask_of(state.hands[leader]), mask_of(state.hands[other])
    own, others = (
        after.scored[seat] - points_of(after.tricks[seat]) - before.scored[seat]
        for seat in (leader, other)
    )
    end = OF_END[after.tricks[leader]]
    return Sample(features(*hands, before.trump, tricks), leader, tricks, end, (own, others))


def in_columns(samples: Sequence[Sample]) -> Samples:
    """Return samples as the network's fit has them."""
    return Samples(
        rows=[sample.row for sample in samples],
        possible=[
            [OF_END[own] <= end <= OF_END[13 - other] for end in range(len(ENDS))]
            for own, other in (sample.tricks for sample in samples)
        ],
        leaders=[sample.leader for sample in samples],
        ends=[sample.end for sample in samples],
        treasures=[sample.treasures for sample in samples],
    )


def weights_text(weights: Weights) -> str:
    """Return the text of the file of weights."""
    text = ""
    for name, rows in (("hidden", weights.hidden), ("outputs", weights.outputs)):
        lines = [f"  {[round(weight, _DIGITS) for weight in row]},\n" for row in rows]
        text += f"{name} = [\n{''.join(lines)}]\n"
    return text


def ends_text(ends: Ends) -> str:
    """Return the text of the file of the rounds' ends."""
    rows = [
        f"  [{leader}, {dealer}, {count}],\n" for (leader, dealer), count in sorted(ends.items())
    ]
    return (
        "# Points of the seat that led first, points of the dealer, and how often.\n"
        f"ends = [\n{''.join(rows)}]\n"
    )


if __name__ == "__main__":
    main()
