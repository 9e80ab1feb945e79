"""All games by name; each is loaded when it is first used.

A game's part of a room is a module there with the game's name: its rule set is in
``foxduet.rules.NAME``, its partners are in ``foxduet.ai.NAME``, and so on.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foxduet.rules.ruleset import AnyRuleSet

_OWN_GAMES = ("duet", "classic")
_OTHER_GAMES: dict[str, str] = {}


def games() -> tuple[str, ...]:
    """Return the names of all games, the first by default."""
    return (*_OWN_GAMES, *_OTHER_GAMES)


def register(game: str, package: str) -> None:
    """Add a game of another package, whose modules ``rules``, ``ai``, … are its parts."""
    _OTHER_GAMES[game] = package


@cache
def part_of(game: str, room: str, *inner: str) -> ModuleType:
    """Return the module of ``game`` in ``room``, such as "rules", or one within that.

    Raises KeyError for an unknown game.
    """
    path = ("foxduet", room, game) if game in _OWN_GAMES else (_OTHER_GAMES[game], room)
    return import_module(".".join((*path, *inner)))


def rule_set(game: str) -> AnyRuleSet:
    """Return the rule set of a game by its name; KeyError for an unknown one."""
    rules: AnyRuleSet = part_of(game, "rules").RULES
    return rules
