"""The partners of the third game: the cheapest card that wins, and the same tried in worlds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from foxduet.ai.names import PartnerName
from foxduet.ai.partner import (
    Estimate,
    OpenHands,
    Partner,
    Partners,
    Stop,
    Thought,
    in_time,
    never,
    novice,
    steady,
    unsteady,
)
from foxduet.core.common import Seat, card_of, follow_wins
from tests.games.highcard.game import Observation, State
from tests.games.highcard.rules import RULES

_WORLDS = 8


def plain_worths(seen: Observation) -> Sequence[float]:
    """Return what each choice is worth: win with the lowest card, else spare the high ones."""
    trick, decree = seen.table.trick, seen.table.decree
    assert trick is not None
    assert decree is not None
    cards = [card_of(choice) for choice in seen.choices]
    if trick.lead is None:
        return [card.rank for card in cards]
    return [10 * follow_wins(trick.lead, card, decree.suit) - card.rank for card in cards]


def expert(worlds: int) -> Partner:
    """Return the partner that tries each choice in so many worlds."""
    return partial(_try_choices, worlds=worlds)


def _try_choices(seen: Observation, rng: Random, stop: Stop = never, *, worlds: int) -> Thought:
    points = [0] * len(seen.choices)
    tried = 0
    while tried < worlds and not (tried and stop()):
        world = RULES.sample(seen, rng)
        for at, choice in enumerate(seen.choices):
            points[at] += _tricks_after(RULES.apply(world, choice).state, seen.seat)
        tried += 1
    estimates = tuple(
        Estimate(choice, win=total / tried / 12, score=total / tried)
        for choice, total in zip(seen.choices, points, strict=True)
    )
    best = max(estimates, key=lambda one: one.win)
    return Thought(best.action, estimates, tried, cut_short=tried < worlds)


def _tricks_after(state: State, seat: Seat) -> int:
    """Return the tricks of a seat once the round is played out steadily."""
    while (due := state.table.pending) is not None and due.seat is not None:
        action = choose_steadily(RULES.observe(state, due.seat), Random(1)).action
        state = RULES.apply(state, action).state
    return state.table.won[seat]


choose_steadily = steady(plain_worths)
_choose_like_a_novice = novice(plain_worths, 2.0)


def named(name: PartnerName, _opposite: PartnerName | None) -> Partner:
    """Return the partner with a name."""
    match name:
        case PartnerName("novice"):
            return _choose_like_a_novice
        case PartnerName("steady", wild=float(wild)):
            return unsteady(plain_worths, wild)
        case PartnerName("steady"):
            return choose_steadily
        case PartnerName(seconds=float(seconds)):
            return in_time(seconds, expert)
        case _:
            return expert(name.worlds or _WORLDS)


PARTNERS: Partners = Partners(named, named, Estimate, OpenHands)
