"""All games by name: each is one value, and its parts are loaded when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.core.errors import N_, MissingPartError
from foxduet.core.lazy_dataclass import dataclass

if TYPE_CHECKING:
    from foxduet.core.engine import AnyRuleSet

Load: TypeAlias = Callable[[], Any]
"""Imports a part of a game, and returns it."""

Part: TypeAlias = str
"""The name of the field of ``CardGame`` that loads a part."""


def lazy_loader(module: str, name: str | None = None) -> Load:
    """Return a function that imports a module, and returns it, or what has a ``name`` in it."""

    @cache
    def load() -> Any:
        imported = import_module(module)
        return imported if name is None else getattr(imported, name)

    return load


PARTNERS, WORDS, GUIDE, DRAWING = "partners", "words", "guide", "table"
LESSONS, TOPICS, REVIEWS, PUZZLES, SPOKEN = "lessons", "topics", "review", "puzzles", "spoken"

TABLE_PARTS = (DRAWING, WORDS, GUIDE)
"""What a game needs to be shown in a terminal."""
PLAIN_TABLE_PARTS = (*TABLE_PARTS, SPOKEN)
"""What a game needs to be told in words, by the same screens."""
REVIEW_PARTS = (REVIEWS, PARTNERS, WORDS, GUIDE)
"""What a game needs to be reviewed."""

_MISSING = {
    PARTNERS: N_("{game} has no partners except random"),
    WORDS: N_("the game {game} has no words for screens and reports"),
    GUIDE: N_("the game {game} has no words for screens and reports"),
    DRAWING: N_("{game} has no terminal screens"),
    LESSONS: N_("{game} has no lessons"),
    TOPICS: N_("{game} has no help topics"),
    REVIEWS: N_("{game} has no reviews"),
    PUZZLES: N_("{game} has no puzzles"),
    SPOKEN: N_("{game} cannot be played in words"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """A choice before a game: one of a few ``values``, the first by default.

    Its name is that of the command line's option and of the record's key. ``usual`` is what a
    series of games takes if nothing is given, None if it must be given.
    """

    name: str
    values: tuple[int, ...]
    usual: int | None = None


@dataclass(frozen=True, slots=True)
class FileOption:
    """A choice before a game that players may make in a file.

    ``parse`` turns the file's text into the value of the record's key ``name``, or raises
    FoxduetError.
    """

    name: str
    parse: Callable[[str], object]


@dataclass(frozen=True, slots=True, eq=False)
class CardGame:
    """A game, as all rooms use it: functions that load its parts; None where it has no such part.

    ``partners`` are ``ai.partner.Partners``, ``words`` are ``words.game_words.TableWords``,
    ``guide`` are ``words.game_words.GuideWords``, ``lessons`` a ``words.lessons.LessonPlan``,
    ``topics`` the names of its topics of help, each with the package that contains its page,
    ``table`` a ``ui.table.state.TableArt``, ``review`` an ``analysis.review.Measures``, ``puzzles``
    an ``analysis.puzzles.PuzzleBook``, and ``spoken`` are ``words.game_words.SpokenWords``.
    """

    name: str
    """The name in records and for ``--game``."""
    rules: Callable[[], AnyRuleSet]
    options: tuple[Option, ...]
    """What is chosen before a game; with the first values of all, there is a setup."""
    partners: Load | None = None
    words: Load | None = None
    guide: Load | None = None
    table: Load | None = None
    lessons: Load | None = None
    topics: Load | None = None
    review: Load | None = None
    puzzles: Load | None = None
    spoken: Load | None = None
    file_options: tuple[FileOption, ...] = ()

    @property
    def option_names(self) -> frozenset[str]:
        """The names of all that may be chosen before a game, in files, too."""
        files = (option.name for option in self.file_options)
        return frozenset((*files, *(option.name for option in self.options)))

    @property
    def usual_options(self) -> dict[str, int]:
        """The options with their first values."""
        return {option.name: option.values[0] for option in self.options}


_GAMES: dict[str, str | CardGame] = {
    "duet": "foxduet.games.duet",
    "classic": "foxduet.games.classic",
}
"""The module whose GAME is the game, or the game itself once it was asked for."""


_REGISTERED: list[str] = []
"""The modules of games that other packages have."""


def register_game(module: str) -> None:
    """Add the game of another package: the ``CardGame`` that is ``GAME`` in a module.

    Processes that share the work add it, too. Raises ValueError if its name is taken, or has other
    characters than a name in Python, and whatever importing the module does.
    """
    game = import_module(module).GAME
    if not game.name.isidentifier() or _GAMES.get(game.name, game) is not game:
        raise ValueError(f"a game cannot be called {game.name}, or one is already")
    if module not in _REGISTERED:
        _REGISTERED.append(module)
    _GAMES[game.name] = game


def registered_modules() -> tuple[str, ...]:
    """Return the modules that ``register_game`` was called with."""
    return tuple(_REGISTERED)


def games() -> tuple[str, ...]:
    """Return the names of all games, the first by default."""
    return tuple(_GAMES)


def card_game(name: str) -> CardGame:
    """Return a game by its name; KeyError for an unknown one."""
    game = _GAMES[name]
    if isinstance(game, str):
        game = _GAMES[name] = import_module(game).GAME
    assert isinstance(game, CardGame)
    return game


def rule_set(game: str) -> AnyRuleSet:
    """Return the rule set of a game by its name; KeyError for an unknown one."""
    return card_game(game).rules()


def load_part(game: str, part: Part) -> Any:
    """Return a part of a game by its name.

    Raises MissingPartError if the game has no such part, KeyError for an unknown game.
    """
    require_parts(game, part)
    return getattr(card_game(game), part)()


def has_parts(game: str, *parts: Part) -> bool:
    """Return whether a game has some parts; none of them is loaded."""
    return all(getattr(card_game(game), part) is not None for part in parts)


def games_with(*parts: Part) -> tuple[str, ...]:
    """Return the names of the games that have some parts."""
    return tuple(game for game in games() if has_parts(game, *parts))


def require_parts(game: str, *parts: Part) -> None:
    """Raise MissingPartError if a game lacks one of some parts."""
    for part in parts:
        if not has_parts(game, part):
            raise MissingPartError(_MISSING[part], game=game)


def packaged_text(package: str | None, name: str) -> str:
    """Return the text of a file that a package contains, which may lie in an archive."""
    from pkgutil import get_data

    content = get_data(package or "", name)
    assert content is not None, "packages can be read"
    return content.decode()
