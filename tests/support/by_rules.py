"""Actions of records, tried on the states of any game: what tests of clauses have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import pytest

from foxduet.core.common import Step
from foxduet.core.errors import IllegalActionError
from foxduet.core.ruleset import AnyRuleSet

StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


@dataclass(frozen=True)
class ByRules(Generic[StateT, EventT]):
    """What can be done by the rules of a game."""

    rules: AnyRuleSet

    def play(self, state: StateT, *actions: str) -> Step[StateT, EventT]:
        """Apply the actions of a record; return the last state and all events."""
        events: list[EventT] = []
        for action in actions:
            step = self.rules.apply(state, self.rules.parse_action(action))
            state = step.state
            events += step.events
        return Step(state, tuple(events))

    def after(self, state: StateT, *actions: str) -> StateT:
        """Return the state that the actions lead to."""
        return self.play(state, *actions).state

    def choices(self, state: StateT) -> list[str]:
        """Return the legal actions as text."""
        return [self.rules.format_action(action) for action in self.rules.legal_actions(state)]

    def refusal(self, state: StateT, action: str) -> str:
        """Return the reason for which both check and apply refuse ``action``."""
        with pytest.raises(IllegalActionError) as checked:
            self.rules.check(state, self.rules.parse_action(action))
        with pytest.raises(IllegalActionError) as applied:
            self.rules.apply(state, self.rules.parse_action(action))
        assert str(checked.value) == str(applied.value)
        return str(checked.value)
