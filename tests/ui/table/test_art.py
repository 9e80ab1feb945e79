"""Each game draws at the table all that the shared parts ask for; Duet's path says what is so."""

from __future__ import annotations

from pathlib import Path

from foxduet.ui.table import duet
from foxduet.ui.table.parts import TableArt, art_of
from tests.support.tables import at_table, table_at, text_of

DUET: TableArt = duet


def test_what_a_game_draws_is_the_module_with_its_name() -> None:
    assert art_of("duet") is DUET


def test_R8_2_a_plus_is_drawn_where_its_gem_will_lie(tmp_path: Path) -> None:
    """On level 1 the signs are at spaces 2, 4, 5, 7 and 9."""
    table = table_at(tmp_path, "2.1 4d/6d 4s - p1:- - ####21010## 6 2 p1:play", level=1)
    signs, spaces = text_of(at_table(table.session)).splitlines()[2:4]
    assert signs.split() == ["◊◊+3", "◊", "+", "◊", "+"]
    assert spaces[signs.index("◊◊+3") :].startswith("( 5 )")
