"""The title, the list of unfinished games, and the choice of two terminals in words."""

from __future__ import annotations

from collections.abc import Sequence

from foxduet.play.game import Game
from foxduet.ui.kit.effects import TitleRow
from foxduet.ui.kit.keys import ESCAPE
from foxduet.ui.kit.screen import Context
from foxduet.ui.menu.title import TitleScreen, today_phrase
from foxduet.ui.menu.unfinished import parts_of
from foxduet.ui.plain.voice import CARDS, RULES, Reply, list_voice
from foxduet.words.common import game_title
from foxduet.words.i18n import _, pgettext
from foxduet.words.text import capitalised


def _today(screen: TitleScreen) -> Sequence[str]:
    """Say what awaits the players, and to a newcomer how choices are said."""
    phrase = capitalised(today_phrase(screen.today))
    how = _("Say a number, or how a choice begins; anywhere {help} tells what else can be said.")
    how = how.format(help=pgettext("command", "help"))
    return (*([phrase + "."] if phrase else []), *([how] if screen.newcomer else []))


def _rules(screen: TitleScreen, at: int, context: Context) -> Reply | None:
    """Tell the rules at once, which the title opens in a screen of their own."""
    return RULES.reply(screen, "", context) if screen.choices[at] is TitleRow.HELP else None


TITLE = list_voice(
    lambda screen: game_title(screen.game_name) + ".",
    lambda screen: screen.labels,
    "q",
    before=_today,
    commands=lambda _screen: (CARDS, RULES),
    instead=_rules,
)
"""The voice of the title."""


def _label(game: Game) -> str:
    begun, players, far = parts_of(game)
    return _("{players}, {far}, begun {moment}").format(players=players, far=far, moment=begun)


UNFINISHED = list_voice(
    lambda _screen: _("Continue a game") + ".",
    lambda screen: [_label(game) for game, _saved in screen.games],
    ESCAPE,
)
"""The voice of the list of games under way."""

TWO_TERMINALS = list_voice(
    lambda _screen: _("Two terminals") + ".",
    lambda screen: screen.labels,
    ESCAPE,
    before=lambda screen: (screen.about,),
)
"""The voice of the choice of a seat at two terminals."""
