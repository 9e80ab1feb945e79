"""A text over another screen, to be paged through: its help, or the card reference."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from foxduet.core.errors import N_
from foxduet.ui.kit.canvas import TONES, Canvas, Style
from foxduet.ui.kit.keys import LEAVE, REFERENCE, scrolled
from foxduet.ui.kit.screen import Binding, Bindings, Context, Next, Screen, help_rows
from foxduet.words.common import game_label, guide_words
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _

if TYPE_CHECKING:
    from foxduet.words.text import Sections, TextLine

PAGE_WIDTH = 76
_OTHER_ROWS = 3
"""Rows of the window that the text leaves free."""


class Text(Enum):
    """The texts that may be opened over a screen."""

    HELP = auto()
    REFERENCE = auto()
    SUMMARY = auto()


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

    def help_lines(self, width: int) -> list[TextLine]:
        """Return the help, wrapped to ``width`` columns: the keys at the table, and the rules."""
        from foxduet.ui.table.keys import help_bindings

        bindings = help_bindings(self.game_name)
        return help_page(_("Keys"), bindings, guide_words(self.game_name).rules, width)

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


@dataclass(frozen=True, slots=True)
class ReaderScreen(Screen):
    """A text over another screen, from its row ``top`` on.

    ``about`` is the screen below as if it were about another game, once that was asked for.
    """

    text: Text
    top: int = 0
    about: Readable | None = None
    below: Readable = field(kw_only=True)

    def lines(self, glyphs: Glyphs) -> list[TextLine]:
        """Return all rows of the text."""
        if self.text is Text.HELP:
            return self._source.help_lines(PAGE_WIDTH - 2)
        if self.text is Text.SUMMARY:
            return self.below.summary_lines(PAGE_WIDTH - 2)
        return guide_words(self._source.game_name).reference(PAGE_WIDTH - 2, glyphs)

    @property
    def _source(self) -> Readable:
        return self.below if self.about is None else self.about

    def draw(self, canvas: Canvas) -> None:
        size, lines = canvas.size, self.lines(canvas.glyphs)
        place = draw_page(canvas, 1, lines, self.top, size.rows - _OTHER_ROWS)
        has_games = self._source.about_next_game() is not None
        keys = _("g game   Esc back") if has_games else _("Esc back")
        if place:
            keys = _("{first}-{last} of {count}   Space, arrows: page   Esc back")
            if has_games:
                keys = _("{first}-{last} of {count}   Space, arrows: page   g game   Esc back")
            keys = keys.format(**place)
        if has_games:
            canvas.put_centred(0, game_label(self._source.game_name, canvas.glyphs), Style.DIM)
        canvas.put_centred(size.rows - 1, keys, Style.DIM)

    def press(self, key: str, context: Context) -> Next:
        """Turn pages, open the other text, or close; a text's own key closes it again."""
        if self.text is Text.SUMMARY and key in SUMMARY.keys:
            return Next(self.below)
        if key == "g" and (about := self._source.about_next_game()) is not None:
            return Next(replace(self, about=about, top=0))
        asked = _open(self.below, key) if key in (*HELP.keys, *CARDS.keys) else None
        if key in LEAVE or (asked is not None and asked.text is self.text):
            return Next(self.below)
        if asked is not None:
            return Next(replace(asked, about=self.about))
        page = context.size.rows - _OTHER_ROWS
        count = len(self.lines(context.options.look.glyphs))
        return Next(replace(self, top=scrolled(self.top, key, page, count)))

    @property
    def covered(self) -> Screen:
        below = self.below.covered
        return replace(self, below=below) if isinstance(below, Readable) else below


def _open(screen: Readable, key: str) -> ReaderScreen:
    return ReaderScreen(Text.REFERENCE if key in REFERENCE else Text.HELP, below=screen)


def _press(screen: Readable, key: str, _context: Context) -> Next:
    return Next(_open(screen, key))


def _sum_up(screen: Readable, _key: str, _context: Context) -> Next:
    return Next(ReaderScreen(Text.SUMMARY, below=screen))


SUMMARY = Binding(("g",), _sum_up)
CARDS = Binding(
    REFERENCE,
    _press,
    (N_("Tab"), N_("cards")),
    (N_("Tab, r"), N_("card reference: what each card does")),
)
HELP = Binding(("?",), _press, (N_("?"), N_("help")), (N_("?"), N_("keys and rules")))
