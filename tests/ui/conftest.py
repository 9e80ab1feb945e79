"""What many tests of the screens need: a table to play at, and a canvas that cuts nothing off."""

from __future__ import annotations

from pathlib import Path

import pytest

from foxduet.rules.common import Seat
from foxduet.ui.kit.canvas import Canvas
from foxduet.ui.table.screen import TableScreen
from foxduet.words.text import text_width
from tests.support.tables import FOLLOW_DOVE, table_at


@pytest.fixture
def following(tmp_path: Path) -> TableScreen:
    """Right looks, with Doves in hand, and the 3 of Doves is led; Stars are trump."""
    return table_at(tmp_path, FOLLOW_DOVE.format(path="1202101212 3 3"), Seat.P2)


@pytest.fixture
def strict_canvas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make text that would be cut off by the edge of the window an error."""
    put = Canvas.put

    def put_whole(canvas: Canvas, row: int, column: int, text: str, *style: object) -> None:
        inside = column >= 0 and column + text_width(text) <= canvas.size.columns
        assert inside, f"cut off: {text!r}"
        assert 0 <= row < canvas.size.rows, f"off the window: {text!r}"
        put(canvas, row, column, text, *style)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "put", put_whole)
