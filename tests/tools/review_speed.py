"""Measure the cost of reviews and the certainty of their grades.

Run ``python -m tests.tools.review_speed --game classic --games 6 --seed 1001``.

Plays games of partners of all strengths and reviews them. Prints the seconds of processor time for
the quick pass over all choices, and until each is settled. Then of the choices: how many are costly
with one seed and not with another, and how many have other grades; for costly choices, by how many
of their stated errors they are off (root mean square) when the choice and the best choice are
searched with twenty times the worlds; and how many mistakes are then milder, or good.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot, sqrt
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

from foxduet.ai.partner import REVIEWER, REVIEWER_WORLDS, get_adviser, get_partner
from foxduet.ai.workers import resolve_jobs, run_tasks
from foxduet.analysis import review
from foxduet.analysis.review import (
    GRADE_THRESHOLDS,
    Assessment,
    ChoiceGrade,
    DecisionPoint,
    grade_choice,
)
from foxduet.analysis.review_file import game_fingerprint
from foxduet.analysis.review_job import (
    QUICK_PASS_WORLDS,
    assess_decision,
    assessment_from_thought,
    calibrate_assessment,
)
from foxduet.core.lazy_dataclass import replace
from foxduet.core.registry import rule_set
from foxduet.play.game import Chooser, Game, Header, open_game, play_out

PAIRS = (("novice", "steady"), ("steady", "novice"), ("steady", "expert:100"))
SETUPS = {"duet": "level", "classic": "target"}
TIMES = 20
MIN_COST = 0.02
"""Cheaper choices are not searched again: they have no grade."""


@dataclass(frozen=True)
class Judged:
    """A decision with a choice, reviewed with two seeds, and by more search if it cost much."""

    first_sight: float
    later: float
    found: Assessment
    other_seed: Assessment
    more: Assessment | None
    off: float | None


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.review_speed", description=__doc__)
    parser.add_argument("--game", choices=("duet", "classic"), default="duet")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1_500_001, help="seed of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.games)
    decisions: list[Judged] = []
    for some in run_tasks(partial(judged_game, options.game), seeds, resolve_jobs(options.jobs)):
        decisions += some
        print_all(options.game, decisions)


def judged_game(game: str, seed: int) -> list[Judged]:
    """Play a game, and judge each decision with a choice."""
    played = played_game(game, seed)
    name = game_fingerprint(played)
    return [
        judge(name, point)
        for point in review.decision_points(played)
        if len(point.observation.choices) > 1
    ]


def played_game(game: str, seed: int) -> Game:
    """Play a game; pairs of partners and levels alternate by seed."""
    names, rules = PAIRS[seed % len(PAIRS)], rule_set(game)
    setup = rules.setup_from({"level": 1 + seed // 3 % 3} if game == "duet" else {"target": 16})
    header = Header(game, setup, names, seed=seed, ai=names)
    p1, p2 = (chooser(game, *pair) for pair in (names, names[::-1]))
    return play_out(open_game(header), (p1, p2))


def chooser(game: str, name: str, opposite: str) -> Chooser:
    """Return a function that chooses as the partner does."""
    think = get_partner(game, name, opposite)
    return lambda seen, chance: think(seen, chance).action


def judge(seed: str, moment: DecisionPoint) -> Judged:
    """Judge a decision with both seeds, and by more search if it is costly."""
    began = process_time()
    assessment = assess_decision(REVIEWER, seed, moment, QUICK_PASS_WORLDS)
    seen = process_time()
    if not assessment.settled:
        assessment = assess_decision(REVIEWER, seed, moment)
    spent = seen - began, process_time() - seen
    other = calibrate_assessment(moment, assess_decision(REVIEWER, f"{seed} again", moment))
    graded = calibrate_assessment(moment, assessment)
    more = off = None
    if graded.cost.worth >= MIN_COST and assessment.chosen_estimate is not None:
        more = searched_more(seed, moment, assessment)
        off = errors_between(assessment, more)
        more = calibrate_assessment(moment, more)
    return Judged(*spent, graded, other, more, off)


def searched_more(seed: str, moment: DecisionPoint, assessment: Assessment) -> Assessment:
    """Compare the choice with the best choice in more worlds."""
    think = get_adviser(moment.game, f"expert:{TIMES * REVIEWER_WORLDS}", moment.partner_name)
    seen = replace(moment.observation, choices=(assessment.best, moment.chosen))
    thought = think(seen, Random(f"more {seed} {moment.number}"))
    return assessment_from_thought(thought, moment)


def errors_between(quick: Assessment, more: Assessment) -> float | None:
    """Return by how many standard errors a cost differs from the longer search; None if exact."""
    (apart, error), (other, other_error) = (behind(a, quick.best) for a in (quick, more))
    both = hypot(error, other_error)
    return (apart - other) / both if both else None


def behind(assessment: Assessment, best: Any) -> tuple[float, float]:
    """Return the loss of the choice against ``best``, in worth, and its error."""
    worths = {estimate.action: estimate.worth for estimate in assessment.search_estimates}
    errors = dict(zip(worths, assessment.errors, strict=False))
    return worths[best] - worths[assessment.chosen], max(
        errors.get(assessment.chosen, 0.0), errors.get(best, 0.0)
    )


def print_all(game: str, decisions: Sequence[Judged]) -> None:
    """Print the figures of all decisions so far."""
    costly = [d for d in decisions if d.found.is_costly]
    offs = [d.off for d in decisions if d.off is not None]
    again = [d for d in costly if d.more is not None]
    grades = [*GRADE_THRESHOLDS]

    def share(some: Sequence[Judged], has: Callable[[Judged], bool]) -> str:
        count = sum(map(has, some))
        return f"{count} of {len(some)} ({count / max(1, len(some)):.1%})"

    def is_milder(d: Judged) -> bool:
        assert d.more is not None
        return grades_of(d.more) < grades_of(d.found)

    def grades_of(assessment: Assessment) -> int:
        return [ChoiceGrade.GOOD, *grades].index(grade_choice(assessment))

    print(
        f"{game}, {len(decisions)} decisions with a choice: first sight"
        f" {sum(d.first_sight for d in decisions):.1f} s of one core, end"
        f" {sum(d.first_sight + d.later for d in decisions):.1f};"
        f" costly {len(costly)}; with another seed costly or not"
        f" {share(decisions, lambda d: d.found.is_costly != d.other_seed.is_costly)},"
        f" another grade"
        f" {share(decisions, lambda d: grade_choice(d.found) is not grade_choice(d.other_seed))};"
        f" rms z {sqrt(fmean(off * off for off in offs)) if offs else 0:.2f} of {len(offs)};"
        f" mistakes milder {share(again, is_milder)}, good"
        f" {share(again, lambda d: d.more is not None and not grades_of(d.more))}",
        flush=True,
    )


if __name__ == "__main__":
    main()
