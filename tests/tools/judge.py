"""Judge the sentences on costly choices: python -m tests.tools.judge.

It reads what players read beside what the seat knew: on each wrong choice of the shipped puzzles,
and on each costly choice of fresh games. A judge of each game has a policy of its own, with which
it plays the choices out by the rules engine; it shares nothing with the search for reasons. It
prints the faults with their positions, and a table. Exit status 1 if a limit is exceeded.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain

from foxduet.ai.partner import EQUAL_COST, REVIEWER, get_partner
from foxduet.ai.workers import resolve_jobs, run_tasks
from foxduet.analysis.puzzles import Puzzle, evaluate_puzzle, puzzles_of, review_attempt
from foxduet.analysis.review import (
    Assessment,
    ChoiceGrade,
    DecisionPoint,
    Review,
    decision_points,
    grade_choice,
)
from foxduet.analysis.review_job import QUICK_PASS_WORLDS, assess_decision, calibrate_assessment
from foxduet.core.registry import rule_set
from foxduet.play.game import Chooser, Header, open_game, play_out
from foxduet.words.game_words import guide_words
from tests.tools import judge_classic, judge_duet
from tests.tools.verdicts import LIMITS, NAMES, Fault, FaultKind, Item, judge

READERS = {"duet": judge_duet.READER, "classic": judge_classic.READER}
PAIRS = {
    "steady": ("steady", "steady"),
    "novice": ("novice", "steady"),
    "expert": ("expert:200", "steady"),
}
"""The partners of the kinds of games."""
FIRST_SEED, GAMES = 9_800_000, 40
_SETUPS = {"duet": ("level", (1, 2, 3)), "classic": ("target", (16, 21, 35))}


def items_of_puzzle(game: str, puzzle: Puzzle) -> Iterator[Item]:
    """Yield the sentences on the wrong choices of a puzzle."""
    thought = evaluate_puzzle(puzzle)
    for estimate in thought.estimates:
        review = review_attempt(puzzle, thought, estimate.action, NAMES)
        (assessment,) = review.assessments
        if not puzzle.is_right(estimate.action) and assessment.cost.worth >= EQUAL_COST:
            text = rule_set(game).format_action(estimate.action)
            yield item_of(review, assessment, f"{game} puzzle {puzzle.number} {text}")


def items_of_game(game: str, pair: str, seed: int) -> Iterator[Item]:
    """Yield the sentences on the choices of a game that are inaccurate or worse."""
    review = reviewed_game(game, pair, seed, REVIEWER)
    for assessment in review.assessments:
        if assessment.chosen_estimate and grade_choice(assessment) is not ChoiceGrade.GOOD:
            yield item_of(review, assessment, f"{game} {pair} {seed} action {assessment.number}")


@cache
def reviewed_game(game: str, pair: str, seed: int, partner: str) -> Review:
    """Play a game, and review it without hindsight, in as many worlds as at first sight."""
    rules, (option, values) = rule_set(game), _SETUPS[game]
    setup = rules.setup_from({option: values[seed % len(values)]})
    choosers = [*map(partial(chooser, game), PAIRS[pair])]
    first, second = reversed(choosers) if seed % 2 else choosers
    played = play_out(open_game(Header(game, setup, NAMES, seed=seed)), (first, second))

    def assess(decision: DecisionPoint) -> Assessment:
        assessment = assess_decision(partner, str(seed), decision, QUICK_PASS_WORLDS)
        return calibrate_assessment(decision, assessment)

    return Review(played, partner, tuple(map(assess, decision_points(played))))


def chooser(game: str, name: str) -> Chooser:
    """Return a function that chooses as a partner or an opponent does."""
    think = get_partner(game, name)
    return lambda seen, rng: think(seen, rng).action


def item_of(review: Review, assessment: Assessment, where: str) -> Item:
    game = review.game
    words = guide_words(game.header.game)
    worths = {value.action: value.worth for value in assessment.search_estimates}
    return Item(
        where,
        game.rules.observe(game.states[assessment.number - 1], assessment.seat),
        assessment.best,
        assessment.chosen,
        tuple(
            action
            for action, worth in worths.items()
            if action not in (assessment.best, assessment.chosen)
            and worths[assessment.best] - worth < EQUAL_COST
        )[:2],
        assessment.is_costly,
        words.cost_sentence(review, assessment),
    )


def judge_assessment(review: Review, assessment: Assessment, where: str) -> list[Fault]:
    """Return the faults of the sentence on a choice; empty if no judge knows the game."""
    reader = READERS.get(review.game.header.game)
    return [] if reader is None else [*judge(reader, item_of(review, assessment, where))]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A sentence with its position, and its faults."""

    text: str
    is_costly: bool
    faults: list[Fault]


def judge_puzzle(game: str, puzzle: Puzzle) -> list[Verdict]:
    return [*judge_all(game, items_of_puzzle(game, puzzle))]


def judge_game(game: str, task: tuple[str, int]) -> list[Verdict]:
    return [*judge_all(game, items_of_game(game, *task))]


def judge_all(game: str, items: Iterable[Item]) -> Iterator[Verdict]:
    for item in items:
        view = rule_set(game).format_view(item.observation)
        faults = [*judge(READERS[game], item)]
        yield Verdict(f"{item.where}: {view}\n    {item.text}", item.is_costly, faults)


def main() -> int:
    """Judge puzzles and games; print faults, and a table with the share of each kind."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.judge", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="of each pair of partners")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="of the first game")
    parser.add_argument("--pairs", nargs="*", choices=[*PAIRS], default=[*PAIRS])
    parser.add_argument("--puzzles", type=int, default=1, metavar="N", help="each Nth; 0 for none")
    parser.add_argument("--kinds", nargs="+", choices=[*READERS], default=[*READERS])
    parser.add_argument("--jobs", type=int, default=2, help="number of processes")
    parser.add_argument("--print", action="store_true", help="print every sentence")
    options = parser.parse_args()
    jobs, seeds = resolve_jobs(options.jobs), range(options.seed, options.seed + options.games)
    is_good = True
    for game in options.kinds:
        groups: list[tuple[str, Iterable[Sequence[Verdict]]]] = []
        if options.puzzles:
            puzzles = puzzles_of(game)[:: options.puzzles]
            groups.append(("puzzles", run_tasks(partial(judge_puzzle, game), puzzles, jobs)))
        for pair in options.pairs:
            tasks = [(pair, seed) for seed in seeds]
            groups.append((pair, run_tasks(partial(judge_game, game), tasks, jobs)))
        for name, results in groups:
            is_good &= report(f"{game} {name}", results, print_all=options.print)
    return 0 if is_good else 1


def report(name: str, results: Iterable[Sequence[Verdict]], *, print_all: bool) -> bool:
    """Print faults and a row of the table; return whether each limit is kept."""
    counts, sentences, costly = Counter[FaultKind](), 0, 0
    for verdict in chain.from_iterable(results):
        sentences, costly = sentences + 1, costly + verdict.is_costly
        counts.update({fault.kind for fault in verdict.faults})
        if verdict.faults or print_all:
            print(verdict.text)
            for fault in verdict.faults:
                print(f"      {fault.kind.value}: {fault.text}", flush=True)
    shares = {kind: counts[kind] / max(1, sentences) for kind in FaultKind}
    shares[FaultKind.FOUND_NOTHING] = counts[FaultKind.FOUND_NOTHING] / max(1, costly)
    cells = (f"{kind.value} {counts[kind]} ({shares[kind]:.1%})" for kind in FaultKind)
    print(f"| {name} | {sentences} sentences, {costly} costly | {' | '.join(cells)} |", flush=True)
    return all(shares[kind] <= LIMITS[kind] for kind in FaultKind)


if __name__ == "__main__":
    sys.exit(main())
