"""Checking puzzles anew: nothing that was found when they were made is believed.

All generators are other ones, and what a clear lead is stands here once more.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

from foxduet.ai.partner import Estimate, adviser_named
from foxduet.analysis.puzzles import (
    Puzzle,
    PuzzleChoice,
    book_of,
    format_puzzle,
    parse_puzzle,
    puzzle_thought,
    review_of_try,
)
from foxduet.analysis.review import Review
from foxduet.core.register import rule_set
from foxduet.words.common import guide_words
from tests.puzzles.making import LOGS, best_mistake, positions_of, usual_mistake
from tests.puzzles.ratings import ratings_of
from tests.puzzles.styles import STYLES, shares_against
from tests.sentences import untrue

FEWEST = {"duet": 300, "classic": 200}
FEWEST_OF_A_KIND = 15

_NAMES = ("Ann", "Bob")
_WIN, _POINTS = 0.06, 3.0
# As sure to win are choices whose chances differ by no more than their errors.
_AS_SURE = 0.01
# The hands of rounds that are played out; those when puzzles were made have lower numbers.
_HANDS = (range(10_000, 10_024), range(10_024, 10_200))
_CLOSE = 0.06


def log_of(game: str) -> list[dict[str, Any]]:
    """Return what is known of how each puzzle was found: its game's seed, and who solves it."""
    return [json.loads(line) for line in (LOGS / f"{game}.jsonl").read_text().splitlines()]


def troubles_of_all(game: str, puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """Yield what is wrong with the puzzles of a game together."""
    log, kinds = log_of(game), Counter(one.kind for one in puzzles)
    if len(puzzles) < FEWEST[game]:
        yield f"{len(puzzles)} puzzles"
    if [one.number for one in puzzles] != [*range(1, len(puzzles) + 1)]:
        yield "the numbers are not 1, 2, 3, ..."
    for kind in book_of(game).KINDS:
        if kinds[kind] < FEWEST_OF_A_KIND:
            yield f"{kinds[kind]} of the kind {kind}"
    if [one["number"] for one in log] != [one.number for one in puzzles]:
        yield "the log is about other puzzles"
    if len({one["seed"] for one in log}) < len(log):
        yield "two puzzles are from one game"
    if ratings_of([one["solved"] for one in log]) != [one.rating for one in puzzles]:
        yield "the ratings are not those by the log"


@dataclass(frozen=True)
class Report:
    """What is wrong with a puzzle, and of how many wrong choices reviews name the cause."""

    troubles: list[str]
    wrong_choices: int
    caused: int


def looked_at(puzzle: Puzzle) -> Report:
    """Return what is found when everything about a puzzle is worked out again."""
    reviews = [*_reviews_of(puzzle)]
    found = chain(
        _of_line(puzzle), _of_figures(puzzle), _of_styles(puzzle), _of_reasons(puzzle, reviews)
    )
    teaches = guide_words(puzzle.game).teaches
    caused = sum(teaches(review, review.assessments[0]) for review in reviews)
    return Report([*found], len(reviews), caused)


def _of_line(puzzle: Puzzle) -> Iterator[str]:
    """Yield what is wrong with the line, the position and the game that it is from."""
    rules, (option, value) = rule_set(puzzle.game), puzzle.setup
    if parse_puzzle(puzzle.game, format_puzzle(puzzle)) != puzzle:
        yield "its line says something else"
    state = rules.parse_position(puzzle.position, rules.setup_from({option: value}))
    legal = [rules.format_action(action) for action in rules.legal_actions(state)]
    if [one.text for one in puzzle.choices] != legal:
        yield "its choices are not the legal ones"
    if not _leads(puzzle.answer, [one for one in puzzle.choices if one is not puzzle.answer]):
        yield "its own figures do not favour the answer"
    seed = log_of(puzzle.game)[puzzle.number - 1]["seed"]
    if puzzle.position not in positions_of(puzzle.game, puzzle.setup, seed):
        yield "its position is not from the game with its seed"


def _leads(best: Estimate | PuzzleChoice, others: Iterable[Estimate | PuzzleChoice]) -> bool:
    for one in others:
        wins_more = best.win - one.win >= _WIN
        scores_more = best.score - one.score >= _POINTS and one.win - best.win <= _AS_SURE
        if not wins_more and not scores_more:
            return False
    return True


def _of_figures(puzzle: Puzzle) -> Iterator[str]:
    """Yield which generators find that the answer is not best, or not clearly."""
    moment = puzzle.moment
    think = adviser_named(puzzle.game, "expert:4000")
    for name in ("third", "fourth"):
        thought = think(moment.observation, Random(f"check of {puzzle.position} {name}"))
        by_action = {one.action: one for one in thought.estimates}
        best = by_action.pop(moment.chosen)
        if thought.action != moment.chosen:
            yield f"the {name} generator finds another answer"
        elif not _leads(best, by_action.values()):
            yield f"the {name} generator finds no clear answer"


def _of_styles(puzzle: Puzzle) -> Iterator[str]:
    """Yield beside, or against, whom the answer is not the best choice."""
    moment = puzzle.moment
    if rule_set(puzzle.game).cooperative:
        think = adviser_named(puzzle.game, "expert:1500", "expert")
        chance = Random(f"check of {puzzle.position} expert")
        if think(moment.observation, chance).action != moment.chosen:
            yield "another choice is best beside an expert"
        return
    compared = (moment.chosen, best_mistake(puzzle))
    for style in STYLES:
        for hands in _HANDS:
            right, wrong = shares_against(puzzle, compared, style, hands)
            if abs(right - wrong) >= _CLOSE:
                break
        if right <= wrong:
            yield f"the second best choice is better against {style}"


def _reviews_of(puzzle: Puzzle) -> Iterator[Review]:
    """Yield the review of each wrong choice."""
    moment, thought = puzzle.moment, puzzle_thought(puzzle)
    for chosen in moment.observation.choices:
        if chosen != moment.chosen:
            yield review_of_try(puzzle, thought, chosen, _NAMES)


def _of_reasons(puzzle: Puzzle, reviews: Iterable[Review]) -> Iterator[str]:
    """Yield what is wrong with what is said of wrong choices."""
    guide, usual, answer = guide_words(puzzle.game), usual_mistake(puzzle), puzzle.moment.chosen
    for review in reviews:
        (one,) = review.assessments
        if one.best != answer:
            yield "reviews find another answer"
            return
        if one.chosen == usual and not guide.teaches(review, one):
            yield "no reason against the usual mistake"
        yield from untrue(review, one)
