"""Texts about a game that may be heard everywhere: what its cards do, and its rules."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.ui.kit.screen import Context
from foxduet.ui.plain.voice import Command, Reply
from foxduet.ui.reader import Readable
from foxduet.words.common import guide_words
from foxduet.words.i18n import _, pgettext
from foxduet.words.spoken import spoken_words
from foxduet.words.text import Example


def _cards(screen: Readable, _rest: str, _context: Context) -> Reply:
    return spoken_words(screen.game_name).reference()


def _rules(screen: Readable, _rest: str, _context: Context) -> Reply:
    said: list[str] = []
    for title, *paragraphs in guide_words(screen.game_name).rules():
        said.append(_(title) + ".")
        said += [_(one) for one in paragraphs if not isinstance(one, Example)]
    return tuple(said)


CARDS = Command(lambda: pgettext("command", "cards"), N_("hear what the cards do"), _cards)
RULES = Command(lambda: pgettext("command", "rules"), N_("hear the rules"), _rules)
