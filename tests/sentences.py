"""Check every sentence on a choice that cost something: python -m tests.sentences [--games N].

Games of partners of all strengths are played and judged, and what each sentence claims is counted
again from the figures of all choices. It is said how many of the choices that reviews call costly
have a cause. Exit status 1 if a sentence claims what it may not.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

from foxduet.ai.partner import partner_named
from foxduet.analysis.review import FELT, Assessment, Review, moments_of
from foxduet.analysis.review_job import assess, calibrated_assessment
from foxduet.games.classic.rules.state import Setup as Match
from foxduet.games.classic.words.review_words import cause_of
from foxduet.games.duet.rules.state import Setup
from foxduet.games.duet.words.review_words import reason_of
from foxduet.play.game import Chooser, Header, open_game, play_out
from foxduet.words.common import guide_words, percent
from foxduet.words.review_report import cost_phrase
from tests.sentences_of_duet import untrue_of_duet

PAIRS = (("steady", "novice"), ("expert:40", "steady"), ("novice", "novice"), ("steady", "steady"))
FIRST_SEED = 7_200_000


def chooser(game: str, name: str) -> Chooser:
    """Return what a partner or an opponent chooses."""
    think = partner_named(game, name)

    def choose(observation: Any, chance: Random) -> Any:
        return think(observation, chance).action

    return choose


def reviewed_game(number: int, worlds: int, game: str = "duet") -> Review:
    """Play a game by its number, and judge it without hindsight."""
    first, second = PAIRS[number % len(PAIRS)]
    setup = Setup(1 + number % 3) if game == "duet" else Match(16)
    header = Header(game, setup, ("Ann", "Bob"), seed=FIRST_SEED + number)
    played = play_out(open_game(header), (chooser(game, first), chooser(game, second)))
    name = f"expert:{worlds}"
    assessments = [
        calibrated_assessment(moment, assess(name, str(number), moment))
        for moment in moments_of(played)
    ]
    return Review(played, name, tuple(assessments))


@dataclass(frozen=True)
class Given:
    """A reason that a sentence gives: its name, what has it of the choices compared, and worths."""

    name: str
    compared: tuple[Any, ...]
    has: tuple[bool, ...]
    worths: tuple[float, ...]


def given_by(review: Review, one: Assessment) -> Given | None:
    """Return the reason that the sentence on a choice gives, if any."""
    if review.game.header.game == "duet":
        reason = reason_of(review, one)
        if reason is None:
            return None
        worths = tuple(one.worth for one in reason.compared)
        return Given(reason.kind.name, reason.compared, reason.found.has, worths)
    cause = cause_of(review, one)
    if cause is None:
        return None
    found, compared = cause.reason.found, cause.reason.compared
    return Given(found.kind.name, compared, found.has, tuple(each.win for each in compared))


def explained(review: Review) -> list[Assessment]:
    """Return the choices on which there is a sentence: all that cost something worth a word."""
    return [one for one in review.assessments if one.of_chosen and one.cost.worth >= FELT]


def untrue(review: Review, one: Assessment) -> Iterator[str]:
    """Yield what is wrong with the sentence on a costly choice."""
    sentence = guide_words(review.game.header.game).cost_sentence(review, one)
    state, best, chosen = review.game.states[one.number - 1], one.of_best, one.of_chosen
    assert best is not None
    assert chosen is not None
    given = given_by(review, one)
    if given is not None:
        yield from _untrue_reason(given, one)
        if review.game.header.game == "duet":
            yield from untrue_of_duet(review, one, sentence)
    if re.search(r"as sure to win", sentence) and percent(best.win) != percent(chosen.win):
        yield "as sure to win beside different chances"
    if re.search(r"more than", sentence) and one.in_points and best.score <= chosen.score:
        yield "more points that are none"
    if re.search(r"\bcost 0 |[^.\d]0 %|\b0\.0\b", cost_phrase(one)):
        yield "a cost of nothing"
    if re.search(r"could not see|unseen hands", sentence) and _sees_all(review, one):
        yield "every card of the other hand was known"
    if re.search(r"[Tt]his trick", sentence) and state.table.trick is None:
        yield "no trick is under way"
    if not sentence[0].isupper() or "{" in sentence or len(sentence) > 3 * 72:
        yield "not a sentence that fits its place"


def _sees_all(review: Review, one: Assessment) -> bool:
    """Return whether the seat knew every card of the other hand, which Duet says."""
    seen = review.game.rules.observe(review.game.states[one.number - 1], one.seat)
    known = getattr(seen, "partner_known", ())
    return bool(known) and len(known) == seen.partner_cards + seen.partner_offered


def _untrue_reason(given: Given, one: Assessment) -> Iterator[str]:
    """Yield what is wrong with a reason, by the figures of the choices that it compares."""
    rows = list(zip(given.worths, given.has, given.compared, strict=True))
    having = [worth for worth, has, _one in rows if has]
    lacking = [worth for worth, has, _one in rows if not has]
    ((best, best_has),) = ((worth, has) for worth, has, each in rows if each.action == one.best)
    ((chosen, chosen_has),) = (
        (worth, has) for worth, has, each in rows if each.action == one.chosen
    )
    if not best_has:
        yield "the best choice lacks what is named"
    if chosen_has:
        yield "what was chosen has what is named"
    if not lacking or fmean(having) - fmean(lacking) < (best - chosen) / 2:
        yield "what is named is worth less than most of the cost"
    elif min(having) <= chosen:
        yield "a choice that is as bad has what is named"


def main() -> int:
    """Check games; print how often each reason was given, and what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="the seed of the first game")
    parser.add_argument("--worlds", type=int, default=200)
    parser.add_argument("--game", choices=("duet", "classic"), default="duet")
    parser.add_argument("--print", action="store_true", help="print every sentence")
    options = parser.parse_args()
    given: Counter[str] = Counter()
    wrong = costly = caused = 0
    teaches = guide_words(options.game).teaches
    first = options.seed - FIRST_SEED
    for number in range(first, first + options.games):
        review = reviewed_game(number, options.worlds, options.game)
        sentence_on = guide_words(options.game).cost_sentence
        for one in explained(review):
            reason = given_by(review, one)
            given["only figures" if reason is None else reason.name] += 1
            if one.is_costly:
                costly, caused = costly + 1, caused + teaches(review, one)
            if options.print:
                print(f"{number:>3} {one.number:>3} {sentence_on(review, one)}")
            for trouble in untrue(review, one):
                wrong += 1
                print(f"{number:>3} {one.number:>3} {trouble}: {sentence_on(review, one)}")
    for kind, count in given.most_common():
        print(f"{count:>5} {kind}")
    print(f"{sum(given.values())} sentences, {wrong} wrong")
    print(f"{costly} of costly choices, {caused} with a cause ({caused / max(1, costly):.0%})")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
