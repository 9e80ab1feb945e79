"""The partners there are, by the names that the command line knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

from foxduet.rules.actions import Action
from foxduet.rules.observation import Observation

Partner: TypeAlias = Callable[[Observation, Random], Action]
"""Chooses one of ``observation.choices``; all its chance comes from the given generator."""


def choose_at_random(observation: Observation, rng: Random) -> Action:
    """Choose any of the legal actions, each equally likely."""
    return rng.choice(observation.choices)


PARTNERS: Mapping[str, Partner] = {"random": choose_at_random}
