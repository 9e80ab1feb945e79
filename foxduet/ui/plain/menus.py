"""The title and the list of unfinished games in words."""

from __future__ import annotations

from collections.abc import Sequence

from foxduet.ui.kit.keys import ESCAPE
from foxduet.ui.menu.title import TitleScreen, today_phrase
from foxduet.ui.menu.unfinished import row_of
from foxduet.ui.plain.texts import CARDS, RULES
from foxduet.ui.plain.voice import list_voice
from foxduet.words.common import game_title
from foxduet.words.i18n import _


def _today(screen: TitleScreen) -> Sequence[str]:
    phrase = today_phrase(screen.today)
    return (phrase + ".",) if phrase else ()


TITLE = list_voice(
    lambda screen: game_title(screen.game_name) + ".",
    lambda screen: screen.labels,
    "q",
    before=_today,
    commands=lambda _screen: (CARDS, RULES),
)
"""The voice of the title."""

UNFINISHED = list_voice(
    lambda _screen: _("Continue a game"),
    lambda screen: [row_of(game) for game, _saved in screen.games],
    ESCAPE,
)
"""The voice of the list of games under way."""
