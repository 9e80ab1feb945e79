"""Choices of the original game by name: by themselves, within a sentence, and at its beginning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from foxduet.core.common import Deal, Exchange, Play
from foxduet.core.errors import N_
from foxduet.games.classic.rules.actions import Action, Discard, Resign
from foxduet.games.classic.words.names import card_name
from foxduet.play.game import Names
from foxduet.words.i18n import _
from foxduet.words.text import capitalised


def option_phrase(action: Action, _names: Names) -> str:
    """Name an option in a few words, after a colon."""
    phrase, _within, fields = _worded(action)
    return _(phrase).format(**fields)


def choice_subject(action: Action, _names: Names) -> str:
    """Name a choice so that a sentence can begin with it."""
    return capitalised(choice_phrase(action, _names))


def choice_phrase(action: Action, _names: Names) -> str:
    """Name a choice within a sentence."""
    _option, phrase, fields = _worded(action)
    return _(phrase).format(**fields)


def _worded(action: Action) -> tuple[str, str, Mapping[str, object]]:
    """Return the words for a choice: by itself, and within a sentence; their fields."""
    match action:
        case Play(_, card):
            return "{card}", N_("the {card}"), {"card": card_name(card)}
        case Exchange(_, None):
            return N_("keep the decree"), N_("keeping the decree"), {}
        case Exchange(_, card):
            assert card is not None, "no card is the case above"
            fields = {"card": card_name(card)}
            return "{card}", N_("the {card} as decree"), fields
        case Discard(_, card):
            fields = {"card": card_name(card)}
            return "{card}", N_("the {card} under the deck"), fields
        case Resign():
            return N_("resign"), N_("resigning"), {}
        case Deal():
            raise AssertionError("nobody chooses a deal")
        case _:
            assert_never(action)
