"""Games at two terminals, for tests of what both players see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.classic import classic
from tests.support.meetings import TwoTerminals
from tests.support.players import duet
from tests.support.tables import options_in


@pytest.fixture
def two(tmp_path: Path) -> Iterator[TwoTerminals]:
    """Return a game of Duet at two terminals; Left leads the first trick."""
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    two.join()
    yield two
    two.close()


@pytest.fixture
def match(tmp_path: Path) -> Iterator[TwoTerminals]:
    """Return a match of the original game at two terminals."""
    two = TwoTerminals(options_in(tmp_path), classic(16, seed=5))
    two.join()
    yield two
    two.close()
