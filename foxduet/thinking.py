"""What a partner is asked to think about, and a thread of its own to do so."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum, auto
from random import Random
from threading import Event

from foxduet.ai.partners import partner_named
from foxduet.ai.thought import Thought, stop_after
from foxduet.game import Game, chance_of, chance_of_hint
from foxduet.rules.cards import Seat
from foxduet.rules.observation import Observation, observe

HINTING_PARTNER = "expert:500"
"""Who works out hints for people."""


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
        pending = self.game.state.pending
        if pending is not None and pending.seat is None:
            return chance_of(self.game, Seat.P1)
        if self.purpose is Purpose.HINT:
            return chance_of_hint(self.game, self.seat)
        return chance_of(self.game, self.seat)


class BackgroundThinker:
    """Thinks about one errand at a time, each in a thread of its own.

    ``limit`` is the longest time for a thought, in seconds.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._stopped = Event()
        self._answer: Future[Thought] | None = None

    def start(self, errand: Errand) -> None:
        """Begin to think about ``errand``; whatever was being thought is stopped."""
        self.stop()
        stopped, time_up = Event(), stop_after(self._limit)
        self._stopped = stopped
        thread = ThreadPoolExecutor(1)
        self._answer = thread.submit(
            partner_named(errand.partner),
            errand.observation,
            errand.chance,
            lambda: stopped.is_set() or time_up(),
        )
        # It ends when this is thought, or given up.
        thread.shutdown(wait=False)

    def thought(self) -> Thought | None:
        """Return the thought on the last errand, None while it is under way.

        Raises whatever went wrong in thinking.
        """
        if self._answer is None or not self._answer.done():
            return None
        return self._answer.result()

    def stop(self) -> None:
        """Let nothing be thought any more; its thread ends by itself in a moment."""
        self._stopped.set()
        self._answer = None
