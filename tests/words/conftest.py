"""What tests of translations need: a made-up language, and canvases that cut nothing off."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

import pytest

from foxduet.ui.kit.canvas import Canvas, Frame
from foxduet.words import i18n
from foxduet.words.text import cell_width, printable
from tests.support.processes import lacking
from tests.support.tables import inside_only


@pytest.fixture
def _pseudo() -> Iterator[None]:
    """Speak the made-up language."""
    pytest.importorskip("babel", reason=lacking("translate"))
    from tests.tools.translations import Pseudo

    before = i18n.current_language()
    i18n.restore_language((i18n.SOURCE, Pseudo(), ""))
    yield
    i18n.restore_language(before)


@pytest.fixture
def _inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make text an error that the edge of the window cuts off."""
    monkeypatch.setattr(Canvas, "put", inside_only(Canvas.put))


@pytest.fixture
def _whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make text an error that is cut off, by the edge of the window or by other text."""
    put, frame = inside_only(Canvas.put), Canvas.frame
    # Weak, since a canvas that is never made a frame may leave its id to another one.
    said = WeakKeyDictionary[Canvas, list[tuple[int, int, str]]]()

    def put_whole(canvas: Canvas, row: int, column: int, text: str, *style: object) -> None:
        if any(sign.isalpha() for sign in text):
            said.setdefault(canvas, []).append((row, column, printable(text)))
        put(canvas, row, column, text, *style)

    def frame_whole(canvas: Canvas) -> Frame:
        done = frame(canvas)
        rows = ["".join(span.text for span in row) for row in done.rows]
        for row, column, text in said.pop(canvas, []):
            if all(cell_width(sign) == 1 for sign in rows[row] + text):
                seen = rows[row][column : column + len(text)]
                assert seen == text, f"covered: {text!r}, by {rows[row]!r}"
        return done

    monkeypatch.setattr(Canvas, "put", put_whole)
    monkeypatch.setattr(Canvas, "frame", frame_whole)
