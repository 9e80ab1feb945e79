"""The walls of the house: what each module may import, under ``TYPE_CHECKING``, too."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import foxduet

PACKAGE = Path(foxduet.__file__).parent

# From the ground up: a module imports only from its own room and from those above it here.
ROOMS = ("rules", "play", "ai", "store", "analysis", "words", "ui", "cli")
IMPURE = {"random", "secrets", "time", "datetime", "os", "io", "pathlib", "curses", "sys", "socket"}
AI_MAY_NOT_SEE = {"GameState", "observe", "sample", "face_up", "score", "can_be_won"}


# Doors that still lead upward; each goes as its room is put in order.
NOT_YET: set[tuple[str, str]] = {
    ("foxduet.words.duet.help", "foxduet.ui.kit.canvas"),
    ("foxduet.words.duet.help", "foxduet.ui.kit.look"),
    ("foxduet.words.duet.hints", "foxduet.ui.table.choices"),
    ("foxduet.words.duet.sharing", "foxduet.ui.kit.look"),
    ("foxduet.words.reports", "foxduet.ui.kit.canvas"),
    ("foxduet.words.reports", "foxduet.ui.kit.look"),
    ("foxduet.words.reports", "foxduet.ui.review.chart"),
    ("foxduet.words.review_svg", "foxduet.ui.kit.canvas"),
    ("foxduet.words.review_svg", "foxduet.ui.review.chart"),
}


@cache
def modules() -> tuple[str, ...]:
    """Return the dotted names of all modules of the package."""
    files = sorted(PACKAGE.rglob("*.py"))
    names = (file.relative_to(PACKAGE.parent).with_suffix("").parts for file in files)
    return tuple(".".join(name).removesuffix(".__init__") for name in names)


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


def _room(name: str) -> int | None:
    """Return the place of a module's room, None for the entry point and other packages."""
    package, _, rest = name.partition(".")
    room = rest.partition(".")[0]
    return ROOMS.index(room) if package == "foxduet" and room in ROOMS else None


def _upward(name: str) -> list[str]:
    own = _room(name)
    return [
        imported
        for imported in sorted(imports(name))
        if own is not None and (room := _room(imported)) is not None and room > own
    ]


@pytest.mark.parametrize("name", [name for name in modules() if _room(name) is not None])
def test_a_room_imports_only_rooms_above_it(name: str) -> None:
    assert [one for one in _upward(name) if (name, one) not in NOT_YET] == []


def test_every_module_is_in_a_room() -> None:
    outside = {name for name in modules() if _room(name) is None}
    assert outside == {"foxduet", "foxduet.__main__"}


@pytest.mark.parametrize("name", [name for name in modules() if name.startswith("foxduet.rules")])
def test_rules_are_pure(name: str) -> None:
    imported = {module.split(".")[0] for module in imports(name)}
    assert not imported & (IMPURE - {"random"})
    # A generator is handed in; only its type is named here.
    at_run_time = subprocess.run(
        [sys.executable, "-c", f"import sys, {name}; print('random' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert at_run_time.stdout.strip() == "False"


def test_only_the_terminal_imports_curses() -> None:
    assert {name for name in modules() if "curses" in imports(name)} == {"foxduet.ui.kit.terminal"}


@pytest.mark.parametrize("name", [name for name in modules() if name.startswith("foxduet.ai.duet")])
def test_partners_see_observations_only(name: str) -> None:
    assert not _names_imported(name) & AI_MAY_NOT_SEE


def test_a_game_starts_without_loading_what_it_may_never_need() -> None:
    program = "import sys, foxduet.__main__, foxduet.ui.kit.terminal; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "foxduet.ui.app" in loaded
    ours = ("foxduet.ai.duet.expert", "foxduet.analysis")
    needless = (*ours, "asyncio", "hashlib", "sqlite3")
    assert [name for name in loaded if name.startswith(needless)] == []
