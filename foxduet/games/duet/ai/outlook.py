"""The outlook of an expert: how it expects a round to go on, and what the round's end is worth."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import TypeAlias

from foxduet.games.duet.ai.policy import POLICY_FILE, Policy, plain_policy, policy_by
from foxduet.games.duet.ai.stages import STAGES_FILE, Judge, judge_after, judge_by
from foxduet.games.duet.rules.state import Setup

JudgeAt: TypeAlias = Callable[[Setup, int, int], Judge]
"""Returns what judges the ends of rollouts that begin in a round after so many tricks."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How both seats play in rollouts, and what judges the ends of these."""

    policy: Policy
    judge_at: JudgeAt


@cache
def outlook_beside(*, expert: bool) -> Outlook:
    """Return what an expert expects beside another one, or beside anybody else.

    What was learned from games of two experts is worse than nothing beside others.
    """
    if expert:
        return outlook_by(_text_of(POLICY_FILE), _text_of(STAGES_FILE))
    return Outlook(plain_policy(), judge_after)


@cache
def advice_beside(*, expert: bool) -> Outlook:
    """Return what an adviser expects: it compares choices by the very figures that it tells."""
    return Outlook(outlook_beside(expert=expert).policy, judge_after)


def outlook_by(prices: str, values: str) -> Outlook:
    """Return the outlook with the prices and the values of two files' texts."""
    return Outlook(policy_by(prices), partial(judge_by, values))


def _text_of(name: str) -> str:
    text = pkgutil.get_data(__package__, name)
    assert text is not None, "what was fitted is part of the package"
    return text.decode()
