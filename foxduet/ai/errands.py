"""What a partner is asked to think about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from foxduet.play.game import Game, chance_of, chance_of_hint
from foxduet.rules.common import Seat
from foxduet.rules.duet.observation import Observation, observe

if TYPE_CHECKING:
    from random import Random


class Purpose(Enum):
    """What a thought is wanted for."""

    CHOICE = auto()
    ADVICE = auto()
    HINT = auto()


@dataclass(frozen=True, slots=True)
class Errand:
    """One thing to be thought about: the decision that ``game`` has come to, as ``seat`` sees it.

    ``partner`` is the name of whoever thinks. Equal errands lead to equal thoughts.
    """

    purpose: Purpose
    partner: str
    game: Game
    seat: Seat

    @property
    def observation(self) -> Observation:
        """All that is told to whoever thinks."""
        return observe(self.game.state, self.seat)

    @property
    def chance(self) -> Random:
        """A fresh generator, the same for equal errands of a game with a seed.

        What is for the team to choose is the same for both seats: so are their answers.
        """
        pending = self.game.state.table.pending
        if pending is not None and pending.seat is None:
            return chance_of(self.game, pending.asked)
        if self.purpose is Purpose.HINT:
            return chance_of_hint(self.game, self.seat)
        return chance_of(self.game, self.seat)
