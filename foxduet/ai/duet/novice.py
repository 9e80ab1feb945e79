"""The novice: means well, looks no further than the trick at hand, and is often mistaken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.ai.duet.steady import plain_worths
from foxduet.ai.partner import Stop, Thought, never
from foxduet.rules.duet.observation import Observation

if TYPE_CHECKING:
    from random import Random

MISTAKE = 0.5
"""By how much it misjudges a choice, as a rule (a standard deviation); a gem is worth 1."""


def choose_like_a_novice(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
    """Choose what seems best, each choice judged with an error of its own."""
    seeming = [worth + rng.gauss(0, MISTAKE) for worth in plain_worths(observation)]
    return Thought(observation.choices[seeming.index(max(seeming))])
