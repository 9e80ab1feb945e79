"""All games by name; each is loaded when it is first used.

A game's part of a room is a module there with the game's name: its rule set is in
``foxduet.core.NAME``, its partners are in ``foxduet.ai.NAME``, and so on. All but the rules may be
missing; what needs a part that a game lacks is not offered, or says so.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from foxduet.core.errors import N_, MissingPartError

if TYPE_CHECKING:
    from foxduet.core.ruleset import AnyRuleSet

_OWN_GAMES = ("duet", "classic")
_OTHER_GAMES: dict[str, str] = {}

Part: TypeAlias = tuple[str, ...]
"""A room, and the path within the game's module of that room."""

PARTNERS: Part = ("ai",)
WORDS: Part = ("words",)
GUIDE: Part = ("words", "guide")
LESSONS: Part = ("words", "lessons")
TOPICS: Part = ("words.topics",)
REVIEWS: Part = ("analysis",)
DRAWING: Part = ("ui.table",)

FOR_A_TABLE = (DRAWING, WORDS, GUIDE)
"""What a game needs to be shown in a terminal."""
FOR_REVIEWS = (REVIEWS, PARTNERS, WORDS, GUIDE)
"""What a game needs to be reviewed."""

_MISSING = {
    PARTNERS: N_("the game {game} has no partners but random"),
    WORDS: N_("the game {game} has no words for screens and reports"),
    GUIDE: N_("the game {game} has no words for screens and reports"),
    LESSONS: N_("the game {game} has no lessons"),
    TOPICS: N_("the game {game} has no topics of help"),
    REVIEWS: N_("the game {game} has no reviews"),
    DRAWING: N_("the game {game} has no table in a terminal"),
}


def games() -> tuple[str, ...]:
    """Return the names of all games, the first by default."""
    return (*_OWN_GAMES, *_OTHER_GAMES)


def add_game(game: str, package: str) -> None:
    """Add a game of another package, whose modules ``rules``, ``ai``, … are its parts."""
    _OTHER_GAMES[game] = package


def _module_of(game: str, part: Part) -> str:
    room, *inner = part
    path = ("foxduet", room, game) if game in _OWN_GAMES else (_OTHER_GAMES[game], room)
    return ".".join((*path, *inner))


@cache
def part_of(game: str, part: Part) -> ModuleType:
    """Return the module that is a part of ``game``.

    Raises KeyError for an unknown game, and MissingPartError if it has no such part.
    """
    name = _module_of(game, part)
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if not _is_missing(name, error):
            raise
    raise MissingPartError(_MISSING[part], game=game)


def has_parts(game: str, *parts: Part) -> bool:
    """Return whether a game has some parts; none of them is loaded."""
    return all(_has_part(game, part) for part in parts)


@cache
def _has_part(game: str, part: Part) -> bool:
    name = _module_of(game, part)
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError as error:
        if not _is_missing(name, error):
            raise
    return False


def _is_missing(name: str, error: ModuleNotFoundError) -> bool:
    """Return whether a module is not there, or what it would be within; not what it imports."""
    return f"{name}.".startswith(f"{error.name}.")


def games_with(*parts: Part) -> tuple[str, ...]:
    """Return the names of the games that have some parts."""
    return tuple(game for game in games() if has_parts(game, *parts))


def require_parts(game: str, *parts: Part) -> None:
    """Raise MissingPartError if a game lacks one of some parts."""
    for part in parts:
        if not has_parts(game, part):
            raise MissingPartError(_MISSING[part], game=game)


def rule_set(game: str) -> AnyRuleSet:
    """Return the rule set of a game by its name; KeyError for an unknown one."""
    rules: AnyRuleSet = part_of(game, ("rules",)).RULES
    return rules
