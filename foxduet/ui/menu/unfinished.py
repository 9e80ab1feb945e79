"""The games under way, to choose which one is continued."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, field
from foxduet.play.game import Game, local_time
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import WIDTH, Canvas, Style, draw_undergrowth
from foxduet.ui.kit.choices import ChoiceScreen, draw_choices
from foxduet.ui.kit.effects import OpenTitle, SavedGames, TitleRow
from foxduet.ui.kit.screen import Binding, Context, Next
from foxduet.ui.menu.title import resumed_from
from foxduet.ui.reader import PAGE_WIDTH
from foxduet.words.common import players_and_setup
from foxduet.words.i18n import _, day_text
from foxduet.words.text import clipped, text_width

_FIRST, _OTHER_ROWS, _WIDEST_PLAYERS = 5, 9, 26


@dataclass(frozen=True, slots=True)
class UnfinishedScreen(ChoiceScreen):
    """All ``games`` to be resumed, those that were saved last first."""

    games: SavedGames
    cursor: int = field(default=0, kw_only=True)

    @property
    def choices(self) -> SavedGames:
        return self.games

    def draw(self, canvas: Canvas) -> None:
        """Draw a row for each game, as many as fit."""
        size, left = canvas.size, (canvas.size.columns - PAGE_WIDTH) // 2
        draw_undergrowth(canvas, 1, (size.columns - WIDTH) // 2, WIDTH)
        canvas.put_centred(3, _("Continue a game"), Style.TITLE)
        fit = size.rows - _OTHER_ROWS
        first = min(max(0, self.cursor - fit // 2), max(0, len(self.games) - fit))
        shown = self.games[first : first + fit]
        texts = [clipped(row_of(game), PAGE_WIDTH - 2) for game, _saved in shown]
        draw_choices(canvas, _FIRST, left, texts, self.cursor - first, PAGE_WIDTH)
        place = ""
        if len(self.games) > fit:
            place = _("{at} of {count}").format(at=self.cursor + 1, count=len(self.games))
        canvas.put_centred(size.rows - 3, self.notice or place, self._style_of_notice)
        canvas.put_centred(size.rows - 2, self.footer, Style.DIM)

    @property
    def _style_of_notice(self) -> Style:
        return Style.ALERT if self.notice else Style.DIM

    def do(self, choice: tuple[Game, SavedGame]) -> Next:
        return resumed_from(self, *choice)

    def _to_title(self, _key: str, _context: Context) -> Next:
        return Next(self, (OpenTitle(TitleRow.CONTINUE),))

    BINDINGS: ClassVar = (
        Binding(keys.CHOOSING, ChoiceScreen.move, (N_("up, down"), N_("choose"))),
        Binding(keys.DECIDE, ChoiceScreen.choose, (N_("Enter"), N_("continue"))),
        Binding(keys.LEAVE, _to_title, (N_("Esc"), N_("back"))),
    )


def row_of(game: Game) -> str:
    """Return a game in a row: when it was begun, who plays what, and how far it is."""
    begun, players, far = parts_of(game)
    players = clipped(players, _WIDEST_PLAYERS)
    return f"{begun:<16}  {players}{' ' * (_WIDEST_PLAYERS - text_width(players))}  {far}"


def parts_of(game: Game) -> tuple[str, str, str]:
    """Say when a game was begun, who plays, and what and how far it is."""
    header, (players, setup) = game.header, players_and_setup(game)
    begun = "-" if header.started is None else _day_and_time(local_time(header.started))
    # A game that is not dealt yet is as good as in its first round.
    round_, trick = (max(1, number) for number in header.rules.progress(game.state))
    far = _("{setup}, round {round}, trick {trick}")
    return begun, players, far.format(setup=setup, round=round_, trick=trick)


def _day_and_time(moment: datetime) -> str:
    return f"{day_text(moment)} {moment:%H:%M}"
