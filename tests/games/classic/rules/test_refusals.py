"""Why the rules do not allow an action: each decision refuses another kind of action, and says so.

The reasons of C2.2, C3 and C4 are tested with those clauses.
"""

from __future__ import annotations

import pytest

from foxduet.core.errors import IllegalActionError
from foxduet.games.classic.rules.engine import apply
from foxduet.games.classic.rules.notation import parse_action
from tests.support.classic.deals import DEAL_BY_P1, after, at, refusal

LEAD = "1.10 3b5b4k/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 2-0 p1:play"
BETWEEN = "2.13 -/- 1b 2k3k5k6k7kTk - 7-6 12-9 deal"

ONE_OF_EACH = (
    DEAL_BY_P1,
    "p1 play 4k",
    "p2 play 8k",
    "p1 exchange -",
    "p2 exchange -",
    "p1 discard 4k",
    "p2 discard 8k",
)

# What is due: the position, the actions that lead there, and how the expected actions start.
DUE = {
    "it is p1's turn to play a card": (LEAD, (), "p1 play"),
    "it is p2's turn to play a card": (LEAD, ("p1 play 4k",), "p2 play"),
    "p1 played a Fox and must first exchange the decree or keep it": (
        LEAD,
        ("p1 play 3b",),
        "p1 exchange",
    ),
    "p1 played a Woodcutter and must first put a card under the deck": (
        LEAD,
        ("p1 play 5b",),
        "p1 discard",
    ),
    "the next round must be dealt first": (BETWEEN, (), "deal"),
}


@pytest.mark.parametrize("reason", DUE)
def test_a_refusal_names_the_decision_that_is_due(reason: str) -> None:
    line, actions, due = DUE[reason]
    state = after(at(line), *actions)
    refused = [action for action in ONE_OF_EACH if not action.startswith(due)]
    assert {refusal(state, action) for action in refused} == {reason}


def test_a_refused_action_leaves_the_state_as_it_was() -> None:
    state = at(LEAD)
    before = repr(state)
    for action in ONE_OF_EACH:
        if action != "p1 play 4k":
            refusal(state, action)
    assert repr(state) == before


def test_a_refusal_is_a_value_error_with_its_parts_for_translation() -> None:
    with pytest.raises(ValueError, match="turn") as raised:
        apply(at(LEAD), parse_action("p2 play 8k"))
    assert isinstance(raised.value, IllegalActionError)
    assert "{seat}" in raised.value.template
