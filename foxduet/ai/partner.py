"""What a partner thinks: its choice, and what it expects of each one that it had."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Protocol, TypeAlias

from foxduet.rules.duet.actions import Action
from foxduet.rules.duet.observation import Observation

if TYPE_CHECKING:
    from random import Random

Stop: TypeAlias = Callable[[], bool]
"""Tells a partner to choose at once; asked again and again while it thinks."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is expected of one choice, over the worlds that were looked at.

    ``win`` is the chance to win the game (0-1), ``score`` the mean score, a defeat counting 0.
    The others are shares (0-1) of worlds in which the trick under way goes to the seat that
    chooses (``taken``), ends with a gem collected (``gem``), or overruns the path (``overrun``);
    they are 0 between rounds.
    """

    action: Action
    win: float
    score: float
    taken: float
    gem: float
    overrun: float


@dataclass(frozen=True, slots=True)
class Thought:
    """A partner's choice.

    ``estimates`` has one for each of the observation's choices, in their order, or is empty
    where the partner does not work them out; ``worlds`` counts the worlds behind them, and
    ``cut_short`` tells that it was stopped before it had looked at all it wanted to.
    """

    action: Action
    estimates: tuple[Estimate, ...] = ()
    worlds: int = 0
    cut_short: bool = False


def never() -> bool:
    """Let a partner take all the time that its effort needs."""
    return False


def stop_after(seconds: float) -> Stop:
    """Stop a partner ``seconds`` from now."""
    deadline = monotonic() + seconds
    return lambda: monotonic() >= deadline


class Partner(Protocol):
    """Chooses one of ``observation.choices``; all its chance comes from ``rng``.

    Unless it is stopped early, equal observations and generators lead to equal thoughts.
    """

    def __call__(self, observation: Observation, rng: Random, stop: Stop = never) -> Thought:
        """Return the choice; as soon as ``stop()`` is true the best one known so far."""
