"""Thoughts in a thread of their own: started, stopped, limited, and about an observation only."""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random
from time import monotonic

import pytest

from foxduet.ai import jobs as thinking
from foxduet.ai.errands import Errand, Purpose
from foxduet.ai.jobs import BackgroundThinker
from foxduet.ai.partner import Partner, Stop, Thought, never
from foxduet.ai.partners import adviser_named, partner_named
from foxduet.play.game import Game, Header
from foxduet.rules.common import Seat
from foxduet.rules.duet.actions import Choice
from foxduet.rules.duet.observation import Observation, observe
from tests.support.players import beginning_of
from tests.support.solo import PARTNER, PLAYER, SOLO, turns_before

PATIENCE_SECONDS = 20.0


def errand(purpose: Purpose = Purpose.CHOICE, seat: Seat = PARTNER) -> Errand:
    """Return an errand of the fixed game's first decision of a seat."""
    game = beginning_of(SOLO, turns_before(Choice.PLAY, seat))
    return Errand(purpose, "novice", game, seat)


def until(done: Callable[[], object]) -> None:
    """Wait until something holds."""
    deadline = monotonic() + PATIENCE_SECONDS
    while not done():
        assert monotonic() < deadline, "waited in vain"


def tireless(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
    """Think until stopped."""
    while not stop():
        threading.Event().wait(0.005)
    return Thought(observation.choices[0], cut_short=True)


@pytest.fixture
def _tireless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "partner_named", lambda _name: tireless)


def threads() -> int:
    """Count the threads that think."""
    return threading.active_count() - 1


def test_a_thought_comes_from_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = BackgroundThinker(5)
    assert thinker.thought() is None
    thinker.start(errand())
    until(thinker.thought)
    thought = thinker.thought()
    assert thought is not None
    assert thought.action in errand().observation.choices
    thinker.stop()
    assert thinker.thought() is None


@pytest.mark.usefixtures("_tireless")
def test_stopping_takes_no_time_and_ends_the_thread() -> None:
    thinker = BackgroundThinker(1000)
    thinker.start(errand())
    assert thinker.thought() is None
    began = monotonic()
    thinker.stop()
    assert monotonic() - began < 0.1
    until(lambda: threads() == 0)
    assert thinker.thought() is None


@pytest.mark.usefixtures("_tireless")
def test_a_new_errand_stops_the_one_before() -> None:
    thinker = BackgroundThinker(1000)
    thinker.start(errand())
    thinker.start(errand(seat=PLAYER))
    until(lambda: threads() == 1)
    assert thinker.thought() is None
    thinker.stop()
    until(lambda: threads() == 0)


@pytest.mark.usefixtures("_tireless")
def test_the_time_limit_ends_a_thought() -> None:
    thinker = BackgroundThinker(0.05)
    thinker.start(errand())
    until(thinker.thought)
    thought = thinker.thought()
    assert thought is not None
    assert thought.cut_short


def test_what_goes_wrong_in_thinking_is_raised_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
        raise KeyError("no idea")

    monkeypatch.setattr(thinking, "partner_named", lambda _name: fail)
    thinker = BackgroundThinker(5)
    thinker.start(errand())
    until(lambda: threads() == 0)
    with pytest.raises(KeyError, match="no idea"):
        thinker.thought()


def test_a_partner_is_told_no_more_than_its_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Observation] = []

    def listen(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
        told.append(observation)
        return Thought(observation.choices[0])

    monkeypatch.setattr(thinking, "partner_named", lambda _name: listen)
    monkeypatch.setattr(thinking, "adviser_named", lambda _name: listen)
    thinker = BackgroundThinker(5)
    for one in (errand(), errand(Purpose.HINT, PLAYER)):
        thinker.start(one)
        until(thinker.thought)
        assert told.pop() == observe(one.game.state, one.seat)


@pytest.mark.parametrize("purpose", Purpose)
def test_people_are_advised_by_who_compares_all_choices(
    purpose: Purpose, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def remembering(name: str, partner: Callable[[str], Partner]) -> Callable[[str], Partner]:
        def named(of: str) -> Partner:
            asked.append(name)
            return partner(of)

        return named

    for name, partner in (("partner_named", partner_named), ("adviser_named", adviser_named)):
        monkeypatch.setattr(thinking, name, remembering(name, partner))
    thinker = BackgroundThinker(5)
    thinker.start(errand(purpose))
    until(thinker.thought)
    assert asked == ["partner_named" if purpose is Purpose.CHOICE else "adviser_named"]


def test_equal_errands_have_equal_chance_and_hints_a_chance_of_their_own() -> None:
    drawn = [one.chance.random() for one in (errand(), errand(), errand(Purpose.ADVICE))]
    assert len(set(drawn)) == 1
    assert errand(Purpose.HINT).chance.random() != drawn[0]


def test_without_a_seed_chance_is_the_system_s() -> None:
    game = Game(Header(level=1, players=("a", "b")), SOLO.first, SOLO.turns[:1])
    drawn = {Errand(Purpose.CHOICE, "novice", game, PARTNER).chance.random() for _ in range(3)}
    assert len(drawn) == 3
