"""The walls of the house: what each module may import."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import foxduet

PACKAGE = Path(foxduet.__file__).parent

# From the ground up: a module imports only from rows above its own in this table, or, where a
# row names a package, freely within it (but rules/, which has an order of its own).
ROWS = (
    "foxduet.rules",
    "foxduet.notation",
    "foxduet.position",
    "foxduet.game",
    "foxduet.daily",
    "foxduet.toml_text",
    "foxduet.record",
    "foxduet.ai",
    "foxduet.selection",
    "foxduet.store",
    "foxduet.figures",
    "foxduet.simulate",
    "foxduet.summary",
    "foxduet.standings",
    "foxduet.par",
    "foxduet.session",
    "foxduet.errands",
    "foxduet.thinking",
    "foxduet.review",
    "foxduet.i18n",
    "foxduet.ui",
    "foxduet.statuses",
    "foxduet.cli",
    "foxduet.simulate_text",
    "foxduet.simulate_command",
    "foxduet.scores_command",
    "foxduet.review_svg",
    "foxduet.review_text",
    "foxduet.review_picture",
    "foxduet.review_command",
    "foxduet.commands",
    "foxduet.__main__",
)
RULES = (
    "errors",
    "cards",
    "board",
    "levels",
    "trick",
    "movement",
    "actions",
    "state",
    "events",
    "scoring",
    "legality",
    "engine",
    "observation",
)
IMPURE = {"random", "secrets", "time", "datetime", "os", "io", "pathlib", "curses", "sys", "socket"}
AI_MAY_SEE = {
    "foxduet.rules.actions",
    "foxduet.rules.board",
    "foxduet.rules.cards",
    "foxduet.rules.errors",
    "foxduet.rules.levels",
    "foxduet.rules.movement",
    "foxduet.rules.observation",
    "foxduet.rules.scoring",
    "foxduet.rules.state",
    "foxduet.rules.trick",
}
AI_MAY_NOT_SEE = {"GameState", "observe", "sample", "face_up", "score", "can_be_won"}


def _modules() -> list[str]:
    files = sorted(PACKAGE.rglob("*.py"))
    names = [
        ".".join(("foxduet", *file.relative_to(PACKAGE).with_suffix("").parts)) for file in files
    ]
    return [name for name in names if not name.endswith("__init__")]


def _imports(name: str) -> Iterator[str]:
    """Yield the modules that ``name`` imports when it runs, type checking aside."""
    source = (PACKAGE.parent / Path(*name.split("."))).with_suffix(".py").read_text("utf-8")
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body.clear()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            if node.module.startswith("foxduet"):
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _row(name: str) -> int | None:
    for at, row in enumerate(ROWS):
        if name == row or name.startswith(row + "."):
            return at
    return None


@pytest.mark.parametrize("name", _modules())
def test_each_module_imports_only_from_rows_above(name: str) -> None:
    own = _row(name)
    assert own is not None, f"{name} has no row in the house"
    for imported in _imports(name):
        row = _row(imported)
        assert row is None or row <= own, f"{name} imports {imported}, which stands below it"


@pytest.mark.parametrize("name", RULES)
def test_rules_import_only_what_comes_before_them(name: str) -> None:
    before = RULES[: RULES.index(name)]
    for imported in _imports(f"foxduet.rules.{name}"):
        if imported.startswith("foxduet."):
            assert imported.split(".")[2] in before, f"{name} imports {imported}"


def test_every_rules_module_has_its_place() -> None:
    assert {f"foxduet.rules.{name}" for name in RULES} == {
        name for name in _modules() if name.startswith("foxduet.rules.")
    }


@pytest.mark.parametrize("name", RULES)
def test_rules_are_pure(name: str) -> None:
    imported = {module.split(".")[0] for module in _imports(f"foxduet.rules.{name}")}
    assert not imported & IMPURE


def test_only_the_terminal_imports_curses() -> None:
    users = {name for name in _modules() if "curses" in set(_imports(name))}
    assert users == {"foxduet.ui.terminal"}


def test_partners_see_observations_only() -> None:
    # Fitting plays whole games; no partner has anything to do with it.
    partners = {name for name in _modules() if name.startswith("foxduet.ai.")} - {"foxduet.ai.fit"}
    for name in partners:
        for imported in _imports(name):
            module = ".".join(imported.split(".")[:3])
            seen = module in AI_MAY_SEE or module in partners or module == "foxduet.ai"
            assert seen or not imported.startswith("foxduet."), f"{name}: {imported}"
            assert imported.split(".")[-1] not in AI_MAY_NOT_SEE, f"{name}: {imported}"


def test_a_game_starts_without_loading_what_it_may_never_need() -> None:
    program = "import sys, foxduet.__main__, foxduet.ui.terminal; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "foxduet.ui.app" in loaded
    ours = ("foxduet.ai.expert", "foxduet.review", "foxduet.standings")
    needless = (*ours, "asyncio", "hashlib", "sqlite3")
    assert [name for name in loaded if name.startswith(needless)] == []
