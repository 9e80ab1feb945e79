"""What each game draws of its own at the table has all that the shared parts ask for."""

from __future__ import annotations

from foxduet.ui.table import duet
from foxduet.ui.table.parts import TableArt, art_of

DUET: TableArt = duet


def test_what_a_game_draws_is_the_module_with_its_name() -> None:
    assert art_of("duet") is DUET
