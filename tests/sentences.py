"""Check every sentence on a costly choice by the rule: python -m tests.sentences [--games N].

Games of partners of both strengths are played and judged, and what each sentence claims is
counted again from the figures of all choices. Exit status 1 if a sentence claims what it may not.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import fmean
from typing import Any

from foxduet.ai.duet.expert import DuetEstimate
from foxduet.ai.partner import adviser_named, partner_named
from foxduet.analysis.review import Assessment, Review, costly, moments_of
from foxduet.play.game import Chooser, Header, open_game, play_out
from foxduet.rules.duet.state import Setup
from foxduet.words.common import percent
from foxduet.words.duet.reasons import Reason, reason_against, worths_of
from foxduet.words.duet.review import cost_sentence
from foxduet.words.review import cost_phrase

PAIRS = (("steady", "novice"), ("expert:40", "steady"), ("novice", "novice"), ("steady", "steady"))
FIRST_SEED = 7_000


def chooser(name: str) -> Chooser:
    """Return what a partner chooses."""
    think = partner_named("duet", name)

    def choose(observation: Any, chance: Random) -> Any:
        return think(observation, chance).action

    return choose


def reviewed_game(number: int, worlds: int) -> Review:
    """Play a game by its number, and judge it without hindsight."""
    first, second = PAIRS[number % len(PAIRS)]
    header = Header("duet", Setup(1 + number % 3), ("Ann", "Bob"), seed=FIRST_SEED + number)
    game = play_out(open_game(header), (chooser(first), chooser(second)))
    name = f"expert:{worlds}"
    think = adviser_named("duet", name)
    assessments = []
    for moment in moments_of(game):
        thought = think(moment.observation, Random(f"{number} {moment.number}"))
        assessments.append(
            Assessment(
                moment.number,
                moment.seat,
                moment.chosen,
                thought.action,
                thought.estimates,
                thought.worlds,
            )
        )
    return Review(game, name, tuple(assessments))


def reason_of(review: Review, one: Assessment) -> Reason | None:
    """Return the reason that the sentence on a choice gives, if any."""
    table = review.game.states[one.number - 1].table
    best, chosen = one.of_best, one.of_chosen
    assert isinstance(best, DuetEstimate)
    assert isinstance(chosen, DuetEstimate)
    return reason_against(table, one.estimates, best, chosen)  # type: ignore[arg-type]


def untrue(review: Review, one: Assessment) -> Iterator[str]:
    """Yield what is wrong with the sentence on a costly choice."""
    sentence, reason = cost_sentence(review, one), reason_of(review, one)
    state, best, chosen = review.game.states[one.number - 1], one.of_best, one.of_chosen
    assert best is not None
    assert chosen is not None
    if reason is not None:
        worths = worths_of(one.estimates)  # type: ignore[arg-type]
        rows = list(zip(worths, reason.has, one.estimates, strict=True))
        having = [worth for worth, has, _one in rows if has]
        lacking = [worth for worth, has, _one in rows if not has]
        if not any(has and found is best for _worth, has, found in rows):
            yield "the best choice lacks what is named"
        if any(has and found is chosen for _worth, has, found in rows):
            yield "what was chosen has what is named"
        if not lacking or fmean(having) - fmean(lacking) < one.cost.worth / 2:
            yield "what is named is worth less than most of the cost"
        elif min(having) <= worths[one.estimates.index(chosen)]:
            yield "a choice that is as bad has what is named"
    if re.search(r"as sure to win", sentence) and percent(best.win) != percent(chosen.win):
        yield "as sure to win beside different chances"
    if re.search(r"\bcost 0\b|[^.\d]0 %|\b0\.0\b", cost_phrase(one)):
        yield "a cost of nothing"
    if re.search(r"[Tt]his trick", sentence) and state.table.trick is None:
        yield "no trick is under way"
    if not sentence[0].isupper() or "{" in sentence or len(sentence) > 3 * 72:
        yield "not a sentence that fits its place"


def main() -> int:
    """Check games; print how often each reason was given, and what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--worlds", type=int, default=200)
    parser.add_argument("--print", action="store_true", help="print every sentence")
    options = parser.parse_args()
    given: Counter[str] = Counter()
    wrong = 0
    for number in range(options.games):
        review = reviewed_game(number, options.worlds)
        for one in costly(review):
            reason = reason_of(review, one)
            given["only figures" if reason is None else reason.kind.name] += 1
            if options.print:
                print(f"{number:>3} {one.number:>3} {cost_sentence(review, one)}")
            for trouble in untrue(review, one):
                wrong += 1
                print(f"{number:>3} {one.number:>3} {trouble}: {cost_sentence(review, one)}")
    for kind, count in given.most_common():
        print(f"{count:>5} {kind}")
    print(f"{sum(given.values())} sentences, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
