"""Matches of the original game: ``python -m tests.benchmarks.classic_matches A,B ...``.

Each deal is played twice, with seats changed. Prints for each pair of opponents how many of its
matches the first won, half for a draw, with the Wilson interval, and how long the decisions of
both took for which there was a choice. Several pairs are played one after another.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any

from foxduet.ai.partner import Partner, partner_named
from foxduet.ai.workers import helpers, run_tasks
from foxduet.analysis.statistics import times_of, wilson_interval
from foxduet.games.classic.rules.state import Setup
from foxduet.play.game import Chooser, Header, open_game, play_out

MATCHES, SEED, TARGET = 500, 1, 21


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals of one seed: to be played by two opponents, and again with seats changed."""

    opponents: tuple[str, str]
    target: int
    seed: int


@dataclass(frozen=True, slots=True)
class Played:
    """What came of both matches: what the first opponent won, and the seconds of decisions."""

    won: tuple[float, float]
    seconds: tuple[list[float], list[float]]


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.classic_matches", description=__doc__
    )
    parser.add_argument("pairs", nargs="+", metavar="A,B", help="such as steady,random")
    parser.add_argument("--matches", type=int, default=MATCHES, help="for each pair")
    parser.add_argument("--target", type=int, default=TARGET)
    parser.add_argument("--seed", type=int, default=SEED, help="seed of the first deals")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--every", type=int, default=0, help="print after so many matches, too")
    parsed = parser.parse_args()
    for pair in parsed.pairs:
        a, b = pair.split(",")
        seeds = range(parsed.seed, parsed.seed + parsed.matches // 2)
        tasks = [Deals((a, b), parsed.target, seed) for seed in seeds]
        won, seconds = list[float](), (list[float](), list[float]())
        for played in run_tasks(play_both, tasks, helpers(parsed.jobs)):
            won += played.won
            for times, more in zip(seconds, played.seconds, strict=True):
                times.extend(more)
            if len(won) == 2 * len(tasks) or (parsed.every and not len(won) % parsed.every):
                print(line_of(pair, won, seconds), flush=True)


def line_of(pair: str, won: list[float], seconds: tuple[list[float], list[float]]) -> str:
    """Return the line about the matches of a pair so far."""
    total = sum(won)
    low, high = (100 * bound for bound in wilson_interval(round(total), len(won)))
    times = (
        "p50 {p50:.1f} p95 {p95:.1f} mean {mean:.1f}".format(
            mean=1000 * sum(some) / len(some), **times_of(some)
        )
        for some in seconds
    )
    return (
        f"{pair}: {100 * total / len(won):.1f} % ({low:.1f}-{high:.1f})"
        f" of {len(won)} matches; CPU ms a decision: {'; '.join(times)}"
    )


def play_both(deals: Deals) -> Played:
    """Play the deals, then again with seats changed."""
    first, second = deals.opponents
    seconds = list[float](), list[float]()
    straight = _play(deals, (first, second), seconds)
    changed = _play(deals, (second, first), (seconds[1], seconds[0]))
    return Played((straight, 1 - changed), seconds)


def _play(deals: Deals, seats: tuple[str, str], seconds: tuple[list[float], list[float]]) -> float:
    """Return what p1 won: 1, or half for a draw."""
    header = Header("classic", Setup(deals.target), seats, seed=deals.seed)
    p1, p2 = (
        _timed(partner_named("classic", name), times)
        for name, times in zip(seats, seconds, strict=True)
    )
    result = play_out(open_game(header), (p1, p2)).result
    assert result is not None
    return 0.5 if result.won[0] == result.won[1] else float(result.won[0])


def _timed(partner: Partner, seconds: list[float]) -> Chooser:
    def choose(observation: Any, chance: Random) -> Any:
        began = process_time()
        thought = partner(observation, chance)
        if len(observation.choices) > 1:
            seconds.append(process_time() - began)
        return thought.action

    return choose


if __name__ == "__main__":
    main()
