"""The partners there are, by the names that the command line knows."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from foxduet.ai.expert import expert
from foxduet.ai.novice import choose_like_a_novice
from foxduet.ai.steady import choose_steadily
from foxduet.ai.thought import Partner, Stop, Thought, never, stop_after
from foxduet.rules.actions import Choice
from foxduet.rules.errors import N_, FoxduetError
from foxduet.rules.observation import Observation

if TYPE_CHECKING:
    from random import Random

KINDS = ("novice", "steady", "expert")
"""The partners that a person plays beside, from the weakest to the strongest."""

_EFFORT = re.compile(
    r"expert:(?P<worlds>[1-9][0-9]{0,5})"
    r"|expert:(?P<ms>[1-9][0-9]{0,4})ms"
    r"|steady:(?P<percent>100|[1-9]?[0-9])%"
)
_AS_MANY_AS_THERE_IS_TIME_FOR = 1_000_000


class PartnerNameError(FoxduetError):
    """A text names no partner."""


def choose_at_random(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
    """Choose any of the legal actions, each equally likely."""
    return Thought(rng.choice(observation.choices))


def partner_named(name: str) -> Partner:
    """Return the partner of a name such as ``steady`` or ``expert:200``.

    ``expert:200`` looks at so many worlds for a decision, ``expert:50ms`` at as many as it has
    time for, ``steady:25%`` plays that share of its cards at random. Raises PartnerNameError,
    which says what would be right.
    """
    match name:
        case "random":
            return choose_at_random
        case "novice":
            return choose_like_a_novice
        case "steady":
            return choose_steadily
        case "expert":
            return expert()
    effort = _EFFORT.fullmatch(name)
    if effort is None:
        raise PartnerNameError(
            N_("'{name}' is no partner; there are: {kinds}, and with their effort {examples}"),
            name=name,
            kinds=", ".join(("random", *KINDS)),
            examples="expert:200, expert:50ms, steady:25%",
        )
    if effort["worlds"]:
        return expert(int(effort["worlds"]))
    if effort["ms"]:
        return partial(_choose_in_time, seconds=int(effort["ms"]) / 1000)
    return partial(_choose_unsteadily, share=int(effort["percent"]) / 100)


def companion_named(name: str) -> Partner:
    """Return the partner of a name that a person may play beside: of KINDS, or ``expert:200``.

    Raises PartnerNameError, which says what would be right.
    """
    effort = _EFFORT.fullmatch(name)
    if name not in KINDS and not (effort and effort["worlds"]):
        raise PartnerNameError(
            N_("'{name}' is no partner to play beside; there are: {kinds}, and {examples}"),
            name=name,
            kinds=", ".join(KINDS),
            examples="expert:1 - expert:999999",
        )
    return partner_named(name)


def is_repeatable(name: str) -> bool:
    """Tell whether the partner called ``name`` chooses alike each time: not by the clock."""
    return not name.endswith("ms")


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
    pending = observation.pending
    if pending is not None and pending.choice is Choice.PLAY and rng.random() < share:
        return choose_at_random(observation, rng)
    return choose_steadily(observation, rng)
