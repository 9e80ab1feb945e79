"""The partners of Duet by name."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from foxduet.ai.duet.chances import calibration_for
from foxduet.ai.duet.expert import DEFAULT_WORLDS, DuetEstimate, DuetOpenHands, expert
from foxduet.ai.duet.steady import choose_steadily, plain_worths
from foxduet.ai.names import PartnerName
from foxduet.ai.partner import Partner, Partners, Stop, Thought, choose_at_random, never, stop_after
from foxduet.ai.search import NO_LOOK
from foxduet.rules.duet.actions import Choice
from foxduet.rules.duet.observation import Observation

MISTAKE = 0.5
"""How far the novice misjudges a choice (a standard deviation); a gem is worth 1."""

_AS_MANY_AS_THERE_IS_TIME_FOR = 1_000_000


def named(name: PartnerName) -> Partner:
    """Return the partner with a name."""
    match name:
        case PartnerName("novice"):
            return choose_like_a_novice
        case PartnerName("steady", wild=float(wild)):
            return partial(_choose_unsteadily, share=wild)
        case PartnerName("steady"):
            return choose_steadily
        case PartnerName(seconds=float(seconds)):
            return partial(_choose_in_time, seconds=seconds)
        case _:
            return expert(name.worlds or DEFAULT_WORLDS)


def adviser(name: PartnerName) -> Partner:
    """Return the partner with a name; an expert follows each choice in all its worlds."""
    if name.kind == "expert" and name.seconds is None:
        return expert(name.worlds or DEFAULT_WORLDS, NO_LOOK)
    return named(name)


def choose_like_a_novice(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
    """Choose what seems best for the trick under way, each choice judged with its own error."""
    seeming = [worth + rng.gauss(0, MISTAKE) for worth in plain_worths(observation)]
    return Thought(observation.choices[seeming.index(max(seeming))])


def _choose_in_time(
    observation: Observation, rng: Random, stop: Stop = never, *, seconds: float
) -> Thought:
    time_is_up = stop_after(seconds)
    think = expert(_AS_MANY_AS_THERE_IS_TIME_FOR)
    thought = think(observation, rng, lambda: time_is_up() or stop())
    # The end of its own time does not cut it short.
    return replace(thought, cut_short=thought.cut_short and stop())


def _choose_unsteadily(
    observation: Observation, rng: Random, stop: Stop = never, *, share: float
) -> Thought:
    pending = observation.table.pending
    if pending is not None and pending.choice is Choice.PLAY and rng.random() < share:
        return choose_at_random(observation, rng)
    return choose_steadily(observation, rng)


PARTNERS = Partners(named, adviser, DuetEstimate, DuetOpenHands, calibration=calibration_for)
