"""The games that the contract covers, and helpers of its tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.cards import Seat
from foxduet.core.errors import IllegalActionError
from tests.contract.classic import CLASSIC
from tests.contract.contract import Contract
from tests.contract.duet import DUET
from tests.contract.highcard.game import HIGHCARD
from tests.support.players import few, seeds

GAMES = (DUET, CLASSIC, HIGHCARD)


def for_games(*games: Contract) -> pytest.MarkDecorator:
    """Parametrize a test by games."""
    return pytest.mark.parametrize("game", games, ids=lambda game: game.name)


every_game = for_games(*GAMES)
chance = st.data()


def drawn(game: Contract, data: st.DataObject) -> tuple[Any, int]:
    return data.draw(game.setups), data.draw(seeds)


Check: TypeAlias = Callable[[Contract, Any, int], None]
"""Checks a property of a game, of its random play with a setup and a seed."""

CHECKS: list[tuple[Check, tuple[Contract, ...]]] = []
"""All checks with their games."""


def on_random_games(examples: int, *games: Contract) -> Callable[[Check], Callable[..., None]]:
    """Turn a check into a test of random games: ``examples`` percent of the profile's number.

    Without ``games`` it covers all games. ``python -m tests.tools.soak`` runs the same checks on
    many more.
    """

    def tested(check: Check) -> Callable[..., None]:
        def test(game: Contract, data: st.DataObject) -> None:
            check(game, *drawn(game, data))

        test.__name__, test.__qualname__ = check.__name__, check.__qualname__
        CHECKS.append((check, games or GAMES))
        of_games = for_games(*(games or GAMES))
        return of_games(few(examples)(given(data=chance)(test)))  # type: ignore[no-any-return]

    return tested


def of_all(field: str) -> pytest.MarkDecorator:
    """Parametrize a test by game and by each value of a contract's field."""
    pairs = [(game, value) for game in GAMES for value in getattr(game, field)]
    ids = [f"{game.name}-{value!r}" for game, value in pairs]
    return pytest.mark.parametrize(("game", "value"), pairs, ids=ids)


def reason(game: Contract, state: Any, action: Any) -> str | None:
    """Return why an action is illegal; None if it is legal."""
    try:
        game.rules.check(state, action)
    except IllegalActionError as error:
        return str(error)
    return None


def after(game: Contract, line: str, actions: tuple[str, ...]) -> Any:
    """Return the state after actions in record notation from a line."""
    state = game.rules.parse_position(line, game.setup)
    for action in actions:
        state = game.rules.apply(state, game.rules.parse_action(action)).state
    return state


def assert_alike(game: Contract, line: str, actions: tuple[str, ...], *either: str) -> None:
    """Check that p2 cannot tell which of two actions p1 took, while p1 can."""
    one, other = (after(game, line, (*actions, action)) for action in either)
    observe = game.rules.observe
    assert observe(one, Seat.P2) == observe(other, Seat.P2)
    assert observe(one, Seat.P1) != observe(other, Seat.P1)
