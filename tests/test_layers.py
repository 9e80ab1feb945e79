"""The walls of the house: what each module may import, under ``TYPE_CHECKING``, too."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import foxduet
from foxduet.play.game import open_game
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.ui.kit.answers import GameStarted, ScoreEntered
from foxduet.ui.kit.effects import EnterScore, StartGame
from foxduet.ui.performer import Folders, perform
from tests.support.entries import finished, header_at

PACKAGE = Path(foxduet.__file__).parent

# From the ground up: a module imports only from its own room and from those above it here.
ROOMS = ("core", "play", "ai", "store", "analysis", "words", "ui", "games", "cli")
IMPURE = {"random", "secrets", "time", "datetime", "os", "io", "pathlib", "curses", "sys", "socket"}
AI_MAY_NOT_SEE = {"GameState", "observe", "sample", "score", "can_be_won"}


GAMES = {"duet", "classic"}
# What only one game has; a path is also one of files, so that word is not among them.
WORDS_OF_ONE_GAME = {
    *("fox", "foxes", "forest", "gem", "gems", "level", "levels", "paw", "paws"),
    *("gazelle", "gift", "heir", "musician"),
    *("bells", "monarch", "moons", "swan", "treasure", "treasures", "witch", "woodcutter"),
}
# An argument of SQLite's, how much a logger tells, and the name of the program's first game.
OTHER_MEANINGS = {
    "foxduet.store.database": {"level"},
    "foxduet.ai.cluster": {"level"},
    # What the system says of links.
    "foxduet.words.foreign": {"levels"},
    # The name of a theme.
    **{
        f"foxduet.{name}": {"forest"}
        for name in (
            *("ui.kit.canvas", "ui.kit.themes", "store.settings"),
            *("words.common", "words.pages"),
        )
    },
    "foxduet": {"fox", "forest"},
    "foxduet.cli.arguments": {"fox", "forest"},
}


@cache
def modules() -> tuple[str, ...]:
    """Return the dotted names of all modules of the package."""
    files = sorted(PACKAGE.rglob("*.py"))
    names = (file.relative_to(PACKAGE.parent).with_suffix("").parts for file in files)
    return tuple(".".join(name).removesuffix(".__init__") for name in names)


RULES = [name for name in modules() if re.match(r"foxduet\.(core|games\.\w+\.rules)(?!\w)", name)]


def _source(name: str) -> Path:
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def imports(name: str) -> frozenset[str]:
    """Return the modules, of this package or others, that ``name`` imports anywhere."""
    return frozenset(_imported(ast.parse(_source(name).read_text("utf-8"))))


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from inside & {*modules()} or {node.module}


def _names_imported(name: str) -> set[str]:
    tree = ast.parse(_source(name).read_text("utf-8"))
    froms = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return {alias.name for node in froms for alias in node.names}


def _games_of(name: str) -> set[str]:
    """Return the game in whose folder a module is."""
    return {*name.split(".")[2:3]} & GAMES if name.startswith("foxduet.games.") else set()


def _words_in(name: str) -> set[str]:
    """Return the words of a module's source, those within names too."""
    runs = re.findall("[A-Za-z]+", _source(name).read_text("utf-8"))
    return {word.lower() for run in runs for word in re.findall("[A-Z]?[a-z]+|[A-Z]+", run)}


def _room(name: str) -> int | None:
    """Return the place of a module's room, None for the entry point and other packages."""
    package, _, rest = name.partition(".")
    room = rest.partition(".")[0]
    return ROOMS.index(room) if package == "foxduet" and room in ROOMS else None


def broken(names: Iterable[str], what: Callable[[str], set[str]]) -> dict[str, set[str]]:
    """Return what modules have that they may not have."""
    return {name: found for name in names if (found := what(name))}


def test_a_room_imports_only_rooms_above_it() -> None:
    def beyond(name: str) -> set[str]:
        own = _room(name)
        return {one for one in imports(name) if own is not None and (_room(one) or 0) > own}

    assert broken(modules(), beyond) == {}


def test_no_module_imports_itself_through_others() -> None:
    # Late imports, and those for the type checker, count as well.
    TopologicalSorter({name: imports(name) & {*modules()} for name in modules()}).prepare()


def test_only_what_is_named_for_a_game_knows_it() -> None:
    shared = [name for name in modules() if not _games_of(name)]
    assert broken(shared, lambda name: {one for one in imports(name) if _games_of(one)}) == {}
    meant = {name: WORDS_OF_ONE_GAME - OTHER_MEANINGS.get(name, set()) for name in shared}
    assert broken(shared, lambda name: _words_in(name) & meant[name]) == {}


def test_no_game_knows_another() -> None:
    def of_others(name: str) -> set[str]:
        return {one for one in imports(name) if _games_of(one) - _games_of(name)}

    assert broken(filter(_games_of, modules()), of_others) == {}


def test_every_module_is_in_a_room() -> None:
    outside = {name for name in modules() if _room(name) is None}
    assert outside == {"foxduet", "foxduet.__main__"}


def test_rules_are_pure() -> None:
    def impure(name: str) -> set[str]:
        # A generator is handed in; only its type is named here.
        return {module.split(".")[0] for module in imports(name)} & (IMPURE - {"random"})

    assert broken(RULES, impure) == {}


def test_rules_load_no_generator() -> None:
    # Some interpreters load it themselves when they start.
    program = "import sys; before = {*sys.modules}; " + "; ".join(f"import {one}" for one in RULES)
    loaded = subprocess.run(
        [sys.executable, "-c", f"{program}; print(*({{*sys.modules}} - before))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert {*RULES} <= {*loaded}
    assert "random" not in loaded


def test_only_the_terminal_imports_curses() -> None:
    assert {name for name in modules() if "curses" in imports(name)} == {"foxduet.ui.kit.terminal"}


def test_partners_see_observations_only() -> None:
    partners = [name for name in modules() if ".ai" in name]
    assert broken(partners, lambda name: _names_imported(name) & AI_MAY_NOT_SEE) == {}


def fill_home(home: Path) -> None:
    """Leave in a home what a finished game, and one under way, leave there."""
    folders = Folders(home / "records", home / "scores.sqlite3", home / "config.toml")
    for header in (header_at(1), header_at(2, ai=(None, "expert:60"))):
        assert isinstance(perform(StartGame(open_game(header)), folders), GameStarted)
    saved = save_game(SavedGame(home / "records" / "over.toml"), finished(1))
    assert isinstance(perform(EnterScore(finished(1), saved), folders), ScoreEntered)
    assert all(path.exists() for path in (folders.config, folders.scores) if path)


@pytest.mark.parametrize("is_used", [False, True], ids=["a new home", "a used one"])
def test_a_game_starts_without_loading_what_it_may_never_need(
    is_used: bool, tmp_path: Path
) -> None:
    if is_used:
        fill_home(tmp_path)
    loaded = subprocess.run(
        [sys.executable, "-m", "tests.support.first_frame"],
        capture_output=True,
        text=True,
        check=True,
        cwd=PACKAGE.parent,
        env={**os.environ, "FOXDUET_HOME": str(tmp_path)},
    ).stdout.split()
    assert "foxduet.ui.table.handoff" in loaded
    screens = {f"foxduet.ui.{screen}" for screen in ("menu", "review", "scores", "replay")}
    ours = {
        "foxduet.games.duet.ai",
        "foxduet.ai.workers",
        "foxduet.analysis",
        "foxduet.store.database",
    }
    others = {"asyncio", "concurrent", "hashlib", "json", "multiprocessing", "sqlite3"}
    others |= {"difflib", "tomllib"}
    parents = {name.rpartition(".")[0] for name in loaded} | {*loaded}
    assert parents & {*screens, *ours, *others} == set()
    assert of_the_other_game(loaded) == []


def of_the_other_game(loaded: list[str]) -> list[str]:
    return [name for name in loaded if name.startswith("foxduet.games.classic.")]


def loaded_by(program: str, home: Path) -> list[str]:
    """Return what is loaded when a program is done."""
    return subprocess.run(
        [sys.executable, "-c", f"import sys\n{program}\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=PACKAGE.parent,
        env={**os.environ, "FOXDUET_HOME": str(home)},
    ).stdout.split()


AT_THE_END = """
from pathlib import Path
from foxduet.play.record import load_record
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit.effects import EnterScore, SaveGame
from foxduet.ui.performer import Folders, perform
home = Path({home!r})
home.joinpath("records").mkdir()
game = load_record(Path("tests/golden/records/level2-victory.toml").read_text("utf-8"))
folders = Folders(home / "records", home / "scores.db", home / "config.toml")
saved = perform(SaveGame(game, SavedGame(home / "records" / "one.toml")), folders).saved
entered = perform(EnterScore(game, saved), folders)
assert entered.has_par and entered.trouble is None, entered
"""


def test_the_end_of_a_game_loads_nothing_of_another(tmp_path: Path) -> None:
    loaded = loaded_by(AT_THE_END.format(home=str(tmp_path)), tmp_path)
    assert "foxduet.store.scores" in loaded
    assert of_the_other_game(loaded) == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_sentence_of_a_review_loads_no_page_of_help(game: str, tmp_path: Path) -> None:
    # What reads a package's files cannot be called.
    program = f"""import pkgutil; pkgutil.get_data = None
from foxduet.words.common import guide_words
guide_words({game!r}).cost_sentence"""
    assert f"foxduet.games.{game}.words.review_words" in loaded_by(program, tmp_path)
