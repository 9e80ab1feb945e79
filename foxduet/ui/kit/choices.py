"""Choices in a list or a row: a cursor that keys and clicks move, and what is chosen is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foxduet.core.frozen import dataclass, field, replace
from foxduet.ui.kit.canvas import Canvas, Size, Style
from foxduet.ui.kit.keys import DOWN, UP, moved, steps_to
from foxduet.ui.kit.screen import Context, Next, Screen
from foxduet.words.common import game_label, game_title, nothing_chosen
from foxduet.words.text import text_width


@dataclass(frozen=True, slots=True)
class ChoiceScreen(Screen):
    """A screen to choose from; ``cursor`` is on one of its choices, None while it is on none."""

    cursor: int | None = field(default=None, kw_only=True)

    @property
    def choices(self) -> Sequence[Any]:
        """What the cursor goes through."""
        raise AssertionError("every such screen has choices")

    def do(self, choice: Any) -> Next:
        """Do what is chosen."""
        raise AssertionError("every such screen does something with its choices")

    def move(self, key: str, _context: Context) -> Next:
        """Move the cursor by a step, or to the choice with that number."""
        return Next(replace(self, cursor=moved(self.cursor, key, len(self.choices))))

    def choose(self, _key: str, _context: Context) -> Next:
        """Do what the cursor is on, or say that it is on nothing."""
        if self.cursor is None:
            return Next(replace(self, notice=nothing_chosen()))
        return self.do(self.choices[self.cursor])


def draw_choices(
    canvas: Canvas,
    row: int,
    column: int,
    texts: Sequence[str],
    cursor: int | None,
    width: int | None = None,
    first: int = 0,
) -> None:
    """Draw choices one below the other, with a mark before the one that the cursor is on.

    A click anywhere in ``width``, or on the text, moves the cursor there, or does what it is on.
    ``first`` is the number of the first of them, from 0, where others stand above.
    """
    before = -1 if cursor is None else cursor
    for at, (line, text) in enumerate(enumerate(texts, row), first):
        chosen = at == cursor
        marked = f"{canvas.glyphs.cursor if chosen else ' '} {text}"
        canvas.put(line, column, marked, Style.CHOSEN if chosen else Style.PLAIN)
        size = Size(1, text_width(marked) if width is None else width)
        canvas.put_area(line, column, size, steps_to(at, before, UP, DOWN), chosen=chosen)


def draw_game(canvas: Canvas, row: int, game: str, every: Sequence[str]) -> None:
    """Write which game a screen is about, between what changes it if there are several."""
    if len(every) == 1:
        canvas.put_centred(row, game_title(game))
        return
    text = game_label(game, canvas.glyphs)
    canvas.put_centred(row, text)
    column = (canvas.size.columns - text_width(text)) // 2
    canvas.put_area(row, column, Size(1, text_width(text)), ("g",))
