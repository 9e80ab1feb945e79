"""What many tests of the screens need: a table to play at, and a canvas that cuts nothing off."""

from __future__ import annotations

from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.ui.kit.canvas import Canvas
from foxduet.ui.table.screen import TableScreen
from tests.support.screens import inside_only
from tests.support.tables import FOLLOW_DOVE, Desk, options_in, table_at


@pytest.fixture
def following(tmp_path: Path) -> TableScreen:
    """Right looks, with Doves in hand, and the 3 of Doves is led; Stars are trump."""
    return table_at(tmp_path, FOLLOW_DOVE.format(path="1202101212 3 3"), Seat.P2)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return the options of a run, with folders for its games and scores."""
    return options_in(tmp_path, scores=tmp_path / "scores.sqlite3")


@pytest.fixture
def strict_canvas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make text that would be cut off by the edge of the window an error."""
    monkeypatch.setattr(Canvas, "put", inside_only(Canvas.put))


@pytest.fixture(autouse=True)
def _where_terminals_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the same title on every system: as where two terminals can meet."""
    monkeypatch.setattr("foxduet.ui.performer.HAS_SOCKETS", True)
