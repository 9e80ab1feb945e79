"""Check every sentence on a choice that cost something.

Run python -m tests.tools.sentences [--games N].

Games of partners of all strengths are played and judged, and what each sentence claims is counted
again from the figures of all choices. It is said how many of the choices that reviews call costly
have a cause. Exit status 1 if a sentence claims what it may not.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import fmean
from typing import Any

from foxduet.ai.partner import partner_named
from foxduet.analysis.review import FELT, Assessment, Review, moments_of
from foxduet.analysis.review_job import assess, calibrated_assessment
from foxduet.core.cards import Exchange, Seat, TrickWon, card_of
from foxduet.games.classic.rules.state import Setup as Match
from foxduet.games.classic.words.review import cause_of
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.rules.cards import Card
from foxduet.games.duet.rules.engine import apply, legal_actions
from foxduet.games.duet.rules.observation import observe, sample
from foxduet.games.duet.rules.state import (
    Choice,
    Event,
    GameState,
    GemCollected,
    Move,
    PathOverrun,
    Setup,
    Table,
)
from foxduet.games.duet.words.names import choice_phrase
from foxduet.games.duet.words.review import reason_of
from foxduet.play.game import Chooser, Header, open_game, play_out
from foxduet.words.game_words import guide_words, percent
from foxduet.words.review import cost_phrase

_PLAYED_OUT = 30

Figure = Callable[[DuetEstimate], float]


def _of_card(has: Callable[[Card], bool | int]) -> Figure:
    """Return a figure that a card shows; 0 where no card is chosen."""

    def figure(one: DuetEstimate) -> float:
        card = card_of(one.action)
        return 0.0 if card is None else float(has(card))

    return figure


def _without(has: Callable[[Card], bool]) -> Figure:
    """Return a figure that is 1 unless the card is such a one."""
    return lambda one: 1 - _of_card(has)(one)


FIGURES: Mapping[str, Figure] = {
    "OVERRUN": lambda one: -one.overrun,
    "GEM": lambda one: one.gem,
    "TOKEN": lambda one: one.overrun,
    "WIN_TRICK": lambda one: one.taken,
    "LEAVE_TRICK": lambda one: -one.taken,
    "EDGE": lambda one: -one.edge,
    "REACH": lambda one: one.reach,
    "NEAR": lambda one: one.near,
    "TO_END": lambda one: one.to_end,
    "OUTER": lambda one: -one.to_end,
    "MORE_TRUMPS": lambda one: one.trumps,
    "FEWER_TRUMPS": lambda one: -one.trumps,
    "PARTNER_TRUMPS": lambda one: one.partner_trumps,
    "LATER": lambda one: -one.later,
    "FOUND": lambda one: one.gem + one.found,
    "FEW_PAWS": _of_card(lambda card: -card.paws),
    "MANY_PAWS": _of_card(lambda card: card.paws),
    "PLAIN": _without(lambda card: card.ability is not None),
    "SWAP": _of_card(lambda _card: True),
    "KEEP_DECREE": _without(lambda _card: True),
}
"""What the sentences on a kind of reason say that the best choice has more of."""


def figure_of(review: Review, one: Assessment) -> Figure | None:
    """Return the figure that a sentence of Duet names; None if it is a class of ranks."""
    reason, state = reason_of(review, one), review.game.states[one.number - 1]
    assert reason is not None
    table, found, name = state.table, reason.found, reason.kind.name
    if name in FIGURES and name not in ("MORE_TRUMPS", "FEWER_TRUMPS"):
        return FIGURES[name]
    chosen, best = card_of(one.chosen), card_of(one.best)
    match name:
        case "MORE_TRUMPS" | "FEWER_TRUMPS" if not isinstance(one.best, Exchange):
            return FIGURES[name]
        case "ABILITY":
            return _of_card(lambda card: card.ability is found.ability)
        case "KEEP_ABILITY":
            return _without(lambda card: card.ability is found.ability)
        case "TRUMP":
            return _of_card(lambda card: card.suit is table.trump)
        case "KEEP_TRUMP":
            return _without(lambda card: card.suit is table.trump)
        case "SUIT":
            return _of_card(lambda card: card.suit is found.suit)
        case "KEEP_SUIT":
            return _without(lambda card: card.suit is found.suit)
        case "KEEP_CARD":
            return _without(lambda card: card is chosen)
        case "SPARE_CARD":
            return _of_card(lambda card: card is best)
        case "MAKE_TRUMP" | "AVOID_TRUMP":
            sign = 1 if name == "MAKE_TRUMP" else -1
            return lambda each: sign * (trump_after(table, each) is found.suit)
        case "LAST" | "KEEP_LAST":
            held = [card.suit for card in state.hands[one.seat]]
            is_last = _of_card(lambda card: held.count(card.suit) == 1)
            return is_last if name == "LAST" else lambda each: 1 - is_last(each)
        case "END_PILE":
            return lambda each: -pile_after(table, each)
        case _:
            return None


def trump_after(table: Table, one: DuetEstimate) -> Any:
    """Return what is trump after the decree is swapped or kept."""
    card = card_of(one.action)
    return table.trump if card is None else card.suit


def pile_after(table: Table, one: DuetEstimate) -> int:
    """Return the gems on the last space of an end after it is covered."""
    path = table.path
    end, inner = (path.first, path.first + 1) if one.action.end == 0 else (path.last, path.last - 1)
    return path.gems[end - 1] + path.gems[inner - 1]


def untrue_of_duet(review: Review, one: Assessment, sentence: str) -> Iterator[str]:
    """Yield what is wrong with a reason of Duet by the felt gap, its group, and what is certain."""
    reason, figure = reason_of(review, one), figure_of(review, one)
    assert reason is not None
    state = review.game.states[one.number - 1]
    table = state.table
    rows = {each.action: each for each in reason.compared}
    best, chosen = rows[one.best], rows[one.chosen]
    cost = best.worth - chosen.worth
    if figure is not None:
        apart = figure(best) - figure(chosen)
        if apart <= 0:
            yield "what is named is not what differs"
        for each in rows.values():
            has_as_much = figure(best) - figure(each) <= apart / 4
            if has_as_much and each.worth < chosen.worth + cost / 4 - 1e-9:
                yield "another choice has nearly as much of it, and is nearly as bad"
    group = reason.among.name
    for each in rows.values():
        if group in ("GEM", "PATH") and each.overrun > 0.05:
            yield "choices that leave the path are compared with others"
        if group == "GEM" and each.gem < 0.9:
            yield "choices that find no gem are compared with others"
        if group == "TRUMP" and trump_after(table, each) is not trump_after(table, best):
            yield "choices that make different trumps are compared"
        if group == "SUIT" and card_of(each.action).suit is not card_of(one.best).suit:
            yield "cards of other suits are compared"
        if group == "PLAIN" and getattr(card_of(each.action), "ability", None) is not None:
            yield "choices that part with abilities are compared with others"
        if (group == "WON" and each.taken < 0.9) or (group == "LEFT" and each.taken > 0.1 + 1e-9):
            yield "choices that lose the trick are compared with those that win it"
        if group == "ALIKE" and max(abs(each.gem - best.gem), abs(each.taken - best.taken)) > 0.15:
            yield "the trick does not go the same way"
    if "later leaves the path" in sentence and chosen.later - best.later < 0.08:
        yield "paws that are said to lead off the path later do not"
    named = map(int, re.findall(r"on space (\d+)", sentence))
    for action, space in zip((one.best, one.chosen), named, strict=False):
        _winner, ends = played_out(state, one, action, Random(one.number))
        found = [event.space for ev in ends for event in ev if isinstance(event, GemCollected)]
        if space not in found:
            yield "the gem lies elsewhere"
    for action, certain in claims(review, one, sentence):
        for attempt in range(_PLAYED_OUT):
            chance = Random(f"{one.number} {attempt}")
            if happens(state, one, action, reason.kind.name, chance) != certain:
                yield "what is called certain is not"
                break


EVENTS = ("OVERRUN", "GEM", "TOKEN", "WIN_TRICK", "LEAVE_TRICK")


def claims(review: Review, one: Assessment, sentence: str) -> Iterator[tuple[Any, bool]]:
    """Yield what a sentence says of its choices that is certain to happen, or not to."""
    reason, names = reason_of(review, one), review.game.header.players
    assert reason is not None
    if reason.kind.name not in EVENTS:
        return
    text = sentence.lower()
    said = [each for each in (one.best, one.chosen) if choice_phrase(each, names).lower() in text]
    places = {text.index(choice_phrase(each, names).lower()): each for each in said}
    ordered = sorted(places)
    parts = {
        places[at]: text[at:end] for at, end in zip(ordered, [*ordered[1:], len(text)], strict=True)
    }
    if not re.search("for sure|never|about|nearly|hardly|expected", text):
        happens_after = one.chosen if reason.kind.name == "OVERRUN" else one.best
        yield from ((each, each == happens_after) for each in parts)
    for each, part in parts.items():
        if "every time" in part or "never" in part:
            yield each, "every time" in part


def played_out(
    state: GameState, one: Assessment, action: Any, chance: Random
) -> tuple[Seat, list[tuple[Event, ...]]]:
    """Play a trick out with other hands and random replies: who wins it, and its last events.

    There are several ways in which it may end if the seat that chooses moves the fox.
    """
    state = sample(observe(state, one.seat), chance)
    steps = [apply(state, action)]
    winner: Seat | None = one.seat if isinstance(action, Move) else None
    while winner is None:
        won = [each.winner for each in steps[0].events if isinstance(each, TrickWon)]
        winner = next(iter(won), None)
        if winner is None:
            steps = [apply(steps[0].state, chance.choice(legal_actions(steps[0].state)))]
    pending = steps[0].state.table.pending
    if pending is not None and pending.choice is Choice.MOVE:
        moves = legal_actions(steps[0].state)
        moves = moves if winner is one.seat else (chance.choice(moves),)
        steps = [apply(steps[0].state, move) for move in moves]
    return winner, [step.events for step in steps]


def happens(state: GameState, one: Assessment, action: Any, event: str, chance: Random) -> bool:
    """Return whether something happens, the fox moved as it is best for the seat that chooses."""
    winner, ends = played_out(state, one, action, chance)
    last = [{type(each) for each in events} for events in ends]
    match event:
        case "OVERRUN" | "TOKEN":
            return all(PathOverrun in events for events in last)
        case "GEM":
            return any(GemCollected in events for events in last)
        case _:
            return (winner is one.seat) == (event == "WIN_TRICK")


PAIRS = (("steady", "novice"), ("expert:40", "steady"), ("novice", "novice"), ("steady", "steady"))
FIRST_SEED = 7_200_000


def chooser(game: str, name: str) -> Chooser:
    """Return what a partner or an opponent chooses."""
    think = partner_named(game, name)

    def choose(observation: Any, chance: Random) -> Any:
        return think(observation, chance).action

    return choose


@cache
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
    return [one for one in review.assessments if one.chosen_value and one.cost.worth >= FELT]


def untrue(review: Review, one: Assessment) -> Iterator[str]:
    """Yield what is wrong with the sentence on a costly choice."""
    sentence = guide_words(review.game.header.game).cost_sentence(review, one)
    state, best, chosen = review.game.states[one.number - 1], one.best_value, one.chosen_value
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
