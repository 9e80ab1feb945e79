"""Golden files: compared by default, written anew with ``pytest --write-golden``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.places import GOLDEN


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-golden", action="store_true", help="write golden files anew")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Return a function that compares a text with a file below tests/golden."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--write-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert text == path.read_text(encoding="utf-8"), f"differs from tests/golden/{name}"

    return compare


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test away from the games of whoever runs it."""
    monkeypatch.setenv("FOXDUET_HOME", str(tmp_path / "home"))
