"""What ``import foxduet`` offers to other programs."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import foxduet


@pytest.mark.parametrize("name", foxduet.__all__)
def test_each_public_name_is_there_with_its_docstring(name: str) -> None:
    assert name in dir(foxduet)
    assert (inspect.getdoc(getattr(foxduet, name)) or "").strip()


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="'foxduet' has no attribute 'curses'"):
        _ = foxduet.curses  # type: ignore[attr-defined]


def test_importing_the_package_loads_nothing_of_it() -> None:
    program = "import sys, foxduet; print([name for name in sys.modules if 'foxduet.' in name])"
    command = [sys.executable, "-c", program]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"
