"""Decisions and choices in words: what is asked, and what each choice is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from foxduet.core.common import Deal, Exchange, Play, Seat
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.play.game import Names
from foxduet.words.i18n import _
from foxduet.words.people import fill, filled
from foxduet.words.text import capitalised

Worded: TypeAlias = tuple[str, str, Mapping[str, object]]
"""The marked words for a choice, by itself and within a sentence, and what fills their fields."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ChoiceWords:
    """How a game asks for choices and names them; all sentences are marked for the translators."""

    card_name: Callable[[Any], str]
    name_own: Callable[[Any, Names], Worded]
    """Return the words for a choice that only this game has."""
    prompts: Mapping[Any, str]
    """Ask a player for each choice but that of a card to play."""
    waiting: Mapping[Any, str]
    """Say to the whole table what a player chooses, but for a card to play."""
    ask_to_follow: Callable[[Any, Any], str]
    """Return how the seat of an observation is asked to follow a card that was led."""
    side_of: Callable[[Any], Seat | None] = lambda _action: None
    """Return whose side a choice names, if it names one."""

    def option_phrase(self, action: object, names: Names) -> str:
        """Name an option in a few words, after a colon."""
        phrase, _within, fields = self._worded(action, names)
        return filled(_(phrase), **fields)

    def choice_phrase(self, action: object, names: Names) -> str:
        """Name a choice within a sentence."""
        _option, phrase, fields = self._worded(action, names)
        return filled(_(phrase), **fields)

    def choice_subject(self, action: object, names: Names) -> str:
        """Name a choice so that a sentence can begin with it."""
        return capitalised(self.choice_phrase(action, names))

    def prompt(self, observation: Any, names: Names) -> str:
        """Say what the seat of ``observation``, which must act, is to do."""
        table, seat = observation.table, observation.seat
        sentence = self.prompts.get(table.pending.choice)
        if sentence is None:
            sentence = N_("{name}, lead any card.")
            if table.trick.lead is not None:
                sentence = self.ask_to_follow(observation, table.trick.lead)
        return fill(_(sentence), name=names[seat], partner=names[seat.other])

    def waiting_prompt(self, state: Any, names: Names) -> str:
        """Say to the whole table whose turn it is, and for what."""
        pending = state.table.pending
        sentence = self.waiting.get(pending.choice)
        if sentence is None:
            sentence = N_("{name}, it is your turn to follow.")
            if state.table.trick.lead is None:
                sentence = N_("{name}, it is your turn to lead.")
        return fill(_(sentence), name=names[pending.seat])

    def _worded(self, action: object, names: Names) -> Worded:
        match action:
            case Play(_, card):
                return "{card}", N_("the {card}"), {"card": self.card_name(card)}
            case Exchange(_, None):
                return N_("keep the decree"), N_("keeping the decree"), {}
            case Exchange(_, card):
                return "{card}", N_("the {card} as decree"), {"card": self.card_name(card)}
            case Deal():
                raise AssertionError("nobody chooses a deal")
            case _:
                return self.name_own(action, names)
