"""Jobs in the background: one at a time for each worker, in a thread of its own."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from enum import Enum, auto
from queue import Empty, SimpleQueue
from random import Random
from threading import Event
from time import sleep
from typing import Any, Generic, Protocol, TypeVar

from foxduet.ai.names import kind_beside, partner_beside
from foxduet.ai.partner import (
    Stop,
    Thought,
    adviser_named,
    calibrated_thought,
    partner_named,
    stop_after,
)
from foxduet.core.common import Seat
from foxduet.core.frozen import dataclass
from foxduet.play.game import Game, chance_of, chance_of_hint

# How often a thought that is done looks whether it may be told, or is wanted no more.
_SECONDS_BETWEEN_LOOKS = 0.02

AnswerT = TypeVar("AnswerT")
AnswerT_co = TypeVar("AnswerT_co", covariant=True)


class Job(Protocol[AnswerT_co]):
    """Something to be worked out in the background; equal jobs have equal answers."""

    def run(self, stop: Stop) -> Generator[AnswerT_co | None, None, None]:
        """Yield answers, each further than the last, and None where there is nothing new yet.

        Once ``stop()`` is true, end soon.
        """


class Purpose(Enum):
    """What a thought is for."""

    CHOICE = auto()
    ADVICE = auto()
    HINT = auto()


@dataclass(frozen=True, slots=True)
class Think:
    """A partner's thought on the pending decision of ``game``, as ``seat`` sees it.

    The partner has the name ``partner``, and up to ``limit`` seconds. Its answer comes after
    ``pace`` seconds even if it was done before: how long a choice took would tell what is in its
    hand.
    """

    purpose: Purpose
    partner: str
    game: Game
    seat: Seat
    limit: float
    pace: float = 0.0

    @property
    def observation(self) -> Any:
        """All that the partner may know."""
        return self.game.rules.observe(self.game.state, self.seat)

    @property
    def chance(self) -> Random:
        """A fresh generator, the same for equal thoughts on a game with a seed.

        For a choice of the team it is the same for both seats: so are their answers.
        """
        pending = self.game.pending
        if pending is not None and pending.seat is None:
            return chance_of(self.game, pending.asked)
        chance = chance_of_hint if self.purpose is Purpose.HINT else chance_of
        return chance(self.game, self.seat)

    def run(self, stop: Stop) -> Generator[Thought, None, None]:
        """Yield the thought."""
        named = partner_named if self.purpose is Purpose.CHOICE else adviser_named
        header = self.game.header
        think = named(header.game, self.partner, partner_beside(header.ai, self.seat))
        time_is_up = stop_after(self.limit)
        pace_is_kept = stop_after(self.pace)
        seen = self.observation
        thought = think(seen, self.chance, lambda: stop() or time_is_up())
        if self.purpose is not Purpose.CHOICE:
            thought = calibrated_thought(header.game, seen, kind_beside(header.ai), thought)
        while not (stop() or pace_is_kept()):
            sleep(_SECONDS_BETWEEN_LOOKS)
        yield thought


class Worker(Generic[AnswerT]):
    """Works on one job at a time; the caller never waits for it.

    A job starts once the one before has ended, so that it can continue from what that one saved.
    If the system has no thread left, each call of ``answer`` does a piece of the work.
    """

    def __init__(self) -> None:
        self._stopped = Event()
        self._answers: SimpleQueue[AnswerT] = SimpleQueue()
        self._last: Future[None] | None = None
        self._pieces: Generator[AnswerT | None, None, None] | None = None

    def start(self, job: Job[AnswerT]) -> None:
        """Stop the job before, if any, and start ``job``."""
        self.stop()
        before, stopped, answers = self._last, Event(), SimpleQueue[AnswerT]()
        self._stopped, self._answers = stopped, answers
        pieces, thread = job.run(stopped.is_set), ThreadPoolExecutor(1)

        def work() -> None:
            if before is not None:
                wait([before])
            with closing(pieces):
                if stopped.is_set():
                    return
                for answer in pieces:
                    if answer is not None:
                        answers.put(answer)
                    if stopped.is_set():
                        break

        try:
            self._last = thread.submit(work)
        except RuntimeError:
            self._pieces = pieces
        # The thread ends when the work is done or stopped.
        thread.shutdown(wait=False)

    def answer(self) -> AnswerT | None:
        """Return the newest answer, once; None if there is no new one.

        Raises whatever the job raised.
        """
        if self._pieces is not None:
            return next(self._pieces, None)
        if self._last is not None and self._last.done() and not self._stopped.is_set():
            self._last.result()
        newest = None
        with suppress(Empty):
            while True:
                newest = self._answers.get_nowait()
        return newest

    def stop(self) -> None:
        """Stop the job, if any; its thread ends by itself in a moment."""
        self._stopped.set()
        if self._pieces is not None:
            self._pieces.close()
        self._answers, self._pieces = SimpleQueue(), None
