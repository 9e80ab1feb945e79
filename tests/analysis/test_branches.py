"""Branches that partners play to their end."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from foxduet.ai.partner import Stop, Thought, never
from foxduet.analysis.branches import PlayOut, branch
from foxduet.core.common import Deal
from foxduet.games.duet.rules.observation import Observation
from foxduet.play.game import Game
from tests.support.players import VICTORY
from tests.support.reviewing import NOWHERE
from tests.support.reviews import quick_partner, task_in

AT = 20


def branched() -> Game:
    """Return a branch of a fixed game in its first round, with experts at both ends."""
    chosen = VICTORY.turns[AT].action
    rules = VICTORY.rules
    other = next(one for one in rules.legal_actions(VICTORY.states[AT]) if one != chosen)
    return branch(task_in(NOWHERE), AT, other, ("expert", "expert"))


def hasty_partner(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
    """Think as ``quick_partner`` does, always cut short."""
    return replace(quick_partner(observation, rng, stop), cut_short=True)


def test_a_branch_is_played_to_its_end_decision_by_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "foxduet.analysis.branches.partner_named", lambda _game, _name, _beside: quick_partner
    )
    start = branched()
    games = list(PlayOut(start, 1.0).run(never))
    assert [game.result is not None for game in games] == [False] * (len(games) - 1) + [True]
    for before, after in pairwise(games):
        new = after.turns[len(before.turns) :]
        assert not isinstance(new[0].action, Deal)
        # The deal that is due is dealt at once.
        assert [type(turn.action) for turn in new[1:]] in ([], [Deal])
        assert after.turns[: len(before.turns)] == before.turns
    assert any(isinstance(turn.action, Deal) for turn in games[-1].turns[AT:])
    assert games[-1].turns[: AT + 1] == start.turns
    assert not games[-1].header.cut_short


def test_each_thought_that_was_cut_short_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "foxduet.analysis.branches.partner_named", lambda _game, _name, _beside: hasty_partner
    )
    *_before, last = PlayOut(branched(), 1.0).run(never)
    decisions = [
        number for number, turn in enumerate(last.turns, 1) if not isinstance(turn.action, Deal)
    ]
    assert last.header.cut_short == tuple(number for number in decisions if number > AT + 1)
