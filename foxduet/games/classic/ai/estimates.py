"""What players can see of what a choice leads to: who wins the trick under way."""

from __future__ import annotations

from dataclasses import dataclass

from foxduet.ai.partner import Estimate, OpenHands


@dataclass(frozen=True, slots=True)
class ClassicEstimate(Estimate):
    """An estimate; ``win`` is the chance to win the match, half a draw included.

    ``score`` is the mean of the points that the seat still scores in this round, and ``taken`` the
    share of worlds (0-1) in which it wins the trick under way.
    """

    taken: float


@dataclass(frozen=True, slots=True)
class ClassicOpenHands(OpenHands):
    """Hindsight, with the share of the ways to play (0-1) in which the seat wins the trick."""

    taken: float
