"""Texts about a screen, which may be opened over it: its help, the card reference, a summary."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.ui.kit.canvas import TONES, Canvas
from foxduet.ui.kit.effects import OpenText, Text
from foxduet.ui.kit.keys import REFERENCE
from foxduet.ui.kit.screen import Binding, Bindings, Context, Next, Screen, help_rows

if TYPE_CHECKING:
    from foxduet.words.text import Sections, TextLine

PAGE_WIDTH = 76


@dataclass(frozen=True, slots=True)
class Readable(Screen):
    """A screen over which its help and the card reference may be opened."""

    if TYPE_CHECKING:
        # Some screens have it as a field, which a property here would give a default.

        @property
        def game_name(self) -> str:
            """The game that the texts are about."""

    def about_next_game(self) -> Readable | None:
        """Return the screen as if it were about the next game; None if it is about its own only."""
        return None

    def help_lines(self, width: int) -> list[TextLine] | None:
        """Return the help, wrapped to ``width`` columns; None where it is that of the table."""
        return None

    def summary_lines(self, width: int) -> list[TextLine]:
        """Return what sums up what the screen is about, wrapped to ``width`` columns."""
        raise AssertionError("only screens that bind SUMMARY have one")


def help_page(title: str, bindings: Bindings, sections: Sections, width: int) -> list[TextLine]:
    """Return what keys do below a title, then sections, wrapped to ``width`` columns."""
    from foxduet.words.text import key_lines, section_lines

    return [*key_lines(title, help_rows(bindings), width), *section_lines(sections, width)]


def first_shown(lines: list[TextLine], top: int, rows: int) -> int:
    """Return the first of ``lines`` that is shown from ``top`` on: none stays empty below."""
    return min(top, max(0, len(lines) - rows))


def draw_page(
    canvas: Canvas, row: int, lines: list[TextLine], top: int, rows: int
) -> dict[str, int]:
    """Draw as many ``lines`` from ``top`` on as fit into ``rows``, the first of them in ``row``.

    Return what part of them that is as the fields of a sentence, none if it is all.
    """
    top = first_shown(lines, top, rows)
    left = (canvas.size.columns - PAGE_WIDTH) // 2
    for at, line in enumerate(lines[top : top + rows]):
        canvas.put(row + at, left + 1, line.text, TONES[line.tone])
    fits = len(lines) <= rows
    return {} if fits else {"first": top + 1, "last": top + rows, "count": len(lines)}


def _opening(text: Text) -> Callable[[Screen, str, Context], Next]:
    return lambda screen, _key, _context: Next(screen, (OpenText(text),))


SUMMARY = Binding(("g",), _opening(Text.SUMMARY))
CARDS = Binding(
    REFERENCE,
    _opening(Text.REFERENCE),
    (N_("Tab"), N_("cards")),
    (N_("Tab, r"), N_("card reference: what each card does")),
)
HELP = Binding(("?",), _opening(Text.HELP), (N_("?"), N_("help")), (N_("?"), N_("keys and rules")))
