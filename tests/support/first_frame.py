"""Print the modules loaded by the first frame, except those of the interpreter's start.

A separate program: run it with the arguments of a game and with FOXDUET_HOME set to its folder.
"""

from __future__ import annotations

import sys

_LOADED_BY_THE_INTERPRETER = frozenset(sys.modules)

# ruff: noqa: E402 - sys.modules shows the interpreter's own modules only before other imports.
from collections.abc import Iterator
from contextlib import contextmanager

from foxduet.ui.kit import terminal
from foxduet.ui.kit.canvas import Frame, Size
from foxduet.ui.kit.keys import Input, Interruption


class FirstFrame:
    """A terminal that ends the program once it has shown a frame."""

    ended_by = None
    is_coloured = True

    def size(self) -> Size:
        return Size(24, 80)

    def measure(self, _text: str) -> int | None:
        return None

    def show(self, _frame: Frame) -> None:
        print(*(sys.modules.keys() - _LOADED_BY_THE_INTERPRETER))

    def wait(self, _seconds: float | None) -> Input:
        return Interruption.ENDED

    def discard_typeahead(self) -> None:
        pass

    def clock(self) -> float:
        return 0


@contextmanager
def open_terminal(*, coloured: bool, mouse: bool) -> Iterator[FirstFrame]:
    yield FirstFrame()


if __name__ == "__main__":
    from foxduet.__main__ import main

    terminal.open_terminal = open_terminal  # type: ignore[assignment]
    terminal.check_terminal = lambda: None
    main()
