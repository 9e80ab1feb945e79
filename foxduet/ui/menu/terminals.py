"""Two terminals, from the title: a table to host, or one to join."""

from __future__ import annotations

from typing import ClassVar

from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, field
from foxduet.play.game import Game
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Canvas, Style, draw_clearing, draw_notice
from foxduet.ui.kit.choices import ChoiceScreen, draw_choices
from foxduet.ui.kit.effects import Leave, SavedGames, TwoTerminals
from foxduet.ui.kit.screen import Binding, Context, Next, Pop
from foxduet.words.common import players_and_setup
from foxduet.words.i18n import _
from foxduet.words.text import clipped, text_width, wrapped

_WIDTH = 64


@dataclass(frozen=True, slots=True)
class TwoTerminalsScreen(ChoiceScreen):
    """What each of two players chooses at a terminal of their own; ``games`` may be continued."""

    games: SavedGames = ()
    cursor: int = field(default=0, kw_only=True)

    @property
    def choices(self) -> tuple[TwoTerminals, ...]:
        """A new game to host, those under way, and the game that somebody else hosts here."""
        hosted = (TwoTerminals("host", saved.path) for _game, saved in self.games)
        return (TwoTerminals("host"), *hosted, TwoTerminals("join"))

    @property
    def labels(self) -> list[str]:
        """What the choices are called."""
        under_way = [clipped(_label(*one), _WIDTH - 2) for one in self.games]
        return [_("Host a new game"), *under_way, _("Join the table that waits on this machine")]

    @property
    def about(self) -> str:
        """What two terminals are for."""
        return _(
            "One of you hosts the game, and the other joins it, each with a screen of their own: "
            "nobody looks away. From another machine it goes by ssh; the host's screen says how."
        )

    def draw(self, canvas: Canvas) -> None:
        top = draw_clearing(canvas, 22)
        canvas.put_centred(top + 3, _("Two terminals"), Style.TITLE)
        for row, line in enumerate(wrapped(self.about, _WIDTH), top + 6):
            canvas.put_centred(row, line)
        labels = self.labels
        column = (canvas.size.columns - max(map(text_width, labels))) // 2
        draw_choices(canvas, top + 11, column - 2, labels, self.cursor)
        draw_notice(canvas, top + 19, self.notice, self.footer)

    def do(self, choice: TwoTerminals) -> Next:
        return Next(self, (Leave(leads_to=choice),))

    @property
    def leads_back(self) -> tuple[str, ...]:
        """A form was left for the title by the same key, and this by it, too."""
        return keys.LEAVE

    def _back(self, _key: str, _context: Context) -> Next:
        return Next(self, (Pop(),))

    BINDINGS: ClassVar = (
        Binding((*keys.ARROWS, *keys.OPTION_KEYS), ChoiceScreen.move, (N_("arrows"), N_("choose"))),
        Binding(keys.DECIDE, ChoiceScreen.choose, (N_("Enter"), N_("continue"))),
        Binding(keys.LEAVE, _back, (N_("Esc"), N_("back"))),
    )


def two_terminals(games: SavedGames) -> TwoTerminalsScreen:
    """Return the choice, with those games under way that two people play."""
    return TwoTerminalsScreen(tuple(one for one in games if not any(one[0].header.ai)))


def _label(game: Game, _saved: SavedGame) -> str:
    players, setup = players_and_setup(game)
    sentence = _("Host again: {players}, {setup}, round {round}")
    return sentence.format(players=players, setup=setup, round=max(1, game.round))
