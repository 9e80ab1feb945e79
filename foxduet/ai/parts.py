"""What the partners of several games are made of: a novice, lapses, a deadline, fitted figures."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, TypeAlias

from foxduet.ai.partner import Partner, Stop, Thought, choose_at_random, never, stop_after
from foxduet.core.common import Play
from foxduet.core.frozen import replace

Worths: TypeAlias = Callable[[Any], Sequence[float]]
"""Returns what each choice of an observation is worth by plain rules."""

_AS_MANY_AS_THERE_IS_TIME_FOR = 1_000_000


def steady(worths: Worths) -> Partner:
    """Return the partner that chooses what is worth most; the first of several that are equal."""
    return partial(_choose_steadily, worths=worths)


def _choose_steadily(
    observation: Any, rng: Random, stop: Stop = never, *, worths: Worths
) -> Thought:
    return _best_of(observation, worths(observation))


def novice(worths: Worths, mistake: float) -> Partner:
    """Return the partner that judges each choice with an error, normal with a deviation."""
    return partial(_choose_like_a_novice, worths=worths, mistake=mistake)


def _choose_like_a_novice(
    observation: Any, rng: Random, stop: Stop = never, *, worths: Worths, mistake: float
) -> Thought:
    return _best_of(observation, [worth + rng.gauss(0, mistake) for worth in worths(observation)])


def _best_of(observation: Any, worths: Sequence[float]) -> Thought:
    return Thought(observation.choices[worths.index(max(worths))])


def unsteady(worths: Worths, wild: float) -> Partner:
    """Return the steady partner, but for a share of its cards, which it plays at random."""
    return partial(_choose_unsteadily, worths=worths, wild=wild)


def _choose_unsteadily(
    observation: Any, rng: Random, stop: Stop = never, *, worths: Worths, wild: float
) -> Thought:
    plays = isinstance(observation.choices[0], Play)
    if plays and rng.random() < wild:
        return choose_at_random(observation, rng)
    return _best_of(observation, worths(observation))


def in_time(seconds: float, expert: Callable[[int], Partner]) -> Partner:
    """Return the partner that looks at as many worlds as there is time for."""
    return partial(_choose_in_time, seconds=seconds, think=expert(_AS_MANY_AS_THERE_IS_TIME_FOR))


def _choose_in_time(
    observation: Any, rng: Random, stop: Stop = never, *, seconds: float, think: Partner
) -> Thought:
    time_is_up = stop_after(seconds)
    thought = think(observation, rng, lambda: time_is_up() or stop())
    # The end of its own time does not cut it short.
    return replace(thought, cut_short=thought.cut_short and stop())


def fitted_text(package: str | None, name: str) -> str:
    """Return the text of a file of figures, fitted to games, that a package contains."""
    data = pkgutil.get_data(package or "", name)
    assert data is not None, "what was fitted is part of the package"
    return data.decode()
