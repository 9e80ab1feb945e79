"""A thread of its own for each thought."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

from foxduet.ai.errands import Errand, Purpose
from foxduet.ai.partner import Thought, stop_after
from foxduet.ai.partners import adviser_named, partner_named


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
        named = partner_named if errand.purpose is Purpose.CHOICE else adviser_named
        stopped, time_up = Event(), stop_after(self._limit)
        self._stopped = stopped
        thread = ThreadPoolExecutor(1)
        self._answer = thread.submit(
            named(errand.partner),
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
