"""The opponents of the original game by name."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from foxduet.ai.names import KINDS, MEASURE, PartnerName
from foxduet.ai.partner import Partner, Partners, Stop, Thought, choose_at_random, never, stop_after
from foxduet.games.classic.ai.comparing import DEFAULT_WORLDS, comparing_expert
from foxduet.games.classic.ai.estimates import ClassicEstimate, ClassicOpenHands
from foxduet.games.classic.ai.expert import DEFAULT_ITERATIONS, expert
from foxduet.games.classic.ai.ismcts import ismcts
from foxduet.games.classic.ai.steady import choose_steadily, plain_worths
from foxduet.games.classic.rules.actions import Choice
from foxduet.games.classic.rules.observation import Observation

if TYPE_CHECKING:
    from random import Random

MISTAKE = 0.8
"""How far the novice misjudges a choice (a standard deviation); a trick is worth about 1."""

_AS_MANY_AS_THERE_IS_TIME_FOR = 1_000_000


def named(name: PartnerName, _against: PartnerName | None) -> Partner:
    """Return the opponent with a name; all of them play alike against everybody."""
    match name:
        case PartnerName("novice"):
            return choose_like_a_novice
        case PartnerName("steady", wild=float(wild)):
            return partial(_choose_unsteadily, share=wild)
        case PartnerName("steady"):
            return choose_steadily
        case PartnerName("ismcts", worlds=int(iterations)):
            return ismcts(iterations)
        case PartnerName(seconds=float(seconds)):
            return partial(_choose_in_time, seconds=seconds)
        case _:
            return expert(name.worlds or DEFAULT_ITERATIONS)


def adviser(name: PartnerName, against: PartnerName | None) -> Partner:
    """Return the opponent with a name; an expert compares all choices in each of its worlds."""
    if name.kind == "expert" and name.seconds is None:
        return comparing_expert(name.worlds or DEFAULT_WORLDS)
    return named(name, against)


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


def choose_like_a_novice(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
    """Choose as the steady opponent, but each choice is judged with its own error."""
    seeming = [worth + rng.gauss(0, MISTAKE) for worth in plain_worths(observation)]
    return Thought(observation.choices[seeming.index(max(seeming))])


PARTNERS = Partners(named, adviser, ClassicEstimate, ClassicOpenHands, (*KINDS, MEASURE))
