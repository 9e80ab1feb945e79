"""What sentences of Duet on costly choices claim, counted again and played out.

Nothing here is shared with the search for reasons: figures and cards are looked at anew, and what
is called certain is played by the engine with other hands and replies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from foxduet.analysis.review import Assessment, Review
from foxduet.core.common import Exchange, Seat, TrickWon, card_of
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.rules.actions import Choice, Move
from foxduet.games.duet.rules.cards import Card
from foxduet.games.duet.rules.engine import apply
from foxduet.games.duet.rules.events import Event, GemCollected, PathOverrun
from foxduet.games.duet.rules.legality import legal_actions
from foxduet.games.duet.rules.observation import observe, sample
from foxduet.games.duet.rules.state import GameState, Table
from foxduet.games.duet.words.choices import choice_phrase
from foxduet.games.duet.words.review_words import reason_of

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
        if "for sure" in part or "never" in part:
            yield each, "for sure" in part


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
