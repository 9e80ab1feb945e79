"""Register the third game, as another package would."""

from __future__ import annotations

import pytest

from foxduet.core import registry
from tests.contract.highcard.game import GAME as HIGHCARD


@pytest.fixture(autouse=True)
def third_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, HIGHCARD.name, HIGHCARD)
