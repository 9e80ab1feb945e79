"""Reviews worked out in tests: by a partner that counts its thoughts, here or in the background."""

from __future__ import annotations

from random import Random

import pytest

from foxduet.ai.partner import Stop, Thought, never
from foxduet.ai.workers import Worker
from foxduet.analysis import review_job as work
from foxduet.analysis.review import Progress, Review
from foxduet.analysis.review_job import (
    Task,
    work_out,
)
from foxduet.games.duet.rules.observation import Observation
from tests.support.patience import until
from tests.support.reviews import (
    quick_hindsight,
    quick_par,
    quick_partner,
)


class Counting:
    """A partner that counts its thoughts, and may be interrupted at one of them."""

    def __init__(self, interrupted_at: int = 0) -> None:
        self.thoughts = 0
        self.interrupted_at = interrupted_at

    def __call__(self, observation: Observation, rng: Random, stop: Stop = never) -> Thought:
        self.thoughts += 1
        if self.thoughts == self.interrupted_at:
            raise KeyboardInterrupt
        return quick_partner(observation, rng, stop)


def use(monkeypatch: pytest.MonkeyPatch, partner: Counting) -> Counting:
    """Let ``partner`` judge the games that are reviewed in this process."""
    monkeypatch.setattr(work, "adviser_named", lambda _game, _name, _beside: partner)
    monkeypatch.setattr("foxduet.games.duet.review.with_open_hands", quick_hindsight)
    monkeypatch.setattr(work, "par_moves", quick_par)
    return partner


def done(task: Task) -> Review:
    """Work a review out in this process."""
    *_before, last = work_out(task, 1)
    assert last.review is not None
    return last.review


def finished_by(worker: Worker[Progress]) -> Progress:
    """Wait for the last progress of a review in the background."""
    found: list[Progress] = []

    def is_found() -> bool:
        progress = worker.answer()
        found.extend([] if progress is None or progress.review is None else [progress])
        return bool(found)

    until(is_found)
    return found[0]
