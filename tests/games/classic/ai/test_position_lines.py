"""Whatever position line is accepted can be played on and hinted at; what cannot be is refused."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from foxduet.core.common import Seat
from foxduet.core.errors import NotationError
from foxduet.games.classic.ai.expert import comparing_expert, expert
from foxduet.games.classic.rules.actions import format_card
from foxduet.games.classic.rules.cards import DECK
from foxduet.games.classic.rules.engine import apply
from foxduet.games.classic.rules.legality import legal_actions
from foxduet.games.classic.rules.ruleset import RULES
from foxduet.games.classic.rules.state import GameState, Setup
from tests.support.classic.deals import line_of
from tests.support.classic.strategies import setups, states_of_game
from tests.support.strategies import few, seeds

_NAMES = [format_card(card) for card in DECK]
_numbers = st.integers(0, 40)


@st.composite
def lines(draw: st.DrawFn) -> tuple[str, Setup]:
    """Return a line of a random match in which numbers and cards are changed, or nothing is."""
    setup = draw(setups)
    states = states_of_game(setup, draw(seeds))
    fields = line_of(draw(st.sampled_from(states))).split(" ")
    round_number, done = fields[0].split(".")
    if draw(st.booleans()):
        fields[0] = f"{draw(st.integers(1, 14))}.{done}"
    else:
        fields[0] = f"{round_number}.{done}"
    if draw(st.booleans()):
        p1 = draw(st.integers(0, int(done)))
        fields[5] = f"{p1}-{int(done) - p1}"
    if draw(st.booleans()):
        fields[6] = f"{draw(_numbers)}-{draw(_numbers)}"
    if draw(st.booleans()):
        one, other = draw(st.sampled_from(_NAMES)), draw(st.sampled_from(_NAMES))
        for at in (2, 3, 4):
            text = fields[at].replace(one, "**").replace(other, one)
            fields[at] = text.replace("**", other)
    return " ".join(fields), setup


def _restored(line: str, setup: Setup) -> GameState | None:
    try:
        return RULES.parse_position(line, setup)
    except NotationError:
        return None


# Once accepted: forty points for Treasures in round 1, and the search looked beyond its table.
@example(("1.11 3b4k/2k8k 1b 3k5k6k7kTk1m p1:- 6-5 40-0 p1:play", Setup()), 1)
@example(("1.11 7b8b/6b7m 1m 1k7kTk9bEb6m p1:- 6-5 9-9 p1:play", Setup()), 1)
@few(60)
@given(lines(), seeds)
def test_every_accepted_line_can_be_hinted_at_and_played_on_by_the_expert(
    case: tuple[str, Setup], seed: int
) -> None:
    line, setup = case
    state = _restored(line, setup)
    if state is None:
        return
    assert line_of(state) == line
    rng, think, advise = Random(seed), expert(12), comparing_expert(3)
    while state.table.pending is not None and state.table.pending.seat is not None:
        seen = RULES.observe(state, state.table.pending.seat)
        assert advise(seen, rng).action in legal_actions(state)
        state = apply(state, think(seen, rng).action).state


@few(30)
@given(setups, seeds)
def test_every_line_of_a_match_is_accepted(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        assert _restored(line_of(state), setup) is not None
        if state.table.pending is not None:
            resigned = [apply(state, RULES.resignation(seat)).state for seat in Seat]
            assert all(_restored(line_of(one), setup) is not None for one in resigned)


@pytest.mark.parametrize(
    "line",
    [
        "1.11 3b4k/2k8k 1b 3k5k6k7kTk1m p1:- 6-5 40-0 p1:play",
        "1.11 7b8b/6b7m 1m 1k7kTk9bEb6m p1:- 6-5 1-0 p1:play",
    ],
)
def test_the_examples_are_refused_for_their_points(line: str) -> None:
    with pytest.raises(NotationError, match="POINTS"):
        RULES.parse_position(line, Setup())
