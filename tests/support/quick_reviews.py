"""Cheap reviews: hindsight from two worlds, and par of two novices.

They are saved, shown, shared and repeated like all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pkgutil import resolve_name
from random import Random
from unittest.mock import patch

from foxduet.analysis.review import DecisionPoint
from foxduet.games.duet import hindsight as duet
from foxduet.games.duet.ai.belief import Determinization

_all_worlds = duet._make_worlds


def two_worlds(moment: DecisionPoint, chance: Random) -> list[Determinization]:
    """Return the first two of the worlds that hindsight would sample."""
    return _all_worlds(moment, chance)[:2]


LEAST_WORK: Mapping[str, object] = {
    "foxduet.ai.reasons.FIRST_WORLDS": 1,
    "foxduet.ai.reasons.MAX_WORLDS": 8,
    "foxduet.games.duet.lines.MAX_WORLDS": 8,
    "foxduet.games.duet.reasons.FIRST_WORLDS": 1,
    "foxduet.games.duet.hindsight._make_worlds": two_worlds,
    "foxduet.games.duet.hindsight._PLANNING_WORLDS": 2,
    "foxduet.games.classic.hindsight._ROLLOUTS": 1,
    "foxduet.games.classic.hindsight._ITERATIONS": 4,
    "foxduet.analysis.simulation.play_par.__defaults__": ("novice",),
}
"""Values that make reviews cheap, by the name of the attribute that they replace."""

AT_THE_START = f"from {__name__} import make_quick\n\nmake_quick()\n"
"""Program that makes reviews of other processes cheap; see ``run_at_the_start``."""


def make_quick() -> None:
    """Make reviews in this process cheap until it ends."""
    for name, value in LEAST_WORK.items():
        owner, _dot, attribute = name.rpartition(".")
        setattr(resolve_name(owner), attribute, value)


@contextmanager
def quick_reviews() -> Iterator[None]:
    """Make reviews in this process cheap within the block."""
    with ExitStack() as changes:
        for name, value in LEAST_WORK.items():
            changes.enter_context(patch(name, value))
        yield
