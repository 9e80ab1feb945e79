"""What a game leaves to be remembered, and what the next one makes of it."""

from __future__ import annotations

from typing import Any, TypeAlias

from foxduet.core.values import is_name
from foxduet.play.game import Header, Names
from foxduet.store.config import Config, remembering
from foxduet.store.settings import PERSON
from foxduet.ui.table.parts import HOUSE_KEY, HOUSE_MEMORY
from foxduet.words.people import chosen_names, default_names
from foxduet.words.text import clipped

OwnNames: TypeAlias = tuple[str | None, str | None]
"""Names of players, None for the usual one."""

LONGEST_NAME = 12
"""The columns of the longest name that is typed."""


def partner_in(header: Header) -> str | None:
    """Return the name of the partner in a game, None if two people play."""
    return next((name for name in header.ai if name is not None), None)


def names_key(partner: str | None) -> str:
    """Return the setting with the names of two people, or of a person and a partner."""
    return "names" if partner is None else "names_alone"


def with_usual_names(own: OwnNames, partner: str | None) -> Names:
    """Return names, the usual ones in the player's language in place of those that are None."""
    left, right = (
        usual if name is None else name
        for name, usual in zip(own, default_names(partner), strict=True)
    )
    return left, right


def own_names_in(config: Config, partner: str | None) -> OwnNames:
    """Return the names that are remembered, None in place of the usual ones."""
    names = (clipped(name, LONGEST_NAME).strip() for name in config[names_key(partner)])
    left, right = (name if is_name(name) else None for name in names)
    whole = with_usual_names((left, right), partner)
    return (None, None) if whole[0] == whole[1] else (left, right)


def names_in(config: Config, partner: str | None) -> Names:
    """Return the names that are remembered, the usual ones in place of those that are not."""
    return with_usual_names(own_names_in(config, partner), partner)


def after_game(config: Config, header: Header, *, started: bool = True) -> Config:
    """Return what is remembered once a game was ``started``, or what the next one begins with.

    Only at the start of a game it is known whether practice was agreed on, or became of it.
    """
    partner = partner_in(header)
    values: dict[str, Any] = {
        "game": header.game,
        "partner": partner or PERSON,
        names_key(partner): [*chosen_names(header.players, partner)],
        "memory": header.further.get(HOUSE_KEY) == HOUSE_MEMORY,
    }
    if started and partner is not None and header.day is None:
        values["practice"] = header.is_practice
    return remembering(config, values, header.game, header.rules.header_keys(header.setup))
