"""The partners there are, by their names."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from foxduet.ai.duet.expert import DEFAULT_WORLDS, adviser, expert
from foxduet.ai.duet.novice import choose_like_a_novice
from foxduet.ai.duet.steady import choose_steadily
from foxduet.ai.names import PartnerName, parse_partner
from foxduet.ai.partner import Partner, Stop, Thought, never, stop_after
from foxduet.rules.duet.actions import Choice
from foxduet.rules.duet.observation import Observation

if TYPE_CHECKING:
    from random import Random

_AS_MANY_AS_THERE_IS_TIME_FOR = 1_000_000


def choose_at_random(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
    """Choose any of the legal actions, each equally likely."""
    return Thought(rng.choice(observation.choices))


def partner_named(name: str) -> Partner:
    """Return the partner of a name such as ``steady`` or ``expert:200``.

    Raises PartnerNameError, which says what would be right.
    """
    match parse_partner(name):
        case PartnerName("random"):
            return choose_at_random
        case PartnerName("novice"):
            return choose_like_a_novice
        case PartnerName("steady", wild=float(wild)):
            return partial(_choose_unsteadily, share=wild)
        case PartnerName("steady"):
            return choose_steadily
        case PartnerName(worlds=int(worlds)):
            return expert(worlds)
        case PartnerName(seconds=float(seconds)):
            return partial(_choose_in_time, seconds=seconds)
        case _:
            return expert()


def adviser_named(name: str) -> Partner:
    """Return who advises people in place of the partner of a name.

    Where that is an expert it compares all choices to the end, for people look at the figures of
    each; any other is the partner itself. Raises PartnerNameError, as ``partner_named`` does.
    """
    match parse_partner(name):
        case PartnerName("expert", worlds=worlds, seconds=None):
            return adviser(DEFAULT_WORLDS if worlds is None else worlds)
        case _:
            return partner_named(name)


def _choose_in_time(
    observation: Observation, rng: Random, stop: Stop = never, *, seconds: float
) -> Thought:
    """Choose like the expert, with as many worlds as there is time for.

    Its own time being up does not cut it short.
    """
    time_is_up = stop_after(seconds)
    think = expert(_AS_MANY_AS_THERE_IS_TIME_FOR)
    thought = think(observation, rng, lambda: time_is_up() or stop())
    return replace(thought, cut_short=thought.cut_short and stop())


def _choose_unsteadily(
    observation: Observation, rng: Random, stop: Stop = never, *, share: float
) -> Thought:
    """Choose like the steady partner, but for a share of the cards played, which are any."""
    pending = observation.table.pending
    if pending is not None and pending.choice is Choice.PLAY and rng.random() < share:
        return choose_at_random(observation, rng)
    return choose_steadily(observation, rng)
