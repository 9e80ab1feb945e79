"""The third game is registered, as another package would do it."""

from __future__ import annotations

import pytest

from foxduet.core import registry
from tests.contract.highcard.game import GAME as HIGHCARD


@pytest.fixture(autouse=True)
def third_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the third game, as another package would."""
    monkeypatch.setitem(registry._GAMES, HIGHCARD.name, HIGHCARD)
