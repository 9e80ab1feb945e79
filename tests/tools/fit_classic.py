"""Fit the knowledge of the original game's opponents: ``python -m tests.tools.fit_classic``.

Needs the extra ``fit``. Steady opponents, sometimes careless, play matches with each other. The
ends of their rounds give the first match table, and the beginnings of their tricks the first
learned value. With these, experts of few iterations play the next matches, and so on. The same
numbers and seed give the same files on the same machine, for any number of processes.

Rounds and weights of each generation are written to the folder ``--games`` and not computed again
if they exist. Playing needs no extra: ``--only play`` under PyPy and ``--only fit``, in turn until
nothing is left to do, make the same files sooner.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random

from foxduet.ai.partner import Partner, Stop, Thought, choose_at_random, never_stop
from foxduet.ai.workers import resolve_jobs, run_tasks
from foxduet.core.cards import Seat
from foxduet.games.classic.ai import evaluator
from foxduet.games.classic.ai.bit_position import mask_of
from foxduet.games.classic.ai.evaluator import (
    ROUNDS_FILE,
    ModelWeights,
    RoundEndCounts,
    win_chances,
)
from foxduet.games.classic.ai.expert import ismcts_expert
from foxduet.games.classic.ai.network import (
    END_INDEX,
    WEIGHTS_FILE,
    Weights,
    make_network,
    parse_weights,
)
from foxduet.games.classic.ai.steady import choose_steadily
from foxduet.games.classic.rules import RULES
from foxduet.games.classic.rules.engine import points_of
from foxduet.games.classic.rules.observation import Observation, observe
from foxduet.games.classic.rules.state import GameState, Setup

SEED = 1
STEADY_MATCHES = 2000
GENERATIONS = ("40:400", "50:5300")
HIDDEN = 16
FOLDER = Path(evaluator.__file__).parent
GAMES = Path("classic-games")
_DIGITS = 3
_CARELESS = (0.0, 0.1, 0.3)
_TASK_MATCHES = 10


@dataclass(frozen=True, slots=True)
class Training:
    """The number of fits of the network, and of epochs over all samples in each."""

    fits: int
    epochs: int


QUICK, THOROUGH = Training(1, 20), Training(10, 30)


@dataclass(frozen=True, slots=True)
class Task:
    """Matches for one process: the seeds, and the players' knowledge (None for steady)."""

    seeds: range
    knowledge: tuple[Weights, RoundEndCounts] | None
    iterations: int


@dataclass(frozen=True, slots=True)
class Begun:
    """The beginning of a trick, its leader first in pairs, and the result of the round.

    hands: bit masks.
    end: an index of ENDS.
    treasures: Treasures that both seats scored from there.
    """

    hands: tuple[int, int]
    trump: int
    leader: int
    tricks: tuple[int, int]
    end: int
    treasures: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Round:
    """A round: the points of the first leader and of the dealer, and its tricks.

    The first trick is left out: no search ends there.
    """

    points: tuple[int, int]
    tricks: tuple[Begun, ...]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fit_classic", description=__doc__)
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
    parser.add_argument("--games", type=Path, default=GAMES, help="folder of what was played")
    parser.add_argument("--only", choices=("play", "fit"), help="stop before the other")
    parsed = parser.parse_args()
    command = (
        f"# python -m tests.tools.fit_classic --steady {parsed.steady}"
        f" --experts {' '.join(parsed.experts)} --hidden {parsed.hidden} --seed {parsed.seed}\n"
    )
    parsed.games.mkdir(exist_ok=True)
    made_by = parsed.games / "command.txt"
    if made_by.exists() and made_by.read_text("utf-8") != command:
        parser.error(f"{parsed.games} has what another command played")
    made_by.write_text(command, "utf-8", newline="\n")
    seed, knowledge = parsed.seed, None
    learned: list[Round] = []
    generations = (f"0:{parsed.steady}", *parsed.experts)
    for number, generation in enumerate(generations):
        iterations, matches = map(int, generation.split(":"))
        played = parsed.games / f"rounds-{number}.jsonl"
        fitted = parsed.games / f"weights-{number}.toml"
        seeds = range(seed, seed + matches)
        seed = seeds.stop
        if not played.exists():
            if parsed.only == "fit":
                return
            write_rounds(played, play(seeds, knowledge, iterations, parsed.jobs))
        rounds = read_rounds(played)
        # Steady opponents play too differently for the experts' value to learn from their tricks.
        learned = [*learned, *rounds] if number > 1 else rounds
        if not fitted.exists():
            if parsed.only == "play":
                return
            training = THOROUGH if number == len(generations) - 1 else QUICK
            weights = fit(learned, parsed.hidden, parsed.seed, training)
            fitted.write_text(weights_text(weights), "utf-8", newline="\n")
        knowledge = parse_weights(fitted.read_text("utf-8")), ends_of(rounds)
    assert knowledge is not None
    for name, text in (
        (WEIGHTS_FILE, weights_text(knowledge[0])),
        (ROUNDS_FILE, ends_text(knowledge[1])),
    ):
        (parsed.folder / name).write_text(command + text, "utf-8", newline="\n")


def fit(rounds: Sequence[Round], hidden: int, seed: int, training: Training) -> Weights:
    """Return the fitted weights; print their loss."""
    from tests.tools.fit_network import fit_network, samples_of

    weights, loss = fit_network(samples_of(rounds), hidden, seed, training)
    print(f"{len(rounds)} rounds: {loss}", flush=True)
    return weights


def play(
    seeds: range, knowledge: tuple[Weights, RoundEndCounts] | None, iterations: int, jobs: int
) -> Iterator[Round]:
    """Play a match for each seed; return the rounds."""
    tasks = (
        Task(seeds[at : at + _TASK_MATCHES], knowledge, iterations)
        for at in range(0, len(seeds), _TASK_MATCHES)
    )
    return chain.from_iterable(run_tasks(play_task, tasks, resolve_jobs(jobs)))


def play_task(task: Task) -> list[Round]:
    if task.knowledge is None:
        player = None
    else:
        weights, ends = task.knowledge
        player = ismcts_expert(
            task.iterations, ModelWeights(win_chances(ends), make_network(weights))
        )
    played = []
    for seed in task.seeds:
        rng = Random(f"fit {seed}")
        partner = player or partial(choose_carelessly, share=rng.choice(_CARELESS))
        played += [round_of(tricks, last) for tricks, last in rounds(partner, rng)]
    return played


def ends_of(rounds: Sequence[Round]) -> RoundEndCounts:
    """Count the rounds by their final points."""
    return Counter(played.points for played in rounds)


def write_rounds(path: Path, rounds: Iterable[Round]) -> None:
    """Write rounds as lines of JSON; the file appears only when it is complete."""
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{json.dumps(astuple(played))}\n" for played in rounds)
    part.replace(path)


def read_rounds(path: Path) -> list[Round]:
    """Read the file that ``write_rounds`` wrote."""
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    return [
        Round(
            tuple(points),
            tuple(
                Begun(tuple(hands), trump, leader, tuple(won), end, tuple(treasures))
                for hands, trump, leader, won, end, treasures in tricks
            ),
        )
        for points, tricks in lines
    ]


def choose_carelessly(
    observation: Observation, rng: Random, stop: Stop = never_stop, *, share: float
) -> Thought:
    """Choose steadily, but at random for a share of the decisions."""
    choose = choose_at_random if rng.random() < share else choose_steadily
    return choose(observation, rng)


def rounds(partner: Partner, rng: Random) -> Iterator[tuple[list[GameState], GameState]]:
    """Play a match of a partner with itself; yield the beginnings of each round's tricks, and its
    end.

    The first trick is left out: no search ends there.
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


def round_of(tricks: Sequence[GameState], last: GameState) -> Round:
    """Return the round that ended with ``last``, with the tricks that began in ``tricks``."""
    assert last.table.dealer is not None
    leader = last.table.dealer.other
    points = last.table.round_points[leader], last.table.round_points[leader.other]
    return Round(points, tuple(_begun(state, last) for state in tricks))


def _begun(state: GameState, last: GameState) -> Begun:
    before, after = state.table, last.table
    assert before.trick is not None
    leader: Seat = before.trick.leader
    other = leader.other
    own, others = (
        after.round_points[seat] - points_of(after.tricks[seat]) - before.round_points[seat]
        for seat in (leader, other)
    )
    return Begun(
        (mask_of(state.hands[leader]), mask_of(state.hands[other])),
        before.trump,
        leader,
        (before.tricks[leader], before.tricks[other]),
        END_INDEX[after.tricks[leader]],
        (own, others),
    )


def weights_text(weights: Weights) -> str:
    text = ""
    for name, rows in (("hidden", weights.hidden), ("outputs", weights.outputs)):
        lines = [f"  {[round(weight, _DIGITS) for weight in row]},\n" for row in rows]
        text += f"{name} = [\n{''.join(lines)}]\n"
    return text


def ends_text(ends: RoundEndCounts) -> str:
    rows = [
        f"  [{leader}, {dealer}, {count}],\n" for (leader, dealer), count in sorted(ends.items())
    ]
    return (
        "# Points of the seat that led first, points of the dealer, and how often.\n"
        f"ends = [\n{''.join(rows)}]\n"
    )


if __name__ == "__main__":
    main()
