"""The partners there are, by the names that the command line knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.ai.thought import Partner, Stop, Thought, never
from foxduet.rules.errors import N_, FoxduetError
from foxduet.rules.observation import Observation

if TYPE_CHECKING:
    from random import Random

KINDS = ("novice", "steady", "expert")
"""The partners that a person plays beside, from the weakest to the strongest."""


class PartnerNameError(FoxduetError):
    """A text names no partner."""


def choose_at_random(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
    """Choose any of the legal actions, each equally likely."""
    return Thought(rng.choice(observation.choices))


def partner_named(name: str) -> Partner:
    """Return the partner of a name such as ``steady`` or ``expert:200``.

    Raises PartnerNameError, which says what would be right.
    """
    if name != "random" and name not in KINDS:
        raise PartnerNameError(N_("'{name}' is no partner"), name=name)
    return choose_at_random


def is_repeatable(name: str) -> bool:
    """Tell whether the partner called ``name`` chooses alike each time: not by the clock."""
    return not name.endswith("ms")
