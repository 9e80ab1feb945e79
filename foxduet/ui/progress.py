"""How a player gets on with a game, as one page."""

from __future__ import annotations

from typing import ClassVar

from foxduet.analysis.player_progress import PlayerProgress
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
from foxduet.core.register import games_with
from foxduet.ui.kit import keys
from foxduet.ui.kit.answers import ProgressOpened
from foxduet.ui.kit.canvas import Canvas, Style
from foxduet.ui.kit.effects import OpenProgress, OpenTitle, TitleRow
from foxduet.ui.kit.screen import Binding, Context, Next
from foxduet.ui.reader import HELP, PAGE_WIDTH, Readable, draw_page, help_page
from foxduet.ui.scores.screen import notice_of
from foxduet.words.common import game_title
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _, ngettext
from foxduet.words.pages import page
from foxduet.words.progress import progress_lines
from foxduet.words.text import TextLine

_FIRST_ROW, _OTHER_ROWS = 2, 4


@dataclass(frozen=True, slots=True)
class ProgressScreen(Readable):
    """The progress in a game as it was when it was opened, from its row ``top`` on."""

    progress: PlayerProgress
    top: int = 0

    @property
    def game_name(self) -> str:
        return self.progress.game

    def draw(self, canvas: Canvas) -> None:
        """Draw the page, and what part of it is shown."""
        rows = canvas.size.rows
        heading = _("Progress: {game}").format(game=game_title(self.game_name))
        canvas.put_centred(0, heading, Style.TITLE)
        shown = rows - _OTHER_ROWS
        place = draw_page(canvas, _FIRST_ROW, self._lines(canvas.glyphs), self.top, shown)
        part = _("{first}-{last} of {count}   up, down scroll").format(**place) if place else ""
        style = Style.ALERT if self.notice else Style.DIM
        canvas.put_centred(rows - 2, self.notice or part, style)
        canvas.put_centred(rows - 1, self.footer, Style.DIM)

    def _lines(self, glyphs: Glyphs) -> list[TextLine]:
        return progress_lines(self.progress, PAGE_WIDTH - 2, glyphs)

    def help_lines(self, width: int) -> list[TextLine]:
        sections = page("foxduet.words", "screens/progress").sections
        return help_page(_("Keys"), self.bindings, sections, width)

    def _scroll(self, key: str, context: Context) -> Next:
        rows, lines = context.size.rows - _OTHER_ROWS, self._lines(context.options.look.glyphs)
        return Next(replace(self, top=keys.scrolled(self.top, key, rows, len(lines))))

    def _change_game(self, _key: str, context: Context) -> Next:
        following = keys.beside(games_with(*context.options.parts), self.game_name)
        return Next(self, (OpenProgress(following),))

    def _back(self, _key: str, _context: Context) -> Next:
        return Next(self, (OpenTitle(TitleRow.PROGRESS),))

    BINDINGS: ClassVar = (
        Binding(
            keys.SCROLLING,
            _scroll,
            (N_("up, down"), N_("scroll")),
            (N_("Up, down, k, j"), N_("a row up or down; Page Up, Page Down, Space: a page")),
        ),
        Binding(
            ("g",),
            _change_game,
            (N_("g"), N_("games")),
            (N_("g"), N_("the progress in the next game")),
        ),
        replace(HELP, help=None),
        Binding(keys.LEAVE, _back, (N_("Esc"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


def progress_screen(opened: ProgressOpened) -> ProgressScreen:
    """Return the progress that was read; in its notice what is wrong with it, if anything."""
    notice = "" if opened.scores is None else notice_of(opened.scores)
    if not notice and (left := opened.progress.unread):
        notice = ngettext(
            "{count} more review is read the next time.",
            "{count} more reviews are read the next time.",
            left,
        ).format(count=left)
    return ProgressScreen(opened.progress, notice=notice)
