"""How a player gets on, in words: what to do next first, and more when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from foxduet.core.errors import N_, NC_
from foxduet.ui.kit.keys import ESCAPE
from foxduet.ui.kit.screen import Context
from foxduet.ui.plain.voice import Command, Reply, Voice, leaving, press_key
from foxduet.ui.progress import ProgressScreen
from foxduet.words.common import game_title
from foxduet.words.i18n import _
from foxduet.words.spoken_progress import (
    goal_sentences,
    mistake_sentences,
    progress_sentences,
    wins_sentences,
)
from foxduet.words.story import Sentences


def _tell(
    screen: ProgressScreen, before: ProgressScreen | None, _context: Context
) -> Sequence[str]:
    if before is not None and before.progress == screen.progress:
        return ()
    heading = _("Progress: {game}").format(game=game_title(screen.game_name)) + "."
    return (heading, *progress_sentences(screen.progress))


def _asking(name: str, meaning: str, tell: Callable[[ProgressScreen], Sentences]) -> Command:
    def reply(screen: ProgressScreen, _rest: str, _context: Context) -> Reply:
        return tell(screen) or (_("There is nothing of that yet."),)

    return Command(name, meaning, reply)


_MORE = (
    _asking(
        NC_("command", "mistakes"),
        N_("hear what your mistakes were about"),
        lambda screen: mistake_sentences(screen.progress),
    ),
    _asking(
        NC_("command", "wins"),
        N_("hear your wins and your best scores"),
        lambda screen: wins_sentences(screen.progress),
    ),
    _asking(
        NC_("command", "goals"),
        N_("hear which goals are reached"),
        lambda screen: goal_sentences(screen.progress),
    ),
)
_GAME = press_key(NC_("command", "game"), N_("hear the progress in the next game"), "g")


def _ask(_screen: ProgressScreen, _context: Context) -> str:
    words = ", ".join(one.word() for one in (*_MORE, _GAME))
    return _("What else: {words}?").format(words=words)


PROGRESS = Voice(_tell, _ask, lambda _screen: (*_MORE, _GAME, leaving(ESCAPE)))
"""The voice of a player's progress."""
