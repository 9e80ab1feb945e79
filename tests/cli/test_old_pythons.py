"""Python that is too old: one sentence says which is needed, and which this is."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import foxduet
import foxduet.__main__
from tests.support.machine import PATIENCE_SECONDS, PROJECT

PROJECT_FILE = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
NEEDED = PROJECT_FILE["project"]["requires-python"].removeprefix(">=")
OLDER = [f"python3.{minor}" for minor in range(int(NEEDED.split(".")[1]))]


@pytest.mark.parametrize("module", [foxduet, foxduet.__main__], ids=lambda one: one.__name__)
def test_what_is_loaded_first_is_in_syntax_that_any_python_3_reads(module: ModuleType) -> None:
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 4) if sys.version_info < (3, 13) else (3, 7))


@pytest.mark.parametrize("name", OLDER)
def test_an_older_python_says_which_one_is_needed_and_which_it_is(
    name: str, tmp_path: Path
) -> None:
    python = shutil.which(name)
    version = [] if python is None else _lines_of([python, "--version"], tmp_path)
    if not version or not version[0].startswith("Python 3."):
        pytest.skip(f"there is no {name}")
    start = f"import sys; sys.path.insert(0, {str(PROJECT)!r}); import foxduet.__main__"
    said = _lines_of([str(python), "-B", "-c", start], tmp_path)
    assert said == [f"foxduet needs Python {NEEDED} or later, and this is {version[0]}"]


def _lines_of(command: list[str], folder: Path) -> list[str]:
    """Return what a command says, on either stream."""
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        cwd=folder,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    return done.stdout.splitlines()
