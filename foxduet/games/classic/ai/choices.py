"""The choices of an observation by the numbers that searches have for them."""

from __future__ import annotations

from foxduet.core.common import card_of
from foxduet.games.classic.ai.tables import KEEP
from foxduet.games.classic.rules.actions import Action
from foxduet.games.classic.rules.observation import Observation


def number_of(choice: Action) -> int:
    """Return the number of the card of ``choice``, or KEEP."""
    card = card_of(choice)
    return KEEP if card is None else int(card.index)


def choice_with(observation: Observation, number: int) -> Action:
    """Return the choice with a number."""
    return next(choice for choice in observation.choices if number_of(choice) == number)
