"""The partners of Duet by name."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from foxduet.ai.names import PartnerName
from foxduet.ai.partner import Partner, Partners, Stop, Thought, choose_at_random, never, stop_after
from foxduet.ai.search import NO_LOOK
from foxduet.games.duet.ai.chances import calibration_for
from foxduet.games.duet.ai.expert import DEFAULT_WORLDS, DuetEstimate, DuetOpenHands, expert
from foxduet.games.duet.ai.outlook import Outlook, advice_beside, outlook_beside
from foxduet.games.duet.ai.steady import choose_steadily, plain_worths
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.observation import Observation

MISTAKE = 0.5
"""How far the novice misjudges a choice (a standard deviation); a gem is worth 1."""

_AS_MANY_AS_THERE_IS_TIME_FOR = 1_000_000


def named(name: PartnerName, beside: PartnerName | None) -> Partner:
    """Return the partner with a name, for a game beside another one, or beside a person."""
    match name:
        case PartnerName("novice"):
            return choose_like_a_novice
        case PartnerName("steady", wild=float(wild)):
            return partial(_choose_unsteadily, share=wild)
        case PartnerName("steady"):
            return choose_steadily
        case PartnerName(seconds=float(seconds)):
            outlook = outlook_beside(expert=is_expert(beside))
            return partial(_choose_in_time, seconds=seconds, outlook=outlook)
        case _:
            return expert(name.worlds or DEFAULT_WORLDS, outlook_beside(expert=is_expert(beside)))


def adviser(name: PartnerName, beside: PartnerName | None) -> Partner:
    """Return the partner with a name; an expert follows each choice in all its worlds."""
    if name.kind == "expert" and name.seconds is None:
        outlook = advice_beside(expert=is_expert(beside))
        return expert(name.worlds or DEFAULT_WORLDS, outlook, NO_LOOK)
    return named(name, beside)


def is_expert(beside: PartnerName | None) -> bool:
    """Return whether an expert sits at the other end; people (None) count as steady."""
    return beside is not None and beside.kind == "expert"


def choose_like_a_novice(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
    """Choose what seems best for the trick under way, each choice judged with its own error."""
    seeming = [worth + rng.gauss(0, MISTAKE) for worth in plain_worths(observation)]
    return Thought(observation.choices[seeming.index(max(seeming))])


def _choose_in_time(
    observation: Observation,
    rng: Random,
    stop: Stop = never,
    *,
    seconds: float,
    outlook: Outlook,
) -> Thought:
    time_is_up = stop_after(seconds)
    think = expert(_AS_MANY_AS_THERE_IS_TIME_FOR, outlook)
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
