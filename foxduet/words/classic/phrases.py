"""Choices of the original game by name: by themselves, within a sentence, and at its beginning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from foxduet.play.game import Names
from foxduet.rules.classic.actions import Action, Discard, Resign
from foxduet.rules.common import Deal, Exchange, Play
from foxduet.rules.errors import N_
from foxduet.words.classic.names import card_name
from foxduet.words.i18n import _


def option_phrase(action: Action, _names: Names) -> str:
    """Name an option in a few words, after a colon."""
    phrase, _beginning, _within, fields = _worded(action)
    return _(phrase).format(**fields)


def choice_subject(action: Action, _names: Names) -> str:
    """Name a choice so that a sentence can begin with it."""
    _option, subject, _within, fields = _worded(action)
    return _(subject).format(**fields)


def choice_phrase(action: Action, _names: Names) -> str:
    """Name a choice within a sentence."""
    _option, _beginning, phrase, fields = _worded(action)
    return _(phrase).format(**fields)


def _worded(action: Action) -> tuple[str, str, str, Mapping[str, object]]:
    """Return the words for a choice: by itself, beginning a sentence, within one; their fields."""
    match action:
        case Play(_, card):
            return "{card}", N_("The {card}"), N_("the {card}"), {"card": card_name(card)}
        case Exchange(_, None):
            keeping = N_("keep the decree"), N_("Keeping the decree"), N_("keeping the decree")
            return *keeping, {}
        case Exchange(_, card):
            assert card is not None, "no card is the case above"
            fields = {"card": card_name(card)}
            return "{card}", N_("The {card} as decree"), N_("the {card} as decree"), fields
        case Discard(_, card):
            fields = {"card": card_name(card)}
            return (
                "{card}",
                N_("The {card} under the deck"),
                N_("the {card} under the deck"),
                fields,
            )
        case Resign():
            return N_("resign"), N_("Resigning"), N_("resigning"), {}
        case Deal():
            raise AssertionError("nobody chooses a deal")
        case _:
            assert_never(action)
