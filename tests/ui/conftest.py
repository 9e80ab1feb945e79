"""What many tests of the screens need: a table to play at, and a canvas that cuts nothing off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from foxduet.analysis.puzzles import puzzles_of
from foxduet.core.common import Seat
from foxduet.ui.kit.canvas import Canvas
from foxduet.ui.table.screen import TableScreen
from tests.support.puzzles import use_few_puzzles
from tests.support.reviews import quick_partner
from tests.support.screens import inside_only
from tests.support.tables import FOLLOW_DOVE, Desk, options_in, table_at


@pytest.fixture
def following(tmp_path: Path) -> TableScreen:
    """Right looks, with Doves in hand, and the 3 of Doves is led; Stars are trump."""
    return table_at(tmp_path, FOLLOW_DOVE.format(path="1202101212 3 3"), Seat.P2)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return the options of a run, with folders for its games and scores."""
    return options_in(tmp_path, scores=tmp_path / "scores.sqlite3")


@pytest.fixture
def strict_canvas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make text that would be cut off by the edge of the window an error."""
    monkeypatch.setattr(Canvas, "put", inside_only(Canvas.put))


@pytest.fixture
def few_puzzles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let there be the few puzzles of the tests only."""
    use_few_puzzles(monkeypatch)
    yield
    puzzles_of.cache_clear()


@pytest.fixture
def quick_experts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let experts play branches out who hardly think."""
    monkeypatch.setattr(
        "foxduet.analysis.branches.partner_named", lambda _game, _name, _opposite: quick_partner
    )


@pytest.fixture(autouse=True)
def _where_terminals_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the same title on every system: as where two terminals can meet."""
    monkeypatch.setattr("foxduet.ui.menu.title.HAS_SOCKETS", True)
