"""The whole program in one file, as ``python -m zipapp`` makes it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipapp
from pathlib import Path

import pytest

import foxduet
from tests.support.processes import PATIENCE_SECONDS

PACKAGE = Path(foxduet.__file__).parent
HINT = "hint\nleave\n"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, folder / "sources" / "foxduet", ignore=ignored)
    target = folder / "foxduet.pyz"
    zipapp.create_archive(folder / "sources", target, main="foxduet.__main__:main")
    return target


@pytest.mark.parametrize(
    ("line", "typed", "told"),
    [
        ("--lang fr help keys", "", "clavier français"),
        ("help rules", "", "forest path"),
        ("simulate --level 2 --games 4 --seats steady,novice --seed 1 --jobs 2", "", "steady"),
        ("--plain --solo expert:20 --level 2 --seed 3", HINT, r"python\S* \S*foxduet.pyz --resume"),
        ("--plain --game classic --solo expert:20", f"\n\n{HINT}", "foxduet.pyz --resume"),
        ("--plain learn", "1\nleave\nleave\n", "You are Left"),
        ("--plain puzzle", "leave\nleave\n", "Puzzles: "),
    ],
)
def test_the_program_runs_from_one_file(
    line: str, typed: str, told: str, archive: Path, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, archive.name, *line.split()],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=archive.parent,
        env={**os.environ, "FOXDUET_HOME": str(tmp_path), "PYTHONUTF8": "1"},
        timeout=PATIENCE_SECONDS,
    )
    assert done.stderr == ""
    assert re.search(told, done.stdout)
