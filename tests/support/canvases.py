"""A canvas that cuts nothing off at the edge of the window."""

from __future__ import annotations

from collections.abc import Callable

from foxduet.ui.kit.canvas import Canvas
from foxduet.words.text import text_width

Put = Callable[..., None]


def inside_only(put: Put) -> Put:
    """Return ``put`` of a canvas for which text is an error that the window would cut off."""

    def put_inside(canvas: Canvas, row: int, column: int, text: str, *style: object) -> None:
        inside = column >= 0 and column + text_width(text) <= canvas.size.columns
        assert inside, f"cut off: {text!r}"
        assert 0 <= row < canvas.size.rows, f"off the window: {text!r}"
        put(canvas, row, column, text, *style)

    return put_inside
