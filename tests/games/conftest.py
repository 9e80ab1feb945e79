"""The third game is registered, as another package would do it."""

from __future__ import annotations

import pytest

from foxduet.core import register
from tests.games.highcard import GAME as HIGHCARD


@pytest.fixture(autouse=True)
def third_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the third game, as another package would."""
    monkeypatch.setitem(register._GAMES, HIGHCARD.name, HIGHCARD)
