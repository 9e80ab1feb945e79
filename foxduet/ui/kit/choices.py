"""Choices in a list or a row, and between no and yes: what keys and clicks choose is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from foxduet.core.frozen import dataclass, field, replace
from foxduet.ui.kit.canvas import Canvas, Size, Style, answer_keys, draw_question
from foxduet.ui.kit.keys import ARROWS, DECIDE, DOWN, ESCAPE, UP, moved, step_of, steps_to
from foxduet.ui.kit.screen import Binding, Bindings, Context, Next, Screen
from foxduet.words.common import game_label, game_title, nothing_chosen
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _
from foxduet.words.text import capitalised, text_width


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


@dataclass(frozen=True, slots=True)
class YesNoScreen(Screen):
    """A question with two answers; ``yes`` says which is chosen, None as long as none is."""

    yes: bool | None = field(default=None, kw_only=True)

    @property
    def text(self) -> str:
        """The question in full."""
        raise AssertionError("every such screen asks something")

    @property
    def answers(self) -> tuple[str, str]:
        """What no is called here, and what yes."""
        return capitalised(_("no")), capitalised(_("yes"))

    def note(self, glyphs: Glyphs) -> tuple[str, Style]:
        """Return what stands below the answers, and how."""
        return "", Style.PLAIN

    def answer(self, *, yes: bool) -> Next:
        """Return what an answer leads to."""
        raise AssertionError("every such screen has answers")

    def draw(self, canvas: Canvas) -> None:
        row = draw_question(canvas, self.text, self.answers, yes=self.yes)
        canvas.put_centred(row, *self.note(canvas.glyphs))
        canvas.put_centred(row + 2, self.notice, Style.ALERT)

    def press(self, key: str, context: Context) -> Next:
        """Answer by the letters of the player's language, too."""
        letters = dict(zip(answer_keys(), "ny", strict=True))
        return Screen.press(self, letters.get(key, key), context)

    def go_back(self, _key: str, _context: Context) -> Next:
        return self.answer(yes=False)

    def _agree(self, _key: str, _context: Context) -> Next:
        return self.answer(yes=True)

    def _decide(self, _key: str, _context: Context) -> Next:
        if self.yes is None:
            return Next(replace(self, notice=nothing_chosen()))
        return self.answer(yes=self.yes)

    def _change(self, key: str, _context: Context) -> Next:
        return Next(replace(self, yes=step_of(key) > 0))

    BINDINGS: ClassVar[Bindings] = (
        Binding((ESCAPE, "n"), go_back),
        Binding(("y",), _agree),
        Binding(DECIDE, _decide),
        Binding(ARROWS, _change),
    )


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
