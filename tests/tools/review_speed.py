"""What a review costs, and how sure its grades are.

Run ``python -m tests.tools.review_speed FILE ...``.

For each record, in this process alone: the seconds of processor time until every choice has been
looked at, until each is settled, and of the same review with every choice tried in all worlds, its
hindsight and par. Then for the games of each kind together: how often a grade changes between the
first look and the end, differs from the one by all worlds, and from that of a review with another
seed.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

from foxduet.ai.partner import REVIEWER, adviser_named
from foxduet.analysis.review import Assessment, DecisionPoint, MoveQuality, moments_of, quality_of
from foxduet.analysis.review_file import fingerprint
from foxduet.analysis.review_job import (
    QUICK,
    assess,
    assessment_by,
    calibrated_assessment,
    double_dummy,
)
from foxduet.analysis.simulation import par_moves
from foxduet.play.record import load_record
from foxduet.store.results import has_par


@dataclass
class Spent:
    """The seconds of processor time for a game."""

    first_sight: float = 0.0
    later: float = 0.0
    hindsight: float = 0.0
    par: float = 0.0
    all_worlds: float = 0.0

    def timed(self, what: str, work: Callable[[], Any]) -> Any:
        """Return what ``work`` does, and count its time."""
        began = process_time()
        result = work()
        setattr(self, what, getattr(self, what) + process_time() - began)
        return result


@dataclass(frozen=True)
class Judged:
    """A decision with a choice: its grades, and the worlds that its choices were tried in."""

    trials: int
    of: int
    quick: MoveQuality
    end: MoveQuality
    other_seed: MoveQuality
    all_worlds: MoveQuality
    all_worlds_other_seed: MoveQuality


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.review_speed", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="records of games")
    judged: defaultdict[str, list[Judged]] = defaultdict(list)
    for path in parser.parse_args().files:
        game, spent = load_record(path.read_text("utf-8")), Spent()
        name, seed, moments = game.header.game, fingerprint(game), moments_of(game)
        judged[name] += [judge(spent, seed, one) for one in moments if choices_of(one) > 1]
        if has_par(game.header):
            spent.timed("par", partial(par_moves, game.header))
        before = spent.all_worlds + spent.hindsight + spent.par
        end = spent.first_sight + spent.later
        print(
            f"{name}, {len(moments)} decisions: first sight {spent.first_sight:.1f} s of one core,"
            f" end {end:.1f}, with all worlds, hindsight and par {before:.1f};"
            f" {end / before:.2f} of it (hindsight {spent.hindsight:.1f}, par"
            f" {spent.par:.1f})",
            flush=True,
        )
    for name, ones in judged.items():
        print_grades(name, ones)


def choices_of(moment: DecisionPoint) -> int:
    """Return how many choices there were."""
    return len(moment.observation.choices)


def judge(spent: Spent, seed: str, moment: DecisionPoint) -> Judged:
    """Judge a decision in each of the ways."""
    quick = end = spent.timed("first_sight", lambda: assess(REVIEWER, seed, moment, QUICK))
    if not quick.settled:
        end = spent.timed("later", lambda: assess(REVIEWER, seed, moment))
    whole = spent.timed("all_worlds", lambda: in_all_worlds(seed, moment))
    spent.timed("hindsight", lambda: double_dummy(seed, moment))
    seeds = f"{seed} again"
    other, whole_again = assess(REVIEWER, seeds, moment), in_all_worlds(seeds, moment)
    grades = [
        quality_of(calibrated_assessment(moment, one))
        for one in (quick, end, other, whole, whole_again)
    ]
    tried = end.tried or (end.worlds,) * len(end.estimates)
    return Judged(sum(tried), whole.worlds * len(whole.estimates), *grades)


def in_all_worlds(seed: str, moment: DecisionPoint) -> Assessment:
    """Try every choice in all worlds, as advice does."""
    think = adviser_named(moment.game, REVIEWER, moment.opposite)
    thought = think(moment.observation, Random(f"foxduet review {seed} {moment.number}"))
    return assessment_by(thought, moment)


def print_grades(name: str, ones: Sequence[Judged]) -> None:
    """Print how often grades differ, and how many trials there were."""

    def differ(way: Callable[[Judged], MoveQuality], other: Callable[[Judged], MoveQuality]) -> str:
        return f"{fmean(way(one) is not other(one) for one in ones):.1%}"

    print(
        f"{name}, {len(ones)} decisions with a choice: grades that change after the first look"
        f" {differ(lambda one: one.quick, lambda one: one.end)}; that differ from all worlds"
        f" {differ(lambda one: one.end, lambda one: one.all_worlds)}, with another seed"
        f" {differ(lambda one: one.end, lambda one: one.other_seed)} (all worlds:"
        f" {differ(lambda one: one.all_worlds, lambda one: one.all_worlds_other_seed)});"
        f" {sum(one.trials for one in ones) / sum(one.of for one in ones):.1%} of the trials"
    )


if __name__ == "__main__":
    main()
