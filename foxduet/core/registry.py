"""All games by name: each is one value, whose parts are loaded on demand."""

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
"""Imports a part of a game and returns it."""

Part: TypeAlias = str
"""The name of the field of ``CardGame`` that loads a part."""


def lazy_loader(module: str, name: str | None = None) -> Load:
    """Return a cached function that imports a module and returns it, or its member ``name``."""

    @cache
    def load() -> Any:
        part = import_module(module)
        return part if name is None else getattr(part, name)

    return load


PARTNERS, WORDS, GUIDE, DRAWING = "partners", "words", "guide", "table"
LESSONS, TOPICS, REVIEWS, PUZZLES, SPOKEN = "lessons", "topics", "review", "puzzles", "spoken"
REASONS = "reasons"

TABLE_PARTS = (DRAWING, WORDS, GUIDE)
"""Parts that a game needs for terminal screens."""
PLAIN_TABLE_PARTS = (*TABLE_PARTS, SPOKEN)
"""Parts that a game needs for the same screens in words."""
LESSON_PARTS = (LESSONS, *TABLE_PARTS)
"""Parts that a game needs for lessons."""
REVIEW_PARTS = (REVIEWS, REASONS, PARTNERS, WORDS, GUIDE)
"""Parts that a game needs for reviews."""

_MISSING_PART_TEMPLATES = {
    PARTNERS: N_("{game} has no partners except random"),
    WORDS: N_("the game {game} has no words for screens and reports"),
    GUIDE: N_("the game {game} has no words for screens and reports"),
    DRAWING: N_("{game} has no terminal screens"),
    LESSONS: N_("{game} has no lessons"),
    TOPICS: N_("{game} has no help topics"),
    REVIEWS: N_("{game} has no reviews"),
    PUZZLES: N_("{game} has no puzzles"),
    REASONS: N_("{game} has no reviews"),
    SPOKEN: N_("{game} cannot be played in words"),
}


@dataclass(frozen=True, slots=True)
class Option:
    """A choice before a game between a few ``values``, the first by default.

    name: the name of the command line's option and of the record's key.
    usual: the value for a series of games; None if the user must name it.
    """

    name: str
    values: tuple[int, ...]
    usual: int | None = None


@dataclass(frozen=True, slots=True)
class FileOption:
    """A choice before a game that players may make in a file.

    name: the name of the command line's option and of the record's key.
    parse: turns the file's text into the value of that key; raises FoxduetError.
    """

    name: str
    parse: Callable[[str], object]


@dataclass(frozen=True, slots=True, eq=False)
class CardGame:
    """A game as all packages use it: functions that load its parts, None for parts that it lacks.

    partners: an ``ai.partner.Partners``.
    words: a ``words.game_words.TableWords``.
    guide: a ``words.game_words.GuideWords``.
    table: a ``ui.table.state.TableDrawing``.
    lessons: a ``words.lessons.LessonPlan``.
    topics: the names of help topics, each with the package that contains its page.
    review: an ``analysis.review.HindsightModule``.
    reasons: an ``ai.reasons.ReasonModule``.
    puzzles: an ``analysis.puzzles.PuzzleModule``.
    spoken: a ``words.game_words.SpokenWords``.
    """

    name: str
    rules: Callable[[], AnyRuleSet]
    options: tuple[Option, ...]
    """Choices before a game; the first values of all make a valid setup."""
    partners: Load | None = None
    words: Load | None = None
    guide: Load | None = None
    table: Load | None = None
    lessons: Load | None = None
    topics: Load | None = None
    review: Load | None = None
    reasons: Load | None = None
    puzzles: Load | None = None
    spoken: Load | None = None
    file_options: tuple[FileOption, ...] = ()

    @property
    def option_names(self) -> frozenset[str]:
        """Names of all options, file options included."""
        names = (option.name for option in self.options)
        return frozenset((*names, *(option.name for option in self.file_options)))

    @property
    def usual_options(self) -> dict[str, int]:
        """The options with their first values."""
        return {option.name: option.values[0] for option in self.options}


_GAMES: dict[str, str | CardGame] = {
    "duet": "foxduet.games.duet",
    "classic": "foxduet.games.classic",
}
"""The module whose GAME is the game, or the game itself once it is loaded."""


_REGISTERED: list[str] = []
"""The modules with games of other packages."""


def register_game(module: str) -> None:
    """Add the game of another package: the ``CardGame`` named ``GAME`` in a module.

    Worker processes also add it. Raises ValueError if its name is in use or is not an identifier,
    and any error that importing the module raises.
    """
    game = import_module(module).GAME
    if not game.name.isidentifier() or _GAMES.get(game.name, game) is not game:
        raise ValueError(f"a game cannot be called {game.name}, or one is already")
    if module not in _REGISTERED:
        _REGISTERED.append(module)
    _GAMES[game.name] = game


def registered_modules() -> tuple[str, ...]:
    """Return the modules that were passed to ``register_game``."""
    return tuple(_REGISTERED)


def games() -> tuple[str, ...]:
    """Return the names of all games, the default first."""
    return tuple(_GAMES)


def card_game(name: str) -> CardGame:
    """Return a game by its name; raises KeyError."""
    game = _GAMES[name]
    if isinstance(game, str):
        game = _GAMES[name] = import_module(game).GAME
    assert isinstance(game, CardGame)
    return game


def rule_set(game: str) -> AnyRuleSet:
    """Return the rule set of a game by its name; raises KeyError."""
    return card_game(game).rules()


def load_part(game: str, part: Part) -> Any:
    """Load a part of a game; raises MissingPartError, or KeyError for an unknown game."""
    require_parts(game, part)
    return getattr(card_game(game), part)()


def has_parts(game: str, *parts: Part) -> bool:
    """True if a game has all ``parts``, which need not be loaded."""
    return all(getattr(card_game(game), part) is not None for part in parts)


def games_with(*parts: Part) -> tuple[str, ...]:
    """Return the names of the games that have all ``parts``."""
    return tuple(game for game in games() if has_parts(game, *parts))


def require_parts(game: str, *parts: Part) -> None:
    """Raise MissingPartError if a game lacks any of ``parts``."""
    for part in parts:
        if not has_parts(game, part):
            raise MissingPartError(_MISSING_PART_TEMPLATES[part], game=game)


def read_resource(package: str | None, name: str) -> str:
    """Return the text of a file in a package, even from a zip archive."""
    from pkgutil import get_data

    content = get_data(package or "", name)
    assert content is not None, "packages can be read"
    return content.decode()
