"""Check the sentences on costly choices: python -m tests.tools.sentences.

Judges each wrong choice of all shipped puzzles, and each costly choice of 30 games of each kind.
Then it reads each sentence as a player does, and checks its claims by the position, by the figures
of the two choices, and by random playouts of tricks. No code is shared with the search for reasons.
It prints how many costly choices have a cause. Exit status 1 if a claim is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain

from foxduet.ai.partner import REVIEWER_WORLDS, get_partner
from foxduet.ai.workers import resolve_jobs, run_tasks
from foxduet.analysis.puzzles import Puzzle, evaluate_puzzle, puzzles_of, review_attempt
from foxduet.analysis.review import NEGLIGIBLE_COST, Assessment, Review, decision_points
from foxduet.analysis.review_job import assess_decision, calibrate_assessment
from foxduet.core.registry import rule_set
from foxduet.play.game import Chooser, Header, open_game, play_out
from foxduet.words.game_words import guide_words
from tests.tools.claims import CLAIMS, NAMES, untrue, untrue_kind

PAIRS = (("steady", "novice"), ("expert:40", "steady"), ("novice", "novice"), ("steady", "steady"))
FIRST_SEED, GAMES = 7_200_000, 30


def chooser(game: str, name: str) -> Chooser:
    """Return a function that chooses as a partner or an opponent does."""
    think = get_partner(game, name)
    return lambda seen, chance: think(seen, chance).action


@cache
def reviewed_game(number: int, worlds: int = REVIEWER_WORLDS, game: str = "duet") -> Review:
    """Play a game by its number, and review it without hindsight."""
    first, second = PAIRS[number % len(PAIRS)]
    rules = rule_set(game)
    setup = rules.setup_from({"level": 1 + number % 3} if game == "duet" else {"target": 16})
    header = Header(game, setup, NAMES, seed=FIRST_SEED + number)
    played = play_out(open_game(header), (chooser(game, first), chooser(game, second)))
    partner = f"expert:{worlds}"
    assessments = [
        calibrate_assessment(moment, assess_decision(partner, str(number), moment))
        for moment in decision_points(played)
    ]
    return Review(played, partner, tuple(assessments))


@dataclass(frozen=True)
class Read:
    """A sentence: its source, its text, and its faults.

    is_costly, teaches: whether the choice is costly, and whether the sentence names a cause.
    """

    where: str
    text: str
    wrong: tuple[str, ...]
    is_costly: bool
    teaches: bool


def read(review: Review, assessment: Assessment, where: str) -> Read:
    """Read the sentence on a choice."""
    words = guide_words(review.game.header.game)
    text, wrong = words.cost_sentence(review, assessment), tuple(untrue(review, assessment))
    return Read(where, text, wrong, assessment.is_costly, words.is_instructive(review, assessment))


def read_game(game: str, number: int) -> list[Read]:
    """Read the sentences on all choices of a game with a cost worth mentioning."""
    review = reviewed_game(number, game=game)
    return [
        read(review, assessment, f"{game} game {number} action {assessment.number}")
        for assessment in review.assessments
        if assessment.chosen_estimate and assessment.cost.worth >= NEGLIGIBLE_COST
    ]


def read_puzzle(game: str, puzzle: Puzzle) -> list[Read]:
    """Read the sentences on all wrong choices of a puzzle, and check its kind."""
    thought, where = evaluate_puzzle(puzzle), f"{game} puzzle {puzzle.number}"
    reviews = [
        review_attempt(puzzle, thought, estimate.action, NAMES)
        for estimate in thought.estimates
        if estimate.action != thought.action
    ]
    sentences = [
        read(review, assessment, f"{where} {rule_set(game).format_action(assessment.chosen)}")
        for review in reviews
        for assessment in review.assessments
        if assessment.cost.worth >= NEGLIGIBLE_COST
    ]
    kind = tuple(untrue_kind(puzzle, reviews))
    return [*sentences, Read(where, puzzle.kind, kind, is_costly=False, teaches=False)]


def main() -> int:
    """Read sentences; print faults, and how many costly choices have a cause."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.sentences", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--kinds", nargs="+", choices=("duet", "classic"), default=[*CLAIMS])
    parser.add_argument("--no-puzzles", action="store_true")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--print", action="store_true", help="print every sentence")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    for game in options.kinds:
        puzzles = () if options.no_puzzles else puzzles_of(game)
        numbers = range(options.first, options.first + options.games)
        for sentences in chain(
            run_tasks(partial(read_puzzle, game), puzzles, resolve_jobs(options.jobs)),
            run_tasks(partial(read_game, game), numbers, resolve_jobs(options.jobs)),
        ):
            for sentence in sentences:
                counts.update(
                    read=1,
                    wrong=bool(sentence.wrong),
                    **{f"{game} costly": sentence.is_costly},
                    **{f"{game} costly with a cause": sentence.is_costly and sentence.teaches},
                )
                if sentence.wrong or options.print:
                    faults = (f"\n    {fault}" for fault in sentence.wrong)
                    print(f"{sentence.where}: {sentence.text}", *faults)
            sys.stdout.flush()
    for name, count in counts.items():
        print(f"{count:>6} {name}")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
