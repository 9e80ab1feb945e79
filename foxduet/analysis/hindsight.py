"""Hindsight: what each choice would have led to with the hands as they really were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from foxduet.ai.duet.belief import World
from foxduet.ai.duet.candidates import Line, Spot, follow_line, lines_of, spot_of
from foxduet.ai.duet.expert import worth_at
from foxduet.ai.duet.rollout import Fate
from foxduet.ai.duet.tables import mask_of
from foxduet.ai.duet.value import RoundValue, value_after
from foxduet.analysis.review import Moment, OpenHands
from foxduet.rules.common import hand_of
from foxduet.rules.duet.actions import Action
from foxduet.rules.duet.cards import Hand
from foxduet.rules.duet.observation import Observation

# The cards are known; only the orders in which the rule draws them are left to chance.
_ORDERS = 24


@dataclass(frozen=True, slots=True)
class _Trial:
    """What a line led to: its worth, its chance to win, and the end of the trick under way."""

    worth: float
    win: float
    gem_on: int | None
    overrun: bool


def with_open_hands(moment: Moment, chance: Random) -> tuple[OpenHands, ...]:
    """Return what each choice at ``moment`` would have led to, in their order.

    Empty where there was one choice only, or no trick was under way.
    """
    observation = moment.observation
    if len(observation.choices) < 2 or observation.table.trick is None:
        return ()
    spot = spot_of(observation)
    value = value_after(observation.table.setup, observation.table.round)
    worlds = _worlds(observation, _partner_hand(moment), chance)
    best: dict[int, Sequence[_Trial]] = {}
    for line in lines_of(observation, spot):
        trials = [_follow(spot, line, world, value) for world in worlds]
        known = best.get(line.choice)
        if known is None or _mean_worth(trials) > _mean_worth(known):
            best[line.choice] = trials
    return tuple(_summed(action, best[number]) for number, action in enumerate(observation.choices))


def _partner_hand(moment: Moment) -> Hand:
    """Return the other seat's cards, one that it has offered for a Gift among them."""
    hand = moment.state.hands[moment.seat.other]
    return hand if moment.state.offer is None else hand_of((*hand, moment.state.offer))


def _worlds(observation: Observation, partner_hand: Hand, chance: Random) -> list[World]:
    own = [card.index for card in observation.hand]
    partner = [card.index for card in partner_hand]
    masks = mask_of(observation.hand), mask_of(partner_hand)
    return [
        World(*masks, chance.sample(own, len(own)), chance.sample(partner, len(partner)))
        for _ in range(_ORDERS)
    ]


def _follow(spot: Spot, line: Line, world: World, value: RoundValue) -> _Trial:
    trick, end = follow_line(spot, line, world)
    worth = worth_at(end, spot.level, spot.round, value)
    overrun = trick.fate is Fate.LOST or trick.trail.reserve < spot.trail.reserve
    gem = not overrun and trick.trail.gems != spot.trail.gems
    return _Trial(worth.total, worth.win, trick.trail.at + 1 if gem else None, overrun)


def _mean_worth(trials: Sequence[_Trial]) -> float:
    return sum(trial.worth for trial in trials) / len(trials)


def _summed(action: Action, trials: Sequence[_Trial]) -> OpenHands:
    spaces = Counter(trial.gem_on for trial in trials if trial.gem_on is not None)
    count = len(trials)
    return OpenHands(
        action,
        win=sum(trial.win for trial in trials) / count,
        gem=spaces.total() / count,
        overrun=sum(trial.overrun for trial in trials) / count,
        space=min(spaces, key=lambda space: (-spaces[space], space)) if spaces else None,
    )
