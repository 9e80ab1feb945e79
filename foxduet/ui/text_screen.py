"""A text over another screen, to be paged through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.core.frozen import dataclass, replace
from foxduet.ui.kit.canvas import Canvas, Style
from foxduet.ui.kit.effects import Text
from foxduet.ui.kit.keys import LEAVE, scrolled
from foxduet.ui.kit.screen import Context, Next, Screen
from foxduet.ui.reader import CARDS, HELP, PAGE_WIDTH, SUMMARY, Readable, draw_page, help_page
from foxduet.ui.table.keys import help_bindings
from foxduet.words.common import game_label, guide_words
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _

if TYPE_CHECKING:
    from foxduet.words.text import TextLine

_OTHER_ROWS = 3
"""Rows of the window that the text leaves free."""

_KEYS = {Text.HELP: HELP.keys, Text.REFERENCE: CARDS.keys, Text.SUMMARY: SUMMARY.keys}


@dataclass(frozen=True, slots=True)
class TextScreen(Screen):
    """A text about a screen, from its row ``top`` on; ``about`` may be as if about another game."""

    text: Text
    about: Readable
    top: int = 0

    def lines(self, glyphs: Glyphs) -> list[TextLine]:
        """Return all rows of the text."""
        about, width = self.about, PAGE_WIDTH - 2
        words = guide_words(about.game_name)
        match self.text:
            case Text.HELP:
                table = help_bindings(about.game_name)
                own = about.help_lines(width)
                return help_page(_("Keys"), table, words.rules(), width) if own is None else own
            case Text.SUMMARY:
                return about.summary_lines(width)
            case Text.REFERENCE:
                return words.reference(width, glyphs)

    def draw(self, canvas: Canvas) -> None:
        size, lines = canvas.size, self.lines(canvas.glyphs)
        place = draw_page(canvas, 1, lines, self.top, size.rows - _OTHER_ROWS)
        has_games = self.about.about_next_game() is not None
        keys = _("g game   Esc back") if has_games else _("Esc back")
        if place:
            keys = _("{first}-{last} of {count}   Space, arrows: page   Esc back")
            if has_games:
                keys = _("{first}-{last} of {count}   Space, arrows: page   g game   Esc back")
            keys = keys.format(**place)
        if has_games:
            canvas.put_centred(0, game_label(self.about.game_name, canvas.glyphs), Style.DIM)
        canvas.put_centred(size.rows - 1, keys, Style.DIM)

    def press(self, key: str, context: Context) -> Next:
        """Turn pages, show the other text, or close; a text's own key closes it again."""
        if key in LEAVE or key in _KEYS[self.text]:
            return self.go_back(key, context)
        if key == "g" and (about := self.about.about_next_game()) is not None:
            return Next(replace(self, about=about, top=0))
        for text in (Text.HELP, Text.REFERENCE):
            if key in _KEYS[text]:
                return Next(replace(self, text=text, top=0))
        page = context.size.rows - _OTHER_ROWS
        count = len(self.lines(context.options.look.glyphs))
        return Next(replace(self, top=scrolled(self.top, key, page, count)))
