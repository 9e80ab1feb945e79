"""Every game that is held to the contract, and what its tests share."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from foxduet.core.errors import IllegalActionError
from tests.games.classic.contract import CLASSIC
from tests.games.contract import Contract
from tests.games.duet.contract import DUET
from tests.games.highcard.contract import HIGHCARD
from tests.support.players import seeds

GAMES = (DUET, CLASSIC, HIGHCARD)

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
chance = st.data()


def drawn(game: Contract, data: st.DataObject) -> tuple[Any, int]:
    """Draw a setup and a seed."""
    return data.draw(game.setups), data.draw(seeds)


def of_all(field: str) -> pytest.MarkDecorator:
    """Give a test each game, with each of the values that it has in a field."""
    pairs = [(game, value) for game in GAMES for value in getattr(game, field)]
    ids = [f"{game.name}-{value!r}" for game, value in pairs]
    return pytest.mark.parametrize(("game", "value"), pairs, ids=ids)


def reason(game: Contract, state: Any, action: Any) -> str | None:
    """Return why an action is refused, None if it is allowed."""
    try:
        game.rules.check(state, action)
    except IllegalActionError as error:
        return str(error)
    return None


def after(game: Contract, line: str, actions: tuple[str, ...]) -> Any:
    """Return the state that actions of a record lead to from a line."""
    state = game.rules.parse_position(line, game.setup)
    for action in actions:
        state = game.rules.apply(state, game.rules.parse_action(action)).state
    return state
